//! Makes `models/temper.txt`: how sharply people of a rating draw from what the move model foretells.
//!
//! ```text
//! temper real GAMES REAL.tsv               what real moves cost, by band and phase
//! temper look GAMES LOOK.tsv               what each likely move of real positions costs, and what a look sees of it
//! temper made GAMES MADE.tsv TEMPER.txt    what the moves of games cost that are played with a table
//! temper fit REAL.tsv LOOK.tsv [MADE.tsv TEMPER.txt]   prints a table
//! ```
//!
//! `GAMES` is a folder of imported games; every second one is left out here and kept for the measure (`--held-out 2`). Stockfish judges, with
//! 8,000 positions a value. The first fit knows only positions of real games; a table that was played with says how much
//! more or less is lost in the positions that the model itself reaches, and the next fit aims that much lower or higher.

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
        ["real", games, out, ref rest @ ..] => {
            collect::real(Path::new(games), Path::new(out), rest)
        }
        ["look", games, out, ref rest @ ..] => {
            collect::look(Path::new(games), Path::new(out), rest)
        }
        ["made", games, out, table, ref rest @ ..] => {
            collect::made(Path::new(games), Path::new(out), Path::new(table), rest)
        }
        ["fit", real, look] => fit::run(real, look, None),
        ["fit", real, look, made, table] => fit::run(real, look, Some((made, table))),
        _ => Err("say `real`, `look`, `made` or `fit` and the files".into()),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}
