//! Writes one file of each kind into a directory, to look at after changing a drawing:
//! `cargo run -p sissa-render --example gallery -- /tmp/gallery`.

use std::error::Error;
use std::fs;
use std::path::PathBuf;

use shakmaty::fen::Fen;
use shakmaty::{Bitboard, CastlingMode, Chess, Color, Position, Square};
use sissa_render::html::{Problem, Sheet, Solutions};
use sissa_render::svg::{Coordinates, SvgStyle};
use sissa_render::text::{Pieces, TextStyle};
use sissa_render::{Diagram, html, png, svg, text};

const FENS: [&str; 5] = [
    "r1bqkbnr/pppp1ppp/2n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3",
    "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "4k3/P6P/8/8/8/8/p6p/4K3 b - - 0 1",
];

fn main() -> Result<(), Box<dyn Error>> {
    let directory: PathBuf = std::env::args_os().nth(1).ok_or("name a directory")?.into();
    fs::create_dir_all(&directory)?;
    let style = SvgStyle::default();
    let print = SvgStyle {
        coordinates: Coordinates::Inside,
        ..SvgStyle::print()
    };

    let mut diagrams = Vec::new();
    let mut problems = Vec::new();
    for (index, text) in FENS.iter().cycle().take(14).enumerate() {
        let position: Chess = text.parse::<Fen>()?.into_position(CastlingMode::Standard)?;
        let words = match position.turn() {
            Color::White => "White to move",
            Color::Black => "Black to move",
        };
        let diagram = Diagram::of(&position);
        diagrams.push(
            diagram
                .clone()
                .with_caption(format!("{} · {words}", index + 1)),
        );
        problems.push(Problem {
            diagram,
            fen: (*text).to_owned(),
            caption: words.to_owned(),
            solution: Some(
                "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5".to_owned(),
            ),
            link: Some("https://lichess.org/analysis".to_owned()),
        });
    }
    let marked = diagrams[0]
        .clone()
        .with_last_move(Square::F1, Square::B5)
        .with_marks(Bitboard::from_iter([Square::C6, Square::E5, Square::D5]));
    let alphabet = [
        "ABCDEFGHIJKLMNOPQRSTUVWXYZ",
        "abcdefghijklmnopqrstuvwxyz",
        "0123456789 +-=#!?.,:;'\"()[]{}<>",
        "/\\|*%&@$^_`~ · • – — … × ± → ½ °",
        "Réti, Grünfeld, Nimzowitsch; łódź Ångström Čech",
        "Quick: 12. Nxf7+ Kxf7 13. O-O-O # 1-0 ½–½",
    ];
    let letters: Vec<Diagram> = alphabet
        .iter()
        .map(|line| Diagram::new(shakmaty::Board::empty()).with_caption(*line))
        .collect();

    let drawings = [
        ("board", svg::board(&marked, &style), 800),
        (
            "turned",
            svg::board(&marked.clone().seen_from(Color::Black), &style),
            400,
        ),
        ("print", svg::board(&marked, &print), 400),
        ("sheet", svg::sheet(&diagrams, 4, &style), 1600),
        ("letters", svg::sheet(&letters, 3, &style), 1600),
    ];
    for (name, drawing, width) in drawings {
        fs::write(directory.join(name).with_extension("svg"), &drawing)?;
        fs::write(
            directory.join(name).with_extension("png"),
            png::encode(&drawing, width)?,
        )?;
    }

    for (name, columns, solutions) in [
        ("sheet", 3, Solutions::OwnPage),
        ("compact", 4, Solutions::SamePage),
    ] {
        let page = html::sheet(&Sheet {
            title: "Fourteen positions",
            subtitle: "Made to order, seed 7",
            problems: &problems,
            solutions,
            heading: "Solutions",
            columns,
        });
        fs::write(directory.join(name).with_extension("html"), page)?;
    }

    let mut sample = String::new();
    for color in [false, true] {
        for pieces in [Pieces::Unicode, Pieces::Ascii] {
            let style = TextStyle {
                color,
                pieces,
                ..TextStyle::default()
            };
            sample.push_str(&text::board(&marked, style));
            sample.push('\n');
            sample.push_str(&text::row(&diagrams[..5], style, 100));
            sample.push('\n');
        }
    }
    fs::write(directory.join("boards.txt"), sample)?;
    Ok(())
}
