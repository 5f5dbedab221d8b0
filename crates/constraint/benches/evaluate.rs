//! How many positions a second a compiled constraint judges, on one thread.
//!
//! The positions come from random games of every taste, from the starting position to bare kings, so
//! that neither branches nor memory can be learnt by heart. The peer in the same run is the
//! cheapest honest test there is: five population counts by hand.

#[path = "../tests/common/games.rs"]
#[allow(dead_code, reason = "only the random games are needed here")]
mod games;

use std::sync::LazyLock;

use divan::{Bencher, black_box, counter::ItemsCount};
use shakmaty::{Chess, Position};
use sissa_constraint::{Compiled, Constraint, Distance};

fn main() {
    divan::main();
}

static POSITIONS: LazyLock<Vec<Chess>> = LazyLock::new(|| {
    (0..200)
        .flat_map(|seed| games::random_game(seed, 150))
        .map(|moment| moment.position)
        .take(20_000)
        .collect()
});

/// The tuples of the thesis' second experiment.
const TUPLES: [&str; 17] = [
    "white (1,2,2,2,7)",
    "white (1,2,2,1,8)",
    "white (1,2,1,2,8)",
    "white (0,2,2,2,8)",
    "white (1,2,2,1,7)",
    "white (1,2,1,2,7)",
    "white (0,2,2,2,7)",
    "white (1,2,1,1,7)",
    "white (1,2,2,0,7)",
    "white (1,2,0,2,7)",
    "white (1,1,2,2,8)",
    "white (1,2,2,2,6)",
    "white (1,2,1,1,8)",
    "white (1,2,2,2,5)",
    "white (1,2,1,1,6)",
    "white (1,2,2,0,6)",
    "white (1,2,0,2,6)",
];

const KINDS: [&str; 14] = [
    "white (0,2,2,2,8)",
    "white (1,2,2,2,8)",
    "white (1,2,2,2,8) black (1,2,2,2,8)",
    "any side (0,2,2,2,8)",
    "white.points - black.points =0..2",
    "Ke1 Rh1 pd5",
    "fen r???k??r/*/*/*/*/*/PPP*/*",
    "fen */*p*/*/*/*P*/*/*/R???K??R",
    "white passed P on ranks 5..7",
    "white isolated P>=2",
    "black hanging pieces>=1",
    "mover pinned Q",
    "check",
    "mate",
];

fn compiled(text: &str) -> Compiled {
    text.parse::<Constraint>()
        .expect("the constraints of a bench parse")
        .compile()
}

fn satisfied(test: &Compiled) -> usize {
    POSITIONS
        .iter()
        .filter(|position| test.holds(&(*position).into()))
        .count()
}

#[divan::bench(args = KINDS)]
fn one(bencher: Bencher, text: &str) {
    let test = compiled(text);
    bencher
        .counter(ItemsCount::new(POSITIONS.len()))
        .bench(|| satisfied(black_box(&test)));
}

/// Positions a second, each judged by one of the seventeen: the mean over the tuples.
#[divan::bench]
fn seventeen_tuples(bencher: Bencher) {
    let tests = TUPLES.map(compiled);
    bencher
        .counter(ItemsCount::new(POSITIONS.len() * tests.len()))
        .bench(|| black_box(&tests).iter().map(satisfied).sum::<usize>());
}

/// The peer: a tuple tested by hand.
#[divan::bench]
fn by_hand(bencher: Bencher) {
    let wanted = [0, 2, 2, 2, 8];
    bencher.counter(ItemsCount::new(POSITIONS.len())).bench(|| {
        let wanted: [usize; 5] = black_box(wanted);
        POSITIONS
            .iter()
            .filter(|position| {
                let board = position.board();
                let men = board.white();
                (men & board.queens()).count() == wanted[0]
                    && (men & board.rooks()).count() == wanted[1]
                    && (men & board.bishops()).count() == wanted[2]
                    && (men & board.knights()).count() == wanted[3]
                    && (men & board.pawns()).count() == wanted[4]
            })
            .count()
    });
}

/// The lower bound on the half-moves still needed, which a search asks for at every node.
#[divan::bench(args = ["white (0,2,2,2,8)", "KRPvKR", "Ke1 Rh1 and white castling kingside"])]
fn distance(bencher: Bencher, text: &str) {
    let distance = Distance::new(&text.parse().expect("the constraints of a bench parse"));
    bencher.counter(ItemsCount::new(POSITIONS.len())).bench(|| {
        POSITIONS
            .iter()
            .filter_map(|position| distance.plies(&position.into()))
            .sum::<u32>()
    });
}

/// Reading and compiling a constraint.
#[divan::bench(args = ["white (0,2,2,2,8)", "any side (B=2 N=0 other B=0 N=2) and not check"])]
fn parse(text: &str) -> Compiled {
    compiled(black_box(text))
}
