//! Puzzles out of positions: one move solves, no other does.
//!
//! What can be proven comes first: endings in which one move keeps the result, by tables, and mates with one key, by exhaustive
//! search. In most other positions nothing is at stake, and a look in passing leaves them out. The best move must be far ahead of
//! the second by the engine's values: at a glance, so that few positions are looked at closely, then with all positions allowed,
//! at last with several times as many. What was seen at a glance must show the themes that are asked for. As in Lichess'
//! puzzles a further move belongs to the solution as long as it is the only good one, moves without a choice at the end are
//! cut off, and what is over after one move is no puzzle unless it mates.
//!
//! Of the position of a game a puzzle is made only where somebody went wrong: the opponent with the move before, or the
//! player with the move that was played instead of the solution. Recaptures and the like drop out by that.

use std::{mem::discriminant, sync::Arc};

use shakmaty::{Chess, Color, Move, Position as _};
use sissa_constraint::{Constraint, Expr, Judged, Predicate, Range};
use sissa_judge::{
    Candidate, Effort, Judge, Line, Motif, Question, Shortest, Solver, Stipulation, Value, Worth,
    difficulty::Predictor,
};
use sissa_tables::{Outcome, Signature, Tables};

use super::{
    Judges,
    describe::{Description, describe},
    judges,
};

/// Positions that are looked at in passing, and for a first glance.
const PASSING: u64 = 400;
const GLANCE: u64 = 4_000;
/// How far the second best move is behind in chances (-1 to 1) in passing, at a glance, and when looked at closely.
const PASSING_GAP: f64 = 0.2;
const GLANCE_GAP: f64 = 0.4;
const GAP: f64 = 0.7;
/// The last look has so many times as many positions, and must find the second move clearly behind.
const LAST_LOOK: u64 = 5;
const LAST_GAP: f64 = 0.75;
/// A solution leads at least here: equal, or nearly.
const SAVED: f64 = -0.15;
/// Chances that a mistake throws away, at least.
const MISTAKE: f64 = 0.3;
/// Mates in up to so many moves are proven, with so many positions a proof.
const MATES: u32 = 5;
const PROOF: u64 = 200_000;
/// Motifs that say what a line is worth.
const BY_WORTH: [&str; 3] = ["crushing", "advantage", "equality"];
/// What a won ending counts, in hundredths of a pawn.
const WON: i32 = 1_000;
/// Most moves of the solver.
const MOST_MOVES: usize = 12;

/// What puzzles must be like, and the means to make them on many threads.
pub(crate) struct Composer {
    /// Positions for each judgement.
    pub nodes: u64,
    /// All of these must happen.
    pub themes: Vec<&'static Motif>,
    /// The predicted rating.
    pub rating: Range,
    /// Only mates, in up to so many moves.
    pub mates: Option<u32>,
    /// Endings of few men are wanted: their tables are asked before the engine. Else they are made only for what looks like a
    /// puzzle, for making them takes seconds.
    pub endings: bool,
    pub tables: Arc<Tables>,
    pub judges: Judges,
}

impl std::fmt::Debug for Composer {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter
            .debug_struct("Composer")
            .field("nodes", &self.nodes)
            .field("rating", &self.rating)
            .finish_non_exhaustive()
    }
}

/// Whose mistake must be behind a puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Mistake {
    /// Nobody's: the position was made.
    Nobodys,
    Anybodys,
    Of(Color),
}

/// A position that may be a puzzle.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Moment<'a> {
    pub position: &'a Chess,
    /// The opponent's move and the position before it.
    pub led_by: Option<(&'a Chess, Move)>,
    /// What was played in it.
    pub played: Option<Move>,
    pub mistake: Mistake,
}

/// A puzzle: its solution and what that is like.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Composition {
    pub solution: Vec<Move>,
    pub description: Description,
}

/// One thread's means, at work on one position.
struct Look<'a> {
    means: &'a mut (Judge, Solver),
    effort: &'a Effort<'a>,
    /// Positions that were asked for, whoever remembers them: the same on every thread.
    spent: u64,
}

impl<'a> Look<'a> {
    fn value(&mut self, chess: &Chess, nodes: u64, lines: usize) -> Option<Value> {
        self.spent += nodes;
        let question = Question { nodes, lines };
        self.means.0.value(chess, question, self.effort)
    }

    /// In how many moves mate can be forced, up to so many, where that can be proven.
    fn shortest(&mut self, chess: &Chess, most: u32) -> Option<u32> {
        let effort = self.proof();
        let solver = &mut self.means.1;
        let found = solver.shortest(chess, Stipulation::mate(most), &effort);
        self.spent += solver.spent();
        match found {
            Shortest::In(moves) => Some(moves),
            _ => None,
        }
    }

