//! The table that makes the losses of played-out games those of real games.
//!
//! Games that were played out with a table say what other tables would lose: a move that another table would play twice as often counts twice. For
//! each band and phase four numbers are sought, downhill along one after the other: sharpness, heed, care and cut. What is made small is
//! the distance of the distributions of losses, and besides how unlikely real moves become.

use std::{error::Error, fmt::Write as _, fs};

use sissa_human::{Temper, Tempers};
use sissa_nn::human::measure::Phase;

use crate::BANDS;

/// Centipawns at which the distributions are compared.
const PLACES: [f64; 11] = [
    0.0, 8.0, 16.0, 25.0, 40.0, 60.0, 90.0, 140.0, 200.0, 300.0, 500.0,
];
/// A move counts so many times at most: what was hardly ever played says little.
const HEAVIEST: f64 = 4.0;

/// A move that came to mind.
struct Thought {
    played: bool,
    share: f64,
    glance: f64,
    second: f64,
    castles: bool,
}

/// A judged move.
struct Judged {
    band: u16,
    rating: u16,
    phase: Phase,
    centipawns: f64,
    points: f64,
    thoughts: Vec<Thought>,
}

/// A distribution of losses.
#[derive(Clone, Debug, Default)]
struct Losses {
    mean: f64,
    /// Shares that lose more than 5, 10 and 15 hundredths of a point.
    beyond: [f64; 3],
    /// Shares that lose at most so many centipawns.
    within: [f64; PLACES.len()],
    total: f64,
    squares: f64,
}

impl Losses {
    fn add(&mut self, weight: f64, centipawns: f64, points: f64) {
        self.mean += weight * centipawns;
        self.total += weight;
        self.squares += weight * weight;
        for (beyond, limit) in self.beyond.iter_mut().zip([5.0, 10.0, 15.0]) {
            *beyond += if points > limit { weight } else { 0.0 };
        }
        for (within, place) in self.within.iter_mut().zip(PLACES) {
            *within += if centipawns <= place { weight } else { 0.0 };
        }
    }

    fn finish(mut self) -> Losses {
        let total = self.total.max(1e-9);
        self.mean /= total;
        self.beyond = self.beyond.map(|share| share / total);
        self.within = self.within.map(|share| share / total);
        self
    }

    /// How many moves of equal weight it rests on.
    fn moves(&self) -> f64 {
        self.total * self.total / self.squares.max(1e-9)
    }
}

fn read(path: &str) -> Result<Vec<Judged>, Box<dyn Error>> {
    let mut moves = Vec::new();
    let mut band = 0;
    for line in fs::read_to_string(path)?.lines() {
        let words: Vec<&str> = line.split('\t').collect();
        match words[..] {
            ["G", of, ..] => band = of.parse()?,
            ["M", rating, phase, centipawns, points, thoughts] => {
                let phase = Phase::ALL.into_iter().find(|other| other.word() == phase);
                let thoughts: Result<_, Box<dyn Error>> =
                    thoughts.split_whitespace().map(thought).collect();
                moves.push(Judged {
                    band,
                    rating: rating.parse()?,
                    phase: phase.ok_or("no phase")?,
                    centipawns: centipawns.parse()?,
                    points: points.parse()?,
                    thoughts: thoughts?,
                });
            }
            _ => {}
        }
    }
    Ok(moves)
}

fn thought(word: &str) -> Result<Thought, Box<dyn Error>> {
    let numbers: Result<Vec<f64>, _> = word.split(',').map(str::parse).collect();
    let [played, share, glance, second, castles] = numbers?[..] else {
        return Err(format!("`{word}` is no move").into());
    };
    Ok(Thought {
        played: played == 1.0,
        share: share.max(1e-5),
        glance,
        second,
        castles: castles == 1.0,
    })
}

