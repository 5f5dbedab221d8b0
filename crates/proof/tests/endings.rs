//! Games to positions of few men: the quick way agrees with the long one.

use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use shakmaty::{
    Board, CastlingMode, Chess, Color, EnPassantMode, FromSetup, Piece, Position, Role, Setup,
    Square,
};
use sissa_proof::{Budget, Endings, Verdict, prove, stream, verify};

/// A position with these men somewhere.
fn anywhere(men: &[Piece], rng: &mut Xoshiro256PlusPlus) -> Option<Setup> {
    let mut board = Board::empty();
    for piece in men {
        let square = Square::new(rng.random_range(0..64));
        if board.piece_at(square).is_some() {
            return None;
        }
        board.set_piece_at(square, *piece);
    }
    let mut setup = Setup::empty();
    setup.board = board;
    setup.turn = Color::from_white(rng.random());
    let chess = Chess::from_setup(setup, CastlingMode::Standard).ok()?;
    Some(chess.to_setup(EnPassantMode::Legal))
}

#[test]
fn positions_of_few_men_have_games_or_none_as_the_long_way_finds() {
    let signatures: [&[Piece]; 6] = [
        &[Color::White.queen()],
        &[Color::White.queen(), Color::Black.rook()],
        &[Color::Black.bishop(), Color::Black.knight()],
        &[Color::White.pawn(), Color::Black.pawn()],
        &[Color::White.rook(), Color::White.rook()],
        // Over as soon as it is there: only a capture leads to it.
        &[Color::White.knight()],
    ];
    let endings = Endings::default();
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(20);
    for men in signatures {
        let kings = Color::ALL.map(|color| Role::King.of(color));
        let men = [&kings, men].concat();
        let mut tried = 0;
        while tried < 12 {
            let Some(setup) = anywhere(&men, &mut rng) else {
                continue;
            };
            tried += 1;
            let budget = || Budget::nodes(2_000_000);
            match endings.prove(&setup, budget(), &mut stream(1, tried)) {
                Verdict::Legal { game } => assert_eq!(verify(&setup, game.moves()), Ok(())),
                Verdict::Illegal { .. } => {
                    let again = prove(&setup, budget(), &mut stream(2, tried));
                    assert!(matches!(again, Verdict::Illegal { .. }), "{setup:?}");
                }
                Verdict::Undecided { .. } => panic!("{setup:?}"),
            }
        }
    }
}

#[test]
fn what_was_asked_before_does_not_matter() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(21);
    let men = [
        Color::White.king(),
        Color::Black.king(),
        Color::White.rook(),
    ];
    let positions: Vec<Setup> = std::iter::from_fn(|| Some(anywhere(&men, &mut rng)))
        .flatten()
        .take(6)
        .collect();
    let answer = |endings: &Endings, setup: &Setup| match endings.prove(
        setup,
        Budget::nodes(1_000_000),
        &mut stream(3, 3),
    ) {
        Verdict::Legal { game } => Some(game.moves().to_vec()),
        _ => None,
    };
    let one = Endings::default();
    let forward: Vec<_> = positions.iter().map(|setup| answer(&one, setup)).collect();
    for (setup, known) in positions.iter().zip(&forward).rev() {
        assert_eq!(answer(&Endings::default(), setup), *known);
    }
}

#[test]
fn no_proof_is_needed_where_a_walk_leads_home() {
    let endings = Endings::default();
    for fen in [
        // Only a capture can have been the last move: the game ends here.
        "8/8/8/3k4/8/8/8/KN6 w - - 0 1",
        "8/8/8/3k4/8/8/8/K7 b - - 0 1",
        // Pawns that have passed each other, and doubled ones.
        "8/8/4P3/2k5/4p3/8/8/K7 w - - 0 1",
        "8/8/4P3/2k1P3/8/8/8/K7 b - - 0 1",
        // Pawns that must have come two squares just now.
        "8/8/8/2k1pP2/8/8/8/K7 w - e6 0 1",
        // A king and a rook that have never moved.
        "8/8/8/3k4/8/8/8/4K2R w K - 0 1",
        "4k2r/8/8/8/8/3N4/8/1K6 b k - 0 1",
        // Mates that only a promotion, or only a capture, can have given.
        "1Q2k3/8/4K3/8/8/8/8/8 b - - 0 1",
        "4k2Q/8/4K3/8/8/8/8/8 b - - 0 1",
        // Promoted men.
        "8/8/8/3k4/8/8/1QQ5/K7 w - - 0 1",
        "8/8/8/3k4/8/8/1B1B4/K7 w - - 0 1",
    ] {
        let fen: shakmaty::fen::Fen = fen.parse().unwrap();
        match endings.prove(fen.as_setup(), Budget::nodes(0), &mut stream(5, 0)) {
            Verdict::Legal { game } => assert_eq!(verify(fen.as_setup(), game.moves()), Ok(())),
            other => panic!("{fen}: {other:?}"),
        }
    }
}
