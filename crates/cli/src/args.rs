//! The flags: one definition behind parsing, help, man pages and completions.
//!
//! A flag that several commands have is the same everywhere: same letter, same meaning.

use std::{ffi::OsString, net::IpAddr, path::PathBuf, time::Duration};

use clap::{Args, Parser, Subcommand, ValueEnum, ValueHint};
use sissa::{MomentName, SearchName, SiteName, UniqueName};

mod dataset;
mod engine;
mod games;
mod net;
mod predict;
mod puzzles;
mod rate;
mod review;
mod rules;
mod similar;
mod values;

pub use dataset::{
    CheckDatasetArgs, DatasetArgs, DatasetCommand, DescribeDatasetArgs, GenerateFormat,
    InspectionFormat, PlanArgs,
};
pub use engine::{
    AnalyseArgs, AnalyseFormat, BenchArgs, EvalName, MatchArgs, PerftArgs, PlayArgs, UciArgs,
};
pub use games::{FindArgs, GamesArgs, GamesCommand, ImportArgs, InfoArgs, InfoFormat, ReportArgs};
pub use net::{
    DeepchessTestArgs, ExperimentArgs, ExperimentName, HumanTestArgs, MasterTestArgs,
    MoveModelName, NetArgs, NetCommand, NetInfoArgs, PredictTestArgs, WayName,
};
pub use predict::{ModelName, PredictArgs, SideClock};
pub use puzzles::{
    KnightName, MakePuzzlesArgs, MakePuzzlesFormat, PuzzlesArgs, PuzzlesCommand, RevealName,
    SolveArgs, SolvePuzzlesArgs, SolvePuzzlesFormat, TagPuzzlesArgs, TagPuzzlesFormat,
};
pub use rate::RateArgs;
pub use review::{ReviewArgs, ReviewFormat};
pub use rules::{GameName, LearnArgs, PrintArgs, Prior, RulesArgs, RulesCommand, Stage, TestArgs};
pub use similar::{
    ClassifyArgs, ClustersArgs, LandscapeArgs, OutliersArgs, SimilarArgs, TableFormat,
};
pub use values::{Marks, TimeControl};
use values::{count, duration, marks, threads};

/// Makes chess positions to order, each with the legal game that reaches it.
///
/// Say what the position must be like; Sissa gives you as many as you want, each with a game from
/// the starting position. Input is an argument, a file or `-` for standard input, in FEN, EPD, PGN, JSON
/// Lines or as a list of moves; every output is a valid input.
#[derive(Debug, Parser)]
#[command(
    name = "sissa",
    version,
    arg_required_else_help = true,
    max_term_width = 100,
    after_help = "Examples:
  sissa generate white Q=0 black R=1 -n 5
  sissa generate --preset iqp -n 12 -o sheet.html
  sissa check game.pgn -c \"white castled kingside\"
  sissa explain \"any side bishop pair and other N=2\"

`sissa COMMAND --help` tells more.",
    after_long_help = "Examples:
  sissa generate white Q=0 black R=1 -n 5
  sissa generate --preset iqp -n 12 -o sheet.html
  sissa check game.pgn -c \"white castled kingside\"
  sissa explain \"any side bishop pair and other N=2\"

Exit codes:
  0    yes: everything asked for was produced; all positions valid and satisfying
  1    no: proven impossible, invalid, or not satisfying
  2    error: bad usage, unreadable input, malformed constraint
  3    undecided: the budget ended first (what was found has been written)
  130  interrupted

`sissa COMMAND --help` tells more."
)]
pub struct Cli {
    #[command(subcommand)]
    pub command: Option<Command>,
    /// Print whose work is in this program, with their licences
    #[arg(long, exclusive = true)]
    pub licenses: bool,
    #[command(flatten)]
    pub common: Common,
}

/// What every command understands.
#[derive(Debug, Args)]
pub struct Common {
    /// Say nothing but errors
    #[arg(short, long, global = true, help_heading = "Messages")]
    pub quiet: bool,
    /// Say more about what is done
    #[arg(
        short,
        long,
        global = true,
        conflicts_with = "quiet",
        help_heading = "Messages"
    )]
    pub verbose: bool,
    /// Use colours; `auto` does on a terminal unless NO_COLOR is set
    #[arg(
        long,
        global = true,
        value_name = "WHEN",
        default_value = "auto",
        hide_possible_values = false,
        help_heading = "Messages"
    )]
    pub color: ColorChoice,
    /// Show no progress bar
    #[arg(long, global = true, help_heading = "Messages")]
    pub no_progress: bool,
}

