//! A position looked at backward, and the moves that can have led to it.
//!
//! An un-move *is* the forward [`Move`]: the one that was played from the position before. The idea:
//! **whatever is generated here is legal forward and returns**, so a list of un-moves read from its
//! end is a game. Completeness matters just as much, because "there is no un-move" is a proof of
//! illegality; the tests hold both against random games.
//!
//! ```
//! use shakmaty::{Role, Square, fen::Fen};
//! use sissa_proof::Retro;
//!
//! // After 1. Nf3 knights can have moved, but no pawn, and neither king nor rook: they may castle.
//! let fen: Fen = "rnbqkbnr/pppppppp/8/8/8/5N2/PPPPPPPP/RNBQKB1R b KQkq - 1 1".parse()?;
//! let unmoves = Retro::new(fen.as_setup()).unmoves();
//! assert!(unmoves.iter().all(|m| m.role() == Role::Knight));
//! assert!(unmoves.iter().any(|m| m.from() == Some(Square::G1) && m.to() == Square::F3));
//! # Ok::<_, shakmaty::fen::ParseFenError>(())
//! ```

use shakmaty::{
    Bitboard, Board, CastlingMode, CastlingSide, Chess, Color, EnPassantMode, FromSetup, Move,
    Piece, Position, Rank, Role, Setup, Square, attacks,
};

/// What is known about en passant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum EnPassant {
    /// Nothing: a position on the way, where nobody asked.
    Any,
    /// No en-passant capture is possible: the position as it was given.
    No,
    /// The last move was the double step over this square.
    Square(Square),
}

/// A position looked at backward.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Retro {
    /// The men.
    pub board: Board,
    /// Who is to move; the other side moved last.
    pub turn: Color,
    /// The rooks that may still castle: they and their kings have never moved.
    pub castling: Bitboard,
    /// What is known about en passant.
    pub en_passant: EnPassant,
}

/// The men a side begins with, kings and pawns apart.
const PIECES: [Role; 4] = [Role::Knight, Role::Bishop, Role::Rook, Role::Queen];

/// Takes the men of a move by `us` back to where they stood.
pub(crate) fn put_back(board: &mut Board, us: Color, m: Move) {
    match m {
        Move::Normal {
            role,
            from,
            capture,
            to,
            ..
        } => {
            board.discard_piece_at(to);
            board.set_piece_at(from, Piece { color: us, role });
            if let Some(role) = capture {
                board.set_piece_at(to, Piece { color: !us, role });
            }
        }
        Move::EnPassant { from, to } => {
            board.discard_piece_at(to);
            board.set_piece_at(from, us.pawn());
            board.set_piece_at(Square::from_coords(to.file(), from.rank()), (!us).pawn());
        }
        Move::Castle { king, rook } => {
            let side = CastlingSide::from_king_side(king < rook);
            board.discard_piece_at(side.king_to(us));
            board.discard_piece_at(side.rook_to(us));
            board.set_piece_at(king, us.king());
            board.set_piece_at(rook, us.rook());
        }
        Move::Put { .. } => {}
    }
}

impl Retro {
    /// The position of a setup, taken as it stands.
    pub fn new(setup: &Setup) -> Retro {
        Retro {
            board: setup.board.clone(),
            turn: setup.turn,
            castling: setup.castling_rights,
            en_passant: setup.ep_square.map_or(EnPassant::No, EnPassant::Square),
        }
    }

    /// The position as a setup, with the given counters' defaults.
    pub fn setup(&self) -> Setup {
        let mut setup = Setup::empty();
        setup.board = self.board.clone();
        setup.turn = self.turn;
        setup.castling_rights = self.castling;
        if let EnPassant::Square(square) = self.en_passant {
            setup.ep_square = Some(square);
        }
        setup
    }

    /// Whether the king of the side that is *not* to move is attacked: then this is no position.
    pub fn is_absurd(&self) -> bool {
        attacked(&self.board, !self.turn, self.board.occupied())
    }

