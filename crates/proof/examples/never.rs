//! Positions of games are never called illegal: tried on very many of them.
//!
//! `cargo run --release -p sissa-proof --example never -- COUNT [GAMES.pgn]` takes COUNT positions of
//! random games, or of the games of a file (`-` reads standard input), evenly over the numbers of men
//! where it can, and asks only the reasons. Every position is also looked at with colours exchanged. None
//! of them may be refuted; exits with 1 if one is. Every thousandth position is reported on standard error.
#![allow(clippy::print_stdout, clippy::print_stderr, clippy::unwrap_used)]

mod clock;

use std::{io::BufRead, process::ExitCode};

use rand::{RngExt, SeedableRng, seq::IndexedRandom};
use rand_xoshiro::Xoshiro256PlusPlus;
use shakmaty::{Chess, EnPassantMode, Move, Position, Role, Setup, fen::Fen};
use sissa_proof::refute;

/// The positions of one random game, captures and promotions oftener than chance. In every other game pawns hardly move, or
/// kings and rooks do not, so that men are shut in and rights last.
fn random_game(rng: &mut Xoshiro256PlusPlus) -> Vec<Chess> {
    let greed = rng.random_range(0..8);
    let shy = rng.random_range(0..4);
    let mut positions = vec![Chess::default()];
    for _ in 0..300 {
        let mut next = positions[positions.len() - 1].clone();
        let mut moves = next.legal_moves();
        if rng.random_range(0..20) > 0 {
            let shy = |m: &Move| match shy {
                0 => m.role() == Role::Pawn,
                1 => matches!(m.role(), Role::King | Role::Rook),
                _ => false,
            };
            if moves.iter().any(|m| !shy(m)) {
                moves.retain(|m| !shy(m));
            }
        }
        let loud: Vec<_> = moves
            .iter()
            .filter(|m| m.is_capture() || m.is_promotion() || m.is_castle())
            .collect();
        let m = match loud.choose(rng) {
            Some(m) if rng.random_range(0..10) < greed => **m,
            _ => match moves.choose(rng) {
                Some(m) => *m,
                None => break,
            },
        };
        next.play_unchecked(m);
        positions.push(next);
    }
    positions
}

const AS_IT_IS: &str = "as it is";
/// As many kernel states as `prove` looks at.
const KERNEL_NODES: u64 = 400_000;

/// Tries positions and counts them.
struct Trial {
    wanted: usize,
    tried: usize,
    by_men: [usize; 33],
    wrong: usize,
}

impl Trial {
    /// One position of every number of men of a game, the rarer numbers first.
    fn game(&mut self, positions: &[Chess], rng: &mut Xoshiro256PlusPlus) {
        let mut by_men: Vec<Vec<&Chess>> = vec![Vec::new(); 33];
        for position in positions {
            by_men[position.board().occupied().count()].push(position);
        }
        for (men, positions) in by_men.iter().enumerate() {
            let fair = self.wanted / 20 + 1;
            if let Some(position) = positions.choose(rng)
                && self.by_men[men] < fair
                && self.tried < self.wanted
            {
                self.by_men[men] += 1;
                self.tried += 1;
                self.position(position);
                if self.tried.is_multiple_of(1_000) {
                    let (tried, wanted, wrong) = (self.tried, self.wanted, self.wrong);
                    let seconds = clock::cpu().as_secs_f64();
                    eprintln!("{tried} of {wanted}, {wrong} called illegal, {seconds:.0}s");
                }
            }
        }
    }

    fn position(&mut self, position: &Chess) {
        let setup = position.to_setup(EnPassantMode::Legal);
        let mut flipped = setup.clone();
        flipped.mirror();
        for (name, setup) in [(AS_IT_IS, setup), ("colours exchanged", flipped)] {
            self.setup(name, &setup);
        }
    }

    fn setup(&mut self, name: &str, setup: &Setup) {
        let reasons = refute(setup, KERNEL_NODES);
        if !reasons.is_empty() {
            // Who begins is exchanged as well: then the parity of the moves is rightly wrong.
            if name != AS_IT_IS && reasons.iter().all(|one| one.code == "wrong-parity") {
                return;
            }
            self.wrong += 1;
            let fen = Fen::try_from_setup(setup.clone()).unwrap();
            println!("WRONG {name} {fen} {reasons:?}");
        }
    }
}

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let mut trial = Trial {
        wanted: arguments[0].parse().unwrap(),
        tried: 0,
        by_men: [0; 33],
        wrong: 0,
    };
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(7);
    match arguments.get(1) {
        Some(path) => {
            let input: Box<dyn BufRead> = match path.as_str() {
                "-" => Box::new(std::io::stdin().lock()),
                _ => Box::new(std::io::BufReader::new(std::fs::File::open(path).unwrap())),
            };
            for entry in sissa_record::read(input, path) {
                if let Some(game) = entry.ok().and_then(|entry| entry.game) {
                    trial.game(&game.positions().collect::<Vec<_>>(), &mut rng);
                }
                if trial.tried >= trial.wanted {
                    break;
                }
            }
        }
        None => {
            while trial.tried < trial.wanted {
                let positions = random_game(&mut rng);
                trial.game(&positions, &mut rng);
            }
        }
    }
    for (men, count) in trial
        .by_men
        .iter()
        .enumerate()
        .filter(|(_, count)| **count > 0)
    {
        println!("{men:>2} men {count:>7}");
    }
    println!("{} positions, {} called illegal", trial.tried, trial.wrong);
    match trial.wrong {
        0 => ExitCode::SUCCESS,
        _ => ExitCode::FAILURE,
    }
}
