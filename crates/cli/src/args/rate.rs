//! Flags of `sissa games rate`.

use std::path::PathBuf;

use clap::{Args, ValueHint};
use sissa::SiteName;

use super::{ListFormat, OutputArgs, values::threads};

/// Tell how strong the players of games are, by their moves
///
/// From how likely the moves are for players of each rating and from what they lose, for both sides, with an
/// interval that holds nine players of ten: one game says little. Ratings in the games' tags are not looked at.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  sissa games rate game.pgn
  sissa games rate games.pgn.zst -f jsonl -o ratings.jsonl
  sissa games rate club.pgn --site chesscom")]
pub struct RateArgs {
    /// A PGN file, plain or packed, `-`, or a folder of imported games
    #[arg(value_name = "GAMES", value_hint = ValueHint::AnyPath)]
    pub games: PathBuf,
    /// Whose scale of ratings; if not given, that of the site where a game was played, else Lichess'
    #[arg(long, value_name = "SITE")]
    pub site: Option<SiteName>,
    /// Threads; all processors if not given
    #[arg(short = 'j', long, value_name = "N", value_parser = threads)]
    pub threads: Option<usize>,
    #[command(flatten)]
    pub output: OutputArgs,
    /// Format; else by the extension of FILE, else `text`
    #[arg(short, long, value_name = "FORMAT", help_heading = "Output")]
    pub format: Option<ListFormat>,
}
