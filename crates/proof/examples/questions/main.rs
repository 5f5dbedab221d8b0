//! Questions of the kind composers ask, made by the hundred: is this position legal?
//!
//! `cargo run --release -p sissa-proof --example questions -- COUNT [SEED] [composed]` plays random games under restrictions that
//! leave an argument to find (no pawn moves, kings and rooks that keep their rights, many captures), and disturbs half of the
//! positions a little: the other side to move, one right more, a man on another square. What was not disturbed is
//! legal; of the rest only `prove` can tell. With `composed` men are put where an argument may be hidden instead: behind pawns at
//! home, in corners, beside kings that keep their rights, on files that took many captures. Prints tab-separated lines of a FEN, a verdict and the family, for `suite`.
#![allow(clippy::print_stdout, clippy::unwrap_used)]

mod composed;

use rand::{RngExt, SeedableRng, seq::IndexedRandom};
use rand_xoshiro::Xoshiro256PlusPlus;
use shakmaty::{
    Bitboard, CastlingMode, Chess, EnPassantMode, File, FromSetup, Move, Position, Rank, Role,
    Setup, Square, fen::Fen,
};

use composed::Composed;

/// What a family of games may play.
#[derive(Clone, Copy)]
struct Family {
    name: &'static str,
    /// How often a pawn move is allowed, of a hundred.
    pawns: u32,
    /// How much more often captures and promotions are played, of ten.
    greed: u32,
    /// Kings and rooks stay, so that rights last.
    rights: bool,
    plies: (usize, usize),
    /// Only positions in check.
    check: bool,
}

const FAMILIES: [Family; 6] = [
    Family {
        name: "pieces",
        pawns: 0,
        greed: 3,
        rights: false,
        plies: (4, 40),
        check: false,
    },
    Family {
        name: "few-pawns",
        pawns: 8,
        greed: 3,
        rights: true,
        plies: (6, 40),
        check: false,
    },
    Family {
        name: "rights-check",
        pawns: 60,
        greed: 3,
        rights: true,
        plies: (8, 80),
        check: true,
    },
    Family {
        name: "few-men",
        pawns: 100,
        greed: 8,
        rights: true,
        plies: (40, 200),
        check: false,
    },
    Family {
        name: "check",
        pawns: 100,
        greed: 6,
        rights: false,
        plies: (20, 200),
        check: true,
    },
    Family {
        name: "late",
        pawns: 100,
        greed: 7,
        rights: false,
        plies: (60, 260),
        check: false,
    },
];

fn allowed(family: Family, m: &Move, pawn: bool) -> bool {
    let stays = matches!(m.role(), Role::King | Role::Rook) || m.is_castle();
    (pawn || m.role() != Role::Pawn) && !(family.rights && stays)
}

fn game(family: Family, rng: &mut Xoshiro256PlusPlus) -> Option<Chess> {
    let plies = rng.random_range(family.plies.0..=family.plies.1);
    let mut position = Chess::default();
    for _ in 0..plies {
        let pawn = rng.random_range(0..100) < family.pawns;
        let moves: Vec<Move> = position.legal_moves().into_iter().collect();
        let mut wanted: Vec<Move> = moves
            .iter()
            .filter(|m| allowed(family, m, pawn))
            .copied()
            .collect();
        if wanted.is_empty() {
            if family.pawns == 0 {
                return None;
            }
            wanted = moves;
        }
        let loud: Vec<Move> = wanted
            .iter()
            .filter(|m| m.is_capture() || m.is_promotion())
            .copied()
            .collect();
        let m = match loud.choose(rng) {
            Some(m) if rng.random_range(0..10) < family.greed => *m,
            _ => *wanted.choose(rng)?,
        };
        position.play_unchecked(m);
    }
    (!family.check || position.is_check()).then_some(position)
}

