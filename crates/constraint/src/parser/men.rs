//! Sets of men: traits, kinds and where they stand.

use shakmaty::{Bitboard, File, Square};

use super::Parser;
use crate::{Kind, Men, ParseError, Region, Side, Trait, error::quoted, lexer::Token};

impl Parser<'_> {
    pub(super) fn men(&mut self, side: Option<Side>) -> Result<Men, ParseError> {
        let start = self.span().start;
        let mut traits = Vec::new();
        while let Token::Word(word) = self.peek() {
            let Some(found) = trait_word(word) else { break };
            self.at += 1;
            traits.push(found);
        }
        traits.sort_unstable();
        traits.dedup();
        let mut files = None;
        let kind = if let Some((kind, length)) = self.shaded_bishops() {
            self.at += length;
            kind
        } else if let Some((squares, length)) = self.pawns_of_files() {
            self.at += length;
            files = Some(squares);
            Kind::Pawn
        } else if let Token::Word(word) = self.peek()
            && let Some(kind) = kind(word)
        {
            self.at += 1;
            if matches!(kind, Kind::Minor | Kind::Major) {
                let _ = self.accept_any(&["piece", "pieces"]);
            }
            kind
        } else if !traits.is_empty() && self.side_and_kind_follow() {
            let end = self.end_of_last();
            return Err(self.error(start..end, "whose men are these?").with_hint(
                "the side comes first, as in `white passed P`; `and` joins two predicates",
            ));
        } else if traits.is_empty() {
            return Err(self.nothing_to_count()?);
        } else if traits.iter().any(|found| found.of_pawns()) {
            Kind::Pawn
        } else {
            Kind::Man
        };
        if kind != Kind::Pawn
            && let Some(found) = traits.iter().find(|found| found.of_pawns())
        {
            let end = self.end_of_last();
            return Err(self.error(start..end, format!("only pawns can be {}", found.word())));
        }
        let named = self.tokens.get(self.at - 1).map(|(token, _)| *token);
        self.in_words = matches!(named, Some(Token::Word(word)) if word.len() > 1);
        self.plural = matches!(named, Some(Token::Word(word)) if word.ends_with(['s', 'S']));
        self.check_two_meanings(start, kind, &traits)?;
        let mut region = self.region_of_men()?;
        if let Some(files) = files {
            region.squares &= files;
            if region.squares.is_empty() {
                let end = self.end_of_last();
                return Err(self.error(start..end, "no such pawn can stand there"));
            }
        }
        Ok(Men {
            side,
            kind,
            traits,
            region,
        })
    }

    /// Why what stands here is nothing to count.
    fn nothing_to_count(&mut self) -> Result<ParseError, ParseError> {
        let Token::Word(word) = self.peek() else {
            return Ok(self.unexpected("something to count"));
        };
        let message = format!("expected something to count, found {}", quoted(word));
        let error = self.error(self.span(), message);
        if self.side_word()?.is_some() {
            let side = word.to_ascii_lowercase();
            return Ok(error.with_hint(format!(
                "join a side to what it counts with a dot, as in `{side}.P`"
            )));
        }
        Ok(match self.hint() {
            Some(hint) => error.with_hint(hint),
            None => error,
        })
    }

    /// Words that mean one thing to the language and another to players.
    fn check_two_meanings(
        &self,
        start: usize,
        kind: Kind,
        traits: &[Trait],
    ) -> Result<(), ParseError> {
        let end = self.end_of_last();
        if kind == Kind::Pawn && traits == [Trait::Hanging] && self.plural {
            return Err(self
                .error(start..end, "the structure, or pawns that can be taken?")
                .with_hint("the structure is `preset hanging-pawns`; pawns that are attacked and not defended are `hanging P`"));
        }
        let centre = self.is_word("in") && self.next_is_word(1, "center");
        if kind == Kind::King && self.in_words && centre {
            return Err(self
                .error(start..self.span_at(1).end, "a king that has not castled, or one on d4, e4, d5 or e5?")
                .with_hint("one that stayed at home is `K on d1,e1` or `black K on d8,e8`, and `preset king-in-centre` has one under attack; the four squares are `K on center`"));
        }
        Ok(())
    }

    /// `passed white pawns`: a colour and what it has after traits.
    fn side_and_kind_follow(&self) -> bool {
        let side = self.is_word("white") || self.is_word("black");
        side && matches!(self.peek_at(1), Token::Word(next) if kind(next).is_some())
    }

    /// Where the men stand: after `on` or `in`, or a square right after the name of a man.
    pub(super) fn region_of_men(&mut self) -> Result<Region, ParseError> {
        let named = self
            .at
            .checked_sub(1)
            .and_then(|last| self.tokens.get(last));
        let in_words = matches!(named, Some((Token::Word(word), _)) if word.len() > 1);
        let square = matches!(self.peek(), Token::Word(word) if word.parse::<Square>().is_ok());
        let on = self.is_word("on") && !self.alone_on();
        let within = self.is_word("in") && self.area_follows(1);
        if on || within {
            self.at += 1;
        } else if !(in_words && square) {
            return Ok(Region::default());
        }
        self.region()
    }

    /// `queens on`, `queens on the board`, and `white on move`: no part of the board follows.
    fn alone_on(&self) -> bool {
        match self.peek_at(1) {
            Token::End | Token::Symbol(")" | ",") => true,
            Token::Word(word) => ["board", "and", "or"]
                .iter()
                .any(|known| word.eq_ignore_ascii_case(known)),
            _ => false,
        }
    }

    /// `light B`, `dark-squared bishops`, and how many tokens it takes.
    pub(super) fn shaded_bishops(&self) -> Option<(Kind, usize)> {
        let shade = if self.is_word("light") {
            Kind::LightBishop
        } else if self.is_word("dark") {
            Kind::DarkBishop
        } else {
            return None;
        };
        let hyphen = usize::from(self.peek_at(1) == Token::Symbol("-"));
        let squared = ["squared", "square"]
            .iter()
            .any(|word| self.next_is_word(1 + hyphen, word));
        let skipped = if squared { 2 + hyphen } else { 1 };
        match self.peek_at(skipped) {
            Token::Word(next) if kind(next) == Some(Kind::Bishop) => Some((shade, skipped + 1)),
            _ => None,
        }
    }

    /// `d-pawn`, `queen's pawn`, `rook pawns`: pawns of files, and how many tokens it takes.
    pub(super) fn pawns_of_files(&self) -> Option<(Bitboard, usize)> {
        const PAWNS: [&str; 2] = ["pawn", "pawns"];
        if let Some((file, length)) = self.lettered(0, &PAWNS) {
            return Some((Bitboard::from_file(file), length));
        }
        let Token::Word(word) = self.peek() else {
            return None;
        };
        let files: &[File] = match word.to_ascii_lowercase().as_str() {
            "queen" | "queens" => &[File::D],
            "king" | "kings" => &[File::E],
            "rook" | "rooks" => &[File::A, File::H],
            "knight" | "knights" => &[File::B, File::G],
            "bishop" | "bishops" => &[File::C, File::F],
            _ => return None,
        };
        let named = PAWNS.iter().any(|pawns| self.next_is_word(1, pawns));
        named.then(|| {
            (
                files
                    .iter()
                    .map(|file| Bitboard::from_file(*file))
                    .fold(Bitboard::EMPTY, |all, file| all | file),
                2,
            )
        })
    }
}

pub(super) fn trait_word(word: &str) -> Option<Trait> {
    Trait::ALL
        .into_iter()
        .find(|found| found.word().eq_ignore_ascii_case(word))
}

/// Letters are capitals, so that a black piece's letter is never taken for a count of White's.
pub(super) fn kind(word: &str) -> Option<Kind> {
    Some(match word {
        "K" => Kind::King,
        "Q" => Kind::Queen,
        "R" => Kind::Rook,
        "B" => Kind::Bishop,
        "N" => Kind::Knight,
        "P" => Kind::Pawn,
        _ => match word.to_ascii_lowercase().as_str() {
            "king" | "kings" => Kind::King,
            "queen" | "queens" => Kind::Queen,
            "rook" | "rooks" => Kind::Rook,
            "bishop" | "bishops" => Kind::Bishop,
            "knight" | "knights" => Kind::Knight,
            "pawn" | "pawns" => Kind::Pawn,
            "minor" | "minors" => Kind::Minor,
            "major" | "majors" => Kind::Major,
            "piece" | "pieces" => Kind::Piece,
            "man" | "men" => Kind::Man,
            _ => return None,
        },
    })
}
