//! The reference page is true: every example in it is run.

mod common;

use common::{constraint, holds};
use sissa_constraint::{Code, Constraint, PRESETS};

const PAGE: &str = include_str!("../../../docs/constraints.md");

/// Fenced blocks of a language, with what follows the language on its line.
fn blocks(language: &str) -> Vec<(&'static str, Vec<&'static str>)> {
    let mut found = Vec::new();
    let mut lines = PAGE.lines();
    while let Some(line) = lines.next() {
        let Some(info) = line.strip_prefix("```").filter(|info| !info.is_empty()) else {
            continue;
        };
        let body = lines.by_ref().take_while(|line| *line != "```").collect();
        let (name, rest) = info.split_once(' ').unwrap_or((info, ""));
        if name == language {
            found.push((rest, body));
        }
    }
    found
}

/// Rows of the tables whose first cell begins so.
fn rows(first: &str) -> Vec<Vec<&'static str>> {
    PAGE.lines()
        .filter(|line| line.starts_with(first))
        .map(|line| line.trim_matches('|').split(" | ").map(str::trim).collect())
        .collect()
}

fn code(cell: &str) -> &str {
    cell.trim_matches('`')
}

/// What the page should say of a sentence: its canonical form, the refusal or the error.
fn outcome(text: &str, expected: &str) -> String {
    match text.parse::<Constraint>() {
        Err(error) => {
            // An error may be quoted by its beginning.
            let whole = format!("error: {}", error.message);
            if whole.starts_with(expected) {
                expected.to_owned()
            } else {
                whole
            }
        }
        Ok(constraint) => match constraint.refutation() {
            Some(refutation) => format!("refused: {}", refutation.reasons[0].code),
            None => {
                let printed = constraint.to_string();
                assert_eq!(printed.parse(), Ok(constraint), "{printed}");
                printed
            }
        },
    }
}

#[test]
fn every_example_is_true() {
    let mut wrong = Vec::new();
    let mut examples = 0;
    let lines = blocks("sissa").into_iter().flat_map(|(_, lines)| lines);
    for line in lines.filter(|line| !line.is_empty() && !line.starts_with('#')) {
        let (left, expected) = line
            .rsplit_once(" => ")
            .unwrap_or_else(|| panic!("no => in: {line}"));
        let (left, expected) = (left.trim(), expected.trim());
        let found = match left.split_once(" :: ") {
            Some((fen, text)) => {
                let answer = if holds(&constraint(text), fen) {
                    "yes"
                } else {
                    "no"
                };
                answer.to_owned()
            }
            None => outcome(left, expected),
        };
        if found != expected {
            wrong.push(format!("{left}\n  page:  {expected}\n  found: {found}"));
        }
        examples += 1;
    }
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
    assert!(examples > 100, "only {examples} examples were found");
}

#[test]
fn every_sentence_of_the_overview_can_be_read() {
    let overview = PAGE
        .split("## In a minute")
        .nth(1)
        .and_then(|rest| rest.split("\n\nPredicates").next())
        .expect("the overview");
    let sentences: Vec<&str> = overview
        .lines()
        .filter_map(|line| line.strip_suffix(" |")?.rsplit_once(" | "))
        .filter(|(_, cell)| cell.starts_with('`'))
        .map(|(_, cell)| code(cell))
        .collect();
    assert!(sentences.len() > 5);
    for sentence in sentences {
        assert_eq!(constraint(sentence).refutation(), None, "{sentence}");
    }
}

#[test]
fn every_refusal_is_documented_and_happens() {
    for known in Code::ALL {
        let rows = rows(&format!("| `{known}` |"));
        let [row] = rows.as_slice() else {
            panic!("{known} has {} rows", rows.len());
        };
        let text = code(row[2]);
        // What tables say the language does not know; requests are refused for it.
        if known != Code::Tables {
            assert_eq!(outcome(text, ""), format!("refused: {known}"), "{text}");
        }
    }
}

#[test]
fn trees_are_what_their_sentences_say() {
    let blocks = blocks("json");
    assert!(!blocks.is_empty());
    for (text, lines) in blocks {
        let json = lines.join("\n");
        let tree: Constraint =
            serde_json::from_str(&json).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(tree, constraint(text));
        assert_eq!(
            serde_json::to_value(&tree).expect("a tree is JSON"),
            serde_json::from_str::<serde_json::Value>(&json).expect("it was just read"),
            "{text}"
        );
    }
}

#[test]
fn every_preset_is_listed_as_it_is() {
    for preset in PRESETS {
        let row = format!(
            "| {} | `{}` | {} |",
            preset.group, preset.name, preset.about
        );
        assert!(PAGE.lines().any(|line| line == row), "missing: {row}");
    }
}
