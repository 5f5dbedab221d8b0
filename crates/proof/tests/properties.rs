//! What must hold for every position, tried on random games.

use rand::{RngExt, SeedableRng, seq::IndexedRandom};
use rand_xoshiro::Xoshiro256PlusPlus;
use shakmaty::{
    CastlingMode, Chess, Color, EnPassantMode, File, FromSetup, Move, Position, Role, Setup,
    fen::Fen,
};
use sissa_proof::{Budget, Retro, Verdict, prove, stream, verify};

type Random = Xoshiro256PlusPlus;

const GAMES_OF_KNIGHTS: u64 = 500;

/// A random game: the positions, and the moves between them.
fn game(seed: u64, plies: usize) -> (Vec<Chess>, Vec<Move>) {
    let mut rng = Random::seed_from_u64(seed);
    let mut positions = vec![Chess::default()];
    let mut moves = Vec::new();
    for ply in 0..plies {
        let mut next = positions[ply].clone();
        let legal = next.legal_moves();
        // Captures and promotions oftener than chance, so that all numbers of men come up.
        let loud: Vec<Move> = legal
            .iter()
            .filter(|m| m.is_capture() || m.is_promotion())
            .copied()
            .collect();
        let pool = if ply % 3 == 0 && !loud.is_empty() {
            &loud[..]
        } else {
            &legal[..]
        };
        let Some(m) = pool.choose(&mut rng) else {
            break;
        };
        next.play_unchecked(*m);
        moves.push(*m);
        positions.push(next);
    }
    (positions, moves)
}

fn setup(position: &Chess) -> Setup {
    position.to_setup(EnPassantMode::Legal)
}

#[test]
fn the_move_played_is_among_the_unmoves() {
    for seed in 0..200 {
        let (positions, moves) = game(seed, 160);
        for (index, m) in moves.iter().enumerate() {
            let (before, after) = (&positions[index], &positions[index + 1]);
            let retro = Retro::new(&setup(after));
            let unmoves = retro.unmoves();
            let fen = Fen::from_position(after, EnPassantMode::Legal);
            assert!(unmoves.contains(m), "{m:?} is missing before {fen}");
            let back = retro.before(*m);
            assert_eq!(back.board, *before.board(), "{m:?} before {fen}");
            assert_eq!(back.turn, before.turn());
            // Rights lost by the move are those that may be regained.
            let lost = before.castles().castling_rights() & !back.castling;
            assert_eq!(
                lost & !retro.regained(*m),
                shakmaty::Bitboard::EMPTY,
                "{m:?} {fen}"
            );
        }
    }
}

#[test]
fn every_unmove_is_legal_forward_and_returns() {
    for seed in 100..125 {
        let (positions, _) = game(seed, 120);
        for position in positions.iter().step_by(3) {
            let retro = Retro::new(&setup(position));
            for m in retro.unmoves() {
                let back = retro.before(m);
                let before = Chess::from_setup(back.setup(), CastlingMode::Standard);
                // Checks that nobody can have given are found one move further back.
                let Ok(mut before) = before else { continue };
                let fen = Fen::from_position(position, EnPassantMode::Legal);
                assert!(before.is_legal(m), "{m:?} before {fen}");
                before.play_unchecked(m);
                assert_eq!(before.board(), position.board(), "{m:?} before {fen}");
                assert_eq!(before.turn(), position.turn());
                assert_eq!(
                    before.castles().castling_rights(),
                    position.castles().castling_rights(),
                    "{m:?} before {fen}"
                );
            }
        }
    }
}

#[test]
fn positions_of_games_are_never_called_illegal() {
    for seed in 200..260 {
        let (positions, _) = game(seed, 200);
        for position in positions.iter().step_by(7) {
            // No nodes to construct with: only the reasons speak.
            let verdict = prove(&setup(position), Budget::nodes(0), &mut stream(seed, 0));
            let fen = Fen::from_position(position, EnPassantMode::Legal);
            assert!(
                !matches!(verdict, Verdict::Illegal { .. }),
                "{fen}: {verdict:?}"
            );
        }
    }
}

