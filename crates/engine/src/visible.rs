//! What was read, shown in an answer.

#[cfg(feature = "std")]
pub(crate) use sissa_game::visible_line;

/// The beginning of a text, as one line that disturbs nobody.
#[cfg(not(feature = "std"))]
pub(crate) fn visible_line(text: &str, most: usize) -> alloc::string::String {
    let plain = |c: char| if (' '..='~').contains(&c) { c } else { '?' };
    text.chars().take(most).map(plain).collect()
}
