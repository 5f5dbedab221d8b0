//! The tags of a game that have a column, and what their texts mean.

use shakmaty::{Chess, Color};
use sissa_constraint::TimeClass;

/// The result of a game as PGN writes it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Outcome {
    White,
    Black,
    Draw,
    #[default]
    Unknown,
}

impl Outcome {
    pub(crate) fn parse(text: &[u8]) -> Outcome {
        match text {
            b"1-0" => Outcome::White,
            b"0-1" => Outcome::Black,
            b"1/2-1/2" | b"1/2" => Outcome::Draw,
            text if text == "½-½".as_bytes() => Outcome::Draw,
            _ => Outcome::Unknown,
        }
    }

    pub(crate) fn text(self) -> &'static str {
        match self {
            Outcome::White => "1-0",
            Outcome::Black => "0-1",
            Outcome::Draw => "1/2-1/2",
            Outcome::Unknown => "*",
        }
    }

    pub(crate) fn winner(self) -> Option<Color> {
        match self {
            Outcome::White => Some(Color::White),
            Outcome::Black => Some(Color::Black),
            Outcome::Draw | Outcome::Unknown => None,
        }
    }
}

/// A time control, as far as its text tells.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TimeControl {
    /// Seconds at the start; of several periods the first.
    pub base: Option<u32>,
    /// Seconds added with each move.
    pub increment: Option<u32>,
    /// How fast that is.
    pub class: Option<TimeClass>,
}

impl TimeControl {
    /// Reads `300+8`, `180`, `40/7200:3600`, `1/86400` (days for a move) or `-` (no clock).
    ///
    /// ```
    /// use sissa_constraint::TimeClass;
    /// let time = sissa_games::TimeControl::parse("300+8");
    /// assert_eq!((time.base, time.increment), (Some(300), Some(8)));
    /// assert_eq!(time.class, Some(TimeClass::Rapid));
    /// assert_eq!(sissa_games::TimeControl::parse("?").class, None);
    /// ```
    pub fn parse(text: &str) -> TimeControl {
        let text = text.trim();
        if text == "-" {
            return TimeControl {
                class: Some(TimeClass::Correspondence),
                ..TimeControl::default()
            };
        }
        let period = text.split(':').next().unwrap_or_default();
        let (moves, period) = match period.split_once('/') {
            Some((moves, period)) => (moves.parse().ok(), period),
            None => (None::<u32>, period),
        };
        let (base, increment) = period.split_once('+').unwrap_or((period, "0"));
        let (Ok(base), Ok(increment)) = (base.parse::<u32>(), increment.parse::<u32>()) else {
            return TimeControl::default();
        };
        if moves == Some(1) {
            return TimeControl {
                class: Some(TimeClass::Correspondence),
                ..TimeControl::default()
            };
        }
        TimeControl::of(base, increment)
    }

    fn of(base: u32, increment: u32) -> TimeControl {
        // Forty moves are taken for a game, as Lichess does.
        let class = match u64::from(base) + 40 * u64::from(increment) {
            0..30 => TimeClass::Ultrabullet,
            30..180 => TimeClass::Bullet,
            180..480 => TimeClass::Blitz,
            480..1500 => TimeClass::Rapid,
            _ => TimeClass::Classical,
        };
        TimeControl {
            base: Some(base),
            increment: Some(increment),
            class: Some(class),
        }
    }

    /// What it means where a clock shows so many hundredths of a second after the first move. Organisers write an hour and
    /// a half and half a minute a move as `90+30`, where PGN has seconds: a clock that shows many times as much tells.
    pub(crate) fn seen_on(self, clock: i32) -> TimeControl {
        let (Some(base), Some(increment)) = (self.base, self.increment) else {
            return self;
        };
        let most = 5 * 100 * (i64::from(base) + i64::from(increment));
        if i64::from(clock) <= most {
            return self;
        }
        TimeControl::of(base.saturating_mul(60), increment)
    }
}

/// The word for a class.
pub(crate) fn class_word(class: TimeClass) -> &'static str {
    match class {
        TimeClass::Ultrabullet => "ultrabullet",
        TimeClass::Bullet => "bullet",
        TimeClass::Blitz => "blitz",
        TimeClass::Rapid => "rapid",
        TimeClass::Classical => "classical",
        TimeClass::Correspondence => "correspondence",
    }
}

/// The class a word stands for.
///
/// ```
/// assert_eq!(sissa_games::time_class("rapid"), Some(sissa_constraint::TimeClass::Rapid));
/// ```
pub fn time_class(word: &str) -> Option<TimeClass> {
    const ALL: [TimeClass; 6] = [
        TimeClass::Ultrabullet,
        TimeClass::Bullet,
        TimeClass::Blitz,
        TimeClass::Rapid,
        TimeClass::Classical,
        TimeClass::Correspondence,
    ];
    ALL.into_iter()
        .find(|class| class_word(*class).eq_ignore_ascii_case(word))
}

/// The tags of one game; cleared and used again for the next.
#[derive(Clone, Debug, Default)]
pub(crate) struct Header {
    /// Whether there is any tag, known or not.
    pub tagged: bool,
    pub event: Option<String>,
    pub site: Option<String>,
    pub white: Option<String>,
    pub black: Option<String>,
    /// Days since 1970-01-01.
    pub date: Option<i32>,
    pub outcome: Option<Outcome>,
    pub white_elo: Option<u16>,
    pub black_elo: Option<u16>,
    pub time_control: Option<String>,
    pub time: TimeControl,
    pub class_tag: Option<TimeClass>,
    pub eco: Option<String>,
    pub opening: Option<String>,
    pub termination: Option<String>,
    pub variant: Option<String>,
    pub fen: Option<String>,
    pub start: Option<Chess>,
}

