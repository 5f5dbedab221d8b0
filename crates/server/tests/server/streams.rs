//! Streams: what they carry, who ends them.

use std::io::Read as _;

use sissa_server::{Limits, openapi};

use crate::common::{Answer, Server};

/// Every shorter game has to be excluded first: this goes on until somebody stops it.
const ENDLESS: &str = r#"{"constraint": "KvK", "shortest": true, "count": 1000}"#;

const LONG: &str = r#"{"constraint": "KRPvKR", "count": 1000}"#;

/// More lines than all buffers on the way hold.
const FLOOD: &str = r#"{"constraint": "white (0,2,2,2,8)", "count": 20000}"#;

#[test]
fn a_stream_is_a_run_its_positions_and_a_summary() {
    let server = Server::start(Limits::default());
    let body = r#"{"constraint": "white (0,2,2,2,8)", "count": 5, "seed": 7, "skip": 2, "unique": "mirror"}"#;
    let answer = server.post("/api/v1/generate", body);
    assert!(answer.head.contains("content-type: application/x-ndjson"));
    let records = answer.records();
    let types: Vec<&str> = records
        .iter()
        .map(|record| record["type"].as_str().unwrap())
        .collect();
    assert_eq!(
        types,
        [
            "run", "position", "position", "position", "position", "position", "summary"
        ]
    );
    assert_eq!(records[1]["id"], "7-2");
    assert_eq!(records[6]["exit"], 0);
    assert_eq!(
        server.post("/api/v1/generate", body).body,
        answer.body,
        "the same again"
    );
}

fn fens(answer: &Answer) -> Vec<String> {
    let records = answer.records();
    let fen = |record: &serde_json::Value| record["fen"].as_str().map(str::to_owned);
    records.iter().filter_map(fen).collect()
}

#[test]
fn games_begin_as_told_and_known_positions_are_dropped() {
    let server = Server::start(Limits::default());
    let body = r#"{"constraint": "white Q=0", "from": "1. e4 c5", "count": 4, "stats": true}"#;
    let answer = server.post("/api/v1/generate", body);
    let records = answer.records();
    for record in &records[1..5] {
        assert_eq!(record["moves"][0], "e2e4");
        assert_eq!(record["moves"][1], "c7c5");
    }
    let stats = &records[5]["stats"];
    assert_eq!(stats["satisfaction_ratio"], 1.0);
    assert!(stats["positions_per_second"].as_f64().unwrap() > 0.0);

    let made = fens(&answer);
    let exclude = serde_json::to_string(&made[..2]).unwrap();
    let body = body.replace("\"count\"", &format!("\"exclude\": {exclude}, \"count\""));
    let others = fens(&server.post("/api/v1/generate", &body));
    assert_eq!(others.len(), 4);
    assert_eq!(others[..2], made[2..]);
    assert!(!others.contains(&made[0]) && !others.contains(&made[1]));
}

#[test]
fn positions_are_drawn_evenly_when_asked_for() {
    let server = Server::start(Limits::default());
    let body = r#"{"constraint": "KRvK", "style": "uniform", "count": 3}"#;
    let answer = server.post("/api/v1/generate", body);
    assert_eq!(answer.records()[0]["style"], "uniform");
    assert_eq!(fens(&answer).len(), 3);
}

#[test]
fn progress_is_told_when_asked_for() {
    let server = Server::start(Limits {
        job_time: std::time::Duration::from_millis(900),
        ..Limits::default()
    });
    let body = ENDLESS.replace("\"count\"", "\"progress\": true, \"count\"");
    let records = server.post("/api/v1/generate", &body).records();
    assert!(
        records.iter().any(|record| record["type"] == "progress"),
        "{records:?}"
    );
    let ends: Vec<&str> = records
        .iter()
        .filter_map(|record| record["code"].as_str())
        .collect();
    assert_eq!(ends, ["total-timeout"]);
    assert_eq!(records.last().unwrap()["exit"], 3);
}

#[test]
fn a_client_that_goes_away_stops_its_job() {
    let server = Server::start(Limits::default());
    let mut silent = server.begin("/api/v1/generate", ENDLESS);
    let mut talking = server.begin("/api/v1/generate", LONG);
    let mut some = [0; 2_000];
    silent.read_exact(&mut some[..100]).unwrap();
    talking.read_exact(&mut some).unwrap();
    server.until_jobs(2);
    drop(silent);
    server.until_jobs(1);
    drop(talking);
    server.until_jobs(0);
}

