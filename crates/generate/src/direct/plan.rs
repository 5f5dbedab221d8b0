//! What a game must respect on its way to a goal.
//!
//! A plan turns one alternative of a constraint into rules for single moves: which men may be
//! captured, which should be, who must not move, which pawn is kept for which square.

use rand::RngExt;
use shakmaty::{Bitboard, Board, ByColor, Chess, Color, File, Piece, Position, Rank, Role, Square};
use sissa_constraint::{Goal, Kind, Predicate, Quantity, Side, Term, Window, route_length};

use crate::{
    Random,
    line::{COUNTED, Kept, State},
};

/// How many men of each kind one side may have in the end.
#[derive(Debug, Clone)]
pub(crate) struct Army {
    /// By role, kings aside, in the order of [`COUNTED`].
    pub(crate) roles: [Window; 5],
    /// Bishops on light and on dark squares, where the goal tells them apart.
    pub(crate) shades: Option<[Window; 2]>,
    /// All men, king included.
    pub(crate) men: Window,
}

/// The rules a game keeps on its way to one goal.
#[derive(Debug, Clone)]
pub(crate) struct Plan {
    pub(crate) goal: Goal,
    pub(crate) armies: ByColor<Army>,
    /// Kings and rooks that keep a castling right: they do not move and are not captured.
    pub(crate) frozen: Bitboard,
    /// Pawns kept for the squares where a pawn must stand.
    pub(crate) kept: Kept,
    /// Nothing but counts is asked for: a game within the windows satisfies the goal.
    pub(crate) only_material: bool,
    /// Who is to be mated or stalemated.
    pub(crate) loser: Option<(Color, Ending)>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Ending {
    Mate,
    Stalemate,
}

impl Plan {
    /// A plan for the goal from this position; `None` where the random choices contradict it.
    pub(crate) fn new(goal: Goal, start: &Chess, rng: &mut Random) -> Option<Plan> {
        let mut pick = |choices: usize| rng.random_range(0..choices.max(1));
        let mut goal = goal.with_patterns_laid(&mut pick);
        if goal.refutation_anywhere().is_some() {
            return None;
        }
        require_promotions(&mut goal, &mut pick);
        goal.windows = goal.windows.chosen(&mut pick)?;
        let mut plan = Plan::within(goal);
        let ending = plan
            .goal
            .literals
            .iter()
            .find_map(|literal| match literal.predicate {
                Predicate::Checkmate(_) if !literal.denied => Some(Ending::Mate),
                Predicate::Stalemate(_) if !literal.denied => Some(Ending::Stalemate),
                _ => None,
            });
        if let Some(ending) = ending {
            let loser = plan
                .goal
                .turn
                .unwrap_or_else(|| Color::from_white(rng.random_bool(0.5)));
            plan.loser = Some((loser, ending));
            if ending == Ending::Stalemate {
                plan.strip(loser, rng);
            }
        }
        for color in Color::ALL {
            plan.reserve(color, start.board(), rng)?;
        }
        Some(plan)
    }

    /// The plan for a goal of plain counts, which leaves nothing to choose.
    pub(crate) fn without_choices(goal: &Goal) -> Option<Plan> {
        let plan = Plan::within(goal.clone());
        (plan.only_material && !goal.windows.has_choices()).then_some(plan)
    }

    /// Whether a goal asks for nothing but counts.
    pub(crate) fn is_only_material(goal: &Goal) -> bool {
        goal.literals
            .iter()
            .all(|literal| match &literal.predicate {
                Predicate::Count(count) => {
                    !literal.denied
                        && count.terms.iter().all(|term| match &term.quantity {
                            Quantity::Men(men) => men.is_material(),
                            Quantity::Points(_) => true,
                            _ => false,
                        })
                }
                _ => false,
            })
    }

