//! Ways of saying things that are sugar: each builds the tree of a longer sentence.
//!
//! `queens off`, `rook endgame`, `white is up a pawn`, `opposite castling`, `preset iqp`: what players say
//! and what could be written with the rest of the language. The canonical form is the longer sentence.

use std::ops::Range as Span;

use shakmaty::Color;

use super::{Parser, counts::count_of, men::kind};
use crate::{
    Beyond, Constraint, Count, Expr, GameResult, Kind, Men, ParseError, Predicate, Preset,
    Quantity, Range, Region, Side, Term, Wing, error::quoted, lexer::Token, region::NAMED,
};

/// The starting position's men.
const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR";

/// Words and hyphens that a preset's name has at most.
const MOST_WORDS: usize = 9;

impl Parser<'_> {
    /// A phrase that begins with this word, which has been read.
    pub(super) fn phrase(
        &mut self,
        word: &str,
        named: Option<Side>,
        start: usize,
    ) -> Result<Option<Expr>, ParseError> {
        Ok(Some(match word {
            "preset" => self.preset()?,
            "startpos" | "starting" | "start" | "initial" => self.starting_position()?,
            "queenless" => count_of(self.scope_side(), Kind::Queen, Range::exactly(0)),
            "equal" | "even" if self.accept_word("material") => self.lead_in_points(0)?,
            "equal" | "even" | "level"
                if self.dropped_before(0, &["position", "positions", "game"]) =>
            {
                super::judged::balanced()
            }
            "material" if self.accept_any(&["equal", "even", "balanced"]) => {
                self.lead_in_points(0)?
            }
            "up" | "ahead" | "down" | "behind" => self.lead(word, named, start)?,
            "exchange" if self.at_lead() => self.exchange_lead(named, start)?,
            "turn" => Predicate::ToMove(self.needs_side(named, start, "to move")?).into(),
            "won" | "wins" | "lost" | "loses" => {
                let won = matches!(word, "won" | "wins");
                let side = self.needs_side(named, start, "won")?;
                self.result_for(if won { side } else { side.opponent() }, start)?
            }
            "draw" | "drawn" => Predicate::Beyond(Beyond::Result(GameResult::Draw)).into(),
            "after" | "before" | "by" | "until" | "from" | "since" | "between"
                if self.at_move_number() =>
            {
                self.moves_since(word)?
            }
            "after" if matches!(self.peek(), Token::Number(_)) && self.next_is_moves(1) => {
                let moves = self.number()?;
                self.at += 1;
                self.played(Range::at_least(moves + 1), start)?
            }
            "pawn" | "pawns" if self.is_word("majority") => {
                self.at += 1;
                self.majority(None)?
            }
            "kingside" | "queenside" if self.majority_follows() => {
                let wing = word.to_owned();
                let _ = self.accept_any(&["pawn", "pawns"]);
                self.at += 1;
                self.majority(Some(&wing))?
            }
            "majority" => self.majority(None)?,
            "lone" => self.lone_king()?,
            _ => return Ok(None),
        }))
    }

    /// `preset iqp`: what the preset says, in a group of its own.
    fn preset(&mut self) -> Result<Expr, ParseError> {
        // Names have hyphens and words that the grammar would drop: they are read from the text itself.
        let after = self.end_of_last();
        let rest = &self.text[after..];
        let start = after + (rest.len() - rest.trim_start().len());
        let ends = |c: char| c.is_whitespace() || matches!(c, '(' | ')' | ',');
        let length = self.text[start..]
            .find(ends)
            .unwrap_or(self.text.len() - start);
        let span = start..start + length;
        let name = self.text[span.clone()].trim_matches(['\'', '"']);
        if name.is_empty() {
            return Err(self
                .error(span, "expected the name of a preset")
                .with_hint("for example `preset iqp`; `sissa presets` lists them"));
        }
        let Some(preset) = crate::preset(name) else {
            return Err(self
                .error(span, format!("there is no preset {}", quoted(name)))
                .with_hint(crate::nearest_preset(name).map_or_else(
                    || "`sissa presets` lists them".to_owned(),
                    |known| format!("did you mean `preset {known}`?"),
                )));
        };
        while self
            .tokens
            .get(self.at)
            .is_some_and(|(_, place)| place.start < span.end)
        {
            self.at += 1;
        }
        self.laid_out(preset, span)
    }

    /// `opposite castling preset`: the name may come first, unless another follows.
    pub(super) fn preset_after_its_name(&mut self) -> Result<Option<Expr>, ParseError> {
        let words = (1..=MOST_WORDS).find(|ahead| self.next_is_word(*ahead, "preset"));
        let Some(words) = words.filter(|words| !self.names_preset(words + 1)) else {
            return Ok(None);
        };
        let span = self.span().start..self.span_at(words).start;
        let parts = self.text[span.clone()].split([' ', '-']);
        let name: Vec<&str> = parts.filter(|part| !part.is_empty()).collect();
        let Some(preset) = crate::preset(&name.join("-").to_lowercase()) else {
            return Ok(None);
        };
        self.at += words + 1;
        self.laid_out(preset, span).map(Some)
    }

    /// `lucena position`, `carlsbad structure`: a name that says nothing else in the language. Its colours are its own, so none
    /// stands before it.
    pub(super) fn preset_by_name(
        &mut self,
        named: Option<Side>,
    ) -> Result<Option<Expr>, ParseError> {
        if named.is_some() {
            return Ok(None);
        }
        for words in (1..=MOST_WORDS).rev() {
            let Some((Token::Word(_), last)) = self.tokens.get(self.at + words - 1) else {
                continue;
            };
            let span = self.span().start..last.end;
            let parts = self.text[span.clone()].split([' ', '-']);
            let name: Vec<&str> = parts.filter(|part| !part.is_empty()).collect();
            if let Some(preset) = crate::preset(&name.join("-").to_lowercase()) {
                self.at += words;
                let _ = self.accept_any(&["position", "structure"]);
                return self.laid_out(preset, span).map(Some);
            }
        }
        Ok(None)
    }

    /// Whether the token so many ahead begins the name of a preset.
    fn names_preset(&self, ahead: usize) -> bool {
        let rest = &self.text[self.span_at(ahead).start..];
        let name = rest.split([' ', '(', ')', ',']).next();
        name.is_some_and(|name| crate::preset(name).is_some())
    }

    fn laid_out(&mut self, preset: &Preset, span: Span<usize>) -> Result<Expr, ParseError> {
        let expr = preset.constraint.parse::<Constraint>()?.expr().clone();
        let size = crate::print::size(&expr).predicates;
        self.check_size(span, self.depth, self.predicates + size)?;
        self.predicates += size;
        Ok(expr)
    }

    /// The position that games begin with; the clocks are not asked for.
    fn starting_position(&mut self) -> Result<Expr, ParseError> {
        let pattern = START
            .parse()
            .map_err(|_| self.unexpected("the starting position"))?;
        let rights = [Side::White, Side::Black]
            .into_iter()
            .flat_map(|side| Wing::ALL.map(|wing| Predicate::Castling(side, wing)));
        let parts = [Predicate::Pattern(pattern), Predicate::ToMove(Side::White)];
        Ok(Expr::All(
            parts.into_iter().chain(rights).map(Expr::from).collect(),
        ))
    }

    /// `white won`: only of a colour, for a result names one.
    fn result_for(&mut self, side: Side, start: usize) -> Result<Expr, ParseError> {
        let result = match side {
            Side::White => GameResult::White,
            Side::Black => GameResult::Black,
            _ => {
                let span = self
                    .tokens
                    .get(start)
                    .map_or(0..0, |(_, span)| span.clone());
                return Err(self
                    .error(span, "only White or Black can have won here")
                    .with_hint("write `white won`, `black won`, or both with `or` between them"));
            }
        };
        Ok(Predicate::Beyond(Beyond::Result(result)).into())
    }

    fn at_move_number(&self) -> bool {
        self.next_is_moves(0) && matches!(self.peek_at(1), Token::Number(_))
    }

    fn next_is_moves(&self, ahead: usize) -> bool {
        self.next_is_word(ahead, "move") || self.next_is_word(ahead, "moves")
    }

    /// `after move 20`, `before move 20`, `by move 20`, `from move 20`, `between move 10 and 20`.
    fn moves_since(&mut self, word: &str) -> Result<Expr, ParseError> {
        let start = self.at;
        self.at += 1;
        let number = self.number()?;
        let last = match word {
            "between" => {
                self.expect_word("and")?;
                Some(self.number()?)
            }
            "from" if self.accept_word("to") => Some(self.number()?),
            _ => None,
        };
        let range = match (word, last) {
            (_, Some(last)) => Range {
                min: number,
                max: last,
            },
            ("after", None) => Range::at_least(number + 1),
            ("before", None) => Range::at_most(number - 1),
            ("by" | "until", None) => Range::at_most(number),
            _ => Range::at_least(number),
        };
        self.played(range, start)
    }

    /// `more than 20 moves`, where an amount of moves stands here.
    pub(super) fn amount_of_moves(&mut self) -> Result<Option<Expr>, ParseError> {
        let start = self.at;
        if !self.at_amount() {
            return Ok(None);
        }
        // What is wrong with an amount is said by those who count men.
        let range = self.comparison();
        if let (Ok(range), true) = (range, self.next_is_moves(0)) {
            self.at += 1;
            return self.played(range, start).map(Some);
        }
        self.at = start;
        Ok(None)
    }

    /// So many moves, from token `start` on.
    fn played(&mut self, range: Range, start: usize) -> Result<Expr, ParseError> {
        let _ = self.accept_word("played");
        let from = self.tokens.get(start).map_or(0, |(_, span)| span.start);
        if range.min > range.max {
            let span = from..self.end_of_last();
            return Err(self.error(span, "the first of these moves comes after the last"));
        }
        self.check_writable(from, range)?;
        Ok(Predicate::MoveNumber(range).into())
    }

    fn majority_follows(&self) -> bool {
        let pawns = self.is_word("pawn") || self.is_word("pawns");
        self.next_is_word(usize::from(pawns), "majority")
    }

    /// More pawns than the opponent on a wing; of either side where none is named.
    fn majority(&mut self, wing: Option<&str>) -> Result<Expr, ParseError> {
        let wing = match wing {
            Some(wing) => wing.to_owned(),
            None => {
                let _ = self.accept_word("on");
                let Token::Word(word) = self.peek() else {
                    return Err(self.unexpected("`on kingside` or `on queenside`"));
                };
                let word = word.to_ascii_lowercase();
                if !matches!(word.as_str(), "kingside" | "queenside") {
                    return Err(self.unexpected("`on kingside` or `on queenside`"));
                }
                self.at += 1;
                word
            }
        };
        let region = NAMED
            .iter()
            .find(|(name, _)| *name == wing)
            .map_or_else(Region::default, |(_, squares)| Region::absolute(*squares));
        let named = self.scope_side();
        let side = named.unwrap_or(Side::Own);
        let pawns = |side| {
            Quantity::Men(Men {
                region,
                ..Men::new(Some(side), Kind::Pawn)
            })
        };
        let more = difference(pawns(side), pawns(side.opponent()), Range::at_least(1));
        Ok(match named {
            Some(_) => more,
            None => Expr::AnySide(Box::new(more)),
        })
    }

    /// Material is even: the points of both sides differ by so much.
    fn lead_in_points(&mut self, points: i32) -> Result<Expr, ParseError> {
        let of = |color: Color| Quantity::Points(Some(color.into()));
        let range = Range::exactly(points);
        Ok(difference(of(Color::White), of(Color::Black), range))
    }

    pub(super) fn at_lead(&self) -> bool {
        ["up", "ahead", "down", "behind"]
            .iter()
            .any(|word| self.is_word(word))
    }

    /// `extra pawn`, `two extra pawns`: what `up a pawn` says.
    pub(super) fn at_extra(&self) -> bool {
        let number = matches!(self.peek(), Token::Number(_));
        self.next_is_word(usize::from(number), "extra")
    }

    pub(super) fn extra(&mut self) -> Result<Expr, ParseError> {
        let start = self.at;
        let number = match self.peek() {
            Token::Number(_) => self.number()?,
            _ => 1,
        };
        self.at += 1;
        let side = self.needs_side(None, start, "up a pawn")?;
        self.ahead_by(side, number)
    }

    /// `up a pawn`, `down two pawns`, `ahead by a piece`, `up the exchange`, `up material`.
    fn lead(&mut self, word: &str, named: Option<Side>, start: usize) -> Result<Expr, ParseError> {
        let side = self.leader(word, named, start)?;
        let _ = self.accept_word("by");
        if self.accept_word("material") {
            let points = |side| Quantity::Points(Some(side));
            return Ok(difference(
                points(side),
                points(side.opponent()),
                Range::at_least(1),
            ));
        }
        if self.accept_word("exchange") {
            return Ok(exchange(side));
        }
        let number = match self.peek() {
            Token::Number(_) => self.number()?,
            _ => 1,
        };
        self.ahead_by(side, number)
    }

    /// So many more of the men that stand here.
    fn ahead_by(&mut self, side: Side, number: i32) -> Result<Expr, ParseError> {
        let Token::Word(what) = self.peek() else {
            return Err(self.unexpected("what, as in `up a pawn`"));
        };
        let Some(found) = kind(what).and_then(|kind| leading(side, kind, number)) else {
            return Err(self
                .unexpected("a pawn, a piece, the exchange, a rook, a queen or `material`")
                .with_hint(
                    "for example `white up a pawn`, or `white.points - black.points >= 3`",
                ));
        };
        self.at += 1;
        Ok(found)
    }

    /// `a pawn up`, after the pawn.
    pub(super) fn lead_of(&mut self, men: &Men, number: i32) -> Result<Option<Expr>, ParseError> {
        let Token::Word(word) = self.peek() else {
            return Ok(None);
        };
        if !self.at_lead() || !men.is_material() {
            return Ok(None);
        }
        let start = self.at;
        self.at += 1;
        let side = self.leader(&word.to_ascii_lowercase(), men.side, start)?;
        Ok(leading(side, men.kind, number))
    }

    fn exchange_lead(&mut self, named: Option<Side>, start: usize) -> Result<Expr, ParseError> {
        let Token::Word(word) = self.peek() else {
            return Err(self.unexpected("`up` or `down`"));
        };
        self.at += 1;
        let side = self.leader(&word.to_ascii_lowercase(), named, start)?;
        Ok(exchange(side))
    }

    /// The side that has more.
    fn leader(
        &mut self,
        word: &str,
        named: Option<Side>,
        start: usize,
    ) -> Result<Side, ParseError> {
        let side = self.needs_side(named, start, "up a pawn")?;
        Ok(if matches!(word, "up" | "ahead") {
            side
        } else {
            side.opponent()
        })
    }

    /// `opposite castling`, once the word before it is read: one side on each wing.
    pub(super) fn opposite_castling(&mut self) -> Option<Expr> {
        let start = self.at;
        let _ = self.accept_symbol("-");
        let _ = self.accept_any(&["side", "sides", "wing", "wings"]);
        let _ = self.accept_symbol("-");
        if self.accept_any(&["castling", "castled", "castle"]) {
            return Some(castled_opposite());
        }
        self.at = start;
        None
    }
}

