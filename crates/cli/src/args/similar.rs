//! Flags of the commands of `sissa games` that hold games against each other.

use std::path::PathBuf;

use clap::{Args, ValueEnum, ValueHint};
use sissa_games::{Distance, Plies};

use super::{ListFormat, OutputArgs, values::count, values::threads};

/// How far games are apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum DistanceName {
    /// Move by move: nine numbers each, their distance, the sum
    Moves,
    /// The same, where a move may be held against one up to four moves earlier or later
    Warped,
    /// By the boards after each half-move: pawns, material, wings of the kings
    Structure,
    /// By the boards after each half-move: all men, at most eight that differ: when games part
    Boards,
}

impl From<DistanceName> for Distance {
    fn from(name: DistanceName) -> Distance {
        match name {
            DistanceName::Moves => Distance::Moves,
            DistanceName::Warped => Distance::Warped,
            DistanceName::Structure => Distance::Structure,
            DistanceName::Boards => Distance::Boards,
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

/// Find the games that are most like a game, or the positions that are most like a position
///
/// The nearest games of the folder, exactly: the same as holding the game against every one of them.
/// By `moves` a half-move is nine numbers (from, to, weights of the man before and after and of the
/// man taken, and where that stood), two half-moves are as far apart as these points, and games by the
/// sum; the shorter game is filled with moves that are none.
///
/// Of a position (a FEN) the nearest positions of all games are found, by the facts that both have or only one has: men on
/// squares, attacks, passed, isolated and doubled pawns, open files, whose move it is, rights to castle.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  sissa games similar mine.pgn -g games
  sissa games similar \"1. e4 c5 2. Nf3 d6 3. d4 cxd4 4. Nxd4 Nf6 5. Nc3 a6\" --plies 1..10 -n 5
  sissa games similar mine.pgn \"elo>=2400 and result 1-0\" --distance structure -f pgn
  sissa games similar lichess.pgn#12 -f jsonl
  sissa games similar \"r4rk1/pp3ppp/2n1b3/3p4/3N4/2P1B3/PP3PPP/R4RK1 w - - 0 16\" -n 3

Exit code 0: something was found; 1: nothing; 2: error.")]
pub struct SimilarArgs {
    /// The game: a file with one game, moves, `-`, or a game of the folder as SOURCE#NUMBER; or a position as FEN
    #[arg(value_name = "GAME|FEN")]
    pub game: String,
    /// Only games with a position that satisfies this, or positions that do; several words are one constraint
    #[arg(value_name = "CONSTRAINT")]
    pub constraint: Vec<String>,
    /// The folder of imported games
    #[arg(short, long, value_name = "DIR", default_value = "games", value_hint = ValueHint::DirPath)]
    pub games: PathBuf,
    /// How many
    #[arg(short = 'n', long, value_name = "N", default_value = "10", value_parser = count)]
    pub count: u64,
    #[command(flatten)]
    pub measure: MeasureArgs,
    /// Also hold the game against every other without bounds: says whether the answer is the same, and how many times as long it takes
    #[arg(long)]
    pub plain: bool,
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
    /// What makes games alike; if not given, `moves` for `similar`, `boards` for samples
    #[arg(short, long, value_name = "NAME")]
    pub distance: Option<DistanceName>,
    /// Only these half-moves count, such as 1..20 for openings; all if not given
    #[arg(long, value_name = "A..B")]
    pub plies: Option<Plies>,
}

/// Which games are compared with each other.
#[derive(Debug, Args)]
pub struct LandscapeArgs {
    /// Only games with a position that satisfies this; several words are one constraint
    #[arg(value_name = "CONSTRAINT")]
    pub constraint: Vec<String>,
    /// The folder of imported games
    #[arg(short, long, value_name = "DIR", default_value = "games", value_hint = ValueHint::DirPath)]
    pub games: PathBuf,
    /// How many games to draw by chance; all pairs of them are compared
    #[arg(long, value_name = "N", default_value = "2000", value_parser = sample)]
    pub sample: usize,
    /// The seed of chance
    #[arg(long, value_name = "SEED", default_value_t = 1)]
    pub seed: u64,
    #[command(flatten)]
    pub measure: MeasureArgs,
    /// Threads; all processors if not given
    #[arg(short = 'j', long, value_name = "N", value_parser = threads)]
    pub threads: Option<usize>,
    #[command(flatten)]
    pub output: OutputArgs,
}

/// A number of games whose distances fit into memory.
fn sample(text: &str) -> Result<usize, String> {
    match text.replace('_', "").parse() {
        Ok(number @ 2..=20_000) => Ok(number),
        _ => Err("not a number from 2 to 20000: all pairs are compared".to_owned()),
    }
}

/// Find the games that are least like any other
///
/// Of a sample the games whose nearest ones are furthest away, by the mean distance. All pairs of the
/// sample are compared, which is quadratic in its size. Sums grow with the length of games, so --plies
/// keeps long games from being strange for their length alone.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  sissa games outliers -g games --plies 1..30
  sissa games outliers \"elo>=2400\" --sample 5000 -d structure -n 20 -f pgn
  sissa games outliers eco B20..B99 --plies 1..16 -k 5 -f jsonl")]
pub struct OutliersArgs {
    #[command(flatten)]
    pub landscape: LandscapeArgs,
    /// How many games
    #[arg(short = 'n', long, value_name = "N", default_value = "10", value_parser = count)]
    pub count: u64,
    /// To how many nearest games the distance is taken
    #[arg(short = 'k', long, value_name = "K", default_value = "10", value_parser = count)]
    pub nearest: u64,
    /// Format; else by the extension of FILE, else `text`
    #[arg(short, long, value_name = "FORMAT", help_heading = "Output")]
    pub format: Option<TableFormat>,
}

/// Group games around typical ones
///
/// Of a sample: clusters (Ward's linkage, cut and refined), each with its commonest opening, its results and
/// its typical game, the medoid;
/// how well they agree with ECO codes (letter and digit) and with results, beside chance, by the
/// adjusted Rand index; and a map. All pairs of the sample are compared, which is quadratic in its size.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  sissa games clusters -g games --plies 1..20
  sissa games clusters \"elo>=2000\" -k 12 -d structure --plies 1..30 --map map.svg
  sissa games clusters --sample 4000 -f jsonl -o clusters.jsonl")]
pub struct ClustersArgs {
    #[command(flatten)]
    pub landscape: LandscapeArgs,
    /// How many clusters
    #[arg(short = 'k', long, value_name = "K", default_value = "30", value_parser = count)]
    pub clusters: u64,
    /// Also draw a map of the games, to a .svg file
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub map: Option<PathBuf>,
    /// Format; else by the extension of FILE, else `text`
    #[arg(short, long, value_name = "FORMAT", help_heading = "Output")]
    pub format: Option<ListFormat>,
}

/// See whether the nearest games tell opening, result and rating
///
/// Of a sample each game is asked for by its nearest ones, which vote for the ECO code (letter and digit),
/// the result, and the players' mean rating in bands of 200 points; beside what the commonest answer, drawing
/// from all answers and "the higher rated wins" get right. All pairs of the sample are compared, which
/// is quadratic in its size.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  sissa games classify -g games --plies 1..20
  sissa games classify -k 25 -d structure --sample 4000 -f jsonl")]
pub struct ClassifyArgs {
    #[command(flatten)]
    pub landscape: LandscapeArgs,
    /// How many nearest games vote
    #[arg(short = 'k', long, value_name = "K", default_value = "15", value_parser = count)]
    pub nearest: u64,
    /// Format; else by the extension of FILE, else `text`
    #[arg(short, long, value_name = "FORMAT", help_heading = "Output")]
    pub format: Option<ListFormat>,
}
