//! Parts of the board: squares, ranks, files, names and lists of these.

use shakmaty::{Bitboard, File, Rank, Square};

use super::Parser;
use crate::{ParseError, Region, lexer::Token, region::NAMED};

impl Parser<'_> {
    /// `e4`, `a1,h1`, `c3..f6`, `rank 7`, `files a..c`, `light`, and lists of these.
    pub(super) fn region(&mut self) -> Result<Region, ParseError> {
        let relative = self.accept_word("relative");
        let mut squares = self.area()?;
        while self.accept_symbol(",") {
            squares |= self.area()?;
        }
        Ok(Region {
            squares,
            relative: relative && squares != Bitboard::FULL,
        })
    }

    pub(super) fn area(&mut self) -> Result<Bitboard, ParseError> {
        const EXPECTED: &str = "a square, `rank 7`, `file d`, `c3..f6`, `light`, `dark`, `center`, `edge`, `corner`, `kingside` or `queenside`";
        let Token::Word(word) = self.peek() else {
            return Err(self.unexpected(EXPECTED));
        };
        let lower = word.to_ascii_lowercase();
        if let Some((_, squares)) = NAMED.iter().find(|(name, _)| *name == lower) {
            self.at += 1;
            return Ok(*squares);
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
