//! The developer's commands: `cargo xtask test` is what CI runs.

use std::{
    env,
    path::{Path, PathBuf},
    process::{Command, ExitCode, Stdio},
};

const HELP: &str = "\
The developer's commands

Usage: cargo xtask <COMMAND>

  test    install what the tests need, then run every check and every test
  check   formatting, lints and tests with what is there
  tools   only install what the tests need
";

/// A failed step, in words.
type Failure = String;

fn main() -> ExitCode {
    let command = env::args().nth(1).unwrap_or_default();
    let outcome = match command.as_str() {
        "test" => install().and_then(|missing| check(&missing)),
        "check" => missing_tools().map_or_else(Err, |missing| check(&missing)),
        "tools" => install().map(|_| ()),
        "" | "help" | "-h" | "--help" => {
            print!("{HELP}");
            Ok(())
        }
        other => Err(format!("no command `{other}`\n{HELP}")),
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            eprintln!("error: {failure}");
            ExitCode::FAILURE
        }
    }
}

/// A program that tests compare with or run, and where it comes from.
struct Tool {
    name: &'static str,
    /// Debian packages that bring it.
    packages: &'static [&'static str],
    present: fn() -> bool,
}

const TOOLS: &[Tool] = &[
    Tool {
        name: "pgn-extract",
        packages: &["pgn-extract"],
        present: || {
            answers("pgn-extract", &["--version"])
                || answers("/usr/games/pgn-extract", &["--version"])
        },
    },
    Tool {
        name: "zstd",
        packages: &["zstd"],
        present: || answers("zstd", &["--version"]),
    },
    Tool {
        name: "python3 with venv",
        packages: &["python3", "python3-venv"],
        present: || has_python_chess() || answers("python3", &["-c", "import venv, ensurepip"]),
    },
];

/// Version of python-chess, the oracle for games and positions.
const PYTHON_CHESS: &str = "chess==1.11.2";

fn missing_tools() -> Result<Vec<&'static str>, Failure> {
    let mut missing: Vec<&str> = TOOLS
        .iter()
        .filter(|tool| !(tool.present)())
        .map(|tool| tool.name)
        .collect();
    if !has_python_chess() {
        missing.push("python module chess");
    }
    Ok(missing)
}

/// Installs what is missing where this user may; returns what is still missing.
fn install() -> Result<Vec<&'static str>, Failure> {
    let wanted: Vec<&str> = TOOLS
        .iter()
        .filter(|tool| !(tool.present)())
        .flat_map(|tool| tool.packages)
        .copied()
        .collect();
    if !wanted.is_empty() && is_root() && answers("apt-get", &["--version"]) {
        step("installing", &wanted.join(" "));
        let apt = |arguments: &[&str]| {
            run(Command::new("apt-get")
                .env("DEBIAN_FRONTEND", "noninteractive")
                .args(arguments)
                .stdout(Stdio::null()))
        };
        // A machine without a network still runs the tests it can.
        let installed = apt(&["update", "-q"]).and_then(|()| {
            apt(&[
                ["install", "-yq", "--no-install-recommends"].as_slice(),
                &wanted,
            ]
            .concat())
        });
        if let Err(failure) = installed {
            eprintln!("warning: {failure}");
        }
    }
    if !has_python_chess() && answers("python3", &["-c", "import venv, ensurepip"]) {
        step("installing", PYTHON_CHESS);
        let environment = tools().join("python");
        let installed = run(Command::new("python3")
            .args(["-m", "venv"])
            .arg(&environment))
        .and_then(|()| {
            run(Command::new(environment.join("bin/python")).args([
                "-m",
                "pip",
                "install",
                "-q",
                PYTHON_CHESS,
            ]))
        });
        if let Err(failure) = installed {
            eprintln!("warning: {failure}");
        }
    }
    missing_tools()
}

fn check(missing: &[&str]) -> Result<(), Failure> {
    if answers("cargo", &["fmt", "--version"]) {
        step("checking", "formatting");
        run(cargo().args(["fmt", "--all", "--check"]))?;
    }
    if answers("cargo", &["clippy", "--version"]) {
        step("checking", "lints");
        run(cargo().args([
            "clippy",
            "--workspace",
            "--all-targets",
            "--quiet",
            "--",
            "-D",
            "warnings",
        ]))?;
    }
    step("running", "every test");
    let mut tests = cargo();
    tests.args(["test", "--workspace"]);
    if missing.is_empty() {
        tests.env("SISSA_PEERS", "required");
    }
    run(&mut tests)?;
    if missing.is_empty() {
        step("passed", "every test");
    } else {
        step(
            "passed",
            &format!(
                "every test but those that need {}: skipped",
                missing.join(", ")
            ),
        );
    }
    Ok(())
}

fn step(verb: &str, what: &str) {
    eprintln!("\n== {verb} {what}");
}

fn cargo() -> Command {
    let mut cargo = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    cargo.current_dir(root());
    cargo
}

fn run(command: &mut Command) -> Result<(), Failure> {
    match command.status() {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => Err(format!("{command:?} ended with {status}")),
        Err(error) => Err(format!("{command:?} could not be run: {error}")),
    }
}

fn answers(program: &str, arguments: &[&str]) -> bool {
    answered(Command::new(program).args(arguments))
}

fn answered(command: &mut Command) -> bool {
    command
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status()
        .is_ok_and(|status| status.success())
}

fn has_python_chess() -> bool {
    let script = ["-c", "import chess"];
    answers("python3", &script)
        || answered(Command::new(tools().join("python/bin/python")).args(script))
}

fn is_root() -> bool {
    Command::new("id")
        .arg("-u")
        .output()
        .is_ok_and(|output| output.stdout.trim_ascii() == b"0")
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .parent()
        .map_or_else(PathBuf::new, Path::to_path_buf)
}

/// Tools of the project's own, out of the way of the system's.
fn tools() -> PathBuf {
    root().join("target/tools")
}
