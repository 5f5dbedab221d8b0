//! Files, pipes and signals: whole records, whole files, no noise.

use std::{
    fs,
    io::{BufRead as _, BufReader, Read as _},
};

use crate::common::{command, run_in, sissa};

/// Nothing but this, no temporary file either.
#[track_caller]
fn holds_only(directory: &std::path::Path, names: &[&str]) {
    let mut found: Vec<String> = fs::read_dir(directory)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    found.sort_unstable();
    assert_eq!(found, names);
}

#[test]
fn the_extension_tells_the_format() {
    let directory = tempfile::tempdir().unwrap();
    for (name, start) in [
        ("a.fen", "rnbqkbnr/"),
        ("b.EPD", "rnbqkbnr/"),
        ("c.pgn", "[Event "),
        ("d.jsonl", "{\"type\":\"run\""),
        ("e.svg", "<svg "),
        ("f.html", "<!DOCTYPE html>"),
        ("g.txt", "Position 1 · White to move"),
    ] {
        let path = directory.path();
        run_in(path, &["generate", "ply 0", "-o", name], b"").succeeded();
        let text = fs::read_to_string(path.join(name)).unwrap();
        assert!(text.starts_with(start), "{name}: {text}");
    }
    run_in(directory.path(), &["generate", "ply 0", "-o", "h.png"], b"").succeeded();
    let names = [
        "a.fen", "b.EPD", "c.pgn", "d.jsonl", "e.svg", "f.html", "g.txt", "h.png",
    ];
    holds_only(directory.path(), &names);
}

#[test]
fn an_error_leaves_the_old_file() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("out.txt");
    fs::write(&path, "old").unwrap();
    for arguments in [
        &["generate", "white P=9", "-o", "out.txt"][..],
        &["generate", "result 1-0", "-o", "out.txt"],
        &[
            "show",
            "4k3/8/8/8/8/8/8/4K3",
            "nowhere.fen",
            "-o",
            "out.txt",
        ],
        &["generate", "anything", "--from", "e5", "-o", "out.txt"],
    ] {
        let outcome = run_in(directory.path(), arguments, b"");
        assert_ne!(outcome.exit, 0, "{outcome}");
        assert_eq!(fs::read_to_string(&path).unwrap(), "old");
        holds_only(directory.path(), &["out.txt"]);
    }
    let arguments = ["generate", "ply 0", "-o", "out.txt", "-f", "fen"];
    run_in(directory.path(), &arguments, b"").succeeded();
    assert!(fs::read_to_string(&path).unwrap().starts_with("rnbqkbnr/"));
    holds_only(directory.path(), &["out.txt"]);
}

#[test]
fn nothing_found_is_no_drawing() {
    let directory = tempfile::tempdir().unwrap();
    let arguments = ["generate", "KQvK mate", "--nodes", "2", "-o", "out.svg"];
    assert_eq!(run_in(directory.path(), &arguments, b"").exit, 3);
    holds_only(directory.path(), &[]);
}

#[cfg(unix)]
#[test]
fn a_link_stays_a_link() {
    let directory = tempfile::tempdir().unwrap();
    fs::write(directory.path().join("real.fen"), "old").unwrap();
    std::os::unix::fs::symlink("real.fen", directory.path().join("link.fen")).unwrap();
    run_in(
        directory.path(),
        &["generate", "ply 0", "-o", "link.fen"],
        b"",
    )
    .succeeded();
    let link = fs::symlink_metadata(directory.path().join("link.fen")).unwrap();
    assert!(link.file_type().is_symlink());
    let text = fs::read_to_string(directory.path().join("real.fen")).unwrap();
    assert!(text.starts_with("rnbqkbnr/"));
}

#[test]
fn a_closed_pipe_ends_quietly() {
    let directory = tempfile::tempdir().unwrap();
    for arguments in [
        &["generate", "anything", "-n", "100000000", "-f", "fen"][..],
        &[
            "generate",
            "anything",
            "-n",
            "100000000",
            "-f",
            "jsonl",
            "-j",
            "3",
        ],
        &["presets", "-f", "jsonl"],
    ] {
        let mut child = command(directory.path(), arguments).spawn().unwrap();
        let mut reader = BufReader::new(child.stdout.take().unwrap());
        reader.read_line(&mut String::new()).unwrap();
        drop(reader);
        let output = child.wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(0));
        assert_eq!(String::from_utf8(output.stderr).unwrap(), "");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_an_error() {
    let outcome = sissa(&["generate", "ply 0", "-f", "fen", "-o", "/dev/full"]);
    insta::assert_snapshot!(outcome);
}

#[cfg(unix)]
#[test]
fn an_interruption_leaves_whole_records_and_a_summary() {
    use std::process::Command;

    let directory = tempfile::tempdir().unwrap();
    let arguments = ["generate", "anything", "-n", "100000000", "-f", "jsonl"];
    let mut child = command(directory.path(), &arguments).spawn().unwrap();
    let mut reader = BufReader::new(child.stdout.take().unwrap());
    let mut text = String::new();
    reader.read_line(&mut text).unwrap();
    reader.read_line(&mut text).unwrap();
    let id = child.id().to_string();
    assert!(
        Command::new("kill")
            .args(["-INT", &id])
            .status()
            .unwrap()
            .success()
    );
    reader.read_to_string(&mut text).unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(130));
    let records: Vec<serde_json::Value> = text
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    let summary = records.last().unwrap();
    assert_eq!(
        (&summary["type"], &summary["exit"]),
        (&"summary".into(), &130.into())
    );
    assert_eq!(summary["produced"], records.len() - 2);
}

