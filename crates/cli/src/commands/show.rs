//! `sissa show`: positions as boards.

use shakmaty::Color;
use sissa_record::{Entry, analysis_link, analysis_link_of_position, fen};
use sissa_render::{Diagram, text};

use super::{format_by_extension, must_not_be_a_terminal};
use crate::{
    args::{DrawingFormat, ShowArgs},
    console::Console,
    drawing::{Figure, MOST_BOARDS, Medium, Sheet, must_fit},
    input,
    interrupt::Interrupt,
    output::Output,
    printer::{board_style, columns, plies, to_move},
    problem::{Exit, Problem, Report},
};

pub fn run(args: &ShowArgs, console: &Console) -> Result<Exit, Problem> {
    let extensions = [
        ("txt", DrawingFormat::Text),
        ("svg", DrawingFormat::Svg),
        ("png", DrawingFormat::Png),
        ("html", DrawingFormat::Html),
        ("htm", DrawingFormat::Html),
    ];
    let path = args.output.output.as_deref();
    let format = match args.format {
        Some(format) => format,
        None => format_by_extension(path, &extensions)?.unwrap_or(DrawingFormat::Text),
    };
    let medium = match format {
        DrawingFormat::Text => None,
        DrawingFormat::Svg => Some(Medium::Svg),
        DrawingFormat::Png => Some(Medium::Png),
        DrawingFormat::Html => Some(Medium::Html),
    };
    let entries = input::entries(&args.input)?.map(|entry| entry.map_err(Report::from));
    let output = Output::open(path)?;
    if medium == Some(Medium::Png) {
        must_not_be_a_terminal(output.is_terminal(), "png")?;
    }
    Interrupt::ending(&output)?;
    match medium {
        None => boards(args, console, entries, &output)?,
        Some(medium) => {
            let mut figures = Vec::new();
            for entry in entries {
                figures.push(figure(&entry?, args)?);
                if figures.len() as u64 > MOST_BOARDS {
                    return Err(must_fit(figures.len() as u64)
                        .expect_err("there are too many")
                        .into());
                }
            }
            let sheet = Sheet {
                medium,
                layout: &args.sheet,
                solutions: args.solutions,
                subtitle: "",
            };
            output.write(&sheet.draw(figures)?)?;
        }
    }
    output.finish()?;
    Ok(Exit::Yes)
}

/// Boards of characters: one with its FEN, or rows of several with numbers.
fn boards(
    args: &ShowArgs,
    console: &Console,
    mut entries: impl Iterator<Item = Result<Entry, Report>>,
    output: &Output,
) -> Result<(), Problem> {
    let style = board_style(console.paint_data(output.is_terminal()));
    let width = columns(output.is_terminal());
    let Some(first) = entries.next() else {
        return Ok(());
    };
    let first = figure(&first?, args)?;
    let Some(second) = entries.next() else {
        let mut text = text::board(&first.diagram, style);
        text.push_str(&format!("  {}\n", first.fen));
        output.write(text.as_bytes())?;
        return Ok(());
    };
    // As many rows as fit are drawn at a time, so that a long file streams.
    let all = [Ok(first), second.and_then(|entry| figure(&entry, args))]
        .into_iter()
        .chain(entries.map(|entry| figure(&entry?, args)));
    let mut row = Vec::new();
    let mut number = 0;
    let per_row = boards_per_row(style, width);
    for figure in all {
        number += 1;
        let diagram = figure?.diagram;
        let turn = diagram.turn.map_or("", to_move);
        row.push(diagram.with_caption(format!("{number} · {turn}")));
        if row.len() == per_row {
            output.write((text::row(&row, style, width) + "\n").as_bytes())?;
            row.clear();
        }
    }
    if !row.is_empty() {
        output.write((text::row(&row, style, width) + "\n").as_bytes())?;
    }
    Ok(())
}

/// How many boards stand side by side, counted on boards themselves.
fn boards_per_row(style: text::TextStyle, width: usize) -> usize {
    let board = Diagram::new(shakmaty::Board::empty()).with_caption("");
    let lines = |count: usize| {
        let boards = vec![board.clone(); count];
        text::row(&boards, style, width).lines().count()
    };
    let one = lines(1);
    (1..=width)
        .take_while(|count| lines(*count) == one)
        .last()
        .unwrap_or(1)
}

/// The board that an entry and the flags ask for.
fn figure(entry: &Entry, args: &ShowArgs) -> Result<Figure, Report> {
    let mut diagram;
    let shown_fen;
    let mut movetext = None;
    let link;
    match (&entry.game, args.ply) {
        (Some(game), ply) => {
            let ply = ply.unwrap_or(game.plies());
            let position = game.positions().nth(ply).ok_or_else(|| {
                Report::new(format!(
                    "{}the game has only {}",
                    input::at(entry, ": "),
                    plies(game.plies())
                ))
            })?;
            diagram = Diagram::of(&position);
            if let Some(last) = ply.checked_sub(1).and_then(|ply| game.moves().get(ply))
                && let (Some(from), to) = (last.from(), last.to())
            {
                let to = match last.castling_side() {
                    // shakmaty's castling moves go to the rook.
                    Some(side) => shakmaty::Square::from_coords(side.king_to_file(), from.rank()),
                    None => to,
                };
                diagram = diagram.with_last_move(from, to);
            }
            shown_fen = fen(&position);
            movetext = Some(game.movetext()).filter(|text| !text.is_empty());
            link = Some(analysis_link(game));
        }
        (None, Some(_)) => {
            return Err(Report::new(format!(
                "{}--ply asks for a game, and this is a position",
                input::at(entry, ": ")
            )));
        }
        (None, None) => {
            let setup = &entry.position.setup;
            diagram = Diagram::new(setup.board.clone()).with_turn(setup.turn);
            shown_fen = entry.position.fen();
            let checked = entry.position.checked.as_ref().ok();
            link = checked.map(analysis_link_of_position);
        }
    }
    if args.flip {
        diagram = diagram.seen_from(Color::Black);
    }
    if let Some(marks) = args.mark {
        diagram = diagram.with_marks(marks.0);
    }
    Ok(Figure {
        solved: false,
        diagram,
        fen: shown_fen,
        movetext,
        link,
        caption: None,
    })
}
