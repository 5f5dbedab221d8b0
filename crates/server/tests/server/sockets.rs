//! One connection for many streams.

use std::{
    collections::BTreeMap,
    io::{Read as _, Write as _},
    net::TcpStream,
};

use sissa_server::{Config, Limits, Token};

use crate::common::{Answer, Server, request};

const ENDLESS: &str = r#"{"constraint": "KvK", "shortest": true, "count": 1000}"#;
const SOME: &str = r#"{"constraint": "KRPvKR", "count": 40, "seed": 3}"#;
const KEY: &str = "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n";

/// A client that masks with zeros.
struct Socket(TcpStream);

/// Asks for a socket; what it is told, and the connection.
fn asked(server: &Server, more: &str) -> (String, TcpStream) {
    let mut stream = server.connect();
    let head = format!(
        "GET /api/v1/socket HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n{more}\r\n"
    );
    stream.write_all(head.as_bytes()).unwrap();
    let mut answer = Vec::new();
    while !answer.ends_with(b"\r\n\r\n") {
        let mut byte = [0];
        stream.read_exact(&mut byte).unwrap();
        answer.extend(byte);
    }
    (
        String::from_utf8(answer).unwrap().to_ascii_lowercase(),
        stream,
    )
}

impl Socket {
    fn open(server: &Server) -> Socket {
        let (head, stream) = asked(server, KEY);
        assert!(head.starts_with("http/1.1 101"), "{head}");
        assert!(head.contains("sec-websocket-accept: s3pplmbitxaq9kygzzhzrbk+xoo="));
        Socket(stream)
    }

    fn send(&mut self, first: u8, payload: &[u8]) {
        let length = u16::try_from(payload.len()).unwrap();
        let mut frame = vec![first, 0x80 | 126];
        frame.extend(length.to_be_bytes());
        frame.extend([0; 4]);
        frame.extend(payload);
        self.0.write_all(&frame).unwrap();
    }

    fn ask(&mut self, id: u32, path: &str, body: &str) {
        let asked = serde_json::json!({"id": id, "path": path, "body": body});
        self.send(0x81, asked.to_string().as_bytes());
    }

