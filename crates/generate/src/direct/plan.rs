//! What a game must respect on its way to a goal.
//!
//! A plan turns one alternative of a constraint into rules for single moves: which men may be
//! captured, which should be, who must not move, which pawn is kept for which square.

use rand::RngExt;
use shakmaty::{
    Bitboard, Board, ByColor, Chess, Color, File, Move, Piece, Position, Rank, Role, Square,
};
use sissa_constraint::{Goal, Kind, Predicate, Quantity, Term, Window, Wing, route_length};

use crate::{
    Random,
    line::{COUNTED, Kept, State, slot},
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
        if goal.refutation().is_some() {
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
        let only_material = goal
            .literals
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
            });
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

/// Men that must have been promoted have to be more than the initial array's: chooses of which role.
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
            let color = side.map_or_else(|| pick(2), |side| usize::from(side.color().is_black()));
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
                let wing = if rook > king {
                    Wing::Kingside
                } else {
                    Wing::Queenside
                };
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
