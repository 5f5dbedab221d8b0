//! What is found out about the positions of a dataset.

use std::sync::{Arc, Mutex, PoisonError};

use shakmaty::Chess;
use sissa_dataset::Row;
use sissa_judge::{Arbiter, Effort};
use sissa_tables::{Outcome, Tables};

use super::plan::LabelName;
use crate::{judging::info, session::Session};

/// Finds labels on many threads: an arbiter each, which remembers nothing between positions.
pub(super) struct Labeller {
    engine: bool,
    eval: bool,
    best: bool,
    tablebase: bool,
    nodes: u64,
    tables: Arc<Tables>,
    idle: Mutex<Vec<Arbiter>>,
}

impl Labeller {
    pub fn new(labels: &[LabelName], nodes: Option<u64>, session: &Session) -> Labeller {
        let (eval, best) = (
            labels.contains(&LabelName::Eval),
            labels.contains(&LabelName::Best),
        );
        Labeller {
            engine: eval || best,
            eval,
            best,
            tablebase: labels.contains(&LabelName::Tablebase),
            nodes: nodes.unwrap_or(Arbiter::NODES),
            tables: Arc::clone(session.tables()),
            idle: Mutex::default(),
        }
    }

    /// Whether labels take longer than positions.
    pub fn is_slow(&self) -> bool {
        self.engine
    }

    /// Fills in what was asked for.
    pub fn label(&self, position: &Chess, row: &mut Row) {
        if self.engine {
            let idle = || self.idle.lock().unwrap_or_else(PoisonError::into_inner);
            let waiting = idle().pop();
            let mut arbiter =
                waiting.unwrap_or_else(|| Arbiter::new(self.nodes, Arc::clone(&self.tables)));
            let mut found = arbiter.examine(position);
            let _ = found.judge(&Effort::unlimited());
            let info = info(&found);
            idle().push(arbiter);
            if self.eval {
                (row.eval, row.eval_mate) = (info.eval, info.eval_mate);
            }
            if self.best {
                row.best = info.best;
                row.line = (!info.line.is_empty()).then(|| info.line.join(" "));
            }
        }
        if self.tablebase
            && let Some(outcome) = self.tables.probe(position)
        {
            let word = match outcome {
                Outcome::Win(_) => "win",
                Outcome::Draw => "draw",
                Outcome::Loss(_) => "loss",
            };
            row.tablebase = Some(word.to_owned());
            row.mate_distance = outcome.moves().map(u32::from);
        }
    }
}
