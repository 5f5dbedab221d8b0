//! What a classifier sees of a position: men, where they stand on average, what hangs, how pawns lie. Not how
//! many moves were played: that is not on the board.

use shakmaty::{Bitboard, CastlingSide, Chess, Color, File, Position as _, Role};
use sissa_constraint::{attacked_by, pawn_attacks};

/// How many numbers.
pub const TRAITS: usize = 2 * SIDE + 4;
const SIDE: usize = 5 + 18 + 17 + 5;

fn men(position: &Chess, color: Color, role: Role) -> Bitboard {
    position.board().by_color(color) & position.board().by_role(role)
}

/// How many pawns a side has.
pub fn pawns(position: &Chess, color: Color) -> i32 {
    men(position, color, Role::Pawn).count() as i32
}

/// A side's material in points.
pub fn points(position: &Chess, color: Color) -> i32 {
    let worth = [
        (Role::Pawn, 1),
        (Role::Knight, 3),
        (Role::Bishop, 3),
        (Role::Rook, 5),
        (Role::Queen, 9),
    ];
    worth
        .iter()
        .map(|(role, points)| points * men(position, color, *role).count() as i32)
        .sum()
}

/// How many passed pawns a side has.
pub fn passed(position: &Chess, color: Color) -> i32 {
    let others = men(position, !color, Role::Pawn);
    let is_passed = |pawn: &shakmaty::Square| {
        others.into_iter().all(|other| {
            let beside = other.file().distance(pawn.file()) <= 1;
            let ahead = color.fold_wb(other.rank() > pawn.rank(), other.rank() < pawn.rank());
            !(beside && ahead)
        })
    };
    let own = men(position, color, Role::Pawn);
    own.into_iter().filter(is_passed).count() as i32
}

/// The numbers of a position, White's and then Black's, ranks counted from the owner's side.
pub fn traits(position: &Chess) -> [f32; TRAITS] {
    let board = position.board();
    let mut row = [0.0; TRAITS];
    let mut at = 0;
    let mut push = |number: f32| {
        row[at] = number;
        at += 1;
    };
    for color in [Color::White, Color::Black] {
        let own = board.by_color(color);
        let rank = |square: shakmaty::Square| {
            color.fold_wb(
                f32::from(square.rank() as u8),
                7.0 - f32::from(square.rank() as u8),
            )
        };
        for role in [
            Role::Pawn,
            Role::Knight,
            Role::Bishop,
            Role::Rook,
            Role::Queen,
        ] {
            push(men(position, color, role).count() as f32);
        }
        for role in Role::ALL {
            let squares = men(position, color, role);
            let mean = |number: &dyn Fn(shakmaty::Square) -> f32| {
                let sum: f32 = squares.into_iter().map(number).sum();
                sum / (squares.count().max(1)) as f32
            };
            push(mean(&rank));
            push(mean(&|square| f32::from(square.file() as u8)));
            push(mean(&|square| (f32::from(square.file() as u8) - 3.5).abs()));
        }
        // Pawns by file and by rank.
        let pawns = men(position, color, Role::Pawn);
        for file in File::ALL {
            push((pawns & Bitboard::from_file(file)).count() as f32);
        }
        for height in 1..7 {
            let on = pawns
                .into_iter()
                .filter(|pawn| rank(*pawn) == height as f32);
            push(on.count() as f32);
        }
        push(passed(position, color) as f32);
        let guarded = pawn_attacks(pawns, color);
        push((own & guarded).count() as f32);
        push(
            pawns
                .into_iter()
                .filter(|pawn| (pawns & Bitboard::from_file(pawn.file())).count() > 1)
                .count() as f32,
        );
        // What is attacked, and what of it nobody protects.
        let attacked = own & attacked_by(board, !color);
        push(attacked.count() as f32);
        push((attacked & !attacked_by(board, color)).count() as f32);
        let attackers = attacked_by(board, color);
        push(attackers.count() as f32);
        for side in [CastlingSide::KingSide, CastlingSide::QueenSide] {
            push(f32::from(u8::from(position.castles().has(color, side))));
        }
    }
    push(f32::from(u8::from(position.turn().is_black())));
    push(f32::from(u8::from(position.is_check())));
    push(position.legal_moves().len() as f32);
    push(points(position, Color::White) as f32 - points(position, Color::Black) as f32);
    row
}
