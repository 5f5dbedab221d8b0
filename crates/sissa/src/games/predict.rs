//! How games will end: [`Predict`].

use std::{ops::ControlFlow, path::PathBuf};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use shakmaty::{CastlingMode, Position as _, san::SanPlus};
use sissa_judge::{
    Effort, Judge, Question, Worth,
    outcome::{Formula, Moment, Network, Outcome},
};
use sissa_record::{GameInfo, MoreTime, PredictionRecord, Record, Summary};

use super::{Course, each::each_game};
use crate::{
    event::{Event, Records},
    problem::Problem,
    session::Session,
};

/// How likely each end of imported games is, at all their positions.
///
/// ```
/// use sissa::{Event, Import, Predict, Session};
/// # let folder = std::env::temp_dir().join(format!("sissa-predict-doc-{}", std::process::id()));
/// # let file = folder.with_extension("pgn");
/// # std::fs::write(&file, "[Result \"0-1\"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n").unwrap();
/// let session = Session::new().files(|name| std::fs::read(name));
/// Import::new([&file]).output(&folder).run(&session)?;
///
/// let mut games = Vec::new();
/// Predict::new(&folder).run_into(&session, |event| {
///     if let Event::Found(game) = event {
///         games.push(game);
///     }
///     std::ops::ControlFlow::Continue(())
/// })?;
/// let positions = &games[0].positions;
/// assert_eq!(positions.len(), 5);
/// assert!(positions[3].outcome.black > 0.9, "mate in one");
/// # std::fs::remove_dir_all(&folder).unwrap();
/// # std::fs::remove_file(&file).unwrap();
/// # Ok::<_, sissa::Problem>(())
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Predict {
    /// The folder of imported games.
    pub games: PathBuf,
    /// Positions that the engine looks at for each value.
    pub nodes: u64,
    /// Values of `[%eval]` comments where games have them, instead of the engine's.
    pub comments: bool,
    /// As if nobody saw the clocks.
    pub without_clocks: bool,
    /// As if White had so many seconds left.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub white_clock: Option<f64>,
    /// As if Black had so many seconds left.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub black_clock: Option<f64>,
    /// Also tell what so many seconds more would be worth to either side, where clocks are known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub more_time: Option<f64>,
    /// Who tells.
    pub model: OutcomeModel,
}

/// Who tells how likely each end of a game is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum OutcomeModel {
    /// The printed formula.
    #[default]
    Formula,
    /// The small network that corrects it.
    Network,
}

impl OutcomeModel {
    /// How likely each end is.
    ///
    /// ```
    /// use sissa::OutcomeModel;
    /// use sissa_judge::{Worth, outcome::Moment};
    /// use shakmaty::Chess;
    ///
    /// let moment = Moment::new(&Chess::default(), Worth::Centipawns(250));
    /// for model in [OutcomeModel::Formula, OutcomeModel::Network] {
    ///     assert!(model.outcome(&moment).white > 0.5);
    /// }
    /// ```
    pub fn outcome(self, moment: &Moment) -> Outcome {
        match self {
            OutcomeModel::Formula => Formula::shipped().outcome(moment),
            OutcomeModel::Network => Network::shipped().outcome(moment),
        }
    }

    /// What so many seconds more would add to either side's expected points; none where clocks are unknown.
    pub fn more_time(self, moment: &Moment, seconds: f64) -> Option<MoreTime> {
        let [white, black] = moment.clocks?;
        let score = |clocks: [f64; 2]| {
            let clocks = Some(clocks);
            self.outcome(&Moment { clocks, ..*moment }).score()
        };
        let now = score([white, black]);
        Some(MoreTime {
            seconds,
            white: score([white + seconds, black]) - now,
            black: now - score([white, black + seconds]),
        })
    }
}

impl Default for Predict {
    /// The games of the folder `games` as they were, 500 positions for each value.
    fn default() -> Predict {
        Predict {
            games: PathBuf::from("games"),
            nodes: 500,
            comments: false,
            without_clocks: false,
            white_clock: None,
            black_clock: None,
            more_time: None,
            model: OutcomeModel::default(),
        }
    }
}

