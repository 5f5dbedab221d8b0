//! `sissa net test human`: how well the move model foretells the moves of any file of games.

use std::{fmt::Write as _, fs, path::Path};

use rustc_hash::FxHashMap;
use serde_json::{Value, json};
use shakmaty::{Chess, EnPassantMode, Position as _, zobrist::Zobrist64};
use sissa_engine::{Engine, Limits, Options, Situation, Unwatched};
use sissa_games::{
    Folder, GameRow, ImportOptions, Source, Wanted, decode_move, import, split_hash,
};
use sissa_nn::{
    human::{
        Pace, Past, Player, Policy, Site,
        measure::{ASKED, Measures, Phase, Tally},
    },
    tensors,
};

use crate::{
    args::{ExplainFormat, HumanTestArgs},
    console::Console,
    output::Output,
    problem::{Exit, Problem, Report, quoted},
    progress::Progress,
};

/// Nodes that the engine may look at for a move.
const NODES: u64 = 20_000;
/// One game in so many is foretold by the commonest move; the others are what it knows.
const FOLD: u64 = 5;

/// A real game.
pub struct RealGame {
    pub players: [Player; 2],
    pub moves: Vec<u16>,
}

pub fn test(args: &HumanTestArgs, console: &Console) -> Result<Exit, Problem> {
    let own;
    let policy = match &args.network {
        None => Policy::shipped(),
        Some(path) => {
            own = policy(path)?;
            &own
        }
    };
    let mut games = real_games(&args.games)?;
    if let Some(share) = args.held_out {
        games.retain(|game| split_hash(&game.moves).is_multiple_of(share));
    }
    if games.is_empty() {
        let message = format!(
            "{}: no game of two rated people",
            quoted(&shown(&args.games))
        );
        return Err(Report::new(message).into());
    }
    let output = Output::open(args.output.output.as_deref())?;
    let figures = measure(policy, &games, args, console);
    let text = match args.format {
        ExplainFormat::Text => table(&figures, games.len()),
        ExplainFormat::Json => format!("{}\n", as_json(&figures, games.len())),
    };
    output.write(text.as_bytes())?;
    output.finish()?;
    Ok(Exit::Yes)
}

fn shown(path: &Path) -> String {
    path.to_string_lossy().into_owned()
}

fn policy(path: &Path) -> Result<Policy, Report> {
    let bytes = fs::read(path).map_err(|error| Report::io(quoted(&shown(path)), &error))?;
    let policy = tensors::read(&bytes).and_then(|tensors| Policy::from_tensors(&tensors));
    policy.map_err(|error| Report::new(format!("{}: {error}", quoted(&shown(path)))))
}

/// The games of a file, or of a folder of imported games, whose players are people with ratings.
pub fn real_games(path: &Path) -> Result<Vec<RealGame>, Problem> {
    let trouble = |error: sissa_games::GamesError| Problem::from(Report::new(error.to_string()));
    let room;
    let folder = if path.is_dir() {
        Folder::open(path).map_err(trouble)?
    } else {
        room = tempfile::tempdir()
            .map_err(|error| Report::io("a folder for temporary files", &error))?;
        let source = Source::from_path(path).map_err(trouble)?;
        import(
            vec![source],
            room.path(),
            &ImportOptions::default(),
            &|_| true,
        )
        .map_err(trouble)?;
        Folder::open(room.path()).map_err(trouble)?
    };
    let wanted = Wanted {
        moves: true,
        ..Wanted::default()
    };
    let mut games = Vec::new();
    for piece in folder.pieces() {
        let read = folder.read(piece, wanted, &mut |row| {
            if let Some(players) = players(row).filter(|_| row.start_fen().is_none()) {
                games.push(RealGame {
                    players,
                    moves: row.moves().collect(),
                });
            }
            true
        });
        read.map_err(trouble)?;
    }
    Ok(games)
}

/// The players of a game, where both have a rating.
fn players(row: GameRow<'_>) -> Option<[Player; 2]> {
    let words = [Some(row.source()), row.site(), row.event()];
    let words: Vec<&str> = words.into_iter().flatten().collect();
    let site = Site::named_in(&words.join(" "));
    let pace = row.time_class().map_or(Pace::Unknown, sissa_generate::pace);
    let [white, black] = row.elo();
    let player = |rating: u16| Player {
        rating: Some(rating),
        site,
        pace,
    };
    Some([player(white?), player(black?)])
}

