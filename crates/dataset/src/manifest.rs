//! What a folder holds: the parts that count, and how far each run has come.

use std::{fs, io, path::Path};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{
    error::DatasetError,
    format::Format,
    part::{replace, sum},
};

/// The version of the manifest. Fields are only ever added within one.
pub const VERSION: u32 = 1;

/// The name of the manifest in its folder.
pub const MANIFEST: &str = "manifest.json";

/// What a folder holds.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Manifest {
    /// The version of this file.
    pub schema: u32,
    /// The format of all parts.
    pub format: Format,
    /// Whether every run has all it asked for, or has given up on the rest.
    pub complete: bool,
    /// All rows.
    pub rows: u64,
    /// What was asked for, one after the other.
    pub runs: Vec<PlanRun>,
    /// The files with rows, in order.
    pub parts: Vec<Part>,
}

/// One run of a plan into the folder.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct PlanRun {
    /// The programs that made it; more than one where it was taken up by another version.
    pub tools: Vec<String>,
    /// The plan, as JSON.
    pub plan: serde_json::Value,
    /// Pieces that the plan is cut into.
    pub pieces: u64,
    /// Pieces that are done; the rest is topping up.
    pub done: u64,
    /// Whether it has all it asked for, or has given up on the rest.
    pub complete: bool,
    /// How far each constraint has come.
    pub standings: Vec<Standing>,
}

/// How far one constraint of a run has come.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Standing {
    /// The name of what is asked: the beginning of all ids.
    pub name: String,
    /// The constraint.
    pub constraint: String,
    /// The style.
    pub style: String,
    /// The seed.
    pub seed: u64,
    /// Positions asked for.
    pub asked: u64,
    /// Positions that are there.
    pub made: u64,
    /// The first index of this run.
    pub first: u64,
    /// The next index to try.
    pub next: u64,
    /// Positions dropped because they were there already.
    pub dropped: u64,
    /// Indices that brought no position.
    pub failed: u64,
    /// Indices tried since something new was found.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub barren: u64,
    /// Why no more are looked for, where some are missing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub given_up: Option<String>,
}

fn is_zero(number: &u64) -> bool {
    *number == 0
}

/// A file with rows.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Part {
    /// Its name in the folder.
    pub file: String,
    /// Its rows.
    pub rows: u64,
    /// Its size.
    pub bytes: u64,
    /// The checksum (CRC-32) of its bytes.
    pub crc32: u32,
}

impl Part {
    /// What is wrong with the file; `None` where its bytes are those that were written.
    pub fn fault(&self, folder: &Path) -> Option<String> {
        let path = folder.join(&self.file);
        match sum(&path) {
            Err(error) => Some(error.to_string()),
            Ok((bytes, _)) if bytes != self.bytes => {
                Some(format!("it has {bytes} bytes, not {}", self.bytes))
            }
            Ok((_, crc32)) if crc32 != self.crc32 => Some("its bytes have changed".to_owned()),
            Ok(_) => None,
        }
    }
}

impl Manifest {
    /// Of a folder that holds nothing yet.
    pub fn new(format: Format) -> Manifest {
        Manifest {
            schema: VERSION,
            format,
            complete: false,
            rows: 0,
            runs: Vec::new(),
            parts: Vec::new(),
        }
    }

    /// Reads the manifest of a folder; `None` where it has none.
    pub fn load(folder: &Path) -> Result<Option<Manifest>, DatasetError> {
        let path = folder.join(MANIFEST);
        let text = match fs::read(&path) {
            Ok(text) => text,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(DatasetError::io(&path)(error)),
        };
        let manifest: Manifest =
            serde_json::from_slice(&text).map_err(DatasetError::damaged(&path))?;
        if manifest.schema != VERSION {
            let reason = format!(
                "it has version {}, this program reads {VERSION}",
                manifest.schema
            );
            return Err(DatasetError::damaged(&path)(reason));
        }
        // Names lead nowhere else.
        let astray = |part: &&Part| Path::new(&part.file).file_name() != Some(part.file.as_ref());
        if let Some(part) = manifest.parts.iter().find(astray) {
            let reason = format!("`{}` is no name of a part", part.file);
            return Err(DatasetError::damaged(&path)(reason));
        }
        Ok(Some(manifest))
    }

    /// Replaces the manifest of a folder.
    pub fn save(&self, folder: &Path) -> Result<(), DatasetError> {
        let mut text = serde_json::to_vec_pretty(self).expect("plain data is always JSON");
        text.push(b'\n');
        replace(&folder.join(MANIFEST), &text)
    }
}
