//! The server as people start it: the same bytes as the commands, an orderly end.

use std::{
    io::{BufRead as _, BufReader, Read as _, Write as _},
    net::TcpStream,
    process::{Child, Stdio},
};

use crate::common::{command, sissa};

/// A running `sissa serve`, ended when dropped.
struct Server {
    child: Child,
    address: String,
}

impl Server {
    fn start() -> Server {
        let folder = std::env::temp_dir();
        let mut child = command(&folder, &["serve", "--port", "0", "-q"])
            .stderr(Stdio::inherit())
            .spawn()
            .unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap())
            .read_line(&mut line)
            .unwrap();
        let address = line.trim().trim_start_matches("http://");
        let address = address.trim_end_matches('/').to_owned();
        Server { child, address }
    }

    fn post(&self, path: &str, body: &str) -> String {
        let mut stream = TcpStream::connect(&self.address).unwrap();
        // HTTP/1.0: the answer ends with the connection, without chunks.
        let head = format!(
            "POST {path} HTTP/1.0\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: {}\r\n\r\n",
            body.len()
        );
        stream.write_all(head.as_bytes()).unwrap();
        stream.write_all(body.as_bytes()).unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        answer.split_once("\r\n\r\n").unwrap().1.to_owned()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
fn a_stream_is_what_the_command_prints() {
    let server = Server::start();
    for (body, arguments) in [
        (
            r#"{"constraint": "white  (0,2,2,2,8)", "count": 20, "seed": 7}"#,
            &["white  (0,2,2,2,8)", "-n", "20", "-s", "7"][..],
        ),
        (
            r#"{"preset": "iqp", "constraint": "not check", "count": 3, "skip": 5, "unique": "exact"}"#,
            &[
                "not check",
                "--preset",
                "iqp",
                "-n",
                "3",
                "--skip",
                "5",
                "--unique",
            ],
        ),
        (
            r#"{"constraint": "checkmate", "shortest": true}"#,
            &["checkmate", "--shortest"],
        ),
        (
            r#"{"constraint": "KvK", "count": 2, "nodes": 10}"#,
            &["KvK", "-n", "2", "--nodes", "10"],
        ),
    ] {
        let arguments = [&["generate", "-f", "jsonl", "-q"], arguments].concat();
        let printed = sissa(&arguments).text().to_owned();
        assert_eq!(server.post("/api/v1/generate", body), printed, "{body}");
    }
}

#[test]
fn an_explanation_is_what_the_command_prints() {
    let server = Server::start();
    for constraint in ["any side bishop pair and other N=2", "white P=9", "KRPvKR"] {
        let body = serde_json::json!({"constraint": constraint}).to_string();
        let served: serde_json::Value =
            serde_json::from_str(&server.post("/api/v1/explain", &body)).unwrap();
        let printed: serde_json::Value =
            serde_json::from_str(sissa(&["explain", constraint, "-f", "json"]).text()).unwrap();
        assert_eq!(served, printed);
    }
}

#[test]
fn a_verdict_is_what_the_command_prints() {
    let server = Server::start();
    for (input, constraint) in [
        ("4k3/8/8/8/8/8/4Q3/3K4 b - - 0 1", "white Q=0 and check"),
        ("4k3/8/8/8/8/8/4Q3/3K4 w - - 0 1", "white Q=1"),
        ("e4 e5 Nf3", "white N=2"),
    ] {
        let body = serde_json::json!({"input": input, "constraint": constraint}).to_string();
        let served: serde_json::Value =
            serde_json::from_str(&server.post("/api/v1/check", &body)).unwrap();
        let printed = sissa(&["check", input, "-c", constraint, "-f", "jsonl"]).records();
        let printed = printed
            .iter()
            .find(|record| record["type"] == "check")
            .unwrap();
        for key in ["type", "index", "fen", "valid", "satisfied", "reasons"] {
            assert_eq!(served[key], printed[key], "{input} {key}");
        }
    }
}

#[cfg(unix)]
#[test]
fn the_end_is_orderly() {
    let mut server = Server::start();
    let id = server.child.id().to_string();
    let asked = std::process::Command::new("kill")
        .args(["-TERM", &id])
        .status();
    assert!(asked.unwrap().success());
    assert_eq!(server.child.wait().unwrap().code(), Some(0));
}

#[test]
fn a_taken_port_is_an_error_with_a_hint() {
    let taken = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let port = taken.local_addr().unwrap().port().to_string();
    let outcome = sissa(&["serve", "--port", &port]);
    assert_eq!(outcome.exit, 2);
    assert!(outcome.stderr.contains("--port 0"), "{}", outcome.stderr);
}
