use insta::assert_snapshot;

use crate::common::{fed, sissa};

#[test]
fn a_constraint_in_words() {
    assert_snapshot!(sissa(&[
        "explain", "white", "Q=0", "R>=1", "and", "not", "check"
    ]));
}

#[test]
fn alternatives_and_history() {
    assert_snapshot!(sissa(&["explain", "any side castled kingside or KRPvKR"]));
}

#[test]
fn predicates_beyond_a_position() {
    assert_snapshot!(sissa(&["explain", "elo 1400..1600 and white Q=0"]));
}

#[test]
fn nothing_can_satisfy_it() {
    assert_snapshot!(sissa(&["explain", "white Q=3 P=8 or Ke4 ke5"]));
}

#[test]
fn the_tree_for_programs() {
    assert_snapshot!(sissa(&["explain", "white Q=0 or check", "-f", "json"]));
}

#[test]
fn a_preset_with_more() {
    assert_snapshot!(sissa(&[
        "explain",
        "--preset",
        "en-passant",
        "white to move"
    ]));
}

#[test]
fn a_constraint_from_standard_input() {
    assert_snapshot!(fed(&["explain", "-"], b"white Q=0\nand ply 3..9\n"));
}

/// The long help lists forms; each of them must be one.
#[test]
fn every_form_of_the_help_is_understood() {
    for form in [
        "white Q=0 black R=1",
        "mover Q=1 opponent Q=0 total R=2",
        "any side bishop pair and other N=2",
        "each side Q=1",
        "white (0,2,2,2,8)",
        "white Q=0 R>=1 P=5..7 B!=2 N<=1",
        "white minors=2 majors>=1 pieces<=7 men<=14 light B=1 dark B=1 promoted=0 points>=20",
        "white.P - black.P = 1",
        "KRPvKR",
        "white bishop pair",
        "opposite bishops",
        "Ke1 Rh1 pd5",
        "K[g1,h1]",
        "empty e4,e5",
        "white P on rank 7",
        "white N on center",
        "white R on file d",
        "any side R on relative rank 7",
        "fen rnbqkbnr/pppp*/*/*/*/*/PPPP*/*",
        "white passed P isolated P doubled P",
        "white connected P",
        "open file d",
        "white half open file c",
        "open files>=2",
        "white attacked N defended N",
        "white hanging N>=1",
        "white pinned N",
        "white checking N",
        "white castling kingside",
        "white castling queenside",
        "white castling both",
        "white castling none",
        "castling Kq",
        "white can castle",
        "white castled kingside",
        "check",
        "white in check",
        "check by N",
        "double check",
        "mate",
        "black mated",
        "stalemate",
        "white to move",
        "en passant",
        "ply 20..40",
        "move 10",
        "halfmoves<=5",
        "legal moves>=30",
        "elo 1400..1600",
        "white elo>=2000",
        "time rapid",
        "result 1-0",
        "eco B20..B99",
        "player 'Carlsen'",
        "event 'Hastings'",
        "date 2020..2023",
        "white Q=1 then Q=0",
        "opening 'Najdorf'",
        "eval -0.5..0.5",
        "mate in 2",
        "only move",
        "anything",
    ] {
        let outcome = sissa(&["explain", form]);
        assert_eq!(outcome.exit, 0, "{form}: {outcome}");
    }
}
