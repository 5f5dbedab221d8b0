//! Ranks of pawns as difference constraints.
//!
//! A variable is the rank of a pawn when a capture happens (before it, for the capturer). White pawns only
//! rise, black ones only fall, and pawns of a column keep their order; all that is said by gaps between two
//! variables.

use rand::{Rng, RngExt, seq::SliceRandom};
use shakmaty::{Color, File, Rank, Square};

/// Index of a pawn: the files of White, then those of Black.
pub(crate) type PawnId = usize;

pub(crate) fn pawn_color(pawn: PawnId) -> Color {
    Color::from_white(pawn < 8)
}

pub(crate) fn pawn_home(pawn: PawnId) -> Square {
    let color = pawn_color(pawn);
    Square::from_coords(
        File::new(pawn as u32 % 8),
        color.relative_rank(Rank::Second),
    )
}

/// The number of a variable.
pub(crate) type Variable = usize;

/// The ranks of a pawn, counted from 0.
const REAL: (i8, i8) = (1, 6);

/// `low + gap <= high`.
#[derive(Clone, Copy)]
struct Gap {
    low: Variable,
    gap: i8,
    high: Variable,
}

/// All ranks of all pawns at the captures that touch their columns.
#[derive(Clone, Default)]
pub(crate) struct Ranks {
    /// The pawn and the capture of each variable.
    pub of: Vec<(PawnId, usize)>,
    gaps: Vec<Gap>,
    /// The least and the greatest rank of each variable.
    pub bounds: Vec<(i8, i8)>,
    /// Each pawn's last variable so far, and the ranks it moved on by a capture after it.
    latest: [Option<(Variable, i8)>; 16],
    /// Pawns that have promoted keep a place beyond the last rank.
    beyond: bool,
    /// Pawns that never move, as bits.
    pinned: u16,
}

impl Ranks {
    /// Ranks of which nothing possible is left out: pawns that have promoted stand beyond the last rank, in
    /// the order in which they got there. The pinned ones never move.
    pub fn open(pinned: u16) -> Ranks {
        Ranks {
            beyond: true,
            pinned,
            ..Ranks::default()
        }
    }

    /// The variable of a pawn at a capture.
    pub fn at(&mut self, pawn: PawnId, event: usize) -> Variable {
        if let Some((variable, _)) = self.latest[pawn]
            && self.of[variable].1 == event
        {
            return variable;
        }
        let variable = self.of.len();
        self.of.push((pawn, event));
        let home = i8::from(pawn_home(pawn).rank());
        let bounds = if self.pinned >> pawn & 1 == 1 {
            (home, home)
        } else if self.beyond {
            // Eight pawns at the most wait beyond the last rank of a file.
            pawn_color(pawn).fold_wb((REAL.0, REAL.1 + 8), (REAL.0 - 8, REAL.1))
        } else {
            REAL
        };
        self.bounds.push(bounds);
        if let Some((before, gap)) = self.latest[pawn] {
            let (low, high) = pawn_color(pawn).fold_wb((before, variable), (variable, before));
            self.gaps.push(Gap { low, gap, high });
        }
        self.latest[pawn] = Some((variable, 0));
        variable
    }

    /// The pawns of a column stand in this order at a capture; the one that has just come to the column
    /// is one rank further than its variable says.
    pub fn order(&mut self, column: &[PawnId], event: usize, come: Option<PawnId>) {
        let shift = |pawn: PawnId| {
            if come == Some(pawn) {
                pawn_color(pawn).fold_wb(1, -1)
            } else {
                0
            }
        };
        for pair in column.windows(2) {
            let (low, high) = (self.at(pair[0], event), self.at(pair[1], event));
            let gap = 1 + shift(pair[0]) - shift(pair[1]);
            self.gaps.push(Gap { low, gap, high });
        }
        if let [only] = column {
            self.at(*only, event);
        }
    }

    /// The difference of two variables is this.
    pub fn fix(&mut self, low: Variable, gap: i8, high: Variable) {
        self.gaps.push(Gap { low, gap, high });
        self.gaps.push(Gap {
            low: high,
            gap: -gap,
            high: low,
        });
    }

