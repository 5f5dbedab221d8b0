//! How many men of each kind there may be: bounds kept consistent by propagation.
//!
//! The counts of a conjunction are linear sums over fourteen numbers (seven kinds a side, bishops by
//! square colour). Narrowing each number by each sum until nothing changes finds most
//! contradictions between counts, and the rules of promotion are one more bound of the same kind.

use shakmaty::{Bitboard, Color, Piece, Role};

use super::{name, role_name};
use crate::{
    Count, Kind, Predicate, Quantity, Range,
    branch::Literal,
    feasible::{Code, Reason},
};

/// Smallest and largest number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Window {
    /// At least so many.
    pub min: i32,
    /// At most so many.
    pub max: i32,
}

/// King, queen, rook, light bishop, dark bishop, knight, pawn.
const KINDS: usize = 7;
const PAWN: usize = 6;
/// Men of each kind in the starting position.
const INITIAL: [i32; KINDS] = [1, 1, 2, 1, 1, 2, 8];
const POINTS: [i32; KINDS] = [0, 9, 5, 3, 3, 3, 1];

/// A linear sum over the fourteen numbers and where it must lie.
#[derive(Debug, Clone)]
struct Sum {
    weights: [i32; 2 * KINDS],
    range: Range,
}

/// Bounds for the men of both sides.
#[derive(Debug, Clone)]
pub struct Windows {
    kinds: [Window; 2 * KINDS],
    sums: Vec<Sum>,
}

fn slots(role: Role) -> &'static [usize] {
    match role {
        Role::King => &[0],
        Role::Queen => &[1],
        Role::Rook => &[2],
        Role::Bishop => &[3, 4],
        Role::Knight => &[5],
        Role::Pawn => &[PAWN],
    }
}

fn kind_slots(kind: Kind) -> Vec<usize> {
    match kind {
        Kind::LightBishop => vec![3],
        Kind::DarkBishop => vec![4],
        kind => kind
            .roles()
            .iter()
            .flat_map(|role| slots(*role))
            .copied()
            .collect(),
    }
}

fn offset(color: Color) -> usize {
    color.fold_wb(0, KINDS)
}

impl Windows {
    pub(super) fn new() -> Windows {
        let mut kinds = [Window { min: 0, max: 8 }; 2 * KINDS];
        for color in Color::ALL {
            for (slot, initial) in INITIAL.iter().enumerate() {
                let window = &mut kinds[offset(color) + slot];
                window.max = match slot {
                    0 => 1,
                    PAWN => 8,
                    _ => initial + 8,
                };
            }
            kinds[offset(color)].min = 1;
        }
        Windows {
            kinds,
            sums: Vec::new(),
        }
    }

    /// How many men of a role a side may have.
    pub fn role(&self, color: Color, role: Role) -> Window {
        self.total(color, slots(role))
    }

    /// How many bishops a side may have on light or dark squares.
    pub fn bishops(&self, color: Color, light: bool) -> Window {
        self.kinds[offset(color) + if light { 3 } else { 4 }]
    }

    /// How many men a side may have, king included.
    pub fn men(&self, color: Color) -> Window {
        let men = self.total(color, &[0, 1, 2, 3, 4, 5, 6]);
        Window {
            max: men.max.min(16),
            ..men
        }
    }

    /// How many men both sides may have together, kings included.
    pub fn all_men(&self) -> Window {
        let [white, black] = Color::ALL.map(|color| self.men(color));
        let mut all = Window {
            min: white.min + black.min,
            max: white.max + black.max,
        };
        for sum in self.sums.iter().filter(|sum| sum.weights == [1; 2 * KINDS]) {
            all.min = all.min.max(sum.range.min);
            all.max = all.max.min(sum.range.max);
        }
        all
    }

    /// Bounds for several kinds together: what the kinds add up to, and what a sum over exactly
    /// these kinds says beyond that.
    fn total(&self, color: Color, slots: &[usize]) -> Window {
        let mut total = Window { min: 0, max: 0 };
        for slot in slots {
            let window = self.kinds[offset(color) + slot];
            total.min += window.min;
            total.max += window.max;
        }
        if slots.len() == 1 {
            return total;
        }
        for sum in &self.sums {
            let same = sum.weights.iter().enumerate().all(|(slot, weight)| {
                let listed = slot
                    .checked_sub(offset(color))
                    .is_some_and(|slot| slots.contains(&slot));
                *weight == i32::from(listed)
            });
            if same {
                total.min = total.min.max(sum.range.min);
                total.max = total.max.min(sum.range.max);
            }
        }
        total
    }

    /// Men that must have been promoted.
    pub fn promotions(&self, color: Color) -> i32 {
        let others: i32 = [1, 2, 5]
            .iter()
            .map(|slot| (self.kinds[offset(color) + slot].min - INITIAL[*slot]).max(0))
            .sum();
        others + self.promoted_bishops(color)
    }

