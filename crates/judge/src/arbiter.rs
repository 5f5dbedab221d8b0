//! One thread's means to judge: engine, solver, tables, the model of people.

mod words;

use std::sync::Arc;

use shakmaty::{Chess, Color, Move, Position as _};
use sissa_constraint::{BestMove, Judged, Kind, Range, Side, TableResult};
use sissa_engine::Tablebases;
use sissa_nn::human::Player;
use sissa_tables::{Outcome, Tables};

use crate::{
    Answer, Candidate, Effort, Judge, Line, MoveKind, Question, Shortest, Solver, Stipulation,
    Value, Worth, chances, motif, motifs,
    outcomes::{by_outcome, is_result},
    stipulation::MOST_MOVES,
};

/// Moves within so many pawns of the best are good.
const GOOD: f64 = 0.5;
/// Moves that are told apart.
const LINES: usize = 4;
/// Half-moves of the best line that motifs are looked for in, where it does not mate.
const LINE: usize = 5;
/// What a mate counts, in hundredths of a pawn.
const MATE: i32 = 100_000;
/// A value so many hundredths of a pawn from the edges of what is asked needs no closer look.
const CLEAR: i32 = 200;
/// Fewer positions are no glance.
const LEAST_GLANCE: u64 = 5_000;

/// Judges positions, one thread's.
#[derive(Debug)]
pub struct Arbiter {
    judge: Judge,
    solver: Solver,
    tables: Arc<Tables>,
    /// Tables of more men, where somebody has them.
    syzygy: Option<Arc<Tablebases>>,
    /// Few men are looked up, not solved.
    few: bool,
    nodes: u64,
    solved: u64,
}

impl Arbiter {
    /// Positions that the engine looks at for a value, where nothing else is said.
    pub const NODES: u64 = 100_000;
    /// A closer look takes so many times the positions of a look, which takes so many times those of a glance.
    pub const CLOSER: u64 = 10;

    /// Judges with so many positions for a value, and with tables that threads share.
    ///
    /// ```
    /// use std::sync::Arc;
    /// use shakmaty::Chess;
    /// use sissa_constraint::Situation;
    /// use sissa_judge::{Answer, Arbiter, Demand, Effort};
    /// use sissa_tables::Tables;
    ///
    /// let mut arbiter = Arbiter::new(1000, Arc::new(Tables::new(1)));
    /// let (demand, _) = Demand::of(&"eval -1..1 and not mate in 1..2".parse()?);
    /// let start = Chess::default();
    /// let situation: Situation = (&start).into();
    /// let demand = demand.ok_or("something is judged")?;
    /// let (answer, found) = demand.test(&mut arbiter, &situation, &Effort::unlimited());
    /// assert_eq!(answer, Answer::Yes);
    /// assert!(found.value().is_some());
    /// # Ok::<_, Box<dyn std::error::Error>>(())
    /// ```
    pub fn new(nodes: u64, tables: Arc<Tables>) -> Arbiter {
        Arbiter {
            judge: Judge::new(),
            solver: Solver::new(),
            tables,
            syzygy: None,
            few: false,
            nodes,
            solved: 0,
        }
    }

    /// Also asks Syzygy tables, which know more men but not how far a mate is.
    #[must_use]
    pub fn with_syzygy(self, syzygy: Option<Arc<Tablebases>>) -> Arbiter {
        Arbiter { syzygy, ..self }
    }

    /// Looks mates of up to four men up, instead of solving them: the answers are the same, and quicker where the tables
    /// are made anyway.
    #[must_use]
    pub fn looking_up(self, few: bool) -> Arbiter {
        Arbiter { few, ..self }
    }

    /// Positions looked at so far, by the engine and the solver.
    pub fn spent(&self) -> u64 {
        self.judge.spent() + self.solved
    }

    fn question(&self, lines: usize) -> Question {
        Question {
            nodes: self.nodes,
            lines,
        }
    }

