//! The folder of a dataset, opened to be written: locked, swept, and what it holds already.

use std::{
    fs::{self, File, TryLockError},
    hash::Hasher as _,
    io,
    ops::ControlFlow,
    path::{Path, PathBuf},
};

use rustc_hash::FxHashSet;
use shakmaty::{CastlingMode, Chess, fen::Fen};
use sissa_dataset::{Manifest, Part, PlanRun, Standing, read_ids};
use sissa_generate::Unique;
use sissa_parallel::in_order_within;

use super::Making;
use crate::{
    problem::{Problem, quoted},
    session::{Session, TOOL},
};

/// A folder that nobody else writes.
pub(super) struct Folder {
    pub path: PathBuf,
    pub manifest: Manifest,
    /// The run that is under way: the last of the manifest.
    pub run: PlanRun,
    _lock: File,
}

impl Folder {
    /// Opens the folder of a dataset and finds the run to take up, or begins one.
    pub fn open(making: &Making) -> Result<Folder, Problem> {
        let path = &making.folder;
        let shown = quoted(&path.to_string_lossy());
        let failed = |error: io::Error| Problem::io(&shown, &error).field("output");
        fs::create_dir_all(path).map_err(failed)?;
        let loaded = Manifest::load(path)?;
        if loaded.is_none() && has_others(path).map_err(failed)? {
            let message = format!("{shown} holds other files");
            return Err(Problem::new("output", message)
                .field("output")
                .hint("give a new folder, or one that a dataset was begun in"));
        }
        let lock = File::create(path.join(".lock")).map_err(failed)?;
        match lock.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                let message = format!("{shown} is being written by another run");
                return Err(Problem::new("output", message)
                    .field("output")
                    .hint("wait for it, or end it; the same command goes on from there"));
            }
            // File systems that know no locks are used at their owner's word.
            Err(TryLockError::Error(_)) => {}
        }
        sweep(path);
        // Again, now that nobody else writes.
        let mut manifest =
            Manifest::load(path)?.unwrap_or_else(|| Manifest::new(making.plan.format));
        let (run, new) = begin(making, &manifest)?;
        if new {
            manifest.complete = false;
            manifest.runs.push(run.clone());
            let number = manifest.runs.len();
            let name = if number == 1 {
                "plan.toml".to_owned()
            } else {
                format!("plan-{number}.toml")
            };
            sissa_dataset::replace(&path.join(name), making.plan.to_toml()?.as_bytes())?;
            manifest.save(path)?;
        }
        Ok(Folder {
            path: path.clone(),
            manifest,
            run,
            _lock: lock,
        })
    }

    /// The keys of all positions that are there.
    pub fn keys(&self, unique: Unique, session: &Session) -> Result<FxHashSet<u64>, Problem> {
        let mut known = FxHashSet::default();
        known.reserve(usize::try_from(self.manifest.rows).unwrap_or(0));
        let mut problem = None;
        let format = self.manifest.format;
        in_order_within(
            2 * session.workers() as u64,
            self.manifest.parts.iter(),
            session.workers(),
            |_, part: &Part| -> Result<Vec<u64>, Problem> {
                let mut keys = Vec::new();
                read_ids(&self.path.join(&part.file), format, &mut |_, fen| {
                    keys.extend(key(unique, fen));
                })?;
                if keys.len() as u64 != part.rows {
                    let message = format!("`{}` is not as it was written", part.file);
                    return Err(Problem::new("dataset", message)
                        .hint("`sissa dataset check DIR` looks at the whole folder"));
                }
                Ok(keys)
            },
            |_, keys| match keys {
                Ok(keys) => {
                    known.extend(keys);
                    ControlFlow::Continue(())
                }
                Err(found) => {
                    problem = Some(found);
                    ControlFlow::Break(())
                }
            },
        );
        problem.map_or(Ok(known), Err)
    }
}

/// The key of a position; `None` where it is none.
pub(super) fn key(unique: Unique, fen: &str) -> Option<u64> {
    let fen: Fen = fen.parse().ok()?;
    let position: Chess = fen.into_position(CastlingMode::Standard).ok()?;
    Some(unique.key(&position))
}

