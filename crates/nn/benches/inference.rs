//! How many boards a second, one and many at a time, beside the bare multiply-add limit of the core.
//!
//! `limit` multiplies matrices that fit the cache well, as many multiplications as one board of the
//! second network needs: no network can be quicker on this core with these kernels.

use divan::{Bencher, counter::ItemsCount};
use shakmaty::{Chess, Color};
use sissa_nn::{
    Architecture, Network, Question, THESIS, Workspace,
    gemm::{Matrix, multiply},
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
