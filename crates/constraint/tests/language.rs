//! The language as a user meets it: canonical forms, refusals, error messages.

use sissa_constraint::Constraint;

fn canonical(text: &str) -> String {
    let constraint: Constraint = text
        .parse()
        .unwrap_or_else(|error| panic!("{text}: {error:?}"));
    let printed = constraint.to_string();
    let again: Constraint = printed
        .parse()
        .unwrap_or_else(|error| panic!("{text} -> {printed}: {error:?}"));
    assert_eq!(constraint, again, "{text} -> {printed}");
    printed
}

#[test]
fn canonical_forms() {
    for (text, expected) in [
        ("white (0,2,2,2,8)", "white (0,2,2,2,8)"),
        ("white Q=0 R=2 P=5..7", "white Q=0 R=2 P=5..7"),
        ("white Q=0 and R=2 or B=1", "white Q=0 R=2 or B=1"),
        ("white Q=0 black Q=1", "white Q=0 and black Q=1"),
        ("any side Q=0 R=2", "any side (Q=0 R=2)"),
        (
            "any side (B=2 N=0 other B=0 N=2)",
            "any side (B=2 N=0 and other B=0 N=2)",
        ),
        ("Q=0", "Q=0"),
        ("white Q=1 total R=4", "white Q=1 and total R=4"),
        ("Ke1 Rh1 pd5", "Ke1 Rh1 pd5"),
        ("K[g1,h1]", "white K on g1,h1>=1"),
        ("white.P - black.P = 1", "white.P - black.P =1"),
        ("white.P > black.P", "white.P - black.P >=1"),
        (
            "white.minors = black.minors + 1",
            "white.minors - black.minors =1",
        ),
        ("KRPvKR", "white (0,1,0,0,1) and black (0,1,0,0,0)"),
        (
            "any side KRPvKR",
            "any side ((0,1,0,0,1) and other (0,1,0,0,0))",
        ),
        ("white castling kingside", "white castling kingside"),
        (
            "castling Kq",
            "white castling kingside and black castling queenside",
        ),
        (
            "white castling",
            "white castling kingside or white castling queenside",
        ),
        ("no check", "not check"),
        ("check by N", "opponent checking N>=1"),
        ("mate by white", "black checkmated"),
        ("white to move and Q=0", "white to move and Q=0"),
        (
            "white passed P on rank 7 >= 2",
            "white passed P on rank 7>=2",
        ),
        (
            "any side R on relative rank 7",
            "any side (R on relative rank 7>=1)",
        ),
        ("white P!=3", "not white P=3"),
        ("not (white Q=0 or check)", "not (white Q=0 or check)"),
        ("empty e4,e5", "empty e4,e5"),
        (
            "fen rnbqkbnr/pppppppp/*/**/*/*/PPPPPPPP/*",
            "fen rnbqkbnr/pppppppp/*/*/*/*/PPPPPPPP/*",
        ),
        (
            "elo 1400..1600 time rapid result 1-0",
            "elo=1400..1600 and time rapid and result 1-0",
        ),
        ("eval -0.5..0.5", "eval=-0.50..0.50"),
        (
            "eco B opening 'Najdorf  Variation'",
            "eco B00..B99 and opening 'Najdorf Variation'",
        ),
        ("each side bishop pair", "each side (light B>=1 dark B>=1)"),
        ("open file d", "P on file d=0"),
        ("anything", "anything"),
        (
            "not any side Q=0 and check",
            "not (any side (Q=0)) and check",
        ),
        (
            "any side Q=0 or R=1",
            "(any side (Q=0)) or (any side (R=1))",
        ),
        ("any side Q=0 black R=1", "(any side (Q=0)) and black R=1"),
        (
            "any side Q=0 other Q=1 or R=1",
            "(any side (Q=0 and other Q=1)) or (any side (R=1))",
        ),
        (
            "not any side (Q=1 other Q=0)",
            "not (any side (Q=1 and other Q=0))",
        ),
        (
            "any side Q=0 not any side R=1",
            "any side (Q=0 and not (any side (R=1)))",
        ),
    ] {
        assert_eq!(canonical(text), expected, "{text}");
    }
}

