//! Replays every reason of a review: `cargo run --release --example claims -- GAMES.pgn REVIEW.jsonl [NODES THRESHOLDS THREADS]`. Where there
//! is no such review yet, it is made.

#![expect(clippy::print_stdout, reason = "a tool of developers")]

mod replay;

use std::{collections::BTreeMap, error::Error, fs, io::Write as _, ops::ControlFlow};

use shakmaty::Chess;
use sissa::{Records as _, Review, Reviewed, Session, Thresholds, entries};
use sissa_record::{Record, Severity, read};

fn make(
    text: &str,
    path: &str,
    nodes: u64,
    thresholds: Thresholds,
    threads: usize,
) -> Result<(), Box<dyn Error>> {
    let mut file = fs::File::create(path)?;
    let request = Review::new(text).nodes(nodes).thresholds(thresholds);
    let session = Session::new().threads(threads);
    request.run_into(
        &session,
        entries(text),
        Reviewed::records,
        |event| match file.write_all(event.lines().as_bytes()) {
            Ok(()) => ControlFlow::Continue(()),
            Err(_) => ControlFlow::Break(()),
        },
    )?;
    Ok(())
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let (games, review) = (
        arguments.next().ok_or("GAMES")?,
        arguments.next().ok_or("REVIEW")?,
    );
    let text = fs::read_to_string(games)?;
    if !fs::exists(&review)? {
        let nodes = arguments.next().unwrap_or("100000".to_owned()).parse()?;
        let thresholds = arguments.next().unwrap_or("lichess".to_owned()).parse()?;
        let threads = arguments.next().unwrap_or("1".to_owned()).parse()?;
        make(&text, &review, nodes, thresholds, threads)?;
    }
    let games: Vec<_> = read(text.as_bytes(), "games").collect();
    let (mut moves, mut mistakes, mut explained, mut claims, mut faults) = (0, 0, 0, 0, 0);
    let mut kinds: BTreeMap<String, usize> = BTreeMap::new();
    for line in fs::read_to_string(review)?.lines() {
        let Ok(Record::ReviewMove(record)) = Record::from_line(line) else {
            continue;
        };
        moves += 1;
        if record.severity >= Some(Severity::Mistake) {
            mistakes += 1;
            explained += usize::from(!record.why.is_empty());
        }
        let entry = games[record.game as usize - 1]
            .as_ref()
            .map_err(|error| error.to_string())?;
        let game = entry.game.as_ref().ok_or("no game")?;
        let positions: Vec<Chess> = game.positions().collect();
        let before = &positions[record.ply - 1];
        let led_by = record
            .ply
            .checked_sub(2)
            .map(|last| (&positions[last], game.moves()[last]));
        for reason in &record.why {
            claims += 1;
            let kind = if reason.predicate.contains(" on ") {
                "constraint"
            } else {
                &reason.predicate
            };
            *kinds.entry(format!("{:?} {kind}", reason.on)).or_default() += 1;
            let fault = replay::fault(before, led_by, &record, reason);
            if let Some(fault) = fault.or_else(|| replay::words_fault(before, &record, reason)) {
                faults += 1;
                println!(
                    "game {} ply {}: {} ({}): {fault}",
                    record.game, record.ply, reason.text, reason.predicate
                );
            }
        }
    }
    println!(
        "{moves} moves, {mistakes} mistakes and blunders, {explained} of them with a reason, {claims} claims, {faults} false"
    );
    for (kind, count) in kinds {
        println!("  {count:>5} {kind}");
    }
    Ok(())
}
