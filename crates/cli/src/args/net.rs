//! The flags of `sissa net` and `sissa experiment`.

use std::{ffi::OsString, path::PathBuf};

use clap::{Args, Parser, Subcommand, ValueEnum, ValueHint};

use super::{ExplainFormat, OutputArgs, values::threads};

/// Look at networks; make datasets, train and test with the program `sissa-train`
///
/// Training is a program of its own, so that it does not weigh on this one: `cargo build --release -p
/// sissa-train`. `net dataset`, `net train` and `net test` hand their arguments to it.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  sissa net info
  sissa net info runs/thesis-2/network.sissanet --format json
  sissa net dataset games -o data
  sissa net train thesis-2.toml -o runs/thesis-2
  sissa net test runs/thesis-2/network.sissanet games.pgn
  sissa net test human games.pgn.zst --format json
  sissa net test predict games.pgn.zst --format json
  sissa net test deepchess games.pgn.zst --format json
  sissa net test games games.pgn.zst --format json")]
pub struct NetArgs {
    #[command(subcommand)]
    pub command: NetCommand,
}

#[derive(Debug, Subcommand)]
pub enum NetCommand {
    Info(NetInfoArgs),
    /// Make the thesis' dataset from imported games (`sissa-train dataset`)
    #[command(disable_help_flag = true)]
    Dataset(Handed),
    /// Train a network as a TOML file says (`sissa-train run`)
    #[command(disable_help_flag = true)]
    Train(Handed),
    /// Measure a network on games (`sissa-train test`); `net test human` measures the move model,
    /// `net test predict` the prediction of results, `net test deepchess` the comparator of positions,
    /// `net test games` the network of master games
    #[command(disable_help_flag = true)]
    Test(Handed),
}

/// Arguments for another program.
#[derive(Debug, Args)]
pub struct Handed {
    /// As `sissa-train` takes them
    #[arg(
        value_name = "ARGUMENTS",
        trailing_var_arg = true,
        allow_hyphen_values = true
    )]
    pub arguments: Vec<OsString>,
}

/// Measure how well the model of human moves foretells the moves of a file of games
///
/// Prints top-1, top-3 and log-loss, by rating and phase, beside the commonest move of each position (known
/// from four of five of the games), the engine's best move and the model without the rating; how often the
/// likeliest move was played; and what asking with another rating than the player's does.
#[derive(Debug, Parser)]
#[command(
    name = "sissa net test human",
    after_help = "Examples:
  sissa net test human games.pgn.zst
  sissa net test human games --held-out 20 --format json"
)]
pub struct HumanTestArgs {
    /// A file of games, or a folder of imported games
    #[arg(value_name = "GAMES", value_hint = ValueHint::AnyPath)]
    pub games: PathBuf,
    /// Instead of the model that comes with the program
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub network: Option<PathBuf>,
    /// Positions, evenly over all games
    #[arg(short = 'n', long, value_name = "N", default_value_t = 20_000)]
    pub positions: usize,
    /// Positions that the engine looks at
    #[arg(long, value_name = "N", default_value_t = 300)]
    pub engine_positions: usize,
    /// Only the games that training with `validation_share = N` keeps out
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub held_out: Option<u64>,
    /// Format
    #[arg(short, long, value_name = "FORMAT", default_value = "text")]
    pub format: ExplainFormat,
    #[command(flatten)]
    pub output: OutputArgs,
}

/// Measure how often the better one of two positions is found
///
/// A position of a game that White won and one of a game that Black won: ten are drawn of each game, none of the first
/// five moves and none in which a man was taken next. Prints the share of pairs in their right order, beside material,
/// tables, a linear sum, the engine's evaluations and, with `--nodes`, its search; by half-moves played and by rating.
#[derive(Debug, Parser)]
#[command(
    name = "sissa net test deepchess",
    after_help = "Examples:
  sissa net test deepchess games.pgn.zst
  sissa net test deepchess games.pgn.zst -n 2000 --nodes 1000 --format json
  sissa net test deepchess games.pgn.zst --network runs/published/network.tensors"
)]
pub struct DeepchessTestArgs {
    /// A file of games, or a folder of imported games
    #[arg(value_name = "GAMES", value_hint = ValueHint::AnyPath)]
    pub games: PathBuf,
    /// Instead of the network that comes with the program
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub network: Option<PathBuf>,
    /// Pairs
    #[arg(short = 'n', long, value_name = "N", default_value_t = 20_000, value_parser = clap::value_parser!(u32).range(1..))]
    pub pairs: u32,
    /// Nodes of the engine's search for each position; without it only its evaluation is measured
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub nodes: u64,
    /// One position of each game from move eleven on, whatever was played, instead of ten
    #[arg(long)]
    pub single: bool,
    /// Only the games that training with `validation_share = N` keeps out
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub held_out: Option<u64>,
    /// Seed of the pairs
    #[arg(short, long, default_value_t = 1)]
    pub seed: u64,
    /// Format
    #[arg(short, long, value_name = "FORMAT", default_value = "text")]
    pub format: ExplainFormat,
    #[command(flatten)]
    pub output: OutputArgs,
}

