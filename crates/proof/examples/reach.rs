//! Positions from play, which are legal: none may be called illegal, and nearly all should be proven.
//!
//! `cargo run --release -p sissa-proof --example reach -- COUNT SECONDS [GAMES.pgn]` takes positions of
//! random games (biased to captures now and then, so that every number of men comes up), or of the
//! games of a file, and prints a bar chart of the undecided ones by number of men.
#![allow(clippy::print_stdout, clippy::unwrap_used)]

use std::time::{Duration, Instant};

use rand::{RngExt, SeedableRng, seq::IndexedRandom};
use rand_xoshiro::Xoshiro256PlusPlus;
use shakmaty::{Chess, EnPassantMode, Position, fen::Fen};
use sissa_proof::{Budget, Verdict, prove};

fn random_position(rng: &mut Xoshiro256PlusPlus, men: usize) -> Option<Chess> {
    let greed = rng.random_range(0..10);
    let mut position = Chess::default();
    for _ in 0..400 {
        if position.board().occupied().count() == men && rng.random_range(0..4) == 0 {
            return Some(position);
        }
        let moves = position.legal_moves();
        if moves.is_empty() || position.board().occupied().count() < men {
            return None;
        }
        let captures: Vec<_> = moves.iter().filter(|m| m.is_capture()).collect();
        let m = match captures.choose(rng) {
            Some(capture)
                if rng.random_range(0..10) < greed && position.board().occupied().count() > men =>
            {
                **capture
            }
            _ => *moves.choose(rng).unwrap(),
        };
        position.play_unchecked(m);
    }
    None
}

/// Processor time of this thread where the system tells, else the time since the first call.
fn cpu() -> Duration {
    static START: std::sync::OnceLock<Instant> = std::sync::OnceLock::new();
    let stat = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    match stat.split(' ').next().and_then(|nanos| nanos.parse().ok()) {
        Some(nanos) => Duration::from_nanos(nanos),
        None => START.get_or_init(Instant::now).elapsed(),
    }
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let count: usize = arguments[0].parse().unwrap();
    let seconds: f64 = arguments[1].parse().unwrap();
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(7);
    let mut positions: Vec<Chess> = Vec::new();
    if let Some(path) = arguments.get(2) {
        let file = std::fs::File::open(path).unwrap();
        for entry in sissa_record::read(std::io::BufReader::new(file), path) {
            if let Some(game) = entry.ok().and_then(|entry| entry.game) {
                let all: Vec<Chess> = game.positions().collect();
                for _ in 0..2 {
                    positions.extend(all.choose(&mut rng).cloned());
                }
            }
            if positions.len() >= count {
                break;
            }
        }
    } else {
        while positions.len() < count {
            let men = 3 + positions.len() % 30;
            positions.extend(random_position(&mut rng, men));
        }
    }
    let mut tally = [[0u32; 3]; 33];
    let mut lengths = Vec::new();
    let mut total = Duration::ZERO;
    for position in &positions {
        let setup = position.to_setup(EnPassantMode::Legal);
        let start = cpu();
        let stop = || (cpu() - start).as_secs_f64() > seconds;
        let mut own = Xoshiro256PlusPlus::seed_from_u64(1);
        let budget = Budget {
            nodes: u64::MAX,
            stop: &stop,
        };
        let verdict = prove(&setup, budget, &mut own);
        total += cpu() - start;
        let fen = Fen::from_position(position, EnPassantMode::Legal);
        let men = position.board().occupied().count();
        match verdict {
            Verdict::Legal { game } => {
                tally[men][0] += 1;
                lengths.push(game.plies());
            }
            Verdict::Illegal { reasons } => {
                tally[men][1] += 1;
                println!("WRONG {fen} {reasons:?}");
            }
            Verdict::Undecided { exhausted, .. } => {
                tally[men][2] += 1;
                println!("undecided {fen} {exhausted:?}");
            }
        }
    }
    for (men, [legal, wrong, undecided]) in tally.iter().enumerate() {
        if let Some(length) = (undecided * 50).checked_div(legal + wrong + undecided) {
            let bar = "#".repeat(length as usize);
            println!(
                "{men:>2} men  {legal:>5} legal {wrong:>3} wrong {undecided:>4} undecided  {bar}"
            );
        }
    }
    lengths.sort_unstable();
    let proven = lengths.len() as f64 / positions.len() as f64;
    println!(
        "{} positions, {:.2} % proven, mean {:.4}s, median plies {:?}",
        positions.len(),
        proven * 100.0,
        total.as_secs_f64() / positions.len() as f64,
        lengths.get(lengths.len() / 2)
    );
}
