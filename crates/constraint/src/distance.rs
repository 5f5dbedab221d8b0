//! A lower bound on the half-moves still needed.
//!
//! Each side's necessary moves are counted apart (a man disappears only by a capture of the other
//! side, a man appears only by a promotion of its own, a square is filled only by a move to it) and
//! then interleaved by whose turn it is. The bound is admissible: it never exceeds the length of the
//! shortest continuation that satisfies the constraint, so a search may prune by it and still call
//! what it finds shortest. It knows nothing of obstacles (but for men between a king and the rook it castles with),
//! checks or legality.

mod castling;

use shakmaty::{Bitboard, Board, Chess, Color, Piece, Position, Role, Square};

use castling::castling_plies;

use crate::{
    Compiled, Constraint, Goal, Situation, compile::ply, feasible::MAX_BRANCHES,
    routes::route_length,
};

/// A constraint ready to say how far away it is.
///
/// ```
/// use shakmaty::Chess;
/// use sissa_constraint::{Constraint, Distance};
/// // Black must capture twice: White moves, Black captures, White moves, Black captures.
/// let distance = Distance::new(&"white (0,2,2,2,7)".parse::<Constraint>()?);
/// assert_eq!(distance.plies(&(&Chess::default()).into()), Some(4));
/// # Ok::<(), sissa_constraint::ParseError>(())
/// ```
#[derive(Debug, Clone)]
pub struct Distance {
    compiled: Compiled,
    /// The alternatives; `None` where they are too many to look at one by one.
    goals: Option<Vec<Goal>>,
}

impl Distance {
    /// Prepares the bound for a constraint.
    pub fn new(constraint: &Constraint) -> Distance {
        Distance {
            compiled: constraint.compile(),
            goals: constraint.goals_anywhere(MAX_BRANCHES / 16),
        }
    }

    /// Fewest half-moves after which the constraint can hold, at least; `None` where it is out of
    /// reach for good.
    pub fn plies(&self, situation: &Situation<'_>) -> Option<u32> {
        if self.compiled.holds(situation) {
            return Some(0);
        }
        match &self.goals {
            None => Some(1),
            Some(goals) => {
                let nearest = goals
                    .iter()
                    .filter_map(|goal| goal.distance_in(situation))
                    .min()?;
                Some(nearest.max(1))
            }
        }
    }
}

/// Moves a side must still make.
#[derive(Debug, Clone, Copy, Default)]
struct MoveCounts {
    white: u32,
    black: u32,
}

impl MoveCounts {
    fn raise(&mut self, color: Color, moves: u32) {
        let slot = color.fold_wb(&mut self.white, &mut self.black);
        *slot = (*slot).max(moves);
    }
}

impl Goal {
    /// Fewest half-moves from here, at least; `None` where this alternative is out of reach. The
    /// literals themselves are not consulted: zero does not mean satisfied.
    pub fn distance(&self, position: &Chess) -> Option<u32> {
        let plies = self.least_plies(position)?;
        (i64::from(ply(position)) + i64::from(plies) <= i64::from(self.ply.max)).then_some(plies)
    }

    /// The same, knowing who has castled: then what must still be castled takes its moves.
    fn distance_in(&self, situation: &Situation<'_>) -> Option<u32> {
        let position = situation.position;
        let mut castling = 0;
        for (color, wing) in Color::ALL.map(|color| (color, *self.castled.get(color))) {
            let Some(wing) = wing else { continue };
            match situation.castled.get(color) {
                Some(side) if *side == wing.castling_side() => {}
                Some(_) => return None,
                None => castling = castling.max(castling_plies(color, wing, position)?),
            }
        }
        let plies = self.plies_from(position, castling)?;
        (i64::from(ply(position)) + i64::from(plies) <= i64::from(self.ply.max)).then_some(plies)
    }

    /// The same without regard to the latest half-move allowed.
    pub(crate) fn least_plies(&self, position: &Chess) -> Option<u32> {
        self.plies_from(position, 0)
    }

    /// At least so many half-moves, and as many as everything but castling takes.
    fn plies_from(&self, position: &Chess, least: u32) -> Option<u32> {
        let board = position.board();
        let mut needed = MoveCounts::default();
        for color in Color::ALL {
            self.material_moves(color, board, &mut needed)?;
            self.placement_moves(color, board, position, &mut needed)?;
        }
        for (color, wing) in &self.held {
            if !position.castles().has(*color, wing.castling_side()) {
                return None;
            }
        }
        let plies = self.interleave(needed, least, position);
        // A right is lost by a move of its owner or the capture of its rook: one half-move at least.
        let loses = self
            .lost
            .iter()
            .any(|(color, wing)| position.castles().has(*color, wing.castling_side()));
        Some(plies.max(u32::from(loses)))
    }

