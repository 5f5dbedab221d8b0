//! Counts: tuples, quantities, sums, ranges and regions.

use shakmaty::{Bitboard, Color, File, Role, Square};

use super::{Parser, Scope, numbers::compared, phrases::endgame};
use crate::{
    Beyond, Count, Expr, Kind, Men, ParseError, Predicate, Quantity, Range, Region, Side, Term,
    Trait, error::quoted, lexer::Token,
};

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
        Ok(Some(
            Predicate::Count(Count::one(Quantity::Men(men), Range::at_least(1))).into(),
        ))
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

    /// Whether a quantity begins here.
    pub(super) fn at_quantity(&self) -> bool {
        let Token::Word(word) = self.peek() else {
            return false;
        };
        kind(word).is_some()
            || trait_word(word).is_some()
            || self.shaded_bishops().is_some()
            || self.pawns_of_files().is_some()
            || match word.to_ascii_lowercase().as_str() {
                "promoted" | "points" => true,
                "open" => self.next_is_word(1, "files"),
                "legal" => self.next_is_word(1, "moves") || self.next_is_word(1, "move"),
                "white" | "black" | "mover" | "opponent" | "own" | "other" | "total" => {
                    self.peek_at(1) == Token::Symbol(".")
                }
                _ => false,
            }
    }

    /// A count; where it is of legal moves, also whose turn it must be.
    pub(super) fn count(&mut self) -> Result<Expr, ParseError> {
        let start = self.at;
        let outer = self.moving.take();
        let count = self.plain_count();
        let moving = std::mem::replace(&mut self.moving, outer);
        self.of_mover(moving, start, count?)
    }

    /// A sum compared with a range or another sum; a set of men alone means there is one.
    fn plain_count(&mut self) -> Result<Expr, ParseError> {
        if self.at_amount() {
            return self.amount();
        }
        let start = self.span();
        let (mut terms, mut constant) = self.sum()?;
        if let Token::Symbol("=" | "!=" | "<" | "<=" | ">" | ">=") = self.peek() {
            let denied = self.peek() == Token::Symbol("!=");
            let mut range = if matches!(self.peek_at(1), Token::Word(_)) {
                let comparison = self.peek();
                self.at += 1;
                let (right, right_constant) = self.sum()?;
                terms.extend(right.into_iter().map(|term| Term {
                    minus: !term.minus,
                    ..term
                }));
                constant -= right_constant;
                compared(comparison, 0)
            } else {
                self.comparison()?
            };
            let shift = |bound: i32| {
                if bound == i32::MIN || bound == i32::MAX {
                    bound
                } else {
                    bound.saturating_sub(constant)
                }
            };
            range = Range {
                min: shift(range.min),
                max: shift(range.max),
            };
            self.check_writable(start.start, range)?;
            if terms.first().is_some_and(|term| term.minus) {
                for term in &mut terms {
                    term.minus = !term.minus;
                }
                range = Range {
                    min: range.max.saturating_neg(),
                    max: range.min.saturating_neg(),
                };
                if range.min == -i32::MAX {
                    range.min = i32::MIN;
                }
            }
            if terms.is_empty() {
                return Err(self.error(start, "nothing is counted here"));
            }
            let expr = Expr::from(Predicate::Count(Count { terms, range }));
            return Ok(if denied {
                Expr::Not(Box::new(expr))
            } else {
                expr
            });
        }
        match terms.as_slice() {
            [
                Term {
                    minus: false,
                    quantity: Quantity::Men(men),
                },
            ] if constant == 0 => self.men_alone(men.clone()),
            _ => Err(self.unexpected("a comparison such as `=2`, `>=1` or `=0..3`")),
        }
    }

    /// A set of men without a number: there is one, or what the words after it make of it.
    fn men_alone(&mut self, men: Men) -> Result<Expr, ParseError> {
        if let Some(lead) = self.lead_of(&men, 1)? {
            return Ok(lead);
        }
        let counted = |men: Men, range| Predicate::Count(Count::one(Quantity::Men(men), range));
        if self.accept_any(&["off", "gone", "traded", "exchanged"]) {
            let _ = self.accept_word("board");
            return Ok(counted(men, Range::exactly(0)).into());
        }
        if let Some(kinds) = self.endgame_of(men.kind).filter(|_| men.is_material()) {
            return Ok(endgame(&kinds));
        }
        if self.accept_word("on") {
            let _ = self.accept_word("board");
            if men.side.is_none() {
                return Ok(each_side(counted(men, Range::at_least(1)).into()));
            }
        }
        let some = Expr::from(counted(men, Range::at_least(1)));
        Ok(if self.accept_each() {
            each_side(some)
        } else {
            some
        })
    }

    /// `2 rooks`, `at least 5 pawns`, `1500+ elo`: the number first.
    fn amount(&mut self) -> Result<Expr, ParseError> {
        let start = self.span().start;
        let _ = self.accept_word("only");
        let range = self.comparison()?;
        let written = start..self.end_of_last();
        if self.accept_word("elo") {
            let player = self.side_right_before();
            return Ok(Predicate::Beyond(Beyond::Elo(player, range)).into());
        }
        if !self.at_quantity() {
            let message = format!("what is {} of?", quoted(&self.text[written.clone()]));
            let hint = if range.min.max(range.max) >= 400 && range.min != i32::MAX {
                "for ratings write `elo 1400..1600`, for moves `move 15..25`"
            } else {
                "say what is counted, as in `2 rooks`, `white P=5..7` or `move 20`"
            };
            return Err(self.error(written, message).with_hint(hint));
        }
        let quantity = self.quantity()?;
        if let Quantity::Men(men) = &quantity
            && let Some(lead) = self.lead_of(men, range.min)?
        {
            return Ok(lead);
        }
        let count = Expr::from(Predicate::Count(Count::one(quantity, range)));
        Ok(if self.accept_each() {
            each_side(count)
        } else {
            count
        })
    }

    /// `each` after what each side has, not before `side`.
    fn accept_each(&mut self) -> bool {
        let binds = self.next_is_word(1, "side") || self.next_is_word(1, "sides");
        !binds && self.accept_word("each")
    }

    /// `endgame`, or `and pawn endgame`, after a kind: the kinds that are left.
    fn endgame_of(&mut self, first: Kind) -> Option<Vec<Kind>> {
        if self.accept_word("endgame") {
            return Some(vec![first]);
        }
        let Token::Word(second) = self.peek_at(1) else {
            return None;
        };
        let second = kind(second)?;
        if !self.is_word("and") || !self.next_is_word(2, "endgame") {
            return None;
        }
        self.at += 3;
        Some(vec![first, second])
    }

    fn sum(&mut self) -> Result<(Vec<Term>, i32), ParseError> {
        let mut terms = Vec::new();
        let mut constant: i32 = 0;
        let mut minus = false;
        loop {
            if let Token::Number(_) = self.peek() {
                let number = self.number()?;
                constant = constant.saturating_add(if minus { -number } else { number });
            } else {
                if !terms.is_empty() {
                    self.check_size(self.span(), self.depth, self.predicates + 1)?;
                    self.predicates += 1;
                }
                terms.push(Term {
                    minus,
                    quantity: self.quantity()?,
                });
            }
            minus = match self.peek() {
                Token::Symbol("+") => false,
                Token::Symbol("-") => true,
                _ => return Ok((terms, constant)),
            };
            self.at += 1;
        }
    }

    fn quantity(&mut self) -> Result<Quantity, ParseError> {
        let span = self.span();
        let dotted = self.peek_at(1) == Token::Symbol(".");
        let mut side = None;
        if dotted {
            side = match self.side_word()? {
                Some(Scope::Total | Scope::Unset) => None,
                Some(Scope::Side(side)) => Some(side),
                Some(Scope::Bound(_)) | None => {
                    return Err(self.error(span, "expected a side before the dot, as in `white.P`"));
                }
            };
            self.at += 1;
        }
        if let Some(quantity) = self.sideless_quantity(span, dotted, side)? {
            return Ok(quantity);
        }
        if !dotted {
            side = self.scope_side();
        }
        let Token::Word(word) = self.peek() else {
            return Err(self.unexpected("something to count, such as `Q`, `minors` or `passed P`"));
        };
        match word.to_ascii_lowercase().as_str() {
            "promoted" => {
                self.at += 1;
                return Ok(Quantity::Promoted(side));
            }
            "points" => {
                self.at += 1;
                return Ok(Quantity::Points(side));
            }
            _ => {}
        }
        self.men(side).map(Quantity::Men)
    }

    /// What belongs to neither side: files, and the moves of whoever is to move.
    fn sideless_quantity(
        &mut self,
        span: std::ops::Range<usize>,
        dotted: bool,
        side: Option<Side>,
    ) -> Result<Option<Quantity>, ParseError> {
        let files = self.is_word("open") && self.next_is_word(1, "files");
        let moves = self.is_word("legal")
            && (self.next_is_word(1, "moves") || self.next_is_word(1, "move"));
        if !files && !moves {
            return Ok(None);
        }
        self.at += 2;
        let whole = span.start..self.end_of_last();
        if side.is_some() && files {
            return Err(self
                .error(whole, "open files belong to neither side")
                .with_hint("leave the side and the dot out"));
        }
        if side.is_some() {
            return Err(self
                .error(whole, "only the side to move has legal moves")
                .with_hint("say whose turn it is, as in `white to move and legal moves>=30`"));
        }
        if moves && !dotted {
            self.moving = self.scope_side();
        }
        Ok(Some(if files {
            Quantity::OpenFiles
        } else {
            Quantity::LegalMoves
        }))
    }

    fn men(&mut self, side: Option<Side>) -> Result<Men, ParseError> {
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
        } else if traits.is_empty() {
            return Err(match self.peek() {
                Token::Word(word) => {
                    let error = self.error(
                        self.span(),
                        format!("expected something to count, found {}", quoted(word)),
                    );
                    if self.side_word()?.is_some() {
                        let side = word.to_ascii_lowercase();
                        error.with_hint(format!(
                            "join a side to what it counts with a dot, as in `{side}.P`"
                        ))
                    } else {
                        match self.hint() {
                            Some(hint) => error.with_hint(hint),
                            None => error,
                        }
                    }
                }
                _ => self.unexpected("something to count"),
            });
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

    /// Where the men stand: after `on` or `in`, or a square right after the name of a man.
    fn region_of_men(&mut self) -> Result<Region, ParseError> {
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
    fn shaded_bishops(&self) -> Option<(Kind, usize)> {
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
    fn pawns_of_files(&self) -> Option<(Bitboard, usize)> {
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

/// What is said of nobody, said of each side.
fn each_side(expr: Expr) -> Expr {
    let Expr::Is(Predicate::Count(mut count)) = expr else {
        return expr;
    };
    for term in &mut count.terms {
        if let Quantity::Men(Men { side, .. }) | Quantity::Points(side) | Quantity::Promoted(side) =
            &mut term.quantity
            && side.is_none()
        {
            *side = Some(Side::Own);
        }
    }
    Expr::EachSide(Box::new(Predicate::Count(count).into()))
}

pub(super) fn count_of(side: Option<Side>, kind: Kind, range: Range) -> Expr {
    Predicate::Count(Count::one(Quantity::Men(Men::new(side, kind)), range)).into()
}

fn trait_word(word: &str) -> Option<Trait> {
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
