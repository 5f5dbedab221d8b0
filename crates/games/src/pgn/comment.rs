//! What programs write into comments: `[%clk 0:02:57.7]` and `[%eval -1.2]` or `[%eval #3]`.

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
            *eval = centipawns(value.trim_ascii_start()).or(*eval);
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
                let whole = (seconds + part) * 100;
                return i32::try_from(whole + i64::from(hundredths(&text[at + 1..]))).ok();
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
fn hundredths(fraction: &[u8]) -> i32 {
    let digit = |byte: &u8| byte.is_ascii_digit().then(|| i32::from(byte - b'0'));
    let tenths = fraction.first().and_then(digit);
    let rest = tenths.and_then(|_| fraction.get(1).and_then(digit));
    10 * tenths.unwrap_or(0) + rest.unwrap_or(0)
}

/// A number's digits and how many bytes they are; large ones stay at a million.
fn digits(text: &[u8]) -> (i32, usize) {
    let length = text.iter().position(|byte| !byte.is_ascii_digit());
    let length = length.unwrap_or(text.len());
    let number = text[..length].iter().fold(0, |number: i32, byte| {
        (10 * number + i32::from(byte - b'0')).min(1_000_000)
    });
    (number, length)
}

/// A score from White's view; a forced mate in n is [`MATE`] − n. Behind it may stand the depth:
/// `0.25,20`.
fn centipawns(text: &[u8]) -> Option<i16> {
    let (mate, text) = match text {
        [b'#', rest @ ..] => (true, rest),
        text => (false, text),
    };
    let (negative, text) = match text {
        [b'-', rest @ ..] => (true, rest),
        [b'+', rest @ ..] => (false, rest),
        text => (false, text),
    };
    let (whole, length) = digits(text);
    let size = match (mate, &text[length..]) {
        (true, _) if length == 0 || whole >= 1000 => return None,
        // `#-0` has lost as `#0` has won; the sign is all that tells.
        (true, _) => i32::from(MATE) - whole,
        (false, [b'.', fraction @ ..]) if length > 0 || digits(fraction).1 > 0 => {
            100 * whole + hundredths(fraction)
        }
        (false, _) if length > 0 => 100 * whole,
        _ => return None,
    };
    let limit = i32::from(MATE) - if mate { 0 } else { 1000 };
    let size = i16::try_from(size.min(limit)).ok()?;
    Some(if negative { -size } else { size })
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
