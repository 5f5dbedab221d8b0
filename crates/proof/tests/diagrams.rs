//! Diagrams: whatever a FEN leaves open is free.

use rand::{SeedableRng, seq::IndexedRandom};
use rand_xoshiro::Xoshiro256PlusPlus;
use shakmaty::{Chess, EnPassantMode, Position};
use sissa_proof::{Answer, Budget, Given, Length, Target, answer, stream, verify};
use sissa_record::{Entry, Ruling, read_one};

fn ask(text: &str, length: Length) -> (Entry, Target, Answer) {
    let entry = read_one(text).expect("readable");
    let target = Target::of(&entry);
    let found = answer(&target, length, Budget::nodes(2_000_000), &mut stream(0, 0));
    (entry, target, found)
}

/// The records' FEN fields.
fn fens(text: &str, length: Length) -> Vec<String> {
    let (entry, target, found) = ask(text, length);
    let records = found.records(0, &entry, &target);
    records.into_iter().map(|record| record.fen).collect()
}

#[test]
fn either_side_may_be_to_move() {
    let (_, _, found) = ask("8/8/8/8/8/8/8/KRk5", Length::Any);
    assert_eq!(found.ruling, Ruling::Legal);
    assert!(found.games[0].end().turn().is_black());
    let (_, _, found) = ask("8/8/8/8/8/8/8/KRk5 w", Length::Any);
    assert_eq!(found.ruling, Ruling::Illegal);
    assert_eq!(found.reasons[0].code, "opposite-check");
}

#[test]
fn where_both_sides_fail_both_reasons_are_given() {
    let (_, _, found) = ask("8/8/8/8/8/8/8/KRkR4", Length::Any);
    assert_eq!(found.ruling, Ruling::Illegal);
    let messages: Vec<&str> = found
        .reasons
        .iter()
        .map(|one| one.message.as_str())
        .collect();
    assert!(
        messages[0].starts_with("White is to move, but "),
        "{messages:?}"
    );
    assert!(
        messages[1].starts_with("with Black to move, Black's king"),
        "{messages:?}"
    );
    // What has nothing to do with the side to move is said once.
    let (_, _, found) = ask("8/8/2k5/8/8/3K4/5P1P/6B1", Length::Any);
    assert_eq!(found.ruling, Ruling::Illegal);
    assert_eq!(found.reasons.len(), 1);
    assert!(found.reasons[0].message.starts_with("White's bishop on g1"));
}

#[test]
fn rights_are_kept_or_lost_as_the_game_has_it() {
    let board = "rnbqkbnr/pppppppp/8/8/8/5N2/PPPPPPPP/RNBQKB1R";
    assert_eq!(
        fens(board, Length::Shortest),
        [format!("{board} b KQkq - 1 1")]
    );
    let lost = format!("{board} b Qkq");
    let (_, _, found) = ask(&lost, Length::Any);
    assert_eq!(found.ruling, Ruling::Legal);
    assert!(fens(&lost, Length::Any)[0].starts_with(&lost));
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR";
    assert_eq!(fens(start, Length::Any), [format!("{start} w KQkq - 0 1")]);
    // Knights and rooks cannot lose a move, whatever rights are left.
    let (_, _, found) = ask(&format!("{start} b"), Length::Any);
    assert_eq!(found.ruling, Ruling::Illegal);
    assert_eq!(found.reasons[0].code, "wrong-parity");
}

#[test]
fn the_fen_is_the_position_that_the_game_ends_in() {
    let board = "rnbqkbnr/p1pppppQ/1p6/8/4P3/8/PPPP1PPP/RNB1KBNR";
    let length = Length::Exact {
        plies: 5,
        all: false,
    };
    assert_eq!(fens(board, length), [format!("{board} b KQkq - 1 3")]);
    // What is given is kept as it is given, and what nobody knows is not made up.
    let whole = format!("{board} b KQkq - 7 9");
    assert_eq!(fens(&whole, length), [whole.as_str()]);
    let length = Length::Exact {
        plies: 3,
        all: false,
    };
    assert_eq!(fens(board, length), [board]);
}

#[test]
fn a_length_of_the_wrong_parity_is_named() {
    let length = |plies| Length::Exact { plies, all: true };
    let board = "rnbqkbnr/p1pppppQ/1p6/8/4P3/8/PPPP1PPP/RNB1KBNR";
    for (text, plies) in [
        (format!("{board} b"), 4),
        ("8/8/8/8/8/8/8/KRk5".to_owned(), 84),
    ] {
        let (_, _, found) = ask(&text, length(plies));
        assert_eq!(found.ruling, Ruling::None, "{text}");
        assert_eq!(found.reasons[0].code, "wrong-parity");
        let turn =
            format!("after {plies} half-moves it is White's turn, but here Black is to move");
        assert!(
            found.reasons[0].message.starts_with(&turn),
            "{:?}",
            found.reasons
        );
    }
}

/// What a game reached is a diagram that is not refuted, however little of it is given, and mostly one that is proven.
#[test]
fn diagrams_of_games_are_never_called_illegal() {
    let given = [Given::Board, Given::Turn, Given::Castling];
    let (mut proven, mut asked) = (0, 0);
    for seed in 0..24 {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        let mut position = Chess::default();
        for ply in 0..120 {
            let legal = position.legal_moves();
            let Some(m) = legal.choose(&mut rng) else {
                break;
            };
            position.play_unchecked(*m);
            if ply % 8 == 0 {
                let setup = position.to_setup(EnPassantMode::Legal);
                let target = Target::new(setup, given[(ply / 8 + seed as usize) % 3]);
                assert_eq!(target.refute(20_000), [], "{target:?}");
            }
        }
        if position.legal_moves().is_empty() {
            continue;
        }
        for given in given {
            let target = Target::new(position.to_setup(EnPassantMode::Legal), given);
            let budget = Budget::nodes(60_000);
            let found = answer(&target, Length::Any, budget, &mut stream(seed, 0));
            assert_ne!(found.ruling, Ruling::Illegal, "{target:?}");
            asked += 1;
            if let Some(game) = found.games.first() {
                proven += 1;
                let end = game.end();
                assert_eq!(end.board(), target.board());
                assert!(target.turn().is_none_or(|turn| turn == end.turn()));
                let setup = end.to_setup(EnPassantMode::Legal);
                assert_eq!(verify(&setup, game.moves()), Ok(()));
            }
        }
    }
    assert!(proven * 4 > asked * 3, "{proven} of {asked}");
}
