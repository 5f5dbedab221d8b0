//! Time per verdict on positions whose verdict is known, beside the replay of a game of 120 half-moves by
//! shakmaty: what a verdict costs is read as a multiple of that. `cargo bench -p sissa-proof`.

use divan::{Bencher, black_box};
use shakmaty::{Chess, EnPassantMode, Position, Setup, fen::Fen};
use sissa_proof::{Budget, Goal, Retro, games, prove, refute, stream};

fn main() {
    divan::main();
}

const LEGAL: [&str; 4] = [
    "8/8/8/8/8/8/8/KRk5 b - - 0 1",
    "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1",
    "8/2p5/3p4/1P1k4/8/4K1P1/7r/1R6 w - - 0 1",
    "r1bq1rk1/pp2bppp/2n1pn2/2pp4/3P1B2/2PBPN2/PP1N1PPP/R2QK2R w KQ - 0 8",
];

const ILLEGAL: [&str; 5] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1",
    "8/8/2k5/8/8/3K4/5P1P/6B1 b - - 0 1",
    "4k3/8/8/8/8/4P3/1K1PRP2/4b3 b - - 0 1",
    "rnbqkbnr/pppp1ppp/4P3/8/8/4p3/PPPP1PPP/RNBQKBNR w KQkq - 0 1",
    "rnbqkbnr/pppppp1p/8/8/7P/3P3p/PPP1PPP1/RN1QKBNR w KQkq - 0 1",
];

fn setup(fen: &str) -> Setup {
    fen.parse::<Fen>().expect("a FEN").into_setup()
}

#[divan::bench(args = LEGAL)]
fn legal(bencher: Bencher<'_, '_>, fen: &str) {
    let goal = setup(fen);
    let mut seed = 0;
    bencher.bench_local(|| {
        seed += 1;
        prove(&goal, Budget::nodes(10_000_000), &mut stream(seed, 0))
    });
}

#[divan::bench(args = ILLEGAL)]
fn illegal(bencher: Bencher<'_, '_>, fen: &str) {
    let goal = setup(fen);
    bencher.bench_local(|| refute(&goal, 400_000));
}

/// A problem of the textbook kind: twelve half-moves, one game.
#[divan::bench]
fn exact(bencher: Bencher<'_, '_>) {
    let board = "rnbqBrk1/p1ppn1pp/8/4p3/4P3/b7/PPPP1PPP/RNBQK1NR";
    let goal = Goal::diagram(board.parse().expect("a board"));
    bencher.bench_local(|| games(&goal, 12, 1, &Budget::nodes(10_000_000)));
}

#[divan::bench]
fn moves_taken_back(bencher: Bencher<'_, '_>) {
    let retro = Retro::new(&setup(LEGAL[3]));
    bencher.bench_local(|| retro.unmoves());
}

/// The peer: 120 half-moves played by shakmaty, each looked up among the legal ones.
#[divan::bench]
fn replay_by_shakmaty(bencher: Bencher<'_, '_>) {
    let mut position = Chess::default();
    let mut played = Vec::new();
    for ply in 0..120 {
        let moves = position.legal_moves();
        let m = moves[ply * 7 % moves.len()];
        position.play_unchecked(m);
        played.push(m);
        if position.is_game_over() {
            break;
        }
    }
    bencher.bench_local(|| {
        let mut position = Chess::default();
        for m in &played {
            assert!(position.legal_moves().contains(m));
            position.play_unchecked(*m);
        }
        black_box(position.to_setup(EnPassantMode::Legal))
    });
}
