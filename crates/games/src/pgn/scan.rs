//! Where games begin and end.
//!
//! One rule for whoever cuts a stream into pieces and whoever reads them: a game ends where, outside
//! of a comment, a line begins with `[` after its movetext. Two things keep damage local: a comment
//! that contains a line `[Event "` was never closed, and ends there; a game without movetext ends
//! where a second `[Event` follows an empty line.

use memchr::{memchr, memchr3, memmem, memrchr};

const EVENT: &[u8] = b"\n[Event \"";

/// The first byte at or after `at` that is not blank (or a byte-order mark).
pub(crate) fn skip_blank(text: &[u8], mut at: usize) -> usize {
    loop {
        match text.get(at) {
            Some(b' ' | b'\t' | b'\r' | b'\n' | 0) => at += 1,
            Some(0xef) if text[at..].starts_with(b"\xef\xbb\xbf") => at += 3,
            _ => return at,
        }
    }
}

/// The end of the line at `at`, its line break included.
pub(crate) fn next_line(text: &[u8], at: usize) -> usize {
    memchr(b'\n', &text[at..]).map_or(text.len(), |found| at + found + 1)
}

/// Whether a tag line at `at` begins another game, given what came before in this one.
pub(crate) fn begins_another(text: &[u8], at: usize, blank: bool, event: bool) -> bool {
    blank && event && text[at..].starts_with(b"[Event ")
}

/// The end of the comment whose brace is at `at`, behind the closing brace. `None` if it does not
/// end in this text.
pub(crate) fn comment_end(text: &[u8], at: usize) -> Option<Comment> {
    let close = memchr(b'}', &text[at..]).map(|found| at + found);
    let inside = &text[at..close.unwrap_or(text.len())];
    // Only a comment of several lines can swallow a game.
    if inside.len() > EVENT.len()
        && memchr(b'\n', inside).is_some()
        && let Some(found) = memmem::find(inside, EVENT)
    {
        return Some(Comment::Unclosed(at + found + 1));
    }
    close.map(|close| Comment::Closed(close + 1))
}

/// How a comment ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Comment {
    Closed(usize),
    /// Another game begins inside of it.
    Unclosed(usize),
}

/// The end of the movetext that goes on at `at`: where the next game's tags begin. `None` if that is
/// not in this text.
pub(crate) fn movetext_end(text: &[u8], mut at: usize) -> Option<usize> {
    loop {
        let found = at + memchr3(b'\n', b'{', b';', text.get(at..)?)?;
        match text[found] {
            b'\n' if text.get(found + 1) == Some(&b'[') => return Some(found + 1),
            b'\n' => at = found + 1,
            b'{' => match comment_end(text, found)? {
                Comment::Closed(end) => at = end,
                Comment::Unclosed(end) => return Some(end),
            },
            _ => at = found + memchr(b'\n', &text[found..])?,
        }
    }
}

/// How much of the text, from the start of a game, is games that have ended: what follows begins
/// another one. 0 if not even the first has.
pub(crate) fn complete_games(text: &[u8]) -> usize {
    if let Some(start) = last_event(text) {
        return start;
    }
    let mut whole = 0;
    let mut at = 0;
    loop {
        match game_end(text, at) {
            Some(end) => {
                whole = end;
                at = end;
            }
            None => return whole,
        }
    }
}

/// The last line `[Event "` that surely begins a game: behind movetext a comment cannot hide it. So
/// most stretches are cut without looking at what is before.
fn last_event(text: &[u8]) -> Option<usize> {
    let line = memmem::rfind(text, EVENT)?;
    let before = text[..line].trim_ascii_end();
    let begin = memrchr(b'\n', before).map_or(0, |found| found + 1);
    // Behind another tag it may belong to the same game.
    let first = skip_blank(before, begin);
    (before.get(first)? != &b'[').then_some(line + 1)
}

/// The end of the game that begins at `at`, if another follows in the text.
fn game_end(text: &[u8], at: usize) -> Option<usize> {
    let mut at = skip_blank(text, at);
    let (mut blank, mut event) = (false, false);
    while text.get(at)? == &b'[' {
        if begins_another(text, at, blank, event) {
            return Some(at);
        }
        event |= text[at..].starts_with(b"[Event ");
        let end = next_line(text, at);
        at = skip_blank(text, end);
        blank = text[end..at].contains(&b'\n');
    }
    movetext_end(text, at)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, rest: &str) {
        let whole = complete_games(text.as_bytes());
        assert_eq!(&text[whole..], rest);
    }

    #[test]
    fn a_game_ends_where_tags_follow_movetext() {
        check(
            "[Event \"a\"]\n\n1. e4 *\n\n[Event \"b\"]\n\n1. d4 *\n",
            "[Event \"b\"]\n\n1. d4 *\n",
        );
        check(
            "[White \"a\"]\r\n\r\n1. e4 *\r\n[White \"b\"]\r\n",
            "[White \"b\"]\r\n",
        );
        check("[Event \"a\"]\n\n1. e4 *\n", "[Event \"a\"]\n\n1. e4 *\n");
        check("", "");
    }

    #[test]
    fn comments_hide_brackets() {
        let game = "[Event \"a\"]\n\n1. e4 {look:\n[White \"x\"]\n} e5 *\n";
        check(game, game);
        check(&format!("{game}\n[Event \"b\"]\n"), "[Event \"b\"]\n");
        let game = "[Event \"{\"]\n\n1. e4 ; a { brace\n *\n";
        check(&format!("{game}\n[Event \"b\"]\n"), "[Event \"b\"]\n");
    }

    /// Wherever a text is cut, its games are those of the whole text.
    #[test]
    fn cuts_agree_with_the_long_way() {
        let pieces = [
            "[Event \"a\"]\n",
            "[White \"x\"]\n",
            "  [Event \"b\"]\n",
            "\n",
            "\r\n",
            "1. e4 {c} e5 *\n",
            "1. e4 {open\n",
            "d4 } ; {\n",
            "{[%clk 0:01:00]}",
            "\0",
        ];
        let mut state = 1u64;
        for _ in 0..20_000 {
            let mut text = String::new();
            for _ in 0..12 {
                state = state
                    .wrapping_mul(6364136223846793005)
                    .wrapping_add(1442695040888963407);
                text.push_str(pieces[(state >> 33) as usize % pieces.len()]);
            }
            let text = text.as_bytes();
            let mut ends = vec![0];
            while let Some(end) = game_end(text, ends[ends.len() - 1]) {
                ends.push(end);
            }
            let cut = complete_games(text);
            assert!(
                ends.contains(&cut),
                "{cut} of {ends:?} in {:?}",
                text.escape_ascii().to_string()
            );
        }
    }

    #[test]
    fn an_unclosed_comment_ends_with_the_next_event() {
        check(
            "[Event \"a\"]\n\n1. e4 {oh *\n\n[Event \"b\"]\n\n1. e4 {yes} *\n",
            "[Event \"b\"]\n\n1. e4 {yes} *\n",
        );
    }

    #[test]
    fn a_game_without_movetext_ends_with_the_next_event() {
        check(
            "[Event \"a\"]\n[White \"x\"]\n\n[Event \"b\"]\n",
            "[Event \"b\"]\n",
        );
    }
}
