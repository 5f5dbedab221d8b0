//! Conversations: what is said, and what must be among the answers, in order.

#![expect(clippy::unwrap_used, reason = "what fails here is a failed test")]

use std::{
    collections::VecDeque,
    io::{BufReader, Read},
    sync::{Arc, Mutex, mpsc},
    time::{Duration, Instant},
};

use sissa_engine::uci::{self, Console, Heard};

/// Everything that is answered to some bytes.
fn answers(input: &[u8]) -> Vec<String> {
    let said = Arc::new(Mutex::new(Vec::new()));
    let hear = Arc::clone(&said);
    let begin = Instant::now();
    uci::run(
        input,
        Arc::new(move |line: &str| hear.lock().unwrap().push(line.to_owned())),
        Arc::new(move || begin.elapsed()),
    )
    .unwrap();
    said.lock().unwrap().clone()
}

/// A console on which everything has been said already.
struct Said {
    lines: Mutex<VecDeque<Heard>>,
    answers: Mutex<Vec<String>>,
    begin: Instant,
}

impl Console for Said {
    fn hear(&self, _wait: bool) -> Heard {
        self.lines.lock().unwrap().pop_front().unwrap_or(Heard::End)
    }
    fn put_back(&self, line: Heard) {
        self.lines.lock().unwrap().push_front(line);
    }
    fn say(&self, line: &str) {
        self.answers.lock().unwrap().push(line.to_owned());
    }
    fn clock(&self) -> Duration {
        self.begin.elapsed()
    }
}

/// What the session on one thread answers.
fn answers_alone(input: &[u8]) -> Vec<String> {
    let lines = String::from_utf8_lossy(input).into_owned();
    let console = Said {
        lines: Mutex::new(
            lines
                .lines()
                .map(|line| Heard::Line(line.to_owned()))
                .collect(),
        ),
        answers: Mutex::default(),
        begin: Instant::now(),
    };
    uci::run_alone(&console);
    console.answers.into_inner().unwrap()
}

/// Each line of a suite is `> said` or `< beginning of an answer`; answers come in this order, in both sessions.
fn check(conversation: &str) {
    check_with(conversation, answers);
    check_with(conversation, answers_alone);
}

/// What only the session with threads has.
fn check_large(conversation: &str) {
    check_with(conversation, answers);
}

fn check_with(conversation: &str, answers: fn(&[u8]) -> Vec<String>) {
    let said: Vec<&str> = conversation
        .lines()
        .filter_map(|line| line.strip_prefix("> "))
        .collect();
    let found = answers(said.join("\n").as_bytes());
    let mut rest = found.iter();
    for expected in conversation
        .lines()
        .filter_map(|line| line.strip_prefix("< "))
    {
        assert!(
            rest.any(|line| line.starts_with(expected)),
            "no `{expected}` in\n{}",
            found.join("\n")
        );
    }
}

#[test]
fn it_introduces_itself() {
    check(
        "> uci\n< id name Sissa\n< option name Hash type spin default\n< option name MultiPV\n\
         < option name Move Overhead\n< uciok\n> isready\n< readyok\n> quit",
    );
    check_large(
        "> uci\n< id name Sissa\n< option name Hash type spin default 16 min 1\n< option name Threads\n\
         < option name MultiPV\n< option name Ponder\n< option name UCI_ShowWDL\n\
         < option name UCI_LimitStrength\n< option name UCI_Elo\n< option name Eval type combo\n\
         < option name EvalFile\n< option name SyzygyPath\n< option name BookFile\n\
         < option name Move Overhead\n< uciok\n> isready\n< readyok\n> quit",
    );
}

