//! Data: positions of real games or of self-play, judged by our own search.
//!
//! Work is cut into shards. A shard depends on its number, the seed and the games only, appears whole
//! or not at all, and is skipped when it is there: a run can be stopped and resumed at any time and
//! gives the same bytes on any number of threads.

use std::{
    sync::{
        Mutex,
        atomic::{AtomicU64, Ordering::Relaxed},
    },
    thread,
};

use rand::{RngExt as _, SeedableRng as _};
use rand_xoshiro::Xoshiro256PlusPlus;
use serde::{Deserialize, Serialize};
use shakmaty::{Chess, Color, Move, Position as _};
use sissa_engine::{Engine, Evaluation, Limits, Options, Score, Situation, Unwatched};
use sissa_trainer::write_whole;

use crate::{
    course::{Course, Ending, number},
    games::{self, Played},
    run::Run,
    said::Scales,
    sample::Sample,
};

/// A run of data making.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Config {
    pub seed: u64,
    /// Games of a shard.
    pub shard: usize,
    /// Shards to make at most.
    pub shards: u64,
    /// Nodes of the search that judges a position; in self-play no iteration begins after so many. With
    /// 0 the evaluation alone judges positions that the players left by a quiet move.
    pub nodes: u64,
    /// One in so many positions of a real game is taken.
    pub stride: usize,
    /// The share of taken positions that are left by one or two random moves first; in self-play those
    /// come on top of the others, and the game goes on as if they had not been looked at.
    pub stray: f64,
    /// Random half-moves at the beginning of a game of self-play, or where the openings of real games are
    /// left at the earliest.
    pub opening: usize,
    /// Positions of real games have the values that engines wrote into the comments, and others are left out; only those left by
    /// random moves are judged here.
    #[serde(default)]
    pub said: bool,
}

/// Judges `shards` of real games.
pub fn from_games(
    config: &Config,
    paths: &[String],
    evaluation: &Evaluation,
    threads: usize,
    run: &Run,
) -> anyhow::Result<()> {
    let skipped = AtomicU64::new(0);
    let mut games: Box<dyn Iterator<Item = Played> + Send> =
        Box::new(games::read(paths, &skipped)?);
    let mut scales = None;
    if config.said {
        let all: Vec<Played> = games.collect();
        scales = Some(Scales::fit(&all, evaluation, run)?);
        games = Box::new(all.into_iter());
    }
    let (games, scales) = (Mutex::new((games, 0u64)), scales.as_ref());
    shards(threads, config, evaluation, run, |engine, folder| {
        let (index, batch) = {
            let mut games = games.lock().expect("no reader panics");
            let batch: Vec<Played> = games.0.by_ref().take(config.shard).collect();
            games.1 += 1;
            (games.1 - 1, batch)
        };
        if batch.is_empty() || index >= config.shards {
            return Ok(None);
        }
        let name = folder(index);
        if name.exists() {
            return Ok(Some((index, None)));
        }
        let mut rng = stream(config.seed, index);
        engine.forget();
        let mut samples = Vec::new();
        for game in &batch {
            judge_game(config, game, scales, engine, &mut rng, &mut samples);
        }
        Ok(Some((index, Some(samples))))
    })
}

/// Openings of real games are left so many half-moves after the earliest at the latest.
const LATEST: usize = 10;

/// The openings of games, up to where they are left at the latest.
pub fn openings(games: &[String], earliest: usize) -> anyhow::Result<Vec<Vec<Move>>> {
    let skipped = AtomicU64::new(0);
    Ok(games::read(games, &skipped)?
        .filter(|game| game.moves.len() > earliest + LATEST)
        .map(|mut game| {
            game.moves.truncate(earliest + LATEST);
            game.moves
        })
        .collect())
}

/// Plays `shards` of games against itself, from random moves or, with games given, from their openings.
pub fn from_self_play(
    config: &Config,
    games: &[String],
    evaluation: &Evaluation,
    threads: usize,
    run: &Run,
) -> anyhow::Result<()> {
    let openings = openings(games, config.opening)?;
    anyhow::ensure!(
        games.is_empty() || !openings.is_empty(),
        "no game is long enough for an opening"
    );
    let next = AtomicU64::new(0);
    shards(threads, config, evaluation, run, |engine, folder| {
        let index = next.fetch_add(1, Relaxed);
        if index >= config.shards {
            return Ok(None);
        }
        if folder(index).exists() {
            return Ok(Some((index, None)));
        }
        let mut rng = stream(config.seed, index);
        let mut samples = Vec::new();
        for _ in 0..config.shard {
            engine.forget();
            let begun = begin(config.opening, &openings, &mut rng);
            play_game(config, engine, begun, &mut rng, &mut samples);
        }
        Ok(Some((index, Some(samples))))
    })
}

