//! The folder of a run: `config.toml`, `log.jsonl`, `curve.svg`, a checkpoint, and what was made.

use std::{
    collections::BTreeMap,
    fmt,
    fs::{self, File},
    io::Write as _,
    path::{Path, PathBuf},
    sync::{Mutex, PoisonError},
};

use serde::{Serialize, de::DeserializeOwned};
use serde_json::Value;

use crate::{RunError, curve};

/// Tells seconds since some moment.
type Clock = Box<dyn Fn() -> f64 + Send + Sync>;

/// Where a run leaves what it did.
pub struct RunFolder {
    path: PathBuf,
    log: Mutex<File>,
    clock: Clock,
}

impl fmt::Debug for RunFolder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("RunFolder").field(&self.path).finish()
    }
}

impl RunFolder {
    /// Makes the folder, or opens the one that is there. A run reads no clock itself: `clock` tells seconds.
    pub fn open(
        path: &Path,
        clock: impl Fn() -> f64 + Send + Sync + 'static,
    ) -> Result<RunFolder, RunError> {
        fs::create_dir_all(path).map_err(RunError::io(path))?;
        let log = path.join("log.jsonl");
        let file = File::options().create(true).append(true).open(&log);
        Ok(RunFolder {
            path: path.to_owned(),
            log: Mutex::new(file.map_err(RunError::io(&log))?),
            clock: Box::new(clock),
        })
    }

    /// A file of the folder.
    pub fn file(&self, name: &str) -> PathBuf {
        self.path.join(name)
    }

    /// What the folder is called, as the name of what is made in it.
    pub fn name(&self) -> String {
        let name = self.path.file_name().unwrap_or(self.path.as_os_str());
        name.to_string_lossy().into_owned()
    }

    /// Seconds since some moment.
    pub fn now(&self) -> f64 {
        (self.clock)()
    }

    /// Puts the configuration into the folder, whatever was there.
    pub fn configure(&self, config: &impl Serialize) -> Result<(), RunError> {
        let text = toml::to_string(config).map_err(|error| RunError::Config(error.to_string()))?;
        self.replace("config.toml", text.as_bytes())
    }

    /// Puts the configuration into the folder; refused where another is there.
    pub fn configure_once<C>(&self, config: &C) -> Result<(), RunError>
    where
        C: Serialize + DeserializeOwned + PartialEq,
    {
        let path = self.file("config.toml");
        if !path.exists() {
            return self.configure(config);
        }
        let before = fs::read_to_string(&path).map_err(RunError::io(&path))?;
        match toml::from_str::<C>(&before) {
            Ok(before) if before == *config => Ok(()),
            _ => Err(RunError::Changed(self.path.display().to_string())),
        }
    }

    /// One more line of the log, with the time; answers it as it was written.
    pub fn log(&self, mut line: Value) -> Result<Value, RunError> {
        line["seconds"] = ((self.now() * 10.0).round() / 10.0).into();
        let mut log = self.log.lock().unwrap_or_else(PoisonError::into_inner);
        log.write_all(format!("{line}\n").as_bytes())
            .map_err(RunError::io(&self.file("log.jsonl")))?;
        Ok(line)
    }

    /// Writes a file of the folder, which appears whole or not at all.
    pub fn replace(&self, name: &str, bytes: &[u8]) -> Result<(), RunError> {
        write_whole(&self.file(name), bytes)
    }

    /// Draws the losses of the log. Lines of steps that were done twice, after a crash, count once.
    pub fn draw(&self) -> Result<(), RunError> {
        let path = self.file("log.jsonl");
        let text = fs::read_to_string(&path).map_err(RunError::io(&path))?;
        let lines: Vec<Value> = text
            .lines()
            .filter_map(|line| serde_json::from_str(line).ok())
            .collect();
        let series = |kind: &str, key: &str| -> Vec<(u64, f64)> {
            let wanted = lines.iter().filter(|line| line["type"] == kind);
            let points: BTreeMap<u64, f64> = wanted
                .filter_map(|line| Some((line["step"].as_u64()?, line[key].as_f64()?)))
                .collect();
            points.into_iter().collect()
        };
        let all = [
            ("training", series("step", "loss")),
            ("validation", series("validation", "loss")),
            ("constant rates", series("validation", "constant_loss")),
        ];
        let drawn: Vec<_> = all
            .into_iter()
            .filter(|(_, points)| !points.is_empty())
            .collect();
        self.replace("curve.svg", curve(&drawn).as_bytes())
    }
}

/// Writes a file that appears whole or not at all.
pub fn write_whole(path: &Path, bytes: &[u8]) -> Result<(), RunError> {
    let mut beside = path.as_os_str().to_owned();
    beside.push(".new");
    let beside = PathBuf::from(beside);
    fs::write(&beside, bytes).map_err(RunError::io(&beside))?;
    fs::rename(&beside, path).map_err(RunError::io(path))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_folder_keeps_configuration_log_and_curve() {
        let room = tempfile::tempdir().unwrap();
        let path = room.path().join("near");
        let open = || RunFolder::open(&path, || 1.25).unwrap();
        let config = BTreeMap::from([("steps".to_owned(), 7)]);
        open().configure_once(&config).unwrap();
        open().configure_once(&config).unwrap();
        let other = BTreeMap::from([("steps".to_owned(), 8)]);
        let error = open().configure_once(&other).unwrap_err().to_string();
        assert!(error.contains("another configuration"), "{error}");
        for (step, loss) in [(1, 0.9), (2, 0.8), (2, 0.5)] {
            let line = json!({"type": "step", "step": step, "loss": loss});
            let line = open().log(line).unwrap();
            assert_eq!(line["seconds"], 1.3);
        }
        open().draw().unwrap();
        let text = fs::read_to_string(path.join("log.jsonl")).unwrap();
        assert_eq!(text.lines().count(), 3);
        let drawing = fs::read_to_string(path.join("curve.svg")).unwrap();
        assert!(
            drawing.contains("from 0.900 at 1 to 0.500 at 2"),
            "{drawing}"
        );
        assert!(!drawing.contains("constant rates"));
        assert_eq!(open().name(), "near");
    }
}
