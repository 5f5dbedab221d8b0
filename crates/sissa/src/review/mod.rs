//! What happened in a game, and what to do about it: [`Review`].

mod accuracy;
mod advise;
mod game;
mod given;
mod judgement;
mod lesson;
mod openings;
mod pgn;
mod reasons;
mod remarks;
mod report;
mod scale;
mod setting;
mod summary;

use std::{
    borrow::Cow,
    ops::ControlFlow,
    path::PathBuf,
    sync::{Mutex, PoisonError},
    time::Duration,
};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use shakmaty::Color;
use sissa_judge::Question;
use sissa_record::{Entry, Record, Run, Summary};

pub use advise::{AdviceRecord, Advise, OtherMove, ThreatAdvice};
pub use game::{ReviewedGame, ReviewedMove};
pub use given::GivenJudgement;
pub use judgement::{Thresholds, ThresholdsError};
pub use report::ReviewReport;

use crate::{
    event::{Event, Records, run_of},
    input::{Entries, Tally, Work, collected, entries, must_say_something, work_into},
    limits,
    pool::Pool,
    problem::{Problem, quoted},
    puzzles::Tagged,
    session::Session,
};
use game::{Means, Order, review};
use lesson::Lesson;
use openings::Openings;
use report::Collector;

/// Positions for each judgement where nothing is said.
const NODES: u64 = 100_000;
/// Most lines that may be asked for.
const MOST_LINES: usize = 5;

/// Games to review.
///
/// ```
/// use sissa::{Event, Review, Reviewed, Session};
/// use sissa_record::Judgement;
///
/// let events = Review::new("1. f3 e5 2. g4 Qh4# 0-1").nodes(2000).run(&Session::new())?;
/// let Event::Found(Reviewed::Game(game)) = &events[1] else { panic!("one game") };
/// assert_eq!(game.moves[2].record.judgement, Judgement::Blunder);
/// assert_eq!(game.moves[2].record.why[0].text, "it allows Qh4#");
/// # Ok::<_, sissa::Problem>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Review {
    /// The games, as PGN, as moves or as records.
    pub input: String,
    /// The rating to judge by, instead of the ratings that the games give.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub elo: Option<u16>,
    /// Positions that the engine looks at for each move; 100,000 if not given.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
    /// When a move is an inaccuracy, a mistake, a blunder: `sissa`, `lichess`, or three numbers of points such as `4,8,12`.
    pub thresholds: Thresholds,
    /// How many best lines for each move, 1 to 5; 1 if not given.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lines: Option<usize>,
    /// Only the moves of this side.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub side: Option<SideName>,
    /// Only games of the player with this in his name, and only his moves; with a report at the end.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub player: Option<String>,
    /// A report over all games at the end: what comes again.
    pub report: bool,
    /// So many puzzles at the end, of the motifs of the mistakes and at the players' level.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub train: Option<u64>,
    /// A folder of imported games to look for those puzzles in; they are made if not given.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub train_games: Option<PathBuf>,
    /// A table of openings in Lichess' form, instead of the small one that comes with the program.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub openings: Option<PathBuf>,
    /// Also tell how far it is, where records are streamed.
    pub progress: bool,
    /// Games at the beginning that were reviewed before; the others keep their numbers.
    #[serde(skip)]
    pub skip: usize,
}

/// A side of the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[cfg_attr(feature = "clap", derive(clap::ValueEnum))]
#[serde(rename_all = "lowercase")]
pub enum SideName {
    /// White.
    White,
    /// Black.
    Black,
}

impl From<SideName> for Color {
    fn from(side: SideName) -> Color {
        match side {
            SideName::White => Color::White,
            SideName::Black => Color::Black,
        }
    }
}

/// What a review finds.
#[derive(Clone, Debug)]
pub enum Reviewed {
    /// A game.
    Game(Box<ReviewedGame>),
    /// Nothing: a game without the player who was asked for, or one that the end came for.
    Nothing,
    /// A report over all of them.
    Report(Box<ReviewReport>),
    /// An exercise.
    Puzzle(Box<Tagged>),
}

impl Records for Reviewed {
    fn records(&self) -> Vec<Record> {
        match self {
            Reviewed::Game(game) => game.records(),
            Reviewed::Nothing => Vec::new(),
            Reviewed::Report(report) => report.records(),
            Reviewed::Puzzle(puzzle) => puzzle.records(),
        }
    }
}

impl Review {
    /// Games as text.
    pub fn new(input: impl Into<String>) -> Review {
        Review {
            input: input.into(),
            ..Review::default()
        }
    }

