//! Positions built backward: the end first, then the moves that lead to it are taken back.
//!
//! A smothered mate hardly ever comes about by playing at random, but it is quickly laid out: a king, its own men
//! around it, a knight. So for motifs that have a *core* ([`mates`], [`stalemates`]) the core is placed, dressed with other men
//! as the constraint wants them ([`dress`]), and one, three or five half-moves are taken back ([`sissa_proof::Retro`]). What
//! comes out is only a proposal: it is judged like every other position, and its game is found afterwards.

mod dress;
mod mates;
mod stalemates;

use shakmaty::{
    Board, CastlingMode, Chess, Color, EnPassantMode, FromSetup as _, Position as _, Setup, Square,
};
use sissa_constraint::{Constraint, Goal, Judged, Predicate, Range};
use sissa_generate::Source;
use sissa_judge::{Effort, Line, Motif, Shortest, Solver, Stipulation, motif};
use sissa_proof::{EnPassant, Retro};

use dress::dressed;
use mates::Recipe;

/// Alternatives beyond this many are not looked at.
const MOST_GOALS: usize = 256;
/// Positions that a proof of the mate may look at while one is built.
const PROOF: u64 = 20_000;
/// Ways to take moves back that are tried with one board.
const WAYS: usize = 6;
/// The most moves that are taken back.
const MOVES: u32 = 3;

/// Chooses one of so many.
pub(super) type Pick<'a> = &'a mut dyn FnMut(u64) -> u64;

/// One of these.
fn one_of<T: Copy>(choices: &[T], pick: Pick<'_>) -> Option<T> {
    choices.get(pick(choices.len() as u64) as usize).copied()
}

/// Whether one in so many comes up.
fn one_in(chance: u64, pick: Pick<'_>) -> bool {
    pick(chance) == 0
}

/// What is built.
#[derive(Debug, Clone, Copy)]
enum Core {
    Mate(&'static Recipe, &'static Motif),
    Stalemate,
}

/// Builds positions that show a motif.
#[derive(Debug)]
pub(crate) struct Builder {
    goals: Vec<Goal>,
    cores: Vec<Core>,
}

/// Whether a motif is built, which is quicker by far than to wait until one comes about in games.
pub(crate) fn is_built(tag: &str) -> bool {
    tag == "stalemateTrick" || mates::recipe(tag).is_some()
}

impl Builder {
    /// A builder for a constraint that asks for a motif which has a core, or whose puzzles are to show one.
    pub fn new(constraint: &Constraint, themes: &[&str]) -> Option<Builder> {
        let goals = constraint.goals_anywhere(MOST_GOALS)?;
        let asked = goals.iter().flat_map(|goal| &goal.literals);
        let asked = asked.filter_map(|literal| match &literal.predicate {
            Predicate::Judged(Judged::Motif(tag)) if !literal.denied => Some(tag.as_str()),
            _ => None,
        });
        let mut cores: Vec<(&str, Core)> = Vec::new();
        for tag in asked.chain(themes.iter().copied()) {
            let core = match tag {
                "stalemateTrick" => Some(Core::Stalemate),
                _ => mates::recipe(tag)
                    .zip(motif(tag))
                    .map(|(recipe, motif)| Core::Mate(recipe, motif)),
            };
            if let Some(core) = core.filter(|_| !cores.iter().any(|(known, _)| *known == tag)) {
                cores.push((tag, core));
            }
        }
        let cores: Vec<Core> = cores.into_iter().map(|(_, core)| core).collect();
        (!goals.is_empty() && !cores.is_empty()).then_some(Builder { goals, cores })
    }
}

impl Source for Builder {
    fn propose(&self, pick: Pick<'_>) -> Option<Chess> {
        let goal = &self.goals[pick(self.goals.len() as u64) as usize];
        let core = one_of(&self.cores, pick)?;
        let solver = goal
            .turn
            .unwrap_or_else(|| Color::from_white(one_in(2, pick)));
        match core {
            Core::Mate(recipe, motif) => {
                let board = mates::core(recipe, solver, pick)?;
                let board = dressed(board, goal, &|board| is_mate(board, !solver), pick)?;
                taken_back(&board, solver, motif, moves_of(goal, pick), pick)
            }
            Core::Stalemate => {
                let (board, offered) = stalemates::core(solver, pick)?;
                let keeps = |board: &Board| stalemates::is_core(board, solver, offered);
                let board = dressed(board, goal, &keeps, pick)?;
                position(&board, solver)
            }
        }
    }

