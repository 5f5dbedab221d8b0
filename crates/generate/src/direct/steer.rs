//! The careful part: every legal move is tried, and the one that looks nearest to the goal is played.
//!
//! "Near" is a sum of what is still amiss (men away from their squares, counts off their range, no
//! check where one is wanted), not a bound: it only has to point downhill often enough. Ties and a
//! little noise are random, dead ends start over.

use shakmaty::{Bitboard, Board, Chess, Color, Piece, Position, Role, Square, attacks};
use sissa_constraint::{
    Cell, Count, Literal, Placement, Predicate, Situation, Window, Wing, attacked_by, route_length,
};

use super::plan::{Ending, Plan};
use crate::line::{Kept, State};

/// A man too many or too few weighs more than a square's walk: material comes first.
const MATERIAL: u32 = 12;
const SQUARE: u32 = 4;
const STEP: u32 = 3;
const COUNT: u32 = 6;
const FLAG: u32 = 5;

/// How far from the goal a position looks.
pub(crate) fn cost(plan: &Plan, state: &State) -> u32 {
    let situation = &state.situation();
    let position = &state.position;
    let board = position.board();
    let mut cost = 0;
    for color in Color::ALL {
        cost += material(plan, color, state);
    }
    cost += squares(plan, &state.kept, board);
    for placement in &plan.goal.placements {
        cost += placed(placement, board);
    }
    for literal in &plan.goal.literals {
        cost += literal_cost(literal, situation);
    }
    if let Some((loser, ending)) = plan.loser {
        cost += ending_cost(loser, ending, position);
    }
    cost
}

fn material(plan: &Plan, color: Color, state: &State) -> u32 {
    let army = plan.armies.get(color);
    let counts = state.counts.get(color);
    let amiss = |window: &Window, now: i32| (window.min - now).max(now - window.max).max(0);
    let by_role: i32 = army
        .roles
        .iter()
        .zip(counts)
        .map(|(window, now)| amiss(window, *now))
        .sum();
    let all = 1 + counts.iter().sum::<i32>();
    let mut cost = (by_role + amiss(&army.men, all)).unsigned_abs() * MATERIAL;
    // Pawns on their way to a promotion that is needed.
    let wanted: i32 = army
        .roles
        .iter()
        .zip(counts)
        .skip(1)
        .map(|(window, now)| (window.min - now).max(0))
        .sum();
    if wanted > 0 {
        let board = state.position.board();
        let mut steps: Vec<u32> = (board.by_color(color) & board.pawns())
            .into_iter()
            .map(|pawn| 7 - color.fold_wb(u32::from(pawn.rank()), 7 - u32::from(pawn.rank())))
            .collect();
        steps.sort_unstable();
        cost += steps.iter().take(wanted as usize).sum::<u32>();
    }
    cost
}

/// Required squares: the walk of the nearest man of the kind that is not needed where it stands.
fn squares(plan: &Plan, kept: &Kept, board: &Board) -> u32 {
    let mut cost = 0;
    let mut busy = Bitboard::EMPTY;
    for square in Square::ALL {
        let cell = plan.goal.cells[usize::from(square)];
        if cell == Cell::ANY {
            continue;
        }
        let now = board.piece_at(square);
        if cell.allows(now) {
            if cell.only_piece().is_some() {
                busy.add(square);
            }
        } else if now.is_some() {
            cost += SQUARE;
        }
    }
    for (square, contents) in plan.goal.settled() {
        let Some(piece) = contents else { continue };
        if busy.contains(square) {
            continue;
        }
        cost += SQUARE;
        if piece.role == Role::Pawn {
            let pawn = board
                .by_piece(piece)
                .into_iter()
                .find(|from| kept.target(*from) == Some(square));
            cost += pawn.map_or(200, |from| {
                let shift = from.file().distance(square.file());
                STEP * (route_length(piece.color, Role::Pawn, from, square).unwrap_or(20)
                    + 2 * shift)
            });
        } else {
            cost += STEP
                * walk(
                    board,
                    piece,
                    board.by_piece(piece) & !busy,
                    Bitboard::from(square),
                );
        }
    }
    cost
}

