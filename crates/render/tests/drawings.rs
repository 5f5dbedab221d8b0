//! SVG and PNG: well-formed whatever the caption, and showing what they should.

use proptest::prelude::*;
use resvg::tiny_skia::{Pixmap, PremultipliedColorU8};
use resvg::usvg::{Options, Tree, roxmltree};
use shakmaty::{Bitboard, Chess, Color, Square};
use sissa_render::Diagram;
use sissa_render::png::{self, PngError};
use sissa_render::svg::{self, Coordinates, SvgStyle};

fn endgame() -> Diagram {
    Diagram::new("8/8/8/3k4/8/8/4P3/4K3".parse().expect("a board")).with_turn(Color::White)
}

/// The board alone, so that a square is an eighth of the image.
fn bare() -> SvgStyle {
    SvgStyle {
        coordinates: Coordinates::Hidden,
        ..SvgStyle::default()
    }
}

/// A drawing of 45 pixels to the square; the board starts at (10, 10).
fn pixels(diagram: &Diagram) -> Pixmap {
    let drawing = svg::board(diagram, &bare());
    let width = if diagram.turn.is_some() { 400 } else { 380 };
    decode(&png::encode(&drawing, width).expect("an image"))
}

fn decode(image: &[u8]) -> Pixmap {
    Pixmap::decode_png(image).expect("readable")
}

fn square_pixels(image: &Pixmap, square: Square) -> Vec<PremultipliedColorU8> {
    let left = 10 + 45 * square.file().to_u32();
    let top = 10 + 45 * (7 - square.rank().to_u32());
    // The frame overlaps the edge of the board.
    (top + 1..top + 44)
        .flat_map(|y| (left + 1..left + 44).map(move |x| (x, y)))
        .map(|(x, y)| image.pixel(x, y).expect("inside"))
        .collect()
}

#[test]
fn small_board() {
    let diagram = endgame()
        .with_caption("1 <mate> & \"more\"")
        .with_last_move(Square::E6, Square::D5)
        .with_marks(Bitboard::from(Square::E3));
    // One element a line reads better in a diff.
    insta::assert_snapshot!(svg::board(&diagram, &bare()).replace("><", ">\n<"));
}

#[test]
fn sheet_of_three_in_two_columns() {
    let diagrams = [endgame(), endgame(), endgame()];
    let drawing = svg::sheet(&diagrams, 2, &SvgStyle::default());
    let document = roxmltree::Document::parse(&drawing).unwrap();
    let root = document.root_element();
    // Two cells of margin 16, board 360 and marker 20, a gutter of 26, padding of 10 each side.
    assert_eq!(root.attribute("viewBox"), Some("0 0 838 798"));
    assert_eq!(root.attribute("role"), Some("img"));
    assert_eq!(
        drawing.matches("<g id=\"sissa-").count(),
        4,
        "three men and a board, once each"
    );
    assert_eq!(drawing.matches("href=\"#sissa-wK\"").count(), 3);
}

#[test]
fn every_reference_has_its_definition() {
    let diagram = Diagram::of(&Chess::default()).seen_from(Color::Black);
    let drawing = svg::board(&diagram, &SvgStyle::default());
    let document = roxmltree::Document::parse(&drawing).unwrap();
    for node in document
        .descendants()
        .filter(|node| node.has_tag_name("use"))
    {
        let id = &node.attribute("href").unwrap()[1..];
        assert!(
            document
                .descendants()
                .any(|node| node.attribute("id") == Some(id)),
            "{id}"
        );
    }
}

#[test]
fn empty_sheet_is_still_a_drawing() {
    let drawing = svg::sheet(&[], 0, &SvgStyle::default());
    assert!(png::encode(&drawing, 100).is_ok());
}

