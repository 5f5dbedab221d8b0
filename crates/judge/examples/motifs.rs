//! How well our motifs agree with Lichess' tags: precision, recall and F1 of each.
//!
//! `cargo run --release -p sissa-judge --example motifs -- PUZZLES.csv [even|odd]`, in the format of Lichess' puzzles.
//! With a third word, the tag of a motif, it lists puzzles where we disagree.
#![expect(clippy::print_stdout, reason = "it prints a table")]

use std::{env, error::Error, fs};

use shakmaty::{CastlingMode, Chess, fen::Fen, uci::UciMove};
use sissa_judge::{Effort, Judge, Line, MOTIFS, Question};

/// Tags that do not depend on the line, or say no more than its length and whether it mates.
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
}

/// The puzzle of a row as a line, with the move before it.
fn line_of(fields: &[&str]) -> Result<Line, Box<dyn Error>> {
    let before: Chess = fields[1]
        .parse::<Fen>()?
        .into_position(CastlingMode::Standard)?;
    let words: Vec<UciMove> = fields[2]
        .split(' ')
        .map(str::parse)
        .collect::<Result<_, _>>()?;
    let first = words[0].to_move(&before)?;
    let mut start = before.clone();
    shakmaty::Position::play_unchecked(&mut start, first);
    let line = Line::of_uci(&start, &words[1..]).ok_or("a line is not legal")?;
    Ok(line
        .led_by(&before, first)
        .ok_or("a first move is not legal")?)
}

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let path = arguments.first().ok_or("a file of puzzles is needed")?;
    let half = arguments.get(1).map_or("all", String::as_str);
    let shown = arguments.get(2).map_or("", String::as_str);
    let text = fs::read_to_string(path)?;
    let mut counts = vec![Count::default(); MOTIFS.len()];
    let mut judge = Judge::new();
    let mut puzzles = 0;
    for (index, row) in text.lines().skip(1).enumerate() {
        let wanted = match half {
            "even" => index % 2 == 0,
            "odd" => index % 2 == 1,
            _ => true,
        };
        if !wanted {
            continue;
        }
        puzzles += 1;
        let fields: Vec<&str> = row.split(',').collect();
        let mut line = line_of(&fields)?;
        let question = Question {
            nodes: 10_000,
            lines: 1,
        };
        if !line.mates()
            && let Some(value) = judge.value(line.end(), question, &Effort::unlimited())
        {
            line = line.worth(value.worth);
        }
        let tags: Vec<&str> = fields[7].split(' ').collect();
        for (motif, count) in MOTIFS.iter().zip(&mut counts) {
            let ours =
                motif.holds_judged(&line, &mut judge, question, &Effort::unlimited()) == Some(true);
            let theirs = tags.contains(&motif.tag);
            count.both += usize::from(ours && theirs);
            count.ours += usize::from(ours);
            count.theirs += usize::from(theirs);
            if motif.tag == shown && ours != theirs {
                println!(
                    "{} ours={ours} {} {} [{}]",
                    fields[0], fields[1], fields[2], fields[7]
                );
            }
        }
    }
    let mut order: Vec<usize> = (0..MOTIFS.len()).collect();
    order.sort_by_key(|index| std::cmp::Reverse(counts[*index].theirs));
    println!("{puzzles} puzzles ({half})");
    println!(
        "{:24} {:>6} {:>6} {:>9} {:>7} {:>6}",
        "motif", "tags", "ours", "precision", "recall", "F1"
    );
    let mut mean = Vec::new();
    for of_line in [true, false] {
        for index in &order {
            let (motif, count) = (&MOTIFS[*index], counts[*index]);
            if OF_THE_POSITION.contains(&motif.tag) == of_line {
                continue;
            }
            if of_line && mean.len() < 20 {
                mean.push(count.f1());
            }
            let share = |of: usize| count.both as f64 / of.max(1) as f64;
            println!(
                "{:24} {:>6} {:>6} {:>9.3} {:>7.3} {:>6.3}",
                motif.name,
                count.theirs,
                count.ours,
                share(count.ours),
                share(count.theirs),
                count.f1()
            );
            if of_line
                && mean.len() == 20
                && *index
                    == order
                        .iter()
                        .copied()
                        .filter(|index| !OF_THE_POSITION.contains(&MOTIFS[*index].tag))
                        .nth(19)
                        .unwrap_or(0)
            {
                println!(
                    "{:24} {:>39.3}",
                    "mean of the 20 commonest",
                    mean.iter().sum::<f64>() / 20.0
                );
            }
        }
    }
    Ok(())
}
