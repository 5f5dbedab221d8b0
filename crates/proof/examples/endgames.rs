//! Endgames of few men, on every square: all that are legal should be proven.
//!
//! `cargo run --release -p sissa-proof --example endgames -- COUNT SECONDS [MATERIAL …]` takes COUNT random
//! placements of each material (`KRvK`, `KNNvK` and `KPvK` unless others are named) that are positions by the
//! rules, each man on a random square, either side to move, and prints the verdicts. Undecided and illegal ones
//! are shown, to be read.
#![allow(clippy::print_stdout, clippy::unwrap_used)]

mod clock;

use std::time::Duration;

use clock::cpu;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use shakmaty::{CastlingMode, Chess, Color, FromSetup, Piece, Role, Setup, Square, fen::Fen};
use sissa_proof::{Budget, Verdict, prove, stream};

/// The men of a material such as `KRvK`.
fn men(material: &str) -> Vec<Piece> {
    let (white, black) = material.split_once('v').unwrap();
    let side = |color: Color, letters: &str| -> Vec<Piece> {
        letters
            .chars()
            .map(|letter| Role::from_char(letter).unwrap().of(color))
            .collect()
    };
    [side(Color::White, white), side(Color::Black, black)].concat()
}

/// A random placement that is a position by the rules; the n-th man square by square, the others at random.
fn placed(men: &[Piece], turn: usize, rng: &mut Xoshiro256PlusPlus) -> Setup {
    for attempt in 0.. {
        let mut setup = Setup::empty();
        setup.turn = Color::from_white(rng.random());
        for (number, man) in men.iter().enumerate() {
            let square = if number == turn % men.len() && attempt < 50 {
                Square::new((turn / men.len()) as u32 % 64)
            } else {
                Square::new(rng.random_range(0..64))
            };
            setup.board.set_piece_at(square, *man);
        }
        if setup.board.occupied().count() == men.len()
            && Chess::from_setup(setup.clone(), CastlingMode::Standard).is_ok()
        {
            return setup;
        }
    }
    unreachable!("some placement is a position")
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let count: usize = arguments[0].parse().unwrap();
    let seconds: f64 = arguments[1].parse().unwrap();
    let named: Vec<&str> = arguments[2..].iter().map(String::as_str).collect();
    let materials = if named.is_empty() {
        vec!["KRvK", "KNNvK", "KPvK"]
    } else {
        named
    };
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(3);
    for material in materials {
        let men = men(material);
        let (mut legal, mut illegal, mut undecided) = (0, 0, 0);
        let (mut total, mut longest) = (Duration::ZERO, Duration::ZERO);
        for turn in 0..count {
            let setup = placed(&men, turn, &mut rng);
            let start = cpu();
            let stop = || (cpu() - start).as_secs_f64() > seconds;
            let budget = Budget {
                nodes: u64::MAX,
                stop: &stop,
            };
            let verdict = prove(&setup, budget, &mut stream(1, turn as u64));
            let taken = cpu() - start;
            total += taken;
            longest = longest.max(taken);
            let fen = Fen::try_from_setup(setup).unwrap();
            match verdict {
                Verdict::Legal { .. } => legal += 1,
                Verdict::Illegal { reasons } => {
                    illegal += 1;
                    println!("illegal   {fen} {}", reasons[0].code);
                }
                Verdict::Undecided { exhausted, .. } => {
                    undecided += 1;
                    println!("undecided {fen} {exhausted}");
                }
            }
        }
        println!(
            "{material:>6}: {legal} legal, {illegal} illegal, {undecided} undecided of {count}, mean {:.4}s, \
             longest {:.3}s",
            total.as_secs_f64() / count as f64,
            longest.as_secs_f64()
        );
    }
}
