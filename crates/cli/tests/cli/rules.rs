use insta::assert_snapshot;

use crate::common::sissa;

const KNIGHTS: &str = "kinds P N B R Q K
registers none
start 8/8/8/8/8/8/8/N7 white
both N leaps (+1,+2) (+2,+1) to empty enemy   # half a knight
";

fn with_file(text: &str, arguments: &[&str]) -> crate::common::Outcome {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("game.rules");
    std::fs::write(&path, text).unwrap();
    let path = path.to_str().unwrap().to_owned();
    let arguments: Vec<&str> = arguments
        .iter()
        .map(|one| if *one == "FILE" { path.as_str() } else { *one })
        .collect();
    let mut outcome = sissa(&arguments);
    outcome.stderr = outcome.stderr.replace(&path, "FILE");
    outcome
}

#[test]
fn rules_are_printed_as_they_are_understood() {
    assert_snapshot!(with_file(KNIGHTS, &["rules", "print", "FILE"]));
}

#[test]
fn a_line_that_is_no_rule() {
    let text = KNIGHTS.replace("leaps", "jumps");
    assert_snapshot!(with_file(&text, &["rules", "print", "FILE"]));
}

#[test]
fn wrong_rules_fail_the_test() {
    let outcome = with_file(
        KNIGHTS,
        &["rules", "test", "FILE", "--positions", "50", "--depth", "2"],
    );
    assert_eq!(outcome.exit, 1);
    assert!(
        outcome
            .text()
            .starts_with("perft starting position depth 2          4 of       400\n")
    );
}

#[test]
fn a_budget_that_ends_is_undecided() {
    let outcome = sissa(&["rules", "learn", "--questions", "3000"]);
    assert_eq!(outcome.exit, 3);
    assert!(
        outcome
            .stderr
            .contains("the budget of 3000 questions is spent")
    );
    assert!(outcome.text().starts_with("kinds P N B R Q K\n"));
}

#[test]
fn a_curve_without_a_format() {
    assert_snapshot!(sissa(&[
        "rules",
        "learn",
        "synapses",
        "--curve",
        "curve.png"
    ]));
}