/// Sets a text, keeping the room of the last game's; unknown values are none.
fn set(slot: &mut Option<String>, value: &str) {
    let value = value.trim();
    *slot = (!value.is_empty() && value != "?" && value != "-").then(|| value.to_owned());
}

impl Header {
    /// Takes in a tag; unknown ones are passed over.
    pub(crate) fn tag(&mut self, name: &[u8], value: &str) {
        match name {
            b"Event" => set(&mut self.event, value),
            // Lichess puts the address here; Chess.com has a tag of its own for it.
            b"Site" if self.site.is_none() => set(&mut self.site, value),
            b"Link" => set(&mut self.site, value),
            b"White" => set(&mut self.white, value),
            b"Black" => set(&mut self.black, value),
            b"Result" => self.outcome = Some(Outcome::parse(value.trim().as_bytes())),
            b"UTCDate" => self.date = date(value).or(self.date),
            b"Date" if self.date.is_none() => self.date = date(value),
            b"WhiteElo" => self.white_elo = elo(value),
            b"BlackElo" => self.black_elo = elo(value),
            b"TimeControl" => {
                self.time = TimeControl::parse(value);
                let known = !matches!(value.trim(), "" | "?");
                self.time_control = known.then(|| value.trim().to_owned());
            }
            // Some compilers of archives mark a class they only infer with a question mark.
            b"TimeClass" => self.class_tag = time_class(value.trim().trim_end_matches('?')),
            b"ECO" => set(&mut self.eco, value),
            b"Opening" => set(&mut self.opening, value),
            b"Termination" => set(&mut self.termination, value),
            b"Variant" => set(&mut self.variant, value),
            b"FEN" => set(&mut self.fen, value),
            _ => {}
        }
    }

    pub(crate) fn clear(&mut self) {
        *self = Header::default();
    }

    /// The variant, where it is not chess.
    pub(crate) fn other_variant(&self) -> Option<&str> {
        const CHESS: [&str; 5] = ["standard", "chess", "normal", "from position", "classical"];
        let name = self.variant.as_deref()?;
        (!CHESS.iter().any(|chess| chess.eq_ignore_ascii_case(name))).then_some(name)
    }
}

/// A rating; `?`, `-` and 0 are none.
fn elo(value: &str) -> Option<u16> {
    value
        .trim()
        .parse()
        .ok()
        .filter(|elo| (1..5000).contains(elo))
}

/// Days since 1970-01-01 of `2013.08.31`; none where a part is unknown.
fn date(value: &str) -> Option<i32> {
    let mut parts = value.trim().splitn(3, ['.', '-', '/']);
    let mut part = || parts.next()?.parse::<i32>().ok();
    let (year, month, day) = (part()?, part()?, part()?);
    if !(1..=9999).contains(&year) || !(1..=12).contains(&month) {
        return None;
    }
    let leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    let longest = match month {
        2 if leap => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    };
    if !(1..=longest).contains(&day) {
        return None;
    }
    // Howard Hinnant's days_from_civil: years begin in March, so that leap days come last.
    let shifted = if month <= 2 { year - 1 } else { year };
    let era = shifted.div_euclid(400);
    let year_of_era = shifted - era * 400;
    let day_of_year = (153 * ((month + 9) % 12) + 2) / 5 + day - 1;
    let day_of_era = year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + day_of_year;
    Some(era * 146_097 + day_of_era - 719_468)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_count_from_1970() {
        for (text, days) in [
            ("1970.01.01", Some(0)),
            ("1969.12.31", Some(-1)),
            ("2000.02.29", Some(11_016)),
            ("2013.08.31", Some(15_948)),
            ("2001.02.29", None),
            ("2013.??.??", None),
            ("????.??.??", None),
            ("", None),
        ] {
            assert_eq!(date(text), days, "{text}");
        }
    }

    #[test]
    fn clocks_tell_minutes_from_seconds() {
        let seen = |text: &str, clock| {
            let time = TimeControl::parse(text).seen_on(clock);
            (time.base, time.class)
        };
        let classical = Some(TimeClass::Classical);
        assert_eq!(seen("90+30", 542_000), (Some(5400), classical));
        assert_eq!(seen("5400+30", 542_000), (Some(5400), classical));
        let bullet = Some(TimeClass::Bullet);
        assert_eq!(seen("60+1", 6_100), (Some(60), bullet));
        assert_eq!(seen("60+1", crate::pgn::NO_CLOCK), (Some(60), bullet));
        assert_eq!(seen("-", 542_000).0, None);
    }

    #[test]
    fn time_controls_have_classes() {
        for (text, base, class) in [
            ("60+0", Some(60), Some(TimeClass::Bullet)),
            ("15+0", Some(15), Some(TimeClass::Ultrabullet)),
            ("300+3", Some(300), Some(TimeClass::Blitz)),
            ("180", Some(180), Some(TimeClass::Blitz)),
            ("40/7200:3600", Some(7200), Some(TimeClass::Classical)),
            ("1/86400", None, Some(TimeClass::Correspondence)),
            ("-", None, Some(TimeClass::Correspondence)),
            ("?", None, None),
            ("fast", None, None),
            ("99999999999", None, None),
        ] {
            let time = TimeControl::parse(text);
            assert_eq!((time.base, time.class), (base, class), "{text}");
        }
    }
}
