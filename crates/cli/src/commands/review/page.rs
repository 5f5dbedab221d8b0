//! A review as a page of its own: curves, boards to try again, moves with their signs.

use maud::{DOCTYPE, Markup, PreEscaped, html};
use shakmaty::{Bitboard, Color, Position as _, Square};
use sissa::{ReviewReport, ReviewedGame, ReviewedMove, Tagged};
use sissa_game::words::{counted, to_move};
use sissa_record::{
    Judgement, RecurringRecord, ReviewSideRecord, Severity, Turn, analysis_link_of_position,
};
use sissa_render::{
    Diagram,
    chart::{Axis, Line, LineChart},
    svg::{SvgStyle, board},
    text::line,
};

use super::text::{opening_words, plural};

const STYLE: &str = include_str!("page.css");

/// What comes before everything.
pub(super) fn head() -> String {
    let head = html! {
        (DOCTYPE)
        (PreEscaped("<html lang=\"en\">"))
        head {
            meta charset="utf-8";
            meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'";
            meta name="viewport" content="width=device-width, initial-scale=1";
            meta name="color-scheme" content="light dark";
            title { "Game review" }
            style { (PreEscaped(STYLE)) }
        }
        (PreEscaped("<body><main>\n"))
    };
    head.into_string()
}

/// And after it.
pub(super) const FOOT: &str = concat!(
    "<footer>Points are of a hundred: what players like these score from a position on average. Boards show the position \
     before the move; open the line below a board to see what was better and why. Every reason given holds on the line that is shown. Made by ",
    "sissa ",
    env!("CARGO_PKG_VERSION"),
    ". Pieces by Colin M.L. Burnett, GPL-2.0-or-later.</footer>\n</main></body></html>\n"
);

fn side_name(color: Turn) -> &'static str {
    match color {
        Turn::White => "White",
        Turn::Black => "Black",
    }
}

pub(super) fn game(game: &ReviewedGame) -> String {
    let record = &game.record;
    let name = |name: &Option<String>, color: Turn| {
        let side = record.sides.iter().find(|side| side.color == color);
        let elo = side
            .and_then(|side| side.elo)
            .map_or(String::new(), |elo| format!(" ({elo})"));
        format!("{}{elo}", line(name.as_deref().unwrap_or(side_name(color))))
    };
    let tag = |name: &str| game.header(name);
    let about: Vec<String> = [tag("Event"), tag("Date"), tag("TimeControl")]
        .into_iter()
        .flatten()
        .collect();
    let critical = |reviewed: &&ReviewedMove| record.critical.contains(&reviewed.record.ply);
    let moments: Vec<&ReviewedMove> = game.moves.iter().filter(critical).collect();
    let page = html! {
        article id={ "game-" (record.game) } {
            h1 { (name(&record.white, Turn::White)) " – " (name(&record.black, Turn::Black)) "  " (record.result) }
            p.lead {
                @if let Some(opening) = &record.opening { (line(&opening_words(game, opening))) br; }
                (about.join(" · "))
            }
            div.chart { (PreEscaped(curves(game))) }
            p.key { "Solid: points that players like these score; dashed: chances by Lichess' curve." }
            div.wide { (sides(game)) }
            @if !moments.is_empty() {
                h2 { "Critical moments: try again" }
                div.moments { @for reviewed in &moments { (moment(reviewed)) } }
            }
            h2 { "Moves" }
            (moves(game))
            @if moments.iter().any(|reviewed| reviewed.record.severity.is_some()) {
                div.answers {
                    h2 { "Answers" }
                    @for reviewed in moments.iter().filter(|reviewed| reviewed.record.severity.is_some()) {
                        p { b { (reviewed.numbered()) (reviewed.sign()) } " " (reviewed.words()) " Better: " (reviewed.best_line()) }
                    }
                }
            }
        }
    };
    page.into_string() + "\n"
}

/// What a tag says, where it says something.
trait Header {
    fn header(&self, name: &str) -> Option<String>;
}

impl Header for ReviewedGame {
    fn header(&self, name: &str) -> Option<String> {
        let value = self.game.header(name)?.trim();
        let known = !value.is_empty() && !value.contains('?') && value != "-";
        known.then(|| line(value))
    }
}

