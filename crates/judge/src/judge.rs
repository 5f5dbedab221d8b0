//! Values that repeat: so many positions, one thread, an empty table.
//!
//! A [`Judge`] is an engine that forgets everything between two positions, with a cache and a count of what
//! it cost. A position is judged without the game behind it: clocks and repetitions do not count. So
//! the same position has the same value on every machine, in every order and on every thread.

use std::{
    sync::atomic::{AtomicBool, Ordering::Relaxed},
    time::Duration,
};

use rustc_hash::FxHashMap;
use shakmaty::{Chess, EnPassantMode, FromSetup as _, Move, Position as _, zobrist::Zobrist128};
use sissa_engine::{Control, Engine, Evaluation, Limits, Options, Situation};

use crate::{
    Effort, Shortest, Solver, Stipulation,
    value::{Candidate, Value, Worth},
};

/// Mebibytes of the engine's table, which is emptied for every position: a small one does for few positions looked at, and
/// for this many a large one.
const SMALL: usize = 2;
const LARGE: usize = 16;
const MANY: u64 = 300_000;
/// Positions kept in the cache.
const CACHED: usize = 1 << 16;

/// How closely to look.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Question {
    /// Positions to look at.
    pub nodes: u64,
    /// How many of the best moves to find.
    pub lines: usize,
}

impl Default for Question {
    /// Twenty thousand positions, the two best moves.
    fn default() -> Question {
        Question {
            nodes: 20_000,
            lines: 2,
        }
    }
}

/// Judges positions, each as if it were the first.
///
/// ```
/// use sissa_judge::{Effort, Judge, Question, Worth};
/// use shakmaty::Chess;
///
/// let mut judge = Judge::new();
/// let question = Question { nodes: 2000, lines: 3 };
/// let value = judge.value(&Chess::default(), question, &Effort::unlimited()).ok_or("not enough effort")?;
/// assert!(value.worth > Worth::Centipawns(-50) && value.worth < Worth::Centipawns(100));
/// assert_eq!(value.candidates.len(), 3);
/// assert_eq!(judge.spent(), value.nodes);
/// # Ok::<_, &str>(())
/// ```
pub struct Judge {
    engine: Engine,
    /// With a larger table, made when first a question wants it.
    larger: Option<Engine>,
    evaluation: Evaluation,
    cache: FxHashMap<(u128, Question), Value>,
    spent: u64,
}

impl std::fmt::Debug for Judge {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Judge")
            .field("cached", &self.cache.len())
            .field("spent", &self.spent)
            .finish_non_exhaustive()
    }
}

impl Default for Judge {
    fn default() -> Judge {
        Judge::new()
    }
}

impl Judge {
    /// With the engine's own evaluation.
    pub fn new() -> Judge {
        Judge::with_evaluation(Evaluation::default())
    }

    /// With another evaluation.
    pub fn with_evaluation(evaluation: Evaluation) -> Judge {
        Judge {
            engine: engine(SMALL, evaluation.clone()),
            larger: None,
            evaluation,
            cache: FxHashMap::default(),
            spent: 0,
        }
    }

    /// Positions looked at so far; what the cache knew cost nothing.
    pub fn spent(&self) -> u64 {
        self.spent
    }

    /// What a position is worth. `None` where the effort allows fewer positions than the question
    /// asks for, or was ended: a value is never one of less work.
    pub fn value(&mut self, chess: &Chess, question: Question, effort: &Effort) -> Option<Value> {
        let key = chess.zobrist_hash::<Zobrist128>(EnPassantMode::Legal).0;
        if let Some(known) = self.cache.get(&(key, question)) {
            return Some(known.clone());
        }
        if effort.nodes < question.nodes {
            return None;
        }
        let value = self.search(chess, question, effort)?;
        if self.cache.len() >= CACHED {
            self.cache.clear();
        }
        self.cache.insert((key, question), value.clone());
        Some(value)
    }

