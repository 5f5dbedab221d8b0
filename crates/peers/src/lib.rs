//! Finds the independent programs that tests compare Sissa with.
//!
//! `cargo xtask test` installs what it can and then sets `SISSA_PEERS=required`, so that a missing
//! program fails the test. Without it a missing program skips the test, and says so.
//!
//! ```
//! if let Some(mut python) = sissa_peers::python_chess() {
//!     let output = python.args(["-c", "import chess; print(chess.Board().fen())"]).output()?;
//!     assert!(output.stdout.starts_with(b"rnbqkbnr/"));
//! }
//! # Ok::<(), std::io::Error>(())
//! ```

use std::{
    path::PathBuf,
    process::{Command, Stdio},
};

/// Python with the module `chess` (python-chess).
pub fn python_chess() -> Option<Command> {
    let installed = tools().join("python/bin/python");
    [installed, PathBuf::from("python3")]
        .into_iter()
        .find(|python| answers(Command::new(python).args(["-c", "import chess"])))
        .map(Command::new)
        .or_else(|| missing("python3 with the module chess"))
}

/// Python with the module `duckdb`.
pub fn python_duckdb() -> Option<Command> {
    let installed = tools().join("python/bin/python");
    [installed, PathBuf::from("python3")]
        .into_iter()
        .find(|python| answers(Command::new(python).args(["-c", "import duckdb"])))
        .map(Command::new)
        .or_else(|| missing("python3 with the module duckdb"))
}

/// Python with the module `polars`.
pub fn python_polars() -> Option<Command> {
    let installed = tools().join("python/bin/python");
    [installed, PathBuf::from("python3")]
        .into_iter()
        .find(|python| answers(Command::new(python).args(["-c", "import polars"])))
        .map(Command::new)
        .or_else(|| missing("python3 with the module polars"))
}

/// `pgn-extract`, which Debian installs among the games.
pub fn pgn_extract() -> Option<Command> {
    ["pgn-extract", "/usr/games/pgn-extract"]
        .into_iter()
        .find(|program| answers(Command::new(program).arg("--version")))
        .map(Command::new)
        .or_else(|| missing("pgn-extract"))
}

/// `stockfish`, which Debian installs among the games.
pub fn stockfish() -> Option<Command> {
    ["stockfish", "/usr/games/stockfish"]
        .into_iter()
        .find(|program| answers(Command::new(program).arg("quit")))
        .map(Command::new)
        .or_else(|| missing("stockfish"))
}

/// Where `cargo xtask test` installs what it cannot have from the system.
pub fn tools() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../target/tools")
}

fn answers(command: &mut Command) -> bool {
    command
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status()
        .is_ok_and(|status| status.success())
}

#[expect(clippy::print_stderr, reason = "a skipped test says so")]
fn missing(what: &str) -> Option<Command> {
    let required = std::env::var_os("SISSA_PEERS").is_some_and(|value| value == "required");
    assert!(
        !required,
        "{what} was installed for this test and is not there"
    );
    eprintln!("skipped: no {what} (`cargo xtask test` installs it where it is root)");
    None
}