/// A side is honoured or refused, never passed over.
#[test]
fn no_side_is_dropped() {
    for (text, expected) in [
        (
            "white legal moves>=100",
            "white to move and legal moves>=100",
        ),
        ("mover legal moves>=30", "legal moves>=30"),
        (
            "any side legal moves=1",
            "any side (own to move and total legal moves=1)",
        ),
        (
            "white Q=0 and legal moves=1",
            "white Q=0 and white to move and total legal moves=1",
        ),
        (
            "white Q=0 and total legal moves=1",
            "white Q=0 and total legal moves=1",
        ),
        (
            "white Q=0 and white.R + total.legal moves = 3",
            "white Q=0 and white.R + total.legal moves =3",
        ),
        ("black en passant", "black to move and en passant"),
        ("black mate in 2", "black to move and mate in=2"),
        ("white only move", "white to move and only move"),
        ("white eval>=1", "eval>=1.00"),
        ("any side elo>=2000", "any side (own elo>=2000)"),
        (
            "white castling KQ",
            "white castling kingside and white castling queenside",
        ),
        ("check by white N", "white checking N>=1"),
        ("white Ke1 Q=0", "Ke1 and white Q=0"),
        ("white (check or Q=0)", "check or white Q=0"),
        ("white Q=0 and check", "white Q=0 and check"),
        ("black Q=0 Ke1", "black Q=0 Ke1"),
    ] {
        assert_eq!(canonical(text), expected, "{text}");
    }
    let sideless = "speaks of no side, but";
    for (text, message) in [
        ("black halfmoves 3", sideless),
        ("white halfmoves 3 and Q=0", sideless),
        ("white ply 20", sideless),
        ("white move 20", sideless),
        ("white check", sideless),
        ("not white check", sideless),
        ("white not check", sideless),
        ("white double check", sideless),
        ("white mate", sideless),
        ("white stalemate", sideless),
        ("white check by N", sideless),
        ("white mate by black", sideless),
        ("white empty e4", sideless),
        ("white anything", sideless),
        ("white fen 8/8/8/8/8/8/8/8", sideless),
        ("white opposite bishops", sideless),
        ("white open file d", sideless),
        ("white open files>=2", sideless),
        ("black game eval>=1", sideless),
        ("white elo gap<=100", sideless),
        ("white time blitz", sideless),
        ("white result 1-0", sideless),
        ("white eco B20", sideless),
        ("white opening Sicilian", sideless),
        ("white first 20", sideless),
        ("white lasting 4", sideless),
        ("any side check", sideless),
        ("each side halfmoves 3", sideless),
        ("any side castling KQkq", sideless),
        ("white (check)", sideless),
        ("white (black Q=0)", sideless),
        ("white white.P>black.P", sideless),
        (
            "white black Q=0",
            "a side is named, but nothing is said of it",
        ),
        (
            "any side white Q=0",
            "a side is named, but nothing is said of it",
        ),
        ("white castling kq", "these letters say themselves"),
        ("white castling KQkq", "these letters say themselves"),
        ("black Ke1", "the letter of `Ke1` says that it is White's"),
        ("any side K[g1,h1]", "the letter of `K[g1,h1]` says"),
        (
            "white.legal moves>=30",
            "only the side to move has legal moves",
        ),
        (
            "opponent legal moves>=30",
            "`legal moves>=30` is of the side to move only",
        ),
        ("white.open files>=2", "open files belong to neither side"),
    ] {
        let error = text
            .parse::<Constraint>()
            .expect_err(&format!("{text} was read"));
        assert!(error.message.contains(message), "{text}: {}", error.message);
        assert!(error.hint.is_some(), "{text}");
    }
}

/// One line, in which every condition names its side.
#[test]
fn readings_name_every_side() {
    for (text, expected) in [
        (
            "white passed P and pieces=2",
            "White has at least 1 passed pawn; White has 2 pieces (kings and pawns not counted)",
        ),
        (
            "white Q=0 or check and ply 20",
            "either White has no queen or (the side to move is in check and 20 half-moves have been played)",
        ),
        (
            "not (Q=0 or check)",
            "not: (either both sides together have no queen or the side to move is in check)",
        ),
        (
            "white to move and any side (Q=1 other Q=0)",
            "it is the turn of White; for one of the sides: (this side has 1 queen and its opponent has no queen)",
        ),
        (
            "each side P>=5",
            "for each side: this side has at least 5 pawns",
        ),
        ("anything", "anything goes"),
        (
            "white Q=0 and legal moves=1",
            "White has no queen; it is the turn of White; the side to move has 1 legal move",
        ),
    ] {
        let constraint: Constraint = text.parse().expect("parses");
        assert_eq!(constraint.reading(), expected, "{text}");
    }
}

