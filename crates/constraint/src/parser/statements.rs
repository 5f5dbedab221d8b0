//! Statements: everything that is not a count.

use shakmaty::{Bitboard, CastlingSide};

use super::{Parser, Scope};
use crate::{
    Beyond, Count, Expr, GameResult, Kind, Men, ParseError, Predicate, Quantity, Range, Region,
    Side, TimeClass, Wing, error::quoted, lexer::Token,
};

/// No engine gives more hundredths of a pawn than this: a thousand pawns.
const MAX_SCORE: i32 = 100_000;

impl Parser<'_> {
    /// Words that make the side before them part of a statement.
    pub(super) fn at_sided_statement(&self) -> bool {
        let Token::Word(word) = self.peek() else {
            return false;
        };
        matches!(
            word.to_ascii_lowercase().as_str(),
            "to" | "in"
                | "gives"
                | "checkmated"
                | "mated"
                | "checkmates"
                | "mates"
                | "stalemated"
                | "stalemates"
                | "castling"
                | "can"
                | "castled"
                | "elo"
                | "clock"
        )
    }

    pub(super) fn predicate(&mut self) -> Result<Expr, ParseError> {
        let Token::Word(word) = self.peek() else {
            return Err(self.unexpected("a predicate"));
        };
        if self.at_quantity() && self.peek_at(1) != Token::Symbol("[") && !self.at_bishop_pair() {
            return self.count();
        }
        if let Some(placement) = self.placement(word)? {
            return Ok(placement);
        }
        if let Some(signature) = self.signature(word) {
            return Ok(signature);
        }
        // A side that belongs to the statement after it.
        let named = match self.side_word()? {
            Some(Scope::Side(side)) => Some(side),
            _ => None,
        };
        self.statement(named)
    }

    fn at_bishop_pair(&self) -> bool {
        self.is_word("bishop") && self.next_is_word(1, "pair")
    }

    /// A statement about the side named right before it, or else about the one in scope.
    fn statement(&mut self, named: Option<Side>) -> Result<Expr, ParseError> {
        let side = named.or(self.scope_side());
        let Token::Word(word) = self.peek() else {
            return Err(self.unexpected("a predicate"));
        };
        let lower = word.to_ascii_lowercase();
        let start = self.at;
        self.at += 1;
        let predicate = match lower.as_str() {
            "anything" => return Ok(Expr::All(Vec::new())),
            "to" => {
                self.expect_word("move")?;
                Predicate::ToMove(self.needs_side(side, start, "to move")?)
            }
            "in" => {
                if self.accept_word("double") {
                    self.expect_word("check")?;
                    Predicate::DoubleCheck(side)
                } else {
                    self.expect_word("check")?;
                    Predicate::Check(side)
                }
            }
            "check" => return self.check_by(),
            "double" => {
                self.expect_word("check")?;
                Predicate::DoubleCheck(None)
            }
            "gives" => {
                let double = self.accept_word("double");
                self.expect_word("check")?;
                let victim = opposed(self.needs_side(side, start, "gives check")?);
                if double {
                    Predicate::DoubleCheck(Some(victim))
                } else {
                    Predicate::Check(Some(victim))
                }
            }
            "mate" if self.is_word("in") => {
                self.at += 1;
                Predicate::Beyond(Beyond::MateIn(self.comparison()?))
            }
            "checkmate" | "mate" => Predicate::Checkmate(self.by_side()?),
            "checkmated" | "mated" => Predicate::Checkmate(side),
            "checkmates" | "mates" => {
                Predicate::Checkmate(Some(opposed(self.needs_side(side, start, "mates")?)))
            }
            "stalemate" => Predicate::Stalemate(self.by_side()?),
            "stalemated" => Predicate::Stalemate(side),
            "stalemates" => {
                Predicate::Stalemate(Some(opposed(self.needs_side(side, start, "stalemates")?)))
            }
            "castling" => return self.castling(side),
            "can" => {
                self.expect_word("castle")?;
                return Ok(self.on_wings(side, Predicate::CanCastle));
            }
            "castled" => return Ok(self.on_wings(side, Predicate::Castled)),
            "empty" => {
                if self.is_word("relative") {
                    return Err(self
                        .error(self.span(), "empty squares belong to no side")
                        .with_hint("name the squares themselves, without `relative`"));
                }
                Predicate::Empty(self.region()?)
            }
            "fen" => return self.pattern(),
            "en" => {
                self.expect_word("passant")?;
                Predicate::EnPassant
            }
            "ep" => Predicate::EnPassant,
            "ply" => Predicate::Ply(self.comparison()?),
            "move" => Predicate::MoveNumber(self.comparison()?),
            "halfmoves" => Predicate::Halfmoves(self.comparison()?),
            "opposite" => {
                self.expect_word("bishops")?;
                Predicate::OppositeBishops
            }
            "bishop" => {
                self.expect_word("pair")?;
                let side = self.needs_side(side, start, "bishop pair")?;
                let bishops = |kind| counted(Men::new(Some(side), kind), Range::at_least(1));
                return Ok(Expr::All(vec![
                    bishops(Kind::LightBishop),
                    bishops(Kind::DarkBishop),
                ]));
            }
            "open" => return self.open_file(None),
            "half" => {
                self.expect_word("open")?;
                let side = self.needs_side(side, start, "half open file")?;
                return self.open_file(Some(side));
            }
            "only" => {
                self.expect_word("move")?;
                Predicate::Beyond(Beyond::OnlyMove)
            }
            "elo" | "time" | "result" | "eco" | "opening" | "clock" | "first" | "lasting"
            | "eval" => {
                // Players are only meant where a side is named right here: `white Q=0 elo 1500..` is about both.
                Predicate::Beyond(self.beyond(&lower, named)?)
            }
            _ => {
                self.at = start;
                return Err(self.unknown_word(word));
            }
        };
        Ok(predicate.into())
    }

    /// `check`, `check by white`, `check by N`.
    fn check_by(&mut self) -> Result<Expr, ParseError> {
        if self.is_word("by") && !matches!(self.peek_at(1), Token::Word(word) if is_color(word)) {
            self.at += 1;
            let outer = std::mem::replace(&mut self.scope, Scope::Side(Side::Opponent));
            let checker = self.count();
            self.scope = outer;
            let expected = "a man that gives check, as in `check by N`";
            let Expr::Is(Predicate::Count(mut count)) = checker? else {
                return Err(self.unexpected(expected));
            };
            for term in &mut count.terms {
                let Quantity::Men(men) = &mut term.quantity else {
                    return Err(self.unexpected(expected));
                };
                men.traits.push(crate::Trait::Checking);
                men.traits.sort_unstable();
                men.traits.dedup();
            }
            return Ok(Predicate::Count(count).into());
        }
        Ok(Predicate::Check(self.by_side()?).into())
    }

    /// `by white`: the side it is done to, if said.
    fn by_side(&mut self) -> Result<Option<Side>, ParseError> {
        if !self.accept_word("by") {
            return Ok(None);
        }
        match self.side_word()? {
            Some(Scope::Side(side)) => Ok(Some(opposed(side))),
            _ => Err(self.unexpected("`white` or `black`")),
        }
    }

    /// `castling`, `castling kingside`, `castling both`, `castling none`, `castling KQkq`.
    fn castling(&mut self, side: Option<Side>) -> Result<Expr, ParseError> {
        let right = |side, wing| Expr::from(Predicate::Castling(side, wing));
        let sides = || match side {
            Some(side) => vec![side],
            None => vec![Side::White, Side::Black],
        };
        let all_rights = || {
            sides()
                .into_iter()
                .flat_map(|side| Wing::ALL.map(|wing| right(side, wing)))
                .collect::<Vec<_>>()
        };
        if self.accept_word("both") {
            return Ok(Expr::All(all_rights()));
        }
        if self.accept_word("none") || self.accept_symbol("-") {
            return Ok(Expr::All(
                all_rights()
                    .into_iter()
                    .map(|part| Expr::Not(Box::new(part)))
                    .collect(),
            ));
        }
        if let Token::Word(letters) = self.peek()
            && letters.chars().all(|c| matches!(c, 'K' | 'Q' | 'k' | 'q'))
            && !matches!(
                self.peek_at(1),
                Token::Symbol("=" | "!=" | "<" | "<=" | ">" | ">=" | "[")
            )
        {
            self.at += 1;
            return Ok(Expr::All(
                letters
                    .chars()
                    .map(|c| {
                        let side = if c.is_ascii_uppercase() {
                            Side::White
                        } else {
                            Side::Black
                        };
                        let wing = if c.eq_ignore_ascii_case(&'k') {
                            Wing::Kingside
                        } else {
                            Wing::Queenside
                        };
                        right(side, wing)
                    })
                    .collect(),
            ));
        }
        Ok(self.on_wings(side, Predicate::Castling))
    }

    /// A predicate about a wing: the one named, or either; of the side named, or either.
    fn on_wings(&mut self, side: Option<Side>, predicate: fn(Side, Wing) -> Predicate) -> Expr {
        let wings = if self.accept_word("kingside") || self.accept_word("short") {
            vec![Wing::Kingside]
        } else if self.accept_word("queenside") || self.accept_word("long") {
            vec![Wing::Queenside]
        } else {
            let _ = self.accept_word("any");
            Wing::ALL.to_vec()
        };
        let sides = side.map_or_else(|| vec![Side::White, Side::Black], |side| vec![side]);
        Expr::Any(
            sides
                .into_iter()
                .flat_map(|side| wings.iter().map(move |wing| predicate(side, *wing).into()))
                .collect(),
        )
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

    /// `open file d`, `half open file d`: no pawn, or none of the side's own.
    fn open_file(&mut self, half_open_for: Option<Side>) -> Result<Expr, ParseError> {
        if !self.accept_word("file") {
            self.expect_word("files")?;
        }
        let region = Region::absolute(Bitboard::from_file(self.file()?));
        let pawns = |side| Men {
            region,
            ..Men::new(side, Kind::Pawn)
        };
        let none = |side| counted(pawns(side), Range::exactly(0));
        Ok(match half_open_for {
            None => none(None),
            Some(side) => Expr::All(vec![
                none(Some(side)),
                counted(pawns(Some(opposed(side))), Range::at_least(1)),
            ]),
        })
    }

    fn beyond(&mut self, word: &str, side: Option<Side>) -> Result<Beyond, ParseError> {
        Ok(match word {
            "elo" if self.accept_word("gap") => Beyond::EloGap(self.comparison()?),
            "elo" => Beyond::Elo(side, self.comparison()?),
            "clock" => Beyond::Clock(side, self.comparison()?),
            "first" => Beyond::First(self.comparison()?),
            "lasting" => Beyond::Lasting(self.number()?.unsigned_abs()),
            "eval" => Beyond::Eval(self.hundredths()?),
            "time" => Beyond::Time(self.time_class()?),
            "result" => Beyond::Result(self.result()?),
            "eco" => self.eco()?,
            _ => Beyond::Opening(self.name()?),
        })
    }

    fn time_class(&mut self) -> Result<TimeClass, ParseError> {
        let classes = [
            ("ultrabullet", TimeClass::Ultrabullet),
            ("bullet", TimeClass::Bullet),
            ("blitz", TimeClass::Blitz),
            ("rapid", TimeClass::Rapid),
            ("classical", TimeClass::Classical),
            ("correspondence", TimeClass::Correspondence),
        ];
        match classes.into_iter().find(|(name, _)| self.accept_word(name)) {
            Some((_, class)) => Ok(class),
            None => Err(self.unexpected(
                "`bullet`, `blitz`, `rapid`, `classical`, `correspondence` or `ultrabullet`",
            )),
        }
    }

    fn result(&mut self) -> Result<GameResult, ParseError> {
        let spellings: [(&[&str], GameResult); 3] = [
            (&["1", "-", "0"], GameResult::White),
            (&["0", "-", "1"], GameResult::Black),
            (&["1", "/", "2", "-", "1", "/", "2"], GameResult::Draw),
        ];
        for (spelling, result) in spellings {
            let matches = spelling.iter().enumerate().all(|(i, part)| {
                matches!(self.peek_at(i), Token::Number(text) | Token::Symbol(text) if text == *part)
            });
            if matches {
                self.at += spelling.len();
                return Ok(result);
            }
        }
        if self.accept_word("draw") {
            return Ok(GameResult::Draw);
        }
        Err(self.unexpected("`1-0`, `0-1` or `1/2-1/2`"))
    }

    /// `eco B90`, `eco B20..B99`, `eco B`.
    fn eco(&mut self) -> Result<Beyond, ParseError> {
        let from = self.eco_code("00")?;
        let single = !self.accept_symbol("..");
        let to = if single {
            self.at -= 1;
            self.eco_code("99")?
        } else {
            self.eco_code("99")?
        };
        Ok(Beyond::Eco(from, to))
    }

    /// A code, or a letter completed by `rest`.
    fn eco_code(&mut self, rest: &str) -> Result<String, ParseError> {
        if let Token::Word(word) = self.peek() {
            let code = word.to_ascii_uppercase();
            let (letter, digits) = code.split_at(1);
            if matches!(letter, "A" | "B" | "C" | "D" | "E")
                && (digits.is_empty()
                    || (digits.len() == 2 && digits.bytes().all(|b| b.is_ascii_digit())))
            {
                self.at += 1;
                return Ok(if digits.is_empty() {
                    format!("{letter}{rest}")
                } else {
                    code
                });
            }
        }
        Err(self.unexpected("an ECO code such as `B90` or a letter from A to E"))
    }

    /// One word, or words in quotes.
    fn name(&mut self) -> Result<String, ParseError> {
        let (Token::Word(text) | Token::Quoted(text)) = self.peek() else {
            return Err(self.unexpected("a name, in quotes where it has more than one word"));
        };
        if text.trim().is_empty()
            || text.contains(['"', '\''])
            || text.chars().any(char::is_control)
        {
            return Err(self.error(self.span(), format!("{} is not a name", quoted(text))));
        }
        self.at += 1;
        Ok(text.split_whitespace().collect::<Vec<_>>().join(" "))
    }

    /// A range of pawns with up to two decimals, as hundredths.
    fn hundredths(&mut self) -> Result<Range, ParseError> {
        let sign = self.peek();
        let compared = matches!(sign, Token::Symbol("=" | "<" | "<=" | ">" | ">="));
        self.at += usize::from(compared);
        match sign {
            Token::Symbol("<") => return Ok(Range::at_most(self.centipawns(-1)?)),
            Token::Symbol("<=") => return Ok(Range::at_most(self.centipawns(0)?)),
            Token::Symbol(">") => return Ok(Range::at_least(self.centipawns(1)?)),
            Token::Symbol(">=") => return Ok(Range::at_least(self.centipawns(0)?)),
            _ => {}
        }
        let span = self.span();
        let min = self.centipawns(0)?;
        if !self.accept_symbol("..") {
            return Ok(Range::exactly(min));
        }
        let max = self.centipawns(0)?;
        if min > max {
            return Err(self
                .error(span, "this range is empty")
                .with_hint("write the smaller number first"));
        }
        Ok(Range { min, max })
    }

    /// A score and a step beyond it, in hundredths.
    fn centipawns(&mut self, step: i32) -> Result<i32, ParseError> {
        let negative = self.accept_symbol("-");
        let Token::Number(text) = self.peek() else {
            return Err(self.unexpected("a number of pawns"));
        };
        let (whole, fraction) = text.split_once('.').unwrap_or((text, ""));
        let value = whole
            .parse::<i32>()
            .ok()
            .filter(|whole| *whole <= MAX_SCORE / 100 && fraction.len() <= 2)
            .and_then(|whole| Some(whole * 100 + format!("{fraction:0<2}").parse::<i32>().ok()?))
            .map(|size| if negative { step - size } else { step + size })
            .filter(|value| value.abs() <= MAX_SCORE);
        let Some(value) = value else {
            return Err(self
                .error(self.span(), format!("{} is not a score", quoted(text)))
                .with_hint(
                    "a score is given in pawns with up to two decimals, as in `eval -0.5..0.5`",
                ));
        };
        self.at += 1;
        Ok(value)
    }

    fn expect_word(&mut self, word: &str) -> Result<(), ParseError> {
        if self.accept_word(word) {
            Ok(())
        } else {
            Err(self.unexpected(&format!("`{word}`")))
        }
    }

    fn needs_side(
        &self,
        side: Option<Side>,
        token: usize,
        words: &str,
    ) -> Result<Side, ParseError> {
        let span = self
            .tokens
            .get(token)
            .map_or(0..0, |(_, span)| span.clone());
        side.ok_or_else(|| {
            self.error(span, format!("`{words}` needs a side"))
                .with_hint(format!("for example `white {words}`"))
        })
    }
}

fn is_color(word: &str) -> bool {
    ["white", "black", "mover", "opponent", "own", "other"]
        .iter()
        .any(|side| word.eq_ignore_ascii_case(side))
}

fn counted(men: Men, range: Range) -> Expr {
    Predicate::Count(Count::one(Quantity::Men(men), range)).into()
}

/// The side across the board.
pub(crate) fn opposed(side: Side) -> Side {
    match side {
        Side::White => Side::Black,
        Side::Black => Side::White,
        Side::Mover => Side::Opponent,
        Side::Opponent => Side::Mover,
        Side::Own => Side::Other,
        Side::Other => Side::Own,
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