    /// Whether the side to move is in check.
    pub fn is_check(&self) -> bool {
        attacked(&self.board, self.turn, self.board.occupied())
    }

    /// The men that have never moved because a castling right says so.
    pub fn steady(&self) -> Bitboard {
        let mut steady = self.castling;
        for rook in self.castling {
            steady |= self.board.kings() & Bitboard::from(rook.rank());
        }
        steady
    }

    /// The position before a move that [`Retro::unmoves`] gave.
    ///
    /// Castling rights stay as they are, except that un-castling gives back its own; where the
    /// moved or captured man *could* have had one, [`Retro::regained`] tells.
    pub fn before(&self, m: Move) -> Retro {
        let us = !self.turn;
        let mut before = self.clone();
        before.turn = us;
        before.en_passant = EnPassant::Any;
        put_back(&mut before.board, us, m);
        match m {
            Move::EnPassant { to, .. } => before.en_passant = EnPassant::Square(to),
            Move::Castle { rook, .. } => before.castling.add(rook),
            Move::Normal { .. } | Move::Put { .. } => {}
        }
        before
    }

    /// The castling rights that the position before `m` may have had besides those of
    /// [`Retro::before`]: lost by the move, so invisible now.
    pub fn regained(&self, m: Move) -> Bitboard {
        let before = self.before(m);
        let mut regained = Bitboard::EMPTY;
        for color in Color::ALL {
            let home = Square::from_coords(shakmaty::File::E, color.backrank());
            if before.board.piece_at(home) != Some(color.king()) {
                continue;
            }
            let corners = Bitboard::from(color.backrank()) & Bitboard::CORNERS;
            for rook in corners & before.board.by_piece(color.rook()) & !before.castling {
                let moved = m.from() == Some(rook) || m.from() == Some(home);
                if moved && color == before.turn
                    || m.to() == rook && m.capture() == Some(Role::Rook)
                {
                    regained.add(rook);
                }
            }
        }
        regained
    }

    /// Every move that can have been the last one, as far as one move back tells.
    pub fn unmoves(&self) -> Vec<Move> {
        let mut found = Vec::new();
        self.each_unmove(true, |m| found.push(m));
        found
    }

    /// The un-moves that neither give back a captured man nor a pawn.
    pub fn quiet_unmoves(&self) -> Vec<Move> {
        let mut found = Vec::new();
        self.each_unmove(false, |m| {
            if m.role() != Role::Pawn {
                found.push(m);
            }
        });
        found
    }

    fn each_unmove(&self, captures: bool, mut found: impl FnMut(Move)) {
        let us = !self.turn;
        let victims = if captures { self.victims() } else { Vec::new() };
        let occupied = self.board.occupied();
        if let EnPassant::Square(square) = self.en_passant {
            self.double_step(square, &mut found);
            return;
        }
        let steady = self.steady();
        for to in self.board.by_color(us) & !steady {
            let Some(role) = self.board.role_at(to) else {
                continue;
            };
            if role == Role::Pawn {
                self.pawn(to, &victims, &mut found);
                continue;
            }
            for from in attacks::attacks(to, Piece { color: us, role }, occupied) & !occupied {
                self.offer(role, from, to, None, &victims, true, &mut found);
            }
            if to.rank() == us.relative_rank(Rank::Eighth) && PIECES.contains(&role) {
                for from in pawn_origins(us, to) & !occupied {
                    let straight = from.file() == to.file();
                    let victims = if straight { &[] } else { &victims[..] };
                    self.offer(
                        Role::Pawn,
                        from,
                        to,
                        Some(role),
                        victims,
                        straight,
                        &mut found,
                    );
                }
            }
        }
        self.castling(&mut found);
    }