#[cfg(unix)]
#[test]
fn an_interruption_while_waiting_for_input() {
    use std::{
        io::Write as _,
        process::{Command, Stdio},
    };

    let directory = tempfile::tempdir().unwrap();
    let mut child = command(directory.path(), &["check", "-"])
        .stdin(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    stdin.write_all(b"4k3/8/8/8/8/8/8/4K3 w - - 0 1\n").unwrap();
    let mut reader = BufReader::new(child.stdout.take().unwrap());
    let mut line = String::new();
    reader.read_line(&mut line).unwrap();
    let id = child.id().to_string();
    assert!(
        Command::new("kill")
            .args(["-INT", &id])
            .status()
            .unwrap()
            .success()
    );
    assert_eq!(child.wait().unwrap().code(), Some(130));
    assert_eq!(line, "valid      stdin:1  4k3/8/8/8/8/8/8/4K3 w - - 0 1\n");
}

/// Runs until the part has grown, sends a signal, waits.
#[cfg(unix)]
fn ended_by(signal: &str, directory: &std::path::Path) -> Option<i32> {
    let arguments = ["generate", "anything", "-n", "100000000", "-o", "out.fen"];
    let mut child = command(directory, &arguments).spawn().unwrap();
    let grown = |entry: std::io::Result<fs::DirEntry>| {
        let entry = entry.unwrap();
        let name = entry.file_name().into_string().unwrap();
        name.starts_with(".sissa-") && entry.metadata().is_ok_and(|found| found.len() > 0)
    };
    while !fs::read_dir(directory).unwrap().any(grown) {
        std::thread::yield_now();
    }
    let id = child.id().to_string();
    let sent = std::process::Command::new("kill")
        .args([signal, &id])
        .status();
    assert!(sent.unwrap().success());
    child.wait().unwrap().code()
}

#[cfg(unix)]
#[test]
fn a_request_to_end_leaves_the_old_file_and_a_part_with_a_name() {
    for signal in ["-INT", "-TERM", "-HUP"] {
        let directory = tempfile::tempdir().unwrap();
        fs::write(directory.path().join("out.fen"), "old").unwrap();
        assert_eq!(ended_by(signal, directory.path()), Some(130), "{signal}");
        holds_only(directory.path(), &["out.fen", "out.fen.part"]);
        let old = fs::read_to_string(directory.path().join("out.fen")).unwrap();
        assert_eq!(old, "old", "{signal}");
        let part = fs::read_to_string(directory.path().join("out.fen.part")).unwrap();
        assert!(part.ends_with('\n') && part.lines().count() > 1);
    }
}

#[cfg(unix)]
#[test]
fn what_a_killed_process_left_is_removed_by_the_next() {
    let directory = tempfile::tempdir().unwrap();
    assert_eq!(ended_by("-KILL", directory.path()), None);
    run_in(
        directory.path(),
        &["generate", "ply 0", "-o", "next.fen"],
        b"",
    )
    .succeeded();
    holds_only(directory.path(), &["next.fen"]);
}

#[cfg(unix)]
#[test]
fn what_another_process_is_writing_is_left_alone() {
    let directory = tempfile::tempdir().unwrap();
    let part = directory.path().join(".sissa-other.part");
    let file = fs::File::create(&part).unwrap();
    file.lock().unwrap();
    run_in(
        directory.path(),
        &["generate", "ply 0", "-o", "next.fen"],
        b"",
    )
    .succeeded();
    holds_only(directory.path(), &[".sissa-other.part", "next.fen"]);
}

#[cfg(unix)]
#[test]
fn an_interrupted_match_leaves_the_old_games() {
    let directory = tempfile::tempdir().unwrap();
    fs::write(directory.path().join("games.pgn"), "old").unwrap();
    let arguments = [
        "match",
        "handcrafted",
        "untuned",
        "-n",
        "100000",
        "--nodes",
        "50",
        "-v",
        "-o",
        "games.pgn",
    ];
    let mut child = command(directory.path(), &arguments).spawn().unwrap();
    let mut reader = BufReader::new(child.stderr.take().unwrap());
    reader.read_line(&mut String::new()).unwrap();
    let id = child.id().to_string();
    let sent = std::process::Command::new("kill")
        .args(["-INT", &id])
        .status();
    assert!(sent.unwrap().success());
    reader.read_to_string(&mut String::new()).unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(130));
    let old = fs::read_to_string(directory.path().join("games.pgn")).unwrap();
    assert_eq!(old, "old");
    holds_only(directory.path(), &["games.pgn", "games.pgn.part"]);
}

#[cfg(target_os = "linux")]
#[test]
fn a_device_without_an_end_is_an_error() {
    for arguments in [
        &["prove", "/dev/zero"][..],
        &["generate", "anything", "--exclude", "/dev/zero"],
        &["generate", "anything", "--from", "/dev/zero"],
        &[
            "match",
            "nnue",
            "nnue",
            "-n",
            "2",
            "--openings",
            "/dev/zero",
        ],
        &["net", "info", "/dev/zero"],
        &["rules", "test", "/dev/zero"],
        &["match", "nnue", "nnue", "-n", "2", "--book", "/dev/zero"],
    ] {
        let outcome = sissa(arguments);
        assert_eq!(outcome.exit, 2, "{arguments:?}: {outcome}");
        assert!(outcome.stderr.starts_with("error: "), "{outcome}");
    }
}