/// When to use colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ColorChoice {
    Auto,
    Always,
    Never,
}

#[derive(Debug, Subcommand)]
pub enum Command {
    Generate(GenerateArgs),
    Check(CheckArgs),
    Prove(ProveArgs),
    Retro(RetroArgs),
    Solve(SolveArgs),
    Puzzles(PuzzlesArgs),
    Show(ShowArgs),
    Explain(ExplainArgs),
    Presets(PresetsArgs),
    Dataset(DatasetArgs),
    Games(GamesArgs),
    Review(Box<ReviewArgs>),
    Rules(RulesArgs),
    Net(NetArgs),
    Experiment(ExperimentArgs),
    Uci(UciArgs),
    Play(PlayArgs),
    Analyse(AnalyseArgs),
    Match(MatchArgs),
    Bench(BenchArgs),
    Perft(PerftArgs),
    Schema(SchemaArgs),
    Serve(ServeArgs),
    Completions(CompletionsArgs),
    Man(ManArgs),
}

/// Make positions that satisfy a constraint, each with its game
///
/// The games are legal and start from the starting position. The same constraint, seed and version give
/// the same positions at any number of threads; only limits in seconds do not repeat.
/// `sissa explain --help` lists the words of the language, `sissa presets` constraints with a name.
#[derive(Debug, Args)]
#[command(after_help = GENERATE_EXAMPLES)]
pub struct GenerateArgs {
    /// What the positions must be like; several words are one constraint, `-` reads it from
    /// standard input
    #[arg(value_name = "CONSTRAINT")]
    pub constraint: Vec<String>,
    /// A constraint from the library (see `sissa presets`), and-ed with CONSTRAINT; may be repeated
    #[arg(short, long, value_name = "NAME")]
    pub preset: Vec<String>,
    /// How many positions
    #[arg(short = 'n', long, value_name = "N", default_value = "1", value_parser = count)]
    pub count: u64,
    /// The seed of all randomness; 0 if not given
    #[arg(short, long, value_name = "SEED")]
    pub seed: Option<u64>,
    /// Begin with this index: `--skip 7 -n 1` makes position 7 again (they count from 0)
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub skip: u64,
    /// How to generate; `direct` if not given, `human` where the constraint speaks of players
    #[arg(long, value_name = "STYLE")]
    pub style: Option<StyleName>,
    /// Start from moves, a PGN file or a FEN instead of the starting position
    ///
    /// Moves (SAN or UCI, from the starting position) and PGN games stay part of the game of each
    /// record. A FEN has no such game: its records carry `start_fen` and are as legal as that
    /// position.
    #[arg(long, value_name = "MOVES|FILE|FEN")]
    pub from: Option<String>,
    /// Longest game, in half-moves; 600 if not given, 101 in style neural, 300 in style human
    #[arg(long, value_name = "N")]
    pub max_plies: Option<u32>,
    /// Positions that the engine looks at for a value, where the constraint asks what positions are worth
    /// (100,000 if not given)
    #[arg(long, value_name = "N", value_parser = count)]
    pub judge_nodes: Option<u64>,
    /// Folder with Syzygy tables: `tablebase win` and the like then know endings of more than four men
    #[arg(long, value_name = "FOLDER", env = "SISSA_SYZYGY", hide_env_values = true, value_hint = ValueHint::DirPath)]
    pub syzygy: Option<String>,
    /// Look for a shortest game; the record says whether it is proven to be one
    #[arg(long)]
    pub shortest: bool,
    /// Drop repeated positions and go on to later indices; `mirror` also drops positions that are
    /// another one with colours swapped
    #[arg(
        long,
        value_name = "KIND",
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = "exact"
    )]
    pub unique: Option<UniqueName>,
    /// Drop the positions of this file (FEN, EPD, PGN ends, JSON Lines) and go on to later indices
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub exclude: Vec<String>,
    /// Show measures of the whole batch: satisfaction, uniqueness, length, k-PDR, variety, speed
    #[arg(long)]
    pub stats: bool,
    #[command(flatten)]
    pub neural: NeuralArgs,
    #[command(flatten)]
    pub human: HumanArgs,
    #[command(flatten)]
    pub dataset: PlanArgs,
    #[command(flatten)]
    pub limits: Limits,
    #[command(flatten)]
    pub output: OutputArgs,
    /// Format; else by the extension of FILE, `text` on a terminal, `fen` in a pipe
    #[arg(short, long, value_name = "FORMAT", help_heading = "Output")]
    pub format: Option<GenerateFormat>,
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

