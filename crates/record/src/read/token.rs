//! The words of PGN movetext and tags.

use crate::MoveError;

/// Whether a token could open a list of moves, for telling the formats apart.
pub fn looks_like_move(token: &str) -> bool {
    let (text, _) = strip(token);
    let error = crate::parse_move(&shakmaty::Chess::default(), text).err();
    !text.is_empty() && !matches!(error, Some(MoveError::Unreadable(_)))
}

/// The four results, also as typographers write them.
pub fn is_result(token: &str) -> bool {
    matches!(
        token,
        "*" | "1-0" | "0-1" | "1/2-1/2" | "1/2" | "½-½" | "1–0" | "0–1" | "½–½" | "1/2–1/2"
    )
}

/// The token without move number, check marks and `!?`, and where the rest begins in it.
pub fn strip(token: &str) -> (&str, usize) {
    let after_digits = token.trim_start_matches(|c: char| c.is_ascii_digit());
    let after_number = match after_digits.strip_prefix(['.', '…']) {
        Some(_) => after_digits.trim_start_matches(['.', '…']),
        // `12` alone is a number, `0-0` is not.
        None if after_digits.is_empty() => after_digits,
        None => token,
    };
    let offset = token.len() - after_number.len();
    (after_number.trim_end_matches(['!', '?', '+', '#']), offset)
}

/// What stands between moves and is none: nothing left, signs of evaluation, `e.p.`.
pub fn is_annotation(text: &str) -> bool {
    text.is_empty()
        || text == "e.p."
        || (text != "--" && text.chars().all(|c| "+-=/\\<>~^∞±∓⩲⩱□⟳⇆→↑".contains(c)))
}

/// The value that ends with the first quote not escaped, and its length up to and with the `]`.
///
/// A value with quotes that should have been escaped ends with the last quote of the line.
pub fn tag_value(text: &str) -> Option<(String, usize)> {
    let mut value = String::new();
    let mut characters = text.char_indices();
    while let Some((at, character)) = characters.next() {
        match character {
            '"' => {
                let rest = &text[at + 1..];
                let blank = rest.len() - rest.trim_start().len();
                if rest[blank..].starts_with(']') {
                    return Some((value, at + 1 + blank + 1));
                }
                let (value, _) = text
                    .trim_end()
                    .strip_suffix(']')?
                    .trim_end()
                    .rsplit_once('"')?;
                return Some((value.to_owned(), text.len()));
            }
            '\\' => match characters.clone().next() {
                Some((_, escaped @ ('"' | '\\'))) => {
                    value.push(escaped);
                    characters.next();
                }
                _ => value.push('\\'),
            },
            _ => value.push(character),
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_marks_are_stripped() {
        for (token, stripped) in [
            ("e4", "e4"),
            ("1.e4", "e4"),
            ("12...Qxh7#!?", "Qxh7"),
            ("12…Qxh7", "Qxh7"),
            ("7", ""),
            ("7.", ""),
            ("!!", ""),
            ("0-0-0+", "0-0-0"),
            ("e8=Q++", "e8=Q"),
        ] {
            assert_eq!(strip(token).0, stripped, "{token}");
        }
        assert_eq!(strip("12...e4").1, 5);
    }

    #[test]
    fn tag_values_end_with_their_quote() {
        let value = |text| tag_value(text).map(|(value, _)| value);
        assert_eq!(value(r#"a"]"#).as_deref(), Some("a"));
        assert_eq!(value(r#"a\"b\\" ] [c "d"]"#).as_deref(), Some(r#"a"b\"#));
        assert_eq!(value(r#"a "b" c"]"#).as_deref(), Some(r#"a "b" c"#));
        assert_eq!(value(r#"a\b"]"#).as_deref(), Some(r"a\b"));
        assert_eq!(value(r#"a"#), None);
        assert_eq!(value(r#"a" b"#), None);
        assert_eq!(tag_value(r#"a" ] "#).map(|(_, length)| length), Some(4));
    }
}
