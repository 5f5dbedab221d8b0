//! Whatever is written can be read, and nothing that is read makes the reader panic.

#![allow(clippy::unwrap_used)]

mod common;

use common::games;
use proptest::prelude::*;
use shakmaty::Position;
use sissa_record::{
    CheckRecord, Entry, Excerpt, Extra, Game, PositionRecord, Record, Ruling, Verdict, epd, fen,
    pgn, read, read_one,
};

fn read_all(text: &str) -> Vec<Entry> {
    let entries = read(text.as_bytes(), "test");
    entries
        .map(|entry| entry.unwrap_or_else(|error| panic!("{error}\n{text}")))
        .collect()
}

fn counters(position: &impl Position) -> (u32, u32) {
    (position.halfmoves(), position.fullmoves().get())
}

/// The entry is the last position of the game, counters included.
fn assert_end(entry: &Entry, game: &Game) {
    let position = entry.position.checked.as_ref().unwrap();
    assert_eq!(position, game.end());
    assert_eq!(counters(position), counters(game.end()));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(128))]

    #[test]
    fn pgn_gives_the_games_back(games in prop::collection::vec(games(), 1..4), value in "\\PC{0,40}") {
        let tags = [("Annotator", "sissa"), ("Constraint", value.as_str())];
        let text: String = games.iter().map(|game| pgn(game, &tags)).collect();
        prop_assert!(text.lines().filter(|line| !line.starts_with('[')).all(|line| line.len() < 80));

        for text in [text.clone(), text.replace('\n', "\r\n"), format!("\u{feff}{text}")] {
            let entries = read_all(&text);
            prop_assert_eq!(entries.len(), games.len());
            for (entry, game) in entries.iter().zip(&games) {
                prop_assert_eq!(entry.game.as_ref(), Some(game));
                prop_assert_eq!(entry.game.as_ref().unwrap().header("Constraint"), Some(value.as_str()));
                assert_end(entry, game);
            }
        }
    }

    #[test]
    fn json_gives_the_game_back(game in games(), id in any::<String>()) {
        let record = PositionRecord::from_game(0, id.as_str(), &game, Extra::default());
        let position = Record::Position(record);
        let line = position.to_line();
        prop_assert!(!line.contains('\n'));
        prop_assert_eq!(Record::from_line(&line).unwrap(), position);
        let entries = read_all(&line);
        prop_assert_eq!(entries[0].game.as_ref(), Some(&game));
        prop_assert_eq!(entries[0].id.as_deref(), Some(id.as_str()));
        assert_end(&entries[0], &game);
    }

    #[test]
    fn other_records_give_the_position_back(game in games()) {
        let check = Record::Check(CheckRecord {
            index: 0,
            fen: fen(game.end()),
            valid: true,
            satisfied: None,
            reasons: Vec::new(),
            ply: Some(game.plies()),
            origin: None,
            id: None,
            constraint: None,
            findings: None,
            moves: None,
            start_fen: None,
        });
        let legal = game.from_starting_position();
        let verdict = Record::Verdict(Verdict {
            index: None,
            fen: fen(game.end()),
            verdict: if legal { Ruling::Legal } else { Ruling::Undecided },
            plies: legal.then_some(game.plies()),
            moves: if legal { game.uci_moves() } else { Vec::new() },
            reasons: Vec::new(),
            movetext: None,
            shortest: None,
            nodes: None,
            origin: None,
            links: None,
        });
        let entries = read_all(&format!("{}\n{}\n", check.to_line(), verdict.to_line()));
        assert_end(&entries[0], &game);
        assert_end(&entries[1], &game);
        prop_assert_eq!(entries[1].game.as_ref(), legal.then_some(&game));
    }

    #[test]
    fn fen_and_epd_give_the_position_back(game in games(), id in "\\PC{0,40}") {
        let lines = format!("{}\n{}\n", fen(game.end()), epd(game.end(), &[("id", &id)]));
        let entries = read_all(&lines);
        prop_assert_eq!(entries.len(), 2);
        assert_end(&entries[0], &game);
        assert_end(&entries[1], &game);
        prop_assert_eq!(entries[1].id.as_deref(), Some(id.as_str()));
        assert_end(&read_one(&fen(game.end()).replace(' ', "_")).unwrap(), &game);
    }

    #[test]
    fn lists_of_moves_are_games(game in games().prop_filter("from the array", |game| {
        game.from_starting_position() && game.plies() > 0
    })) {
        for text in [game.movetext(), game.san_moves().join(" "), game.uci_moves().join(" ")] {
            prop_assert_eq!(read_one(&text).unwrap().game, Some(game.clone()));
        }
    }
}

