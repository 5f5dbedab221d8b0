//! `sissa presets`: the library of named constraints.

use std::fmt::Write as _;

use serde::Serialize;
use sissa_constraint::{Constraint, PRESETS, Preset};
use sissa_game::Theme;

use super::format_by_extension;
use crate::{
    args::{ListFormat, PresetsArgs},
    console::{Console, Paint},
    output::Output,
    printer::hanging,
    problem::{Exit, Problem},
};

/// A preset as a line of JSON.
#[derive(Serialize)]
struct Line<'a> {
    r#type: &'a str,
    name: &'a str,
    group: &'a str,
    about: &'a str,
    constraint: &'a str,
}

pub fn run(args: &PresetsArgs, console: &Console) -> Result<Exit, Problem> {
    let extensions = [
        ("txt", ListFormat::Text),
        ("jsonl", ListFormat::Jsonl),
        ("ndjson", ListFormat::Jsonl),
    ];
    let path = args.output.output.as_deref();
    let format = match args.format {
        Some(format) => format,
        None => format_by_extension(path, &extensions)?.unwrap_or(ListFormat::Text),
    };
    if let Some(theme) = args.name.as_deref().and_then(Theme::named) {
        let output = Output::open(path)?;
        let text = format!(
            "{} (theme of proof games)\n{}\n",
            theme.name(),
            theme.about()
        );
        output.write(text.as_bytes())?;
        output.finish()?;
        return Ok(Exit::Yes);
    }
    let one = args.name.as_deref().map(sissa::named).transpose()?;
    let output = Output::open(path)?;
    let paint = console.paint_data(output.is_terminal());
    let text = match (format, one) {
        (ListFormat::Jsonl, Some(preset)) => line(preset),
        (ListFormat::Jsonl, None) => PRESETS.iter().map(line).collect(),
        (ListFormat::Text, Some(preset)) => page(preset, paint)?,
        (ListFormat::Text, None) => table(paint, output.is_terminal()),
    };
    output.write(text.as_bytes())?;
    output.finish()?;
    Ok(Exit::Yes)
}

fn line(preset: &Preset) -> String {
    let line = Line {
        r#type: "preset",
        name: preset.name,
        group: preset.group,
        about: preset.about,
        constraint: preset.constraint,
    };
    serde_json::to_string(&line).expect("strings are always JSON") + "\n"
}

/// All presets, by group.
fn table(paint: Paint, terminal: bool) -> String {
    let width = PRESETS
        .iter()
        .map(|preset| preset.name.len())
        .max()
        .unwrap_or(0);
    let mut text = String::new();
    let mut group = "";
    for preset in PRESETS {
        if preset.group != group {
            if !group.is_empty() {
                text.push('\n');
            }
            group = preset.group;
            let _ = writeln!(text, "{}", paint.bold(group));
        }
        let name = paint.accent(&format!("{:<width$}", preset.name));
        let about = hanging(preset.about, width + 4, terminal);
        let _ = writeln!(text, "  {name}  {about}");
    }
    let title = "themes of proof games, for generate";
    let _ = writeln!(text, "\n{}", paint.bold(title));
    for theme in Theme::ALL {
        let name = paint.accent(&format!("{:<width$}", theme.name()));
        let about = hanging(theme.about(), width + 4, terminal);
        let _ = writeln!(text, "  {name}  {about}");
    }
    text
}

/// One preset with what it means.
fn page(preset: &Preset, paint: Paint) -> Result<String, Problem> {
    let constraint: Constraint = preset.constraint.parse()?;
    let mut text = format!(
        "{} ({})\n{}\n\n{}\n  {}\n\n{}\n",
        paint.bold(preset.name),
        preset.group,
        preset.about,
        paint.dim("constraint"),
        preset.constraint,
        paint.dim("in words")
    );
    for line in constraint.explain().lines() {
        let _ = writeln!(text, "  {line}");
    }
    Ok(text)
}
