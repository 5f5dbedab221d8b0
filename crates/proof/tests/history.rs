//! The past of positions, held against a retractor that knows nothing but the rules, and against real games.

use std::collections::BTreeSet;

use rand::{RngExt, SeedableRng, seq::IndexedRandom};
use rand_xoshiro::Xoshiro256PlusPlus;
use shakmaty::{
    Bitboard, Board, CastlingMode, Chess, Color, EnPassantMode, FromSetup, Move, Piece, Position,
    Role, Setup, Square, fen::Fen,
};
use sissa_proof::{Budget, Possibility, Target, history, stream};

/// How many small positions the suite has time for.
const POSITIONS: u64 = 40;

/// As many, or as the environment says: `POSITIONS=2000 cargo test --test history brute`.
fn positions() -> u64 {
    let wanted = std::env::var("POSITIONS").ok();
    wanted.and_then(|n| n.parse().ok()).unwrap_or(POSITIONS)
}
const NODES: u64 = 20_000_000;

/// Men that stand anywhere: kings and up to two more.
fn small(rng: &mut Xoshiro256PlusPlus) -> Setup {
    loop {
        let mut setup = Setup::empty();
        setup.turn = Color::from_white(rng.random_range(0..2) == 0);
        let roles = [
            Role::Pawn,
            Role::Knight,
            Role::Bishop,
            Role::Rook,
            Role::Queen,
        ];
        let mut men = vec![Color::White.king(), Color::Black.king()];
        for _ in 0..rng.random_range(0..=2) {
            let color = Color::from_white(rng.random_range(0..2) == 0);
            let role = roles.choose(rng).expect("there are five");
            men.push(role.of(color));
        }
        for man in men {
            setup
                .board
                .set_piece_at(Square::new(rng.random_range(0..64)), man);
        }
        if Chess::from_setup(setup.clone(), CastlingMode::Standard).is_ok() {
            return setup;
        }
    }
}

/// Every move that leads to the board with this side to move, from any position that the rules accept. It shares nothing with the
/// crate: a man is put on every square, with or without somebody on the square it left, and the rules say whether the move returns.
fn brute_force(board: &Board, turn: Color) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    let us = !turn;
    let victims = [
        None,
        Some(Role::Pawn),
        Some(Role::Knight),
        Some(Role::Bishop),
        Some(Role::Rook),
        Some(Role::Queen),
    ];
    for to in board.by_color(us) {
        let man = board.piece_at(to).expect("it is one of our men");
        for from in !board.occupied() {
            for role in BTreeSet::from([man.role as u32, Role::Pawn as u32]) {
                let role = Role::ALL[role as usize - 1];
                for victim in victims {
                    let mut setup = Setup::empty();
                    setup.board = board.clone();
                    setup.turn = us;
                    setup.board.discard_piece_at(to);
                    setup.board.set_piece_at(from, Piece { color: us, role });
                    if let Some(role) = victim {
                        setup.board.set_piece_at(to, Piece { color: turn, role });
                    }
                    returns(&setup, board, from, to, &mut found);
                }
            }
            // En passant: the pawn that was taken stood beside.
            let mut setup = Setup::empty();
            setup.board = board.clone();
            setup.turn = us;
            let beside = Square::from_coords(to.file(), from.rank());
            if man.role == Role::Pawn && board.piece_at(beside).is_none() && beside != from {
                setup.board.discard_piece_at(to);
                setup.board.set_piece_at(from, man);
                setup.board.set_piece_at(beside, turn.pawn());
                setup.ep_square = Some(to);
                returns(&setup, board, from, to, &mut found);
            }
        }
    }
    // Castling, with the right to it.
    for rook in Bitboard::CORNERS & Bitboard::from(us.backrank()) {
        let king = Square::from_coords(shakmaty::File::E, us.backrank());
        for side in shakmaty::CastlingSide::ALL {
            let mut setup = Setup::empty();
            setup.board = board.clone();
            setup.turn = us;
            if board.piece_at(side.king_to(us)) == Some(us.king())
                && board.piece_at(side.rook_to(us)) == Some(us.rook())
                && board.piece_at(king).is_none()
                && board.piece_at(rook).is_none()
            {
                setup.board.discard_piece_at(side.king_to(us));
                setup.board.discard_piece_at(side.rook_to(us));
                setup.board.set_piece_at(king, us.king());
                setup.board.set_piece_at(rook, us.rook());
                setup.castling_rights = rook.into();
                returns(&setup, board, king, rook, &mut found);
            }
        }
    }
    found
}

/// Notes the moves between two squares that lead from a position to the board.
fn returns(setup: &Setup, board: &Board, from: Square, to: Square, found: &mut BTreeSet<String>) {
    let Ok(position) = Chess::from_setup(setup.clone(), CastlingMode::Standard) else {
        return;
    };
    for m in position.legal_moves() {
        if m.from() != Some(from) || m.to() != to {
            continue;
        }
        let mut after = position.clone();
        after.play_unchecked(m);
        if after.board() == board {
            found.insert(format!("{m:?}"));
        }
    }
}

