//! Who is let in where the server asks for a token, and what is left where it only reads.

use sissa_server::{Config, Token};

use crate::common::Server;

const SECRET: &str = "correct-horse-battery";

fn asking() -> Server {
    Server::with(Config {
        token: Some(Token::new(SECRET).unwrap()),
        ..Config::default()
    })
}

fn get(server: &Server, path: &str, header: &str) -> crate::common::Answer {
    let request =
        format!("GET {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n{header}\r\n");
    server.raw(request.as_bytes())
}

#[test]
fn only_those_who_know_the_token_come_in() {
    let server = asking();
    for (path, header) in [
        ("/", ""),
        ("/api/v1/info", ""),
        ("/licenses.txt", ""),
        ("/?token=correct-horse-batter", ""),
        ("/?token=correct-horse-battery1", ""),
        ("/?token=", ""),
        ("/api/v1/info", "Authorization: Bearer wrong\r\n"),
        ("/api/v1/info", "Authorization: correct-horse-battery\r\n"),
        ("/api/v1/info", "Cookie: other=correct-horse-battery\r\n"),
    ] {
        let answer = get(&server, path, header);
        assert_eq!(answer.status, 401, "{path} {header}");
        assert_eq!(answer.json()["code"], "token");
    }
    for header in [
        "Authorization: Bearer correct-horse-battery\r\n",
        "Cookie: a=b; sissa=correct-horse-battery\r\n",
    ] {
        assert_eq!(get(&server, "/api/v1/info", header).status, 200, "{header}");
        assert_eq!(get(&server, "/", header).status, 200, "{header}");
    }
}

#[test]
fn a_browser_remembers_it_and_the_address_forgets_it() {
    let server = asking();
    let answer = get(
        &server,
        "/position?fen=8&token=correct-horse-battery&turn=w",
        "",
    );
    assert_eq!(answer.status, 303);
    for line in [
        "location: /position?fen=8&turn=w",
        "set-cookie: sissa=correct-horse-battery; httponly; samesite=strict; path=/",
    ] {
        assert!(
            answer.head.lines().any(|other| other == line),
            "{}",
            answer.head
        );
    }
}

#[test]
fn what_takes_time_is_refused_where_only_reading_is_allowed() {
    let server = Server::with(Config {
        read_only: true,
        ..Config::default()
    });
    for path in [
        "generate", "prove", "retro", "solve", "tag", "play", "analyse", "rules",
    ] {
        let answer = server.post(&format!("/api/v1/{path}"), "{}");
        assert_eq!(
            (answer.status, answer.json()["code"].as_str()),
            (403, Some("read-only")),
            "{path}"
        );
    }
    let answer = server.post("/api/v1/explain", r#"{"constraint": "white Q=0"}"#);
    assert_eq!(answer.status, 200);
    assert_eq!(server.get("/api/v1/presets").status, 200);
}
