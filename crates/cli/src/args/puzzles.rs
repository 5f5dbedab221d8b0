//! Flags of `solve` and `puzzles`.

use std::time::Duration;

use clap::{Args, Subcommand, ValueEnum};

use super::{
    Limits, OutputArgs, ProveFormat, SheetArgs, SolutionsPlace, StyleName,
    values::{count, duration, threads},
};

/// The letter of the knight.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum KnightName {
    /// As players write it
    #[value(name = "N", alias = "n")]
    N,
    /// As problemists write it
    #[value(name = "S", alias = "s")]
    S,
}

/// Solve a problem: mate, selfmate, helpmate or stalemate in so many moves
///
/// Every move is searched, so that a key and its absence are proven. Told are the keys (more than one is a
/// cook), threats, variations with their duals, set play, and tries with --tries. The attacker's moves are
/// numbered from 1; defences that do nothing about the threat are left out of the text, not of the
/// records.
///
/// What is asked for may also be written as problemists do, in quotes: '#2', 'h#2.5', 's#3', '=4'; else the
/// `dm` of EPD counts. Of a board alone, Black begins in help play, else White; castling is allowed unless it is
/// proven lost, en passant only if the double step is proven to have been the last move. The answer shows the whole FEN.
///
/// Exit codes: 0 solved, 1 proven to have no solution, 2 unreadable input, 3 the budget ended first.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  sissa solve kbK5/pp6/1P6/8/8/8/8/R7 --mate 2
  sissa solve '#2' kbK5/pp6/1P6/8/8/8/8/R7 --tries --knight S
  sissa solve '7k/5K2/8/8/8/8/8/6Q1 b' --help-mate 1 -f jsonl
  sissa solve --help-mate 2.5 '7k/5K2/8/8/8/8/8/6Q1' '7k/5K2/8/8/8/8/8/5Q2'   # twins a) and b)
  sissa solve rnbqkbnr/p1pppppQ/1p6/8/4P3/8/PPPP1PPP/RNB1KBNR --proof-game 5
  sissa solve problems.epd --mate 3 --timeout 30 -f pgn -o solutions.pgn")]
pub struct SolveArgs {
    /// Positions, a file, or `-` for standard input (also if nothing is given); a stipulation such as '#2'
    #[arg(value_name = "INPUT")]
    pub input: Vec<String>,
    /// Mate in N moves
    #[arg(long, value_name = "N", group = "asked")]
    pub mate: Option<String>,
    /// Helpmate in N or N.5 moves
    #[arg(long, value_name = "N[.5]", group = "asked")]
    pub help_mate: Option<String>,
    /// Selfmate in N moves
    #[arg(long, value_name = "N", group = "asked")]
    pub self_mate: Option<String>,
    /// Stalemate in N moves
    #[arg(long, value_name = "N", group = "asked")]
    pub stalemate: Option<String>,
    /// Proof game: all games of exactly N half-moves, as `sissa prove --plies N --all` gives them
    #[arg(long, value_name = "N", group = "asked", conflicts_with_all = ["tries", "no_set_play", "depth", "all"])]
    pub proof_game: Option<u32>,
    /// Everything: tries, all variations to their ends, every line of help play
    #[arg(long)]
    pub all: bool,
    /// Also first moves that fail to N defences at most; 1 if N is not given
    #[arg(long, value_name = "N", num_args = 0..=1, require_equals = true, default_missing_value = "1")]
    pub tries: Option<usize>,
    /// Leave out the set play
    #[arg(long)]
    pub no_set_play: bool,
    /// Moves written out after the first; 2 if not given, 3 in selfmates
    #[arg(long, value_name = "N")]
    pub depth: Option<u32>,
    /// The letter of the knight in the text
    #[arg(long, value_name = "LETTER", default_value = "N")]
    pub knight: KnightName,
    #[command(flatten)]
    pub limits: Limits,
    #[command(flatten)]
    pub output: OutputArgs,
    /// Format; else by the extension of FILE, else `text`
    #[arg(short, long, value_name = "FORMAT", help_heading = "Output")]
    pub format: Option<ProveFormat>,
}

impl SolveArgs {
    /// What is asked for, by flag or as an argument, and the arguments that are input.
    pub fn asked(&self) -> (Vec<String>, Vec<String>) {
        let flags = [
            ("#", &self.mate),
            ("h#", &self.help_mate),
            ("s#", &self.self_mate),
            ("=", &self.stalemate),
        ];
        let flags = flags.into_iter().filter_map(|(sign, moves)| {
            let moves = moves.as_ref()?;
            Some(format!("{sign}{moves}"))
        });
        // Others than are known here too (`r#2`, `ser-h#3`), so that the answer is what there is instead.
        let is_stipulation = |text: &String| {
            let text = text.trim_start_matches(|c: char| c.is_ascii_lowercase() || c == '-');
            text.starts_with(['#', '='])
        };
        let (words, input): (Vec<String>, Vec<String>) =
            self.input.iter().cloned().partition(is_stipulation);
        (flags.chain(words).collect(), input)
    }
}