#[test]
fn last_moves_of_small_positions_are_those_of_brute_force() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
    for number in 0..positions() {
        let setup = small(&mut rng);
        let target = Target::new(setup.clone(), sissa_proof::Given::Turn);
        // Without the nodes to build games the candidates are all the same.
        let found = history(&target, Budget::nodes(1), &mut stream(number, 0));
        let fen = Fen::try_from_setup(setup.clone()).unwrap();
        let [side] = &found.sides[..] else {
            panic!("{fen}");
        };
        let expected = brute_force(&setup.board, setup.turn);
        let listed: BTreeSet<String> = side
            .last_moves
            .iter()
            .map(|last| format!("{:?}", last.played))
            .collect();
        // What is listed besides comes from no position at all, and is said to.
        assert!(expected.is_subset(&listed), "{fen}");
        for last in &side.last_moves {
            if !expected.contains(&format!("{:?}", last.played)) {
                let what = last.finding.possibility;
                assert_eq!(what, Possibility::Impossible, "{fen} {:?}", last.played);
            }
        }
    }
}

#[test]
fn what_is_possible_is_shown_by_a_game_and_what_is_not_has_a_reason() {
    // The king's cage leaves few moves: some came about, some cannot have.
    let fen = "8/8/8/3pP3/8/2K5/p1p5/k1B5 w";
    let target = Target::of(&sissa_record::read_one(fen).unwrap());
    let found = history(&target, Budget::nodes(NODES), &mut stream(0, 0));
    let expected = brute_force(target.board(), Color::White);
    let mut count = [0, 0];
    for last in &found.sides[0].last_moves {
        let name = format!("{:?}", last.played);
        match last.finding.possibility {
            Possibility::Possible => {
                let game = last.finding.game.as_ref().unwrap();
                assert_eq!(game.moves().last(), Some(&last.played));
                assert_eq!(game.end().board(), target.board());
                assert!(expected.contains(&name), "{name}");
                count[0] += 1;
            }
            Possibility::Impossible => {
                assert!(!last.finding.reasons.is_empty(), "{name}");
                count[1] += 1;
            }
            other => panic!("{name}: {other:?}"),
        }
    }
    assert!(count[0] > 0 && count[1] > 0, "{count:?}");
}

/// A random game: the positions, and the moves between them.
fn game(seed: u64) -> (Vec<Chess>, Vec<Move>) {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut positions = vec![Chess::default()];
    let mut moves = Vec::new();
    for _ in 0..120 {
        let mut next = positions[moves.len()].clone();
        let Some(m) = next.legal_moves().choose(&mut rng).copied() else {
            break;
        };
        next.play_unchecked(m);
        moves.push(m);
        positions.push(next);
    }
    (positions, moves)
}

/// Whatever is said of a diagram must be true of the game that it is from.
#[test]
fn the_past_never_contradicts_the_game() {
    for seed in 0..6 {
        let (positions, moves) = game(seed);
        for ply in (1..positions.len()).step_by(37) {
            let position = &positions[ply];
            let target = Target::diagram(position.board().clone());
            let found = history(&target, Budget::nodes(1), &mut stream(seed, 0));
            let fen = Fen::from_position(position, EnPassantMode::Legal);
            let side = found.sides.iter().find(|side| side.turn == position.turn());
            let side = side.unwrap();
            assert_ne!(side.finding.possibility, Possibility::Impossible, "{fen}");
            let last = side
                .last_moves
                .iter()
                .find(|last| last.played == moves[ply - 1]);
            let last = last.unwrap_or_else(|| panic!("{fen} {:?}", moves[ply - 1]));
            assert_ne!(last.finding.possibility, Possibility::Impossible, "{fen}");
            for right in &found.castling {
                let held = position.castles().castling_rights().contains(right.rook);
                let denied = right.finding.possibility == Possibility::Impossible;
                assert!(!(held && denied), "{fen} {}", right.rook);
            }
        }
    }
}

fn past(board: &str) -> sissa_proof::History {
    let entry = sissa_record::read_one(board).expect("it is a FEN");
    let target = Target::of(&entry);
    history(&target, Budget::nodes(NODES), &mut stream(0, 0))
}

#[test]
fn en_passant_is_proven_where_nothing_else_was_the_last_move() {
    // On d6 the pawn would have given check, c6 and e6 are taken, and no other man of Black can move back.
    let found = past("kN6/pp6/2P1P3/2KpP3/8/8/8/8 w");
    let [claim] = &found.sides[0].en_passant[..] else {
        panic!("one capture is in question")
    };
    assert_eq!(claim.square, Square::D6);
    assert_eq!(claim.possibility, Possibility::Proven);
    // With the king elsewhere the pawn can have come from d6.
    let found = past("kN6/pp6/2P1P3/3pP3/8/2K5/8/8 w");
    assert_eq!(
        found.sides[0].en_passant[0].possibility,
        Possibility::Possible
    );
}

#[test]
fn a_right_is_lost_if_king_or_rook_must_have_moved_last() {
    // White to move: Black has just moved, and only the king or the rook can have done so.
    let found = past("4k2r/8/8/8/8/8/8/4K3 w");
    let [right] = &found.castling[..] else {
        panic!("one right is in question")
    };
    assert_eq!(right.rook, Square::H8);
    assert_eq!(right.finding.possibility, Possibility::Impossible);
    // Not so with another man that can have moved.
    let found = past("4k2r/8/8/8/8/p7/8/4K3 w");
    assert_eq!(found.castling[0].finding.possibility, Possibility::Possible);
}