pub fn stream(seed: u64, index: u64) -> Xoshiro256PlusPlus {
    Xoshiro256PlusPlus::seed_from_u64(seed ^ index.wrapping_mul(0x9E37_79B9_7F4A_7C15))
}

type Made = Option<(u64, Option<Vec<Sample>>)>;

/// Lets threads make shards until there are no more.
fn shards(
    threads: usize,
    config: &Config,
    evaluation: &Evaluation,
    run: &Run,
    make: impl Fn(&mut Engine, &dyn Fn(u64) -> std::path::PathBuf) -> anyhow::Result<Made> + Sync,
) -> anyhow::Result<()> {
    let name = |index: u64| run.file(&format!("shard-{index:05}.bin"));
    let total = AtomicU64::new(0);
    let work = || -> anyhow::Result<()> {
        let mut engine = Engine::new(Options {
            hash: 1,
            threads: 1,
            evaluation: evaluation.clone(),
        });
        while let Some((index, samples)) = make(&mut engine, &name)? {
            let Some(samples) = samples else { continue };
            let bytes: Vec<u8> = samples.iter().flat_map(Sample::pack).collect();
            write_whole(&name(index), &bytes)?;
            let total = total.fetch_add(samples.len() as u64, Relaxed) + samples.len() as u64;
            run.log(serde_json::json!({"shard": index, "of": config.shards, "positions": total}))?;
        }
        Ok(())
    };
    thread::scope(|scope| {
        let workers: Vec<_> = (0..threads.max(1)).map(|_| scope.spawn(work)).collect();
        for worker in workers {
            worker.join().expect("a worker does not panic")?;
        }
        Ok(())
    })
}

/// A game that is worth so much is decided.
const DECIDED: i16 = 2500;

/// The search's opinion, if the position is one to learn from: quiet and undecided.
fn judged(engine: &mut Engine, situation: &Situation, nodes: u64) -> Option<(Move, i16)> {
    let analysis = engine.search(situation, &Limits::enough(nodes), &Unwatched, &mut |_| ());
    let best = analysis.best()?;
    match analysis.lines[0].score {
        Score::Centipawns(value) if value.abs() < i32::from(DECIDED) => Some((best, value as i16)),
        _ => None,
    }
}

fn is_quiet(position: &Chess, best: Move) -> bool {
    !best.is_capture() && best.promotion().is_none() && !position.is_check()
}

/// Leaves the path of sensible play by one or two moves: a search sees such positions all the time, and
/// games hardly ever.
fn stray(position: &mut Chess, rng: &mut Xoshiro256PlusPlus) {
    for _ in 0..rng.random_range(1..=2) {
        let legal = position.legal_moves();
        if legal.is_empty() {
            break;
        }
        position.play_unchecked(legal[rng.random_range(0..legal.len())]);
    }
}

fn judge_game(
    config: &Config,
    game: &Played,
    scales: Option<&Scales>,
    engine: &mut Engine,
    rng: &mut Xoshiro256PlusPlus,
    samples: &mut Vec<Sample>,
) {
    let mut position = Chess::default();
    for (ply, m) in game.moves.iter().enumerate() {
        position.play_unchecked(*m);
        if ply < 8 || rng.random_range(0..config.stride) != 0 {
            continue;
        }
        let mut taken = position.clone();
        let mut result = Some(match taken.turn() {
            Color::White => game.result,
            Color::Black => 2 - game.result,
        });
        let mut said = None;
        if rng.random_bool(config.stray) {
            result = None;
            stray(&mut taken, rng);
        } else if let Some(scales) = scales {
            said = scales.value(game, ply, taken.turn());
            if said.is_none_or(|value| value.abs() >= DECIDED) {
                continue;
            }
        }
        if result.is_some()
            && game
                .moves
                .get(ply + 1)
                .is_none_or(|next| !is_quiet(&taken, *next))
        {
            // What the player took, the search would most often take, too: no need to ask it.
            continue;
        }
        if taken.is_check() {
            continue;
        }
        if config.nodes == 0 {
            if !m.is_capture() {
                let most = i32::from(DECIDED);
                let own = || engine.evaluation().of(&taken).clamp(-most, most) as i16;
                samples.push(Sample::new(&taken, said.unwrap_or_else(own), result));
            }
            continue;
        }
        if let Some((best, value)) = judged(engine, &Situation::new(taken.clone()), config.nodes)
            && is_quiet(&taken, best)
        {
            samples.push(Sample::new(&taken, said.unwrap_or(value), result));
        }
    }
}

