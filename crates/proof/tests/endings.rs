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
