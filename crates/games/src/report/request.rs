//! The request for a report, and what came of it.

use std::{
    fs, io,
    path::{Path, PathBuf},
    str::FromStr,
};

use sissa_constraint::{Constraint, Refutation};
use sissa_game::write_file;

use super::{
    Classes, Counts, Measures, Page, RatingBands, RowFormat, THESIS_TUPLES, Table, classify, html,
    markdown,
    measure::measure_without,
    rows::write_rows_without,
    tables, wilson,
    words::{grouped, percent, printed},
};
use crate::{Folder, GamesError, Query, QueryError, duplicates::Duplicates};

/// Constraints that belong together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ConstraintSet {
    /// The seventeen tuples of the thesis.
    Thesis,
}

/// There is no set of constraints of this name.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there is no set of constraints `{0}`")]
pub struct UnknownSet(String);

impl FromStr for ConstraintSet {
    type Err = UnknownSet;

    fn from_str(name: &str) -> Result<ConstraintSet, UnknownSet> {
        match name {
            "thesis" => Ok(ConstraintSet::Thesis),
            _ => Err(UnknownSet(name.to_owned())),
        }
    }
}

impl ConstraintSet {
    fn constraints(self) -> Vec<Constraint> {
        match self {
            ConstraintSet::Thesis => THESIS_TUPLES
                .iter()
                .map(|tuple| {
                    let parsed = tuple.constraint().parse();
                    parsed.expect("the tuples are constraints, as a test shows")
                })
                .collect(),
        }
    }

    /// Those that the thesis sets side by side.
    fn compare(self) -> Vec<usize> {
        match self {
            ConstraintSet::Thesis => vec![14, 16, 15],
        }
    }
}

/// A constraint with a name for tables and charts: `IQP=preset iqp`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Named {
    /// The name.
    pub name: String,
    /// What it stands for.
    pub constraint: Constraint,
}

/// A request to measure constraints over games.
///
/// ```
/// use sissa_games::report::{ConstraintSet, Report};
///
/// let report = Report::new(["white Q=0".parse()?]).set(ConstraintSet::Thesis);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report {
    /// Constraints that belong together; before the others.
    pub set: Option<ConstraintSet>,
    /// Constraints to measure.
    pub constraints: Vec<Constraint>,
    /// More of them, with names of their own.
    pub named: Vec<Named>,
    /// Games that are there more than once count once.
    pub distinct: bool,
    /// The folder of imported games.
    pub games: PathBuf,
    /// Which constraints to set side by side, by their numbers from 1; the first three if not given.
    pub compare: Vec<usize>,
    /// Where ratings are cut into bands; bands of 200 points if not given.
    pub bands: Vec<u16>,
}

impl Default for Report {
    /// No constraint yet, on the folder `games`.
    fn default() -> Report {
        Report {
            set: None,
            constraints: Vec::new(),
            named: Vec::new(),
            distinct: false,
            games: PathBuf::from("games"),
            compare: Vec::new(),
            bands: Vec::new(),
        }
    }
}

