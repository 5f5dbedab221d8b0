//! PGN as it is found in the world, read exactly; pgn-reader is the oracle for what is the main line.

#![allow(clippy::unwrap_used)]

mod common;

use std::{fmt::Write as _, ops::ControlFlow};

use common::games;
use pgn_reader::{Reader, SanPlus, Visitor};
use proptest::prelude::*;
use sissa_record::{Entry, Game, ReadError, read, read_one};

/// The movetext of each game, or the message.
fn check(text: &str, expected: &[&str]) {
    let found: Vec<String> = read(text.as_bytes(), "x.pgn").map(show).collect();
    assert_eq!(found, expected, "{text}");
}

fn show(result: Result<Entry, ReadError>) -> String {
    match result {
        Ok(entry) => match entry.game {
            Some(game) => format!("{}: {}", entry.origin, game.movetext()),
            None => format!("{}: no game", entry.origin),
        },
        Err(error) => format!("error: {error}"),
    }
}

#[test]
fn comments_annotations_and_variations_are_passed_over() {
    let text = "\u{feff}% escaped 1. d4\r\n[Event \"a\"]\r\n[Site \"b\"] [Round \"1\"]\r\n\r\n{first} 1. e4! $14 {a\r\n\r\n[b] } e5 \
        ( 1... c5 {)} 2. Nf3 ( 2. c3 ) d6 1-0 ) 2.Nf3 ; to the end ( {\r\n Nc6 = 3. Bb5 a6?! 4.O-O +/- 1-0 {after}\r\n";
    check(
        text,
        &["x.pgn game 1: 1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. O-O"],
    );
}

#[test]
fn games_end_where_the_next_begins() {
    check(
        "1. e4 e5\n\n2. Nf3 *\n1. d4 1-0 1. c4 0-1\n1. b3\n1... b6\n1. a3 a6\n",
        &[
            "x.pgn game 1: 1. e4 e5 2. Nf3",
            "x.pgn game 2: 1. d4",
            "x.pgn game 3: 1. c4",
            "x.pgn game 4: 1. b3 b6",
            "x.pgn game 5: 1. a3 a6",
        ],
    );
    check(
        "[Event \"1\"]\n[Event \"2\"]\n\n1. e4\n[White \"3\"]\n\n*\n\n[Event \"4\"]\n",
        &[
            "x.pgn game 1: ",
            "x.pgn game 2: 1. e4",
            "x.pgn game 3: ",
            "x.pgn game 4: ",
        ],
    );
}

#[test]
fn a_bad_move_costs_one_game() {
    check(
        "[Event \"1\"]\n\n1. e4 e5 2. Nf6 Nc6 {\n[x] } 3. zz 1-0\n\n[Event \"2\"]\n\n1. e4 xyz 2. d4\n\n[Event \"3\"]\n\n1. d4 *\n",
        &[
            "error: x.pgn game 1, line 3: move 2, White: \"Nf6\" is not legal here",
            "error: x.pgn game 2, line 8: move 1, Black: \"xyz\" is not a move",
            "x.pgn game 3: 1. d4",
        ],
    );
}

#[test]
fn bad_tags_cost_one_game() {
    check(
        "[Event \"1\"]\n[FEN \"8/8/8/8/8/8/8/9 w - - 0 1\"]\n\n1. e4 *\n[Event oops]\n\n1. e4 *\n[Event \"3\"]\n[Variant \"Chess960\"]\n\n1. e4 *\n\n[White \"4\"]\n\n*",
        &[
            "error: x.pgn game 1, line 2: \"9\" in rank 1 is neither a piece (PNBRQK, pnbrqk) nor a number of empty squares",
            "error: x.pgn game 2, line 5: a tag must look like [Name \"value\"]",
            "error: x.pgn game 3, line 9: the game is of the variant \"Chess960\"",
            "x.pgn game 4: ",
        ],
    );
}

#[test]
fn a_game_may_start_anywhere_possible() {
    check(
        "[SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/8/8/4K2R b K - 3 17\"]\n\n17... Ke7 18. O-O *\n[FEN \"8/8/8/8/8/8/8/8 w - -\"]\n\n*\n[FEN \"8/8/8/8/8/8/8/8 w - -\"]\n\n1. e4 *",
        &[
            "x.pgn game 1: 17... Ke7 18. O-O",
            "x.pgn game 2: no game",
            "error: x.pgn game 3, line 10: the game starts from an impossible position: there are no pieces on the board",
        ],
    );
}

