//! Why a step that looks right is refused: laws by elimination.
//!
//! A long list of possible laws is written down first. Every accepted question strikes out all
//! laws that would have forbidden it; of what is left, the fewest laws that explain the refusals
//! are believed.

use rand::RngExt as _;

use super::{Evidence, Learner};
use crate::{
    Candidate, Engine, Halt, Position,
    position::KINDS,
    program::{Law, Program, Veto, rank_squares, room, seen},
};

/// Refusals a law must explain to be believed; more for one of the many about a single square.
const SUPPORT: usize = 3;
const SUPPORT_OF_SQUARES: usize = 5;

impl Learner<'_, '_> {
    pub(super) fn learn_laws(&mut self) -> Result<(), Halt> {
        for wanted in [1500, 500, 500] {
            self.gather_laws(wanted)?;
            self.snapshot();
        }
        self.probe_squares()?;
        self.believe_laws();
        self.snapshot();
        Ok(())
    }

    /// Puts every man on every square of positions in which something was accepted: is it still?
    fn probe_squares(&mut self) -> Result<(), Halt> {
        for turn in 0..2 {
            let mut living: Vec<Evidence> = Vec::new();
            living.extend(
                self.evidence
                    .iter()
                    .filter(|one| one.accepted && one.position.turn == turn),
            );
            if living.is_empty() {
                continue;
            }
            for man in 1..=2 * KINDS as u8 {
                for square in 0..64u8 {
                    let Evidence {
                        mut position, play, ..
                    } = living[self.rng.random_range(0..living.len())];
                    if position.board[square as usize] != 0
                        || square == play.to
                        || self.essentials.contains(&man)
                    {
                        continue;
                    }
                    position.board[square as usize] = man;
                    let accepted = self.question(&position, &[play])?;
                    self.evidence.push(Evidence {
                        position,
                        play,
                        accepted,
                    });
                }
            }
        }
        Ok(())
    }

    /// Asks until so many positions had an accepted step, then thinks.
    pub(super) fn gather_laws(&mut self, wanted: usize) -> Result<(), Halt> {
        self.ask.book("laws: why steps are refused");
        self.refresh();
        let mut informative = 0;
        for _ in 0..wanted * 4 {
            if informative >= wanted {
                break;
            }
            let position = self.random_position();
            informative += usize::from(self.gather(&position, 4)?);
        }
        self.believe_laws();
        Ok(())
    }

    /// Asks about some steps that look right; the answers are evidence for and against laws.
    fn gather(&mut self, position: &Position, most: usize) -> Result<bool, Halt> {
        let mut found = Vec::new();
        self.engine
            .steps_of(position, position.turn, None, &mut found);
        let known_void = self.engine.is_void(position) && self.rng.random_range(0..20) > 0;
        if found.is_empty() || known_void {
            return Ok(false);
        }
        let mut any = false;
        for _ in 0..most.min(found.len()) {
            let one = found[self.rng.random_range(0..found.len())];
            let accepted = self.question(position, &[one.play])?;
            any |= accepted;
            self.evidence.push(Evidence {
                position: *position,
                play: one.play,
                accepted,
            });
        }
        Ok(any)
    }

    /// Chooses the fewest laws that no acceptance contradicts and that explain the refusals.
    pub(super) fn believe_laws(&mut self) {
        let bare = Program {
            laws: Vec::new(),
            ..self.program.clone()
        };
        let engine = Engine::new(&bare);
        let mut possible: Vec<Law> = self.possible_laws();
        let mut cases: Vec<(Position, Candidate, Option<Position>, bool)> = Vec::new();
        let mut found = Vec::new();
        for evidence in &self.evidence {
            found.clear();
            let Evidence {
                position,
                play,
                accepted,
            } = *evidence;
            engine.steps_of(&position, position.turn, Some(play.from), &mut found);
            if let Some(one) = found.iter().find(|one| one.play == play) {
                cases.push((position, *one, None, accepted));
            }
        }
        for (position, found, after, _) in cases.iter_mut().filter(|case| case.3) {
            possible.retain(|law| !fires(&engine, position, found, law, after));
        }
        let mut refused: Vec<_> = cases.into_iter().filter(|case| !case.3).collect();
        let mut covers: Vec<(Law, Vec<bool>)> = possible
            .into_iter()
            .map(|law| {
                let cover = refused
                    .iter_mut()
                    .map(|(position, found, after, _)| fires(&engine, position, found, &law, after))
                    .collect();
                (law, cover)
            })
            .collect();
        let mut open = vec![true; refused.len()];
        let mut laws = Vec::new();
        loop {
            let gain = |cover: &[bool]| {
                cover
                    .iter()
                    .zip(&open)
                    .filter(|(fires, open)| **fires && **open)
                    .count()
            };
            let mut best: Option<(usize, usize)> = None;
            for (index, (law, cover)) in covers.iter().enumerate() {
                let gain = gain(cover);
                let support = match law.veto {
                    Veto::On { squares, .. } if squares.is_power_of_two() => SUPPORT_OF_SQUARES,
                    _ => SUPPORT,
                };
                if gain >= support && best.is_none_or(|(most, _)| gain > most) {
                    best = Some((gain, index));
                }
            }
            let Some((_, index)) = best else {
                break;
            };
            // In order: of equal laws the simplest is believed.
            let (law, cover) = covers.remove(index);
            for (open, fires) in open.iter_mut().zip(&cover) {
                *open &= !fires;
            }
            laws.push(law);
        }
        self.program.laws = join_squares(&laws);
        self.widen_by_laws();
        self.refresh();
    }

