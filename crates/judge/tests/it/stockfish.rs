//! The solver against Stockfish, where it is installed: its mates are sound, though it may miss some.

use std::{
    io::{BufRead as _, BufReader, Write as _},
    process::Stdio,
};

use sissa_judge::{Effort, Shortest, Solver, Stipulation};

use crate::common::{fen, scattered};

#[test]
fn stockfish_finds_the_same_mates() {
    let Some(mut program) = sissa_peers::stockfish() else {
        return;
    };
    let mut peer = program
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = peer.stdin.take().unwrap();
    let mut output = BufReader::new(peer.stdout.take().unwrap()).lines();
    let mut solver = Solver::new();
    let (mut mates, mut same) = ([0; 4], 0);
    for chess in scattered(8, 5..=9).take(200) {
        let fen = fen(&chess);
        writeln!(input, "ucinewgame\nposition fen {fen}\ngo nodes 60000").unwrap();
        let mut theirs = None;
        loop {
            let line = output.next().unwrap().unwrap();
            if line.starts_with("bestmove") {
                break;
            }
            if let Some((_, rest)) = line.split_once(" score ") {
                let words: Vec<&str> = rest.split(' ').collect();
                theirs = (words[0] == "mate").then(|| words[1].parse::<i32>().unwrap());
            }
        }
        let ours = solver.shortest(&chess, Stipulation::mate(3), &Effort::unlimited());
        match ours {
            Shortest::In(moves) => {
                mates[moves as usize] += 1;
                // It may overlook one or settle for a longer one; a shorter one cannot be.
                let shorter = theirs.is_some_and(|theirs| (1..moves as i32).contains(&theirs));
                assert!(!shorter, "{fen}: {theirs:?}, ours {moves}");
                same += usize::from(theirs == Some(moves as i32));
            }
            _ => assert!(
                theirs.is_none_or(|moves| !(1..=3).contains(&moves)),
                "{fen}"
            ),
        }
    }
    writeln!(input, "quit").unwrap();
    peer.wait().unwrap();
    let all: usize = mates.iter().sum();
    assert!(10 * same >= 9 * all, "{same} of {all}");
    assert!(mates[1..].iter().all(|count| *count > 5), "{mates:?}");
}
