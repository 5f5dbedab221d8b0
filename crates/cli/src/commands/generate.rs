//! `sissa generate`: positions to order, written as they come.

use std::{io::IsTerminal as _, ops::ControlFlow};

use sissa::{
    DatasetFormat, Event, Exclusion, Failure, Generate, Generation, HumanOptions, NeuralOptions,
    Position, Row, Style, Summary,
};
use sissa_game::words::{counted, grouped};

use super::{format_by_extension, must_not_be_a_terminal};
use crate::{
    args::{Format, GenerateArgs, GenerateFormat, StyleName},
    console::Console,
    drawing::{Figure, Medium, Sheet, must_fit},
    input,
    interrupt::Interrupt,
    output::Output,
    printer::{Printer, columns},
    problem::{Exit, Problem, Report},
    progress::Progress,
    stats,
    table::Table,
};

pub fn run(args: &GenerateArgs, console: &Console) -> Result<Exit, Problem> {
    let style = style(args)?;
    if args.dataset.is_given() {
        return super::dataset::make(args, style, console);
    }
    only_with_datasets(args)?;
    let request = request(args, style)?;
    let (table, format) = match format(args)?.split() {
        Ok(table) => (Some(table), Format::Fen),
        Err(format) => (None, format),
    };
    let medium = medium(format);
    if medium.is_some() {
        must_fit(args.count)?;
    }
    let output = Output::open(args.output.output.as_deref())?;
    if medium == Some(Medium::Png) || table == Some(DatasetFormat::Parquet) {
        let name = if table.is_some() { "parquet" } else { "png" };
        must_not_be_a_terminal(output.is_terminal(), name)?;
    }
    let interrupt = Interrupt::finishing(&output)?;
    let session = super::session(args.limits.threads).cancelled_by(interrupt.cancel());
    let session = super::with_syzygy(session, args.syzygy.as_deref())?;
    let generation = request.prepare(&session)?;
    // A sentence may be read otherwise than it was meant: a person sees how, on the way.
    console.remark(&generation.constraint.constraint.reading());
    let text = generation.constraint.text.clone();
    let table = table.map(|format| Table::new(format, &request, &generation, &output));
    let printer = Printer {
        format,
        paint: console.paint_data(output.is_terminal()),
        columns: columns(output.is_terminal()),
        constraint: text.clone(),
    };
    let progress = Progress::new(console, args.count, generation.judgements());
    let made =
        Batch::new(&output, format, table.transpose()?, progress).made(generation, &printer)?;
    let Some(summary) = made.summary else {
        return Ok(Exit::Yes);
    };
    if let Some(medium) = medium
        && !made.figures.is_empty()
    {
        // No boards, no drawing: an empty sheet would look like an answer.
        let sheet = Sheet {
            medium,
            layout: &args.sheet,
            solutions: args.solutions,
            subtitle: &text,
        };
        output.write(&sheet.draw(made.figures)?)?;
    }
    let exit = Exit::of(summary.exit);
    let part = output.close(exit == Exit::Yes, summary.produced > 0)?;
    let outcome = Outcome {
        summary: &summary,
        failure: made.failure.as_ref(),
        dropped: made.dropped,
        seconds: made.seconds,
    };
    outcome.tell(args, console)?;
    if let Some(part) = part {
        console.part(&part);
    }
    Ok(exit)
}

/// Flags that mean nothing for one constraint.
fn only_with_datasets(args: &GenerateArgs) -> Result<(), Report> {
    let flags = &args.dataset;
    if flags.append || !flags.label.is_empty() || flags.label_nodes.is_some() {
        let message = "--append, --label and --label-nodes belong to datasets";
        return Err(Report::new(message).hint("add `--plan FILE` or `--quota \"N: CONSTRAINT\"`"));
    }
    Ok(())
}

