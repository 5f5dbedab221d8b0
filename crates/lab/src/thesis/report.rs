//! Figures as Markdown and as CSV.

use std::fmt::Write as _;

use sissa_generate::Neural;
use sissa_nn::Tuple;

use super::{Experiment, Row, Way, published};
use crate::{
    LabError,
    table::{self, decimals},
};

const HEAD: [&str; 13] = [
    "tuple",
    "way",
    "positions",
    "satisfied_percent",
    "unique_percent",
    "mean_steps",
    "median_steps",
    "pdr1_percent",
    "pdr2_percent",
    "pdr3_percent",
    "pdr4_percent",
    "seconds",
    "evaluations",
];

impl Row {
    fn fields(&self) -> [String; 13] {
        let [one, two, three, four] = self.pdr.map(|share| decimals(Some(share)));
        [
            self.tuple.to_string(),
            self.way.word().to_owned(),
            self.made.to_string(),
            decimals(Some(self.satisfied)),
            decimals(Some(self.unique)),
            decimals(self.mean),
            decimals(self.median),
            one,
            two,
            three,
            four,
            decimals(Some(self.seconds)),
            self.evaluations.to_string(),
        ]
    }

    fn from_fields(fields: &csv::StringRecord) -> Option<Row> {
        let number = |at: usize| fields.get(at)?.parse::<f64>().ok();
        let count = |at: usize| fields.get(at)?.parse::<u64>().ok();
        let tuple = fields.get(0)?.strip_prefix('(')?.strip_suffix(')')?;
        let counts: Option<Vec<u8>> = tuple.split(',').map(|count| count.parse().ok()).collect();
        Some(Row {
            tuple: Tuple(counts?.try_into().ok()?),
            way: fields.get(1)?.parse().ok()?,
            made: count(2)?,
            satisfied: number(3)?,
            unique: number(4)?,
            mean: number(5),
            median: number(6),
            pdr: [number(7)?, number(8)?, number(9)?, number(10)?],
            seconds: number(11)?,
            evaluations: count(12)?,
        })
    }
}

/// A line of the CSV file, without its end.
pub fn csv(row: &Row) -> String {
    table::csv([row.fields()]).trim_end().to_owned()
}

/// The CSV file.
pub fn table(rows: &[Row]) -> String {
    table::csv([HEAD]) + &table::csv(rows.iter().map(Row::fields))
}

/// Reads what [`table`] wrote.
///
/// ```
/// use sissa_lab::thesis::{read_table, table};
///
/// let line = "\"(0,2,2,2,8)\",improved,20,95.00,100.00,10.95,,5.00,0.00,0.00,0.00,2.92,278733\n";
/// let text = table(&[]) + line;
/// let rows = read_table(&text)?;
/// assert_eq!((rows[0].tuple.to_string().as_str(), rows[0].median), ("(0,2,2,2,8)", None));
/// assert_eq!(table(&rows), text);
/// assert!(read_table("tuple,way\n(1,2),thesis\n").is_err());
/// # Ok::<(), sissa_lab::LabError>(())
/// ```
pub fn read_table(text: &str) -> Result<Vec<Row>, LabError> {
    let mut reader = csv::Reader::from_reader(text.as_bytes());
    let fault = |error: csv::Error| LabError::Table(error.to_string());
    if reader.headers().map_err(fault)? != HEAD[..] {
        return Err(LabError::Table(format!(
            "its columns are not {}",
            HEAD.join(",")
        )));
    }
    let mut rows = Vec::new();
    for record in reader.records() {
        let record = record.map_err(fault)?;
        let row = Row::from_fields(&record);
        rows.push(row.ok_or_else(|| LabError::Table(format!("{record:?}")))?);
    }
    Ok(rows)
}

/// A sentence for each way.
pub fn summary(lines: &[Row]) -> String {
    let mut text = String::new();
    for way in Way::ALL {
        let rows: Vec<&Row> = lines.iter().filter(|line| line.way == way).collect();
        if rows.is_empty() {
            continue;
        }
        let made: u64 = rows.iter().map(|line| line.made).sum();
        let seconds: f64 = rows.iter().map(|line| line.seconds).sum();
        let least = rows.iter().map(|line| line.satisfied).fold(100.0, f64::min);
        let all: f64 = rows.iter().map(|line| line.satisfied).sum::<f64>() / rows.len() as f64;
        let _ = writeln!(
            text,
            "{}: {made} positions in {seconds:.1} s ({:.1} a second); satisfied {all:.2} % on average, \
             {least:.1} % in the worst of {} rows",
            way.word(),
            made as f64 / seconds.max(1e-9),
            rows.len()
        );
    }
    text
}

impl Experiment {
    /// The Markdown file. `command` is what was run, `tool` the program with its version.
    pub fn page(self, command: &str, tool: &str, lines: &[Row]) -> String {
        page(self, command, tool, lines)
    }
}

