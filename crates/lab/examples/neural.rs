//! Rows of the experiments without the command line: `neural EXPERIMENT WAY [COUNT] [THREADS] [DEPTH]
//! [MARGIN] [FILE]` prints CSV, for trying searches and networks out. `neural page EXPERIMENT COMMAND
//! FILE…` makes the Markdown page of such CSV files.

#![allow(clippy::print_stdout, clippy::print_stderr)]

use std::{env, error::Error, fs, time::Instant};

use sissa_lab::{
    Observer,
    thesis::{Experiment, Way, Work, read_table, summary, table},
};

struct Clock(Instant);

impl Observer for Clock {
    fn now(&self) -> f64 {
        self.0.elapsed().as_secs_f64()
    }

    fn row(&self, line: &str) {
        println!("{line}");
    }
}

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
            rows.extend(read_table(&fs::read_to_string(file)?)?);
        }
        print!(
            "{}",
            experiment.page(word(2), "the functions behind `sissa experiment`", &rows)
        );
        return Ok(());
    }
    let way: Way = word(1).parse()?;
    let saved = match (experiment.network(way), args.get(6)) {
        (None, _) => None,
        (_, Some(file)) => Some(sissa_nn::file::read(&fs::read(file)?)?),
        (Some(name), None) => sissa_nn::shipped(name),
    };
    let mut work = Work::new(experiment, way, saved.as_ref());
    work.count = word(2).parse().unwrap_or(work.count);
    work.threads = word(3).parse().unwrap_or(1);
    if let Some(neural) = &mut work.neural {
        neural.depth = word(4).parse().unwrap_or(neural.depth);
        neural.margin = word(5).parse().unwrap_or(neural.margin);
    }
    print!("{}", table(&[]));
    let rows = experiment.run(&[work], &Clock(Instant::now()))?;
    eprint!("{}", summary(&rows.unwrap_or_default()));
    Ok(())
}