/// One has castled kingside, the other queenside.
pub(super) fn castled_opposite() -> Expr {
    Expr::AnySide(Box::new(Expr::All(vec![
        Predicate::Castled(Side::Own, Wing::Kingside).into(),
        Predicate::Castled(Side::Other, Wing::Queenside).into(),
    ])))
}

/// An ending in which each side has these pieces and no others; of kings and pawns where there are none.
pub(super) fn endgame(kinds: &[Kind]) -> Expr {
    let pieces: Vec<Kind> = kinds
        .iter()
        .copied()
        .filter(|kind| !matches!(kind, Kind::King | Kind::Pawn))
        .collect();
    if pieces.is_empty() {
        return Expr::All(vec![
            count_of(None, Kind::Piece, Range::exactly(0)),
            count_of(None, Kind::Pawn, Range::at_least(1)),
        ]);
    }
    let there = pieces
        .iter()
        .map(|kind| count_of(Some(Side::Own), *kind, Range::at_least(1)));
    let absent = Kind::Piece
        .roles()
        .iter()
        .filter(|role| !pieces.iter().any(|kind| kind.roles().contains(role)))
        .map(|role| count_of(Some(Side::Own), Kind::of(*role), Range::exactly(0)));
    Expr::EachSide(Box::new(Expr::All(there.chain(absent).collect())))
}