/// Shortest walk of one of these men to one of these squares, one more where its first step is
/// blocked; a man that must be promoted first counts its pawn's way.
fn walk(board: &Board, piece: Piece, men: Bitboard, targets: Bitboard) -> u32 {
    let mut best = 12;
    for from in men {
        for to in targets {
            if let Some(length) = route_length(piece.color, piece.role, from, to) {
                let open =
                    length == 1 && !attacks::attacks(from, piece, board.occupied()).contains(to);
                best = best.min(length + u32::from(open));
            }
        }
    }
    best
}

fn placed(placement: &Placement, board: &Board) -> u32 {
    let roles = placement
        .roles
        .iter()
        .fold(Bitboard::EMPTY, |squares, role| {
            squares | board.by_role(*role)
        });
    let men = roles & board.by_color(placement.color);
    let there = (men & placement.squares).0.count_ones() as i32;
    let over = (there - placement.range.max).max(0) as u32;
    let short = (placement.range.min - there).max(0) as u32;
    if short == 0 {
        return over * SQUARE;
    }
    let nearest = placement
        .roles
        .iter()
        .map(|role| {
            let piece = Piece {
                color: placement.color,
                role: *role,
            };
            walk(
                board,
                piece,
                board.by_piece(piece) & !placement.squares,
                placement.squares,
            )
        })
        .min()
        .unwrap_or(12);
    over * SQUARE + short * SQUARE + STEP * nearest
}

fn literal_cost(literal: &Literal, situation: &Situation<'_>) -> u32 {
    let position = situation.position;
    match &literal.predicate {
        Predicate::Count(count) if !simple(count) => {
            COUNT
                * count
                    .range
                    .deficit(literal.value(position))
                    .unsigned_abs()
                    .min(40)
        }
        // Counted with the squares, the placements, or the material.
        Predicate::Count(_)
        | Predicate::Pattern(_)
        | Predicate::Empty(_)
        | Predicate::ToMove(_) => 0,
        Predicate::Checkmate(_) | Predicate::Stalemate(_) if !literal.denied => 0,
        Predicate::Ply(_) | Predicate::MoveNumber(_) => 0,
        Predicate::Castled(side, wing) if !literal.denied => {
            if literal.holds(situation) {
                0
            } else {
                side.color()
                    .map_or(0, |color| castling_cost(color, *wing, position))
            }
        }
        _ => {
            if literal.holds(situation) {
                0
            } else {
                FLAG
            }
        }
    }
}

/// Plain sets of men: their counts are in the windows, their squares in the placements.
fn simple(count: &Count) -> bool {
    count
        .men()
        .is_some_and(|men| men.traits.is_empty() && men.side.is_some())
}

fn castling_cost(color: Color, wing: Wing, position: &Chess) -> u32 {
    if !position.castles().has(color, wing.castling_side()) {
        return 400;
    }
    let king = color.fold_wb(Square::E1, Square::E8);
    let between = attacks::between(king, wing.rook_square(color)) & position.board().occupied();
    FLAG + SQUARE * between.0.count_ones()
}

/// Squares the king could still flee to, and how far it is from being attacked at all.
fn ending_cost(loser: Color, ending: Ending, position: &Chess) -> u32 {
    let board = position.board();
    let Some(king) = board.king_of(loser) else {
        return 0;
    };
    if position.turn() == loser {
        let moves = position.legal_moves().len() as u32;
        return match ending {
            Ending::Mate => (if position.is_check() { 0 } else { 8 }) + 2 * moves.min(12),
            Ending::Stalemate => (if position.is_check() { 10 } else { 0 }) + 2 * moves.min(30),
        };
    }
    let zone = attacks::king_attacks(king) & !board.by_color(loser);
    let flights = (zone & !attacked_by(board, !loser)).0.count_ones();
    match ending {
        Ending::Mate => 3 * flights,
        Ending::Stalemate => {
            let others = board.by_color(loser) & !board.kings();
            let free = others
                .into_iter()
                .filter(|square| {
                    board
                        .attacks_from(*square)
                        .intersects(!board.by_color(loser))
                })
                .count();
            3 * flights + 2 * free as u32
        }
    }
}