    /// Looks at a position.
    pub fn examine<'a>(&'a mut self, position: &'a Chess) -> Examination<'a> {
        Examination {
            arbiter: self,
            position,
            glimpsed: None,
            value: None,
            choice: None,
            settled: None,
            plays_best: false,
            mate: None,
            solution: None,
            outcome: None,
            line: None,
        }
    }
}

/// What is found out about one position, each thing once.
#[derive(Debug)]
pub struct Examination<'a> {
    arbiter: &'a mut Arbiter,
    position: &'a Chess,
    /// At a glance, which settled it.
    glimpsed: Option<Value>,
    /// With the best move alone.
    value: Option<Value>,
    /// With several of the best moves.
    choice: Option<Value>,
    /// With the best move, after a closer look.
    settled: Option<Value>,
    /// Whether something was asked of the best move or line: then that of `value` is told.
    plays_best: bool,
    /// The shortest mate, and within how many moves it was looked for.
    mate: Option<(u32, Shortest)>,
    /// What solves a helpmate or a selfmate that was asked for.
    solution: Option<Vec<Move>>,
    outcome: Option<Option<Outcome>>,
    line: Option<Option<Line>>,
}

impl Examination<'_> {
    /// The engine's value, where it was asked for.
    pub fn value(&self) -> Option<&Value> {
        let settled = self.settled.as_ref().filter(|_| !self.plays_best);
        settled.or(self.value.as_ref()).or(self.choice.as_ref())
    }

    /// Moves to mate, where that was asked for and proven.
    pub fn mate(&self) -> Option<u32> {
        match self.mate {
            Some((_, Shortest::In(moves))) => Some(moves),
            _ => None,
        }
    }

    /// A line that solves the helpmate or selfmate that was asked for, where there is one.
    pub fn solution(&self) -> Option<&[Move]> {
        self.solution.as_deref()
    }

    /// Whose move it is.
    pub fn turn(&self) -> Color {
        self.position.turn()
    }

    /// What the tables say, where they were asked.
    pub fn outcome(&self) -> Option<Outcome> {
        self.outcome.flatten()
    }

    /// Lichess' tags of the best line, where a motif was asked for.
    pub fn tags(&self) -> Vec<&'static str> {
        let line = self.line.as_ref().and_then(Option::as_ref);
        let found = line.map(motifs).unwrap_or_default();
        found.into_iter().map(|motif| motif.tag).collect()
    }

    /// Whether a judged predicate holds.
    pub(crate) fn holds(&mut self, judged: &Judged, effort: &Effort) -> Answer {
        match judged {
            Judged::MateIn(range) => self.mates(*range, effort),
            Judged::HelpmateIn(range) => self.solves(Stipulation::helpmate, *range, effort),
            Judged::SelfmateIn(range) => self.solves(Stipulation::selfmate, *range, effort),
            Judged::Tablebase(result) => self.has_result(*result),
            Judged::MateDistance(range) => {
                let Some(outcome) = self.probe() else {
                    return Answer::Undecided;
                };
                let moves = outcome.moves();
                Answer::from(moves.is_some_and(|moves| range.contains(i32::from(moves))))
            }
            Judged::Motif(tag) => self.has_motif(tag, effort),
            Judged::FoundBy(rating, range) => self.found_by(*rating, *range, effort),
            Judged::Eval(side, range) => {
                let answer = self.is_worth(*side, *range, effort);
                answer.unwrap_or(Answer::Undecided)
            }
            judged => {
                let position = self.position;
                let value = match judged {
                    Judged::BestMove(_) => {
                        self.plays_best = true;
                        self.judge(effort)
                    }
                    _ => self.choose(effort),
                };
                match value {
                    Some(value) => Answer::from(is_valued(judged, value, position)),
                    None => Answer::Undecided,
                }
            }
        }
    }

    /// The engine's value, found out once; where a mate is proven, with a line that mates in time.
    pub fn judge(&mut self, effort: &Effort) -> Option<&Value> {
        if self.value.is_none() {
            let question = self.arbiter.question(1);
            self.value = self.arbiter.judge.value(self.position, question, effort);
        }
        if let Some(moves) = self.mate() {
            self.see_mate(moves, effort);
        }
        self.value.as_ref()
    }

    /// The engine need not have seen a mate that is proven, and its best move need not be a key.
    fn see_mate(&mut self, moves: u32, effort: &Effort) -> Option<()> {
        self.plays_best = true;
        let turn = self.position.turn();
        let worth = turn.fold_wb(Worth::WhiteMates(moves), Worth::BlackMates(moves));
        let plies = 2 * moves as usize - 1;
        let seen = self.value.as_ref()?;
        if seen.worth == worth && seen.line().len() == plies {
            return Some(());
        }
        let line = if self.outcome().is_some() {
            self.perfect_line(plies)
        } else {
            let solver = &mut self.arbiter.solver;
            solver.line(self.position, Stipulation::mate(moves), effort)?
        };
        let value = self.value.as_mut()?;
        value.worth = worth;
        value.candidates = vec![Candidate { worth, line }];
        Some(())
    }

    /// Whether the value lies in a range. Three looks, each with ten times the positions of the one before: a glance, which can
    /// only say no, to what is far off; a look; and a closer one, which must agree, where an edge of the range is near.
    fn is_worth(&mut self, side: Option<Side>, range: Range, effort: &Effort) -> Option<Answer> {
        let position = self.position;
        let glance = Question {
            nodes: self.arbiter.nodes / Arbiter::CLOSER,
            lines: 1,
        };
        if glance.nodes >= LEAST_GLANCE && self.value.is_none() {
            let value = self.arbiter.judge.value(position, glance, effort)?;
            let seen = hundredths(&value, side);
            if !range.contains(seen) && is_clear(seen, range) {
                self.glimpsed = Some(value);
                return Some(Answer::No);
            }
        }
        let seen = hundredths(self.judge(effort)?, side);
        if !range.contains(seen) || is_clear(seen, range) {
            return Some(Answer::from(range.contains(seen)));
        }
        if self.settled.is_none() {
            let question = Question {
                nodes: self.arbiter.nodes * Arbiter::CLOSER,
                lines: 1,
            };
            self.settled = self.arbiter.judge.value(position, question, effort);
        }
        let seen = hundredths(self.settled.as_ref()?, side);
        Some(Answer::from(range.contains(seen)))
    }

    /// Several of the best moves, found out once.
    fn choose(&mut self, effort: &Effort) -> Option<&Value> {
        if self.choice.is_none() {
            let question = self.arbiter.question(LINES);
            self.choice = self.arbiter.judge.value(self.position, question, effort);
        }
        self.choice.as_ref()
    }

    fn probe(&mut self) -> Option<Outcome> {
        let (arbiter, position) = (&self.arbiter, self.position);
        *self
            .outcome
            .get_or_insert_with(|| arbiter.tables.probe(position))
    }

    /// Of more men than the tables have nothing is known, not even a no.
    fn has_result(&mut self, result: TableResult) -> Answer {
        if let Some(outcome) = self.probe() {
            return Answer::from(is_result(result, outcome));
        }
        let syzygy = self.arbiter.syzygy.as_ref();
        match syzygy.and_then(|syzygy| syzygy.result(self.position)) {
            None => Answer::Undecided,
            Some(found) => Answer::from(
                found
                    == match result {
                        TableResult::Win => 1,
                        TableResult::Draw => 0,
                        TableResult::Loss => -1,
                    },
            ),
        }
    }

    /// Perfect play by the tables, where they were asked: the moves of the quickest mate and the longest defence, so many
    /// half-moves at most; of a draw one move that keeps it.
    pub fn perfect_line(&self, plies: usize) -> Vec<Move> {
        let Some(outcome) = self.outcome() else {
            return Vec::new();
        };
        let plies = outcome.plies().map_or(1, |left| plies.min(left.into()));
        let mut chess = self.position.clone();
        let mut line = Vec::new();
        while line.len() < plies {
            let best = self.arbiter.tables.best_moves(&chess).unwrap_or_default();
            let Some(best) = best.first() else { break };
            line.push(*best);
            chess.play_unchecked(*best);
        }
        line
    }

    /// Whether so many moves mate, by the tables; `None` where they do not know.
    fn mates_by_tables(&mut self, range: Range) -> Option<Answer> {
        let outcome = self.probe()?;
        if let (Outcome::Win(_), Some(moves)) = (outcome, outcome.moves()) {
            self.mate = Some((moves.into(), Shortest::In(moves.into())));
        }
        Some(by_outcome(&Judged::MateIn(range), outcome))
    }

    fn mates(&mut self, range: Range, effort: &Effort) -> Answer {
        let known = self.arbiter.few.then(|| self.mates_by_tables(range));
        if let Some(answer) = known.flatten() {
            return answer;
        }
        match self.mates_by_search(range, effort) {
            // Few men have longer mates than a search finds.
            Answer::Undecided => self.mates_by_tables(range).unwrap_or(Answer::Undecided),
            answer => answer,
        }
    }

    fn mates_by_search(&mut self, range: Range, effort: &Effort) -> Answer {
        let most = u32::try_from(range.max).map_or(0, |most| most.min(MOST_MOVES));
        let known = matches!(self.mate, Some((looked, found)) if looked >= most || matches!(found, Shortest::In(_)));
        if !known {
            let asked = Stipulation::mate(most);
            let found = self.arbiter.solver.shortest(self.position, asked, effort);
            self.arbiter.solved += self.arbiter.solver.spent();
            self.mate = Some((most, found));
        }
        match self.mate {
            Some((_, Shortest::In(moves))) => {
                Answer::from(range.contains(i32::try_from(moves).unwrap_or(i32::MAX)))
            }
            Some((_, Shortest::NotWithin(moves))) if u64::from(moves) >= limit(range) => Answer::No,
            _ => Answer::Undecided,
        }
    }

    fn solves(&mut self, asked: fn(u32) -> Stipulation, range: Range, effort: &Effort) -> Answer {
        let most = u32::try_from(range.max).map_or(0, |most| most.min(MOST_MOVES));
        let found = self
            .arbiter
            .solver
            .shortest(self.position, asked(most), effort);
        self.arbiter.solved += self.arbiter.solver.spent();
        match found {
            Shortest::In(moves) => {
                let fits = range.contains(i32::try_from(moves).unwrap_or(i32::MAX));
                if fits {
                    let solver = &mut self.arbiter.solver;
                    self.solution = solver.line(self.position, asked(moves), effort);
                }
                Answer::from(fits)
            }
            Shortest::NotWithin(moves) if u64::from(moves) >= limit(range) => Answer::No,
            _ => Answer::Undecided,
        }
    }

    /// The best line, as far as motifs are looked for in it.
    fn line(&mut self, effort: &Effort) -> Option<Option<&Line>> {
        self.plays_best = true;
        if self.line.is_none() {
            let position = self.position;
            let value = self.judge(effort)?;
            let best = value.candidates.first();
            let line = best.and_then(|best| {
                let plies = match best.worth {
                    Worth::WhiteMates(moves) | Worth::BlackMates(moves) => {
                        (2 * moves as usize).saturating_sub(1)
                    }
                    Worth::Centipawns(_) => LINE,
                };
                let mut moves = best.line.clone();
                moves.truncate(plies.max(1));
                // A line ends with the solver's move.
                moves.truncate((moves.len().max(1) - 1) / 2 * 2 + 1);
                let mut line = Line::new(position, &moves)?;
                line.worth = Some(best.worth);
                Some(line)
            });
            self.line = Some(line);
        }
        self.line.as_ref().map(Option::as_ref)
    }

    fn has_motif(&mut self, tag: &str, effort: &Effort) -> Answer {
        let question = self.arbiter.question(1);
        let Some(line) = self.line(effort) else {
            return Answer::Undecided;
        };
        let (Some(line), Some(motif)) = (line.cloned(), motif(tag)) else {
            return Answer::No;
        };
        let judge = &mut self.arbiter.judge;
        motif
            .holds_judged(&line, judge, question, effort)
            .map_or(Answer::Undecided, Answer::from)
    }

    fn found_by(&mut self, rating: i32, range: Range, effort: &Effort) -> Answer {
        let Some(line) = self.line(effort) else {
            return Answer::Undecided;
        };
        let Some(line) = line else {
            return Answer::No;
        };
        Answer::from(range.contains(share(line, rating)))
    }
}

