//! What is said of the past is true of real games, and last moves are those of brute force: tried on very many positions.
//!
//! `cargo run --release -p sissa-proof --example past -- COUNT GAMES.pgn` takes COUNT positions of the games of a file (`-` reads
//! standard input). The move really played must be among the moves taken back from the bare diagram, and neither the position before it
//! nor the position with the side to move and the rights it had may be refuted. Exits with 1 if one is.
#![allow(clippy::print_stdout, clippy::print_stderr, clippy::unwrap_used)]

use std::{io::BufRead, process::ExitCode};

use shakmaty::{Chess, EnPassantMode, Position, fen::Fen};
use sissa_proof::{Given, Target};

/// As many kernel states as `retro` looks at before it builds.
const NODES: u64 = 400_000;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let wanted: usize = arguments[0].parse().unwrap();
    let input: Box<dyn BufRead> = match arguments[1].as_str() {
        "-" => Box::new(std::io::stdin().lock()),
        path => Box::new(std::io::BufReader::new(std::fs::File::open(path).unwrap())),
    };
    let (mut tried, mut wrong) = (0, 0);
    for entry in sissa_record::read(input, "games") {
        let Some(game) = entry.ok().and_then(|entry| entry.game) else {
            continue;
        };
        let positions: Vec<Chess> = game.positions().collect();
        // Three positions of a game, wherever they are.
        let step = (positions.len() / 3).max(1);
        for ply in (step..positions.len()).step_by(step) {
            if tried >= wanted {
                break;
            }
            tried += 1;
            let (position, m) = (&positions[ply], game.moves()[ply - 1]);
            let setup = position.to_setup(EnPassantMode::Legal);
            let diagram = Target::new(setup.clone(), Given::Turn);
            let listed = diagram.last_moves(setup.turn).contains(&m);
            let before = diagram.before(setup.turn, m).refute(NODES);
            let held = diagram.holding(setup.castling_rights).refute(NODES);
            if !listed || !before.is_empty() || !held.is_empty() {
                wrong += 1;
                let fen = Fen::from_position(position, EnPassantMode::Legal);
                println!("WRONG {fen} after {m:?}: {before:?} {held:?}");
            }
            if tried.is_multiple_of(1_000) {
                eprintln!("{tried} of {wanted}, {wrong} contradicted");
            }
        }
        if tried >= wanted {
            break;
        }
    }
    println!("{tried} positions, {wrong} contradicted");
    if wrong == 0 {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    }
}
