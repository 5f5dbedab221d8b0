//! One product under both front ends: a stream of the server without progress is what the command prints
//! with `-f jsonl`, byte for byte, whatever is asked for and however it ends.

use std::{
    io::{BufRead as _, BufReader, Read as _, Write as _},
    net::TcpStream,
    process::{Child, Stdio},
};

use proptest::{
    prelude::*,
    test_runner::{Config, TestRunner},
};
use serde_json::{Value, json};

use crate::common::{Outcome, command, fed, run_in, sissa};

/// A running `sissa serve`, ended when dropped.
pub struct Server {
    pub child: Child,
    address: String,
}

impl Server {
    pub fn start() -> Server {
        Server::with(&[])
    }

    fn with(more: &[&str]) -> Server {
        let folder = std::env::temp_dir();
        let mut child = command(&folder, &["serve", "--port", "0", "-q"])
            .args(more)
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

    /// The status and the body of an answer.
    pub fn post(&self, path: &str, body: &str) -> (u16, String) {
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
        let (head, body) = answer.split_once("\r\n\r\n").unwrap();
        let status = head.split(' ').nth(1).unwrap().parse().unwrap();
        (status, body.to_owned())
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The same request of the server and of the command; positions of `input` go to standard input where
/// they are several lines.
#[track_caller]
fn same(server: &Server, route: &str, body: &Value, arguments: &[&str]) {
    let path = format!("/api/v1/{route}");
    let (status, served) = server.post(&path, &body.to_string());
    let printed = printed(route, body, arguments);
    if printed.exit == 2 && printed.text().is_empty() {
        // A request that cannot be carried out: the same words.
        assert!((400..500).contains(&status), "{body}: {status}");
        let error: Value = serde_json::from_str(&served).unwrap();
        let message = format!("error: {}\n", error["message"].as_str().unwrap());
        assert!(
            printed.stderr.starts_with(&message),
            "{body}: {message}{}",
            printed.stderr
        );
        if let Some(hint) = error["hint"].as_str() {
            assert!(
                printed.stderr.contains(&format!("hint: {hint}\n")),
                "{body}: {hint}"
            );
        }
        return;
    }
    assert_eq!((status, served.as_str()), (200, printed.text()), "{body}");
    let last: Value = serde_json::from_str(served.lines().last().unwrap()).unwrap();
    assert_eq!(last["exit"], printed.exit, "{body}");
}

fn printed(route: &str, body: &Value, arguments: &[&str]) -> Outcome {
    let input = body["input"].as_str().unwrap_or("");
    let mut all = vec![route];
    if input.contains('\n') {
        all.push("-");
    } else if !input.is_empty() {
        all.push(input);
    }
    all.extend(["-f", "jsonl", "--no-progress"]);
    all.extend(arguments);
    if input.contains('\n') {
        fed(&all, input.as_bytes())
    } else {
        sissa(&all)
    }
}

#[test]
fn good_impossible_malformed_and_cut_off_requests_of_every_style() {
    let server = Server::start();
    let check = |body: Value, arguments: &[&str]| same(&server, "generate", &body, arguments);
    let tuple = "white (0,2,2,2,8)";
    // Good.
    check(
        json!({"constraint": tuple, "count": 20, "seed": 7}),
        &[tuple, "-n", "20", "-s", "7"],
    );
    for style in ["direct", "uniform", "neural", "human"] {
        let asked = if style == "uniform" { "KRvK" } else { tuple };
        let flags = [asked, "-n", "2", "--style", style];
        check(
            json!({"constraint": asked, "count": 2, "style": style}),
            &flags,
        );
    }
    check(
        json!({"constraint": "elo 1400..1600 and white Q=0", "count": 2}),
        &["elo 1400..1600 and white Q=0", "-n", "2"],
    );
    check(
        json!({"style": {"name": "human", "elo": ">=2000", "moment": "first", "particles": 8}}),
        &["--elo", ">=2000", "--moment", "first", "--particles", "8"],
    );
    check(
        json!({"constraint": tuple, "style": {"name": "neural", "network": "near", "depth": 1}}),
        &[tuple, "--network", "near", "--depth", "1"],
    );
    check(
        json!({"preset": ["iqp", "opposite-castling"], "constraint": "not check", "count": 3, "skip": 5, "unique": "exact"}),
        &[
            "not check",
            "-p",
            "iqp",
            "-p",
            "opposite-castling",
            "-n",
            "3",
            "--skip",
            "5",
            "--unique",
        ],
    );
    check(
        json!({"constraint": "checkmate", "shortest": true}),
        &["checkmate", "--shortest"],
    );
    check(
        json!({"constraint": "white Q=0", "from": "1. e4 c5", "unique": "mirror", "max_plies": 90}),
        &[
            "white Q=0",
            "--from",
            "1. e4 c5",
            "--unique=mirror",
            "--max-plies",
            "90",
        ],
    );
    // Impossible.
    check(json!({"constraint": "white P=9"}), &["white P=9"]);
    check(
        json!({"constraint": "white P=9", "style": "uniform"}),
        &["white P=9", "--style", "uniform"],
    );
    check(
        json!({"constraint": "elo 1500 and white Q=3 P=8"}),
        &["elo 1500 and white Q=3 P=8"],
    );
    check(
        json!({"constraint": "checkmate", "shortest": true, "max_plies": 3}),
        &["checkmate", "--shortest", "--max-plies", "3"],
    );
    // Malformed, or not for this style.
    for constraint in ["white Q=", "eval 3..4", "elo 9000", ""] {
        check(json!({"constraint": constraint}), &[constraint]);
    }
    check(json!({"preset": "iqpp"}), &["-p", "iqpp"]);
    check(
        json!({"constraint": "KRvK", "style": "neural"}),
        &["KRvK", "--style", "neural"],
    );
    check(
        json!({"constraint": "white castled kingside", "style": "uniform"}),
        &["white castled kingside", "--style", "uniform"],
    );
    check(
        json!({"constraint": "KvK", "from": "1. e5"}),
        &["KvK", "--from", "1. e5"],
    );
    check(
        json!({"constraint": tuple, "style": "neural", "shortest": true}),
        &[tuple, "--style", "neural", "--shortest"],
    );
    // Cut off.
    check(
        json!({"constraint": "KvK", "count": 2, "nodes": 10}),
        &["KvK", "-n", "2", "--nodes", "10"],
    );
    check(
        json!({"constraint": "KRvK", "count": 2, "nodes": 1, "style": "uniform"}),
        &["KRvK", "-n", "2", "--nodes", "1", "--style", "uniform"],
    );
    for style in ["direct", "uniform", "neural", "human"] {
        let asked = if style == "uniform" { "KRvK" } else { tuple };
        check(
            json!({"constraint": asked, "count": 5, "total_timeout": 1e-9, "style": style}),
            &[
                asked,
                "-n",
                "5",
                "--total-timeout",
                "0.000000001",
                "--style",
                style,
            ],
        );
    }
    check(
        json!({"constraint": "ply 0", "count": 2, "unique": "exact"}),
        &["ply 0", "-n", "2", "--unique"],
    );
}

#[test]
fn verdicts_on_one_and_many_positions() {
    let server = Server::start();
    let many = "8/8/8/8/8/8/8/KRk5\nnonsense\n4k3/8/8/8/8/8/4Q3/3K4 w - - 0 1\n8/8/2k5/8/8/3K4/5P1P/6B1 b - - 0 1\n";
    let check = |body: Value, arguments: &[&str]| same(&server, "check", &body, arguments);
    for (input, constraint) in [
        ("4k3/8/8/8/8/8/4Q3/3K4 b - - 0 1", "white Q=0 and check"),
        ("4k3/8/8/8/8/8/4Q3/3K4 w - - 0 1", "white Q=1"),
        ("8/8/8/8/8/8/8/KRk5", "black to move"),
        ("e4 e5 Nf3", "white N=2"),
        ("4k3/8/8/8/8/8/8/4K2R w K - 0 1", "white castled kingside"),
        ("4k3/8/8/8/8/8/8/4K2R", "white castling kingside"),
        (many, "white Q=1"),
        ("nonsense", "white Q=1"),
        ("e4 e5", "white Q="),
        ("e4 e5", "eval 1..2"),
    ] {
        let body = json!({"input": input, "constraint": constraint});
        check(body, &["-c", constraint]);
        let body = json!({"input": input, "constraint": constraint, "findings": true});
        check(body, &["-c", constraint, "--findings"]);
    }
    check(
        json!({"input": "e4 e5 Nf3 Nc6 Bb5", "constraint": "white to move", "every": true}),
        &["-c", "white to move", "--every"],
    );
    check(json!({"input": "e4 e5", "every": true}), &["--every"]);
    check(json!({"input": many, "retro": true}), &["--retro"]);
    check(json!({"input": many, "nodes": 50}), &["--nodes", "50"]);
    check(json!({"input": many, "preset": "iqp"}), &["-p", "iqp"]);

    let prove = |body: Value, arguments: &[&str]| same(&server, "prove", &body, arguments);
    prove(json!({"input": many}), &[]);
    prove(json!({"input": "nonsense"}), &[]);
    prove(
        json!({"input": "8/8/8/8/8/8/8/KRk5", "seed": 3}),
        &["-s", "3"],
    );
    prove(
        json!({"input": "rnbqkbnr/p1pppppQ/1p6/8/4P3/8/PPPP1PPP/RNB1KBNR", "plies": 5, "all": true}),
        &["--plies", "5", "--all"],
    );
    prove(
        json!({"input": "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR", "shortest": true}),
        &["--shortest"],
    );
    prove(
        json!({"input": "8/4bBn1/K2p1RRp/1n4pR/2Q3PP/5Nbp/1rN2rp1/1q1k1q2 w - - 0 1", "nodes": 10}),
        &["--nodes", "10"],
    );
    prove(
        json!({"input": many, "total_timeout": 1e-9}),
        &["--total-timeout", "0.000000001"],
    );

    let retro = |body: Value, arguments: &[&str]| same(&server, "retro", &body, arguments);
    let double_step = "kN6/pp6/2P1P3/2KpP3/8/8/8/8 w";
    retro(
        json!({"input": double_step, "games": true, "seed": 3}),
        &["--games", "-s", "3"],
    );
    retro(json!({"input": many, "nodes": 50}), &["--nodes", "50"]);
    retro(json!({"input": "nonsense"}), &[]);

    let review = |body: Value, arguments: &[&str]| same(&server, "review", &body, arguments);
    let games = "1. f3 e5 2. g4 Qh4# 0-1\n\n1. e4 e5 2. Ke3 *\n\n1. d4 d5 *\n";
    review(
        json!({"input": games, "nodes": 500, "report": true, "thresholds": "lichess", "elo": 1200}),
        &[
            "--nodes",
            "500",
            "--report",
            "--thresholds",
            "lichess",
            "--elo",
            "1200",
        ],
    );
    review(
        json!({"input": "e4 e5 Nf3", "nodes": 300, "lines": 2, "side": "white"}),
        &["--nodes", "300", "--lines", "2", "--side", "white"],
    );
    review(json!({"input": "nonsense"}), &[]);
}

#[test]
fn explanations() {
    let server = Server::start();
    for constraint in ["any side bishop pair and other N=2", "white P=9", "KRPvKR"] {
        let (_, served) = server.post(
            "/api/v1/explain",
            &json!({"constraint": constraint}).to_string(),
        );
        let served: Value = serde_json::from_str(&served).unwrap();
        let outcome = sissa(&["explain", constraint, "-f", "json"]);
        let printed: Value = serde_json::from_str(outcome.text()).unwrap();
        assert_eq!(served, printed);
    }
    let (status, served) = server.post("/api/v1/explain", r#"{"constraint": "white Z=1"}"#);
    let error: Value = serde_json::from_str(&served).unwrap();
    let outcome = sissa(&["explain", "white Z=1"]);
    assert_eq!((status, outcome.exit), (400, 2));
    assert!(outcome.stderr.contains(error["message"].as_str().unwrap()));
}

/// A request and the flags that say the same.
fn requests() -> impl Strategy<Value = (Value, Vec<String>)> {
    let constraint = prop::sample::select(vec![
        "white Q=0",
        "white (1,2,2,1,7)",
        "KRPvKR",
        "total Q=0 and not check",
        "black castled kingside",
        "elo 1200..1400 and white Q=0",
        "white P=9",
        "white Q=0 and nonsense",
        "opposite bishops",
    ]);
    let style = prop::option::of(prop::sample::select(vec!["direct", "uniform", "human"]));
    let unique = prop::option::of(prop::sample::select(vec!["exact", "mirror"]));
    let numbers = (1_u64..5, 0_u64..1_000, 0_u64..50);
    let limits = (1_u64..20_000, prop::option::of(20_u32..200));
    (constraint, style, unique, numbers, limits).prop_map(
        |(constraint, style, unique, (count, seed, skip), (nodes, plies))| {
            let mut body =
                json!({"constraint": constraint, "count": count, "seed": seed, "skip": skip});
            let mut flags = vec![constraint.to_owned()];
            let mut both = |field: &str, flag: &str, value: Value| {
                let text = value
                    .as_str()
                    .map_or_else(|| value.to_string(), str::to_owned);
                flags.push(format!("--{flag}={text}"));
                body[field] = value;
            };
            both("count", "count", count.into());
            both("seed", "seed", seed.into());
            both("skip", "skip", skip.into());
            if let Some(style) = style {
                both("style", "style", style.into());
            }
            if let Some(unique) = unique {
                both("unique", "unique", unique.into());
            }
            both("nodes", "nodes", nodes.into());
            if let Some(plies) = plies {
                both("max_plies", "max-plies", plies.into());
            }
            (body, flags)
        },
    )
}

#[test]
fn any_request() {
    let server = Server::start();
    let config = Config {
        cases: 32,
        failure_persistence: None,
        ..Config::default()
    };
    let outcome = TestRunner::new(config).run(&requests(), |(body, flags)| {
        let flags: Vec<&str> = flags.iter().map(String::as_str).collect();
        same(&server, "generate", &body, &flags);
        Ok(())
    });
    outcome.unwrap();
}

#[test]
fn the_last_word_of_an_analysis() {
    let server = Server::start();
    let mate = "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1";
    for (body, arguments) in [
        (
            json!({"start_fen": mate, "nodes": 5000, "lines": 2}),
            vec!["analyse", mate, "--nodes", "5000", "--lines", "2"],
        ),
        (json!({"nodes": 3000}), vec!["analyse", "--nodes", "3000"]),
    ] {
        let (status, served) = server.post("/api/v1/analyse", &body.to_string());
        let printed = sissa(&[arguments.as_slice(), &["-f", "jsonl"]].concat());
        assert_eq!((status, printed.exit), (200, 0), "{body}");
        assert_eq!(served.lines().last(), printed.text().lines().last());
    }
}

#[test]
fn puzzles_to_order() {
    let server = Server::start();
    let body = json!({"constraint": "mate in 1..2 and men<=6", "count": 2, "seed": 3});
    let (status, served) = server.post("/api/v1/puzzles", &body.to_string());
    let asked = "mate in 1..2 and men<=6";
    let flags = [
        "puzzles", "make", asked, "-n", "2", "-s", "3", "-f", "jsonl",
    ];
    let printed = sissa(&flags);
    assert_eq!((status, printed.exit), (200, 0), "{}", printed.stderr);
    assert_eq!(served, printed.text());
    let (status, served) = server.post("/api/v1/puzzles", r#"{"theme": "frok"}"#);
    assert_eq!(status, 400);
    assert!(served.contains("did you mean `fork`?"), "{served}");
}

#[test]
fn the_imported_games_of_the_server() {
    let folder = tempfile::tempdir().unwrap();
    let run = |words: &[&str]| run_in(folder.path(), words, b"");
    std::fs::write(folder.path().join("a.pgn"), GAMES).unwrap();
    assert_eq!(run(&["games", "import", "a.pgn", "-o", "games"]).exit, 0);
    let games = folder.path().join("games");
    let server = Server::with(&["--games", games.to_str().unwrap()]);
    let same = |route: &str, body: Value, flags: &[&str]| {
        let (status, served) = server.post(&format!("/api/v1/{route}"), &body.to_string());
        let printed = run(&[&["games"], flags, &["-f", "jsonl"]].concat());
        assert_eq!(status, 200, "{served}");
        assert_eq!(served, printed.text(), "{body}");
        served
    };
    let found = same(
        "find",
        json!({"constraint": "mate", "count": 1000}),
        &["find", "mate", "-n", "1000"],
    );
    assert_eq!(found.matches(r#""type":"position""#).count(), 2);
    let moves = "1. e4 e5 2. Qh5 Ke7";
    same(
        "similar",
        json!({"game": moves, "count": 2}),
        &["similar", moves, "-n", "2"],
    );
    let fen = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1";
    same(
        "similar",
        json!({"game": fen, "count": 1}),
        &["similar", fen, "-n", "1"],
    );
    // The report is for people on the command line; its figures are the same.
    let (status, report) = server.post("/api/v1/report", r#"{"constraints": ["mate"]}"#);
    let report: Value = serde_json::from_str(&report).unwrap();
    assert_eq!((status, &report["games"]), (200, &json!(3)));
    let figure = &report["constraints"][0];
    assert_eq!(
        (&figure["satisfied"], &figure["results"]["won"]),
        (&json!(2), &json!(1))
    );
    assert_eq!(figure["plies"], json!([0, 0, 0, 0, 1, 1]));
    // Nobody chooses another folder, and a server without games says what to do.
    let (status, refused) =
        server.post("/api/v1/find", r#"{"constraint": "mate", "games": "/etc"}"#);
    assert_eq!(status, 400, "{refused}");
    let (status, none) = Server::start().post("/api/v1/find", r#"{"constraint": "mate"}"#);
    assert_eq!(status, 422);
    assert!(none.contains("sissa serve --games"), "{none}");
    let missing = sissa(&["serve", "--port", "0", "--games", "nowhere"]);
    assert_eq!(missing.exit, 2);
    assert!(
        missing.stderr.contains("sissa games import"),
        "{}",
        missing.stderr
    );
}

const GAMES: &str = "\
[Result \"0-1\"]

1. f3 e5 2. g4 Qh4# 0-1

[Result \"1-0\"]

1. e4 e5 2. Qh5 Ke7 3. Qxe5# 1-0

[Result \"1/2-1/2\"]

1. e4 e5 2. Nf3 1/2-1/2
";
