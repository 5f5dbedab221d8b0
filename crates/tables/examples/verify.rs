//! Holds every entry of every table against shakmaty.
//!
//! ```console
//! $ cargo run --release -p sissa-tables --example verify -- 2 KQvK KPvKP
//! ```
//!
//! The first number is that of the threads; without signatures all are verified. For each table:
//! - *values*: each position is worth what the best of its legal moves leads to, with one ply more,
//!   by shakmaty's moves; without a move it is lost in 0 plies if in check, else drawn. By induction
//!   over the plies this proves every win and loss, and that no draw is one of them.
//! - *positions*: the set has as many positions as boards that shakmaty takes for positions, counted
//!   by putting the men on all squares.
#![allow(clippy::print_stdout)]

use std::{ops::ControlFlow, time::Instant};

use shakmaty::{
    Board, CastlingMode, Chess, Color, EnPassantMode, Position as _, Role, Setup, Square,
};
use sissa_tables::{Making, Outcome, Signature, Tables};

fn main() {
    let mut arguments = std::env::args().skip(1);
    let threads = arguments
        .next()
        .map_or(1, |text| text.parse().expect("a number of threads"));
    let mut signatures: Vec<Signature> = arguments
        .map(|text| text.parse().expect("a signature"))
        .collect();
    if signatures.is_empty() {
        signatures = Signature::all();
    }
    let tables = Tables::new(threads);
    let making = Making {
        threads,
        cancel: &|| false,
        progress: &|_| (),
    };
    let mut flaws = 0;
    println!(
        "| signature | to move | classes | positions | by brute force | wrong values | seconds |"
    );
    println!("|---|---|---|---|---|---|---|");
    for signature in signatures {
        tables.make(&[signature], &making).expect("nobody cancels");
        for turn in [Color::White, Color::Black] {
            let start = Instant::now();
            let (classes, wrong) = values(&tables, signature, turn, threads);
            let listed = tables.positions(signature, turn, |_| true).len();
            let counted = count(signature, turn, threads);
            flaws += wrong + listed.abs_diff(counted);
            println!(
                "| {signature} | {turn} | {classes} | {listed} | {counted} | {wrong} | {:.1} |",
                start.elapsed().as_secs_f64()
            );
        }
    }
    assert_eq!(flaws, 0, "the tables have flaws");
}

/// How many entries there are, and how many of them contradict their moves.
fn values(tables: &Tables, signature: Signature, turn: Color, threads: usize) -> (u64, u64) {
    let positions = tables.positions(signature, turn, |_| true);
    let (mut classes, mut wrong) = (0, 0);
    let one = |part: u64| {
        let part = positions.classes(part as usize);
        let is_wrong =
            |(chess, _): &&(Chess, u64)| tables.probe(chess) != Some(best(tables, chess));
        (
            part.len() as u64,
            part.iter().filter(is_wrong).count() as u64,
        )
    };
    sissa_parallel::in_order(
        0..positions.parts() as u64,
        threads,
        one,
        |_, (more, flaws)| {
            classes += more;
            wrong += flaws;
            ControlFlow::Continue(())
        },
    );
    (classes, wrong)
}

fn best(tables: &Tables, chess: &Chess) -> Outcome {
    let outcome = |m| {
        let mut after = chess.clone();
        after.play_unchecked(m);
        let outcome = tables.probe(&after).expect("moves stay within the tables");
        outcome.before()
    };
    let best = chess.legal_moves().into_iter().map(outcome);
    match best.max_by_key(|outcome| outcome.rank()) {
        Some(outcome) => outcome,
        None if chess.is_check() => Outcome::Loss(0),
        None => Outcome::Draw,
    }
}

/// How many positions shakmaty knows, men put on all squares.
fn count(signature: Signature, turn: Color, threads: usize) -> u64 {
    let kings = [Color::White, Color::Black].map(|color| (color, Role::King));
    let others = [Color::White, Color::Black]
        .into_iter()
        .flat_map(|color| signature.men(color).map(move |role| (color, role)));
    let men: Vec<(Color, Role)> = kings.into_iter().chain(others).collect();
    let mut total = 0;
    let one = |square: u64| {
        let mut board = Board::empty();
        board.set_piece_at(Square::new(square as u32), men[0].1.of(men[0].0));
        place(&board, &men[1..], None, turn)
    };
    sissa_parallel::in_order(0..64, threads, one, |_, count| {
        total += count;
        ControlFlow::Continue(())
    });
    total
}

fn place(board: &Board, men: &[(Color, Role)], above: Option<Square>, turn: Color) -> u64 {
    let Some(((color, role), rest)) = men.split_first() else {
        return is_position(board, turn, None) + en_passant(board, turn);
    };
    let mut count = 0;
    for square in !board.occupied() {
        if above.is_some_and(|above| square < above) {
            continue;
        }
        let mut board = board.clone();
        board.set_piece_at(square, role.of(*color));
        // Of men that are alike the next stands above, or boards would be counted twice.
        let alike = rest.first() == men.first();
        count += place(&board, rest, alike.then_some(square), turn);
    }
    count
}

/// How many squares can be taken on en passant.
fn en_passant(board: &Board, turn: Color) -> u64 {
    let pawns = |color| board.pawns() & board.by_color(color);
    if pawns(turn).is_empty() || pawns(!turn).is_empty() {
        return 0;
    }
    let rank = turn.relative_rank(shakmaty::Rank::Sixth);
    let squares = Square::ALL
        .into_iter()
        .filter(|square| square.rank() == rank);
    squares
        .map(|square| is_position(board, turn, Some(square)))
        .sum()
}

fn is_position(board: &Board, turn: Color, ep_square: Option<Square>) -> u64 {
    let setup = Setup {
        board: board.clone(),
        turn,
        ep_square,
        ..Setup::empty()
    };
    let position = setup.position::<Chess>(CastlingMode::Standard);
    let counts = |chess: Chess| chess.ep_square(EnPassantMode::Legal) == ep_square;
    u64::from(position.is_ok_and(counts))
}
