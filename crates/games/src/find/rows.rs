//! Positions that were found as rows of a table, for programs that read tables.

use std::{path::Path, sync::Arc};

use arrow_array::{
    ArrayRef, RecordBatch,
    builder::{Int16Builder, Int32Builder, Int64Builder, StringBuilder},
};
use arrow_schema::{DataType, Field, Schema, SchemaRef};
use parquet::{
    arrow::ArrowWriter,
    basic::{Compression, ZstdLevel},
    file::properties::WriterProperties,
};
use sissa_game::WholeFile;
use sissa_record::fen;

use super::Found;
use crate::{GamesError, report::RowFormat};

/// Columns of text, in their order.
const TEXTS: [&str; 11] = [
    "source",
    "fen",
    "white",
    "black",
    "result",
    "date",
    "time_control",
    "eco",
    "opening",
    "site",
    "moves",
];

/// A position that was found, as the cells of a row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FoundRow {
    texts: [Option<String>; TEXTS.len()],
    game: u64,
    ply: usize,
    elo: [Option<u16>; 2],
}

impl FoundRow {
    /// The row of a position; its moves are in UCI notation.
    pub fn of(found: &Found<'_>) -> FoundRow {
        let info = &found.header().info;
        FoundRow {
            texts: [
                Some(info.source.clone()),
                Some(fen(found.position())),
                info.white.clone(),
                info.black.clone(),
                info.result.clone(),
                info.date.clone(),
                info.time_control.clone(),
                info.eco.clone(),
                info.opening.clone(),
                info.site.clone(),
                Some(found.game().uci_moves().join(" ")),
            ],
            game: info.number,
            ply: found.ply(),
            elo: [info.white_elo, info.black_elo],
        }
    }

    fn cells(&self) -> Vec<String> {
        let elo = |elo: Option<u16>| elo.map(|elo| elo.to_string()).unwrap_or_default();
        let numbers = [
            self.game.to_string(),
            self.ply.to_string(),
            elo(self.elo[0]),
            elo(self.elo[1]),
        ];
        let texts = self
            .texts
            .iter()
            .map(|text| text.clone().unwrap_or_default());
        numbers.into_iter().chain(texts).collect()
    }
}

/// Writes rows to a file, CSV or Parquet.
pub struct FoundRows {
    target: Target,
    path: std::path::PathBuf,
}

enum Target {
    Csv(Box<csv::Writer<WholeFile>>),
    Parquet(Box<ArrowWriter<WholeFile>>, Vec<FoundRow>),
}

/// Rows that are written to Parquet at once.
const BATCH: usize = 4096;

fn schema() -> SchemaRef {
    let number = |name: &str, kind: DataType| Field::new(name, kind, true);
    let mut fields = vec![
        number("game", DataType::Int64),
        number("ply", DataType::Int32),
        number("white_elo", DataType::Int16),
        number("black_elo", DataType::Int16),
    ];
    fields.extend(TEXTS.map(|name| Field::new(name, DataType::Utf8, true)));
    Arc::new(Schema::new(fields))
}

impl FoundRows {
    /// A file with a heading and no rows yet.
    pub fn create(path: &Path, format: RowFormat) -> Result<FoundRows, GamesError> {
        let shown = || path.display().to_string();
        let file = WholeFile::create(path).map_err(GamesError::io(shown()))?;
        let target = match format {
            RowFormat::Csv => {
                let mut writer = csv::Writer::from_writer(file);
                let schema = schema();
                let names = schema.fields().iter().map(|field| field.name());
                let written = writer.write_record(names);
                written.map_err(|error| GamesError::io(shown())(error.into()))?;
                Target::Csv(Box::new(writer))
            }
            RowFormat::Parquet => {
                let properties = WriterProperties::builder()
                    .set_compression(Compression::ZSTD(ZstdLevel::default()))
                    .build();
                let writer = ArrowWriter::try_new(file, schema(), Some(properties));
                let writer = writer.map_err(GamesError::parquet(path))?;
                Target::Parquet(Box::new(writer), Vec::new())
            }
        };
        let path = path.to_owned();
        Ok(FoundRows { target, path })
    }

    /// Writes a row.
    pub fn write(&mut self, row: FoundRow) -> Result<(), GamesError> {
        match &mut self.target {
            Target::Csv(writer) => writer
                .write_record(row.cells())
                .map_err(|error| GamesError::io(self.path.display().to_string())(error.into())),
            Target::Parquet(writer, rows) => {
                rows.push(row);
                if rows.len() < BATCH {
                    return Ok(());
                }
                let batch = batch(std::mem::take(rows));
                writer
                    .write(&batch)
                    .map_err(GamesError::parquet(&self.path))
            }
        }
    }

    /// Writes what is left and gives the file its name.
    pub fn finish(self) -> Result<(), GamesError> {
        let file = match self.target {
            Target::Csv(writer) => writer.into_inner().map_err(|error| error.into_error()),
            Target::Parquet(mut writer, rows) => {
                let written = writer.write(&batch(rows));
                let closed = written.and_then(|()| writer.into_inner());
                Ok(closed.map_err(GamesError::parquet(&self.path))?)
            }
        };
        file.and_then(WholeFile::finish)
            .map_err(GamesError::io(self.path.display().to_string()))
    }
}

fn batch(rows: Vec<FoundRow>) -> RecordBatch {
    let mut game = Int64Builder::new();
    let mut ply = Int32Builder::new();
    let mut elo = [Int16Builder::new(), Int16Builder::new()];
    let mut texts = TEXTS.map(|_| StringBuilder::new());
    for row in rows {
        game.append_value(i64::try_from(row.game).unwrap_or(i64::MAX));
        ply.append_value(i32::try_from(row.ply).unwrap_or(i32::MAX));
        for (builder, elo) in elo.iter_mut().zip(row.elo) {
            builder.append_option(elo.and_then(|elo| i16::try_from(elo).ok()));
        }
        for (builder, text) in texts.iter_mut().zip(row.texts) {
            builder.append_option(text);
        }
    }
    let mut columns: Vec<ArrayRef> = vec![Arc::new(game.finish()), Arc::new(ply.finish())];
    columns.extend(elo.iter_mut().map(|elo| Arc::new(elo.finish()) as ArrayRef));
    columns.extend(
        texts
            .iter_mut()
            .map(|text| Arc::new(text.finish()) as ArrayRef),
    );
    RecordBatch::try_new(schema(), columns).expect("every row has every column")
}
