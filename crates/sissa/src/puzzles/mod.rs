//! Puzzles: made to order or from games ([`MakePuzzles`]), what happens in them and how difficult they are ([`TagPuzzles`]), and how
//! many the engine solves ([`SolvePuzzles`]).

mod attempt;
mod compose;
mod describe;
mod find;
mod make;
mod scan;
mod tag;

use shakmaty::{CastlingMode, Chess, Move, Position as _, san::SanPlus};
use sissa_judge::{Judge, Solver};
use sissa_record::{PuzzleSource, read_one, read_puzzles};

pub use attempt::{Attempt, SolvePuzzles};
pub(crate) use compose::{Composer, Composition, Mistake, Moment};
pub use make::MakePuzzles;
use scan::led_by;
pub use tag::{TagPuzzles, Tagged};

use crate::{pool::Pool, problem::Problem};

/// Positions looked at for each move where nothing is said.
const NODES: u64 = 100_000;

/// Puzzles to work on, or why a piece of the input is none.
pub type PuzzleEntries<'a> = Box<dyn Iterator<Item = Result<PuzzleSource, Problem>> + Send + 'a>;

/// The puzzles of a text: Lichess' CSV, records, FEN, EPD or PGN. A line alone is an argument, several are a stream.
///
/// ```
/// let found = sissa::puzzle_entries("6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1");
/// assert_eq!(found.count(), 1);
/// ```
pub fn puzzle_entries(text: &str) -> PuzzleEntries<'_> {
    if !text.trim().contains('\n') {
        let one = read_one(text)
            .map(PuzzleSource::from)
            .map_err(Problem::from);
        return Box::new(std::iter::once(one));
    }
    let puzzles = read_puzzles(text.as_bytes(), "stdin");
    Box::new(puzzles.map(|puzzle| puzzle.map_err(Problem::from)))
}

/// Who judges, and who proves; both forget between two positions.
type Judges = Pool<(Judge, Solver)>;

fn judges() -> (Judge, Solver) {
    (Judge::new(), Solver::new())
}

fn uci(moves: &[Move]) -> Vec<String> {
    let uci = |m: &Move| m.to_uci(CastlingMode::Standard).to_string();
    moves.iter().map(uci).collect()
}

/// Moves as people write them, with numbers.
fn movetext(start: &Chess, moves: &[Move]) -> String {
    let mut chess = start.clone();
    let mut words = Vec::new();
    for (index, m) in moves.iter().enumerate() {
        let number = chess.fullmoves();
        if chess.turn().is_white() {
            words.push(format!("{number}."));
        } else if index == 0 {
            words.push(format!("{number}..."));
        }
        words.push(SanPlus::from_move_and_play_unchecked(&mut chess, *m).to_string());
    }
    words.join(" ")
}
