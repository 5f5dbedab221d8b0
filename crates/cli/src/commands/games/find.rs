//! `sissa games find`.

use std::{io::IsTerminal as _, ops::ControlFlow, path::Path, time::Instant};

use sissa_games::{Find, FindEvent, Found, FoundRow, FoundRows};
use sissa_record::{PositionRecord, Record, Run, SCHEMA, analysis_link, epd, fen, pgn};
use sissa_render::{Diagram, text::line};

use super::{failed, refused, report::row_format, threads};
use crate::{
    TOOL,
    args::{FindArgs, Format},
    commands::{format_by_extension, must_not_be_a_terminal},
    console::Console,
    drawing::{Figure, MOST_BOARDS, Medium, Sheet, must_fit},
    input::{self, Asked},
    interrupt::Interrupt,
    output::Output,
    printer::{Printer, columns, counted, grouped},
    problem::{Exit, Problem, Report},
    progress::Progress,
};

pub fn run(args: &FindArgs, console: &Console) -> Result<Exit, Problem> {
    let asked = input::constraint(&args.constraint, args.preset.as_deref())?;
    let asked = asked.ok_or_else(sissa::Wish::missing)?;
    let format = format(args)?;
    let medium = medium(format);
    let find = request(args, &asked, medium)?;
    if let (Some(_), Some(count)) = (medium, args.count) {
        must_fit(count)?;
    }
    let search = find.open().map_err(refused)?;
    let rows = args.rows.as_deref().map(rows_file).transpose()?;
    let output = Output::open(args.output.output.as_deref())?;
    if medium == Some(Medium::Png) {
        must_not_be_a_terminal(output.is_terminal())?;
    }
    let printer = Printer {
        format,
        paint: console.paint_data(output.is_terminal()),
        columns: columns(output.is_terminal()),
        constraint: asked.text.clone(),
    };
    if format == Format::Jsonl {
        write(&output, &Record::Run(run_record(args, &asked)))?;
    }
    let started = Instant::now();
    let mut job = Job {
        output: &output,
        interrupt: Interrupt::finishing(&output)?,
        bar: Progress::named(console, search.folder().rows(), "games"),
        figures: Vec::new(),
        rows,
        problem: None,
    };
    let print = |found: &Found<'_>| {
        let row = args.rows.is_some().then(|| FoundRow::of(found));
        (Printed::new(found, args, &printer), row)
    };
    let outcome = search.run(threads(args.threads), &print, &mut |event| job.take(event));
    job.bar.clear();
    if let Some(problem) = job.problem {
        return Err(problem);
    }
    let summary = outcome.map_err(failed)?;
    if let Some(rows) = job.rows {
        rows.finish().map_err(failed)?;
    }
    let exit = if job.interrupt.requested() {
        Exit::Interrupted
    } else if summary.positions == 0 {
        Exit::No
    } else {
        Exit::Yes
    };
    if let Some(medium) = medium
        && !job.figures.is_empty()
    {
        let sheet = Sheet {
            medium,
            layout: &args.sheet,
            solutions: args.solutions,
            subtitle: &asked.text,
        };
        output.write(&sheet.draw(job.figures)?)?;
    }
    if format == Format::Jsonl {
        write(
            &output,
            &Record::Summary(summary.record(&find, exit.code())),
        )?;
    }
    if medium.is_none() || summary.positions > 0 {
        output.finish()?;
    }
    let drawn = summary
        .drawn_from
        .map(|all| format!(" of {}", grouped(all)));
    console.summary(&format!(
        "{}{} in {} of {} games, {:.1} s",
        counted(summary.positions, "position"),
        drawn.unwrap_or_default(),
        counted(summary.games, "game"),
        grouped(search.folder().rows()),
        started.elapsed().as_secs_f64(),
    ));
    Ok(exit)
}

/// What is asked for; drawings have an end of their own.
fn request(args: &FindArgs, asked: &Asked, medium: Option<Medium>) -> Result<Find, Report> {
    let drawn = medium.map(|_| MOST_BOARDS);
    let mut find = Find::new(asked.constraint.clone())
        .games(&args.games)
        .exclude(excluded(&args.exclude)?);
    find.count = args.count.or(drawn);
    find.every = args.every;
    find.sample = args.sample;
    find.seed = args.seed;
    find.distinct = args.distinct;
    Ok(find)
}

