//! The card of a dataset: a README for whoever finds the folder, with the header that Hugging Face reads.

use std::{fmt::Write as _, path::Path};

use sissa_dataset::{COLUMNS, Format, Manifest, replace};
use sissa_game::words::grouped;

use super::plan::Plan;
use crate::problem::Problem;

/// Constraints that are listed; of more the manifest tells.
const LISTED: usize = 60;

/// Writes the card.
pub(super) fn write(folder: &Path, manifest: &Manifest, plan: &Plan) -> Result<(), Problem> {
    let text = text(folder, manifest, plan);
    Ok(replace(&folder.join("README.md"), text.as_bytes())?)
}

fn text(folder: &Path, manifest: &Manifest, plan: &Plan) -> String {
    let fallback = folder
        .file_name()
        .map_or("Positions".into(), |name| name.to_string_lossy());
    let title = plan.name.as_deref().unwrap_or(&fallback);
    let mut text = header(manifest, title);
    let _ = writeln!(text, "# {title}\n");
    if let Some(description) = &plan.description {
        let _ = writeln!(text, "{description}\n");
    }
    let constraints = manifest
        .runs
        .iter()
        .map(|run| run.standings.len())
        .sum::<usize>();
    let noun = if constraints == 1 {
        "constraint"
    } else {
        "constraints"
    };
    let _ = writeln!(
        text,
        "{} chess positions over {constraints} {noun}, each with a legal game that reaches it. No position is there \
         twice. Every row tells what it was made for and how to make it again.\n",
        grouped(manifest.rows)
    );
    text += &counts(manifest);
    text += &columns(plan);
    text += &usage(manifest);
    text
}

fn header(manifest: &Manifest, title: &str) -> String {
    let size = match manifest.rows {
        0..1_000 => "n<1K",
        1_000..10_000 => "1K<n<10K",
        10_000..100_000 => "10K<n<100K",
        100_000..1_000_000 => "100K<n<1M",
        1_000_000..10_000_000 => "1M<n<10M",
        10_000_000..100_000_000 => "10M<n<100M",
        100_000_000..1_000_000_000 => "100M<n<1B",
        _ => "n>1B",
    };
    let name = serde_json::to_string(title).unwrap_or_default();
    let extension = manifest.format.extension();
    format!(
        "---\npretty_name: {name}\ntags:\n- chess\nsize_categories:\n- {size}\nconfigs:\n- config_name: default\n  \
         data_files: \"part-*.{extension}\"\n---\n\n"
    )
}

fn counts(manifest: &Manifest) -> String {
    let standings: Vec<_> = manifest
        .runs
        .iter()
        .flat_map(|run| &run.standings)
        .collect();
    let mut text =
        "## What is in it\n\n| constraint | style | seed | positions |\n|---|---|---:|---:|\n"
            .to_owned();
    for standing in standings.iter().take(LISTED) {
        let short = match &standing.given_up {
            Some(_) => format!(" of {}", grouped(standing.asked)),
            None => String::new(),
        };
        let constraint = standing.constraint.replace('|', "\\|");
        let (style, seed, made) = (&standing.style, standing.seed, grouped(standing.made));
        let _ = writeln!(
            text,
            "| `{constraint}` | {style} | {seed} | {made}{short} |"
        );
    }
    if standings.len() > LISTED {
        let rest = &standings[LISTED..];
        let made = rest.iter().map(|one| one.made).sum();
        let _ = writeln!(
            text,
            "| {} more, see `manifest.json` | | | {} |",
            rest.len(),
            grouped(made)
        );
    }
    text.push('\n');
    text
}

fn columns(plan: &Plan) -> String {
    let mut text = "## Columns\n\n| column | meaning |\n|---|---|\n".to_owned();
    for (name, _, meaning) in &COLUMNS {
        let _ = writeln!(text, "| `{name}` | {meaning} |");
    }
    let labels: Vec<&str> = plan.labels.iter().map(|label| label.name()).collect();
    let _ = match (labels.is_empty(), plan.label_nodes) {
        (true, _) => writeln!(text, "\nWhat does not apply is missing.\n"),
        (false, nodes) => writeln!(
            text,
            "\nWhat does not apply is missing. Labels of every position: {} (the engine looks at {} positions for \
             each; tables have up to four men).\n",
            labels.join(", "),
            grouped(nodes.unwrap_or(sissa_judge::Arbiter::NODES))
        ),
    };
    text
}

fn usage(manifest: &Manifest) -> String {
    let extension = manifest.format.extension();
    let (read, duck) = match manifest.format {
        Format::Parquet => ("read_parquet", "part-*.parquet"),
        Format::Csv => ("read_csv", "part-*.csv"),
        Format::Jsonl => ("read_ndjson", "part-*.jsonl"),
    };
    let mut tools: Vec<&str> = Vec::new();
    for tool in manifest.runs.iter().flat_map(|run| &run.tools) {
        if !tools.contains(&tool.as_str()) {
            tools.push(tool);
        }
    }
    format!(
        "## Use\n\n```python\nimport polars\nframe = polars.{read}(\"part-*.{extension}\")\n```\n\n```sql\n\
         select \"constraint\", count(*) from '{duck}' group by all\n```\n\n\
         ## How it was made\n\nBy {}. `plan.toml` is what was asked for (`plan-2.toml` and so on what was added later). \
         The same plan makes the same files; `sissa dataset check` looks whether they are whole, replays every game and \
         holds every position against its constraint.\n\n\
         ```sh\nsissa generate --plan plan.toml -o DIR\nsissa dataset check DIR\n\
         sissa generate \"CONSTRAINT\" --seed SEED --skip INDEX -n 1   # one row again\n```\n",
        tools.join(", ")
    )
}
