//! `sissa puzzles make`: puzzles to order, or from games.

use std::path::Path;

use sissa::{Event, HumanOptions, MakePuzzles, Style, Summary, Tagged, quoted};
use sissa_game::words::{counted, grouped};
use sissa_record::{analysis_link_of_position, fen};
use sissa_render::Diagram;

use super::tagged_text;
use crate::{
    args::{MakePuzzlesArgs, MakePuzzlesFormat, RevealName, SheetArgs, StyleName},
    commands::{Stream, format_by_extension, lines_of, must_not_be_a_terminal},
    console::{Console, Paint},
    drawing::{Figure, MOST_BOARDS, Medium, Sheet, must_fit},
    input,
    problem::{Exit, Problem},
};

pub fn run(args: &MakePuzzlesArgs, console: &Console) -> Result<Exit, Problem> {
    let path = args.output.output.as_deref();
    let format = match args.format {
        Some(format) => format,
        None => format_by_extension(path, MakePuzzlesFormat::EXTENSIONS)?
            .unwrap_or(MakePuzzlesFormat::Text),
    };
    let medium = medium(format);
    let request = request(args, medium)?;
    let source: Vec<String> = args.from.iter().cloned().collect();
    let of_text = args.from.is_some() && request.games.is_none();
    let games = of_text.then(|| input::entries(&source)).transpose()?;
    let jsonl = format == MakePuzzlesFormat::Jsonl;
    let waiting = if of_text {
        &source[..]
    } else {
        &[String::new()]
    };
    let mut stream = Stream::open(path, waiting, jsonl, console)?.counting("puzzles and games");
    if medium == Some(Medium::Png) {
        must_not_be_a_terminal(stream.is_terminal(), "png")?;
    }
    let session = stream.session(args.threads);
    let paint = stream.paint();
    let form = |tagged: &Tagged| printed(tagged, format, args.reveal, paint);
    let (mut header, mut proven) = (format == MakePuzzlesFormat::Csv, 0);
    let mut figures = Vec::new();
    let summary = request.run_into(&session, games, form, |event| {
        if std::mem::take(&mut header) && stream.take(Event::Found(Tagged::csv_header())).is_break()
        {
            return std::ops::ControlFlow::Break(());
        }
        stream.take(event.map(|printed| {
            proven += u64::from(printed.certified);
            figures.extend(printed.figure);
            printed.text
        }))
    })?;
    if let Some(medium) = medium
        && !figures.is_empty()
    {
        let title = args.sheet.title.as_deref().unwrap_or("Chess puzzles");
        let layout = SheetArgs {
            title: Some(title.to_owned()),
            ..args.sheet
        };
        let sheet = Sheet {
            medium,
            layout: &layout,
            solutions: args.solutions,
            subtitle: &subtitle(&request),
        };
        let drawn = sheet.draw(figures)?;
        stream.write(&drawn)?;
    }
    let games = summary.as_ref().filter(|found| found.exit == 1);
    if let Some(games) = games.and_then(|found| found.games) {
        let (message, hint) = nothing_in(games, args.player.as_deref());
        console.warning(&message, hint.as_deref());
    }
    let ended = Exit::Undecided.code();
    if let Some(short) = summary.as_ref().filter(|made| made.exit == ended) {
        let missing = grouped(short.requested - short.produced);
        let of = grouped(short.requested);
        console.warning(&format!("{missing} of {of} puzzles missing"), None);
    }
    stream.finish(summary, |summary, errors| sentence(summary, proven, errors))
}

/// That games have no puzzles, and why that may be.
fn nothing_in(games: u64, player: Option<&str>) -> (String, Option<String>) {
    let games = counted(games, "game");
    match player {
        None => (format!("no puzzle in {games}"), None),
        Some(player) => (
            format!("no puzzle in {games} with a player like {}", quoted(player)),
            Some("names stand in the tags White and Black; a part of one is enough".to_owned()),
        ),
    }
}

