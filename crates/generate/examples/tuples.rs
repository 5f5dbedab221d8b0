//! All 486 tuples of the thesis, `COUNT` positions each (default 100), with every game replayed:
//! `cargo run --release -p sissa-generate --example tuples -- 100 > experiments/direct-486.md`.
#![allow(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "an example prints"
)]

use std::time::Instant;

use shakmaty::{Chess, Position};
use sissa_constraint::Constraint;
use sissa_generate::{Options, Statistics, Task, Unique};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let count: u64 = std::env::args()
        .nth(1)
        .map_or(Ok(100), |count| count.parse())?;
    let seed: u64 = std::env::args().nth(2).map_or(Ok(0), |seed| seed.parse())?;
    println!("# Direct style, all 486 tuples\n");
    println!(
        "{count} positions each, seed {seed}, one thread, default options. Every game replayed, every position re-tested.\n"
    );
    println!("| tuple | satisfied % | unique % | mean plies | median plies | positions/s |");
    println!("|---|---|---|---|---|---|");
    let (mut satisfied, mut unique, mut requested, mut seconds) = (0, 0, 0, 0.0);
    let mut rates = Vec::new();
    for tuple in (0..486).rev() {
        let (pawns, rest) = (tuple % 9, tuple / 9);
        let (knights, rest) = (rest % 3, rest / 3);
        let (bishops, rest) = (rest % 3, rest / 3);
        let (rooks, queens) = (rest % 3, rest / 3);
        let text = format!("white ({queens},{rooks},{bishops},{knights},{pawns})");
        let constraint: Constraint = text.parse()?;
        let compiled = constraint.compile();
        let task = Task::new(&constraint, Options::default())?;
        let begun = Instant::now();
        let found: Vec<_> = (0..count)
            .filter_map(|index| task.generate(seed, index, &|| false).ok())
            .collect();
        let elapsed = begun.elapsed().as_secs_f64();
        let mut statistics = Statistics::new(&constraint, Unique::Exact);
        for found in &found {
            let mut position = Chess::default();
            for m in &found.moves {
                position = position.play(*m)?;
            }
            let same = position == found.position;
            statistics.add(
                &position,
                &found.moves,
                same && compiled.holds(&(&position).into()),
            );
        }
        println!(
            "| {text} | {:.1} | {:.1} | {:.1} | {:.1} | {:.0} |",
            100.0 * statistics.satisfied() as f64 / count as f64,
            100.0 * statistics.unique() as f64 / count as f64,
            statistics.mean_plies().unwrap_or(0.0),
            statistics.median_plies().unwrap_or(0.0),
            count as f64 / elapsed,
        );
        satisfied += statistics.satisfied();
        unique += statistics.unique();
        requested += count;
        seconds += elapsed;
        rates.push(count as f64 / elapsed);
    }
    let mean_rate = rates.iter().sum::<f64>() / rates.len() as f64;
    println!(
        "\nAll: {requested} requested, {:.3} % satisfied, {:.3} % unique, {:.0} positions/s over the whole run, {mean_rate:.0} positions/s averaged over the tuples.",
        100.0 * satisfied as f64 / requested as f64,
        100.0 * unique as f64 / requested as f64,
        requested as f64 / seconds,
    );
    Ok(())
}
