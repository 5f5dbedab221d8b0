//! Parts of the board: squares, ranks, files, names and lists of these.

use shakmaty::{Bitboard, File, Rank, Square};

use super::Parser;
use crate::{ParseError, Region, lexer::Token, region::NAMED};

impl Parser<'_> {
    /// `e4`, `a1,h1`, `c3..f6`, `rank 7`, `files a..c`, `light`, and lists of these.
    pub(super) fn region(&mut self) -> Result<Region, ParseError> {
        if let Some(rank) = self.ordinal_rank() {
            return Ok(Region {
                squares: Bitboard::from_rank(rank),
                relative: true,
            });
        }
        let relative = self.accept_word("relative");
        let mut squares = self.area()?;
        // A comma may also join predicates.
        while self.peek() == Token::Symbol(",") && self.area_follows(1) {
            self.at += 1;
            squares |= self.area()?;
        }
        Ok(Region {
            squares,
            relative: relative && squares != Bitboard::FULL,
        })
    }

    /// `seventh rank`, `7th`, `back rank`: as the side sees the board whose men are meant.
    fn ordinal_rank(&mut self) -> Option<Rank> {
        let Token::Word(word) = self.peek() else {
            return None;
        };
        let rank = ordinal(word)?;
        self.at += 1;
        let _ = self.accept_word("rank");
        Some(rank)
    }

    /// Whether a part of the board is named so many tokens ahead.
    pub(super) fn area_follows(&self, ahead: usize) -> bool {
        let Token::Word(word) = self.peek_at(ahead) else {
            return false;
        };
        let lower = word.to_ascii_lowercase();
        matches!(
            lower.as_str(),
            "rank" | "ranks" | "file" | "files" | "relative"
        ) || NAMED.iter().any(|(name, _)| *name == lower)
            || word.parse::<Square>().is_ok()
            || ordinal(word).is_some()
            || self.file_of(ahead).is_some()
            || (lower == "long" && self.next_is_word(ahead + 1, "diagonal"))
    }

    /// `d-file` or `d file` so many tokens ahead, and how many tokens it takes.
    pub(super) fn file_of(&self, ahead: usize) -> Option<(File, usize)> {
        self.lettered(ahead, &["file", "files"])
    }

    /// A file's letter and, after a hyphen or none, one of the words.
    pub(super) fn lettered(&self, ahead: usize, words: &[&str]) -> Option<(File, usize)> {
        let Token::Word(text) = self.peek_at(ahead) else {
            return None;
        };
        let [letter] = text.as_bytes() else {
            return None;
        };
        let file = File::from_char(char::from(*letter))?;
        let hyphen = usize::from(self.peek_at(ahead + 1) == Token::Symbol("-"));
        let named = words
            .iter()
            .any(|word| self.next_is_word(ahead + 1 + hyphen, word));
        named.then_some((file, 2 + hyphen))
    }

    pub(super) fn area(&mut self) -> Result<Bitboard, ParseError> {
        const EXPECTED: &str = "a square, `rank 7`, `file d`, `c3..f6`, `light`, `dark`, `center`, `edge`, `corner`, `kingside` or `queenside`";
        let Token::Word(word) = self.peek() else {
            return Err(self.unexpected(EXPECTED));
        };
        if ["open", "half", "it"].iter().any(|word| self.is_word(word)) {
            return Err(self
                .unexpected("a part of the board")
                .with_hint("name the file, as in `open file c and white R on file c`"));
        }
        let lower = word.to_ascii_lowercase();
        if let Some((_, squares)) = NAMED.iter().find(|(name, _)| *name == lower) {
            self.at += 1;
            let _ = self.accept_any(&["squares", "square"]);
            return Ok(*squares);
        }
        if let Some((file, length)) = self.file_of(0) {
            self.at += length;
            return Ok(Bitboard::from_file(file));
        }
        if self.next_are_words(&["long", "diagonal"]) {
            self.at += 2;
            let on = |square: &Square| {
                let (file, rank) = (u32::from(square.file()), u32::from(square.rank()));
                file == rank || file + rank == 7
            };
            return Ok(Square::ALL.into_iter().filter(on).collect());
        }
        match lower.as_str() {
            "rank" | "ranks" => {
                self.at += 1;
                let from = self.rank()?;
                let to = if self.accept_symbol("..") {
                    self.rank()?
                } else {
                    from
                };
                Ok(rectangle(
                    Square::from_coords(File::A, from),
                    Square::from_coords(File::H, to),
                ))
            }
            "file" | "files" => {
                self.at += 1;
                let from = self.file()?;
                let to = if self.accept_symbol("..") {
                    self.file()?
                } else {
                    from
                };
                Ok(rectangle(
                    Square::from_coords(from, Rank::First),
                    Square::from_coords(to, Rank::Eighth),
                ))
            }
            _ => {
                let from: Square = word.parse().map_err(|_| self.unexpected(EXPECTED))?;
                self.at += 1;
                if !self.accept_symbol("..") {
                    return Ok(Bitboard::from(from));
                }
                let Token::Word(word) = self.peek() else {
                    return Err(self.unexpected("a square"));
                };
                let to: Square = word.parse().map_err(|_| self.unexpected("a square"))?;
                self.at += 1;
                Ok(rectangle(from, to))
            }
        }
    }

    fn rank(&mut self) -> Result<Rank, ParseError> {
        if let Token::Number(text) = self.peek()
            && let [digit] = text.as_bytes()
            && let Some(rank) = Rank::from_char(char::from(*digit))
        {
            self.at += 1;
            return Ok(rank);
        }
        Err(self.unexpected("a rank from 1 to 8"))
    }

    pub(super) fn file(&mut self) -> Result<File, ParseError> {
        if let Token::Word(text) = self.peek()
            && let [letter] = text.as_bytes()
            && let Some(file) = File::from_char(char::from(*letter))
        {
            self.at += 1;
            return Ok(file);
        }
        Err(self.unexpected("a file from a to h"))
    }
}

/// `seventh`, `7th`, `back`.
fn ordinal(word: &str) -> Option<Rank> {
    const ORDINALS: [[&str; 2]; 8] = [
        ["first", "1st"],
        ["second", "2nd"],
        ["third", "3rd"],
        ["fourth", "4th"],
        ["fifth", "5th"],
        ["sixth", "6th"],
        ["seventh", "7th"],
        ["eighth", "8th"],
    ];
    let lower = word.to_ascii_lowercase();
    if lower == "back" {
        return Some(Rank::First);
    }
    let found = ORDINALS
        .iter()
        .position(|names| names.contains(&lower.as_str()))?;
    Rank::ALL.get(found).copied()
}

fn rectangle(a: Square, b: Square) -> Bitboard {
    let between = |low: u32, high: u32, x: u32| low.min(high) <= x && x <= low.max(high);
    Square::ALL
        .into_iter()
        .filter(|square| {
            between(
                u32::from(a.file()),
                u32::from(b.file()),
                u32::from(square.file()),
            ) && between(
                u32::from(a.rank()),
                u32::from(b.rank()),
                u32::from(square.rank()),
            )
        })
        .collect()
}
