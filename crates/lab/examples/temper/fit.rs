//! The table that makes expected losses those of real games.
//!
//! For each band and phase four numbers are sought, downhill along one after the other: sharpness, heed, care and cut. What is made small
//! is the distance of the distributions of losses, and besides how much less likely real moves become.

use std::{collections::HashMap, error::Error, fs};

use sissa_human::{Temper, Tempers};
use sissa_nn::human::measure::Phase;

use crate::{BANDS, collect::LOOKS};

/// Centipawns at which the distributions are compared.
const PLACES: [f64; 11] = [
    0.0, 8.0, 16.0, 25.0, 40.0, 60.0, 90.0, 140.0, 200.0, 300.0, 500.0,
];
/// Which of the looks a band takes, if it takes one at all.
fn look_of(band: u16) -> Option<usize> {
    match band {
        ..1600 => None,
        1600..2100 => Some(0),
        2100..2500 => Some(1),
        _ => Some(2),
    }
}

struct Choice {
    played: bool,
    share: f64,
    castles: bool,
    glance: f64,
    second: f64,
    centipawns: f64,
    points: f64,
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
}

impl Losses {
    fn add(&mut self, share: f64, centipawns: f64, points: f64) {
        self.mean += share * centipawns;
        self.total += share;
        for (beyond, limit) in self.beyond.iter_mut().zip([5.0, 10.0, 15.0]) {
            *beyond += if points > limit { share } else { 0.0 };
        }
        for (within, place) in self.within.iter_mut().zip(PLACES) {
            *within += if centipawns <= place { share } else { 0.0 };
        }
    }

    fn finish(mut self) -> Losses {
        let total = self.total.max(1e-9);
        self.mean /= total;
        self.beyond = self.beyond.map(|share| share / total);
        self.within = self.within.map(|share| share / total);
        self
    }
}

type Cells<T> = HashMap<(u16, String), T>;

fn costs(path: &str) -> Result<Cells<Losses>, Box<dyn Error>> {
    let mut cells: Cells<Losses> = HashMap::new();
    for line in fs::read_to_string(path)?.lines() {
        let words: Vec<&str> = line.split('\t').collect();
        if let [band, phase, centipawns, points] = words[..] {
            let cell = cells.entry((band.parse()?, phase.to_owned())).or_default();
            cell.add(1.0, centipawns.parse()?, points.parse()?);
        }
    }
    Ok(cells
        .into_iter()
        .map(|(key, cell)| (key, cell.finish()))
        .collect())
}

fn looks(path: &str) -> Result<Cells<Vec<Vec<Choice>>>, Box<dyn Error>> {
    let mut cells: Cells<Vec<Vec<Choice>>> = HashMap::new();
    let mut key = (0, String::new());
    for line in fs::read_to_string(path)?.lines() {
        let words: Vec<&str> = line.split('\t').collect();
        match words[..] {
            ["P", band, phase, ..] => {
                key = (band.parse()?, phase.to_owned());
                cells.entry(key.clone()).or_default().push(Vec::new());
            }
            [
                "M",
                played,
                share,
                castles,
                glance,
                ref seconds @ ..,
                centipawns,
                points,
            ] => {
                let of_cell = cells.get_mut(&key).and_then(|cell| cell.last_mut());
                of_cell.ok_or("a move without a position")?.push(Choice {
                    played: played == "1",
                    share: share.parse()?,
                    castles: castles == "1",
                    glance: glance.parse()?,
                    second: seconds
                        .get(look_of(key.0).unwrap_or(0))
                        .ok_or("too few looks")?
                        .parse()?,
                    centipawns: centipawns.parse()?,
                    points: points.parse()?,
                });
            }
            _ => {}
        }
    }
    Ok(cells)
}

