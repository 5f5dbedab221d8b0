//! The satisfaction model, `outlook` by name: how likely the men on the board come to be as wished before the game ends.
//!
//! A [`Wish`] is a smallest and a largest number for each kind of men of each side; a tuple of the thesis is
//! a wish about one side. What the network sees of it is, for each kind, how many there are beside how many
//! there shall be. One layer only, and no mirror: a move changes a few of its rows, so that all legal moves
//! of a position are looked at for little more than the position itself.
//!
//! ```
//! use shakmaty::{Chess, Color, Position as _};
//! use sissa_nn::{Tuple, human::{Outlook, Wish}};
//!
//! let wish = Wish::tuple(Color::White, Tuple([1, 2, 1, 2, 7]));
//! let chance = Outlook::shipped().chance(&Chess::default(), &wish, Some(1500));
//! assert!((0.0..=1.0).contains(&chance));
//! assert!(!wish.holds(Chess::default().board()));
//! ```

use std::ops::Range;

use shakmaty::{Board, Chess, Color, Position as _, Role};

use super::{board, ply, policy::add, policy::row};
use crate::{
    Tuple,
    tensors::{TensorError, Tensors},
};

/// Width of the layer.
pub const HIDDEN: usize = 64;
/// Counts from here on are alike.
const MOST: usize = 8;

const MEN: usize = 0;
const TURN: usize = MEN + 768;
const STAGE: usize = TURN + 1;
const RATING: usize = STAGE + board::PLIES;
const WISHES: usize = RATING + board::KNOTS + 1;
/// How many places there are.
pub const OUTLOOK_FEATURES: usize = WISHES + 2 * 5 * 2 * (MOST + 1) * (MOST + 1);

/// Where the parts lie among the parameters.
pub mod outlook_parts {
    use super::*;

    /// Rows.
    pub const ROWS: Range<usize> = 0..OUTLOOK_FEATURES * HIDDEN;
    /// The layer's bias.
    pub const BIAS: Range<usize> = ROWS.end..ROWS.end + HIDDEN;
    /// To the score.
    pub const OUT: Range<usize> = BIAS.end..BIAS.end + HIDDEN;
    /// The score's bias.
    pub const BASE: Range<usize> = OUT.end..OUT.end + 1;
    /// All parameters.
    pub const COUNT: usize = BASE.end;

    /// Names and places, in the order of the file.
    pub const ALL: [(&str, Range<usize>); 4] =
        [("rows", ROWS), ("bias", BIAS), ("out", OUT), ("base", BASE)];
}

use outlook_parts as parts;

/// Smallest and largest numbers of pawns, knights, bishops, rooks and queens, White's and Black's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Wish(pub [[(u8, u8); 5]; 2]);

impl Wish {
    /// Anything goes.
    pub const ANYTHING: Wish = Wish([[(0, u8::MAX); 5]; 2]);

    /// The five counts of one side.
    pub fn tuple(side: Color, tuple: Tuple) -> Wish {
        let mut wish = Wish::ANYTHING;
        for (kind, slot) in [4, 3, 2, 1, 0].into_iter().enumerate() {
            wish.0[side.fold_wb(0, 1)][slot] = (tuple.0[kind], tuple.0[kind]);
        }
        wish
    }

    /// Whether it is so.
    pub fn holds(&self, board: &Board) -> bool {
        let counts = counts(board);
        (0..2).all(|side| {
            (0..5).all(|kind| {
                let (least, most) = self.0[side][kind];
                (least..=most).contains(&counts[side][kind])
            })
        })
    }
}

/// Pawns, knights, bishops, rooks and queens of White and Black.
pub fn counts(board: &Board) -> [[u8; 5]; 2] {
    [Color::White, Color::Black].map(|color| {
        let men = board.by_color(color);
        Role::ALL.map(|role| u8::try_from((men & board.by_role(role)).count()).unwrap_or(u8::MAX))
            [..5]
            .try_into()
            .expect("five kinds")
    })
}

