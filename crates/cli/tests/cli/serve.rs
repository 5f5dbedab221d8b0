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
