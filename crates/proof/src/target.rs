//! What a game has to reach: the men, and as much of the rest as is known.
//!
//! A FEN is often given by its first fields only. Whatever it leaves open is free: a diagram is legal if it comes about
//! with *any* side to move, castling rights and en passant, and illegal only if it comes about with none.
//!
//! There are up to 288 such completions of a board, yet only two have to be refuted, one for each side to move.
//! The reasons of illegality argue from what a position *has*, never from what it lacks: a castling right only
//! ever adds men that never moved, an en-passant square only ever takes last moves away. So a reason that
//! holds without rights, and with every last move allowed, holds for all of them ([`Target::retro`]).
//!
//! ```
//! use sissa_proof::{Given, Target};
//! use sissa_record::read_one;
//!
//! let target = Target::of(&read_one("8/8/8/8/8/8/8/KRk5")?);
//! assert_eq!((target.given(), target.turn()), (Given::Board, None));
//! // With White to move Black would have left the king in check.
//! assert_eq!(target.flaws(shakmaty::Color::White)[0].code, "opposite-check");
//! assert!(target.flaws(shakmaty::Color::Black).is_empty());
//! # Ok::<_, sissa_record::ReadError>(())
//! ```

use shakmaty::{
    Bitboard, Board, ByColor, Chess, Color, EnPassantMode, Move, Position, Rank, Setup,
};
use sissa_record::{Entry, Game, Reason, check};

use crate::{
    facts::steady::king_home,
    retro::{EnPassant, Retro},
    verify,
};

/// How far a position is given, in the order of the fields of FEN.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Given {
    /// The men only, as in a printed diagram.
    Board,
    /// Also whose move it is.
    Turn,
    /// Also castling rights.
    Castling,
    /// Also en passant: nothing is open but the counters.
    EnPassant,
    /// Also the counters.
    Counters,
}

impl Given {
    /// Which fields a FEN has; what comes after the counters says nothing about the position.
    ///
    /// ```
    /// use sissa_proof::Given;
    /// assert_eq!(Given::in_fen("8/8/8/8/8/8/8/KRk5"), Given::Board);
    /// assert_eq!(Given::in_fen("8/8/8/8/8/8/8/KRk5 b -"), Given::Castling);
    /// assert_eq!(Given::in_fen("8/8/8/8/8/8/8/KRk5_b_-_-_0_1"), Given::Counters);
    /// assert_eq!(Given::in_fen("8/8/8/8/8/8/8/KRk5 b - - id \"rook\";"), Given::EnPassant);
    /// ```
    pub fn in_fen(text: &str) -> Given {
        // Addresses have underscores for spaces.
        let addressed = !text.contains(' ');
        let separates = |c: char| c.is_ascii_whitespace() || addressed && c == '_';
        let mut fields = text.split(separates).filter(|field| !field.is_empty());
        let given = [Given::Turn, Given::Castling, Given::EnPassant];
        let mut last = Given::Board;
        fields.next();
        for next in given {
            match fields.next() {
                Some(_) => last = next,
                None => return last,
            }
        }
        let counted = fields
            .next()
            .is_some_and(|field| field.bytes().all(|byte| byte.is_ascii_digit()));
        if counted { Given::Counters } else { last }
    }
}

/// What a game has to reach.
#[derive(Clone, Debug)]
pub struct Target {
    board: Board,
    /// Whose move it is, where that is part of the target.
    turn: Option<Color>,
    /// The rooks that may castle for certain.
    held: Bitboard,
    /// The corners whose rooks may castle or not: that is no part of the target.
    free: Bitboard,
    en_passant: EnPassant,
    given: Given,
    /// What is wrong at first sight, by the side to move.
    flaws: ByColor<Vec<Reason>>,
}

impl Target {
    /// The men only: whose move it is, castling rights and en passant are free.
    pub fn diagram(board: Board) -> Target {
        let mut setup = Setup::empty();
        setup.board = board;
        Target::new(setup, Given::Board)
    }