/// The two places of a kind: its number beside the smallest and the largest that is wished.
fn pair(side: usize, kind: usize, have: u8, wish: (u8, u8)) -> [usize; 2] {
    let capped = |count: u8| usize::from(count).min(MOST);
    [(0, wish.0), (1, wish.1)].map(|(end, wanted)| {
        let first = ((side * 5 + kind) * 2 + end) * (MOST + 1) * (MOST + 1);
        WISHES + first + capped(have) * (MOST + 1) + capped(wanted)
    })
}

/// Calls with every place that is not zero and its number.
pub fn outlook_features(
    position: &Chess,
    wish: &Wish,
    rating: Option<u16>,
    call: &mut impl FnMut(usize, f32),
) {
    let board = position.board();
    for color in Color::ALL {
        let side = color.fold_wb(0, 1);
        for role in Role::ALL {
            for square in board.by_color(color) & board.by_role(role) {
                call(man(side, role, square), 1.0);
            }
        }
    }
    if position.turn().is_black() {
        call(TURN, 1.0);
    }
    call(STAGE + board::stage(ply(position)), 1.0);
    board::rating(rating, &mut |place, number| call(RATING + place, number));
    let counts = counts(board);
    for (side, (counts, wish)) in counts.iter().zip(&wish.0).enumerate() {
        for (kind, (count, wish)) in counts.iter().zip(wish).enumerate() {
            for place in pair(side, kind, *count, *wish) {
                call(place, 1.0);
            }
        }
    }
}

fn man(side: usize, role: Role, square: shakmaty::Square) -> usize {
    MEN + (side * 6 + role as usize - 1) * 64 + usize::from(square)
}

/// The satisfaction model.
#[derive(Clone, Debug, PartialEq)]
pub struct Outlook {
    parameters: Vec<f32>,
}

/// The sums of a position, from which its moves are looked at.
#[derive(Clone, Debug)]
pub struct Outset {
    sums: [f32; HIDDEN],
    counts: [[u8; 5]; 2],
}

impl Outlook {
    /// From its parameters; `None` where they are not as many as [`outlook_parts::COUNT`].
    pub fn new(parameters: Vec<f32>) -> Option<Outlook> {
        (parameters.len() == parts::COUNT).then_some(Outlook { parameters })
    }

    /// The one that comes with the program.
    #[cfg(feature = "human")]
    pub fn shipped() -> &'static Outlook {
        use std::sync::LazyLock;

