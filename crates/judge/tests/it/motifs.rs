//! Motifs of lines made for them: `motifs.txt`.

use shakmaty::{Position as _, uci::UciMove};
use sissa_judge::{Effort, Judge, Line, MOTIFS, Question, motif};

use crate::common::position;

const SUITE: &str = include_str!("../motifs.txt");

fn line_of(fen: &str, moves: &str) -> Line {
    let mut start = position(fen);
    let mut words: Vec<&str> = moves.split(' ').collect();
    let read = |word: &str| word.parse::<UciMove>().unwrap();
    let before = start.clone();
    let led_by = words[0].strip_prefix('[').map(|word| {
        let m = read(word.trim_end_matches(']')).to_move(&before).unwrap();
        start.play_unchecked(m);
        m
    });
    if led_by.is_some() {
        words.remove(0);
    }
    let words: Vec<UciMove> = words.into_iter().map(read).collect();
    let line = Line::of_uci(&start, &words).unwrap_or_else(|| panic!("{fen} {moves}"));
    match led_by {
        Some(m) => line.led_by(&before, m).unwrap(),
        None => line,
    }
}

#[test]
fn motifs_are_found_where_they_are_and_only_there() {
    let mut judge = Judge::new();
    let question = Question {
        nodes: 5000,
        lines: 1,
    };
    let (mut seen, mut wrong) = (Vec::new(), Vec::new());
    for row in SUITE.lines().filter(|row| !row.starts_with('#')) {
        let fields: Vec<&str> = row.split('|').map(str::trim).collect();
        let [fen, moves, has, has_not] = fields[..] else {
            panic!("{row}");
        };
        let line = line_of(fen, moves);
        for (names, expected) in [(has, true), (has_not, false)] {
            for name in names.split(", ") {
                let motif = motif(name).unwrap_or_else(|| panic!("no motif {name}"));
                let told = motif.holds_judged(&line, &mut judge, question, &Effort::unlimited());
                if told != Some(expected) {
                    wrong.push(format!("{name} is not {expected}: {fen} {moves}"));
                }
                if expected {
                    seen.push(motif.name);
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    let unseen = MOTIFS.iter().filter(|motif| !seen.contains(&motif.name));
    assert!(unseen.count() < 20);
}

#[test]
fn a_line_must_be_legal() {
    let start = position("r3k3/8/8/1N6/8/8/8/4K3 w - - 0 1");
    let words = ["b5c7", "e8e7", "c7a7"].map(|word| word.parse::<UciMove>().unwrap());
    assert!(Line::of_uci(&start, &words).is_none());
    assert!(Line::new(&start, &[]).is_none());
    let m = words[0].to_move(&start).unwrap();
    let line = Line::new(&start, &[m]).unwrap();
    // A move that leads somewhere else.
    assert!(line.led_by(&start, m).is_none());
}
