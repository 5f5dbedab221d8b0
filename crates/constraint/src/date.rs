//! Days of the calendar as numbers `yyyymmdd`: how `date` is written and compared.

use crate::Range;

/// The first and the last day that are meant by a year, a month or a day; none where there is no such day.
pub(crate) fn days(year: i32, month: Option<i32>, day: Option<i32>) -> Option<(i32, i32)> {
    if !(1000..=2999).contains(&year) {
        return None;
    }
    let number = |month: i32, day: i32| year * 10_000 + month * 100 + day;
    let Some(month) = month else {
        return Some((number(1, 1), number(12, 31)));
    };
    if !(1..=12).contains(&month) {
        return None;
    }
    let length = month_length(year, month);
    match day {
        None => Some((number(month, 1), number(month, length))),
        Some(day) => (1..=length)
            .contains(&day)
            .then(|| (number(month, day), number(month, day))),
    }
}

fn month_length(year: i32, month: i32) -> i32 {
    match month {
        2 if year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    }
}

/// The day after.
pub(crate) fn next(day: i32) -> i32 {
    let (year, month) = (day / 10_000, day / 100 % 100);
    if day % 100 < month_length(year, month) {
        day + 1
    } else if month < 12 {
        year * 10_000 + (month + 1) * 100 + 1
    } else {
        (year + 1) * 10_000 + 101
    }
}

/// The day before.
pub(crate) fn previous(day: i32) -> i32 {
    let (year, month) = (day / 10_000, day / 100 % 100);
    if day % 100 > 1 {
        day - 1
    } else if month > 1 {
        year * 10_000 + (month - 1) * 100 + month_length(year, month - 1)
    } else {
        (year - 1) * 10_000 + 1231
    }
}

/// A day as `2020-05-17`.
pub(crate) fn day_text(day: i32) -> String {
    format!(
        "{:04}-{:02}-{:02}",
        day / 10_000,
        day / 100 % 100,
        day % 100
    )
}

/// `=2020..2023`, `=2020-05-17`, `>=2020-05-17`: whole years in short.
pub(crate) fn text(range: Range) -> String {
    let years = |min: i32, max: i32| min % 10_000 == 101 && max % 10_000 == 1231;
    match range {
        Range { min: i32::MIN, max } => format!("<={}", day_text(max)),
        Range { min, max: i32::MAX } => format!(">={}", day_text(min)),
        Range { min, max } if years(min, max) && min / 10_000 == max / 10_000 => {
            format!("={}", min / 10_000)
        }
        Range { min, max } if years(min, max) => format!("={}..{}", min / 10_000, max / 10_000),
        Range { min, max } if min == max => format!("={}", day_text(min)),
        Range { min, max } => format!("={}..{}", day_text(min), day_text(max)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_follow_each_other_through_leap_years() {
        for (day, after) in [
            (20_200_228, 20_200_229),
            (20_200_229, 20_200_301),
            (21_000_228, 21_000_301),
            (20_191_231, 20_200_101),
            (20_190_430, 20_190_501),
        ] {
            assert_eq!((next(day), previous(after)), (after, day));
        }
        assert_eq!(days(2020, Some(2), None), Some((20_200_201, 20_200_229)));
        assert_eq!(days(2019, Some(2), Some(29)), None);
        assert_eq!(days(20, None, None), None);
    }
}
