//! How well our motifs agree with Lichess' tags: precision, recall and F1 of each.
//!
//! `cargo run --release -p sissa-judge --example motifs -- PUZZLES.csv [even|odd]`, in the format of Lichess' puzzles.
//! With a third word, the tag of a motif, it lists puzzles where we disagree.
#![expect(clippy::print_stdout, reason = "it prints a table")]

use std::{cmp::Reverse, env, error::Error};

use sissa_judge::{Effort, Judge, MOTIFS, Motif, Question};

#[expect(dead_code, reason = "other programs need the rest")]
mod puzzle_file;

/// Tags that do not depend on the line, or say no more than its length, its worth and whether it mates.
const OF_THE_POSITION: &[&str] = &[
    "mate",
    "mateIn1",
    "mateIn2",
    "mateIn3",
    "mateIn4",
    "mateIn5",
    "oneMove",
    "short",
    "long",
    "veryLong",
    "opening",
    "middlegame",
    "endgame",
    "pawnEndgame",
    "queenEndgame",
    "rookEndgame",
    "bishopEndgame",
    "knightEndgame",
    "queenRookEndgame",
    "crushing",
    "advantage",
    "equality",
];
/// How many of the commonest motifs count for the mean.
const COMMONEST: usize = 20;
const QUESTION: Question = Question {
    nodes: 10_000,
    lines: 1,
};

#[derive(Clone, Copy, Default)]
struct Count {
    both: usize,
    ours: usize,
    theirs: usize,
}

impl Count {
    fn f1(self) -> f64 {
        2.0 * self.both as f64 / (self.ours + self.theirs).max(1) as f64
    }

    fn row(self, name: &str) -> String {
        let share = |of: usize| self.both as f64 / of.max(1) as f64;
        let (precision, recall) = (share(self.ours), share(self.theirs));
        let (ours, theirs, f1) = (self.ours, self.theirs, self.f1());
        format!("{name:24} {theirs:>6} {ours:>6} {precision:>9.3} {recall:>7.3} {f1:>6.3}")
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let path = arguments.first().ok_or("a file of puzzles is needed")?;
    let half = arguments.get(1).map_or("all", String::as_str);
    let shown = arguments.get(2).map_or("", String::as_str);
    let (offset, step) = match half {
        "even" => (0, 2),
        "odd" => (1, 2),
        _ => (0, 1),
    };
    let mut counts = vec![Count::default(); MOTIFS.len()];
    let mut judge = Judge::new();
    for mut puzzle in puzzle_file::read(path)?
        .into_iter()
        .skip(offset)
        .step_by(step)
    {
        if !puzzle.line.mates() {
            let value = judge.value(puzzle.line.end(), QUESTION, &Effort::unlimited());
            puzzle.line.worth = value.map(|value| value.worth);
        }
        for (motif, count) in MOTIFS.iter().zip(&mut counts) {
            let ours = motif.holds_judged(&puzzle.line, &mut judge, QUESTION, &Effort::unlimited());
            let (ours, theirs) = (ours == Some(true), puzzle.has(motif.tag));
            count.both += usize::from(ours && theirs);
            count.ours += usize::from(ours);
            count.theirs += usize::from(theirs);
            if motif.tag == shown && ours != theirs {
                println!("{} ours {ours} [{}]", puzzle.id, puzzle.tags.join(" "));
            }
        }
    }
    println!("puzzles: {half}\nmotif                      tags   ours precision  recall     F1");
    let mut rows: Vec<(&Motif, Count)> = MOTIFS.iter().zip(counts).collect();
    rows.sort_by_key(|(_, count)| Reverse(count.theirs));
    let of_position = |row: &(&Motif, Count)| OF_THE_POSITION.contains(&row.0.tag);
    let (position, line): (Vec<_>, Vec<_>) = rows.into_iter().partition(of_position);
    for (index, (motif, count)) in line.iter().enumerate() {
        println!("{}", count.row(motif.name));
        if index + 1 == COMMONEST {
            let sum: f64 = line[..COMMONEST].iter().map(|(_, count)| count.f1()).sum();
            println!("mean of the 20 commonest {:>39.3}", sum / COMMONEST as f64);
        }
    }
    for (motif, count) in position {
        println!("{}", count.row(motif.name));
    }
    Ok(())
}
