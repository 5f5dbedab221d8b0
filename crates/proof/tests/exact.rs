//! Games of exact length, held against games that were really played and against all games.

use std::collections::HashMap;

use rand::{SeedableRng, seq::IndexedRandom};
use rand_xoshiro::Xoshiro256PlusPlus;
use shakmaty::{Board, Chess, EnPassantMode, Move, Position};
use sissa_proof::{Budget, Target, games, shortest};

/// Every position of three plies, with the number of games that lead to it: found by playing all.
#[test]
fn the_number_of_games_is_that_of_all_games() {
    let mut counts: HashMap<Board, usize> = HashMap::new();
    let mut open = vec![(Chess::default(), 0)];
    while let Some((position, plies)) = open.pop() {
        if plies == 3 {
            *counts.entry(position.board().clone()).or_default() += 1;
            continue;
        }
        for m in position.legal_moves() {
            let mut next = position.clone();
            next.play_unchecked(m);
            open.push((next, plies + 1));
        }
    }
    let mut boards: Vec<(Board, usize)> = counts.into_iter().collect();
    boards.sort_by_key(|(board, count)| (*count, board.to_string()));
    for (board, count) in boards.into_iter().step_by(61) {
        let found = games(
            &Target::diagram(board.clone()),
            3,
            usize::MAX,
            &Budget::nodes(100_000),
        );
        assert!(found.complete, "{board}");
        assert_eq!(found.games.len(), count, "{board}");
    }
}

/// What was played is found: the bounds cut nothing off that is possible.
#[test]
fn a_game_that_was_played_is_among_those_found() {
    let mut found = 0;
    for seed in 0..100 {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        let mut position = Chess::default();
        let mut played = Vec::new();
        for _ in 0..6 + seed % 3 {
            let legal = position.legal_moves();
            let captures: Vec<_> = legal.iter().filter(|m| m.is_capture()).copied().collect();
            let m = *captures
                .choose(&mut rng)
                .or(legal.choose(&mut rng))
                .unwrap();
            played.push(m);
            position.play_unchecked(m);
            if position.is_game_over() {
                break;
            }
        }
        found += usize::from(is_found(&position, &played, 20_000));
    }
    assert!(found > 50, "only {found} were searched to the end");
}

/// The same with every kind of move.
#[test]
fn rare_moves_are_found() {
    for text in [
        "h4 g5 hxg5 h6 gxh6 Nf6 h7 Ng8 hxg8=Q",
        "h4 g5 hxg5 h6 gxh6 Nf6 h7 Ng8 hxg8=N",
        "e4 e5 Nf3 Nf6 Bc4 Bc5 O-O O-O",
        "d4 d5 Bf4 Bf5 Nc3 Nc6 Qd2 Qd7 O-O-O O-O-O",
        "e4 a6 e5 d5 exd6 cxd6",
        "e4 e5 Ke2 Ke7 Ke1 Ke8",
    ] {
        let game = sissa_record::read_one(text).unwrap().game.unwrap();
        assert!(is_found(game.end(), game.moves(), 3_000_000), "{text}");
    }
}

/// Whether a game is found, by its diagram and by its position; false if that took too long.
fn is_found(end: &Chess, played: &[Move], nodes: u64) -> bool {
    [
        Target::diagram(end.board().clone()),
        Target::position(end.to_setup(EnPassantMode::Legal)),
    ]
    .into_iter()
    .all(|goal| {
        let all = games(&goal, played.len() as u32, 2_000, &Budget::nodes(nodes));
        let is_there = all.games.iter().any(|game| game.moves() == played);
        assert!(is_there || !all.complete, "{} {played:?}", end.board());
        is_there
    })
}

/// A right that was lost has cost moves.
#[test]
fn castling_rights_are_part_of_the_goal() {
    let length = |castling: &str| {
        let fen = format!("rnbqkb1r/pppppppp/5n2/8/8/5N2/PPPPPPPP/RNBQKB1R w {castling} - 2 2");
        let fen: shakmaty::fen::Fen = fen.parse().unwrap();
        let goal = Target::position(fen.into_setup());
        shortest(&goal, 20, &Budget::nodes(2_000_000)).games[0].plies()
    };
    assert_eq!(length("KQkq"), 2);
    // A rook has stepped aside and back, while the other side lost two moves, as knights can.
    assert_eq!(length("Qkq"), 6);
}
