//! What engines said of the positions of their games, in our centipawns.
//!
//! A pawn of one program is not that of another. Each author's values are divided by the factor with which, as expected
//! results, they are nearest to what our own evaluation says of the same quiet positions: the size of a pawn, on which the
//! numbers of the search depend, stays ours, and what changes is what a position is worth.

use std::collections::BTreeMap;

use serde_json::json;
use shakmaty::{Chess, Color, Position as _};
use sissa_engine::Evaluation;

use crate::{games::Played, gradient::sigmoid, run::Run};

/// Fewer positions of an author say too little.
const FEWEST: usize = 500;
/// Centipawns of ours that make odds of e to 1.
const OURS: f32 = 240.0;
/// Half-moves of an opening, in which books speak.
const OPENING: usize = 16;
/// No engine's pawn is so small, or so large, in hundredths of ours.
const FACTORS: std::ops::RangeInclusive<i32> = 20..=600;
/// Most squared difference from our evaluation: who is further from it counts in other units, or for the wrong side.
const FURTHEST: f32 = 0.03;

/// What each author's values are divided by.
#[derive(Debug)]
pub struct Scales(BTreeMap<String, f32>);

impl Scales {
    /// Finds them from all that authors said of quiet positions; those who said too little, or nothing like what we say, have none.
    pub fn fit(games: &[Played], evaluation: &Evaluation, run: &Run) -> anyhow::Result<Scales> {
        let mut pairs: BTreeMap<&str, Vec<(f32, f32)>> = BTreeMap::new();
        let mut evaluator = evaluation.evaluator();
        for game in games {
            let mut position = Chess::default();
            for (ply, m) in game.moves.iter().enumerate() {
                position.play_unchecked(*m);
                let next = game.moves.get(ply + 1);
                let quiet = next.is_some_and(|next| !next.is_capture()) && !position.is_check();
                let Some(value) = game.said[ply].filter(|_| quiet && ply % 3 == 0) else {
                    continue;
                };
                if ply < OPENING {
                    continue;
                }
                evaluator.reset(&position);
                let own = evaluator.evaluate(&position);
                let own = position.turn().fold_wb(own, -own);
                let author = game.authors[ply % 2].as_str();
                let pairs = pairs.entry(author).or_default();
                pairs.push((f32::from(value), sigmoid(own as f32 / OURS)));
            }
        }
        let mut scales = BTreeMap::new();
        for (author, pairs) in pairs {
            if pairs.len() < FEWEST {
                continue;
            }
            let error = |percent: i32| {
                let scale = OURS * percent as f32 / 100.0;
                let errors = pairs
                    .iter()
                    .map(|(value, own)| sigmoid(value / scale) - own);
                errors.map(|error| error * error).sum::<f32>() / pairs.len() as f32
            };
            let best = FACTORS.min_by(|a, b| error(*a).total_cmp(&error(*b)));
            let best = best.unwrap_or(100);
            let error = error(best);
            run.log(
                json!({"author": author, "positions": pairs.len(), "percent": best, "error": error}),
            )?;
            if error < FURTHEST {
                scales.insert(author.to_owned(), best as f32 / 100.0);
            }
        }
        Ok(Scales(scales))
    }

    /// What was said of a game's position behind a half-move, in our centipawns for the side to move.
    pub fn value(&self, game: &Played, ply: usize, turn: Color) -> Option<i16> {
        if ply < OPENING {
            return None;
        }
        let value = f32::from(game.said[ply]?) / self.0.get(&game.authors[ply % 2])?;
        Some(turn.fold_wb(value, -value).round() as i16)
    }
}

#[cfg(test)]
mod tests {
    use shakmaty::uci::UciMove;

    use super::*;

    /// Knights go to and fro.
    fn game(said: i16) -> Played {
        let mut position = Chess::default();
        let moves: Vec<_> = ["g1f3", "g8f6", "f3g1", "f6g8"]
            .into_iter()
            .cycle()
            .take(40)
            .map(|text| {
                let m: UciMove = text.parse().expect("a move");
                let m = m.to_move(&position).expect("a legal move");
                position.play_unchecked(m);
                m
            })
            .collect();
        Played {
            said: vec![Some(said); moves.len()],
            authors: ["A".to_owned(), "B".to_owned()],
            moves,
            result: 1,
        }
    }

    #[test]
    fn values_of_two_authors_become_ours() {
        let folder = tempfile::tempdir().unwrap();
        let run = Run::begin(&folder.path().join("run"), &json!({})).unwrap();
        let evaluation = Evaluation::handcrafted();
        // Every third half-move is asked, of both sides; 40 half-moves have four of each behind the opening.
        let scales = |count| {
            let games: Vec<Played> = (0..count).map(|_| game(200)).collect();
            Scales::fit(&games, &evaluation, &run).unwrap()
        };
        assert_eq!(scales(10).value(&game(200), 20, Color::White), None);
        let scales = scales(200);
        let value = scales.value(&game(200), 20, Color::White).unwrap();
        assert!((0..200).contains(&value), "{value}");
        assert_eq!(scales.value(&game(200), 20, Color::Black), Some(-value));
        assert_eq!(scales.value(&game(200), 2, Color::White), None);
    }
}