const GENERATE_EXAMPLES: &str = "Examples:
  Five positions without White's queen, the rest of White's men complete:
      sissa generate \"white (0,2,2,2,8)\" -n 5
  A sheet to print, with the games on a page of their own:
      sissa generate --preset iqp -n 12 -o sheet.html --solutions separate
  A hundred different positions from one opening, as PGN:
      sissa generate queens=0 --from \"e4 e5 Nf3 Nc6\" -n 100 --unique -o out.pgn
  As players of a rating get there:
      sissa generate \"elo 1400..1600 and white (0,2,2,2,7)\" -n 10 -o club.pgn
  A million distinct positions for each of two constraints, as Parquet in a folder:
      sissa generate --quota \"1000000: white Q=0\" --quota \"1000000: black Q=0\" -o queens
  A dataset by its plan (docs/datasets.md):
      sissa generate --plan plan.toml -o positions
  What was made passes the check:
      sissa generate KRPvKR -n 9 -f jsonl | sissa check - -c KRPvKR";

/// How the style neural searches.
#[derive(Debug, Args)]
#[command(next_help_heading = "Style neural")]
pub struct NeuralArgs {
    /// A weight file, `grid` (if not given), `near`, `thesis-1` or `thesis-2`
    #[arg(long, value_name = "NAME|FILE")]
    pub network: Option<String>,
    /// How to search; if not given, `improved` with `grid` and `thesis` with the other networks
    ///
    /// With a weight file `improved` if it says what a half-move costs.
    #[arg(long, value_name = "SEARCH")]
    pub search: Option<SearchName>,
    /// Half-moves looked ahead; 2 if not given, 1 for `thesis-1`
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=4))]
    pub depth: Option<u32>,
    /// How far from the best a played move may be
    ///
    /// A share of the best score in the improved search (0.08 if not given), a difference of
    /// probabilities in the thesis' (0.1).
    #[arg(long, value_name = "X", value_parser = values::share)]
    pub margin: Option<f32>,
}

/// Who plays in the style human.
#[derive(Debug, Args)]
#[command(next_help_heading = "Style human")]
pub struct HumanArgs {
    /// The players' ratings, such as 1500, 1400..1600 or >=2000; the same as `elo` in CONSTRAINT
    ///
    /// Without another constraint, ordinary positions of their games: `ply 10..100`.
    #[arg(long, value_name = "RANGE", allow_hyphen_values = true)]
    pub elo: Option<String>,
    /// Whose ratings these are; `lichess` if not given
    #[arg(long, value_name = "SITE")]
    pub site: Option<SiteName>,
    /// Which of a game's positions that satisfy the constraint; `any` if not given
    #[arg(long, value_name = "WHICH")]
    pub moment: Option<MomentName>,
    /// Games played together to draw one from; 32 if not given
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=100_000))]
    pub particles: Option<u32>,
}

/// Limits of a search.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Limits")]
pub struct Limits {
    /// Threads; all processors if not given
    #[arg(short = 'j', long, value_name = "N", value_parser = threads)]
    pub threads: Option<usize>,
    /// Longest time for one position, such as 10, 0.5, 500ms or 2m
    #[arg(long, value_name = "SECS", value_parser = duration)]
    pub timeout: Option<Duration>,
    /// Longest time for the whole run
    #[arg(long, value_name = "SECS", value_parser = duration)]
    pub total_timeout: Option<Duration>,
    /// Most positions looked at for one position; unlike time, this repeats
    #[arg(long, value_name = "N", value_parser = count)]
    pub nodes: Option<u64>,
}

impl Limits {
    /// As a request has them.
    pub fn request(&self) -> sissa::Limits {
        sissa::Limits {
            nodes: self.nodes,
            timeout: self.timeout.map(|time| time.as_secs_f64()),
            total_timeout: self.total_timeout.map(|time| time.as_secs_f64()),
        }
    }
}

/// Where the output goes.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Output")]
pub struct OutputArgs {
    /// Write to FILE, which only a whole result replaces; what an interrupt or the end of a budget
    /// leaves goes to FILE.part
    #[arg(short, long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub output: Option<PathBuf>,
}