    /// Where a law stops a kind from standing at all, its steps need not say so again.
    fn widen_by_laws(&mut self) {
        for rule in &mut self.rules {
            let squares = room(rule.ways[0]);
            for law in &self.program.laws {
                if let Veto::On {
                    own: true,
                    kind,
                    squares: stopped,
                } = law.veto
                    && kind == rule.kind
                    && (law.side.is_none() || law.side == rule.side)
                    && (rule.from | stopped) & squares == squares
                {
                    rule.from = u64::MAX;
                }
            }
        }
    }

    /// Every law the language can say, the simplest first.
    fn possible_laws(&self) -> Vec<Law> {
        let mut vetoes = Vec::new();
        let game = &self.program.game;
        for kind in 0..KINDS as u8 {
            if self.priors.capture_laws {
                vetoes.extend([
                    Veto::Exposes(kind),
                    Veto::CanTake(kind),
                    Veto::Threatens(kind),
                    Veto::Attacked(kind),
                ]);
            }
            for own in [true, false] {
                vetoes.extend([
                    Veto::None { own, kind },
                    Veto::Several { own, kind },
                    Veto::Any { own, kind },
                ]);
            }
        }
        for kind in 0..KINDS as u8 {
            vetoes.extend([Veto::NoneAtAll(kind), Veto::SeveralInAll(kind)]);
        }
        vetoes.push(Veto::Quiet);
        for (register, values) in game.registers.iter().enumerate() {
            for value in 0..*values {
                vetoes.push(Veto::Register {
                    register: register as u8,
                    value,
                });
            }
        }
        for kind in 0..KINDS as u8 {
            for own in [true, false] {
                for square in 0..64 {
                    vetoes.push(Veto::On {
                        own,
                        kind,
                        squares: 1 << square,
                    });
                }
            }
            for squares in (0..8).map(rank_squares) {
                for own in [true, false] {
                    vetoes.push(Veto::On { own, kind, squares });
                }
                vetoes.push(Veto::OnUnmatched {
                    own: false,
                    kind,
                    squares,
                });
            }
        }
        let sides = [None, Some(0), Some(1)];
        let all = sides
            .into_iter()
            .flat_map(|side| vetoes.iter().map(move |veto| (side, *veto)));
        all.map(|(side, veto)| Law { side, veto }).collect()
    }
}

/// Would this law alone have refused the step?
fn fires(
    engine: &Engine,
    position: &Position,
    found: &Candidate,
    law: &Law,
    after: &mut Option<Position>,
) -> bool {
    match law.veto {
        // Squares first: there are many of these, and they are cheap.
        Veto::On { own, kind, squares } if squares.is_power_of_two() => {
            let mover = position.turn;
            let man = Position::man(if own { mover } else { 1 - mover }, kind);
            law.side.is_none_or(|side| side == mover)
                && position.board[seen(squares.trailing_zeros() as u8, mover) as usize] == man
        }
        Veto::Quiet => {
            if found.takes || law.side.is_some_and(|side| side != position.turn) {
                return false;
            }
            let mut all = Vec::new();
            engine.steps_of(position, position.turn, None, &mut all);
            all.iter().any(|one| one.takes)
        }
        _ => engine.voids(position, law) || engine.forbids(position, found, law, after),
    }
}

/// Laws about single squares become laws about sets of squares.
fn join_squares(laws: &[Law]) -> Vec<Law> {
    let mut joined: Vec<Law> = Vec::new();
    for law in laws {
        if let Veto::On { own, kind, squares } = law.veto {
            let same = joined.iter_mut().find_map(|known| match &mut known.veto {
                Veto::On {
                    own: o,
                    kind: k,
                    squares,
                } if known.side == law.side && (*o, *k) == (own, kind) => Some(squares),
                _ => None,
            });
            if let Some(known) = same {
                *known |= squares;
                continue;
            }
        }
        joined.push(*law);
    }
    joined.sort_unstable_by_key(|law| (law.veto, law.side));
    joined
}
