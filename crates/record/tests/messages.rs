//! The words of records and errors, as programs and people see them.

#![allow(clippy::unwrap_used)]

use insta::assert_snapshot;
use shakmaty::{Bitboard, Square};
use sissa_record::{
    CheckRecord, Excerpt, Extra, Failure, Game, Legality, PositionInput, PositionRecord, Reason,
    Record, Ruling, Run, SCHEMA, Summary, Verdict, read, read_one, schema,
};

fn game(moves: &str) -> Game {
    read_one(moves).unwrap().game.unwrap()
}

#[test]
fn run() {
    let run = Run {
        schema: SCHEMA,
        tool: "sissa 0.1.0".to_owned(),
        command: "generate".to_owned(),
        constraint: Some("white (0,2,2,2,8)".to_owned()),
        style: Some("direct".to_owned()),
        seed: Some(7),
        count: Some(2),
        skip: None,
    };
    assert_snapshot!(Record::Run(run).to_line(), @r#"{"type":"run","schema":1,"tool":"sissa 0.1.0","command":"generate","constraint":"white (0,2,2,2,8)","style":"direct","seed":7,"count":2}"#);
}

#[test]
fn position() {
    let extra = Extra {
        nodes: Some(99),
        ..Extra::default()
    };
    let record = PositionRecord::from_game(0, "7-0", &game("e4 e5 Nf3"), extra);
    assert_snapshot!(Record::Position(record).to_line(), @r#"{"type":"position","index":0,"id":"7-0","fen":"rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2","turn":"black","plies":3,"moves":["e2e4","e7e5","g1f3"],"movetext":"1. e4 e5 2. Nf3","legality":"proof-game","links":{"analysis":"https://lichess.org/analysis/pgn/e4_e5_Nf3#3"},"nodes":99}"#);
}

#[test]
fn position_from_elsewhere() {
    let start = PositionInput::parse("4k3/8/8/8/8/8/8/4K2R b K - 3 17").unwrap();
    let mut game = Game::starting_from(start.checked.unwrap());
    game.push_text("Kd7").unwrap();
    let record = PositionRecord::from_game(1, "7-1", &game, Extra::default());
    assert_eq!(record.legality, Legality::FromStart);
    assert_snapshot!(Record::Position(record).to_line(), @r#"{"type":"position","index":1,"id":"7-1","fen":"8/3k4/8/8/8/8/8/4K2R w K - 4 18","turn":"white","plies":1,"moves":["e8d7"],"movetext":"17... Kd7","legality":"from-start","links":{"analysis":"https://lichess.org/analysis/standard/8/3k4/8/8/8/8/8/4K2R_w_K_-_4_18"},"start_fen":"4k3/8/8/8/8/8/8/4K2R b K - 3 17"}"#);
}

#[test]
fn failure() {
    let failure = Failure {
        index: 1,
        code: "budget".to_owned(),
        message: "no game found within 1,000 nodes".to_owned(),
        hint: Some("give more with --nodes".to_owned()),
        ..Failure::default()
    };
    assert_snapshot!(Record::Failure(failure).to_line(), @r#"{"type":"failure","index":1,"code":"budget","message":"no game found within 1,000 nodes","hint":"give more with --nodes"}"#);
}

#[test]
fn check() {
    let entry = read_one("4k3/8/8/8/8/8/4Q3/3K4 w").unwrap();
    let check = CheckRecord {
        index: 0,
        fen: entry.position.text,
        valid: false,
        satisfied: None,
        reasons: entry.position.checked.unwrap_err(),
        ply: None,
        origin: Some(entry.origin),
        id: None,
        constraint: None,
        findings: None,
        moves: None,
        start_fen: None,
    };
    assert_snapshot!(Record::Check(check).to_line(), @r#"{"type":"check","index":0,"fen":"4k3/8/8/8/8/8/4Q3/3K4 w","valid":false,"satisfied":null,"reasons":[{"code":"opposite-check","message":"White is to move, but Black's king on e8 is already attacked by the queen on e2","squares":["e2","e8"]}],"origin":"argument"}"#);
}

#[test]
fn verdict() {
    let squares = Bitboard::from(Square::C1).with(Square::H8);
    let verdict = Verdict {
        index: Some(0),
        fen: "4k3/8/8/8/8/8/8/4K3 w - - 0 1".to_owned(),
        verdict: Ruling::Illegal,
        plies: None,
        moves: Vec::new(),
        reasons: vec![Reason::new("caged", "the bishop cannot have left", squares)],
        movetext: None,
        shortest: None,
        nodes: None,
        origin: None,
        links: None,
    };
    assert_snapshot!(Record::Verdict(verdict).to_line(), @r#"{"type":"verdict","index":0,"fen":"4k3/8/8/8/8/8/8/4K3 w - - 0 1","verdict":"illegal","moves":[],"reasons":[{"code":"caged","message":"the bishop cannot have left","squares":["c1","h8"]}]}"#);
}

#[test]
fn summary() {
    let mut summary = Summary {
        games: None,
        requested: 2,
        produced: 1,
        unique: 1,
        satisfied: 1,
        mean_plies: Some(12.0),
        median_plies: Some(12.0),
        repaired: None,
        exit: 3,
        stats: None,
        ..Summary::default()
    };
    assert_snapshot!(Record::Summary(summary.clone()).to_line(), @r#"{"type":"summary","requested":2,"produced":1,"unique":1,"satisfied":1,"mean_plies":12.0,"median_plies":12,"exit":3}"#);
    summary.mean_plies = None;
    summary.median_plies = None;
    assert_snapshot!(Record::Summary(summary).to_line(), @r#"{"type":"summary","requested":2,"produced":1,"unique":1,"satisfied":1,"mean_plies":null,"median_plies":null,"exit":3}"#);
}

#[test]
fn unknown_keys_are_ignored() {
    let line = r#"{"type":"failure","new":{"a":[1]},"index":1,"code":"budget","message":"m"}"#;
    assert!(matches!(Record::from_line(line), Ok(Record::Failure(_))));
}

#[test]
fn the_schema_names_every_type_and_key() {
    let schema = schema();
    let variants = schema["oneOf"].as_array().unwrap();
    let types: Vec<&str> = variants
        .iter()
        .map(|variant| variant["properties"]["type"]["const"].as_str().unwrap())
        .collect();
    assert_eq!(
        types,
        [
            "run",
            "position",
            "failure",
            "check",
            "verdict",
            "retro",
            "similar",
            "similar_position",
            "outlier",
            "cluster",
            "agreement",
            "classification",
            "prediction",
            "rating",
            "solution",
            "puzzle",
            "attempt",
            "review-move",
            "review-game",
            "review-report",
            "summary",
        ]
    );
    let text = schema.to_string();
    for key in [
        "start_fen",
        "movetext",
        "median_plies",
        "squares",
        "satisfied",
        "proof-game",
        "lets_threat",
        "rating_error",
        "expected_loss",
        "found_by",
    ] {
        assert!(text.contains(&format!("{key:?}")), "{key}");
    }
}

/// What is wrong with a position, a reason a line.
fn reasons(fen: &str) -> String {
    let reasons = read_one(fen).unwrap().position.checked.unwrap_err();
    let line = |reason: &Reason| {
        let squares: Vec<String> = reason.squares.iter().map(Square::to_string).collect();
        format!(
            "{}: {} [{}]",
            reason.code,
            reason.message,
            squares.join(" ")
        )
    };
    reasons.iter().map(line).collect::<Vec<_>>().join("\n")
}

#[test]
fn impossible_positions() {
    let positions = [
        "8/8/8/8/8/8/8/8 w - - 0 1",
        "4k3/8/8/8/8/8/8/8 w - - 0 1",
        "4k3/8/8/8/8/8/8/K2K3K w - - 0 1",
        "4k1p1/8/8/8/8/8/8/P3K3 w - - 0 1",
        "4k3/8/8/8/8/7P/PPPPPPPP/4K3 w - - 0 1",
        "4k3/8/8/8/8/QQQ5/1PPPPPPP/4K3 w - - 0 1",
        "8/8/8/3kK3/8/8/8/8 w - - 0 1",
        "4k3/8/8/8/8/2n1n3/8/3K4 w - - 0 1",
        "4k3/8/8/8/q2q4/8/8/q2K4 w - - 0 1",
        "4k3/8/8/4pP2/8/8/8/q3K3 w - e6 0 1",
        "4k2r/8/8/8/8/8/8/R4K1R w KQkq - 0 1",
        "4k1r1/8/8/8/8/8/8/4K3 b k - 0 1",
        "4k3/8/8/8/8/8/8/4K3 w - e3 0 1",
        "4k3/8/8/8/8/8/8/4K3 w - e6 0 1",
        "4k3/4n3/8/4p3/8/8/8/4K3 w - e6 0 1",
        "4k3/8/8/8/8/8/8/4K3[Q] w - - 0 1",
    ];
    let all: Vec<String> = positions.iter().map(|fen| reasons(fen)).collect();
    assert_snapshot!(all.join("\n"), @r"
    empty-board: there are no pieces on the board []
    missing-king: White has no king []
    too-many-kings: White has 3 kings, on a1, d1 and h1 [a1 d1 h1]
    pawns-on-backrank: pawns stand on a1 and g8: no pawn can be on the first or last rank [a1 g8]
    too-much-material: White has 9 pawns, more than 8 [a2 b2 c2 d2 e2 f2 g2 h2 h3]
    too-much-material: White has 3 queens, which takes 2 promotions, but 7 pawns are still on the board [b2 c2 d2 e2 f2 g2 h2 a3 b3 c3]
    opposite-check: the kings on d5 and e5 touch [d5 e5]
    impossible-check: White's king on d1 is in check from the knight on c3 and the knight on e3: no last move can have given both checks [d1 c3 e3]
    impossible-check: White's king on d1 is in check from the queen on a1, the queen on a4 and the queen on d4: no move gives check with more than two pieces [a1 d1 a4 d4]
    impossible-check: White's king on e1 is in check from the queen on a1: the pawn that just advanced two squares, as the en-passant square says, cannot have given that check [a1 e1 e6]
    invalid-castling-rights: White has the right to castle long, but the king is not on e1 [a1 e1]
    invalid-castling-rights: White has the right to castle short, but the king is not on e1 [e1 h1]
    invalid-castling-rights: Black has the right to castle long, but there is no black rook on a8 [a8 e8]
    invalid-castling-rights: Black has the right to castle with a rook on g8: only Chess960 has that, and it is not supported [g8]
    invalid-ep-square: the en-passant square e3 is impossible: with White to move it must be on rank 6 [e3]
    invalid-ep-square: the en-passant square e6 is impossible: there is no black pawn on e5 [e5 e6]
    invalid-ep-square: the en-passant square e6 is impossible: e7 is occupied, so no pawn came from e7 [e6 e7]
    variant: pockets, promotion marks and counted checks belong to variants of chess []
    ");
}

/// The errors of an input: message, text, carets, hint.
fn errors(inputs: &[&[u8]]) -> String {
    let mut all = String::new();
    for error in inputs
        .iter()
        .flat_map(|input| read(*input, "stdin"))
        .filter_map(Result::err)
    {
        let Excerpt { text, .. } = &error.excerpt;
        all += &format!("{error}\n  {text}\n");
        let carets = error.excerpt.caret_line();
        if !carets.is_empty() {
            all += &format!("  {carets}\n");
        }
        if let Some(hint) = error.hint() {
            all += &format!("  hint: {hint}\n");
        }
    }
    all
}

#[test]
fn unreadable_notation() {
    let inputs: [&[u8]; 17] = [
        b"rnbqkbnr/pppppppp/9/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        b"rnbqkbnr/ppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        b"rnbqkbnr/pppppppp/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        b"rnbqkbnr/pppppppp/8/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        b"  8/8/8/8/8/8/8/7x w - - 0 1",
        b"8/8/8/8/8/8/8/8 white - - 0 1",
        b"8/8/8/8/8/8/8/8 w KQxq - 0 1",
        b"8/8/8/8/8/8/8/8 w KQA - 0 1",
        b"8/8/8/8/8/8/8/8 w - e9 0 1",
        b"8/8/8/8/8/8/8/8 w - - -1 1",
        b"8/8/8/8/8/8/8/8 w - - 0 1x",
        b"8/8/8/8/8/8/8/8 w - - 0 1 2",
        b"8/8/8/8/8/8/8/8 w - - id \"a",
        b"8/8/8/8/8/8/8/8 w - - hello",
        b"8/8/8/8/8/8/8/8 w - - id \"a\"; 3 4;",
        b"8/8/8/8/8/8/8/8 w - - hmvc x;",
        b"8/8/8/8/8/8/8/8[x] w - -",
    ];
    assert_snapshot!(errors(&inputs), @r#"
    stdin:1: "9" in rank 6 is neither a piece (PNBRQK, pnbrqk) nor a number of empty squares
      rnbqkbnr/pppppppp/9/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1
                        ^
    stdin:1: rank 7, "ppppppp", has 7 squares instead of 8
      rnbqkbnr/ppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1
               ^^^^^^^
    stdin:1: the board has 7 ranks instead of 8
      rnbqkbnr/pppppppp/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1
      ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
    stdin:1: the board has 9 ranks instead of 8
      rnbqkbnr/pppppppp/8/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1
      ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
    stdin:1: "x" in rank 1 is neither a piece (PNBRQK, pnbrqk) nor a number of empty squares
        8/8/8/8/8/8/8/7x w - - 0 1
                       ^
    stdin:1: the side to move must be "w" or "b", not "white"
      8/8/8/8/8/8/8/8 white - - 0 1
                      ^^^^^
    stdin:1: castling rights are "-" or some of "KQkq", not "KQxq"
      8/8/8/8/8/8/8/8 w KQxq - 0 1
                        ^^^^
    stdin:1: castling rights "KQA" give a side more than two
      8/8/8/8/8/8/8/8 w KQA - 0 1
                        ^^^
    stdin:1: the en-passant square must be "-" or a square, not "e9"
      8/8/8/8/8/8/8/8 w - e9 0 1
                          ^^
    stdin:1: the halfmove clock must be a number, not "-1"
      8/8/8/8/8/8/8/8 w - - -1 1
                            ^^
    stdin:1: the move number must be a number, not "1x"
      8/8/8/8/8/8/8/8 w - - 0 1x
                              ^^
    stdin:1: "2" is one field too many
      8/8/8/8/8/8/8/8 w - - 0 1 2
                                ^
    stdin:1: the operation "id" does not end with ";"
      8/8/8/8/8/8/8/8 w - - id "a
                            ^^
    stdin:1: the operation "hello" does not end with ";"
      8/8/8/8/8/8/8/8 w - - hello
                            ^^^^^
    stdin:1: "3" is not the name of an EPD operation
      8/8/8/8/8/8/8/8 w - - id "a"; 3 4;
                                    ^
    stdin:1: hmvc must be a number, not "x"
      8/8/8/8/8/8/8/8 w - - hmvc x;
      ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
    stdin:1: invalid pocket in fen
      8/8/8/8/8/8/8/8[x] w - -
      ^^^^^^^^^^^^^^^^^^^^^^^^
    "#);
}

#[test]
fn unreadable_records() {
    let inputs: [&[u8]; 9] = [
        br#"{"type":"position","fen":5}"#,
        br#"{"type":"position","fen":"8/8/8/8/8/8/8/8","moves":["e2e4""#,
        br#"{"type":"position"}"#,
        br#"{"type":"poem","fen":"8/8/8/8/8/8/8/8"}"#,
        br#"{"type":"position","fen":"8/8/8/8/8/8/8/9"}"#,
        br#"{"type":"position","fen":"8/8/8/8/8/8/8/8","moves":["e2e4","e2e4","e7e6","e1e3"]}"#,
        br#"{"type":"position","fen":"4k3/8/8/8/8/8/8/4K3 w - - 0 1","moves":["e2e4"]}"#,
        br#"{"type":"position","fen":"4k3/8/8/8/8/8/8/4K3 w - - 0 1","start_fen":"8/8/8/8/8/8/8/8","moves":["e2e4"]}"#,
        br#"[{"fen":"8/8/8/8/8/8/8/8"}]"#,
    ];
    assert_snapshot!(errors(&inputs), @r#"
    stdin:1: not a JSON record: invalid type: integer `5`, expected a string
      {"type":"position","fen":5}
                               ^
      hint: JSON Lines has one object a line; `jq -c` writes it
    stdin:1: not a JSON record: EOF while parsing a list
      {"type":"position","fen":"8/8/8/8/8/8/8/8","moves":["e2e4"
                                                               ^
      hint: JSON Lines has one object a line; `jq -c` writes it
    stdin:1: the record has no "fen"
      {"type":"position"}
    stdin:1: the record type "poem" is not known
      {"type":"poem","fen":"8/8/8/8/8/8/8/8"}
    stdin:1: "9" in rank 1 is neither a piece (PNBRQK, pnbrqk) nor a number of empty squares
      {"type":"position","fen":"8/8/8/8/8/8/8/9"}
                                              ^
    stdin:1: move 2 of the record: "e2e4" is not legal here
      {"type":"position","fen":"8/8/8/8/8/8/8/8","moves":["e2e4",…
    stdin:1: the moves lead to "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1", not to the "fen" of the record
      {"type":"position","fen":"4k3/8/8/8/8/8/8/4K3 w - - 0 1","m…
                                ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
    stdin:1: the game starts from an impossible position: there are no pieces on the board
      {"type":"position","fen":"4k3/8/8/8/8/8/8/4K3 w - - 0 1","s…
    stdin:1: a JSON array instead of one object a line
      [{"fen":"8/8/8/8/8/8/8/8"}]
      ^
      hint: JSON Lines has one object a line; `jq -c` writes it
    "#);
}

#[test]
fn garbage() {
    let long = vec![b'a'; 2 << 20];
    let inputs: [&[u8]; 5] = [
        b"hello world",
        b"\x1b[31mred\x07",
        b"\x28\xb5\x2f\xfd\x00\x58",
        b"8/8/8/8/8/8/8/8 w - -\n8/8/8\xff/8\n",
        &long,
    ];
    assert_snapshot!(errors(&inputs), @r"
    stdin:1: neither FEN, EPD, a list of moves, PGN nor a JSON record
      hello world
      ^^^^^^^^^^^
      hint: give FEN, EPD, PGN, a list of moves or JSON Lines
    stdin:1: neither FEN, EPD, a list of moves, PGN nor a JSON record
      \u{1b}[31mred\u{7}
      ^^^^^^^^^^^^^^^^^^
      hint: give FEN, EPD, PGN, a list of moves or JSON Lines
    stdin:1: this is not text but a binary file
      (\xb5/\xfd\u{0}X
      hint: give FEN, EPD, PGN, a list of moves or JSON Lines
    stdin:2: the line is not UTF-8 text
      8/8/8\xff/8
           ^^^^
      hint: write it as UTF-8
    stdin:1: the line is longer than 1 MiB
      aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa…
    ");
}

#[test]
fn a_binary_file_is_one_error() {
    let random: Vec<u8> = (0..3000_u32)
        .map(|n| (n.wrapping_mul(n).wrapping_mul(7919) >> 7) as u8)
        .collect();
    let picture = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\n\n\xff\n";
    let zeros = vec![0; 5000];
    for bytes in [&random[..], picture, &zeros, b"\x7fELF\x02\x01\0\n\n\x01"] {
        let errors: Vec<_> = read(bytes, "stdin").collect();
        assert_eq!(errors.len(), 1, "{errors:?}");
        let error = errors[0].as_ref().unwrap_err().to_string();
        assert_eq!(error, "stdin:1: this is not text but a binary file");
    }
    // A damaged line, or one in another encoding, costs itself only.
    let lines = b"8/8/8/8/8/8/8/K1k5 w - - id \"R\xe9ti\";\n8/8/8/8/8/8/8/K1k5 w - -\n\xff\xfe\n8/8/8/8/8/8/8/K1k5 b - -\n";
    let readable: Vec<bool> = read(&lines[..], "stdin")
        .map(|entry| entry.is_ok())
        .collect();
    assert_eq!(readable, [false, true, false, true]);
}

#[test]
fn arguments() {
    let error = |text| read_one(text).unwrap_err().to_string();
    assert_snapshot!(error("   "), @"argument: there is no position and no game");
    assert_snapshot!(error("8/8/8/8/8/8/8/8\n8/8/8/8/8/8/8/8"), @"argument: there is more than one position or game");
    assert_snapshot!(error("1. e4 e5 2. Ke3"), @r#"argument: move 2, White: "Ke3" is not legal here"#);
    assert_snapshot!(error("1. e4\n\n1... Ke6"), @r#"argument, line 3: move 1, Black: "Ke6" is not legal here"#);
}
