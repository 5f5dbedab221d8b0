//! A formula in clauses, and its solver.

use std::cell::Cell;

use batsat::{Callbacks, Lit, Solver, SolverInterface, SolverOpts, lbool};

/// Ends a search: by the caller's wish, or after so many conflicts.
pub(super) struct Limit<'a> {
    stop: &'a dyn Fn() -> bool,
    asked: Cell<u32>,
    stopped: Cell<bool>,
    conflicts: u64,
    most: u64,
}

/// The caller is asked once in so many times.
const SELDOM: u32 = 64;

impl Callbacks for Limit<'_> {
    fn on_new_clause(&mut self, _: &[Lit], kind: batsat::ClauseKind) {
        if kind == batsat::ClauseKind::Learnt {
            self.conflicts += 1;
        }
    }

    fn stop(&self) -> bool {
        self.asked.set(self.asked.get() + 1);
        if self.asked.get().is_multiple_of(SELDOM) && (self.stop)() {
            self.stopped.set(true);
        }
        self.stopped.get() || self.conflicts >= self.most
    }
}

pub(super) struct Formula<'a> {
    solver: Solver<Limit<'a>>,
    buffer: Vec<Lit>,
}

impl<'a> Formula<'a> {
    pub fn new(stop: &'a dyn Fn() -> bool) -> Formula<'a> {
        let limit = Limit {
            stop,
            asked: Cell::new(0),
            stopped: Cell::new(false),
            conflicts: 0,
            most: 0,
        };
        Formula {
            solver: Solver::new(SolverOpts::default(), limit),
            buffer: Vec::new(),
        }
    }

    pub fn variable(&mut self) -> Lit {
        Lit::new(self.solver.new_var_default(), true)
    }

    /// At least one of these holds.
    pub fn add(&mut self, clause: &[Lit]) {
        self.buffer.clear();
        self.buffer.extend_from_slice(clause);
        self.solver.add_clause_reuse(&mut self.buffer);
    }

    /// At most one of these holds.
    pub fn at_most_one(&mut self, all: &[Lit]) {
        if all.len() <= 5 {
            for (index, one) in all.iter().enumerate() {
                for other in &all[index + 1..] {
                    self.add(&[!*one, !*other]);
                }
            }
            return;
        }
        // The rest, and whether one of the first four holds.
        let (first, rest) = all.split_at(4);
        let any = self.variable();
        for one in first {
            self.add(&[!*one, any]);
        }
        self.at_most_one(first);
        let rest: Vec<Lit> = std::iter::once(any).chain(rest.iter().copied()).collect();
        self.at_most_one(&rest);
    }

    /// A literal that holds if and only if one of these does; `None` for none.
    pub fn any(&mut self, all: &[Lit]) -> Option<Lit> {
        match all {
            [] => None,
            [one] => Some(*one),
            _ => {
                let any = self.variable();
                for one in all {
                    self.add(&[!*one, any]);
                }
                let clause: Vec<Lit> = std::iter::once(!any).chain(all.iter().copied()).collect();
                self.add(&clause);
                Some(any)
            }
        }
    }

    /// Whether all clauses can hold; `None` where so many conflicts did not tell.
    pub fn solve(&mut self, conflicts: u64) -> Option<bool> {
        let limit = self.solver.cb_mut();
        limit.conflicts = 0;
        limit.most = conflicts;
        match self.solver.solve_limited(&[]) {
            answer if answer == lbool::TRUE => Some(true),
            answer if answer == lbool::FALSE => Some(false),
            _ => None,
        }
    }

    /// Conflicts of the last search.
    pub fn conflicts(&self) -> u64 {
        self.solver.cb().conflicts
    }

    /// Whether a literal holds, after a search that said so.
    pub fn holds(&self, one: Lit) -> bool {
        self.solver.value_lit(one) == lbool::TRUE
    }
}
