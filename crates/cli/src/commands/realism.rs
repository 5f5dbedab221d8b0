//! `sissa experiment realism`: generated positions against those of real games.

use std::{fmt::Write as _, fs, ops::ControlFlow, thread, time::Instant};

use rand::{RngExt as _, SeedableRng as _};
use rand_xoshiro::Xoshiro256PlusPlus;
use shakmaty::{Chess, Move, Position as _};
use sissa_constraint::Constraint;
use sissa_games::{decode_move, split_hash};
use sissa_generate::{
    Company, Human, LONGEST, Neural, Options, Task,
    experiment::{
        LIMIT,
        realism::{
            BANDS, CONSTRAINTS, Specimen, auc, divergences, likelihood, range, recovered, specimen,
        },
    },
};
use sissa_nn::human::{Pace, Player, Site};
use sissa_parallel::in_order;

use super::{
    human::{RealGame, real_games},
    net::network,
};
use crate::{
    TOOL,
    args::ExperimentArgs,
    console::Console,
    interrupt::Interrupt,
    output::Output,
    problem::{Exit, Problem, Report, quoted},
    progress::Progress,
};

/// Fewer real positions than this are nothing to compare with.
const FEWEST: usize = 40;

/// One constraint, band and style.
struct Row {
    constraint: &'static str,
    text: &'static str,
    band: (u16, u16),
    style: &'static str,
    /// The share of the band's real games in which the constraint comes true.
    share: f64,
    real: usize,
    made: usize,
    auc: f64,
    divergences: [f64; 4],
    likelihoods: [f64; 2],
    recovered: [u16; 2],
    repaired: f64,
    per_second: f64,
}

pub fn run(args: &ExperimentArgs, console: &Console) -> Result<Exit, Problem> {
    let Some(path) = &args.games else {
        return Err(Report::new("realism is measured against real games")
            .hint("add `--games FILE`, a PGN file or a folder of imported games")
            .into());
    };
    let count = usize::try_from(args.count.unwrap_or(100)).unwrap_or(usize::MAX);
    let threads = args
        .threads
        .unwrap_or_else(|| thread::available_parallelism().map_or(1, std::num::NonZero::get));
    fs::create_dir_all(&args.output)
        .map_err(|error| Report::io(quoted(&args.output.to_string_lossy()), &error))?;
    let sheet = Output::open(Some(&args.output.join("realism.csv")))?;
    let page = Output::open(Some(&args.output.join("realism.md")))?;
    let interrupt = Interrupt::finishing(&page)?;
    let mut games = real_games(path)?;
    games.retain(|game| {
        let online = game.players[0].site != Site::Board && game.players[0].pace != Pace::Bullet;
        let kept = |share| split_hash(&game.moves).is_multiple_of(share);
        online && args.held_out.is_none_or(kept)
    });
    let progress = Progress::named(console, (BANDS.len() * CONSTRAINTS.len()) as u64, "cells");
    let mut rows = Vec::new();
    for band in BANDS {
        let of_band: Vec<&RealGame> = games
            .iter()
            .filter(|game| {
                let inside = |player: &Player| {
                    player
                        .rating
                        .is_some_and(|rating| (band.0..band.1).contains(&rating))
                };
                game.players.iter().all(inside)
            })
            .collect();
        for (name, text) in CONSTRAINTS {
            let constraint: Constraint = text.parse()?;
            let (real, share) = reference(&constraint, &of_band, count, args.seed);
            if real.len() < FEWEST {
                progress.advance();
                continue;
            }
            let mut styles = vec!["human", "direct"];
            if name.starts_with('(') {
                styles.push("neural");
            }
            for style in styles {
                if interrupt.requested() {
                    progress.clear();
                    return Ok(Exit::Interrupted);
                }
                let begun = Instant::now();
                let players = commonest(&real);
                let (made, repaired) = generate(
                    style,
                    &constraint,
                    band,
                    players,
                    real.len(),
                    args.seed,
                    threads,
                )?;
                let seconds = begun.elapsed().as_secs_f64();
                let row = Row {
                    constraint: name,
                    text,
                    band,
                    style,
                    share,
                    real: real.len(),
                    made: made.len(),
                    auc: auc(&real, &made, args.seed),
                    divergences: divergences(&real, &made),
                    likelihoods: [likelihood(&real), likelihood(&made)],
                    recovered: [recovered(&real), recovered(&made)],
                    repaired,
                    per_second: made.len() as f64 / seconds.max(1e-9),
                };
                if console.verbose() {
                    console.say(&format!("{}\n", csv(&row)));
                }
                rows.push(row);
            }
            progress.advance();
        }
    }
    progress.clear();
    if rows.is_empty() {
        let message = format!(
            "{}: too few games of the bands",
            quoted(&path.to_string_lossy())
        );
        return Err(Report::new(message)
            .hint("online games with ratings of 1100 to 1999")
            .into());
    }
    let mut command = format!(
        "sissa experiment realism --games GAMES -n {count} --seed {}",
        args.seed
    );
    if let Some(share) = args.held_out {
        let _ = write!(command, " --held-out {share}");
    }
    let heading = "style,constraint,band,share of real games,real,made,AUC,KL pawns,KL passed,KL balance,KL material,\
                   log-likelihood real,log-likelihood made,rating of real,rating of made,repaired,positions/s\n";
    let lines: Vec<String> = rows.iter().map(csv).collect();
    sheet.write((heading.to_owned() + &lines.join("\n") + "\n").as_bytes())?;
    page.write(report(&rows, &command).as_bytes())?;
    sheet.finish()?;
    page.finish()?;
    console.say(&summary(&rows));
    Ok(Exit::Yes)
}

