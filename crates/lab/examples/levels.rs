//! Makes and checks `models/levels.txt`: levels play each other, and the scores say how far they are apart.
//!
//! ```text
//! levels rows GAMES SEED ROWS.txt [TEMPER.txt]   rows of a table (level, rating, nodes, care) play each other, each pair so many games
//! levels table GAMES SEED FROM TO STEP the shipped levels play each other
//! ```
//!
//! Neighbours up to three places apart meet; games that last 200 half-moves are judged by the engine. Ratings are those that make
//! the scores likeliest (Bradley and Terry, draws half a win each); what differs from what they say is the residual.

#![allow(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "a program of its own prints"
)]

use std::{env, error::Error, fs, process::ExitCode};

use sissa_engine::{Engine, Limits, Options, Score, Situation, Unwatched, draw};
use sissa_human::{Levels, Partner, Row, Tempers};

const LONGEST: usize = 200;
/// How far apart in the list two may be that meet.
const APART: usize = 3;

fn main() -> ExitCode {
    let words: Vec<String> = env::args().skip(1).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let done = match words[..] {
        ["rows", games, seed, file] => rows(games, seed, file, None),
        ["rows", games, seed, file, tempers] => rows(games, seed, file, Some(tempers)),
        ["table", games, seed, from, to, step] => table(games, seed, from, to, step),
        _ => Err("say `rows` or `table` and its words".into()),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

fn rows(games: &str, seed: &str, file: &str, tempers: Option<&str>) -> Result<(), Box<dyn Error>> {
    let text = fs::read_to_string(file)?;
    let levels = Levels::parse(&text)?;
    let names = text
        .lines()
        .filter_map(|line| line.split_whitespace().next()?.parse::<f64>().ok());
    let players: Vec<(f64, Row)> = names.map(|level| (level, levels.at(level))).collect();
    let tempers = match tempers {
        Some(file) => Tempers::parse(&fs::read_to_string(file)?)?,
        None => Tempers::shipped().clone(),
    };
    meet(&players, games.parse()?, seed.parse()?, &tempers);
    Ok(())
}

fn table(games: &str, seed: &str, from: &str, to: &str, step: &str) -> Result<(), Box<dyn Error>> {
    let (from, to, step): (u32, u32, usize) = (from.parse()?, to.parse()?, step.parse()?);
    let levels = (from..=to).step_by(step).map(f64::from);
    let players: Vec<(f64, Row)> = levels
        .map(|level| (level, Levels::shipped().at(level)))
        .collect();
    meet(&players, games.parse()?, seed.parse()?, Tempers::shipped());
    Ok(())
}

/// White's score.
fn play(
    rows: [Row; 2],
    partners: &mut [Partner; 2],
    judge: &mut Engine,
    seed: u64,
    plies: &mut u64,
) -> f64 {
    let mut game = Situation::new(shakmaty::Chess::default());
    for side in partners.iter_mut() {
        sissa_engine::Companion::forget(side);
    }
    for ply in 0..LONGEST {
        if let Some(ending) = game.ending() {
            return ending
                .winner()
                .map_or(0.5, |winner| winner.fold_wb(1.0, 0.0));
        }
        let chance = (draw(seed.wrapping_mul(1009).wrapping_add(ply as u64)) * 1e15) as u64;
        let side = ply % 2;
        let Some(chosen) = partners[side].play(rows[side], &game, None, None, &Unwatched, chance)
        else {
            break;
        };
        game.play(chosen.played);
        *plies += 1;
    }
    let found = judge.search(&game, &Limits::nodes(3_000), &Unwatched, &mut |_| ());
    let value = match found.lines.first().map(|line| line.score) {
        Some(Score::Centipawns(value)) => value,
        Some(Score::Mate(moves)) => {
            if moves > 0 {
                3000
            } else {
                -3000
            }
        }
        None => 0,
    };
    match value {
        200.. => 1.0,
        ..=-200 => 0.0,
        _ => 0.5,
    }
}

fn meet(players: &[(f64, Row)], games: u32, seed: u64, tempers: &Tempers) {
    let small = || Options {
        hash: 2,
        ..Options::default()
    };
    let mut plies = 0;
    let mut partners = [(); 2].map(|()| Partner::new(small()).tempered(tempers.clone()));
    let mut judge = Engine::new(small());
    // Who, against whom, points, games.
    let mut pairs: Vec<(usize, usize, f64, u32)> = Vec::new();
    for one in 0..players.len() {
        for other in one + 1..players.len().min(one + 1 + APART) {
            let mut points = 0.0;
            for number in 0..games {
                let rows = [players[one].1, players[other].1];
                let seed = seed.wrapping_mul(1_000_003)
                    + u64::from(number)
                    + 1000 * (one * 100 + other) as u64;
                points += if number % 2 == 0 {
                    play(rows, &mut partners, &mut judge, seed, &mut plies)
                } else {
                    1.0 - play(
                        [rows[1], rows[0]],
                        &mut partners,
                        &mut judge,
                        seed,
                        &mut plies,
                    )
                };
            }
            let (low, high) = (players[one].0, players[other].0);
            eprintln!(
                "{high:.0} against {low:.0}: {:.1} % of {games}",
                100.0 * (1.0 - points / f64::from(games))
            );
            pairs.push((one, other, points, games));
        }
    }
    let games: u32 = pairs.iter().map(|(.., games)| games).sum();
    eprintln!(
        "{games} games of {} half-moves on average",
        plies / u64::from(games.max(1))
    );
    report(players, &pairs);
}

fn report(players: &[(f64, Row)], pairs: &[(usize, usize, f64, u32)]) {
    let mut ratings: Vec<f64> = players.iter().map(|(level, _)| *level).collect();
    let expected = |ratings: &[f64], one: usize, other: usize| {
        1.0 / (1.0 + 10f64.powf((ratings[other] - ratings[one]) / 400.0))
    };
    for _ in 0..4000 {
        let mut slopes = vec![0.0; ratings.len()];
        let mut weights = vec![1e-9; ratings.len()];
        for (one, other, points, games) in pairs {
            let hope = expected(&ratings, *one, *other);
            // Half a point each, so that a whitewash is no infinity.
            let (points, games) = (points + 0.5, f64::from(*games) + 1.0);
            let slope = points - games * hope;
            slopes[*one] += slope;
            slopes[*other] -= slope;
            for place in [*one, *other] {
                weights[place] += games * hope * (1.0 - hope);
            }
        }
        for place in 0..ratings.len() {
            ratings[place] += (0.3 * 173.7 * slopes[place] / weights[place]).clamp(-20.0, 20.0);
        }
        let shift = (ratings.iter().sum::<f64>()
            - players.iter().map(|(level, _)| level).sum::<f64>())
            / ratings.len() as f64;
        for rating in &mut ratings {
            *rating -= shift;
        }
    }
    println!("| level | rating by games | off | against the next below |");
    println!("|---|---|---|---|");
    let mut off = 0.0;
    for (place, (level, _)) in players.iter().enumerate() {
        let neighbour = pairs
            .iter()
            .find(|(one, other, ..)| *other == place && one + 1 == place);
        let score = neighbour.map_or(String::new(), |(_, _, points, games)| {
            format!("{:.0} %", 100.0 * (1.0 - points / f64::from(*games)))
        });
        println!(
            "| {level:.0} | {:.0} | {:+.0} | {score} |",
            ratings[place],
            ratings[place] - level
        );
        off += (ratings[place] - level).abs();
    }
    println!("mean residual {:.0}", off / players.len() as f64);
}
