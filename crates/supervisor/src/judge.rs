//! The supervisor over shakmaty: for chess and its variants, one bit at a time.
//!
//! Registers: 0 to 3 are castling rights (white short, white long, black short, black long), 4 is
//! the file of a double step just made (1 for the a-file), 5 and 6 are the checks that White and
//! Black still have to give in three-check. The learner is told none of this.
//!
//! Castling rights and en-passant files that the board contradicts count as absent, as in
//! shakmaty; checks that no game could give are allowed. Every other arrangement that is not a
//! position of the game (no king, two kings, pawns on the last ranks, the king of the side that is
//! not to move in check) gets no as the answer to every question.

use shakmaty::{
    Board, ByColor, CastlingMode, CastlingSide, Chess, Color, EnPassantMode, File, FromSetup,
    Move as Play, Piece, Position as _, PositionError, Rank, RemainingChecks, Role, Setup, Square,
    variant,
};
use sissa_learn::{Game, Move, Position, REGISTERS, Supervisor};

/// A game that shakmaty knows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Variant {
    Chess,
    Antichess,
    Atomic,
    Horde,
    KingOfTheHill,
    RacingKings,
    ThreeCheck,
}

impl Variant {
    /// All of them, chess first.
    pub const ALL: [Variant; 7] = [
        Variant::Chess,
        Variant::KingOfTheHill,
        Variant::ThreeCheck,
        Variant::Antichess,
        Variant::Horde,
        Variant::RacingKings,
        Variant::Atomic,
    ];

    /// The name as on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Variant::Chess => "chess",
            Variant::Antichess => "antichess",
            Variant::Atomic => "atomic",
            Variant::Horde => "horde",
            Variant::KingOfTheHill => "king-of-the-hill",
            Variant::RacingKings => "racing-kings",
            Variant::ThreeCheck => "three-check",
        }
    }

    /// What the learner is told: the first arrangement, the sizes of the registers, letters.
    pub fn game(self) -> Game {
        let setup = match self {
            Variant::Chess => Chess::new().to_setup(EnPassantMode::Always),
            Variant::Antichess => variant::Antichess::new().to_setup(EnPassantMode::Always),
            Variant::Atomic => variant::Atomic::new().to_setup(EnPassantMode::Always),
            Variant::Horde => variant::Horde::default().to_setup(EnPassantMode::Always),
            Variant::KingOfTheHill => variant::KingOfTheHill::new().to_setup(EnPassantMode::Always),
            Variant::RacingKings => variant::RacingKings::new().to_setup(EnPassantMode::Always),
            Variant::ThreeCheck => variant::ThreeCheck::new().to_setup(EnPassantMode::Always),
        };
        let mut registers = [2, 2, 2, 2, 9, 0, 0, 0];
        if self == Variant::ThreeCheck {
            registers[5] = 4;
            registers[6] = 4;
        }
        Game {
            start: position_of(&setup),
            registers,
            names: ['P', 'N', 'B', 'R', 'Q', 'K'],
        }
    }

    /// The shakmaty position of an arrangement, or nothing if it is none.
    pub fn board(self, position: &Position) -> Option<VariantBoard> {
        let setup = setup_of(position)?;
        Some(match self {
            Variant::Chess => VariantBoard::Chess(checked(setup)?),
            Variant::Antichess => VariantBoard::Antichess(checked(setup)?),
            Variant::Atomic => VariantBoard::Atomic(checked(setup)?),
            Variant::Horde => VariantBoard::Horde(checked(setup)?),
            Variant::KingOfTheHill => VariantBoard::KingOfTheHill(checked(setup)?),
            // Nobody is ever in check here: shakmaty's moves rely on it.
            Variant::RacingKings => VariantBoard::RacingKings(lenient(setup).ok()?),
            Variant::ThreeCheck => VariantBoard::ThreeCheck(checked(setup)?),
        })
    }
}

/// A position of one of the games.
#[derive(Clone, Debug)]
pub enum VariantBoard {
    Chess(Chess),
    Antichess(variant::Antichess),
    Atomic(variant::Atomic),
    Horde(variant::Horde),
    KingOfTheHill(variant::KingOfTheHill),
    RacingKings(variant::RacingKings),
    ThreeCheck(variant::ThreeCheck),
}

macro_rules! each {
    ($judged:expr, $position:ident => $body:expr) => {
        match $judged {
            VariantBoard::Chess($position) => $body,
            VariantBoard::Antichess($position) => $body,
            VariantBoard::Atomic($position) => $body,
            VariantBoard::Horde($position) => $body,
            VariantBoard::KingOfTheHill($position) => $body,
            VariantBoard::RacingKings($position) => $body,
            VariantBoard::ThreeCheck($position) => $body,
        }
    };
}

impl VariantBoard {
    /// The legal moves, as the learner writes them, in order.
    pub fn moves(&self) -> Vec<Move> {
        let mut moves = each!(self, position => legal(position));
        moves.sort_unstable_by_key(|(play, _)| *play);
        moves.into_iter().map(|(play, _)| play).collect()
    }