    /// The whole position; the counters do not matter.
    pub fn position(setup: Setup) -> Target {
        Target::new(setup, Given::Counters)
    }

    /// The fields of a setup up to the last one given; the others are free.
    pub fn new(setup: Setup, given: Given) -> Target {
        let flaws = ByColor::new_with(|turn| {
            if given >= Given::Turn && turn != setup.turn {
                return Vec::new();
            }
            // Without what is open: a right or a square can only make more things wrong.
            let mut least = setup.clone();
            least.turn = turn;
            if given < Given::Castling {
                least.castling_rights = Bitboard::EMPTY;
            }
            if given < Given::EnPassant {
                least.ep_square = None;
            }
            check(&least).err().unwrap_or_default()
        });
        Target::with_flaws(&setup, given, flaws)
    }

    /// The position of an entry, as far as its text gives it; a game gives all of it.
    pub fn of(entry: &Entry) -> Target {
        let position = &entry.position;
        let counts = |(opcode, _): &(String, String)| matches!(opcode.as_str(), "hmvc" | "fmvn");
        let given = match Given::in_fen(&position.text) {
            _ if entry.game.is_some() => Given::Counters,
            Given::EnPassant if entry.operations.iter().any(counts) => Given::Counters,
            given => given,
        };
        if given < Given::EnPassant {
            return Target::new(position.setup.clone(), given);
        }
        let reasons = position.checked.as_ref().err().cloned().unwrap_or_default();
        let mut flaws = ByColor::<Vec<Reason>>::default();
        *flaws.get_mut(position.setup.turn) = reasons;
        Target::with_flaws(&position.setup, given, flaws)
    }

    fn with_flaws(setup: &Setup, given: Given, flaws: ByColor<Vec<Reason>>) -> Target {
        let square = setup.ep_square.map_or(EnPassant::No, EnPassant::Square);
        Target {
            board: setup.board.clone(),
            turn: (given >= Given::Turn).then_some(setup.turn),
            held: if given >= Given::Castling {
                setup.castling_rights
            } else {
                Bitboard::EMPTY
            },
            free: if given >= Given::Castling {
                Bitboard::EMPTY
            } else {
                Bitboard::CORNERS
            },
            en_passant: if given >= Given::EnPassant {
                square
            } else {
                EnPassant::Any
            },
            given,
            flaws,
        }
    }

    /// The men.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// How far it is given.
    pub fn given(&self) -> Given {
        self.given
    }

    /// Whose move it is, where that is part of the target.
    pub fn turn(&self) -> Option<Color> {
        self.turn
    }

    /// The sides that may be to move.
    pub fn turns(&self) -> impl Iterator<Item = Color> + use<> {
        let turn = self.turn;
        Color::ALL
            .into_iter()
            .filter(move |color| turn.is_none_or(|turn| turn == *color))
    }

    /// What is wrong at first sight if this side is to move, whatever else is open.
    pub fn flaws(&self, turn: Color) -> &[Reason] {
        self.flaws.get(turn)
    }

    /// Whether the castling rights are part of the target.
    pub(crate) fn knows_castling(&self) -> bool {
        self.free.is_empty()
    }

    /// The same with a side to move.
    pub(crate) fn with_turn(&self, turn: Color) -> Target {
        Target {
            turn: Some(turn),
            ..self.clone()
        }
    }

    /// The same where these rooks may castle, all other rights being open.
    pub fn holding(&self, rooks: Bitboard) -> Target {
        let free = Bitboard::CORNERS & !rooks;
        let mut setup = Setup::empty();
        setup.board = self.board.clone();
        setup.castling_rights = rooks;
        if let EnPassant::Square(square) = self.en_passant {
            setup.ep_square = Some(square);
        }
        let flaws = ByColor::new_with(|turn| {
            setup.turn = turn;
            check(&setup).err().unwrap_or_default()
        });
        Target {
            held: rooks,
            free,
            flaws,
            ..self.clone()
        }
    }

