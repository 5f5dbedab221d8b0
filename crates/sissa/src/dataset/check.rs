//! Whether a dataset is whole: [`CheckDataset`].

use std::{collections::BTreeMap, ops::ControlFlow, path::PathBuf};

use rustc_hash::{FxHashMap, FxHashSet};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use shakmaty::{CastlingMode, Chess, fen::Fen};
use sissa_constraint::Situation;
use sissa_dataset::{Format, Manifest, Part, Row, Standing, read_part};
use sissa_game::{Game, castled_in, parse_move, verify};
use sissa_generate::Unique;
use sissa_parallel::in_order_within;

use super::{Dataset, Labeller, Making, Plan};
use crate::{
    event::{Event, Progress},
    generate::{Generate, Generation},
    problem::{Problem, quoted},
    session::Session,
};

/// A dataset to look at: are its files as they were written, is every row what it says, is nothing there twice, is
/// nothing missing?
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct CheckDataset {
    /// The folder.
    pub folder: PathBuf,
    /// Make so many rows again, spread over the whole, and hold them against the files.
    pub again: u64,
}

/// What a dataset is like.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Inspection {
    /// The folder.
    pub folder: PathBuf,
    /// The format of its files.
    pub format: Format,
    /// Whether every run has ended.
    pub complete: bool,
    /// All rows.
    pub rows: u64,
    /// Files with rows.
    pub parts: u64,
    /// Their size.
    pub bytes: u64,
    /// The seeds that were used.
    pub seeds: Vec<u64>,
    /// The programs that made it.
    pub tools: Vec<String>,
    /// What is found out about every position.
    pub labels: Vec<String>,
    /// How many positions there are for each constraint.
    pub standings: Vec<Standing>,
    /// Rows that were read and found to be what they say.
    pub checked: u64,
    /// Rows that were made again and came out the same.
    pub repeated: u64,
    /// How many things are wrong.
    pub faults: u64,
    /// The first of them.
    pub examples: Vec<DatasetFault>,
}

/// Something that is wrong with a dataset.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct DatasetFault {
    /// The file.
    pub file: String,
    /// The row in it, from 0, where it is about one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub row: Option<u64>,
    /// What is wrong, for people.
    pub message: String,
}

/// Most examples of what is wrong.
const EXAMPLES: usize = 20;

impl CheckDataset {
    /// This folder.
    pub fn new(folder: impl Into<PathBuf>) -> CheckDataset {
        CheckDataset {
            folder: folder.into(),
            again: 0,
        }
    }

    /// Makes so many rows again.
    #[must_use]
    pub fn again(mut self, rows: u64) -> CheckDataset {
        self.again = rows;
        self
    }

    fn manifest(&self, session: &Session) -> Result<Manifest, Problem> {
        if !session.reads_files() {
            return Err(Problem::new("files", "folders are not read here").field("folder"));
        }
        let shown = quoted(&self.folder.to_string_lossy());
        Manifest::load(&self.folder)?.ok_or_else(|| {
            Problem::new(
                "dataset",
                format!("{shown} is no dataset: it has no manifest"),
            )
            .field("folder")
            .hint("`sissa generate --plan plan.toml -o DIR` makes one")
        })
    }

    /// What the manifest says, without a look at the files.
    pub fn describe(&self, session: &Session) -> Result<Inspection, Problem> {
        Ok(self.told(&self.manifest(session)?))
    }

    fn told(&self, manifest: &Manifest) -> Inspection {
        let standings = manifest.runs.iter().flat_map(|run| &run.standings);
        let mut seeds: Vec<u64> = standings.clone().map(|one| one.seed).collect();
        seeds.sort_unstable();
        seeds.dedup();
        let mut tools: Vec<String> = Vec::new();
        let mut labels: Vec<String> = Vec::new();
        for run in &manifest.runs {
            let plan: Plan = serde_json::from_value(run.plan.clone()).unwrap_or_default();
            let names = plan.labels.iter().map(|label| label.name().to_owned());
            for (list, found) in [
                (&mut tools, run.tools.clone()),
                (&mut labels, names.collect()),
            ] {
                for one in found {
                    if !list.contains(&one) {
                        list.push(one);
                    }
                }
            }
        }
        Inspection {
            folder: self.folder.clone(),
            format: manifest.format,
            complete: manifest.complete,
            rows: manifest.rows,
            parts: manifest.parts.len() as u64,
            bytes: manifest.parts.iter().map(|part| part.bytes).sum(),
            seeds,
            tools,
            labels,
            standings: standings.cloned().collect(),
            checked: 0,
            repeated: 0,
            faults: 0,
            examples: Vec::new(),
        }
    }