/// How drawings are laid out.
#[derive(Debug, Args)]
#[command(next_help_heading = "Drawings")]
pub struct SheetArgs {
    /// The heading of an html page
    #[arg(long, value_name = "TEXT")]
    pub title: Option<String>,
    /// Boards in a row of svg, png and html
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = clap::value_parser!(u32).range(1..=6))]
    pub columns: u32,
    /// Width of a board in a png, in pixels
    #[arg(long, value_name = "PIXELS", default_value_t = 400, value_parser = clap::value_parser!(u32).range(1..=16_384))]
    pub size: u32,
}

/// A format of `generate`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// A board, the FEN, the game and a link, to read
    Text,
    /// One FEN a line
    Fen,
    /// One EPD a line, with its id
    Epd,
    /// Games for any chess program
    Pgn,
    /// One record a line, for programs; `sissa schema` describes them
    Jsonl,
    /// A drawing; a sheet of several
    Svg,
    /// The same as pixels
    Png,
    /// A page to print
    Html,
}

impl Format {
    /// What the end of a file's name stands for.
    pub const EXTENSIONS: &[(&str, Format)] = &[
        ("txt", Format::Text),
        ("fen", Format::Fen),
        ("epd", Format::Epd),
        ("pgn", Format::Pgn),
        ("jsonl", Format::Jsonl),
        ("ndjson", Format::Jsonl),
        ("svg", Format::Svg),
        ("png", Format::Png),
        ("html", Format::Html),
        ("htm", Format::Html),
    ];
}

/// A format of `show`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum DrawingFormat {
    /// Boards of characters
    Text,
    /// A drawing; a sheet of several
    Svg,
    /// The same as pixels
    Png,
    /// A page to print
    Html,
}

/// A format of verdicts and lists.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ListFormat {
    /// Lines to read
    Text,
    /// One record a line, for programs
    Jsonl,
}

/// A format of `explain`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ExplainFormat {
    /// Lines to read
    Text,
    /// One object, for programs
    Json,
}

/// How positions are made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum StyleName {
    /// Both sides work for the goal: fast and complete
    Direct,
    /// A network guides the search, as in the thesis; five counts of one side only
    Neural,
    /// As real players of a rating get there
    Human,
    /// Unbiased over all legal positions that satisfy the constraint
    Uniform,
}

/// Where html shows the games.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum SolutionsPlace {
    /// Nowhere
    None,
    /// Below the boards
    Below,
    /// On a page of their own
    Separate,
}

/// Say whether positions are valid and satisfy a constraint, with reasons
///
/// Valid means that an engine could play the position; it is no proof that a game reaches it, and
/// --retro looks a little further. Games are replayed; their final position counts, or any with
/// --every. A FEN may be given without quotes; by its board alone it is valid if either side may be
/// to move. Files may be packed (.gz, .zst, .bz2).
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  sissa check rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1
  sissa check positions.epd -c \"white Q=0 and not check\"
  sissa check games.pgn -c \"opposite bishops\" --every -f jsonl
  sissa generate KQvK mate -f pgn | sissa check - -c mate

Exit code 0: all are valid and satisfying; 1: some are not; 2: some could not be read or judged.")]
pub struct CheckArgs {
    /// A position, moves, a file, or `-` for standard input (also if nothing is given)
    #[arg(value_name = "INPUT")]
    pub input: Vec<String>,
    /// What the positions must be like
    #[arg(short, long, value_name = "CONSTRAINT")]
    pub constraint: Option<String>,
    /// A constraint from the library, and-ed with CONSTRAINT; may be repeated
    #[arg(short, long, value_name = "NAME")]
    pub preset: Vec<String>,
    /// Any position of a game may satisfy the constraint; say which do
    #[arg(long)]
    pub every: bool,
    /// Also refuse positions without a game whose history is impossible, as far as a quick look tells
    #[arg(long)]
    pub retro: bool,
    /// Positions that the engine looks at for a value, where the constraint asks what positions are worth
    /// (100,000 if not given)
    #[arg(long, value_name = "N", value_parser = count)]
    pub judge_nodes: Option<u64>,
    /// Folder with Syzygy tables: `tablebase win` and the like then know endings of more than four men
    #[arg(long, value_name = "FOLDER", env = "SISSA_SYZYGY", hide_env_values = true, value_hint = ValueHint::DirPath)]
    pub syzygy: Option<String>,
    /// Most nodes of that look for one position; asks for it, too
    #[arg(long, value_name = "N", value_parser = count, help_heading = "Limits")]
    pub nodes: Option<u64>,
    /// Threads; all processors if not given
    #[arg(short = 'j', long, value_name = "N", value_parser = threads, help_heading = "Limits")]
    pub threads: Option<usize>,
    /// Say what each part of the constraint finds, in jsonl
    #[arg(long)]
    pub findings: bool,
    #[command(flatten)]
    pub output: OutputArgs,
    /// Format; else by the extension of FILE, else `text`
    #[arg(short, long, value_name = "FORMAT", help_heading = "Output")]
    pub format: Option<ListFormat>,
}