    /// The roles that the side to move may just have lost, by the material it would have had.
    pub fn victims(&self) -> Vec<Role> {
        let them = self.turn;
        let count = |role| (self.board.by_color(them) & self.board.by_role(role)).count();
        if self.board.by_color(them).count() >= 16 {
            return Vec::new();
        }
        let bishops = self.board.by_color(them) & self.board.bishops();
        let (light, dark) = (
            (bishops & Bitboard::LIGHT_SQUARES).count(),
            (bishops & Bitboard::DARK_SQUARES).count(),
        );
        let surplus = |men: usize, own: usize| men.saturating_sub(own);
        let promoted = surplus(count(Role::Queen), 1)
            + surplus(count(Role::Rook), 2)
            + surplus(count(Role::Knight), 2)
            + surplus(light, 1)
            + surplus(dark, 1);
        let spare = 8usize.saturating_sub(count(Role::Pawn) + promoted);
        let mut victims = Vec::new();
        if spare > 0 {
            victims.push(Role::Pawn);
        }
        for (role, own) in [(Role::Queen, 1), (Role::Rook, 2), (Role::Knight, 2)] {
            if spare > 0 || count(role) < own {
                victims.push(role);
            }
        }
        // Bishops are counted apart by their squares, which only the square of the capture tells.
        if spare > 0 || light < 1 || dark < 1 {
            victims.push(Role::Bishop);
        }
        victims
    }

    /// A bishop of the side to move can have stood on the square, by the material.
    fn bishop_fits(&self, square: Square) -> bool {
        let them = self.turn;
        let mut board = self.board.clone();
        board.set_piece_at(square, them.bishop());
        material_fits(&board, them)
    }

    #[expect(clippy::too_many_arguments, reason = "the parts of a move")]
    fn offer(
        &self,
        role: Role,
        from: Square,
        to: Square,
        promotion: Option<Role>,
        victims: &[Role],
        quiet: bool,
        found: &mut impl FnMut(Move),
    ) {
        let us = !self.turn;
        let mut board = self.board.clone();
        board.discard_piece_at(to);
        board.set_piece_at(from, Piece { color: us, role });
        let normal = |capture| Move::Normal {
            role,
            from,
            capture,
            to,
            promotion,
        };
        if quiet && !attacked(&board, self.turn, board.occupied()) {
            found(normal(None));
        }
        if victims.is_empty() || attacked(&board, self.turn, board.occupied().with(to)) {
            return;
        }
        for victim in victims {
            let fits = match victim {
                Role::Pawn => !Bitboard::BACKRANKS.contains(to),
                Role::Bishop => self.bishop_fits(to),
                _ => true,
            };
            // The giver of the check may not be a steady king's unexplained attacker: that is for
            // deeper analysis. Here only the board before must be a position.
            if fits {
                found(normal(Some(*victim)));
            }
        }
    }

    fn pawn(&self, to: Square, victims: &[Role], found: &mut impl FnMut(Move)) {
        let us = !self.turn;
        let occupied = self.board.occupied();
        if us.relative_rank(to.rank()) <= Rank::Second {
            return;
        }
        for from in pawn_origins(us, to) & !occupied {
            let straight = from.file() == to.file();
            let victims = if straight { &[] } else { victims };
            self.offer(Role::Pawn, from, to, None, victims, straight, found);
        }
        let fifth = Square::from_coords(to.file(), us.relative_rank(Rank::Fifth));
        if us.relative_rank(to.rank()) == Rank::Fourth {
            let over = Square::from_coords(to.file(), us.relative_rank(Rank::Third));
            self.double_step(over, found);
        } else if us.relative_rank(to.rank()) == Rank::Sixth
            && victims.contains(&Role::Pawn)
            && !occupied.contains(fifth)
            && !occupied.contains(Square::from_coords(
                to.file(),
                us.relative_rank(Rank::Seventh),
            ))
        {
            for from in attacks::pawn_attacks(!us, to) & !occupied {
                let m = Move::EnPassant { from, to };
                if !self.before(m).is_absurd() {
                    found(m);
                }
            }
        }
    }

