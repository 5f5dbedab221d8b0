//! One alternative of a constraint, boiled down to what it says of material, squares and rights.
//!
//! A [`Goal`] is a relaxation: every position that satisfies the literals lies within its windows
//! and cells, not every position within them satisfies the literals. That makes it safe to refuse
//! and to bound with, and a good guide to search by; the literals stay the judge.

mod windows;

use shakmaty::{Bitboard, ByColor, Color, File, Piece, Rank, Role, Square, attacks};

pub use windows::{Window, Windows};

use crate::{
    Constraint, Men, Predicate, Range, Side, Wing,
    branch::Literal,
    compile::natural_range,
    feasible::{Code, Reason},
    pattern::{all_pieces, content_index},
};

/// What may stand on a square: a set of men, and whether it may be empty.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Cell(u16);

impl Cell {
    /// Nothing fits.
    pub const NONE: Cell = Cell(0);
    /// Nothing stands there.
    pub const EMPTY: Cell = Cell(1);
    /// Anything or nothing.
    pub const ANY: Cell = Cell((1 << 13) - 1);

    /// Just this man.
    pub fn piece(piece: Piece) -> Cell {
        Cell(1 << content_index(Some(piece)))
    }

    /// Any man of this colour.
    pub fn of_color(color: Color) -> Cell {
        Role::ALL.into_iter().fold(Cell::NONE, |cell, role| {
            cell.or(Cell::piece(Piece { color, role }))
        })
    }

    /// Either.
    #[must_use]
    pub const fn or(self, other: Cell) -> Cell {
        Cell(self.0 | other.0)
    }

    /// Both.
    #[must_use]
    pub const fn and(self, other: Cell) -> Cell {
        Cell(self.0 & other.0)
    }

    /// Everything else.
    #[must_use]
    pub const fn complement(self) -> Cell {
        Cell(!self.0 & Cell::ANY.0)
    }

    /// Whether the contents fit.
    pub fn allows(self, contents: Option<Piece>) -> bool {
        self.0 & (1 << content_index(contents)) != 0
    }

    /// The one man that fits, where only one does and the square may not be empty.
    pub fn only_piece(self) -> Option<Piece> {
        (self.0.count_ones() == 1 && self != Cell::EMPTY)
            .then(|| all_pieces().find(|piece| self.allows(Some(*piece))))
            .flatten()
    }
}

/// Men of some roles that must, or must not, stand in a region.
#[derive(Debug, Clone)]
pub struct Placement {
    /// Whose.
    pub color: Color,
    /// Which.
    pub roles: &'static [Role],
    /// Where.
    pub squares: Bitboard,
    /// How many of them.
    pub range: Range,
}

/// One alternative of a constraint.
#[derive(Debug, Clone)]
pub struct Goal {
    /// What must hold, exactly.
    pub literals: Vec<Literal>,
    /// How many men of each kind there may be.
    pub windows: Windows,
    /// What may stand on each square.
    pub cells: [Cell; 64],
    /// Counts within regions.
    pub placements: Vec<Placement>,
    /// Whose turn it must be.
    pub turn: Option<Color>,
    /// Half-moves played.
    pub ply: Range,
    /// Castling rights that must be held.
    pub held: Vec<(Color, Wing)>,
    /// Castling rights that must be gone.
    pub lost: Vec<(Color, Wing)>,
    /// Castling that must have been done.
    pub castled: ByColor<Option<Wing>>,
    /// Reasons found on the way why nothing can satisfy it.
    pub(crate) contradictions: Vec<Reason>,
}

impl Constraint {
    /// The alternatives of the constraint that games from the starting position may satisfy, where
    /// there are at most `limit`.
    #[doc(hidden)]
    pub fn goals(&self, limit: usize) -> Option<Vec<Goal>> {
        let goals = self.goals_anywhere(limit)?;
        Some(
            goals
                .into_iter()
                .filter(|goal| goal.refutation().is_none())
                .collect(),
        )
    }

    /// The alternatives that games from some legal position may satisfy, where there are at most
    /// `limit`.
    #[doc(hidden)]
    pub fn goals_anywhere(&self, limit: usize) -> Option<Vec<Goal>> {
        let branches = self.alternatives().branches(limit)?;
        Some(
            branches
                .into_iter()
                .map(Goal::new)
                .filter(|goal| goal.refutation_anywhere().is_none())
                .collect(),
        )
    }

    /// One alternative, each choice made by `pick(number of choices)`; it may be refuted.
    #[doc(hidden)]
    pub fn sample_goal(&self, pick: &mut dyn FnMut(usize) -> usize) -> Option<Goal> {
        Some(Goal::new(self.alternatives().sample(pick)?))
    }
}

