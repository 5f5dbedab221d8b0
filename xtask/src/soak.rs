//! `cargo xtask soak`: how quickly the server answers people while it does heavy work, and whether it lasts.
//!
//! Three figures, one after the other: the time of short requests beside eight proofs and eight uniform jobs, the time of a new
//! request while more connections idle or dawdle than there are places, and so many minutes of mixed load with memory, failures
//! and a clean end. Everything is loopback and bounded.

use std::{
    fs,
    io::{self, BufRead as _, BufReader, Read as _, Write as _},
    net::TcpStream,
    path::Path,
    process::{Child, Command, Stdio},
    sync::{
        Mutex, PoisonError,
        atomic::{AtomicBool, AtomicU64, Ordering},
    },
    thread,
    time::{Duration, Instant},
};

use crate::Failure;

/// Proofs at once, and uniform jobs at once.
const HEAVY: usize = 8;
/// More connections than the server has places.
const IDLE: usize = 1_100;

/// What somebody at a board asks for.
const SHORT: [(&str, &str, &str); 3] = [
    (
        "play 1500",
        "play",
        r#"{"moves": ["e2e4", "e7e5", "g1f3", "b8c6", "f1b5", "a7a6", "b5a4", "g8f6", "e1g1", "f8e7", "f1e1", "b7b5"], "elo": 1500, "seed": 7}"#,
    ),
    (
        "explain",
        "explain",
        r#"{"constraint": "white (0,2,2,2,8) and opposite bishops"}"#,
    ),
    (
        "generate 1",
        "generate",
        r#"{"constraint": "white (0,2,2,2,8)", "count": 1, "seed": 7}"#,
    ),
];

/// What takes long.
const LONG: [(&str, &str); 2] = [
    (
        "prove",
        r#"{"input": "qqqqkqqq/qq6/8/8/8/8/QQ6/QQQQKQQQ w - - 0 1"}"#,
    ),
    (
        "generate",
        r#"{"constraint": "white (1,2,2,2,8)", "style": "uniform", "count": 200}"#,
    ),
];

