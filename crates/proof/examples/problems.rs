//! Measures the search for games of exact length on a list of problems.
//!
//! `cargo run --release -p sissa-proof --example problems -- FILE.tsv [SECONDS] [all]` reads
//! tab-separated lines with the columns set, board and plies, and says how many are solved: a game of
//! exactly this length is found (with `all`: all games are).
#![allow(clippy::print_stdout, clippy::unwrap_used)]

mod clock;

use clock::cpu;
use sissa_proof::{Budget, Target, games};

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let text = std::fs::read_to_string(&arguments[0]).unwrap();
    let seconds: f64 = arguments.get(1).map_or(10.0, |n| n.parse().unwrap());
    let most = if arguments.iter().any(|word| word == "all") {
        1_000
    } else {
        1
    };
    let only: Option<usize> = arguments.get(3).and_then(|n| n.parse().ok());
    let (mut solved, mut none, mut count) = (0, 0, 0);
    for (index, line) in text.lines().enumerate().skip(1) {
        if only.is_some_and(|only| only != index) {
            continue;
        }
        let fields: Vec<&str> = line.split('\t').collect();
        let goal = Target::diagram(fields[1].parse().unwrap());
        let start = cpu();
        let stop = || (cpu() - start).as_secs_f64() > seconds;
        let budget = Budget {
            nodes: u64::MAX,
            stop: &stop,
        };
        let found = games(&goal, fields[2].parse().unwrap(), most, &budget);
        let elapsed = (cpu() - start).as_secs_f64();
        count += 1;
        let word = match (found.games.len(), found.complete) {
            (0, true) => {
                none += 1;
                "none"
            }
            (0, false) => "stopped",
            _ => {
                solved += 1;
                "solved"
            }
        };
        println!(
            "{index:>4} {:>20} {:>3} plies {:>8} {word:>8} {:>4} games {:>9} nodes {elapsed:>7.2}s {}",
            fields[0],
            fields[2],
            fields[3],
            found.games.len(),
            found.nodes,
            fields[1]
        );
    }
    println!("{solved} of {count} solved, {none} without a game");
}
