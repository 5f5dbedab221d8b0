//! The positions of a game judged from the last to the first, with one table.
//!
//! What the engine found out about later positions is still in its table when it looks at earlier ones, so early
//! judgements know what came. Nothing is kept between two games, every search has a fixed number of positions and one
//! thread: the same game always gets the same values.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use shakmaty::{Chess, Move, Position as _};
use sissa_engine::{Engine, Evaluation, Limits, Options, Score, Situation};

use crate::{
    Question,
    judge::Stop,
    value::{Candidate, Value, Worth},
};

/// Mebibytes of the table that a game's searches share.
const TABLE: usize = 32;
/// The second best move is looked for with this part of the positions.
const SECOND: u64 = 4;
/// Lines are shown at least so long, where a few steps with this part of the positions suffice.
const LENGTH: usize = 8;
const STEPS: usize = 3;
const STEP: u64 = 40;
/// A move that loses no more than this is nearly the best, in chances from -1 to 1.
const NEARLY: f64 = 0.04;

/// What was found out about a position of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Seen {
    /// What it is worth, and the best lines.
    pub value: Value,
    /// What the best of the other moves leads to, where the best was played or nearly.
    pub second: Option<Worth>,
}

/// Judges whole games.
///
/// ```
/// use sissa_judge::{Hindsight, Question, Worth};
/// use shakmaty::{Chess, Position, uci::UciMove};
///
/// let mut chess = Chess::default();
/// let mut moves = Vec::new();
/// for word in ["f2f3", "e7e5", "g2g4", "d8h4"] {
///     let m = word.parse::<UciMove>()?.to_move(&chess)?;
///     chess.play_unchecked(m);
///     moves.push(m);
/// }
/// let question = Question { nodes: 1000, lines: 1 };
/// let seen = Hindsight::new().game(&Chess::default(), &moves, question, &|| false).ok_or("ended")?;
/// assert_eq!(seen.len(), 5);
/// assert_eq!(seen[3].value.worth, Worth::BlackMates(1));
/// assert_eq!(seen[4].value.worth, Worth::BlackMates(0));
/// # Ok::<_, Box<dyn std::error::Error>>(())
/// ```
pub struct Hindsight {
    engine: Engine,
}

impl std::fmt::Debug for Hindsight {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Hindsight").finish_non_exhaustive()
    }
}

impl Default for Hindsight {
    fn default() -> Hindsight {
        Hindsight::new()
    }
}

impl Hindsight {
    /// With the engine's own evaluation.
    pub fn new() -> Hindsight {
        Hindsight {
            engine: Engine::new(Options {
                hash: TABLE,
                threads: 1,
                evaluation: Evaluation::default(),
            }),
        }
    }

    /// All positions of a game, the first first; one more than it has moves. `None` where it was told to stop.
    pub fn game(
        &mut self,
        start: &Chess,
        moves: &[Move],
        question: Question,
        stop: &(dyn Fn() -> bool + Sync),
    ) -> Option<Vec<Seen>> {
        self.engine.forget();
        let mut situations = vec![Situation::new(start.clone())];
        for m in moves {
            let mut next = situations.last()?.clone();
            next.play(*m);
            situations.push(next);
        }
        let stop = Stop {
            asked: stop,
            heard: AtomicBool::new(false),
        };
        let mut seen: Vec<Seen> = Vec::with_capacity(situations.len());
        for (ply, situation) in situations.iter().enumerate().rev() {
            let mut value = self.value(situation, question, &[], &stop)?;
            for candidate in &mut value.candidates {
                self.lengthen(situation, &mut candidate.line, question, &stop)?;
            }
            let after = seen.last().map(|next| next.value.worth);
            let played = moves.get(ply).copied().zip(after);
            let second = played.and_then(|(m, after)| {
                let lost = value.worth.chances_for(value.turn) - after.chances_for(value.turn);
                let near = value.best() == Some(m) || lost <= NEARLY;
                (near && value.legal_moves > 1).then_some(m)
            });
            let second = match second {
                Some(m) => Some(self.second(situation, &value, m, question, &stop)?),
                None => None,
            };
            seen.push(Seen { value, second });
        }
        seen.reverse();
        Some(seen)
    }

    /// Goes on with a line that the table cut short: so far, with few positions a step.
    fn lengthen(
        &mut self,
        situation: &Situation,
        line: &mut Vec<Move>,
        question: Question,
        stop: &Stop<'_>,
    ) -> Option<()> {
        let question = Question {
            nodes: (question.nodes / STEP).max(1),
            lines: 1,
        };
        for _ in 0..STEPS {
            if line.len() >= LENGTH {
                break;
            }
            let mut end = situation.clone();
            for m in line.iter() {
                end.play(*m);
            }
            if end.ending().is_some() {
                break;
            }
            let further = self.value(&end, question, &[], stop)?;
            line.extend_from_slice(further.line());
        }
        Some(())
    }

    /// The best that another move leads to.
    fn second(
        &mut self,
        situation: &Situation,
        value: &Value,
        played: Move,
        question: Question,
        stop: &Stop<'_>,
    ) -> Option<Worth> {
        let known = value.candidates.iter().find(|candidate| {
            let first = candidate.line.first();
            question.lines > 1 && first.is_some_and(|first| *first != played)
        });
        if let Some(known) = known {
            return Some(known.worth);
        }
        let others: Vec<Move> = situation
            .position()
            .legal_moves()
            .into_iter()
            .filter(|m| *m != played)
            .collect();
        let question = Question {
            nodes: (question.nodes / SECOND).max(1),
            lines: 1,
        };
        Some(self.value(situation, question, &others, stop)?.worth)
    }

    fn value(
        &mut self,
        situation: &Situation,
        question: Question,
        only: &[Move],
        stop: &Stop<'_>,
    ) -> Option<Value> {
        let chess = situation.position();
        let turn = chess.turn();
        let mut value = Value {
            worth: Worth::Centipawns(0),
            turn,
            nodes: 0,
            candidates: Vec::new(),
            legal_moves: chess.legal_moves().len(),
        };
        if value.legal_moves == 0 {
            if chess.is_check() {
                value.worth = Worth::of(Score::Mate(0), turn);
            }
            return Some(value);
        }
        let limits = Limits {
            lines: question.lines,
            only: only.to_vec(),
            ..Limits::nodes(question.nodes)
        };
        let analysis = self.engine.search(situation, &limits, stop, &mut |_| ());
        if stop.heard.load(Relaxed) {
            return None;
        }
        value.nodes = analysis.nodes;
        let candidate = |info: sissa_engine::Info| Candidate {
            worth: Worth::of(info.score, turn),
            line: info.pv,
        };
        value.candidates = analysis.lines.into_iter().map(candidate).collect();
        value.worth = value.candidates.first()?.worth;
        Some(value)
    }
}