fn page(experiment: Experiment, command: &str, tool: &str, lines: &[Row]) -> String {
    let title = match experiment {
        Experiment::First => "The thesis' first experiment (tables 6.1 and 6.2)",
        Experiment::Second => "The thesis' second experiment (tables 6.3 and 6.4)",
        Experiment::Grid => "All 486 tuples in the style neural",
    };
    let mut text = format!(
        "# {title}\n\n`{command}`, {tool}. One game a position, at most {} half-moves in the style \
         neural; no position is tried twice. *ours* is the thesis' search with a network of its \
         architecture that learnt from games of people, *thesis-near* the same search with the network \
         `near`, which learnt from games that both sides played for the tuples, *improved* the improved \
         search with the network for the grid, *direct* the direct style.\n\n",
        Neural::PLIES,
    );
    for sentence in summary(lines).lines() {
        let _ = writeln!(text, "- {sentence}");
    }
    match experiment {
        Experiment::First => compare(&mut text, &published::FIRST, lines),
        Experiment::Second => compare(&mut text, &published::SECOND, lines),
        Experiment::Grid => grid(&mut text, lines),
    }
    text
}

fn share(value: f64) -> String {
    match value {
        0.0 => "–".to_owned(),
        value => format!("{value:.1}"),
    }
}

fn compare(text: &mut String, rows: &[published::Row], lines: &[Row]) {
    let of = |row: &published::Row, way: Way| {
        lines
            .iter()
            .find(|line| line.tuple == row.tuple && line.way == way)
    };
    let used: Vec<Way> = Way::ALL
        .into_iter()
        .filter(|way| lines.iter().any(|line| line.way == *way))
        .collect();
    let name = |way: &Way| match way {
        Way::Thesis => "ours",
        other => other.word(),
    };
    let names: Vec<&str> = used.iter().map(name).collect();
    let columns = names.join(" | ");
    let rule = "---|".repeat(names.len());
    let mut section = |title: &str,
                       thesis: &dyn Fn(&published::Row) -> f64,
                       ours: &dyn Fn(&Row) -> Option<f64>| {
        let _ = writeln!(
            text,
            "\n## {title}\n\n| tuple | thesis | {columns} |\n|---|---|{rule}"
        );
        for row in rows {
            let _ = write!(text, "| {} | {:.1} |", row.tuple, thesis(row));
            for way in &used {
                let value = of(row, *way).and_then(ours);
                let value = value.map_or("–".to_owned(), |value| format!("{value:.1}"));
                let _ = write!(text, " {value} |");
            }
            text.push('\n');
        }
    };
    section("Satisfaction ratio, %", &|row| row.satisfied, &|line| {
        Some(line.satisfied)
    });
    section("Unique positions ratio, %", &|row| row.unique, &|line| {
        Some(line.unique)
    });
    section("Mean steps", &|row| row.mean, &|line| line.mean);
    section("Median steps", &|row| row.median, &|line| line.median);
    let _ = writeln!(
        text,
        "\n## 1-, 2-, 3-, 4-PDR, %\n\n| tuple | thesis | {columns} |\n|---|---|{rule}"
    );
    for row in rows {
        let all = |pdr: [f64; 4]| pdr.map(share).join(", ");
        let _ = write!(text, "| {} | {} |", row.tuple, all(row.pdr));
        for way in &used {
            let value = of(row, *way).map_or("–".to_owned(), |line| all(line.pdr));
            let _ = write!(text, " {value} |");
        }
        text.push('\n');
    }
}

/// The grid is too long to read: what fails, and the rest by the men that are left.
fn grid(text: &mut String, lines: &[Row]) {
    let failing: Vec<&Row> = lines.iter().filter(|line| line.satisfied < 100.0).collect();
    let _ = writeln!(text, "\n## Rows below 100 %\n");
    if failing.is_empty() {
        text.push_str("None.\n");
    } else {
        let _ = writeln!(
            text,
            "| tuple | way | satisfied % | mean steps |\n|---|---|---|---|"
        );
        for line in failing {
            let mean = line
                .mean
                .map_or("–".to_owned(), |mean| format!("{mean:.1}"));
            let _ = writeln!(
                text,
                "| {} | {} | {:.1} | {mean} |",
                line.tuple,
                line.way.word(),
                line.satisfied
            );
        }
    }
    let _ = writeln!(
        text,
        "\n## By how many of White's men are left, kings aside\n\n\
         | men | tuples | satisfied % | unique % | mean steps | positions/s |\n|---|---|---|---|---|---|"
    );
    for men in (0..=15).rev() {
        let rows: Vec<&Row> = lines
            .iter()
            .filter(|line| line.tuple.0.iter().sum::<u8>() == men)
            .collect();
        let mean = |of: &dyn Fn(&Row) -> f64| {
            rows.iter().map(|line| of(line)).sum::<f64>() / rows.len().max(1) as f64
        };
        let seconds: f64 = rows.iter().map(|line| line.seconds).sum();
        let made: u64 = rows.iter().map(|line| line.made).sum();
        let _ = writeln!(
            text,
            "| {men} | {} | {:.2} | {:.1} | {:.1} | {} |",
            rows.len(),
            mean(&|line| line.satisfied),
            mean(&|line| line.unique),
            mean(&|line| line.mean.unwrap_or(0.0)),
            // What takes no time has no speed: the starting position already satisfies it.
            if seconds > 1e-3 {
                format!("{:.1}", made as f64 / seconds)
            } else {
                "–".to_owned()
            }
        );
    }
    text.push_str("\nEvery row is in the CSV file.\n");
}
