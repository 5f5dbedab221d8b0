//! Men against men: `rook vs knight`, `queen against rook and bishop`, `king and pawn versus king`.
//!
//! The pieces named are all there are. Pawns are left open until they or the kings are named too, for then players count
//! everybody: `rook and pawn vs rook` is `KRPvKR`, whichever side has the pawn.

use super::{Parser, counts::count_of, men::kind};
use crate::{Expr, Kind, ParseError, Range, Side, lexer::Token};

/// Some of the men of a side, as they were named.
struct Named {
    kind: Kind,
    range: Range,
}

impl Parser<'_> {
    /// The men of both sides, where `vs` stands between some and no side is named.
    pub(super) fn armies(&mut self) -> Result<Option<Expr>, ParseError> {
        let start = self.at;
        let one = self.army()?;
        if one.is_empty() || !self.is_word("vs") || self.scope_side().is_some() {
            self.at = start;
            return Ok(None);
        }
        self.at += 1;
        let other = self.army()?;
        if other.is_empty() {
            // Whoever does not know the words behind says how armies are written.
            self.at -= 1;
            return Err(self.unknown_word());
        }
        let _ = self.accept_word("endgame");
        let counts_pawns = one
            .iter()
            .chain(&other)
            .any(|named| matches!(named.kind, Kind::Pawn | Kind::King));
        let men = [(Side::Own, &one), (Side::Other, &other)]
            .into_iter()
            .flat_map(|(side, army)| all_of(side, army, counts_pawns));
        Ok(Some(Expr::AnySide(Box::new(Expr::All(men.collect())))))
    }

    /// `rook and two knights`, or as many of these words as can be told apart from what follows.
    fn army(&mut self) -> Result<Vec<Named>, ParseError> {
        let mut army: Vec<Named> = Vec::new();
        loop {
            let start = self.at;
            let joined = self.accept_word("and") || self.accept_symbol("+");
            let named = if joined == army.is_empty() {
                None
            } else {
                self.named_men()?
            };
            let Some(named) = named else {
                self.at = start;
                return Ok(army);
            };
            // `rook and rook` are two.
            match army.iter_mut().find(|known| known.kind == named.kind) {
                Some(known) => {
                    known.range.min = known.range.min.saturating_add(named.range.min);
                    known.range.max = known.range.max.saturating_add(named.range.max);
                }
                None => army.push(named),
            }
        }
    }

    /// `rook`, `two knights`, `three minor pieces`: men that nothing else is said of.
    fn named_men(&mut self) -> Result<Option<Named>, ParseError> {
        let number = match self.peek() {
            Token::Number(_) => Some(self.number()?),
            _ => None,
        };
        let Token::Word(word) = self.peek() else {
            return Ok(None);
        };
        let Some(kind) = kind(word).filter(|kind| !matches!(kind, Kind::Man | Kind::Piece)) else {
            return Ok(None);
        };
        self.at += 1;
        if matches!(kind, Kind::Minor | Kind::Major) {
            let _ = self.accept_any(&["piece", "pieces"]);
        }
        let plural = word.len() > 1 && word.ends_with(['s', 'S']);
        let range = match (number, plural) {
            (Some(number), _) => Range::exactly(number),
            (None, false) => Range::exactly(1),
            (None, true) if kind == Kind::Pawn => Range::at_least(1),
            // Nobody knows how many knights are meant.
            (None, true) => return Ok(None),
        };
        if kind == Kind::King && range != Range::exactly(1) {
            return Ok(None);
        }
        let alone = match self.peek() {
            Token::End | Token::Symbol(")" | "," | "+") => true,
            Token::Word(next) => ["and", "or", "then", "vs", "endgame"]
                .iter()
                .any(|known| next.eq_ignore_ascii_case(known)),
            _ => false,
        };
        Ok(alone.then_some(Named { kind, range }))
    }
}

/// How many of each kind a side has.
fn all_of(side: Side, army: &[Named], counts_pawns: bool) -> Vec<Expr> {
    let named = |kind: Kind| army.iter().find(|named| named.kind == kind);
    let count = |kind: Kind| {
        let range = named(kind).map_or(Range::exactly(0), |named| named.range);
        count_of(Some(side), kind, range)
    };
    // Where minor pieces are named, bishops and knights are not told apart.
    let pairs = [
        (Kind::Major, [Kind::Queen, Kind::Rook]),
        (Kind::Minor, [Kind::Bishop, Kind::Knight]),
    ];
    let mut all = Vec::new();
    for (both, single) in pairs {
        if named(both).is_some() {
            all.push(count(both));
            all.extend(
                single
                    .into_iter()
                    .filter(|kind| named(*kind).is_some())
                    .map(count),
            );
        } else {
            all.extend(single.map(count));
        }
    }
    if counts_pawns {
        all.push(count(Kind::Pawn));
    }
    all
}
