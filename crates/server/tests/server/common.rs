//! A server of its own on loopback, and a client that knows just enough HTTP to misbehave.

use std::{
    io::{Read, Write},
    net::{Shutdown, SocketAddr, TcpStream},
    sync::mpsc,
    thread::{self, JoinHandle},
    time::Duration,
};

use serde_json::Value;
use sissa_server::{Config, Limits, serve};
use tokio::{net::TcpListener, runtime::Builder, sync::oneshot};

pub struct Server {
    pub address: SocketAddr,
    stop: Option<oneshot::Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

impl Server {
    pub fn start(limits: Limits) -> Server {
        Server::with(Config {
            limits,
            ..Config::default()
        })
    }

    pub fn with(config: Config) -> Server {
        let (tell, told) = mpsc::channel();
        let (stop, stopped) = oneshot::channel::<()>();
        let thread = thread::spawn(move || {
            let runtime = Builder::new_multi_thread()
                .worker_threads(2)
                .enable_all()
                .build();
            runtime.unwrap().block_on(async {
                let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
                tell.send(listener.local_addr().unwrap()).unwrap();
                let ended = async {
                    let _ = stopped.await;
                };
                serve(listener, config, ended).await.unwrap();
            });
        });
        Server {
            address: told.recv().unwrap(),
            stop: Some(stop),
            thread: Some(thread),
        }
    }

    /// Asks it to end.
    pub fn stop(&mut self) {
        drop(self.stop.take());
    }

    pub fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(self.address).unwrap();
        // A test that waits for something that never comes must fail, not hang.
        stream
            .set_read_timeout(Some(Duration::from_secs(60)))
            .unwrap();
        stream
    }

    /// Sends these bytes and reads all that comes back.
    pub fn raw(&self, bytes: &[u8]) -> Answer {
        let mut stream = self.connect();
        // A server that has heard enough may close before everything is said.
        let _ = stream.write_all(bytes);
        Answer::read(stream)
    }

    pub fn get(&self, path: &str) -> Answer {
        self.raw(
            format!("GET {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
                .as_bytes(),
        )
    }

    pub fn post(&self, path: &str, body: &str) -> Answer {
        self.raw(request(path, body).as_bytes())
    }

    /// Begins a request whose answer is read by the test, or not.
    pub fn begin(&self, path: &str, body: &str) -> TcpStream {
        let mut stream = self.connect();
        stream.write_all(request(path, body).as_bytes()).unwrap();
        stream
    }

    pub fn jobs(&self) -> u64 {
        self.get("/api/v1/info").json()["jobs"].as_u64().unwrap()
    }

    /// Waits for a number of jobs, as long as it takes.
    #[track_caller]
    pub fn until_jobs(&self, wanted: u64) {
        for _ in 0..6_000 {
            if self.jobs() == wanted {
                return;
            }
            thread::sleep(Duration::from_millis(10));
        }
        panic!("never {wanted} jobs: still {}", self.jobs());
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.stop();
        let ended = self.thread.take().unwrap().join();
        assert!(ended.is_ok() || thread::panicking(), "the server failed");
    }
}

pub fn request(path: &str, body: &str) -> String {
    format!(
        "POST {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\
         Content-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
        body.len()
    )
}

pub struct Answer {
    pub status: u16,
    pub head: String,
    pub body: Vec<u8>,
}

impl Answer {
    pub fn read(mut stream: TcpStream) -> Answer {
        let mut bytes = Vec::new();
        // What was said before the connection broke is the answer.
        let _ = stream.read_to_end(&mut bytes);
        let _ = stream.shutdown(Shutdown::Both);
        let split = bytes.windows(4).position(|four| four == b"\r\n\r\n");
        let split = split.unwrap_or(bytes.len());
        let head = String::from_utf8_lossy(&bytes[..split]).to_ascii_lowercase();
        let rest = bytes.get(split + 4..).unwrap_or_default();
        let status = head
            .split(' ')
            .nth(1)
            .and_then(|code| code.parse().ok())
            .unwrap_or(0);
        let body = if head.contains("transfer-encoding: chunked") {
            unchunked(rest)
        } else {
            rest.to_vec()
        };
        Answer { status, head, body }
    }

    #[track_caller]
    pub fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap()
    }

    pub fn text(&self) -> String {
        String::from_utf8_lossy(&self.body).into_owned()
    }

    pub fn records(&self) -> Vec<Value> {
        let text = self.text();
        text.lines()
            .map(|line| serde_json::from_str(line).unwrap())
            .collect()
    }
}

fn unchunked(mut rest: &[u8]) -> Vec<u8> {
    let mut body = Vec::new();
    while let Some(end) = rest.windows(2).position(|two| two == b"\r\n") {
        let size = std::str::from_utf8(&rest[..end]).ok();
        let size = size
            .and_then(|size| usize::from_str_radix(size, 16).ok())
            .unwrap_or(0);
        let Some(chunk) = rest.get(end + 2..end + 2 + size) else {
            break;
        };
        body.extend_from_slice(chunk);
        rest = rest.get(end + 4 + size..).unwrap_or_default();
    }
    body
}