    /// Looks at everything, on all threads of the session. `progress` tells how far it is and ends the work by saying
    /// no, which gives none.
    pub fn run_into(
        &self,
        session: &Session,
        progress: &mut dyn FnMut(Event<()>) -> ControlFlow<()>,
    ) -> Result<Option<Inspection>, Problem> {
        let manifest = self.manifest(session)?;
        let experts = Experts::of(&manifest, session)?;
        let every = manifest
            .rows
            .checked_div(self.again)
            .map(|every| every.max(1));
        let mut ledger = Ledger {
            told: self.told(&manifest),
            unique: experts.unique,
            keys: FxHashSet::default(),
            counts: BTreeMap::new(),
        };
        let mut first = 0;
        let parts: Vec<(u64, &Part)> = manifest
            .parts
            .iter()
            .map(|part| {
                let begins = first;
                first += part.rows;
                (begins, part)
            })
            .collect();
        let mut stopped = false;
        let started = session.now();
        in_order_within(
            2 * session.workers() as u64,
            parts.iter(),
            session.workers(),
            |_, (begins, part)| self.look(&experts, part, *begins, every, session, manifest.format),
            |number, looked| {
                ledger.take(parts[usize::try_from(number).unwrap_or(0)].1, looked);
                let told = progress(Event::Progress(Progress {
                    judged: None,
                    made: ledger.told.checked,
                    failed: ledger.told.faults,
                    dropped: 0,
                    requested: Some(manifest.rows),
                    seconds: session.now().saturating_sub(started).as_secs_f64(),
                    bytes: None,
                }));
                let told = session.go_on(told);
                stopped = told.is_break();
                told
            },
        );
        if stopped {
            return Ok(None);
        }
        Ok(Some(ledger.finish()))
    }

    /// Looks at a part.
    fn look(
        &self,
        experts: &Experts,
        part: &Part,
        begins: u64,
        every: Option<u64>,
        session: &Session,
        format: Format,
    ) -> Looked {
        let mut looked = Looked::default();
        if let Some(fault) = part.fault(&self.folder) {
            looked.faults.push((None, fault));
            return looked;
        }
        let path = self.folder.join(&part.file);
        let read = read_part(&path, format, &mut |row| {
            let number = looked.rows.len() as u64;
            match experts.judge(&row) {
                Ok(found) => looked.rows.push(Some(found)),
                Err(message) => {
                    looked.faults.push((Some(number), message));
                    looked.rows.push(None);
                }
            }
            if every.is_some_and(|every| (begins + number).is_multiple_of(every)) {
                match experts.repeat(&row, session) {
                    Ok(()) => looked.repeated += 1,
                    Err(message) => looked.faults.push((Some(number), message)),
                }
            }
        });
        if let Err(error) = read {
            looked.faults.push((None, error.to_string()));
        }
        let rows = looked.rows.len() as u64;
        if rows != part.rows {
            let message = format!("it has {rows} rows, not {}", part.rows);
            looked.faults.push((None, message));
        }
        looked
    }
}

/// A row that is what it says.
struct Seen {
    name: String,
    seed: u64,
    index: u64,
    key: u64,
}

/// What was found in a part.
#[derive(Default)]
struct Looked {
    rows: Vec<Option<Seen>>,
    repeated: u64,
    faults: Vec<(Option<u64>, String)>,
}

/// Those who know what rows of each origin must be like.
struct Experts {
    by_name: FxHashMap<String, (usize, usize)>,
    makings: Vec<(Making, Vec<Generation>)>,
    unique: Unique,
}

impl Experts {
    fn of(manifest: &Manifest, session: &Session) -> Result<Experts, Problem> {
        let mut experts = Experts {
            by_name: FxHashMap::default(),
            makings: Vec::new(),
            unique: Unique::Exact,
        };
        for (number, run) in manifest.runs.iter().enumerate() {
            let plan: Plan = serde_json::from_value(run.plan.clone()).map_err(|error| {
                Problem::new(
                    "dataset",
                    format!("the manifest's plan cannot be read: {error}"),
                )
            })?;
            let making = Dataset::new(plan, "-").prepare(session)?;
            experts.unique = making.unique;
            let mut generations = Vec::with_capacity(making.orders.len());
            for (at, order) in making.orders.iter().enumerate() {
                generations.push(order.request.prepare(session)?);
                experts
                    .by_name
                    .entry(order.origin.name.clone())
                    .or_insert((number, at));
            }
            experts.makings.push((making, generations));
        }
        Ok(experts)
    }

    /// Holds a row against what it says of itself.
    fn judge(&self, row: &Row) -> Result<Seen, String> {
        let name = row.id.split('-').next().unwrap_or_default();
        let Some(&(run, at)) = self.by_name.get(name) else {
            return Err(format!(
                "{} names nothing that was asked for",
                quoted(&row.id)
            ));
        };
        let (making, generations) = &self.makings[run];
        let (order, generation) = (&making.orders[at], &generations[at]);
        let origin = &order.origin;
        if row.id != origin.id(row.seed, row.index)
            || row.constraint != origin.constraint
            || row.style != origin.style
        {
            return Err(format!(
                "{} and its other columns do not agree",
                quoted(&row.id)
            ));
        }
        let game = replayed(row)?;
        let fen = sissa_record::fen(game.end());
        if fen != row.fen {
            return Err(format!(
                "the moves lead to {fen}, not to {}",
                quoted(&row.fen)
            ));
        }
        if row.plies != game.plies() as u64 {
            return Err(format!(
                "its game has {} half-moves, not {}",
                game.plies(),
                row.plies
            ));
        }
        let situation = Situation {
            position: game.end(),
            castled: castled_in(&game),
        };
        if !generation.holds(&situation) {
            return Err(format!(
                "{fen} does not satisfy {}",
                quoted(&row.constraint)
            ));
        }
        Ok(Seen {
            name: origin.name.clone(),
            seed: row.seed,
            index: row.index,
            key: self.unique.key(game.end()),
        })
    }

