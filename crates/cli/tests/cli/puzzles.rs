use crate::common::{fed, sissa};

/// A mate in two, a fork, and rows that are none.
const CSV: &str = "\
PuzzleId,FEN,Moves,Rating,RatingDeviation,Popularity,NbPlays,Themes,GameUrl,OpeningTags
two,4r3/1k6/pp3r2/1b2P2p/3R1p2/P1R2P2/1P4PP/6K1 w - - 0 35,e5f6 e8e1 g1f2 e1f1,1409,80,93,530,endgame mate mateIn2 short,https://example.org/a,
none,,,,,,,,,
\"unclosed,8/8
illegal,6k1/5ppp/8/8/8/8/8/RR4K1 b - - 0 1,g8h8 a1b2,500,,,,,,
wins,5rk1/1p3ppp/pq3b2/8/8/1P1Q1N2/P4PPP/3R2K1 w - - 2 27,d3d6 f8d8 d6d8 f6d8,1491,74,96,25695,advantage endgame short,,
";

#[test]
fn tags_of_lichess_rows() {
    let outcome = fed(&["puzzles", "tag", "-", "-f", "jsonl"], CSV.as_bytes());
    assert_eq!(outcome.exit, 2, "{outcome}");
    let records = outcome.records();
    let kinds: Vec<&str> = records
        .iter()
        .map(|record| record["type"].as_str().unwrap())
        .collect();
    assert_eq!(
        kinds,
        [
            "run", "puzzle", "failure", "failure", "failure", "puzzle", "summary"
        ]
    );
    let mate = &records[1];
    assert_eq!(
        mate["fen"],
        "4r3/1k6/pp3P2/1b5p/3R1p2/P1R2P2/1P4PP/6K1 b - - 0 35"
    );
    assert_eq!(
        mate["solution"],
        serde_json::json!(["e8e1", "g1f2", "e1f1"])
    );
    assert_eq!(
        mate["themes"],
        serde_json::json!(["endgame", "mate", "mateIn2", "short"])
    );
    assert_eq!(
        (&mate["certified"], &mate["id"]),
        (&true.into(), &"two".into())
    );
    assert_eq!(records[5]["certified"], false);
    for (record, line) in records[2..5].iter().zip(3..) {
        let message = record["message"].as_str().unwrap();
        assert!(message.starts_with(&format!("stdin:{line}: ")), "{message}");
    }
}

#[test]
fn tags_do_not_depend_on_threads() {
    let run = |threads| {
        let arguments = ["puzzles", "tag", "-", "-f", "jsonl", "-j", threads];
        fed(&arguments, CSV.repeat(5).as_bytes()).stdout
    };
    assert_eq!(run("1"), run("3"));
}

#[test]
fn csv_stays_lichess_csv() {
    let tagged = fed(&["puzzles", "tag", "-f", "csv"], CSV.as_bytes());
    let lines: Vec<&str> = tagged.text().lines().collect();
    assert_eq!(lines[0], CSV.lines().next().unwrap());
    assert!(lines[1].starts_with(
        "two,4r3/1k6/pp3r2/1b2P2p/3R1p2/P1R2P2/1P4PP/6K1 w - - 0 35,e5f6 e8e1 g1f2 e1f1,"
    ));
    assert!(lines[1].ends_with(",93,530,endgame mate mateIn2 short,https://example.org/a,"));
    let again = fed(&["puzzles", "tag", "-f", "csv"], &tagged.stdout).succeeded();
    assert_eq!(again.stdout, tagged.stdout);
    let fen = sissa(&[
        "puzzles",
        "tag",
        "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1",
        "-f",
        "csv",
    ]);
    assert_eq!(fen.exit, 2);
    assert!(fen.stderr.contains("the move before"), "{fen}");
}

#[test]
fn a_missing_solution_is_found() {
    // The rooks mate in two, in more ways than one.
    let rooks = "7k/8/8/8/8/8/R7/1R4K1 w - - 0 1";
    let outcome = sissa(&["puzzles", "tag", rooks, "-f", "jsonl"]).succeeded();
    let puzzle = &outcome.records()[1];
    assert_eq!(puzzle["solution"].as_array().unwrap().len(), 3);
    assert_eq!(puzzle["certified"], false);
    let over = sissa(&["puzzles", "tag", "7k/5QQ1/8/8/8/8/8/6K1 b - - 0 1"]);
    assert_eq!(over.exit, 2, "{over}");
}

#[test]
fn the_engine_solves_and_both_shares_are_told() {
    let arguments = ["puzzles", "solve", "-", "--nodes", "100000", "-f", "jsonl"];
    let outcome = fed(&arguments, CSV.as_bytes());
    let records = outcome.records();
    let summary = records.last().unwrap();
    assert_eq!(
        (&summary["first"], &summary["whole"]),
        (&2.into(), &2.into())
    );
    assert_eq!(records[1]["found"], records[1]["solution"]);
    // A wrong solution is not found.
    let wrong = CSV.replace("e8e1 g1f2 e1f1", "f4f3 g2f3");
    let wrong = fed(&arguments, wrong.replace("f4f3", "h5h4").as_bytes());
    assert_eq!(wrong.records()[1]["type"], "failure");
    let wrong = CSV.replace("e8e1 g1f2 e1f1", "h5h4");
    let wrong = fed(&arguments, wrong.as_bytes());
    assert_eq!(wrong.records()[1]["first"], false);
    assert_eq!(wrong.records()[1]["found"], serde_json::json!(["e8e1"]));
}

#[test]
fn what_tag_writes_solve_reads() {
    let tagged = fed(&["puzzles", "tag", "-f", "jsonl"], CSV.as_bytes());
    let arguments = ["puzzles", "solve", "--nodes", "100000", "-f", "jsonl"];
    let solved = fed(&arguments, &tagged.stdout).succeeded();
    assert_eq!(solved.records().last().unwrap()["whole"], 2);
}
