//! Part files: written under another name, brought to the disk, renamed; and read again.

use std::{
    fs::{self, File},
    hash::{BuildHasher as _, Hasher as _, RandomState},
    io::{self, BufRead as _, BufReader, BufWriter, Write},
    path::{Path, PathBuf},
};

use arrow_array::{Array as _, RecordBatch, cast::AsArray as _, types};
use parquet::arrow::{ProjectionMask, arrow_reader::ParquetRecordBatchReaderBuilder};

use crate::{
    error::DatasetError,
    format::{Format, Rows},
    manifest::Part,
    row::Row,
};

/// Counts and sums what passes.
struct Summing<W> {
    to: W,
    bytes: u64,
    crc: crc32fast::Hasher,
}

impl<W: Write> Write for Summing<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.to.write(bytes)?;
        self.crc.update(&bytes[..written]);
        self.bytes += written as u64;
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.to.flush()
    }
}

/// A name beside a file that no other process uses, on no machine that shares the folder.
fn beside(path: &Path) -> PathBuf {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let any = RandomState::new().build_hasher().finish();
    path.with_file_name(format!(".{name}.{any:016x}.tmp"))
}

/// Makes a whole file a part, by giving it another name.
pub fn adopt_part(from: &Path, to: &Path, rows: u64) -> Result<Part, DatasetError> {
    let (bytes, crc32) = sum(from)?;
    fs::rename(from, to).map_err(DatasetError::io(to))?;
    Ok(Part {
        file: file_name(to),
        rows,
        bytes,
        crc32,
    })
}

fn file_name(path: &Path) -> String {
    let name = path.file_name().unwrap_or_default();
    name.to_string_lossy().into_owned()
}

/// Writes a file that appears whole or not at all.
pub fn replace(path: &Path, bytes: &[u8]) -> Result<(), DatasetError> {
    let temporary = beside(path);
    let write = || {
        let mut file = File::create(&temporary)?;
        file.write_all(bytes)?;
        file.sync_all()?;
        fs::rename(&temporary, path)
    };
    write().map_err(|error| {
        let _ = fs::remove_file(&temporary);
        DatasetError::io(path)(error)
    })
}

/// Writes a part that appears whole or not at all.
pub fn write_part(path: &Path, format: Format, rows: &[Row]) -> Result<Part, DatasetError> {
    let temporary = beside(path);
    let write = || {
        let to = Summing {
            to: BufWriter::with_capacity(1 << 20, File::create(&temporary)?),
            bytes: 0,
            crc: crc32fast::Hasher::new(),
        };
        let mut writer = Rows::new(format, to)?;
        writer.write(rows)?;
        let mut done = writer.finish()?;
        done.flush()?;
        // On the disk before it has its name: a power cut must not leave half a file under it.
        done.to.get_ref().sync_all()?;
        fs::rename(&temporary, path)?;
        Ok((done.bytes, done.crc.finalize()))
    };
    let (bytes, crc32) = write().map_err(|error| {
        let _ = fs::remove_file(&temporary);
        DatasetError::io(path)(error)
    })?;
    Ok(Part {
        file: file_name(path),
        rows: rows.len() as u64,
        bytes,
        crc32,
    })
}

/// The size and the checksum of a file.
pub(crate) fn sum(path: &Path) -> Result<(u64, u32), DatasetError> {
    let mut file = File::open(path).map_err(DatasetError::io(path))?;
    let mut sum = Summing {
        to: io::sink(),
        bytes: 0,
        crc: crc32fast::Hasher::new(),
    };
    io::copy(&mut file, &mut sum).map_err(DatasetError::io(path))?;
    Ok((sum.bytes, sum.crc.finalize()))
}

/// Reads all rows of a part.
pub fn read_rows(path: &Path, format: Format) -> Result<Vec<Row>, DatasetError> {
    let mut rows = Vec::new();
    read_part(path, format, &mut |row| rows.push(row))?;
    Ok(rows)
}

/// Reads a part row by row.
pub fn read_part(
    path: &Path,
    format: Format,
    visit: &mut dyn FnMut(Row),
) -> Result<(), DatasetError> {
    match format {
        Format::Parquet => read_batches(path, None, &mut |batch| {
            for number in 0..batch.num_rows() {
                visit(row(batch, number));
            }
        }),
        Format::Csv => {
            let mut reader = csv::Reader::from_path(path).map_err(DatasetError::damaged(path))?;
            for row in reader.deserialize() {
                visit(row.map_err(DatasetError::damaged(path))?);
            }
            Ok(())
        }
        Format::Jsonl => {
            let file = File::open(path).map_err(DatasetError::io(path))?;
            for line in BufReader::new(file).lines() {
                let line = line.map_err(DatasetError::io(path))?;
                visit(serde_json::from_str(&line).map_err(DatasetError::damaged(path))?);
            }
            Ok(())
        }
    }
}