    /// What a game has to reach so that this move, taken back from the target with `turn` to move, leads on to it. Rights
    /// that the move lost are open, and so is en passant, but for a capture that needs it.
    pub fn before(&self, turn: Color, m: Move) -> Target {
        let retro = self.retro(turn);
        let before = retro.before(m);
        let mut flaws = ByColor::<Vec<Reason>>::default();
        *flaws.get_mut(before.turn) = check(&before.setup()).err().unwrap_or_default();
        Target {
            turn: Some(before.turn),
            held: before.castling,
            free: (self.free | retro.regained(m)) & !before.castling,
            en_passant: before.en_passant,
            given: Given::Castling,
            flaws,
            board: before.board,
        }
    }

    /// The moves that can have been the last one if this side is to move, as far as one move back tells.
    pub fn last_moves(&self, turn: Color) -> Vec<Move> {
        self.retro(turn).unmoves()
    }

    /// The rights to castle that the men allow, as far as they are open or part of the target.
    pub(crate) fn rights(&self) -> Bitboard {
        self.homes() & (self.held | self.free)
    }

    /// The target looked at backward, with nothing claimed that is open: no rights, and any last move. What
    /// refutes this refutes every completion with this side to move. A right makes men steady that would be free
    /// here, and takes away un-moves of these men; an en-passant square, or none, takes away un-moves.
    pub(crate) fn retro(&self, turn: Color) -> Retro {
        Retro {
            board: self.board.clone(),
            turn,
            castling: self.held,
            en_passant: self.en_passant,
        }
    }

    /// The corners where king and rook are at home.
    fn homes(&self) -> Bitboard {
        let at_home = |rook: &shakmaty::Square| {
            let color = Color::from_white(rook.rank() == Rank::First);
            self.board.piece_at(*rook) == Some(color.rook())
                && self.board.piece_at(king_home(color)) == Some(color.king())
        };
        Bitboard::CORNERS.into_iter().filter(at_home).collect()
    }

    /// Castling rights that must have been lost.
    pub(crate) fn lost(&self) -> Bitboard {
        self.homes() & !self.held & !self.free
    }

    /// The castling rights that it may have, those first that take the fewest moves to bring about.
    pub(crate) fn castlings(&self) -> Vec<Bitboard> {
        let open = self.homes() & self.free & !self.held;
        let mut subsets: Vec<Bitboard> = open.carry_rippler().map(|set| set | self.held).collect();
        subsets.sort_by_key(|rights| std::cmp::Reverse(rights.count()));
        // After all of them none at all: that is what asks for nothing but moves.
        if let Some(none) = subsets.pop().filter(|_| !subsets.is_empty()) {
            subsets.insert(1, none);
            subsets
        } else {
            vec![self.held]
        }
    }

    /// The position that a game reaches, if that is the target, by the independent replay.
    pub(crate) fn reached_by(&self, moves: &[Move]) -> Option<Setup> {
        let game = Game::from_moves(Chess::default(), moves.iter().copied()).ok()?;
        let mut setup = game.end().to_setup(EnPassantMode::Legal);
        setup.board = self.board.clone();
        setup.turn = self.turn.unwrap_or(setup.turn);
        let rights = setup.castling_rights;
        if (self.held & !rights).any() || (rights & !self.held & !self.free).any() {
            return None;
        }
        match self.en_passant {
            EnPassant::Any => {}
            EnPassant::No => setup.ep_square = None,
            EnPassant::Square(square) => setup.ep_square = Some(square),
        }
        verify(&setup, moves).ok()?;
        Some(setup)
    }

    /// Whether a list of moves is a game that reaches the target, by the independent replay.
    pub(crate) fn is_reached_by(&self, moves: &[Move]) -> bool {
        self.reached_by(moves).is_some()
    }
}
