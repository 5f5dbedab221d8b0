//! Whatever is wrong: one `error:` line, a place, a hint, a documented exit code.

use insta::assert_snapshot;

use crate::common::{fed, sissa};

#[test]
fn a_word_misspelt() {
    assert_snapshot!(sissa(&["generate", "white", "Q=0", "and", "blakc", "R=2"]));
}

#[test]
fn an_empty_constraint() {
    assert_snapshot!(sissa(&["generate", "  "]));
}

#[test]
fn no_constraint() {
    assert_snapshot!(sissa(&["generate"]));
}

#[test]
fn an_impossible_constraint() {
    assert_snapshot!(sissa(&["generate", "white Q=3 P=8 or Ke4 ke5"]));
}

#[test]
fn an_impossible_constraint_in_records() {
    assert_snapshot!(sissa(&[
        "generate",
        "white P=9",
        "-f",
        "jsonl",
        "-n",
        "5",
        "--skip",
        "2"
    ]));
}

#[test]
fn ratings_that_nobody_has() {
    assert_snapshot!(sissa(&["generate", "elo 99999 and white Q=0"]));
}

#[test]
fn a_predicate_that_cannot_be_honoured() {
    assert_snapshot!(sissa(&["generate", "result 1-0 and white Q=0"]));
}

#[test]
fn an_unknown_preset() {
    assert_snapshot!(sissa(&["generate", "--preset", "lucenna"]));
}

#[test]
fn an_unknown_flag() {
    assert_snapshot!(sissa(&["generate", "anything", "--colour", "always"]));
}

#[test]
fn an_unknown_command() {
    assert_snapshot!(sissa(&["genrate"]));
}

#[test]
fn values_out_of_range() {
    for arguments in [
        ["-n", "0"],
        ["-n", "-1"],
        ["-n", "99999999999999999999"],
        ["-j", "0"],
        ["--timeout", "soon"],
        ["--timeout", "0"],
        ["--nodes", "0"],
        ["--columns", "7"],
        ["--unique=twice", "-q"],
        ["-f", "gif"],
        ["--seed", "x"],
    ] {
        let [flag, value] = arguments;
        let outcome = sissa(&["generate", "anything", flag, value]);
        assert_eq!(outcome.exit, 2, "{outcome}");
        assert!(outcome.stderr.starts_with("error: "), "{outcome}");
    }
}

#[test]
fn a_start_that_is_none() {
    assert_snapshot!(sissa(&["generate", "anything", "--from", "e4 e4"]));
    assert_snapshot!(sissa(&[
        "generate",
        "anything",
        "--from",
        "8/8/8/8/8/8/8/KK5k"
    ]));
    assert_snapshot!(sissa(&["generate", "anything", "--from", "nowhere.pgn"]));
}

#[test]
fn an_exclusion_that_is_none() {
    assert_snapshot!(sissa(&["generate", "anything", "--exclude", "nowhere.fen"]));
}

#[test]
fn a_sheet_too_large() {
    assert_snapshot!(sissa(&["generate", "anything", "-n", "1001", "-f", "svg"]));
}

#[test]
fn an_extension_that_tells_nothing() {
    assert_snapshot!(sissa(&["generate", "anything", "-o", "out.doc"]));
}

#[test]
fn a_directory_that_is_not_there() {
    assert_snapshot!(sissa(&["generate", "anything", "-o", "nowhere/out.fen"]));
    let outcome = sissa(&["generate", "anything", "-f", "fen", "-o", "."]);
    assert!(
        outcome.exit == 2 && outcome.stderr.contains("is a directory"),
        "{outcome}"
    );
}

#[test]
fn a_budget_that_ends() {
    assert_snapshot!(sissa(&[
        "generate",
        "KQvK mate",
        "--nodes",
        "2",
        "-n",
        "2",
        "-f",
        "jsonl"
    ]));
}

#[test]
fn a_length_that_is_too_short() {
    let outcome = sissa(&["generate", "KQvK", "--max-plies", "10"]);
    assert_eq!(outcome.exit, 1, "{outcome}");
    assert!(
        outcome.stderr.contains("at least 29 half-moves are needed"),
        "{outcome}"
    );
}

#[test]
fn a_length_that_is_exhausted() {
    let arguments = [
        "generate",
        "white Q=0 and ply<=3",
        "--shortest",
        "--max-plies",
        "3",
    ];
    let outcome = sissa(&arguments);
    assert_eq!(outcome.exit, 1, "{outcome}");
    assert!(outcome.stderr.starts_with("error: no "), "{outcome}");
}

#[test]
fn control_characters_never_reach_the_terminal() {
    let wild = "\x1b[31mred\x07\u{202e}turned";
    let long_flag = format!("--{wild}");
    for arguments in [
        vec!["generate", wild],
        vec!["generate", "anything", &long_flag],
        vec!["generate", "anything", "--from", wild],
        vec!["generate", "--preset", wild],
        vec!["generate", "anything", "-o", "\x1b[31m/x.fen"],
        vec!["generate", "anything", "-o", "\x1b[31m"],
        vec!["generate", "anything", "--exclude", wild],
        vec!["generate", "anything", "-n", wild],
        vec!["check", wild],
        vec!["check", "\x1b[31m.pgn"],
        vec!["show", wild],
        vec!["show", "e4", "--mark", wild],
        vec!["explain", wild],
        vec!["presets", wild],
        vec!["man", wild],
        vec!["completions", wild],
        vec![wild],
    ] {
        let outcome = sissa(&arguments);
        assert_eq!(outcome.exit, 2, "{arguments:?}: {outcome}");
        let control = outcome
            .stderr
            .chars()
            .find(|c| sissa_game::disturbs(*c) && *c != '\n');
        assert_eq!(control, None, "{arguments:?}: {}", outcome.stderr);
    }
}

/// A megabyte of everything: an error, not a crash.
#[test]
fn garbage_is_refused() {
    let mut state = 1u32;
    let bytes: Vec<u8> = (0..1_000_000)
        .map(|_| {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (state >> 24) as u8
        })
        .collect();
    let letters: Vec<u8> = bytes
        .iter()
        .map(|byte| b" aKQ(=)/\n{"[usize::from(byte % 10)])
        .collect();
    let deep = "(".repeat(1_000_000).into_bytes();
    let denied = "not ".repeat(250_000).into_bytes();
    for garbage in [bytes, letters, deep, denied] {
        for arguments in [
            &["generate", "-"][..],
            &["explain", "-"],
            &["check", "-"],
            &["show", "-"],
            &["generate", "anything", "--from", "-"],
            &["generate", "anything", "--exclude", "-"],
        ] {
            let outcome = fed(arguments, &garbage);
            assert_eq!(outcome.exit, 2, "{arguments:?}: {}", outcome.stderr);
            assert!(outcome.stderr.starts_with("error: "), "{}", outcome.stderr);
            assert!(!outcome.stderr.contains("internal"), "{}", outcome.stderr);
        }
    }
}

#[cfg(unix)]
#[test]
fn arguments_that_are_not_text() {
    use std::{ffi::OsStr, os::unix::ffi::OsStrExt as _};

    let directory = tempfile::tempdir().unwrap();
    let mut command = crate::common::command(directory.path(), &["generate"]);
    let output = command
        .arg(OsStr::from_bytes(b"\xff\xfe"))
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(2));
}