/// All figures of a run.
#[derive(Default)]
struct Figures {
    measures: Measures,
    /// The commonest move of the other games, and the model on the same positions.
    common: Tally,
    common_known: u64,
    model_beside_common: Tally,
    /// The engine's best move, and the model on the same positions.
    engine: Tally,
    model_beside_engine: Tally,
}

fn hash(position: &Chess) -> u64 {
    position.zobrist_hash::<Zobrist64>(EnPassantMode::Legal).0
}

fn measure(
    policy: &Policy,
    games: &[RealGame],
    args: &HumanTestArgs,
    console: &Console,
) -> Figures {
    let is_fold = |game: &RealGame| (split_hash(&game.moves) >> 20).is_multiple_of(FOLD);
    // What was played how often in the positions of the other games.
    let mut known: FxHashMap<u64, FxHashMap<u16, u32>> = FxHashMap::default();
    for game in games.iter().filter(|game| !is_fold(game)) {
        let mut position = Chess::default();
        // Later than this, hardly a position comes twice.
        for number in game.moves.iter().take(40) {
            *known
                .entry(hash(&position))
                .or_default()
                .entry(*number)
                .or_default() += 1;
            match decode_move(&position, *number) {
                Some(played) => position.play_unchecked(played),
                None => break,
            }
        }
    }
    let total: usize = games.iter().map(|game| game.moves.len()).sum();
    let one_in = total.div_ceil(args.positions.max(1)).max(1);
    let engine_every = args.positions.div_ceil(args.engine_positions.max(1)).max(1);
    let mut engine = Engine::new(Options {
        hash: 4,
        ..Options::default()
    });
    let mut figures = Figures::default();
    let progress = Progress::named(console, games.len() as u64, "games");
    let mut ply_of_all = 0;
    for game in games {
        let mut position = Chess::default();
        let mut past = Past::default();
        for (ply, number) in game.moves.iter().enumerate() {
            let Some(played) = decode_move(&position, *number) else {
                break;
            };
            ply_of_all += 1;
            if ply_of_all % one_in == 0 {
                let player = &game.players[ply % 2];
                let count = figures.measures.all.positions as usize;
                let placed = figures
                    .measures
                    .add(policy, &position, &past, player, played, true);
                if let Some((likelier, share)) = placed {
                    if is_fold(game) {
                        figures.model_beside_common.add(likelier, share);
                        // The earlier of two that were played as often: the same at every run.
                        let common = known.get(&hash(&position)).and_then(|moves| {
                            let mut all: Vec<_> = moves.iter().collect();
                            all.sort_by_key(|(number, times)| {
                                (std::cmp::Reverse(**times), **number)
                            });
                            all.first().map(|(number, _)| **number)
                        });
                        figures.common_known += u64::from(common.is_some());
                        let right = common == Some(*number);
                        figures.common.add(usize::from(!right), 1.0);
                    }
                    if args.engine_positions > 0 && count.is_multiple_of(engine_every) {
                        figures.model_beside_engine.add(likelier, share);
                        engine.forget();
                        let situation = Situation::new(position.clone());
                        let limits = Limits {
                            lines: 3,
                            ..Limits::nodes(NODES)
                        };
                        let found = engine.search(&situation, &limits, &Unwatched, &mut |_| ());
                        let place = found
                            .lines
                            .iter()
                            .position(|line| line.pv.first() == Some(&played));
                        figures.engine.add(place.unwrap_or(3), 1.0);
                    }
                }
            }
            past = past.then(played);
            position.play_unchecked(played);
        }
        progress.advance();
    }
    progress.clear();
    figures
}

fn line(text: &mut String, name: &str, tally: &Tally) {
    let _ = writeln!(
        text,
        "  {name:<24} {:>9} {:>8.2} {:>8.2} {:>9.4}",
        tally.positions,
        100.0 * tally.top_1(),
        100.0 * tally.top_3(),
        tally.mean_loss(),
    );
}

