//! Makes `models/temper.txt`: how sharply people of a rating draw from what the move model foretells.
//!
//! ```text
//! temper real GAMES REAL.tsv TEMPER.txt [SITE COUNT SEED BAND…]   what real moves cost, and what else came to mind
//! temper made GAMES MADE.tsv TEMPER.txt [SITE COUNT SEED BAND…]   the same of games that are played out with a table
//! temper fit REAL.tsv MADE.tsv TEMPER.txt [START.txt]        prints a table, beginning at the one that was played with or another
//! ```
//!
//! `GAMES` is a folder of imported games; every second one is left out here and kept for the measure (`--held-out 2`). Stockfish judges, with
//! 2,000 positions a value. Rows of the table are of Lichess' ratings; games of another `SITE` say which of them its own stand for. A table that is far from the last one is to be played with and fitted again.

#![allow(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "a program of its own prints"
)]

mod collect;
mod fit;

use std::{env, path::Path, process::ExitCode};

/// Middles of the bands: a row of the table each.
pub const BANDS: [u16; 6] = [900, 1100, 1500, 1900, 2300, 2600];

fn main() -> ExitCode {
    let words: Vec<String> = env::args().skip(1).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let done = match words[..] {
        ["real", games, out, table, ref rest @ ..] => {
            collect::real(Path::new(games), Path::new(out), Path::new(table), rest)
        }
        ["made", games, out, table, ref rest @ ..] => {
            collect::made(Path::new(games), Path::new(out), Path::new(table), rest)
        }
        ["fit", real, made, table] => fit::run(real, made, table, table),
        ["fit", real, made, table, start] => fit::run(real, made, table, start),
        _ => Err("say `real`, `made` or `fit` and the files".into()),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}
