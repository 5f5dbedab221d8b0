//! `sissa generate`: positions to order.
//!
//! Workers search, look at the result a second time (`replay`) and write it out as text;
//! the main thread takes the texts in the order of their indices, drops what was not wanted and
//! hands them on.

mod batch;
mod people;
mod stats;

use std::{io::IsTerminal as _, thread, time::Instant};

use rustc_hash::FxHashSet;
use sissa_constraint::Refutation;
use sissa_generate::{
    Human, LONGEST, Neural, Options, Search, Statistics, Task, TaskError, Unique,
};
use sissa_record::{Failure, Game, Record, Run, SCHEMA};

use super::{
    cannot_honour, explain::no_constraint, format_by_extension, must_not_be_a_terminal,
    net::network,
};
use crate::{
    TOOL,
    args::{Format, GenerateArgs, SearchName, Style, UniqueKind},
    console::Console,
    drawing::{Medium, Sheet, must_fit},
    input::{self, Asked},
    interrupt::Interrupt,
    output::Output,
    printer::{Printer, columns, counted, grouped},
    problem::{Exit, Problem, Report},
    progress::Progress,
    replay::castled_in,
};
use batch::{Batch, Ending};

pub fn run(args: &GenerateArgs, console: &Console) -> Result<Exit, Problem> {
    let asked = input::constraint(&args.constraint, args.preset.as_deref())?;
    let asked = people::asked(args, asked)?;
    let asked = asked.ok_or_else(no_constraint)?;
    let (style, human, board) = people::style(args, &asked)?;
    let neural = neural(args, style)?;
    let format = format(args)?;
    let medium = match format {
        Format::Svg => Some(Medium::Svg),
        Format::Png => Some(Medium::Png),
        Format::Html => Some(Medium::Html),
        Format::Text | Format::Fen | Format::Epd | Format::Pgn | Format::Jsonl => None,
    };
    if medium.is_some() {
        must_fit(args.count)?;
    }
    let opening = match &args.from {
        Some(from) => opening(from)?,
        None => Game::new(),
    };
    let kind = match args.unique {
        Some(UniqueKind::Mirror) => Unique::Mirror,
        Some(UniqueKind::Exact) | None => Unique::Exact,
    };
    let excluded = excluded(&args.exclude, kind)?;

    let output = Output::open(args.output.output.as_deref())?;
    if medium == Some(Medium::Png) {
        must_not_be_a_terminal(output.is_terminal())?;
    }
    let options = options(args, style, &opening, neural, human);
    let task = match Task::new(&board, options) {
        Ok(task) => task,
        Err(TaskError::Impossible(refutation)) => {
            let report = Report::impossible(&refutation);
            if format == Format::Jsonl {
                refuse(args, style, &asked, &refutation, output)?;
            }
            return Err(report.into());
        }
        Err(TaskError::Unsupported(predicates)) => {
            return Err(cannot_honour("generate", &predicates).into());
        }
        Err(error @ TaskError::Style { .. }) => {
            return Err(Report::new(error.to_string())
                .hint("the style direct takes every constraint")
                .into());
        }
    };
    if console.verbose() {
        console.say(&format!("constraint: {}\n", asked.constraint));
    }

    let interrupt = Interrupt::finishing(&output)?;
    let started = Instant::now();
    let batch = Batch {
        task: &task,
        compiled: board.compile(),
        opening,
        printer: Printer {
            format,
            paint: console.paint_data(output.is_terminal()),
            columns: columns(output.is_terminal()),
            constraint: asked.text.clone(),
            seed: args.seed,
        },
        args,
        kind,
        excluded,
        drawn: medium.is_some(),
        started,
        interrupt: &interrupt,
    };
    if format == Format::Jsonl {
        write_record(&output, &Record::Run(run_record(args, style, &asked)))?;
    }
    let progress = Progress::new(console, args.count);
    let threads = args
        .limits
        .threads
        .unwrap_or_else(|| thread::available_parallelism().map_or(1, std::num::NonZero::get));
    let statistics = Statistics::new(&board, kind);
    let made = batch.make(threads, statistics, &output, &progress);
    progress.clear();
    let mut made = made?;
    let seconds = started.elapsed().as_secs_f64();

    let exit = made.exit(args.count);
    if let Some(medium) = medium {
        // No boards, no drawing: an empty sheet would look like an answer.
        if !made.figures.is_empty() {
            let sheet = Sheet {
                medium,
                layout: &args.sheet,
                solutions: args.solutions,
                subtitle: &asked.text,
            };
            output.write(&sheet.draw(std::mem::take(&mut made.figures))?)?;
        }
    }
    if format == Format::Jsonl {
        let line = stats::summary_line(&made, args, style == Style::Human, exit, seconds);
        output.write(line.as_bytes())?;
    }
    if medium.is_none() || made.written > 0 {
        output.finish()?;
    }
    if args.stats {
        console.say(&stats::table(&made, args.count, seconds, console.paint()));
    }
    conclude(&made, args, console, seconds, exit)
}

