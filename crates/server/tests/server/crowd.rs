//! Many at once.

use std::thread;

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
