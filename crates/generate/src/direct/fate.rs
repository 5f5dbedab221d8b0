//! What a plan means for the men on the board: who may disappear, who should, who may move.

use shakmaty::{Bitboard, Color, Move, Position, Role, Square};
use sissa_constraint::{Wing, route_length};

use super::plan::Plan;
use crate::line::{COUNTED, Kept, State, slot};

/// Who may and who should disappear, for one side of a position.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Fate {
    /// Men the other side may capture.
    pub(crate) expendable: Bitboard,
    /// Men the other side should capture.
    pub(crate) surplus: Bitboard,
    /// Promotions still needed, by role in the order of [`COUNTED`].
    pub(crate) to_promote: [i32; 5],
    /// Promotions still needed in all.
    pub(crate) promotions: i32,
    /// Whether the counts are as they must be.
    pub(crate) settled: bool,
}

impl Plan {
    pub(crate) fn fate(&self, color: Color, state: &State) -> Fate {
        let board = state.position.board();
        let army = self.armies.get(color);
        let men = board.by_color(color);
        let mut fate = Fate {
            expendable: Bitboard::EMPTY,
            surplus: Bitboard::EMPTY,
            to_promote: [0; 5],
            promotions: 0,
            settled: true,
        };
        let count = |squares: Bitboard| squares.0.count_ones() as i32;
        let counts = state.counts.get(color);
        for slot in (0..5).rev() {
            let squares = men & board.by_role(COUNTED[slot]);
            let now = counts[slot];
            let window = army.roles[slot];
            // Pawns that are to be promoted must live until then.
            let kept = window.min + if slot == 0 { fate.promotions } else { 0 };
            if now > kept {
                fate.expendable |= squares;
            }
            if now > window.max + if slot == 0 { fate.promotions } else { 0 } {
                fate.surplus |= squares;
            }
            if now < window.min {
                fate.to_promote[slot] = window.min - now;
                fate.promotions += window.min - now;
            }
            fate.settled &= window.min <= now && now <= window.max;
        }
        if let Some(shades) = army.shades {
            let bishops = men & board.bishops();
            for (window, shade) in shades
                .iter()
                .zip([Bitboard::LIGHT_SQUARES, Bitboard::DARK_SQUARES])
            {
                let now = count(bishops & shade);
                if now <= window.min {
                    fate.expendable &= !(bishops & shade);
                    fate.surplus &= !(bishops & shade);
                }
                if now > window.max {
                    fate.surplus |= bishops & shade;
                }
                if now < window.min && fate.to_promote[2] == 0 {
                    fate.to_promote[2] = window.min - now;
                    fate.promotions += window.min - now;
                }
                fate.settled &= window.min <= now && now <= window.max;
            }
        }
        let all = 1 + counts.iter().sum::<i32>();
        if all <= army.men.min {
            fate.expendable = Bitboard::EMPTY;
            fate.surplus = Bitboard::EMPTY;
        } else if all > army.men.max {
            fate.surplus |= fate.expendable;
        }
        fate.settled &= army.men.min <= all && all <= army.men.max;
        let kept = self.frozen | self.kept_pawns(&state.kept, men & board.pawns());
        fate.expendable &= !kept;
        fate.surplus &= fate.expendable;
        fate
    }

    fn kept_pawns(&self, kept: &Kept, pawns: Bitboard) -> Bitboard {
        if self.only_material {
            return Bitboard::EMPTY;
        }
        pawns
            .into_iter()
            .filter(|pawn| kept.target(*pawn).is_some())
            .collect()
    }

    /// Whether a move of the side to move keeps within the plan.
    pub(crate) fn allows(&self, m: Move, state: &State, own: &Fate, other: &Fate) -> bool {
        let color = state.position.turn();
        match m {
            Move::Normal {
                role,
                from,
                capture,
                to,
                promotion,
            } => {
                if self.frozen.contains(from) {
                    return false;
                }
                if capture.is_some() && !other.expendable.contains(to) {
                    return false;
                }
                if role == Role::Pawn {
                    if let Some(promotion) = promotion {
                        return self.may_promote(color, promotion, to, state, own);
                    }
                    if !self.only_material
                        && let Some(target) = state.kept.target(from)
                    {
                        return route_length(color, Role::Pawn, to, target).is_some();
                    }
                }
                role != Role::King || state.to_castle.get(color).is_none()
            }
            Move::EnPassant { from, to } => {
                let victim = Square::from_coords(to.file(), from.rank());
                other.expendable.contains(victim)
                    && state
                        .kept
                        .target(from)
                        .is_none_or(|target| route_length(color, Role::Pawn, to, target).is_some())
            }
            Move::Castle { king, rook } => {
                if self.frozen.contains(king) || self.frozen.contains(rook) {
                    return false;
                }
                let wing = Wing::of_castling(king, rook);
                self.goal
                    .castled
                    .get(color)
                    .is_none_or(|wanted| wanted == wing)
            }
            Move::Put { .. } => false,
        }
    }

    fn may_promote(&self, color: Color, role: Role, to: Square, state: &State, own: &Fate) -> bool {
        let army = self.armies.get(color);
        let counts = state.counts.get(color);
        if let (Role::Bishop, Some(shades)) = (role, army.shades) {
            let (window, shade) = if to.is_light() {
                (shades[0], Bitboard::LIGHT_SQUARES)
            } else {
                (shades[1], Bitboard::DARK_SQUARES)
            };
            let board = state.position.board();
            let bishops = board.bishops() & board.by_color(color) & shade;
            if bishops.0.count_ones() as i32 >= window.max {
                return false;
            }
        }
        if own.to_promote[slot(role)] > 0 {
            return true;
        }
        // A pawn too many may become something there is room for.
        own.promotions == 0
            && counts[slot(role)] < army.roles[slot(role)].max
            && counts[slot(Role::Pawn)] > army.roles[slot(Role::Pawn)].max
    }
}
