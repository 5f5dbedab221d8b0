//! `sissa uci`: the engine for chess programs.

use std::{
    io::{self, Write as _},
    sync::Arc,
    time::Instant,
};

use sissa_engine::uci;
use sissa_human::Partner;

use crate::{
    args::UciArgs,
    problem::{Exit, Problem, Report},
};

pub fn run(_: &UciArgs) -> Result<Exit, Problem> {
    let sink = Arc::new(|line: &str| {
        let mut stdout = io::stdout().lock();
        // Nobody to tell if the other side is gone; the end of the input will end us.
        let _ = writeln!(stdout, "{line}").and_then(|()| stdout.flush());
    });
    let begin = Instant::now();
    let clock = Arc::new(move || begin.elapsed());
    let partner = Box::new(Partner::default());
    uci::run_with(io::stdin().lock(), sink, clock, partner)
        .map_err(|error| Report::io("cannot read standard input", &error))?;
    Ok(Exit::Yes)
}
