//! Makes tables and prints what each costs and holds, then how quickly positions are drawn.
//!
//! ```console
//! $ cargo run --release -p sissa-tables --example make -- 2 KQvKR
//! ```
//!
//! The first number is that of the threads; without signatures all are made. The time of a signature
//! includes tables that it leads to and that are not made yet.
#![allow(clippy::print_stdout)]

use std::{hint::black_box, time::Instant};

use shakmaty::Color;
use sissa_tables::{Making, Outcome, Signature, Tables};

fn main() {
    let mut arguments = std::env::args().skip(1);
    let threads = arguments
        .next()
        .map_or(1, |text| text.parse().expect("a number of threads"));
    let mut signatures: Vec<Signature> = arguments
        .map(|text| text.parse().expect("a signature"))
        .collect();
    if signatures.is_empty() {
        signatures = Signature::all();
    }
    let tables = Tables::new(threads);
    let start = Instant::now();
    println!(
        "| men | longest mate: White | Black | White to move: wins, draws, losses | Black to move | MB | seconds |"
    );
    println!("|---|---|---|---|---|---|---|");
    let mut bytes = 0;
    let mut making_seconds = 0.0;
    for signature in &signatures {
        let begun = Instant::now();
        let making = Making {
            threads,
            cancel: &|| false,
            progress: &|_| (),
        };
        tables.make(&[*signature], &making).expect("nobody cancels");
        let seconds = begun.elapsed().as_secs_f64();
        making_seconds += seconds;
        bytes += signature.bytes();
        println!(
            "| {signature} | {} | {} | {} | {} | {:.1} | {seconds:.2} |",
            longest(&tables, *signature, Color::White),
            longest(&tables, *signature, Color::Black),
            shares(&tables, *signature, Color::White),
            shares(&tables, *signature, Color::Black),
            signature.bytes() as f64 / 1e6,
        );
    }
    println!(
        "\n{:.1} MB made in {making_seconds:.1} s",
        bytes as f64 / 1e6
    );
    for signature in &signatures {
        draw(&tables, *signature);
    }
    println!("{:.1} s in all", start.elapsed().as_secs_f64());
}

/// Moves of the longest mate that a side to move can force.
fn longest(tables: &Tables, signature: Signature, turn: Color) -> String {
    let plies = tables.longest(signature, turn);
    let moves = plies.and_then(|plies| Outcome::Win(plies).moves());
    moves.map_or("–".to_owned(), |moves| moves.to_string())
}

fn shares(tables: &Tables, signature: Signature, turn: Color) -> String {
    let count = |wanted: fn(Outcome) -> bool| tables.positions(signature, turn, wanted).len();
    let all = count(|_| true);
    let share = |count: u64| format!("{:.1} %", 100.0 * count as f64 / all as f64);
    [
        share(count(|outcome| matches!(outcome, Outcome::Win(_)))),
        share(count(|outcome| outcome == Outcome::Draw)),
        share(count(|outcome| matches!(outcome, Outcome::Loss(_)))),
    ]
    .join(", ")
}

/// How long a set takes to be counted and how many draws a second it gives.
fn draw(tables: &Tables, signature: Signature) {
    let start = Instant::now();
    let wins = |outcome: Outcome| matches!(outcome, Outcome::Win(_));
    let positions = tables.positions(signature, Color::White, wins);
    let counted = start.elapsed();
    if positions.is_empty() {
        return;
    }
    let start = Instant::now();
    let draws = 20_000;
    for draw in 0..draws {
        // Any numbers will do that are scattered over the set.
        black_box(positions.get(draw * 0x9e37_79b9 % positions.len()));
    }
    println!(
        "{signature}: {} wins of White counted in {:.1} ms, {:.0} draws a second",
        positions.len(),
        counted.as_secs_f64() * 1e3,
        draws as f64 / start.elapsed().as_secs_f64(),
    );
}
