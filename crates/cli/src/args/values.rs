//! Values of flags: numbers, durations, squares.

use std::time::Duration;

use shakmaty::{Bitboard, Square};

/// Squares to point out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Marks(pub Bitboard);

/// A number of at least 1; `_` may group its digits.
pub fn count(text: &str) -> Result<u64, String> {
    match text.replace('_', "").parse() {
        Ok(0) => Err("must be at least 1".to_owned()),
        Ok(number) => Ok(number),
        Err(_) => Err("not a whole number from 1".to_owned()),
    }
}

/// A number of threads.
pub fn threads(text: &str) -> Result<usize, String> {
    match text.parse() {
        Ok(number @ 1..=1024) => Ok(number),
        _ => Err("not a number from 1 to 1024".to_owned()),
    }
}

/// A level of the opponent.
pub fn level(text: &str) -> Result<u32, String> {
    match text.parse() {
        Ok(level @ 1..=8) => Ok(level),
        Ok(600..=3200) => Err(format!("levels go from 1 to 8; a rating is `--elo {text}`")),
        _ => Err("not a level from 1 to 8".to_owned()),
    }
}

/// A number from 0 to 1.
pub fn share(text: &str) -> Result<f32, String> {
    match text.parse() {
        Ok(number) if (0.0..=1.0).contains(&number) => Ok(number),
        _ => Err("not a number from 0 to 1".to_owned()),
    }
}

/// Seconds, or a number with `ms`, `s`, `m` or `h`.
pub fn duration(text: &str) -> Result<Duration, String> {
    let text = text.trim();
    let digits = text.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    let seconds = match text[digits.len()..].to_ascii_lowercase().as_str() {
        "ms" => 0.001,
        "" | "s" => 1.0,
        "m" | "min" => 60.0,
        "h" => 3600.0,
        unit => return Err(format!("unknown unit `{unit}`: write 500ms, 10s, 2m or 1h")),
    };
    digits
        .trim_end()
        .parse()
        .ok()
        .and_then(|number: f64| Duration::try_from_secs_f64(number * seconds).ok())
        .filter(|duration| !duration.is_zero())
        .ok_or_else(|| "not a time such as 10, 0.5, 500ms or 2m".to_owned())
}

/// What a clock begins with, and what each move adds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimeControl {
    pub base: Duration,
    pub increment: Duration,
}

/// Minutes and the seconds that each move adds, such as `5+3`; without the latter, `5`.
pub fn time_control(text: &str) -> Result<TimeControl, String> {
    let (base, increment) = text.split_once('+').unwrap_or((text, "0"));
    let number = |text: &str, unit: f64| {
        let number: f64 = text.trim().parse().ok()?;
        Duration::try_from_secs_f64(number * unit).ok()
    };
    number(base, 60.0)
        .zip(number(increment, 1.0))
        .filter(|(base, increment)| !base.is_zero() && base.max(increment) <= &DAY)
        .map(|(base, increment)| TimeControl { base, increment })
        .ok_or_else(|| "not minutes and seconds a move, such as 5+3 or 10".to_owned())
}

const DAY: Duration = Duration::from_secs(86_400);

/// Squares, joined by commas or spaces.
pub fn marks(text: &str) -> Result<Marks, String> {
    let mut marks = Bitboard::EMPTY;
    for name in text.split([',', ' ']).filter(|name| !name.is_empty()) {
        let square: Square = name
            .to_ascii_lowercase()
            .parse()
            .map_err(|_| format!("`{name}` is not a square; write squares such as e4,d5"))?;
        marks.add(square);
    }
    Ok(Marks(marks))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn durations_have_units() {
        for (text, milliseconds) in [
            ("10", 10_000),
            ("0.5", 500),
            ("500ms", 500),
            ("2m", 120_000),
            ("1h", 3_600_000),
            ("3 s", 3_000),
        ] {
            assert_eq!(
                duration(text),
                Ok(Duration::from_millis(milliseconds)),
                "{text}"
            );
        }
        for text in ["", "0", "-1", "nan", "inf", "1e400", "5 weeks", "ms", "１"] {
            assert!(duration(text).is_err(), "{text}");
        }
    }

    #[test]
    fn clocks_are_minutes_and_seconds_a_move() {
        let control = |base, increment| {
            Ok(TimeControl {
                base: Duration::from_secs(base),
                increment: Duration::from_secs(increment),
            })
        };
        assert_eq!(time_control("5+3"), control(300, 3));
        assert_eq!(time_control("0.5"), control(30, 0));
        for text in ["", "0+5", "5+", "-1", "5+-3", "nan", "1e9", "five"] {
            assert!(time_control(text).is_err(), "{text}");
        }
    }

    #[test]
    fn squares_are_joined_by_commas_or_spaces() {
        let expected = Bitboard::EMPTY.with(Square::E4).with(Square::D5);
        assert_eq!(marks("e4,d5"), Ok(Marks(expected)));
        assert_eq!(marks("D5 e4"), Ok(Marks(expected)));
        assert!(marks("e9").is_err());
    }
}
