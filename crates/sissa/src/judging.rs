//! The judged part of a constraint within a request: means for each thread, and what goes into records.

use std::{
    fmt,
    sync::{Arc, Mutex, PoisonError},
};

use shakmaty::{CastlingMode, Move};
use sissa_constraint::{Constraint, Expr, Finding, Predicate, Situation};
use sissa_judge::{Answer, Arbiter, Demand, Effort, Examination, Tablebases, Worth};
use sissa_record::JudgedInfo;
use sissa_tables::{Outcome, Tables};

use crate::{limits, problem::Problem, session::Session};

/// Most positions that an exhaustive search may look at for one position of `check`.
pub(crate) const SOLVER_NODES: u64 = 100_000_000;

/// Half-moves of the best line that are told.
const LINE: usize = 10;

/// What a constraint asks of a position's worth, and the means to judge it on many threads.
pub(crate) struct Judging {
    demand: Demand,
    tables: Arc<Tables>,
    syzygy: Option<Arc<Tablebases>>,
    nodes: u64,
    /// Few men are looked up.
    few: bool,
    /// Arbiters that are not at work.
    idle: Mutex<Vec<Arbiter>>,
}

impl fmt::Debug for Judging {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_struct("Judging")
            .field("demand", &self.demand)
            .field("nodes", &self.nodes)
            .finish_non_exhaustive()
    }
}

/// What came of judging one position.
pub(crate) struct Judged {
    pub answer: Answer,
    /// Told of positions that are kept.
    pub info: Option<JudgedInfo>,
    /// Positions looked at.
    pub spent: u64,
}

/// What a part of a constraint finds.
pub(crate) struct Part {
    pub finding: Finding,
    /// What judging it found out, in words.
    pub found: Option<String>,
}

impl Part {
    /// Of a part that judges nothing.
    pub fn of(finding: Finding) -> Part {
        Part {
            finding,
            found: None,
        }
    }
}

/// What a single judged predicate, or one that is denied, found out.
fn found(expr: &Expr, examination: &Examination) -> Option<String> {
    match expr {
        Expr::Is(Predicate::Judged(judged)) => examination.found(judged),
        Expr::Not(part) => found(part, examination),
        _ => None,
    }
}

impl Judging {
    /// The judged part of a constraint, where there is one, and what is asked of the board.
    pub fn of(
        constraint: &Constraint,
        nodes: Option<u64>,
        session: &Session,
    ) -> Result<(Option<Judging>, Constraint), Problem> {
        let most = session.ceiling().map(|ceilings| ceilings.nodes);
        limits::within("judge_nodes", nodes, most)?;
        let (demand, board) = Demand::of(constraint);
        let judging = demand.map(|demand| Judging {
            demand,
            tables: Arc::clone(session.tables()),
            syzygy: session.syzygy_tables().cloned(),
            nodes: nodes.unwrap_or(Arbiter::NODES),
            few: false,
            idle: Mutex::default(),
        });
        Ok((judging, board))
    }

    /// The same, with mates of few men looked up in tables: quicker where these are made anyway.
    pub fn looking_up(self) -> Judging {
        Judging { few: true, ..self }
    }

    /// Judges a position; of one that satisfies the demand everything a record tells is found out.
    pub fn test(&self, situation: &Situation, effort: &Effort) -> Judged {
        // A value is never one of less work than was asked for.
        let effort = &Effort {
            nodes: effort.nodes.max(self.nodes * Arbiter::CLOSER),
            ..*effort
        };
        self.with_arbiter(|arbiter| {
            let before = arbiter.spent();
            let (answer, mut found) = self.demand.test(arbiter, situation, effort);
            let info = (answer == Answer::Yes).then(|| {
                // What perfect play is needs no engine, and what solves a problem is not what it would play.
                if found.outcome().is_none() && found.solution().is_none() {
                    let _ = found.judge(effort);
                }
                info(&found)
            });
            Judged {
                answer,
                info,
                spent: arbiter.spent() - before,
            }
        })
    }

    /// What each part of a constraint finds, judged parts included. One that could not be judged says nothing, so that
    /// nobody takes it for a no.
    pub fn assess(&self, constraint: &Constraint, situation: &Situation) -> Vec<Part> {
        let parts = match constraint.expr() {
            Expr::All(parts) => parts.as_slice(),
            single => std::slice::from_ref(single),
        };
        let mut findings = Vec::new();
        for part in parts {
            let part = Constraint::new(part.clone());
            let (Some(demand), _) = Demand::of(&part) else {
                findings.extend(part.assess(situation).into_iter().map(Part::of));
                continue;
            };
            let effort = Effort::nodes(SOLVER_NODES);
            let (answer, found) = self.with_arbiter(|arbiter| {
                let (answer, examination) = demand.test(arbiter, situation, &effort);
                (answer, found(part.expr(), &examination))
            });
            if answer == Answer::Undecided {
                continue;
            }
            let finding = Finding {
                text: part.to_string(),
                holds: answer == Answer::Yes,
                value: None,
                squares: shakmaty::Bitboard::EMPTY,
            };
            findings.push(Part { finding, found });
        }
        findings
    }

    fn with_arbiter<T>(&self, work: impl FnOnce(&mut Arbiter) -> T) -> T {
        let idle = || self.idle.lock().unwrap_or_else(PoisonError::into_inner);
        let waiting = idle().pop();
        let mut arbiter = waiting.unwrap_or_else(|| {
            Arbiter::new(self.nodes, Arc::clone(&self.tables))
                .with_syzygy(self.syzygy.clone())
                .looking_up(self.few)
        });
        let done = work(&mut arbiter);
        idle().push(arbiter);
        done
    }
}

/// What was found out, as records tell it.
pub(crate) fn info(found: &Examination) -> JudgedInfo {
    let value = found.value();
    let line: Vec<Move> = match (found.solution(), value) {
        (Some(solution), _) => solution.to_vec(),
        (None, Some(value)) => value.line().iter().take(LINE).copied().collect(),
        (None, None) => found.perfect_line(LINE),
    };
    let uci = |m: &Move| m.to_uci(CastlingMode::Standard).to_string();
    let outcome = found.outcome();
    let worth = value.map(|value| value.worth).or_else(|| {
        let outcome = outcome?;
        let moves = u32::from(outcome.moves().unwrap_or(0));
        let white = found.turn().is_white();
        Some(match outcome {
            Outcome::Draw => Worth::Centipawns(0),
            Outcome::Win(_) if white => Worth::WhiteMates(moves),
            Outcome::Loss(_) if !white => Worth::WhiteMates(moves),
            Outcome::Win(_) | Outcome::Loss(_) => Worth::BlackMates(moves),
        })
    });
    JudgedInfo {
        eval: worth.and_then(|worth| match worth {
            Worth::Centipawns(value) => Some(f64::from(value) / 100.0),
            Worth::WhiteMates(_) | Worth::BlackMates(_) => None,
        }),
        eval_mate: worth.and_then(|worth| match worth {
            Worth::WhiteMates(moves) => i32::try_from(moves).ok(),
            Worth::BlackMates(moves) => i32::try_from(moves).ok().map(|moves| -moves),
            Worth::Centipawns(_) => None,
        }),
        nodes: value.map(|value| value.nodes),
        best: line.first().map(uci),
        line: line.iter().map(uci).collect(),
        mate: found.mate(),
        mate_distance: outcome.and_then(Outcome::moves).map(u32::from),
        motifs: found.tags().into_iter().map(str::to_owned).collect(),
    }
}
