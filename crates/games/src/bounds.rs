//! What the men left at the end of a game say about all of its positions.
//!
//! Men only disappear, but for promotions, which are counted: so the number of each kind lies, in
//! every position of the game, between two bounds that need no replay. A constraint that cannot hold
//! within them lets the whole game be passed over.

use shakmaty::{Color, Role};
use sissa_constraint::{Count, Expr, Kind, Men, Predicate, Quantity, Range, Side};

use crate::GameRow;

/// Whether something holds somewhere in a game, as far as bounds tell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Verdict {
    /// In no position.
    Never,
    /// In every position.
    Always,
    /// To be found out.
    Perhaps,
}

impl Verdict {
    pub(crate) fn of(known: bool) -> Verdict {
        if known {
            Verdict::Always
        } else {
            Verdict::Never
        }
    }

    pub(crate) fn not(self) -> Verdict {
        match self {
            Verdict::Never => Verdict::Always,
            Verdict::Always => Verdict::Never,
            Verdict::Perhaps => Verdict::Perhaps,
        }
    }

    pub(crate) fn all(verdicts: impl Iterator<Item = Verdict>) -> Verdict {
        let mut all = Verdict::Always;
        for verdict in verdicts {
            match verdict {
                Verdict::Never => return Verdict::Never,
                Verdict::Perhaps => all = Verdict::Perhaps,
                Verdict::Always => {}
            }
        }
        all
    }

    pub(crate) fn any(verdicts: impl Iterator<Item = Verdict>) -> Verdict {
        Verdict::all(verdicts.map(Verdict::not)).not()
    }
}

/// Bounds over all positions of one game.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Bounds {
    /// By colour and role, the least and the most men.
    men: [[(i32, i32); 6]; 2],
    promotions: [i32; 2],
    /// Half-moves, where the game starts with the starting position.
    plies: Option<i32>,
}

impl Bounds {
    pub(crate) fn of(row: GameRow<'_>) -> Bounds {
        let standard = row.start_fen().is_none();
        let promotions = row.promotions().map(i32::from);
        let mut left = [[0; 6]; 2];
        let mut color = 0;
        for letter in row.final_material().bytes() {
            match letter {
                b'v' => color = 1,
                letter => {
                    if let Some(role) = Role::from_char(char::from(letter)) {
                        left[color][index(role)] += 1;
                    }
                }
            }
        }
        let mut men = [[(0, 64); 6]; 2];
        for color in 0..2 {
            for role in Role::ALL {
                let (left, made) = (left[color][index(role)], promotions[color]);
                men[color][index(role)] = match (role, standard) {
                    (Role::King, _) => (1, 1),
                    (_, false) => (0, 64),
                    (Role::Pawn, true) => (left, 8),
                    (Role::Queen, true) => (0.max(left - made), 1 + made),
                    (_, true) => (0.max(left - made), 2 + made),
                };
            }
        }
        Bounds {
            men,
            promotions,
            plies: standard.then(|| i32::try_from(row.plies()).unwrap_or(i32::MAX)),
        }
    }

    /// Whether an expression about the board can hold.
    pub(crate) fn verdict(&self, expr: &Expr) -> Verdict {
        self.about(expr, None)
    }

    fn about(&self, expr: &Expr, owner: Option<Color>) -> Verdict {
        let sides = |part: &Expr| Color::ALL.map(|color| self.about(part, Some(color)));
        match expr {
            Expr::All(parts) => Verdict::all(parts.iter().map(|part| self.about(part, owner))),
            Expr::Any(parts) => Verdict::any(parts.iter().map(|part| self.about(part, owner))),
            Expr::Not(part) => self.about(part, owner).not(),
            Expr::AnySide(part) => Verdict::any(sides(part).into_iter()),
            Expr::EachSide(part) => Verdict::all(sides(part).into_iter()),
            Expr::Is(Predicate::Count(count)) => self.count(count, owner),
            Expr::Is(Predicate::Ply(range)) => match self.plies {
                Some(plies) => within((0, plies), *range),
                None => Verdict::Perhaps,
            },
            Expr::Is(_) => Verdict::Perhaps,
        }
    }

    fn count(&self, count: &Count, owner: Option<Color>) -> Verdict {
        let (mut least, mut most) = (0, 0);
        for term in &count.terms {
            let Some((low, high)) = self.quantity(&term.quantity, owner) else {
                return Verdict::Perhaps;
            };
            (least, most) = if term.minus {
                (least - high, most - low)
            } else {
                (least + low, most + high)
            };
        }
        within((least, most), count.range)
    }

    fn quantity(&self, quantity: &Quantity, owner: Option<Color>) -> Option<(i32, i32)> {
        match quantity {
            Quantity::Men(men) => self.sides(men.side, owner, &|color| self.men_of(men, color)),
            Quantity::Promoted(side) => {
                self.sides(*side, owner, &|color| (0, self.promotions[color]))
            }
            Quantity::Points(side) => self.sides(*side, owner, &|color| {
                let worth = [
                    (Role::Queen, 9),
                    (Role::Rook, 5),
                    (Role::Bishop, 3),
                    (Role::Knight, 3),
                    (Role::Pawn, 1),
                ];
                worth.iter().fold((0, 0), |sum, (role, points)| {
                    let (low, high) = self.men[color][index(*role)];
                    (sum.0 + low * points, sum.1 + high * points)
                })
            }),
            Quantity::OpenFiles | Quantity::LegalMoves => None,
        }
    }

    fn sides(
        &self,
        side: Option<Side>,
        owner: Option<Color>,
        of: &dyn Fn(usize) -> (i32, i32),
    ) -> Option<(i32, i32)> {
        let (white, black) = (of(0), of(1));
        let fixed = |color: Color| color.fold_wb(white, black);
        Some(match side {
            None => (white.0 + black.0, white.1 + black.1),
            Some(Side::White) => white,
            Some(Side::Black) => black,
            Some(Side::Own) => fixed(owner?),
            Some(Side::Other) => fixed(!owner?),
            Some(Side::Mover | Side::Opponent) => (white.0.min(black.0), white.1.max(black.1)),
        })
    }

    fn men_of(&self, men: &Men, color: usize) -> (i32, i32) {
        let (mut low, mut high) = (0, 0);
        for role in men.kind.roles() {
            let bounds = self.men[color][index(*role)];
            low += bounds.0;
            high += bounds.1;
        }
        let some = matches!(men.kind, Kind::LightBishop | Kind::DarkBishop);
        if men.is_material() && !some {
            (low, high)
        } else {
            (0, high)
        }
    }
}

fn index(role: Role) -> usize {
    role as usize - 1
}

fn within((least, most): (i32, i32), range: Range) -> Verdict {
    if most < range.min || least > range.max {
        Verdict::Never
    } else if range.min <= least && most <= range.max {
        Verdict::Always
    } else {
        Verdict::Perhaps
    }
}
