//! Measures constraints over games: how often, when first, who wins, where the men stand.
//!
//! [`measure`] goes through the games once and counts; everything else is arithmetic and drawing on
//! those counts: [`html`], [`markdown`], [`tables`].

mod bands;
mod classes;
mod count;
mod firsts;
mod markdown;
mod measure;
mod page;
mod request;
mod rows;
mod sparse;
mod tables;
mod thesis;
mod words;

pub use crate::statistics::{Share, adjusted_rand_index, quantile, wilson};
pub use bands::RatingBands;
pub use classes::{Classes, classify};
pub use count::Counts;
pub use markdown::markdown;
pub use measure::{Band, Measure, Measures, SquareCount, measure};
pub use page::{Page, html};
pub use request::{ConstraintSet, Named, Report, ReportError, Reported, Survey, UnknownSet};
pub use rows::{RowFormat, write_rows};
pub use tables::{Table, tables};
pub use thesis::{THESIS_TUPLES, ThesisTuple};
