//! How often our engine finds the solutions of puzzles: the first move, and the whole line, where any mate in one
//! is accepted as the last move.
//!
//! `cargo run --release -p sissa-judge --example puzzles -- PUZZLES.csv NODES STEP OFFSET` looks at every STEP-th puzzle from OFFSET on.
//! With a fifth word, `engine`, the exact solver is not asked.
#![expect(clippy::print_stdout, reason = "it prints a table")]

use std::{env, error::Error, time::Instant};

use shakmaty::{Chess, Move, Position as _};
use sissa_judge::{Effort, Judge, Question, Solver};

#[expect(dead_code, reason = "other programs need the rest")]
mod puzzle_file;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let [path, nodes, step, offset, alone @ ..] = &arguments[..] else {
        return Err("PUZZLES.csv NODES STEP OFFSET are needed".into());
    };
    let nodes: u64 = nodes.parse()?;
    let puzzles = puzzle_file::read(path)?;
    let (mut judge, mut solver) = (Judge::new(), Solver::new());
    let mut best = |chess: &Chess| {
        if alone.is_empty() {
            return judge.best_with(&mut solver, chess, nodes);
        }
        let question = Question { nodes, lines: 1 };
        judge.value(chess, question, &Effort::unlimited())?.best()
    };
    let (mut count, mut first, mut whole) = (0, 0, 0);
    let begun = Instant::now();
    for puzzle in puzzles
        .iter()
        .skip(offset.parse()?)
        .step_by(step.parse::<usize>()?.max(1))
    {
        let missed = puzzle.line.moves().position(|step| {
            let told = best(&step.before);
            told.is_none_or(|told| told != step.m && !mates(&step.before, told))
        });
        count += 1;
        first += usize::from(missed != Some(0));
        whole += usize::from(missed.is_none());
        if let Some(index) = missed {
            let tags = puzzle.tags.join(" ");
            println!(
                "{} ({}): move {} missed [{tags}]",
                puzzle.id,
                puzzle.rating,
                index + 1
            );
        }
    }
    let share = |found: usize| 100.0 * found as f64 / f64::from(count);
    println!(
        "{count} puzzles, {nodes} nodes: first move {:.2} %, whole line {:.2} %, {:.0} s",
        share(first),
        share(whole),
        begun.elapsed().as_secs_f64()
    );
    Ok(())
}

fn mates(chess: &Chess, m: Move) -> bool {
    let mut next = chess.clone();
    next.play_unchecked(m);
    next.is_checkmate()
}
