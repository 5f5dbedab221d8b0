//! The positions of a game judged from the last to the first, with one table.
//!
//! Positions of up to four men are looked up, not judged: their value is what perfect play makes of them.
//!
//! What the engine found out about later positions is still in its table when it looks at earlier ones, so early
//! judgements know what came. A part of the work is enough to see which moves may be mistakes; the rest is kept for the
//! positions beside those, and most of it for those about which a judgement hangs by a hair. Nothing is kept between two
//! games, every search has a fixed number of positions and one thread: the same game always gets the same values.

use std::{
    ops::RangeInclusive,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering::Relaxed},
    },
};

use shakmaty::{Chess, Move, Position as _};
use sissa_engine::{Engine, Evaluation, Limits, Options, Score, Situation};
use sissa_tables::{Outcome, Tables};

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
/// The first look at every position takes this part of the work.
const FIRST: u64 = 4;
/// What is left is for closer looks where a judgement is in doubt, each at most so many times what was asked for.
const CLOSEST: u64 = 8;
/// Each takes such a part of what is left then, for moves of such losses in chances from -1 to 1: around Lichess' bounds
/// of mistakes and blunders, 0.2 and 0.3.
const CLOSER: [(u64, RangeInclusive<f64>); 2] = [(2, 0.06..=0.8), (1, 0.12..=0.45)];
/// Men that the tables know, and half-moves that a line from them shows.
const MOST_MEN: usize = 4;
const LONGEST: usize = 12;
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
/// let seen = Hindsight::default().game(&Chess::default(), &moves, question, &|| false).ok_or("ended")?;
/// assert_eq!(seen.len(), 5);
/// assert_eq!(seen[3].value.worth, Worth::BlackMates(1));
/// assert_eq!(seen[4].value.worth, Worth::BlackMates(0));
/// # Ok::<_, Box<dyn std::error::Error>>(())
/// ```
pub struct Hindsight {
    engine: Engine,
    tables: Arc<Tables>,
}

impl std::fmt::Debug for Hindsight {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Hindsight").finish_non_exhaustive()
    }
}

impl Default for Hindsight {
    fn default() -> Hindsight {
        Hindsight::new(Arc::new(Tables::new(1)))
    }
}