    /// The pawn is still one: it has not promoted.
    pub fn real(&mut self, variable: Variable) {
        self.within(variable, REAL);
    }

    /// The rank is between these.
    pub fn within(&mut self, variable: Variable, (low, high): (i8, i8)) {
        let bounds = &mut self.bounds[variable];
        *bounds = (bounds.0.max(low), bounds.1.min(high));
    }

    /// A pawn has not moved yet; false where that is known to be wrong.
    pub fn not_yet_moved(&mut self, pawn: PawnId) -> bool {
        match self.latest[pawn] {
            None => true,
            Some((variable, 0)) => {
                let home = i8::from(pawn_home(pawn).rank());
                self.within(variable, (home, home));
                true
            }
            Some(_) => false,
        }
    }

    /// A pawn has moved on a rank with its capture.
    pub fn captured(&mut self, pawn: PawnId, variable: Variable) {
        self.latest[pawn] = Some((variable, 1));
    }

    /// A pawn ends on a rank.
    pub fn ends(&mut self, pawn: PawnId, rank: i8) {
        let Some((last, moved)) = self.latest[pawn] else {
            return;
        };
        let bounds = &mut self.bounds[last];
        match pawn_color(pawn) {
            Color::White => bounds.1 = bounds.1.min(rank - moved),
            Color::Black => bounds.0 = bounds.0.max(rank + moved),
        }
    }

    /// Whether a pawn captures from the last rank but one, nothing else being possible.
    pub fn is_at_the_end(&self, pawn: PawnId, variable: Variable) -> bool {
        let (low, high) = self.bounds[variable];
        pawn_color(pawn).fold_wb(low >= REAL.1, high <= REAL.0)
    }

    /// A pawn promotes by a capture.
    pub fn captures_at_the_end(&mut self, pawn: PawnId, variable: Variable) {
        let rank = pawn_color(pawn).fold_wb(REAL.1, REAL.0);
        self.within(variable, (rank, rank));
    }

    /// A pawn captures, but does not promote by it.
    pub fn captures_before_the_end(&mut self, pawn: PawnId, variable: Variable) {
        let bounds = &mut self.bounds[variable];
        match pawn_color(pawn) {
            Color::White => bounds.1 = bounds.1.min(5),
            Color::Black => bounds.0 = bounds.0.max(2),
        }
    }

    /// Chooses a rank for every variable that is not left free.
    pub fn choose(&mut self, captures: &[bool], free: &[bool], rng: &mut impl Rng) -> Option<()> {
        self.propagate()?;
        let mut order: Vec<Variable> = (0..self.of.len()).filter(|v| !free[*v]).collect();
        order.shuffle(rng);
        // Captures first, in the middle of the board where there is room around them.
        order.sort_by_key(|variable| !captures[*variable]);
        for variable in order {
            let (low, high) = self.bounds[variable];
            let any = rng.random_range(low..=high);
            let home = pawn_color(self.of[variable].0).fold_wb(low, high);
            let middle = any.clamp(2, 5).clamp(low, high);
            let value = match (captures[variable], rng.random_range(0..60)) {
                (true, 0..6) | (false, 0) => any,
                (true, 6..24) => home,
                (true, _) => middle,
                // Pawns stay at home where they may: most freedom for the others.
                (false, _) => home,
            };
            self.bounds[variable] = (value, value);
            self.propagate()?;
        }
        Some(())
    }

    /// Narrows the bounds until every gap holds at both ends; `None` where one becomes empty.
    pub fn propagate(&mut self) -> Option<()> {
        let bounds = &mut self.bounds;
        loop {
            let mut changed = false;
            for gap in &self.gaps {
                let least = bounds[gap.low].0 + gap.gap;
                if bounds[gap.high].0 < least {
                    bounds[gap.high].0 = least;
                    changed = true;
                }
                let most = bounds[gap.high].1 - gap.gap;
                if bounds[gap.low].1 > most {
                    bounds[gap.low].1 = most;
                    changed = true;
                }
                let empty = |variable: Variable| bounds[variable].0 > bounds[variable].1;
                if empty(gap.low) || empty(gap.high) {
                    return None;
                }
            }
            if !changed {
                return Some(());
            }
        }
    }
}