    fn keys(&mut self, chess: &Chess, moves: u32) -> Option<Vec<Move>> {
        let effort = self.proof();
        let solver = &mut self.means.1;
        let keys = solver.keys(chess, Stipulation::mate(moves), &effort);
        self.spent += solver.spent();
        keys
    }

    fn proof(&self) -> Effort<'a> {
        Effort {
            nodes: PROOF,
            ..*self.effort
        }
    }

    /// A shortest mate in up to so many moves with one key at every turn but the last, against a longest defence that
    /// leaves it so.
    fn prove(&mut self, chess: &Chess, most: u32) -> Option<Vec<Move>> {
        let moves = self.shortest(chess, most)?;
        self.mating_line(chess, moves, true)
    }

    fn mating_line(&mut self, chess: &Chess, left: u32, first: bool) -> Option<Vec<Move>> {
        let keys = self.keys(chess, left)?;
        let key = *keys.first()?;
        if keys.len() > 1 && (first || left > 1) {
            return None;
        }
        if left <= 1 {
            return Some(vec![key]);
        }
        let mut next = chess.clone();
        next.play_unchecked(key);
        for reply in next.legal_moves() {
            let mut answered = next.clone();
            answered.play_unchecked(reply);
            if self.shortest(&answered, left - 1) != Some(left - 1) {
                continue;
            }
            if let Some(rest) = self.mating_line(&answered, left - 1, false) {
                let mut line = vec![key, reply];
                line.extend(rest);
                return Some(line);
            }
        }
        None
    }
}

