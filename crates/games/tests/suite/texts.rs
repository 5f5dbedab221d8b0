//! Texts as they are met in the wild.

use std::{io::Cursor, ops::ControlFlow};

use pgn_reader::{Reader, SanPlus, Visitor};
use proptest::prelude::*;
use shakmaty::{Chess, Position, uci::UciMove};

use sissa_games::{GamesError, ImportSummary, Source, import};

use crate::games::{found, import_text, many, options};

/// Imports a text and gives the games' moves, and the reasons of broken ones.
fn read(text: impl Into<Vec<u8>>) -> (Vec<String>, Vec<String>) {
    let folder = tempfile::tempdir().unwrap();
    let imported = import_text(text, folder.path());
    let games = found(folder.path(), "anything", false);
    assert_eq!(imported.tally.kept, games.len() as u64);
    let games = games.iter().map(|found| found.whole.movetext()).collect();
    let broken = imported
        .tally
        .examples
        .iter()
        .map(|example| example.reason.clone())
        .collect();
    (games, broken)
}

#[track_caller]
fn check(text: &str, games: &[&str], broken: &[&str]) {
    let (found, faults) = read(text);
    assert_eq!(found, games);
    assert_eq!(faults, broken);
}

#[test]
fn line_ends_and_marks_do_not_matter() {
    check(
        "\u{feff}[Event \"a\"]\r\n\r\n1. e4 e5\r\n2. Nf3 *\r\n\r\n[Event \"b\"]\r\n\r\n1.d4 *\r\n",
        &["1. e4 e5 2. Nf3", "1. d4"],
        &[],
    );
    check(
        "1. e4 e5 1-0\n\n1. d4 d5 0-1",
        &["1. e4 e5", "1. d4 d5"],
        &[],
    );
    check(
        "[Event \"a\"]\n[Weird_Tag \"x \\\"y\\\" z\"]\n% escaped [line\n1. e4 *",
        &["1. e4"],
        &[],
    );
}

#[test]
fn comments_and_variations_are_passed_over() {
    check(
        "[Event \"a\"]\n\n1. e4! $1 {one {two} (1. d4 {a ) b} (1. c4 c5) d5) e5?! ; rest ) { of line\n 2. Nf3 (2. f4 (2. d4)) *",
        &["1. e4 e5 2. Nf3"],
        &[],
    );
    let huge = "x".repeat(3 << 20);
    check(
        &format!("[Event \"a\"]\n\n1. e4 {{{huge}\n[Event]\n}} e5 *\n\n[Event \"b\"]\n\n1. d4 *\n"),
        &["1. e4 e5", "1. d4"],
        &[],
    );
}

#[test]
fn broken_games_are_counted_and_the_next_is_read() {
    let good = "\n[Event \"b\"]\n\n1. d4 *\n";
    for (game, reason) in [
        (
            "1. e4 e5 2. Qxf7 Nc6 *",
            "move 2. \"Qxf7\" is not legal here",
        ),
        ("1. e4 Qx9 2. Nf3 *", "move 1... \"Qx9\" is not a move"),
        ("1. e4 hello *", "move 1... \"hello\" is not a move"),
        (
            "1. e4 -- 2. d4 *",
            "move 1... \"--\" is a null move, which no game contains",
        ),
        ("1. e4 {never closed *", "a comment is not closed"),
        ("1. e4 (1. d4 *", "a variation is not closed"),
        ("1. e4 ) e5 *", "`)` closes nothing"),
    ] {
        check(
            &format!("[Event \"a\"]\n\n{game}\n{good}"),
            &["1. d4"],
            &[reason],
        );
    }
    check(
        &format!("[Event \"a\"]\n[FEN \"8/8/8/8\"]\n\n1. e4 *\n{good}"),
        &["1. d4"],
        &["the FEN \"8/8/8/8\" cannot be read"],
    );
    check(
        &format!("[Event a]\n\n1. e4 *\n{good}"),
        &["1. d4"],
        &["not a tag: [Event a]"],
    );
}

#[test]
fn games_may_start_elsewhere_but_must_be_chess() {
    check(
        "[SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n\n1. e4 Ke7 *",
        &["1. e4 Ke7"],
        &[],
    );
    let folder = tempfile::tempdir().unwrap();
    let text = "[Event \"a\"]\n[Variant \"Chess960\"]\n\n1. O-O e5 *\n\n[Event \"b\"]\n[Variant \"Standard\"]\n\n1. e4 *\n\n[Event \"c\"]\n[Variant \"Atomic\"]\n\n1. e4 *\n";
    let tally = import_text(text, folder.path()).tally;
    assert_eq!(
        (tally.read, tally.variants, tally.broken, tally.kept),
        (3, 2, 0, 1)
    );
}