    /// Makes a row again.
    fn repeat(&self, row: &Row, session: &Session) -> Result<(), String> {
        let name = row.id.split('-').next().unwrap_or_default();
        let Some(&(run, at)) = self.by_name.get(name) else {
            return Err(format!(
                "{} names nothing that was asked for",
                quoted(&row.id)
            ));
        };
        let making = &self.makings[run].0;
        let order = &making.orders[at];
        let request = Generate {
            skip: row.index,
            seed: row.seed,
            ..order.request.clone().count(1)
        };
        let generation = request
            .prepare(session)
            .map_err(|problem| problem.message)?;
        let found = generation.into_iter().find_map(|event| match event {
            Event::Found(position) => Some(position),
            _ => None,
        });
        let labeller: &Labeller = &making.labeller;
        let made = found.map(|position| {
            let mut made = position.row(&order.origin);
            labeller.label(position.game.end(), &mut made);
            made
        });
        if made.as_ref() == Some(row) {
            Ok(())
        } else {
            Err(format!("{} is not what is made of it now", quoted(&row.id)))
        }
    }
}

/// The game of a row.
fn replayed(row: &Row) -> Result<Game, String> {
    let start = match &row.start_fen {
        None => Chess::default(),
        Some(text) => text
            .parse::<Fen>()
            .ok()
            .and_then(|fen| fen.into_position(CastlingMode::Standard).ok())
            .ok_or_else(|| format!("{} is no position to start from", quoted(text)))?,
    };
    let mut game = Game::starting_from(start.clone());
    for text in row.moves.split(' ').filter(|text| !text.is_empty()) {
        let played = parse_move(game.end(), text).map_err(|error| error.to_string())?;
        game.push(played).map_err(|error| error.to_string())?;
    }
    verify(start, game.moves()).map_err(|flaw| flaw.to_string())
}

/// What was found so far.
struct Ledger {
    told: Inspection,
    unique: Unique,
    keys: FxHashSet<u64>,
    /// By origin and seed: rows, and the last index.
    counts: BTreeMap<(String, u64), (u64, u64)>,
}

impl Ledger {
    fn fault(&mut self, file: &str, row: Option<u64>, message: String) {
        self.told.faults += 1;
        if self.told.examples.len() < EXAMPLES {
            self.told.examples.push(DatasetFault {
                file: file.to_owned(),
                row,
                message,
            });
        }
    }

    fn take(&mut self, part: &Part, looked: Looked) {
        for (row, message) in looked.faults {
            self.fault(&part.file, row, message);
        }
        self.told.repeated += looked.repeated;
        for (number, seen) in (0..).zip(looked.rows) {
            let Some(seen) = seen else { continue };
            self.told.checked += 1;
            let count = self.counts.entry((seen.name, seen.seed));
            let mut behind = false;
            count
                .and_modify(|(rows, last)| {
                    // Indices of a constraint rise, so none is there twice.
                    behind = seen.index <= *last;
                    (*rows, *last) = (*rows + 1, seen.index.max(*last));
                })
                .or_insert((1, seen.index));
            if behind {
                let message = format!("index {} is there twice or out of order", seen.index);
                self.fault(&part.file, Some(number), message);
            }
            if !self.keys.insert(seen.key) {
                let word = match self.unique {
                    Unique::Exact => "this position was there before",
                    Unique::Mirror => "this position, or its mirror, was there before",
                };
                self.fault(&part.file, Some(number), word.to_owned());
            }
        }
    }

    /// Holds the counts against what the manifest promises.
    fn finish(mut self) -> Inspection {
        let mut promised: BTreeMap<(String, u64), (u64, String)> = BTreeMap::new();
        for standing in &self.told.standings {
            let of = promised.entry((standing.name.clone(), standing.seed));
            let (made, _) = of.or_insert_with(|| (0, standing.constraint.clone()));
            *made += standing.made;
        }
        for (origin, (made, constraint)) in promised {
            let found = self.counts.get(&origin).map_or(0, |(rows, _)| *rows);
            if found != made {
                let message = format!(
                    "{} has {found} good rows with seed {}, the manifest says {made}",
                    quoted(&constraint),
                    origin.1
                );
                self.fault(sissa_dataset::MANIFEST, None, message);
            }
        }
        if !self.told.complete {
            let message = "the last run has not ended: the same command goes on with it".to_owned();
            self.fault(sissa_dataset::MANIFEST, None, message);
        }
        self.told
    }
}
