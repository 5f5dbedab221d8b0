//! The server as people start it: an orderly end.

use crate::{common::sissa, parity::Server};

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

/// The tables of searches that have ended are not kept, on whatever threads they ran.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
#[test]
fn memory_is_given_back() {
    let server = Server::start();
    let megabytes = || {
        let status = format!("/proc/{}/status", server.child.id());
        let status = std::fs::read_to_string(status).unwrap();
        let line = status.lines().find(|line| line.starts_with("VmRSS:"));
        let kilobytes = line.unwrap().split_whitespace().nth(1).unwrap();
        kilobytes.parse::<u64>().unwrap() / 1024
    };
    let before = megabytes();
    std::thread::scope(|scope| {
        for _ in 0..8 {
            scope.spawn(|| {
                for _ in 0..3 {
                    let (status, _) = server.post("/api/v1/analyse", r#"{"nodes": 500}"#);
                    assert_eq!(status, 200);
                }
            });
        }
    });
    let after = megabytes();
    // A table takes 16.
    assert!(after < before + 64, "{after} MB after {before}");
}
