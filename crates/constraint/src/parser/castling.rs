//! Statements about castling: rights, moves, and what was done.

use shakmaty::{CastlingSide, Color};

use super::{Parser, phrases::castled_opposite};
use crate::{Expr, ParseError, Predicate, Side, Wing, lexer::Token};

impl Parser<'_> {
    pub(super) fn about_castling(
        &mut self,
        word: &str,
        named: Option<Side>,
        start: usize,
    ) -> Result<Option<Expr>, ParseError> {
        Ok(Some(match word {
            "castling" => self.castling(named, start)?,
            "can" => {
                self.expect_word("castle")?;
                self.both_wings(named, Predicate::CanCastle)
            }
            "castled" => {
                let start = self.at;
                let _ = self.accept_word("on");
                if self.accept_word("opposite") {
                    let _ = self.accept_any(&["sides", "wings"]);
                    return Ok(Some(castled_opposite()));
                }
                self.at = start;
                let both = self.both_kings_before();
                if both {
                    let [white, black] = [Side::White, Side::Black].map(|side| {
                        self.at = start;
                        self.on_wings(Some(side), Predicate::Castled)
                    });
                    return Ok(Some(Expr::All(vec![white, black])));
                }
                self.on_wings(named, Predicate::Castled)
            }
            "uncastled" => Expr::Not(Box::new(self.on_wings(named, Predicate::Castled))),
            "kingside" | "queenside" | "short" | "long" if self.accept_word("castled") => {
                let wing = if matches!(word, "kingside" | "short") {
                    Wing::Kingside
                } else {
                    Wing::Queenside
                };
                self.of_sides(named, &[wing], Predicate::Castled)
            }
            "opposite" => return Ok(self.opposite_castling()),
            _ => return Ok(None),
        }))
    }

    /// `white king and black king`, and now what both have done.
    fn both_kings_before(&self) -> bool {
        let word = |before: usize, words: &[&str]| {
            let at = (self.at - 1).checked_sub(before);
            let token = at.and_then(|at| self.tokens.get(at));
            matches!(token, Some((Token::Word(found), _)) if words.iter().any(|w| found.eq_ignore_ascii_case(w)))
        };
        let colours = ["white", "black"];
        word(1, &["king"])
            && word(2, &colours)
            && word(3, &["and"])
            && word(4, &["king"])
            && word(5, &colours)
    }

    /// `castling`, `castling kingside`, `castling both`, `castling none`, `castling KQkq`.
    fn castling(&mut self, named: Option<Side>, start: usize) -> Result<Expr, ParseError> {
        if let Some(rights) = self.castling_letters(named, start)? {
            return Ok(rights);
        }
        let both = self.is_word("both");
        let none = self.is_word("none") || self.peek() == Token::Symbol("-");
        if !both && !none {
            return Ok(self.both_wings(named, Predicate::Castling));
        }
        self.at += 1;
        let sides = match named.or_else(|| self.scope_side()) {
            Some(side) => vec![side],
            None => vec![Side::White, Side::Black],
        };
        let rights = sides
            .into_iter()
            .flat_map(|side| Wing::ALL.map(|wing| Expr::from(Predicate::Castling(side, wing))));
        Ok(Expr::All(if both {
            rights.collect()
        } else {
            rights.map(|right| Expr::Not(Box::new(right))).collect()
        }))
    }

    /// `castling KQkq`: the letters say whose.
    fn castling_letters(
        &mut self,
        named: Option<Side>,
        start: usize,
    ) -> Result<Option<Expr>, ParseError> {
        let Token::Word(letters) = self.peek() else {
            return Ok(None);
        };
        let compared = matches!(
            self.peek_at(1),
            Token::Symbol("=" | "!=" | "<" | "<=" | ">" | ">=" | "[")
        );
        if compared || !letters.chars().all(|c| matches!(c, 'K' | 'Q' | 'k' | 'q')) {
            return Ok(None);
        }
        let side_of = |c: char| Side::from(Color::from_white(c.is_ascii_uppercase()));
        self.at += 1;
        if let Some(side) = named
            && letters.chars().any(|c| side_of(c) != side)
        {
            let first = self.tokens.get(start).map_or(0, |(_, span)| span.start);
            return Err(self
                .error(
                    first..self.end_of_last(),
                    "these letters say themselves whose the rights are",
                )
                .with_hint("`KQ` are White's, `kq` are Black's: leave the side out"));
        }
        let right = |c: char| {
            let wing = if c.eq_ignore_ascii_case(&'k') {
                Wing::Kingside
            } else {
                Wing::Queenside
            };
            Expr::from(Predicate::Castling(side_of(c), wing))
        };
        Ok(Some(Expr::All(letters.chars().map(right).collect())))
    }

    /// `black can castle on both sides`: of one player, these are sides of the board.
    fn both_wings(&mut self, named: Option<Side>, right: fn(Side, Wing) -> Predicate) -> Expr {
        let ahead = usize::from(self.is_word("on"));
        let sides = ["sides", "ways", "wings"];
        let both = self.next_is_word(ahead, "both")
            && sides.iter().any(|side| self.next_is_word(ahead + 1, side));
        match named.or_else(|| self.scope_side()) {
            Some(side) if both => {
                self.at += ahead + 2;
                Expr::All(Wing::ALL.map(|wing| right(side, wing).into()).into())
            }
            _ => self.on_wings(named, right),
        }
    }

    /// A predicate about a wing: the one named, or either; of the side named, or either.
    fn on_wings(&mut self, named: Option<Side>, predicate: fn(Side, Wing) -> Predicate) -> Expr {
        let _ = self.accept_any(&["right", "rights"]);
        let start = self.at;
        let on = self.accept_any(&["on", "to"]);
        let either = [["kingside", "or", "queenside"], ["short", "or", "long"]]
            .iter()
            .any(|words| self.next_are_words(words));
        let wings: &[Wing] = if either {
            self.at += 3;
            &Wing::ALL
        } else if self.accept_any(&["kingside", "short"]) {
            &[Wing::Kingside]
        } else if self.accept_any(&["queenside", "long"]) {
            &[Wing::Queenside]
        } else {
            if on {
                self.at = start;
            }
            let _ = self.accept_word("any");
            &Wing::ALL
        };
        self.of_sides(named, wings, predicate)
    }

    fn of_sides(
        &mut self,
        named: Option<Side>,
        wings: &[Wing],
        predicate: fn(Side, Wing) -> Predicate,
    ) -> Expr {
        let side = named.or_else(|| self.scope_side());
        let sides = side.map_or_else(|| vec![Side::White, Side::Black], |side| vec![side]);
        Expr::Any(
            sides
                .into_iter()
                .flat_map(|side| wings.iter().map(move |wing| predicate(side, *wing).into()))
                .collect(),
        )
    }
}

impl From<CastlingSide> for Wing {
    fn from(side: CastlingSide) -> Wing {
        match side {
            CastlingSide::KingSide => Wing::Kingside,
            CastlingSide::QueenSide => Wing::Queenside,
        }
    }
}
