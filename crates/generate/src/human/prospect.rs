//! How likely a constraint is to come true from a position: a guess that says where to look.
//!
//! Of the men on the board the satisfaction model speaks. What else a constraint asks, where men stand,
//! who is to move, which rights are left, counts by the fewest half-moves it can still take: each makes it
//! less likely by a factor. What is out of reach for good counts nothing.

use shakmaty::{Chess, Color, Move, Role};
use sissa_constraint::Goal;
use sissa_nn::human::{Outlook, Outset, Player, Wish};

use crate::{direct::plan::Plan, line::State, task::Task};

/// What each half-move that is still needed multiplies by, besides those that men on the board need.
const FARTHER: f64 = 0.7;
/// What is said of a constraint that says nothing of men.
const UNKNOWN: f64 = 0.3;
/// No guess is lower, unless the constraint is out of reach.
const LEAST: f64 = 1e-6;
/// More alternatives than this are looked at as one.
const MOST: usize = 6;

/// One alternative.
#[derive(Debug)]
struct Part {
    goal: Goal,
    wish: Option<Wish>,
    /// Nothing but men is asked for.
    only_men: bool,
}

/// The prospect of a constraint.
#[derive(Debug)]
pub struct Prospect {
    parts: Vec<Part>,
    outlook: &'static Outlook,
    /// Only captures and promotions can make it true.
    only_men: bool,
}

/// The men that a goal asks for, where it asks for any.
fn wish(goal: &Goal) -> Option<Wish> {
    let mut wish = Wish::ANYTHING;
    let roles = [
        Role::Pawn,
        Role::Knight,
        Role::Bishop,
        Role::Rook,
        Role::Queen,
    ];
    let mut asked = false;
    for (side, color) in [Color::White, Color::Black].into_iter().enumerate() {
        for (kind, role) in roles.into_iter().enumerate() {
            let window = goal.windows.role(color, role);
            let small = |count: i32| u8::try_from(count.clamp(0, 255)).unwrap_or(u8::MAX);
            let (least, most) = (small(window.min), small(window.max));
            // As many as promotions can ever make is as good as no bound.
            let free = most >= 8;
            wish.0[side][kind] = (least, if free { u8::MAX } else { most });
            asked |= least > 0 || !free;
        }
    }
    asked.then_some(wish)
}

impl Prospect {
    /// Of the alternatives of a constraint; `None` where they are too many to list.
    pub fn new(goals: Option<&[Goal]>, outlook: &'static Outlook) -> Prospect {
        let goals = goals.unwrap_or(&[]);
        let listed = goals.len() <= MOST;
        let parts: Vec<Part> = goals
            .iter()
            .filter(|_| listed)
            .map(|goal| Part {
                wish: wish(goal),
                only_men: Plan::is_only_material(goal),
                goal: goal.clone(),
            })
            .collect();
        Prospect {
            only_men: !parts.is_empty() && parts.iter().all(|part| part.only_men),
            parts,
            outlook,
        }
    }

    /// Whether the constraint may hold in a position or later, as far as anybody knows.
    pub fn is_in_reach(&self, position: &Chess) -> bool {
        let mut goals = self.parts.iter().map(|part| &part.goal);
        self.parts.is_empty() || goals.any(|goal| goal.distance(position).is_some())
    }

    /// Looks from a position.
    pub fn from<'a>(&'a self, position: &'a Chess, players: [Player; 2]) -> Look<'a> {
        let ratings = players.map(|player| player.rating.unwrap_or(1500));
        let rating = Some((ratings[0] + ratings[1]) / 2);
        let outset = |part: &Part| {
            let wish = part.wish.as_ref()?;
            Some(self.outlook.outset(position, wish, rating))
        };
        Look {
            prospect: self,
            position,
            outsets: self.parts.iter().map(outset).collect(),
        }
    }
}

/// A position being looked from.
#[derive(Debug)]
pub struct Look<'a> {
    prospect: &'a Prospect,
    position: &'a Chess,
    outsets: Vec<Option<Outset>>,
}

impl Look<'_> {
    /// The prospect of the position itself.
    pub fn here(&self) -> f64 {
        let outlook = self.prospect.outlook;
        self.best(|index, _| match &self.outsets[index] {
            Some(outset) => f64::from(outlook.chance_at(outset)),
            None => UNKNOWN,
        })
    }

    fn best(&self, mut value: impl FnMut(usize, &Part) -> f64) -> f64 {
        let parts = self.prospect.parts.iter().enumerate();
        let values = parts.map(|(index, part)| {
            if part.only_men {
                return value(index, part);
            }
            match part.goal.distance(self.position) {
                None => 0.0,
                Some(plies) => value(index, part) * FARTHER.powi(plies.min(40) as i32),
            }
        });
        let best = values.fold(0.0, f64::max);
        if self.prospect.parts.is_empty() {
            UNKNOWN
        } else {
            best.max(LEAST)
        }
    }

    /// The prospect after a move, and whether the constraint holds then.
    pub fn after(&mut self, task: &Task, state: &State, played: Move) -> (f64, bool) {
        let prospect = self.prospect;
        let quiet = !played.is_capture() && !played.is_promotion();
        let next = if prospect.only_men && quiet {
            None
        } else {
            let mut next = state.clone();
            next.play(played);
            if task.holds(&next) {
                return (1.0, true);
            }
            Some(next)
        };
        if prospect.parts.is_empty() {
            return (UNKNOWN, false);
        }
        let mut best = 0.0;
        for (part, outset) in prospect.parts.iter().zip(&self.outsets) {
            let farther = match &next {
                None => 1.0,
                Some(next) => match part.goal.distance(&next.position) {
                    None => continue,
                    Some(_) if part.only_men => 1.0,
                    Some(plies) => FARTHER.powi(plies.min(40) as i32),
                },
            };
            let chance = match (outset, &part.wish) {
                (Some(outset), Some(wish)) => {
                    let outlook = prospect.outlook;
                    f64::from(outlook.chance_after(self.position, outset, wish, played))
                }
                _ => UNKNOWN,
            };
            best = f64::max(best, (chance * farther).max(LEAST));
        }
        (best, false)
    }
}
