//! How each kind steps: ways, the squares they start from, what they become, what blocks them.

use rand::RngExt as _;

use super::{
    Learner,
    context::{Case, nth_bit},
};
use crate::{
    Halt, Move, Position,
    position::{KINDS, shifted, way},
    program::{Condition, Rule, Way, flipped, plainest, rank_squares, room, seen, target, turned},
};

/// Tries that a refused way gets before it is believed to be none.
const TRIES_PER_WAY: usize = 32;
/// Tries for a single square when the way is known.
const TRIES_PER_SQUARE: usize = 40;
/// Tries from other squares for a square that seems to block.
const TRIES_PER_BLOCKER: usize = 20;

impl Learner<'_, '_> {
    pub(super) fn learn_steps(&mut self) -> Result<(), Halt> {
        for kind in 0..KINDS as u8 {
            let name = self.program.game.names[kind as usize];
            self.ask.book(&format!("steps of {name}"));
            let white = self.steps_of_kind(kind, 0)?;
            let alike = self.priors.symmetry && !white.is_empty() && self.mirrored_alike(&white)?;
            if alike {
                self.rules
                    .extend(white.into_iter().map(|rule| Rule { side: None, ..rule }));
            } else {
                let black = self.steps_of_kind(kind, 1)?;
                for rule in &white {
                    let twin = Rule {
                        side: Some(1),
                        ..rule.clone()
                    };
                    let side = if black.contains(&twin) { None } else { Some(0) };
                    self.rules.push(Rule {
                        side,
                        ..rule.clone()
                    });
                }
                for rule in black {
                    let twin = Rule {
                        side: Some(0),
                        ..rule.clone()
                    };
                    if !white.contains(&twin) {
                        self.rules.push(rule);
                    }
                }
            }
            // What is known of the laws helps to ask about the next kind.
            self.gather_laws(250)?;
            self.snapshot();
        }
        Ok(())
    }

    /// All about a kind of one side, in the mover's view.
    fn steps_of_kind(&mut self, kind: u8, side: u8) -> Result<Vec<Rule>, Halt> {
        let mut rules = Vec::new();
        let mut known: Vec<Way> = Vec::new();
        for aim in [target::EMPTY, target::ENEMY, target::OWN] {
            // A man that takes its own goes ways it knows.
            let ways: Vec<Way> = match aim {
                target::OWN => known.clone(),
                _ => all_ways(),
            };
            for way in ways {
                if self.is_a_way(kind, side, aim, way)? {
                    if !known.contains(&way) {
                        known.push(way);
                    }
                    self.describe(kind, side, aim, way, &mut rules)?;
                }
            }
        }
        Ok(rules)
    }

    /// The case of one man going one way from a square (as the mover sees it).
    fn step_case(&mut self, kind: u8, side: u8, aim: u8, way: Way, from: u8) -> Option<Case> {
        let from = seen(from, side);
        let to = shifted(from, turned(way, side))?;
        let mut men = vec![(from, Position::man(side, kind))];
        match aim {
            target::ENEMY => men.push((to, self.any_man_of(1 - side))),
            target::OWN => men.push((to, self.any_man_of(side))),
            _ => {}
        }
        Some(Case {
            men,
            turn: side,
            play: Move::new(from, to),
            registers: Vec::new(),
        })
    }

    fn any_man_of(&mut self, side: u8) -> u8 {
        for _ in 0..64 {
            let man = self.any_man();
            if Position::belongs(man, side) {
                return man;
            }
        }
        Position::man(side, 0)
    }

    /// Is this way ever accepted? From each rank, as the rank may matter.
    fn is_a_way(&mut self, kind: u8, side: u8, aim: u8, way: Way) -> Result<bool, Halt> {
        let room = room(way);
        let ranks: Vec<u32> = (0..8)
            .filter(|rank| room & rank_squares(*rank) != 0)
            .collect();
        let rounds = TRIES_PER_WAY.div_ceil(ranks.len()).max(4);
        for _ in 0..rounds {
            for rank in &ranks {
                let files = room & rank_squares(*rank);
                let from = nth_bit(files, self.rng.random_range(0..files.count_ones()));
                let Some(case) = self.step_case(kind, side, aim, way, from) else {
                    continue;
                };
                if self.try_case(&case, 1, 0)?.is_some() {
                    return Ok(true);
                }
            }
        }
        Ok(false)
    }