/// Find a game that reaches a position, or the reason why none can
///
/// Says of every position whether it is legal, with a game from the starting position that reaches it;
/// illegal, with the reason; or undecided, when the budget ends first. Every game has been replayed by
/// a checker of its own, and every reason holds for all games; docs/legality.md explains the codes.
///
/// What a FEN leaves out is open: a board alone, as in a printed problem, is legal if any side to
/// move, castling rights and en passant allow it, and the answer says which. Answers come as the
/// input is read.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  sissa prove 8/8/8/8/8/8/8/KRk5 b - - 0 1
  sissa prove rnbqkbnr/p1pppppQ/1p6/8/4P3/8/PPPP1PPP/RNB1KBNR --plies 5 --all
  sissa prove diagrams.fen -f pgn -o games.pgn
  sissa prove - --timeout 2 -f jsonl < positions.fen")]
pub struct ProveArgs {
    /// A position, moves, a file, or `-` for standard input (also if nothing is given)
    #[arg(value_name = "INPUT")]
    pub input: Vec<String>,
    /// The seed of all randomness
    #[arg(short, long, value_name = "SEED", default_value_t = 0)]
    pub seed: u64,
    /// Look for a shortest game; it is said whether it is proven to be one
    #[arg(long, conflicts_with = "plies")]
    pub shortest: bool,
    /// Look for a game of exactly so many half-moves
    #[arg(long, value_name = "N")]
    pub plies: Option<u32>,
    /// All games of this length instead of one
    #[arg(long, requires = "plies")]
    pub all: bool,
    #[command(flatten)]
    pub limits: Limits,
    #[command(flatten)]
    pub output: OutputArgs,
    /// Format; else by the extension of FILE, else `text`
    #[arg(short, long, value_name = "FORMAT", help_heading = "Output")]
    pub format: Option<ProveFormat>,
}

/// A format of `prove`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ProveFormat {
    /// A verdict with its game or reasons
    Text,
    /// The games of the legal ones
    Pgn,
    /// A record a line
    Jsonl,
}

/// Find out the past of a position: last moves, castling, en passant, promotions, captures
///
/// Says who moved last and with which moves, each shown possible by a game or refuted with its reason; whether each
/// right to castle can still be held (by convention castling is allowed unless it is proven lost); whether a capture en
/// passant is proven (only then it is allowed); which men must have promoted; which captures were made, and by which pawns.
/// What a FEN leaves out is open, as in a printed problem. `Rb2x[NR]b1` took a knight or a rook on b1.
///
/// Exit codes: 0 all positions can come about, 1 one cannot, 2 unreadable input, 3 one is undecided.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  sissa retro 8/8/8/8/8/8/8/KRk5
  sissa retro '4k2r/8/8/8/8/8/6PP/4K2R w'
  sissa retro - -f jsonl --games < diagrams.fen")]
pub struct RetroArgs {
    /// A position, moves, a file, or `-` for standard input (also if nothing is given)
    #[arg(value_name = "INPUT")]
    pub input: Vec<String>,
    /// The seed of all randomness
    #[arg(short, long, value_name = "SEED", default_value_t = 0)]
    pub seed: u64,
    /// Give the games that show what is possible, in jsonl
    #[arg(long)]
    pub games: bool,
    #[command(flatten)]
    pub limits: Limits,
    #[command(flatten)]
    pub output: OutputArgs,
    /// Format; else by the extension of FILE, else `text`
    #[arg(short, long, value_name = "FORMAT", help_heading = "Output")]
    pub format: Option<ListFormat>,
}

