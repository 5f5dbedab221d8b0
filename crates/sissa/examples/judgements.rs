//! Holds the judgements of a review against Lichess', by the values in the games' comments:
//! `cargo run --release --example judgements -- GAMES.pgn REVIEW.jsonl`, where the review was made by
//! `sissa review GAMES.pgn --thresholds lichess -o REVIEW.jsonl`.

#![expect(clippy::print_stdout, reason = "a tool of developers")]

use std::{collections::BTreeMap, error::Error, fs};

use sissa::GivenJudgement;
use sissa_record::{Record, Severity, Turn, read};

/// Agreement about moves of some kind.
#[derive(Default)]
struct Agreement {
    both: usize,
    ours_only: usize,
    theirs_only: usize,
}

impl Agreement {
    fn note(&mut self, ours: bool, theirs: bool) {
        self.both += usize::from(ours && theirs);
        self.ours_only += usize::from(ours && !theirs);
        self.theirs_only += usize::from(!ours && theirs);
    }

    fn tell(&self, name: &str) {
        let alone = self.ours_only + self.theirs_only;
        let f1 = 2.0 * self.both as f64 / (2 * self.both + alone).max(1) as f64;
        println!(
            "{name}: F1 {f1:.3}, both {}, ours alone {}, theirs alone {}",
            self.both, self.ours_only, self.theirs_only
        );
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let (games, review) = (
        arguments.next().ok_or("GAMES")?,
        arguments.next().ok_or("REVIEW")?,
    );
    let mut given = BTreeMap::new();
    for (number, entry) in (1..).zip(read(fs::read_to_string(games)?.as_bytes(), "games")) {
        if let Some(judged) = entry?.game.as_ref().and_then(GivenJudgement::of) {
            given.insert(number, judged);
        }
    }
    let (mut blunders, mut mistakes) = (Agreement::default(), Agreement::default());
    let (mut differences, mut accuracies, mut moves) = (0.0, 0, 0);
    for line in fs::read_to_string(review)?.lines() {
        match Record::from_line(line) {
            Ok(Record::ReviewMove(told)) => {
                let Some(given) = given.get(&told.game) else {
                    continue;
                };
                let theirs = given.severities[told.ply - 1];
                moves += 1;
                let at_least = |severity: Severity| {
                    (told.severity >= Some(severity), theirs >= Some(severity))
                };
                let (ours, theirs) = at_least(Severity::Blunder);
                blunders.note(ours, theirs);
                let (ours, theirs) = at_least(Severity::Mistake);
                mistakes.note(ours, theirs);
            }
            Ok(Record::ReviewGame(told)) => {
                let Some(given) = given.get(&told.game) else {
                    continue;
                };
                for side in &told.sides {
                    let theirs = given.accuracies[usize::from(side.color == Turn::Black)];
                    if let Some((ours, theirs)) = side.accuracy_lichess.zip(theirs) {
                        differences += (ours - theirs).abs();
                        accuracies += 1;
                    }
                }
            }
            _ => {}
        }
    }
    println!("{} games, {moves} moves", given.len());
    blunders.tell("blunders");
    mistakes.tell("blunders and mistakes");
    let mean = differences / f64::from(accuracies.max(1));
    println!("accuracy: {mean:.2} points apart on average");
    Ok(())
}