    /// Bishops that must have been promoted: beyond one of each shade, or beyond two in all.
    fn promoted_bishops(&self, color: Color) -> i32 {
        let by_shade: i32 = [3, 4]
            .iter()
            .map(|slot| (self.kinds[offset(color) + slot].min - 1).max(0))
            .sum();
        by_shade.max(self.role(color, Role::Bishop).min - 2)
    }

    /// Asks for at least so many men of a kind; [`Windows::chosen`] then takes it into account.
    pub fn at_least(&mut self, color: Color, kind: Kind, min: i32) {
        if min > 0 {
            self.add(&[(Some(color), kind_slots(kind), 1)], Range::at_least(min));
        }
    }

    pub(super) fn bound_bishops(&mut self, color: Color, range: Range) {
        self.add(&[(Some(color), vec![3, 4], 1)], range);
    }

    /// At least as many as squares require them, at most as many as squares allow them.
    pub(super) fn bound_squares(&mut self, piece: Piece, required: Bitboard, possible: Bitboard) {
        for slot in slots(piece.role) {
            let shade = match slot {
                3 => Bitboard::LIGHT_SQUARES,
                4 => Bitboard::DARK_SQUARES,
                _ => Bitboard::FULL,
            };
            let window = &mut self.kinds[offset(piece.color) + slot];
            window.min = window
                .min
                .max(i32::try_from((required & shade).count()).unwrap_or(0));
            window.max = window
                .max
                .min(i32::try_from((possible & shade).count()).unwrap_or(64));
        }
    }

    fn add(&mut self, terms: &[(Option<Color>, Vec<usize>, i32)], range: Range) {
        let mut weights = [0; 2 * KINDS];
        for (whose, slots, weight) in terms {
            for color in Color::ALL
                .into_iter()
                .filter(|color| whose.is_none_or(|whose| whose == *color))
            {
                for slot in slots {
                    weights[offset(color) + slot] += weight;
                }
            }
        }
        self.sums.push(Sum { weights, range });
    }

    /// The sum a count stands for; `None` where it depends on more than material. A set picked by
    /// traits or region has at most as many men as its kind.
    fn sum_of(count: &Count) -> Option<Sum> {
        let mut weights = [0; 2 * KINDS];
        let mut exact = true;
        for term in &count.terms {
            let sign = if term.minus { -1 } else { 1 };
            let (side, slots): (_, Vec<(usize, i32)>) = match &term.quantity {
                Quantity::Men(men) => {
                    if !men.is_material() {
                        // Only "at least so many of this set" says something about all of the kind.
                        if count.terms.len() > 1 {
                            return None;
                        }
                        exact = false;
                    }
                    (
                        men.side,
                        kind_slots(men.kind)
                            .into_iter()
                            .map(|slot| (slot, 1))
                            .collect(),
                    )
                }
                Quantity::Points(side) => (*side, POINTS.into_iter().enumerate().collect()),
                Quantity::Promoted(_) | Quantity::OpenFiles | Quantity::LegalMoves => return None,
            };
            let whose = side.map(super::color);
            for color in Color::ALL
                .into_iter()
                .filter(|color| whose.is_none_or(|whose| whose == *color))
            {
                for (slot, weight) in &slots {
                    weights[offset(color) + slot] += sign * weight;
                }
            }
        }
        let range = if exact {
            count.range
        } else {
            Range::at_least(count.range.min)
        };
        Some(Sum { weights, range })
    }

    /// Takes in the counts of the literals and narrows every window until nothing changes.
    pub(super) fn settle(&mut self, literals: &[Literal], reasons: &mut Vec<Reason>) {
        for literal in literals {
            if let (Predicate::Count(count), false) = (&literal.predicate, literal.denied)
                && let Some(sum) = Windows::sum_of(count)
            {
                self.sums.push(sum);
            }
        }
        if !reasons.is_empty() {
            return;
        }
        // The plain reasons come first: they are the ones a player understands at once.
        for round in 0..64 {
            let before = self.kinds;
            if let Some(reason) = self.narrow_by_sums().or_else(|| self.narrow_by_promotion()) {
                reasons.push(reason);
                return;
            }
            if before == self.kinds && round > 0 {
                break;
            }
        }
        if let Some(reason) = self.room_to_promote() {
            reasons.push(reason);
        }
    }

    /// The kinds a sum ties together, beyond the two shades of one side's bishops.
    fn tied(sum: &Sum) -> Vec<usize> {
        let slots: Vec<usize> = (0..2 * KINDS)
            .filter(|slot| sum.weights[*slot] != 0 && slot % KINDS != 0)
            .collect();
        match slots.as_slice() {
            [_] | [3, 4] | [10, 11] => Vec::new(),
            _ => slots,
        }
    }