impl Goal {
    pub(crate) fn new(literals: Vec<Literal>) -> Goal {
        let mut goal = Goal {
            literals,
            windows: Windows::new(),
            cells: initial_cells(),
            placements: Vec::new(),
            turn: None,
            ply: Range {
                min: 0,
                max: i32::MAX,
            },
            held: Vec::new(),
            lost: Vec::new(),
            castled: ByColor {
                white: None,
                black: None,
            },
            contradictions: Vec::new(),
        };
        let literals = std::mem::take(&mut goal.literals);
        for literal in &literals {
            goal.take_in(literal);
        }
        goal.place_kings();
        goal.count_cells();
        goal.windows.settle(&literals, &mut goal.contradictions);
        goal.literals = literals;
        goal
    }

    fn refuse(&mut self, code: Code, message: impl Into<String>, squares: Bitboard) {
        self.contradictions.push(Reason {
            code,
            message: message.into(),
            squares,
        });
    }

    fn take_in(&mut self, literal: &Literal) {
        match (&literal.predicate, literal.denied) {
            (Predicate::Count(count), false) => {
                if let Some(men) = count.men()
                    && men.traits.is_empty()
                    && !men.region.is_whole_board()
                {
                    self.place(men, count.range);
                }
            }
            (Predicate::Empty(region), false) => {
                for square in region.squares {
                    self.restrict(square, Cell::EMPTY);
                }
            }
            (Predicate::Empty(region), true) => {
                if let Some(square) = region.squares.single_square() {
                    self.restrict(square, Cell::EMPTY.complement());
                }
            }
            (Predicate::Pattern(pattern), false) => {
                for (rank, layouts) in Rank::ALL.iter().rev().zip(pattern.ranks()) {
                    for (i, file) in File::ALL.iter().enumerate() {
                        let cell = layouts
                            .iter()
                            .fold(Cell::NONE, |cell, layout| cell.or(layout[i]));
                        self.restrict(Square::from_coords(*file, *rank), cell);
                    }
                }
            }
            (Predicate::Castling(side, wing) | Predicate::CanCastle(side, wing), false) => {
                let color = color(*side);
                if matches!(literal.predicate, Predicate::CanCastle(..)) {
                    self.set_turn(color, Code::Turn);
                    for square in castling_path(color, *wing) {
                        self.restrict(square, Cell::EMPTY);
                    }
                }
                self.hold(color, *wing);
            }
            (Predicate::Castling(side, wing), true) => self.lost.push((color(*side), *wing)),
            (Predicate::Castled(side, wing), false) => {
                let color = color(*side);
                if self.castled.get(color).is_some_and(|done| done != *wing) {
                    self.refuse(
                        Code::CastledTwice,
                        format!("{} can castle only once", name(color)),
                        Bitboard::EMPTY,
                    );
                }
                *self.castled.get_mut(color) = Some(*wing);
            }
            (
                Predicate::Check(Some(side))
                | Predicate::DoubleCheck(Some(side))
                | Predicate::Checkmate(Some(side)),
                false,
            ) => self.set_turn(color(*side), Code::BothInCheck),
            (Predicate::Stalemate(Some(side)) | Predicate::ToMove(side), false) => {
                self.set_turn(color(*side), Code::Turn);
            }
            (Predicate::OppositeBishops, false) => {
                for color in Color::ALL {
                    self.windows.bound_bishops(color, Range::exactly(1));
                }
            }
            (Predicate::Ply(range), false) => self.bound_ply(range.min, range.max),
            (Predicate::MoveNumber(range), false) => self.bound_ply(
                range.min.saturating_sub(1).saturating_mul(2),
                range
                    .max
                    .saturating_sub(1)
                    .saturating_mul(2)
                    .saturating_add(1),
            ),
            _ => {}
        }
    }

    fn bound_ply(&mut self, min: i32, max: i32) {
        self.ply.min = self.ply.min.max(min);
        self.ply.max = self.ply.max.min(max);
    }

    fn set_turn(&mut self, color: Color, code: Code) {
        if self.turn.is_some_and(|turn| turn != color) {
            let message = match code {
                Code::BothInCheck => {
                    "only the side to move can be in check, never both kings at once"
                }
                _ => "it cannot be both White's and Black's turn",
            };
            self.refuse(code, message, Bitboard::EMPTY);
        }
        self.turn = Some(color);
    }

    fn place(&mut self, men: &Men, range: Range) {
        match men.side {
            Some(side) => self.place_for(color(side), men, range),
            // Of both sides together, only "none at all" says something about each.
            None if range.max <= 0 => Color::ALL
                .into_iter()
                .for_each(|color| self.place_for(color, men, range)),
            None => {}
        }
    }