    fn is_fair(&self) -> bool {
        false
    }
}

/// The position of a board without castling rights.
fn position(board: &Board, turn: Color) -> Option<Chess> {
    let mut setup = Setup::empty();
    setup.board = board.clone();
    setup.turn = turn;
    Chess::from_setup(setup, CastlingMode::Standard).ok()
}

fn is_mate(board: &Board, mated: Color) -> bool {
    position(board, mated).is_some_and(|chess| chess.is_checkmate())
}

/// How many moves the solver is to have: as asked, else mostly few.
fn moves_of(goal: &Goal, pick: Pick<'_>) -> u32 {
    let asked = goal
        .literals
        .iter()
        .find_map(|literal| match &literal.predicate {
            Predicate::Judged(Judged::MateIn(range)) if !literal.denied => Some(*range),
            _ => None,
        });
    match asked {
        Some(Range { min, max }) => {
            let least = u32::try_from(min).unwrap_or(1).clamp(1, MOVES);
            let most = u32::try_from(max).unwrap_or(1).clamp(least, MOVES);
            least + pick(u64::from(most - least + 1)) as u32
        }
        None => match pick(6) {
            0..=2 => 1,
            3 | 4 => 2,
            _ => 3,
        },
    }
}

/// A position so many moves before a mate that is still a mate in so many.
fn taken_back(
    board: &Board,
    solver: Color,
    motif: &Motif,
    moves: u32,
    pick: Pick<'_>,
) -> Option<Chess> {
    let mated = position(board, !solver)?.to_setup(EnPassantMode::Legal);
    let end = Retro {
        en_passant: EnPassant::Any,
        ..Retro::new(&mated)
    };
    let mut solver_of_mates = None;
    for _ in 0..WAYS {
        let Some(before) = mating_move(&end, motif, pick) else {
            continue;
        };
        let mut retro = before;
        for _ in 1..moves {
            // The answer, often a capture of what was offered, and the move it answered.
            let Some(answer) = step_back(&retro, 2, pick) else {
                break;
            };
            let Some(earlier) = step_back(&answer, 4, pick) else {
                break;
            };
            retro = earlier;
        }
        let Some(chess) = position(&retro.board, retro.turn).filter(|_| retro.turn == solver)
        else {
            continue;
        };
        if moves == 1 {
            return Some(chess);
        }
        let prover = solver_of_mates.get_or_insert_with(Solver::new);
        let found = prover.shortest(&chess, Stipulation::mate(moves), &Effort::nodes(PROOF));
        if found == Shortest::In(moves) {
            return Some(chess);
        }
    }
    None
}

/// The position before a last move that shows the motif.
fn mating_move(end: &Retro, motif: &Motif, pick: Pick<'_>) -> Option<Retro> {
    let mut unmoves = end.unmoves();
    while !unmoves.is_empty() {
        let m = unmoves.swap_remove(pick(unmoves.len() as u64) as usize);
        // Of every square there are many captures and one quiet move.
        if m.is_capture() && !one_in(8, pick) || m.is_castle() {
            continue;
        }
        let before = end.before(m);
        let Some(chess) = position(&before.board, before.turn) else {
            continue;
        };
        let line = Line::new(&chess, &[m]);
        if line.is_some_and(|line| motif.holds(&line) == Some(true)) {
            return Some(before);
        }
    }
    None
}

/// A move taken back, a capture one time in so many if there is one.
fn step_back(retro: &Retro, captures: u64, pick: Pick<'_>) -> Option<Retro> {
    let unmoves = retro.unmoves();
    let (taking, quiet): (Vec<_>, Vec<_>) = unmoves
        .into_iter()
        .filter(|m| !m.is_castle())
        .partition(|m| m.is_capture());
    let takes = !taking.is_empty() && (quiet.is_empty() || one_in(captures, pick));
    let m = one_of(if takes { &taking } else { &quiet }, pick)?;
    Some(retro.before(m))
}

/// Squares of a side's men around a square that are free.
fn free_around(board: &Board, square: Square) -> Vec<Square> {
    let around = shakmaty::attacks::king_attacks(square) & !board.occupied();
    around.into_iter().collect()
}