/// The run to take up, or a new one.
fn begin(making: &Making, manifest: &Manifest) -> Result<(PlanRun, bool), Problem> {
    let plan = serde_json::to_value(&making.plan)
        .map_err(|error| Problem::new("plan", error.to_string()))?;
    let wrong = |message: String, hint: &str| {
        Err(Problem::new("output", message).field("output").hint(hint))
    };
    let shown = quoted(&making.folder.to_string_lossy());
    if manifest.format != making.plan.format && !manifest.runs.is_empty() {
        let message = format!("{shown} holds {} files", manifest.format.extension());
        return wrong(
            message,
            "a dataset has one format: use that, or another folder",
        );
    }
    match manifest.runs.last() {
        Some(last) if !last.complete => {
            if last.plan != plan {
                let message = format!("{shown} holds an unfinished run of another plan");
                return wrong(message, "finish it first: its plan is in the folder");
            }
            let mut run = last.clone();
            if run.tools.last().is_none_or(|tool| tool != TOOL) {
                run.tools.push(TOOL.to_owned());
            }
            Ok((run, false))
        }
        Some(last) if !making.append => {
            if last.plan == plan {
                return Ok((last.clone(), false));
            }
            let message = format!("{shown} holds a dataset of another plan");
            wrong(
                message,
                "`--append` adds to it; another folder keeps them apart",
            )
        }
        _ => Ok((
            PlanRun {
                tools: vec![TOOL.to_owned()],
                plan,
                pieces: making.pieces(),
                done: 0,
                complete: false,
                standings: standings(making, manifest),
            },
            true,
        )),
    }
}

/// Where each constraint of a run that is about to begin stands: behind all indices that earlier runs have tried.
fn standings(making: &Making, manifest: &Manifest) -> Vec<Standing> {
    let seed = making.plan.seed;
    let earlier = |name: &str| {
        let runs = manifest.runs.iter().flat_map(|run| &run.standings);
        let same = runs.filter(|standing| standing.name == name && standing.seed == seed);
        same.map(|standing| standing.next).max().unwrap_or(0)
    };
    let stand = |order: &super::Order| {
        let first = earlier(&order.origin.name);
        Standing {
            name: order.origin.name.clone(),
            constraint: order.origin.constraint.clone(),
            style: order.origin.style.clone(),
            seed,
            asked: order.count,
            first,
            next: first,
            ..Standing::default()
        }
    };
    making.orders.iter().map(stand).collect()
}

/// Where workers put the pieces of a run, and the first index of each constraint.
pub(super) fn workplace(making: &Making) -> Result<(PathBuf, Vec<u64>), Problem> {
    let manifest = Manifest::load(&making.folder)?;
    let manifest = manifest.unwrap_or_else(|| Manifest::new(making.plan.format));
    let (run, _) = begin(making, &manifest)?;
    let firsts = run.standings.iter().map(|standing| standing.first);
    Ok((workshop(&making.folder, &run), firsts.collect()))
}

/// The folder for pieces of a run: pieces of other plans, of other indices or by other versions lie elsewhere.
pub(super) fn workshop(folder: &Path, run: &PlanRun) -> PathBuf {
    let mut hasher = twox_hash::XxHash64::with_seed(0);
    hasher.write(TOOL.as_bytes());
    hasher.write(run.plan.to_string().as_bytes());
    for standing in &run.standings {
        hasher.write(standing.name.as_bytes());
        hasher.write_u64(standing.first);
    }
    folder.join(format!("pieces-{:016x}", hasher.finish()))
}

/// Whether there are files that no dataset has before its manifest.
fn has_others(folder: &Path) -> io::Result<bool> {
    for entry in fs::read_dir(folder)? {
        let name = entry?.file_name();
        let name = name.to_string_lossy();
        if !name.starts_with('.') && !name.starts_with("pieces-") && name != "plan.toml" {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Removes what somebody who was killed had begun to write.
fn sweep(folder: &Path) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let name = entry.file_name();
        let name = name.to_string_lossy();
        if name.starts_with('.') && name.ends_with(".tmp") {
            let _ = fs::remove_file(entry.path());
        }
    }
}
