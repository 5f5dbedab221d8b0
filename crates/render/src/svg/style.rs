//! Colours and options of a drawing.

use std::fmt;
use std::str::FromStr;

/// How a board is drawn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SvgStyle {
    pub light: Rgb,
    pub dark: Rgb,
    /// Rings around marked squares.
    pub mark: Rgb,
    /// Tint and outline of the squares of the last move.
    pub last_move: Rgb,
    /// Letters, frame and side-to-move marker.
    pub ink: Rgb,
    /// Behind the board; `None` is transparent.
    pub background: Option<Rgb>,
    pub coordinates: Coordinates,
}

impl Default for SvgStyle {
    /// Cool squares with orange marks: a pair that common colour blindness keeps apart.
    fn default() -> SvgStyle {
        SvgStyle {
            light: Rgb(0xec, 0xef, 0xf1),
            dark: Rgb(0xa4, 0xb8, 0xc6),
            mark: Rgb(0xc2, 0x41, 0x0c),
            last_move: Rgb(0xe0, 0xb8, 0x2e),
            ink: Rgb(0x1f, 0x29, 0x33),
            background: Some(Rgb(0xff, 0xff, 0xff)),
            coordinates: Coordinates::Margin,
        }
    }
}

impl SvgStyle {
    /// White and grey squares, sparing of ink.
    pub fn print() -> SvgStyle {
        SvgStyle {
            light: Rgb(0xff, 0xff, 0xff),
            dark: Rgb(0xcd, 0xcd, 0xcd),
            mark: Rgb(0, 0, 0),
            last_move: Rgb(0x70, 0x70, 0x70),
            ink: Rgb(0, 0, 0),
            ..SvgStyle::default()
        }
    }
}

/// Where file letters and rank numbers stand.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Coordinates {
    /// Left of and below the board: legible in small diagrams, clear of all pieces.
    #[default]
    Margin,
    /// In the corners of the edge squares: the board fills the drawing.
    Inside,
    /// Nowhere.
    Hidden,
}

/// An opaque colour, written `#rrggbb`.
///
/// ```
/// use sissa_render::svg::Rgb;
///
/// let colour: Rgb = "#a4b8c6".parse()?;
/// assert_eq!(colour, Rgb(0xa4, 0xb8, 0xc6));
/// assert_eq!("#fff".parse::<Rgb>()?.to_string(), "#ffffff");
/// assert!("url(#x)".parse::<Rgb>().is_err());
/// # Ok::<(), sissa_render::svg::ParseRgbError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rgb(pub u8, pub u8, pub u8);

/// The text is no colour.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("not a colour of the form #rrggbb or #rgb: {0:?}")]
pub struct ParseRgbError(String);

impl fmt::Display for Rgb {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "#{:02x}{:02x}{:02x}", self.0, self.1, self.2)
    }
}

impl FromStr for Rgb {
    type Err = ParseRgbError;

    fn from_str(text: &str) -> Result<Rgb, ParseRgbError> {
        let error = || ParseRgbError(text.to_owned());
        let digits: Vec<u8> = text
            .strip_prefix('#')
            .ok_or_else(error)?
            .chars()
            .map(|digit| digit.to_digit(16).map(|value| value as u8))
            .collect::<Option<_>>()
            .ok_or_else(error)?;
        match digits[..] {
            [r, g, b] => Ok(Rgb(r * 17, g * 17, b * 17)),
            [r, r1, g, g1, b, b1] => Ok(Rgb(r * 16 + r1, g * 16 + g1, b * 16 + b1)),
            _ => Err(error()),
        }
    }
}
