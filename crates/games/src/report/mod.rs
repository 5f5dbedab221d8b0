//! Measures constraints over games: how often, when first, who wins, where the men stand.
//!
//! [`measure`] goes through the games once and counts; everything else is arithmetic and drawing on
//! those counts: [`html`], [`markdown`], [`tables`].

mod chart;
mod classes;
mod heatmap;
mod html;
mod markdown;
mod measure;
mod rows;
mod statistics;
mod tables;
mod thesis;

pub use classes::{Classes, classify};
pub use html::{Page, html};
pub use markdown::markdown;
pub use measure::{Band, Measure, Measures, SquareCount, measure};
pub use rows::{RowFormat, write_rows};
pub use statistics::{Share, adjusted_rand_index, quantile, wilson};
pub use tables::{Table, tables};
pub use thesis::{THESIS_TUPLES, ThesisTuple};
