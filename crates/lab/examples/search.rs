//! Which search makes strong levels more like people: alpha-beta, or a tree that grows by the move model?
//!
//! ```text
//! search like GAMES POSITIONS [SEED]   top-1 and log-loss on games of 2000 to 2500 that training kept apart
//! search match GAMES [SEED]            games between the two, at about the same time a move
//! ```
//!
//! Both say of each likely move how many expected points it loses, and what is drawn is `share · exp(-care · loss)`. `care` is chosen on
//! every second position and measured on the others.

#![allow(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "a program of its own prints"
)]

use std::{env, error::Error, path::Path, process::ExitCode, time::Instant};

use shakmaty::{Chess, Move, Position as _};
use sissa_engine::{Engine, Limits, Options, Score, Situation, Unwatched, draw};
use sissa_games::split_hash;
use sissa_human::{Eyes, Sighted, View};
use sissa_lab::{
    games::{self, RealGame, shuffled},
    tree::Tree,
};
use sissa_nn::human::{Pace, Past, Player, Site};

type Done = Result<(), Box<dyn Error>>;

/// A way to see what moves lose.
#[derive(Clone, Copy, Debug)]
enum Way {
    Glance,
    AlphaBeta(u64),
    Tree(u32),
}

const WAYS: [Way; 6] = [
    Way::Glance,
    Way::AlphaBeta(400),
    Way::AlphaBeta(1_500),
    Way::AlphaBeta(6_000),
    Way::Tree(20),
    Way::Tree(80),
];
/// Of a game's half-moves, one in so many.
const EVERY: usize = 9;
const CARES: [f64; 12] = [
    0.0, 1.0, 2.0, 3.0, 4.0, 6.0, 8.0, 12.0, 16.0, 24.0, 36.0, 50.0,
];

