//! A reviewed game as annotated PGN, as Lichess and every program reads it: `[%eval]` and the clocks that were there, the
//! usual signs as numbers, best lines as variations, squares and arrows.

use shakmaty::{Chess, Color, Move, Position as _, san::SanPlus};
use sissa_record::{Judgement, Severity, pgn_from};

use super::{
    game::{ReviewedGame, ReviewedMove},
    remarks::kept,
};
use crate::session::TOOL;

/// PGN's number for a judgement.
fn glyph(judgement: Judgement, severity: Option<Severity>) -> Option<&'static str> {
    match (judgement, severity) {
        (_, Some(Severity::Inaccuracy)) => Some("$6"),
        (_, Some(Severity::Mistake)) => Some("$2"),
        (_, Some(Severity::Blunder)) => Some("$4"),
        (Judgement::Brilliant, None) => Some("$3"),
        (Judgement::Only, None) => Some("$7"),
        _ => None,
    }
}

/// The sign that people write behind a move.
pub(super) fn sign(judgement: Judgement, severity: Option<Severity>) -> &'static str {
    match (judgement, severity) {
        (_, Some(Severity::Inaccuracy)) => "?!",
        (_, Some(Severity::Mistake)) => "?",
        (_, Some(Severity::Blunder)) => "??",
        (Judgement::Brilliant, None) => "!!",
        (Judgement::Only, None) => "□",
        _ => "",
    }
}

impl ReviewedMove {
    /// The sign that people write behind it: `??`, `?`, `?!`, `!!`, `□` for an only move, or nothing.
    pub fn sign(&self) -> &'static str {
        sign(self.record.judgement, self.record.severity)
    }

    /// Everything that is said of it, in one or more sentences; nothing of most moves.
    pub fn words(&self) -> String {
        let record = &self.record;
        let reasons: Vec<&str> = record
            .why
            .iter()
            .map(|reason| reason.text.as_str())
            .collect();
        let praised = matches!(record.judgement, Judgement::Brilliant | Judgement::Only);
        if record.severity.is_none() && !praised {
            return String::new();
        }
        let mut words = capital(record.judgement.word());
        if record.severity.is_some() {
            words += &format!(" ({:.0} points of 100)", record.expected_loss.max(0.0));
        }
        words += ".";
        for reason in reasons {
            words += &format!(" {}.", capital(reason));
        }
        if let (Some(best), Some(_)) = (self.best_san(), record.severity) {
            words += &match record.found_by {
                Some(share) => format!(" {best} was best, {}.", found(share)),
                None => format!(" {best} was best."),
            };
        }
        words
    }

    /// The best move as people write it.
    pub fn best_san(&self) -> Option<String> {
        let best = *self.best.first()?;
        Some(SanPlus::from_move(self.before.clone(), best).to_string())
    }

    /// The best line with move numbers.
    pub fn best_line(&self) -> String {
        numbered(&self.before, &self.best).join(" ")
    }

    /// What should follow the move that was played, with move numbers.
    pub fn answer_line(&self) -> String {
        let mut after = self.before.clone();
        after.play_unchecked(self.played);
        numbered(&after, &self.answer).join(" ")
    }
}

/// `played by 34 % of such players`.
fn found(share: f64) -> String {
    let percent = 100.0 * share;
    if percent < 1.0 {
        "played by hardly any such player".to_owned()
    } else {
        format!("played by {percent:.0} % of such players")
    }
}

/// A sentence begins with a capital, unless with a pawn's move.
fn capital(text: &str) -> String {
    let first = text.split_whitespace().next().unwrap_or_default();
    if first.contains(|letter: char| letter.is_ascii_digit()) {
        return text.to_owned();
    }
    let mut letters = text.chars();
    let first = letters
        .next()
        .map(|letter| letter.to_uppercase().to_string());
    first.unwrap_or_default() + letters.as_str()
}

/// Numbers and moves as tokens.
fn numbered(start: &Chess, moves: &[Move]) -> Vec<String> {
    let mut chess = start.clone();
    let mut tokens = Vec::with_capacity(moves.len() * 3 / 2 + 1);
    for m in moves {
        if chess.turn().is_white() {
            tokens.push(format!("{}.", chess.fullmoves()));
        } else if tokens.is_empty() {
            tokens.push(format!("{}...", chess.fullmoves()));
        }
        tokens.push(SanPlus::from_move_and_play_unchecked(&mut chess, *m).to_string());
    }
    tokens
}

