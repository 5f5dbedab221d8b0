//! What an interrupted review has left: the records of whole games in FILE.part.

use std::{fs, path::Path};

use serde_json::Value;

use crate::{
    args::ReviewFormat,
    problem::{Problem, Report, quoted},
};

/// What needs not be done again.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Done {
    /// How many games of the input.
    pub games: usize,
    /// Their records, line by line.
    pub records: String,
}

/// What FILE.part holds; nothing where there is none.
pub fn done(path: &Path, format: ReviewFormat) -> Result<Done, Problem> {
    if format != ReviewFormat::Jsonl {
        let message =
            "only records can be gone on with: other formats do not tell which games they hold";
        let hint = "write to a FILE.jsonl";
        return Err(Report::new(message).hint(hint).into());
    }
    let mut name = path.as_os_str().to_owned();
    name.push(".part");
    let part = Path::new(&name);
    if !part.exists() {
        return Ok(Done::default());
    }
    let what = format!("cannot read {}", quoted(&part.to_string_lossy()));
    let text = fs::read_to_string(part).map_err(|error| Report::io(what, &error))?;
    Ok(whole_games(&text))
}

/// Everything up to the last game that was told of to its end.
fn whole_games(text: &str) -> Done {
    let mut done = Done::default();
    let mut open = String::new();
    for line in text.lines() {
        // A line that was cut off ends what can be used.
        let Ok(record) = serde_json::from_str::<Value>(line) else {
            break;
        };
        let kind = record["type"].as_str();
        if matches!(kind, Some("run" | "summary")) {
            continue;
        }
        open.push_str(line);
        open.push('\n');
        if kind == Some("review-game") {
            let number = record["game"].as_u64().unwrap_or(0);
            done.games = usize::try_from(number).unwrap_or(usize::MAX);
            done.records.push_str(&open);
            open.clear();
        }
    }
    done
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_whole_games_count() {
        let text = concat!(
            "{\"type\":\"run\"}\n",
            "{\"type\":\"review-move\",\"game\":1}\n",
            "{\"type\":\"review-game\",\"game\":1}\n",
            "{\"type\":\"failure\",\"index\":1}\n",
            "{\"type\":\"review-game\",\"game\":3}\n",
            "{\"type\":\"review-move\",\"game\":4}\n",
            "{\"type\":\"review-m",
        );
        let done = whole_games(text);
        assert_eq!(done.games, 3);
        assert_eq!(done.records.lines().count(), 4);
        assert!(!done.records.contains("run") && done.records.ends_with("\"game\":3}\n"));
        assert_eq!(whole_games(""), Done::default());
    }
}
