//! Games that are like a game, positions that are like a position: [`Similar`].

use std::path::PathBuf;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use sissa_games::{
    Distance, Folder, Nearest, NearestPositions, Plies, SimilarError, SimilarPositions,
};
use sissa_record::{Record, Run, read_one};

use super::may_read;
use crate::{
    event::{Event, Records, run_of},
    explain::reasons,
    problem::Problem,
    session::Session,
    wish::Wish,
};

/// What is nearest to a game or to a position among imported games. Moves or PGN ask for games, a FEN for positions.
///
/// ```
/// use sissa::{Import, Likeness, Session, Similar};
/// # let folder = std::env::temp_dir().join(format!("sissa-similar-doc-{}", std::process::id()));
/// # let file = folder.with_extension("pgn");
/// # std::fs::write(&file, "[Result \"0-1\"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n").unwrap();
/// let session = Session::new().files(|name| std::fs::read(name));
/// Import::new([&file]).output(&folder).run(&session)?;
///
/// let found = Similar::new("1. f3 e6 2. g4").games(&folder).run(&session)?;
/// let Some(Likeness::Games(nearest)) = found else { panic!("games") };
/// assert_eq!(nearest.games[0].header.info.plies, 4);
/// # std::fs::remove_dir_all(&folder).unwrap();
/// # std::fs::remove_file(&file).unwrap();
/// # Ok::<_, sissa::Problem>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Similar {
    /// The game as PGN, moves or `source#number`, or a position as FEN.
    pub game: String,
    /// Only games with a position, or only positions, that satisfy this.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub constraint: Option<String>,
    /// How many.
    pub count: u64,
    /// The folder of imported games.
    pub games: PathBuf,
    /// What makes games alike: `moves` if not given. Positions are compared by the facts they share.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub distance: Option<Distance>,
    /// Which half-moves of games count, such as `1..20` for openings; all if not given.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<String>")]
    pub plies: Option<Plies>,
}

impl Default for Similar {
    /// The ten nearest of the folder `games` to no game yet.
    fn default() -> Similar {
        Similar {
            game: String::new(),
            constraint: None,
            count: 10,
            games: PathBuf::from("games"),
            distance: None,
            plies: None,
        }
    }
}

/// What was found to be like something.
#[derive(Clone, Debug)]
pub enum Likeness {
    /// Games that are like a game, nearest first.
    Games(Nearest),
    /// Positions that are like a position, nearest first.
    Positions(NearestPositions),
}

impl Likeness {
    /// Whether nothing was found.
    pub fn is_empty(&self) -> bool {
        match self {
            Likeness::Games(nearest) => nearest.games.is_empty(),
            Likeness::Positions(nearest) => nearest.positions.is_empty(),
        }
    }
}

impl Records for Likeness {
    fn records(&self) -> Vec<Record> {
        match self {
            Likeness::Games(nearest) => {
                let record = |found: &sissa_games::SimilarGame| Record::Similar(found.record());
                nearest.games.iter().map(record).collect()
            }
            Likeness::Positions(nearest) => {
                let record = |found: &sissa_games::SimilarPosition| {
                    Record::SimilarPosition(Box::new(found.record()))
                };
                nearest.positions.iter().map(record).collect()
            }
        }
    }
}

/// A request made ready.
#[derive(Debug)]
pub enum Comparison {
    /// A game and those of a folder.
    Games(sissa_games::Comparison),
    /// A position and those of all games of a folder.
    Positions(sissa_games::PositionComparison),
}

impl Comparison {
    /// The folder.
    pub fn folder(&self) -> &Folder {
        match self {
            Comparison::Games(games) => games.folder(),
            Comparison::Positions(positions) => positions.folder(),
        }
    }

