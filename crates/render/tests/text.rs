//! Boards for terminals: what people read, and what a hostile caption cannot do.

use proptest::prelude::*;
use shakmaty::{Bitboard, Board, Color, Square};
use sissa_render::Diagram;
use sissa_render::text::{self, Pieces, TextStyle};

const RUY_LOPEZ: &str = "r1bqkbnr/pppp1ppp/2n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R";

fn ruy_lopez() -> Diagram {
    Diagram::new(RUY_LOPEZ.parse().expect("a board"))
        .with_turn(Color::Black)
        .with_last_move(Square::F1, Square::B5)
        .with_marks(Bitboard::from_iter([Square::C6, Square::D5, Square::E5]))
}

#[test]
fn marks_and_last_move_show_without_colour() {
    insta::assert_snapshot!(text::board(&ruy_lopez(), TextStyle::default()), @"
    8 ♜ · ♝ ♛ ♚ ♝ ♞ ♜ ◂
    7 ♟ ♟ ♟ ♟ · ♟ ♟ ♟
    6 · ·[♞]· · · · ·
    5 ·(♗)·[·|♟]· · ·
    4 · · · · ♙ · · ·
    3 · · · · · ♘ · ·
    2 ♙ ♙ ♙ ♙ · ♙ ♙ ♙
    1 ♖ ♘ ♗ ♕ ♔(·)· ♖
      a b c d e f g h
      Black to move
    ");
}

#[test]
fn ascii_seen_from_black() {
    let style = TextStyle {
        pieces: Pieces::Ascii,
        ..TextStyle::default()
    };
    let text = text::board(&ruy_lopez().seen_from(Color::Black), style);
    assert!(text.is_ascii());
    insta::assert_snapshot!(text, @"
    1 R .(.)K Q B N R
    2 P P P . P P P P
    3 . . N . . . . .
    4 . . . P . . . .
    5 . . .[p|.].(B).
    6 . . . . .[n]. .
    7 p p p . p p p p
    8 r n b k q b . r <
      h g f e d c b a
      Black to move
    ");
}

#[test]
fn bare_board_has_no_coordinates_and_no_caption() {
    let style = TextStyle {
        coordinates: false,
        ..TextStyle::default()
    };
    let text = text::board(&Diagram::new(Board::new()), style);
    assert_eq!(text.lines().count(), 8);
    assert_eq!(text.lines().next(), Some(" ♜ ♞ ♝ ♛ ♚ ♝ ♞ ♜"));
}

#[test]
fn colour_adds_codes_and_keeps_brackets() {
    let style = TextStyle {
        color: true,
        ..TextStyle::default()
    };
    let text = text::board(&ruy_lopez(), style);
    let fifth = text.lines().nth(3).unwrap();
    insta::assert_snapshot!(fifth.replace('\x1b', "^"), @"^[2m5 ^[0m^[38;5;16;48;5;152m   ^[0m^[38;5;16;48;5;186m(♗)^[0m^[38;5;16;48;5;152m   ^[0m^[38;5;16;48;5;215m[ ]^[0m^[38;5;16;48;5;215m[♟]^[0m^[38;5;16;48;5;255m   ^[0m^[38;5;16;48;5;152m   ^[0m^[38;5;16;48;5;255m   ^[0m");
}

#[test]
fn rows_break_at_the_width_and_shorten_captions() {
    let captions = ["1", "2 · a caption longer than its board", "3"];
    let diagrams: Vec<Diagram> = captions
        .iter()
        .map(|caption| ruy_lopez().with_caption(*caption))
        .collect();
    insta::assert_snapshot!(text::row(&diagrams, TextStyle::default(), 45), @"
    8 ♜ · ♝ ♛ ♚ ♝ ♞ ♜ ◂    8 ♜ · ♝ ♛ ♚ ♝ ♞ ♜ ◂
    7 ♟ ♟ ♟ ♟ · ♟ ♟ ♟      7 ♟ ♟ ♟ ♟ · ♟ ♟ ♟
    6 · ·[♞]· · · · ·      6 · ·[♞]· · · · ·
    5 ·(♗)·[·|♟]· · ·      5 ·(♗)·[·|♟]· · ·
    4 · · · · ♙ · · ·      4 · · · · ♙ · · ·
    3 · · · · · ♘ · ·      3 · · · · · ♘ · ·
    2 ♙ ♙ ♙ ♙ · ♙ ♙ ♙      2 ♙ ♙ ♙ ♙ · ♙ ♙ ♙
    1 ♖ ♘ ♗ ♕ ♔(·)· ♖      1 ♖ ♘ ♗ ♕ ♔(·)· ♖
      a b c d e f g h        a b c d e f g h
      1                      2 · a caption long…

    8 ♜ · ♝ ♛ ♚ ♝ ♞ ♜ ◂
    7 ♟ ♟ ♟ ♟ · ♟ ♟ ♟
    6 · ·[♞]· · · · ·
    5 ·(♗)·[·|♟]· · ·
    4 · · · · ♙ · · ·
    3 · · · · · ♘ · ·
    2 ♙ ♙ ♙ ♙ · ♙ ♙ ♙
    1 ♖ ♘ ♗ ♕ ♔(·)· ♖
      a b c d e f g h
      3
    ");
}

#[test]
fn a_narrow_terminal_still_gets_one_board_to_a_line() {
    let diagrams = [ruy_lopez(), ruy_lopez()];
    let text = text::row(&diagrams, TextStyle::default(), 3);
    assert_eq!(text.lines().count(), 10 + 1 + 10);
}

proptest! {
    #[test]
    fn no_caption_reaches_the_terminal_as_a_command(caption in any::<String>(), width in 0usize..200) {
        let diagrams = [ruy_lopez().with_caption(caption), ruy_lopez()];
        let text = text::row(&diagrams, TextStyle::default(), width);
        prop_assert!(text.chars().all(|c| c == '\n' || !c.is_control()));
        prop_assert!(width < 44 || text.lines().all(|line| line.chars().count() <= width));
    }
}