/// Reads only the names and the positions of a part, which takes a fraction of the time where it is Parquet.
pub fn read_ids(
    path: &Path,
    format: Format,
    visit: &mut dyn FnMut(&str, &str),
) -> Result<(), DatasetError> {
    if format != Format::Parquet {
        return read_part(path, format, &mut |row| visit(&row.id, &row.fen));
    }
    read_batches(path, Some(&["id", "fen"]), &mut |batch| {
        for number in 0..batch.num_rows() {
            let text = |name: &str| text(batch, name, number).unwrap_or_default();
            visit(text("id"), text("fen"));
        }
    })
}

fn read_batches(
    path: &Path,
    columns: Option<&[&str]>,
    visit: &mut dyn FnMut(&RecordBatch),
) -> Result<(), DatasetError> {
    let file = File::open(path).map_err(DatasetError::io(path))?;
    let damaged = DatasetError::damaged(path);
    let mut builder = ParquetRecordBatchReaderBuilder::try_new(file).map_err(damaged)?;
    if let Some(columns) = columns {
        let mask = ProjectionMask::columns(builder.parquet_schema(), columns.iter().copied());
        builder = builder.with_projection(mask);
    }
    let reader = builder.with_batch_size(4096).build();
    for batch in reader.map_err(DatasetError::damaged(path))? {
        visit(&batch.map_err(DatasetError::damaged(path))?);
    }
    Ok(())
}

fn text<'a>(batch: &'a RecordBatch, name: &str, row: usize) -> Option<&'a str> {
    let column = batch.column_by_name(name)?.as_string_opt::<i32>()?;
    column.is_valid(row).then(|| column.value(row))
}

fn row(batch: &RecordBatch, at: usize) -> Row {
    let text = |name: &str| text(batch, name, at).map(str::to_owned);
    let number = |name: &str| {
        let column = batch.column_by_name(name)?;
        let column = column.as_primitive_opt::<types::Int64Type>()?;
        column.is_valid(at).then(|| column.value(at))
    };
    let decimal = |name: &str| {
        let column = batch.column_by_name(name)?;
        let column = column.as_primitive_opt::<types::Float64Type>()?;
        column.is_valid(at).then(|| column.value(at))
    };
    fn fits<T: TryFrom<i64>>(number: Option<i64>) -> Option<T> {
        number.and_then(|number| number.try_into().ok())
    }
    Row {
        id: text("id").unwrap_or_default(),
        constraint: text("constraint").unwrap_or_default(),
        style: text("style").unwrap_or_default(),
        seed: fits(number("seed")).unwrap_or_default(),
        index: fits(number("index")).unwrap_or_default(),
        fen: text("fen").unwrap_or_default(),
        turn: text("turn").unwrap_or_default(),
        plies: fits(number("plies")).unwrap_or_default(),
        moves: text("moves").unwrap_or_default(),
        start_fen: text("start_fen"),
        white_elo: fits(number("white_elo")),
        black_elo: fits(number("black_elo")),
        repaired: fits(number("repaired")),
        eval: decimal("eval"),
        eval_mate: fits(number("eval_mate")),
        best: text("best"),
        line: text("line"),
        mate: fits(number("mate")),
        tablebase: text("tablebase"),
        mate_distance: fits(number("mate_distance")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rows() -> Vec<Row> {
        let plain = Row {
            id: "00-7-1".to_owned(),
            constraint: "white Q=0, \"x\"".to_owned(),
            fen: "8/8/8/8/8/8/8/KRk5 b - - 0 1".to_owned(),
            seed: 7,
            index: 1,
            ..Row::default()
        };
        let labelled = Row {
            id: "00-7-2".to_owned(),
            start_fen: Some("8/8/8/8/8/8/8/KRk5 b - - 0 1".to_owned()),
            white_elo: Some(1500),
            eval: Some(-1.25),
            eval_mate: Some(-3),
            best: Some("a1a2".to_owned()),
            tablebase: Some("loss".to_owned()),
            mate_distance: Some(12),
            ..plain.clone()
        };
        vec![plain, labelled]
    }

    #[test]
    fn every_format_gives_the_rows_back() {
        let folder = tempfile::tempdir().unwrap();
        for format in [Format::Parquet, Format::Csv, Format::Jsonl] {
            let path = folder.path().join(format!("part.{}", format.extension()));
            let part = write_part(&path, format, &rows()).unwrap();
            assert_eq!((part.bytes, part.crc32), sum(&path).unwrap());
            assert_eq!(read_rows(&path, format).unwrap(), rows(), "{format:?}");
            let mut ids = Vec::new();
            read_ids(&path, format, &mut |id, fen| {
                ids.push((id.to_owned(), fen.to_owned()))
            })
            .unwrap();
            assert_eq!(ids[1], ("00-7-2".to_owned(), rows()[1].fen.clone()));
        }
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 3);
    }

    #[test]
    fn garbage_is_an_error_with_its_file() {
        let folder = tempfile::tempdir().unwrap();
        for format in [Format::Parquet, Format::Csv, Format::Jsonl] {
            let path = folder.path().join("garbage");
            fs::write(&path, "seed\nno\u{1}number\n").unwrap();
            let error = read_rows(&path, format).unwrap_err().to_string();
            assert!(error.contains("garbage"), "{error}");
        }
    }
}
