//! The direct style beside bare random play.
//!
//! `plies` counts half-moves a second: random playouts on shakmaty alone, and the games of the
//! generator for the 17 tuples of the thesis. `positions` counts finished positions a second, for
//! the 17 tuples and for all 486. Everything runs on one thread in one process, so the ratios hold
//! on any machine.

use divan::{Bencher, counter::ItemsCount};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use shakmaty::{Chess, Position};
use sissa_constraint::Constraint;
use sissa_generate::{Options, Task};

fn main() {
    divan::main();
}

const SEVENTEEN: [[u8; 5]; 17] = [
    [1, 2, 2, 2, 7],
    [1, 2, 2, 1, 8],
    [1, 2, 1, 2, 8],
    [0, 2, 2, 2, 8],
    [1, 2, 2, 1, 7],
    [1, 2, 1, 2, 7],
    [0, 2, 2, 2, 7],
    [1, 2, 1, 1, 7],
    [1, 2, 2, 0, 7],
    [1, 2, 0, 2, 7],
    [1, 1, 2, 2, 8],
    [1, 2, 2, 2, 6],
    [1, 2, 1, 1, 8],
    [1, 2, 2, 2, 5],
    [1, 2, 1, 1, 6],
    [1, 2, 2, 0, 6],
    [1, 2, 0, 2, 6],
];

fn every_tuple() -> Vec<[u8; 5]> {
    let mut tuples = Vec::new();
    for queens in 0..=1 {
        for rooks in 0..=2 {
            for bishops in 0..=2 {
                for knights in 0..=2 {
                    for pawns in 0..=8 {
                        tuples.push([queens, rooks, bishops, knights, pawns]);
                    }
                }
            }
        }
    }
    tuples
}

fn tasks(tuples: &[[u8; 5]]) -> Vec<Task> {
    tuples
        .iter()
        .map(|[q, r, b, n, p]| {
            let constraint: Constraint = format!("white ({q},{r},{b},{n},{p})")
                .parse()
                .expect("a tuple");
            Task::new(&constraint, Options::default()).expect("feasible")
        })
        .collect()
}

/// Games of the generator, `each` for every task; how many half-moves they have.
fn play(tasks: &[Task], each: u64) -> usize {
    let mut plies = 0;
    for task in tasks {
        for index in 0..each {
            plies += task
                .generate(0, index, &|| false)
                .expect("found")
                .moves
                .len();
        }
    }
    plies
}

/// Random games of at most `length` half-moves; how many half-moves they have.
fn bare_play(games: u64, length: usize) -> usize {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(0);
    let mut plies = 0;
    for _ in 0..games {
        let mut position = Chess::default();
        for _ in 0..length {
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            position.play_unchecked(moves[rng.random_range(0..moves.len())]);
            plies += 1;
        }
    }
    plies
}

#[divan::bench_group]
mod plies {
    use super::*;

    /// Games as long as the generator's are on average.
    #[divan::bench]
    fn bare_random_play(bencher: Bencher) {
        let plies = bare_play(1_000, 24);
        bencher
            .counter(ItemsCount::new(plies))
            .bench(|| bare_play(1_000, 24));
    }

    #[divan::bench]
    fn generate_17_tuples(bencher: Bencher) {
        let tasks = tasks(&SEVENTEEN);
        let plies = play(&tasks, 60);
        bencher
            .counter(ItemsCount::new(plies))
            .bench(|| play(&tasks, 60));
    }
}

#[divan::bench_group]
mod positions {
    use super::*;

    #[divan::bench]
    fn of_17_tuples(bencher: Bencher) {
        let tasks = tasks(&SEVENTEEN);
        bencher
            .counter(ItemsCount::new(tasks.len() * 60))
            .bench(|| play(&tasks, 60));
    }

    #[divan::bench(sample_count = 10)]
    fn of_all_486_tuples(bencher: Bencher) {
        let tasks = tasks(&every_tuple());
        bencher
            .counter(ItemsCount::new(tasks.len() * 10))
            .bench(|| play(&tasks, 10));
    }

    #[divan::bench(sample_count = 10)]
    fn of_combined_constraints(bencher: Bencher) {
        let tasks: Vec<Task> = [
            "Ke1 Rh1 white castling kingside and black in check and total Q=0",
            "each side castled and total Q=0",
            "en passant and each side P=5",
            "stalemate KQvK",
            "white Q=3 P=4",
        ]
        .iter()
        .map(|text| {
            let constraint: Constraint = text.parse().expect("a constraint");
            Task::new(&constraint, Options::default()).expect("feasible")
        })
        .collect();
        bencher
            .counter(ItemsCount::new(tasks.len() * 4))
            .bench(|| play(&tasks, 4));
    }
}