    /// Whether some sum ties several kinds together, so that not every choice within the windows
    /// satisfies it.
    pub fn has_choices(&self) -> bool {
        self.sums.iter().any(|sum| !Windows::tied(sum).is_empty())
    }

    /// The windows narrowed until every sum over several kinds holds whatever is chosen within them,
    /// each number chosen by `pick(how many choices)`. Men of the starting position are preferred to
    /// promoted ones. `None` where the choices led into a contradiction: try again.
    pub fn chosen(&self, pick: &mut dyn FnMut(usize) -> usize) -> Option<Windows> {
        let mut tied: Vec<usize> = self.sums.iter().flat_map(Windows::tied).collect();
        tied.sort_unstable();
        tied.dedup();
        let mut windows = self.clone();
        windows.narrow()?;
        while !tied.is_empty() {
            let slot = tied.swap_remove(pick(tied.len()));
            let Window { min, max } = windows.kinds[slot];
            let usual = max.min(INITIAL[slot % KINDS]).max(min);
            let choices = usize::try_from(usual - min + 1).unwrap_or(1);
            let value = min + i32::try_from(pick(choices)).unwrap_or(0);
            windows.kinds[slot] = Window {
                min: value,
                max: value,
            };
            windows.narrow()?;
        }
        windows.room_to_promote().is_none().then_some(windows)
    }

    /// Narrows every window until nothing changes; `None` where they contradict each other.
    fn narrow(&mut self) -> Option<()> {
        for _ in 0..64 {
            let before = self.kinds;
            if self.narrow_by_sums().is_some() || self.narrow_by_promotion().is_some() {
                return None;
            }
            if before == self.kinds {
                break;
            }
        }
        Some(())
    }

    fn narrow_by_sums(&mut self) -> Option<Reason> {
        for sum in &self.sums {
            let (mut low, mut high) = (0, 0);
            for (window, weight) in self.kinds.iter().zip(sum.weights) {
                low += if weight > 0 {
                    weight * window.min
                } else {
                    weight * window.max
                };
                high += if weight > 0 {
                    weight * window.max
                } else {
                    weight * window.min
                };
            }
            if low > sum.range.max || high < sum.range.min {
                return Some(self.sum_reason(sum));
            }
            for slot in 0..2 * KINDS {
                let weight = sum.weights[slot];
                if weight == 0 {
                    continue;
                }
                let window = self.kinds[slot];
                let (own_low, own_high) = if weight > 0 {
                    (weight * window.min, weight * window.max)
                } else {
                    (weight * window.max, weight * window.min)
                };
                // What this kind must contribute when the others give as little or as much as they can.
                let at_most = sum.range.max.saturating_sub(low - own_low);
                let at_least = sum.range.min.saturating_sub(high - own_high);
                let (min, max) = if weight > 0 {
                    (div_ceil(at_least, weight), at_most.div_euclid(weight))
                } else {
                    (
                        div_ceil(at_most.saturating_neg(), -weight),
                        at_least.saturating_neg().div_euclid(-weight),
                    )
                };
                let window = &mut self.kinds[slot];
                window.min = window.min.max(min);
                window.max = window.max.min(max);
                if window.min > window.max {
                    return Some(self.sum_reason(sum));
                }
                // Keep the running bounds in step with the narrowed window.
                let window = self.kinds[slot];
                let (new_low, new_high) = if weight > 0 {
                    (weight * window.min, weight * window.max)
                } else {
                    (weight * window.max, weight * window.min)
                };
                low += new_low - own_low;
                high += new_high - own_high;
            }
        }
        None
    }

    /// More men of one kind than both sides together can have.
    fn too_many_of_both(sum: &Sum) -> Option<Reason> {
        let counts_only = |slots: &[usize]| {
            sum.weights.iter().enumerate().all(|(slot, weight)| {
                let counted = Color::ALL.into_iter().any(|color| {
                    slot.checked_sub(offset(color))
                        .is_some_and(|slot| slots.contains(&slot))
                });
                *weight == i32::from(counted)
            })
        };
        if counts_only(&[PAWN]) && sum.range.min > 16 {
            let message = "both sides together have at most 16 pawns";
            return Some(Reason::new(Code::TooManyPawns, message));
        }
        [Role::Queen, Role::Rook, Role::Bishop, Role::Knight]
            .into_iter()
            .find_map(|role| {
                let slots = slots(role);
                let initial: i32 = slots.iter().map(|slot| INITIAL[*slot]).sum();
                let most = 2 * (initial + 8);
                (counts_only(slots) && sum.range.min > most).then(|| {
                    Reason::new(
                        Code::TooManyPromotions,
                        format!(
                            "both sides together have at most {most} {}s, even if every pawn is promoted",
                            role_name(role)
                        ),
                    )
                })
            })
    }

