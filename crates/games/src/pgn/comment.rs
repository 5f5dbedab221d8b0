//! What programs write into comments: `[%clk 0:02:57.7]` and `[%eval -1.2]` or `[%eval #3]`.

use memchr::memchr;

/// Scores of forced mates: this less the number of moves.
pub(crate) const MATE: i16 = 32_000;

/// Reads the commands of a comment.
pub(crate) fn commands(comment: &[u8], clock: &mut Option<i32>, eval: &mut Option<i16>) {
    let mut rest = comment;
    // Byte by byte: most comments are a command or two and nothing else.
    while let [first, behind @ ..] = rest {
        rest = behind;
        if *first != b'%' {
            continue;
        }
        if let Some(value) = rest.strip_prefix(b"clk ") {
            *clock = hundredths_of_clock(value.trim_ascii_start()).or(*clock);
        } else if let Some(value) = rest.strip_prefix(b"eval ") {
            let end = memchr(b']', value).unwrap_or(value.len());
            let text = std::str::from_utf8(&value[..end]).unwrap_or_default();
            *eval = centipawns(text.trim()).or(*eval);
        }
    }
}

/// Hundredths of a second of `h:mm:ss` or `h:mm:ss.f`, up to a bracket or a space. Byte by byte:
/// an archive has one for every move.
fn hundredths_of_clock(text: &[u8]) -> Option<i32> {
    let (mut seconds, mut part, mut digits) = (0i64, 0i64, 0);
    for (at, byte) in text.iter().enumerate() {
        match byte {
            b'0'..=b'9' if digits < 8 => {
                part = 10 * part + i64::from(byte - b'0');
                digits += 1;
            }
            b':' if digits > 0 && seconds < 1 << 32 => {
                seconds = (seconds + part) * 60;
                (part, digits) = (0, 0);
            }
            b'.' if digits > 0 => {
                let fraction = &text[at + 1..];
                let end = fraction.iter().position(|byte| !byte.is_ascii_digit());
                let fraction = std::str::from_utf8(&fraction[..end.unwrap_or(fraction.len())]);
                let hundredths = two_digits(fraction.ok()?)?;
                return i32::try_from((seconds + part) * 100 + i64::from(hundredths)).ok();
            }
            b']' | b' ' if digits > 0 => break,
            _ => return None,
        }
    }
    match digits {
        0 => None,
        _ => i32::try_from((seconds + part) * 100).ok(),
    }
}

/// The first two digits of a fraction, as hundredths.
fn two_digits(fraction: &str) -> Option<i32> {
    if !fraction.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let digit = |at: usize| {
        let byte = fraction.as_bytes().get(at).copied().unwrap_or(b'0');
        i32::from(byte - b'0')
    };
    Some(10 * digit(0) + digit(1))
}

/// A score from White's view; a forced mate in n is [`MATE`] − n.
fn centipawns(text: &str) -> Option<i16> {
    // Some programs add the depth: `0.25,20`.
    let text = text.split(',').next()?.trim();
    if let Some(mate) = text.strip_prefix('#') {
        let moves: i16 = mate
            .parse()
            .ok()
            .filter(|n: &i16| n.unsigned_abs() < 1000)?;
        // `#-0` has lost as `#0` has won; the sign is all that tells.
        let lost = mate.starts_with('-');
        return Some(if lost { -MATE - moves } else { MATE - moves });
    }
    let negative = text.starts_with('-');
    let (whole, fraction) = text.split_once('.').unwrap_or((text, ""));
    let whole: i32 = match whole {
        "" | "-" | "+" => 0,
        whole => whole.parse().ok()?,
    };
    let size = whole.checked_abs()?.checked_mul(100)? + two_digits(fraction)?;
    let limit = i32::from(MATE) - 1000;
    let score = if negative { -size } else { size }.clamp(-limit, limit);
    i16::try_from(score).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clocks_and_scores_are_read() {
        for (comment, clock, eval) in [
            ("[%clk 0:03:00]", Some(18_000), None),
            (" [%eval 0.17] [%clk 0:00:59.9] ", Some(5_990), Some(17)),
            ("[%eval -12.5]", None, Some(-1250)),
            ("[%eval #3]", None, Some(31_997)),
            ("[%eval #-2]", None, Some(-31_998)),
            ("[%eval .5,22] 50% better", None, Some(50)),
            ("[%eval -0.05]", None, Some(-5)),
            ("[%clk soon] [%eval ?]", None, None),
            ("[%clk 9999999:00:00]", None, None),
            ("[%eval 99999]", None, Some(31_000)),
            ("100 % sure", None, None),
        ] {
            let mut found = (None, None);
            commands(comment.as_bytes(), &mut found.0, &mut found.1);
            assert_eq!(found, (clock, eval), "{comment}");
        }
    }
}
