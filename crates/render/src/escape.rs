//! Text made safe for XML, HTML and terminals. Captions come from strangers.

/// Escapes for element content and quoted attributes.
///
/// Characters that XML 1.0 cannot hold at all, not even as references, become U+FFFD.
pub(crate) fn xml(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '"' => safe.push_str("&quot;"),
            '\'' => safe.push_str("&#39;"),
            '\t' | '\n' | '\r' => safe.push(' '),
            '\0'..='\x1f' | '\u{fffe}' | '\u{ffff}' => safe.push(char::REPLACEMENT_CHARACTER),
            other => safe.push(other),
        }
    }
    safe
}

/// A text from strangers as one line without characters that
/// disturb, so that nothing in it can drive a
/// terminal.
///
/// ```
/// assert_eq!(sissa_render::text::line("A\x1b[2J\nB"), "A [2J B");
/// ```
pub fn line(text: &str) -> String {
    text.chars()
        .map(|character| match character {
            character if sissa_game::disturbs(character) => ' ',
            character => character,
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn markup_becomes_text() {
        assert_eq!(
            xml("</title><script a='b' c=\"d\">&"),
            "&lt;/title&gt;&lt;script a=&#39;b&#39; c=&quot;d&quot;&gt;&amp;"
        );
        assert_eq!(xml("a\0b\u{ffff}"), "a\u{fffd}b\u{fffd}");
    }

    #[test]
    fn escape_sequences_lose_their_escape() {
        assert_eq!(line("\x1b[2Jhi\n"), " [2Jhi ");
    }
}
