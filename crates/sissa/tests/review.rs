//! Reviews of whole games: reasons replay, nothing depends on threads, options do what they say.

#![expect(clippy::unwrap_used, reason = "what fails here is a failed test")]

#[path = "../examples/claims/replay.rs"]
mod replay;

use shakmaty::Chess;
use sissa::{Event, Records as _, Review, Reviewed, ReviewedGame, Session, Thresholds};
use sissa_record::{Judgement, Record, Severity};

/// Short games with much in them; the clocks of the first are invented.
const GAMES: &str = r#"[White "Morphy"]
[Black "Allies"]
[Result "1-0"]
[WhiteElo "2300"]
[BlackElo "1600"]
[TimeControl "180+0"]

1. e4 {[%clk 0:03:00]} e5 {[%clk 0:03:00]} 2. Nf3 {[%clk 0:02:58]} d6 {[%clk 0:02:59]} 3. d4 {[%clk 0:02:50]}
Bg4 {[%clk 0:02:40]} 4. dxe5 Bxf3 5. Qxf3 dxe5 6. Bc4 Nf6 7. Qb3 Qe7 8. Nc3 c6 9. Bg5 b5 10. Nxb5 cxb5 11. Bxb5+
Nbd7 12. O-O-O Rd8 13. Rxd7 Rxd7 14. Rd1 Qe6 15. Bxd7+ Nxd7 16. Qb8+ Nxb8 17. Rd8# 1-0

[White "Scholar"]
[Black "Pupil"]
[Result "1-0"]

1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. Qxf7# 1-0

[White "Pupil"]
[Black "Scholar"]
[Result "0-1"]

1. e4 e5 2. Nf3 Nc6 3. Bc4 Nd4 4. Nxe5 Qg5 5. Nxf7 Qxg2 6. Rf1 Qxe4+ 7. Be2 Nf3# 0-1

[White "Pupil"]
[Black "Friend"]
[Result "1/2-1/2"]

1. d4 d5 2. Bf4 Nc6 3. e3 Bf5 4. Nf3 e6 5. c4 Bb4+ 6. Nc3 Nf6 7. a3 Ba5 8. Qb3 O-O 9. Qxb7 Qe8 10. b4 Bb6
11. c5 Na5 12. bxa5 Bxc5 13. dxc5 Nd7 14. Bxc7 Nxc5 15. Qb4 Na6 16. Bxa6 Rb8 17. Bxb8 1/2-1/2
"#;

fn reviewed(request: &Review, threads: usize) -> Vec<ReviewedGame> {
    let session = Session::new().threads(threads);
    let events = request.run(&session).unwrap();
    let games = events.into_iter().filter_map(|event| match event {
        Event::Found(Reviewed::Game(game)) => Some(*game),
        _ => None,
    });
    games.collect()
}

fn request() -> Review {
    Review::new(GAMES).nodes(3000)
}

#[test]
fn every_reason_replays_and_most_mistakes_have_one() {
    let games = reviewed(&request(), 2);
    assert_eq!(games.len(), 4);
    let (mut claims, mut mistakes, mut explained) = (0, 0, 0);
    for game in &games {
        let positions: Vec<Chess> = game.game.positions().collect();
        for reviewed in &game.moves {
            let record = &reviewed.record;
            let led_by = record.ply.checked_sub(2);
            let led_by = led_by.map(|last| (&positions[last], game.game.moves()[last]));
            if record.severity >= Some(Severity::Mistake) {
                mistakes += 1;
                explained += usize::from(!record.why.is_empty());
            }
            for reason in &record.why {
                claims += 1;
                let fault = replay::fault(&reviewed.before, led_by, record, reason);
                assert_eq!(fault, None, "{} {reason:?}", reviewed.numbered());
                let fault = replay::words_fault(&reviewed.before, record, reason);
                assert_eq!(fault, None, "{}", reviewed.numbered());
            }
        }
    }
    assert!(claims > 20, "{claims}");
    assert!(5 * explained >= 4 * mistakes, "{explained} of {mistakes}");
}

/// The checker itself says no where a reason does not hold.
#[test]
fn a_false_reason_is_found_out() {
    let games = reviewed(&request(), 1);
    let game = &games[1];
    let last = game
        .moves
        .iter()
        .find(|reviewed| reviewed.record.san == "Nf6")
        .unwrap();
    let reason = &last.record.why[0];
    assert_eq!(reason.text, "it allows Qxf7#");
    for predicate in [
        "wins 9",
        "fork",
        "white hanging Q on d8",
        "stalemate",
        "nonsense",
    ] {
        let mut wrong = reason.clone();
        wrong.predicate = predicate.to_owned();
        assert!(
            replay::fault(&last.before, None, &last.record, &wrong).is_some(),
            "{predicate}"
        );
    }
}

