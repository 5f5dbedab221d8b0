//! `sissa explain`: what a constraint means, and whether anything can satisfy it.

use std::fmt::Write as _;

use sissa::{Explain, Explanation};

use super::format_by_extension;
use crate::{
    args::{ExplainArgs, ExplainFormat},
    console::{Console, Paint},
    input,
    output::Output,
    printer::{hanging, plies},
    problem::{Exit, Problem, reason_line},
};

pub fn run(args: &ExplainArgs, console: &Console) -> Result<Exit, Problem> {
    let extensions = [("txt", ExplainFormat::Text), ("json", ExplainFormat::Json)];
    let path = args.output.output.as_deref();
    let format = match args.format {
        Some(format) => format,
        None => format_by_extension(path, &extensions)?.unwrap_or(ExplainFormat::Text),
    };
    let request = Explain {
        constraint: input::words(&args.constraint)?,
        preset: args.preset.clone(),
    };
    let explanation = request.run()?;
    let output = Output::open(path)?;
    let text = match format {
        ExplainFormat::Text => {
            let terminal = output.is_terminal();
            text(&explanation, console.paint_data(terminal), terminal)
        }
        ExplainFormat::Json => {
            serde_json::to_string_pretty(&explanation).expect("the tree has string keys") + "\n"
        }
    };
    output.write(text.as_bytes())?;
    output.finish()?;
    Ok(if explanation.feasible {
        Exit::Yes
    } else {
        Exit::No
    })
}

fn text(explanation: &Explanation, paint: Paint, terminal: bool) -> String {
    let mut text = String::new();
    let mut field = |name: &str, lines: &mut dyn Iterator<Item = String>| {
        let mut name = name;
        for line in lines {
            let line = hanging(&line, 12, terminal);
            let _ = writeln!(text, "{}  {line}", paint.dim(&format!("{name:<10}")));
            name = "";
        }
    };
    let bold = paint.bold(&explanation.constraint);
    field("constraint", &mut std::iter::once(bold));
    field("in words", &mut explanation.words.iter().cloned());
    if explanation.feasible {
        let verdict = paint.good("no contradiction found");
        field("possible", &mut std::iter::once(verdict));
    } else {
        let verdict = std::iter::once(paint.bad("nothing can satisfy it"));
        let reasons = explanation.reasons.iter();
        let reasons = reasons.map(|reason| reason_line(&reason.message, &reason.code));
        field("possible", &mut verdict.chain(reasons));
    }
    if let Some(least) = explanation.least_plies {
        let line = match least {
            0 => "holds in the starting position".to_owned(),
            least => format!(
                "at least {} from the starting position",
                plies(least as usize)
            ),
        };
        field("distance", &mut std::iter::once(line));
    }
    let needs = &explanation.needs;
    let mut lines = Vec::new();
    if needs.history {
        lines.push("the game so far: a position alone does not tell who has castled".to_owned());
    }
    if !needs.beyond.is_empty() {
        let beyond = needs.beyond.join(", ");
        lines.push(format!("players or the game's course: {beyond}"));
    }
    if !needs.judged.is_empty() {
        let judged = needs.judged.join(", ");
        lines.push(format!("judgement: {judged}"));
        lines.extend(needs.costs.iter().map(|cost| format!("  {cost}")));
        lines.push("  the rest of the sentence is looked at first".to_owned());
    }
    if lines.is_empty() {
        lines.push("nothing but the position".to_owned());
    }
    field("needs", &mut lines.into_iter());
    text
}