    /// The double step over a square, if it can have been the last move.
    fn double_step(&self, over: Square, found: &mut impl FnMut(Move)) {
        let us = !self.turn;
        let from = Square::from_coords(over.file(), us.relative_rank(Rank::Second));
        let to = Square::from_coords(over.file(), us.relative_rank(Rank::Fourth));
        let m = Move::Normal {
            role: Role::Pawn,
            from,
            capture: None,
            to,
            promotion: None,
        };
        if over.rank() != us.relative_rank(Rank::Third)
            || self.board.piece_at(to) != Some(us.pawn())
            || (self.board.occupied() & Bitboard::from(from).with(over)).any()
            || self.before(m).is_absurd()
        {
            return;
        }
        // A position given without an en-passant square did not just allow the capture.
        if self.en_passant == EnPassant::No && self.would_allow_en_passant(over) {
            return;
        }
        found(m);
    }

    fn would_allow_en_passant(&self, over: Square) -> bool {
        let mut setup = self.setup();
        setup.ep_square = Some(over);
        match Chess::from_setup(setup, CastlingMode::Standard) {
            Ok(position) => position.ep_square(EnPassantMode::Legal).is_some(),
            Err(_) => false,
        }
    }

    fn castling(&self, found: &mut impl FnMut(Move)) {
        let us = !self.turn;
        if (self.castling & Bitboard::from(us.backrank())).any() {
            return;
        }
        for side in CastlingSide::ALL {
            let king = Square::from_coords(shakmaty::File::E, us.backrank());
            let rook = corner(side, us);
            let path = attacks::between(king, rook).with(king).with(rook);
            let men = Bitboard::from(side.king_to(us)).with(side.rook_to(us));
            if self.board.piece_at(side.king_to(us)) != Some(us.king())
                || self.board.piece_at(side.rook_to(us)) != Some(us.rook())
                || (self.board.occupied() & path & !men).any()
            {
                continue;
            }
            let m = Move::Castle { king, rook };
            let before = self.before(m);
            let walked = attacks::between(king, side.king_to(us))
                .with(king)
                .with(side.king_to(us));
            let occupied = before.board.occupied();
            let safe = walked
                .into_iter()
                .all(|square| before.board.attacks_to(square, !us, occupied).is_empty());
            if safe && !before.is_absurd() {
                found(m);
            }
        }
    }
}

/// The squares a pawn can have come from: one step straight, or slantwise by a capture.
fn pawn_origins(us: Color, to: Square) -> Bitboard {
    let back = us.fold_wb(-8, 8);
    let straight = to
        .offset(back)
        .map_or(Bitboard::EMPTY, Bitboard::from_square);
    straight | attacks::pawn_attacks(!us, to)
}

/// Where a castling rook stands at home.
pub(crate) fn corner(side: CastlingSide, color: Color) -> Square {
    let file = match side {
        CastlingSide::KingSide => shakmaty::File::H,
        CastlingSide::QueenSide => shakmaty::File::A,
    };
    Square::from_coords(file, color.backrank())
}

/// Whether a king of the colour is attacked by the other side.
pub(crate) fn attacked(board: &Board, color: Color, occupied: Bitboard) -> bool {
    board
        .king_of(color)
        .is_some_and(|king| (board.attacks_to(king, !color, occupied) & occupied).any())
}

/// Whether eight pawns and the first array can have become these men.
pub(crate) fn material_fits(board: &Board, color: Color) -> bool {
    let ours = board.by_color(color);
    let bishops = ours & board.bishops();
    let surplus = |men: Bitboard, own: usize| men.count().saturating_sub(own);
    let promoted = surplus(ours & board.queens(), 1)
        + surplus(ours & board.rooks(), 2)
        + surplus(ours & board.knights(), 2)
        + surplus(bishops & Bitboard::LIGHT_SQUARES, 1)
        + surplus(bishops & Bitboard::DARK_SQUARES, 1);
    ours.count() <= 16 && (ours & board.pawns()).count() + promoted <= 8
}