pub(super) fn difference(more: Quantity, less: Quantity, range: Range) -> Expr {
    let term = |minus, quantity| Term { minus, quantity };
    Predicate::Count(Count {
        terms: vec![term(false, more), term(true, less)],
        range,
    })
    .into()
}

/// So many more men of a kind, and as many points: nothing was given for them.
fn leading(side: Side, kind: Kind, number: i32) -> Option<Expr> {
    let (kind, points) = match kind {
        Kind::Pawn => (Kind::Pawn, 1),
        Kind::Piece | Kind::Minor => (Kind::Minor, 3),
        Kind::Bishop | Kind::Knight => (kind, 3),
        Kind::Rook => (Kind::Rook, 5),
        Kind::Queen => (Kind::Queen, 9),
        _ => return None,
    };
    if !(1..=8).contains(&number) {
        return None;
    }
    let men = |side| Quantity::Men(Men::new(Some(side), kind));
    let worth = |side| Quantity::Points(Some(side));
    let other = side.opponent();
    Some(Expr::All(vec![
        difference(men(side), men(other), Range::exactly(number)),
        difference(worth(side), worth(other), Range::exactly(number * points)),
    ]))
}

/// A rook for a minor piece.
fn exchange(side: Side) -> Expr {
    let men = |side, kind| Quantity::Men(Men::new(Some(side), kind));
    let points = |side| Quantity::Points(Some(side));
    let other = side.opponent();
    Expr::All(vec![
        difference(
            men(side, Kind::Rook),
            men(other, Kind::Rook),
            Range::exactly(1),
        ),
        difference(
            men(other, Kind::Minor),
            men(side, Kind::Minor),
            Range::exactly(1),
        ),
        difference(points(side), points(other), Range::exactly(2)),
    ])
}