/// In percent, how likely players of this rating play the line.
fn share(line: &Line, rating: i32) -> i32 {
    let rating = u16::try_from(rating.clamp(0, 4000)).unwrap_or(1500);
    let chance: f32 = chances(line, &Player::rated(rating)).iter().product();
    (100.0 * chance).round() as i32
}

/// Up to how many moves must be looked for a no.
fn limit(range: Range) -> u64 {
    u64::try_from(range.max).unwrap_or(0)
}

/// Hundredths of a pawn that a side is better; White where none is named.
fn hundredths(value: &Value, side: Option<Side>) -> i32 {
    let white = match value.worth {
        Worth::Centipawns(value) => value,
        Worth::WhiteMates(_) => MATE,
        Worth::BlackMates(_) => -MATE,
    };
    let black = match side {
        None | Some(Side::White | Side::Own | Side::Other) => false,
        Some(Side::Black) => true,
        Some(Side::Mover) => value.turn == Color::Black,
        Some(Side::Opponent) => value.turn == Color::White,
    };
    if black { -white } else { white }
}

/// Whether a value is far from the edges of a range.
fn is_clear(value: i32, range: Range) -> bool {
    let far = |edge: i32| value.saturating_sub(edge).saturating_abs() >= CLEAR;
    far(range.min) && far(range.max)
}

