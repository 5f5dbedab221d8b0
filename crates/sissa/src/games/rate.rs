//! How strong two players are, by their moves: [`Rate`].

use std::{ops::ControlFlow, path::PathBuf};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use sissa_human::{Estimate, Evidence, Formula, Rater};
use sissa_nn::human::Site;
use sissa_record::{GameInfo, RatingRecord, Record, SideRating, Summary};

use super::{Course, each::each_game};
use crate::{
    event::{Event, Records},
    generate::SiteName,
    problem::Problem,
    session::Session,
};

/// How strong the players of imported games are, by the moves alone: ratings in the games' tags are not looked at.
///
/// One game says little, and the interval says how little: it holds nine players of ten. Whoever has the moves of a game
/// at hand can ask [`sissa_human::Rater`] instead.
///
/// ```
/// use sissa::{Event, Import, Rate, Session};
/// # let folder = std::env::temp_dir().join(format!("sissa-rate-doc-{}", std::process::id()));
/// # let file = folder.with_extension("pgn");
/// # std::fs::write(&file, "[Result \"0-1\"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n").unwrap();
/// let session = Session::new().files(|name| std::fs::read(name));
/// Import::new([&file]).output(&folder).run(&session)?;
///
/// let mut games = Vec::new();
/// Rate::new(&folder).run_into(&session, |event| {
///     if let Event::Found(game) = event {
///         games.push(game);
///     }
///     std::ops::ControlFlow::Continue(())
/// })?;
/// let [white, black] = games[0].estimates;
/// assert!(white.low < white.rating && white.rating < white.high);
/// assert_eq!(games[0].evidence[0].moves, 2);
/// # std::fs::remove_dir_all(&folder).unwrap();
/// # std::fs::remove_file(&file).unwrap();
/// # Ok::<_, sissa::Problem>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Rate {
    /// The folder of imported games.
    pub games: PathBuf,
    /// Whose scale of ratings; where it is left out, that of the site where the game was played, else Lichess'.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub site: Option<SiteName>,
}

impl Default for Rate {
    /// The games of the folder `games`.
    fn default() -> Rate {
        Rate {
            games: PathBuf::from("games"),
            site: None,
        }
    }
}

/// A game with an estimate for each side.
#[derive(Clone, Debug, PartialEq)]
pub struct RatedGame {
    /// The game.
    pub game: GameInfo,
    /// White's and Black's.
    pub estimates: [Estimate; 2],
    /// What they come from.
    pub evidence: [Evidence; 2],
    /// Whose scale it is.
    pub site: Site,
}

impl RatedGame {
    /// The name of the scale.
    pub fn scale(&self) -> &'static str {
        match self.site {
            Site::ChessCom => "Chess.com",
            Site::Fics => "FICS",
            Site::Board => "FIDE",
            Site::Lichess => "Lichess",
        }
    }
}

impl Records for RatedGame {
    fn records(&self) -> Vec<Record> {
        let side = |number: usize| {
            let (estimate, evidence) = (self.estimates[number], self.evidence[number]);
            SideRating {
                rating: estimate.rating.round() as u16,
                low: estimate.low.round() as u16,
                high: estimate.high.round() as u16,
                moves: evidence.moves,
                lost: (1000.0 * evidence.lost / f64::from(evidence.moves.max(1))).round() / 1000.0,
                blunders: evidence.blunders,
            }
        };
        vec![Record::Rating(Box::new(RatingRecord {
            game: self.game.clone(),
            scale: self.scale().to_owned(),
            white: side(0),
            black: side(1),
        }))]
    }
}

impl Rate {
    /// Of the games of a folder.
    pub fn new(folder: impl Into<PathBuf>) -> Rate {
        Rate {
            games: folder.into(),
            ..Rate::default()
        }
    }

    /// One game; `None` where `stop` says so.
    pub fn game(
        &self,
        course: &Course,
        rater: &mut Rater,
        stop: &dyn Fn() -> bool,
    ) -> Option<RatedGame> {
        let player = course.players[0];
        // Learnt from online games only.
        let played = match player.site {
            Site::Board => Site::Lichess,
            online => online,
        };
        let site = self.site.map_or(played, SiteName::site);
        let evidence = rater.evidence(course.start(), course.moves(), (site, player.pace), stop)?;
        let [white, black] = &evidence;
        let formula = Formula::shipped();
        Some(RatedGame {
            game: course.header.info.clone(),
            estimates: [
                formula.estimate(white, black),
                formula.estimate(black, white),
            ],
            evidence,
            site,
        })
    }

    /// Tells the sink of game after game, in the order of the folder. `None` where the sink had enough.
    pub fn run_into(
        &self,
        session: &Session,
        sink: impl FnMut(Event<RatedGame>) -> ControlFlow<()>,
    ) -> Result<Option<Summary>, Problem> {
        if self.site == Some(SiteName::Board) {
            let message =
                "ratings of FIDE cannot be told: the formula has learnt from online games";
            let hint = "leave it out, or name lichess, chesscom or fics";
            return Err(Problem::new("site", message).field("site").hint(hint));
        }
        let stop = || session.cancel().requested();
        let form = |course: &Course| self.game(course, &mut Rater::default(), &stop);
        each_game("games rate", &self.games, session, form, sink)
    }
}
