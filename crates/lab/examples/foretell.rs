//! How well the move model that sees foretells people: `foretell GAMES POSITIONS`.
//!
//! Online games between players of 1100 to 1899 that training kept apart; top-1 and log-loss, and the log-loss of each band when the model is
//! asked as if for another: it should be lowest on the diagonal.

#![allow(clippy::print_stdout, reason = "a program of its own prints")]

use std::{env, error::Error, path::Path, time::Instant};

use shakmaty::Chess;
use sissa_engine::Situation;
use sissa_games::split_hash;
use sissa_human::{Eyes, Sighted, View};
use sissa_lab::games::{self, RealGame, shuffled};
use sissa_nn::human::{Pace, Past, Player, Site};

/// Lowest ratings of the bands, which are 200 wide.
const BANDS: [u16; 4] = [1100, 1300, 1500, 1700];

fn main() -> Result<(), Box<dyn Error>> {
    let words: Vec<String> = env::args().skip(1).collect();
    let [path, count] = &words[..] else {
        return Err("say a folder of imported games and how many positions".into());
    };
    let mut games = games::read(Path::new(path))?;
    games.retain(|game| game.held_out(20) && band(game).is_some());
    games.sort_by_cached_key(|game| shuffled(split_hash(&game.moves), 0));
    let of_band = count.parse::<usize>()? / BANDS.len();
    let (mut eyes, begun) = (Eyes::default(), Instant::now());
    let (mut top, mut own, mut positions, mut looks) = (0, 0.0, 0, 0);
    println!(
        "| players | positions | top-1 % | log-loss | as if 1200 | 1400 | 1600 | 1800 |\n|---|---|---|---|---|---|---|---|"
    );
    for (row, low) in BANDS.into_iter().enumerate() {
        let (mut sums, mut right, mut loss, mut seen) = ([0.0; 4], 0, 0.0, 0);
        let of_row = games.iter().filter(|game| band(game) == Some(row));
        for game in of_row {
            if seen >= of_band {
                break;
            }
            let mut situation = Situation::new(Chess::default());
            for (ply, played) in game.replay().into_iter().enumerate() {
                let player = game.players[ply % 2];
                let mut ask = |player: Player| {
                    let past = Past::of(situation.recent());
                    let view = View {
                        position: situation.position(),
                        past: &past,
                        seen: situation.keys(),
                        player: &player,
                    };
                    let choices = Sighted::shipped().moves(&eyes.scene(view)).without_end();
                    looks += 1;
                    let share = choices
                        .moves
                        .iter()
                        .find(|(m, _)| *m == played)
                        .map_or(0.0, |(_, share)| *share);
                    let best = choices.moves.iter().all(|(_, other)| *other <= share);
                    (-f64::from(share.max(1e-6)).ln(), best)
                };
                let (by_model, best) = ask(player);
                loss += by_model;
                right += usize::from(best);
                seen += 1;
                for (sum, low) in sums.iter_mut().zip(BANDS) {
                    *sum += ask(Player {
                        rating: Some(low + 100),
                        ..player
                    })
                    .0;
                }
                situation.play(played);
            }
        }
        let mean = |sum: f64| sum / seen.max(1) as f64;
        let others = sums.map(|sum| format!("{:.4}", mean(sum))).join(" | ");
        println!(
            "| {low}–{} | {seen} | {:.1} | {:.4} | {others} |",
            low + 199,
            100.0 * mean(right as f64),
            mean(loss)
        );
        (top, own, positions) = (top + right, own + loss, positions + seen);
    }
    let (all, seconds) = (positions.max(1) as f64, begun.elapsed().as_secs_f64());
    println!(
        "all: {positions} positions, top-1 {:.2} %, log-loss {:.4}; {looks} looks in {seconds:.1} s",
        100.0 * top as f64 / all,
        own / all
    );
    Ok(())
}

/// Which band both players of an online game belong to, bullet left out.
fn band(game: &RealGame) -> Option<usize> {
    let first = game.players[0];
    let online = first.site != Site::Board && first.pace != Pace::Bullet;
    let inside = |low: u16| {
        let rated = |player: &Player| {
            player
                .rating
                .is_some_and(|rating| (low..low + 200).contains(&rating))
        };
        game.players.iter().all(rated)
    };
    BANDS.into_iter().position(inside).filter(|_| online)
}