    fn give_up(&mut self, id: u32) {
        self.send(0x81, format!(r#"{{"id": {id}}}"#).as_bytes());
    }

    /// The next frame: its first byte and what it carries.
    fn frame(&mut self) -> Option<(u8, Vec<u8>)> {
        let mut head = [0; 2];
        self.0.read_exact(&mut head).ok()?;
        let wide = match head[1] {
            126 => 2,
            127 => 8,
            _ => 0,
        };
        let mut length = vec![0; wide];
        self.0.read_exact(&mut length).ok()?;
        let long = length
            .iter()
            .fold(0, |all, &byte| all * 256 + usize::from(byte));
        let length = if wide > 0 { long } else { usize::from(head[1]) };
        let mut payload = vec![0; length];
        self.0.read_exact(&mut payload).ok()?;
        Some((head[0], payload))
    }

    /// The answers of so many requests, with their statuses.
    fn answers(&mut self, count: usize) -> BTreeMap<u32, (u16, String)> {
        let mut answers: BTreeMap<u32, (u16, String)> = BTreeMap::new();
        let mut ended = 0;
        while ended < count {
            let (first, payload) = self.frame().unwrap();
            assert_eq!(first, 0x81);
            let text = String::from_utf8(payload).unwrap();
            let (head, piece) = text.split_once('\n').unwrap_or((&text, ""));
            let (id, status) = head.split_once(' ').unwrap();
            let answer = answers.entry(id.parse().unwrap()).or_default();
            if status == "end" {
                ended += 1;
            } else {
                answer.0 = status.parse().unwrap();
                answer.1.push_str(piece);
            }
        }
        answers
    }
}

#[test]
fn a_socket_carries_what_requests_of_their_own_get() {
    let server = Server::start(Limits::default());
    let mut socket = Socket::open(&server);
    let others = [
        ("/generate", r#"{"constraint": "white P=9"}"#),
        ("/generate", r#"{"constraint": "wite Q"}"#),
        ("/explain", r#"{"constraint": "queens=0"}"#),
        ("/nowhere", "{}"),
        ("/generate", "no JSON"),
    ];
    socket.ask(0, "/generate", SOME);
    for (id, (path, body)) in (1..).zip(others) {
        socket.ask(id, path, body);
    }
    let answers = socket.answers(6);
    let alone = |path: &str, body: &str| {
        let answer = server.post(&format!("/api/v1{path}"), body);
        (answer.status, answer.text())
    };
    assert_eq!(answers[&0], alone("/generate", SOME));
    for (id, (path, body)) in (1..).zip(others) {
        assert_eq!(answers[&id], alone(path, body), "{path} {body}");
    }
    socket.ask(9, "no path", "{}");
    assert_eq!(socket.answers(1)[&9].0, 400);
}

#[test]
fn whoever_gives_up_or_goes_away_ends_the_jobs() {
    let server = Server::start(Limits::default());
    let mut socket = Socket::open(&server);
    for id in 0..3 {
        socket.ask(id, "/generate", ENDLESS);
    }
    server.until_jobs(3);
    socket.give_up(1);
    server.until_jobs(2);
    socket.ask(4, "/explain", r#"{"constraint": "queens=0"}"#);
    drop(socket);
    server.until_jobs(0);
}

#[test]
fn too_much_at_once_is_refused_and_nonsense_ends_the_socket() {
    let server = Server::start(Limits::default());
    let mut socket = Socket::open(&server);
    for id in 0..33 {
        socket.ask(id, "/generate", ENDLESS);
    }
    let busy = &socket.answers(1)[&32];
    assert_eq!(busy.0, 503);
    assert!(busy.1.contains("\"busy\""), "{}", busy.1);
    socket.send(0x81, b"nonsense");
    while socket.frame().is_some() {}
    server.until_jobs(0);
}

#[test]
fn a_ping_is_answered_and_a_farewell_too() {
    let server = Server::start(Limits::default());
    let mut socket = Socket::open(&server);
    socket.send(0x89, b"");
    // Control frames are short; this one is not.
    assert_eq!(socket.frame(), None);
    let mut socket = Socket::open(&server);
    socket
        .0
        .write_all(&[0x89, 0x82, 0, 0, 0, 0, b'h', b'i'])
        .unwrap();
    assert_eq!(socket.frame(), Some((0x8a, b"hi".to_vec())));
    socket.0.write_all(&[0x88, 0x80, 0, 0, 0, 0]).unwrap();
    assert_eq!(socket.frame(), Some((0x88, Vec::new())));
    assert_eq!(socket.frame(), None);
}

#[test]
fn strangers_get_no_socket() {
    let server = Server::start(Limits::default());
    let (head, _) = asked(&server, &format!("{KEY}Origin: http://example.org\r\n"));
    assert!(head.starts_with("http/1.1 403"), "{head}");
    assert_eq!(server.get("/api/v1/socket").status, 426);
    let posted = server.raw(request("/api/v1/socket", "{}").as_bytes());
    assert_eq!(posted.status, 405);

    let token = Token::new("correct-horse-battery").unwrap();
    let server = Server::with(Config {
        token: Some(token),
        ..Config::default()
    });
    let (head, _) = asked(&server, KEY);
    assert!(head.starts_with("http/1.1 401"), "{head}");
    let known = format!("{KEY}Cookie: sissa=correct-horse-battery\r\n");
    let (head, stream) = asked(&server, &known);
    assert!(head.starts_with("http/1.1 101"), "{head}");
    // What is asked for over it is asked by somebody who knows the token.
    let mut socket = Socket(stream);
    socket.ask(1, "/explain", r#"{"constraint": "queens=0"}"#);
    assert_eq!(socket.answers(1)[&1].0, 200);
}

#[test]
fn a_server_that_stops_lets_sockets_finish() {
    let mut server = Server::start(Limits::default());
    let mut socket = Socket::open(&server);
    socket.ask(1, "/generate", ENDLESS);
    server.until_jobs(1);
    server.stop();
    let (status, text) = &socket.answers(1)[&1];
    assert_eq!(*status, 200);
    assert!(
        text.lines().last().unwrap().contains("\"summary\""),
        "{text}"
    );
    assert_eq!(socket.frame(), Some((0x88, Vec::new())));
}

#[test]
fn an_open_socket_counts_among_the_connections() {
    let server = Server::start(Limits {
        connections: 2,
        ..Limits::default()
    });
    let sockets = [Socket::open(&server), Socket::open(&server)];
    assert_eq!(Answer::read(server.connect()).status, 503);
    drop(sockets);
}
