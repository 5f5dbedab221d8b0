//! Flags of `sissa games`.

use std::path::PathBuf;

use clap::{Args, Subcommand, ValueEnum, ValueHint};

use super::{
    ClassifyArgs, ClustersArgs, Format, OutliersArgs, OutputArgs, PredictArgs, RateArgs, SheetArgs,
    SimilarArgs, SolutionsPlace, values::count, values::threads,
};

/// Import games from PGN, find positions in them, report on them
///
/// Imported games are Parquet files in a folder, which DuckDB, Polars, pandas and Spark read as
/// they are.
#[derive(Debug, Args)]
#[command(arg_required_else_help = true)]
pub struct GamesArgs {
    #[command(subcommand)]
    pub command: GamesCommand,
}

#[derive(Debug, Subcommand)]
pub enum GamesCommand {
    Import(ImportArgs),
    Find(FindArgs),
    Info(InfoArgs),
    Report(ReportArgs),
    Similar(SimilarArgs),
    Outliers(OutliersArgs),
    Clusters(ClustersArgs),
    Classify(ClassifyArgs),
    Predict(PredictArgs),
    Rate(RateArgs),
}

/// Turn PGN into Parquet
///
/// Plain, zst, bz2 and gz files are recognised by their contents. Every game is replayed; broken
/// games and other variants are counted, never fatal. A run that was interrupted or killed is taken
/// up again by the same command: no game is lost and none doubled.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  sissa games import lichess_db_standard_rated_2013-01.pgn.zst -o games
  curl -s URL | sissa games import - --name 2013-01 -o games
  sissa games import *.pgn --filter thesis -o thesis-games

Filters with a name (each can be sharpened by the options):
  thesis         both ratings at least 1000; no base time of 60, 120, 180 or 240 s; 5 moves or more
  decisive-1200  decided, 10 moves or more, both ratings at least 1200, base time at least 20 min
  decisive-2000  the same with both ratings at least 2000")]
pub struct ImportArgs {
    /// PGN files; `-` is standard input
    #[arg(value_name = "FILE", required = true, value_hint = ValueHint::FilePath)]
    pub files: Vec<PathBuf>,
    /// The folder for the Parquet files
    #[arg(short, long, value_name = "DIR", default_value = "games", value_hint = ValueHint::DirPath)]
    pub output: PathBuf,
    /// The name that games from standard input carry
    #[arg(long, value_name = "NAME", default_value = "stdin")]
    pub name: String,
    /// Keep only the games of a named filter
    #[arg(long, value_name = "NAME", help_heading = "Filters")]
    pub filter: Option<String>,
    /// Both players have at least this rating
    #[arg(long, value_name = "ELO", help_heading = "Filters")]
    pub min_elo: Option<u16>,
    /// Drop games with these base times, in seconds, such as 60,120
    #[arg(
        long,
        value_name = "SECS",
        value_delimiter = ',',
        help_heading = "Filters"
    )]
    pub drop_base: Vec<u32>,
    /// Each player has at least this base time, in seconds
    #[arg(long, value_name = "SECS", help_heading = "Filters")]
    pub min_base: Option<u32>,
    /// Games of at least so many half-moves
    #[arg(long, value_name = "N", help_heading = "Filters")]
    pub min_plies: Option<u32>,
    /// Only games that somebody won
    #[arg(long, help_heading = "Filters")]
    pub decisive: bool,
    /// Threads; all processors if not given
    #[arg(short = 'j', long, value_name = "N", value_parser = threads)]
    pub threads: Option<usize>,
}

/// Find positions of games that satisfy a constraint
///
/// The whole language, with what only games tell: ratings, result, time control, ECO, opening,
/// clock, eval and mate in where the games carry them, the half-move at which the rest is first
/// satisfied (`first<=20`) and for how many half-moves on end (`lasting 6`). Of each game the first
/// such position, in the order of the files. What an engine judges (`eval -0.5..0.5`, `mate in 2`, `fork`) is asked last, of
/// positions that satisfy the rest; what cannot be decided is not found.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  sissa games find white (0,2,2,2,8) and elo 1400..1600
  sissa games find -g games opposite bishops and lasting 20 -n 5 -f pgn --whole
  sissa games find \"KRPvKR and result 1/2-1/2\" --every -f jsonl
  sissa games find \"black clock<10 and black hanging Q>=1\" -o blunders.pgn
  sissa games find \"move 15..30 and only move and best move sacrifice\" -n 20 --judge-nodes 20000
  sissa games find preset iqp --sample 500 --seed 7 --distinct --rows iqp.parquet -f fen

