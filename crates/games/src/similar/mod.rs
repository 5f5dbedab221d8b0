//! Games that are like a game.
//!
//! [`Similar`] is the request, plain data. Opened, it is a [`Comparison`]; running it gives the nearest
//! games of a folder, the same as holding the game against all of them, which bounds make quick. The
//! distances are told in [`Distance`]; the first is that of a paper of 2020 that thinks of a move as
//! nine numbers.

mod distance;
mod landscape;
mod positions;
mod rows;
mod search;
mod sketch;

use std::path::PathBuf;

use sissa_constraint::{Constraint, Refutation};
use sissa_record::{Game, ReadError, SimilarRecord, fen, pgn, read_one};

use crate::{
    Folder, GameHeader, GameRow, GamesError, Query, QueryError, WideColumns, decode_move,
    encode_move, folder::Place, replay::start, report::Table,
};
pub use distance::{Distance, Plies, PliesError};
pub use landscape::{
    Agreement, Classification, Cluster, Clusters, Expedition, Landscape, Outlier, Question, Terrain,
};
pub use positions::{NearestPositions, PositionComparison, SimilarPosition, SimilarPositions};
use rows::{Course, ONE};
pub use search::Effort;

/// A request for games that are like a game.
///
/// ```
/// use sissa_games::{Distance, Similar};
///
/// let similar = Similar {
///     count: 5,
///     distance: Distance::Warped,
///     ..Similar::new("1. e4 e5 2. Nf3 Nc6 3. Bb5", "games")
/// };
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Similar {
    /// The game: PGN, moves, or the name of a game of the folder, `source#number`.
    pub game: String,
    /// The folder of imported games.
    pub games: PathBuf,
    /// How many games.
    pub count: usize,
    /// What is near.
    pub distance: Distance,
    /// The half-moves that count.
    pub plies: Plies,
    /// Only games with a position that satisfies this.
    pub constraint: Option<Constraint>,
}