fn table(figures: &Figures, games: usize) -> String {
    let measures = &figures.measures;
    let mut text = format!(
        "{games} games\n\n  {:<24} {:>9} {:>8} {:>8} {:>9}\n",
        "", "positions", "top-1 %", "top-3 %", "log-loss"
    );
    line(&mut text, "all", &measures.all);
    line(&mut text, "online 1100–1899", &measures.judged);
    line(&mut text, "without the rating", &measures.unrated);
    text.push_str("\nby rating\n");
    for (band, tally) in &measures.bands {
        line(&mut text, &format!("{band}–{}", band + 199), tally);
    }
    text.push_str("\nby phase\n");
    for (phase, tally) in &measures.phases {
        line(&mut text, phase.word(), tally);
    }
    text.push_str("\nbeside simpler ways, on the same positions\n");
    let share = |tally: &Tally, of: f64| 100.0 * of / tally.positions.max(1) as f64;
    let common = &figures.common;
    let _ = writeln!(
        text,
        "  commonest move           {:>9} {:>8.2}   (knows {:.1} % of the positions)",
        common.positions,
        100.0 * common.top_1(),
        share(common, figures.common_known as f64),
    );
    line(&mut text, "  the model", &figures.model_beside_common);
    let engine = &figures.engine;
    let _ = writeln!(
        text,
        "  engine, {NODES} nodes     {:>9} {:>8.2} {:>8.2}",
        engine.positions,
        100.0 * engine.top_1(),
        100.0 * engine.top_3(),
    );
    line(&mut text, "  the model", &figures.model_beside_engine);
    text.push_str("\ncalibration of the likeliest move\n");
    for (positions, said, played) in &measures.calibration {
        if *positions > 0 {
            let of = |part: f64| 100.0 * part / *positions as f64;
            let _ = writeln!(
                text,
                "  said {:>5.1} %  played {:>5.1} %  {positions:>9}",
                of(*said),
                of(*played as f64)
            );
        }
    }
    text.push_str(
        "\nlog-loss by the player's rating (rows, ±100) and the rating asked with\n          ",
    );
    for asked in ASKED {
        let _ = write!(text, "{asked:>9}");
    }
    text.push('\n');
    for (rating, row) in ASKED.iter().zip(&measures.matrix) {
        if row[0].positions > 0 {
            let _ = write!(text, "  {rating:>6}  ");
            for tally in row {
                let _ = write!(text, "{:>9.4}", tally.mean_loss());
            }
            let _ = writeln!(text, "   ({} positions)", row[0].positions);
        }
    }
    text.push_str("\ntop-1 % likewise\n");
    for (rating, row) in ASKED.iter().zip(&measures.matrix) {
        if row[0].positions > 0 {
            let _ = write!(text, "  {rating:>6}  ");
            for tally in row {
                let _ = write!(text, "{:>9.2}", 100.0 * tally.top_1());
            }
            text.push('\n');
        }
    }
    text
}

fn of(tally: &Tally) -> Value {
    json!({
        "positions": tally.positions,
        "top_1": tally.top_1(),
        "top_3": tally.top_3(),
        "log_loss": tally.mean_loss(),
    })
}

fn as_json(figures: &Figures, games: usize) -> Value {
    let measures = &figures.measures;
    let bands: serde_json::Map<String, Value> = measures
        .bands
        .iter()
        .map(|(band, tally)| (band.to_string(), of(tally)))
        .collect();
    let phases: serde_json::Map<String, Value> = Phase::ALL
        .iter()
        .filter_map(|phase| Some((phase.word().to_owned(), of(measures.phases.get(phase)?))))
        .collect();
    let calibration: Vec<Value> = measures
        .calibration
        .iter()
        .filter(|(positions, _, _)| *positions > 0)
        .map(|(positions, said, played)| {
            let of = |part: f64| part / *positions as f64;
            json!({"positions": positions, "said": of(*said), "played": of(*played as f64)})
        })
        .collect();
    let matrix: Vec<Value> = ASKED
        .iter()
        .zip(&measures.matrix)
        .map(|(rating, row)| {
            let asked: Vec<Value> = ASKED
                .iter()
                .zip(row)
                .map(|(asked, tally)| json!({"asked": asked, "figures": of(tally)}))
                .collect();
            json!({"rating": rating, "asked": asked})
        })
        .collect();
    json!({
        "games": games,
        "all": of(&measures.all),
        "online_1100_1899": of(&measures.judged),
        "without_rating": of(&measures.unrated),
        "by_rating": bands,
        "by_phase": phases,
        "commonest_move": {
            "positions": figures.common.positions,
            "top_1": figures.common.top_1(),
            "known": figures.common_known,
            "model": of(&figures.model_beside_common),
        },
        "engine": {
            "nodes": NODES,
            "positions": figures.engine.positions,
            "top_1": figures.engine.top_1(),
            "top_3": figures.engine.top_3(),
            "model": of(&figures.model_beside_engine),
        },
        "calibration": calibration,
        "matrix": matrix,
    })
}
