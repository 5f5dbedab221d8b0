//! Checks that nobody answered are forbidden.

use batsat::Lit;
use shakmaty::{Board, CastlingSide, Color, Role, Square, attacks};

use super::{
    encoding::{Encoding, enemy_index, plies_before},
    solution::Hop,
};
use crate::{facts::steady::king_home, retro::corner};

/// A king in check where it must not be.
#[derive(Clone, Copy, Debug)]
struct Check {
    king: Square,
    from: Square,
    role: Role,
    /// The king castles, from its home and past the square above or to it.
    castles: Option<Square>,
}

/// Forbids the checks that are left unanswered in a line, wherever they might occur; whether there are any.
pub(super) fn forbid_checks(encoding: &mut Encoding<'_>, goal: &Board, line: &[Hop]) -> bool {
    let mut board = Board::new();
    let mut turn = Color::White;
    let mut any = false;
    for hop in line {
        let mut checks = Vec::new();
        if hop.castles {
            let home = king_home(turn);
            for square in attacks::between(home, hop.to).with(home) {
                checks.extend(attackers(&board, square, turn, Some(hop.to)));
            }
        }
        board.discard_piece_at(hop.from);
        board.set_piece_at(hop.to, hop.role.of(turn));
        if hop.castles {
            let side = CastlingSide::from_king_side(hop.to > hop.from);
            board.discard_piece_at(corner(side, turn));
            board.set_piece_at(side.rook_to(turn), turn.rook());
        }
        if let Some(king) = board.king_of(turn) {
            checks.extend(attackers(&board, king, turn, None));
        }
        for check in checks {
            any = true;
            forbid(encoding, goal, turn, check);
        }
        turn = !turn;
    }
    any
}

fn attackers(board: &Board, king: Square, color: Color, castles: Option<Square>) -> Vec<Check> {
    board
        .attacks_to(king, !color, board.occupied())
        .into_iter()
        .filter_map(|from| {
            Some(Check {
                king,
                from,
                role: board.role_at(from)?,
                castles,
            })
        })
        .collect()
}

/// After none of its moves is a side's king in this check.
fn forbid(encoding: &mut Encoding<'_>, goal: &Board, color: Color, check: Check) {
    let own = color.fold_wb(0, 1);
    let fixed = encoding.sides[own].ground.fixed;
    let is_king = |role| role == Role::King;
    for index in 1..=encoding.moves(color) {
        let enemy = enemy_index(color, index);
        let before = plies_before(color, index);
        // Castling looks at the position before it.
        let ply = match check.castles {
            Some(_) => before,
            None => before + 1,
        };
        let mut kings: Vec<Vec<Lit>> = Vec::new();
        if let Some(to) = check.castles {
            let home = encoding.on(color, index - 1, king_home(color), is_king);
            for (_, home) in &home {
                for (_, to) in encoding.on(color, index, to, is_king) {
                    kings.push(vec![!*home, !to]);
                }
            }
        } else if fixed.contains(check.king) {
            kings.push(Vec::new());
        } else {
            let at = encoding.on(color, index, check.king, is_king);
            kings.extend(at.into_iter().map(|(_, at)| vec![!at]));
        }
        let mut attackers: Vec<Vec<Lit>> = Vec::new();
        if fixed.contains(check.from) && goal.role_at(check.from) == Some(check.role) {
            attackers.push(Vec::new());
        } else {
            let at = encoding.on(!color, enemy, check.from, |role| role == check.role);
            attackers.extend(at.into_iter().map(|(_, at)| vec![!at]));
        }
        let mut answers: Vec<Lit> = attacks::between(check.king, check.from)
            .into_iter()
            .filter_map(|square| encoding.full[ply][usize::from(square)])
            .collect();
        if check.castles.is_none() {
            let number = (!color).fold_wb(0, 1);
            answers.extend(encoding.taking[number][enemy][usize::from(check.from)]);
        }
        for king in &kings {
            for attacker in &attackers {
                let clause: Vec<Lit> = king
                    .iter()
                    .chain(attacker)
                    .chain(&answers)
                    .copied()
                    .collect();
                encoding.formula.add(&clause);
            }
        }
    }
}