    /// Captures and promotions that the counts demand.
    fn material_moves(&self, color: Color, board: &Board, needed: &mut MoveCounts) -> Option<()> {
        let men = board.by_color(color);
        let count = |role: Role| i32::try_from((men & board.by_role(role)).count()).unwrap_or(0);
        let pawns = count(Role::Pawn);
        let pawn_window = self.windows.role(color, Role::Pawn);
        let (mut to_promote, mut to_capture, mut room) = (0, 0, 0);
        for role in [Role::Queen, Role::Rook, Role::Knight, Role::Bishop] {
            let window = self.windows.role(color, role);
            let now = count(role);
            to_promote += (window.min - now).max(0);
            to_capture += (now - window.max).max(0);
            room += (window.max - now).max(0);
        }
        if pawns < pawn_window.min + to_promote {
            return None;
        }
        // Surplus pawns are captured, or promoted where their new role has room for them.
        to_capture += (pawns - pawn_window.max - room).max(0);
        let total = i32::try_from(men.count()).unwrap_or(0);
        let window = self.windows.men(color);
        if total < window.min {
            return None;
        }
        to_capture = to_capture.max(total - window.max);
        needed.raise(!color, u32::try_from(to_capture).unwrap_or(0));
        let promoting = usize::try_from(to_promote).unwrap_or(0);
        if promoting > 0 {
            let mut steps: Vec<u32> = (men & board.pawns())
                .into_iter()
                .map(|pawn| {
                    let height = color.fold_wb(u32::from(pawn.rank()), 7 - u32::from(pawn.rank()));
                    7 - height - u32::from(height == 1)
                })
                .collect();
            steps.sort_unstable();
            needed.raise(color, steps.iter().take(promoting).sum());
        }
        Some(())
    }

    /// Moves to the squares that must be filled.
    fn placement_moves(
        &self,
        color: Color,
        board: &Board,
        position: &Chess,
        needed: &mut MoveCounts,
    ) -> Option<()> {
        let mut missing = 0;
        for (square, contents) in self.settled() {
            let Some(piece) = contents.filter(|piece| piece.color == color) else {
                continue;
            };
            if board.piece_at(square) == Some(piece) {
                continue;
            }
            missing += 1;
            let castling = castling_moves(position, color, piece.role);
            let route = shortest_route(board, piece, Bitboard::from(square), castling)?;
            needed.raise(color, route);
        }
        // A move fills one square, castling two.
        let castling = u32::from(castling_moves(position, color, Role::King));
        needed.raise(color, u32::saturating_sub(missing, castling));
        for placement in &self.placements {
            if placement.color != color || placement.range.min < 1 {
                continue;
            }
            let roles = placement
                .roles
                .iter()
                .fold(Bitboard::EMPTY, |squares, role| {
                    squares | board.by_role(*role)
                });
            let there = i32::try_from((board.by_color(color) & roles & placement.squares).count())
                .unwrap_or(0);
            let short = placement.range.min - there;
            if short <= 0 {
                continue;
            }
            needed.raise(
                color,
                u32::try_from(short).unwrap_or(0).saturating_sub(castling),
            );
            if let [role] = placement.roles
                && short == 1
                && there == 0
            {
                let castling = castling_moves(position, color, *role);
                needed.raise(
                    color,
                    shortest_route(
                        board,
                        Piece { color, role: *role },
                        placement.squares,
                        castling,
                    )?,
                );
            }
        }
        Some(())
    }

    /// Half-moves in which each side can make the moves it needs, ending with the right side to move
    /// and not before the earliest half-move allowed.
    fn interleave(&self, needed: MoveCounts, least: u32, position: &Chess) -> u32 {
        let turn = position.turn();
        let mine = turn.fold_wb(needed.white, needed.black);
        let theirs = turn.fold_wb(needed.black, needed.white);
        let mut plies = (2 * mine).saturating_sub(1).max(2 * theirs).max(least);
        let now = ply(position);
        plies = plies.max(u32::try_from(self.ply.min.saturating_sub(now)).unwrap_or(0));
        if let Some(wanted) = self.turn {
            plies += u32::from(plies.is_multiple_of(2) != (wanted == turn));
        }
        plies
    }
}

/// Whether castling may move a man of this role in a way its route does not know.
fn castling_moves(position: &Chess, color: Color, role: Role) -> bool {
    matches!(role, Role::King | Role::Rook) && position.castles().has_color(color)
}

/// Fewest moves by which some man can become this piece on one of the squares; `None` if none can.
fn shortest_route(board: &Board, piece: Piece, squares: Bitboard, castling: bool) -> Option<u32> {
    let by_route = board
        .by_piece(piece)
        .into_iter()
        .flat_map(|from| {
            squares
                .into_iter()
                .filter_map(move |to| route_length(piece.color, piece.role, from, to))
        })
        .min();
    // Castling carries a king two squares and a rook past it: at least one move.
    let by_castling = castling.then_some(1);
    let by_promotion = if matches!(
        piece.role,
        Role::Queen | Role::Rook | Role::Bishop | Role::Knight
    ) {
        let pawns = board.by_piece(Piece {
            role: Role::Pawn,
            ..piece
        });
        pawns
            .into_iter()
            .map(|pawn: Square| {
                7 - piece
                    .color
                    .fold_wb(u32::from(pawn.rank()), 7 - u32::from(pawn.rank()))
            })
            .map(|steps| steps.saturating_sub(1).max(1))
            .min()
    } else {
        None
    };
    [by_route, by_castling, by_promotion]
        .into_iter()
        .flatten()
        .min()
}