    /// So many positions for each judgement.
    #[must_use]
    pub fn nodes(mut self, nodes: u64) -> Review {
        self.nodes = Some(nodes);
        self
    }

    /// Judged by these thresholds.
    #[must_use]
    pub fn thresholds(mut self, thresholds: Thresholds) -> Review {
        self.thresholds = thresholds;
        self
    }

    /// As if both were of this rating.
    #[must_use]
    pub fn elo(mut self, elo: u16) -> Review {
        self.elo = Some(elo);
        self
    }

    /// Only this player's games and moves.
    #[must_use]
    pub fn player(mut self, name: impl Into<String>) -> Review {
        self.player = Some(name.into());
        self
    }

    /// Everything that can be wrong with the request is found here, a text without anything included.
    pub fn prepare(&self, session: &Session) -> Result<(), Problem> {
        must_say_something(&self.input)?;
        Reviewer::new(self, session).map(drop)
    }

    /// All events about the text.
    pub fn run(&self, session: &Session) -> Result<Vec<Event<Reviewed>>, Problem> {
        collected(|sink| self.run_into(session, entries(&self.input), Reviewed::clone, sink))
    }

    /// Reviews these games instead of the text, on all threads of the session, and tells the sink in order. `form` makes of
    /// each what the sink wants. `None` where the sink had enough.
    pub fn run_into<T: Send>(
        &self,
        session: &Session,
        games: Entries<'_>,
        form: impl Fn(&Reviewed) -> T + Sync,
        mut sink: impl FnMut(Event<T>) -> ControlFlow<()>,
    ) -> Result<Option<Summary>, Problem> {
        let reviewer = Reviewer::new(self, session)?;
        let mut fault = None;
        let games = games.skip(self.skip);
        let summary = work_into(&reviewer, session, games, &form, |event| {
            if !matches!(event, Event::Summary(_)) {
                return sink(event);
            }
            let mut tell = |found: Reviewed| sink(Event::Found(form(&found)));
            let told = match reviewer.end(&mut tell) {
                Ok(told) => told,
                Err(problem) => {
                    fault = Some(problem);
                    ControlFlow::Break(())
                }
            };
            if told.is_continue() {
                sink(event)
            } else {
                told
            }
        });
        fault.map_or(Ok(summary), Err)
    }
}

/// A request made ready.
struct Reviewer<'a> {
    request: &'a Review,
    session: &'a Session,
    question: Question,
    openings: Cow<'static, Openings>,
    means: Pool<Means>,
    /// When time is up, by the session's clock.
    deadline: Option<Duration>,
    /// Made with the summary.
    end: Mutex<Option<End>>,
}

/// What is told after all games.
struct End {
    report: Option<ReviewReport>,
    lesson: Lesson,
}

impl<'a> Reviewer<'a> {
    fn new(request: &'a Review, session: &'a Session) -> Result<Reviewer<'a>, Problem> {
        let most = session.ceiling().map(|most| most.nodes);
        limits::within("nodes", request.nodes, most)?;
        let most = session.ceiling().map(|most| most.positions);
        limits::within("train", request.train, most)?;
        let lines = request.lines.unwrap_or(1);
        if !(1..=MOST_LINES).contains(&lines) {
            let message = format!("lines is {lines}: it may be 1 to {MOST_LINES}");
            return Err(Problem::new("limit", message).field("lines"));
        }
        if let Some(elo) = request.elo.filter(|elo| !(100..=4000).contains(elo)) {
            let message = format!("elo is {elo}: it may be 100 to 4000");
            return Err(Problem::new("limit", message).field("elo"));
        }
        if request.side.is_some() && request.player.is_some() {
            let message = "a player has a side in each game: give one of both";
            return Err(Problem::new("player", message).field("player"));
        }
        Ok(Reviewer {
            request,
            session,
            question: Question {
                nodes: request.nodes.unwrap_or(NODES),
                lines,
            },
            openings: openings_of(request, session)?,
            means: Pool::default(),
            deadline: session
                .ceiling()
                .map(|most| session.now() + most.total_time),
            end: Mutex::default(),
        })
    }

    fn late(&self) -> bool {
        self.deadline
            .is_some_and(|deadline| self.session.now() >= deadline)
    }

    /// The report and the exercises.
    fn end(
        &self,
        tell: &mut impl FnMut(Reviewed) -> ControlFlow<()>,
    ) -> Result<ControlFlow<()>, Problem> {
        let end = self
            .end
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .take();
        let Some(End { report, lesson }) = end else {
            return Ok(ControlFlow::Continue(()));
        };
        let told = report.map(|report| tell(Reviewed::Report(Box::new(report))));
        if told.is_some_and(|told| told.is_break()) {
            return Ok(ControlFlow::Break(()));
        }
        let Some(count) = self
            .request
            .train
            .filter(|_| !self.session.cancel().requested())
        else {
            return Ok(ControlFlow::Continue(()));
        };
        let games = self.request.train_games.as_deref();
        let mut number = 0;
        for request in lesson.plan(count, games, self.session) {
            let done =
                request.run_into(self.session, None, Tagged::clone, |event| match event {
                    Event::Found(mut puzzle) => {
                        puzzle.record.index = number;
                        number += 1;
                        tell(Reviewed::Puzzle(Box::new(puzzle)))
                    }
                    _ => ControlFlow::Continue(()),
                })?;
            if done.is_none() {
                return Ok(ControlFlow::Break(()));
            }
        }
        Ok(ControlFlow::Continue(()))
    }

    /// The side whose moves are told of; `None` where the player is not in the game.
    fn side(&self, game: &sissa_game::Game) -> Option<Option<Color>> {
        let Some(player) = &self.request.player else {
            return Some(self.request.side.map(Color::from));
        };
        let wanted = player.to_lowercase();
        let is_he = |color: &Color| {
            let name = game.header(color.fold_wb("White", "Black"));
            name.is_some_and(|name| name.to_lowercase().contains(&wanted))
        };
        Color::ALL.into_iter().find(is_he).map(Some)
    }
}