#[test]
fn png_has_the_size_asked_for() {
    let image = png::encode(&svg::board(&endgame(), &bare()), 800).unwrap();
    assert_eq!(&image[..8], b"\x89PNG\r\n\x1a\n");
    assert_eq!(image[16..20], 800u32.to_be_bytes());
    assert_eq!(image[20..24], 760u32.to_be_bytes());
}

#[test]
fn png_shows_men_marks_and_last_move() {
    let plain = pixels(&endgame());
    let empty_light = square_pixels(&plain, Square::E6);
    assert!(
        empty_light.iter().all(|&pixel| pixel == empty_light[0]),
        "one colour"
    );

    let white_king = square_pixels(&plain, Square::E1);
    assert_ne!(white_king, square_pixels(&plain, Square::G1));
    let bright = |pixels: &[PremultipliedColorU8]| {
        let white =
            |p: &&PremultipliedColorU8| p.red() == 255 && p.green() == 255 && p.blue() == 255;
        pixels.iter().filter(white).count()
    };
    let black_king = square_pixels(&plain, Square::D5);
    assert!(bright(&white_king) > 200 && bright(&black_king) == 0);

    let noted = pixels(
        &endgame()
            .with_marks(Bitboard::from(Square::E6))
            .with_last_move(Square::C6, Square::D5),
    );
    for square in [Square::E6, Square::C6, Square::D5] {
        assert_ne!(
            square_pixels(&noted, square),
            square_pixels(&plain, square),
            "{square}"
        );
    }
    assert_eq!(
        square_pixels(&noted, Square::A1),
        square_pixels(&plain, Square::A1)
    );
}

#[test]
fn png_turns_the_board_round() {
    let plain = Diagram::new(endgame().board);
    let (white, black) = (
        pixels(&plain),
        pixels(&plain.clone().seen_from(Color::Black)),
    );
    for square in Square::ALL {
        let seen_from_black = square_pixels(&black, square.rotate_180());
        assert_eq!(square_pixels(&white, square), seen_from_black, "{square}");
    }
}

#[test]
fn absurd_sizes_and_broken_drawings_are_refused() {
    let board = svg::board(&endgame(), &bare());
    for width in [0, png::MAX_SIDE, png::MAX_SIDE + 1, u32::MAX] {
        assert!(
            matches!(png::encode(&board, width), Err(PngError::Size { .. })),
            "{width}"
        );
    }
    let needle = "<svg xmlns='http://www.w3.org/2000/svg' width='1' height='1e9'/>";
    assert!(matches!(
        png::encode(needle, 10),
        Err(PngError::Size { .. })
    ));
    assert!(matches!(png::encode("<svg", 10), Err(PngError::Svg(_))));
}

#[test]
fn png_reads_no_files() {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/assets/pieces/cburnett/bK.svg");
    let drawing = format!(
        "<svg xmlns='http://www.w3.org/2000/svg' width='45' height='45'>\
         <image href='{file}' width='45' height='45'/></svg>"
    );
    let image = decode(&png::encode(&drawing, 45).unwrap());
    assert!(image.pixels().iter().all(|pixel| pixel.alpha() == 0));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn any_caption_gives_a_well_formed_drawing(caption in any::<String>(), columns in 0usize..4) {
        let diagrams = [endgame().with_caption(caption), endgame()];
        for drawing in [
            svg::board(&diagrams[0], &SvgStyle::default()),
            svg::sheet(&diagrams, columns, &SvgStyle::default()),
        ] {
            prop_assert!(Tree::from_str(&drawing, &Options::default()).is_ok());
            prop_assert!(!drawing.contains("NaN") && !drawing.contains("inf"));
        }
    }

    #[test]
    fn captions_survive_as_titles(caption in "[ -~]{1,40}") {
        let drawing = svg::board(&endgame().with_caption(caption.as_str()), &SvgStyle::default());
        let document = roxmltree::Document::parse(&drawing).unwrap();
        let title = document.descendants().find(|node| node.has_tag_name("title")).unwrap();
        prop_assert_eq!(title.text(), Some(caption.as_str()));
    }
}