/// A position of a game and what may come of it.
#[derive(Clone, Debug, PartialEq)]
pub struct PredictedPosition {
    /// Half-moves played.
    pub ply: usize,
    /// The move that led here, in UCI notation.
    pub played: Option<String>,
    /// The same with its number, as people write it: `12... Nf6`.
    pub words: Option<String>,
    /// What is known there.
    pub moment: Moment,
    /// How likely each end is.
    pub outcome: Outcome,
    /// What more time would be worth, where it was asked for.
    pub more_time: Option<MoreTime>,
}

/// A game with predictions for all its positions.
#[derive(Clone, Debug, PartialEq)]
pub struct PredictedGame {
    /// The game.
    pub game: GameInfo,
    /// From the first to the last.
    pub positions: Vec<PredictedPosition>,
}

impl Records for PredictedGame {
    fn records(&self) -> Vec<Record> {
        let record = |position: &PredictedPosition| {
            Record::Prediction(Box::new(PredictionRecord {
                game: self.game.clone(),
                ply: position.ply,
                played: position.played.clone(),
                white: position.outcome.white,
                draw: position.outcome.draw,
                black: position.outcome.black,
                eval: position.moment.worth.to_string(),
                clocks: position.moment.clocks,
                more_time: position.more_time,
            }))
        };
        self.positions.iter().map(record).collect()
    }
}

impl Predict {
    /// Of the games of a folder.
    pub fn new(folder: impl Into<PathBuf>) -> Predict {
        Predict {
            games: folder.into(),
            ..Predict::default()
        }
    }

    /// The values of one game come from `judge`.
    pub fn game(&self, course: &Course, judge: &mut Judge) -> PredictedGame {
        let question = Question {
            nodes: self.nodes,
            lines: 1,
        };
        let mut positions = Vec::new();
        let boards = course.positions();
        for (ply, position) in boards.iter().enumerate() {
            let comment = course.eval(ply).filter(|_| self.comments);
            let mut value = || judge.value(position, question, &Effort::unlimited());
            let worth = comment.or_else(|| value().map(|value| value.worth));
            let moment = course.moment(ply, position, worth.unwrap_or(Worth::Centipawns(0)));
            let moment = self.as_if(moment);
            let played = ply
                .checked_sub(1)
                .map(|last| (&boards[last], course.moves()[last]));
            positions.push(PredictedPosition {
                ply,
                played: played.map(|(_, m)| m.to_uci(CastlingMode::Standard).to_string()),
                words: played.map(|(before, m)| {
                    let dots = before.turn().fold_wb(".", "...");
                    let san = SanPlus::from_move(before.clone(), m);
                    format!("{}{dots} {san}", before.fullmoves())
                }),
                moment,
                outcome: self.model.outcome(&moment),
                more_time: self
                    .more_time
                    .and_then(|seconds| self.model.more_time(&moment, seconds)),
            });
        }
        PredictedGame {
            game: course.header.info.clone(),
            positions,
        }
    }

    /// The moment with the clocks that were asked for. Where only one is known, the other shows as much.
    fn as_if(&self, moment: Moment) -> Moment {
        if self.without_clocks {
            return moment.without_clocks();
        }
        let [white, black] = match moment.clocks {
            Some([white, black]) => [Some(white), Some(black)],
            None => [None, None],
        };
        let (white, black) = (self.white_clock.or(white), self.black_clock.or(black));
        let clocks = white.or(black).zip(black.or(white));
        Moment {
            clocks: clocks.map(|(white, black)| [white, black]),
            ..moment
        }
    }

    /// Tells the sink of game after game, in the order of the folder. `None` where the sink had enough.
    pub fn run_into(
        &self,
        session: &Session,
        sink: impl FnMut(Event<PredictedGame>) -> ControlFlow<()>,
    ) -> Result<Option<Summary>, Problem> {
        for (field, clock) in [
            ("white_clock", self.white_clock),
            ("black_clock", self.black_clock),
            ("more_time", self.more_time),
        ] {
            if clock.is_some_and(|seconds| !seconds.is_finite() || seconds < 0.0) {
                return Err(Problem::new("clock", "a clock shows seconds from 0 on").field(field));
            }
        }
        let form = |course: &Course| Some(self.game(course, &mut Judge::new()));
        each_game("games predict", &self.games, session, form, sink)
    }
}
