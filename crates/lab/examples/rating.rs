//! Makes `models/rating.txt`: how strong players are, from the moves of a game.
//!
//! ```text
//! rating look GAMES OUT.tsv COUNT              evidence of games, as many of each rating
//! rating look GAMES OUT.tsv COUNT kept [SKIP]  of those that training keeps apart, but for the first of each hundred points
//! rating fit LEARN.tsv [TEST.tsv]              prints the formula, and its errors on other games
//! rating test TEST.tsv                         errors of the formula that comes with the program
//! ```

#![allow(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "a program of its own prints"
)]

use std::{
    collections::HashMap,
    env,
    error::Error,
    fs,
    io::{BufWriter, Write as _},
    path::Path,
    process::ExitCode,
};

use sissa_games::split_hash;
use sissa_human::{Evidence, Formula, Rater};
use sissa_lab::{
    games::{self, RealGame},
    least_squares,
};
use sissa_nn::human::{Pace, Site};

type Done = Result<(), Box<dyn Error>>;

fn main() -> ExitCode {
    let words: Vec<String> = env::args().skip(1).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let done = match words[..] {
        ["look", games, out, count] => look(games, out, count, None),
        ["look", games, out, count, "kept"] => look(games, out, count, Some("0")),
        ["look", games, out, count, "kept", skip] => look(games, out, count, Some(skip)),
        ["test", test] => read(test).map(|games| told("games", &games, Formula::shipped(), 1550.0)),
        ["fit", learn] => fit(learn, None),
        ["fit", learn, test] => fit(learn, Some(test)),
        _ => Err("say `look` or `fit` and the files".into()),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

fn mean(game: &RealGame) -> u16 {
    let [white, black] = game.players.map(|player| player.rating.unwrap_or(1500));
    u16::midpoint(white, black)
}

/// `skip`: of the games kept apart, those after the first so many of each hundred points.
fn look(path: &str, out: &str, count: &str, skip: Option<&str>) -> Done {
    let count: usize = count.parse()?;
    let kept = skip.is_some();
    let skip: usize = skip.map_or(Ok(0), str::parse)?;
    let mut games = games::read(Path::new(path))?;
    games.retain(|game| {
        let player = game.players[0];
        let online = player.site != Site::Board && player.pace != Pace::Bullet;
        online && game.moves.len() >= 24 && game.held_out(20) == kept
    });
    games.sort_by_cached_key(|game| split_hash(&game.moves).wrapping_mul(0x9E37_79B9_7F4A_7C15));
    // Of each hundred points as many, as far as there are.
    let mut taken: HashMap<u16, usize> = HashMap::new();
    let mut out = BufWriter::new(fs::File::create(out)?);
    let (mut rater, mut done) = (Rater::default(), 0);
    for game in games {
        let of_band = taken.entry(mean(&game) / 100).or_default();
        if *of_band >= skip + count.div_ceil(16) || done >= count {
            continue;
        }
        *of_band += 1;
        if *of_band <= skip {
            continue;
        }
        done += 1;
        let player = game.players[0];
        let start = shakmaty::Chess::default();
        let found = rater.evidence(&start, &game.replay(), (player.site, player.pace), &|| {
            false
        });
        let Some(sides) = found else { continue };
        for (side, player) in sides.iter().zip(game.players) {
            let likelihood = side.likelihood.map(|sum| format!("{sum:.4}")).join(" ");
            let Evidence {
                moves,
                lost,
                blunders,
                best,
                ..
            } = side;
            write!(
                out,
                "{} {moves} {likelihood} {lost:.3} {blunders} {best}\t",
                player.rating.unwrap_or(0)
            )?;
        }
        writeln!(out)?;
        out.flush()?;
    }
    Ok(())
}

fn side(text: &str) -> Result<(f64, Evidence), Box<dyn Error>> {
    let numbers: Result<Vec<f64>, _> = text.split_whitespace().map(str::parse).collect();
    let numbers = numbers?;
    let [rating, moves, a, b, c, d, e, f, lost, blunders, best] = numbers[..] else {
        return Err(format!("`{text}` is no side").into());
    };
    let evidence = Evidence {
        moves: moves as u32,
        likelihood: [a, b, c, d, e, f],
        lost,
        blunders: blunders as u32,
        best: best as u32,
    };
    Ok((rating, evidence))
}

/// Both sides of a game: the rating, and what was seen.
type Sides = [(f64, Evidence); 2];

fn read(path: &str) -> Result<Vec<Sides>, Box<dyn Error>> {
    let text = fs::read_to_string(path)?;
    let mut games = Vec::new();
    for line in text.lines() {
        let mut sides = line.split('\t').filter(|part| !part.is_empty());
        if let (Some(white), Some(black)) = (sides.next(), sides.next()) {
            games.push([side(white)?, side(black)?]);
        }
    }
    Ok(games)
}

/// All sides with their opponents.
fn sides(games: &[[(f64, Evidence); 2]]) -> impl Iterator<Item = (f64, Evidence, Evidence)> {
    games
        .iter()
        .flat_map(|[white, black]| [(white.0, white.1, black.1), (black.0, black.1, white.1)])
}

fn fit(learn: &str, test: Option<&str>) -> Done {
    let learn = read(learn)?;
    let rows: Vec<(Vec<f64>, f64)> = sides(&learn)
        .map(|(rating, own, other)| (own.terms(&other).to_vec(), rating))
        .collect();
    let weights = least_squares(&rows, 3.0).ok_or("too few games")?;
    let weights = weights.try_into().map_err(|_| "terms have changed")?;
    let plain = Formula::new(weights, [0.0, 0.0]);
    // The squares of the errors, as a constant and a part by the number of moves.
    let errors: Vec<(Vec<f64>, f64)> = sides(&learn)
        .map(|(rating, own, other)| {
            let error = plain.estimate(&own, &other).rating - rating;
            (vec![1.0, 1.0 / f64::from(own.moves.max(1))], error * error)
        })
        .collect();
    let spread = least_squares(&errors, 0.0).ok_or("too few games")?;
    let spread = [spread[0].max(100.0), spread[1].max(0.0)];
    println!(
        "# How strong players are by the moves of one game (models/rating.md): weights, then the errors' squares."
    );
    for weight in weights {
        println!("{weight:.3}");
    }
    println!("{:.1} {:.1}", spread[0], spread[1]);
    let formula = Formula::new(weights, spread);
    let middle = sides(&learn).map(|(rating, ..)| rating).sum::<f64>() / (2 * learn.len()) as f64;
    told("learnt from", &learn, &formula, middle);
    if let Some(test) = test {
        told("others", &read(test)?, &formula, middle);
    }
    Ok(())
}

fn told(name: &str, games: &[[(f64, Evidence); 2]], formula: &Formula, middle: f64) {
    let count = (2 * games.len()).max(1) as f64;
    let (mut error, mut constant, mut inside, mut likely) = (0.0, 0.0, 0.0, 0.0);
    for (rating, own, other) in sides(games) {
        let estimate = formula.estimate(&own, &other);
        error += (estimate.rating - rating).abs();
        constant += (middle - rating).abs();
        likely += (own.likely() - rating).abs();
        inside += f64::from(u8::from((estimate.low..=estimate.high).contains(&rating)));
    }
    eprintln!(
        "{name}: {} games, mean error {:.0} (constant {:.0}, likelihood alone {:.0}), {:.1} % inside",
        games.len(),
        error / count,
        constant / count,
        likely / count,
        100.0 * inside / count
    );
}