/// Measure how well the network of master games foretells how games end
///
/// Prints the squared error, the cross-entropy and the calibration of expected points, and the share of pairs of a won
/// and a lost game in their right order, beside material, tables and the engine's evaluations, whose scales are fitted
/// on half of the games. The other half is measured.
#[derive(Debug, Parser)]
#[command(
    name = "sissa net test games",
    after_help = "Examples:
  sissa net test games games.pgn.zst
  sissa net test games games.pgn.zst --every 20 --format json"
)]
pub struct MasterTestArgs {
    /// A file of games, or a folder of imported games
    #[arg(value_name = "GAMES", value_hint = ValueHint::AnyPath)]
    pub games: PathBuf,
    /// Instead of the network that comes with the program
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub network: Option<PathBuf>,
    /// One position of a game in so many
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = clap::value_parser!(u32).range(1..))]
    pub every: u32,
    /// Only one game in so many, those that training kept out
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub held_out: Option<u64>,
    /// Format
    #[arg(short, long, value_name = "FORMAT", default_value = "text")]
    pub format: ExplainFormat,
    #[command(flatten)]
    pub output: OutputArgs,
}

/// Measure how well ends of games are foretold
///
/// Prints log-loss, Brier score, AUC and calibration error of the formula of `sissa games predict`, with and
/// without clocks, beside Elo's formula, Lichess' curve, material and constant shares, by rating and pace.
/// Simple ways are told how often these games are drawn. Games without ratings or results do not count.
#[derive(Debug, Parser)]
#[command(
    name = "sissa net test predict",
    after_help = "Examples:
  sissa net test predict games.pgn.zst
  sissa net test predict games --kept-apart --format json"
)]
pub struct PredictTestArgs {
    /// A file of games, or a folder of imported games
    #[arg(value_name = "GAMES", value_hint = ValueHint::AnyPath)]
    pub games: PathBuf,
    /// One position of a game in so many
    #[arg(long, value_name = "N", default_value_t = 10)]
    pub every: usize,
    /// Positions that the engine looks at for each value
    #[arg(long, value_name = "N", default_value_t = 500)]
    pub nodes: u64,
    /// Only games that the formula has not learnt from, if it learnt from these
    #[arg(long)]
    pub kept_apart: bool,
    /// Positions of which similar games are asked, too; each takes a look through all games
    #[arg(long, value_name = "N", default_value_t = 200)]
    pub neighbours: usize,
    /// A network that `sissa-train outcome-network` has made, instead of the one that comes with the program
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub network: Option<PathBuf>,
    /// Also draw what was said and what came, as SVG
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub diagram: Option<PathBuf>,
    /// Threads; all processors if not given
    #[arg(short = 'j', long, value_name = "N", value_parser = threads)]
    pub threads: Option<usize>,
    /// Format
    #[arg(short, long, value_name = "FORMAT", default_value = "text")]
    pub format: ExplainFormat,
    #[command(flatten)]
    pub output: OutputArgs,
}

/// Say what a network is: layers, size, what it was trained on
#[derive(Debug, Args)]
pub struct NetInfoArgs {
    /// A weight file, or the name of a network that comes with the program; else all of these
    #[arg(value_name = "NETWORK")]
    pub network: Option<String>,
    /// Format
    #[arg(short, long, value_name = "FORMAT", default_value = "text")]
    pub format: ExplainFormat,
    #[command(flatten)]
    pub output: OutputArgs,
}