/// What the arguments ask for.
fn request(args: &MakePuzzlesArgs, medium: Option<Medium>) -> Result<MakePuzzles, Problem> {
    let folder = args.from.as_deref().filter(|from| Path::new(from).is_dir());
    let count = match (&args.from, args.count, medium) {
        (None, count, _) => Some(count.unwrap_or(1)),
        (Some(_), None, Some(_)) => Some(MOST_BOARDS),
        (Some(_), count, _) => count,
    };
    if let (Some(_), Some(count)) = (medium, count) {
        must_fit(count)?;
    }
    let human = HumanOptions {
        elo: args.elo.clone(),
        ..HumanOptions::default()
    };
    let style = match args.style {
        None if args.elo.is_some() => Some(StyleName::Human),
        style => style,
    };
    Ok(MakePuzzles {
        constraint: input::words(&args.constraint)?,
        preset: args.preset.clone(),
        theme: args.theme.clone(),
        rating: args.rating.clone(),
        count,
        seed: args.seed,
        style: style.map(|style| match style {
            StyleName::Direct => Style::Direct,
            StyleName::Uniform => Style::Uniform,
            StyleName::Neural => Style::Neural(Default::default()),
            StyleName::Human => Style::Human(human),
        }),
        games: folder.map(Into::into),
        player: args.player.clone(),
        nodes: args.nodes,
        timeout: args.timeout.map(|time| time.as_secs_f64()),
        total_timeout: args.total_timeout.map(|time| time.as_secs_f64()),
        ..MakePuzzles::default()
    })
}

fn medium(format: MakePuzzlesFormat) -> Option<Medium> {
    match format {
        MakePuzzlesFormat::Svg => Some(Medium::Svg),
        MakePuzzlesFormat::Png => Some(Medium::Png),
        MakePuzzlesFormat::Html => Some(Medium::Html),
        MakePuzzlesFormat::Text
        | MakePuzzlesFormat::Csv
        | MakePuzzlesFormat::Pgn
        | MakePuzzlesFormat::Jsonl => None,
    }
}

/// A puzzle as the thread that made it has prepared it.
struct Printed {
    text: String,
    figure: Option<Figure>,
    certified: bool,
}

fn printed(
    tagged: &Tagged,
    format: MakePuzzlesFormat,
    reveal: RevealName,
    paint: Paint,
) -> Printed {
    let drawn = medium(format).is_some();
    Printed {
        text: match format {
            MakePuzzlesFormat::Text => tagged_text(tagged, paint),
            // Of a game that begins with the puzzle there is no move before; such rows do not fit Lichess' columns.
            MakePuzzlesFormat::Csv => tagged.csv().unwrap_or_default(),
            MakePuzzlesFormat::Pgn => tagged.pgn(),
            MakePuzzlesFormat::Jsonl => lines_of(tagged),
            _ => String::new(),
        },
        figure: drawn.then(|| figure(tagged, reveal)),
        certified: tagged.record.certified,
    }
}

/// The puzzle on a sheet: its task, and what may be known beforehand; all the rest with the solution.
fn figure(tagged: &Tagged, reveal: RevealName) -> Figure {
    let record = &tagged.record;
    let rating = format!("{} ± {}", record.rating, record.rating_error);
    // As people say them, not as Lichess tags them.
    let spoken =
        |tag: &String| sissa_judge::motif(tag).map_or(tag.clone(), |motif| motif.name.to_owned());
    let themes: Vec<String> = record.themes.iter().map(spoken).collect();
    let themes = themes.join(", ");
    let mut caption = tagged.task();
    if matches!(reveal, RevealName::Rating | RevealName::Both) {
        caption.push_str(&format!(" · {rating}"));
    }
    if matches!(reveal, RevealName::Themes | RevealName::Both) {
        caption.push_str(&format!(" · {themes}"));
    }
    let certified = if record.certified { "; certified" } else { "" };
    Figure {
        diagram: Diagram::of(&tagged.position),
        fen: fen(&tagged.position),
        movetext: Some(format!(
            "{} ({rating}; {themes}{certified})",
            tagged.movetext()
        )),
        solved: true,
        link: Some(analysis_link_of_position(&tagged.position)),
        caption: Some(caption),
    }
}

fn subtitle(request: &MakePuzzles) -> String {
    let mut parts: Vec<String> = Vec::new();
    parts.extend(
        request
            .rating
            .iter()
            .map(|rating| format!("rating {rating}")),
    );
    parts.extend(
        request
            .player
            .iter()
            .map(|player| format!("mistakes of {player}")),
    );
    parts.join(" · ")
}

fn sentence(summary: &Summary, proven: u64, errors: u64) -> String {
    let made = counted(summary.produced, "puzzle");
    let games = summary.games.map_or_else(String::new, |games| {
        format!(" in {}", counted(games, "game"))
    });
    let proven = grouped(proven);
    format!(
        "{made}{games}, {proven} certified{}",
        super::unreadable(errors)
    )
}
