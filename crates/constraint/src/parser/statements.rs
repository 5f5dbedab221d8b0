//! Statements: everything that is not a count.

use shakmaty::{Bitboard, File};

use super::{
    Parser, Scope,
    counts::{count_of, counted},
};
use crate::{Expr, Judged, Kind, Men, ParseError, Predicate, Range, Region, Side, lexer::Token};

impl Parser<'_> {
    /// Words that make the side before them part of a statement.
    pub(super) fn at_sided_statement(&self) -> bool {
        let Token::Word(word) = self.peek() else {
            return false;
        };
        match word.to_ascii_lowercase().as_str() {
            "to" => self.next_is_word(1, "move") || self.next_is_word(1, "play"),
            "on" => self.next_is_word(1, "move"),
            "move" => self.at_turn(),
            "in" | "gives" | "turn" | "won" | "wins" | "lost" | "loses" | "uncastled"
            | "checkmated" | "mated" | "checkmates" | "mates" | "stalemated" | "stalemates"
            | "castling" | "can" | "castled" | "clock" | "en" | "ep" | "player" => true,
            "eval" | "tablebase" | "found" | "helpmate" | "selfmate" | "motif" | "gap"
            | "winning" | "losing" | "better" | "worse" => true,
            "best" => self.next_is_word(1, "move") || self.next_is_word(1, "moves"),
            "game" => self.next_is_word(1, "mate"),
            "only" => self.next_is_word(1, "move"),
            "elo" => !self.next_is_word(1, "gap"),
            "checkmate" | "mate" => self.next_is_word(1, "in"),
            _ => false,
        }
    }

    pub(super) fn predicate(&mut self) -> Result<Expr, ParseError> {
        if let Some(armies) = self.armies()? {
            return Ok(armies);
        }
        if self.at_more() {
            return self.more(None);
        }
        if self.at_extra() {
            return self.extra();
        }
        if let Some(moves) = self.amount_of_moves()? {
            return Ok(moves);
        }
        if self.at_amount() {
            return self.count();
        }
        let Token::Word(word) = self.peek() else {
            return Err(self.unexpected("a predicate"));
        };
        if let Some(signature) = self.signature(word) {
            return Ok(signature);
        }
        let other = self.peek_at(1) == Token::Symbol("[") || self.at_pair_or_majority();
        if self.at_quantity() && !other {
            return self.count();
        }
        if let Some(placement) = self.placement(word)? {
            return Ok(placement);
        }
        // A side that belongs to the statement after it.
        let named = match self.side_word()? {
            Some(Scope::Side(side)) => Some(side),
            _ => None,
        };
        self.statement(named)
    }

    /// `bishop pair`, `pawn majority`: words that would be counts on their own.
    fn at_pair_or_majority(&self) -> bool {
        let pair = self.next_is_word(1, "pair") && !self.is_word("total");
        pair || self.next_is_word(1, "majority")
    }

    /// `move` as a turn: no number follows.
    fn at_turn(&self) -> bool {
        match self.peek_at(1) {
            Token::End | Token::Symbol(")" | ",") => true,
            Token::Word(word) => ["and", "or", "then"]
                .iter()
                .any(|join| word.eq_ignore_ascii_case(join)),
            _ => false,
        }
    }

    /// A statement about the side named right before it, or else about the one in scope.
    fn statement(&mut self, named: Option<Side>) -> Result<Expr, ParseError> {
        let Token::Word(word) = self.peek() else {
            return Err(self.unexpected("a predicate"));
        };
        let lower = word.to_ascii_lowercase();
        let start = self.at;
        self.at += 1;
        if let Some(found) = self.about_check(&lower, named, start)? {
            return Ok(found);
        }
        if let Some(found) = self.about_castling(&lower, named, start)? {
            return Ok(found);
        }
        if let Some(found) = self.about_state(&lower, named, start)? {
            return Ok(found);
        }
        if let Some(found) = self.about_board(&lower, named, start)? {
            return Ok(found);
        }
        if let Some(found) = self.beyond(&lower, named)? {
            return Ok(Predicate::Beyond(found).into());
        }
        if let Some(found) = self.judged(&lower, named, start)? {
            return Ok(found);
        }
        self.at = start;
        if let Some(preset) = self.preset_by_name(named)? {
            return Ok(preset);
        }
        Err(self.unknown_word())
    }

    /// Turn, clocks, en passant.
    fn about_state(
        &mut self,
        word: &str,
        named: Option<Side>,
        start: usize,
    ) -> Result<Option<Expr>, ParseError> {
        let predicate = match word {
            "to" | "on" => {
                if !self.accept_any(&["move", "play"]) {
                    return Err(self.unexpected("`move`"));
                }
                Predicate::ToMove(self.needs_side(named, start, "to move")?)
            }
            "en" => {
                self.expect_word("passant")?;
                let _ = self.accept_any(&["capture", "captures"]);
                let _ = self.accept_any(&["possible", "available", "legal"]);
                return self
                    .about_mover(named, start, Predicate::EnPassant)
                    .map(Some);
            }
            "ep" => {
                return self
                    .about_mover(named, start, Predicate::EnPassant)
                    .map(Some);
            }
            "only" => {
                self.expect_word("move")?;
                let only = Predicate::Judged(Judged::OnlyMove);
                return self.about_mover(named, start, only).map(Some);
            }
            "ply" => Predicate::Ply(self.comparison()?),
            "move" if named.is_some() => {
                Predicate::ToMove(self.needs_side(named, start, "to move")?)
            }
            "move" | "moves" => {
                let _ = self.accept_word("number");
                Predicate::MoveNumber(self.comparison()?)
            }
            "halfmoves" => Predicate::Halfmoves(self.comparison()?),
            _ => return Ok(None),
        };
        Ok(Some(predicate.into()))
    }

    /// What stands where.
    fn about_board(
        &mut self,
        word: &str,
        named: Option<Side>,
        start: usize,
    ) -> Result<Option<Expr>, ParseError> {
        Ok(Some(match word {
            "anything" => Expr::All(Vec::new()),
            "empty" => {
                let span = self.span();
                let region = self.region()?;
                if region.relative {
                    return Err(self
                        .error(span, "empty squares belong to no side")
                        .with_hint("name the squares as they are on the board, as in `rank 7`"));
                }
                Predicate::Empty(region).into()
            }
            "fen" => self.pattern()?,
            "opposite" => {
                let _ = self.accept_symbol("-");
                let _ = self.accept_any(&["colored", "coloured", "color", "colour"]);
                self.expect_word("bishops")?;
                let bishops = Predicate::OppositeBishops.into();
                if self.accept_word("endgame") {
                    let nobody_else = count_of(None, Kind::Piece, Range::exactly(2));
                    return Ok(Some(Expr::All(vec![bishops, nobody_else])));
                }
                bishops
            }
            "bishop" => {
                self.expect_word("pair")?;
                let side = self.needs_side(named, start, "bishop pair")?;
                let bishops = |kind| counted(Men::new(Some(side), kind), Range::at_least(1));
                Expr::All(vec![bishops(Kind::LightBishop), bishops(Kind::DarkBishop)])
            }
            "open" => self.open_file(None)?,
            "half" | "semi" => {
                let _ = self.accept_symbol("-");
                self.expect_word("open")?;
                let side = self.needs_side(named, start, "half open file d")?;
                self.open_file(Some(side))?
            }
            _ => match self.lettered_file_open(start)? {
                Some(file) => file,
                None => return self.phrase(word, named, start),
            },
        }))
    }

    /// `d-file open`, from its letter on.
    fn lettered_file_open(&mut self, start: usize) -> Result<Option<Expr>, ParseError> {
        self.at = start;
        let Some((file, length)) = self.file_of(0) else {
            self.at = start + 1;
            return Ok(None);
        };
        self.at += length;
        self.expect_word("open")?;
        Ok(Some(no_pawns(None, file)))
    }

    /// A statement about the side to move, and that the side right before it is to move.
    pub(super) fn about_mover(
        &mut self,
        named: Option<Side>,
        start: usize,
        predicate: Predicate,
    ) -> Result<Expr, ParseError> {
        let side = named.or_else(|| self.side_right_before());
        self.of_mover(side, start, predicate.into())
    }

    fn pattern(&mut self) -> Result<Expr, ParseError> {
        let Token::Raw(text) = self.peek() else {
            return Err(self.unexpected("a FEN pattern such as `*/pppp*/*/*/*/*/*/R???K??R`"));
        };
        let pattern = text.parse().map_err(|error: crate::PatternError| {
            self.error(self.span(), error.to_string())
                .with_hint("ranks 8 to 1 joined by `/`; `?` any square, `*` any squares, `A`/`a` any white/black man")
        })?;
        self.at += 1;
        Ok(Predicate::Pattern(pattern).into())
    }

    /// `open file d`, `half open file d`, `open d-file`: no pawn, or none of the side's own.
    fn open_file(&mut self, half_open_for: Option<Side>) -> Result<Expr, ParseError> {
        let file = if let Some((file, length)) = self.file_of(0) {
            self.at += length;
            file
        } else {
            if !self.accept_word("file") {
                self.expect_word("files")?;
            }
            self.file()?
        };
        Ok(match half_open_for {
            None => no_pawns(None, file),
            Some(side) => Expr::All(vec![
                no_pawns(Some(side), file),
                counted(pawns_on(Some(side.opponent()), file), Range::at_least(1)),
            ]),
        })
    }

    pub(super) fn expect_word(&mut self, word: &str) -> Result<(), ParseError> {
        if self.accept_word(word) {
            Ok(())
        } else {
            let error = self.unexpected(&format!("`{word}`"));
            Err(match self.peek() {
                Token::Word(found) => match super::field::advice(found) {
                    Some(advice) => error.with_hint(advice),
                    None => error,
                },
                _ => error,
            })
        }
    }

    pub(super) fn needs_side(
        &mut self,
        named: Option<Side>,
        token: usize,
        words: &str,
    ) -> Result<Side, ParseError> {
        let span = self
            .tokens
            .get(token)
            .map_or(0..0, |(_, span)| span.clone());
        named.or_else(|| self.scope_side()).ok_or_else(|| {
            self.error(span, format!("`{words}` needs a side"))
                .with_hint(format!("for example `white {words}` or `any side {words}`"))
        })
    }
}

fn pawns_on(side: Option<Side>, file: File) -> Men {
    Men {
        region: Region::absolute(Bitboard::from_file(file)),
        ..Men::new(side, Kind::Pawn)
    }
}

fn no_pawns(side: Option<Side>, file: File) -> Expr {
    counted(pawns_on(side, file), Range::exactly(0))
}
