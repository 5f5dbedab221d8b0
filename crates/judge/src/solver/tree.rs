//! The solution as problemists read it, as plain data: set play, tries, keys, threats, variations.
//!
//! Nothing is left out and nothing is judged: several keys are cooks, several answers to a defence are
//! duals, and a variation that only carries out the threat is one like the others. Whoever prints it chooses.

use shakmaty::{Chess, Move, Position as _};

use super::{
    checks::after,
    forced::{Forced, hopeless},
    help::Help,
    table::Table,
};
use crate::{
    Stipulation,
    effort::{Exhausted, Meter},
};

/// How much of a solution is wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Detail {
    /// Whether to look at what happens if the other side begins.
    pub set_play: bool,
    /// Tries are first moves with so many refutations at most; 0: no tries.
    pub refutations: usize,
    /// How many moves of the attacker are written out after the first.
    pub levels: u32,
    /// So many lines of help play are enough; where there are more, the solution is not complete.
    pub lines: usize,
}

impl Default for Detail {
    /// Set play, tries with one refutation, everything written out, a thousand lines.
    fn default() -> Detail {
        Detail {
            set_play: true,
            refutations: 1,
            levels: u32::MAX,
            lines: 1000,
        }
    }
}

/// The solution of a problem.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Solution {
    /// What would happen if the other side began: its moves that have an answer in time.
    pub set_play: Vec<Defence>,
    /// First moves that fail to few defences.
    pub tries: Vec<Try>,
    /// First moves that work. One is as it should be, more are cooks.
    pub keys: Vec<Attack>,
    /// Help play: all lines.
    pub lines: Vec<Vec<Move>>,
    /// Help play: all lines that begin half a move later.
    pub set_lines: Vec<Vec<Move>>,
    /// Whether the first moves of `keys`, or the `lines`, are all there are: proven, even where the effort
    /// did not suffice for the rest.
    pub settled: bool,
    /// Whether this is everything, or the effort was used up or enough lines were found before.
    pub complete: bool,
    /// Positions looked at.
    pub nodes: u64,
}

/// A move of the attacker that works.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Attack {
    /// The move.
    pub first: Move,
    /// Moves to the goal with best defence, this one included.
    pub moves: u32,
    /// What follows; nothing where the goal is reached or not all is written out.
    pub play: Continuation,
}

/// What follows a move of the attacker.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Continuation {
    /// What would work if the defender could pass. None: a check, or a waiting move.
    pub threats: Vec<Attack>,
    /// The defender's moves.
    pub defences: Vec<Defence>,
}

/// A move of the defender and what works against it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Defence {
    /// The move.
    pub reply: Move,
    /// The attacker's answers; several are duals. None where the reply itself reaches the goal, as
    /// at the end of a selfmate.
    pub answers: Vec<Attack>,
}

/// A first move that nearly works.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Try {
    /// The move.
    pub first: Move,
    /// The defences that refute it.
    pub refutations: Vec<Move>,
    /// What works against the others.
    pub play: Continuation,
}

/// Some of the first moves: every so many-th, so that the parts of a solution can be found side by side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Part {
    /// The number of the part, from 0.
    pub number: usize,
    /// How many parts there are.
    pub of: usize,
}

impl Part {
    /// All first moves.
    pub const WHOLE: Part = Part { number: 0, of: 1 };

    fn firsts(self, chess: &Chess) -> impl Iterator<Item = Move> {
        let moves = chess.legal_moves().into_iter().enumerate();
        moves
            .filter(move |(place, _)| place % self.of == self.number)
            .map(|(_, m)| m)
    }
}

impl Solution {
    /// The parts of a solution as the whole, whatever their order: first moves in the rules' order.
    pub fn joined(chess: &Chess, parts: impl IntoIterator<Item = Solution>) -> Solution {
        let mut whole = Solution {
            settled: true,
            complete: true,
            ..Solution::default()
        };
        for part in parts {
            whole.set_play.extend(part.set_play);
            whole.tries.extend(part.tries);
            whole.keys.extend(part.keys);
            whole.lines.extend(part.lines);
            whole.set_lines.extend(part.set_lines);
            whole.settled &= part.settled;
            whole.complete &= part.complete;
            whole.nodes += part.nodes;
        }
        let order = chess.legal_moves();
        let place = |m: Option<&Move>| order.iter().position(|one| Some(one) == m);
        whole.keys.sort_by_key(|key| place(Some(&key.first)));
        whole.tries.sort_by_key(|tried| place(Some(&tried.first)));
        whole.lines.sort_by_key(|line| place(line.first()));
        whole
    }
}