/// The castling rights that the men allow.
fn homes(setup: &Setup) -> Bitboard {
    let mut homes = Bitboard::EMPTY;
    for rook in Bitboard::CORNERS {
        let color = shakmaty::Color::from_white(rook.rank() == Rank::First);
        let king = Square::from_coords(File::E, color.backrank());
        if setup.board.piece_at(rook) == Some(color.rook())
            && setup.board.piece_at(king) == Some(color.king())
        {
            homes.add(rook);
        }
    }
    homes
}

fn disturb(setup: &mut Setup, rng: &mut Xoshiro256PlusPlus) -> &'static str {
    setup.ep_square = None;
    let men: Vec<Square> = setup.board.occupied().into_iter().collect();
    let any = |rng: &mut Xoshiro256PlusPlus| *men.choose(rng).unwrap();
    let kind = match rng.random_range(0..6) {
        0 => {
            setup.swap_turn();
            "turn"
        }
        1 => {
            setup.castling_rights = homes(setup);
            "rights"
        }
        2 => {
            let from = any(rng);
            let near: Vec<Square> = (shakmaty::attacks::king_attacks(from)
                & !setup.board.occupied())
            .into_iter()
            .collect();
            if let (Some(to), Some(man)) = (near.choose(rng), setup.board.remove_piece_at(from)) {
                setup.board.set_piece_at(*to, man);
            }
            "step"
        }
        3 => {
            let (one, other) = (any(rng), any(rng));
            let (a, b) = (
                setup.board.piece_at(one).unwrap(),
                setup.board.piece_at(other).unwrap(),
            );
            setup.board.set_piece_at(one, b);
            setup.board.set_piece_at(other, a);
            "exchange"
        }
        4 => {
            let from = any(rng);
            let to: Vec<Square> = (!setup.board.occupied()).into_iter().collect();
            if setup.board.role_at(from) != Some(Role::King) {
                let man = setup.board.remove_piece_at(from).unwrap();
                setup.board.set_piece_at(*to.choose(rng).unwrap(), man);
            }
            "jump"
        }
        _ => {
            let square = any(rng);
            if let Some(man) = setup.board.piece_at(square)
                && man.role != Role::King
            {
                let roles = [
                    Role::Knight,
                    Role::Bishop,
                    Role::Rook,
                    Role::Queen,
                    Role::Pawn,
                ];
                setup
                    .board
                    .set_piece_at(square, roles.choose(rng).unwrap().of(man.color));
            }
            "other-man"
        }
    };
    if kind != "turn" {
        setup.castling_rights &= homes(setup);
    }
    kind
}

fn main() {
    let arguments: Vec<u64> = std::env::args()
        .skip(1)
        .filter_map(|a| a.parse().ok())
        .collect();
    let count = arguments[0] as usize;
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(arguments.get(1).copied().unwrap_or(1));
    println!("fen\tverdict\tfamily");
    let mut made = 0;
    if std::env::args().any(|word| word == "composed") {
        while made < count {
            let kind = Composed::ALL[made % Composed::ALL.len()];
            let Some(setup) = kind.make(&mut rng) else {
                continue;
            };
            if Chess::from_setup(setup.clone(), CastlingMode::Standard).is_ok() {
                made += 1;
                let fen = Fen::try_from_setup(setup).unwrap();
                println!("{fen}\tunknown\t{}", kind.name());
            }
        }
        return;
    }
    while made < count {
        let family = FAMILIES[made % FAMILIES.len()];
        let Some(position) = game(family, &mut rng) else {
            continue;
        };
        let mut setup = position.to_setup(EnPassantMode::Legal);
        let (verdict, kind) = if rng.random_range(0..4) == 0 {
            ("legal", "played")
        } else {
            ("unknown", disturb(&mut setup, &mut rng))
        };
        // What is no position at all asks nothing.
        if Chess::from_setup(setup.clone(), CastlingMode::Standard).is_err() {
            continue;
        }
        made += 1;
        let fen = Fen::try_from_setup(setup).unwrap();
        println!("{fen}\t{verdict}\t{}-{kind}", family.name);
    }
}