/// Why a request cannot be answered.
#[derive(Debug, thiserror::Error)]
pub enum SimilarError {
    /// The game cannot be read.
    #[error(transparent)]
    Read(#[from] ReadError),
    /// A position without moves.
    #[error("a position is not a game: the moves that lead to it are needed")]
    Position,
    /// A position that is none.
    #[error("`{0}` is not the FEN of a position that can be played on")]
    Fen(String),
    /// The folder has no game of this name.
    #[error("there is no game `{0}` in the folder")]
    Unknown(String),
    /// No position satisfies the constraint.
    #[error("no position can satisfy this constraint")]
    Impossible(Refutation),
    /// Games do not tell.
    #[error(transparent)]
    Query(#[from] QueryError),
    /// The games cannot be read.
    #[error(transparent)]
    Games(#[from] GamesError),
}

impl Similar {
    /// The ten nearest games of a folder, by moves.
    pub fn new(game: impl Into<String>, games: impl Into<PathBuf>) -> Similar {
        Similar {
            game: game.into(),
            games: games.into(),
            count: 10,
            distance: Distance::default(),
            plies: Plies::default(),
            constraint: None,
        }
    }

    /// Reads the game, makes the constraint ready and opens the folder.
    pub fn open(&self) -> Result<Comparison, SimilarError> {
        let query = filter(self.constraint.as_ref())?;
        let folder = Folder::open(&self.games)?;
        let named = self.game.trim().rsplit_once('#');
        let named = named.and_then(|(source, number)| Some((source, number.parse().ok()?)));
        let last = self.plies.places().1;
        let view = self.distance.view();
        let (course, itself) = match named {
            Some((source, number)) => {
                let found = by_name(&folder, source, number, &|row| {
                    Course::of(start(row), row.moves(), last, view)
                })?;
                let (course, place) =
                    found.ok_or_else(|| SimilarError::Unknown(self.game.trim().to_owned()))?;
                (course, Some(place))
            }
            None => {
                let game = read_one(&self.game)?.game.ok_or(SimilarError::Position)?;
                let numbers = game.moves().iter().map(encode_move);
                let start = Some(game.start().clone());
                (Course::of(start, numbers, last, view), None)
            }
        };
        Ok(Comparison {
            folder,
            query,
            course,
            itself,
            count: self.count,
            distance: self.distance,
            plies: self.plies,
        })
    }
}

/// A constraint ready for games.
fn filter(constraint: Option<&Constraint>) -> Result<Option<Query>, SimilarError> {
    let Some(constraint) = constraint else {
        return Ok(None);
    };
    let query = Query::new(constraint)?;
    match constraint.refutation() {
        Some(refutation) => Err(SimilarError::Impossible(refutation)),
        None => Ok(Some(query)),
    }
}

/// The course of the game of a name, and where it is.
fn by_name(
    folder: &Folder,
    source: &str,
    number: u64,
    make: &dyn Fn(GameRow<'_>) -> Course,
) -> Result<Option<(Course, Place)>, GamesError> {
    let wanted = WideColumns {
        moves: true,
        ..WideColumns::default()
    };
    for (piece, (part, group)) in folder.pieces().into_iter().enumerate() {
        if folder.parts()[part].source() != source {
            continue;
        }
        let mut found = None;
        let mut place = Place { piece, row: 0 };
        folder.read((part, group), wanted, &mut |row| {
            if row.number() == number {
                found = Some((make(row), place));
            }
            place.row += 1;
            found.is_none()
        })?;
        if found.is_some() {
            return Ok(found);
        }
    }
    Ok(None)
}

/// A request that can be answered.
#[derive(Debug)]
pub struct Comparison {
    folder: Folder,
    query: Option<Query>,
    course: Course,
    /// The game itself, if it is one of the folder.
    itself: Option<Place>,
    count: usize,
    distance: Distance,
    plies: Plies,
}

impl Comparison {
    /// The folder.
    pub fn folder(&self) -> &Folder {
        &self.folder
    }

    /// Finds the nearest games, of equally near ones those that come first in the folder. `progress`
    /// is called with the games done so far and ends the work by saying false, which gives none.
    pub fn run(
        &self,
        threads: usize,
        progress: &dyn Fn(u64) -> bool,
    ) -> Result<Option<Nearest>, GamesError> {
        self.found(false, threads, progress)
    }

    /// The same by the plain way, which holds the game against every other to its end: for who wants to see that the answer is the
    /// same, and what the bounds are worth.
    pub fn run_plainly(
        &self,
        threads: usize,
        progress: &dyn Fn(u64) -> bool,
    ) -> Result<Option<Nearest>, GamesError> {
        self.found(true, threads, progress)
    }

    fn found(
        &self,
        plainly: bool,
        threads: usize,
        progress: &dyn Fn(u64) -> bool,
    ) -> Result<Option<Nearest>, GamesError> {
        if self.count == 0 {
            return Ok(Some(Nearest::default()));
        }
        let Some((found, effort)) = search::search(self, plainly, threads, progress)? else {
            return Ok(None);
        };
        let places: Vec<Place> = found.iter().map(|near| near.place).collect();
        let whole = read_places(&self.folder, &places)?;
        let games = found.iter().zip(whole).zip(1..);
        let games = games.map(|((near, (header, game)), rank)| SimilarGame {
            rank,
            distance: near.distance as f64 / ONE as f64,
            header,
            game,
        });
        Ok(Some(Nearest {
            games: games.collect(),
            effort,
        }))
    }
}

/// The games at some places, in the order of the places.
pub(crate) fn read_places(
    folder: &Folder,
    places: &[Place],
) -> Result<Vec<(GameHeader, Game)>, GamesError> {
    let mut order: Vec<usize> = (0..places.len()).collect();
    order.sort_by_key(|index| places[*index]);
    let pieces = folder.pieces();
    let mut found = vec![(GameHeader::default(), Game::new()); places.len()];
    for same_piece in order.chunk_by(|a, b| places[*a].piece == places[*b].piece) {
        let rows: Vec<usize> = same_piece.iter().map(|index| places[*index].row).collect();
        let mut indices = same_piece.iter();
        let wanted = WideColumns {
            moves: true,
            ..WideColumns::default()
        };
        let piece = pieces[places[same_piece[0]].piece];
        folder.read_rows(piece, &rows, wanted, &mut |row| {
            if let Some(index) = indices.next() {
                found[*index] = (GameHeader::of(row), whole_game(row));
            }
            true
        })?;
    }
    Ok(found)
}

/// The game of a row, with its tags.
fn whole_game(row: GameRow<'_>) -> Game {
    let mut game = Game::starting_from(start(row).unwrap_or_default());
    GameHeader::of(row).write_tags(&mut game);
    for number in row.moves() {
        let played = decode_move(game.end(), number);
        // Import has replayed them all; a damaged file ends the game early.
        if played.is_none_or(|played| game.push(played).is_err()) {
            break;
        }
    }
    game
}

/// The games that are nearest to a game.
#[derive(Clone, Debug, Default)]
pub struct Nearest {
    /// They themselves, nearest first.
    pub games: Vec<SimilarGame>,
    /// What it took to find them.
    pub effort: Effort,
}

impl Nearest {
    /// As a table.
    pub fn table(&self) -> Table {
        Table {
            name: "similar",
            columns: SimilarGame::COLUMNS.to_vec(),
            rows: self.games.iter().map(SimilarGame::fields).collect(),
        }
    }
}

/// A game that is near.
#[derive(Clone, Debug)]
pub struct SimilarGame {
    /// 1 for the nearest.
    pub rank: u64,
    /// How far it is.
    pub distance: f64,
    /// What is known of it.
    pub header: GameHeader,
    /// The game, with its tags.
    pub game: Game,
}

impl SimilarGame {
    /// As a record.
    pub fn record(&self) -> SimilarRecord {
        SimilarRecord {
            rank: self.rank,
            distance: self.distance,
            game: self.header.info.clone(),
            moves: self.game.uci_moves(),
            start_fen: (!self.game.from_starting_position()).then(|| fen(self.game.start())),
        }
    }

    /// As PGN, with its rank and distance among the tags.
    pub fn pgn(&self) -> String {
        let (rank, distance) = (self.rank.to_string(), format!("{:.6}", self.distance));
        pgn(
            &self.game,
            &[("SimilarRank", &rank), ("SimilarDistance", &distance)],
        )
    }

    /// As the fields of a table, in the order of [`SimilarGame::COLUMNS`].
    pub fn fields(&self) -> Vec<String> {
        fields(self.rank, self.distance, &self.header, &self.game)
    }

    /// The columns of a table.
    pub const COLUMNS: [&'static str; 14] = [
        "rank",
        "distance",
        "source",
        "game",
        "white",
        "black",
        "white_elo",
        "black_elo",
        "result",
        "date",
        "eco",
        "opening",
        "plies",
        "moves",
    ];
}

/// A game with its rank and distance as the fields of a table.
fn fields(rank: u64, distance: f64, header: &GameHeader, game: &Game) -> Vec<String> {
    let info = &header.info;
    let text = |value: &Option<String>| value.clone().unwrap_or_default();
    let elo = |value: Option<u16>| value.map(|elo| elo.to_string()).unwrap_or_default();
    vec![
        rank.to_string(),
        format!("{:.6}", distance),
        info.source.clone(),
        info.number.to_string(),
        text(&info.white),
        text(&info.black),
        elo(info.white_elo),
        elo(info.black_elo),
        text(&info.result),
        text(&info.date),
        text(&info.eco),
        text(&info.opening),
        info.plies.to_string(),
        game.uci_moves().join(" "),
    ]
}