    fn within(goal: Goal) -> Plan {
        let armies = ByColor::new_with(|color| {
            let windows = &goal.windows;
            let shades = [true, false].map(|light| windows.bishops(color, light));
            let bishops = windows.role(color, Role::Bishop);
            let told_apart = shades
                .iter()
                .any(|shade| shade.min > 0 || shade.max < bishops.max);
            Army {
                roles: COUNTED.map(|role| windows.role(color, role)),
                shades: told_apart.then_some(shades),
                men: windows.men(color),
            }
        });
        let frozen = goal
            .held
            .iter()
            .fold(Bitboard::EMPTY, |frozen, (color, wing)| {
                let king = Square::from_coords(File::E, color.fold_wb(Rank::First, Rank::Eighth));
                frozen | king | wing.rook_square(*color)
            });
        let only_material = Plan::is_only_material(&goal);
        Plan {
            goal,
            armies,
            frozen,
            kept: Kept::NONE,
            only_material,
            loser: None,
        }
    }

    /// A side is easily stalemated only with next to nothing left: take all that may be taken, but
    /// for a pawn or two now and then.
    fn strip(&mut self, color: Color, rng: &mut Random) {
        let army = self.armies.get_mut(color);
        for (slot, window) in army.roles.iter_mut().enumerate() {
            let spare = if slot == 0 { rng.random_range(0..3) } else { 0 };
            window.max = window.max.min(window.min + spare);
        }
    }

    /// Keeps a pawn for every pawn's square that must be filled: the nearest, by a greedy choice in
    /// random order.
    fn reserve(&mut self, color: Color, board: &Board, rng: &mut Random) -> Option<()> {
        let pawn = Piece {
            color,
            role: Role::Pawn,
        };
        let mut targets: Vec<Square> = self
            .goal
            .settled()
            .filter(|(_, contents)| *contents == Some(pawn))
            .map(|(square, _)| square)
            .collect();
        let mut free = board.by_piece(pawn);
        // Pawns that already stand right, then those that need only walk, then the rest.
        while !targets.is_empty() {
            let mut best: Option<(u32, usize, Square)> = None;
            let offset = rng.random_range(0..targets.len());
            for i in 0..targets.len() {
                let index = (i + offset) % targets.len();
                let target = targets[index];
                for from in free {
                    let Some(steps) = route_length(color, Role::Pawn, from, target) else {
                        continue;
                    };
                    let shift = from.file().distance(target.file());
                    let price = steps + 20 * shift;
                    if best.is_none_or(|(cheapest, ..)| price < cheapest) {
                        best = Some((price, index, from));
                    }
                }
            }
            let (_, index, from) = best?;
            free.discard(from);
            self.kept.keep(from, targets.swap_remove(index));
        }
        Some(())
    }

    /// The state a game under this plan starts from.
    pub(crate) fn start(&self, start: &State) -> State {
        State {
            to_castle: ByColor::new_with(|color| {
                self.goal
                    .castled
                    .get(color)
                    .filter(|wing| *start.castled.get(color) != Some(wing.castling_side()))
            }),
            kept: self.kept,
            ..start.clone()
        }
    }
}

/// Men that must have been promoted have to be more than the starting position's: chooses of which role.
fn require_promotions(goal: &mut Goal, pick: &mut dyn FnMut(usize) -> usize) {
    const PROMOTED: [(Kind, i32); 5] = [
        (Kind::Queen, 1),
        (Kind::Rook, 2),
        (Kind::Knight, 2),
        (Kind::LightBishop, 1),
        (Kind::DarkBishop, 1),
    ];
    for literal in &goal.literals {
        let Predicate::Count(count) = &literal.predicate else {
            continue;
        };
        let [
            Term {
                minus: false,
                quantity: Quantity::Promoted(side),
            },
        ] = count.terms.as_slice()
        else {
            continue;
        };
        let mut wanted = [[0; 5]; 2];
        for _ in 0..count.range.min.clamp(0, 16) {
            let color = match side.and_then(Side::color) {
                Some(color) => usize::from(color.is_black()),
                None => pick(2),
            };
            wanted[color][pick(5)] += 1;
        }
        for (color, wanted) in Color::ALL.into_iter().zip(wanted) {
            for ((kind, initial), more) in PROMOTED.into_iter().zip(wanted) {
                if more > 0 {
                    goal.windows.at_least(color, kind, initial + more);
                }
            }
        }
    }
}
