//! Runs the built program in an empty directory.

use std::{
    fmt,
    io::Write as _,
    path::Path,
    process::{Command, Output, Stdio},
    thread,
};

/// What came of a run; its `Display` is what snapshots hold.
pub struct Outcome {
    pub stdout: Vec<u8>,
    pub stderr: String,
    pub exit: i32,
}

impl Outcome {
    pub fn text(&self) -> &str {
        std::str::from_utf8(&self.stdout).unwrap()
    }

    /// The lines of standard output as JSON.
    pub fn records(&self) -> Vec<serde_json::Value> {
        self.text()
            .lines()
            .map(|line| serde_json::from_str(line).unwrap())
            .collect()
    }

    #[track_caller]
    pub fn succeeded(self) -> Outcome {
        assert_eq!(
            (self.exit, self.stderr.as_str()),
            (0, ""),
            "{}",
            self.text()
        );
        self
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "exit: {}", self.exit)?;
        for (name, text) in [("stdout", self.text()), ("stderr", &self.stderr)] {
            if !text.is_empty() {
                writeln!(f, "--- {name}")?;
                f.write_str(text)?;
            }
        }
        Ok(())
    }
}

impl From<Output> for Outcome {
    fn from(output: Output) -> Outcome {
        Outcome {
            stdout: output.stdout,
            stderr: String::from_utf8(output.stderr).unwrap(),
            exit: output.status.code().unwrap(),
        }
    }
}

/// The program, with nothing of the environment it is tested in.
pub fn command(directory: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_sissa"));
    command
        .args(arguments)
        .current_dir(directory)
        .env_remove("NO_COLOR")
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    command
}

/// Runs it in a directory of its own.
pub fn sissa(arguments: &[&str]) -> Outcome {
    fed(arguments, b"")
}

/// Runs it with something on standard input.
pub fn fed(arguments: &[&str], input: &[u8]) -> Outcome {
    let directory = tempfile::tempdir().unwrap();
    run_in(directory.path(), arguments, input)
}

/// Runs it in this directory.
pub fn run_in(directory: &Path, arguments: &[&str], input: &[u8]) -> Outcome {
    let mut child = command(directory, arguments)
        .stdin(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let input = input.to_vec();
    // Apart, so that neither side waits for the other; a program that has seen enough may close it.
    let feeding = thread::spawn(move || drop(stdin.write_all(&input)));
    let output = child.wait_with_output().unwrap();
    feeding.join().unwrap();
    output.into()
}
