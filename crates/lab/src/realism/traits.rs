//! What a classifier sees of a position: men, where they stand on average, what hangs, how pawns lie; and of the game behind it
//! who has castled where, how much was traded and how long ago something was taken or a pawn moved. Not how many moves were
//! played: that is not to be seen.

use shakmaty::{Bitboard, CastlingSide, Chess, Color, File, Position as _, Role};
use sissa_constraint::{attacked_by, pawn_attacks};

use super::Specimen;

/// How many numbers.
pub const TRAITS: usize = BOARD + 7 + GAME;
/// Those of the board alone.
const BOARD: usize = 2 * SIDE + 1;
const SIDE: usize = 5 + 18 + 17 + 3;
/// Those of the game behind it.
const GAME: usize = 7;

/// What is known of the positions that are compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Known {
    /// The game that leads to them.
    Game,
    /// The men alone: nobody knows whose move it is.
    Board,
}

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

/// The numbers of a position, White's and then Black's, ranks counted from the owner's side; what is not known is 0.
pub fn traits(specimen: &Specimen, known: Known) -> [f32; TRAITS] {
    let position = &specimen.position;
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
    }
    push(points(position, Color::White) as f32 - points(position, Color::Black) as f32);
    if known == Known::Board {
        return row;
    }
    let bit = |yes: bool| f32::from(u8::from(yes));
    let sides = [CastlingSide::KingSide, CastlingSide::QueenSide];
    for color in [Color::White, Color::Black] {
        for side in sides {
            push(bit(position.castles().has(color, side)));
        }
    }
    push(bit(position.turn().is_black()));
    push(bit(position.is_check()));
    push(position.legal_moves().len() as f32);
    push(position.halfmoves() as f32);
    for first in [0, 1] {
        let own = specimen.moves.iter().skip(first).step_by(2);
        for side in sides {
            let castled = own.clone().any(|m| m.castling_side() == Some(side));
            push(bit(castled));
        }
    }
    let taken = |m: &shakmaty::Move| m.is_capture();
    let pairs = specimen.moves.windows(2);
    push(
        pairs
            .filter(|two| taken(&two[0]) && taken(&two[1]) && two[0].to() == two[1].to())
            .count() as f32,
    );
    let queens = |m: &&shakmaty::Move| m.capture() == Some(Role::Queen);
    push(specimen.moves.iter().filter(queens).count() as f32);
    row
}
