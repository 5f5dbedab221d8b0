//! Positions from play, which are legal: none may be called illegal, and nearly all should be proven.
//!
//! `cargo run --release -p sissa-proof --example reach -- COUNT SECONDS [GAMES.pgn|-] [CHART.svg]` takes
//! positions of random games (biased to captures now and then, so that every number of men comes up), or
//! of the games of a file (`-`: of standard input), one of each game and rare numbers of men first, and prints a
//! bar chart of the undecided ones by number of men, as text and, where a file is named, as a drawing.
#![allow(clippy::print_stdout, clippy::unwrap_used)]

mod clock;

use std::{fmt::Write, io::BufRead, time::Duration};

use clock::cpu;

use rand::{RngExt, SeedableRng, seq::IndexedRandom};
use rand_xoshiro::Xoshiro256PlusPlus;
use shakmaty::{Chess, EnPassantMode, Position, fen::Fen};
use sissa_proof::{Budget, Verdict, prove, stream};

fn random_position(rng: &mut Xoshiro256PlusPlus, men: usize) -> Option<Chess> {
    let greed = rng.random_range(0..10);
    let mut position = Chess::default();
    for _ in 0..400 {
        if position.board().occupied().count() == men && rng.random_range(0..4) == 0 {
            return Some(position);
        }
        let moves = position.legal_moves();
        if moves.is_empty() || position.board().occupied().count() < men {
            return None;
        }
        let captures: Vec<_> = moves.iter().filter(|m| m.is_capture()).collect();
        let m = match captures.choose(rng) {
            Some(capture)
                if rng.random_range(0..10) < greed && position.board().occupied().count() > men =>
            {
                **capture
            }
            _ => *moves.choose(rng).unwrap(),
        };
        position.play_unchecked(m);
    }
    None
}

/// Legal, wrong and undecided by number of men.
type Tally = [[u32; 3]; 33];

fn share([legal, wrong, undecided]: [u32; 3]) -> f64 {
    f64::from(undecided) / f64::from(legal + wrong + undecided)
}

/// One line for each number of men; a full bar is everything undecided.
fn text_chart(tally: &Tally) -> String {
    let mut text = String::new();
    for (men, row) in tally.iter().enumerate().filter(|(_, row)| **row != [0; 3]) {
        let [legal, wrong, undecided] = row;
        let bar = "#".repeat((share(*row) * 50.0).ceil() as usize);
        writeln!(
            text,
            "{men:>2} men  {legal:>5} legal {wrong:>3} wrong {undecided:>4} undecided  {bar}"
        )
        .unwrap();
    }
    text
}

/// The same as a drawing: a bar for each number of men, its height the share of the undecided, the line at
/// the top being the greatest of them, rounded up to whole percent.
fn drawn_chart(tally: &Tally) -> String {
    let top = tally
        .iter()
        .filter(|row| **row != [0; 3])
        .map(|row| (share(*row) * 100.0).ceil())
        .fold(1.0, f64::max);
    let mut svg = String::from(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 700 240\" font-family=\"sans-serif\" \
         font-size=\"10\"><rect width=\"700\" height=\"240\" fill=\"white\"/>",
    );
    write!(
        svg,
        "<text x=\"4\" y=\"24\">{top} %</text><path d=\"M36 20H696M36 200H696\" stroke=\"#999\"/>\
         <text x=\"300\" y=\"234\">undecided by number of men</text>"
    )
    .unwrap();
    for (men, row) in tally.iter().enumerate().filter(|(_, row)| **row != [0; 3]) {
        let (x, height) = (40 + 22 * (men - 2), share(*row) * 100.0 / top * 180.0);
        let y = 200.0 - height;
        write!(
            svg,
            "<rect x=\"{x}\" y=\"{y:.1}\" width=\"16\" height=\"{height:.1}\" fill=\"#36c\"><title>{} of \
             {}</title></rect><text x=\"{}\" y=\"214\" text-anchor=\"middle\">{men}</text>",
            row[2],
            row.iter().sum::<u32>(),
            x + 8
        )
        .unwrap();
    }
    svg.push_str("</svg>\n");
    svg
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let count: usize = arguments[0].parse().unwrap();
    let seconds: f64 = arguments[1].parse().unwrap();
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(7);
    let mut positions: Vec<Chess> = Vec::new();
    let (chart, games): (Vec<&String>, Vec<&String>) = arguments[2..]
        .iter()
        .partition(|path| path.ends_with(".svg"));
    if let Some(path) = games.first() {
        let input: Box<dyn BufRead> = match path.as_str() {
            "-" => Box::new(std::io::stdin().lock()),
            _ => Box::new(std::io::BufReader::new(std::fs::File::open(path).unwrap())),
        };
        let mut taken = [0; 33];
        for entry in sissa_record::read(input, path) {
            if let Some(game) = entry.ok().and_then(|entry| entry.game) {
                let all: Vec<Chess> = game.positions().collect();
                // The number of men that came up least so far, where the game has it.
                let number = |position: &Chess| position.board().occupied().count();
                let rarest = all
                    .iter()
                    .map(|position| (taken[number(position)], number(position)))
                    .min();
                if let Some((_, men)) = rarest {
                    let those: Vec<&Chess> = all.iter().filter(|one| number(one) == men).collect();
                    positions.extend(those.choose(&mut rng).copied().cloned());
                    taken[men] += 1;
                }
            }
            if positions.len() >= count {
                break;
            }
        }
    } else {
        while positions.len() < count {
            let men = 3 + positions.len() % 30;
            positions.extend(random_position(&mut rng, men));
        }
    }
    let mut tally = [[0u32; 3]; 33];
    let mut lengths = Vec::new();
    let mut total = Duration::ZERO;
    for position in &positions {
        let setup = position.to_setup(EnPassantMode::Legal);
        let start = cpu();
        let stop = || (cpu() - start).as_secs_f64() > seconds;
        let budget = Budget {
            nodes: u64::MAX,
            stop: &stop,
        };
        let verdict = prove(&setup, budget, &mut stream(1, 0));
        total += cpu() - start;
        let fen = Fen::from_position(position, EnPassantMode::Legal);
        let men = position.board().occupied().count();
        match verdict {
            Verdict::Legal { game } => {
                tally[men][0] += 1;
                lengths.push(game.plies());
            }
            Verdict::Illegal { reasons } => {
                tally[men][1] += 1;
                println!("WRONG {fen} {reasons:?}");
            }
            Verdict::Undecided { exhausted, .. } => {
                tally[men][2] += 1;
                println!("undecided {fen} {exhausted:?}");
            }
        }
    }
    print!("{}", text_chart(&tally));
    if let Some(path) = chart.first() {
        std::fs::write(path, drawn_chart(&tally)).unwrap();
    }
    lengths.sort_unstable();
    let proven = lengths.len() as f64 / positions.len() as f64;
    println!(
        "{} positions, {:.2} % proven, mean {:.4}s, median plies {:?}",
        positions.len(),
        proven * 100.0,
        total.as_secs_f64() / positions.len() as f64,
        lengths.get(lengths.len() / 2)
    );
}