/// Why there is no report.
#[derive(Debug, thiserror::Error)]
pub enum ReportError {
    /// Nothing to measure.
    #[error("no constraint given")]
    NoConstraint,
    /// A number that no constraint has.
    #[error("there is no constraint {number} to compare")]
    Compare {
        /// The number.
        number: usize,
        /// How many constraints there are.
        count: usize,
    },
    /// No position satisfies a constraint.
    #[error("no position can satisfy `{constraint}`")]
    Impossible {
        /// The constraint.
        constraint: String,
        /// Why.
        refutation: Refutation,
    },
    /// Counts that do not belong to the report.
    #[error("{0}")]
    Counts(&'static str),
    /// Games do not tell.
    #[error(transparent)]
    Query(#[from] QueryError),
    /// The games cannot be read.
    #[error(transparent)]
    Games(#[from] GamesError),
}

impl Report {
    /// A report on these constraints.
    pub fn new(constraints: impl IntoIterator<Item = Constraint>) -> Report {
        Report {
            constraints: constraints.into_iter().collect(),
            ..Report::default()
        }
    }

    /// With the constraints of a set before them.
    #[must_use]
    pub fn set(mut self, set: ConstraintSet) -> Report {
        self.set = Some(set);
        self
    }

    /// And one with a name of its own.
    #[must_use]
    pub fn named(mut self, name: impl Into<String>, constraint: Constraint) -> Report {
        let name = name.into();
        self.named.push(Named { name, constraint });
        self
    }

    /// Counting every game once, however often the folder has it.
    #[must_use]
    pub fn distinct(mut self) -> Report {
        self.distinct = true;
        self
    }

    /// On this folder.
    #[must_use]
    pub fn games(mut self, folder: impl Into<PathBuf>) -> Report {
        self.games = folder.into();
        self
    }

    /// With these constraints side by side, by their numbers from 1.
    #[must_use]
    pub fn compare(mut self, numbers: impl IntoIterator<Item = usize>) -> Report {
        self.compare = numbers.into_iter().collect();
        self
    }

    /// Makes the constraints ready and opens the folder.
    pub fn open(&self) -> Result<Survey, ReportError> {
        let questions = self.questions()?;
        Ok(Survey {
            folder: Folder::open(&self.games)?,
            questions,
            distinct: self.distinct,
        })
    }

    /// The report on what was counted elsewhere, for the same constraints.
    pub fn summed(&self, counts: &[Counts]) -> Result<Reported, ReportError> {
        let questions = self.questions()?;
        if self.distinct {
            return Err(ReportError::Counts(
                "copies of games cannot be told from counts",
            ));
        }
        let Questions {
            asked,
            queries,
            cuts,
            ..
        } = &questions;
        let measures = Counts::measures(counts, asked, queries, cuts);
        let measures = measures.ok_or(ReportError::Counts(
            "something was counted for other constraints or other bands",
        ))?;
        let mut sources: Vec<&str> = counts
            .iter()
            .flat_map(|counts| &counts.sources)
            .map(String::as_str)
            .collect();
        sources.sort_unstable();
        sources.dedup();
        let origin = origin(measures.games, &sources);
        Ok(questions.reported(measures, origin))
    }

    fn questions(&self) -> Result<Questions, ReportError> {
        let mut constraints = self.set.map(ConstraintSet::constraints).unwrap_or_default();
        constraints.extend(self.constraints.iter().cloned());
        let unnamed = constraints.iter().map(|it| (it.to_string(), it));
        let named = self
            .named
            .iter()
            .map(|it| (it.name.clone(), &it.constraint));
        let asked = unnamed.clone().chain(named.clone());
        let asked = asked
            .map(|(_, constraint)| constraint.to_string())
            .collect();
        let queries = unnamed
            .chain(named)
            .map(|(name, constraint)| query(name, constraint))
            .collect::<Result<Vec<_>, ReportError>>()?;
        if queries.is_empty() {
            return Err(ReportError::NoConstraint);
        }
        let count = queries.len();
        let mut compare = self.set.map_or_else(
            || (0..count.min(3)).collect::<Vec<usize>>(),
            ConstraintSet::compare,
        );
        if !self.compare.is_empty() {
            compare.clear();
        }
        for &number in &self.compare {
            if !(1..=count).contains(&number) {
                return Err(ReportError::Compare { number, count });
            }
            compare.push(number - 1);
        }
        let title = match self.set {
            Some(ConstraintSet::Thesis) if count == THESIS_TUPLES.len() => {
                "The thesis’ seventeen constraints"
            }
            Some(ConstraintSet::Thesis) => "The thesis’ seventeen constraints, and more",
            None => "Constraints measured over games",
        };
        Ok(Questions {
            asked,
            queries,
            compare,
            title,
            cuts: RatingBands::new(self.bands.iter().copied()),
        })
    }
}

/// What is to be measured, and how it is shown.
#[derive(Debug)]
struct Questions {
    /// The constraints, as they are printed.
    asked: Vec<String>,
    queries: Vec<(String, Query)>,
    compare: Vec<usize>,
    title: &'static str,
    /// Where ratings are cut into bands.
    cuts: RatingBands,
}

impl Questions {
    fn reported(&self, measures: Measures, origin: String) -> Reported {
        Reported {
            classes: classify(&measures),
            page: Page {
                title: self.title.to_owned(),
                origin,
                compare: self.compare.clone(),
            },
            measures,
        }
    }
}

fn origin(games: u64, sources: &[&str]) -> String {
    let unit = if games == 1 { "game" } else { "games" };
    format!("{} {unit} from {}", grouped(games), sources.join(", "))
}

fn query(name: String, constraint: &Constraint) -> Result<(String, Query), ReportError> {
    if let Some(refutation) = constraint.refutation() {
        let constraint = constraint.to_string();
        return Err(ReportError::Impossible {
            constraint,
            refutation,
        });
    }
    Ok((name, Query::new(constraint)?))
}

/// A request that can be answered.
#[derive(Debug)]
pub struct Survey {
    folder: Folder,
    questions: Questions,
    distinct: bool,
}

impl Survey {
    /// The folder.
    pub fn folder(&self) -> &Folder {
        &self.folder
    }

    /// Measures. `progress` is called with the games done so far and ends the work by saying false,
    /// which gives none.
    pub fn run(
        &self,
        threads: usize,
        progress: &(dyn Fn(u64) -> bool + Sync),
    ) -> Result<Option<Reported>, GamesError> {
        let copies = self.copies(threads)?;
        let Questions { queries, cuts, .. } = &self.questions;
        let measures = measure_without(&copies, cuts, &self.folder, queries, threads, progress)?;
        Ok(measures.map(|measures| {
            let origin = self.origin(&measures);
            self.questions.reported(measures, origin)
        }))
    }

    /// Counts, for a report that is put together elsewhere ([`Report::summed`]).
    pub fn count(
        &self,
        threads: usize,
        progress: &(dyn Fn(u64) -> bool + Sync),
    ) -> Result<Option<Counts>, GamesError> {
        let Questions {
            asked,
            queries,
            cuts,
            ..
        } = &self.questions;
        Counts::of(&self.folder, asked, queries, cuts, threads, progress)
    }

    /// Writes a row for every game and constraint it satisfies.
    pub fn write_rows(&self, path: &Path, format: RowFormat) -> Result<(), GamesError> {
        let copies = self.copies(1)?;
        write_rows_without(&copies, &self.folder, &self.questions.queries, path, format)
    }

    fn copies(&self, threads: usize) -> Result<Duplicates, GamesError> {
        if self.distinct {
            Duplicates::find(&self.folder, threads)
        } else {
            Ok(Duplicates::default())
        }
    }

    fn origin(&self, measures: &Measures) -> String {
        let parts = self.folder.parts().iter();
        let mut sources: Vec<&str> = parts.map(|part| part.source()).collect();
        sources.dedup();
        let mut origin = origin(measures.games, &sources);
        if self.distinct {
            origin += &format!(
                "; {} copies of games are left out",
                grouped(measures.copies)
            );
        }
        origin
    }
}

/// A report: the counts, and the ways to show them.
#[derive(Clone, Debug)]
pub struct Reported {
    /// What was counted.
    pub measures: Measures,
    /// Constraints that are alike.
    pub classes: Classes,
    /// What the pages are about.
    pub page: Page,
}

impl Reported {
    /// One self-contained page.
    pub fn html(&self) -> String {
        html(&self.page, &self.measures, &self.classes)
    }

    /// The tables and findings as Markdown.
    pub fn markdown(&self) -> String {
        markdown(&self.page, &self.measures, &self.classes)
    }

    /// The figures behind them.
    pub fn tables(&self) -> Vec<Table> {
        tables(&self.measures, &self.classes)
    }

    /// One line a constraint: how many games satisfy it, and White's share of the decided ones.
    pub fn lines(&self) -> Vec<String> {
        let constraints = self.measures.constraints.iter();
        constraints
            .map(|found| {
                let [won, _, lost] = found.outcomes;
                let mut line = format!("{}  {} games  ", found.name, grouped(found.satisfied));
                match wilson(won, won + lost) {
                    Some(share) => {
                        let (low, high) = (100.0 * share.low, 100.0 * share.high);
                        line += &format!("White {} ({low:.1}–{high:.1})", percent(share.value));
                        if let Some(other) = printed(&found.name) {
                            line += &format!(", thesis {}", percent(other));
                        }
                        let own = found.own_outcomes.unwrap_or_default();
                        if let Some(own) = wilson(own[0], own[0] + own[2]) {
                            let (low, high) = (100.0 * own.low, 100.0 * own.high);
                            let value = percent(own.value);
                            line += &format!(
                                ", the side that satisfies it {value} ({low:.1}–{high:.1})"
                            );
                        }
                    }
                    None => line += "none decided",
                }
                line
            })
            .collect()
    }

    /// Writes `report.html`, `report.md` and the tables into a folder, and gives the page's path.
    pub fn write(&self, folder: &Path) -> Result<PathBuf, GamesError> {
        let failed = |path: &Path| {
            let what = format!("cannot write `{}`", path.display());
            move |error: io::Error| GamesError::Io { what, error }
        };
        fs::create_dir_all(folder).map_err(failed(folder))?;
        let write = |name: &str, text: String| {
            let path = folder.join(name);
            write_file(&path, text.as_bytes())
                .map_err(failed(&path))
                .map(|()| path)
        };
        for table in self.tables() {
            write(&format!("{}.csv", table.name), table.csv())?;
        }
        write("report.md", self.markdown())?;
        write("report.html", self.html())
    }
}
