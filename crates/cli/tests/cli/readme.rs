//! Every command of the README runs and ends as it says; those of docs/puzzles.md and docs/review.md print what the pages show.

use std::{env, path::Path, process::Command};

/// The lines of the shell blocks, continuation and comments left in.
fn commands() -> Vec<String> {
    let readme = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../README.md");
    let text = std::fs::read_to_string(readme).expect("README.md");
    let mut inside = false;
    let mut commands = Vec::new();
    for line in text.lines().map(str::trim_start) {
        match line {
            "```sh" => inside = true,
            "```" => inside = false,
            line if inside && !line.is_empty() => commands.push(line.to_owned()),
            _ => {}
        }
    }
    commands
}

#[test]
fn every_command_of_the_readme_runs() {
    let folder = tempfile::tempdir().expect("a folder");
    let binary = Path::new(env!("CARGO_BIN_EXE_sissa"));
    let program = binary.parent().expect("the binary is in a folder");
    let path = format!(
        "{}:{}",
        program.display(),
        env::var("PATH").unwrap_or_default()
    );
    let mut run = 0;
    for command in commands() {
        // The one that runs this test.
        if command == "cargo xtask test" {
            continue;
        }
        let expected = if command.contains("# exit 1") { 1 } else { 0 };
        let line = command.replace("cargo run --release -- ", "sissa ");
        assert!(
            line.starts_with("sissa "),
            "not a command of ours: {command}"
        );
        let output = Command::new("sh")
            .args(["-c", &line])
            .env("PATH", &path)
            .current_dir(folder.path())
            .output()
            .expect("a shell");
        let stderr = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(expected), "{command}\n{stderr}");
        assert!(
            expected == 1 || !output.stdout.is_empty() || command.contains(" -o "),
            "{command} says nothing"
        );
        run += 1;
    }
    assert!(run > 15, "only {run} commands were found in the README");
}

#[test]
fn the_page_about_puzzles_shows_what_is_printed() {
    assert!(shown_as_printed("puzzles.md") >= 5);
}

#[test]
fn the_page_about_reviews_shows_what_is_printed() {
    assert!(shown_as_printed("review.md") >= 5);
}

/// Runs every command of a page; how many there are.
fn shown_as_printed(name: &str) -> usize {
    let page = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../docs")
        .join(name);
    let text = std::fs::read_to_string(page).expect(name);
    let binary = Path::new(env!("CARGO_BIN_EXE_sissa"));
    let program = binary.parent().expect("the binary is in a folder");
    let path = format!(
        "{}:{}",
        program.display(),
        env::var("PATH").unwrap_or_default()
    );
    let folder = tempfile::tempdir().expect("a folder");
    let mut run = 0;
    for block in text.split("```sh\n").skip(1) {
        let (command, rest) = block.split_once("```\n").expect("a block ends");
        let output = Command::new("sh")
            .args(["-c", command])
            .env("PATH", &path)
            .current_dir(folder.path())
            .output()
            .expect("a shell");
        let stdout = String::from_utf8_lossy(&output.stdout);
        let shown = rest.trim_start().strip_prefix("```text\n");
        let shown = shown
            .and_then(|rest| rest.split_once("```"))
            .map(|(shown, _)| shown);
        assert_eq!(Some(&*stdout), shown, "{command}");
        run += 1;
    }
    run
}
