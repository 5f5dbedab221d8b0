//! `cargo xtask fuzz`: looks for inputs that break a property, one target after another.
//!
//! The targets are built once, with LLVM's counters of edges, and then run from what was built. There is no sanitizer unless one
//! is asked for: safe code panics where C would write past an end, the few places with `unsafe` are looked at by `cargo xtask
//! miri`, and without it the build is a matter of minutes and more inputs are tried in the same time.
//!
//! What a target learns stays in `target/fuzz-corpus` for the next run, what it says in `target/fuzz-logs`. What it finds goes to
//! `fuzz/artifacts`, and into the corpus of the repository once it is mended.

use std::{
    env, fs,
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

use crate::{Failure, answers, cargo, root, run, step, target};

/// What is run, for how long, how often.
struct Plan {
    minutes: u64,
    rounds: u64,
    sanitizer: String,
    names: Vec<String>,
}

pub fn run_all() -> Result<(), Failure> {
    if !answers("cargo", &["fuzz", "--version"]) {
        return Err("the fuzzer is missing: `cargo install cargo-fuzz`".to_owned());
    }
    let plan = Plan::read(env::args().skip(2))?;
    let programs = build(&plan)?;
    let mut finds = Vec::new();
    for round in 1..=plan.rounds {
        step(
            "fuzzing",
            &format!("round {round}: {} min each", plan.minutes),
        );
        for name in &plan.names {
            finds.extend(try_one(&programs, name, plan.minutes)?);
        }
    }
    if finds.is_empty() {
        return Ok(());
    }
    Err(format!("{} finds: {}", finds.len(), finds.join(", ")))
}

impl Plan {
    fn read(mut arguments: impl Iterator<Item = String>) -> Result<Plan, Failure> {
        let mut plan = Plan {
            minutes: 1,
            rounds: 1,
            sanitizer: "none".to_owned(),
            names: Vec::new(),
        };
        while let Some(argument) = arguments.next() {
            let mut number = || {
                let number = arguments.next().and_then(|number| number.parse().ok());
                number.ok_or_else(|| format!("{argument} takes a whole number"))
            };
            match argument.as_str() {
                "--minutes" => plan.minutes = number()?,
                "--rounds" => plan.rounds = number()?,
                "--sanitizer" => {
                    let sanitizer = arguments.next();
                    plan.sanitizer =
                        sanitizer.ok_or("--sanitizer takes a name, such as address")?;
                }
                _ => plan.names.push(argument),
            }
        }
        let all = properties()?;
        if let Some(unknown) = plan.names.iter().find(|name| !all.contains(name)) {
            let all = all.join(", ");
            return Err(format!("no property `{unknown}`; there are {all}"));
        }
        if plan.names.is_empty() {
            plan.names = all;
        }
        Ok(plan)
    }
}

/// Each has a corpus of its name.
fn properties() -> Result<Vec<String>, Failure> {
    let corpus = root().join("fuzz/corpus");
    let folders =
        fs::read_dir(&corpus).map_err(|error| format!("{}: {error}", corpus.display()))?;
    let mut names: Vec<String> = folders
        .flatten()
        .map(|folder| folder.file_name().to_string_lossy().into_owned())
        .collect();
    names.sort();
    Ok(names)
}

/// Builds every target, and says where they lie.
fn build(plan: &Plan) -> Result<PathBuf, Failure> {
    step("building", "the targets");
    let folder = target().join("fuzz").join(&plan.sanitizer);
    let mut build = cargo();
    build.args([
        "fuzz",
        "build",
        "--sanitizer",
        &plan.sanitizer,
        "--target-dir",
    ]);
    if plan.sanitizer != "none" {
        // Its switches are those of a nightly compiler.
        build.env("RUSTC_BOOTSTRAP", "1");
    }
    run(build.arg(&folder))?;
    Ok(folder.join(crate::host()?).join("release"))
}

/// Runs a target and says what came of it; the input that broke the property, if there is one.
fn try_one(programs: &Path, name: &str, minutes: u64) -> Result<Option<String>, Failure> {
    let learnt = target().join("fuzz-corpus").join(name);
    let logs = target().join("fuzz-logs");
    let found = root().join("fuzz/artifacts").join(name);
    for folder in [&learnt, &logs, &found] {
        fs::create_dir_all(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    }
    let told = Command::new(programs.join(name))
        .current_dir(root())
        .arg(&learnt)
        .arg(root().join("fuzz/corpus").join(name))
        .args(["-timeout=60", "-rss_limit_mb=4096", "-print_final_stats=1"])
        .arg("-dict=fuzz/constraint.dict")
        .arg(format!("-artifact_prefix={}/", found.display()))
        .arg(format!("-max_total_time={}", minutes * 60))
        .stdin(Stdio::null())
        .output()
        .map_err(|error| format!("{name}: {error}"))?;
    let said = String::from_utf8_lossy(&told.stderr);
    let log = logs.join(name);
    fs::write(&log, said.as_bytes()).map_err(|error| format!("{}: {error}", log.display()))?;
    println!("{}", summary(name, &said));
    if told.status.success() {
        return Ok(None);
    }
    let input = said
        .lines()
        .find_map(|line| line.split_once("Test unit written to "));
    let input = input.map_or(told.status.to_string(), |(_, input)| input.to_owned());
    Ok(Some(format!("{name} ({input}, told in {})", log.display())))
}

/// How many inputs were tried, how quickly, and how many edges of the code they reach.
fn summary(name: &str, said: &str) -> String {
    let after = |text: &'static str| {
        let mut found = said
            .lines()
            .rev()
            .filter_map(move |line| line.split_once(text));
        let rest = found.next().map_or("", |(_, rest)| rest);
        rest.split_whitespace().next().unwrap_or("?").to_owned()
    };
    format!(
        "{name:<9} {:>9} inputs  {:>6}/s  {:>6} edges  {:>5} MB",
        after("stat::number_of_executed_units:"),
        after("stat::average_exec_per_sec:"),
        after(" cov: "),
        after("stat::peak_rss_mb:"),
    )
}
