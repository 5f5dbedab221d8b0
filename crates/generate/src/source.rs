//! Positions that come from elsewhere than play: drawn from a list, or built; their games are found afterwards.
//!
//! What a position is worth hardly ever comes about by playing, but it can be laid out or looked up. A [`Source`] proposes
//! positions; [`Task::draw`] holds them against the constraint, asks whether they are worth having, and lets
//! [`sissa_proof::Endings`] find a game: the dearest last.

use rand::RngExt;
use shakmaty::{Chess, EnPassantMode, Position as _};
use sissa_constraint::Situation;
use sissa_proof::{Budget, Verdict, stream};

use crate::{
    Failure, Found, Offer, Task, Worthy,
    line::{Line, State},
};

/// What a game to a position that was built may cost: enough for nearly all that have one.
const NODES: u64 = 400_000;
/// Proposals that one draw looks at: beyond, somebody asks whether to go on. A list is quicker than a builder.
const LISTED: u64 = 20_000;
const BUILT: u64 = 200;

/// Where positions come from, if not from play.
pub trait Source: Send + Sync + std::fmt::Debug {
    /// A position, chosen by `pick(how many choices)`; `None` where the choices led nowhere.
    fn propose(&self, pick: &mut dyn FnMut(u64) -> u64) -> Option<Chess>;

    /// Whether every position it has is equally likely. Then one whose legality stays open ends the attempt: to pass it
    /// over would favour others.
    fn is_fair(&self) -> bool;
}

impl Task {
    /// Whether positions that a [`Source`] proposes can be held against the constraint: it must not ask for the past,
    /// and games must begin where all games do.
    pub fn takes_positions(&self) -> bool {
        let timeless =
            |goal: &sissa_constraint::Goal| goal.ply.min <= 0 && goal.ply.max == i32::MAX;
        !self.constraint().needs().history
            && self.options.start == Chess::default()
            && !self.goals().is_empty()
            && self.goals().iter().all(timeless)
    }

    /// A position from a source that satisfies the constraint and is worth having, with its game; `None` where this draw
    /// brought none and another may.
    pub fn draw(
        &self,
        seed: u64,
        index: u64,
        stop: &dyn Fn() -> bool,
        source: &dyn Source,
        worthy: Option<Worthy<'_>>,
    ) -> Result<Option<Found>, Failure> {
        let mut rng = crate::task::stream(seed, index);
        let mut nodes = 0;
        let most = if source.is_fair() { LISTED } else { BUILT };
        let position = loop {
            nodes += 1;
            if nodes >= most {
                return Ok(None);
            }
            if nodes.is_multiple_of(32) && stop() {
                return Err(Failure::Stopped { nodes });
            }
            let proposed = source.propose(&mut |choices| rng.random_range(0..choices.max(1)));
            let Some(position) = proposed else {
                continue;
            };
            let state = State::new(position, self.options.castled);
            if self.holds(&state) {
                break state.position;
            }
        };
        if let Some(worthy) = worthy {
            let offer = Offer {
                situation: Situation {
                    position: &position,
                    castled: self.options.castled,
                },
                led_by: None,
            };
            if !worthy(&offer) {
                return Ok(None);
            }
        }
        let found = self.reach(&position, source.is_fair(), rng.random(), stop)?;
        Ok(found.map(|found| Found {
            nodes: found.nodes + nodes,
            ..found
        }))
    }

    /// A game to a position; `None` where there is none, or none is found and nobody minds.
    fn reach(
        &self,
        position: &Chess,
        strictly: bool,
        seed: u64,
        stop: &dyn Fn() -> bool,
    ) -> Result<Option<Found>, Failure> {
        let most = self.options.nodes;
        let budget = Budget {
            nodes: if strictly { most } else { most.min(NODES) },
            stop,
        };
        let setup = position.to_setup(EnPassantMode::Legal);
        match self.endings.prove(&setup, budget, &mut stream(seed, 0)) {
            Verdict::Illegal { .. } => Ok(None),
            Verdict::Undecided { exhausted, .. } => {
                let nodes = exhausted.nodes;
                match (strictly, stop()) {
                    (_, true) => Err(Failure::Stopped { nodes }),
                    (true, false) => Err(Failure::Budget { nodes }),
                    (false, false) => Ok(None),
                }
            }
            Verdict::Legal { game } => {
                let mut line = Line::new(self.start.clone());
                for m in game.moves() {
                    line.play(*m);
                }
                // Where every position is as likely as any other, their games may have any length.
                let short = strictly || game.plies() as u64 <= u64::from(self.options.max_plies);
                let kept = short && self.holds(&line.state);
                Ok(kept.then_some(Found {
                    position: line.state.position,
                    nodes: line.moves.len() as u64,
                    moves: line.moves,
                    shortest: false,
                    at_least: None,
                    human: None,
                }))
            }
        }
    }
}
