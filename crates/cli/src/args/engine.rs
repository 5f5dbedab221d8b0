//! Flags of the engine's commands.

use std::{path::PathBuf, time::Duration};

use clap::{Args, ValueEnum, ValueHint};

use super::{
    OutputArgs,
    values::{TimeControl, count, duration, level, threads, time_control},
};

/// Speak UCI, the protocol of chess programs
///
/// Load it into any chess program as an engine. Reads commands from standard input until `quit` or
/// the end; whatever it cannot understand is answered with `info string` and is no reason to end.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  sissa uci
  printf 'position startpos moves e2e4\\ngo depth 12\\n' | sissa uci

Options: Hash, Threads, MultiPV, Ponder, Clear Hash, UCI_ShowWDL, UCI_LimitStrength, UCI_Elo, Eval,
EvalFile, SyzygyPath, BookFile, Move Overhead; docs/engine.md explains them.")]
pub struct UciArgs {}

/// An evaluation that is built in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum EvalName {
    /// Terms that people know, tuned
    Handcrafted,
    /// The network alone
    Nnue,
    /// The mean of both
    Blend,
    /// The network of the tiny build
    Small,
    /// The same before tuning
    Untuned,
}

/// A format of `analyse`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum AnalyseFormat {
    /// Lines to read
    Text,
    /// One record, for programs
    Jsonl,
}

/// Say what is best in a position
///
/// Values are as White sees them, in pawns; `#3` is mate in three for White, `#-3` for Black. Of a game the
/// last position is looked at; without a position, the starting position.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  sissa analyse \"r1bqkbnr/pppp1ppp/2n5/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4\"
  sissa analyse 1. e4 c5 2. Nf3 --lines 3 --time 2
  sissa analyse game.pgn --nodes 100000 -f jsonl")]
pub struct AnalyseArgs {
    /// A FEN, moves or a file
    #[arg(value_name = "POSITION")]
    pub position: Vec<String>,
    /// How many best moves
    #[arg(short, long, value_name = "N", default_value_t = 1, value_parser = clap::builder::RangedU64ValueParser::<usize>::new().range(1..=10))]
    pub lines: usize,
    /// How long; a second where neither this nor nodes are given
    #[arg(long, value_name = "SECS", value_parser = duration)]
    pub time: Option<Duration>,
    /// How many positions to look at; unlike time, this repeats
    #[arg(long, value_name = "N", value_parser = count)]
    pub nodes: Option<u64>,
    /// Format
    #[arg(short, long, value_name = "FORMAT", default_value = "text")]
    pub format: AnalyseFormat,
    #[command(flatten)]
    pub output: OutputArgs,
}

/// Play a game in the terminal
///
/// Moves are written in SAN or UCI. `hint`, `people`, `threats`, `review`, `undo`, `flip`, `eval`,
/// `fen`, `save FILE`, `resign` and `quit` do what they say; `help` lists them.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  sissa play
  sissa play --black --level 3 --save game.pgn
  sissa play --elo 1400 --clock 5+3
  sissa play --elo 1600 --from \"e4 c5\"")]
pub struct PlayArgs {
    /// Play Black
    #[arg(long)]
    pub black: bool,
    /// Strength of the opponent from 1, beginner, to 8, master
    #[arg(short, long, value_name = "N", default_value_t = 3, value_parser = level)]
    pub level: u32,
    /// Strength as a rating of Lichess instead, from 600 to 3200
    #[arg(long, value_name = "ELO", conflicts_with = "level", value_parser = clap::value_parser!(u32).range(600..=3200))]
    pub elo: Option<u32>,
    /// Full strength with this time for a move instead
    #[arg(long, value_name = "SECS", conflicts_with_all = ["level", "elo"], value_parser = duration)]
    pub time: Option<Duration>,
    /// Play with clocks of so many minutes and seconds a move; the opponent takes a person's time
    #[arg(long, value_name = "MIN+SECS", conflicts_with = "time", value_parser = time_control)]
    pub clock: Option<TimeControl>,
    /// Start from moves, a PGN file or a FEN
    #[arg(long, value_name = "MOVES|FILE|FEN")]
    pub from: Option<String>,
    /// Write the game to this file at the end
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub save: Option<PathBuf>,
    /// Review the game when it is over
    #[arg(long)]
    pub review: bool,
    /// The seed of the opponent's choices
    #[arg(short, long, value_name = "SEED", default_value_t = 0)]
    pub seed: u64,
    /// Draw the board with letters instead of symbols
    #[arg(long)]
    pub ascii: bool,
    /// The opponent's evaluation; the strongest if not given
    #[arg(long, value_name = "EVAL")]
    pub eval: Option<EvalName>,
}

/// Count positions searched in a fixed job: the signature of the search
///
/// The number of nodes changes with the behaviour of search and evaluation and with nothing else; the
/// speed is that of this machine. With a suite of positions whose best moves are known (EPD with `bm` or
/// `am`), how many are solved and how soon: the time from which on the right move was never left again.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  sissa bench
  sissa bench --depth 10 --eval handcrafted
  sissa bench --epd experiments/engine/tactics.epd --time 0.5
  sissa bench --epd suite.epd --nodes 100000 --eval small")]
