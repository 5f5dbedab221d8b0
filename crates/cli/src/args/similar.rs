//! Flags of the commands of `sissa games` that hold games against each other.

use std::path::PathBuf;

use clap::{Args, ValueEnum, ValueHint};
use sissa_games::{Distance, Plies};

use super::{OutputArgs, values::count, values::threads};

/// How far games are apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum DistanceName {
    /// Move by move: nine numbers each, their distance, the sum
    Moves,
    /// The same, where a move may be held against one up to four moves earlier or later
    Warped,
    /// By the boards after each half-move: pawns, material, wings of the kings
    Structure,
}

impl From<DistanceName> for Distance {
    fn from(name: DistanceName) -> Distance {
        match name {
            DistanceName::Moves => Distance::Moves,
            DistanceName::Warped => Distance::Warped,
            DistanceName::Structure => Distance::Structure,
        }
    }
}

/// A format of games that were found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum TableFormat {
    /// A line a game, to read
    Text,
    /// One record a line, for programs
    Jsonl,
    /// A table with a heading
    Csv,
    /// The games
    Pgn,
}

impl TableFormat {
    pub const EXTENSIONS: &[(&str, TableFormat)] = &[
        ("txt", TableFormat::Text),
        ("jsonl", TableFormat::Jsonl),
        ("ndjson", TableFormat::Jsonl),
        ("csv", TableFormat::Csv),
        ("pgn", TableFormat::Pgn),
    ];
}

/// Find the games that are most like a game
///
/// The nearest games of the folder, exactly: the same as holding the game against every one of them.
/// By `moves` a half-move is nine numbers (from, to, weights of the man before and after and of the
/// man taken, and where that stood), two half-moves are as far apart as these points, and games by the
/// sum; the shorter game is filled with moves that are none.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  sissa games similar mine.pgn -g games
  sissa games similar \"1. e4 c5 2. Nf3 d6 3. d4 cxd4 4. Nxd4 Nf6 5. Nc3 a6\" --plies 1..10 -n 5
  sissa games similar mine.pgn \"elo>=2400 and result 1-0\" --distance structure -f pgn
  sissa games similar lichess.pgn#12 -f jsonl

Exit code 0: something was found; 1: nothing; 2: error.")]
pub struct SimilarArgs {
    /// The game: a file with one game, moves, `-`, or a game of the folder as SOURCE#NUMBER
    #[arg(value_name = "GAME")]
    pub game: String,
    /// Only games with a position that satisfies this; several words are one constraint
    #[arg(value_name = "CONSTRAINT")]
    pub constraint: Vec<String>,
    /// The folder of imported games
    #[arg(short, long, value_name = "DIR", default_value = "games", value_hint = ValueHint::DirPath)]
    pub games: PathBuf,
    /// How many games
    #[arg(short = 'n', long, value_name = "N", default_value = "10", value_parser = count)]
    pub count: u64,
    #[command(flatten)]
    pub measure: MeasureArgs,
    /// Threads; all processors if not given
    #[arg(short = 'j', long, value_name = "N", value_parser = threads)]
    pub threads: Option<usize>,
    #[command(flatten)]
    pub output: OutputArgs,
    /// Format; else by the extension of FILE, else `text`
    #[arg(short, long, value_name = "FORMAT", help_heading = "Output")]
    pub format: Option<TableFormat>,
}

/// What makes games alike.
#[derive(Debug, Args)]
pub struct MeasureArgs {
    /// What makes games alike
    #[arg(short, long, value_name = "NAME", default_value = "moves")]
    pub distance: DistanceName,
    /// Only these half-moves count, such as 1..20 for openings; all if not given
    #[arg(long, value_name = "A..B")]
    pub plies: Option<Plies>,
}
