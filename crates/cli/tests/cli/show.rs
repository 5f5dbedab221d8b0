use insta::assert_snapshot;

use crate::common::{fed, sissa};

#[test]
fn a_position() {
    assert_snapshot!(sissa(&[
        "show",
        "4k3/8/8/8/8/8/4P3/4K3",
        "b",
        "-",
        "-",
        "3",
        "9"
    ]));
}

#[test]
fn seen_from_black_with_marks() {
    assert_snapshot!(sissa(&["show", "e4 e5 Nf3", "--flip", "--mark", "f3,D5"]));
}

#[test]
fn in_colour() {
    assert_snapshot!(
        sissa(&["show", "e4", "--color", "always"])
            .text()
            .replace('\x1b', "ESC")
    );
}

#[test]
fn another_ply() {
    assert_snapshot!(sissa(&[
        "show",
        "1. e4 e5 2. Nf3 Nc6 3. Bc4 Nf6 4. O-O",
        "--ply",
        "2"
    ]));
}

#[test]
fn a_castled_king_is_the_last_move() {
    assert_snapshot!(sissa(&["show", "e4 e5 Nf3 Nc6 Bc4 Nf6 O-O"]));
}

#[test]
fn impossible_positions_are_drawn() {
    assert_snapshot!(sissa(&["show", "KKK5/8/8/8/8/8/8/7P"]));
}

#[test]
fn several_side_by_side() {
    let input = "4k3/8/8/8/8/8/8/4K3 w - - 0 1\n".repeat(4);
    assert_snapshot!(fed(&["show"], input.as_bytes()));
}

#[test]
fn one_svg_board() {
    let outcome = sissa(&["show", "e4", "-f", "svg"]).succeeded();
    assert!(outcome.text().starts_with("<svg "));
    assert_eq!(outcome.text().matches("<title>").count(), 1);
    assert!(outcome.text().contains("last move e2 to e4"));
}

#[test]
fn a_sheet_of_svg_boards() {
    let input = "4k3/8/8/8/8/8/8/4K3 w - - 0 1\n".repeat(5);
    let outcome = fed(&["show", "-f", "svg", "--columns", "2"], input.as_bytes()).succeeded();
    assert!(outcome.text().contains("<title>5 chess diagrams</title>"));
    assert!(outcome.text().contains("<title>5 · White to move</title>"));
}

#[test]
fn a_png_of_the_size_asked_for() {
    let outcome = sissa(&["show", "e4", "-f", "png", "--size", "123"]).succeeded();
    assert!(outcome.stdout.starts_with(b"\x89PNG\r\n\x1a\n"));
    assert_eq!(outcome.stdout[16..20], 123u32.to_be_bytes());
}

#[test]
fn a_png_too_large() {
    let input = "4k3/8/8/8/8/8/8/4K3 w - - 0 1\n".repeat(900);
    assert_snapshot!(fed(
        &["show", "-f", "png", "--size", "2000"],
        input.as_bytes()
    ));
}

#[test]
fn more_boards_than_a_sheet_holds() {
    let input = "4k3/8/8/8/8/8/8/4K3 w - - 0 1\n".repeat(1001);
    assert_snapshot!(fed(&["show", "-f", "html"], input.as_bytes()));
}

#[test]
fn a_page_with_games() {
    let arguments = ["show", "f3 e5 g4 Qh4", "-f", "html", "--title", "<Mate>"];
    let with = |place: &str| {
        let mut arguments = arguments.to_vec();
        arguments.extend(["--solutions", place]);
        sissa(&arguments).succeeded().text().to_owned()
    };
    let page = with("below");
    assert!(page.starts_with("<!DOCTYPE html>") && page.contains("<h1>&lt;Mate&gt;</h1>"));
    assert!(page.contains("1. f3 e5 2. g4 Qh4#"));
    assert!(with("separate").contains("own-page"));
    assert!(!with("none").contains("1. f3"));
}

#[test]
fn a_ply_that_is_not_there() {
    assert_snapshot!(sissa(&["show", "e4 e5", "--ply", "3"]));
    assert_snapshot!(sissa(&["show", "4k3/8/8/8/8/8/8/4K3", "--ply", "3"]));
}

#[test]
fn no_square() {
    assert_snapshot!(sissa(&["show", "e4", "--mark", "e4,z9"]));
}