pub struct BenchArgs {
    /// Solve the positions of this EPD file instead
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub epd: Option<String>,
    /// Time for a position of the suite; a second where neither this nor nodes are given
    #[arg(long, value_name = "SECS", requires = "epd", value_parser = duration)]
    pub time: Option<Duration>,
    /// Positions to look at for a position of the suite; unlike time, this repeats
    #[arg(long, value_name = "N", requires = "epd", value_parser = count)]
    pub nodes: Option<u64>,
    /// Plies
    #[arg(long, value_name = "N", default_value_t = 12, value_parser = clap::value_parser!(u32).range(1..=40))]
    pub depth: u32,
    /// Threads; more than one gives no signature
    #[arg(short = 'j', long, value_name = "N", default_value = "1", value_parser = threads)]
    pub threads: usize,
    /// Mebibytes of the transposition table
    #[arg(long, value_name = "MIB", default_value_t = 16, value_parser = clap::value_parser!(u32).range(1..=65_536))]
    pub hash: u32,
    /// The evaluation; the strongest if not given
    #[arg(long, value_name = "EVAL")]
    pub eval: Option<EvalName>,
    #[command(flatten)]
    pub output: OutputArgs,
}

/// Count the games of so many half-moves from a position
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  sissa perft 5
  sissa perft 3 --divide r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1")]
pub struct PerftArgs {
    /// Half-moves
    #[arg(value_name = "DEPTH", value_parser = clap::value_parser!(u32).range(0..=16))]
    pub depth: u32,
    /// The position; the starting position if not given
    #[arg(value_name = "FEN")]
    pub position: Vec<String>,
    /// Show the count behind each move
    #[arg(long)]
    pub divide: bool,
    #[command(flatten)]
    pub output: OutputArgs,
}

/// Let two engines play a match
///
/// A player is an evaluation of ours (nnue, handcrafted, blend, small, untuned, tables, games, games-mean, games-phase,
/// games-tiebreak, deepchess, material, random), a file with a network or weights, or the program of any UCI engine. Each opening is played twice with colours changed. Crashes, illegal
/// moves and time forfeits lose the game and are counted. The score, Elo with its 95 % interval and
/// the sequential test are of pairs of games.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  sissa match handcrafted untuned -n 200 --movetime 100ms
  sissa match handcrafted stockfish -n 100 --option-b UCI_LimitStrength=true --option-b UCI_Elo=2400
  sissa match new.txt handcrafted --nodes 20000 --sprt 0,10 -o games.pgn
  sissa generate \"queens=0\" -n 50 -f epd | sissa match handcrafted untuned --openings -")]
pub struct MatchArgs {
    /// The first player
    #[arg(value_name = "A")]
    pub first: String,
    /// The second player
    #[arg(value_name = "B")]
    pub second: String,
    /// How many games; an odd number is rounded up
    #[arg(short = 'n', long, value_name = "N", default_value = "100", value_parser = count)]
    pub count: u64,
    /// An option of the first player
    #[arg(long, value_name = "NAME=VALUE")]
    pub option_a: Vec<String>,
    /// An option of the second player
    #[arg(long, value_name = "NAME=VALUE")]
    pub option_b: Vec<String>,
    /// Time for every move
    #[arg(long, value_name = "SECS", value_parser = duration, help_heading = "Limits")]
    pub movetime: Option<Duration>,
    /// A clock with an increment in seconds, such as 10+0.1
    #[arg(
        long,
        value_name = "TIME+INC",
        conflicts_with = "movetime",
        help_heading = "Limits"
    )]
    pub tc: Option<String>,
    /// Positions for every move; unlike time, this repeats
    #[arg(long, value_name = "N", value_parser = count, conflicts_with_all = ["movetime", "tc"], help_heading = "Limits")]
    pub nodes: Option<u64>,
    /// Plies for every move
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=100), conflicts_with_all = ["movetime", "tc", "nodes"], help_heading = "Limits")]
    pub depth: Option<u32>,
    /// What a move may take beyond its time before the game is lost
    #[arg(long, value_name = "SECS", default_value = "100ms", value_parser = duration, help_heading = "Limits")]
    pub grace: Duration,
    /// Games at the same time
    #[arg(short = 'j', long, value_name = "N", default_value = "1", value_parser = threads, help_heading = "Limits")]
    pub concurrency: usize,
    /// Positions to start from (FEN, EPD, PGN ends, JSON Lines), `-` for standard input
    #[arg(long, value_name = "FILE", help_heading = "Openings")]
    pub openings: Option<String>,
    /// A Polyglot book to start from
    #[arg(long, value_name = "FILE", conflicts_with = "openings", value_hint = ValueHint::FilePath, help_heading = "Openings")]
    pub book: Option<PathBuf>,
    /// Half-moves played from the book, or at random if there are neither openings nor a book
    #[arg(long, value_name = "N", default_value_t = 8, value_parser = clap::value_parser!(u32).range(0..=40), help_heading = "Openings")]
    pub plies: u32,
    /// The seed of the openings
    #[arg(
        short,
        long,
        value_name = "SEED",
        default_value_t = 0,
        help_heading = "Openings"
    )]
    pub seed: u64,
    /// Stop when the test between two differences in Elo is decided, such as 0,10
    #[arg(long, value_name = "ELO0,ELO1")]
    pub sprt: Option<String>,
    /// End games that both players agree about
    #[arg(long)]
    pub adjudicate: bool,
    #[command(flatten)]
    pub output: OutputArgs,
}