impl Composer {
    /// The tags of what must happen.
    pub fn tags(&self) -> Vec<&'static str> {
        self.themes.iter().map(|motif| motif.tag).collect()
    }

    /// A constraint that also asks for what every puzzle has: the themes, and a side that can mate. What is impossible of all
    /// together is.
    pub fn as_of_a_puzzle(&self, constraint: &Constraint) -> Constraint {
        let is = |judged| Expr::Is(Predicate::Judged(judged));
        let some = Range::at_least(1);
        let one_can_mate = [Judged::MateIn(some), Judged::SelfmateIn(some)].map(is);
        let themes = self.tags().into_iter();
        let themes = themes.map(|tag| is(Judged::Motif(tag.to_owned())));
        let parts = [constraint.expr().clone(), Expr::Any(one_can_mate.into())];
        Constraint::new(Expr::All(parts.into_iter().chain(themes).collect()))
    }

    /// A puzzle of a position, if it is one as wanted; and the positions that were looked at.
    pub fn compose(&self, moment: &Moment, effort: &Effort) -> (Option<Composition>, u64) {
        self.judges.with(judges, |means| {
            let mut look = Look {
                means,
                effort,
                spent: 0,
            };
            let found = self.try_to_compose(moment, &mut look);
            (found, look.spent)
        })
    }

    fn try_to_compose(&self, moment: &Moment, look: &mut Look) -> Option<Composition> {
        let position = moment.position;
        if position.legal_moves().len() < 2 {
            return None;
        }
        if let Some(most) = self.mates {
            let solution = look.prove(position, most)?;
            return self.finish(moment, solution, 1.0, look);
        }
        if self.endings && self.is_known(position) {
            return self.of_tables(moment, look);
        }
        let turn = position.turn();
        let passing = look.value(position, PASSING, 2)?;
        if mates_in(&passing, turn).is_none() && lead(&passing, turn) <= PASSING_GAP {
            return None;
        }
        let value = look.value(position, GLANCE, 2)?;
        if let Some(moves) = mates_in(&value, turn).filter(|moves| *moves <= MATES) {
            let solution = look.prove(position, moves)?;
            return self.finish(moment, solution, 1.0, look);
        }
        let chances = value.worth.chances_for(turn);
        if !is_only(&value, turn, GLANCE_GAP)
            || !self.may_come_to(chances)
            || !self.may_show(moment, value.line())
            || !went_wrong(moment, value.best(), chances, look)
        {
            return None;
        }
        if self.is_known(position) {
            return self.of_tables(moment, look);
        }
        let (solution, unproven) = self.follow(position, look)?;
        // What is not wanted need not be looked at for long.
        self.finish(moment, solution.clone(), chances, look)?;
        let solution = self.last_look(position, solution, unproven, look);
        self.finish(moment, solution, chances, look)
    }

    /// Whether tables know what the position is worth.
    fn is_known(&self, position: &Chess) -> bool {
        Signature::of(position.board()).is_some() && position.castles().is_empty()
    }

    /// A puzzle of an ending that tables know: what they say is the last word.
    fn of_tables(&self, moment: &Moment, look: &mut Look) -> Option<Composition> {
        let (solution, chances) = self.by_tables(moment.position)?;
        self.finish(moment, solution, chances, look)
    }

    /// The composition with this solution, if it is wanted.
    fn finish(
        &self,
        moment: &Moment,
        solution: Vec<Move>,
        chances: f64,
        look: &mut Look,
    ) -> Option<Composition> {
        let line = line_of(moment, &solution)?;
        let rating = i32::from(Predictor::shipped().predict(&line).rating);
        // What is not wanted anyway need not be judged.
        if !self.rating.contains(rating) || self.lacks(&line) {
            return None;
        }
        let asked = |tag: &str| self.themes.iter().any(|motif| motif.tag == tag);
        if line.moves().len() == 1 && !line.mates() && !asked("oneMove") {
            return None;
        }
        if !went_wrong(moment, solution.first().copied(), chances, look) {
            return None;
        }
        let worth = match self.worth_by_tables(moment.position, &line) {
            Some(worth) => worth,
            None => look.value(line.end(), self.nodes, 1)?.worth,
        };
        let line = line.worth(worth);
        let nodes = Some(self.nodes);
        let description = describe(&line, look.means, &self.tables, nodes, look.effort);
        let has = |motif: &&Motif| description.themes.iter().any(|tag| tag == motif.tag);
        self.themes.iter().all(has).then_some(Composition {
            solution,
            description,
        })
    }

    /// What the end of a solution is worth that tables have found: the engine need not see that king and rook win.
    fn worth_by_tables(&self, start: &Chess, line: &Line) -> Option<Worth> {
        if line.mates() || !self.is_known(start) {
            return None;
        }
        let won = start.turn().fold_wb(WON, -WON);
        Some(Worth::Centipawns(match self.tables.probe(line.end())? {
            Outcome::Draw => 0,
            Outcome::Loss(_) => won,
            Outcome::Win(_) => -won,
        }))
    }

    /// Whether a line lacks a theme that is asked for, whatever it is worth at its end.
    fn lacks(&self, line: &Line) -> bool {
        let themes = self.themes.iter();
        let mut lasting = themes.filter(|motif| !BY_WORTH.contains(&motif.tag));
        lasting.any(|motif| motif.holds(line) == Some(false))
    }

    /// Whether the solution of a position with such chances at a glance may end as the themes ask: what is won is not saved.
    fn may_come_to(&self, chances: f64) -> bool {
        self.themes.iter().all(|motif| match motif.tag {
            "equality" => chances <= 0.6,
            "advantage" => chances <= 0.95,
            "crushing" => chances >= 0.2,
            _ => true,
        })
    }

    /// Whether what was seen at a glance, or a beginning of it, has the themes that are asked for. A mate may lie further ahead.
    fn may_show(&self, moment: &Moment, seen: &[Move]) -> bool {
        let of_mate = |motif: &&Motif| motif.tag.to_lowercase().contains("mate");
        let shows =
            |moves: usize| line_of(moment, &seen[..moves]).is_some_and(|line| !self.lacks(&line));
        seen.len() < 3 || self.themes.iter().any(of_mate) || (1..=seen.len()).step_by(2).any(shows)
    }

    /// An ending in which one move keeps the win or the draw, followed as long as that is so; and the chances.
    fn by_tables(&self, start: &Chess) -> Option<(Vec<Move>, f64)> {
        let mut chess = start.clone();
        let mut moves = Vec::new();
        let mut chances = None;
        while moves.len() < 2 * MOST_MOVES {
            let Some((only, outcome)) = only_by_tables(&self.tables, &chess) else {
                break;
            };
            chances.get_or_insert(if outcome == Outcome::Draw { 0.0 } else { 1.0 });
            moves.push(only);
            chess.play_unchecked(only);
            let reply = self.tables.best_moves(&chess)?.first().copied();
            let Some(reply) = reply else { break };
            moves.push(reply);
            chess.play_unchecked(reply);
        }
        Some((trimmed(start, moves)?, chances?))
    }

    /// The best moves as long as they are the only good ones, and how many half-moves of them stand without proof.
    fn follow(&self, start: &Chess, look: &mut Look) -> Option<(Vec<Move>, usize)> {
        let mut chess = start.clone();
        let mut moves: Vec<Move> = Vec::new();
        while moves.len() < 2 * MOST_MOVES {
            let value = look.value(&chess, self.nodes, 2)?;
            let turn = chess.turn();
            // A mate that was not seen at a glance. Later on it is one way to win of several, unless the values say otherwise.
            let mate = mates_in(&value, turn).filter(|most| moves.is_empty() && *most <= MATES);
            if let Some(mating) = mate.and_then(|most| look.prove(&chess, most)) {
                return Some((mating, 0));
            }
            if !is_only(&value, turn, GAP) {
                break;
            }
            let best = value.best()?;
            moves.push(best);
            chess.play_unchecked(best);
            let reply = match value.line().get(1) {
                Some(reply) => Some(*reply),
                None => look.value(&chess, self.nodes, 1)?.best(),
            };
            let Some(reply) = reply else {
                break;
            };
            moves.push(reply);
            chess.play_unchecked(reply);
        }
        let moves = trimmed(start, moves)?;
        let all = moves.len();
        Some((moves, all))
    }

    /// The solution as far as a longer look agrees with it; what is proven needs none.
    fn last_look(
        &self,
        start: &Chess,
        mut moves: Vec<Move>,
        unproven: usize,
        look: &mut Look,
    ) -> Vec<Move> {
        let nodes = self.nodes.saturating_mul(LAST_LOOK);
        let mut chess = start.clone();
        for index in 0..unproven.min(moves.len()) {
            if index.is_multiple_of(2) {
                let value = look.value(&chess, nodes, 2);
                let agrees = value.is_some_and(|value| {
                    value.best() == Some(moves[index]) && is_only(&value, chess.turn(), LAST_GAP)
                });
                if !agrees {
                    moves.truncate(index);
                    return trimmed(start, moves).unwrap_or_default();
                }
            }
            chess.play_unchecked(moves[index]);
        }
        moves
    }
}

