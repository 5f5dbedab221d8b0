//! Shortest games: proven where possible, otherwise short ones with a proven bound.
//!
//! | what | where |
//! |---|---|
//! | all games of each length, cut by the admissible distance | `deepening` |
//! | a constraint that settles the whole board | `sissa_proof`, from both ends |
//! | a short stalemate | `beam` |
//! | the shortest of many games of the style direct | here |
//!
//! Only the first two prove anything. A game of the others is called shortest where it is as long as the bound.

mod beam;
mod deepening;

use rand::RngExt;
use shakmaty::{Board, Chess, Setup};
use sissa_constraint::Distance;
use sissa_proof::{Budget, Given, Length, Target, answer, stream};

use self::{beam::Beam, deepening::Deepening};
use crate::{
    Failure, Found, Random,
    direct::{Attempt, Pace, repeats_five_times},
    line::Line,
    task::Task,
};

/// Games made by the direct style to choose a short one from, where none could be proven shortest.
const TRIES: u32 = 100;

/// A shortest game, proven where half of the nodes suffice; otherwise a short one.
pub(crate) fn search(
    task: &Task,
    mut rng: Random,
    stop: &dyn Fn() -> bool,
) -> Result<Found, Failure> {
    let limit = task.options.nodes / 2;
    let mut at_least = 0;
    if let Some(target) = whole_board(task) {
        match from_both_ends(task, &target, limit, &mut rng, stop) {
            Ok(found) => return Ok(found),
            Err(bound) => at_least = bound,
        }
    }
    let mut deepening = Deepening::new(task, limit, at_least, &mut rng, stop);
    let outcome = deepening.run();
    let (nodes, at_least) = (deepening.nodes, deepening.at_least);
    match outcome {
        Ok(line) => Ok(found(line, nodes, at_least)),
        Err(Failure::Budget { nodes }) => short(task, rng, nodes, at_least, stop),
        Err(failure) => Err(failure),
    }
}

/// A game that was found: shortest if it is as short as any can be.
fn found(line: Line, nodes: u64, at_least: u32) -> Found {
    Found {
        shortest: line.moves.len() == at_least as usize,
        position: line.state.position,
        moves: line.moves,
        nodes,
        at_least: Some(at_least),
        human: None,
    }
}

/// The board that every game has to reach, where there is only one.
fn whole_board(task: &Task) -> Option<Target> {
    let [goal] = task.goals() else {
        return None;
    };
    if task.options.start != Chess::default() {
        return None;
    }
    let mut board = Board::empty();
    let mut settled = 0;
    for (square, contents) in goal.settled() {
        settled += 1;
        if let Some(piece) = contents {
            board.set_piece_at(square, piece);
        }
    }
    let mut setup = Setup::empty();
    setup.board = board;
    setup.turn = goal.turn.unwrap_or(setup.turn);
    let given = if goal.turn.is_some() {
        Given::Turn
    } else {
        Given::Board
    };
    (settled == 64).then(|| Target::new(setup, given))
}

/// A game to the board from both ends. Whatever satisfies the constraint has this board, so no game that does is
/// shorter than the shortest to the board; the bound where that game does not satisfy the rest of it.
fn from_both_ends(
    task: &Task,
    target: &Target,
    nodes: u64,
    rng: &mut Random,
    stop: &dyn Fn() -> bool,
) -> Result<Found, u32> {
    let budget = Budget { nodes, stop };
    let answer = answer(
        target,
        Length::Shortest,
        budget,
        &mut stream(rng.random(), 0),
    );
    let at_least = answer.at_least.unwrap_or(0);
    let game = answer.games.first().ok_or(at_least)?;
    let mut line = Line::new(task.start.clone());
    for played in game.moves() {
        line.play(*played);
    }
    let short = game.plies() as u64 <= u64::from(task.options.max_plies);
    if short && task.holds(&line.state) {
        return Ok(found(line, answer.nodes.unwrap_or(0), at_least));
    }
    Err(at_least)
}

/// A short game, where none could be proven shortest.
fn short(
    task: &Task,
    mut rng: Random,
    nodes: u64,
    at_least: u32,
    stop: &dyn Fn() -> bool,
) -> Result<Found, Failure> {
    let losers = beam::losers(task);
    let distance = Distance::new(task.constraint());
    let mut spent = nodes;
    let mut best: Option<Line> = None;
    for loser in losers {
        let mut beam = Beam {
            task,
            distance: &distance,
            loser,
            rng: &mut rng,
            stop,
            nodes: spent,
        };
        let below = best.as_ref().map_or(usize::MAX, |line| line.moves.len());
        // The first gets the most: who moves first stalemates first.
        let left = task.options.nodes.saturating_sub(spent);
        let line = beam.run(below, left / 5 * 4);
        spent = beam.nodes;
        best = line.or(best);
    }
    best = best.filter(|line| !repeats_five_times(&task.start, &line.moves));
    match best {
        Some(line) => Ok(found(line, spent, at_least)),
        None => short_of_many(task, rng, spent, at_least, stop),
    }
}

/// The shortest of many games of the style direct.
fn short_of_many(
    task: &Task,
    rng: Random,
    nodes: u64,
    at_least: u32,
    stop: &dyn Fn() -> bool,
) -> Result<Found, Failure> {
    let mut attempt = Attempt::new(task, rng, nodes, stop);
    let mut best: Option<Found> = None;
    for _ in 0..TRIES {
        match (attempt.run(Pace::Hurried), &best) {
            (Ok(found), Some(shorter)) if found.moves.len() >= shorter.moves.len() => {}
            (Ok(found), _) => best = Some(found),
            (Err(_), Some(_)) => break,
            (Err(failure), None) => return Err(failure),
        }
    }
    let best = best.ok_or(Failure::Budget { nodes })?;
    Ok(Found {
        shortest: best.moves.len() == at_least as usize,
        at_least: Some(at_least),
        ..best
    })
}