/// A pawn takes on the last rank, behind a pawn that never moved.
#[test]
fn promotions_by_capture_go_past_pawns_at_home() {
    let text = "f4 g5 Nf3 g4 Rg1 gxf3 Na3 fxe2 b3 exd1=R";
    let mut position = Chess::default();
    for san in text.split_whitespace() {
        let san: shakmaty::san::San = san.parse().unwrap();
        position.play_unchecked(san.to_move(&position).unwrap());
    }
    for setup in [setup(&position), flipped(&setup(&position))] {
        assert_eq!(sissa_proof::refute(&setup, 1_000_000), [], "{setup:?}");
    }
}

/// The positions of a random game whose moves are drawn by weight.
fn game_by(seed: u64, plies: usize, weight: impl Fn(&Chess, &Move) -> usize) -> Vec<Chess> {
    let mut rng = Random::seed_from_u64(seed);
    let mut positions = vec![Chess::default()];
    for _ in 0..plies {
        let mut next = positions[positions.len() - 1].clone();
        let moves = next.legal_moves();
        let pool: Vec<Move> = moves
            .iter()
            .flat_map(|m| std::iter::repeat_n(*m, weight(&next, m)))
            .collect();
        let Some(m) = pool.choose(&mut rng) else {
            break;
        };
        next.play_unchecked(*m);
        positions.push(next);
    }
    positions
}

fn assert_not_refuted(positions: &[Chess], every: usize, nodes: u64) {
    for position in positions.iter().step_by(every) {
        let right = setup(position);
        assert_eq!(sissa_proof::refute(&right, nodes), [], "{right:?}");
    }
}

/// Kings among men who check them from next to them, most pawns being at home: cages that were entered.
#[test]
fn kings_that_got_somewhere_are_not_held_there() {
    for seed in 0..150 {
        let positions = game_by(seed, 160, |position, m| {
            let mut after = position.clone();
            after.play_unchecked(*m);
            let taste = match m.role() {
                Role::King => 12,
                Role::Pawn => 1,
                _ => 3,
            };
            taste * if after.is_check() { 8 } else { 1 }
        });
        assert_not_refuted(&positions, 5, 20_000);
    }
}

/// Pawns do all of the taking, mostly to one side, and pieces offer themselves: the pawns need nearly all captures
/// that were made.
#[test]
fn many_captures_by_pawns_are_explained() {
    for seed in 0..200 {
        let positions = game_by(seed, 120, |position, m| {
            let (us, to) = (position.turn(), m.to());
            let theirs = position.board().by_piece((!us).pawn());
            let offered = (shakmaty::attacks::pawn_attacks(us, to) & theirs).any();
            match (m.role(), m.is_capture()) {
                (Role::Pawn, true) if m.from().is_some_and(|from| from.file() > to.file()) => 300,
                (Role::Pawn, true) => 10,
                (_, true) | (Role::King, _) => 0,
                (Role::Pawn, false) => 1,
                _ if offered => 40,
                _ => 2,
            }
        });
        assert_not_refuted(&positions, 5, 50_000);
    }
}

/// Black moves only knights and two pawns, as long as there are any: then there are few moves to take back.
#[test]
fn a_side_that_had_moves_left_is_not_refuted() {
    for seed in 0..40 {
        let positions = game_by(seed, 90, |position, m| {
            let file = m.from().map_or(File::A, |from| from.file());
            match (position.turn(), m.role()) {
                (Color::White, Role::Pawn) => 1,
                (Color::White, _) if m.is_capture() => 12,
                (Color::White, _) => 3,
                (Color::Black, Role::Knight) => 4,
                (Color::Black, Role::Pawn) if [File::A, File::H].contains(&file) => 1,
                (Color::Black, _) => 0,
            }
        });
        // The last ones have the fewest.
        let late = positions.len() - positions.len() / 4;
        assert_not_refuted(&positions[late..], 2, 1_000_000);
    }
}