/// The last words.
fn conclude(
    made: &batch::Made,
    args: &GenerateArgs,
    console: &Console,
    seconds: f64,
    exit: Exit,
) -> Result<Exit, Problem> {
    if let Ending::Exhausted(message) = &made.ending
        && exit == Exit::No
    {
        let mut report = Report::new(message.clone()).hint("allow longer games with --max-plies");
        report.exit = Exit::No;
        return Err(report.into());
    }
    // In a pipe, the next command has the word; after a while, people want to know.
    let piped = args.output.output.is_none() && !std::io::stdout().is_terminal();
    if made.written > 0 && !args.stats && (!piped || seconds > 2.0 || console.verbose()) {
        console.summary(&stats::sentence(made, seconds));
    }
    if exit == Exit::Undecided {
        let missing = args.count - made.written;
        let of = grouped(args.count);
        let first = made.first_failure.as_deref().unwrap_or("the budget ended");
        let message = format!("{} of {of} positions missing: {first}", grouped(missing));
        let hint = match &made.ending {
            Ending::NothingNew => "there may be no more, or few; a looser constraint has more",
            _ => "a larger --nodes, --timeout or --total-timeout searches longer",
        };
        console.warning(&message, Some(hint));
    }
    if exit == Exit::Interrupted {
        let of = counted(args.count, "position");
        console.summary(&format!(
            "interrupted after {} of {of}",
            grouped(made.written)
        ));
    }
    Ok(exit)
}

fn format(args: &GenerateArgs) -> Result<Format, Report> {
    let path = args.output.output.as_deref();
    if let Some(format) = args.format {
        return Ok(format);
    }
    let to_stdout = path.is_none_or(|path| path.as_os_str() == "-");
    Ok(match format_by_extension(path, Format::EXTENSIONS)? {
        Some(format) => format,
        None if to_stdout && std::io::stdout().is_terminal() => Format::Text,
        None => Format::Fen,
    })
}

/// The network and how to search with it, in the style neural.
fn neural(args: &GenerateArgs, style: Style) -> Result<Option<Neural>, Report> {
    let asked = &args.neural;
    if style != Style::Neural {
        let flags = [
            ("--network", asked.network.is_some()),
            ("--search", asked.search.is_some()),
            ("--depth", asked.depth.is_some()),
            ("--margin", asked.margin.is_some()),
        ];
        return match flags.into_iter().find(|(_, given)| *given) {
            Some((flag, _)) => {
                let message = format!("{flag} belongs to the style neural");
                Err(Report::new(message).hint("add `--style neural`"))
            }
            None => Ok(None),
        };
    }
    if args.shortest {
        return Err(Report::new("--shortest belongs to the style direct"));
    }
    let name = asked.network.as_deref().unwrap_or("grid");
    let depth = asked.depth.or((name == "thesis-1").then_some(1));
    let search = match asked.search {
        Some(SearchName::Thesis) => Some(Search::Thesis),
        Some(SearchName::Improved) => Some(Search::Improved),
        None => (name == "near").then_some(Search::Thesis),
    };
    let saved = network(name)?;
    Ok(Some(Neural::new(&saved, search, depth, asked.margin)))
}

fn options(
    args: &GenerateArgs,
    style: Style,
    opening: &Game,
    neural: Option<Neural>,
    human: Option<Human>,
) -> Options {
    let defaults = Options::default();
    let longest = match style {
        Style::Neural => Neural::PLIES,
        Style::Human => LONGEST,
        Style::Direct | Style::Uniform => defaults.max_plies,
    };
    Options {
        start: opening.end().clone(),
        castled: castled_in(opening),
        max_plies: args.max_plies.unwrap_or(longest),
        nodes: args.limits.nodes.unwrap_or(defaults.nodes),
        shortest: args.shortest,
        uniform: style == Style::Uniform,
        neural,
        human,
        ..defaults
    }
}

/// Where `--from` begins: a game, or a position without one. Its tags are of another game.
fn opening(from: &str) -> Result<Game, Report> {
    let entry = input::one(from).map_err(|report| Report {
        message: format!("--from: {}", report.message),
        ..report
    })?;
    match (entry.game, entry.position.checked) {
        (Some(game), _) => Game::from_moves(game.start().clone(), game.moves().iter().copied())
            .map_err(|error| Report::new(format!("--from: {error}"))),
        (None, Ok(position)) => Ok(Game::starting_from(position)),
        (None, Err(reasons)) => Err(Report::invalid("the start of --from", &reasons)),
    }
}

/// Keys of the positions already had.
fn excluded(files: &[String], kind: Unique) -> Result<FxHashSet<u64>, Report> {
    let mut keys = FxHashSet::default();
    for file in files {
        for entry in input::entries(std::slice::from_ref(file))? {
            let entry = entry.map_err(|report| Report {
                message: format!("--exclude: {}", report.message),
                ..report
            })?;
            // What is no position is never made.
            if let Ok(position) = entry.position.checked {
                keys.insert(kind.key(&position));
            }
        }
    }
    Ok(keys)
}

fn run_record(args: &GenerateArgs, style: Style, asked: &Asked) -> Run {
    Run {
        schema: SCHEMA,
        tool: TOOL.to_owned(),
        command: "generate".to_owned(),
        constraint: Some(asked.text.clone()),
        style: Some(style.word().to_owned()),
        seed: Some(args.seed),
        count: Some(args.count),
        skip: (args.skip > 0).then_some(args.skip),
    }
}

/// The records of a run that cannot begin.
fn refuse(
    args: &GenerateArgs,
    style: Style,
    asked: &Asked,
    refutation: &Refutation,
    output: Output,
) -> Result<(), Problem> {
    write_record(&output, &Record::Run(run_record(args, style, asked)))?;
    let reasons: Vec<&str> = refutation
        .reasons
        .iter()
        .map(|reason| reason.message.as_str())
        .collect();
    let failure = Failure {
        index: args.skip,
        code: "impossible".to_owned(),
        message: reasons.join("; "),
        hint: None,
    };
    write_record(&output, &Record::Failure(failure))?;
    let summary = stats::summary_of_nothing(args.count, Exit::No);
    write_record(&output, &Record::Summary(summary))?;
    output.finish()
}

fn write_record(output: &Output, record: &Record) -> Result<(), Problem> {
    output.write((record.to_line() + "\n").as_bytes())
}
