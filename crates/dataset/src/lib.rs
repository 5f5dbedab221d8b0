//! Datasets of positions: a row is a position with its origin and labels, a folder holds parts and a manifest.
//!
//! Knows files, no chess: what rows mean, and which are wanted, is the product's business (`sissa::Dataset`).
//!
//! | module | is |
//! |---|---|
//! | [`Row`] | the columns, as Arrow and as a record |
//! | [`Format`] | how rows are written: Parquet, CSV, JSON Lines |
//! | [`write_part`], [`read_part`] | files that appear whole or not at all |
//! | [`write_digest`], [`read_digest`] | what is in a file that somebody else made, without reading it |
//! | [`Manifest`] | what a folder holds, written last: a part that it does not name is not there |
//!
//! A part is written under another name, brought to the disk and renamed; then the manifest is replaced in the same
//! way. Whoever is killed in between leaves a part that the next run writes again, with the same bytes.

mod digest;
mod error;
mod format;
mod manifest;
mod part;
mod row;

pub use digest::{Entry, read_digest, write_digest};
pub use error::DatasetError;
pub use format::{Format, Rows};
pub use manifest::{MANIFEST, Manifest, Part, PlanRun, Standing, VERSION};
pub use part::{adopt_part, read_ids, read_part, read_rows, replace, write_part};
pub use row::{COLUMNS, Row, batch, schema};