/// How likely the move that was played is by a temper.
fn likelihood(thoughts: &[Thought], temper: Temper) -> f64 {
    let [sharpness, heed, care, cut, castling] = [
        temper.sharpness,
        temper.heed,
        temper.care,
        temper.cut,
        temper.castling,
    ]
    .map(f64::from);
    let Some(played) = thoughts.iter().find(|thought| thought.played) else {
        return 0.0;
    };
    let castles = thoughts.iter().filter(|thought| thought.castles);
    let castles: f64 = castles.map(|thought| thought.share).sum();
    let lifted = castles * castling.exp();
    let castles = lifted / (lifted + 1.0 - castles).max(1e-9);
    let score = |thought: &Thought| {
        sharpness * thought.share.ln() - heed * thought.glance - care * thought.second
    };
    let alike = || {
        thoughts
            .iter()
            .filter(|thought| thought.castles == played.castles)
    };
    let highest = alike().map(score).fold(f64::MIN, f64::max);
    let kept = |thought: &Thought| {
        let part = (score(thought) - highest).exp();
        if part < cut { 0.0 } else { part }
    };
    let part = kept(played) / alike().map(kept).sum::<f64>().max(1e-12);
    part * if played.castles {
        castles
    } else {
        1.0 - castles
    }
}

/// What games lose that are played with a table, by games that were played with another one.
fn reweighted(moves: &[(&Judged, f64)], table: &Tempers) -> Losses {
    let mut losses = Losses::default();
    for (judged, before) in moves {
        let temper = table.at(Some(judged.rating), judged.phase);
        let weight = likelihood(&judged.thoughts, temper) / before.max(1e-4);
        losses.add(weight.min(HEAVIEST), judged.centipawns, judged.points);
    }
    losses.finish()
}

/// How unlikely real moves are.
fn surprise(moves: &[&Judged], table: &Tempers) -> f64 {
    let of = |judged: &&Judged| {
        let temper = table.at(Some(judged.rating), judged.phase);
        -likelihood(&judged.thoughts, temper).max(1e-3).ln()
    };
    moves.iter().map(of).sum::<f64>() / moves.len().max(1) as f64
}

/// How far two distributions are apart, in units of what is allowed.
fn misfit(found: &Losses, aim: &Losses) -> f64 {
    let part = |found: f64, aim: f64, allowed: f64| ((found - aim) / allowed).powi(2);
    let tails = found.beyond.iter().zip(&aim.beyond);
    let tails: f64 = tails
        .map(|(found, aim)| part(*found, *aim, 0.06 * aim + 0.002))
        .sum();
    let curves = found.within.iter().zip(&aim.within);
    let curves: f64 = curves.map(|(found, aim)| part(*found, *aim, 0.02)).sum();
    part(found.mean, aim.mean, 0.04 * aim.mean) + 0.6 * tails + 0.5 * curves
}

/// The rows of a table.
#[derive(Clone)]
struct Rows(Vec<(u16, Phase, Temper)>);

impl Rows {
    fn read(text: &str) -> Result<(Rows, Tempers), Box<dyn Error>> {
        let tempers = Tempers::parse(text)?;
        let rating = |line: &str| line.split_whitespace().next()?.parse::<u16>().ok();
        let mut ratings: Vec<u16> = text.lines().filter_map(rating).collect();
        ratings.dedup();
        let rows = ratings.into_iter().flat_map(|rating| {
            let tempers = &tempers;
            Phase::ALL.map(|phase| (rating, phase, tempers.at(Some(rating), phase)))
        });
        Ok((Rows(rows.collect()), tempers.clone()))
    }

    fn text(&self) -> String {
        let mut text = String::new();
        for (rating, phase, temper) in &self.0 {
            let Temper {
                sharpness,
                heed,
                care,
                nodes,
                cut,
                castling,
            } = temper;
            let _ = writeln!(
                text,
                "{rating} {} {sharpness:.3} {heed:.2} {care:.2} {nodes} {cut:.4} {castling}",
                phase.word()
            );
        }
        text
    }

    fn table(&self) -> Tempers {
        Tempers::parse(&self.text()).expect("rows of a table that was read")
    }
}

/// What is known of a band in a phase.
struct Cell<'a> {
    band: u16,
    phase: Phase,
    real: Vec<&'a Judged>,
    /// With how likely each move was when it was played.
    made: Vec<(&'a Judged, f64)>,
    aim: Losses,
}

