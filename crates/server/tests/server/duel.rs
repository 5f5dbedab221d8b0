//! An opponent, an adviser, and what is in danger.

use sissa_server::Limits;

use crate::common::Server;

const MATE_IN_ONE: &str = "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1";

#[test]
fn a_move_is_chosen_and_legal() {
    let server = Server::start(Limits::default());
    for elo in [800, 1500, 2600] {
        let body = format!(r#"{{"moves": ["e2e4", "e7e5"], "elo": {elo}, "seed": 4}}"#);
        let answer = server.post("/api/v1/play", &body).json();
        let uci: shakmaty::uci::UciMove = answer["move"].as_str().unwrap().parse().unwrap();
        let start = "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2";
        let fen: shakmaty::fen::Fen = start.parse().unwrap();
        let position: shakmaty::Chess =
            fen.into_position(shakmaty::CastlingMode::Standard).unwrap();
        assert!(uci.to_move(&position).is_ok(), "{answer}");
        assert_eq!(
            server.post("/api/v1/play", &body).json(),
            answer,
            "the same again"
        );
    }
    let body = format!(r#"{{"start_fen": "{MATE_IN_ONE}"}}"#);
    let answer = server.post("/api/v1/play", &body).json();
    assert_eq!(
        (&answer["move"], &answer["san"]),
        (&"a1a8".into(), &"Ra8#".into())
    );
    // What is no level is refused, not bent.
    let problem = server.post("/api/v1/play", r#"{"elo": 500}"#).json();
    assert_eq!(problem["message"], "elo is 500: it may be 600 to 3200");
    let over = format!(r#"{{"start_fen": "{MATE_IN_ONE}", "moves": ["a1a8"], "elo": 900}}"#);
    assert!(server.post("/api/v1/play", &over).json()["move"].is_null());
}

#[test]
fn an_analysis_grows_deeper_and_ends() {
    let server = Server::start(Limits::default());
    let body = format!(r#"{{"start_fen": "{MATE_IN_ONE}", "lines": 2, "seconds": 0.7}}"#);
    let records = server.post("/api/v1/analyse", &body).records();
    let last = records.last().unwrap();
    assert_eq!(last["last"], true);
    let lines = last["lines"].as_array().unwrap();
    assert_eq!(lines.len(), 2);
    assert_eq!(
        (&lines[0]["mate"], &lines[0]["san"][0]),
        (&1.into(), &"Ra8#".into())
    );
    assert!(lines[1]["centipawns"].is_i64() || lines[1]["mate"].is_i64());
    let depths: Vec<u64> = records
        .iter()
        .filter_map(|one| one["depth"].as_u64())
        .collect();
    assert!(depths.is_sorted(), "{depths:?}");
    // Nobody listens: it ends.
    let endless = server.begin("/api/v1/analyse", r#"{"seconds": 20}"#);
    server.until_jobs(1);
    drop(endless);
    server.until_jobs(0);
}

#[test]
fn men_in_danger_are_named() {
    let server = Server::start(Limits::default());
    let body = r#"{"moves": ["e2e4", "d7d5", "b1c3", "d5d4"]}"#;
    let answer = server.post("/api/v1/threats", body).json();
    assert_eq!(answer["white"]["hanging"], serde_json::json!([]));
    // A pawn attacks the knight: defended, but dearer.
    assert_eq!(answer["white"]["threatened"], serde_json::json!(["c3"]));
    let body = r#"{"start_fen": "4k3/8/8/8/8/8/1b6/R3K3 b Q - 0 1"}"#;
    let answer = server.post("/api/v1/threats", body).json();
    assert_eq!(answer["white"]["hanging"], serde_json::json!(["a1"]));
}

#[test]
fn games_that_are_none_are_refused() {
    let server = Server::start(Limits::default());
    for (body, code) in [
        (r#"{"moves": ["e2e5"]}"#, "move"),
        (r#"{"moves": ["hello"]}"#, "move"),
        (r#"{"start_fen": "nonsense"}"#, "input"),
        (r#"{"start_fen": "8/8/8/8/8/8/8/8 w - - 0 1"}"#, "invalid"),
        (r#"{"elo": -3}"#, "body"),
        (r#"{"level": 3}"#, "body"),
    ] {
        let answer = server.post("/api/v1/play", body);
        assert_eq!(
            (answer.status, answer.json()["code"].as_str()),
            (400, Some(code)),
            "{body}"
        );
    }
    for body in [
        r#"{"lines": 0}"#,
        r#"{"lines": 11}"#,
        r#"{"seconds": -1}"#,
        r#"{"seconds": 1e300}"#,
    ] {
        let answer = server.post("/api/v1/analyse", body);
        assert_eq!(
            (answer.status, answer.json()["code"].as_str()),
            (400, Some("limit")),
            "{body}"
        );
    }
}

#[test]
fn a_move_is_never_behind_long_searches() {
    let server = Server::start(Limits {
        workers: 1,
        ..Limits::default()
    });
    // Learning all of chess takes the only place among the searches until its client goes away.
    let searches: Vec<_> = (0..3)
        .map(|_| server.begin("/api/v1/rules", "{}"))
        .collect();
    server.until_jobs(3);
    let answer = server.post(
        "/api/v1/play",
        r#"{"moves": ["e2e4"], "seed": 1, "elo": 1500}"#,
    );
    assert_eq!(answer.status, 200);
    assert_eq!(server.jobs(), 3, "the searches are still under way");
    drop(searches);
    server.until_jobs(0);
}
