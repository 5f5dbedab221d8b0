//! `cargo xtask coverage`: which share of the lines the tests run.
//!
//! The tests are built once more with counters (`-C instrument-coverage`) in a folder of their own, run, and LLVM's own tools add
//! up what was counted, also by the programs that tests start. Only the project's sources count, without tests and benches.

use std::{
    env, fs,
    path::PathBuf,
    process::{Command, Stdio},
};

use crate::{Failure, answers, cargo, run, step, target};

/// What is not the product: tests, research and training, the developer's commands, what others wrote.
const NOT_COUNTED: &str = "(/tests/|/benches/|/examples/|/xtask/|/properties/|/peers/|/train/|/trainer/|/tune/|/lab/|\\.cargo|rustc|/target/)";

/// A table, a line a file and the sum.
fn counted() -> Result<String, Failure> {
    let (merge, cover) = (tool("llvm-profdata")?, tool("llvm-cov")?);
    let folder = target().join("coverage");
    let counts = folder.join("counts");
    let _ = fs::remove_dir_all(&counts);
    fs::create_dir_all(&counts).map_err(|error| format!("{}: {error}", counts.display()))?;
    let tests = |arguments: &[&str]| {
        let mut tests = cargo();
        tests
            .args([
                "test",
                "--workspace",
                "--exclude",
                "sissa-python",
                "--lib",
                "--tests",
                "--bins",
            ])
            .args(arguments)
            .env("CARGO_TARGET_DIR", &folder)
            .env("RUSTFLAGS", "-C instrument-coverage")
            // `%m` tells programs apart, a pool of four files lets several of one kind write at once.
            .env("LLVM_PROFILE_FILE", counts.join("%4m.profraw"));
        tests
    };
    step("building", "the tests with counters");
    let built = tests(&["--no-run", "--message-format=json"])
        .stderr(Stdio::inherit())
        .output()
        .map_err(|error| error.to_string())?;
    if !built.status.success() {
        return Err("the tests do not build".to_owned());
    }
    step("running", "every test");
    run(&mut tests(&["--no-fail-fast", "--quiet"]))?;
    step("counting", "lines");
    let whole = folder.join("all.profdata");
    let files = fs::read_dir(&counts).map_err(|error| format!("{}: {error}", counts.display()))?;
    let files: Vec<PathBuf> = files.flatten().map(|entry| entry.path()).collect();
    run(Command::new(&merge)
        .args(["merge", "-sparse", "-o"])
        .arg(&whole)
        .args(&files))?;
    let mut report = Command::new(&cover);
    report
        .args([
            "report",
            "--summary-only",
            "--ignore-filename-regex",
            NOT_COUNTED,
        ])
        .arg(format!("--instr-profile={}", whole.display()));
    for (number, program) in programs(&built.stdout).into_iter().enumerate() {
        if number > 0 {
            report.arg("--object");
        }
        report.arg(program);
    }
    let told = report.output().map_err(|error| error.to_string())?;
    if !told.status.success() {
        return Err(String::from_utf8_lossy(&told.stderr).into_owned());
    }
    Ok(String::from_utf8_lossy(&told.stdout).into_owned())
}

pub fn run_all() -> Result<(), Failure> {
    print!("{}", counted()?);
    Ok(())
}

/// The programs that cargo says it has built.
fn programs(messages: &[u8]) -> Vec<String> {
    let messages = String::from_utf8_lossy(messages);
    let found = messages.lines().filter_map(|line| {
        let message: serde_json::Value = serde_json::from_str(line).ok()?;
        Some(message["executable"].as_str()?.to_owned())
    });
    found.collect()
}

/// A tool of the LLVM that the compiler is built with: rustup's, or the distribution's.
fn tool(name: &str) -> Result<String, Failure> {
    let version = crate::rustc_says("LLVM version:")?;
    let version = version.split('.').next().unwrap_or_default();
    let host = crate::host()?;
    let home = Command::new("rustc").args(["--print", "sysroot"]).output();
    let home = home.map_err(|error| format!("rustc: {error}"))?;
    let home = String::from_utf8_lossy(&home.stdout);
    let places = [
        env::var("LLVM_TOOLS").map_or_else(|_| String::new(), |folder| format!("{folder}/{name}")),
        format!("{}/lib/rustlib/{host}/bin/{name}", home.trim()),
        format!("{name}-{version}"),
    ];
    let found = places
        .into_iter()
        .find(|place| !place.is_empty() && answers(place, &["--version"]));
    found.ok_or_else(|| {
        format!("{name} of LLVM {version} is missing: `rustup component add llvm-tools`, or the package llvm-{version}")
    })
}