/// Make puzzles, tag them, and see how many the engine solves
///
/// `make` makes puzzles to order or from games. For the others, puzzles are read from Lichess' CSV (plain or packed), from records of `puzzles tag`, or from FEN, EPD and PGN; where no
/// solution is given the engine finds one.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  sissa puzzles make --rating 1500 -n 12 -o sheet.html
  sissa puzzles make --from mygames.pgn --player Maria -o mistakes.pgn
  sissa puzzles tag lichess_db_puzzle.csv.zst -f jsonl -o tagged.jsonl
  sissa puzzles solve puzzles.csv --nodes 50000 -v")]
pub struct PuzzlesArgs {
    #[command(subcommand)]
    pub command: PuzzlesCommand,
}

#[derive(Debug, Subcommand)]
pub enum PuzzlesCommand {
    Make(Box<MakePuzzlesArgs>),
    Tag(TagPuzzlesArgs),
    Solve(SolvePuzzlesArgs),
}

/// Make puzzles: to order, or where they are in games
///
/// To order: positions that satisfy CONSTRAINT, each reached by a legal game; motifs in it (`fork`, `pin`, `back-rank mate`)
/// are themes of the solution, as with --theme. Without a constraint, what players overlook in their games.
///
/// From games (--from): the position after a mistake, or the one in which it was made, where one move wins or saves. FROM is a
/// PGN file, or the folder of `sissa games import`, of which the constraint may also speak of ratings and openings.
///
/// One move solves and no other does: proven for mates and endings of up to four men (certified), else by the engine, which
/// looks a second time with five times as many positions. What is over after one move is no puzzle, unless it mates.
/// The rating is predicted, with the error such predictions have on average.
///
/// Exit codes: 0 made, 1 proven impossible or none in the games, 2 unreadable input, 3 the budget ended first.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  sissa puzzles make --theme fork --rating 1400..1600 -n 12 -o forks.html
  sissa puzzles make \"mate in 2 and men<=8\" -n 20 -o mates.csv
  sissa puzzles make --from mygames.pgn --player Maria -o mistakes.pgn
  sissa puzzles make --from games \"elo>=2000 and move<=20\" -n 50 -o club.jsonl")]
pub struct MakePuzzlesArgs {
    /// What the positions must be like; several words are one constraint, `-` reads it from standard input
    #[arg(value_name = "CONSTRAINT")]
    pub constraint: Vec<String>,
    /// A constraint from the library, and-ed with CONSTRAINT; may be repeated
    #[arg(short, long, value_name = "NAME")]
    pub preset: Vec<String>,
    /// A theme of the solution, by name or by Lichess' tag; may be repeated, all must hold
    #[arg(short, long, value_name = "THEME")]
    pub theme: Vec<String>,
    /// The predicted rating: 1400..1600, >=2000, or 1500 for up to 100 more or less
    #[arg(
        long,
        visible_alias = "level",
        value_name = "RANGE",
        allow_hyphen_values = true
    )]
    pub rating: Option<String>,
    /// How many; 1 if not given, of games all
    #[arg(short = 'n', long, value_name = "N", value_parser = count)]
    pub count: Option<u64>,
    /// Games to look for puzzles in: a PGN file, `-`, or a folder of imported games
    #[arg(long, value_name = "FROM")]
    pub from: Option<String>,
    /// Only mistakes of the player with this in his name
    #[arg(long, value_name = "NAME", requires = "from")]
    pub player: Option<String>,
    /// The seed of all randomness
    #[arg(
        short,
        long,
        value_name = "SEED",
        default_value_t = 0,
        conflicts_with = "from"
    )]
    pub seed: u64,
    /// How positions are made; `human` without a constraint or where it speaks of players, else `direct`, also for mates
    /// with a name, such as `smothered mate`
    #[arg(long, value_name = "STYLE", conflicts_with = "from")]
    pub style: Option<StyleName>,
    /// The ratings of the players in style human, such as 1500 or 1400..1600
    #[arg(
        long,
        value_name = "RANGE",
        allow_hyphen_values = true,
        conflicts_with = "from"
    )]
    pub elo: Option<String>,
    /// Positions to look at for each judgement; 100,000 if not given
    #[arg(long, value_name = "N", value_parser = count, help_heading = "Limits")]
    pub nodes: Option<u64>,
    /// Longest time for one puzzle to order
    #[arg(long, value_name = "SECS", value_parser = duration, help_heading = "Limits")]
    pub timeout: Option<Duration>,
    /// Longest time for all puzzles to order
    #[arg(long, value_name = "SECS", value_parser = duration, help_heading = "Limits")]
    pub total_timeout: Option<Duration>,
    /// Threads; all processors if not given
    #[arg(short = 'j', long, value_name = "N", value_parser = threads, help_heading = "Limits")]
    pub threads: Option<usize>,
    #[command(flatten)]
    pub output: OutputArgs,
    /// Format; else by the extension of FILE, else `text`
    #[arg(short, long, value_name = "FORMAT", help_heading = "Output")]
    pub format: Option<MakePuzzlesFormat>,
    #[command(flatten)]
    pub sheet: SheetArgs,
    /// What stands below a board of a sheet, besides who is to move
    #[arg(
        long,
        value_name = "WHAT",
        default_value = "none",
        help_heading = "Drawings"
    )]
    pub reveal: RevealName,
    /// Where html shows the solutions
    #[arg(
        long,
        value_name = "WHERE",
        default_value = "separate",
        help_heading = "Drawings"
    )]
    pub solutions: SolutionsPlace,
}

