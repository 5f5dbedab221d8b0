//! Positions put together as composers do: men where an argument may be hidden, nobody knowing which.

use rand::{
    RngExt,
    seq::{IndexedRandom, SliceRandom},
};
use rand_xoshiro::Xoshiro256PlusPlus;
use shakmaty::{Bitboard, Board, Color, File, Piece, Rank, Role, Setup, Square};

use super::homes;

type Random = Xoshiro256PlusPlus;

/// How a composed position is made.
#[derive(Clone, Copy)]
pub enum Composed {
    /// Pawns at home, but for a few; pieces anywhere behind them, knights anywhere.
    Shelf,
    /// Kings and rooks with rights, and a few men.
    Rights,
    /// Men of both sides in a corner behind pawns, hardly anybody else.
    Pocket,
    /// A king that never moved, or one behind pawns, in check.
    Check,
    /// Pawns of one side far from home, few others.
    Climb,
    /// Nearly all men, some pawns doubled by captures that there were.
    Captures,
}

impl Composed {
    pub const ALL: [Composed; 6] = [
        Composed::Shelf,
        Composed::Rights,
        Composed::Pocket,
        Composed::Check,
        Composed::Climb,
        Composed::Captures,
    ];

    pub fn name(self) -> &'static str {
        match self {
            Composed::Shelf => "shelf",
            Composed::Rights => "rights",
            Composed::Pocket => "pocket",
            Composed::Check => "check",
            Composed::Climb => "climb",
            Composed::Captures => "captures",
        }
    }

    /// One position, with rights that the men allow.
    pub fn make(self, rng: &mut Random) -> Option<Setup> {
        let mut setup = Setup::empty();
        setup.turn = Color::from_white(rng.random());
        let board = &mut setup.board;
        match self {
            Composed::Shelf => shelf(board, rng)?,
            Composed::Rights => rights(board, rng)?,
            Composed::Pocket => pocket(board, rng)?,
            Composed::Check => check(board, rng)?,
            Composed::Climb => climb(board, rng)?,
            Composed::Captures => captures(board, rng)?,
        }
        let homes = homes(&setup);
        for rook in homes {
            let keeps =
                matches!(self, Composed::Rights | Composed::Check) || rng.random_range(0..3) == 0;
            if keeps {
                setup.castling_rights.add(rook);
            }
        }
        if rng.random() {
            setup.mirror();
        }
        Some(setup)
    }
}

fn free(board: &Board, among: Bitboard, rng: &mut Random) -> Option<Square> {
    let squares: Vec<Square> = (among & !board.occupied()).into_iter().collect();
    squares.choose(rng).copied()
}

fn put(board: &mut Board, piece: Piece, among: Bitboard, rng: &mut Random) -> Option<()> {
    let square = free(board, among, rng)?;
    board.set_piece_at(square, piece);
    Some(())
}

fn rank(color: Color, rank: Rank) -> Bitboard {
    Bitboard::from(color.relative_rank(rank))
}

/// The pieces of a side with some missing, each where it began or somewhere else on the first rank.
fn shelf(board: &mut Board, rng: &mut Random) -> Option<()> {
    *board = Board::empty();
    for color in Color::ALL {
        let start = Board::new();
        let still = rng.random_range(0..2) == 0;
        for square in start.by_piece(color.pawn()) {
            board.set_piece_at(square, color.pawn());
        }
        let mut moved: Vec<Piece> = Vec::new();
        for square in start.by_color(color) & !start.pawns() {
            let piece = start.piece_at(square)?;
            let lost = piece.role != Role::King && rng.random_range(0..4) == 0;
            if lost {
                continue;
            }
            if still || rng.random_range(0..2) == 0 {
                board.set_piece_at(square, piece);
            } else {
                moved.push(piece);
            }
        }
        for piece in moved {
            let among = match piece.role {
                Role::Knight => Bitboard::FULL & !rank(!color, Rank::Second),
                _ => rank(color, Rank::First),
            };
            put(board, piece, among, rng)?;
        }
        for _ in 0..rng.random_range(0..3) {
            let pawns: Vec<Square> = board.by_piece(color.pawn()).into_iter().collect();
            let from = *pawns.choose(rng)?;
            let to = Square::from_coords(from.file(), color.relative_rank(Rank::Third));
            if from.rank() == color.relative_rank(Rank::Second) && board.piece_at(to).is_none() {
                board.discard_piece_at(from);
                board.set_piece_at(to, color.pawn());
            }
        }
    }
    Some(())
}

