//! Every write, sync, rename and removal of a job fails once at its place, or the job is killed there: nothing is lost,
//! nothing doubled, nothing half, and the same command repairs what is left.

#![cfg(all(target_os = "linux", target_arch = "x86_64"))]
#![expect(clippy::unwrap_used, reason = "what fails here is a failed test")]

mod tracer;

use std::{
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
    process::Command,
};

use tracer::{Fault, Traced, trace};

/// A job that writes files.
struct Job {
    /// `IN` is the folder of what it reads, `OUT` that of what it writes.
    arguments: &'static [&'static str],
    /// What is in the folder it writes to before it begins.
    before: fn(&Path),
    /// What it reads.
    inputs: fn(&Path),
    /// What must hold of its folder however it was ended: the folder, what was there before, what is there after an
    /// undisturbed run.
    kept: fn(&Path, &Files, &Files),
}

/// The files of a folder with what is in them.
type Files = BTreeMap<PathBuf, Vec<u8>>;

fn files(folder: &Path) -> Files {
    let mut found = Files::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(next) = folders.pop() {
        for entry in fs::read_dir(&next).unwrap().map(Result::unwrap) {
            if entry.file_type().unwrap().is_dir() {
                folders.push(entry.path());
            } else {
                let name = entry.path().strip_prefix(folder).unwrap().to_owned();
                found.insert(name, fs::read(entry.path()).unwrap());
            }
        }
    }
    found
}

fn names(files: &Files) -> Vec<&Path> {
    files.keys().map(PathBuf::as_path).collect()
}

impl Job {
    fn command(&self, folder: &Path) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_sissa"));
        command.current_dir(folder);
        for argument in self.arguments {
            let place = |name: &str| folder.join(name).to_string_lossy().into_owned();
            command.arg(
                argument
                    .replace("IN", &place("in"))
                    .replace("OUT", &place("out")),
            );
        }
        command
    }

    /// A folder as the job finds it.
    fn place(&self) -> tempfile::TempDir {
        let folder = tempfile::tempdir().unwrap();
        for name in ["in", "out"] {
            fs::create_dir(folder.path().join(name)).unwrap();
        }
        (self.inputs)(&folder.path().join("in"));
        (self.before)(&folder.path().join("out"));
        folder
    }

    fn run(&self, folder: &Path, fault: Fault) -> Traced {
        trace(&self.command(folder), &folder.join("out"), fault)
    }

    /// Ends the job at each of its places in both ways.
    fn survives(&self) {
        let folder = self.place();
        let out = folder.path().join("out");
        let before = files(&out);
        let undisturbed = self.run(folder.path(), Fault::None);
        assert!(undisturbed.status.success(), "{}", undisturbed.stderr);
        let after = files(&out);
        let calls = undisturbed.calls;
        assert!(calls.len() > 2, "{calls:?}");
        for (place, call) in calls.iter().enumerate() {
            for fault in [Fault::Fails(place), Fault::Killed(place)] {
                self.survives_one(fault, call, &before, &after);
            }
        }
    }

    /// Lets the job run short of memory at many sizes.
    fn survives_little_memory(&self) {
        let folder = self.place();
        let out = folder.path().join("out");
        let before = files(&out);
        let whole = self.command(folder.path()).output().unwrap();
        assert!(whole.status.success());
        let after = files(&out);
        let mut short = 0;
        for megabytes in (30..330).step_by(20) {
            let folder = self.place();
            let out = folder.path().join("out");
            let command = self.command(folder.path());
            let ended = Command::new("/bin/sh")
                .args([
                    "-c",
                    &format!("ulimit -v {}; exec \"$@\"", 1024 * megabytes),
                    "sh",
                ])
                .arg(command.get_program())
                .args(command.get_args())
                .current_dir(folder.path())
                .output()
                .unwrap();
            short += u32::from(!ended.status.success());
            (self.kept)(&out, &before, &after);
            let again = self.command(folder.path()).output().unwrap();
            assert!(
                again.status.success(),
                "{megabytes} MB: {}",
                String::from_utf8_lossy(&again.stderr)
            );
            assert_eq!(files(&out), after, "{megabytes} MB");
        }
        assert!(short > 0, "there was always memory enough");
    }

    fn survives_one(&self, fault: Fault, call: &str, before: &Files, after: &Files) {
        let folder = self.place();
        let out = folder.path().join("out");
        let ended = self.run(folder.path(), fault);
        let what = format!("{fault:?} ({call}): {}", ended.stderr);
        assert!(!ended.stderr.contains("panicked"), "{what}");
        let left = files(&out);
        if ended.status.success() {
            // A removal may fail; what is left then has no name that anybody reads.
            assert_eq!(whole(&left), *after, "{what}");
        } else if matches!(fault, Fault::Fails(_)) {
            assert!(ended.stderr.starts_with("error: "), "{what}");
            let hidden: Vec<_> = names(&left)
                .into_iter()
                .filter(|name| is_hidden(name))
                .collect();
            assert!(
                hidden.is_empty() || call.starts_with("unlink"),
                "{what}\nleft {hidden:?}"
            );
        }
        (self.kept)(&out, before, after);
        if ended.status.success() {
            return;
        }
        let again = self.command(folder.path()).output().unwrap();
        let told = String::from_utf8_lossy(&again.stderr);
        assert!(again.status.success(), "{what}\nthen {told}");
        let repaired = files(&out);
        assert_eq!(names(&repaired), names(after), "{what}");
        assert_eq!(repaired, *after, "{what}");
    }
}

/// Without what has a hidden name.
fn whole(files: &Files) -> Files {
    let mut files = files.clone();
    files.retain(|name, _| !is_hidden(name) || name.ends_with(".lock"));
    files
}

