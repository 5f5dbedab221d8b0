//! Datasets on the command line: killed and taken up, mistakes, tables of one constraint.

use std::{collections::BTreeMap, fs, path::Path};

use crate::common::{Outcome, command, run_in, sissa};

const PLAN: &str = "total = 6_000\npart_rows = 500\n[[positions]]\nfile = 'constraints.txt'\n";
const CONSTRAINTS: &str = "# three\nwhite Q=0\n\nQ=0\nwhite (0,2,2,2,8)\n";

fn contents(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let files = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap());
    files
        .filter(|entry| entry.file_type().unwrap().is_file())
        .map(|entry| {
            let name = entry.file_name().into_string().unwrap();
            (name, fs::read(entry.path()).unwrap())
        })
        .collect()
}

/// An error that says this.
fn refused(outcome: &Outcome, exit: i32, words: &str) {
    assert_eq!(outcome.exit, exit, "{outcome}");
    assert!(outcome.stderr.starts_with("error: "), "{outcome}");
    assert!(outcome.stderr.contains(words), "{outcome}");
}

#[test]
fn a_killed_run_is_taken_up() {
    let place = tempfile::tempdir().unwrap();
    let directory = place.path();
    fs::create_dir_all(directory.join("whole")).unwrap();
    fs::write(directory.join("plan.toml"), PLAN).unwrap();
    fs::write(directory.join("constraints.txt"), CONSTRAINTS).unwrap();
    let run = |folder: &str| ["generate", "--plan", "plan.toml", "-o", folder].map(str::to_owned);
    let cut = run("cut/it");
    let cut: Vec<&str> = cut.iter().map(String::as_str).collect();
    let rows = || {
        let text = fs::read(directory.join("cut/it/manifest.json")).unwrap_or_default();
        let manifest: serde_json::Value = serde_json::from_slice(&text).unwrap_or_default();
        manifest["rows"].as_u64().unwrap_or(0)
    };
    for _ in 0..3 {
        let before = rows();
        let mut child = command(directory, &cut).spawn().unwrap();
        while child.try_wait().unwrap().is_none() && rows() <= before {
            std::thread::yield_now();
        }
        child.kill().unwrap();
        child.wait().unwrap();
    }
    assert_eq!(run_in(directory, &cut, b"").exit, 0);
    let whole = run("whole/it");
    let whole: Vec<&str> = whole.iter().map(String::as_str).collect();
    assert_eq!(run_in(directory, &whole, b"").exit, 0);
    assert_eq!(
        contents(&directory.join("whole/it")),
        contents(&directory.join("cut/it"))
    );
    let check = run_in(
        directory,
        &["dataset", "check", "cut/it", "--again", "9"],
        b"",
    )
    .succeeded();
    assert!(
        check
            .text()
            .starts_with("whole: 6,000 of 6,000 positions in "),
        "{}",
        check.text()
    );
    let told = run_in(directory, &["dataset", "describe", "cut/it"], b"").succeeded();
    assert!(
        told.text().starts_with(
            "cut/it: 6,000 positions over 3 constraints, complete
"
        ),
        "{}",
        told.text()
    );
    let again = run_in(directory, &["dataset", "check", "constraints.txt"], b"");
    assert_eq!(again.exit, 2);
}

#[test]
fn quotas_make_a_dataset() {
    let place = tempfile::tempdir().unwrap();
    let quotas = [
        "generate", "--quota", "20: KQvK", "--quota", "KRvK", "-n", "5", "-f", "csv", "-o", "two",
    ];
    assert_eq!(run_in(place.path(), &quotas, b"").exit, 0);
    let text = fs::read_to_string(place.path().join("two/part-00000.csv")).unwrap();
    assert_eq!(
        text.lines().filter(|line| line.contains(",KRvK,")).count(),
        5
    );
    assert_eq!(text.lines().count(), 26);
    // The same folder with something else in mind.
    let other = ["generate", "--quota", "20: KQvK", "-o", "two"];
    refused(
        &run_in(place.path(), &other, b""),
        2,
        "`two` holds csv files",
    );
}

#[test]
fn a_dataset_needs_a_folder_and_a_plan_that_can_be_read() {
    let said = |arguments: &[&str], exit: i32, words: &str| {
        refused(&sissa(&[&["generate"], arguments].concat()), exit, words);
    };
    said(&["--quota", "5: KQvK"], 2, "a dataset needs a folder");
    said(&["--plan", "nowhere.toml", "-o", "d"], 2, "`nowhere.toml`");
    said(&["KQvK", "--append"], 2, "belong to datasets");
    said(
        &["--quota", "5: white Q=3 P=8", "-o", "d"],
        1,
        "no position can satisfy",
    );
    said(
        &["--quota", "5: white quen=0", "-o", "d"],
        2,
        "did you mean `queen`?",
    );
    let place = tempfile::tempdir().unwrap();
    fs::write(
        place.path().join("p.toml"),
        "count = 5\n[[positions]]\nconstrain = 'KQvK'\n",
    )
    .unwrap();
    let wrong = run_in(
        place.path(),
        &["generate", "--plan", "p.toml", "-o", "d"],
        b"",
    );
    refused(&wrong, 2, "line 3: ");
}

#[test]
fn one_constraint_as_a_table() {
    let place = tempfile::tempdir().unwrap();
    let csv = sissa(&["generate", "KQvK", "-n", "3", "-f", "csv"]).succeeded();
    assert_eq!(csv.text().lines().count(), 4);
    assert!(
        csv.text()
            .starts_with("id,constraint,style,seed,index,fen,")
    );
    let parquet = ["generate", "KQvK", "-n", "3", "-o", "three.parquet"];
    assert_eq!(run_in(place.path(), &parquet, b"").exit, 0);
    let bytes = fs::read(place.path().join("three.parquet")).unwrap();
    assert!(bytes.starts_with(b"PAR1") && bytes.ends_with(b"PAR1"));
}