/// Help play.
pub(super) fn help(
    solution: &mut Solution,
    table: &mut Table,
    meter: &mut Meter,
    chess: &Chess,
    asked: Stipulation,
    detail: &Detail,
    part: Part,
) -> Result<(), Exhausted> {
    // One more than wanted tells that there are more.
    let at_most = detail.lines.saturating_add(1);
    let mut search = |chess: &Chess, plies: u32, lines: &mut Vec<Vec<Move>>| {
        let mut help = Help::new(asked.goal, table, meter, at_most - lines.len());
        let outcome = help.search(chess, plies);
        lines.extend(help.solutions);
        if lines.len() == at_most {
            lines.truncate(detail.lines);
            return Err(Exhausted);
        }
        outcome
    };
    let found = if part == Part::WHOLE || asked.plies() == 0 {
        search(chess, asked.plies(), &mut solution.lines)
    } else {
        part.firsts(chess).try_for_each(|first| {
            let mut lines = Vec::new();
            let outcome = search(&after(chess, first), asked.plies() - 1, &mut lines);
            for mut line in lines {
                line.insert(0, first);
                solution.lines.push(line);
            }
            outcome
        })
    };
    solution.settled = found.is_ok();
    if detail.set_play
        && part.number == 0
        && let Ok(passed) = chess.clone().swap_turn()
    {
        search(
            &passed,
            asked.plies().saturating_sub(1),
            &mut solution.set_lines,
        )?;
    }
    found
}

/// Direct and self play.
pub(super) fn forced(
    solution: &mut Solution,
    mut search: Forced,
    chess: &Chess,
    moves: u32,
    detail: &Detail,
    part: Part,
) -> Result<(), Exhausted> {
    if moves == 0 || hopeless(search.force, search.goal, chess) {
        solution.settled = true;
        return Ok(());
    }
    // What matters most comes first, so that it is there when the effort ends.
    for first in part.firsts(chess) {
        if let Some(moves) = search.length(&after(chess, first), moves)? {
            solution.keys.push(Attack {
                first,
                moves,
                play: Continuation::default(),
            });
        }
    }
    solution.settled = true;
    let levels = detail.levels;
    for key in &mut solution.keys {
        key.play = play(&mut search, &after(chess, key.first), key.moves, levels)?;
    }
    if detail.set_play
        && part.number == 0
        && let Ok(passed) = chess.clone().swap_turn()
    {
        solution.set_play = defences(&mut search, &passed, moves, levels)?;
    }
    let is_key = |m: Move| solution.keys.iter().any(|key| key.first == m);
    let others = part.firsts(chess).filter(|m| !is_key(*m));
    for first in others {
        let next = after(chess, first);
        if let Some(refutations) = refutations(&mut search, &next, moves, detail)? {
            let play = play(&mut search, &next, moves, levels)?;
            solution.tries.push(Try {
                first,
                refutations,
                play,
            });
        }
    }
    Ok(())
}

/// The few defences that refute an attack; none where they are too many.
fn refutations(
    search: &mut Forced,
    chess: &Chess,
    moves: u32,
    detail: &Detail,
) -> Result<Option<Vec<Move>>, Exhausted> {
    if detail.refutations == 0 {
        return Ok(None);
    }
    let mut refutations = Vec::new();
    for reply in chess.legal_moves() {
        if refutations.len() > detail.refutations {
            break;
        }
        if !search.loses(&after(chess, reply), moves)? {
            refutations.push(reply);
        }
    }
    let few = !refutations.is_empty() && refutations.len() <= detail.refutations;
    Ok(few.then_some(refutations))
}

/// What follows an attack just played, which takes `moves` with itself.
fn play(
    search: &mut Forced,
    chess: &Chess,
    moves: u32,
    levels: u32,
) -> Result<Continuation, Exhausted> {
    let mut play = Continuation::default();
    if levels == 0 {
        return Ok(play);
    }
    if moves > 1
        && !chess.is_check()
        && let Ok(passed) = chess.clone().swap_turn()
    {
        play.threats = answers(search, &passed, moves - 1, levels - 1)?;
    }
    play.defences = defences(search, chess, moves, levels)?;
    Ok(play)
}

/// The defences that do not help, with the attacker's answers.
fn defences(
    search: &mut Forced,
    chess: &Chess,
    moves: u32,
    levels: u32,
) -> Result<Vec<Defence>, Exhausted> {
    let mut defences = Vec::new();
    for reply in chess.legal_moves() {
        let next = after(chess, reply);
        if search.loses(&next, moves)? {
            let answers = answers(search, &next, moves - 1, levels.saturating_sub(1))?;
            defences.push(Defence { reply, answers });
        }
    }
    Ok(defences)
}

/// All that works for the side to move within so many moves.
fn answers(
    search: &mut Forced,
    chess: &Chess,
    moves: u32,
    levels: u32,
) -> Result<Vec<Attack>, Exhausted> {
    let mut answers = Vec::new();
    for first in chess.legal_moves() {
        let next = after(chess, first);
        if let Some(length) = search.length(&next, moves)? {
            let play = play(search, &next, length, levels)?;
            answers.push(Attack {
                first,
                moves: length,
                play,
            });
        }
    }
    Ok(answers)
}