Exit code 0: something was found; 1: nothing; 2: error.")]
pub struct FindArgs {
    /// What the positions must be like; several words are one constraint
    #[arg(value_name = "CONSTRAINT")]
    pub constraint: Vec<String>,
    /// A constraint from the library, and-ed with CONSTRAINT; may be repeated
    #[arg(short, long, value_name = "NAME")]
    pub preset: Vec<String>,
    /// The folder of imported games
    #[arg(short, long, value_name = "DIR", default_value = "games", value_hint = ValueHint::DirPath)]
    pub games: PathBuf,
    /// Stop after so many positions; all if not given
    #[arg(short = 'n', long, value_name = "N", value_parser = count)]
    pub count: Option<u64>,
    /// Every satisfying position of a game, not only the first
    #[arg(long)]
    pub every: bool,
    /// So many of all positions, drawn by chance, in the order of the files
    #[arg(long, value_name = "N", value_parser = count, conflicts_with = "count")]
    pub sample: Option<u64>,
    /// The seed of chance
    #[arg(long, value_name = "SEED", default_value_t = 1, requires = "sample")]
    pub seed: u64,
    /// Pass over games that were there before: same moves, result and players
    #[arg(long)]
    pub distinct: bool,
    /// No positions of this FILE (FEN, EPD, PGN, JSON Lines); may be repeated
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub exclude: Vec<String>,
    /// Positions that the engine looks at for a value, where the constraint asks what positions are worth
    /// (100,000 if not given)
    #[arg(long, value_name = "N", value_parser = count)]
    pub judge_nodes: Option<u64>,
    /// Folder with Syzygy tables: `tablebase win` and the like then know endings of more than four men
    #[arg(long, value_name = "FOLDER", env = "SISSA_SYZYGY", hide_env_values = true, value_hint = ValueHint::DirPath)]
    pub syzygy: Option<String>,
    /// Also write a row for every position found, to a .csv or .parquet file
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub rows: Option<PathBuf>,
    /// Write whole games as PGN, not only up to the position
    #[arg(long)]
    pub whole: bool,
    /// Threads; all processors if not given
    #[arg(short = 'j', long, value_name = "N", value_parser = threads)]
    pub threads: Option<usize>,
    #[command(flatten)]
    pub output: OutputArgs,
    /// Format; else by the extension of FILE, `text` on a terminal, `fen` in a pipe
    #[arg(short, long, value_name = "FORMAT", help_heading = "Output")]
    pub format: Option<Format>,
    #[command(flatten)]
    pub sheet: SheetArgs,
    /// Where html shows the games
    #[arg(
        long,
        value_name = "WHERE",
        default_value = "none",
        help_heading = "Drawings"
    )]
    pub solutions: SolutionsPlace,
}

/// A format of `games info`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum InfoFormat {
    /// Tables to read
    Text,
    /// One object, for programs
    Json,
}

/// Say what is in a folder: games, ratings, time controls, dates, openings, broken ones
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  sissa games info games
  sissa games info games -f json")]
pub struct InfoArgs {
    /// The folder of imported games
    #[arg(value_name = "DIR", default_value = "games", value_hint = ValueHint::DirPath)]
    pub games: PathBuf,
    /// Threads; all processors if not given
    #[arg(short = 'j', long, value_name = "N", value_parser = threads)]
    pub threads: Option<usize>,
    /// Format
    #[arg(short, long, value_name = "FORMAT", default_value = "text")]
    pub format: InfoFormat,
}

/// Measure constraints over games: how often, when first, who wins, where the men stand
///
/// Writes one self-contained page `report.html`, `report.md`, and the figures behind them as CSV:
/// win, draw and loss with Wilson intervals; curves of the half-move at which each constraint is
/// first satisfied and the classes they form; squares of every man as tables and heatmaps; all of it
/// by rating; and constraints side by side.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  sissa games report --preset thesis -g games -o report
  sissa games report \"white (0,2,2,2,8)\" \"black (0,2,2,2,8)\" -o queens
  sissa games report --preset thesis --rows rows.parquet -o report
  sissa games report --name \"IQP=preset iqp\" --name \"hanging=preset hanging-pawns\"")]
pub struct ReportArgs {
    /// The constraints, each one argument
    #[arg(value_name = "CONSTRAINT")]
    pub constraints: Vec<String>,
    /// A constraint with a name of its own for tables and charts; may be repeated
    #[arg(long = "name", value_name = "NAME=CONSTRAINT")]
    pub named: Vec<String>,
    /// Count games that are there more than once only once
    #[arg(long)]
    pub distinct: bool,
    /// A set of constraints; `thesis` is its 17 tuples
    #[arg(short, long, value_name = "NAME")]
    pub preset: Option<String>,
    /// The folder of imported games
    #[arg(short, long, value_name = "DIR", default_value = "games", value_hint = ValueHint::DirPath)]
    pub games: PathBuf,
    /// The folder for the report
    #[arg(short, long, value_name = "DIR", default_value = "report", value_hint = ValueHint::DirPath)]
    pub output: PathBuf,
    /// Which constraints to set side by side, by their numbers, such as 15,16,17
    #[arg(long, value_name = "NUMBERS", value_delimiter = ',')]
    pub compare: Vec<usize>,
    /// Bands of mean ratings, by where each begins, such as 1000,1500,2000; else of 200 points
    #[arg(long, value_name = "RATINGS", value_delimiter = ',', value_parser = clap::value_parser!(u16).range(1..4000))]
    pub bands: Vec<u16>,
    /// Also write a row for every game and constraint satisfied, to a .csv or .parquet file
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub rows: Option<PathBuf>,
    /// Threads; all processors if not given
    #[arg(short = 'j', long, value_name = "N", value_parser = threads)]
    pub threads: Option<usize>,
}