fn replayed(numbers: &[u16]) -> Vec<Move> {
    let mut position = Chess::default();
    let mut moves = Vec::with_capacity(numbers.len());
    for number in numbers {
        let Some(played) = decode_move(&position, *number) else {
            break;
        };
        position.play_unchecked(played);
        moves.push(played);
    }
    moves
}

/// One position from each of so many real games at most, and the share of games that have one.
fn reference(
    constraint: &Constraint,
    games: &[&RealGame],
    count: usize,
    seed: u64,
) -> (Vec<Specimen>, f64) {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut found = Vec::new();
    let mut seen = 0;
    for game in games {
        if found.len() >= count {
            break;
        }
        seen += 1;
        let moves = replayed(&game.moves);
        let mut pick = |below: usize| rng.random_range(0..below);
        found.extend(specimen(constraint, &moves, game.players, &mut pick));
    }
    let share = found.len() as f64 / f64::from(seen.max(1));
    (found, share)
}

/// Where and how fast most of the real players play.
fn commonest(real: &[Specimen]) -> (Site, Pace) {
    let mut kinds: Vec<(Site, Pace)> = real
        .iter()
        .map(|one| (one.players[0].site, one.players[0].pace))
        .collect();
    kinds.sort_unstable();
    let longest = kinds
        .chunk_by(|a, b| a == b)
        .max_by_key(|equal| equal.len());
    longest.map_or((Site::Lichess, Pace::Rapid), |equal| equal[0])
}

/// Positions in a style, and the share that the style direct finished.
fn generate(
    style: &str,
    constraint: &Constraint,
    band: (u16, u16),
    (site, pace): (Site, Pace),
    count: usize,
    seed: u64,
    threads: usize,
) -> Result<(Vec<Specimen>, f64), Problem> {
    let company = Company {
        ratings: [range(band); 2],
        pace,
        ..Company::default()
    };
    let options = match style {
        "human" => Options {
            max_plies: LONGEST,
            human: Some(Human {
                company,
                site,
                ..Human::default()
            }),
            ..Options::default()
        },
        "neural" => Options {
            max_plies: LIMIT,
            neural: Some(Neural::new(&network("grid")?, None, None, None)),
            ..Options::default()
        },
        _ => Options::default(),
    };
    let task = Task::new(constraint, options).map_err(|error| Report::new(error.to_string()))?;
    let middle = (band.0 + band.1) / 2;
    let (mut made, mut repaired) = (Vec::new(), 0);
    let make = |index| task.generate(seed, index, &|| false);
    in_order(0..count as u64, threads, make, |_, found| {
        if let Ok(found) = found {
            let ratings = found.human.map_or([middle; 2], |told| told.ratings);
            repaired += u32::from(found.human.is_some_and(|told| told.repaired > 0));
            made.push(Specimen {
                position: found.position,
                moves: found.moves,
                players: ratings.map(|rating| Player {
                    rating: Some(rating),
                    site,
                    pace,
                }),
            });
        }
        ControlFlow::Continue(())
    });
    let share = f64::from(repaired) / made.len().max(1) as f64;
    Ok((made, share))
}

