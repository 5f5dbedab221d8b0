//! Openings that have a name, found by position, so that orders of moves do not matter.
//!
//! A small table comes with the program: main openings and their best-known variations. A larger one is read from tables
//! in Lichess' form: `eco`, `name` and `pgn`, with tabs between them.

use std::sync::LazyLock;

use rustc_hash::FxHashMap;
use shakmaty::{Chess, EnPassantMode, Move, Position as _, zobrist::Zobrist64};
use sissa_game::Game;

use crate::problem::{Problem, quoted};

/// A name and its code.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Opening {
    pub eco: String,
    pub name: String,
}

/// Names by position.
#[derive(Clone, Debug, Default)]
pub(super) struct Openings {
    names: FxHashMap<u64, Opening>,
    /// Positions on the way to those.
    way: FxHashMap<u64, ()>,
    /// The longest line in half-moves.
    longest: usize,
}

fn key(chess: &Chess) -> u64 {
    chess.zobrist_hash::<Zobrist64>(EnPassantMode::Legal).0
}

impl Openings {
    /// The table that comes with the program.
    pub fn shipped() -> &'static Openings {
        static SHIPPED: LazyLock<Openings> = LazyLock::new(|| {
            let mut openings = Openings::default();
            for line in include_str!("openings.txt").lines() {
                let fields: Vec<&str> = line.split('|').collect();
                openings.add(&fields).expect("a test reads it");
            }
            openings
        });
        &SHIPPED
    }

    /// A table in Lichess' form.
    pub fn read(text: &str) -> Result<Openings, Problem> {
        let mut openings = Openings::default();
        for (number, line) in text.lines().enumerate() {
            let fields: Vec<&str> = line.split('\t').collect();
            let heading = number == 0 && fields.first() == Some(&"eco");
            if heading || line.trim().is_empty() {
                continue;
            }
            openings.add(&fields).ok_or_else(|| {
                let place = number + 1;
                Problem::new("openings", format!("line {place} of the openings: {} is no opening", quoted(line)))
                    .field("openings")
                    .hint("each line is a code, a name and moves, with tabs between them: `C60`, `Ruy Lopez`, `1. e4 e5 2. Nf3 Nc6 3. Bb5`")
            })?;
        }
        Ok(openings)
    }

    fn add(&mut self, fields: &[&str]) -> Option<()> {
        let &[eco, name, moves, ..] = fields else {
            return None;
        };
        let mut game = Game::new();
        let mut passed = Vec::new();
        for word in moves.split_whitespace() {
            let word = word.rsplit('.').next().unwrap_or(word);
            if word.is_empty() {
                continue;
            }
            game.push_text(word).ok()?;
            passed.push(key(game.end()));
        }
        self.longest = self.longest.max(passed.len());
        self.way.extend(passed.into_iter().map(|key| (key, ())));
        let opening = Opening {
            eco: eco.trim().to_owned(),
            name: name.trim().to_owned(),
        };
        self.names.insert(key(game.end()), opening);
        Some(())
    }

    /// The last name that a game had, and after how many half-moves it left what is known.
    pub fn of(&self, start: &Chess, moves: &[Move]) -> Option<(Opening, usize)> {
        let mut chess = start.clone();
        if chess != Chess::default() {
            return None;
        }
        let (mut name, mut known) = (None, 0);
        for (ply, m) in moves.iter().take(self.longest).enumerate() {
            chess.play_unchecked(*m);
            if let Some(found) = self.names.get(&key(&chess)) {
                name = Some(found);
            }
            if self.way.contains_key(&key(&chess)) {
                known = ply + 1;
            }
        }
        Some((name?.clone(), known))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn named(moves: &str) -> Option<(String, usize)> {
        let mut game = Game::new();
        for word in moves.split_whitespace() {
            game.push_text(word).unwrap();
        }
        let found = Openings::shipped().of(&Chess::default(), game.moves());
        found.map(|(opening, plies)| (format!("{} {}", opening.eco, opening.name), plies))
    }

    #[test]
    fn names_are_found_by_position() {
        let spanish = Some(("C60 Ruy Lopez".to_owned(), 5));
        assert_eq!(named("e4 e5 Nf3 Nc6 Bb5 h5 h4"), spanish);
        // Another order of moves.
        let declined = Some(("D35 Queen's Gambit Declined: Normal Defense".to_owned(), 6));
        assert_eq!(named("c4 e6 Nc3 Nf6 d4 d5"), declined);
        assert_eq!(named("h3 h6"), None);
        assert_eq!(named(""), None);
    }

    #[test]
    fn tables_of_lichess_are_read() {
        let text = "eco\tname\tpgn\nA00\tClemenz Opening\t1. h3\nC60\tRuy Lopez\t1. e4 e5 2. Nf3 Nc6 3. Bb5\n";
        let openings = Openings::read(text).unwrap();
        assert_eq!(openings.names.len(), 2);
        let wrong = Openings::read("A00\tNothing\t1. e5\n").unwrap_err();
        assert!(wrong.message.starts_with("line 1"), "{}", wrong.message);
        assert!(Openings::read("hello").is_err());
    }
}