/// What the arguments ask for.
fn request(args: &GenerateArgs, style: Option<Style>) -> Result<Generate, Problem> {
    let mut request = Generate {
        constraint: input::words(&args.constraint)?,
        preset: args.preset.clone(),
        count: Some(args.count),
        seed: args.seed.unwrap_or(0),
        skip: args.skip,
        style,
        from: args.from.as_deref().map(input::text_of).transpose()?,
        max_plies: args.max_plies,
        judge_nodes: args.judge_nodes,
        shortest: args.shortest,
        unique: args.unique,
        stats: args.stats,
        ..Generate::default()
    }
    .limits(args.limits.request());
    request.known = Exclusion::new(request.sameness());
    input::excluded(&args.exclude, |position| request.known.add(position))?;
    Ok(request)
}

/// The style that the flags name, or that its own flags belong to.
fn style(args: &GenerateArgs) -> Result<Option<Style>, Report> {
    let human = HumanOptions {
        elo: args.human.elo.clone(),
        site: args.human.site,
        moment: args.human.moment,
        particles: args.human.particles,
    };
    let neural = NeuralOptions {
        network: args.neural.network.clone(),
        search: args.neural.search,
        depth: args.neural.depth,
        margin: args.neural.margin,
    };
    let (of_human, of_neural) = (
        human != HumanOptions::default(),
        neural != NeuralOptions::default(),
    );
    let named = match args.style {
        None if of_human => Some(StyleName::Human),
        None if of_neural => Some(StyleName::Neural),
        named => named,
    };
    let foreign = |style: &str, flags: &str| {
        let message = format!("{flags} belong to the style {style}");
        Err(Report::new(message).hint(format!("add `--style {style}`")))
    };
    if of_human && named != Some(StyleName::Human) {
        return foreign("human", "--elo, --site, --moment and --particles");
    }
    if of_neural && named != Some(StyleName::Neural) {
        return foreign("neural", "--network, --search, --depth and --margin");
    }
    Ok(named.map(|named| match named {
        StyleName::Direct => Style::Direct,
        StyleName::Uniform => Style::Uniform,
        StyleName::Neural => Style::Neural(neural),
        StyleName::Human => Style::Human(human),
    }))
}

fn format(args: &GenerateArgs) -> Result<GenerateFormat, Report> {
    let path = args.output.output.as_deref();
    if let Some(format) = args.format {
        return Ok(format);
    }
    let to_stdout = path.is_none_or(|path| path.as_os_str() == "-");
    Ok(
        match format_by_extension(path, GenerateFormat::EXTENSIONS)? {
            Some(format) => format,
            None if to_stdout && std::io::stdout().is_terminal() => GenerateFormat::Text,
            None => GenerateFormat::Fen,
        },
    )
}

fn medium(format: Format) -> Option<Medium> {
    match format {
        Format::Svg => Some(Medium::Svg),
        Format::Png => Some(Medium::Png),
        Format::Html => Some(Medium::Html),
        Format::Text | Format::Fen | Format::Epd | Format::Pgn | Format::Jsonl => None,
    }
}

/// Where events go.
struct Batch<'a> {
    output: &'a Output,
    format: Format,
    /// The table that positions become rows of.
    table: Option<Table<'a>>,
    progress: Progress,
    /// Boards collected for a drawing.
    figures: Vec<Figure>,
    dropped: u64,
    /// The first one.
    failure: Option<Failure>,
    summary: Option<Summary>,
    /// The output broke.
    fault: Option<Problem>,
}

/// A position as it is written or drawn.
enum Form {
    Text(String),
    Figure(Box<Figure>),
    Row(Box<Row>),
}

/// What came of a batch.
struct Made {
    figures: Vec<Figure>,
    dropped: u64,
    failure: Option<Failure>,
    summary: Option<Summary>,
    seconds: f64,
}

