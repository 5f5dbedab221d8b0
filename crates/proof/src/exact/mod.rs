//! Games of an exact length, all of them, and shortest games.
//!
//! The proof-game problem: a diagram and a number of half-moves are given, the game is asked for. The
//! idea: **count what each side can afford**. The goal tells how many moves every man needs at least;
//! the length tells how many each side has. What is left over is usually next to nothing, so almost
//! every position can be dismissed (`bound`). The search goes from both ends until they meet
//! (`search`), and what meets is read off (`readout`). Where that takes long and one game is enough, it is looked
//! for as the solution of a formula (`clauses`) and along plans (`guess`).
//!
//! ```
//! use sissa_proof::{Budget, Target, games};
//!
//! let target = Target::diagram("rnbqkbnr/p1pppppQ/1p6/8/4P3/8/PPPP1PPP/RNB1KBNR".parse()?);
//! let found = games(&target, 5, 10, &Budget::nodes(100_000));
//! assert!(found.complete);
//! assert_eq!(found.games.len(), 1);
//! assert_eq!(found.games[0].movetext(), "1. e4 h5 2. Qxh5 b6 3. Qh7");
//! # Ok::<_, shakmaty::fen::ParseFenError>(())
//! ```

mod bound;
mod clauses;
mod distance;
mod guess;
mod key;
mod layer;
mod readout;
mod search;
mod short;
mod side;
mod why;

use std::ops::ControlFlow;

use shakmaty::{Chess, Move};
use sissa_record::Game;

use crate::{Budget, Target};
use clauses::Formulas;
use search::{Outcome, Search};

pub(crate) use search::turn;
pub(crate) use short::short;
pub(crate) use why::why_none;

/// What a search of one length found.
#[derive(Clone, Debug)]
pub struct Games {
    /// The games, each replayed by [`verify`](crate::verify()).
    pub games: Vec<Game>,
    /// Whether these are all there are: none at all, if the list is empty.
    pub complete: bool,
    /// The length searched last: every shorter one is excluded by [`shortest`].
    pub plies: u32,
    /// Positions looked at.
    pub nodes: u64,
}

/// Nodes of the first search for a single game: where they do not suffice, other ways are tried.
const SHORT: u64 = 200_000;
/// Nodes of the searches for a single game, and of the formulas after each.
const TURNS: [(u64, u64); 2] = [(SHORT, 300_000), (1_500_000, 2_000_000)];

/// The games of exactly so many half-moves that reach the goal, `most` of them at the most. A single game of
/// a long problem may also be found by a formula or along a plan; then nothing is said about others.
///
/// ```
/// use shakmaty::fen::Fen;
/// use sissa_proof::{Budget, Target, games};
///
/// // After two plies this is 1. e4 e5 and nothing else; three plies cannot lead there.
/// let fen: Fen = "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2".parse()?;
/// let target = Target::position(fen.into_setup());
/// assert_eq!(games(&target, 2, 10, &Budget::nodes(1_000)).games.len(), 1);
/// let none = games(&target, 3, 10, &Budget::nodes(1_000));
/// assert!(none.complete && none.games.is_empty());
/// # Ok::<_, shakmaty::fen::ParseFenError>(())
/// ```
pub fn games(target: &Target, plies: u32, most: usize, budget: &Budget<'_>) -> Games {
    let mut found = Games {
        games: Vec::new(),
        complete: false,
        plies,
        nodes: 0,
    };
    if most == 1 && budget.nodes > SHORT {
        if let Some(game) = one(target, plies, budget, &mut found) {
            found.games.push(game);
        }
        if found.complete || !found.games.is_empty() {
            return found;
        }
    }
    search_length(target, plies, most, budget, &mut found);
    found
}

/// One game, found by searches that are not too long, by a formula or along a plan, each in its turn.
fn one(target: &Target, plies: u32, budget: &Budget<'_>, found: &mut Games) -> Option<Game> {
    let retro = target.retro(turn(plies));
    let accept = |moves: &[Move]| target.is_reached_by(moves);
    let game = |moves: Vec<Move>| Game::from_moves(Chess::default(), moves).ok();
    let mut formulas = None;
    let mut near = true;
    for (searched, solved) in TURNS {
        if near {
            let part = Budget {
                nodes: found.nodes.saturating_add(searched).min(budget.nodes),
                stop: budget.stop,
            };
            // Layers grow by the same factor again and again: what is far from meeting never meets.
            near = 2 * search_length(target, plies, 1, &part, found) > plies;
            if found.complete || !found.games.is_empty() || (budget.stop)() {
                return None;
            }
        }
        let formulas = formulas.get_or_insert_with(|| Formulas::new(&retro, plies, budget));
        if let Some(moves) = formulas.solve(solved, &mut found.nodes, &accept) {
            return game(moves);
        }
    }
    let free = !target.knows_castling();
    let moves = guess::guess(&retro, free, plies, budget, &mut found.nodes, &accept)?;
    game(moves)
}

/// Searches one length from both ends; how many plies of it were looked at.
fn search_length(
    target: &Target,
    plies: u32,
    most: usize,
    budget: &Budget<'_>,
    found: &mut Games,
) -> u32 {
    found.complete = true;
    let last = turn(plies);
    if target.turn().is_some_and(|side| side != last) || !target.flaws(last).is_empty() {
        return 0;
    }
    let mut search = Search::new(target, plies, budget, found.nodes);
    let outcome = search.run();
    found.nodes = search.nodes;
    let covered = search.covered;
    match outcome {
        Outcome::None => {}
        Outcome::Stopped => found.complete = false,
        Outcome::Met(met) => {
            let stopped = readout::each(&met, &mut |moves| {
                found.nodes += 1;
                if found.games.len() >= most
                    || found.nodes > budget.nodes
                    || found.nodes.is_multiple_of(1024) && (budget.stop)()
                {
                    return ControlFlow::Break(());
                }
                if target.is_reached_by(moves)
                    && let Ok(game) = Game::from_moves(Chess::default(), moves.iter().copied())
                {
                    found.games.push(game);
                }
                ControlFlow::Continue(())
            });
            found.complete = stopped.is_continue();
        }
    }
    covered
}

/// Lengths tried by [`shortest`].
const LONGEST: u32 = 1_000;

/// A shortest game to the goal: every smaller number of half-moves was searched without a game.
///
/// Games of `longest` half-moves and more are not asked for. Where the list of games is empty and
/// `complete`, there is none that short.
///
/// ```
/// use shakmaty::fen::Fen;
/// use sissa_proof::{Budget, Target, shortest};
///
/// let fen: Fen = "rnbqkbnr/1ppppppp/8/p7/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 3".parse()?;
/// let found = shortest(&Target::position(fen.into_setup()), 100, &Budget::nodes(100_000));
/// // Not 1. a3 a5 and not 1. Nf3 a5 2. Ng1: the knight's return leaves Black a move to make.
/// assert_eq!(found.games[0].plies(), 4);
/// # Ok::<_, shakmaty::fen::ParseFenError>(())
/// ```
pub fn shortest(target: &Target, longest: u32, budget: &Budget<'_>) -> Games {
    let mut found = Games {
        games: Vec::new(),
        complete: true,
        plies: 0,
        nodes: 0,
    };
    for plies in 0..longest.min(LONGEST) {
        found.plies = plies;
        search_length(target, plies, 1, budget, &mut found);
        if !found.games.is_empty() || !found.complete {
            return found;
        }
    }
    // Nobody searches lengths that big one by one; then nothing is said about longer games.
    found.complete = longest <= LONGEST;
    found
}