/// A format of `puzzles make`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum MakePuzzlesFormat {
    /// Lines to read
    Text,
    /// Lichess' columns
    Csv,
    /// A chapter each, beginning with the position; the solution is its moves
    Pgn,
    /// A record a line
    Jsonl,
    /// A drawing of the positions
    Svg,
    /// The same as pixels
    Png,
    /// A sheet to print, with solutions
    Html,
}

impl MakePuzzlesFormat {
    /// What the end of a file's name stands for.
    pub const EXTENSIONS: &[(&str, MakePuzzlesFormat)] = &[
        ("txt", MakePuzzlesFormat::Text),
        ("csv", MakePuzzlesFormat::Csv),
        ("pgn", MakePuzzlesFormat::Pgn),
        ("jsonl", MakePuzzlesFormat::Jsonl),
        ("ndjson", MakePuzzlesFormat::Jsonl),
        ("svg", MakePuzzlesFormat::Svg),
        ("png", MakePuzzlesFormat::Png),
        ("html", MakePuzzlesFormat::Html),
        ("htm", MakePuzzlesFormat::Html),
    ];
}

/// What a sheet tells beforehand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum RevealName {
    /// Nothing: rating and themes stand with the solution
    None,
    /// The rating
    Rating,
    /// The themes
    Themes,
    /// Both
    Both,
}

/// Say what happens in puzzles, how difficult they are, and whether their solution is proven
///
/// Themes are Lichess' tags. The rating is predicted, with the error that such predictions have on
/// average. A puzzle is certified where exhaustive search has proven that it mates and that every move but
/// the last is the only one that mates in time.
///
/// In the CSV of Lichess the first move is the opponent's; `fen` of a record is the position after it, in which the
/// solver moves. Rows that cannot be read are told with their line, and the rest goes on.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  sissa puzzles tag lichess_db_puzzle.csv.zst -f jsonl -o tagged.jsonl
  sissa puzzles tag puzzles.csv -f csv --nodes 20000 -o tagged.csv
  sissa puzzles tag 6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1")]
pub struct TagPuzzlesArgs {
    /// A file of puzzles, positions, or `-` for standard input (also if nothing is given)
    #[arg(value_name = "INPUT")]
    pub input: Vec<String>,
    /// Positions to look at for each judgement: with it also the themes advantage, crushing, equality
    /// and zugzwang; a missing solution is found with 100000 a move if not given
    #[arg(long, value_name = "N", value_parser = count, help_heading = "Limits")]
    pub nodes: Option<u64>,
    /// Threads; all processors if not given
    #[arg(short = 'j', long, value_name = "N", value_parser = threads, help_heading = "Limits")]
    pub threads: Option<usize>,
    #[command(flatten)]
    pub output: OutputArgs,
    /// Format; else by the extension of FILE, else `text`
    #[arg(short, long, value_name = "FORMAT", help_heading = "Output")]
    pub format: Option<TagPuzzlesFormat>,
}

/// A format of `puzzles tag`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum TagPuzzlesFormat {
    /// A line to read
    Text,
    /// Lichess' columns with our rating and themes
    Csv,
    /// A record a line
    Jsonl,
}

/// Let the engine solve puzzles, and count
///
/// At each of the solver's turns the engine is asked for its move; a shortest mate in up to three moves is proven
/// first. Any mate in one is right as a last move. The shares of right first moves and of whole
/// solutions are told at the end (with -v, on a terminal, and in the summary of the records).
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  sissa puzzles solve puzzles.csv -v
  sissa puzzles solve puzzles.csv --nodes 20000 -f jsonl -o attempts.jsonl
  sissa puzzles solve r3k3/8/8/1N6/8/8/8/4K3 w - - 0 1")]
pub struct SolvePuzzlesArgs {
    /// A file of puzzles, positions, or `-` for standard input (also if nothing is given)
    #[arg(value_name = "INPUT")]
    pub input: Vec<String>,
    /// Positions to look at for each move
    #[arg(long, value_name = "N", value_parser = count, default_value = "100000", help_heading = "Limits")]
    pub nodes: u64,
    /// Threads; all processors if not given
    #[arg(short = 'j', long, value_name = "N", value_parser = threads, help_heading = "Limits")]
    pub threads: Option<usize>,
    #[command(flatten)]
    pub output: OutputArgs,
    /// Format; else by the extension of FILE, else `text`
    #[arg(short, long, value_name = "FORMAT", help_heading = "Output")]
    pub format: Option<SolvePuzzlesFormat>,
}

/// A format of `puzzles solve`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum SolvePuzzlesFormat {
    /// A line to read
    Text,
    /// A record a line
    Jsonl,
}