impl<'a> Batch<'a> {
    fn new(
        output: &'a Output,
        format: Format,
        table: Option<Table<'a>>,
        progress: Progress,
    ) -> Batch<'a> {
        Batch {
            output,
            format,
            table,
            progress,
            figures: Vec::new(),
            dropped: 0,
            failure: None,
            summary: None,
            fault: None,
        }
    }

    /// Makes all positions.
    fn made(mut self, generation: Generation, printer: &Printer) -> Result<Made, Problem> {
        let begun = std::time::Instant::now();
        let drawn = medium(self.format).is_some();
        let origin = self.table.as_ref().map(|table| table.origin.clone());
        let form = |position: &Position| {
            if let Some(origin) = &origin {
                Form::Row(Box::new(position.row(origin)))
            } else if drawn {
                Form::Figure(Box::new(Figure::of_position(position)))
            } else {
                Form::Text(printer.record(position))
            }
        };
        generation.run_into(form, |event| match self.take(event) {
            Ok(()) => ControlFlow::Continue(()),
            Err(problem) => {
                self.fault = Some(problem);
                ControlFlow::Break(())
            }
        });
        self.progress.clear();
        if let Some(fault) = self.fault {
            return Err(fault);
        }
        self.table.map_or(Ok(()), Table::finish)?;
        Ok(Made {
            figures: self.figures,
            dropped: self.dropped,
            failure: self.failure,
            summary: self.summary,
            seconds: begun.elapsed().as_secs_f64(),
        })
    }

    fn take(&mut self, event: Event<Form>) -> Result<(), Problem> {
        let jsonl = self.format == Format::Jsonl;
        match event {
            Event::Found(Form::Text(text)) => {
                if self.output.is_terminal() {
                    self.progress.aside(|| self.output.write(text.as_bytes()))?;
                } else {
                    self.output.write(text.as_bytes())?;
                }
                self.progress.advance();
                return Ok(());
            }
            Event::Found(Form::Row(row)) => {
                if let Some(table) = &mut self.table {
                    table.add(*row)?;
                }
                self.progress.advance();
                return Ok(());
            }
            Event::Found(Form::Figure(figure)) => {
                self.figures.push(*figure);
                self.progress.advance();
                return Ok(());
            }
            Event::Progress(progress) => {
                self.dropped = progress.dropped;
                self.progress
                    .note(&format!("{} were there already", grouped(progress.dropped)));
                return Ok(());
            }
            Event::Run(_) => {}
            Event::Failure(ref failure) => {
                self.failure.get_or_insert_with(|| failure.clone());
            }
            Event::Summary(ref summary) => self.summary = Some(summary.clone()),
        }
        if jsonl {
            self.output.write(super::line(&event).as_bytes())?;
        }
        Ok(())
    }
}

/// What is said at the end.
struct Outcome<'a> {
    summary: &'a Summary,
    failure: Option<&'a Failure>,
    dropped: u64,
    seconds: f64,
}

impl Outcome<'_> {
    fn tell(&self, args: &GenerateArgs, console: &Console) -> Result<(), Problem> {
        let summary = self.summary;
        if args.stats {
            let table = stats::table(summary, self.dropped, self.seconds, console.paint());
            console.say(&table);
        }
        match self.failure {
            Some(failure) if matches!(Exit::of(summary.exit), Exit::No | Exit::Error) => {
                return Err(Report::of_failure(failure, Exit::of(summary.exit)).into());
            }
            _ => {}
        }
        // In a pipe, the next command has the word; after a while, people want to know.
        let piped = args.output.output.is_none() && !std::io::stdout().is_terminal();
        let patient = !piped || self.seconds > 2.0 || console.verbose();
        if summary.produced > 0 && !args.stats && patient {
            console.summary(&stats::sentence(summary, self.seconds));
        }
        if summary.exit == Exit::Undecided.code() {
            let missing = grouped(summary.requested - summary.produced);
            let of = grouped(summary.requested);
            let first = self
                .failure
                .map_or("the budget ended", |failure| &failure.message);
            let message = format!("{missing} of {of} positions missing: {first}");
            console.warning(
                &message,
                self.failure.and_then(|failure| failure.hint.as_deref()),
            );
        }
        if summary.exit == Exit::Interrupted.code() {
            let of = counted(summary.requested, "position");
            let made = grouped(summary.produced);
            console.summary(&format!("interrupted after {made} of {of}"));
        }
        Ok(())
    }
}