/// The positions already had, as FEN.
fn excluded(files: &[String]) -> Result<Vec<String>, Report> {
    let mut known = Vec::new();
    for file in files {
        for entry in input::entries(std::slice::from_ref(file))? {
            // What is no position is never found.
            known.extend(entry?.position.checked.ok().map(|position| fen(&position)));
        }
    }
    Ok(known)
}

fn rows_file(path: &Path) -> Result<FoundRows, Report> {
    FoundRows::create(path, row_format(path)?).map_err(failed)
}

fn medium(format: Format) -> Option<Medium> {
    match format {
        Format::Svg => Some(Medium::Svg),
        Format::Png => Some(Medium::Png),
        Format::Html => Some(Medium::Html),
        Format::Text | Format::Fen | Format::Epd | Format::Pgn | Format::Jsonl => None,
    }
}

/// What positions are written to.
struct Job<'a> {
    output: &'a Output,
    interrupt: Interrupt,
    bar: Progress,
    figures: Vec<Figure>,
    rows: Option<FoundRows>,
    problem: Option<Problem>,
}

impl Job<'_> {
    fn take(&mut self, event: FindEvent<(Printed, Option<FoundRow>)>) -> ControlFlow<()> {
        match event {
            FindEvent::Position { index, value } => {
                let (printed, row) = value;
                let mut written = match printed {
                    Printed::Text(text) => self.output.write(text.as_bytes()),
                    Printed::Record(mut record) => {
                        record.index = index;
                        write(self.output, &Record::Position(*record))
                    }
                    Printed::Figure(figure) => {
                        self.figures.push(*figure);
                        Ok(())
                    }
                };
                if let (Some(rows), Some(row)) = (&mut self.rows, row) {
                    written = written.and(rows.write(row).map_err(|error| failed(error).into()));
                }
                if let Err(problem) = written {
                    self.problem = Some(problem);
                    return ControlFlow::Break(());
                }
            }
            FindEvent::Progress { games } => self.bar.to(games),
        }
        if self.interrupt.requested() {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    }
}

/// A position as the thread that found it has prepared it.
enum Printed {
    Text(String),
    /// Whole but for its index.
    Record(Box<PositionRecord>),
    Figure(Box<Figure>),
}

impl Printed {
    fn new(found: &Found<'_>, args: &FindArgs, printer: &Printer) -> Printed {
        let game = found.game();
        Printed::Text(match printer.format {
            Format::Text => printer.found(game, &line(&found.heading())),
            Format::Fen => fen(game.end()) + "\n",
            Format::Epd => epd(game.end(), &[("id", &found.id())]) + "\n",
            Format::Pgn => {
                let goal = fen(game.end());
                let tags = [
                    ("Constraint", printer.constraint.as_str()),
                    ("GoalFEN", &goal),
                ];
                if args.whole {
                    pgn(&found.whole_game(), &tags)
                } else {
                    found.pgn(&tags)
                }
            }
            Format::Jsonl => return Printed::Record(Box::new(found.record())),
            Format::Svg | Format::Png | Format::Html => {
                return Printed::Figure(Box::new(Figure {
                    diagram: Diagram::of(game.end()),
                    fen: fen(game.end()),
                    movetext: Some(game.movetext()),
                    link: Some(analysis_link(game)),
                }));
            }
        })
    }
}

fn format(args: &FindArgs) -> Result<Format, Report> {
    if let Some(format) = args.format {
        return Ok(format);
    }
    if args.whole {
        return Ok(Format::Pgn);
    }
    let path = args.output.output.as_deref();
    let to_stdout = path.is_none_or(|path| path.as_os_str() == "-");
    Ok(match format_by_extension(path, Format::EXTENSIONS)? {
        Some(format) => format,
        None if to_stdout && std::io::stdout().is_terminal() => Format::Text,
        None => Format::Fen,
    })
}

fn run_record(args: &FindArgs, asked: &Asked) -> Run {
    Run {
        schema: SCHEMA,
        tool: TOOL.to_owned(),
        command: "games find".to_owned(),
        constraint: Some(asked.text.clone()),
        style: None,
        seed: args.sample.map(|_| args.seed),
        count: args.sample.or(args.count),
        skip: None,
    }
}

fn write(output: &Output, record: &Record) -> Result<(), Problem> {
    output.write((record.to_line() + "\n").as_bytes())
}
