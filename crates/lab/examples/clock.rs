//! Makes `models/clock.txt`: how long people think about a move, from the clocks of real games.
//!
//! ```text
//! clock look GAMES OUT.tsv COUNT   moments of so many games with clocks
//! clock fit LOOK.tsv               prints the weights; learns from four games of five and measures on the fifth
//! ```

#![allow(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "a program of its own prints"
)]

use std::{env, error::Error, fs, io::BufWriter, path::Path, process::ExitCode, time::Duration};

use shakmaty::{Chess, EnPassantMode, Position as _, zobrist::Zobrist64};
use sissa_engine::GameClock;
use sissa_games::{Folder, GameRow, WideColumns, decode_move, split_hash};
use sissa_human::{Clocks, Eyes, Sighted, View, clock_terms};
use sissa_lab::{games::shuffled, least_squares};
use sissa_nn::human::{Past, Player, Site};

type Done = Result<(), Box<dyn Error>>;

/// Of the half-moves of a game, one in so many is looked at.
const EVERY: usize = 7;
/// Clocks count in whole seconds, so shorter thoughts are not told apart.
const SHORTEST: f64 = 0.5;

fn main() -> ExitCode {
    let words: Vec<String> = env::args().skip(1).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let done = match words[..] {
        ["look", games, out, count] => look(games, out, count),
        ["fit", look] => fit(look),
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

/// A game with its clocks.
struct Timed {
    hash: u64,
    moves: Vec<u16>,
    /// Seconds after each half-move.
    clocks: Vec<f64>,
    elo: [u16; 2],
    base: f64,
    increment: f64,
}

fn timed(row: GameRow<'_>) -> Option<Timed> {
    let (base, increment) = row.time_control()?.split_once('+')?;
    let clocks: Option<Vec<i32>> = row.clocks()?.into_iter().collect();
    let [white, black] = row.elo();
    let moves: Vec<u16> = row.moves().collect();
    Some(Timed {
        hash: split_hash(&moves),
        moves,
        clocks: clocks?
            .into_iter()
            .map(|clock| f64::from(clock) / 100.0)
            .collect(),
        elo: [white?, black?],
        base: base.parse().ok()?,
        increment: increment.parse().ok()?,
    })
    .filter(|game| {
        game.base >= 60.0 && game.moves.len() >= 30 && game.clocks.len() >= game.moves.len()
    })
}

fn look(path: &str, out: &str, count: &str) -> Done {
    let wanted = WideColumns {
        moves: true,
        clocks: true,
        ..WideColumns::default()
    };
    let folder = Folder::open(Path::new(path))?;
    let mut games = Vec::new();
    for piece in folder.pieces() {
        folder.read(piece, wanted, &mut |row| {
            games.extend(timed(row).filter(|_| row.start_fen().is_none()));
            true
        })?;
    }
    games.sort_by_cached_key(|game| shuffled(game.hash, 0));
    let count: usize = count.parse()?;
    // A few players have most of the games: no rating may have more than its part.
    let mut of_band = [0_usize; 40];
    let mut out = BufWriter::new(fs::File::create(out)?);
    let mut eyes = Eyes::default();
    for game in games {
        let band = &mut of_band[usize::from(u16::midpoint(game.elo[0], game.elo[1]) / 100).min(39)];
        if *band < count.div_ceil(12) {
            *band += 1;
            moments(&game, &mut eyes, &mut out)?;
        }
    }
    Ok(())
}

/// Writes some moments of a game: its hash, the logarithm of the seconds beside the usual, and the terms.
fn moments(game: &Timed, eyes: &mut Eyes, out: &mut impl std::io::Write) -> Done {
    let hash = |position: &Chess| position.zobrist_hash::<Zobrist64>(EnPassantMode::Legal).0;
    let (mut position, mut past) = (Chess::default(), Past::default());
    let mut seen = vec![hash(&position)];
    for (ply, number) in game.moves.iter().enumerate() {
        let Some(played) = decode_move(&position, *number) else {
            break;
        };
        if ply >= 2 && (ply + game.hash as usize).is_multiple_of(EVERY) {
            let left = game.clocks[ply - 2];
            let seconds = left + game.increment - game.clocks[ply];
            let clock = GameClock {
                left: Duration::from_secs_f64(left.max(0.0)),
                increment: Duration::from_secs_f64(game.increment),
                moves: None,
            };
            let usual = clock.usual().as_secs_f64();
            if left > 1.0 && seconds > -0.5 && seconds < left {
                let player = Player {
                    rating: Some(game.elo[ply % 2]),
                    site: Site::Lichess,
                    ..Player::rated(1500)
                };
                let view = View {
                    position: &position,
                    past: &past,
                    seen: &seen,
                    player: &player,
                };
                let choices = Sighted::shipped().moves(&eyes.scene(view));
                let times = (seconds.max(SHORTEST) / usual).ln();
                let terms = clock_terms(&view, &choices, usual).map(|term| format!("{term:.4}"));
                writeln!(
                    out,
                    "{} {times:.4} {}",
                    game.hash % 1_000_000,
                    terms.join(" ")
                )?;
            }
        }
        past = past.then(played);
        position.play_unchecked(played);
        if played.is_zeroing() {
            seen.clear();
        }
        seen.push(hash(&position));
    }
    Ok(())
}

fn fit(path: &str) -> Done {
    let (mut learn, mut test) = (Vec::new(), Vec::new());
    for line in fs::read_to_string(path)?.lines() {
        let numbers: Result<Vec<f64>, _> = line.split(' ').map(str::parse).collect();
        let numbers = numbers?;
        let row = (numbers[2..].to_vec(), numbers[1]);
        if (numbers[0] as u64).is_multiple_of(5) {
            &mut test
        } else {
            &mut learn
        }
        .push(row);
    }
    let weights = least_squares(&learn, 1.0).ok_or("too few games")?;
    let weights = weights.try_into().map_err(|_| "terms have changed")?;
    let plain = Clocks::new(weights, 0.0);
    let errors = |rows: &[(Vec<f64>, f64)]| -> Result<(f64, f64), Box<dyn Error>> {
        let middle = rows.iter().map(|(_, times)| times).sum::<f64>() / rows.len() as f64;
        let (mut left, mut all) = (0.0, 0.0);
        for (terms, times) in rows {
            let terms = terms.as_slice().try_into()?;
            left += (times - plain.middle(terms)).powi(2);
            all += (times - middle).powi(2);
        }
        Ok(((left / rows.len() as f64).sqrt(), 1.0 - left / all))
    };
    let (spread, explained) = errors(&learn)?;
    println!(
        "# How long people think about a move (crates/human/src/clock.rs): seconds = usual · exp(w · x + spread · mood)."
    );
    print!("{}", Clocks::new(weights, spread).text());
    let (other, of_others) = errors(&test)?;
    eprintln!(
        "{} moments: spread {spread:.3}, {:.1} % explained; {} others: {other:.3}, {:.1} %",
        learn.len(),
        100.0 * explained,
        test.len(),
        100.0 * of_others
    );
    table(&test, &plain, spread)
}

/// Whether the terms of a moment put it into a group.
type Belongs = fn(&[f64]) -> bool;

/// Seconds beside the usual on moments that were not learnt from: people's mean, and what would be drawn.
fn table(rows: &[(Vec<f64>, f64)], plain: &Clocks, spread: f64) -> Done {
    let groups: [(&str, Belongs); 9] = [
        ("all", |_| true),
        ("opening", |terms| terms[5] > 0.0),
        ("middlegame", |terms| terms[5] <= 0.0 && terms[7] < 0.5),
        ("endgame", |terms| terms[7] > 0.5),
        ("doubt below 0.7", |terms| terms[1] < 0.7),
        ("doubt above 2", |terms| terms[1] > 2.0),
        ("answers a capture", |terms| terms[8] > 0.5),
        ("below 1300", |terms| terms[3] < -0.4),
        ("above 2000", |terms| terms[3] > 1.0),
    ];
    eprintln!("| moments | number | people, times the usual | drawn |\n|---|---|---|---|");
    for (name, belongs) in groups {
        let of: Vec<&(Vec<f64>, f64)> = rows.iter().filter(|(terms, _)| belongs(terms)).collect();
        let count = of.len().max(1) as f64;
        let people = of.iter().map(|(_, times)| times.exp()).sum::<f64>() / count;
        let mut drawn = 0.0;
        for (terms, _) in &of {
            drawn += (plain.middle(terms.as_slice().try_into()?) + spread * spread / 2.0).exp();
        }
        eprintln!(
            "| {name} | {} | {people:.2} | {:.2} |",
            of.len(),
            drawn / count
        );
    }
    Ok(())
}
