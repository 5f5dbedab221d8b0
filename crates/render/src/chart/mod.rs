//! Charts as SVG: lines, bars, intervals, heatmaps and trees of joins.
//!
//! A chart is a value: what it shows, in builder methods, and two ways out. `svg()` gives a document of
//! its own, with a background that follows the reader's light or dark mode; `inline()` gives an element
//! for a page, drawn in the page's own ink (`currentColor`).
//!
//! Letters are strokes of the crate's own font, so their widths are known: margins are as wide as the
//! labels need, marks on an axis are as many as fit side by side, and nothing is ever cut off at an
//! edge. Marks stand at round numbers, at their true places. Every chart has a title and a
//! description for those who cannot see it; series differ by dashes as well as by colour.
//!
//! ```
//! use sissa_render::{chart::{Axis, Line, LineChart}, png};
//!
//! let chart = LineChart::new("Losses of a run")
//!     .x(Axis::new("step"))
//!     .y(Axis::new("loss").logarithmic())
//!     .line(Line::new("training", vec![(0.0, 0.7), (500.0, 0.21), (1000.0, 0.08)]))
//!     .line(Line::new("held out", vec![(0.0, 0.71), (500.0, 0.24), (1000.0, 0.12)]));
//! let drawing = chart.svg();
//! assert!(drawing.contains("<title>Losses of a run</title>"));
//! assert!(png::encode(&drawing, 640).is_ok());
//! ```
//!
//! | chart | shows |
//! |---|---|
//! | [`LineChart`] | values over an axis of numbers, several lines |
//! | [`BarChart`] | a column for each of some names or numbers |
//! | [`StackedBars`] | a row for each name, cut into shares |
//! | [`IntervalChart`] | a row for each name: a value, its interval, another study's value |
//! | [`Heatmap`] | a value for each cell of a grid, as a colour |
//! | [`Scatter`] | points on a map, in groups |
//! | [`JoinTree`] | which things a clustering joined, and how far apart they were |

mod axis;
mod bars;
mod canvas;
mod color;
mod heatmap;
mod intervals;
mod joins;
mod lines;
mod scatter;

pub use axis::{Axis, Unit};
pub use bars::{BarChart, StackedBars};
pub use color::{SERIES, series_color};
pub use heatmap::{Heatmap, HeatmapScale};
pub use intervals::{Interval, IntervalChart};
pub use joins::{Join, JoinTree};
pub use lines::{Line, LineChart};
pub use scatter::{Scatter, ScatterSeries};

#[cfg(test)]
mod tests;
