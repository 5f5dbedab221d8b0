//! The generator of moves taken back.

use shakmaty::{
    Bitboard, CastlingMode, CastlingSide, Chess, Color, EnPassantMode, FromSetup, Move, Piece,
    Position, Rank, Role, Square, attacks,
};

use super::{EnPassant, Retro, attacked, corner, material_fits};

/// The men a side begins with, kings and pawns apart.
const PIECES: [Role; 4] = [Role::Knight, Role::Bishop, Role::Rook, Role::Queen];

impl Retro {
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

    /// The un-moves that give back nobody.
    pub(crate) fn plain_unmoves(&self) -> Vec<Move> {
        let mut found = Vec::new();
        self.each_unmove(false, |m| found.push(m));
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