/// Both curves: for these players, and Lichess'.
fn curves(game: &ReviewedGame) -> String {
    let moves = |points: &[f64]| -> Vec<(f64, f64)> {
        let numbered = points.iter().enumerate();
        numbered
            .map(|(ply, point)| (ply as f64 / 2.0, *point))
            .collect()
    };
    let end = (game.record.plies as f64 / 2.0).max(1.0);
    LineChart::new("White's points to expect, by move")
        .x(Axis::new("move").range(0.0, end))
        .y(Axis::new("White's points of 100").range(0.0, 100.0))
        .line(Line::new("players like these", moves(&game.expected)))
        .line(Line::new("Lichess' curve", moves(&game.wins)).dash(1))
        .threshold(50.0, "")
        .size(900.0, 300.0)
        .inline()
}

fn sides(game: &ReviewedGame) -> Markup {
    let sides = &game.record.sides;
    let number = |number: Option<f64>, digits: usize| {
        number.map_or("–".to_owned(), |number| format!("{number:.digits$}"))
    };
    let count = |side: &ReviewSideRecord, judgement: Judgement| {
        let found = side
            .judgements
            .iter()
            .find(|count| count.judgement == judgement);
        found.map_or(0, |count| count.count)
    };
    let shown = [
        Judgement::Brilliant,
        Judgement::Only,
        Judgement::Inaccuracy,
        Judgement::Mistake,
        Judgement::Blunder,
        Judgement::MissedWin,
    ];
    let shown: Vec<Judgement> = shown
        .into_iter()
        .filter(|judgement| sides.iter().any(|side| count(side, *judgement) > 0))
        .collect();
    let place = |side: &ReviewSideRecord| usize::from(side.color == Turn::Black);
    html! {
        table {
            tr { th {} @for side in sides { th { (side_name(side.color)) } } }
            @if sides.iter().any(|side| side.rating.is_some()) {
                tr {
                    td { "Rating by the moves (nine of ten are within)" }
                    @for side in sides {
                        td {
                            @match side.rating {
                                Some(told) => { (told.rating) " (" (told.low) "–" (told.high) ")" }
                                None => "–"
                            }
                        }
                    }
                }
            }
            tr { td { "Accuracy by Lichess' formula" } @for side in sides { td { (number(side.accuracy_lichess, 1)) } } }
            tr { td { "Points of 100 lost a move, for these players" } @for side in sides { td { (number(Some(side.expected_loss), 2)) } } }
            tr { td { "Centipawns lost a move" } @for side in sides { td { (number(Some(side.centipawn_loss), 0)) } } }
            @for judgement in shown {
                tr {
                    td { (capital(&plural(judgement, 2))) }
                    @for side in sides { td { (count(side, judgement)) } }
                }
            }
            @for phase in &game.record.phases {
                tr {
                    td { "Accuracy, " (phase.phase) }
                    @for side in sides { td { (number(phase.accuracy[place(side)], 1)) } }
                }
            }
            @if sides.iter().any(|side| side.time_trouble.is_some_and(|trouble| trouble.moves > 0)) {
                tr {
                    td { "Moves in time trouble (mistakes)" }
                    @for side in sides {
                        @let trouble = side.time_trouble.unwrap_or_default();
                        td { (trouble.moves) " (" (trouble.mistakes) ")" }
                    }
                }
            }
        }
    }
}

fn capital(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters
        .next()
        .map(|letter| letter.to_uppercase().to_string());
    first.unwrap_or_default() + letters.as_str()
}

fn drawn(diagram: &Diagram) -> Markup {
    let style = SvgStyle {
        background: None,
        ..SvgStyle::default()
    };
    // Coordinates and the marker are drawn in the page's ink.
    let ink = style.ink.to_string();
    PreEscaped(board(diagram, &style).replace(&format!("\"{ink}\""), "\"currentColor\""))
}

