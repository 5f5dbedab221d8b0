//! The library of named constraints: readable, possible, and what a player means by the name.

mod common;

use common::{constraint, holds};
use sissa_constraint::PRESETS;

#[test]
fn every_preset_can_be_written_and_may_be_possible() {
    for preset in PRESETS {
        let parsed = constraint(preset.constraint);
        assert_eq!(constraint(&parsed.to_string()), parsed, "{}", preset.name);
        assert_eq!(parsed.refutation(), None, "{}", preset.name);
        assert!(parsed.needs().beyond.is_empty(), "{}", preset.name);
        assert!(
            preset
                .name
                .bytes()
                .all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-'),
            "{}",
            preset.name
        );
        assert!(!preset.about.ends_with('.'), "{}", preset.name);
        let same_name = PRESETS.iter().filter(|other| other.name == preset.name);
        assert_eq!(same_name.count(), 1, "{}", preset.name);
    }
}

#[test]
fn groups_are_listed_together() {
    let mut groups: Vec<&str> = PRESETS.iter().map(|preset| preset.group).collect();
    groups.dedup();
    let listed = groups.len();
    groups.sort_unstable();
    groups.dedup();
    assert_eq!(groups.len(), listed);
}

#[test]
fn presets_mean_what_their_names_say() {
    let mut wrong = Vec::new();
    let mut fitting = Vec::new();
    for line in include_str!("presets.txt").lines() {
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let (name, rest) = line.split_once(' ').expect("a name");
        let (sign, fen) = rest.split_once(' ').expect("a sign");
        let preset = sissa_constraint::preset(name).unwrap_or_else(|| panic!("no preset {name}"));
        if holds(&constraint(preset.constraint), fen) != (sign == "+") {
            wrong.push(line);
        }
        if sign == "+" {
            fitting.push(name);
        }
    }
    assert_eq!(wrong, Vec::<&str>::new());
    for preset in PRESETS {
        assert!(
            fitting.contains(&preset.name),
            "no example fits {}",
            preset.name
        );
    }
}
