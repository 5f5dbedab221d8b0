//! A small stroke font, so that drawings need no fonts and look alike everywhere.
//!
//! Each letter is a path to be stroked with a round pen, drawn on a grid where capitals are
//! 10 high, small letters 7, and descenders reach 3 below the baseline. [`draw`] scales and
//! shifts the paths of a text and joins them into the `d` attribute of one `<path>`.

mod glyphs;

/// Space between letters, as a share of the capital height.
const SPACING: f64 = 0.26;

/// Pen width that suits a text of this size.
pub(crate) fn pen(size: f64) -> f64 {
    size * 0.135
}

/// The width of a text whose capitals are `size` high.
pub(crate) fn width(text: &str, size: f64) -> f64 {
    let letters: f64 = text.chars().map(|letter| glyphs::find(letter).width).sum();
    let gaps = text.chars().count().saturating_sub(1) as f64;
    size * (letters / 10.0 + gaps * SPACING)
}

/// The path of a text that starts at `x` on the baseline `y`, its capitals `size` high.
pub(crate) fn draw(text: &str, x: f64, y: f64, size: f64) -> String {
    let scale = size / 10.0;
    let mut path = String::new();
    let mut x = x;
    for letter in text.chars() {
        let glyph = glyphs::find(letter);
        append(&mut path, glyph.path, x, y - size, scale);
        if let Some(accent) = &glyph.accent {
            let shift = x + scale * (glyph.width - accent.width) / 2.0;
            let lift = if letter.is_uppercase() { -2.8 } else { 0.0 };
            append(
                &mut path,
                accent.path,
                shift,
                y - size + scale * lift,
                scale,
            );
        }
        x += scale * glyph.width + size * SPACING;
    }
    path
}

/// The text and size to use so that it is at most `width` wide.
///
/// It is first drawn up to a quarter smaller, then cut short with an ellipsis.
pub(crate) fn fit(text: &str, size: f64, width: f64) -> (String, f64) {
    let full = self::width(text, size);
    if full <= width {
        return (text.to_owned(), size);
    }
    let size = size * (width / full).max(0.75);
    if self::width(text, size) <= width {
        return (text.to_owned(), size);
    }
    let room = width - self::width("…", size) - size * SPACING;
    let mut used = 0.0;
    let kept: String = text
        .chars()
        .take_while(|&letter| {
            used += size * (glyphs::find(letter).width / 10.0 + SPACING);
            used <= room
        })
        .collect();
    (kept.trim_end().to_owned() + "…", size)
}

/// Copies an absolute path (`M L H V C A Z`), scaled and then shifted.
fn append(out: &mut String, path: &str, x: f64, y: f64, scale: f64) {
    let commands = path.split_inclusive(|c: char| c.is_ascii_alphabetic());
    let mut command = 'M';
    for part in commands {
        let (numbers, next) = match part.char_indices().next_back() {
            Some((at, letter)) if letter.is_ascii_alphabetic() => (&part[..at], Some(letter)),
            _ => (part, None),
        };
        let numbers = numbers.split_ascii_whitespace();
        for (index, number) in numbers.enumerate() {
            let value: f64 = number
                .parse()
                .expect("glyphs hold numbers, as a test shows");
            let value = match (command, index) {
                ('H', _) => x + value * scale,
                ('V', _) => y + value * scale,
                ('A', 0 | 1) => value * scale,
                ('A', 2..=4) => value,
                ('A', 5) => x + value * scale,
                ('A', _) => y + value * scale,
                (_, even) if even % 2 == 0 => x + value * scale,
                _ => y + value * scale,
            };
            if index > 0 {
                out.push(' ');
            }
            out.push_str(&crate::svg::number(value));
        }
        if let Some(letter) = next {
            command = letter;
            out.push(letter);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_move_and_scale() {
        let mut path = String::new();
        append(&mut path, "M0 10L4 0V6H2A3 4 0 1 0 5 6Z", 100.0, 50.0, 2.0);
        assert_eq!(path, "M100 70L108 50V62H104A6 8 0 1 0 110 62Z");
    }

    #[test]
    fn every_glyph_is_a_path_within_its_box() {
        for (letter, width, path) in glyphs::TABLE.iter().chain(glyphs::ACCENTS) {
            assert!(path.is_empty() || path.starts_with('M'), "{letter}");
            let mut copy = String::new();
            append(&mut copy, path, 0.0, 0.0, 1.0);
            assert_eq!(
                copy.matches('M').count(),
                path.matches('M').count(),
                "{letter}"
            );
            assert!((0.0..=12.0).contains(width), "{letter}");
        }
    }

    #[test]
    fn ascii_is_complete() {
        for letter in ' '..='~' {
            assert!(
                glyphs::TABLE.iter().any(|glyph| glyph.0 == letter),
                "{letter}"
            );
        }
    }

    #[test]
    fn long_text_is_cut_to_fit() {
        let (text, size) = fit(&"wide ".repeat(40), 12.0, 200.0);
        assert!(text.ends_with('…') && size == 9.0);
        assert!(width(&text, size) <= 200.0);
        assert_eq!(fit("short", 12.0, 200.0), ("short".to_owned(), 12.0));
    }
}