    fn sum_reason(&self, sum: &Sum) -> Reason {
        if let Some(reason) = Windows::too_many_of_both(sum) {
            return reason;
        }
        for color in Color::ALL {
            let only_pawns = sum
                .weights
                .iter()
                .enumerate()
                .all(|(slot, weight)| (*weight != 0) == (slot == offset(color) + PAWN));
            if only_pawns && sum.range.min > 8 {
                return Reason::new(
                    Code::TooManyPawns,
                    format!("{} has at most 8 pawns", name(color)),
                );
            }
            for role in [
                Role::Queen,
                Role::Rook,
                Role::Bishop,
                Role::Knight,
                Role::King,
            ] {
                let slots = slots(role);
                let only = sum.weights.iter().enumerate().all(|(slot, weight)| {
                    (*weight != 0)
                        == (slot
                            .checked_sub(offset(color))
                            .is_some_and(|slot| slots.contains(&slot)))
                });
                let initial: i32 = slots.iter().map(|slot| INITIAL[*slot]).sum();
                let most = if role == Role::King { 1 } else { initial + 8 };
                if only && (sum.range.min > most || (role == Role::King && sum.range.max < 1)) {
                    let message = if role == Role::King {
                        format!("{} has exactly one king", name(color))
                    } else {
                        format!(
                            "{} has at most {most} {}s, even if every pawn is promoted",
                            name(color),
                            role_name(role)
                        )
                    };
                    return Reason::new(
                        if role == Role::King {
                            Code::Kings
                        } else {
                            Code::TooManyPromotions
                        },
                        message,
                    );
                }
            }
        }
        for color in Color::ALL {
            let wanted = self.promotions(color);
            let pawns = self.kinds[offset(color) + PAWN].min;
            if wanted > 0 && wanted + pawns >= 8 {
                return self.promotion_reason(color, wanted, pawns);
            }
        }
        Reason::new(Code::Counts, "the counts contradict each other")
    }

    fn promotion_reason(&self, color: Color, wanted: i32, pawns: i32) -> Reason {
        let bishops = [3, 4]
            .iter()
            .any(|slot| self.kinds[offset(color) + slot].min > 1);
        let message = if bishops && wanted + pawns > 8 {
            format!(
                "{} would have two bishops on squares of one colour, so {wanted} of its men promoted, and {pawns} pawns: more than the 8 it began with",
                name(color)
            )
        } else {
            format!(
                "{} would need {wanted} promoted {} beside {pawns} pawns, but began with 8 pawns",
                name(color),
                if wanted == 1 { "man" } else { "men" }
            )
        };
        Reason::new(Code::TooManyPromotions, message)
    }

    /// Every promoted man was one of eight pawns.
    fn narrow_by_promotion(&mut self) -> Option<Reason> {
        for color in Color::ALL {
            let wanted = self.promotions(color);
            let pawns = self.kinds[offset(color) + PAWN].min;
            if wanted + pawns > 8 {
                return Some(self.promotion_reason(color, wanted, pawns));
            }
            let left = 8 - pawns - wanted;
            let bishops = self.promoted_bishops(color);
            for (slot, initial) in INITIAL.iter().enumerate() {
                let window = &mut self.kinds[offset(color) + slot];
                window.max = window.max.min(match slot {
                    0 => 1,
                    PAWN => 8 - wanted,
                    // The promoted bishops may all stand on one shade.
                    3 | 4 => initial + bishops + left,
                    _ => initial.max(&window.min) + left,
                });
            }
        }
        None
    }

    /// A pawn promotes only if it captures, or the pawn across its file captures or is captured. So
    /// each capture lets at most two pawns through, three where its victim is a pawn.
    fn room_to_promote(&self) -> Option<Reason> {
        let wanted: i32 = Color::ALL.map(|color| self.promotions(color)).iter().sum();
        let captures = 32
            - Color::ALL
                .map(|color| self.men(color).min)
                .iter()
                .sum::<i32>();
        let pawns: i32 = Color::ALL
            .map(|color| self.kinds[offset(color) + PAWN].min)
            .iter()
            .sum();
        let pawn_victims = (16 - pawns - wanted).min(captures);
        (wanted > 2 * captures + pawn_victims).then(|| {
            Reason::new(
                Code::NoRoomToPromote,
                format!(
                    "{wanted} {} promoted, but with so many men still on the board at most {captures} {} made, too few to let the pawns past each other",
                    if wanted == 1 { "pawn must have been" } else { "pawns must have been" },
                    if captures == 1 { "capture was" } else { "captures were" },
                ),
            )
        })
    }
}

fn div_ceil(number: i32, by: i32) -> i32 {
    number.saturating_add(by - 1).div_euclid(by)
}
