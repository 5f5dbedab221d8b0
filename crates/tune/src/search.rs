//! Tuning the search: games of the engine against itself with its numbers a little up and a little down.
//!
//! Simultaneous perturbation (SPSA, Spall 1992). Every pair of games moves each number up or down by
//! chance, for one side up where it is down for the other, and the result of the pair pushes all of them
//! a little towards the side that won. A batch of pairs is one step, whatever the number of threads: a run can
//! be stopped and resumed and gives the same numbers.

use std::{
    fs,
    sync::{
        Mutex,
        atomic::{AtomicU64, Ordering::Relaxed},
    },
    thread,
};

use anyhow::{Context as _, ensure};
use rand::RngExt as _;
use serde::{Deserialize, Serialize};
use shakmaty::{Move, Position as _};
use sissa_engine::{Engine, Evaluation, Limits, Options, Parameters, Situation, Unwatched};
use sissa_trainer::write_whole;

use crate::{
    course::{Course, Ending},
    datagen::{begin, openings, stream},
    run::Run,
};

/// A run of tuning.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Config {
    pub seed: u64,
    /// Steps to make.
    pub batches: u64,
    /// Pairs of games in a step.
    pub pairs: u64,
    /// Nodes a move.
    pub nodes: u64,
    /// How far a pair won by two games moves a number, in its steps; it falls to a third at the end.
    pub rate: f64,
    /// Half-moves of a real game after which it is left at the earliest.
    pub opening: usize,
}

/// Mebibytes of each side's table: searches are short.
const HASH: usize = 2;
const ENDING: Ending = Ending {
    decided: (700, 4),
    ..Ending::SELF_PLAY
};

/// How far a run is.
#[derive(Clone, Debug, Default, Deserialize, Serialize)]
struct State {
    batches: u64,
    /// By name.
    numbers: Vec<(String, f64)>,
}

/// Tunes the numbers of the search; `numbers.json` in the run's folder holds how far it is.
pub fn tune(config: &Config, games: &[String], threads: usize, run: &Run) -> anyhow::Result<()> {
    let openings = openings(games, config.opening)?;
    ensure!(!openings.is_empty(), "games are needed for their openings");
    let list = Parameters::default().list();
    let path = run.file("numbers.json");
    let mut state = match fs::read_to_string(&path) {
        Ok(text) => serde_json::from_str::<State>(&text)
            .with_context(|| format!("`{}` is no state of this job", path.display()))?,
        Err(_) => State {
            batches: 0,
            numbers: list
                .iter()
                .map(|one| (one.name.to_owned(), f64::from(one.value)))
                .collect(),
        },
    };
    ensure!(
        state
            .numbers
            .iter()
            .map(|(name, _)| name.as_str())
            .eq(list.iter().map(|one| one.name)),
        "`{}` holds other numbers than the search has",
        path.display()
    );
    let (mut won, mut lost) = (0, 0);
    while state.batches < config.batches {
        let done = state.batches as f64 / config.batches as f64;
        let rate = config.rate * (1.0 - done * 2.0 / 3.0);
        let numbers: Vec<f64> = state.numbers.iter().map(|(_, value)| *value).collect();
        let results = batch(config, state.batches, &numbers, &openings, threads);
        for (signs, points) in results {
            won += u32::from(points > 0);
            lost += u32::from(points < 0);
            for (((_, value), sign), one) in state.numbers.iter_mut().zip(signs).zip(&list) {
                let push = rate * f64::from(one.step) * sign * f64::from(points) / 2.0;
                *value = (*value + push).clamp(f64::from(one.least), f64::from(one.most));
            }
        }
        state.batches += 1;
        write_whole(&path, serde_json::to_string_pretty(&state)?.as_bytes())?;
        if state.batches.is_multiple_of(20) || state.batches == config.batches {
            let moved: f64 = list
                .iter()
                .zip(&state.numbers)
                .map(|(one, (_, value))| {
                    ((value - f64::from(one.value)) / f64::from(one.step)).abs()
                })
                .sum();
            run.log(serde_json::json!({
                "batch": state.batches,
                "of": config.batches,
                "pairs_up": won,
                "pairs_down": lost,
                "mean_steps_moved": moved / list.len() as f64,
            }))?;
        }
    }
    Ok(())
}

