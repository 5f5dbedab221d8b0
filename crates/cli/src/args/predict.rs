//! Flags of `sissa games predict`.

use std::path::PathBuf;

use clap::{Args, ValueEnum, ValueHint};

use super::{ListFormat, OutputArgs, values::count, values::threads};

/// Tell how games will end, at each of their positions
///
/// How likely White wins, the game is drawn, Black wins: from the engine's value of the position, both ratings,
/// the time control, both clocks where the game has them, material and ply, by a formula that --formula
/// prints. --clock asks what would be if a clock showed something else.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  sissa games predict game.pgn
  sissa games predict games.pgn.zst -f jsonl -o predictions.jsonl
  sissa games predict game.pgn --clock white=10
  sissa games predict game.pgn --more-time 30
  sissa games predict --formula")]
pub struct PredictArgs {
    /// A PGN file, plain or packed, `-`, or a folder of imported games
    #[arg(value_name = "GAMES", required_unless_present = "formula", value_hint = ValueHint::AnyPath)]
    pub games: Option<PathBuf>,
    /// As if a side had so many seconds left: white=10, black=90.5
    #[arg(long, value_name = "SIDE=SECONDS", value_parser = clock)]
    pub clock: Vec<SideClock>,
    /// Also tell what so many seconds more would be worth to either side
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    pub more_time: Option<f64>,
    /// Who tells
    #[arg(long, value_name = "NAME", default_value = "formula")]
    pub model: ModelName,
    /// As if nobody saw the clocks
    #[arg(long, conflicts_with = "clock")]
    pub without_clocks: bool,
    /// Take values from [%eval] comments where there are any
    #[arg(long)]
    pub comments: bool,
    /// Positions that the engine looks at for each value
    #[arg(long, value_name = "N", default_value = "500", value_parser = count)]
    pub nodes: u64,
    /// Print the formula instead
    #[arg(long)]
    pub formula: bool,
    /// Threads; all processors if not given
    #[arg(short = 'j', long, value_name = "N", value_parser = threads)]
    pub threads: Option<usize>,
    #[command(flatten)]
    pub output: OutputArgs,
    /// Format; else by the extension of FILE, else `text`
    #[arg(short, long, value_name = "FORMAT", help_heading = "Output")]
    pub format: Option<ListFormat>,
}

/// Who tells how likely each end of a game is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ModelName {
    /// The formula that --formula prints
    Formula,
    /// A small network that corrects it
    Network,
}

fn seconds(text: &str) -> Result<f64, String> {
    let number = text.parse::<f64>().ok();
    let number = number.filter(|seconds| seconds.is_finite() && *seconds >= 0.0);
    number.ok_or_else(|| "not a number of seconds".to_owned())
}

/// What a side's clock is to show.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum SideClock {
    White(f64),
    Black(f64),
}

fn clock(text: &str) -> Result<SideClock, String> {
    let wrong = || "not SIDE=SECONDS, such as white=10".to_owned();
    let (side, seconds) = text.split_once('=').ok_or_else(wrong)?;
    let seconds = seconds.parse().ok().filter(|seconds| *seconds >= 0.0);
    match (side, seconds) {
        ("white", Some(seconds)) => Ok(SideClock::White(seconds)),
        ("black", Some(seconds)) => Ok(SideClock::Black(seconds)),
        _ => Err(wrong()),
    }
}