    fn search(&mut self, chess: &Chess, question: Question, effort: &Effort) -> Option<Value> {
        let turn = chess.turn();
        let legal_moves = chess.legal_moves().len();
        let mut value = Value {
            worth: Worth::Centipawns(0),
            turn,
            nodes: 0,
            candidates: Vec::new(),
            legal_moves,
        };
        if legal_moves == 0 {
            if chess.is_check() {
                value.worth = Worth::of(sissa_engine::Score::Mate(0), turn);
            }
            return Some(value);
        }
        let limits = Limits {
            lines: question.lines,
            ..Limits::nodes(question.nodes)
        };
        let stop = Stop {
            asked: effort.stop,
            heard: AtomicBool::new(false),
        };
        let engine = if question.nodes < MANY {
            &mut self.engine
        } else {
            let evaluation = &self.evaluation;
            self.larger
                .get_or_insert_with(|| engine(LARGE, evaluation.clone()))
        };
        engine.forget();
        let situation = Situation::new(without_past(chess));
        let analysis = engine.search(&situation, &limits, &stop, &mut |_| ());
        self.spent += analysis.nodes;
        if stop.heard.load(Relaxed) {
            return None;
        }
        value.nodes = analysis.nodes;
        value.candidates = analysis
            .lines
            .into_iter()
            .map(|info| Candidate {
                worth: Worth::of(info.score, turn),
                line: info.pv,
            })
            .collect();
        value.worth = value.candidates.first()?.worth;
        Some(value)
    }

    /// The best move: a proven shortest mate in up to three moves where the solver finds one with a tenth of the
    /// positions, else the engine's choice. Among several mates of a length the engine's, if it is one.
    ///
    /// ```
    /// use sissa_judge::{Judge, Solver};
    /// use shakmaty::{CastlingMode, Chess, fen::Fen};
    ///
    /// let position: Chess = "kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1".parse::<Fen>()?.into_position(CastlingMode::Standard)?;
    /// let best = Judge::new().best_with(&mut Solver::new(), &position, 10_000);
    /// assert_eq!(best.map(|m| m.to_string()), Some("Ra1-a6".to_owned()));
    /// # Ok::<_, Box<dyn std::error::Error>>(())
    /// ```
    pub fn best_with(&mut self, solver: &mut Solver, chess: &Chess, nodes: u64) -> Option<Move> {
        let question = Question { nodes, lines: 1 };
        let best = |judge: &mut Judge| judge.value(chess, question, &Effort::unlimited())?.best();
        let effort = Effort::nodes(nodes / 10);
        let Shortest::In(moves) = solver.shortest(chess, Stipulation::mate(3), &effort) else {
            return best(self);
        };
        let keys = solver.keys(chess, Stipulation::mate(moves), &Effort::unlimited())?;
        match keys[..] {
            [only] => Some(only),
            _ => best(self)
                .filter(|m| keys.contains(m))
                .or(keys.first().copied()),
        }
    }
}

fn engine(hash: usize, evaluation: Evaluation) -> Engine {
    Engine::new(Options {
        hash,
        threads: 1,
        evaluation,
    })
}

/// The position with its clocks at zero.
fn without_past(chess: &Chess) -> Chess {
    let mut setup = chess.to_setup(EnPassantMode::Legal);
    setup.halfmoves = 0;
    let fresh = Chess::from_setup(setup, chess.castles().mode());
    // Positions that shakmaty took only with an excuse keep their clocks.
    fresh.unwrap_or_else(|_| chess.clone())
}

/// A wish to stop that is remembered.
pub(crate) struct Stop<'a> {
    pub asked: &'a (dyn Fn() -> bool + Sync),
    pub heard: AtomicBool,
}

impl Control for Stop<'_> {
    fn elapsed(&self) -> Duration {
        Duration::ZERO
    }

    fn stop(&self) -> bool {
        if (self.asked)() {
            self.heard.store(true, Relaxed);
        }
        self.heard.load(Relaxed)
    }
}