impl ReviewedGame {
    /// The game as annotated PGN.
    pub fn pgn(&self) -> String {
        let mut tokens: Vec<String> = Vec::new();
        let mut chess = self.game.start().clone();
        // A number is repeated where a comment or a variation stood between.
        let mut interrupted = true;
        let mut reviewed = self.moves.iter().peekable();
        for (index, m) in self.game.moves().iter().enumerate() {
            let ply = index + 1;
            let number = chess.fullmoves();
            match chess.turn() {
                Color::White => tokens.push(format!("{number}.")),
                Color::Black if interrupted => tokens.push(format!("{number}...")),
                Color::Black => {}
            }
            tokens.push(SanPlus::from_move_and_play_unchecked(&mut chess, *m).to_string());
            let told = reviewed.next_if(|reviewed| reviewed.record.ply == ply);
            let sign = told.and_then(|told| glyph(told.record.judgement, told.record.severity));
            tokens.extend(sign.map(str::to_owned));
            let comment = self.comment(ply, told);
            interrupted = !comment.is_empty();
            if interrupted {
                tokens.push("{".to_owned());
                tokens.extend(comment);
                tokens.push("}".to_owned());
            }
            if let Some(told) = told.filter(|told| told.record.severity.is_some()) {
                tokens.extend(variation(told));
                interrupted = true;
            }
        }
        let headers = self.game.headers().iter();
        let mut tags: Vec<(&str, &str)> = headers
            .map(|(name, value)| (name.as_str(), value.as_str()))
            .collect();
        tags.push(("Annotator", TOOL));
        let (eco, name) = match &self.record.opening {
            Some(opening) => (opening.eco.as_deref(), opening.name.as_deref()),
            None => (None, None),
        };
        for (tag, value) in [("ECO", eco), ("Opening", name)] {
            if let Some(value) = value.filter(|_| self.game.header(tag).is_none()) {
                tags.push((tag, value));
            }
        }
        pgn_from(self.game.start(), self.game.end(), &tags, &tokens)
    }

    /// Value, clock, squares, arrows and words, as tokens; no command is broken.
    fn comment(&self, ply: usize, told: Option<&ReviewedMove>) -> Vec<String> {
        let mut tokens = Vec::new();
        // Programs do not write a value where the game is over.
        if !self.game_over_after(ply) {
            tokens.push(format!("[%eval {}]", self.worths[ply]));
        }
        tokens.extend(kept(&self.game, ply));
        if let Some(told) = told {
            tokens.extend(marks(told));
            tokens.extend(told.words().split_whitespace().map(str::to_owned));
        }
        tokens
    }

    fn game_over_after(&self, ply: usize) -> bool {
        ply == self.game.plies() && self.game.end().legal_moves().is_empty()
    }
}

/// Squares in red, the best move as a green arrow, what it allows as a red one.
fn marks(told: &ReviewedMove) -> Vec<String> {
    let record = &told.record;
    let mut squares: Vec<&String> = record
        .why
        .iter()
        .flat_map(|reason| &reason.squares)
        .collect();
    squares.dedup();
    let mut arrows: Vec<String> = Vec::new();
    for reason in &record.why {
        for arrow in &reason.arrows {
            let color = match reason.on {
                sissa_record::ReasonLine::Answer => 'R',
                sissa_record::ReasonLine::Best => 'G',
            };
            arrows.push(format!("{color}{arrow}"));
        }
    }
    if let (Some(best), Some(_)) = (told.best.first(), record.severity)
        && let Some(from) = best.from()
    {
        arrows.push(format!("G{from}{}", best.to()));
    }
    arrows.sort_unstable();
    arrows.dedup();
    let mut tokens = Vec::new();
    if !squares.is_empty() {
        let squares: Vec<String> = squares
            .into_iter()
            .map(|square| format!("R{square}"))
            .collect();
        tokens.push(format!("[%csl {}]", squares.join(",")));
    }
    if !arrows.is_empty() {
        tokens.push(format!("[%cal {}]", arrows.join(",")));
    }
    tokens
}

/// The best line in brackets.
fn variation(told: &ReviewedMove) -> Vec<String> {
    let mut tokens = numbered(&told.before, &told.best);
    if let Some(first) = tokens.first_mut() {
        first.insert(0, '(');
    }
    if let Some(last) = tokens.last_mut() {
        last.push(')');
    }
    tokens
}

#[cfg(test)]
mod tests {
    use super::capital;

    #[test]
    fn moves_keep_their_letters() {
        assert_eq!(capital("f5 would attack"), "f5 would attack");
        assert_eq!(capital("it loses a pawn"), "It loses a pawn");
        assert_eq!(capital(""), "");
    }
}
