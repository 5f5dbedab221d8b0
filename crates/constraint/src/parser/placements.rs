//! Men by their letters: tuples, signatures and placements.

use shakmaty::{Bitboard, Color, Role, Square};

use super::{
    Parser,
    counts::{count_of, counted},
};
use crate::{Expr, Kind, Men, ParseError, Range, Region, Side, error::quoted, lexer::Token};

impl Parser<'_> {
    /// A parenthesis that opens a tuple: no expression begins with a number, a star or a comparison.
    pub(super) fn at_tuple(&self) -> bool {
        matches!(
            self.peek_at(1),
            Token::Number(_) | Token::Symbol("*" | ".." | "<" | "<=" | ">" | ">=" | ",")
        )
    }

    /// `(Q,R,B,N,P)`, each a number, a range, a comparison or `*`.
    pub(super) fn tuple(&mut self) -> Result<Expr, ParseError> {
        let start = self.span().start;
        self.expect_symbol("(")?;
        let mut ranges = Vec::new();
        loop {
            ranges.push(match self.peek() {
                Token::Symbol("*") => {
                    self.at += 1;
                    None
                }
                Token::Symbol("<" | "<=" | ">" | ">=") => Some(self.comparison()?),
                _ => Some(self.range()?),
            });
            if !self.accept_symbol(",") {
                break;
            }
        }
        self.expect_symbol(")")?;
        let end = self.end_of_last();
        if ranges.len() != 5 {
            return Err(self
                .error(
                    start..end,
                    format!("a tuple has five numbers, this one has {}", ranges.len()),
                )
                .with_hint("queens, rooks, bishops, knights, pawns, as in `white (1,2,2,2,8)`"));
        }
        let Some(side) = self.scope_side() else {
            return Err(self
                .error(start..end, "whose men are these?")
                .with_hint("say `white`, `black`, `any side` or `each side` before the tuple"));
        };
        let kinds = [
            Kind::Queen,
            Kind::Rook,
            Kind::Bishop,
            Kind::Knight,
            Kind::Pawn,
        ];
        Ok(Expr::All(
            kinds
                .into_iter()
                .zip(ranges)
                .filter_map(|(kind, range)| Some(count_of(Some(side), kind, range?)))
                .collect(),
        ))
    }

    /// `KRPvKR`, `KRPKR`, `KRP vs KR`: both sides' men, exactly.
    pub(super) fn signature(&mut self, word: &str) -> Option<Expr> {
        let men: String = word.chars().filter(|c| !matches!(c, 'v' | 'V')).collect();
        // `KQkq` are castling rights.
        if men.to_ascii_uppercase() != men && men.to_ascii_lowercase() != men {
            return None;
        }
        let upper = word.to_ascii_uppercase();
        let apart = self.next_is_word(1, "v") || self.next_is_word(1, "vs");
        // With spaces around it the hyphen is a minus.
        let end_of = |token: usize| self.tokens.get(token).map(|(_, span)| span.end);
        let start_of = |token: usize| self.tokens.get(token).map(|(_, span)| span.start);
        let hyphen = self.peek_at(1) == Token::Symbol("-")
            && end_of(self.at) == start_of(self.at + 1)
            && end_of(self.at + 1) == start_of(self.at + 2);
        let (first, second) = if let Some((first, second)) = upper.split_once('V') {
            (first.to_owned(), second.to_owned())
        } else if let Some(second) = upper.rfind('K').filter(|second| *second > 0) {
            (upper[..second].to_owned(), upper[second..].to_owned())
        } else if let Token::Word(second) = self.peek_at(2)
            && (apart || hyphen)
        {
            (upper.clone(), second.to_ascii_uppercase())
        } else {
            return None;
        };
        let counts = |men: &str| -> Option<[i32; 5]> {
            let mut counts = [0; 5];
            for man in men.strip_prefix('K')?.chars() {
                counts["QRBNP".find(man)?] += 1;
            }
            Some(counts)
        };
        let written_apart = !upper.contains('V') && upper.matches('K').count() == 1;
        let (first, second) = (counts(&first)?, counts(&second)?);
        self.at += if written_apart { 2 } else { 0 };
        let (own, other) = match self.scope_side() {
            None | Some(Side::White) => (Side::White, Side::Black),
            Some(Side::Black) => (Side::Black, Side::White),
            Some(Side::Own) => (Side::Own, Side::Other),
            Some(Side::Other) => (Side::Other, Side::Own),
            Some(Side::Mover) => (Side::Mover, Side::Opponent),
            Some(Side::Opponent) => (Side::Opponent, Side::Mover),
        };
        self.at += 1;
        let kinds = [
            Kind::Queen,
            Kind::Rook,
            Kind::Bishop,
            Kind::Knight,
            Kind::Pawn,
        ];
        let exactly = |side, counts: [i32; 5]| {
            kinds
                .into_iter()
                .zip(counts)
                .map(move |(kind, count)| count_of(Some(side), kind, Range::exactly(count)))
        };
        Some(Expr::All(
            exactly(own, first).chain(exactly(other, second)).collect(),
        ))
    }

    /// `Ke1`, `pd5`, `K[g1,h1]`: the letter's case is the colour.
    pub(super) fn placement(&mut self, word: &str) -> Result<Option<Expr>, ParseError> {
        let Some(letter) = word.chars().next() else {
            return Ok(None);
        };
        let Some(role) = Role::from_char(letter) else {
            return Ok(None);
        };
        let start = self.at;
        let region = if let Ok(square) = word[1..].parse::<Square>() {
            self.at += 1;
            Region::absolute(Bitboard::from(square))
        } else if word.len() == 1 && self.peek_at(1) == Token::Symbol("[") {
            self.at += 2;
            let region = self.region()?;
            self.expect_symbol("]")?;
            region
        } else {
            return Ok(None);
        };
        let color = Color::from_white(letter.is_ascii_uppercase());
        let side = Side::from(color);
        if let Some(named) = self.side_right_before().filter(|named| *named != side) {
            return Err(self.other_side(named, start, color));
        }
        let men = Men {
            region,
            ..Men::new(Some(side), Kind::of(role))
        };
        (self.in_words, self.plural) = (false, false);
        let some = Range::at_least(1);
        if let Some(described) = self.adjectives(&men, some)? {
            return Ok(Some(described));
        }
        Ok(Some(counted(men, some)))
    }

    /// A man that is placed by his letter after a side that is not the letter's.
    fn other_side(&self, named: Side, start: usize, color: Color) -> ParseError {
        let first = self.tokens.get(start).map_or(0, |(_, span)| span.start);
        let span = first..self.end_of_last();
        let text = &self.text[span.clone()];
        let (letter, squares) = text.split_at(1);
        let message = format!(
            "the letter of {} says that it is {}'s",
            quoted(text),
            color.fold_wb("White", "Black")
        );
        let hint = if named == Side::from(!color) {
            let other = color.fold_wb(letter.to_ascii_lowercase(), letter.to_ascii_uppercase());
            format!("write `{other}{squares}`")
        } else {
            let letter = letter.to_ascii_uppercase();
            let squares = squares.trim_matches(['[', ']']);
            format!("write `{letter} on {squares}` after the side")
        };
        self.error(span, message).with_hint(hint)
    }
}
