//! Rows of the experiments without the command line: `neural EXPERIMENT WAY [COUNT] [THREADS] [DEPTH]
//! [MARGIN] [FILE]` prints CSV, for trying searches and networks out. `neural page EXPERIMENT COMMAND
//! FILE…` makes the Markdown page of such CSV files.

#![allow(clippy::print_stdout, clippy::print_stderr)]

use std::{env, error::Error, fs, time::Instant};

use sissa_generate::{
    Neural, Search,
    experiment::{Experiment, Row, Way, Work, csv, row, summary},
};

fn main() -> Result<(), Box<dyn Error>> {
    let args: Vec<String> = env::args().skip(1).collect();
    let word = |at: usize| args.get(at).map_or("", String::as_str);
    let page = word(0) == "page";
    let experiment = match word(usize::from(page)) {
        "thesis-1" => Experiment::First,
        "thesis-2" => Experiment::Second,
        "all-486" => Experiment::Grid,
        other => return Err(format!("no experiment `{other}`").into()),
    };
    if page {
        let mut rows = Vec::new();
        for file in &args[3..] {
            for line in fs::read_to_string(file)?.lines() {
                rows.extend(Row::from_csv(line));
            }
        }
        print!(
            "{}",
            experiment.page(word(2), "the functions behind `sissa experiment`", &rows)
        );
        return Ok(());
    }
    let way = Way::ALL.into_iter().find(|way| way.word() == word(1));
    let way = way.ok_or_else(|| format!("no way `{}`", word(1)))?;
    let saved = match (way, args.get(6)) {
        (Way::Direct, _) => None,
        (_, Some(file)) => Some(sissa_nn::file::read(&fs::read(file)?)?),
        (Way::Thesis, None) => sissa_nn::shipped(experiment.name()),
        (Way::ThesisNear, None) => sissa_nn::shipped("near"),
        (Way::Improved, None) => sissa_nn::shipped("grid"),
    };
    let (search, depth) = match way {
        Way::Improved => (Search::Improved, None),
        _ => (Search::Thesis, Some(experiment.depth())),
    };
    let work = Work {
        way,
        neural: saved.map(|saved| {
            let depth = word(4).parse().ok().or(depth);
            Neural::new(&saved, Some(search), depth, word(5).parse().ok())
        }),
        count: word(2).parse().unwrap_or(experiment.count()),
        seed: 0,
        threads: word(3).parse().unwrap_or(1),
    };
    let begun = Instant::now();
    let mut rows = Vec::new();
    for tuple in experiment.tuples() {
        let now = || begun.elapsed().as_secs_f64();
        rows.extend(row(&work, tuple, &now, &|| false)?);
        println!("{}", rows.last().map(csv).unwrap_or_default());
    }
    eprint!("{}", summary(&rows));
    Ok(())
}
