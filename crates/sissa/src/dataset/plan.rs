//! What a dataset is to hold: [`Plan`].

use std::path::PathBuf;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use sissa_dataset::Format;

use crate::{
    generate::{Generate, Style, UniqueName},
    problem::{Problem, quoted},
    session::Session,
};

/// What a dataset is to hold: constraints with quotas, and what they have in common. As TOML or JSON.
///
/// ```
/// let plan = sissa::Plan::from_toml(r#"
///     total = 1000
///     labels = ["eval", "best"]
///     label_nodes = 2000
///
///     [[positions]]
///     constraint = ["white (0,2,2,2,8)", "white (1,0,2,2,8)"]
///
///     [[positions]]
///     constraint = "KRPvKR"
///     count = 500
///     style = "uniform"
/// "#)?;
/// assert_eq!((plan.positions.len(), plan.total), (2, Some(1000)));
/// # Ok::<_, sissa::Problem>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Plan {
    /// The name of the dataset, for its card.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// What it is for, for its card.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    /// The format of the files.
    pub format: Format,
    /// The seed of all randomness.
    pub seed: u64,
    /// Positions for every constraint that says nothing else.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub count: Option<u64>,
    /// Positions that the constraints without a count share evenly.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub total: Option<u64>,
    /// How to generate, where a constraint says nothing else.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub style: Option<Style>,
    /// When two positions of the dataset are the same; `exact` if not given.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unique: Option<UniqueName>,
    /// What is found out about every position.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub labels: Vec<LabelName>,
    /// Positions that the engine looks at for a label; 100,000 if not given.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub label_nodes: Option<u64>,
    /// Indices of a piece, and so rows of a file; 50,000 if not given, 1,000 where positions take long.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 1, max = 1_000_000))]
    pub part_rows: Option<u64>,
    /// What to make.
    pub positions: Vec<Quota>,
}

/// Constraints, and how many positions each.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Quota {
    /// What the positions must be like: a constraint, or several that have nothing else apart.
    #[serde(
        skip_serializing_if = "Vec::is_empty",
        deserialize_with = "crate::one_or_many"
    )]
    #[schemars(with = "Option<crate::OneOrMany>")]
    pub constraint: Vec<String>,
    /// More constraints, one a line of this file.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub file: Option<PathBuf>,
    /// Constraints from the library that must hold, too.
    #[serde(
        skip_serializing_if = "Vec::is_empty",
        deserialize_with = "crate::one_or_many"
    )]
    #[schemars(with = "Option<crate::OneOrMany>")]
    pub preset: Vec<String>,
    /// How many positions for each constraint.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub count: Option<u64>,
    /// How to generate.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub style: Option<Style>,
    /// Where every game begins: moves, PGN or FEN.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub from: Option<String>,
    /// Longest game, in half-moves.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max_plies: Option<u32>,
    /// Look for a shortest game.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub shortest: bool,
    /// Most nodes for one position.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
    /// Positions that the engine looks at for a value, where the constraint asks what positions are worth.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub judge_nodes: Option<u64>,
}

/// Something that is found out about every position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[cfg_attr(feature = "clap", derive(clap::ValueEnum))]
#[serde(rename_all = "lowercase")]
pub enum LabelName {
    /// The engine's value: `eval` and `eval_mate`.
    Eval,
    /// The engine's best move and line: `best` and `line`.
    Best,
    /// The result of perfect play with up to four men: `tablebase` and `mate_distance`.
    Tablebase,
}

impl LabelName {
    /// The name.
    pub fn name(self) -> &'static str {
        match self {
            LabelName::Eval => "eval",
            LabelName::Best => "best",
            LabelName::Tablebase => "tablebase",
        }
    }
}

/// One constraint of a plan, with everything filled in.
#[derive(Clone, Debug)]
pub(super) struct Entry {
    pub request: Generate,
    pub count: u64,
}

/// Most constraints of a plan.
const MOST_ENTRIES: usize = 100_000;

/// Rows of a part.
const PART: u64 = 50_000;
const SLOW_PART: u64 = 1_000;
const MOST_PART: u64 = 1_000_000;