fn is_valued(judged: &Judged, value: &Value, position: &Chess) -> bool {
    match judged {
        Judged::OnlyMove => value.good_moves(GOOD) == 1,
        Judged::BestMoves(range) => {
            let good = i32::try_from(value.good_moves(GOOD)).unwrap_or(i32::MAX);
            range.contains(good)
        }
        Judged::Gap(range) => value.gap().is_some_and(|gap| {
            let hundredths = (100.0 * gap).round().clamp(0.0, f64::from(MATE));
            range.contains(hundredths as i32)
        }),
        Judged::BestMove(like) => value.best().is_some_and(|best| {
            let kind = MoveKind::of(position, best);
            match like {
                BestMove::By(wanted) => Kind::of(kind.role) == *wanted,
                BestMove::Quiet => kind.quiet(),
                BestMove::Takes => kind.takes.is_some(),
                BestMove::Sacrifice => kind.sacrifice,
                BestMove::Check => kind.check,
                BestMove::Promotes => kind.promotion.is_some(),
            }
        }),
        _ => false,
    }
}

impl From<bool> for Answer {
    fn from(yes: bool) -> Answer {
        if yes { Answer::Yes } else { Answer::No }
    }
}

#[cfg(test)]
mod tests {
    use sissa_constraint::Situation;

    use super::*;
    use crate::Demand;

    /// The answer, and how many positions stand behind the value that is told.
    fn asked(text: &str) -> (Answer, u64) {
        let mut arbiter = Arbiter::new(1000, Arc::new(Tables::new(1)));
        let (demand, _) = Demand::of(&text.parse().unwrap());
        let start = Chess::default();
        let situation: Situation = (&start).into();
        let (answer, found) = demand
            .unwrap()
            .test(&mut arbiter, &situation, &Effort::unlimited());
        (answer, found.value().map_or(0, |value| value.nodes))
    }

    #[test]
    fn a_value_near_an_edge_is_looked_at_again() {
        let (answer, nodes) = asked("eval -1..1");
        assert!(answer == Answer::Yes && nodes > 5_000, "{nodes}");
        let (answer, nodes) = asked("eval -9..9");
        assert!(answer == Answer::Yes && nodes <= 1_500, "{nodes}");
        let (answer, nodes) = asked("eval>=5");
        assert!(answer == Answer::No && nodes <= 1_500, "{nodes}");
        // What is said of the best move is told of the move that was looked at.
        let (_, nodes) = asked("eval -1..1 and best move quiet");
        assert!(nodes <= 1_500, "{nodes}");
    }
}
