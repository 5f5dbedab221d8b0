//! Men in the box: what they cost, and where pieces can give them back.

use shakmaty::{Bitboard, Color, Piece, Rank, Role, Square};

use super::{
    super::super::{
        plan::{Aim, Loss},
        state::{Man, State},
    },
    Node,
    cost::{AS_PAWN, cost},
    index,
};
use crate::construct::beam::ways::Ways;

/// What a man in the box that a piece has to give back counts, in moves.
pub(super) const IN_THE_BOX: i32 = 2;

/// Men that may give back others.
const HUNTERS: [Role; 5] = [
    Role::Knight,
    Role::Bishop,
    Role::Rook,
    Role::Queen,
    Role::King,
];

impl Node<'_> {
    /// What the men in the box cost.
    pub(super) fn losses(&mut self, ways: &mut Ways) -> Option<()> {
        let state = &self.state;
        let mut places = [Bitboard::EMPTY; 2];
        let mut hunted = [false; 2];
        self.trouble += 3 * state.losses().len() as i32;
        for (number, loss) in state.losses().enumerate() {
            let color = !loss.by;
            let piece = Piece {
                color,
                role: loss.role,
            };
            if let Some((_, _, to)) = loss.pawn {
                let man = Man {
                    color,
                    role: loss.role,
                    square: to,
                    aim: loss.aim,
                };
                self.left[index(color)] += cost(&man, self.sets, ways)?;
                continue;
            }
            self.left[index(loss.by)] += IN_THE_BOX;
            hunted[index(loss.by)] = true;
            let ready = state.is_ready(number);
            let near = match loss.aim {
                Aim::Pawn(_) => {
                    if ready {
                        pawn_places(state, loss)
                    } else {
                        Bitboard::EMPTY
                    }
                }
                Aim::Home(home) => {
                    let way = ways.to(self.sets.of(piece.role), piece, home);
                    if way.ring(1).is_empty() {
                        self.trouble += 3;
                    }
                    way.ring(0) | way.ring(1)
                }
                Aim::Promotion(file) => {
                    self.left[index(color)] += AS_PAWN;
                    let door = Square::from_coords(file, (!color).backrank());
                    let way = ways.to(self.sets.of(piece.role), piece, door);
                    way.ring(0) | way.ring(1)
                }
            };
            if ready {
                places[index(loss.by)] |= near;
            }
        }
        for color in Color::ALL {
            let side = index(color);
            if !hunted[side] {
                continue;
            }
            self.places[side] = places[side];
            let mut nearest = 6;
            for role in HUNTERS {
                let piece = Piece { color, role };
                let men = state.board.by_piece(piece) & !state.frozen;
                if places[side].any() && men.any() {
                    let way = ways.nearest(self.sets.any, piece, places[side]);
                    for square in men {
                        nearest = nearest.min(i32::from(way.moves[usize::from(square)]));
                    }
                }
            }
            self.hunt[side] = nearest;
            self.left[side] += nearest;
        }
        Some(())
    }

    /// The two men of the box that are best given back on a square by a piece, and their costs.
    pub(super) fn given(
        &self,
        square: Square,
        ready: &[usize],
        ways: &mut Ways,
    ) -> [Option<(usize, i32)>; 2] {
        let mut best: [Option<(usize, i32)>; 2] = [None; 2];
        for number in ready {
            let loss = self.state.loss(*number);
            if loss.pawn.is_some() {
                continue;
            }
            let man = Man {
                color: !loss.by,
                role: loss.role,
                square,
                aim: loss.aim,
            };
            if let Aim::Pawn(_) = loss.aim {
                let rank = i8::from(square.rank());
                let fits = loss.place.is_some_and(|(file, ranks)| {
                    square.file() == file && rank >= ranks.0 && rank <= ranks.1
                });
                if !fits || !self.state.in_order(loss, rank) {
                    continue;
                }
            }
            let Some(cost) = cost(&man, self.sets, ways) else {
                continue;
            };
            // Counted with the box already.
            let cost = match loss.aim {
                Aim::Promotion(_) => cost - AS_PAWN,
                _ => cost,
            };
            if best[0].is_none_or(|(_, least)| cost < least) {
                best = [Some((*number, cost)), best[0]];
            } else if best[1].is_none_or(|(_, least)| cost < least) {
                best[1] = Some((*number, cost));
            }
        }
        best
    }
}

/// Where a pawn of the box may be given back by a piece.
fn pawn_places(state: &State<'_>, loss: &Loss) -> Bitboard {
    let Some((file, (low, high))) = loss.place else {
        return Bitboard::EMPTY;
    };
    (low..=high)
        .filter(|rank| state.in_order(loss, *rank))
        .map(|rank| Square::from_coords(file, Rank::new(rank as u32)))
        .collect()
}