/// Plays a batch: which way each number was moved for the first side, and its points above even.
fn batch(
    config: &Config,
    index: u64,
    numbers: &[f64],
    openings: &[Vec<Move>],
    threads: usize,
) -> Vec<(Vec<f64>, i32)> {
    let next = AtomicU64::new(0);
    let results = Mutex::new(vec![(Vec::new(), 0); config.pairs as usize]);
    let work = || {
        let mut engines = [(); 2].map(|()| {
            Engine::new(Options {
                hash: HASH,
                threads: 1,
                evaluation: Evaluation::default(),
            })
        });
        loop {
            let pair = next.fetch_add(1, Relaxed);
            if pair >= config.pairs {
                return;
            }
            let result = play_pair(
                config,
                index * config.pairs + pair,
                numbers,
                openings,
                &mut engines,
            );
            results.lock().expect("no player panics")[pair as usize] = result;
        }
    };
    thread::scope(|scope| {
        for _ in 0..threads.max(1) {
            scope.spawn(work);
        }
    });
    results.into_inner().expect("no player panics")
}

fn play_pair(
    config: &Config,
    index: u64,
    numbers: &[f64],
    openings: &[Vec<Move>],
    engines: &mut [Engine; 2],
) -> (Vec<f64>, i32) {
    let mut rng = stream(config.seed, index);
    let list = Parameters::default().list();
    let signs: Vec<f64> = list
        .iter()
        .map(|_| if rng.random_bool(0.5) { 1.0 } else { -1.0 })
        .collect();
    for (engine, side) in engines.iter_mut().zip([1.0, -1.0]) {
        let mut parameters = Parameters::default();
        let moved = numbers
            .iter()
            .zip(&signs)
            .zip(&list)
            .map(|((value, sign), one)| {
                // What lies between two whole numbers is tried as often as it is near to each.
                let exact = value + side * sign * f64::from(one.step);
                (exact + rng.random_range(0.0..1.0)).floor() as i32
            });
        parameters.set_all(moved.collect::<Vec<_>>());
        engine.set_parameters(parameters);
    }
    let begun = begin(config.opening, openings, &mut rng);
    let [first, second] = engines;
    let points =
        play(first, second, begun.clone(), config.nodes) - play(second, first, begun, config.nodes);
    (signs, points)
}

/// One game: 1 if White wins, −1 if Black does.
fn play(white: &mut Engine, black: &mut Engine, mut situation: Situation, nodes: u64) -> i32 {
    white.forget();
    black.forget();
    let mut course = Course::new(ENDING);
    loop {
        if let Some(result) = course.over(&situation) {
            return result;
        }
        let turn = situation.position().turn();
        let engine = turn.fold_wb(&mut *white, &mut *black);
        let limits = Limits::nodes(nodes);
        let analysis = engine.search(&situation, &limits, &Unwatched, &mut |_| ());
        let Some(best) = analysis.best() else {
            return 0;
        };
        if let Some(result) = course.judged(analysis.lines[0].score, turn) {
            return result;
        }
        situation.play(best);
    }
}

#[cfg(test)]
mod tests {
    use shakmaty::Chess;

    use super::*;

    #[test]
    fn a_batch_is_the_same_on_any_number_of_threads() {
        let config = Config {
            seed: 3,
            batches: 1,
            pairs: 3,
            nodes: 40,
            rate: 0.1,
            opening: 0,
        };
        let list = Parameters::default().list();
        let numbers: Vec<f64> = list.iter().map(|one| f64::from(one.value)).collect();
        let openings: Vec<Vec<Move>> = Chess::default()
            .legal_moves()
            .iter()
            .map(|m| vec![*m])
            .collect();
        let alone = batch(&config, 0, &numbers, &openings, 1);
        assert_eq!(alone, batch(&config, 0, &numbers, &openings, 2));
        assert!(alone.iter().all(|(signs, _)| signs.len() == list.len()));
        assert_ne!(alone[0].0, alone[1].0);
    }
}