#[test]
fn every_limit_of_go_is_obeyed() {
    check("> position startpos moves e2e4 e7e5\n> go depth 4\n< info depth 4\n< bestmove");
    check("> go nodes 2000\n< bestmove");
    check("> go movetime 20\n< bestmove");
    check("> go wtime 300 btime 300 winc 0 binc 0 movestogo 10\n< bestmove");
    check("> go wtime -50 btime 1\n< bestmove");
    check("> go searchmoves a2a3 h2h3 depth 3\n< info depth 3\n< bestmove");
    check("> position fen 6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1\n> go mate 1\n< bestmove a1a8");
    check("> go infinite\n> stop\n< bestmove");
    check("> go ponder wtime 100 btime 100\n> ponderhit\n< bestmove");
    check("> go ponder depth 2\n> stop\n< bestmove");
    check("> go perft 3\n< a2a3: 380\n< Nodes searched: 8902");
    check("> go\n> isready\n< readyok\n< bestmove\n> quit");
}

#[test]
fn options_do_what_they_say() {
    check("> setoption name MultiPV value 3\n> go depth 3\n< info depth 3 seldepth\n< bestmove");
    let found = answers(b"setoption name MultiPV value 3\ngo depth 3\n");
    assert!(found.iter().any(|line| line.contains(" multipv 3 ")));
    let found = answers(b"setoption name UCI_ShowWDL value true\ngo depth 3\n");
    assert!(found.iter().any(|line| line.contains(" wdl ")));
    check(
        "> setoption name UCI_LimitStrength value true\n> setoption name UCI_Elo value 1000\n> go movetime 5000\n< bestmove",
    );
    check(
        "> setoption name Hash value 1\n> setoption name Threads value 2\n> go depth 5\n< bestmove",
    );
    check("> setoption name Eval value handcrafted\n> go depth 3\n< bestmove");
    check("> setoption name Hash value x\n< info string error: Hash takes a number from 1");
    check_large(
        "> setoption name EvalFile value /no/such\n< info string error: cannot read `/no/such`",
    );
    check_large(
        "> setoption name BookFile value /no/such\n< info string error: cannot read the book",
    );
    check_large(
        "> setoption name SyzygyPath value /no/such\n< info string error: cannot read tablebases",
    );
    check("> setoption name Nonsense value 3\n< info string error: there is no option `Nonsense`");
}

#[test]
fn finished_games_have_no_move() {
    check(
        "> position fen 7k/5QQ1/8/8/8/8/8/K7 b - - 0 1\n> go depth 3\n< info depth 0 score mate 0\n< bestmove 0000",
    );
    check(
        "> position fen 7k/5K2/6Q1/8/8/8/8/8 b - - 0 1\n> go movetime 10\n< info depth 0 score cp 0\n< bestmove 0000",
    );
}

#[test]
fn nonsense_is_answered_and_changes_nothing() {
    check("> hello\n< info string error: unknown command `hello`\n> isready\n< readyok");
    check(
        "> position fen nonsense\n< info string error: `nonsense` is not a FEN\n> go depth 1\n< bestmove",
    );
    check("> position startpos moves e2e5\n< info string error: `e2e5` is not a legal move there");
    check(
        "> position fen 8/8/8/8/8/8/8/8 w - - 0 1\n< info string error: `8/8/8/8/8/8/8/8 w - - 0 1` is not a possible position",
    );
    check("> go depth\n< info string error: `depth` needs a number");
    check("> position\n< info string error: position needs\n> go wtime x\n< info string error");
    check(
        "> stop\n> ponderhit\n> setoption\n< info string error: setoption needs `name`\n> isready\n< readyok",
    );
}

#[test]
fn any_bytes_are_survived() {
    let mut state = 1u64;
    for round in 0..60 {
        let mut input = Vec::new();
        for _ in 0..round * 13 {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            let words: [&[u8]; 12] = [
                b"go ",
                b"position ",
                b"fen ",
                b"startpos ",
                b"moves ",
                b"e2e4 ",
                b"depth 2",
                b"\n",
                b"setoption name ",
                b"value ",
                b"searchmoves ",
                b"0000 ",
            ];
            match state >> 60 {
                choice @ 0..12 => input.extend(words[choice as usize]),
                _ => input.push((state >> 33) as u8),
            }
        }
        // Nothing may run for ever: the end of the input stops it.
        input.extend(b"\nstop\nisready\n");
        for found in [answers(&input), answers_alone(&input)] {
            assert!(found.iter().any(|line| line == "readyok"), "round {round}");
        }
    }
    let long = vec![b'x'; 3 << 20];
    assert_eq!(answers(&long).len(), 1);
}

