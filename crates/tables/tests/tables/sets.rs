//! Sets of positions against boards that are put together one by one.

use std::collections::HashSet;

use shakmaty::{Board, Role, Setup, Square};

use super::*;

/// All positions of the men that shakmaty knows.
fn by_hand(men: &[(Color, Role)], turn: Color) -> Vec<Chess> {
    let mut boards = vec![Board::empty()];
    for (color, role) in men {
        let mut more = Vec::new();
        for board in &boards {
            for square in !board.occupied() {
                let mut board = board.clone();
                board.set_piece_at(square, role.of(*color));
                more.push(board);
            }
        }
        boards = more;
    }
    let position = |board| {
        let setup = Setup {
            board,
            turn,
            ..Setup::empty()
        };
        setup.position(CastlingMode::Standard).ok()
    };
    boards.into_iter().filter_map(position).collect()
}

#[test]
fn sets_of_three_men_are_all_positions() {
    for role in [
        Role::Queen,
        Role::Rook,
        Role::Bishop,
        Role::Knight,
        Role::Pawn,
    ] {
        for turn in Color::ALL {
            let men = [
                (Color::White, Role::King),
                (Color::Black, Role::King),
                (Color::White, role),
            ];
            let by_hand: HashSet<Chess> = by_hand(&men, turn).into_iter().collect();
            let positions = all(&format!("K{}vK", role.upper_char()), turn);
            assert_eq!(positions.len(), by_hand.len() as u64);
            // Where every number is drawn some are enough to tell: they are all different.
            let step = if role == Role::Queen { 1 } else { 61 };
            let numbers = (0..positions.len()).step_by(step);
            let drawn: HashSet<Chess> =
                numbers.clone().map(|n| positions.get(n).unwrap()).collect();
            assert_eq!(drawn.len(), numbers.count());
            assert!(drawn.is_subset(&by_hand));
        }
    }
}

#[test]
fn sets_with_an_outcome_hold_what_has_it() {
    let men = [
        (Color::White, Role::King),
        (Color::Black, Role::King),
        (Color::Black, Role::Rook),
    ];
    let mut counts = [0; 256];
    for chess in by_hand(&men, Color::Black) {
        match TABLES.probe(&chess) {
            Some(Outcome::Win(plies)) => counts[usize::from(plies)] += 1,
            outcome => assert_eq!(outcome, Some(Outcome::Draw)),
        }
    }
    for (plies, count) in counts.into_iter().enumerate() {
        let wanted = |outcome| outcome == Outcome::Win(plies as u8);
        // Of the table with the colours exchanged.
        let positions = TABLES.positions(signature("KvKR"), Color::Black, wanted);
        assert_eq!(positions.len(), count, "{plies}");
        assert_eq!(positions.get(count), None);
        if let Some(last) = count.checked_sub(1) {
            let chess = positions.get(last).unwrap();
            assert_eq!(TABLES.probe(&chess), Some(Outcome::Win(plies as u8)));
            assert_eq!(chess.turn(), Color::Black);
        }
    }
}

#[test]
fn like_men_and_impossible_checks_are_counted_right() {
    // The white king on one square: all of them would take long.
    let mut by_hand = 0;
    for (number, king) in Square::ALL.into_iter().enumerate() {
        for first in Square::ALL {
            for second in Square::ALL.into_iter().filter(|second| *second > first) {
                let mut board = Board::empty();
                for (square, piece) in [
                    (Square::C3, Role::King.of(Color::White)),
                    (king, Role::King.of(Color::Black)),
                    (first, Role::Knight.of(Color::White)),
                    (second, Role::Knight.of(Color::White)),
                ] {
                    board.set_piece_at(square, piece);
                }
                let setup = Setup {
                    board,
                    turn: Color::Black,
                    ..Setup::empty()
                };
                let men = [king, Square::C3].map(|square| square != first && square != second);
                let apart = number != Square::C3 as usize && men == [true, true];
                let position = setup.position::<Chess>(CastlingMode::Standard);
                by_hand += u64::from(apart && position.is_ok());
            }
        }
    }
    let positions = all("KNNvK", Color::Black);
    let mut listed = 0;
    for part in 0..positions.parts() {
        for (chess, weight) in positions.classes(part) {
            // The white king's classes meet c3, c6, f3 and f6 alike.
            if chess.board().king_of(Color::White) == Some(Square::C3) {
                listed += weight;
            }
        }
    }
    assert_eq!(listed, 4 * by_hand);
}
