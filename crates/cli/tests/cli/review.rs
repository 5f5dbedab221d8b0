//! `sissa review`: every format, other programs' eyes on the PGN, and what goes wrong.

use std::{io::Write as _, process::Stdio};

use crate::common::{fed, run_in, sissa};

/// The players' names are hostile on purpose.
const GAMES: &str = r#"[White "<script>alert(1)</script>"]
[Black "Pupil \"}\" {"]
[Result "1-0"]
[WhiteElo "1400"]
[BlackElo "1450"]
[TimeControl "180+0"]

1. e4 {best by test [%eval 9.9] [%clk 0:03:00]} e5 {[%clk 0:03:00]} 2. Bc4 {[%clk 0:02:58]} (2. Nf3 Nc6) Nc6 $1 {[%clk 0:02:59]}
3. Qh5 {[%clk 0:02:57]} Nf6 {[%clk 0:00:05]} 4. Qxf7# {[%clk 0:02:56]} 1-0

[White "Pupil"]
[Black "Scholar"]
[SetUp "1"]
[FEN "r1bqkbnr/pppp1ppp/8/4p3/2BnP3/5N2/PPPP1PPP/RNBQK2R w KQkq - 4 4"]

4. Nxe5 Qg5 5. Nxf7 Qxg2 6. Rf1 Qxe4+ 7. Be2 Nf3# 0-1
"#;

const FEW: [&str; 3] = ["--nodes", "3000", "-q"];

fn reviewed(arguments: &[&str]) -> crate::common::Outcome {
    let mut all = vec!["review", "-"];
    all.extend(FEW);
    all.extend(arguments);
    fed(&all, GAMES.as_bytes())
}

#[test]
fn a_summary_to_read() {
    let text = reviewed(&[]).succeeded();
    let text = text.text();
    for words in [
        "Game 1",
        "C23 Bishop's Opening",
        "accuracy (Lichess)",
        "3... Nf6??",
        "It allows Qxf7#.",
        "Game 2  Pupil – Scholar  0-1",
    ] {
        assert!(text.contains(words), "{words}\n{text}");
    }
    let side = reviewed(&["--side", "white"]).succeeded();
    assert!(!side.text().contains("Nf6??"));
}