/// Black's pawns made five captures without a step between, all on light squares; White's bishop of the dark squares is
/// among the five men they took. With a step more there is a game.
#[test]
fn captures_on_squares_of_a_colour_are_counted() {
    let fen = "rnb1kb2/p1ppp1p1/p5p1/8/2p5/1P2P1P1/1PP1PPP1/4KB1R w - - 0 1";
    let fen: Fen = fen.parse().unwrap();
    for setup in [fen.as_setup().clone(), flipped(fen.as_setup())] {
        let reasons = sissa_proof::refute(&setup, 400_000);
        assert_eq!(reasons[0].code, "pawns-need-captures");
    }
    let fen = "rnb1kb2/p1ppp1p1/p5p1/8/8/1Pp1P1P1/1PP1PPP1/4KB1R w - - 0 1";
    let fen: Fen = fen.parse().unwrap();
    assert_eq!(sissa_proof::refute(fen.as_setup(), 400_000), []);
}

/// White may castle, so White's king has never moved; Black's stands on the same rank and has.
#[test]
fn a_king_beside_one_that_may_castle_has_moved() {
    let fen: Fen = "8/8/8/8/8/8/8/k3K2R w K - 0 1".parse().unwrap();
    for setup in [fen.as_setup().clone(), flipped(fen.as_setup())] {
        assert_eq!(sissa_proof::refute(&setup, 100_000), [], "{setup:?}");
        let verdict = prove(&setup, Budget::nodes(5_000_000), &mut stream(1, 0));
        assert!(matches!(verdict, Verdict::Legal { .. }), "{verdict:?}");
    }
}

/// A random game of knights and of pawns that take, where counting tells most.
fn game_of_knights(seed: u64) -> Vec<Chess> {
    let mut rng = Random::seed_from_u64(seed);
    let mut positions = vec![Chess::default()];
    for _ in 0..60 {
        let mut next = positions[positions.len() - 1].clone();
        let moves = next.legal_moves();
        let wanted = |m: &&Move| match m.role() {
            Role::Knight => true,
            Role::Pawn => m.is_capture() || rng.random_range(0..40) == 0,
            Role::Rook => rng.random_range(0..4) == 0,
            _ => rng.random_range(0..400) == 0,
        };
        let moves: Vec<&Move> = moves.iter().filter(wanted).collect();
        // Pawns do most of the taking.
        let takes: Vec<&Move> = moves
            .iter()
            .filter(|m| m.role() == Role::Pawn && m.is_capture())
            .copied()
            .collect();
        let pool = if takes.is_empty() { &moves } else { &takes };
        let Some(m) = pool.choose(&mut rng) else {
            break;
        };
        next.play_unchecked(**m);
        positions.push(next);
    }
    positions
}

#[test]
fn counting_moves_refutes_only_the_wrong_turn() {
    let mut told = 0;
    for seed in 0..GAMES_OF_KNIGHTS {
        for position in game_of_knights(seed).iter().skip(6).step_by(3) {
            let right = setup(position);
            let reasons = sissa_proof::refute(&right, 100_000);
            assert_eq!(reasons, [], "{right:?}");
            let mut wrong = right;
            wrong.turn = !wrong.turn;
            wrong.ep_square = None;
            if Chess::from_setup(wrong.clone(), CastlingMode::Standard).is_ok() {
                let reasons = sissa_proof::refute(&wrong, 100_000);
                let counted = |reason: &sissa_record::Reason| reason.code == "wrong-parity";
                let captured = wrong.board.occupied().count() < 32;
                told += u32::from(captured && reasons.iter().any(counted));
            }
        }
    }
    assert!(told > 20, "{told}");
    // The knight of b1 was taken on b6 by the pawn of a7: both sides made an odd number of moves.
    let text = |turn| format!("rnbqkbnr/1ppppppp/1p6/8/8/8/PPPPPPPP/R1BQKBNR {turn} KQkq - 0 1");
    let fen: Fen = text('b').parse().unwrap();
    let reasons = sissa_proof::refute(fen.as_setup(), 100_000);
    assert_eq!(reasons[0].code, "wrong-parity");
    let fen: Fen = text('w').parse().unwrap();
    let verdict = prove(fen.as_setup(), Budget::nodes(1_000_000), &mut stream(0, 0));
    assert!(matches!(verdict, Verdict::Legal { .. }), "{verdict:?}");
}