fn is_hidden(name: &Path) -> bool {
    let name = name.file_name().unwrap().to_string_lossy();
    name.starts_with('.') && name != ".lock"
}

/// Every file is as it was or as it will be.
fn old_or_new(out: &Path, before: &Files, after: &Files) {
    for (name, bytes) in whole(&files(out)) {
        let known = [before.get(&name), after.get(&name)];
        assert!(
            known.contains(&Some(&bytes)),
            "{} is neither the old nor the new one",
            name.display()
        );
    }
    assert!(before.keys().all(|name| out.join(name).exists()));
}

fn nothing(_: &Path) {}

/// Runs the program to its end.
fn sissa(folder: &Path, arguments: &[&str]) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_sissa"));
    let output = command
        .args(arguments)
        .current_dir(folder)
        .output()
        .unwrap();
    let told = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{arguments:?}: {told}");
}

/// Games in two files.
fn games(folder: &Path) {
    for (seed, file) in [("1", "a.pgn"), ("2", "b.pgn")] {
        let made = [
            "generate",
            "white Q=0",
            "-n",
            "40",
            "-s",
            seed,
            "-f",
            "pgn",
            "-o",
            file,
        ];
        sissa(folder, &made);
    }
}

fn imported(folder: &Path) {
    games(folder);
    sissa(
        folder,
        &["games", "import", "a.pgn", "b.pgn", "-o", "games"],
    );
}

#[test]
fn generate_into_a_file() {
    Job {
        arguments: &[
            "generate",
            "white Q=0",
            "-n",
            "400",
            "-o",
            "OUT/positions.jsonl",
        ],
        before: |out| fs::write(out.join("positions.jsonl"), "earlier\n").unwrap(),
        inputs: nothing,
        kept: old_or_new,
    }
    .survives();
}

const DATASET: Job = Job {
    arguments: &["generate", "--plan", "IN/plan.toml", "-o", "OUT/data"],
    before: nothing,
    inputs: plan,
    kept: |out, _, after| of_the_manifest(&out.join("data"), after),
};

#[test]
fn a_dataset() {
    DATASET.survives();
}

#[test]
fn a_dataset_with_little_memory() {
    DATASET.survives_little_memory();
}

#[test]
fn adding_to_a_dataset() {
    Job {
        arguments: &[
            "generate",
            "--plan",
            "IN/plan.toml",
            "-s",
            "1",
            "--append",
            "-o",
            "OUT/data",
        ],
        before: |out| {
            plan(out);
            sissa(out, &["generate", "--plan", "plan.toml", "-o", "data"]);
        },
        inputs: plan,
        kept: |out, before, after| {
            of_the_manifest(&out.join("data"), after);
            // What was there is there.
            let now = files(out);
            let parts = before
                .iter()
                .filter(|(name, _)| name.to_string_lossy().contains("part-"));
            for (name, bytes) in parts {
                assert!(now.get(name) == Some(bytes), "{}", name.display());
            }
        },
    }
    .survives();
}

fn plan(folder: &Path) {
    let plan =
        "count = 30\npart_rows = 25\n[[positions]]\nconstraint = [\"white Q=0\", \"KRPvKR\"]\n";
    fs::write(folder.join("plan.toml"), plan).unwrap();
}

/// The parts that the manifest names are whole.
fn of_the_manifest(data: &Path, after: &Files) {
    let Ok(manifest) = fs::read(data.join("manifest.json")) else {
        return;
    };
    let manifest: serde_json::Value = serde_json::from_slice(&manifest).unwrap();
    for part in manifest["parts"].as_array().unwrap() {
        let name = part["file"].as_str().unwrap();
        let bytes = fs::read(data.join(name)).unwrap();
        assert_eq!(
            after.get(&Path::new("data").join(name)),
            Some(&bytes),
            "{name}"
        );
    }
}

const IMPORT: Job = Job {
    arguments: &["games", "import", "IN/a.pgn", "IN/b.pgn", "-o", "OUT/games"],
    before: nothing,
    inputs: games,
    kept: old_or_new,
};

#[test]
fn an_import() {
    IMPORT.survives();
}

#[test]
fn an_import_with_little_memory() {
    IMPORT.survives_little_memory();
}

#[test]
fn a_report() {
    Job {
        arguments: &[
            "games",
            "report",
            "black Q=0",
            "-g",
            "IN/games",
            "-o",
            "OUT/report",
            "--rows",
            "OUT/rows.csv",
        ],
        before: |out| {
            imported(out);
            sissa(
                out,
                &[
                    "games", "report", "Q=0", "-g", "games", "-o", "report", "--rows", "rows.csv",
                ],
            );
        },
        inputs: imported,
        kept: old_or_new,
    }
    .survives();
}

#[test]
fn found_positions() {
    Job {
        arguments: &[
            "games",
            "find",
            "black Q=0",
            "-g",
            "IN/games",
            "--rows",
            "OUT/found.parquet",
        ],
        before: |out| {
            imported(out);
            sissa(
                out,
                &[
                    "games",
                    "find",
                    "Q=0",
                    "-g",
                    "games",
                    "--rows",
                    "found.parquet",
                ],
            );
        },
        inputs: imported,
        kept: old_or_new,
    }
    .survives();
}

#[test]
fn a_match() {
    Job {
        arguments: &[
            "match",
            "handcrafted",
            "untuned",
            "-n",
            "2",
            "--nodes",
            "20",
            "-o",
            "OUT/games.pgn",
        ],
        before: |out| fs::write(out.join("games.pgn"), "earlier\n").unwrap(),
        inputs: nothing,
        kept: old_or_new,
    }
    .survives();
}
