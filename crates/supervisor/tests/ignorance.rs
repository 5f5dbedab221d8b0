//! The learner's crate cannot know a rule: nothing it is built from knows one.

use std::process::Command;

#[test]
fn the_learner_depends_on_nothing_that_knows_rules() {
    let output = Command::new(env!("CARGO"))
        .args([
            "tree",
            "-p",
            "sissa-learn",
            "-e",
            "normal,build",
            "--prefix",
            "none",
            "--offline",
        ])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .unwrap();
    let tree = String::from_utf8(output.stdout).unwrap();
    let crates: Vec<&str> = tree
        .lines()
        .filter_map(|line| line.split(' ').next())
        .collect();
    assert!(
        crates.contains(&"rand"),
        "no tree: {}",
        String::from_utf8_lossy(&output.stderr)
    );
    for known in [
        "shakmaty",
        "pgn-reader",
        "sissa-supervisor",
        "sissa-constraint",
        "sissa-record",
    ] {
        assert!(!crates.contains(&known), "sissa-learn depends on {known}");
    }
    let own: Vec<&&str> = crates
        .iter()
        .filter(|name| name.starts_with("sissa"))
        .collect();
    assert_eq!(own, [&"sissa-learn"]);
}