/// Black's king and rooks have never moved, so nor have bishop and queen; the knights were taken on b3 and c3. At the end Black
/// had only steps of two pawns left, too few for what White still had to do: no move before the last ones stands.
#[test]
fn a_side_that_runs_out_of_moves_has_no_last_move() {
    let fen = "r1b1k2r/1pppppp1/p6B/8/3N4/1PP5/NPP1PPPP/2KR1B1R w kq - 0 1";
    let fen: Fen = fen.parse().unwrap();
    for setup in [fen.as_setup().clone(), flipped(fen.as_setup())] {
        let reasons = sissa_proof::refute(&setup, 10_000_000);
        assert_eq!(reasons[0].code, "no-last-move");
    }
    let mut free = fen.into_setup();
    free.castling_rights = shakmaty::Bitboard::EMPTY;
    assert_eq!(sissa_proof::refute(&free, 10_000_000), []);
}

/// Black's second bishop of its colour promoted on b1, beside a file that the pawn could not leave before.
#[test]
fn promotions_by_capture_are_found_where_nothing_else_does() {
    let fen: Fen = "rnbqkbnr/1ppppppp/8/8/2b5/4P3/1PPP1PPP/RNBQK1NR w KQkq - 0 1"
        .parse()
        .unwrap();
    for setup in [fen.as_setup().clone(), flipped(fen.as_setup())] {
        match prove(&setup, Budget::nodes(20_000_000), &mut stream(3, 0)) {
            Verdict::Legal { game } => {
                let capture = |m: &Move| m.is_promotion() && m.is_capture();
                assert!(game.moves().iter().any(capture));
            }
            other => panic!("{setup:?}: {other:?}"),
        }
    }
}

#[test]
fn proofs_replay_and_repeat() {
    let mut proven = 0;
    for seed in 300..330 {
        let (positions, _) = game(seed, 90);
        let goal = setup(&positions[positions.len() - 1]);
        let run = || prove(&goal, Budget::nodes(60_000), &mut stream(seed, 0));
        if let (Verdict::Legal { game }, Verdict::Legal { game: again }) = (run(), run()) {
            assert_eq!(verify(&goal, game.moves()), Ok(()));
            assert_eq!(game, again, "same seed, same game");
            proven += 1;
        }
    }
    assert!(proven >= 25, "only {proven} of 30 proven");
}

/// The same position with colours exchanged.
fn flipped(setup: &Setup) -> Setup {
    let mut setup = setup.clone();
    setup.mirror();
    setup
}

