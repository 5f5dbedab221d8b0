//! Sessions of UCI.

use std::{
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};

use sissa_engine::uci;

/// Whatever is said, the session ends, and every search answers with one move.
pub fn uci(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let mut input = String::from("setoption name Hash value 1\n");
    let mut searches = 0;
    for line in text.lines() {
        let mut words = line.split_whitespace();
        let first = words.next().unwrap_or_default();
        // A file or a large table is not what is looked for here.
        if first == "setoption" || first == "bench" {
            continue;
        }
        if first == "quit" {
            break;
        }
        if words.any(|word| word == "go") || first == "go" {
            // The limit that counts: a fuzzer has no time for `infinite`.
            let rest: Vec<&str> = line
                .split_whitespace()
                .filter(|word| *word != "go")
                .take(8)
                .collect();
            input.push_str(&format!("go nodes 50 {} nodes 50\nstop\n", rest.join(" ")));
            searches += 1;
        } else {
            input.push_str(line);
            input.push('\n');
        }
    }
    let said = Arc::new(Mutex::new(0));
    let hear = Arc::clone(&said);
    let sink = Arc::new(move |line: &str| {
        if line.starts_with("bestmove ") {
            *hear.lock().unwrap_or_else(PoisonError::into_inner) += 1;
        }
    });
    let ended = uci::run(input.as_bytes(), sink, Arc::new(|| Duration::ZERO));
    assert!(ended.is_ok());
    let answers = *said.lock().unwrap_or_else(PoisonError::into_inner);
    assert!(
        answers <= searches,
        "{answers} answers to {searches} searches"
    );
}
