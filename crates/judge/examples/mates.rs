//! How quick and how right the solver is, on puzzles that are mates and on such that are none.
//!
//! `cargo run --release -p sissa-judge --example mates -- PUZZLES.csv`, in the format of Lichess' puzzles.
#![expect(clippy::print_stdout, reason = "it prints a table")]

use std::{env, error::Error, time::Instant};

use shakmaty::Position as _;
use sissa_judge::{Answer, Effort, Shortest, Solver, Stipulation, certified};

#[expect(dead_code, reason = "other programs need the rest")]
mod puzzle_file;

use puzzle_file::Puzzle;

/// Cases of each kind, and those of them whose known first move is looked at.
const CASES: usize = 800;
const KEYS: usize = 200;

fn main() -> Result<(), Box<dyn Error>> {
    let path = env::args().nth(1).ok_or("a file of puzzles is needed")?;
    let puzzles = puzzle_file::read(&path)?;
    println!("kind     asked  cases proven sooner  keys  open certified nodes/case   cases/s");
    for moves in 1..=4 {
        let kind = format!("mateIn{moves}");
        let cases = puzzles.iter().filter(|puzzle| puzzle.has(&kind));
        measure(&kind, moves, &cases.take(CASES).collect::<Vec<_>>());
    }
    for moves in 1..=3 {
        let cases = puzzles.iter().filter(|puzzle| !puzzle.has("mate"));
        measure("none", moves, &cases.take(CASES).collect::<Vec<_>>());
    }
    Ok(())
}

fn measure(kind: &str, asked: u32, cases: &[&Puzzle]) {
    let mut solver = Solver::new();
    let effort = Effort::nodes(20_000_000);
    let (mut nodes, mut proven, mut sooner, mut open) = (0, 0, 0, 0);
    let begun = Instant::now();
    for puzzle in cases {
        match solver.shortest(puzzle.line.start(), Stipulation::mate(asked), &effort) {
            Shortest::In(moves) if moves == asked => proven += 1,
            Shortest::In(_) => sooner += 1,
            Shortest::Undecided(_) => open += 1,
            Shortest::NotWithin(_) => (),
        }
        nodes += solver.spent();
    }
    let rate = cases.len() as f64 / begun.elapsed().as_secs_f64();
    // The known first move must be a key: mated in one less, whatever the defence.
    let is_key = |puzzle: &&&Puzzle| {
        let known = &puzzle.line.steps[0].after;
        known.legal_moves().into_iter().all(|reply| {
            let mut replied = known.clone();
            replied.play_unchecked(reply);
            let rest = Stipulation::mate(asked - 1);
            solver.holds(&replied, rest, &effort) == Answer::Yes
        })
    };
    let keys = cases.iter().take(KEYS).filter(is_key).count();
    let is_certified =
        |puzzle: &&&Puzzle| certified(&puzzle.line, &mut solver, &effort) == Answer::Yes;
    let certified = cases.iter().filter(is_certified).count();
    println!(
        "{kind:8} {asked:>5} {:>6} {proven:>6} {sooner:>6} {keys:>5} {open:>5} {certified:>9} {:>10} {rate:>9.0}",
        cases.len(),
        nodes / cases.len().max(1) as u64
    );
}
