//! Tight constraints: the position first, then its game.
//!
//! Where most squares are settled (whole placements, FEN patterns) hardly any game passes through a
//! position that fits, and steering one there is hopeless. So the board is laid out as the constraint
//! wants it, and [`sissa_proof::prove`] finds a game that reaches it: the backward direction.

use rand::{RngExt, seq::SliceRandom};
use shakmaty::{
    Bitboard, Board, CastlingMode, Chess, Color, FromSetup, Piece, Role, Setup, Square,
};
use sissa_constraint::{Cell, Goal, Wing};
use sissa_proof::{Budget, Verdict, prove, stream};

use crate::{Found, Random, line::Line, task::Task};

/// From so many settled squares on the backward direction is tried first.
const TIGHT: usize = 40;
/// Boards laid out for one position.
const LAYOUTS: usize = 12;
/// What a game to one of them may cost: enough for nearly all that have one.
const NODES: u64 = 400_000;
/// What all of them may cost.
const MOST_NODES: u64 = 2_000_000;

/// Whether all alternatives settle most squares.
pub(crate) fn is_tight(goals: &[Goal]) -> bool {
    !goals.is_empty()
        && goals.iter().all(|goal| {
            let laid = goal.clone().with_patterns_laid(&mut |_| 0);
            laid.settled().count() >= TIGHT
        })
}

/// A position that fits with a game that reaches it; `None` where none came up. What was spent is
/// added to `nodes`.
pub(crate) fn attempt(
    task: &Task,
    rng: &mut Random,
    nodes: &mut u64,
    stop: &dyn Fn() -> bool,
) -> Option<Found> {
    // Most of the nodes stay for the forward direction.
    let most = (task.options.nodes / 2).min(MOST_NODES);
    for _ in 0..LAYOUTS {
        let goal = task.goal(rng)?;
        let goal = goal.with_patterns_laid(&mut |choices| rng.random_range(0..choices.max(1)));
        let Some(board) = laid_out(&goal, rng) else {
            continue;
        };
        for setup in setups(task, &goal, &board, rng) {
            if *nodes >= most || stop() {
                return None;
            }
            *nodes += 100;
            let budget = Budget {
                nodes: (most - *nodes).min(NODES),
                stop,
            };
            match prove(&setup, budget, &mut stream(rng.random(), 0)) {
                Verdict::Legal { game } => {
                    *nodes += game.plies() as u64;
                    let mut line = Line::new(task.start.clone());
                    for m in game.moves() {
                        line.play(*m);
                    }
                    let short = game.plies() as u64 <= u64::from(task.options.max_plies);
                    if short && task.holds(&line.state) {
                        return Some(Found {
                            position: line.state.position,
                            moves: line.moves,
                            nodes: *nodes,
                            shortest: false,
                            at_least: None,
                            human: None,
                        });
                    }
                }
                Verdict::Undecided { exhausted, .. } => *nodes += exhausted.nodes,
                Verdict::Illegal { .. } => {}
            }
        }
    }
    None
}

/// A board with what is settled, and something fitting elsewhere: mostly nothing.
fn laid_out(goal: &Goal, rng: &mut Random) -> Option<Board> {
    let mut board = Board::empty();
    let mut open: Vec<(Square, Cell)> = Vec::new();
    for square in Square::ALL {
        let cell = goal.cells[usize::from(square)];
        match cell.only_piece() {
            Some(piece) => board.set_piece_at(square, piece),
            None if cell == Cell::EMPTY => {}
            None if cell == Cell::NONE => return None,
            None => open.push((square, cell)),
        }
    }
    open.shuffle(rng);
    // Kings that nobody placed come first, then the squares that must not stay empty.
    for color in Color::ALL {
        if board.king_of(color).is_none() {
            let king = color.king();
            let index = open.iter().position(|(_, cell)| cell.allows(Some(king)))?;
            board.set_piece_at(open.swap_remove(index).0, king);
        }
    }
    for (square, cell) in open {
        if cell.allows(None) && rng.random_range(0..6) > 0 {
            continue;
        }
        let fitting: Vec<Piece> = Color::ALL
            .into_iter()
            .flat_map(|color| Role::ALL.map(|role| role.of(color)))
            .filter(|piece| piece.role != Role::King && cell.allows(Some(*piece)))
            .filter(|piece| piece.role != Role::Pawn || !Bitboard::BACKRANKS.contains(square))
            .collect();
        if !fitting.is_empty() {
            let piece = fitting[rng.random_range(0..fitting.len())];
            board.set_piece_at(square, piece);
        } else if !cell.allows(None) {
            return None;
        }
    }
    Some(board)
}

/// The positions of a board: both sides to move, with as many castling rights as there can be and with
/// as few. Those that satisfy the constraint as they stand come first.
fn setups(task: &Task, goal: &Goal, board: &Board, rng: &mut Random) -> Vec<Setup> {
    let rooks = |rights: &[(Color, Wing)]| -> Bitboard {
        rights
            .iter()
            .map(|(color, wing)| wing.rook_square(*color))
            .collect()
    };
    let possible: Bitboard = Bitboard::CORNERS
        .into_iter()
        .filter(|square| {
            let color = Color::from_white(square.rank() == shakmaty::Rank::First);
            let king = Square::from_coords(shakmaty::File::E, color.backrank());
            board.piece_at(*square) == Some(color.rook())
                && board.piece_at(king) == Some(color.king())
        })
        .collect();
    let (held, lost) = (rooks(&goal.held), rooks(&goal.lost));
    let most = (possible & !lost) | held;
    let mut castlings = vec![most];
    if held != most {
        castlings.push(held);
    }
    let mut turns: Vec<Color> = Color::ALL
        .into_iter()
        .filter(|color| goal.turn.is_none_or(|turn| turn == *color))
        .collect();
    turns.shuffle(rng);
    let mut setups: Vec<(bool, Setup)> = Vec::new();
    for castling in castlings {
        for turn in &turns {
            let mut setup = Setup::empty();
            setup.board = board.clone();
            setup.turn = *turn;
            setup.castling_rights = castling;
            if let Ok(position) = Chess::from_setup(setup.clone(), CastlingMode::Standard) {
                let state = crate::line::State::new(position, task.options.castled);
                setups.push((!task.holds(&state), setup));
            }
        }
    }
    setups.sort_by_key(|(fails, _)| *fails);
    setups.into_iter().map(|(_, setup)| setup).collect()
}