/// Input that comes when the test says so.
struct Typed(mpsc::Receiver<Vec<u8>>, Vec<u8>);

impl Read for Typed {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        if self.1.is_empty() {
            self.1 = self.0.recv().unwrap_or_default();
        }
        let count = self.1.len().min(buffer.len());
        buffer[..count].copy_from_slice(&self.1[..count]);
        self.1.drain(..count);
        Ok(count)
    }
}

#[test]
fn a_search_without_end_answers_only_when_stopped() {
    let (typing, typed) = mpsc::channel();
    let (telling, told) = mpsc::channel();
    let telling = Mutex::new(telling);
    let talk = std::thread::spawn(move || {
        uci::run(
            BufReader::new(Typed(typed, Vec::new())),
            Arc::new(move |line: &str| drop(telling.lock().unwrap().send(line.to_owned()))),
            Arc::new(|| Duration::ZERO),
        )
    });
    // A mate is found at once, and still there is no answer before `stop`.
    let say = |text: &str| typing.send(text.as_bytes().to_vec()).unwrap();
    say("position fen 6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1\ngo infinite\nisready\n");
    loop {
        let line = told.recv().unwrap();
        assert!(!line.starts_with("bestmove"), "{line}");
        if line == "readyok" {
            break;
        }
    }
    say("stop\n");
    while !told.recv().unwrap().starts_with("bestmove a1a8") {}
    say("quit\n");
    talk.join().unwrap().unwrap();
}

#[test]
fn memory_that_cannot_be_had_is_an_answer() {
    // More than any machine lends: refused before anything is touched.
    let mut engine = sissa_engine::Engine::new(sissa_engine::Options::default());
    assert_eq!(engine.set_hash(1 << 40), Err(16));
    assert_eq!(engine.set_hash(1), Ok(()));
}

#[test]
fn moves_that_cannot_be_played_are_not_searched() {
    check(
        "> position startpos\n> go depth 2 searchmoves a1a8\n< info string error: not every move\n\
         < bestmove 0000\n> go depth 2 searchmoves a1a8 a2a3\n< info string error: not every move\n\
         < bestmove a2a3",
    );
}

#[cfg(unix)]
#[test]
fn a_device_is_no_file() {
    check_large(
        "> setoption name EvalFile value /dev/zero\n< info string error: cannot read `/dev/zero`: it is a device\n\
         > setoption name BookFile value /dev/zero\n< info string error: cannot read the book `/dev/zero`: it is a device\n\
         > isready\n< readyok",
    );
}

#[test]
fn a_line_too_long_is_passed_over_whole() {
    // Cut at its limit, it would be a move of the game before.
    let moves = " g1f3 g8f6 f3g1 f6g8".repeat(60_000);
    let input = format!("position startpos moves{moves}\nposition startpos moves e2e4\nd\n");
    let found = answers(input.as_bytes());
    assert_eq!(
        found[0],
        "info string error: a line longer than 1 MiB is passed over"
    );
    assert!(
        found.iter().any(|line| line.contains("4P3/8/PPPP1PPP")),
        "{found:?}"
    );
}

#[test]
fn nothing_said_turns_the_answer_around() {
    for said in [
        "\u{202e}abc",
        "go depth \u{202e}",
        "setoption name \u{202e} value 1",
        "position fen \u{202e}",
    ] {
        for line in answers(said.as_bytes()) {
            assert!(!line.chars().any(sissa_game::disturbs), "{line:?}");
        }
    }
}