/// The line that solves, with the move that led to it.
fn line_of(moment: &Moment, moves: &[Move]) -> Option<Line> {
    let line = Line::new(moment.position, moves)?;
    match moment.led_by {
        Some((before, m)) => line.led_by(before, m),
        None => Some(line),
    }
}

/// Whether the opponent went wrong before, or the player here, as far as that is asked for.
fn went_wrong(moment: &Moment, best: Option<Move>, chances: f64, look: &mut Look) -> bool {
    let turn = moment.position.turn();
    let counts = |color: Color| match moment.mistake {
        Mistake::Nobodys => false,
        Mistake::Anybodys => true,
        Mistake::Of(one) => one == color,
    };
    if moment.mistake == Mistake::Nobodys {
        return true;
    }
    if counts(turn) && moment.played.is_some_and(|m| Some(m) != best) {
        return true;
    }
    let Some((before, _)) = moment.led_by.filter(|_| counts(!turn)) else {
        return false;
    };
    let earlier = look.value(before, GLANCE, 1);
    earlier.is_some_and(|earlier| chances - earlier.worth.chances_for(turn) >= MISTAKE)
}

/// In how many moves the side mates, as the engine sees it.
fn mates_in(value: &Value, turn: Color) -> Option<u32> {
    match (value.worth, turn) {
        (Worth::WhiteMates(moves), Color::White) | (Worth::BlackMates(moves), Color::Black) => {
            Some(moves)
        }
        _ => None,
    }
}

/// How far the best move is ahead of the second.
fn lead(value: &Value, turn: Color) -> f64 {
    match &value.candidates[..] {
        [best, second, ..] => best.worth.chances_for(turn) - second.worth.chances_for(turn),
        // There is no other.
        _ => f64::INFINITY,
    }
}

/// Whether the best move is far ahead of the second and leads at least to a fair position.
fn is_only(value: &Value, turn: Color, gap: f64) -> bool {
    let fair = |best: &Candidate| best.worth.chances_for(turn) >= SAVED;
    value.candidates.first().is_some_and(fair) && lead(value, turn) > gap
}

/// The one move that keeps the win, or the draw where there is nothing to win.
fn only_by_tables(tables: &Tables, chess: &Chess) -> Option<(Move, Outcome)> {
    if chess.board().occupied().count() > 4 {
        return None;
    }
    let ranked = tables.rank_moves(chess)?;
    let (only, best) = *ranked.first()?;
    let kept = |(_, outcome): &&(Move, Outcome)| discriminant(outcome) == discriminant(&best);
    let alone = !matches!(best, Outcome::Loss(_)) && ranked.iter().filter(kept).count() == 1;
    alone.then_some((only, best))
}

/// Moves that end with the solver's last one that was a choice.
fn trimmed(start: &Chess, mut moves: Vec<Move>) -> Option<Vec<Move>> {
    if moves.len().is_multiple_of(2) {
        moves.pop();
    }
    let mut choices = Vec::new();
    let mut chess = start.clone();
    for m in &moves {
        choices.push(chess.legal_moves().len());
        chess.play_unchecked(*m);
    }
    if !chess.is_checkmate() {
        while choices.last() == Some(&1) {
            choices.truncate(choices.len().saturating_sub(2));
        }
    }
    moves.truncate(choices.len());
    (!moves.is_empty()).then_some(moves)
}
