//! From mistakes to exercises: puzzles of the same motifs, at the level of the players who made them.

use std::{collections::BTreeMap, path::Path};

use sissa_record::ReasonRecord;

use super::game::ReviewedGame;
use crate::{puzzles::MakePuzzles, session::Session};

/// Longest time for one puzzle, in seconds: rare motifs are given up.
const PATIENCE: f64 = 60.0;
/// How far above and below the level exercises are.
const AROUND: i32 = 250;
/// The level where no rating is known.
const LEVEL: i32 = 1500;

/// Motifs that exercises can be made of, where reasons name them.
const THEMES: [&str; 15] = [
    "fork",
    "pin",
    "skewer",
    "discovered attack",
    "double check",
    "deflection",
    "attraction",
    "capturing defender",
    "trapped piece",
    "back-rank mate",
    "smothered mate",
    "promotion",
    "advanced pawn",
    "intermezzo",
    "sacrifice",
];

/// What went wrong, by the motif that exercises it.
#[derive(Debug, Default)]
pub(super) struct Lesson {
    /// Points lost by mistakes of a motif.
    themes: BTreeMap<&'static str, f64>,
    ratings: Vec<i32>,
}

/// The motif that exercises what a reason says.
fn theme(reason: &ReasonRecord) -> Option<&'static str> {
    let predicate = reason.predicate.as_str();
    match predicate {
        "mate in 1" => Some("mate in 1"),
        "mate in 2" => Some("mate in 2"),
        "mate in 3" | "mate in 4" | "mate" => Some("mate in 3"),
        _ if predicate.contains(" hanging ") => Some("hanging piece"),
        _ => THEMES.into_iter().find(|known| *known == predicate),
    }
}

impl Lesson {
    pub fn add(&mut self, game: &ReviewedGame) {
        for reviewed in game.moves.iter().filter(|reviewed| reviewed.is_mistake()) {
            let side = game
                .record
                .sides
                .iter()
                .find(|side| side.color == reviewed.record.color);
            self.ratings
                .extend(side.and_then(|side| side.elo).map(i32::from));
            let themes = reviewed.record.why.iter().filter_map(theme);
            for theme in themes {
                *self.themes.entry(theme).or_default() += reviewed.record.expected_loss;
            }
        }
    }

    /// Requests for so many puzzles, the motif that cost most first. Each motif has its share, at least one while
    /// there are enough.
    pub fn plan(&self, count: u64, games: Option<&Path>, session: &Session) -> Vec<MakePuzzles> {
        let mut themes: Vec<(&str, f64)> = self
            .themes
            .iter()
            .map(|(name, lost)| (*name, *lost))
            .collect();
        themes.sort_by(|one, other| other.1.total_cmp(&one.1));
        themes.truncate(usize::try_from(count).unwrap_or(usize::MAX).min(8));
        let level = match self.ratings.len() {
            0 => LEVEL,
            number => self.ratings.iter().sum::<i32>() / i32::try_from(number).unwrap_or(1),
        };
        let rating = format!(
            "{}..{}",
            (level - AROUND).max(0),
            (level + AROUND).min(4000)
        );
        let patience = session.ceiling().map_or(PATIENCE, |most| {
            most.position_time.as_secs_f64().min(PATIENCE)
        });
        let request = |theme: Option<&str>, count: u64, seed: usize| MakePuzzles {
            theme: theme.map(str::to_owned).into_iter().collect(),
            rating: Some(rating.clone()),
            count: Some(count),
            seed: seed as u64,
            games: games.map(Path::to_owned),
            timeout: games.is_none().then_some(patience),
            ..MakePuzzles::default()
        };
        if themes.is_empty() {
            return vec![request(None, count, 0)];
        }
        let shares = shares(&themes, count);
        let shared = themes.iter().zip(shares).enumerate();
        shared
            .map(|(seed, ((theme, _), share))| request(Some(theme), share, seed))
            .collect()
    }
}

/// How many of each: one, and of the rest by what it cost.
fn shares(themes: &[(&str, f64)], count: u64) -> Vec<u64> {
    let rest = count.saturating_sub(themes.len() as u64);
    let total: f64 = themes
        .iter()
        .map(|(_, lost)| lost)
        .sum::<f64>()
        .max(f64::MIN_POSITIVE);
    let mut shares: Vec<u64> = themes
        .iter()
        .map(|(_, lost)| 1 + (rest as f64 * lost / total).floor() as u64)
        .collect();
    let left = count.saturating_sub(shares.iter().sum());
    // What rounding left goes to the costliest.
    for share in shares.iter_mut().take(left as usize) {
        *share += 1;
    }
    shares
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_motif_has_its_share_and_all_are_given_out() {
        let themes = [("fork", 60.0), ("pin", 30.0), ("mate in 2", 10.0)];
        assert_eq!(shares(&themes, 20), [12, 6, 2]);
        assert_eq!(shares(&themes, 3), [1, 1, 1]);
        assert_eq!(shares(&themes, 4).iter().sum::<u64>(), 4);
        for name in THEMES {
            assert!(sissa_judge::motif(name).is_some(), "{name}");
        }
    }
}
