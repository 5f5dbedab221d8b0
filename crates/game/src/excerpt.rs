//! A short, printable piece of an input, with the offending part marked.
//!
//! Inputs may be megabytes long or binary; what is quoted in a message must be neither. An excerpt
//! is at most [`Excerpt::WIDTH`] characters, keeps the marked part in view and escapes whatever
//! would move the cursor or ring the bell.
//!
//! ```
//! use sissa_game::Excerpt;
//!
//! let excerpt = Excerpt::new(b"8/8/8\x07", 4..5);
//! assert_eq!(excerpt.text, r"8/8/8\u{7}");
//! assert_eq!(excerpt.caret_line(), "    ^");
//! ```

use std::ops::Range;

/// A printable piece of an input. See the module's documentation.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Excerpt {
    /// At most [`Excerpt::WIDTH`] printable characters, `…` where something was left out.
    pub text: String,
    /// The offending part, counted in characters of `text`; empty when there is none.
    pub mark: Range<usize>,
}

impl Excerpt {
    /// The greatest number of characters in [`Excerpt::text`].
    pub const WIDTH: usize = 60;

    /// An excerpt of `input` in which the bytes `mark` are in view.
    pub fn new(input: &[u8], mark: Range<usize>) -> Excerpt {
        let mark = mark.start.min(input.len())..mark.end.min(input.len());
        // A window of bytes that certainly holds the characters to show: escapes only make them
        // longer. It bounds the work on a huge line.
        let from = mark.start.saturating_sub(4 * Excerpt::WIDTH);
        let to = input.len().min(mark.start + 4 * Excerpt::WIDTH);

        let mut shown: Vec<String> = Vec::new();
        let (mut first, mut last) = (None, 0);
        let mut offset = from;
        for chunk in input[from..to].utf8_chunks() {
            for character in chunk.valid().chars() {
                if mark.contains(&offset) {
                    first.get_or_insert(shown.len());
                    last = shown.len() + 1;
                }
                offset += character.len_utf8();
                shown.push(visible(character));
            }
            for byte in chunk.invalid() {
                if mark.contains(&offset) {
                    first.get_or_insert(shown.len());
                    last = shown.len() + 1;
                }
                offset += 1;
                shown.push(format!("\\x{byte:02x}"));
            }
        }
        fit(&shown, first.unwrap_or(0)..last, from > 0, to < input.len())
    }

    /// A text made fit for quoting in a message.
    pub fn quote(text: &str) -> String {
        Excerpt::new(text.as_bytes(), 0..0).text
    }

    /// Carets to print under [`Excerpt::text`]; empty when nothing is marked.
    pub fn caret_line(&self) -> String {
        if self.mark.is_empty() {
            return String::new();
        }
        " ".repeat(self.mark.start) + &"^".repeat(self.mark.len())
    }
}

/// Chooses the run of pieces to show, and counts the mark in characters of the result.
fn fit(pieces: &[String], mark: Range<usize>, more_before: bool, more_after: bool) -> Excerpt {
    let width = |piece: &String| piece.chars().count();
    let total: usize = pieces.iter().map(width).sum();
    let fits = total <= Excerpt::WIDTH && !more_before && !more_after;

    // Begin at the start when the mark is visible from there, else a little before the mark.
    let before_mark: usize = pieces[..mark.start.min(pieces.len())]
        .iter()
        .map(width)
        .sum();
    let begin = if !more_before && (fits || before_mark < Excerpt::WIDTH / 2) {
        0
    } else {
        let mut context = 15;
        let reach = |piece: &&String| {
            let fits = width(piece) <= context;
            context = context.saturating_sub(width(piece));
            fits
        };
        let shown = pieces[..mark.start.min(pieces.len())].iter().rev();
        mark.start - shown.take_while(reach).count()
    };

    let mut excerpt = Excerpt::default();
    let mut used = 0;
    if begin > 0 || more_before {
        excerpt.text.push('…');
        used = 1;
    }
    let room = Excerpt::WIDTH - usize::from(!fits);
    let (mut start, mut end) = (used, used);
    for (index, piece) in pieces.iter().enumerate().skip(begin) {
        if used + width(piece) > room {
            excerpt.text.push('…');
            excerpt.mark = start..end.max(start);
            return excerpt;
        }
        if index == mark.start {
            start = used;
            end = used;
        }
        used += width(piece);
        if mark.contains(&index) {
            end = used;
        }
        excerpt.text.push_str(piece);
    }
    if more_after {
        excerpt.text.push('…');
    }
    excerpt.mark = start..end.max(start);
    excerpt
}

/// Whether a character moves the cursor, rings the bell, hides itself or turns the text around it: nothing of
/// the kind may come from outside and be shown.
///
/// ```
/// assert!(sissa_game::disturbs('\x1b') && sissa_game::disturbs('\u{202e}'));
/// assert!(!sissa_game::disturbs('é'));
/// ```
pub fn disturbs(character: char) -> bool {
    character.is_control()
        || matches!(character, '\u{61c}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}')
}

/// At most so many characters of a text; instead of what disturbs stands `\u{fffd}`.
///
/// ```
/// assert_eq!(sissa_game::visible_line("a\u{202e}bc", 3), "a\u{fffd}b…");
/// ```
pub fn visible_line(text: &str, most: usize) -> String {
    let shown = |c| if disturbs(c) { '\u{fffd}' } else { c };
    let mut line: String = text.chars().take(most).map(shown).collect();
    if text.chars().nth(most).is_some() {
        line.push('…');
    }
    line
}

/// A character as it may be printed: control and direction-changing characters as escapes.
fn visible(character: char) -> String {
    if disturbs(character) {
        character.escape_unicode().to_string()
    } else {
        character.to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(input: &[u8], mark: Range<usize>, text: &str, marked: &str) {
        let excerpt = Excerpt::new(input, mark);
        assert_eq!(excerpt.text, text);
        let skip = excerpt.text.chars().skip(excerpt.mark.start);
        assert_eq!(skip.take(excerpt.mark.len()).collect::<String>(), marked);
        assert!(excerpt.text.chars().count() <= Excerpt::WIDTH);
    }

    #[test]
    fn short_text_is_shown_whole() {
        check(b"8/8/x8", 4..5, "8/8/x8", "x");
        check("½-½".as_bytes(), 0..2, "½-½", "½");
        check(b"", 0..0, "", "");
        check(b"abc", 9..12, "abc", "");
    }

    #[test]
    fn control_and_broken_characters_are_escaped() {
        check(b"a\x1b[31mb\xff", 1..2, r"a\u{1b}[31mb\xff", r"\u{1b}");
        check("a\u{202e}b".as_bytes(), 0..1, r"a\u{202e}b", "a");
    }

    #[test]
    fn long_text_is_cut_around_the_mark() {
        let long = "x".repeat(1_000_000);
        check(long.as_bytes(), 0..1, &format!("{}…", "x".repeat(59)), "x");
        let mut far = long.into_bytes();
        far[500_000] = b'Z';
        let excerpt = Excerpt::new(&far, 500_000..500_001);
        assert!(excerpt.text.starts_with('…') && excerpt.text.ends_with('…'));
        assert_eq!(excerpt.text.chars().position(|c| c == 'Z'), Some(16));
        assert_eq!(excerpt.mark, 16..17);
        check(
            &[0; 80],
            0..1,
            &format!("{}…", r"\u{0}".repeat(11)),
            r"\u{0}",
        );
    }
}
