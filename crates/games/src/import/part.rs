//! Part files: written under another name, renamed when whole, and telling how far they reach.

use std::{
    path::{Path, PathBuf},
    sync::Arc,
};

use parquet::file::{
    metadata::{KeyValue, RowGroupMetaData},
    writer::SerializedFileWriter,
};
use serde::{Deserialize, Serialize};
use sissa_game::WholeFile;

use super::{Encoder, Group};
use crate::{Example, Filter, Folder, GamesError, Tally, VERSION};

/// Where a part file keeps [`PartInfo`].
pub(crate) const METADATA_KEY: &str = "sissa.games";

/// What a part file says of itself.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct PartInfo {
    pub version: u32,
    pub source: String,
    pub part: u32,
    /// The stretch of the unpacked source it holds.
    pub start: u64,
    pub end: u64,
    /// Checksum of the source up to `end`.
    pub crc: u32,
    /// Whether the source ends here.
    pub last: bool,
    /// Why, where it is damaged.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fault: Option<String>,
    /// Bytes of the source on the disk, where it had a size.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub size: Option<u64>,
    pub filter: Filter,
    pub tally: Tally,
    /// [`layout`] of its row groups; earlier versions did not say it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub layout: Option<u32>,
}

/// A checksum of where row groups and their columns lie. The reader of Parquet believes what a file says of that, and
/// panics where a damaged one says what cannot be.
pub(crate) fn layout(groups: &[RowGroupMetaData]) -> u32 {
    let mut sum = crc32fast::Hasher::new();
    let mut add = |number: i64| sum.update(&number.to_le_bytes());
    for group in groups {
        add(group.num_rows());
        for column in group.columns() {
            add(column.dictionary_page_offset().unwrap_or(-1));
            add(column.data_page_offset());
            add(column.compressed_size());
            add(column.uncompressed_size());
            add(column.num_values());
        }
    }
    sum.finalize()
}

/// How far a part reaches.
pub(super) struct Reaches {
    pub end: u64,
    pub crc: u32,
    pub last: bool,
    pub fault: Option<String>,
    pub size: Option<u64>,
}

/// What earlier runs have done of a source.
pub(super) struct Done {
    pub next: u32,
    pub end: u64,
    pub crc: u32,
    pub last: bool,
    pub fault: Option<String>,
    pub tally: Tally,
}

/// Looks for the parts of a source.
pub(super) fn done(
    folder: &Folder,
    source: &str,
    size: Option<u64>,
    filter: &Filter,
) -> Result<Option<Done>, GamesError> {
    let changed = |reason: String| GamesError::Changed {
        source_name: source.to_owned(),
        reason,
    };
    let mut parts: Vec<_> = folder
        .parts()
        .iter()
        .map(|part| &part.info)
        .filter(|info| info.source == source)
        .collect();
    parts.sort_by_key(|info| info.part);
    let mut done: Option<Done> = None;
    for (index, info) in parts.into_iter().enumerate() {
        if info.filter != *filter {
            return Err(changed(
                "was imported into this folder with other filters".to_owned(),
            ));
        }
        let start = done.as_ref().map_or(0, |done| done.end);
        if info.part as usize != index || info.start != start {
            return Err(changed(format!(
                "part {index} of an earlier import is missing from this folder"
            )));
        }
        if let (true, Some(old), Some(new)) = (info.last, info.size, size)
            && old != new
        {
            return Err(changed("has changed since it was imported".to_owned()));
        }
        let mut tally = done.map_or_else(Tally::default, |done| done.tally);
        tally.add(&info.tally);
        done = Some(Done {
            next: info.part + 1,
            end: info.end,
            crc: info.crc,
            last: info.last,
            fault: info.fault.clone(),
            tally,
        });
    }
    Ok(done)
}

/// A part file being written. Dropped before it is finished, it leaves nothing under its name.
pub(super) struct PartFile {
    writer: SerializedFileWriter<WholeFile>,
    path: PathBuf,
    source: String,
    part: u32,
    start: u64,
    groups: u32,
    tally: Tally,
    latest: usize,
}

impl PartFile {
    pub(super) fn create(
        folder: &Path,
        source: &str,
        part: u32,
        start: u64,
        encoder: &Encoder,
    ) -> Result<PartFile, GamesError> {
        let name = format!("{}-{part:05}.parquet", plain(source));
        let path = folder.join(name);
        let file = WholeFile::create(&path).map_err(GamesError::io(path.display().to_string()))?;
        let writer = SerializedFileWriter::new(
            file,
            Arc::clone(&encoder.root),
            Arc::clone(&encoder.properties),
        )
        .map_err(GamesError::parquet(&path))?;
        Ok(PartFile {
            writer,
            path,
            source: source.to_owned(),
            part,
            start,
            groups: 0,
            tally: Tally::default(),
            latest: 0,
        })
    }

    pub(super) fn groups(&self) -> u32 {
        self.groups
    }

    /// Appends a row group whose games follow `first` earlier ones.
    pub(super) fn append(
        &mut self,
        group: Group,
        encoder: &Encoder,
        first: u64,
    ) -> Result<(), GamesError> {
        let fault = GamesError::parquet(&self.path);
        self.groups += 1;
        let mut tally = group.tally.clone();
        for example in &mut tally.examples {
            example.game += first + 1;
        }
        self.latest = self.tally.examples.len();
        self.tally.add(&tally);
        if group.rows() == 0 {
            return Ok(());
        }
        let append = || {
            let mut to = self.writer.next_row_group()?;
            for chunk in encoder.numbered(group, first)? {
                chunk.append_to_row_group(&mut to)?;
            }
            to.close().map(drop)
        };
        append().map_err(fault)
    }

    /// Broken games of the row group appended last.
    pub(super) fn latest_examples(&self) -> &[Example] {
        &self.tally.examples[self.latest..]
    }

    /// Writes the last bytes and gives the file its name.
    pub(super) fn finish(mut self, reaches: Reaches, filter: &Filter) -> Result<(), GamesError> {
        let info = PartInfo {
            version: VERSION,
            source: self.source,
            part: self.part,
            start: self.start,
            end: reaches.end,
            crc: reaches.crc,
            last: reaches.last,
            fault: reaches.fault,
            size: reaches.size,
            filter: filter.clone(),
            tally: self.tally,
            layout: Some(layout(self.writer.flushed_row_groups())),
        };
        let text = serde_json::to_string(&info).expect("plain data is always JSON");
        self.writer
            .append_key_value_metadata(KeyValue::new(METADATA_KEY.to_owned(), text));
        let file = self.writer.into_inner();
        let file = file.map_err(GamesError::parquet(&self.path))?;
        file.finish()
            .map_err(GamesError::io(self.path.display().to_string()))
    }
}

/// A name without what file systems and globs dislike; different names stay different.
fn plain(source: &str) -> String {
    let safe = |c: char| c.is_ascii_alphanumeric() || "-_.".contains(c);
    let name: String = source
        .trim_start_matches('.')
        .chars()
        .take(100)
        .map(|c| if safe(c) { c } else { '_' })
        .collect();
    if name == source {
        name
    } else {
        format!("{name}-{:08x}", crc32fast::hash(source.as_bytes()))
    }
}