    fn place_for(&mut self, color: Color, men: &Men, range: Range) {
        let mut squares = men.region.for_color(color) & men.kind.squares();
        if men.kind.roles() == [Role::Pawn] {
            let on_board =
                squares & !(Bitboard::from_rank(Rank::First) | Bitboard::from_rank(Rank::Eighth));
            if range.min > 0 && on_board.is_empty() {
                self.refuse(
                    Code::PawnOnEndRank,
                    "a pawn never stands on the first or the eighth rank",
                    squares,
                );
                return;
            }
            squares = on_board;
        }
        let range = natural_range(range);
        if let (Some(square), [role], true) =
            (squares.single_square(), men.kind.roles(), range.min >= 1)
        {
            self.restrict(square, Cell::piece(Piece { color, role: *role }));
            if range.min > 1 {
                self.refuse(
                    Code::Counts,
                    format!("only one man can stand on {square}"),
                    Bitboard::from(square),
                );
            }
        }
        if range.max == 0 {
            for square in squares {
                for role in men.kind.roles() {
                    self.restrict(
                        square,
                        Cell::piece(Piece { color, role: *role }).complement(),
                    );
                }
            }
        }
        self.windows.at_least(color, men.kind, range.min);
        self.placements.push(Placement {
            color,
            roles: men.kind.roles(),
            squares,
            range,
        });
    }

    fn hold(&mut self, color: Color, wing: Wing) {
        let king = Square::from_coords(File::E, color.fold_wb(Rank::First, Rank::Eighth));
        let rook = wing.rook_square(color);
        for (square, role) in [(king, Role::King), (rook, Role::Rook)] {
            if !self.cells[usize::from(square)].allows(Some(Piece { color, role })) {
                self.refuse(
                    Code::CastlingMen,
                    format!(
                        "{} may castle {} only with the {} still on {square}",
                        name(color),
                        crate::print::wing_word(wing),
                        role_name(role)
                    ),
                    Bitboard::from(square),
                );
                return;
            }
            self.restrict(square, Cell::piece(Piece { color, role }));
        }
        if !self.held.contains(&(color, wing)) {
            self.held.push((color, wing));
        }
    }

    fn restrict(&mut self, square: Square, cell: Cell) {
        let now = self.cells[usize::from(square)];
        let both = now.and(cell);
        if both == Cell::NONE && now != Cell::NONE {
            let pawn = cell
                .only_piece()
                .is_some_and(|piece| piece.role == Role::Pawn);
            let end_rank = matches!(square.rank(), Rank::First | Rank::Eighth);
            if pawn && end_rank {
                self.refuse(
                    Code::PawnOnEndRank,
                    format!("a pawn cannot stand on {square}"),
                    Bitboard::from(square),
                );
            } else {
                let held = self.held.iter().any(|(color, wing)| {
                    wing.rook_square(*color) == square
                        || square == Square::E1 && color.is_white()
                        || square == Square::E8 && color.is_black()
                });
                let (code, message) = if held {
                    (
                        Code::CastlingMen,
                        format!(
                            "the right to castle needs its king and rook at home, but {square} is to hold something else"
                        ),
                    )
                } else {
                    (
                        Code::Squares,
                        format!("{square} is to hold two different things"),
                    )
                };
                self.refuse(code, message, Bitboard::from(square));
            }
        }
        self.cells[usize::from(square)] = both;
    }

    /// There is one king of each colour: where one must stand, no other can, and it stands in every
    /// region said to hold it.
    fn place_kings(&mut self) {
        for color in Color::ALL {
            let king = Piece {
                color,
                role: Role::King,
            };
            let fixed: Bitboard = Square::ALL
                .into_iter()
                .filter(|square| self.cells[usize::from(*square)].only_piece() == Some(king))
                .collect();
            let mut possible: Bitboard = Square::ALL
                .into_iter()
                .filter(|square| self.cells[usize::from(*square)].allows(Some(king)))
                .collect();
            if fixed.more_than_one() {
                let (code, message) = self.king_contradiction(color, "has only one king");
                self.refuse(code, message, fixed);
                continue;
            }
            if !fixed.is_empty() {
                possible = fixed;
            }
            for placement in &self.placements {
                if placement.color == color && placement.roles == [Role::King] {
                    if placement.range.min >= 1 {
                        possible &= placement.squares;
                    } else if placement.range.max == 0 {
                        possible &= !placement.squares;
                    }
                }
            }
            if possible.is_empty() && self.contradictions.is_empty() {
                let (code, message) =
                    self.king_contradiction(color, "has no square left for its king");
                self.refuse(code, message, fixed);
            }
            for square in Square::ALL {
                if !possible.contains(square) {
                    let cell = &mut self.cells[usize::from(square)];
                    *cell = cell.and(Cell::piece(king).complement());
                }
            }
            if let Some(square) = possible.single_square() {
                self.restrict(square, Cell::piece(king));
            }
        }
    }

