//! The flags of `sissa rules`.

use std::path::PathBuf;

use clap::{Args, Subcommand, ValueEnum, ValueHint};

use super::{OutputArgs, values::count};

/// Learn the rules of a game from yes and no, test and print them
///
/// A supervisor accepts or refuses moves, one bit a question, and says nothing else. The learner
/// finds out the rest: how men go, what blocks them, castling, en passant, promotion, check. What it
/// has learnt is a short program that people can read and `rules test` runs.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  sissa rules learn
  sissa rules learn -o chess.rules --curve curve.svg
  sissa rules learn --variant racing-kings
  sissa rules learn synapses
  sissa rules test chess.rules
  sissa rules print chess.rules")]
pub struct RulesArgs {
    #[command(subcommand)]
    pub command: RulesCommand,
}

#[derive(Debug, Subcommand)]
pub enum RulesCommand {
    Learn(LearnArgs),
    Test(TestArgs),
    Print(PrintArgs),
}

/// How much is to be learnt.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Stage {
    /// One man on an empty board: a matrix of weights
    Synapses,
    /// A rook on one line, then whole boards: small networks
    Line,
    /// A network that guesses all legal moves
    Net,
    /// The full rules, exactly
    Exact,
}

/// The games there are supervisors for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum GameName {
    Chess,
    Antichess,
    Horde,
    KingOfTheHill,
    RacingKings,
    ThreeCheck,
}

/// An idea of the learner that can be taken away, to see what it is worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Prior {
    /// Both sides, and left and right, may be alike
    Symmetry,
    /// A refused step may let a man be taken
    CaptureLaws,
    /// Questions about moves that are almost right
    ChosenQuestions,
}

/// Learn, and print what was learnt
///
/// The stage `exact` prints the rules; the others print their figures. The same seed asks the same
/// questions.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  sissa rules learn -o chess.rules
  sissa rules learn exact --questions 100000 --curve curve.csv
  sissa rules learn exact --without symmetry
  sissa rules learn net --games games.pgn

Exit code 0: learnt; 2: error; 3: the questions were spent first (what was learnt is printed).")]
pub struct LearnArgs {
    /// How much to learn
    #[arg(value_name = "STAGE", default_value = "exact")]
    pub stage: Stage,
    /// The game (stage exact)
    #[arg(long, value_name = "GAME", default_value = "chess")]
    pub variant: GameName,
    /// The seed of all randomness
    #[arg(short, long, value_name = "SEED", default_value_t = 0)]
    pub seed: u64,
    /// Most questions (exact), trials a man (synapses), lines (line) or positions (net); by default
    /// 1000000, 100000, 200000 and 150000
    #[arg(long, value_name = "N", value_parser = count)]
    pub questions: Option<u64>,
    /// Write the learning curve, errors against questions, as .csv or .svg
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub curve: Option<PathBuf>,
    /// Take an idea away from the learner (exact); may be repeated
    #[arg(long, value_name = "IDEA")]
    pub without: Vec<Prior>,
    /// Games to test the network on (net)
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub games: Option<String>,
    #[command(flatten)]
    pub output: OutputArgs,
}

/// Compare learnt rules with the true ones
///
/// Perft, positions of random play, and a search for arrangements where the rules err. Everywhere
/// whole sets of moves are compared.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  sissa rules test chess.rules
  sissa rules test chess.rules --positions 1000000
  sissa rules learn -q | sissa rules test -

Exit code 0: no difference found; 1: they differ; 2: error; 130: interrupted.")]
pub struct TestArgs {
    /// A file of rules, or `-` for standard input
    #[arg(value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub file: PathBuf,
    /// The game
    #[arg(long, value_name = "GAME", default_value = "chess")]
    pub variant: GameName,
    /// Positions of random play, and as many arrangements
    #[arg(long, value_name = "N", default_value = "100000", value_parser = count)]
    pub positions: u64,
    /// Greatest depth of perft
    #[arg(long, value_name = "N", default_value_t = 5, value_parser = clap::value_parser!(u32).range(1..=6))]
    pub depth: u32,
    /// The seed of all randomness
    #[arg(short, long, value_name = "SEED", default_value_t = 0)]
    pub seed: u64,
    #[command(flatten)]
    pub output: OutputArgs,
}

/// Print rules as they are understood
///
/// Reads a file of rules, checks every line, and prints what it means; without a file, the rules of
/// chess are learnt first.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  sissa rules print
  sissa rules print chess.rules

Exit code 0: printed; 2: the file is no program of rules.")]
pub struct PrintArgs {
    /// A file of rules, or `-` for standard input
    #[arg(value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub file: Option<PathBuf>,
    #[command(flatten)]
    pub output: OutputArgs,
}