/// A board to try again, and the answer behind a line that opens.
fn moment(reviewed: &ReviewedMove) -> Markup {
    let record = &reviewed.record;
    let marked: Bitboard = record
        .why
        .iter()
        .flat_map(|reason| &reason.squares)
        .filter_map(|name| name.parse::<Square>().ok())
        .collect();
    let mut diagram = Diagram::of(&reviewed.before).seen_from(reviewed.color());
    if record.severity.is_none() {
        diagram = diagram.with_marks(marked);
    }
    let played = format!("{}{}", reviewed.numbered(), reviewed.sign());
    html! {
        div.moment {
            h3 { span class=(class(reviewed)) { (played) } " " small { (record.eval_before) " → " (record.eval_after) } }
            (drawn(&diagram))
            @if record.severity.is_some() {
                p { (to_move(reviewed.color())) ": what is better than " (record.san) "?" }
                details {
                    summary { "Show" }
                    p { (reviewed.words()) }
                    p { "Better: " (reviewed.best_line()) }
                    @if !record.answer.is_empty() { p { "After " (record.san) ": " (reviewed.answer_line()) } }
                    p { a href=(analysis_link_of_position(&reviewed.before)) { "Analyse on Lichess" } }
                }
            } @else {
                p { (reviewed.words()) }
            }
        }
    }
}

fn class(reviewed: &ReviewedMove) -> &'static str {
    match (reviewed.record.severity, reviewed.record.judgement) {
        (Some(Severity::Blunder), _) => "blunder",
        (Some(Severity::Mistake), _) => "mistake",
        (Some(Severity::Inaccuracy), _) => "inaccuracy",
        (None, Judgement::Brilliant) => "brilliant",
        (None, Judgement::Only) => "only",
        (None, _) => "plain",
    }
}

fn moves(game: &ReviewedGame) -> Markup {
    let san = game.game.san_moves();
    let first = game.game.start();
    let mut reviewed = game.moves.iter().peekable();
    html! {
        ol.moves {
            @for (index, san) in san.iter().enumerate() {
                @let ply = index + 1;
                @let told = reviewed.next_if(|told| told.record.ply == ply);
                @let white = (index % 2 == 0) == first.turn().is_white();
                @let number = first.fullmoves().get() as usize + (index + usize::from(first.turn() == Color::Black)) / 2;
                li {
                    @if white { span.number { (number) ". " } } @else if index == 0 { span.number { (number) "… " } }
                    @if let Some(told) = told {
                        span class=(class(told)) title=(told.words()) { (san) (told.sign()) }
                    } @else { (san) }
                    " " small { (game.worths[ply]) }
                }
            }
        }
    }
}

pub(super) fn report(report: &ReviewReport) -> String {
    let record = &report.record;
    let whose = record
        .player
        .as_deref()
        .map_or("All players".to_owned(), line);
    let page = html! {
        article id="report" {
            h1 { (whose) ": " (counted(record.games, "game")) }
            p.lead {
                "Accuracy " (format!("{:.1}", record.accuracy_lichess)) " by Lichess' formula; "
                (format!("{:.2}", record.expected_loss)) " points of 100 lost a move."
            }
            @for (heading, rows) in [
                ("What the mistakes are", &record.motifs),
                ("By phase", &record.phases),
                ("By time", &record.clocks),
                ("By opening", &record.openings),
            ] {
                @if !rows.is_empty() { h2 { (heading) } div.wide { (recurring(rows)) } }
            }
        }
    };
    page.into_string() + "\n"
}

fn recurring(rows: &[RecurringRecord]) -> Markup {
    html! {
        table {
            tr { th {} th { "Mistakes" } th { "Games" } th { "Points lost" } th { "Such as" } }
            @for row in rows {
                tr {
                    td { (line(&row.name)) }
                    td { (row.mistakes) }
                    td { (row.games) }
                    td { (format!("{:.0}", row.expected_loss)) }
                    td.words { (row.examples.join("; ")) }
                }
            }
        }
    }
}

/// An exercise.
pub(super) fn puzzle(puzzle: &Tagged) -> String {
    let record = &puzzle.record;
    let page = html! {
        div.moment {
            h3 { (record.index + 1) ". " (puzzle.task()) }
            (drawn(&Diagram::of(&puzzle.position).seen_from(puzzle.position.turn())))
            details {
                summary { "Solution" }
                p { (puzzle.movetext()) }
                p { (record.themes.join(", ")) ", rating " (record.rating) " ± " (record.rating_error) }
            }
        }
    };
    page.into_string() + "\n"
}