/// Reads everything, without a panic and with every message fit to print.
fn survives(input: &[u8]) {
    for error in read(input, "test").filter_map(Result::err) {
        let message = error.to_string();
        assert!(message.len() < 1_000, "{message}");
        assert!(!message.chars().any(char::is_control), "{message:?}");
        assert!(error.excerpt.text.chars().count() <= Excerpt::WIDTH);
        assert!(!error.excerpt.text.chars().any(char::is_control));
        assert!(error.excerpt.mark.end <= Excerpt::WIDTH);
    }
    let _ = read_one(&String::from_utf8_lossy(input));
}

/// Pieces of all formats, to be put together wrongly.
const PIECES: [&str; 40] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR",
    "8/8/8/8/8/8/8/8",
    "/",
    " w ",
    " b ",
    " KQkq",
    " -",
    " e3",
    " 0 1",
    " 3+3",
    "[Qq]",
    "~",
    "_",
    " hmvc 3;",
    " id \"x\";",
    " id \"",
    "[Event \"?\"]",
    "[FEN \"",
    "\"]",
    "[Variant \"Atomic\"]",
    "[SetUp \"1\"]",
    "\n",
    "\r\n",
    "\n\n",
    "1. ",
    "e4 ",
    "e5 ",
    "O-O ",
    "{",
    "}",
    "(",
    ")",
    ";",
    "%",
    " * ",
    "1-0",
    "{\"fen\":\"",
    "\"}",
    "{\"type\":\"position\",\"moves\":[\"",
    "\u{feff}",
];

proptest! {
    #![proptest_config(ProptestConfig::with_cases(512))]

    #[test]
    fn any_bytes_are_survived(input in prop::collection::vec(any::<u8>(), 0..400)) {
        survives(&input);
    }

    #[test]
    fn any_text_is_survived(input in ".{0,200}") {
        survives(input.as_bytes());
    }

    #[test]
    fn any_mixture_is_survived(pieces in prop::collection::vec(prop::sample::select(&PIECES[..]), 0..60)) {
        survives(pieces.concat().as_bytes());
    }

    #[test]
    fn damaged_output_is_survived(
        game in games(), at in any::<prop::sample::Index>(), byte in any::<u8>(), format in 0..3,
    ) {
        let mut text = match format {
            0 => pgn(&game, &[]),
            1 => Record::Position(PositionRecord::from_game(0, "x", &game, Extra::default())).to_line(),
            _ => epd(game.end(), &[("id", "x")]),
        }
        .into_bytes();
        let at = at.index(text.len());
        text[at] = byte;
        survives(&text);
    }

    #[test]
    fn any_board_is_explained(squares in prop::collection::vec("[PNBRQKpnbrqk1]", 64), rest in prop::sample::select(
        &[" w KQkq e6 0 1", " b KQkq e3 0 1", " w - - 0 1", " b AHah d6 0 1", " w - a8 0 1"][..],
    )) {
        let ranks: Vec<String> = squares.chunks(8).map(|rank| rank.concat()).collect();
        let entry = read_one(&(ranks.join("/") + rest)).unwrap();
        if let Err(reasons) = entry.position.checked {
            prop_assert!(!reasons.is_empty());
            prop_assert!(reasons.iter().all(|reason| reason.code != "invalid" && !reason.message.is_empty()));
        }
    }
}
