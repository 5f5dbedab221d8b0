//! What is refused, and how.

use sissa_server::Limits;

use crate::common::{Answer, Server, request};

/// The code of a refusal, which must be complete.
#[track_caller]
fn check(server: &Server, path: &str, body: &str, status: u16, code: &str) {
    let answer = server.post(path, body);
    assert_eq!(answer.status, status, "{path} {body}: {}", answer.text());
    let json = answer.json();
    assert_eq!(json["code"], code, "{path} {body}: {json}");
    assert!(
        json["message"]
            .as_str()
            .is_some_and(|message| !message.is_empty())
    );
}

#[test]
fn bad_bodies_get_a_reason() {
    let server = Server::start(Limits::default());
    for body in [
        "",
        "{",
        "[1]",
        "null",
        "7",
        "\u{0}",
        r#"{"constraint": 5}"#,
        r#"{"wrong": 1}"#,
    ] {
        check(&server, "/api/v1/generate", body, 400, "body");
        check(&server, "/api/v1/explain", body, 400, "body");
        check(&server, "/api/v1/check", body, 400, "body");
        check(&server, "/api/v1/show", body, 400, "body");
    }
    let deep = "[".repeat(20_000);
    check(&server, "/api/v1/generate", &deep, 400, "body");
    let generate = "/api/v1/generate";
    check(&server, generate, "{}", 400, "constraint");
    check(
        &server,
        generate,
        r#"{"constraint": "wite Q=0"}"#,
        400,
        "constraint",
    );
    check(&server, generate, r#"{"preset": "nothing"}"#, 400, "preset");
    check(
        &server,
        generate,
        r#"{"constraint": "Q=0", "from": "1. e4 e5 2. Ke3"}"#,
        400,
        "input",
    );
    let no_king = r#"{"constraint": "Q=0", "from": "8/8/8/8/8/8/8/K7 w - - 0 1"}"#;
    check(&server, generate, no_king, 400, "invalid");
    check(
        &server,
        generate,
        r#"{"constraint": "Q=0", "exclude": ["what"]}"#,
        400,
        "input",
    );
    check(
        &server,
        generate,
        r#"{"constraint": "Q=0", "style": "baroque"}"#,
        400,
        "body",
    );
    check(
        &server,
        generate,
        r#"{"constraint": "Q=0", "count": 0}"#,
        400,
        "limit",
    );
    check(
        &server,
        generate,
        r#"{"constraint": "Q=0", "count": 1001}"#,
        400,
        "limit",
    );
    check(
        &server,
        generate,
        r#"{"constraint": "Q=0", "nodes": 99999999999}"#,
        400,
        "limit",
    );
    check(
        &server,
        generate,
        r#"{"constraint": "Q=0", "count": -1}"#,
        400,
        "body",
    );
    check(
        &server,
        generate,
        r#"{"constraint": "result 1-0"}"#,
        422,
        "unsupported",
    );
    let file =
        r#"{"constraint": "white Q=0", "style": {"name": "neural", "network": "/etc/passwd"}}"#;
    check(&server, generate, file, 400, "network");
    check(&server, "/api/v1/check", r#"{"input": ""}"#, 400, "input");
    check(
        &server,
        "/api/v1/check",
        r#"{"input": "8/8/8/8/8/8/8/8 w - - 0 1", "constraint": "("}"#,
        400,
        "constraint",
    );
    let start = r#"{"input": "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "constraint": "white castled kingside"}"#;
    let judged = server.post("/api/v1/check", start).records();
    assert_eq!(judged[1]["code"], "history");
    // Verdicts are no errors: the stream says them.
    let refused = server
        .post(generate, r#"{"constraint": "white P=9"}"#)
        .records();
    assert_eq!(refused[1]["code"], "impossible");
    assert!(!refused[1]["reasons"].as_array().unwrap().is_empty());
    let unread = server
        .post("/api/v1/check", r#"{"input": "nonsense"}"#)
        .records();
    assert_eq!(
        (&unread[1]["code"], &unread[2]["exit"]),
        (&"input".into(), &2.into())
    );
    check(
        &server,
        "/api/v1/show",
        r#"{"inputs": [], "format": "svg"}"#,
        400,
        "limit",
    );
    check(
        &server,
        "/api/v1/show",
        r#"{"inputs": ["e4"], "format": "png", "size": 4000000}"#,
        400,
        "limit",
    );
    check(
        &server,
        "/api/v1/show",
        r#"{"inputs": ["e4"], "format": "svg", "marks": ["z9"]}"#,
        400,
        "input",
    );
    check(&server, "/api/v1/nothing", "{}", 404, "not-found");
    check(&server, "/api/v2/generate", "{}", 404, "not-found");
    check(&server, "/api/v1/info", "{}", 405, "method");
    check(&server, "/generate", "{}", 405, "method");
}

#[test]
fn the_place_of_a_mistake_is_in_units_of_the_browser() {
    let server = Server::start(Limits::default());
    let answer = server
        .post("/api/v1/explain", r#"{"constraint": "opening '♞𝄞' wite"}"#)
        .json();
    assert_eq!(answer["span"]["start"], 14, "{answer}");
    assert_eq!(answer["hint"], "did you mean `white`?");
}

#[test]
fn oversized_bodies_are_cut_off() {
    let server = Server::start(Limits {
        body: 1_000,
        ..Limits::default()
    });
    let large = format!(r#"{{"constraint": "{}"}}"#, " ".repeat(2_000));
    check(&server, "/api/v1/generate", &large, 413, "too-large");
    // A client that does not say how much is coming.
    let chunked = "POST /api/v1/explain HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\
        Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n";
    let body = format!("7d0\r\n{}\r\n0\r\n\r\n", " ".repeat(2_000));
    assert_eq!(
        server.raw(format!("{chunked}{body}").as_bytes()).status,
        413
    );
    assert_eq!(server.get("/api/v1/info").status, 200);
}

#[test]
fn strangers_are_refused() {
    let server = Server::start(Limits::default());
    let ask = |head: &str| {
        let answer = server.raw(
            format!("GET /api/v1/info HTTP/1.1\r\nConnection: close\r\n{head}\r\n").as_bytes(),
        );
        (answer.status, answer.body.is_empty())
    };
    assert_eq!(ask("Host: localhost\r\n").0, 200);
    assert_eq!(
        ask("Host: 127.0.0.1:80\r\nOrigin: http://127.0.0.1:80\r\n").0,
        200
    );
    assert_eq!(ask("Host: example.org\r\n").0, 421);
    assert_eq!(
        ask("Host: localhost\r\nOrigin: http://example.org\r\n").0,
        403
    );
    assert_eq!(ask("Host: localhost\r\nOrigin: null\r\n").0, 403);
    // What a form of another site could send.
    let form = request("/api/v1/generate", r#"{"constraint": "Q=0"}"#)
        .replace("application/json", "text/plain");
    assert_eq!(server.raw(form.as_bytes()).status, 415);
}

#[test]
fn no_path_leads_out_of_the_page() {
    let server = Server::start(Limits::default());
    for path in [
        "/../Cargo.toml",
        "/../../../../../../etc/passwd",
        "/%2e%2e/%2e%2e/etc/passwd",
        "/assets/../../Cargo.toml",
        "/assets/..%2f..%2fCargo.toml",
        "//etc/passwd",
        "/.gitkeep",
        "/index.html%00.js",
        "/assets/",
        "/etc/passwd",
    ] {
        let answer = server.get(path);
        assert_eq!(answer.status, 404, "{path}");
        assert!(
            answer.text().contains("<div id=\"app\">"),
            "{path}: {}",
            answer.text()
        );
    }
}

#[test]
fn nonsense_on_the_wire_is_survived() {
    let server = Server::start(Limits::default());
    for bytes in [
        &b"\x16\x03\x01\x00\xf0\x01\x00\x00"[..],
        b"GET\r\n\r\n",
        b"GET / HTTP/9.9\r\n\r\n",
        b"POST /api/v1/generate HTTP/1.1\r\nHost: localhost\r\nContent-Length: -5\r\n\r\n",
        b"POST /api/v1/generate HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\n",
    ] {
        assert!(matches!(server.raw(bytes).status, 0 | 400 | 404 | 421 | 505), "{bytes:?}");
    }
    let long = format!(
        "GET /{} HTTP/1.1\r\nHost: localhost\r\n\r\n",
        "a".repeat(1_000_000)
    );
    assert!(server.raw(long.as_bytes()).status >= 400);
    assert_eq!(server.get("/api/v1/info").status, 200);
}

#[test]
fn the_browser_is_bound() {
    let server = Server::start(Limits::default());
    for path in ["/", "/api/v1/info", "/nowhere"] {
        let head = server.get(path).head;
        assert!(
            head.contains("content-security-policy: default-src 'none'; script-src 'self'"),
            "{head}"
        );
        assert!(
            !head.contains("unsafe") && !head.contains("access-control"),
            "{head}"
        );
        assert!(head.contains("x-content-type-options: nosniff"), "{head}");
    }
}

#[test]
fn two_hosts_are_refused() {
    let server = Server::start(Limits::default());
    let answer = server.raw(
        b"GET /api/v1/info HTTP/1.1\r\nHost: localhost\r\nHost: localhost\r\nConnection: close\r\n\r\n",
    );
    assert_eq!(
        (answer.status, answer.json()["code"].as_str()),
        (400, Some("host"))
    );
}

#[test]
fn a_body_that_says_it_is_too_large_is_refused_before_it_comes() {
    let server = Server::start(Limits::default());
    // Not a byte of it is sent, and the connection stays open for it.
    let answer = server.raw(
        b"POST /api/v1/check HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\
          Content-Type: application/json\r\nContent-Length: 300000\r\n\r\n",
    );
    assert_eq!(
        (answer.status, answer.json()["code"].as_str()),
        (413, Some("too-large"))
    );
}

#[test]
fn a_body_that_trickles_has_one_deadline() {
    use std::io::Write as _;

    let server = Server::start(Limits {
        patience: std::time::Duration::from_millis(300),
        ..Limits::default()
    });
    let mut stream = server.connect();
    let head = "POST /api/v1/check HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\
        Content-Type: application/json\r\nContent-Length: 1000\r\n\r\n";
    stream.write_all(head.as_bytes()).unwrap();
    let mut trickle = stream.try_clone().unwrap();
    let sender = std::thread::spawn(move || {
        let mut sent = 0;
        // A byte now and then, more often than any deadline that begins anew.
        while sent < 1000 && trickle.write_all(b" ").is_ok() {
            std::thread::sleep(std::time::Duration::from_millis(20));
            sent += 1;
        }
        sent
    });
    let answer = Answer::read(stream);
    assert_eq!(answer.status, 408);
    assert!(sender.join().unwrap() < 1000);
}
