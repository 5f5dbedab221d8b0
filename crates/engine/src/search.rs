//! Search: who is asked, with which limits, and what comes back.
//!
//! An [`Engine`] keeps what outlives one search: the transposition table, what was learnt about moves,
//! tablebases. [`Engine::search`] looks at a [`Situation`] (a position and the positions before it)
//! within [`Limits`], under the eyes of a [`Control`] that has the clock and may stop it, and tells of
//! every finished iteration as [`Info`]. Nothing is printed and no clock is read.

mod histories;
mod limits;
mod move_picker;
mod negamax;
mod parameters;
mod probcut;
mod quiescence;
mod static_eval;
mod worker;

use alloc::{boxed::Box, sync::Arc, vec, vec::Vec};
use core::{
    sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed},
    time::Duration,
};
#[cfg(feature = "std")]
use std::thread;

use shakmaty::{Chess, Move, Position as _};

pub use limits::{Control, Limits, TimeBudget, Unwatched};
pub use parameters::{Parameter, Parameters};

#[cfg(feature = "std")]
use crate::boards::{self, Comparisons};
use crate::{
    board::Node,
    eval::Evaluation,
    score::{INFINITE, Score},
    situation::Situation,
    tablebases::Tablebases,
    transposition::{Bound, TranspositionTable},
};
use histories::Histories;
use parameters::Reductions;
use worker::{RootMove, Shared, Worker};

/// News of a search.
#[derive(Clone, Debug)]
pub struct Info {
    /// Plies searched.
    pub depth: u32,
    /// The longest line looked at.
    pub seldepth: u32,
    /// Which of the best lines, from 1.
    pub line: usize,
    pub score: Score,
    /// Whether the score is the true one of its depth, or the search was cut short.
    pub bound: Bound,
    /// Positions so far.
    pub nodes: u64,
    /// Answers of tablebases.
    pub tablebase_hits: u64,
    /// Thousandths of the transposition table in use.
    pub fill: usize,
    pub elapsed: Duration,
    /// The line, beginning with its move.
    pub pv: Vec<Move>,
}

/// The outcome of a search.
#[derive(Clone, Debug)]
pub struct Analysis {
    /// The best lines, best first; empty where there is no legal move.
    pub lines: Vec<Info>,
    /// Positions looked at by all threads.
    pub nodes: u64,
}

impl Analysis {
    /// The best move.
    pub fn best(&self) -> Option<Move> {
        self.lines.first()?.pv.first().copied()
    }

    /// The answer that the best line expects.
    pub fn ponder(&self) -> Option<Move> {
        self.lines.first()?.pv.get(1).copied()
    }
}

/// What an engine is made of.
#[derive(Clone, Debug)]
pub struct Options {
    /// Mebibytes of the transposition table.
    pub hash: usize,
    pub threads: usize,
    pub evaluation: Evaluation,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            hash: 16,
            threads: 1,
            evaluation: Evaluation::default(),
        }
    }
}

/// Searches positions; remembers between searches.
///
/// ```
/// use sissa_engine::{Engine, Limits, Options, Score, Situation, Unwatched};
/// use shakmaty::{CastlingMode, Chess, fen::Fen};
///
/// let position: Chess = "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1".parse::<Fen>()?.into_position(CastlingMode::Standard)?;
/// let mut engine = Engine::new(Options { hash: 1, ..Options::default() });
/// let analysis = engine.search(&Situation::new(position), &Limits::depth(4), &Unwatched, &mut |_| ());
/// assert_eq!(analysis.best().map(|m| m.to_string()), Some("Ra1-a8".to_owned()));
/// assert_eq!(analysis.lines[0].score, Score::Mate(1));
/// # Ok::<_, Box<dyn std::error::Error>>(())
/// ```
pub struct Engine {
    /// Made by the first search: until then its size may still change.
    table: Option<TranspositionTable>,
    hash: usize,
    evaluation: Evaluation,
    tablebases: Option<Arc<Tablebases>>,
    histories: Vec<Histories>,
    parameters: Box<Parameters>,
    reductions: Reductions,
    /// Of the last search, where positions were compared.
    #[cfg(feature = "std")]
    comparisons: Option<Comparisons>,
}