#[test]
fn threads_make_no_difference_and_records_are_read_again() {
    let lines = |threads: usize| -> Vec<String> {
        let session = Session::new().threads(threads);
        let mut request = request();
        request.report = true;
        let events = request.run(&session).unwrap();
        events.iter().map(Event::lines).collect()
    };
    let one = lines(1);
    assert_eq!(one, lines(3));
    for line in one.concat().lines() {
        let record = Record::from_line(line).unwrap();
        assert_eq!(record.to_line(), line);
    }
    assert!(one.concat().contains("\"type\":\"review-report\""));
}

#[test]
fn games_are_told_apart_by_what_happened() {
    let games = reviewed(&request(), 2);
    let opera = &games[0].record;
    assert_eq!(
        opera.opening.as_ref().unwrap().name.as_deref(),
        Some("Philidor Defense")
    );
    assert_eq!((opera.result.as_str(), opera.plies), ("1-0", 33));
    let [white, black] = &opera.sides[..] else {
        panic!("two sides")
    };
    assert!(white.accuracy_lichess > black.accuracy_lichess);
    // The pupil loses more, with either colour.
    let losses = |game: &ReviewedGame| {
        let sides = game.record.sides.iter();
        sides.map(|side| side.expected_loss).collect::<Vec<f64>>()
    };
    let (first, second) = (losses(&games[1]), losses(&games[2]));
    assert!(2.0 * first[0] < first[1], "{first:?}");
    assert!(second[0] > 2.0 * second[1], "{second:?}");
    // Against 700 points more there is little to lose.
    let equals = Review {
        elo: Some(1800),
        ..request()
    };
    let equals = losses(&reviewed(&equals, 2)[0]);
    assert!(2.0 * black.expected_loss < equals[1], "{equals:?}");
    assert!(white.time_trouble.is_some());
    assert_eq!(opera.phases[0].phase, "opening");
    let mate = games[1].moves.last().unwrap();
    assert_eq!(
        (mate.record.eval_after.as_str(), mate.record.loss),
        ("#0", 0.0)
    );
    assert!(
        games[1].record.critical.contains(&6),
        "{:?}",
        games[1].record.critical
    );
    let found = games[0]
        .moves
        .iter()
        .filter_map(|reviewed| reviewed.record.found_by);
    assert!(found.into_iter().all(|share| (0.0..=1.0).contains(&share)));
}

#[test]
fn a_side_a_player_and_thresholds_are_heard() {
    let black = Review {
        side: Some(sissa::SideName::Black),
        ..request()
    };
    let games = reviewed(&black, 2);
    assert!(games.iter().all(|game| game.record.sides.len() == 1));
    assert!(
        games[0]
            .moves
            .iter()
            .all(|reviewed| reviewed.record.ply % 2 == 0)
    );

    let request_of_one = request().player("pupil");
    let events = request_of_one.run(&Session::new()).unwrap();
    let report = events.iter().find_map(|event| match event {
        Event::Found(Reviewed::Report(report)) => Some(&report.record),
        _ => None,
    });
    let report = report.unwrap();
    assert_eq!((report.games, report.results), (3, [0, 1, 2]));
    assert!(report.motifs.iter().any(|row| row.name == "allowed mate"));

    let strict = request().thresholds(Thresholds::Points([0.5, 1.0, 1.5]));
    let count = |games: &[ReviewedGame]| {
        let moves = games.iter().flat_map(|game| &game.moves);
        moves
            .filter(|reviewed| reviewed.record.judgement == Judgement::Blunder)
            .count()
    };
    assert!(count(&reviewed(&strict, 2)) > count(&reviewed(&request(), 2)));
}

#[test]
fn what_is_no_game_is_told() {
    let session = Session::new();
    assert!(Review::new("  ").prepare(&session).is_err());
    for (text, code) in [
        ("8/8/8/8/8/8/8/KRk5 b - - 0 1", "input"),
        ("[White \"a\"]\n\n*\n\n", "input"),
        ("1. e4 e5 2. Ke3 *", "input"),
    ] {
        let events = Review::new(text).nodes(100).run(&session).unwrap();
        let failure = events.iter().find_map(|event| match event {
            Event::Failure(failure) => Some(failure.code.clone()),
            _ => None,
        });
        assert_eq!(failure.as_deref(), Some(code), "{text}");
    }
    let wrong = Review {
        lines: Some(9),
        ..request()
    };
    assert_eq!(wrong.prepare(&session).unwrap_err().field, Some("lines"));
    let file = Review {
        openings: Some("openings.tsv".into()),
        ..request()
    };
    assert_eq!(file.prepare(&session).unwrap_err().field, Some("openings"));
    let both = Review {
        side: Some(sissa::SideName::White),
        ..request().player("x")
    };
    assert!(both.prepare(&session).is_err());
}

#[test]
fn several_lines_are_told() {
    let request = Review {
        lines: Some(3),
        ..Review::new("e4 e5 Nf3").nodes(3000)
    };
    let games = reviewed(&request, 1);
    let first = &games[0].moves[0].record;
    assert_eq!(first.others.len(), 2);
    assert_ne!(first.others[0].line[0], first.line[0]);
    assert_eq!(games[0].records().len(), 4);
}