#[test]
fn a_game_of_ten_thousand_half_moves_is_whole() {
    let mut text = String::from("[Event \"long\"]\n\n");
    for number in 0..2500 {
        text += &format!("{}. Nf3 Nf6 {}. Ng1 Ng8\n", 2 * number + 1, 2 * number + 2);
    }
    let folder = tempfile::tempdir().unwrap();
    assert_eq!(import_text(text + "*\n", folder.path()).tally.plies, 10_000);
}

#[test]
fn notations_of_other_programs_are_understood() {
    check("1. e2e4 e7e5 2. g1f3 *", &["1. e4 e5 2. Nf3"], &[]);
    check(
        "1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. 0-0 d6 ½-½",
        &["1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. O-O d6"],
        &[],
    );
    check("1. e4 +- e5 = 2. Nf3 *", &["1. e4 e5 2. Nf3"], &[]);
}

/// What pgn-reader reads.
struct Moves;

impl Visitor for Moves {
    type Tags = ();
    type Movetext = (Chess, Vec<String>);
    type Output = Vec<String>;

    fn begin_tags(&mut self) -> ControlFlow<Vec<String>> {
        ControlFlow::Continue(())
    }
    fn begin_movetext(&mut self, (): ()) -> ControlFlow<Vec<String>, (Chess, Vec<String>)> {
        ControlFlow::Continue((Chess::default(), Vec::new()))
    }
    fn san(
        &mut self,
        (position, moves): &mut (Chess, Vec<String>),
        san: SanPlus,
    ) -> ControlFlow<Vec<String>> {
        let played = san.san.to_move(position).unwrap();
        moves.push(UciMove::from_standard(played).to_string());
        position.play_unchecked(played);
        ControlFlow::Continue(())
    }
    fn end_game(&mut self, (_, moves): (Chess, Vec<String>)) -> Vec<String> {
        moves
    }
}

#[test]
fn moves_come_back_as_pgn_reader_reads_them() {
    let text = many(400, 7, 300, true);
    let expected: Vec<Vec<String>> = Reader::new(Cursor::new(text.as_bytes()))
        .read_games(&mut Moves)
        .collect::<Result<_, _>>()
        .unwrap();
    let folder = tempfile::tempdir().unwrap();
    import_text(text, folder.path());
    let games = found(folder.path(), "anything", false);
    let ours: Vec<Vec<String>> = games.iter().map(|found| found.whole.uci_moves()).collect();
    assert_eq!(ours, expected);
    // And out again as PGN, and in again.
    let written: String = games
        .iter()
        .map(|found| sissa_record::pgn(&found.whole, &[]))
        .collect();
    let again = tempfile::tempdir().unwrap();
    import_text(written, again.path());
    let second: Vec<Vec<String>> = found(again.path(), "anything", false)
        .iter()
        .map(|found| found.whole.uci_moves())
        .collect();
    assert_eq!(second, expected);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    /// Whatever the bytes: no panic, and every game is accounted for.
    #[test]
    fn any_text_is_counted(pieces in prop::collection::vec(prop::sample::select(vec![
        "[Event \"a\"]\n", "\n", "1. e4 ", "e5 ", "{", "}", "(", ")", ";", "*", "1-0\n", "Nf3 ", "%", "[", "]", "\"", "\\",
        "\u{feff}", "é", "0-0 ", "$3 ", "--", "½-½", "[%clk 0:01:00]", "[FEN \"8/8\"]\n", "[Variant \"x\"]\n", "\r\n", "\0",
    ]), 0..60)) {
        let folder = tempfile::tempdir().unwrap();
        let text = pieces.concat();
        let source = Source::from_reader("any", Cursor::new(text.clone().into_bytes()));
        match import(vec![source], folder.path(), &options(), &|_| true) {
            Ok(ImportSummary { tally, .. }) => {
                prop_assert_eq!(tally.read, tally.kept + tally.broken + tally.variants);
            }
            // Only text that could be read without a single tag or move has no game.
            Err(error) => {
                prop_assert!(matches!(error, GamesError::NoGames { .. }), "{error}");
                prop_assert!(!text.starts_with("[Event \"a\"]") && !text.starts_with("1. e4 "));
            }
        }
    }
}