#[track_caller]
fn refused(text: &str) -> String {
    let constraint: Constraint = text.parse().expect("parses");
    constraint
        .refutation()
        .map_or("feasible".to_owned(), |refutation| {
            refutation.reasons[0].code.to_string()
        })
}

#[test]
fn impossible_constraints_are_refused_with_their_reason() {
    let mut wrong = Vec::new();
    for (text, code) in [
        ("white P=10", "too-many-pawns"),
        ("white Q=3 P=8", "too-many-promotions"),
        ("white B=11", "too-many-promotions"),
        ("white B=9 P=8", "too-many-promotions"),
        ("white castling kingside and Kg1", "castling-men-moved"),
        ("white castling kingside and Nh1", "castling-men-moved"),
        ("Nh1 and white castling kingside", "castling-men-moved"),
        ("white castling and white K on rank 3", "castling-men-moved"),
        ("white in check black in check", "both-kings-in-check"),
        ("Ke1 ke8 Qe7 qe2", "both-kings-in-check"),
        ("Ke4 ke5", "kings-touch"),
        ("Pa8", "pawn-on-end-rank"),
        ("white P on rank 8", "pawn-on-end-rank"),
        ("pc1", "pawn-on-end-rank"),
        ("white light B=2 P=8", "too-many-promotions"),
        ("Bc4 Ba2 white P=8", "too-many-promotions"),
        ("white Q=0 Q=1", "counts-contradict"),
        ("white K=2", "kings"),
        ("Ke1 Kd1", "kings"),
        ("Ke1 Re1", "squares-contradict"),
        ("check and stalemate", "check-contradicts"),
        ("KNvK mate", "nothing-to-check-with"),
        ("KvK check", "nothing-to-check-with"),
        ("white to move ply 3", "turn-contradicts"),
        ("white (0,2,2,2,8) ply<=1", "too-few-moves"),
        ("white (2,2,2,2,7) black (1,2,2,2,8)", "no-room-to-promote"),
        (
            "white castled kingside and white castling queenside",
            "castled-already",
        ),
        ("Pa3 Pa4 Pa5 Pa6 black men>=12", "pawns-need-captures"),
        ("en passant and white P=0", "no-en-passant"),
        ("ke8 Qe7 black in check white to move", "turn-contradicts"),
        ("white P=9 or white Q=10", "too-many-pawns"),
    ] {
        let found = refused(text);
        if found != code {
            wrong.push(format!("{text}: {found}, expected {code}"));
        }
    }
    assert_eq!(wrong, Vec::<String>::new());
}

#[test]
fn possible_constraints_are_not_refused() {
    for text in [
        "white Q=9 P=0",
        "white N=10 P=0",
        "white B=9",
        "each side Q=9",
        "KvK",
        "KNNvK mate",
        "white Q=3 P=6",
        "white Q=1 P=8 black Q=1 P=8",
        "Pa3 Pa4 Pa5",
        "white light B=2 P=7",
        "white castling both black castling both",
        "double check",
        "white (0,0,0,0,0) black (1,2,2,2,8)",
        "ply 0",
        "white Q=2 black men=15",
    ] {
        assert_eq!(refused(text), "feasible", "{text}");
    }
}