fn rights(board: &mut Board, rng: &mut Random) -> Option<()> {
    *board = Board::empty();
    for color in Color::ALL {
        let at = |file| Square::from_coords(file, color.backrank());
        if rng.random_range(0..3) > 0 || color == Color::Black {
            board.set_piece_at(at(File::E), color.king());
            let side = rng.random_range(0..3);
            if side != 0 {
                board.set_piece_at(at(File::A), color.rook());
            }
            if side != 1 {
                board.set_piece_at(at(File::H), color.rook());
            }
        } else {
            put(board, color.king(), Bitboard::FULL, rng)?;
        }
        let low = rank(color, Rank::Second) | rank(color, Rank::Third) | rank(color, Rank::Fourth);
        for _ in 0..rng.random_range(0..5) {
            put(board, color.pawn(), low, rng)?;
        }
        for _ in 0..rng.random_range(0..3) {
            let role = *[
                Role::Knight,
                Role::Bishop,
                Role::Queen,
                Role::Rook,
                Role::Knight,
            ]
            .choose(rng)?;
            put(board, role.of(color), Bitboard::FULL, rng)?;
        }
    }
    Some(())
}

fn pocket(board: &mut Board, rng: &mut Random) -> Option<()> {
    *board = Board::empty();
    let left = rng.random_range(0..5);
    let files = (left..left + 4).fold(Bitboard::EMPTY, |all, file| {
        all | Bitboard::from(File::new(file))
    });
    let corner = files & (rank(Color::White, Rank::First) | rank(Color::White, Rank::Second));
    let near = corner | files & rank(Color::White, Rank::Third);
    for file in left..left + 4 {
        let high = match rng.random_range(0..8) {
            0 => continue,
            1 | 2 => Rank::Third,
            _ => Rank::Second,
        };
        let square = Square::from_coords(File::new(file), high);
        board.set_piece_at(square, Color::White.pawn());
    }
    let black_inside = rng.random();
    put(
        board,
        Color::White.king(),
        if black_inside { Bitboard::FULL } else { corner },
        rng,
    )?;
    put(
        board,
        Color::Black.king(),
        if black_inside { corner } else { Bitboard::FULL },
        rng,
    )?;
    for _ in 0..rng.random_range(1..4) {
        let role = *[
            Role::Knight,
            Role::Bishop,
            Role::Queen,
            Role::Rook,
            Role::Bishop,
            Role::Rook,
        ]
        .choose(rng)?;
        put(board, role.of(Color::from_white(rng.random())), near, rng)?;
    }
    if rng.random() {
        let role = *[Role::Knight, Role::Bishop, Role::Pawn].choose(rng)?;
        put(
            board,
            role.of(Color::from_white(rng.random())),
            Bitboard::FULL & !Bitboard::BACKRANKS,
            rng,
        )?;
    }
    Some(())
}

fn check(board: &mut Board, rng: &mut Random) -> Option<()> {
    rights(board, rng)?;
    let king = board.king_of(Color::White)?;
    for _ in 0..rng.random_range(1..3) {
        let role = *[
            Role::Knight,
            Role::Bishop,
            Role::Queen,
            Role::Rook,
            Role::Pawn,
        ]
        .choose(rng)?;
        let squares: Bitboard = (Bitboard::FULL & !Bitboard::BACKRANKS)
            .into_iter()
            .filter(|from| {
                shakmaty::attacks::attacks(*from, role.of(Color::Black), board.occupied())
                    .contains(king)
            })
            .collect();
        put(board, role.of(Color::Black), squares, rng)?;
    }
    Some(())
}

fn climb(board: &mut Board, rng: &mut Random) -> Option<()> {
    *board = Board::empty();
    let left = rng.random_range(0..6);
    let files = (left..left + 3).fold(Bitboard::EMPTY, |all, file| {
        all | Bitboard::from(File::new(file))
    });
    for _ in 0..rng.random_range(4..8) {
        put(
            board,
            Color::White.pawn(),
            files & !Bitboard::BACKRANKS,
            rng,
        )?;
    }
    for color in Color::ALL {
        put(board, color.king(), Bitboard::FULL, rng)?;
    }
    let mut pieces: Vec<Role> = vec![
        Role::Queen,
        Role::Rook,
        Role::Rook,
        Role::Bishop,
        Role::Bishop,
        Role::Knight,
        Role::Knight,
    ];
    pieces.shuffle(rng);
    for role in pieces.into_iter().take(rng.random_range(0..6)) {
        put(board, role.of(Color::Black), Bitboard::FULL, rng)?;
    }
    Some(())
}

fn captures(board: &mut Board, rng: &mut Random) -> Option<()> {
    *board = Board::new();
    for color in Color::ALL {
        // Some men go, some pawns stand beside where they began.
        for _ in 0..rng.random_range(1..4) {
            let men: Vec<Square> = (board.by_color(color) & !board.kings())
                .into_iter()
                .collect();
            board.discard_piece_at(*men.choose(rng)?);
        }
    }
    for color in Color::ALL {
        for _ in 0..rng.random_range(1..4) {
            let pawns: Vec<Square> = board.by_piece(color.pawn()).into_iter().collect();
            let from = *pawns.choose(rng)?;
            let to = (shakmaty::attacks::king_attacks(from) & !board.occupied())
                .into_iter()
                .filter(|to| color.relative_rank(to.rank()) == Rank::Third)
                .collect();
            if let Some(to) = free(board, to, rng) {
                board.discard_piece_at(from);
                board.set_piece_at(to, color.pawn());
            }
        }
    }
    Some(())
}
