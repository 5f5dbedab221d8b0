//! Measures verdicts on a list of positions of known verdict.
//!
//! `cargo run --release -p sissa-proof --example suite -- FILE.tsv [NODES] [SECONDS]` reads tab-separated
//! lines, a header first, of a FEN and the verdict expected, and prints the verdicts, the
//! wrong ones, the mean time and the median length of the games, and a digest of the games: a change that is meant to
//! leave them as they are leaves it.
#![allow(clippy::print_stdout, clippy::unwrap_used)]

mod clock;

use std::{
    cell::Cell,
    hash::{BuildHasher, Hash, Hasher},
    time::Duration,
};

use clock::cpu;

use shakmaty::fen::Fen;
use sissa_proof::{Budget, Verdict, prove, stream};

/// Questions whether to stop for each look at the clock, which takes long enough to be measured itself.
const ASK_EVERY: u32 = 4;

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let text = std::fs::read_to_string(&arguments[0]).unwrap();
    let nodes = arguments.get(1).map_or(20_000_000, |n| n.parse().unwrap());
    let seconds = arguments.get(2).map_or(1.0, |n| n.parse().unwrap());
    let verbose = arguments.get(3).is_some();
    let mut lengths = Vec::new();
    let mut total = Duration::ZERO;
    let mut table: std::collections::BTreeMap<(String, &str), (u32, Duration)> = Default::default();
    let mut wrong = 0;
    let mut digest = rustc_hash::FxBuildHasher.build_hasher();
    for line in text.lines().skip(1) {
        let fields: Vec<&str> = line.split('\t').collect();
        let Ok(fen) = fields[0].parse::<Fen>() else {
            println!("not a FEN, left out: {}", fields[0]);
            continue;
        };
        let expected = fields.get(1).copied().unwrap_or("legal");
        let start = cpu();
        let (asked, over) = (Cell::new(0_u32), Cell::new(false));
        let stop = || {
            asked.set(asked.get() + 1);
            if asked.get().is_multiple_of(ASK_EVERY) && (cpu() - start).as_secs_f64() > seconds {
                over.set(true);
            }
            over.get()
        };
        let verdict = prove(
            fen.as_setup(),
            Budget { nodes, stop: &stop },
            &mut stream(1, 0),
        );
        let elapsed = cpu() - start;
        total += elapsed;
        let (word, detail) = match &verdict {
            Verdict::Legal { game } => {
                lengths.push(game.plies());
                game.moves().hash(&mut digest);
                ("legal", game.plies().to_string())
            }
            Verdict::Illegal { reasons } => ("illegal", reasons[0].code.clone()),
            Verdict::Undecided { exhausted, .. } => ("undecided", format!("{exhausted:?}")),
        };
        let bad = word == "legal" && expected.starts_with("illegal")
            || word == "illegal" && expected.starts_with("legal");
        wrong += u32::from(bad);
        if bad || verbose || word == "undecided" {
            println!(
                "{expected:>8} {word:>9} {:>8.3}s {detail} {}",
                elapsed.as_secs_f64(),
                fields[0]
            );
        }
        let cell = table.entry((expected.to_owned(), word)).or_default();
        cell.0 += 1;
        cell.1 += elapsed;
    }
    for ((expected, word), (count, time)) in &table {
        println!(
            "{expected:>26} -> {word:<9} {count:>5}  mean {:.3}s",
            time.as_secs_f64() / f64::from(*count)
        );
    }
    lengths.sort_unstable();
    let count = text.lines().count() - 1;
    println!(
        "{count} positions, {wrong} wrong, mean {:.3}s, median plies {:?}, games {:016x}",
        total.as_secs_f64() / count as f64,
        lengths.get(lengths.len() / 2),
        digest.finish()
    );
}
