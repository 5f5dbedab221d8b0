//! `sissa net`, `sissa experiment` and the style neural.

use crate::common::sissa;

#[test]
fn positions_in_the_style_neural_pass_the_check() {
    let made = sissa(&[
        "generate",
        "-q",
        "white (0,2,2,2,7)",
        "--style",
        "neural",
        "-n",
        "3",
        "--seed",
        "5",
        "-f",
        "fen",
    ])
    .succeeded();
    let lines: Vec<&str> = made.text().lines().collect();
    assert_eq!(lines.len(), 3);
    for line in lines {
        sissa(&["check", line, "-c", "white (0,2,2,2,7)"]).succeeded();
    }
}

#[test]
fn flags_of_another_style_are_refused() {
    let outcome = sissa(&["generate", "white (0,2,2,2,8)", "--depth", "1"]);
    assert_eq!(outcome.exit, 2);
    assert!(
        outcome
            .stderr
            .contains("--depth belongs to the style neural"),
        "{outcome}"
    );
    let outcome = sissa(&["generate", "white Q=0", "--style", "neural"]);
    assert_eq!(outcome.exit, 2);
    assert!(
        outcome.stderr.contains("five counts of one side"),
        "{outcome}"
    );
    let outcome = sissa(&[
        "generate",
        "white (0,2,2,2,8)",
        "--style",
        "neural",
        "--network",
        "nowhere",
    ]);
    assert_eq!(outcome.exit, 2);
    assert!(
        outcome.stderr.contains("one of grid, thesis-1, thesis-2"),
        "{outcome}"
    );
}

#[test]
fn networks_say_what_they_are() {
    let about = sissa(&["net", "info", "thesis-1", "--format", "json"]).succeeded();
    let about: serde_json::Value = serde_json::from_str(about.text()).expect("JSON");
    assert_eq!(about["parameters"], 36_641);
    assert_eq!(
        about["architecture"],
        "bitmap: conv 64, conv 32, pool 2, dense 64, dense 1"
    );
    let all = sissa(&["net", "info"]).succeeded();
    for name in ["grid", "thesis-1", "thesis-2"] {
        assert!(all.text().contains(name));
    }
    // A file that is no network is refused.
    let outcome = sissa(&[
        "net",
        "info",
        concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml"),
    ]);
    assert_eq!(outcome.exit, 2);
    assert!(outcome.stderr.contains("not a weight file"), "{outcome}");
}

#[test]
fn experiments_leave_a_page_and_a_table() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().to_string_lossy().into_owned();
    let made = sissa(&[
        "experiment",
        "thesis-1",
        "--way",
        "improved",
        "-n",
        "2",
        "-o",
        &path,
    ]);
    assert_eq!(made.exit, 0, "{made}");
    let page = std::fs::read_to_string(folder.path().join("thesis-1.md")).expect("the page");
    assert!(page.contains("| (0,2,2,2,7) | 66.0 |"), "{page}");
    let table = std::fs::read_to_string(folder.path().join("thesis-1.csv")).expect("the table");
    assert_eq!(table.lines().count(), 8, "{table}");
}
