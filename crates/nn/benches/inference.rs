//! How many boards a second, one and many at a time, beside the bare multiply-add limit of the core.
//!
//! `limit` multiplies matrices that fit the cache well, as many multiplications as one board of the
//! second network needs: no network can be quicker on this core with these kernels.

use divan::{Bencher, counter::ItemsCount};
use shakmaty::{Chess, Color, Position as _};
use sissa_nn::{
    Architecture, Network, Question, THESIS, Workspace,
    gemm::{Matrix, multiply},
    human::{Past, Player, Policy, Scratch},
};

fn main() {
    divan::main();
}

fn network(name: &str) -> Network {
    let mut x = 0.0_f32;
    let architecture = Architecture::named(name).expect("a name of the list");
    Network::random(architecture, &mut || {
        x = (x + 0.618_034) % 1.0;
        x
    })
}

#[divan::bench(args = ["thesis-1", "thesis-2", "resnet", "simple", "grid"], consts = [1, 32, 256])]
fn boards<const BATCH: usize>(bencher: Bencher<'_, '_>, name: &str) {
    let network = network(name);
    let question = Question::new(&Chess::default(), Color::White, THESIS[3]);
    let batch = vec![question; BATCH];
    let mut workspace = Workspace::default();
    bencher.counter(ItemsCount::new(BATCH)).bench_local(|| {
        network
            .probabilities(divan::black_box(&batch), &mut workspace)
            .len()
    });
}

#[divan::bench]
fn limit(bencher: Bencher<'_, '_>) {
    let side = 128;
    let (a, b) = (vec![0.5; side * side], vec![0.25; side * side]);
    let mut product = vec![0.0; side * side];
    let boards = side.pow(3) / network("thesis-2").multiplications();
    bencher.counter(ItemsCount::new(boards)).bench_local(|| {
        let (a, b) = (Matrix::new(&a, side, side), Matrix::new(&b, side, side));
        multiply(divan::black_box(a), b, false, &mut product);
    });
}

/// The move model on positions of a game, beside generating the legal moves alone.
fn game() -> Vec<(Chess, Past)> {
    let mut position = Chess::default();
    let mut past = Past::default();
    let mut all = Vec::new();
    for turn in 0..60 {
        let moves = position.legal_moves();
        let played = moves[(turn * 7) % moves.len()];
        all.push((position.clone(), past));
        past = past.then(played);
        position.play_unchecked(played);
    }
    all
}

#[divan::bench]
fn human_moves(bencher: Bencher<'_, '_>) {
    let game = game();
    let (policy, player) = (Policy::shipped(), Player::rated(1500));
    let mut scratch = Scratch::default();
    bencher
        .counter(ItemsCount::new(game.len()))
        .bench_local(|| {
            let look = |(position, past): &(Chess, Past)| {
                policy.moves(position, past, &player, &mut scratch).end
            };
            game.iter().map(look).sum::<f32>()
        });
}

#[divan::bench]
fn legal_moves_alone(bencher: Bencher<'_, '_>) {
    let game = game();
    bencher
        .counter(ItemsCount::new(game.len()))
        .bench_local(|| {
            game.iter()
                .map(|(position, _)| position.legal_moves().len())
                .sum::<usize>()
        });
}
