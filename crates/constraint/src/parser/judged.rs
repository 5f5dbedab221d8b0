//! Statements about what a position is worth.

use super::{Parser, numbers::Unit};
use crate::{
    BestMove, Beyond, Expr, Judged, Kind, ParseError, Predicate, Range, Side, TableResult,
    lexer::Token, motifs::MOTIFS,
};

/// A position is balanced within so many hundredths of a pawn.
const BALANCED: i32 = 50;
/// Who is so many hundredths of a pawn ahead is better, or winning.
const BETTER: i32 = 100;
const WINNING: i32 = 300;

/// Neither side is ahead by half a pawn.
pub(super) fn balanced() -> Expr {
    let range = Range {
        min: -BALANCED,
        max: BALANCED,
    };
    Predicate::Judged(Judged::Eval(None, range)).into()
}

impl Parser<'_> {
    pub(super) fn judged(
        &mut self,
        word: &str,
        named: Option<Side>,
        start: usize,
    ) -> Result<Option<Expr>, ParseError> {
        let judged = match word {
            "game" if self.accept_word("eval") => {
                let range = self.compare(Unit::Score)?;
                return Ok(Some(Predicate::Beyond(Beyond::GameEval(range)).into()));
            }
            "game" if self.next_are_words(&["mate", "in"]) => {
                self.at += 2;
                let mate = Predicate::Beyond(Beyond::GameMateIn(self.comparison()?));
                return self.about_mover(named, start, mate).map(Some);
            }
            "eval" => {
                // White's view goes without saying.
                let side = named.filter(|side| *side != Side::White);
                Judged::Eval(side, self.compare(Unit::Score)?)
            }
            "balanced" => return Ok(Some(balanced())),
            "better" | "worse" | "winning" | "losing" => {
                let named = self.needs_side(named, start, word)?;
                let (ahead, least) = match word {
                    "better" => (named, BETTER),
                    "worse" => (named.opponent(), BETTER),
                    "winning" => (named, WINNING),
                    _ => (named.opponent(), WINNING),
                };
                let side = Some(ahead).filter(|side| *side != Side::White);
                Judged::Eval(side, Range::at_least(least))
            }
            "gap" => Judged::Gap(self.compare(Unit::Score)?),
            "best" if self.accept_word("moves") => Judged::BestMoves(self.comparison()?),
            "best" if self.accept_word("move") => Judged::BestMove(self.best_move()?),
            "helpmate" if self.accept_word("in") => Judged::HelpmateIn(self.comparison()?),
            "selfmate" if self.accept_word("in") => Judged::SelfmateIn(self.comparison()?),
            "tablebase" => Judged::Tablebase(self.table_result()?),
            "dtm" => Judged::MateDistance(self.comparison()?),
            "found" => self.found_by()?,
            "motif" => Judged::Motif(self.motif()?.to_owned()),
            _ => {
                self.at = start;
                let Some(tag) = self.phrase_of_motif(true) else {
                    self.at = start + 1;
                    return Ok(None);
                };
                Judged::Motif(tag.to_owned())
            }
        };
        let of_no_side = matches!(judged, Judged::Eval(..) | Judged::MateDistance(_));
        let predicate = Predicate::Judged(judged);
        if of_no_side {
            return Ok(Some(predicate.into()));
        }
        self.about_mover(named, start, predicate).map(Some)
    }

    fn best_move(&mut self) -> Result<BestMove, ParseError> {
        let words = [
            ("quiet", BestMove::Quiet),
            ("takes", BestMove::Takes),
            ("sacrifice", BestMove::Sacrifice),
            ("check", BestMove::Check),
            ("promotes", BestMove::Promotes),
        ];
        if let Some((_, like)) = words.into_iter().find(|(word, _)| self.accept_word(word)) {
            return Ok(like);
        }
        let kinds = [
            ("K", Kind::King),
            ("Q", Kind::Queen),
            ("R", Kind::Rook),
            ("B", Kind::Bishop),
            ("N", Kind::Knight),
            ("P", Kind::Pawn),
        ];
        let found = kinds
            .into_iter()
            .find(|(letter, _)| self.peek() == Token::Word(letter));
        match found {
            Some((_, kind)) => {
                self.at += 1;
                Ok(BestMove::By(kind))
            }
            None => Err(self.unexpected(
                "`quiet`, `takes`, `sacrifice`, `check`, `promotes` or a man such as `N`",
            )),
        }
    }

    fn table_result(&mut self) -> Result<TableResult, ParseError> {
        if self.accept_any(&["win", "won", "wins"]) {
            Ok(TableResult::Win)
        } else if self.accept_any(&["draw", "drawn", "draws"]) {
            Ok(TableResult::Draw)
        } else if self.accept_any(&["loss", "lost", "loses"]) {
            Ok(TableResult::Loss)
        } else {
            Err(self.unexpected("`win`, `draw` or `loss`"))
        }
    }

    /// `found by 1500 at 20..40`, in percent.
    fn found_by(&mut self) -> Result<Judged, ParseError> {
        self.expect_word("by")?;
        let rating = self.number()?;
        let _ = self.accept_word("at");
        let range = self.comparison()?;
        let _ = self.accept_any(&["percent"]) || self.accept_symbol("%");
        Ok(Judged::FoundBy(rating, range))
    }

    /// After `motif`: a tag of Lichess' or the words for it.
    fn motif(&mut self) -> Result<&'static str, ParseError> {
        if let Token::Word(word) | Token::Quoted(word) = self.peek() {
            let same = |(tag, phrase, _): &&(&str, &str, bool)| {
                tag.eq_ignore_ascii_case(word) || phrase.eq_ignore_ascii_case(word)
            };
            if let Some((tag, ..)) = MOTIFS.iter().rfind(same)
                && self.longest_motif(false).is_none_or(|(words, _)| words < 2)
            {
                self.at += 1;
                return Ok(tag);
            }
        }
        self.phrase_of_motif(false)
            .ok_or_else(|| self.unexpected("a motif, such as `fork`, `pin` or `smotheredMate`"))
    }

    /// The words of a motif, if they stand here; alone they must be clear.
    fn phrase_of_motif(&mut self, alone: bool) -> Option<&'static str> {
        let (words, tag) = self.longest_motif(alone)?;
        self.at += words;
        Some(tag)
    }

    /// The longest phrase that stands here: how many tokens it has, and its tag.
    fn longest_motif(&self, alone: bool) -> Option<(usize, &'static str)> {
        let candidates = MOTIFS.iter().filter(|(.., clear)| *clear || !alone);
        candidates
            .filter_map(|(tag, phrase, _)| Some((self.tokens_of(phrase)?, *tag)))
            .max_by_key(|(tokens, _)| *tokens)
    }

    /// How many tokens a phrase takes here, a hyphen for a space included.
    fn tokens_of(&self, phrase: &str) -> Option<usize> {
        let mut taken = 0;
        for (index, word) in phrase.split([' ', '-']).enumerate() {
            if index > 0 && self.peek_at(taken) == Token::Symbol("-") {
                taken += 1;
            }
            let fits = match self.peek_at(taken) {
                Token::Word(found) | Token::Number(found) => found.eq_ignore_ascii_case(word),
                _ => false,
            };
            if !fits {
                return None;
            }
            taken += 1;
        }
        Some(taken)
    }
}