fn csv(row: &Row) -> String {
    let [pawns, passed, balance, material] = row.divergences;
    format!(
        "{},\"{}\",{}-{},{:.4},{},{},{:.3},{pawns:.3},{passed:.3},{balance:.3},{material:.3},{:.3},{:.3},{},{},{:.3},{:.1}",
        row.style,
        row.constraint,
        row.band.0,
        row.band.1 - 1,
        row.share,
        row.real,
        row.made,
        row.auc,
        row.likelihoods[0],
        row.likelihoods[1],
        row.recovered[0],
        row.recovered[1],
        row.repaired,
        row.per_second,
    )
}

fn mean(rows: &[Row], style: &str, of: impl Fn(&Row) -> f64) -> Option<f64> {
    let values: Vec<f64> = rows
        .iter()
        .filter(|row| row.style == style)
        .map(of)
        .collect();
    (!values.is_empty()).then(|| values.iter().sum::<f64>() / values.len() as f64)
}

fn summary(rows: &[Row]) -> String {
    let mut text = String::new();
    for style in ["human", "neural", "direct"] {
        if let Some(area) = mean(rows, style, |row| row.auc) {
            let cells = rows.iter().filter(|row| row.style == style).count();
            let _ = writeln!(text, "{style:<7} AUC {area:.3} over {cells} cells");
        }
    }
    text
}

fn report(rows: &[Row], command: &str) -> String {
    let mut text = format!(
        "# Realism\n\nGenerated positions against positions of real online games (bullet left out) of the same constraint \
         and band of ratings; one position from each game. The reference are the games that the models were not trained on, \
         where `--held-out` is given. `docs/human.md` says what the columns mean.\n\n`{command}` ({TOOL})\n\n\
         | style | cells | mean AUC | KL pawns | passed | balance | material | log-likelihood (real) | repaired | positions/s |\n\
         |---|---|---|---|---|---|---|---|---|---|\n"
    );
    for style in ["human", "neural", "direct"] {
        let of = |value: &dyn Fn(&Row) -> f64| mean(rows, style, value).unwrap_or(f64::NAN);
        if mean(rows, style, |row| row.auc).is_none() {
            continue;
        }
        let _ = writeln!(
            text,
            "| {style} | {} | {:.3} | {:.2} | {:.2} | {:.2} | {:.2} | {:.2} ({:.2}) | {:.1} % | {:.1} |",
            rows.iter().filter(|row| row.style == style).count(),
            of(&|row| row.auc),
            of(&|row| row.divergences[0]),
            of(&|row| row.divergences[1]),
            of(&|row| row.divergences[2]),
            of(&|row| row.divergences[3]),
            of(&|row| row.likelihoods[1]),
            of(&|row| row.likelihoods[0]),
            100.0 * of(&|row| row.repaired),
            of(&|row| row.per_second),
        );
    }
    text.push_str(
        "\n| constraint | band | in real games | style | real / made | AUC | KL pawns | passed | balance | material | \
         log-likelihood real / made | rating real / made | repaired |\n|---|---|---|---|---|---|---|---|---|---|---|---|---|\n",
    );
    for row in rows {
        let [pawns, passed, balance, material] = row.divergences;
        let _ = writeln!(
            text,
            "| {} | {}–{} | {:.1} % | {} | {} / {} | {:.3} | {pawns:.2} | {passed:.2} | {balance:.2} | {material:.2} | {:.2} / {:.2} | {} / {} | {:.1} % |",
            row.constraint,
            row.band.0,
            row.band.1 - 1,
            100.0 * row.share,
            row.style,
            row.real,
            row.made,
            row.auc,
            row.likelihoods[0],
            row.likelihoods[1],
            row.recovered[0],
            row.recovered[1],
            100.0 * row.repaired,
        );
    }
    text.push_str("\nThe constraints:\n\n");
    let mut told: Vec<&str> = Vec::new();
    for row in rows {
        if !told.contains(&row.constraint) {
            told.push(row.constraint);
            let _ = writeln!(text, "- {}: `{}`", row.constraint, row.text);
        }
    }
    text
}