    /// Where the way starts, what the man becomes, which squares must be empty.
    fn describe(
        &mut self,
        kind: u8,
        side: u8,
        aim: u8,
        way: Way,
        rules: &mut Vec<Rule>,
    ) -> Result<(), Halt> {
        let room = room(way);
        let mut plain = 0u64;
        let mut becoming: Vec<(Vec<u8>, u64)> = Vec::new();
        for from in (0..64u8).filter(|square| room & (1 << square) != 0) {
            let mut accepted = false;
            for _ in 0..TRIES_PER_SQUARE {
                let case = self.step_case(kind, side, aim, way, from);
                let case = case.expect("the way has room");
                if self.try_case(&case, 1, 0)?.is_some() {
                    accepted = true;
                    break;
                }
            }
            if accepted {
                plain |= 1 << from;
                continue;
            }
            // A known way refused here: perhaps the man must become another.
            let mut kinds = Vec::new();
            for becomes in 0..KINDS as u8 {
                for _ in 0..TRIES_PER_SQUARE {
                    let case = self.step_case(kind, side, aim, way, from);
                    let mut case = case.expect("the way has room");
                    case.play.becomes = Some(becomes);
                    if self.try_case(&case, 1, 0)?.is_some() {
                        kinds.push(becomes);
                        break;
                    }
                }
            }
            if kinds.is_empty() {
                continue;
            }
            match becoming.iter_mut().find(|(known, _)| *known == kinds) {
                Some((_, squares)) => *squares |= 1 << from,
                None => becoming.push((kinds, 1 << from)),
            }
        }
        let mut parts = vec![(Vec::new(), plain)];
        parts.extend(becoming);
        for (becomes, from) in parts.into_iter().filter(|(_, from)| *from != 0) {
            let Some(case) = self.living_case(kind, side, aim, way, from, &becomes)? else {
                continue;
            };
            let blockers = self.blockers(&case)?;
            let relative = |square: u8| turned(crate::position::way(case.play.from, square), side);
            let mut conditions = Vec::new();
            for at in blockers.into_iter().map(relative) {
                if self.blocks_elsewhere((kind, side, aim, way), from, &becomes, at)? {
                    conditions.push(Condition::Empty(at));
                }
            }
            rules.push(Rule {
                side: Some(side),
                kind,
                ways: vec![way],
                slide: false,
                target: aim,
                from: plainest(from, room),
                becomes,
                conditions,
                effects: Vec::new(),
            });
        }
        Ok(())
    }

    /// A case of this step that has just been accepted.
    fn living_case(
        &mut self,
        kind: u8,
        side: u8,
        aim: u8,
        way: Way,
        from: u64,
        becomes: &[u8],
    ) -> Result<Option<Case>, Halt> {
        for _ in 0..4 * TRIES_PER_SQUARE {
            let square = nth_bit(from, self.rng.random_range(0..from.count_ones()));
            let case = self.step_case(kind, side, aim, way, square);
            let mut case = case.expect("the way has room");
            case.play.becomes = becomes.first().copied();
            if self.try_case(&case, 1, 0)?.is_some() {
                return Ok(Some(case));
            }
        }
        Ok(None)
    }

    /// Is a step refused from other squares too when a man stands there? A square that seemed to
    /// matter in one place only was a law's doing.
    fn blocks_elsewhere(
        &mut self,
        (kind, side, aim, way): (u8, u8, u8, Way),
        from: u64,
        becomes: &[u8],
        at: Way,
    ) -> Result<bool, Halt> {
        for _ in 0..TRIES_PER_BLOCKER {
            let square = nth_bit(from, self.rng.random_range(0..from.count_ones()));
            let case = self.step_case(kind, side, aim, way, square);
            let mut case = case.expect("the way has room");
            case.play.becomes = becomes.first().copied();
            let Some(there) = shifted(case.play.from, turned(at, side)) else {
                continue;
            };
            case.men.push((there, self.any_man()));
            if self.try_case(&case, 1, 0)?.is_some() {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Are these rules of side 0 also those of side 1, upside down? A few squares of each way say
    /// yes, a few outside say no, and ways the kind does not have are refused.
    fn mirrored_alike(&mut self, rules: &[Rule]) -> Result<bool, Halt> {
        for rule in rules {
            let room = room(rule.ways[0]);
            let inside = rule.from & room;
            let outside = room & !inside;
            for (squares, wanted) in [(inside, true), (outside, false)] {
                for _ in 0..2.min(squares.count_ones()) {
                    let from = nth_bit(squares, self.rng.random_range(0..squares.count_ones()));
                    let mut accepted = false;
                    for _ in 0..TRIES_PER_SQUARE {
                        let case = self.step_case(rule.kind, 1, rule.target, rule.ways[0], from);
                        let mut case = case.expect("the way has room");
                        case.play.becomes = rule.becomes.first().copied();
                        if self.try_case(&case, 1, 0)?.is_some() {
                            accepted = true;
                            break;
                        }
                    }
                    if accepted != wanted {
                        return Ok(false);
                    }
                }
            }
        }
        for _ in 0..100 {
            let ways = all_ways();
            let way = ways[self.rng.random_range(0..ways.len())];
            let aim = [target::EMPTY, target::ENEMY][self.rng.random_range(0..2)];
            if rules
                .iter()
                .any(|rule| rule.ways[0] == way && rule.target == aim)
            {
                continue;
            }
            let squares = room(way);
            let from = nth_bit(squares, self.rng.random_range(0..squares.count_ones()));
            let case = self
                .step_case(rules[0].kind, 1, aim, way, from)
                .expect("the way has room");
            if self.try_case(&case, 1, 0)?.is_some() {
                return Ok(false);
            }
        }
        Ok(true)
    }
}

/// All ways there are on the board.
pub(super) fn all_ways() -> Vec<Way> {
    let all = (-7..=7).flat_map(|ranks| (-7..=7).map(move |files| (files, ranks)));
    all.filter(|way| *way != (0, 0)).collect()
}

/// The way a move goes, as its side sees it.
pub(super) fn way_of(play: Move, side: u8) -> Way {
    turned(way(play.from, play.to), side)
}

/// Squares as the mover sees them.
pub(super) fn view(squares: u64, side: u8) -> u64 {
    match side {
        0 => squares,
        _ => flipped(squares),
    }
}