    /// Plays a move if it is legal.
    pub fn play(&mut self, play: Move) -> bool {
        each!(self, position => {
            let found = legal(position).into_iter().find(|(known, _)| *known == play);
            match found {
                Some((_, found)) => {
                    position.play_unchecked(found);
                    true
                }
                None => false,
            }
        })
    }

    /// As the learner sees it.
    pub fn position(&self) -> Position {
        each!(self, position => position_of(&position.to_setup(EnPassantMode::Always)))
    }

    /// Lines of this length.
    pub fn perft(&self, depth: u32) -> u64 {
        each!(self, position => shakmaty::perft(position, depth))
    }
}

/// Legal moves with the learner's way of writing them.
fn legal<P: shakmaty::Position + Clone>(position: &P) -> Vec<(Move, Play)> {
    let moves = position.legal_moves();
    let mut found = Vec::with_capacity(moves.len());
    for play in moves {
        // In positions that no game reaches, shakmaty looks at sliders only after en passant.
        if play.is_en_passant() {
            let mut after = position.clone();
            after.play_unchecked(play);
            let exposed = after.board().king_of(position.turn()).is_some_and(|king| {
                let occupied = after.board().occupied();
                after.king_attackers(king, after.turn(), occupied).any()
            });
            if exposed {
                continue;
            }
        }
        found.push((written(play, position.turn()), play));
    }
    found
}

/// Castling is written as the king's move of two squares.
fn written(play: Play, turn: Color) -> Move {
    let to = match play.castling_side() {
        Some(CastlingSide::KingSide) => Square::from_coords(File::G, turn.backrank()),
        Some(CastlingSide::QueenSide) => Square::from_coords(File::C, turn.backrank()),
        None => play.to(),
    };
    Move {
        from: play.from().map_or(0, u8::from),
        to: u8::from(to),
        becomes: play.promotion().map(kind),
    }
}

fn kind(role: Role) -> u8 {
    u8::from(role) - 1
}

fn checked<P: FromSetup>(setup: Setup) -> Option<P> {
    lenient(setup)
        .or_else(PositionError::ignore_impossible_check)
        .ok()
}

fn lenient<P: FromSetup>(setup: Setup) -> Result<P, PositionError<P>> {
    P::from_setup(setup, CastlingMode::Standard)
        .or_else(PositionError::ignore_too_much_material)
        .or_else(PositionError::ignore_invalid_castling_rights)
        .or_else(PositionError::ignore_invalid_ep_square)
}

const CORNERS: [Square; 4] = [Square::H1, Square::A1, Square::H8, Square::A8];

fn setup_of(position: &Position) -> Option<Setup> {
    let mut setup = Setup::empty();
    let mut board = Board::empty();
    for (square, man) in position.men() {
        let role = Role::try_from(Position::kind_of(man) + 1).ok()?;
        let color = Color::from_white(Position::side_of(man) == Some(0));
        board.set_piece_at(Square::try_from(square).ok()?, Piece { color, role });
    }
    setup.board = board;
    setup.turn = Color::from_white(position.turn == 0);
    for (register, corner) in CORNERS.into_iter().enumerate() {
        if position.registers[register] != 0 {
            setup.castling_rights.add(corner);
        }
    }
    if position.registers[4] != 0 {
        let file = File::try_from(position.registers[4] - 1).ok()?;
        let rank = setup.turn.fold_wb(Rank::Sixth, Rank::Third);
        setup.ep_square = Some(Square::from_coords(file, rank));
    }
    let checks = |register: usize| RemainingChecks::new(u32::from(position.registers[register]));
    setup.remaining_checks = Some(ByColor {
        white: checks(5),
        black: checks(6),
    });
    Some(setup)
}

/// A set-up position as the learner sees it.
pub fn position_of(setup: &Setup) -> Position {
    let mut position = Position::empty();
    for (square, piece) in setup.board.iter() {
        let side = u8::from(piece.color.is_black());
        position.board[usize::from(square)] = Position::man(side, kind(piece.role));
    }
    position.turn = u8::from(setup.turn.is_black());
    let mut registers = [0; REGISTERS];
    for (register, corner) in CORNERS.into_iter().enumerate() {
        registers[register] = u8::from(setup.castling_rights.contains(corner));
    }
    registers[4] = setup
        .ep_square
        .map_or(0, |square| u8::from(square.file()) + 1);
    if let Some(checks) = &setup.remaining_checks {
        registers[5] = u8::from(checks.white);
        registers[6] = u8::from(checks.black);
    }
    position.registers = registers;
    position
}

/// A position of chess from its FEN.
pub(crate) fn from_fen(text: &str) -> Option<Position> {
    let fen: shakmaty::fen::Fen = text.parse().ok()?;
    Some(position_of(fen.as_setup()))
}

/// Says yes or no about one game.
#[derive(Clone, Copy, Debug)]
pub struct Judge(pub Variant);

impl Supervisor for Judge {
    fn accepts(&mut self, position: &Position, line: &[Move]) -> bool {
        let Some(mut judged) = self.0.board(position) else {
            return false;
        };
        line.iter().all(|play| judged.play(*play))
    }
}