/// What an hour is filled with besides.
const MIXED: [(&str, &str); 8] = [
    (
        "generate",
        r#"{"constraint": "white Q=0 and black Q=1", "count": 50, "seed": 3}"#,
    ),
    (
        "generate",
        r#"{"constraint": "rook endgame", "count": 2, "style": {"name": "human", "elo": "1500"}}"#,
    ),
    (
        "check",
        r#"{"input": "8/8/8/8/8/8/8/K1k4R w - - 0 1", "constraint": "white R=1"}"#,
    ),
    (
        "prove",
        r#"{"input": "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2"}"#,
    ),
    (
        "solve",
        r##"{"input": "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", "stipulation": "#1"}"##,
    ),
    ("threats", r#"{"moves": ["e2e4", "e7e5", "d1h5"]}"#),
    ("analyse", r#"{"moves": ["e2e4"], "seconds": 1}"#),
    ("generate", r#"{"constraint": "white quen=0"}"#),
];

struct Server {
    child: Child,
    port: u16,
}

impl Server {
    fn start(program: &Path) -> Result<Server, Failure> {
        let mut child = Command::new(program)
            .args(["serve", "--port", "0"])
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .map_err(|error| format!("{}: {error}", program.display()))?;
        let port = child
            .stdout
            .take()
            .and_then(|stdout| {
                BufReader::new(stdout)
                    .lines()
                    .find_map(|line| port(&line.ok()?))
            })
            .ok_or("the server does not say where it listens")?;
        Ok(Server { child, port })
    }

    /// Megabytes in use.
    fn memory(&self) -> u64 {
        let status = fs::read_to_string(format!("/proc/{}/status", self.child.id()));
        let line = status.unwrap_or_default();
        let line = line.lines().find(|line| line.starts_with("VmRSS:"));
        let kilobytes = line.and_then(|line| line.split_whitespace().nth(1)?.parse().ok());
        kilobytes.unwrap_or(0_u64) / 1024
    }

    /// Asks it to end, and whether it did so well.
    fn stop(mut self) -> Result<(), Failure> {
        let id = self.child.id().to_string();
        crate::run(Command::new("kill").args(["-TERM", &id]))?;
        let status = self.child.wait().map_err(|error| error.to_string())?;
        let mut told = String::new();
        if let Some(mut stderr) = self.child.stderr.take() {
            let _ = stderr.read_to_string(&mut told);
        }
        if told.contains("panicked") || !status.success() {
            return Err(format!("the server ended with {status}: {told}"));
        }
        Ok(())
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
    }
}

fn port(line: &str) -> Option<u16> {
    let (_, rest) = line.split_once("http://127.0.0.1:")?;
    let digits = rest.split(|c: char| !c.is_ascii_digit()).next()?;
    digits.parse().ok()
}

/// The status of an answer that was read to its end.
fn ask(port: u16, route: &str, body: &str, end: &AtomicBool) -> io::Result<u16> {
    let mut stream = TcpStream::connect(("127.0.0.1", port))?;
    stream.set_read_timeout(Some(Duration::from_millis(200)))?;
    let length = body.len();
    write!(
        stream,
        "POST /api/v1/{route} HTTP/1.1\r\nhost: 127.0.0.1:{port}\r\ncontent-type: application/json\r\n\
         content-length: {length}\r\nconnection: close\r\n\r\n{body}"
    )?;
    let mut answer = Vec::new();
    let mut buffer = [0; 65_536];
    while !end.load(Ordering::Relaxed) {
        match stream.read(&mut buffer) {
            Ok(0) => break,
            Ok(read) => answer.extend_from_slice(&buffer[..read.min(64)]),
            Err(error) if is_patience(&error) => {}
            Err(error) => return Err(error),
        }
    }
    let head = String::from_utf8_lossy(&answer);
    let status = head
        .split_whitespace()
        .nth(1)
        .and_then(|status| status.parse().ok());
    status.ok_or_else(|| io::Error::other("no status line"))
}

fn is_patience(error: &io::Error) -> bool {
    matches!(
        error.kind(),
        io::ErrorKind::WouldBlock | io::ErrorKind::TimedOut
    )
}

/// The times of a kind of request, in milliseconds.
fn told(name: &str, mut times: Vec<f64>) -> String {
    times.sort_by(f64::total_cmp);
    let at = |share: f64| times[((times.len() - 1) as f64 * share).round() as usize];
    format!(
        "{name:<12} {:>5} asked  median {:>7.1} ms  p99 {:>7.1} ms  longest {:>7.1} ms",
        times.len(),
        at(0.5),
        at(0.99),
        at(1.0)
    )
}

fn timed(port: u16, route: &str, body: &str) -> Result<f64, Failure> {
    let begun = Instant::now();
    match ask(port, route, body, &AtomicBool::new(false)) {
        Ok(200) => Ok(begun.elapsed().as_secs_f64() * 1000.0),
        Ok(status) => Err(format!("{route} {body} was answered with {status}")),
        Err(error) => Err(format!("{route} {body}: {error}")),
    }
}

/// Short requests, so many of each kind.
fn short_ones(port: u16, each: usize) -> Result<(), Failure> {
    for (name, route, body) in SHORT {
        let times = (0..each).map(|_| timed(port, route, body));
        println!("  {}", told(name, times.collect::<Result<_, _>>()?));
    }
    Ok(())
}

pub fn run(program: &Path, minutes: u64, each: usize) -> Result<(), Failure> {
    let server = Server::start(program)?;
    let port = server.port;
    println!("the server alone");
    short_ones(port, each)?;

    println!("beside {HEAVY} proofs and {HEAVY} uniform jobs");
    let end = AtomicBool::new(false);
    thread::scope(|scope| {
        for number in 0..2 * HEAVY {
            let (route, body) = LONG[number % 2];
            let end = &end;
            scope.spawn(move || {
                while !end.load(Ordering::Relaxed) {
                    let _ = ask(port, route, body, end);
                }
            });
        }
        thread::sleep(Duration::from_secs(2));
        let measured = short_ones(port, each);
        end.store(true, Ordering::Relaxed);
        measured
    })?;

    println!("beside {IDLE} idle connections and a slow client");
    let mut idle = Vec::new();
    for _ in 0..IDLE {
        idle.push(TcpStream::connect(("127.0.0.1", port)).map_err(|error| error.to_string())?);
    }
    let mut slow = TcpStream::connect(("127.0.0.1", port)).map_err(|error| error.to_string())?;
    let _ = write!(
        slow,
        "POST /api/v1/check HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-length: 900\r\n\r\n{{"
    );
    short_ones(port, each)?;
    drop((idle, slow));

    println!("{minutes} min of mixed load, {} MB before", server.memory());
    mixed(&server, minutes)?;
    server.stop()
}

/// Everything at once, over and over.
fn mixed(server: &Server, minutes: u64) -> Result<(), Failure> {
    let port = server.port;
    let (end, asked) = (AtomicBool::new(false), AtomicU64::new(0));
    let wrong = Mutex::new(Vec::new());
    let until = Instant::now() + Duration::from_secs(60 * minutes);
    let mut most = 0;
    thread::scope(|scope| {
        for client in 0..MIXED.len() + LONG.len() {
            let (end, asked, wrong) = (&end, &asked, &wrong);
            scope.spawn(move || {
                let (route, body) = *MIXED.iter().chain(&LONG).nth(client).unwrap_or(&MIXED[0]);
                let expected = if body.contains("quen") { 400 } else { 200 };
                while !end.load(Ordering::Relaxed) {
                    let answer = ask(port, route, body, end);
                    asked.fetch_add(1, Ordering::Relaxed);
                    if !end.load(Ordering::Relaxed)
                        && !matches!(answer, Ok(status) if status == expected)
                    {
                        let mut wrong = wrong.lock().unwrap_or_else(PoisonError::into_inner);
                        wrong.push(format!("{route} {body}: {answer:?}"));
                    }
                }
            });
        }
        while Instant::now() < until {
            thread::sleep(Duration::from_secs(1));
            most = most.max(server.memory());
        }
        end.store(true, Ordering::Relaxed);
    });
    let wrong = wrong.into_inner().unwrap_or_else(PoisonError::into_inner);
    let answered = asked.into_inner();
    println!(
        "  {answered} answers, {} wrong, {most} MB at most",
        wrong.len()
    );
    match wrong.first() {
        Some(first) => Err(format!("{} wrong answers, such as {first}", wrong.len())),
        None => Ok(()),
    }
}