#[test]
fn other_programs_read_the_annotated_games() {
    let made = reviewed(&["-f", "pgn"]).succeeded();
    let text = made.text().to_owned();
    for part in [
        "$4",
        "[%eval #1]",
        "[%clk 0:00:05]",
        "[%cal ",
        "best by test",
        "(3... ",
    ] {
        assert!(text.contains(part), "{part}\n{text}");
    }
    assert!(!text.contains("9.9"), "the old value is gone");
    assert!(
        text.lines()
            .all(|line| line.len() < 80 || line.starts_with('[')),
        "{text}"
    );
    // What was written is read again, as the same games.
    let again = fed(&["check", "-", "-f", "jsonl"], text.as_bytes()).succeeded();
    assert_eq!(again.records().len(), 4);
    if let Some(mut python) = sissa_peers::python_chess() {
        const SCRIPT: &str = r#"
import chess.pgn, sys
games = evals = clocks = nags = variations = arrows = 0
while game := chess.pgn.read_game(sys.stdin):
    assert not game.errors, game.errors
    games += 1
    for node in game.mainline():
        evals += node.eval() is not None
        clocks += node.clock() is not None
        nags += len(node.nags)
        arrows += len(node.arrows())
        variations += len(node.variations) > 1
    assert game.end().board().is_checkmate()
print(games, evals, clocks, nags > 0, variations > 0, arrows > 0)
"#;
        let mut child = python
            .args(["-c", SCRIPT])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        child
            .stdin
            .take()
            .unwrap()
            .write_all(text.as_bytes())
            .unwrap();
        let output = child.wait_with_output().unwrap();
        // Of fifteen half-moves two mate: no value is written behind those.
        assert_eq!(
            String::from_utf8_lossy(&output.stdout),
            "2 13 7 True True True\n"
        );
    }
    if let Some(mut extract) = sissa_peers::pgn_extract() {
        let mut child = extract
            .args(["-s"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        child
            .stdin
            .take()
            .unwrap()
            .write_all(text.as_bytes())
            .unwrap();
        let output = child.wait_with_output().unwrap();
        let (read, said) = (
            String::from_utf8_lossy(&output.stdout),
            String::from_utf8_lossy(&output.stderr),
        );
        assert_eq!(read.matches("[White ").count(), 2, "{said}");
        assert!(
            read.contains("[%eval #1]") && !said.to_lowercase().contains("error"),
            "{said}"
        );
    }
}

#[test]
fn a_page_that_asks_nobody() {
    let page = reviewed(&["-f", "html"]).succeeded();
    let page = page.text();
    assert!(page.starts_with("<!DOCTYPE html>") && page.trim_end().ends_with("</html>"));
    // On paper nobody opens a line: what was better is printed at the end.
    assert!(page.contains("<h2>Answers</h2>"));
    assert!(!page.contains("<script") && !page.contains("src=\"http") && !page.contains("@import"));
    assert_eq!(page.matches("<article").count(), 2);
    assert!(page.contains("&lt;script&gt;") && page.contains("what is better than Nf6?"));
    for balanced in ["svg", "div", "table", "details", "article"] {
        let (open, close) = (
            page.matches(&format!("<{balanced}")).count(),
            page.matches(&format!("</{balanced}>")).count(),
        );
        assert_eq!(open, close, "{balanced}");
    }
}

#[test]
fn a_report_over_the_file() {
    let text = reviewed(&["--player", "pupil"]).succeeded();
    let text = text.text();
    for words in [
        "pupil: 2 games",
        "won 0, drawn 0, lost 2",
        "allowed mate",
        "By phase",
    ] {
        assert!(text.contains(words), "{words}\n{text}");
    }
    let nobody = reviewed(&["--player", "nobody"]);
    assert_eq!((nobody.exit, nobody.text()), (1, ""));
}

#[test]
fn exercises_from_mistakes() {
    let lesson = reviewed(&["--player", "pupil", "--train", "1", "-f", "pgn"]);
    assert_eq!(lesson.exit, 0, "{}", lesson.stderr);
    let text = lesson.text();
    assert!(
        text.contains("[Themes \"") && text.contains("[FEN \"") && !text.contains("Nf6 $4"),
        "{text}"
    );
}

#[test]
fn an_interrupted_review_is_gone_on_with() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("review.jsonl");
    let review = |more: &[&str]| {
        let mut arguments = vec!["review", "-", "-o", "review.jsonl"];
        arguments.extend(FEW);
        arguments.extend(more);
        run_in(folder.path(), &arguments, GAMES.as_bytes()).succeeded();
        std::fs::read_to_string(&file).unwrap()
    };
    let whole = review(&[]);
    // The first game, and a part of the second.
    let first = whole.find("\"review-game\"").unwrap();
    let kept = &whole[..first + whole[first..].find('\n').unwrap() + 100];
    let marked = kept.replace("Bishop's Opening", "An opening of long ago");
    std::fs::write(folder.path().join("review.jsonl.part"), marked).unwrap();
    let resumed = review(&["--resume"]);
    let of_games = |text: &str| -> Vec<String> {
        let lines = text.lines().filter(|line| line.contains("\"review-"));
        lines.map(str::to_owned).collect()
    };
    assert_ne!(of_games(&resumed), of_games(&whole), "not reviewed again");
    let told = resumed.replace("An opening of long ago", "Bishop's Opening");
    assert_eq!(of_games(&told), of_games(&whole));
}

#[test]
fn what_goes_wrong_is_told() {
    for (arguments, words) in [
        (vec!["review", "e4 e5 Ke3"], "is not legal here"),
        (
            vec!["review", "8/8/8/8/8/8/8/KRk5 b - - 0 1"],
            "there is no move to review",
        ),
        (vec!["review", "nothing.pgn"], "cannot read"),
        (
            vec!["review", "e4", "--thresholds", "3,2,1"],
            "names no thresholds",
        ),
        (vec!["review", "e4", "--lines", "9"], "it may be 1 to 5"),
        (vec!["review", "e4", "--nodes", "0"], "nodes"),
        (
            vec!["review", "e4", "--side", "white", "--player", "x"],
            "cannot be used with",
        ),
        (
            vec!["review", "e4", "--openings", "nothing.tsv"],
            "cannot read",
        ),
        (
            vec!["review", "e4", "--resume", "-o", "review.pgn"],
            "only records can be gone on with",
        ),
        (
            vec!["review", "e4", "-o", "review.doc"],
            "does not tell the format",
        ),
    ] {
        let outcome = sissa(&arguments);
        assert_eq!(outcome.exit, 2, "{arguments:?}: {}", outcome.stderr);
        assert!(
            outcome.stderr.contains(words),
            "{arguments:?}: {}",
            outcome.stderr
        );
    }
    let half = fed(
        &["review", "-", "--nodes", "500", "-f", "jsonl", "-q"],
        b"1. e4 e5 2. Ke3 *\n\n1. d4 d5 *\n",
    );
    assert_eq!(half.exit, 2);
    let records = half.records();
    assert_eq!(records[1]["type"], "failure");
    assert_eq!(records.last().unwrap()["produced"], 1);
}

#[test]
fn hints_say_why_and_what_people_play() {
    let from = "r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4";
    let said = fed(
        &["play", "--ascii", "--from", from],
        b"hint\nhint\nhint\npeople\nreview\nquit\n",
    );
    let text = said.text();
    for words in [
        "look at the man on h5",
        "consider Qxf7#",
        "Qxf7# is mate",
        "would play",
        "nothing was played yet",
    ] {
        assert!(text.contains(words), "{words}\n{text}");
    }
    let over = fed(&["play", "--ascii", "--review", "--from", from], b"Qxf7\n");
    assert!(
        over.text().contains("checkmate: White wins") && over.text().contains("Game 1"),
        "{}",
        over.text()
    );
}
