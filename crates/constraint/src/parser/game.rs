//! Statements about players and games.

use super::{Parser, numbers::MAX_SCORE};
use crate::{Beyond, GameResult, ParseError, Range, Side, TimeClass, error::quoted, lexer::Token};

impl Parser<'_> {
    pub(super) fn beyond(
        &mut self,
        word: &str,
        named: Option<Side>,
    ) -> Result<Option<Beyond>, ParseError> {
        Ok(Some(match word {
            "elo" if self.accept_any(&["gap", "difference"]) => Beyond::EloGap(self.comparison()?),
            "elo" => Beyond::Elo(self.player(named), self.comparison()?),
            "clock" => Beyond::Clock(self.player(named), self.seconds()?),
            "first" => Beyond::First(self.comparison()?),
            "lasting" => Beyond::Lasting(self.number()?.unsigned_abs()),
            "time" => Beyond::Time(self.time_class()?),
            "result" => Beyond::Result(self.result()?),
            "eco" => self.eco()?,
            "opening" => Beyond::Opening(self.name()?),
            "event" => Beyond::Event(self.name()?),
            "player" => Beyond::Player(self.named_player(named), self.name()?),
            "date" => Beyond::Date(self.dates()?),
            "earlier" => self.earlier()?,
            "ultrabullet" | "bullet" | "blitz" | "rapid" | "classical" | "correspondence" => {
                self.at -= 1;
                Beyond::Time(self.time_class()?)
            }
            _ => return Ok(None),
        }))
    }

    /// One player is only meant where a side stands right here: `white Q=0 elo 1500..` is about both.
    fn player(&mut self, named: Option<Side>) -> Option<Side> {
        named.or_else(|| self.side_right_before())
    }

    /// The same, but in what `any side` says that side, whoever was spoken of last.
    fn named_player(&mut self, named: Option<Side>) -> Option<Side> {
        let player = self.player(named);
        if player.is_none() && self.bound {
            self.mark_used();
            return Some(Side::Own);
        }
        player
    }

    /// `<10`, `<10 seconds`; a larger unit would have to be known before the sign is understood.
    fn seconds(&mut self) -> Result<Range, ParseError> {
        let range = self.comparison()?;
        let minutes = ["minutes", "minute", "mins", "min"];
        if minutes.into_iter().any(|word| self.is_word(word)) {
            let hint = "two minutes are `clock<120`";
            return Err(self
                .error(self.span(), "clocks are told in seconds")
                .with_hint(hint));
        }
        self.accept_any(&["seconds", "second", "secs", "sec", "s"]);
        Ok(range)
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
        let text = match self.peek() {
            Token::Quoted(text) => text,
            // As it was written: `Two` is not a number here.
            Token::Word(_) => &self.text[self.span()],
            Token::Number(_) if self.text[self.span()].starts_with(char::is_alphabetic) => {
                &self.text[self.span()]
            }
            _ => {
                return Err(self.unexpected("a name, in quotes where it has more than one word"));
            }
        };
        if text.trim().is_empty()
            || text.contains(['"', '\''])
            || text.chars().any(sissa_game::disturbs)
        {
            return Err(self.error(self.span(), format!("{} is not a name", quoted(text))));
        }
        self.at += 1;
        Ok(text.split_whitespace().collect::<Vec<_>>().join(" "))
    }

    /// A score in hundredths.
    pub(super) fn centipawns(&mut self) -> Result<i32, ParseError> {
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
            .map(|size: i32| if negative { -size } else { size })
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
}