    /// A king that is wanted elsewhere while it must stay at home is the plainer thing to say.
    fn king_contradiction(&self, color: Color, otherwise: &str) -> (Code, String) {
        if self.held.iter().any(|(holder, _)| *holder == color) {
            (
                Code::CastlingMen,
                format!(
                    "{} may castle only with the king still at home",
                    name(color)
                ),
            )
        } else {
            (Code::Kings, format!("{} {otherwise}", name(color)))
        }
    }

    /// Required and forbidden squares bound the number of men of each kind.
    fn count_cells(&mut self) {
        for piece in all_pieces() {
            if piece.role == Role::King {
                continue;
            }
            let mut required = Bitboard::EMPTY;
            let mut possible = Bitboard::EMPTY;
            for square in Square::ALL {
                let cell = self.cells[usize::from(square)];
                if cell.allows(Some(piece)) {
                    possible.add(square);
                    if cell.only_piece() == Some(piece) {
                        required.add(square);
                    }
                }
            }
            self.windows.bound_squares(piece, required, possible);
        }
    }

    /// The single square on which a king of this colour can stand.
    pub fn king_square(&self, color: Color) -> Option<Square> {
        let king = Cell::piece(Piece {
            color,
            role: Role::King,
        });
        Square::ALL
            .into_iter()
            .find(|square| self.cells[usize::from(*square)] == king)
    }

    /// Squares whose contents are settled, with what stands there.
    pub fn settled(&self) -> impl Iterator<Item = (Square, Option<Piece>)> + '_ {
        Square::ALL.into_iter().filter_map(|square| {
            let cell = self.cells[usize::from(square)];
            if cell == Cell::EMPTY {
                Some((square, None))
            } else {
                cell.only_piece().map(|piece| (square, Some(piece)))
            }
        })
    }

    /// Lays the wildcards of FEN patterns on definite squares, each choice made by `pick`.
    #[must_use]
    pub fn with_patterns_laid(mut self, pick: &mut dyn FnMut(usize) -> usize) -> Goal {
        let literals = std::mem::take(&mut self.literals);
        let mut laid = false;
        for literal in &literals {
            let (Predicate::Pattern(pattern), false) = (&literal.predicate, literal.denied) else {
                continue;
            };
            for (rank, layouts) in Rank::ALL.iter().rev().zip(pattern.ranks()) {
                let Some(layout) = layouts.get(pick(layouts.len().max(1))) else {
                    continue;
                };
                for (file, cell) in File::ALL.iter().zip(layout) {
                    self.restrict(Square::from_coords(*file, *rank), *cell);
                }
                laid = true;
            }
        }
        if laid {
            self.place_kings();
            self.count_cells();
            self.windows.settle(&literals, &mut self.contradictions);
        }
        self.literals = literals;
        self
    }

    /// Squares certainly attacked by the required men of a colour, whatever else stands on the board.
    pub(crate) fn certain_attacks(&self, color: Color) -> Bitboard {
        let empty: Bitboard = Square::ALL
            .into_iter()
            .filter(|square| self.cells[usize::from(*square)] == Cell::EMPTY)
            .collect();
        let mut attacked = Bitboard::EMPTY;
        for (square, contents) in self.settled() {
            if let Some(piece) = contents
                && piece.color == color
            {
                // Every square not known to be empty may hold a blocker.
                attacked |= attacks::attacks(square, piece, !empty);
            }
        }
        attacked
    }
}

/// Everything may stand everywhere, but for pawns on the end ranks.
fn initial_cells() -> [Cell; 64] {
    let mut cells = [Cell::ANY; 64];
    for square in Bitboard::from_rank(Rank::First) | Bitboard::from_rank(Rank::Eighth) {
        for color in Color::ALL {
            let cell = &mut cells[usize::from(square)];
            *cell = cell.and(
                Cell::piece(Piece {
                    color,
                    role: Role::Pawn,
                })
                .complement(),
            );
        }
    }
    cells
}

/// Squares between king and rook that must be empty to castle.
fn castling_path(color: Color, wing: Wing) -> Bitboard {
    let king = color.fold_wb(Square::E1, Square::E8);
    attacks::between(king, wing.rook_square(color))
}

/// Goals speak of colours only: their sides were resolved.
pub(crate) fn color(side: Side) -> Color {
    side.color().unwrap_or(Color::White)
}

pub(crate) fn name(color: Color) -> &'static str {
    color.fold_wb("White", "Black")
}

pub(crate) fn role_name(role: Role) -> &'static str {
    match role {
        Role::Pawn => "pawn",
        Role::Knight => "knight",
        Role::Bishop => "bishop",
        Role::Rook => "rook",
        Role::Queen => "queen",
        Role::King => "king",
    }
}
