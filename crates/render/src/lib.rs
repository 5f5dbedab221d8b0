//! Chess boards as text, SVG, PNG and printable HTML sheets, and charts as SVG.
//!
//! One [`Diagram`] says *what* is shown; each module is one way to show it.
//! Nothing here knows the rules of chess: a diagram may hold ten kings.
//! All functions are pure, and the same diagram gives the same bytes everywhere:
//! even letters are drawn by the crate's own stroke font, so no machine needs fonts.
//!
//! ```
//! use sissa_render::{Diagram, png, svg, text};
//! use shakmaty::{Board, Color};
//!
//! let diagram = Diagram::new(Board::new()).with_turn(Color::White).with_caption("1");
//!
//! let terminal = text::board(&diagram, text::TextStyle::default());
//! assert!(terminal.starts_with("8 ♜ ♞ ♝ ♛ ♚ ♝ ♞ ♜"));
//!
//! let drawing = svg::board(&diagram, &svg::SvgStyle::default());
//! let image = png::encode(&drawing, 400)?;
//! assert!(image.starts_with(b"\x89PNG"));
//! # Ok::<(), png::PngError>(())
//! ```
//!
//! | module | gives |
//! |---|---|
//! | [`text`] | boards for terminals, one or several side by side |
//! | [`svg`] | one board, or a grid of boards with captions |
//! | [`png`] | any of those SVGs as pixels |
//! | [`html`] | a self-contained page to print, with or without solutions |
//! | [`chart`] | figures: lines, bars, intervals, heatmaps |

pub mod chart;
mod diagram;
mod escape;
mod font;
pub mod html;
mod pieces;
#[cfg(feature = "png")]
pub mod png;
pub mod svg;
pub mod text;

pub use diagram::Diagram;
