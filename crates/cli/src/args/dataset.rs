//! Flags of datasets: those of `generate`, and `sissa dataset`.

use std::path::PathBuf;

use clap::{Args, Subcommand, ValueEnum, ValueHint};
use sissa::{DatasetFormat, LabelName};

use super::{
    Format,
    values::{count, threads},
};

/// Several constraints at once, as a folder of files.
#[derive(Debug, Args)]
#[command(next_help_heading = "Datasets")]
pub struct PlanArgs {
    /// Make the dataset that FILE (TOML) describes, in the folder given by -o; the same command goes on where an
    /// earlier run was ended
    ///
    /// A plan has `[[positions]]` with `constraint` (one or several) and `count`; `total = N` is shared evenly by those
    /// without a count. `seed`, `style`, `labels`, `format`, `name` and `description` stand before them.
    /// docs/datasets.md tells everything.
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, conflicts_with_all = ["constraint", "quota", "preset"])]
    pub plan: Option<PathBuf>,
    /// A constraint of a dataset and how many positions, as in `--quota "1000: white Q=0"`; may be repeated
    ///
    /// Without a number, as many as -n says.
    #[arg(long, value_name = "N: CONSTRAINT", conflicts_with = "constraint")]
    pub quota: Vec<String>,
    /// Add to a dataset that is complete: another plan, another seed, or more of the same
    #[arg(long)]
    pub append: bool,
    /// Find this out about every position of a dataset; may be repeated
    #[arg(long, value_name = "LABEL", value_delimiter = ',')]
    pub label: Vec<LabelName>,
    /// Positions that the engine looks at for a label (100,000 if not given)
    #[arg(long, value_name = "N", value_parser = count)]
    pub label_nodes: Option<u64>,
}

impl PlanArgs {
    /// Whether a dataset is asked for.
    pub fn is_given(&self) -> bool {
        self.plan.is_some() || !self.quota.is_empty()
    }
}

/// A format of `generate`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum GenerateFormat {
    /// A board, the FEN, the game and a link, to read
    Text,
    /// One FEN a line
    Fen,
    /// One EPD a line, with its id
    Epd,
    /// Games for any chess program
    Pgn,
    /// One record a line, for programs; `sissa schema` describes them
    Jsonl,
    /// A table with a line of names
    Csv,
    /// A table for DuckDB, Polars, pandas, Spark
    Parquet,
    /// A drawing; a sheet of several
    Svg,
    /// The same as pixels
    Png,
    /// A page to print
    Html,
}

impl GenerateFormat {
    /// What the end of a file's name stands for.
    pub const EXTENSIONS: &[(&str, GenerateFormat)] = &[
        ("txt", GenerateFormat::Text),
        ("fen", GenerateFormat::Fen),
        ("epd", GenerateFormat::Epd),
        ("pgn", GenerateFormat::Pgn),
        ("jsonl", GenerateFormat::Jsonl),
        ("ndjson", GenerateFormat::Jsonl),
        ("csv", GenerateFormat::Csv),
        ("parquet", GenerateFormat::Parquet),
        ("svg", GenerateFormat::Svg),
        ("png", GenerateFormat::Png),
        ("html", GenerateFormat::Html),
        ("htm", GenerateFormat::Html),
    ];

    /// The table that this is, or how each position is written.
    pub fn split(self) -> Result<DatasetFormat, Format> {
        match self {
            GenerateFormat::Csv => Ok(DatasetFormat::Csv),
            GenerateFormat::Parquet => Ok(DatasetFormat::Parquet),
            GenerateFormat::Text => Err(Format::Text),
            GenerateFormat::Fen => Err(Format::Fen),
            GenerateFormat::Epd => Err(Format::Epd),
            GenerateFormat::Pgn => Err(Format::Pgn),
            GenerateFormat::Jsonl => Err(Format::Jsonl),
            GenerateFormat::Svg => Err(Format::Svg),
            GenerateFormat::Png => Err(Format::Png),
            GenerateFormat::Html => Err(Format::Html),
        }
    }
}

/// Check and describe datasets that `generate --plan` makes
#[derive(Debug, Args)]
#[command(arg_required_else_help = true)]
pub struct DatasetArgs {
    #[command(subcommand)]
    pub command: DatasetCommand,
}

#[derive(Debug, Subcommand)]
pub enum DatasetCommand {
    Check(CheckDatasetArgs),
    Describe(DescribeDatasetArgs),
}

/// See whether a dataset is whole
///
/// Every file must have the bytes that were written; every row must be what it says: its game is replayed, its position
/// held against the constraint; no position may be there twice, no constraint short of what the manifest says.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  sissa dataset check positions
  sissa dataset check positions --again 100")]
pub struct CheckDatasetArgs {
    /// The folder of the dataset
    #[arg(value_name = "DIR", value_hint = ValueHint::DirPath)]
    pub folder: PathBuf,
    /// Also make N rows again, spread over the whole, and hold them against the files
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub again: u64,
    /// Threads; all processors if not given
    #[arg(short = 'j', long, value_name = "N", value_parser = threads)]
    pub threads: Option<usize>,
    /// Format
    #[arg(short, long, value_name = "FORMAT", default_value = "text")]
    pub format: InspectionFormat,
}

/// Tell what a dataset holds, without reading its rows
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  sissa dataset describe positions
  sissa dataset describe positions -f json | jq '.standings[] | [.constraint, .made]'")]
pub struct DescribeDatasetArgs {
    /// The folder of the dataset
    #[arg(value_name = "DIR", value_hint = ValueHint::DirPath)]
    pub folder: PathBuf,
    /// Format
    #[arg(short, long, value_name = "FORMAT", default_value = "text")]
    pub format: InspectionFormat,
}

/// A format of what is said about a dataset.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum InspectionFormat {
    /// Lines to read
    Text,
    /// One object, for programs
    Json,
}
