//! What comes over the network: a server of its own on loopback, asked whatever bytes say.

use std::{
    io::{Read as _, Write as _},
    net::{Shutdown, SocketAddr, TcpStream},
    sync::{OnceLock, mpsc},
    thread,
    time::Duration,
};

use sissa_server::{Config, Limits, serve};
use tokio::{net::TcpListener, runtime::Builder};

/// The addresses that take bodies.
const ROUTES: [&str; 13] = [
    "explain", "check", "generate", "prove", "retro", "solve", "tag", "play", "threats", "show",
    "rules", "review", "analyse",
];

/// One for the whole process: a fuzzer has no time to start one each time.
fn server() -> SocketAddr {
    static SERVER: OnceLock<SocketAddr> = OnceLock::new();
    *SERVER.get_or_init(|| {
        let (tell, told) = mpsc::channel();
        thread::spawn(move || {
            let runtime = Builder::new_multi_thread()
                .worker_threads(1)
                .enable_all()
                .build();
            runtime.expect("a runtime").block_on(async {
                let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
                tell.send(listener.local_addr().expect("an address"))
                    .expect("somebody waits for it");
                let config = Config {
                    limits: bounds(),
                    ..Config::default()
                };
                let ended = serve(listener, config, std::future::pending()).await;
                ended.expect("a server that is never told to end");
            });
        });
        told.recv().expect("a server")
    })
}

/// What a fuzzer can wait for.
fn bounds() -> Limits {
    Limits {
        body: 64 * 1024,
        positions: 2,
        nodes: 2_000,
        position_time: Duration::from_millis(100),
        job_time: Duration::from_millis(200),
        patience: Duration::from_secs(2),
        workers: 1,
        ..Limits::default()
    }
}

/// The first byte chooses: a body for one of the addresses, or a whole request. Every answer has a status, and
/// none says that the server failed.
pub fn http(bytes: &[u8]) {
    let Some((first, rest)) = bytes.split_first() else {
        return;
    };
    let request = match ROUTES.get(usize::from(*first) % (ROUTES.len() + 1)) {
        Some(route) => {
            let mut request = format!(
                "POST /api/v1/{route} HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-type: application/json\r\n\
                 connection: close\r\ncontent-length: {}\r\n\r\n",
                rest.len()
            )
            .into_bytes();
            request.extend_from_slice(rest);
            request
        }
        None => rest.to_vec(),
    };
    let mut stream = TcpStream::connect(server()).expect("a server");
    let patience = stream.set_read_timeout(Some(Duration::from_secs(30)));
    patience.expect("a time limit");
    // It may have heard enough before the end.
    let _ = stream.write_all(&request);
    let _ = stream.shutdown(Shutdown::Write);
    let mut answer = Vec::new();
    if let Err(error) = stream.read_to_end(&mut answer) {
        let gone = error.kind() == std::io::ErrorKind::ConnectionReset;
        assert!(gone, "{error}: {}", String::from_utf8_lossy(&request));
    }
    let answer = String::from_utf8_lossy(&answer);
    let status = answer.split_whitespace().nth(1);
    assert!(
        answer.is_empty() || answer.starts_with("HTTP/1."),
        "{answer}"
    );
    assert!(
        status.is_none_or(|status| !status.starts_with('5') || status == "503"),
        "{}\n{answer}",
        String::from_utf8_lossy(&request)
    );
    assert!(!answer.contains("\"code\":\"fault\""), "{answer}");
}