impl Plan {
    /// Reads a plan.
    pub fn from_toml(text: &str) -> Result<Plan, Problem> {
        toml::from_str(text).map_err(|error| {
            let line = error
                .span()
                .map(|span| 1 + text[..span.start.min(text.len())].matches('\n').count());
            let place = line.map_or_else(String::new, |line| format!("line {line}: "));
            let hint = "a plan has `[[positions]]` with `constraint` and `count`, as `sissa generate --help` shows";
            Problem::new("plan", format!("{place}{}", error.message()))
                .field("plan")
                .hint(hint)
        })
    }

    /// The plan as TOML.
    pub fn to_toml(&self) -> Result<String, Problem> {
        toml::to_string(self).map_err(|error| Problem::new("plan", error.to_string()).field("plan"))
    }

    /// With the constraints of its files in it, so that it says everything itself.
    pub fn resolved(&self, session: &Session) -> Result<Plan, Problem> {
        let mut plan = self.clone();
        for quota in &mut plan.positions {
            let Some(file) = quota.file.take() else {
                continue;
            };
            let name = file.to_string_lossy();
            let bytes = match session.read_file(&name) {
                None => Err(Problem::new("files", "files are not read here")),
                Some(read) => read.map_err(|error| Problem::io(quoted(&name), &error)),
            };
            let bytes = bytes.map_err(|problem| problem.field("file"))?;
            let text = String::from_utf8_lossy(&bytes);
            let lines = text.lines().map(str::trim);
            let lines = lines.filter(|line| !line.is_empty() && !line.starts_with('#'));
            quota.constraint.extend(lines.map(str::to_owned));
        }
        Ok(plan)
    }

    /// One request for each constraint.
    pub(super) fn entries(&self) -> Result<Vec<Entry>, Problem> {
        let wrong = |message: &str| Err(Problem::new("plan", message).field("plan"));
        if self.seed > i64::MAX as u64 {
            return wrong("seed: it must be less than 2^63, to fit a column of numbers");
        }
        if self.count.is_some() && self.total.is_some() {
            return wrong("count and total: give one of them");
        }
        let mut entries = Vec::new();
        let mut open = Vec::new();
        for quota in &self.positions {
            let constraints: Vec<Option<&String>> = match quota.constraint.as_slice() {
                [] => vec![None],
                several => several.iter().map(Some).collect(),
            };
            for constraint in constraints {
                let count = quota.count.or(self.count);
                if count.is_none() {
                    open.push(entries.len());
                }
                entries.push(Entry {
                    request: self.request(quota, constraint),
                    count: count.unwrap_or(0),
                });
            }
        }
        match (self.total, open.len() as u64) {
            (Some(_), 0) => return wrong("total: every constraint has a count of its own"),
            (Some(total), sharers) => {
                for (number, entry) in (0..).zip(&open) {
                    let more = u64::from(number < total % sharers);
                    entries[*entry].count = total / sharers + more;
                }
            }
            (None, 0) => {}
            (None, _) => return wrong("count: how many positions is missing"),
        }
        if entries.is_empty() {
            return wrong("positions: there is no constraint");
        }
        if entries.len() > MOST_ENTRIES {
            return wrong("positions: more than 100,000 constraints");
        }
        if entries.iter().any(|entry| entry.count == 0) {
            return wrong("count: every constraint needs at least one position");
        }
        if let Some(rows) = self.part_rows
            && !(1..=MOST_PART).contains(&rows)
        {
            return wrong("part_rows: it may be 1 to 1,000,000");
        }
        Ok(entries)
    }

    fn request(&self, quota: &Quota, constraint: Option<&String>) -> Generate {
        Generate {
            constraint: constraint.cloned(),
            preset: quota.preset.clone(),
            seed: self.seed,
            style: quota.style.clone().or_else(|| self.style.clone()),
            from: quota.from.clone(),
            max_plies: quota.max_plies,
            shortest: quota.shortest,
            nodes: quota.nodes,
            judge_nodes: quota.judge_nodes,
            ..Generate::default()
        }
    }

    /// Indices of a piece. What takes long is cut small, so that little is lost with a worker.
    pub(super) fn piece(&self, slow: bool) -> u64 {
        let usual = if slow { SLOW_PART } else { PART };
        self.part_rows.unwrap_or(usual)
    }
}