/// Openings that one side has won already teach little.
const LOPSIDED: i32 = 300;

/// Where a game begins: after some moves of a real game, or after random ones.
pub fn begin(earliest: usize, openings: &[Vec<Move>], rng: &mut Xoshiro256PlusPlus) -> Situation {
    let mut situation = Situation::new(Chess::default());
    if !openings.is_empty() {
        let line = &openings[rng.random_range(0..openings.len())];
        for m in &line[..rng.random_range(earliest..=line.len())] {
            situation.play(*m);
        }
        return situation;
    }
    for _ in 0..earliest + rng.random_range(0..2) {
        let legal = situation.position().legal_moves();
        if legal.is_empty() {
            break;
        }
        situation.play(legal[rng.random_range(0..legal.len())]);
    }
    situation
}

/// One game from there; every quiet position of it with the value that the search gave and
/// the result of the game.
fn play_game(
    config: &Config,
    engine: &mut Engine,
    mut situation: Situation,
    rng: &mut Xoshiro256PlusPlus,
    samples: &mut Vec<Sample>,
) {
    let mut aside = Vec::new();
    let first = samples.len();
    let mut course = Course::new(Ending::SELF_PLAY);
    let white = loop {
        if let Some(result) = course.over(&situation) {
            break result;
        }
        let position = situation.position().clone();
        let limits = Limits::enough(config.nodes);
        let analysis = engine.search(&situation, &limits, &Unwatched, &mut |_| ());
        let Some(best) = analysis.best() else { break 0 };
        let score = analysis.lines[0].score;
        let value = number(score);
        if course.begins() && value.abs() > LOPSIDED {
            return;
        }
        if let Some(result) = course.judged(score, position.turn()) {
            break result;
        }
        if is_quiet(&position, best) && value.abs() < 2500 {
            samples.push(Sample::new(&position, value as i16, None));
        }
        if rng.random_bool(config.stray) {
            let mut strayed = position;
            stray(&mut strayed, rng);
            if let Some((best, value)) =
                judged(engine, &Situation::new(strayed.clone()), config.nodes)
                && is_quiet(&strayed, best)
            {
                aside.push(Sample::new(&strayed, value, None));
            }
        }
        situation.play(best);
    };
    for sample in &mut samples[first..] {
        let points = 1 + sample.turn.fold_wb(white, -white);
        sample.result = Some(points as u8);
    }
    samples.append(&mut aside);
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng as _;
    use shakmaty::uci::UciMove;

    use super::*;

    #[test]
    fn games_begin_with_moves_of_real_ones() {
        let mut line = Vec::new();
        let mut position = Chess::default();
        for text in ["e2e4", "e7e5", "f2f4", "e5f4", "g1f3", "g7g5"] {
            let m: UciMove = text.parse().expect("a move");
            let m = m.to_move(&position).expect("a legal move");
            position.play_unchecked(m);
            line.push(m);
        }
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
        let mut lengths = std::collections::BTreeSet::new();
        for _ in 0..100 {
            let begun = begin(2, std::slice::from_ref(&line), &mut rng);
            let plies = 2 * (begun.position().fullmoves().get() as usize - 1)
                + usize::from(begun.position().turn().is_black());
            let mut expected = Chess::default();
            for m in &line[..plies] {
                expected.play_unchecked(*m);
            }
            assert_eq!(begun.position(), &expected);
            lengths.insert(plies);
        }
        assert_eq!(lengths.into_iter().collect::<Vec<_>>(), [2, 3, 4, 5, 6]);
    }
}