fn main() -> ExitCode {
    let words: Vec<String> = env::args().skip(1).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let done = match words[..] {
        ["like", games, count] => like(games, count, "0"),
        ["like", games, count, seed] => like(games, count, seed),
        ["match", games] => contest(games, "0"),
        ["match", games, seed] => contest(games, seed),
        _ => Err("say `like` or `match` and its words".into()),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

/// Moves with their shares by the model, and what each loses by a way.
type Seen = Vec<(Move, f64, f64)>;

/// The shares of the moves by the model, and what each loses by a way.
fn seen(view: View<'_>, way: Way, eyes: &mut Eyes) -> Seen {
    let scene = eyes.scene(view);
    let choices = Sighted::shipped().moves(&scene).without_end();
    let mut losses: Vec<f32> = scene.losses().iter().map(|(glance, _)| *glance).collect();
    match way {
        Way::Glance => {}
        Way::AlphaBeta(nodes) => {
            for (index, loss) in eyes.second_look(view.position, &scene, &choices, nodes) {
                losses[index] = loss;
            }
        }
        Way::Tree(simulations) => losses = Tree::grown(view, simulations, eyes).losses(),
    }
    let moves = choices.moves.iter().zip(losses);
    moves
        .map(|((played, share), loss)| (*played, f64::from(*share), f64::from(loss)))
        .collect()
}

/// The shares with a care.
fn drawn(moves: &[(Move, f64, f64)], care: f64) -> Vec<f64> {
    let weights: Vec<f64> = moves
        .iter()
        .map(|(_, share, loss)| share * (-care * loss).exp())
        .collect();
    let total: f64 = weights.iter().sum();
    weights
        .into_iter()
        .map(|weight| weight / total.max(1e-12))
        .collect()
}

fn strong(path: &str, seed: u64) -> Result<Vec<RealGame>, Box<dyn Error>> {
    let mut games = games::read(Path::new(path))?;
    games.retain(|game| {
        let rated = |player: &Player| {
            player
                .rating
                .is_some_and(|rating| (2000..2500).contains(&rating))
        };
        let first = game.players[0];
        let online = first.site != Site::Board && first.pace != Pace::Bullet;
        online && game.players.iter().all(rated) && game.moves.len() >= 40 && game.held_out(20)
    });
    games.sort_by_cached_key(|game| shuffled(split_hash(&game.moves), seed));
    Ok(games)
}

/// A position of a game with what was played, and by whom.
struct Moment {
    situation: Situation,
    player: Player,
    played: Move,
}

fn moments(games: &[RealGame], count: usize) -> Vec<Moment> {
    let mut all = Vec::new();
    for (number, game) in games.iter().enumerate() {
        let mut situation = Situation::new(Chess::default());
        for (ply, played) in game.replay().into_iter().enumerate() {
            let legal = situation.position().legal_moves().len();
            if ply >= 8 && (ply + number).is_multiple_of(EVERY) && legal > 1 {
                all.push(Moment {
                    situation: situation.clone(),
                    player: game.players[ply % 2],
                    played,
                });
            }
            situation.play(played);
        }
        if all.len() >= count {
            break;
        }
    }
    all.truncate(count);
    all
}

fn like(path: &str, count: &str, seed: &str) -> Done {
    let moments = moments(&strong(path, seed.parse()?)?, count.parse()?);
    println!(
        "{} positions; of every second one the care is chosen, the others are measured",
        moments.len()
    );
    println!(
        "| losses seen by | care | top-1 % | log-loss | beside the model alone | expected loss, points | ms a position |\n|---|---|---|---|---|---|---|"
    );
    let mut eyes = Eyes::default();
    // The same measure of what is lost for all: a deeper search.
    let deep: Vec<Seen> = moments
        .iter()
        .map(|moment| look(moment, Way::AlphaBeta(20_000), &mut eyes))
        .collect();
    let mut plain: Option<Vec<f64>> = None;
    for way in WAYS {
        let begun = Instant::now();
        let found: Vec<Seen> = moments
            .iter()
            .map(|moment| look(moment, way, &mut eyes))
            .collect();
        let spent = 1000.0 * begun.elapsed().as_secs_f64() / moments.len().max(1) as f64;
        let half = |care: f64, part: usize| Figures::of(&moments, &found, &deep, care, part);
        let least = |a: &f64, b: &f64| half(*a, 0).loss().total_cmp(&half(*b, 0).loss());
        let care = CARES.into_iter().min_by(least).unwrap_or(0.0);
        let found = half(care, 1);
        let beside = plain.get_or_insert_with(|| half(0.0, 1).losses);
        let (by, error) = found.beside(beside);
        println!(
            "| {way:?} | {care} | {:.1} | {:.3} | {by:+.3} ± {error:.3} | {:.2} | {spent:.1} |",
            found.top,
            found.loss(),
            found.lost
        );
    }
    Ok(())
}

fn look(moment: &Moment, way: Way, eyes: &mut Eyes) -> Seen {
    let past = Past::of(moment.situation.recent());
    let view = View {
        position: moment.situation.position(),
        past: &past,
        seen: moment.situation.keys(),
        player: &moment.player,
    };
    seen(view, way, eyes)
}

/// What is measured of every second moment.
struct Figures {
    /// Percent of the moves that were thought likeliest.
    top: f64,
    /// Negative logarithms of the shares of what was played.
    losses: Vec<f64>,
    /// Points that what is drawn loses, as the deep search sees it.
    lost: f64,
}

impl Figures {
    fn of(moments: &[Moment], found: &[Seen], deep: &[Seen], care: f64, part: usize) -> Figures {
        let (mut top, mut lost, mut losses) = (0.0, 0.0, Vec::new());
        for index in (part..moments.len()).step_by(2) {
            let shares = drawn(&found[index], care);
            let best = shares.iter().enumerate().max_by(|a, b| a.1.total_cmp(b.1));
            let best = best.map(|(place, _)| place);
            let mut moves = found[index].iter();
            let real = moves.position(|(m, ..)| *m == moments[index].played);
            top += f64::from(u8::from(best == real));
            losses.push(-real.map_or(0.0, |place| shares[place]).max(1e-4).ln());
            let deep = shares.iter().zip(&deep[index]);
            lost += deep.map(|(share, (.., loss))| share * loss).sum::<f64>();
        }
        let count = losses.len().max(1) as f64;
        Figures {
            top: 100.0 * top / count,
            losses,
            lost: 100.0 * lost / count,
        }
    }

    fn loss(&self) -> f64 {
        self.losses.iter().sum::<f64>() / self.losses.len().max(1) as f64
    }

    /// How much the log-loss differs from another, with the standard error over positions.
    fn beside(&self, others: &[f64]) -> (f64, f64) {
        let differences = self
            .losses
            .iter()
            .zip(others)
            .map(|(own, other)| own - other);
        let count = self.losses.len().max(1) as f64;
        let mean = differences.clone().sum::<f64>() / count;
        let squares: f64 = differences.map(|by| (by - mean).powi(2)).sum();
        (mean, (squares / count / count).sqrt())
    }
}

/// Games of the tree against alpha-beta: both play the move with the largest share.
fn contest(games: &str, seed: &str) -> Done {
    let (games, seed): (u64, u64) = (games.parse()?, seed.parse()?);
    let ways = [Way::Tree(80), Way::AlphaBeta(6_000)];
    let mut eyes = Eyes::default();
    let mut judge = Engine::new(Options {
        hash: 2,
        ..Options::default()
    });
    let (mut points, mut spent) = (0.0, [0.0; 2]);
    for number in 0..games {
        let order = if number % 2 == 0 { [0, 1] } else { [1, 0] };
        let white = play(
            order.map(|place| (place, ways[place])),
            seed * 10_000 + number / 2,
            &mut eyes,
            &mut judge,
            &mut spent,
        );
        points += if number % 2 == 0 { white } else { 1.0 - white };
    }
    println!(
        "{:?} scored {points} of {games} against {:?}; {:.0} s and {:.0} s of thinking",
        ways[0], ways[1], spent[0], spent[1]
    );
    Ok(())
}

fn play(
    sides: [(usize, Way); 2],
    seed: u64,
    eyes: &mut Eyes,
    judge: &mut Engine,
    spent: &mut [f64; 2],
) -> f64 {
    let player = Player::rated(2300);
    let mut game = Situation::new(Chess::default());
    for ply in 0..160 {
        if let Some(ending) = game.ending() {
            return ending
                .winner()
                .map_or(0.5, |winner| winner.fold_wb(1.0, 0.0));
        }
        let (place, way) = sides[ply % 2];
        let begun = Instant::now();
        let past = Past::of(game.recent());
        let view = View {
            position: game.position(),
            past: &past,
            seen: game.keys(),
            player: &player,
        };
        // The first moves are drawn as people play them, the same for both games of a pair.
        let moves = seen(view, if ply < 10 { Way::Glance } else { way }, eyes);
        spent[place] += begun.elapsed().as_secs_f64();
        let shares = drawn(&moves, if ply < 10 { 10.0 } else { 50.0 });
        let mut at = draw(seed * 1009 + ply as u64);
        let chosen = if ply < 10 {
            shares.iter().position(|share| {
                at -= share;
                at < 0.0
            })
        } else {
            shares
                .iter()
                .enumerate()
                .max_by(|a, b| a.1.total_cmp(b.1))
                .map(|(place, _)| place)
        };
        let Some(chosen) = chosen else { break };
        game.play(moves[chosen].0);
    }
    let found = judge.search(&game, &Limits::nodes(20_000), &Unwatched, &mut |_| ());
    let value = match found.lines.first().map(|line| line.score) {
        Some(Score::Centipawns(value)) => value,
        Some(Score::Mate(moves)) => moves.signum() * 3000,
        None => 0,
    };
    // The half-moves are even, so White is to move.
    match value {
        150.. => 1.0,
        ..=-150 => 0.0,
        _ => 0.5,
    }
}
