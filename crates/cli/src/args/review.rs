//! Flags of `sissa review`.

use std::path::PathBuf;

use clap::{Args, ValueEnum, ValueHint};
use sissa::{SideName, Thresholds};

use super::{
    OutputArgs,
    values::{count, threads},
};

/// Review games: what happened, why, and what to do about it
///
/// Every move is judged by what players like these lose by it on average, in points of a hundred, and by
/// Lichess' curve beside it. Every reason that is given holds on a line that is shown. A file may hold any number of
/// games; the same games give the same review at any number of threads.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  sissa review game.pgn
  sissa review game.pgn --elo 1500 -o game.html
  sissa review games.pgn --player Carlsen
  sissa review game.pgn -o annotated.pgn
  sissa review games.pgn --player Me --train 20 -o lesson.pgn
  sissa review games.pgn.zst --nodes 20000 -o review.jsonl
  sissa review games.pgn.zst --nodes 20000 -o review.jsonl --resume")]
pub struct ReviewArgs {
    /// Games: PGN files, plain or packed, moves, or `-` for standard input (also if nothing is given)
    #[arg(value_name = "GAMES")]
    pub games: Vec<String>,
    /// Judge by this rating instead of the ratings that the games give
    #[arg(long, value_name = "ELO", value_parser = clap::value_parser!(u16).range(100..=4000))]
    pub elo: Option<u16>,
    /// Positions that the engine looks at for each move; 100,000 if not given
    #[arg(long, value_name = "N", value_parser = count)]
    pub nodes: Option<u64>,
    /// What an inaccuracy, a mistake, a blunder is: `sissa`, `lichess`, or points for these players such as 4,8,12
    #[arg(long, value_name = "WHICH", default_value_t)]
    pub thresholds: Thresholds,
    /// How many best lines for each move, 1 to 5
    #[arg(long, value_name = "N", value_parser = lines)]
    pub lines: Option<usize>,
    /// Only the moves of this side
    #[arg(long, value_name = "SIDE", conflicts_with = "player")]
    pub side: Option<SideName>,
    /// Only games of the player with NAME in his name, only his moves, and a report on him at the end
    #[arg(long, value_name = "NAME")]
    pub player: Option<String>,
    /// A report over all games at the end: which mistakes come again
    #[arg(long)]
    pub report: bool,
    /// Names of openings in Lichess' form (eco, name, pgn), instead of the small table that comes with the program
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub openings: Option<PathBuf>,
    /// Instead of the review write N puzzles like the mistakes: of the same motifs, at the player's level
    #[arg(long, value_name = "N", value_parser = count)]
    pub train: Option<u64>,
    /// Look for those puzzles in a folder of imported games, instead of making them
    #[arg(long, value_name = "DIR", requires = "train", value_hint = ValueHint::DirPath)]
    pub train_from: Option<PathBuf>,
    /// Go on where an interrupted run with the same `-o FILE` ended: what is in FILE.part is kept, its games are not reviewed again
    #[arg(long, requires = "output", conflicts_with_all = ["player", "report", "train"])]
    pub resume: bool,
    /// Threads; all processors if not given
    #[arg(short = 'j', long, value_name = "N", value_parser = threads)]
    pub threads: Option<usize>,
    #[command(flatten)]
    pub output: OutputArgs,
    /// Format; else by the extension of FILE, else `text`
    #[arg(short, long, value_name = "FORMAT", help_heading = "Output")]
    pub format: Option<ReviewFormat>,
}

/// A format of `review`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ReviewFormat {
    /// A summary to read
    Text,
    /// The games with comments, signs and variations
    Pgn,
    /// A page to keep and to print
    Html,
    /// One record a line, for programs
    Jsonl,
}

impl ReviewFormat {
    /// What the name of a file tells.
    pub const EXTENSIONS: &[(&str, ReviewFormat)] = &[
        ("txt", ReviewFormat::Text),
        ("pgn", ReviewFormat::Pgn),
        ("html", ReviewFormat::Html),
        ("htm", ReviewFormat::Html),
        ("jsonl", ReviewFormat::Jsonl),
        ("ndjson", ReviewFormat::Jsonl),
    ];
}

fn lines(text: &str) -> Result<usize, String> {
    let number = text.parse().ok().filter(|number| (1..=5).contains(number));
    number.ok_or_else(|| "it may be 1 to 5".to_owned())
}
