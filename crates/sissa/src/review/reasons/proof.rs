//! Replays what a sentence claims, from the record and the lines alone.
//!
//! | predicate | holds |
//! |---|---|
//! | `mate in N` | mate can be forced in so many moves: by exhaustive search |
//! | `mate` | the first half-moves of the line end with mate |
//! | `wins N` | after them the side that begins the line has so many pawns' worth more than before the move that was played, and nothing is about to be taken |
//! | `threat` | the line's first move takes something for nothing or mates, and could have been played before if it had been that side's turn |
//! | `threatens mate` | after them the side that began the line mates if the other passes |
//! | a motif | by its definition, on them |
//! | anything else | is a constraint that the position after them satisfies |

use shakmaty::{Chess, Color, EnPassantMode, FromSetup as _, Position as _, Role, Square};
use sissa_constraint::{Constraint, Situation};
use sissa_engine::see;
use sissa_judge::{Answer, Effort, Solver, motif};
use sissa_record::{ReasonLine, ReasonRecord};

use super::{
    Lines,
    material::{balance, quiet},
};

/// Positions that a proof of mate may take.
const PROOF: u64 = 30_000;
/// Longest mate that is proven.
pub(super) const MATES: u32 = 4;

/// Proves claims; remembers nothing between two.
#[derive(Debug)]
pub(in crate::review) struct Prover {
    solver: Solver,
}

impl Default for Prover {
    fn default() -> Prover {
        Prover {
            solver: Solver::with_table(1),
        }
    }
}

impl Prover {
    /// In how many moves the side to move forces mate, where that can be proven.
    pub fn mate(&mut self, chess: &Chess, most: u32) -> Option<u32> {
        let mut moves = 1..=most.min(MATES);
        moves.find(|moves| {
            let effort = Effort::nodes(PROOF);
            self.solver.mate_in(chess, *moves, &effort) == Answer::Yes
        })
    }

    /// Whether what a record says can be seen on its line, and the squares and arrows are of the board.
    pub fn proves(&mut self, lines: &Lines<'_>, claim: &ReasonRecord) -> bool {
        let on_board = |name: &String| name.parse::<Square>().is_ok();
        let arrow = |name: &String| {
            let (from, to) = name.split_at_checked(2).unwrap_or(("", ""));
            from.parse::<Square>().is_ok() && to.parse::<Square>().is_ok()
        };
        if !claim.squares.iter().all(on_board) || !claim.arrows.iter().all(arrow) {
            return false;
        }
        self.holds(lines, claim) == Some(true)
    }

    fn holds(&mut self, lines: &Lines<'_>, claim: &ReasonRecord) -> Option<bool> {
        let positions = lines.positions(claim.on);
        let reached = positions.get(claim.plies)?;
        let solver = positions[0].turn();
        let (word, number) = claim.predicate.rsplit_once(' ').unwrap_or(("", ""));
        match (word, number.parse::<u32>()) {
            ("mate in", Ok(moves)) => return Some(self.mate(&positions[0], moves).is_some()),
            ("wins", Ok(pawns)) => {
                let before = balance(lines.before, solver);
                let won = balance(reached, solver) - before;
                return Some(won >= i32::try_from(pawns).ok()? && quiet(reached));
            }
            _ => {}
        }
        Some(match claim.predicate.as_str() {
            "mate" => claim.plies % 2 == 1 && reached.is_checkmate(),
            "threat" => threat(lines, claim.on)?,
            "threatens mate" => {
                let turned = with_turn(reached, solver)?;
                mates_at_once(&turned)
            }
            predicate => match motif(predicate) {
                Some(motif) => motif.holds(&lines.line(claim.on, claim.plies)?)?,
                None => {
                    let constraint: Constraint = predicate.parse().ok()?;
                    constraint.compile().holds(&Situation::from(reached))
                }
            },
        })
    }
}

/// The position if it were the other side's move; none where that cannot be.
pub(in crate::review) fn with_turn(chess: &Chess, turn: Color) -> Option<Chess> {
    if chess.turn() == turn {
        return Some(chess.clone());
    }
    let mut setup = chess.to_setup(EnPassantMode::Legal);
    setup.swap_turn();
    setup.ep_square = None;
    Chess::from_setup(setup, chess.castles().mode()).ok()
}

pub(super) fn mates_at_once(chess: &Chess) -> bool {
    chess.legal_moves().into_iter().any(|m| {
        let mut next = chess.clone();
        next.play_unchecked(m);
        next.is_checkmate()
    })
}

/// Whether the answer was already there before the move that was played.
fn threat(lines: &Lines<'_>, on: ReasonLine) -> Option<bool> {
    let first = *lines.moves(on).first()?;
    let turned = with_turn(lines.before, !lines.mover())?;
    if on != ReasonLine::Answer || !turned.is_legal(first) {
        return Some(false);
    }
    let mut next = turned.clone();
    next.play_unchecked(first);
    let takes = first.is_capture() && see::at_least(&turned, first, see::value(Role::Pawn));
    Some(takes || next.is_checkmate())
}