#[test]
fn what_is_never_closed_is_reported() {
    check(
        "[Event \"1\"]\n\n1. e4 {oops\n\n[Event \"2\"]\n\n1. e4 (1. d4\n\n[Event \"3\"]\n\n1. e4 {",
        &[
            "error: x.pgn game 1, line 5: the comment opened on line 3 is never closed",
            "error: x.pgn game 2, line 9: the variation opened on line 7 is never closed",
            "error: x.pgn game 3, line 11: the comment opened on line 11 is never closed",
        ],
    );
}

#[test]
fn a_line_that_is_too_long_costs_one_game() {
    let long = "x".repeat(3 << 20);
    check(
        &format!("[Event \"1\"]\n\n1. e4 {{\n{long}\n}} e5 *\n\n[Event \"2\"]\n\n1. d4 *"),
        &[
            "error: x.pgn game 1, line 4: the line is longer than 1 MiB",
            "x.pgn game 2: 1. d4",
        ],
    );
}

#[test]
fn old_files_are_latin_1() {
    let text = b"[Event \"caf\xe9\"]\n\n1. e4 *\n";
    let entry = read(&text[..], "x.pgn").next().unwrap().unwrap();
    assert_eq!(entry.game.unwrap().header("Event"), Some("café"));
}

#[test]
fn lists_of_moves_have_one_game_a_line() {
    check(
        "# openings\ne4 e5\n\nd2d4 d7d5 c4\nhello\nc4 {\nc4 c5 *\n",
        &[
            "x.pgn:2: 1. e4 e5",
            "x.pgn:4: 1. d4 d5 2. c4",
            "error: x.pgn:5: move 1, White: \"hello\" is not a move",
            "error: x.pgn:6: the comment opened on line 6 is never closed",
            "x.pgn:7: 1. c4 c5",
        ],
    );
}

/// The moves of the main line according to pgn-reader.
fn oracle(text: &str) -> Vec<String> {
    struct Collect;
    impl Visitor for Collect {
        type Tags = ();
        type Movetext = Vec<String>;
        type Output = Vec<String>;
        fn begin_tags(&mut self) -> ControlFlow<Vec<String>, ()> {
            ControlFlow::Continue(())
        }
        fn begin_movetext(&mut self, (): ()) -> ControlFlow<Vec<String>, Vec<String>> {
            ControlFlow::Continue(Vec::new())
        }
        fn san(&mut self, moves: &mut Vec<String>, san: SanPlus) -> ControlFlow<Vec<String>> {
            moves.push(san.to_string());
            ControlFlow::Continue(())
        }
        fn end_game(&mut self, moves: Vec<String>) -> Vec<String> {
            moves
        }
    }
    Reader::new(text.as_bytes())
        .read_game(&mut Collect)
        .unwrap()
        .unwrap()
}

/// A game with this between its moves.
fn annotate(game: &Game, between: &[&str]) -> String {
    let mut text = String::from("[Event \"x\"]\n\n");
    for (san, between) in game.san_moves().iter().zip(between.iter().cycle()) {
        write!(text, "{san}{between} ").unwrap();
    }
    text + "*\n"
}

const BETWEEN: [&str; 12] = [
    "",
    "!",
    "?!",
    " $6",
    " {a (comment) [%clk 0:01]}",
    " ( Nf3 (e4 e5) {)} d4 )",
    " ; rest (\n",
    "\n",
    "\n% no )\n",
    "\t",
    " 7...",
    "{}",
];

proptest! {
    #[test]
    fn the_main_line_is_that_of_pgn_reader(
        game in games().prop_filter("from the array", |game| game.from_starting_position()),
        between in prop::collection::vec(prop::sample::select(&BETWEEN[..]), 1..8),
    ) {
        let text = annotate(&game, &between);
        prop_assert_eq!(read_one(&text).unwrap().game.unwrap().san_moves(), oracle(&text));
        prop_assert_eq!(oracle(&text).len(), game.plies());
    }
}