        static SHIPPED: LazyLock<Outlook> = LazyLock::new(|| {
            let tensors = crate::tensors::read(sissa_models::OUTLOOK);
            let outlook = tensors.and_then(|tensors| Outlook::from_tensors(&tensors));
            outlook.expect("a test reads it")
        });
        &SHIPPED
    }

    /// From a weight file.
    pub fn from_tensors(tensors: &Tensors) -> Result<Outlook, TensorError> {
        let parameters = tensors.gather(&parts::ALL)?;
        Ok(Outlook { parameters })
    }

    /// For a weight file.
    pub fn to_tensors(&self, notes: &[(&str, &str)]) -> Tensors {
        Tensors::split(&self.parameters, &parts::ALL, notes)
    }

    /// All parameters.
    pub fn parameters(&self) -> &[f32] {
        &self.parameters
    }

    /// All parameters, to be changed.
    pub fn parameters_mut(&mut self) -> &mut [f32] {
        &mut self.parameters
    }

    /// The sums of rows.
    pub fn sums(&self, places: &[(u16, f32)]) -> [f32; HIDDEN] {
        let mut sums = *row(&self.parameters[parts::BIAS], 0);
        for (place, number) in places {
            let rows = &self.parameters[parts::ROWS];
            add(&mut sums, row(rows, usize::from(*place)), *number);
        }
        sums
    }

    /// The probability, as a logarithm of odds.
    pub fn score(&self, sums: &[f32; HIDDEN]) -> f32 {
        let out: &[f32; HIDDEN] = row(&self.parameters[parts::OUT], 0);
        let mut lanes = [0.0; 8];
        for (sums, out) in sums.chunks_exact(8).zip(out.chunks_exact(8)) {
            for lane in 0..8 {
                lanes[lane] += sums[lane].max(0.0) * out[lane];
            }
        }
        self.parameters[parts::BASE.start] + lanes.iter().sum::<f32>()
    }

    /// A position made ready, to look at it and its moves.
    pub fn outset(&self, position: &Chess, wish: &Wish, rating: Option<u16>) -> Outset {
        let mut sums = *row(&self.parameters[parts::BIAS], 0);
        let rows = &self.parameters[parts::ROWS];
        outlook_features(position, wish, rating, &mut |place, number| {
            add(&mut sums, row(rows, place), number);
        });
        Outset {
            sums,
            counts: counts(position.board()),
        }
    }

    /// The probability that the wish comes true later in the game, or is true.
    pub fn chance(&self, position: &Chess, wish: &Wish, rating: Option<u16>) -> f32 {
        crate::sigmoid(self.score(&self.outset(position, wish, rating).sums))
    }

    /// The probability at the position itself.
    pub fn chance_at(&self, outset: &Outset) -> f32 {
        crate::sigmoid(self.score(&outset.sums))
    }

    /// The probability after a legal move of the position. How far the game is counts as before it.
    pub fn chance_after(
        &self,
        position: &Chess,
        outset: &Outset,
        wish: &Wish,
        played: shakmaty::Move,
    ) -> f32 {
        let rows = &self.parameters[parts::ROWS];
        let mut sums = outset.sums;
        let turn = position.turn();
        let side = turn.fold_wb(0, 1);
        add(&mut sums, row(rows, TURN), turn.fold_wb(1.0, -1.0));
        let (from, to) = super::squares(played);
        let role = played.role();
        let placed = played.promotion().unwrap_or(role);
        add(&mut sums, row(rows, man(side, role, from)), -1.0);
        add(&mut sums, row(rows, man(side, placed, to)), 1.0);
        if let shakmaty::Move::Castle { rook, .. } = played {
            let file = if rook > from {
                shakmaty::File::F
            } else {
                shakmaty::File::D
            };
            let beside = shakmaty::Square::from_coords(file, from.rank());
            add(&mut sums, row(rows, man(side, Role::Rook, rook)), -1.0);
            add(&mut sums, row(rows, man(side, Role::Rook, beside)), 1.0);
        }
        let mut change = |side: usize, role: Role, by: i8| {
            let kind = role as usize - 1;
            let have = outset.counts[side][kind];
            let wish = wish.0[side][kind];
            for place in pair(side, kind, have, wish) {
                add(&mut sums, row(rows, place), -1.0);
            }
            for place in pair(side, kind, have.saturating_add_signed(by), wish) {
                add(&mut sums, row(rows, place), 1.0);
            }
        };
        if let Some(captured) = played.capture() {
            change(1 - side, captured, -1);
        }
        if let Some(promotion) = played.promotion() {
            change(side, Role::Pawn, -1);
            change(side, promotion, 1);
        }
        if let Some(captured) = played.capture() {
            let on = match played {
                shakmaty::Move::EnPassant { from, to } => {
                    shakmaty::Square::from_coords(to.file(), from.rank())
                }
                _ => to,
            };
            add(&mut sums, row(rows, man(1 - side, captured, on)), -1.0);
        }
        crate::sigmoid(self.score(&sums))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn looking_ahead_is_looking_afterwards() {
        let mut number = 0.0_f32;
        let parameters = (0..parts::COUNT).map(|_| {
            number = (number + 0.618_034) % 1.0;
            0.4 * (number - 0.5)
        });
        let outlook = Outlook::new(parameters.collect()).unwrap();
        let wish = Wish::tuple(Color::Black, Tuple([0, 2, 1, 2, 6]));
        let mut position = Chess::default();
        let mut compared = 0;
        for turn in 0..400 {
            let outset = outlook.outset(&position, &wish, Some(1500));
            let moves = position.legal_moves();
            for played in &moves {
                let mut next = position.clone();
                next.play_unchecked(*played);
                let ahead = outlook.chance_after(&position, &outset, &wish, *played);
                // Only how far the game is may differ.
                if board::stage(ply(&next)) == board::stage(ply(&position)) {
                    let after = outlook.chance(&next, &wish, Some(1500));
                    assert!((ahead - after).abs() < 1e-3, "{played:?}: {ahead} {after}");
                    compared += 1;
                }
            }
            if moves.is_empty() {
                break;
            }
            position.play_unchecked(moves[(turn * 17) % moves.len()]);
        }
        assert!(compared > 500);
    }
}