impl Hindsight {
    /// With the engine's own evaluation, and with tables that threads share; what is missing in them is made when a game comes to it.
    pub fn new(tables: Arc<Tables>) -> Hindsight {
        Hindsight {
            tables,
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
        let mut seen = self.first_look(&situations, moves, question, &stop)?;
        let mut left = (question.nodes - question.nodes / FIRST) * seen.len() as u64;
        for (part, losses) in CLOSER {
            let spent = self.closer_look(
                &situations,
                &mut seen,
                question,
                (left / part, losses),
                &stop,
            )?;
            left = left.saturating_sub(spent);
        }
        Some(seen)
    }

    /// Every position with the same part of the positions.
    fn first_look(
        &mut self,
        situations: &[Situation],
        moves: &[Move],
        question: Question,
        stop: &Stop<'_>,
    ) -> Option<Vec<Seen>> {
        let first = Question {
            nodes: (question.nodes / FIRST).max(1),
            ..question
        };
        let mut seen: Vec<Seen> = Vec::with_capacity(situations.len());
        for (ply, situation) in situations.iter().enumerate().rev() {
            let mut value = self.value(situation, first, &[], stop)?;
            for candidate in &mut value.candidates {
                self.lengthen(situation, &mut candidate.line, question, stop)?;
            }
            let after = seen.last().map(|next| next.value.worth);
            let played = moves.get(ply).copied().zip(after);
            let second = played.and_then(|(m, after)| {
                let lost = value.worth.chances_for(value.turn) - after.chances_for(value.turn);
                let near = value.best() == Some(m) || lost <= NEARLY;
                (near && value.legal_moves > 1).then_some(m)
            });
            let second = match second {
                Some(m) => Some(self.second(situation, &value, m, question, stop)?),
                None => None,
            };
            seen.push(Seen { value, second });
        }
        seen.reverse();
        Some(seen)
    }

    /// Spends so many positions on both sides of moves that seem to lose about so much. How many were spent.
    fn closer_look(
        &mut self,
        situations: &[Situation],
        seen: &mut [Seen],
        question: Question,
        (nodes, losses): (u64, RangeInclusive<f64>),
        stop: &Stop<'_>,
    ) -> Option<u64> {
        let doubtful: Vec<usize> = (0..seen.len())
            .filter(|ply| {
                let beside = [ply.checked_sub(1), Some(*ply)].into_iter().flatten();
                beside
                    .filter_map(|first| seen.get(first).zip(seen.get(first + 1)))
                    .any(|(before, after)| {
                        let turn = before.value.turn;
                        let chances = |seen: &Seen| seen.value.worth.chances_for(turn);
                        losses.contains(&(chances(before) - chances(after)))
                    })
            })
            .collect();
        let each = nodes / (doubtful.len() as u64).max(1);
        let again = Question {
            nodes: each.min(CLOSEST * question.nodes),
            ..question
        };
        // So few that nothing new would be seen.
        if again.nodes < question.nodes / FIRST {
            return Some(0);
        }
        let mut spent = 0;
        for ply in doubtful.into_iter().rev() {
            let mut value = self.value(&situations[ply], again, &[], stop)?;
            for candidate in &mut value.candidates {
                self.lengthen(&situations[ply], &mut candidate.line, question, stop)?;
            }
            spent += value.nodes;
            value.nodes += seen[ply].value.nodes;
            seen[ply].value = value;
        }
        Some(spent)
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
        if let Some(candidates) = self.perfect(chess, question.lines, only) {
            value.worth = candidates.first()?.worth;
            value.candidates = candidates;
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

    /// The best moves by the tables, where they know the position and the fifty moves do not come first.
    fn perfect(&self, chess: &Chess, lines: usize, only: &[Move]) -> Option<Vec<Candidate>> {
        if chess.board().occupied().count() > MOST_MEN {
            return None;
        }
        let outcome = self.tables.probe(chess)?;
        if chess.halfmoves() + u32::from(outcome.plies().unwrap_or(0)) > 100 {
            return None;
        }
        let ranked = self.tables.rank_moves(chess)?.into_iter();
        let wanted = ranked.filter(|(m, _)| only.is_empty() || only.contains(m));
        let turn = chess.turn();
        let candidates = wanted.take(lines).map(|(m, outcome)| {
            let mut after = chess.clone();
            after.play_unchecked(m);
            let mut line = vec![m];
            line.extend(self.tables.line(&after).unwrap_or_default());
            line.truncate(LONGEST);
            let moves = i32::from(outcome.moves().unwrap_or(0));
            let score = match outcome {
                Outcome::Win(_) => Score::Mate(moves),
                Outcome::Draw => Score::Centipawns(0),
                Outcome::Loss(_) => Score::Mate(-moves),
            };
            Candidate {
                worth: Worth::of(score, turn),
                line,
            }
        });
        Some(candidates.collect())
    }
}

#[cfg(test)]
mod tests {
    use shakmaty::{CastlingMode, fen::Fen};

    use super::*;

    #[test]
    fn few_men_are_looked_up() {
        let fen: Fen = "8/8/8/3k4/8/8/4QK2/8 w - - 0 1".parse().unwrap();
        let start: Chess = fen.into_position(CastlingMode::Standard).unwrap();
        let m = start.legal_moves()[0];
        let question = Question { nodes: 1, lines: 2 };
        let seen = Hindsight::default().game(&start, &[m], question, &|| false);
        let seen = seen.unwrap();
        // One position would not be enough to see a mate.
        let Worth::WhiteMates(moves @ 5..=10) = seen[0].value.worth else {
            panic!("{:?}", seen[0].value)
        };
        assert_eq!(
            seen[0].value.line().len(),
            (2 * moves as usize - 1).min(LONGEST)
        );
        assert_eq!(seen[0].value.candidates.len(), 2);
        assert!(matches!(
            seen[1].value.worth,
            Worth::WhiteMates(_) | Worth::Centipawns(0)
        ));
    }
}
