//! Which format a stream has, from its first line.

use super::token::{is_result, looks_like_move};

/// How a stream is divided into entries.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Format {
    /// One FEN, EPD or JSON record a line.
    Lines,
    /// One list of moves a line.
    Moves,
    /// Games over several lines.
    Pgn,
}

impl Format {
    /// The format of a stream with this first line.
    pub fn detect(line: &str) -> Format {
        let line = line.trim_start();
        let token = line.split_whitespace().next().unwrap_or("");
        let opens = |c: char| {
            let rest = line.strip_prefix(c).map(str::trim_start);
            rest.map(|rest| rest.chars().next())
        };
        match line.chars().next() {
            // A tag or a JSON array; a JSON object or a comment.
            Some('[')
                if opens('[')
                    .flatten()
                    .is_some_and(|c| c.is_ascii_alphabetic()) =>
            {
                Format::Pgn
            }
            Some('{') if matches!(opens('{'), Some(Some(c)) if c != '"' && c != '}') => Format::Pgn,
            Some(';' | '%') => Format::Pgn,
            _ if is_result(token) => Format::Pgn,
            _ if token.contains('/') => Format::Lines,
            Some('1'..='9')
                if token
                    .trim_start_matches(|c: char| c.is_ascii_digit())
                    .is_empty() =>
            {
                Format::Pgn
            }
            Some('1'..='9') if token.contains('.') => Format::Pgn,
            _ if looks_like_move(token) => Format::Moves,
            _ => Format::Lines,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_line_tells_the_format() {
        let check = |format, lines: &[&str]| {
            for line in lines {
                assert!(Format::detect(line) == format, "{line:?}");
            }
        };
        check(
            Format::Lines,
            &[
                "8/8/8/8/8/8/8/8",
                "  rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -",
                r#"{"type":"run"}"#,
                "{",
                "{}",
                r#"[{"fen":"…"}]"#,
                "hello",
                "(\u{fffd}/", // how compressed files begin
                "\u{0}\u{1}",
            ],
        );
        check(
            Format::Moves,
            &["e4 e5", "g1f3", "O-O", "0-0", "e4!?", "Nf3+"],
        );
        check(
            Format::Pgn,
            &[
                r#"[Event "?"]"#,
                "1. e4",
                "1.e4 e5",
                "1 e4",
                "12... Kd7",
                "{a comment}",
                "; a comment",
                "%escaped",
                "1-0",
                "1/2-1/2",
                "*",
            ],
        );
    }
}
