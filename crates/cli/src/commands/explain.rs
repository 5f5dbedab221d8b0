//! `sissa explain`: what a constraint means, and whether anything can satisfy it.

use std::fmt::Write as _;

use shakmaty::Chess;
use sissa_constraint::{Constraint, Distance, Refutation};

use super::format_by_extension;
use crate::{
    args::{ExplainArgs, ExplainFormat},
    console::{Console, Paint},
    input,
    output::Output,
    printer::{hanging, plies},
    problem::{Exit, Problem, Report, reason_line},
};

pub fn run(args: &ExplainArgs, console: &Console) -> Result<Exit, Problem> {
    let extensions = [("txt", ExplainFormat::Text), ("json", ExplainFormat::Json)];
    let path = args.output.output.as_deref();
    let format = match args.format {
        Some(format) => format,
        None => format_by_extension(path, &extensions)?.unwrap_or(ExplainFormat::Text),
    };
    let asked = input::constraint(&args.constraint, args.preset.as_deref())?;
    let constraint = asked.ok_or_else(no_constraint)?.constraint;
    let refutation = constraint.refutation();
    // Predicates beyond a position never hold on a bare position: no bound can be told with them.
    let least = match constraint.needs().beyond.is_empty() && refutation.is_none() {
        true => Distance::new(&constraint).plies(&(&Chess::default()).into()),
        false => None,
    };
    let output = Output::open(path)?;
    let text = match format {
        ExplainFormat::Text => {
            let paint = console.paint_data(output.is_terminal());
            let terminal = output.is_terminal();
            text(&constraint, refutation.as_ref(), least, paint, terminal)
        }
        ExplainFormat::Json => json(&constraint),
    };
    output.write(text.as_bytes())?;
    output.finish()?;
    Ok(match refutation {
        Some(_) => Exit::No,
        None => Exit::Yes,
    })
}

/// What to say where a constraint is missing.
pub fn no_constraint() -> Report {
    Report::new("there is no constraint").hint(
        "say what the position must be like, as in `white Q=0`, or name a preset with --preset",
    )
}

fn text(
    constraint: &Constraint,
    refutation: Option<&Refutation>,
    least: Option<u32>,
    paint: Paint,
    terminal: bool,
) -> String {
    let mut text = String::new();
    let mut field = |name: &str, lines: &mut dyn Iterator<Item = String>| {
        let mut name = name;
        for line in lines {
            let line = hanging(&line, 12, terminal);
            let _ = writeln!(text, "{}  {line}", paint.dim(&format!("{name:<10}")));
            name = "";
        }
    };
    let mut one = |name: &str, line: String| field(name, &mut std::iter::once(line));
    one("constraint", paint.bold(&constraint.to_string()));
    field(
        "in words",
        &mut constraint.explain().lines().map(str::to_owned),
    );
    match refutation {
        Some(refutation) => {
            let verdict = std::iter::once(paint.bad("nothing can satisfy it"));
            let reasons = refutation
                .reasons
                .iter()
                .map(|reason| reason_line(&reason.message, reason.code));
            field("possible", &mut verdict.chain(reasons));
        }
        None => {
            let verdict = paint.good("no contradiction found");
            field("possible", &mut std::iter::once(verdict));
        }
    }
    if let Some(least) = least {
        let line = match least {
            0 => "holds in the initial array".to_owned(),
            least => format!("at least {} from the initial array", plies(least as usize)),
        };
        field("distance", &mut std::iter::once(line));
    }
    let needs = constraint.needs();
    let mut lines = Vec::new();
    if needs.history {
        lines.push("the game so far: a position alone does not tell who has castled".to_owned());
    }
    if !needs.beyond.is_empty() {
        let beyond = needs.beyond.join(", ");
        lines.push(format!("players, the game's course or an engine: {beyond}"));
    }
    if lines.is_empty() {
        lines.push("nothing but the position".to_owned());
    }
    field("needs", &mut lines.into_iter());
    text
}

fn json(constraint: &Constraint) -> String {
    let explanation = sissa_server::answer::explain(constraint);
    serde_json::to_string_pretty(&explanation).expect("the tree has string keys") + "\n"
}
