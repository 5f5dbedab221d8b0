//! Where the games of a match begin.

use std::sync::{Mutex, PoisonError};

use rand::{RngExt as _, SeedableRng as _};
use rand_xoshiro::Xoshiro256PlusPlus;
use shakmaty::{Chess, Position as _};

use crate::{Book, Engine, Evaluation, Limits, Options, Score, Situation, Unwatched};

/// Random openings that one side has won already, in centipawns, are drawn again.
const LOPSIDED: i32 = 150;
/// Random openings tried before the starting position is taken.
const TRIES: u32 = 200;
/// Nodes of the search that calls a random opening level.
const JUDGED: u64 = 3000;

/// An opening for every pair of games: the same for the same seed, asked for in any order.
///
/// ```
/// use sissa_engine::arena::Openings;
///
/// let openings = Openings::random(8, 1);
/// assert_eq!(openings.of_pair(3), Openings::random(8, 1).of_pair(3));
/// assert_ne!(openings.of_pair(3), openings.of_pair(4));
/// ```
#[derive(Debug)]
pub struct Openings(Source);

#[derive(Debug)]
enum Source {
    List(Vec<Chess>),
    Book {
        book: Book,
        plies: u32,
        seed: u64,
    },
    Random {
        plies: u32,
        seed: u64,
        judge: Mutex<Engine>,
    },
}

impl Openings {
    /// These positions in turn; those without a legal move are left out. None if nothing remains.
    pub fn list(positions: impl IntoIterator<Item = Chess>) -> Option<Openings> {
        let list: Vec<Chess> = positions
            .into_iter()
            .filter(|position| !position.legal_moves().is_empty())
            .collect();
        (!list.is_empty()).then_some(Openings(Source::List(list)))
    }

    /// So many half-moves from a book, drawn by weight.
    pub fn book(book: Book, plies: u32, seed: u64) -> Openings {
        Openings(Source::Book { book, plies, seed })
    }

    /// So many random half-moves, to positions that a short search calls level.
    pub fn random(plies: u32, seed: u64) -> Openings {
        Openings(Source::Random {
            plies,
            seed,
            judge: Mutex::new(Engine::new(Options {
                hash: 1,
                threads: 1,
                evaluation: Evaluation::handcrafted(),
            })),
        })
    }

    /// Where both games of a pair begin.
    pub fn of_pair(&self, pair: u64) -> Chess {
        match &self.0 {
            Source::List(list) => list[(pair % list.len() as u64) as usize].clone(),
            Source::Book { book, plies, seed } => {
                let mut rng = stream(*seed, pair);
                walk(*plies, |position| book.choose(position, rng.random()))
            }
            Source::Random { plies, seed, judge } => {
                let mut rng = stream(*seed, pair);
                let mut judge = judge.lock().unwrap_or_else(PoisonError::into_inner);
                let mut made = || {
                    walk(*plies, |position| {
                        let legal = position.legal_moves();
                        (!legal.is_empty()).then(|| legal[rng.random_range(0..legal.len())])
                    })
                };
                (0..TRIES)
                    .map(|_| made())
                    .find(|position| is_level(&mut judge, position))
                    .unwrap_or_default()
            }
        }
    }
}

fn stream(seed: u64, pair: u64) -> Xoshiro256PlusPlus {
    Xoshiro256PlusPlus::seed_from_u64(seed ^ pair.wrapping_mul(0x9E37_79B9_7F4A_7C15))
}

fn walk(plies: u32, mut choose: impl FnMut(&Chess) -> Option<shakmaty::Move>) -> Chess {
    let mut position = Chess::default();
    for _ in 0..plies {
        let Some(m) = choose(&position) else {
            break;
        };
        position.play_unchecked(m);
    }
    position
}

fn is_level(judge: &mut Engine, position: &Chess) -> bool {
    judge.forget();
    let situation = Situation::new(position.clone());
    let analysis = judge.search(&situation, &Limits::nodes(JUDGED), &Unwatched, &mut |_| ());
    analysis.lines.first().is_some_and(
        |line| matches!(line.score, Score::Centipawns(value) if value.abs() <= LOPSIDED),
    )
}
