//! Pairs of positions, and who orders how many of them rightly.

use rand::RngExt as _;
use sissa_engine::{Engine, Evaluation, eval};
use sissa_nn::deepchess::{Comparator, Inputs, View};

use super::{Drawn, for_white, linear, searched, searcher};
use crate::{Observer, Random};

/// Pairs that are compared at a time.
const CHUNK: usize = 512;
/// Parts that games are cut into to know how far figures are by chance.
const BLOCKS: u64 = 20;

/// Random pairs of a won and a lost position.
pub fn draw(won: usize, lost: usize, count: usize, random: &mut Random) -> Vec<(usize, usize)> {
    let mut pair = || (random.random_range(0..won), random.random_range(0..lost));
    (0..count).map(|_| pair()).collect()
}

/// Shares of pairs in their right order, by who said so; the comparator is first.
pub struct Accuracy {
    pub rows: Vec<(&'static str, f64)>,
    /// Of each pair, what the comparator made of it: 1, or 0.
    told: Vec<f64>,
}

/// Somebody who gives a position a number.
struct Scorer<'a> {
    name: &'static str,
    value: Box<dyn FnMut(&Drawn) -> f32 + 'a>,
    /// What is known of won and of lost positions.
    known: [Vec<Option<f32>>; 2],
}

/// Positions with what is known of them.
pub struct Scored<'a> {
    comparator: &'a Comparator,
    drawn: [&'a [Drawn]; 2],
    scorers: Vec<Scorer<'a>>,
}

impl<'a> Scored<'a> {
    pub fn new(comparator: &'a Comparator, drawn: [&'a [Drawn]; 2], nodes: u64) -> Scored<'a> {
        use shakmaty::Position as _;
        let mut scorers = Vec::new();
        let mut add = |name: &'static str, value: Box<dyn FnMut(&Drawn) -> f32 + 'a>| {
            scorers.push(Scorer {
                name,
                value,
                known: drawn.map(|side| vec![None; side.len()]),
            });
        };
        add(
            "material",
            Box::new(|drawn| eval::material(drawn.position.board()) as f32),
        );
        add(
            "tables",
            Box::new(|drawn| eval::tables_value(drawn.position.board()) as f32),
        );
        let weights = linear();
        add(
            "linear",
            Box::new(move |drawn| {
                let view = View::of(&drawn.position);
                let switches = Inputs::Bits.switches(&view);
                switches
                    .map(|(number, value)| value * weights[number])
                    .sum()
            }),
        );
        for name in ["handcrafted", "games", "nnue"] {
            let Ok(evaluation) = Evaluation::named(name) else {
                continue;
            };
            let mut evaluator = evaluation.evaluator();
            let value = move |drawn: &Drawn| {
                evaluator.reset(&drawn.position);
                for_white(evaluator.evaluate(&drawn.position), drawn.position.turn())
            };
            add(name, Box::new(value));
        }
        if nodes > 0 {
            let mut engine: Engine = searcher();
            let value = move |drawn: &Drawn| searched(&mut engine, &drawn.position, nodes);
            add("search", Box::new(value));
        }
        Scored {
            comparator,
            drawn,
            scorers,
        }
    }

    /// What the comparator says of pairs, the won position named first or second.
    fn odds(&self, pairs: &[(usize, usize)], won_first: bool) -> Vec<f32> {
        let views: Vec<View> = pairs
            .iter()
            .flat_map(|(one, other)| [&self.drawn[0][*one], &self.drawn[1][*other]])
            .map(|drawn| View {
                rating_difference: drawn.rating_difference,
                ..View::of(&drawn.position)
            })
            .collect();
        let features = self.comparator.features(&views);
        let numbers: Vec<(usize, usize)> = (0..pairs.len())
            .map(|at| (2 * at, 2 * at + 1))
            .map(|(won, lost)| if won_first { (won, lost) } else { (lost, won) })
            .collect();
        let odds = self.comparator.compare(&features, &numbers);
        odds.into_iter()
            .map(|odds| if won_first { odds } else { -odds })
            .collect()
    }

    /// Measures everybody on the same pairs. Every second pair is named the other way round.
    pub fn measure(&mut self, pairs: &[(usize, usize)], observer: &dyn Observer) -> Accuracy {
        let mut told = Vec::with_capacity(pairs.len());
        for (chunk, pairs) in pairs.chunks(CHUNK).enumerate() {
            let odds = self.odds(pairs, chunk % 2 == 0);
            told.extend(odds.into_iter().map(right));
            observer.advance();
        }
        let share = |told: &[f64]| told.iter().sum::<f64>() / told.len().max(1) as f64;
        let mut rows = vec![("deepchess", share(&told))];
        for scorer in &mut self.scorers {
            let mut sum = 0.0;
            for (won, lost) in pairs {
                let mut value = |side: usize, at: usize| match scorer.known[side][at] {
                    Some(known) => known,
                    None => {
                        let value = (scorer.value)(&self.drawn[side][at]);
                        scorer.known[side][at] = Some(value);
                        value
                    }
                };
                sum += right(value(0, *won) - value(1, *lost));
            }
            rows.push((scorer.name, sum / pairs.len().max(1) as f64));
        }
        Accuracy { rows, told }
    }

    /// How often the comparator says the same whichever position is named first.
    pub fn orders(&self, pairs: &[(usize, usize)]) -> f64 {
        let pairs = &pairs[..pairs.len().min(4 * CHUNK)];
        let mut same = 0;
        for pairs in pairs.chunks(CHUNK) {
            let both = self
                .odds(pairs, true)
                .into_iter()
                .zip(self.odds(pairs, false));
            same += both
                .filter(|(one, other)| (*one > 0.0) == (*other > 0.0))
                .count();
        }
        same as f64 / pairs.len().max(1) as f64
    }
}

/// Whether a difference is right: half, where there is none.
fn right(difference: f32) -> f64 {
    match difference {
        difference if difference > 0.0 => 1.0,
        difference if difference < 0.0 => 0.0,
        _ => 0.5,
    }
}

/// Where the comparator's share lies by 95 %: positions of a game go together, so whole games are left out, a block at a time
/// (the jackknife).
pub fn interval(
    accuracy: &Accuracy,
    pairs: &[(usize, usize)],
    [won, lost]: [&[Drawn]; 2],
) -> [f64; 2] {
    let mean = accuracy.rows[0].1;
    let block = |drawn: &Drawn| (drawn.game >> 24) % BLOCKS;
    let without = |left_out: u64| {
        let (mut sum, mut count) = (0.0, 0.0);
        for ((one, other), told) in pairs.iter().zip(&accuracy.told) {
            if block(&won[*one]) != left_out && block(&lost[*other]) != left_out {
                sum += told;
                count += 1.0;
            }
        }
        sum / f64::max(count, 1.0)
    };
    let squares: f64 = (0..BLOCKS)
        .map(|block| (without(block) - mean).powi(2))
        .sum();
    let blocks = BLOCKS as f64;
    let error = ((blocks - 1.0) / blocks * squares).sqrt();
    [
        (mean - 1.96 * error).max(0.0),
        (mean + 1.96 * error).min(1.0),
    ]
}