fn openings_of(request: &Review, session: &Session) -> Result<Cow<'static, Openings>, Problem> {
    let Some(path) = &request.openings else {
        return Ok(Cow::Borrowed(Openings::shipped()));
    };
    let name = path.to_string_lossy();
    let refused = || {
        Problem::new(
            "files",
            format!("files like {} are not read here", quoted(&name)),
        )
    };
    let read = session
        .read_file(&name)
        .ok_or_else(|| refused().field("openings"))?;
    let cannot =
        |error| Problem::io(format!("cannot read {}", quoted(&name)), &error).field("openings");
    let text = String::from_utf8(read.map_err(cannot)?).map_err(|_| {
        Problem::new("openings", format!("{} is no text", quoted(&name))).field("openings")
    })?;
    Openings::read(&text).map(Cow::Owned)
}

impl Work for Reviewer<'_> {
    type Found = Reviewed;
    type Count = Collector;

    fn run_record(&self) -> Run {
        run_of("review")
    }

    fn look(&self, index: u64, entry: &Entry) -> Result<Reviewed, Problem> {
        let nothing = || {
            let message = format!("{}: there is no move to review", entry.origin);
            Problem::new("input", message)
                .field("input")
                .hint("give games as PGN, or moves such as `e4 e5 Nf3`")
        };
        let game = entry.game.as_ref().ok_or_else(nothing)?;
        if game.plies() == 0 {
            return Err(nothing());
        }
        let Some(side) = self.side(game) else {
            return Ok(Reviewed::Nothing);
        };
        let order = Order {
            question: self.question,
            elo: self.request.elo,
            thresholds: self.request.thresholds,
            side,
            openings: &self.openings,
        };
        let stop = || self.session.cancel().requested() || self.late();
        let number = self.request.skip as u64 + index + 1;
        let reviewed = self.means.with(
            || Means::new(self.session.tables()),
            |means| review(&order, number, game, means, &stop),
        );
        match reviewed {
            Some(game) => Ok(Reviewed::Game(Box::new(game))),
            None if self.late() => {
                let message = format!(
                    "{}: the time for the whole request ended first",
                    entry.origin
                );
                Err(Problem::new("budget", message).hint("the command line has no such limits"))
            }
            None => Ok(Reviewed::Nothing),
        }
    }

    fn note(count: &mut Collector, found: &Reviewed) {
        if let Reviewed::Game(game) = found {
            count.add(game);
        }
    }

    fn summary(&self, count: Collector, tally: &Tally) -> Summary {
        let games = count.games();
        let asked = self.request.report || self.request.player.is_some();
        let (lesson, report) = count.finish(self.request.player.clone());
        let report = Some(report).filter(|_| asked && games > 0);
        let end = End { report, lesson };
        *self.end.lock().unwrap_or_else(PoisonError::into_inner) = Some(end);
        let exit = if tally.cancelled {
            130
        } else if self.late() {
            3
        } else if tally.errors > 0 {
            2
        } else {
            u8::from(games == 0)
        };
        Summary {
            requested: tally.read,
            produced: games,
            unique: games,
            satisfied: games,
            exit,
            ..Summary::default()
        }
    }
}