    /// What is nearest; `None` where somebody ended the work. `progress` is told the games looked at so far.
    pub fn run(
        &self,
        session: &Session,
        progress: impl Fn(u64),
    ) -> Result<Option<Likeness>, Problem> {
        let go_on = |games| {
            progress(games);
            !session.cancel().requested()
        };
        Ok(match self {
            Comparison::Games(games) => {
                let nearest = games.run(session.workers(), &go_on)?;
                nearest.map(Likeness::Games)
            }
            Comparison::Positions(positions) => {
                let nearest = positions.run(session.workers(), &go_on)?;
                nearest.map(Likeness::Positions)
            }
        })
    }
}

impl Similar {
    /// The ten nearest to this.
    pub fn new(game: impl Into<String>) -> Similar {
        Similar {
            game: game.into(),
            ..Similar::default()
        }
    }

    /// In this folder.
    #[must_use]
    pub fn games(mut self, folder: impl Into<PathBuf>) -> Similar {
        self.games = folder.into();
        self
    }

    /// So many.
    #[must_use]
    pub fn count(mut self, count: u64) -> Similar {
        self.count = count;
        self
    }

    /// Reads the game or position and the constraint, and opens the folder: everything that can be wrong with the request is
    /// found here.
    pub fn prepare(&self, session: &Session) -> Result<Comparison, Problem> {
        let presets: [&str; 0] = [];
        let wish = Wish::read(self.constraint.as_deref(), &presets)?;
        may_read(&self.games, session)?;
        let constraint = wish.map(|wish| wish.constraint);
        let count = usize::try_from(self.count).unwrap_or(usize::MAX);
        let position = read_one(&self.game)
            .ok()
            .filter(|input| input.game.is_none());
        let Some(input) = position else {
            let request = sissa_games::Similar {
                count,
                distance: self.distance.unwrap_or_default(),
                plies: self.plies.unwrap_or_default(),
                constraint,
                ..sissa_games::Similar::new(&self.game, &self.games)
            };
            return Ok(Comparison::Games(request.open()?));
        };
        for (field, given) in [
            ("distance", self.distance.is_some()),
            ("plies", self.plies.is_some()),
        ] {
            if given {
                let message = format!("{field} is about games, and this is a position");
                return Err(Problem::new("input", message)
                    .field(field)
                    .hint("leave it out; positions are compared by the facts they share"));
            }
        }
        let request = SimilarPositions {
            count,
            constraint,
            ..SimilarPositions::new(input.position.fen(), &self.games)
        };
        Ok(Comparison::Positions(request.open()?))
    }

    /// What is nearest; `None` where somebody ended the work.
    pub fn run(&self, session: &Session) -> Result<Option<Likeness>, Problem> {
        self.prepare(session)?.run(session, |_| {})
    }

    /// What the request tells before it finds anything.
    pub fn told<T>(&self) -> Event<T> {
        Event::Run(Run {
            constraint: self.constraint.clone(),
            count: Some(self.count),
            ..run_of("games similar")
        })
    }
}

impl From<SimilarError> for Problem {
    fn from(error: SimilarError) -> Problem {
        let message = error.to_string();
        match error {
            SimilarError::Read(error) => {
                let problem = Problem::from(error);
                let hint = "give one game as PGN or moves, or one of the folder as SOURCE#NUMBER";
                Problem {
                    hint: problem.hint.or_else(|| Some(hint.to_owned())),
                    ..problem
                }
            }
            SimilarError::Position => Problem::new("input", message)
                .field("game")
                .hint("give moves or PGN"),
            SimilarError::Fen(_) => Problem::new("input", message)
                .field("game")
                .hint("`sissa check FEN` says what is wrong with it"),
            SimilarError::Unknown(_) => Problem::new("input", message)
                .field("game")
                .hint("names are SOURCE#NUMBER, as `sissa games find -f text` prints them"),
            SimilarError::Impossible(refutation) => Problem::new("impossible", message)
                .field("constraint")
                .reasons(&reasons(&refutation))
                .hint("relax one of the conditions named; explain shows how it is read"),
            SimilarError::Query(error) => error.into(),
            SimilarError::Games(error) => error.into(),
        }
    }
}
