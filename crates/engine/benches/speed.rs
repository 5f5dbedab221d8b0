//! Positions a second beside Stockfish's, on the same positions, taking turns: `cargo bench -p sissa-engine`.
//!
//! Both search every position of the bench for the same number of nodes, one thread, 16 MiB of table,
//! nothing remembered. The shortest of several turns counts for each, so that other work on the machine
//! disturbs neither. `STOCKFISH` names another program, `NETWORK` another file than the built-in one.
#![allow(clippy::print_stdout, reason = "a measurement prints")]

use std::{
    env, fs,
    time::{Duration, Instant},
};

use shakmaty::{CastlingMode, Chess, Position as _, fen::Fen};
use sissa_engine::{
    BENCH_POSITIONS, Engine, Evaluation, Limits, Options, Situation, Unwatched,
    arena::{Driver, PlayerSpec},
};

const NODES: u64 = 200_000;
const TURNS: usize = 5;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut evaluations = vec![Evaluation::handcrafted()];
    match env::var("NETWORK") {
        Ok(path) => evaluations.push(Evaluation::of_network(&fs::read(path)?)?),
        Err(_) => evaluations.extend(
            [Evaluation::nnue(), Evaluation::blend()]
                .into_iter()
                .flatten(),
        ),
    }
    let mut stockfish = stockfish();
    if stockfish.is_none() {
        println!("no Stockfish found: nothing to compare with");
    }
    let mut best = vec![vec![Duration::MAX; BENCH_POSITIONS.len()]; evaluations.len() + 1];
    let mut nodes = vec![vec![0u64; BENCH_POSITIONS.len()]; evaluations.len() + 1];
    for _ in 0..TURNS {
        for (index, fen) in BENCH_POSITIONS.iter().enumerate() {
            let position: Chess = fen.parse::<Fen>()?.into_position(CastlingMode::Standard)?;
            if position.legal_moves().is_empty() {
                continue;
            }
            let mut note = |player: usize, searched: u64, time: Duration| {
                if time < best[player][index] {
                    (best[player][index], nodes[player][index]) = (time, searched);
                }
            };
            for (player, evaluation) in evaluations.iter().enumerate() {
                let mut engine = Engine::new(Options {
                    hash: 16,
                    threads: 1,
                    evaluation: evaluation.clone(),
                });
                let situation = Situation::new(position.clone());
                let begin = Instant::now();
                let limits = Limits::nodes(NODES);
                let analysis = engine.search(&situation, &limits, &Unwatched, &mut |_| ());
                note(player, analysis.nodes, begin.elapsed());
            }
            if let Some(driver) = &mut stockfish {
                let patience = Duration::from_secs(30);
                driver.say("ucinewgame")?;
                driver.ready(patience)?;
                let begin = Instant::now();
                let line = format!("position fen {fen}");
                let answer = driver.go(&line, &format!("nodes {NODES}"), patience)?;
                note(
                    evaluations.len(),
                    answer.nodes.unwrap_or(0),
                    begin.elapsed(),
                );
            }
        }
    }
    let speed = |player: usize| {
        let time: Duration = best[player]
            .iter()
            .filter(|time| **time != Duration::MAX)
            .sum();
        nodes[player].iter().sum::<u64>() as f64 / time.as_secs_f64().max(1e-9)
    };
    let peer = stockfish.is_some().then(|| speed(evaluations.len()));
    if let Some(peer) = peer {
        println!("{:<12} {peer:>9.0} nodes/s", "stockfish");
    }
    for (player, evaluation) in evaluations.iter().enumerate() {
        let ratio = peer.map_or_else(String::new, |peer| {
            format!("  {:.2} x", speed(player) / peer)
        });
        println!(
            "{:<12} {:>9.0} nodes/s{ratio}",
            evaluation.name(),
            speed(player)
        );
    }
    Ok(())
}

fn stockfish() -> Option<Driver> {
    let named = env::var("STOCKFISH").ok();
    let usual = ["stockfish", "/usr/games/stockfish"].map(str::to_owned);
    named.into_iter().chain(usual).find_map(|program| {
        let spec = PlayerSpec {
            name: "stockfish".to_owned(),
            program,
            arguments: Vec::new(),
            options: vec![("Hash".to_owned(), "16".to_owned())],
        };
        Driver::start(&spec, Duration::from_secs(10)).ok()
    })
}
