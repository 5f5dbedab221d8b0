//! How rows are written: Parquet, CSV or JSON Lines, to any stream.

use std::{io::Write, sync::Arc};

use parquet::{
    arrow::ArrowWriter,
    basic::{Compression, ZstdLevel},
    errors::ParquetError,
    file::properties::{WriterProperties, WriterPropertiesPtr},
    schema::types::ColumnPath,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::row::{COLUMNS, Row, batch, schema};

/// The format of the parts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Format {
    /// Columns, packed: what DuckDB, Polars, pandas, Spark and Hugging Face read best.
    #[default]
    Parquet,
    /// Text with a line of names.
    Csv,
    /// An object a line; what is missing is left out.
    Jsonl,
}

impl Format {
    /// The end of a file's name.
    pub fn extension(self) -> &'static str {
        match self {
            Format::Parquet => "parquet",
            Format::Csv => "csv",
            Format::Jsonl => "jsonl",
        }
    }
}

/// Rows of a row group at most.
const GROUP: usize = 50_000;

/// A stream that rows are written to.
pub struct Rows<W: Write + Send>(Kind<W>);

enum Kind<W: Write + Send> {
    Parquet(Box<ArrowWriter<W>>),
    Csv(Box<csv::Writer<W>>),
    Jsonl(W),
}

impl<W: Write + Send> std::fmt::Debug for Rows<W> {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_struct("Rows").finish_non_exhaustive()
    }
}

fn properties() -> WriterProperties {
    let plain = |name: &str| ColumnPath::from(name);
    WriterProperties::builder()
        .set_compression(Compression::ZSTD(ZstdLevel::default()))
        .set_max_row_group_row_count(Some(GROUP))
        // They hardly repeat: a dictionary of them is given up after a megabyte.
        .set_column_dictionary_enabled(plain("id"), false)
        .set_column_dictionary_enabled(plain("fen"), false)
        .set_column_dictionary_enabled(plain("moves"), false)
        .build()
}

fn fault(error: ParquetError) -> std::io::Error {
    std::io::Error::other(error)
}

impl<W: Write + Send> Rows<W> {
    /// Begins to write.
    pub fn new(format: Format, to: W) -> std::io::Result<Rows<W>> {
        Ok(Rows(match format {
            Format::Parquet => {
                let properties: WriterPropertiesPtr = Arc::new(properties());
                let writer = ArrowWriter::try_new(to, schema(), Some((*properties).clone()));
                Kind::Parquet(Box::new(writer.map_err(fault)?))
            }
            Format::Csv => {
                let mut writer = csv::Writer::from_writer(to);
                writer.write_record(COLUMNS.iter().map(|(name, ..)| *name))?;
                Kind::Csv(Box::new(writer))
            }
            Format::Jsonl => Kind::Jsonl(to),
        }))
    }

    /// Writes rows.
    pub fn write(&mut self, rows: &[Row]) -> std::io::Result<()> {
        match &mut self.0 {
            Kind::Parquet(writer) => {
                for some in rows.chunks(4096) {
                    let batch = batch(some).map_err(std::io::Error::other)?;
                    writer.write(&batch).map_err(fault)?;
                }
            }
            Kind::Csv(writer) => {
                for row in rows {
                    writer.write_record(row.cells())?;
                }
            }
            Kind::Jsonl(to) => {
                for row in rows {
                    let mut line = serde_json::to_vec(row)?;
                    line.push(b'\n');
                    to.write_all(&line)?;
                }
            }
        }
        Ok(())
    }

    /// Writes the last bytes and gives the stream back.
    pub fn finish(self) -> std::io::Result<W> {
        match self.0 {
            Kind::Parquet(writer) => writer.into_inner().map_err(fault),
            Kind::Csv(writer) => writer
                .into_inner()
                .map_err(|error| std::io::Error::other(error.to_string())),
            Kind::Jsonl(to) => Ok(to),
        }
    }
}