/// What is lost with a temper, and how unlikely the real moves are.
fn foretold(positions: &[Vec<Choice>], temper: Temper) -> (Losses, f64) {
    let [sharpness, heed, care, cut] =
        [temper.sharpness, temper.heed, temper.care, temper.cut].map(f64::from);
    let (mut losses, mut surprise) = (Losses::default(), 0.0);
    for choices in positions {
        let castling: f64 = choices
            .iter()
            .filter(|choice| choice.castles)
            .map(|choice| choice.share)
            .sum();
        let score = |choice: &Choice| {
            sharpness * choice.share.ln() - heed * choice.glance - care * choice.second
        };
        let others = || choices.iter().filter(|choice| !choice.castles);
        let highest = others().map(score).fold(f64::MIN, f64::max);
        let kept = |choice: &Choice| {
            let part = (score(choice) - highest).exp();
            if part < cut { 0.0 } else { part }
        };
        let total: f64 = others().map(kept).sum();
        for choice in choices {
            let share = if choice.castles {
                choice.share
            } else {
                (1.0 - castling) * kept(choice) / total.max(1e-12)
            };
            losses.add(share, choice.centipawns, choice.points);
            if choice.played {
                surprise -= share.max(1e-3).ln();
            }
        }
    }
    (losses.finish(), surprise / positions.len().max(1) as f64)
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

fn fitted(positions: &[Vec<Choice>], aim: &Losses, from: Temper, careful: bool) -> Temper {
    let cost = |temper: Temper| {
        let (losses, surprise) = foretold(positions, temper);
        misfit(&losses, aim) + 8.0 * surprise
    };
    let (mut best, mut step) = (from, 1.0_f32);
    let mut least = cost(best);
    while step > 0.05 {
        let mut better = false;
        for (number, size) in [(0, 0.3), (1, 3.0), (2, 4.0), (3, 0.02)] {
            for sign in [1.0, -1.0] {
                let mut tried = best;
                let by = sign * step * size;
                match number {
                    0 => tried.sharpness = (tried.sharpness + by).clamp(0.7, 3.5),
                    1 => tried.heed = (tried.heed + by).clamp(0.0, 30.0),
                    2 if careful => tried.care = (tried.care + by).clamp(0.0, 40.0),
                    3 => tried.cut = (tried.cut + by).clamp(0.0, 0.3),
                    _ => continue,
                }
                let now = cost(tried);
                if now < least - 1e-4 {
                    (best, least, better) = (tried, now, true);
                }
            }
        }
        if !better {
            step /= 2.0;
        }
    }
    best
}

/// What to aim for, so that games that are played come out like real ones.
fn aimed(real: &Losses, foretold: &Losses, made: &Losses) -> Losses {
    let times = |real: f64, foretold: f64, made: f64| {
        real * (foretold.max(1e-4) / made.max(1e-4)).clamp(0.4, 2.5)
    };
    let mut aim = real.clone();
    aim.mean = times(real.mean, foretold.mean, made.mean);
    for i in 0..3 {
        aim.beyond[i] = times(real.beyond[i], foretold.beyond[i], made.beyond[i]);
    }
    for i in 0..PLACES.len() {
        aim.within[i] = (real.within[i] + foretold.within[i] - made.within[i]).clamp(0.0, 1.0);
    }
    aim
}

fn line(name: &str, losses: &Losses) -> String {
    let [five, ten, fifteen] = losses.beyond.map(|share| 100.0 * share);
    format!(
        "{name} {:.1} cp, {five:.1} {ten:.1} {fifteen:.1} %, none {:.2}",
        losses.mean, losses.within[1]
    )
}

pub fn run(real: &str, look: &str, made: Option<(&str, &str)>) -> Result<(), Box<dyn Error>> {
    let (real, looks) = (costs(real)?, looks(look)?);
    let before = match made {
        Some((made, table)) => Some((costs(made)?, Tempers::parse(&fs::read_to_string(table)?)?)),
        None => None,
    };
    for band in BANDS {
        for phase in Phase::ALL {
            let key = (band, phase.word().to_owned());
            let (Some(real), Some(positions)) = (real.get(&key), looks.get(&key)) else {
                continue;
            };
            let mut from = Temper::NONE;
            let mut aim = real.clone();
            if let Some((made, tempers)) = &before
                && let Some(made) = made.get(&key)
            {
                from = tempers.at(Some(band), phase);
                let (now, _) = foretold(positions, from);
                eprintln!(
                    "{band} {} {}; {}; {}",
                    phase.word(),
                    line("real", real),
                    line("made", made),
                    line("foretold", &now)
                );
                aim = aimed(real, &now, made);
            }
            let (none, plain) = foretold(positions, Temper::NONE);
            let temper = fitted(positions, &aim, from, look_of(band).is_some());
            let (then, surprise) = foretold(positions, temper);
            eprintln!(
                "{band} {} ({} positions) {}; {}; {}; surprise {plain:.3} to {surprise:.3}",
                phase.word(),
                positions.len(),
                line("aim", &aim),
                line("untempered", &none),
                line("fitted", &then)
            );
            let Temper {
                sharpness,
                heed,
                care,
                cut,
                castling,
                ..
            } = temper;
            let nodes = look_of(band).map_or(0, |look| LOOKS[look]);
            println!(
                "{band} {} {sharpness:.3} {heed:.2} {care:.2} {nodes} {cut:.4} {castling:.2}",
                phase.word()
            );
        }
    }
    Ok(())
}
