//! How quick and how right the solver is, on puzzles that are mates and on such that are none.
//!
//! `cargo run --release -p sissa-judge --example mates -- PUZZLES.csv`, in the format of Lichess' puzzles.
#![expect(clippy::print_stdout, reason = "it prints a table")]

use std::{collections::BTreeMap, env, error::Error, fs, time::Instant};

use shakmaty::{CastlingMode, Chess, Position as _, fen::Fen, uci::UciMove};
use sissa_judge::{Answer, Effort, Shortest, Solver, Stipulation};

fn main() -> Result<(), Box<dyn Error>> {
    let path = env::args().nth(1).ok_or("a file of puzzles is needed")?;
    let text = fs::read_to_string(path)?;
    let mut kinds: BTreeMap<&str, Vec<(Chess, UciMove)>> = BTreeMap::new();
    for row in text.lines().skip(1) {
        let fields: Vec<&str> = row.split(',').collect();
        let mut chess: Chess = fields[1]
            .parse::<Fen>()?
            .into_position(CastlingMode::Standard)?;
        let moves: Vec<UciMove> = fields[2]
            .split(' ')
            .map(str::parse)
            .collect::<Result<_, _>>()?;
        chess.play_unchecked(moves[0].to_move(&chess)?);
        let themes: Vec<&str> = fields[7].split(' ').collect();
        let mate = ["mateIn1", "mateIn2", "mateIn3", "mateIn4"];
        let kind = mate.into_iter().find(|kind| themes.contains(kind));
        kinds
            .entry(kind.unwrap_or("none"))
            .or_default()
            .push((chess, moves[1]));
    }
    let mut solver = Solver::new();
    let effort = Effort::nodes(20_000_000);
    println!(
        "{:8} {:>5} {:>6} {:>7} {:>6} {:>5} {:>9} {:>12} {:>9}",
        "kind", "asked", "cases", "proven", "sooner", "keys", "open", "nodes/case", "cases/s"
    );
    for (kind, asked) in [
        ("mateIn1", 1),
        ("mateIn2", 2),
        ("mateIn3", 3),
        ("mateIn4", 4),
        ("none", 1),
        ("none", 2),
        ("none", 3),
    ] {
        let Some(cases) = kinds.get(kind) else {
            continue;
        };
        let cases = &cases[..cases.len().min(800)];
        let (mut nodes, mut proven, mut sooner, mut keys, mut open) = (0, 0, 0, 0, 0);
        let begun = Instant::now();
        for (chess, _) in cases {
            match solver.shortest(chess, Stipulation::mate(asked), &effort) {
                Shortest::In(moves) if moves == asked => proven += 1,
                Shortest::In(_) => sooner += 1,
                Shortest::Undecided(_) => open += 1,
                Shortest::NotWithin(_) => (),
            }
            nodes += solver.spent();
        }
        let rate = cases.len() as f64 / begun.elapsed().as_secs_f64();
        for (chess, first) in cases.iter().filter(|_| kind != "none").take(200) {
            let mut known = chess.clone();
            known.play_unchecked(first.to_move(chess)?);
            // The known first move must be a key: mated in one less, whatever the defence.
            let all = known.legal_moves().into_iter().all(|reply| {
                let mut replied = known.clone();
                replied.play_unchecked(reply);
                solver.holds(&replied, Stipulation::mate(asked - 1), &effort) == Answer::Yes
            });
            keys += usize::from(all);
        }
        println!(
            "{kind:8} {asked:>5} {:>6} {proven:>7} {sooner:>6} {keys:>5} {open:>9} {:>12} {rate:>9.0}",
            cases.len(),
            nodes / cases.len() as u64
        );
    }
    Ok(())
}