#[test]
fn errors_point_and_hint() {
    for (text, message, hint) in [
        ("", "the constraint is empty", Some("say what")),
        (
            "wite Q=0",
            "unknown word `wite`",
            Some("did you mean `white`?"),
        ),
        ("white q=0", "unknown word `q`", Some("write `Q`")),
        (
            "white (1,2,3)",
            "a tuple has five numbers, this one has 3",
            Some("queens"),
        ),
        ("(1,2,2,2,8)", "whose men are these?", Some("say `white`")),
        (
            "white Q=99999999999",
            "the number `99999999999` is too large",
            None,
        ),
        ("white Q=5..3", "this range is empty", Some("3..5")),
        (
            "white Q=0 && check",
            "unexpected character `&`",
            Some("write `and`"),
        ),
        ("(white Q=0", "expected `)`, found the end", None),
        ("white Q=0)", "this parenthesis closes nothing", None),
        ("white", "a side is named, but nothing is said of it", None),
        ("white passed R", "only pawns can be passed", None),
        ("own Q=0", "`own` has no side to refer to", Some("any side")),
        (
            "fen 8/8",
            "a FEN pattern has 8 ranks joined by `/`, this one has 2",
            None,
        ),
        ("white points", "expected a comparison", None),
        ("check by", "expected something to count", None),
        (
            "check by points>=3",
            "expected a man that gives check",
            None,
        ),
        (
            "empty relative rank 7",
            "empty squares belong to no side",
            Some("as they are on the board"),
        ),
        ("opening 'x", "this quotation mark is never closed", None),
    ] {
        let error = text.parse::<Constraint>().expect_err(text);
        assert!(
            error.message.starts_with(message),
            "{text}: {}",
            error.message
        );
        if let Some(hint) = hint {
            assert!(
                error
                    .hint
                    .as_deref()
                    .is_some_and(|found| found.contains(hint)),
                "{text}: {:?}",
                error.hint
            );
        }
        assert!(error.excerpt().lines().count() == 2, "{text}");
    }
}

#[test]
fn hostile_input_is_an_error_not_a_crash() {
    let deep = format!("{}check{}", "(".repeat(100_000), ")".repeat(100_000));
    let denied = format!("{}check", "not ".repeat(100_000));
    let long = "white Q=0 ".repeat(100_000);
    let garbage: String = (0..1_000_000u32)
        .filter_map(|i| char::from_u32(i.wrapping_mul(2_654_435_761) % 0x500))
        .collect();
    for text in [deep, denied, long, garbage, "\0\u{1b}[31m".to_owned()] {
        let error = text.parse::<Constraint>().expect_err("refused");
        assert!(error.excerpt().chars().count() < 300);
        assert!(!error.excerpt().chars().any(|c| c.is_control() && c != '\n'));
    }
}

#[test]
fn limits_hold_for_the_canonical_form_too() {
    // The canonical form may be deeper and longer than the text; what is read can be read again.
    let mut read = 0;
    for times in (1..120).step_by(7) {
        for text in [
            format!(
                "{}Q=0{}",
                "any side (Q=0 and ".repeat(times),
                ")".repeat(times)
            ),
            format!("{}Q=0{}", "not (Q=0 or ".repeat(times), ")".repeat(times)),
            format!("{}check", "not ".repeat(times)),
            "castling ".repeat(times * 17),
            "not white castling ".repeat(times * 17),
            format!("white {}", "Q=0 not R=1 ".repeat(times * 17)),
            format!("white Q{} =3", " + R".repeat(times * 17)),
        ] {
            if text.parse::<Constraint>().is_ok() {
                canonical(&text);
                read += 1;
            }
        }
    }
    assert!(read > 50, "{read}");
}

#[test]
fn numbers_that_cannot_be_written_are_refused() {
    for text in [
        "white Q>1000000",
        "white Q<-1000000",
        "white.P + 1000000 = -1000000",
        "eval>1000",
        "eval<-1000.00",
        "eval 1000.01",
    ] {
        assert!(text.parse::<Constraint>().is_err(), "{text}");
    }
    for text in [
        "white Q<=1000000",
        "white Q<1000000",
        "eval>=1000",
        "eval<1000",
    ] {
        canonical(text);
    }
}

#[test]
fn many_predicates_are_examined_quickly() {
    // Ten choices in front of hundreds of plain predicates: a thousand alternatives, each long.
    let text = format!(
        "{}{}",
        "(white Q=1 or white Q=2) ".repeat(10),
        "Ke1 ".repeat(1_000)
    );
    assert!(
        text.parse::<Constraint>()
            .expect("parses")
            .refutation()
            .is_none()
    );
}

#[test]
fn composed_positions_are_not_held_to_the_starting_position() {
    // No game from the starting position leads here, but a composed start may stand there already.
    let tripled: Constraint = "Pa3 Pa4 Pa5 Pa6 black men>=12".parse().expect("parses");
    assert!(tripled.refutation().is_some());
    assert!(tripled.refutation_from(None).is_none());
    assert!(
        "Ke4 ke5"
            .parse::<Constraint>()
            .expect("parses")
            .refutation_from(None)
            .is_some()
    );
}
