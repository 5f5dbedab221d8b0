//! Many at once.

use std::{io::Read as _, thread};

use sissa_server::Limits;

use crate::common::Server;

#[test]
fn two_hundred_clients_get_their_fifty_positions() {
    let server = Server::start(Limits::default());
    for round in 0..2 {
        thread::scope(|scope| {
            let clients: Vec<_> = (0..200)
                .map(|seed| {
                    let server = &server;
                    scope.spawn(move || {
                        let body = format!(
                            r#"{{"constraint": "white (0,2,2,2,8)", "count": 50, "seed": {seed}}}"#
                        );
                        let answer = server.post("/api/v1/generate", &body);
                        (answer.status, answer.records().len())
                    })
                })
                .collect();
            for client in clients {
                assert_eq!(client.join().unwrap(), (200, 52), "round {round}");
            }
        });
        server.until_jobs(0);
    }
}

#[test]
fn one_position_does_not_wait_for_a_thousand() {
    let server = Server::start(Limits {
        workers: 1,
        ..Limits::default()
    });
    let hogs: Vec<_> = (0..8)
        .map(|_| {
            server.begin(
                "/api/v1/generate",
                r#"{"constraint": "KRPvKR", "count": 1000}"#,
            )
        })
        .collect();
    server.until_jobs(8);
    assert_eq!(
        server
            .post("/api/v1/generate", r#"{"constraint": "queens=0"}"#)
            .records()
            .len(),
        3
    );
    assert!(server.jobs() > 0, "the others are still at it");
    drop(hogs);
    server.until_jobs(0);
}

/// A board full of queens: no proof of it ends soon.
const HARD: &str = r#"{"input": "qqqqkqqq/qq6/8/8/8/8/QQ6/QQQQKQQQ w - - 0 1"}"#;

#[test]
fn a_move_does_not_wait_for_proofs_and_counts() {
    let server = Server::start(Limits {
        workers: 1,
        ..Limits::default()
    });
    let uniform = r#"{"constraint": "KRPvKR", "style": "uniform", "count": 1000}"#;
    let hogs: Vec<_> = (0..8)
        .flat_map(|_| {
            [
                server.begin("/api/v1/prove", HARD),
                server.begin("/api/v1/generate", uniform),
            ]
        })
        .collect();
    server.until_jobs(16);
    for (path, body) in [
        ("/api/v1/play", r#"{"elo": 1500}"#),
        ("/api/v1/explain", r#"{"constraint": "queens=0"}"#),
        ("/api/v1/generate", r#"{"constraint": "queens=0"}"#),
    ] {
        let answer = server.post(path, body);
        assert_eq!(answer.status, 200, "{path}: {}", answer.text());
        // Whoever had waited for them would have found them gone.
        assert!(server.jobs() >= 8, "{path}");
    }
    drop(hogs);
    server.until_jobs(0);
}

#[test]
fn idle_connections_give_way_to_requests() {
    let server = Server::start(Limits {
        connections: 20,
        ..Limits::default()
    });
    let idle: Vec<_> = (0..60).map(|_| server.connect()).collect();
    // No idle one has run out of its thirty seconds: there would be no place for this.
    assert_eq!(server.get("/api/v1/info").status, 200);
    drop(idle);
}

#[test]
fn connections_that_are_answered_are_not_closed_for_new_ones() {
    let server = Server::start(Limits {
        connections: 2,
        ..Limits::default()
    });
    // Whoever has the first byte of an answer is being answered.
    let busy = [HARD, HARD].map(|body| {
        let mut stream = server.begin("/api/v1/prove", body);
        stream.read_exact(&mut [0]).unwrap();
        stream
    });
    let answer = server.get("/api/v1/info");
    assert_eq!(answer.status, 503);
    assert_eq!(answer.json()["code"], "busy");
    drop(busy);
}
