//! How often our engine finds the solutions of puzzles: the first move, and the whole line, where any mate in one
//! is accepted as the last move.
//!
//! `cargo run --release -p sissa-judge --example puzzles -- PUZZLES.csv NODES STEP OFFSET` looks at every STEP-th puzzle from OFFSET on.
//! With a fifth word, `engine`, the exact solver is not asked.
#![expect(clippy::print_stdout, reason = "it prints a table")]

use std::{env, error::Error, fs, time::Instant};

use shakmaty::{CastlingMode, Chess, Position as _, fen::Fen, uci::UciMove};
use sissa_judge::{Effort, Judge, Question, Solver};

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let [path, nodes, step, offset, alone @ ..] = &arguments[..] else {
        return Err("PUZZLES.csv NODES STEP OFFSET are needed".into());
    };
    let (nodes, step, offset): (u64, usize, usize) =
        (nodes.parse()?, step.parse()?, offset.parse()?);
    let text = fs::read_to_string(path)?;
    let (mut judge, mut solver) = (Judge::new(), Solver::new());
    let (mut puzzles, mut first, mut whole) = (0, 0, 0);
    let begun = Instant::now();
    for row in text.lines().skip(1 + offset).step_by(step) {
        let fields: Vec<&str> = row.split(',').collect();
        let mut chess: Chess = fields[1]
            .parse::<Fen>()?
            .into_position(CastlingMode::Standard)?;
        let words: Vec<UciMove> = fields[2]
            .split(' ')
            .map(str::parse)
            .collect::<Result<_, _>>()?;
        let mut found_all = true;
        puzzles += 1;
        for (index, word) in words.iter().enumerate() {
            let known = word.to_move(&chess)?;
            if index % 2 == 1 {
                let question = Question { nodes, lines: 1 };
                let told = if alone.is_empty() {
                    judge.best_with(&mut solver, &chess, nodes)
                } else {
                    let value = judge.value(&chess, question, &Effort::unlimited());
                    value.and_then(|value| value.best())
                };
                let told = told.ok_or("no move")?;
                let mut after = chess.clone();
                after.play_unchecked(told);
                let found = told == known || after.is_checkmate();
                first += usize::from(index == 1 && found);
                found_all &= found;
                if !found {
                    println!(
                        "{} move {} of {}: {} not {} {} [{}]",
                        fields[0],
                        index / 2 + 1,
                        words.len() / 2,
                        told,
                        known,
                        fields[3],
                        fields[7]
                    );
                }
            }
            chess.play_unchecked(known);
        }
        whole += usize::from(found_all);
    }
    let share = |count: usize| 100.0 * count as f64 / puzzles as f64;
    println!(
        "{puzzles} puzzles, {nodes} nodes: first move {:.2} %, whole line {:.2} %, {:.0} s",
        share(first),
        share(whole),
        begun.elapsed().as_secs_f64()
    );
    Ok(())
}