impl core::fmt::Debug for Engine {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("Engine")
            .field("hash", &self.hash)
            .field("threads", &self.histories.len())
            .finish_non_exhaustive()
    }
}

impl Engine {
    /// An engine that knows nothing yet.
    pub fn new(options: Options) -> Engine {
        Engine {
            table: None,
            hash: options.hash,
            evaluation: options.evaluation,
            tablebases: None,
            histories: vec![Histories::new(); options.threads.max(1)],
            reductions: Reductions::new(&Parameters::default()),
            parameters: Box::default(),
            #[cfg(feature = "std")]
            comparisons: None,
        }
    }

    /// Another size of the transposition table, in mebibytes; it is emptied. Where there is not so much
    /// memory the old size remains, and is returned as the error.
    pub fn set_hash(&mut self, mebibytes: usize) -> Result<(), usize> {
        if self.hash == mebibytes {
            return Ok(());
        }
        // The old one goes first: both together may be too much.
        self.table = None;
        match TranspositionTable::try_new(mebibytes) {
            Ok(table) => {
                self.hash = mebibytes;
                self.table = Some(table);
                Ok(())
            }
            Err(_) => Err(self.hash),
        }
    }

    /// Another number of threads.
    pub fn set_threads(&mut self, threads: usize) {
        self.histories.resize(threads.max(1), Histories::new());
        self.histories.shrink_to_fit();
    }

    /// Another evaluation. What was learnt with the old one is forgotten.
    pub fn set_evaluation(&mut self, evaluation: Evaluation) {
        self.evaluation = evaluation;
        self.forget();
    }

    /// The evaluation in use.
    pub fn evaluation(&self) -> &Evaluation {
        &self.evaluation
    }

    /// What the last search asked of a [`BoardJudge`](crate::BoardJudge), where it did.
    #[cfg(feature = "std")]
    pub fn comparisons(&self) -> Option<Comparisons> {
        self.comparisons
    }

    /// Other numbers of the search, for a tuner: the defaults are the best known.
    pub fn set_parameters(&mut self, parameters: Parameters) {
        self.reductions = Reductions::new(&parameters);
        *self.parameters = parameters;
    }

    /// Tablebases to ask, or none.
    pub fn set_tablebases(&mut self, tablebases: Option<Arc<Tablebases>>) {
        self.tablebases = tablebases;
    }

    /// Begins a new game: nothing of the last one is remembered.
    pub fn forget(&mut self) {
        if let Some(table) = &mut self.table {
            table.clear();
        }
        for histories in &mut self.histories {
            histories.clear();
        }
    }