/// Draw positions as text, svg, png or html
///
/// Any position can be drawn, however impossible; of a game the final one, or another with --ply.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  sissa show 4k3/8/8/8/8/8/4P3/4K3 w - - 0 1
  sissa show \"e4 e5 Nf3\" --flip --mark f3
  sissa show games.pgn --ply 20 -o sheet.svg
  sissa generate KQvK -n 6 | sissa show - -o boards.png")]
pub struct ShowArgs {
    /// A position, moves, a file, or `-` for standard input (also if nothing is given)
    #[arg(value_name = "INPUT")]
    pub input: Vec<String>,
    /// Put Black at the bottom
    #[arg(long)]
    pub flip: bool,
    /// Point out squares, such as e4,d5
    #[arg(long, value_name = "SQUARES", value_parser = marks)]
    pub mark: Option<Marks>,
    /// Show the position after N half-moves of a game
    #[arg(long, value_name = "N")]
    pub ply: Option<usize>,
    #[command(flatten)]
    pub output: OutputArgs,
    /// Format; else by the extension of FILE, else `text`
    #[arg(short, long, value_name = "FORMAT", help_heading = "Output")]
    pub format: Option<DrawingFormat>,
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

/// Say what a constraint means and whether anything can satisfy it
///
/// The constraint in its canonical form and in words, the reasons if nothing can satisfy it, what it
/// needs to know beyond a position, and a lower bound on the length of a game to it.
#[derive(Debug, Args)]
#[command(
    after_help = EXPLAIN_EXAMPLES,
    after_long_help = include_str!("args/language.txt")
)]
pub struct ExplainArgs {
    /// The constraint; several words are one, `-` reads it from standard input
    #[arg(value_name = "CONSTRAINT")]
    pub constraint: Vec<String>,
    /// A constraint from the library, and-ed with CONSTRAINT; may be repeated
    #[arg(short, long, value_name = "NAME")]
    pub preset: Vec<String>,
    #[command(flatten)]
    pub output: OutputArgs,
    /// Format; else by the extension of FILE, else `text`
    #[arg(short, long, value_name = "FORMAT", help_heading = "Output")]
    pub format: Option<ExplainFormat>,
}

const EXPLAIN_EXAMPLES: &str = "Examples:
  sissa explain white Q=0 R\\>=1 and not check
  sissa explain \"any side bishop pair and other N=2\"
  sissa explain KRPvKR -f json

`sissa explain --help` lists the words of the language.

Exit code 0: no contradiction found; 1: nothing can satisfy it; 2: not a constraint.";

/// List the constraints that have a name
///
/// All of them by group, or one with its constraint and what it means.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  sissa presets
  sissa presets iqp
  sissa generate --preset iqp -n 4")]
pub struct PresetsArgs {
    /// Show this one
    #[arg(value_name = "NAME")]
    pub name: Option<String>,
    #[command(flatten)]
    pub output: OutputArgs,
    /// Format; else by the extension of FILE, else `text`
    #[arg(short, long, value_name = "FORMAT", help_heading = "Output")]
    pub format: Option<ListFormat>,
}

/// Print the JSON Schema of the records
///
/// Draft 2020-12, of a line of `-f jsonl`.
#[derive(Debug, Args)]
#[command(after_help = "Example:
  sissa schema -o record.schema.json")]
pub struct SchemaArgs {
    #[command(flatten)]
    pub output: OutputArgs,
}

/// Open the web interface on this machine
///
/// A page to build constraints by clicking, edit positions and step through games, and the API behind
/// it, which streams the same records as `-f jsonl`. Everything is inside the program: nothing is
/// fetched from elsewhere. Ctrl-C ends it; running jobs get a moment to finish.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  sissa serve
  sissa serve --port 0 --threads 2
  sissa serve --games games
  sissa serve --bind 0.0.0.0 --token-file secret.txt
  curl -N http://127.0.0.1:7664/api/v1/generate -H 'content-type: application/json' \\
      -d '{\"constraint\": \"white Q=0\", \"count\": 3}'
  sissa serve --openapi -o openapi.json")]
