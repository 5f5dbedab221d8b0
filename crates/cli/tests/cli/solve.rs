use crate::common::{fed, sissa};

const MORPHY: &str = "kbK5/pp6/1P6/8/8/8/8/R7";

#[test]
fn a_two_mover_as_problemists_write_it() {
    let outcome = sissa(&["solve", MORPHY, "--mate", "2", "--tries"]).succeeded();
    let expected = "\
solved  #2  kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1  White to move
  set play:
    1...Bh2/Bg3/Bf4/Be5/Bd6/Bc7 2.Rxa7#
  1.Ra5? (zugzwang) but 1...a6!
    1...Bh2/Bg3/Bf4/Be5/Bd6/Bc7 2.Rxa7#
  1.Rxa7+? but 1...Bxa7!
  1.Ra6! (zugzwang)
    1...bxa6 2.b7#
    1...Bh2/Bg3/Bf4/Be5/Bd6/Bc7 2.Rxa7#
";
    assert_eq!(outcome.text(), expected);
}

#[test]
fn cooks_threats_and_duals_are_named() {
    let rooks = sissa(&["solve", "#2", "7k/8/8/8/8/8/R7/1R4K1"]).succeeded();
    assert!(rooks.text().contains("cooked: 2 keys"), "{rooks}");
    assert!(rooks.text().contains("1.Rb7! (threat: 2.Ra8#)"), "{rooks}");
    let dual = sissa(&["solve", "#2", "8/2Bp4/pP2p3/2pk4/8/2KN2B1/3QP3/8"]).succeeded();
    assert!(
        dual.text().contains("1...Ke4 2.Qd3# (dual: Qf4#)"),
        "{dual}"
    );
}

#[test]
fn in_help_play_black_begins_unless_the_diagram_says_otherwise() {
    let board = "7k/5K2/8/8/8/8/8/6Q1";
    let outcome = sissa(&["solve", board, "--help-mate", "1", "-f", "jsonl"]).succeeded();
    let solution = &outcome.records()[1];
    assert_eq!(solution["fen"], format!("{board} b - - 0 1"));
    assert_eq!(solution["lines"].as_array().unwrap().len(), 3);
    assert_eq!(solution["lines"][0]["text"], "1.Kh7 Qh1#");
    assert_eq!(solution["set_lines"][0]["text"], "1...Qh1#");
    assert_eq!(solution.get("cooked"), None);
    let half = sissa(&["solve", board, "--help-mate", "0.5"]).succeeded();
    assert!(half.text().contains("\n  1...Qh1#\n"), "{half}");
}

#[test]
fn the_end_of_a_selfmate_stays_on_its_line() {
    let outcome = sissa(&["solve", "8/3b4/8/8/1q2B3/1R2Q3/8/K2k4", "s#2"]).succeeded();
    assert!(
        outcome
            .text()
            .ends_with("  1.Bf3+!\n    1...Kc2 2.Rb2+ Qxb2#\n"),
        "{outcome}"
    );
}

#[test]
fn castling_is_allowed_where_a_diagram_does_not_deny_it() {
    let board = "5k2/8/8/8/8/4R1R1/8/4K2R";
    let keys = |input: &str| {
        let outcome = sissa(&["solve", input, "#1", "-f", "jsonl"]);
        let solution = outcome.records()[1].clone();
        let keys = solution["keys"].as_array().cloned().unwrap_or_default();
        keys.iter().any(|key| key["san"] == "O-O#")
    };
    assert!(keys(board));
    assert!(!keys(&format!("{board} w - - 0 1")));
}

#[test]
fn every_end_has_its_exit_code() {
    for (arguments, exit) in [
        (vec![MORPHY, "--mate", "2"], 0),
        (vec!["4k3/8/8/8/8/8/8/4K2R", "--mate", "2"], 1),
        (vec!["hello", "--mate", "2"], 2),
        (vec![MORPHY], 2),
        (vec![MORPHY, "--mate", "0"], 2),
        (vec![MORPHY, "--mate", "two"], 2),
        (vec![MORPHY, "--mate", "2", "h#2"], 2),
        (vec![MORPHY, "--mate", "2", "--self-mate", "2"], 2),
        (vec![MORPHY, "--mate", "2", "--nodes", "10"], 3),
    ] {
        let outcome = sissa(&[&["solve"], arguments.as_slice()].concat());
        assert_eq!(outcome.exit, exit, "{arguments:?} {outcome}");
    }
}

#[test]
fn what_problemists_also_ask_for_is_named_with_what_there_is() {
    for stipulation in ["r#2", "hs#3", "ser-h#4"] {
        let outcome = sissa(&["solve", MORPHY, stipulation]);
        assert_eq!(outcome.exit, 2, "{outcome}");
        let told = format!("`{stipulation}` is not a stipulation");
        assert!(outcome.stderr.contains(&told), "{outcome}");
    }
}

#[test]
fn an_epd_says_itself_what_is_asked_for_and_errors_do_not_end_the_rest() {
    let input = format!("{MORPHY} w - - dm 2; id \"Morphy\";\nnonsense\n{MORPHY} w - - dm 1;\n");
    let run = |threads| {
        fed(
            &["solve", "-", "-f", "jsonl", "-j", threads],
            input.as_bytes(),
        )
    };
    let (one, three) = (run("1"), run("3"));
    assert_eq!(one.stdout, three.stdout);
    let kinds: Vec<String> = one
        .records()
        .iter()
        .map(|record| {
            record["verdict"]
                .as_str()
                .or(record["type"].as_str())
                .unwrap()
                .to_owned()
        })
        .collect();
    assert_eq!(kinds, ["run", "solved", "failure", "none", "summary"]);
    assert_eq!(one.records()[1]["id"], "Morphy");
}

#[test]
fn a_solution_in_pgn_is_a_game_from_the_position() {
    let pgn = sissa(&["solve", MORPHY, "#2", "--tries", "-f", "pgn"]).succeeded();
    let checked = fed(&["check", "-", "-f", "jsonl"], &pgn.stdout).succeeded();
    assert_eq!(
        checked.records()[1]["fen"],
        "kbK5/pP6/p7/8/8/8/8/8 b - - 0 2"
    );
}