#[test]
fn clients_that_dawdle_are_dropped_and_others_served() {
    let server = Server::start(Limits {
        patience: std::time::Duration::from_millis(300),
        connections: 8,
        positions: 20_000,
        ..Limits::default()
    });
    // One never finishes its head, one never sends its body, one never reads.
    let mut head = server.connect();
    std::io::Write::write_all(&mut head, b"GET / HTTP/1.1\r\nHost: loc").unwrap();
    let mut body = server.connect();
    let begun = "POST /api/v1/explain HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 50\r\n\r\n{";
    std::io::Write::write_all(&mut body, begun.as_bytes()).unwrap();
    let deaf: Vec<_> = (0..4)
        .map(|_| server.begin("/api/v1/generate", FLOOD))
        .collect();
    assert_eq!(
        server
            .post("/api/v1/generate", r#"{"constraint": "queens=0"}"#)
            .records()
            .len(),
        3
    );
    assert_ne!(Answer::read(head).status, 200);
    assert_ne!(Answer::read(body).status, 200);
    server.until_jobs(0);
    drop(deaf);
}

/// The verdict on a position, after a look at the lines around it.
fn proven(server: &Server, fen: &str) -> serde_json::Value {
    let body = serde_json::json!({"input": fen, "seed": 3}).to_string();
    let records = server.post("/api/v1/prove", &body).records();
    let types: Vec<&str> = records
        .iter()
        .filter_map(|one| one["type"].as_str())
        .collect();
    assert_eq!(types, ["run", "verdict", "summary"]);
    assert_eq!(records[0]["command"], "prove");
    let exit = match records[1]["verdict"].as_str() {
        Some("legal") => 0,
        Some("illegal") => 1,
        _ => 3,
    };
    assert_eq!(records[2]["exit"], exit);
    records[1].clone()
}

#[test]
fn a_position_is_proven_or_refuted() {
    let server = Server::start(Limits::default());
    let legal = proven(&server, "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1");
    assert_eq!(legal["verdict"], "legal");
    let moves = legal["moves"].as_array().unwrap();
    assert_eq!(legal["plies"], moves.len());
    let mut position = shakmaty::Chess::default();
    for one in moves {
        let uci: shakmaty::uci::UciMove = one.as_str().unwrap().parse().unwrap();
        let one = uci.to_move(&position).unwrap();
        position = shakmaty::Position::play(position, one).unwrap();
    }
    let end = sissa_record::fen(&position);
    assert!(end.starts_with("4k3/8/8/8/8/8/8/R3K2R w KQ -"), "{end}");

    let illegal = proven(&server, "4k3/8/8/8/8/P7/PPPPPPPP/4K3 w - - 0 1");
    assert_eq!(illegal["verdict"], "illegal");
    assert!(!illegal["reasons"].as_array().unwrap().is_empty());
}

#[test]
fn no_time_to_prove_is_no_verdict() {
    let server = Server::start(Limits {
        position_time: std::time::Duration::from_nanos(1),
        ..Limits::default()
    });
    let verdict = proven(
        &server,
        "8/4bBn1/K2p1RRp/1n4pR/2Q3PP/5Nbp/1rN2rp1/1q1k1q2 w - - 0 1",
    );
    assert_eq!(verdict["verdict"], "undecided");
}

#[test]
fn what_cannot_be_proven_is_refused() {
    let server = Server::start(Limits::default());
    for (body, code) in [
        (r#"{"input": ""}"#, "input"),
        (
            r#"{"input": "8/8/8/8/8/8/8/8 w - - 0 1", "seconds": 0}"#,
            "limit",
        ),
        (
            r#"{"input": "8/8/8/8/8/8/8/8 w - - 0 1", "seconds": 1e9}"#,
            "limit",
        ),
        (r#"{"inputs": []}"#, "body"),
    ] {
        let answer = server.post("/api/v1/prove", body);
        assert_eq!(
            (answer.status, answer.json()["code"].as_str()),
            (400, Some(code))
        );
    }
}

#[test]
fn the_learner_tells_what_it_asks_and_what_it_learnt() {
    let server = Server::start(Limits::default());
    let body = r#"{"game": "racing-kings", "seed": 1, "questions": 3000}"#;
    let records = server.post("/api/v1/rules", body).records();
    let last = records.last().unwrap();
    assert_eq!(last["type"], "rules");
    assert_eq!(
        (&last["game"], &last["questions"]),
        (&"racing-kings".into(), &3000.into())
    );
    let topics = last["topics"].as_array().unwrap();
    let asked = topics.iter().filter_map(|one| one["questions"].as_u64());
    assert_eq!(asked.sum::<u64>(), 3000);
    assert!(last["halt"].as_str().unwrap().contains("3000"));
    let read: Result<sissa_learn::Program, _> = last["text"].as_str().unwrap().parse();
    assert!(read.is_ok(), "{read:?}");
    for (body, code) in [
        (r#"{"questions": 0}"#, "limit"),
        (r#"{"questions": 1000001}"#, "limit"),
        (r#"{"game": "go"}"#, "body"),
    ] {
        let answer = server.post("/api/v1/rules", body);
        assert_eq!(
            (answer.status, answer.json()["code"].as_str()),
            (400, Some(code))
        );
    }
    let learning = server.begin("/api/v1/rules", "{}");
    server.until_jobs(1);
    drop(learning);
    server.until_jobs(0);
}

#[test]
fn the_queue_is_bounded() {
    let server = Server::start(Limits {
        jobs: 1,
        ..Limits::default()
    });
    let first = server.begin("/api/v1/generate", ENDLESS);
    server.until_jobs(1);
    let answer = server.post("/api/v1/generate", ENDLESS);
    assert_eq!(
        (answer.status, answer.json()["code"].as_str()),
        (503, Some("busy"))
    );
    assert!(answer.head.contains("retry-after: 1"));
    drop(first);
    server.until_jobs(0);
    assert_eq!(
        server
            .post("/api/v1/generate", r#"{"constraint": "queens=0"}"#)
            .status,
        200
    );
}

#[test]
fn a_stopping_server_ends_its_streams_in_order() {
    let mut server = Server::start(Limits::default());
    let stream = server.begin("/api/v1/generate", ENDLESS);
    server.until_jobs(1);
    server.stop();
    let records = Answer::read(stream).records();
    assert_eq!(records.last().unwrap()["exit"], 130, "{records:?}");
}

#[test]
fn every_documented_route_is_there() {
    let server = Server::start(Limits::default());
    let document = openapi(env!("CARGO_PKG_VERSION"));
    assert_eq!(server.get("/api/v1/openapi.json").json(), document);
    let paths = document["paths"].as_object().unwrap();
    assert!(paths.len() >= 14);
    for (path, methods) in paths {
        let answer = match methods.get("get") {
            Some(_) => server.get(path),
            None => server.post(path, "{}"),
        };
        assert!(
            !matches!(answer.status, 0 | 404 | 405 | 500),
            "{path}: {}",
            answer.status
        );
    }
}

#[test]
fn the_page_is_typed_by_this_document() {
    let committed = include_str!("../../../../web/openapi.json");
    let document = openapi(env!("CARGO_PKG_VERSION"));
    let text = serde_json::to_string_pretty(&document).unwrap() + "\n";
    assert!(
        committed == text,
        "web/openapi.json is out of date: `sissa serve --openapi -o web/openapi.json`, then `npm run types` in web"
    );
}

#[test]
fn problems_are_solved_and_lines_named() {
    let server = Server::start(Limits::default());
    let morphy = r##"{"input": "kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", "stipulation": "#2"}"##;
    let records = server.post("/api/v1/solve", morphy).records();
    assert_eq!(records[1]["verdict"], "solved");
    assert_eq!(records[1]["keys"][0]["san"], "Ra6");
    let records = server
        .post(
            "/api/v1/tag",
            r#"{"input": "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1"}"#,
        )
        .records();
    let themes = records[1]["themes"].to_string();
    assert!(themes.contains("backRankMate"), "{themes}");
}

#[test]
fn documents_are_compressed_and_lines_of_jobs_are_not() {
    let server = Server::start(Limits::default());
    let ask = |head: &str, body: &str| {
        server.raw(
            format!("{head} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nAccept-Encoding: gzip\r\n\
                Content-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}", body.len())
            .as_bytes(),
        )
    };
    assert!(
        ask("GET /api/v1/openapi.json", "")
            .head
            .contains("content-encoding: gzip")
    );
    let stream = ask(
        "POST /api/v1/generate",
        r#"{"constraint": "KQvK", "count": 40}"#,
    );
    assert!(!stream.head.contains("content-encoding"));
}