pub struct ServeArgs {
    /// The port; 0 takes a free one
    #[arg(long, value_name = "PORT", default_value_t = 7664)]
    pub port: u16,
    /// The address to listen on; anything but this machine's own is open to others
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1")]
    pub bind: IpAddr,
    /// Let in only those who know the token that this file holds: `?token=…` once, or as a bearer
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub token_file: Option<PathBuf>,
    /// Answer only what takes no time: no generation, no proofs, no engine
    #[arg(long)]
    pub read_only: bool,
    /// Imported games to explore, a folder of `sissa games import`: finds, figures, likenesses
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath)]
    pub games: Option<PathBuf>,
    /// Folder with Syzygy tables: `tablebase win` and the like then know endings of more than four men
    #[arg(long, value_name = "FOLDER", env = "SISSA_SYZYGY", hide_env_values = true, value_hint = ValueHint::DirPath)]
    pub syzygy: Option<String>,
    /// Computations at the same time; all processors if not given
    #[arg(short = 'j', long, value_name = "N", value_parser = threads, help_heading = "Limits")]
    pub threads: Option<usize>,
    /// Most positions of one request
    #[arg(long, value_name = "N", default_value_t = 1_000, value_parser = count, help_heading = "Limits")]
    pub max_count: u64,
    /// Longest time for one position
    #[arg(long, value_name = "SECS", default_value = "20", value_parser = duration, help_heading = "Limits")]
    pub timeout: Duration,
    /// Longest time for one request
    #[arg(long, value_name = "SECS", default_value = "120", value_parser = duration, help_heading = "Limits")]
    pub total_timeout: Duration,
    /// Print the OpenAPI document of the API instead
    #[arg(long, help_heading = "Output")]
    pub openapi: bool,
    #[command(flatten)]
    pub output: OutputArgs,
}

/// Print completions for a shell
///
/// A script that lets the shell complete commands, flags and values.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  sissa completions bash > ~/.local/share/bash-completion/completions/sissa
  sissa completions zsh > ~/.zfunc/_sissa
  sissa completions fish > ~/.config/fish/completions/sissa.fish")]
pub struct CompletionsArgs {
    /// The shell
    #[arg(value_name = "SHELL")]
    pub shell: clap_complete::Shell,
    #[command(flatten)]
    pub output: OutputArgs,
}

/// Print the manual page
///
/// Of the program or of one command, in roff.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  sissa man | man -l -
  sissa man generate > sissa-generate.1")]
pub struct ManArgs {
    /// The command; the whole program if not given
    #[arg(value_name = "COMMAND")]
    pub command: Option<String>,
    #[command(flatten)]
    pub output: OutputArgs,
}

/// Lets `--unique` stand before the constraint: only `exact` and `mirror` after it are its value.
pub fn with_unique_values(arguments: Vec<OsString>) -> Vec<OsString> {
    let mut told = Vec::with_capacity(arguments.len());
    let mut rest = arguments.into_iter().peekable();
    while let Some(argument) = rest.next() {
        if argument == "--" {
            told.push(argument);
            told.extend(rest);
            break;
        }
        let value = if argument == "--unique" {
            rest.next_if(|next| next == "exact" || next == "mirror")
        } else {
            None
        };
        match value {
            Some(value) => {
                let mut joined = argument;
                joined.push("=");
                joined.push(value);
                told.push(joined);
            }
            None => told.push(argument),
        }
    }
    told
}

/// What `--color` says, for messages about arguments that could not be parsed.
pub fn color_asked_for(arguments: &[OsString]) -> ColorChoice {
    let mut asked = ColorChoice::Auto;
    for (index, argument) in arguments.iter().enumerate() {
        let value = match argument.to_str() {
            Some("--color") => arguments.get(index + 1).and_then(|next| next.to_str()),
            Some(text) => text.strip_prefix("--color="),
            None => None,
        };
        if let Some(choice) = value.and_then(|value| ColorChoice::from_str(value, false).ok()) {
            asked = choice;
        }
    }
    asked
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_definition_is_sound() {
        use clap::CommandFactory as _;
        Cli::command().debug_assert();
    }

    #[test]
    fn unique_takes_only_its_own_values() {
        let told = |line: &str| {
            let words = line.split(' ').map(OsString::from).collect();
            let told = with_unique_values(words);
            told.iter()
                .map(|word| word.to_str().unwrap())
                .collect::<Vec<_>>()
                .join(" ")
        };
        assert_eq!(
            told("generate --unique white Q=0"),
            "generate --unique white Q=0"
        );
        assert_eq!(told("--unique mirror KvK"), "--unique=mirror KvK");
        assert_eq!(told("-- --unique mirror"), "-- --unique mirror");
    }
}
