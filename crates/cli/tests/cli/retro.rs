use crate::common::sissa;

#[test]
fn a_double_step_that_must_have_been_the_last_move() {
    let outcome = sissa(&["retro", "kN6/pp6/2P1P3/2KpP3/8/8/8/8 w"]).succeeded();
    let expected = "\
kN6/pp6/2P1P3/2KpP3/8/8/8/8 w
  Black moved last
  last move: d7-d5, no other
  en passant on d6 is allowed: the double step must have been the last move
  White made 12 captures, at least 1 with pawns
  Black made 11 captures
";
    assert_eq!(outcome.text(), expected);
}

#[test]
fn records_tell_each_move_and_why_not() {
    let board = "r1bqkb1r/1ppppppp/8/2P5/8/8/PPPPP1PP/R1BQKB1R";
    let outcome = sissa(&["retro", board, "-f", "jsonl", "--games"]).succeeded();
    let past = &outcome.records()[1];
    assert_eq!(past["type"], "retro");
    assert_eq!(past["moved_last"], serde_json::Value::Null);
    let moves = past["sides"][1]["last_moves"].as_array().unwrap();
    let of = |text: &str| moves.iter().find(|one| one["text"] == text).unwrap();
    assert_eq!(of("d4xPc5")["possibility"], "possible");
    let game = of("d4xPc5")["moves"].as_array().unwrap();
    assert_eq!(game.last().unwrap(), "d4c5");
    assert_eq!(of("c4-c5")["possibility"], "impossible");
    assert_eq!(of("c4-c5")["reasons"][0]["code"], "pawns-need-captures");
    assert_eq!(past["white"]["pawns"][0]["from"][0], "f2");
}

#[test]
fn what_cannot_be_has_exit_code_1() {
    let outcome = sissa(&["retro", "8/8/8/8/8/1P6/PrP5/K3k3 w"]);
    assert_eq!(outcome.exit, 1);
    assert!(outcome.text().contains("no game leads here"), "{outcome}");
}
