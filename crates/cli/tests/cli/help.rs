use insta::assert_snapshot;

use crate::common::sissa;

const COMMANDS: [&str; 21] = [
    "generate",
    "check",
    "prove",
    "retro",
    "solve",
    "puzzles",
    "review",
    "show",
    "explain",
    "presets",
    "schema",
    "serve",
    "uci",
    "play",
    "match",
    "bench",
    "perft",
    "net",
    "experiment",
    "completions",
    "man",
];

#[test]
fn the_program() {
    assert_snapshot!(sissa(&["-h"]));
    assert_snapshot!(sissa(&["--help"]));
}

#[test]
fn whose_work_is_in_it() {
    let notices = sissa(&["--licenses"]).succeeded();
    for words in [
        "shakmaty 0.30",
        "chessground 9.2",
        "Permission is hereby granted",
        "Apache License",
    ] {
        assert!(notices.text().contains(words), "{words}");
    }
    assert_snapshot!(sissa(&["-q"]));
}

#[test]
fn generate() {
    assert_snapshot!(sissa(&["generate", "-h"]));
}

#[test]
fn check() {
    assert_snapshot!(sissa(&["check", "-h"]));
}

#[test]
fn the_language() {
    assert_snapshot!(sissa(&["explain", "--help"]));
}

#[test]
fn every_command_has_examples() {
    for name in COMMANDS {
        for flag in ["-h", "--help"] {
            let help = sissa(&[name, flag]).succeeded();
            assert!(help.text().contains("Example"), "{name} {flag}");
            let longest = help.text().lines().map(|line| line.chars().count()).max();
            assert!(longest <= Some(100), "{name} {flag}");
        }
    }
}

#[test]
fn nothing_said_is_help() {
    let outcome = sissa(&[]);
    assert_eq!(outcome.exit, 2);
    assert!(outcome.stderr.contains("Usage: sissa"));
}

#[test]
fn manual_pages() {
    for name in COMMANDS {
        let page = sissa(&["man", name]).succeeded();
        assert!(
            page.text().contains(&format!(".TH sissa-{name} 1")),
            "{name}"
        );
    }
    let page = sissa(&["man"]).succeeded();
    assert!(page.text().contains(".TH sissa 1"));
    assert_snapshot!(sissa(&["man", "nothing"]));
}

#[test]
fn completions() {
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let script = sissa(&["completions", shell]).succeeded();
        for name in COMMANDS {
            assert!(script.text().contains(name), "{shell} {name}");
        }
    }
}
