//! Games that are like a game, positions that are like a position: [`Similar`].

use std::path::PathBuf;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use sissa_games::{Nearest, NearestPositions, SimilarError, SimilarPositions};
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
}

impl Default for Similar {
    /// The ten nearest of the folder `games` to no game yet.
    fn default() -> Similar {
        Similar {
            game: String::new(),
            constraint: None,
            count: 10,
            games: PathBuf::from("games"),
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

/// A request whose folder is open.
enum Opened {
    Games(sissa_games::Comparison),
    Positions(sissa_games::PositionComparison),
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

    /// Everything that can be wrong with the request is found here.
    pub fn prepare(&self, session: &Session) -> Result<(), Problem> {
        self.open(session).map(drop)
    }

    /// What is nearest; `None` where somebody ended the work.
    pub fn run(&self, session: &Session) -> Result<Option<Likeness>, Problem> {
        let go_on = |_| !session.cancel().requested();
        Ok(match self.open(session)? {
            Opened::Games(comparison) => comparison
                .run(session.workers(), &go_on)?
                .map(Likeness::Games),
            Opened::Positions(comparison) => comparison
                .run(session.workers(), &go_on)?
                .map(Likeness::Positions),
        })
    }

    /// What the request tells before it finds anything.
    pub fn told<T>(&self) -> Event<T> {
        Event::Run(Run {
            constraint: self.constraint.clone(),
            count: Some(self.count),
            ..run_of("games similar")
        })
    }

    fn open(&self, session: &Session) -> Result<Opened, Problem> {
        let presets: [&str; 0] = [];
        let wish = Wish::read(self.constraint.as_deref(), &presets)?;
        may_read(&self.games, session)?;
        let count = usize::try_from(self.count).unwrap_or(usize::MAX);
        let position = read_one(&self.game)
            .ok()
            .filter(|input| input.game.is_none());
        Ok(match position {
            Some(input) => {
                let mut request = SimilarPositions::new(input.position.fen())
                    .games(&self.games)
                    .count(count);
                if let Some(wish) = wish {
                    request = request.constraint(wish.constraint);
                }
                Opened::Positions(request.open()?)
            }
            None => {
                let mut request = sissa_games::Similar::new(&self.game)
                    .games(&self.games)
                    .count(count);
                if let Some(wish) = wish {
                    request = request.constraint(wish.constraint);
                }
                Opened::Games(request.open()?)
            }
        })
    }
}

impl From<SimilarError> for Problem {
    fn from(error: SimilarError) -> Problem {
        let message = error.to_string();
        match error {
            SimilarError::Read(error) => error.into(),
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