/// One of the thesis' experiments, or ours on the whole grid.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ExperimentName {
    /// Seven tuples, one half-move ahead: tables 6.1 and 6.2
    #[value(name = "thesis-1")]
    Thesis1,
    /// Seventeen tuples, two half-moves ahead: tables 6.3 and 6.4
    #[value(name = "thesis-2")]
    Thesis2,
    /// All 486 tuples
    #[value(name = "all-486")]
    All486,
    /// Generated positions against those of real games
    Realism,
    /// How well generated games are played, beside real ones of the same ratings
    Strength,
}

/// Who makes the moves of generated games.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum MoveModelName {
    /// One look at the board
    Light,
    /// The model of the style human, which sees tactics
    Sighted,
}

/// A way of making positions that an experiment compares.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum WayName {
    /// The thesis' search with a network of its experiment, learnt from games of people
    Thesis,
    /// The same search with the network `near`, learnt from games that both sides played for the tuples
    ThesisNear,
    /// The improved search with the network for the grid
    Improved,
    /// The direct style
    Direct,
}

/// Repeat the thesis' experiments and set our figures beside its own; measure how real positions look
///
/// Writes NAME.md and NAME.csv. The same seed gives the same figures at any number of threads, but
/// for the times.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  sissa experiment thesis-1
  sissa experiment thesis-2 --way improved -j 1
  sissa experiment all-486 -o results
  sissa experiment realism --games games.pgn.zst -n 100
  sissa experiment strength --games games.pgn.zst --held-out 20 --judge /usr/games/stockfish")]
pub struct ExperimentArgs {
    /// Which
    #[arg(value_name = "NAME")]
    pub name: ExperimentName,
    /// What to run; all if not given (all-486: only `improved`)
    #[arg(long, value_name = "WAY")]
    pub way: Vec<WayName>,
    /// Positions of a tuple; as in the thesis if not given: 300 and 125, 20 for the grid, 100 for realism
    #[arg(short = 'n', long, value_name = "N", value_parser = super::values::count)]
    pub count: Option<u64>,
    /// Positions of a tuple in the direct style
    #[arg(long, value_name = "N", default_value = "1000", value_parser = super::values::count)]
    pub direct_count: u64,
    /// The seed of all randomness
    #[arg(short, long, value_name = "SEED", default_value_t = 0)]
    pub seed: u64,
    /// Instead of the network that comes with the program, for the way `thesis`
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub thesis_network: Option<PathBuf>,
    /// Instead of the network that comes with the program, for the way `thesis-near`
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub near_network: Option<PathBuf>,
    /// Instead of the network that comes with the program, for the way `improved`
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub grid_network: Option<PathBuf>,
    /// The real games that realism and strength are measured against: a PGN file or a folder of imported games
    #[arg(long, value_name = "FILE", value_hint = ValueHint::AnyPath)]
    pub games: Option<PathBuf>,
    /// Of these, only the games that training with `validation_share = N` keeps out
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub held_out: Option<u64>,
    /// For realism: boards that somebody else made, one at the end of each line, as one more style
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub boards: Option<PathBuf>,
    /// For strength: a program that speaks UCI and judges instead of our engine, such as `stockfish`
    #[arg(long, value_name = "PROGRAM", value_hint = ValueHint::CommandName)]
    pub judge: Option<PathBuf>,
    /// For strength: positions that the judge looks at for a value; 0 for no judge and habits only, such as castling
    #[arg(long, value_name = "N", default_value = "8000")]
    pub judge_nodes: u64,
    /// For strength: a file that keeps judged games, so that none is judged twice and an ended run goes on
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub judged: Option<PathBuf>,
    /// For strength: middles of the bands of ratings; 900, 1100, … 2500 if not given
    #[arg(long, value_name = "ELO", value_delimiter = ',')]
    pub bands: Vec<u16>,
    /// For strength: who plays
    #[arg(long, value_name = "MODEL", default_value = "sighted")]
    pub model: MoveModelName,
    /// For strength: a table of tempers instead of the one that comes with the program
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub temper: Option<PathBuf>,
    /// Threads; all processors if not given
    #[arg(short = 'j', long, value_name = "N", value_parser = threads)]
    pub threads: Option<usize>,
    /// The folder for the two files
    #[arg(short, long, value_name = "DIR", default_value = "experiments", value_hint = ValueHint::DirPath)]
    pub output: PathBuf,
}
