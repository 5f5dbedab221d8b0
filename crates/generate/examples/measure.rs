//! Measures the direct style on the constraints given: `measure COUNT CONSTRAINT…`. With `SHORTEST` set in the
//! environment, shortest games are looked for.
#![allow(clippy::print_stdout, reason = "an example prints")]

use std::time::Instant;

use sissa_constraint::Constraint;
use sissa_generate::{Options, Statistics, Style, Task, Unique};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let count: u64 = arguments.next().ok_or("how many?")?.parse()?;
    let shortest = std::env::var_os("SHORTEST").is_some();
    println!(
        "{:>8} {:>7} {:>7} {:>7} {:>6} {:>11} {:>9}  constraint",
        "found", "unique", "mean", "median", "max ms", "plies/s", "per s"
    );
    for text in arguments {
        let constraint: Constraint = text.parse()?;
        let task = match Task::new(
            &constraint,
            Options {
                style: if shortest {
                    Style::Shortest
                } else {
                    Style::Direct
                },
                ..Options::default()
            },
        ) {
            Ok(task) => task,
            Err(error) => {
                println!("{error}: {text}");
                continue;
            }
        };
        let mut statistics = Statistics::new(&constraint, Unique::Exact);
        let (mut plies, mut slowest) = (0, 0.0f64);
        let begun = Instant::now();
        for index in 0..count {
            let start = Instant::now();
            match task.generate(0, index, &|| start.elapsed().as_secs() > 20) {
                Ok(found) => {
                    plies += found.moves.len();
                    statistics.add(&found.position, &found.moves, true);
                }
                Err(error) => println!("  {index}: {error}"),
            }
            slowest = slowest.max(start.elapsed().as_secs_f64());
        }
        let seconds = begun.elapsed().as_secs_f64();
        println!(
            "{:>8} {:>7} {:>7.1} {:>7} {:>6.0} {:>11.0} {:>9.0}  {text}",
            statistics.produced(),
            statistics.unique(),
            statistics.mean_plies().unwrap_or(0.0),
            statistics.median_plies().unwrap_or(0.0),
            slowest * 1e3,
            plies as f64 / seconds,
            statistics.produced() as f64 / seconds,
        );
    }
    Ok(())
}