impl Cell<'_> {
    fn cost(&self, table: &Tempers) -> f64 {
        misfit(&reweighted(&self.made, table), &self.aim) + 8.0 * surprise(&self.real, table)
    }

    /// Moves a row downhill.
    fn fit(&self, rows: &mut Rows) {
        let at = rows
            .0
            .iter()
            .position(|(rating, phase, _)| (*rating, *phase) == (self.band, self.phase));
        let Some(at) = at else { return };
        let mut least = self.cost(&rows.table());
        let mut step = 1.0_f32;
        while step > 0.1 {
            let mut better = false;
            for (number, size) in [(0, 0.2), (1, 3.0), (2, 8.0), (3, 0.02)] {
                for sign in [1.0, -1.0] {
                    let before = rows.0[at].2;
                    let by = sign * step * size;
                    let tried = &mut rows.0[at].2;
                    match number {
                        0 => tried.sharpness = (tried.sharpness + by).clamp(0.5, 3.5),
                        1 => tried.heed = (tried.heed + by).clamp(0.0, 40.0),
                        2 if tried.nodes >= 1.0 => {
                            tried.care = (tried.care + by).clamp(1.0, 150.0);
                        }
                        3 => tried.cut = (tried.cut + by).clamp(0.0, 0.35),
                        _ => continue,
                    }
                    let now = self.cost(&rows.table());
                    if now < least - 1e-3 {
                        (least, better) = (now, true);
                    } else {
                        rows.0[at].2 = before;
                    }
                }
            }
            if !better {
                step /= 2.0;
            }
        }
    }
}

fn line(name: &str, losses: &Losses) -> String {
    let [five, ten, fifteen] = losses.beyond.map(|share| 100.0 * share);
    format!(
        "{name} {:.1} cp, {five:.1} {ten:.1} {fifteen:.1} %, none {:.2}",
        losses.mean, losses.within[1]
    )
}

/// `table` is what the games were played with; the search begins at `start`.
pub fn run(real: &str, made: &str, table: &str, start: &str) -> Result<(), Box<dyn Error>> {
    let (real, made) = (read(real)?, read(made)?);
    let (_, before) = Rows::read(&fs::read_to_string(table)?)?;
    let (mut rows, _) = Rows::read(&fs::read_to_string(start)?)?;
    let plain = |moves: &[&Judged]| {
        let mut losses = Losses::default();
        for judged in moves {
            losses.add(1.0, judged.centipawns, judged.points);
        }
        losses.finish()
    };
    let mut cells = Vec::new();
    for band in BANDS {
        for phase in Phase::ALL {
            let of = |judged: &&Judged| (judged.band, judged.phase) == (band, phase);
            let real: Vec<&Judged> = real.iter().filter(of).collect();
            let made: Vec<&Judged> = made.iter().filter(of).collect();
            if real.len() < 200 || made.len() < 200 {
                continue;
            }
            let aim = plain(&real);
            eprintln!(
                "{band} {}: {} ({}); {} ({})",
                phase.word(),
                line("real", &aim),
                real.len(),
                line("made", &plain(&made)),
                made.len()
            );
            let likely = |judged: &Judged| {
                let temper = before.at(Some(judged.rating), judged.phase);
                likelihood(&judged.thoughts, temper)
            };
            cells.push(Cell {
                band,
                phase,
                made: made
                    .into_iter()
                    .map(|judged| (judged, likely(judged)))
                    .collect(),
                real,
                aim,
            });
        }
    }
    // Ratings between two rows are of both, so each row is fitted again after its neighbours.
    for _ in 0..2 {
        for cell in &cells {
            cell.fit(&mut rows);
        }
    }
    let after = rows.table();
    for cell in &cells {
        let losses = reweighted(&cell.made, &after);
        eprintln!(
            "{} {}: {}; {} ({:.0} moves); surprise {:.3} to {:.3}",
            cell.band,
            cell.phase.word(),
            line("real", &cell.aim),
            line("fitted", &losses),
            losses.moves(),
            surprise(&cell.real, &before),
            surprise(&cell.real, &after)
        );
    }
    print!("{}", rows.text());
    Ok(())
}
