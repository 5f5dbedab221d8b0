//! Results of the most similar games, as a way to foretell how a game ends: the moves up to a position are held against those of all
//! other games. A look through all games for every position, so only some positions are asked about.

use sissa_games::{Folder, Plies, Similar};
use sissa_judge::outcome::Outcome;

use crate::LabError;

/// How many games are asked.
pub const NEAREST: usize = 50;
/// What the shares of all games count, in games.
const PRIOR: f64 = 3.0;

/// What the games say that are most like a game of the folder up to a half-move.
pub fn neighbours(
    folder: &Folder,
    game: &str,
    ply: u32,
    all: Outcome,
    threads: usize,
) -> Result<Outcome, LabError> {
    let plies: Plies = format!("1..{}", ply.max(1))
        .parse()
        .expect("a range of half-moves from 1");
    let similar = Similar {
        count: NEAREST,
        plies,
        ..Similar::new(game, folder.path())
    };
    let failed = |error: sissa_games::SimilarError| LabError::Table(error.to_string());
    let nearest = similar.open().map_err(failed)?.run(threads, &|_| true)?;
    let games = nearest.map(|nearest| nearest.games).unwrap_or_default();
    let with = |result: &str| {
        let found = games.iter();
        let found = found.filter(|game| game.header.info.result.as_deref() == Some(result));
        found.count() as f64
    };
    let counts = [with("1-0"), with("1/2-1/2"), with("0-1")];
    let count = counts.iter().sum::<f64>() + PRIOR;
    let share = |at: usize| (counts[at] + PRIOR * all.shares()[at]) / count;
    Ok(Outcome {
        white: share(0),
        draw: share(1),
        black: share(2),
    })
}