#[test]
fn reasons_do_not_depend_on_the_colour() {
    let illegal = [
        (
            "wrong-parity",
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1",
        ),
        ("no-way-there", "8/8/2k5/8/8/3K4/5P1P/6B1 b - - 0 1"),
        ("no-last-move", "7B/8/8/4k3/8/8/8/K3R3 b - - 0 1"),
        (
            "too-many-promotions",
            "4k3/8/8/8/3B4/P1P1PPPP/1P1P4/4K3 w - - 0 1",
        ),
        (
            "pawns-need-captures",
            "rnbqkbnr/pppppppp/8/8/8/1P6/1PPPPPPP/RNBQKBNR b KQkq - 0 1",
        ),
        ("locked-men", "4k3/8/8/8/8/4P3/1K1PRP2/4b3 b - - 0 1"),
        ("locked-men", "4k3/8/8/8/8/1P6/bPP5/1b2K3 b - - 0 1"),
        ("locked-men", "4k3/8/8/8/8/1P6/PrP5/K7 w - - 0 1"),
        ("no-way-there", "4k1b1/5pp1/6p1/8/8/8/8/4K3 b - - 0 1"),
        (
            "no-way-past",
            "2b4r/p2p1pp1/2p1r2p/1p2q1k1/P1Nnp3/8/1PPPPPPP/R1B1KQ1R w - - 0 1",
        ),
        (
            "no-pawn-kernel",
            "rnbqkbnr/pppp1ppp/4P3/8/8/4p3/PPPP1PPP/RNBQKBNR w KQkq - 0 1",
        ),
        (
            "no-pawn-squares",
            "rnbqkbnr/pppppp1p/8/8/7P/3P3p/PPP1PPP1/RN1QKBNR w KQkq - 0 1",
        ),
    ];
    for (code, fen) in illegal {
        let fen: Fen = fen.parse().unwrap();
        for setup in [fen.as_setup().clone(), flipped(fen.as_setup())] {
            let verdict = prove(&setup, Budget::nodes(0), &mut stream(0, 0));
            if setup.board == shakmaty::Board::new() && setup.turn.is_white() {
                // The mirror of the starting position with Black to move: the one that is legal.
                assert!(matches!(verdict, Verdict::Legal { .. }));
                continue;
            }
            match verdict {
                Verdict::Illegal { reasons } => assert_eq!(reasons[0].code, code, "{fen}"),
                other => panic!("{fen}: {other:?}"),
            }
        }
    }
}

/// The same position with left and right exchanged, where that means anything: castling rights have no mirror.
fn mirrored(setup: &Setup) -> Option<Setup> {
    let mut setup = setup.clone();
    setup.board.flip_horizontal();
    setup.castling_rights.is_empty().then_some(setup)
}

/// The game does not begin symmetrically: kings and queens change places. So only reasons that do not come
/// from where those two begin have to hold on the other side as well.
#[test]
fn reasons_hold_on_the_other_side_of_the_board() {
    for (code, fen) in [
        ("no-way-there", "8/8/2k5/8/8/3K4/5P1P/6B1 b - - 0 1"),
        ("no-last-move", "7B/8/8/4k3/8/8/8/K3R3 b - - 0 1"),
        (
            "too-many-promotions",
            "8/5k2/8/8/3B4/P1P1PPPP/1P1P4/2K5 w - - 0 1",
        ),
        (
            "pawns-need-captures",
            "r1bq1bnr/pppppppp/2n1k3/8/8/1P1K4/1PPPPPPP/R1BQ1BNR b - - 0 1",
        ),
        ("locked-men", "8/5k2/8/8/8/4P3/1K1PRP2/4b3 b - - 0 1"),
        ("locked-men", "8/5k2/8/8/8/1P6/bPP5/1b1K4 b - - 0 1"),
        ("locked-men", "8/5k2/8/8/8/1P6/PrP5/K7 w - - 0 1"),
        ("no-way-there", "3k2b1/5pp1/6p1/8/8/8/8/3K4 b - - 0 1"),
        (
            "no-pawn-kernel",
            "r1bq1bnr/pppp1ppp/2n1P1k1/8/8/2N1p1K1/PPPP1PPP/R1BQ1BNR w - - 0 1",
        ),
        (
            "no-pawn-squares",
            "rnbq1bnr/ppppkp1p/4p3/8/7P/3PK2p/PPP1PPP1/RN1Q1BNR w - - 0 1",
        ),
    ] {
        let fen: Fen = fen.parse().unwrap();
        let mirror = mirrored(fen.as_setup()).expect("no castling rights");
        for setup in [fen.as_setup(), &mirror] {
            let reasons = sissa_proof::refute(setup, 400_000);
            let codes: Vec<&str> = reasons.iter().map(|reason| reason.code.as_str()).collect();
            assert_eq!(codes, [code], "{}", setup.board);
        }
    }
}