    /// Looks for the best moves. With one thread and limits in nodes or depth the same calls in the
    /// same order give the same answers.
    pub fn search(
        &mut self,
        situation: &Situation,
        limits: &Limits,
        control: &dyn Control,
        report: &mut dyn FnMut(&Info),
    ) -> Analysis {
        #[cfg(feature = "std")]
        {
            self.comparisons = None;
            if let Evaluation::Boards(judge) = &self.evaluation {
                let (analysis, counts) = boards::search(judge, situation, limits, control, report);
                self.comparisons = Some(counts);
                return analysis;
            }
        }
        let node = Node::new(situation.position().clone());
        let root = self.root_moves(&node.chess, limits);
        if root.is_empty() {
            return Analysis {
                lines: Vec::new(),
                nodes: 0,
            };
        }
        let hash = self.hash;
        let table = &*self
            .table
            .get_or_insert_with(|| TranspositionTable::up_to(hash));
        table.begin_search();
        let shared = Shared {
            table,
            tablebases: self.tablebases.as_deref(),
            control,
            limits,
            parameters: &self.parameters,
            reductions: &self.reductions,
            stop: AtomicBool::new(false),
            nodes: AtomicU64::new(0),
            tablebase_hits: AtomicU64::new(0),
            threads: self.histories.len(),
        };
        let evaluation = &self.evaluation;
        let (first, others) = self
            .histories
            .split_first_mut()
            .expect("there is at least one thread");
        let mut main = Worker::new(
            &shared,
            evaluation.evaluator(),
            first,
            situation,
            root.clone(),
            true,
        );
        #[cfg(not(feature = "std"))]
        {
            // One thread is all there is.
            let _ = others;
            main.run(&node, report);
        }
        #[cfg(feature = "std")]
        thread::scope(|scope| {
            for histories in others {
                let (shared, node, root) = (&shared, &node, root.clone());
                let work = move || {
                    let evaluator = evaluation.evaluator();
                    let mut worker =
                        Worker::new(shared, evaluator, histories, situation, root, false);
                    worker.run(node, &mut |_| ());
                };
                // A thread that cannot be had is one helper less, and no reason not to move.
                let _ = thread::Builder::new().spawn_scoped(scope, work);
            }
            main.run(&node, report);
        });
        let nodes = shared.nodes.load(Relaxed);
        let count = limits.lines.max(1).min(main.root.len());
        let lines = main.root[..count]
            .iter()
            .enumerate()
            .map(|(index, moved)| Info {
                depth: main.depth as u32,
                seldepth: moved.seldepth as u32,
                line: index + 1,
                score: Score::from_value(known_value(moved)),
                bound: moved.bound,
                nodes,
                tablebase_hits: shared.tablebase_hits.load(Relaxed),
                fill: table.fill(),
                elapsed: control.elapsed(),
                pv: moved.pv.clone(),
            })
            .collect();
        Analysis { lines, nodes }
    }

    /// The same with all lines at once: `report` sees the latest of every line whenever one changes.
    ///
    /// ```
    /// use sissa_engine::{Engine, Limits, Options, Situation, Unwatched};
    /// use shakmaty::Chess;
    ///
    /// let mut engine = Engine::new(Options { hash: 1, ..Options::default() });
    /// let limits = Limits { lines: 2, ..Limits::depth(3) };
    /// let mut depths = Vec::new();
    /// engine.analyse(&Situation::new(Chess::default()), &limits, &Unwatched, &mut |latest| {
    ///     depths.extend(latest.lines.iter().map(|line| line.depth));
    /// });
    /// assert!(depths.contains(&3));
    /// ```
    pub fn analyse(
        &mut self,
        situation: &Situation,
        limits: &Limits,
        control: &dyn Control,
        report: &mut dyn FnMut(&Analysis),
    ) -> Analysis {
        let mut latest = Analysis {
            lines: Vec::new(),
            nodes: 0,
        };
        self.search(situation, limits, control, &mut |news| {
            // Lines are told in their order, so the next is either known or the next to know.
            match latest.lines.get_mut(news.line - 1) {
                Some(line) => *line = news.clone(),
                None => latest.lines.push(news.clone()),
            }
            latest.nodes = news.nodes;
            report(&latest);
        })
    }

    /// The legal moves asked for; where a tablebase knows better, only its best.
    fn root_moves(&self, chess: &Chess, limits: &Limits) -> Vec<RootMove> {
        let ranks = self
            .tablebases
            .as_ref()
            .filter(|tablebases| tablebases.covers(chess))
            .and_then(|tablebases| tablebases.rank_moves(chess));
        let rank_of = |m: &Move| {
            let ranks = ranks.as_ref()?;
            ranks
                .iter()
                .find(|(known, _)| known == m)
                .map(|(_, rank)| *rank)
        };
        chess
            .legal_moves()
            .iter()
            .filter(|m| limits.only.is_empty() || limits.only.contains(m))
            .map(|m| RootMove {
                m: *m,
                value: -INFINITE,
                earlier: 0,
                seldepth: 0,
                bound: Bound::Exact,
                pv: vec![*m],
                nodes: 0,
                rank: rank_of(m).unwrap_or(0),
            })
            .collect()
    }
}

/// The last value of a move; a search stopped in its first iteration has none.
fn known_value(moved: &RootMove) -> i32 {
    match moved.value {
        value if value > -INFINITE => value,
        _ if moved.earlier > -INFINITE => moved.earlier,
        _ => 0,
    }
}
