//! `sissa games find`.

use std::{io::IsTerminal as _, ops::ControlFlow, path::Path, time::Instant};

use sissa::{Event, Failure, Find, Hit, Summary};
use sissa_games::{Found, FoundRow, FoundRows};
use sissa_record::{PositionRecord, analysis_link, epd, fen, pgn};
use sissa_render::{Diagram, text};

use super::{failed, report::row_format, warn_of_exact_rating};
use crate::{
    args::{FindArgs, Format},
    commands::{format_by_extension, line, lines_of, must_not_be_a_terminal},
    console::Console,
    drawing::{Figure, MOST_BOARDS, Medium, Sheet, must_fit},
    input,
    interrupt::Interrupt,
    output::Output,
    printer::{Printer, columns, counted, grouped},
    problem::{Exit, Problem, Report},
    progress::Progress,
};

pub fn run(args: &FindArgs, console: &Console) -> Result<Exit, Problem> {
    let format = format(args)?;
    let medium = medium(format);
    if let (Some(_), Some(count)) = (medium, args.count) {
        must_fit(count)?;
    }
    let output = Output::open(args.output.output.as_deref())?;
    if medium == Some(Medium::Png) {
        must_not_be_a_terminal(output.is_terminal(), "png")?;
    }
    let interrupt = Interrupt::finishing(&output)?;
    let session = crate::commands::session(args.threads).cancelled_by(interrupt.cancel());
    let session = crate::commands::with_syzygy(session, args.syzygy.as_deref())?;
    let search = request(args, medium)?.prepare(&session)?;
    console.remark(&search.constraint.constraint.reading());
    warn_of_exact_rating(&search.constraint.constraint, console);
    let rows = args.rows.as_deref().map(rows_file).transpose()?;
    let text = &search.constraint.text;
    let printer = Printer {
        format,
        paint: console.paint_data(output.is_terminal()),
        columns: columns(output.is_terminal()),
        constraint: text.clone(),
    };
    let started = Instant::now();
    let mut job = Job {
        output: &output,
        jsonl: format == Format::Jsonl,
        bar: Progress::named(console, search.games(), "games"),
        figures: Vec::new(),
        rows,
        failure: None,
        problem: None,
    };
    let print = |found: &Found<'_>| {
        let row = args.rows.is_some().then(|| FoundRow::of(found));
        (Printed::new(found, args, &printer), row)
    };
    let outcome = search.run_into(print, |event| job.take(event));
    let Job {
        bar,
        figures,
        rows,
        failure,
        problem,
        ..
    } = job;
    bar.clear();
    if let Some(problem) = problem {
        return Err(problem);
    }
    let Some(summary) = outcome? else {
        return Ok(Exit::Yes);
    };
    if let Some(rows) = rows {
        rows.finish().map_err(failed)?;
    }
    if let Some(medium) = medium
        && !figures.is_empty()
    {
        let sheet = Sheet {
            medium,
            layout: &args.sheet,
            solutions: args.solutions,
            subtitle: text,
        };
        output.write(&sheet.draw(figures)?)?;
    }
    let exit = Exit::of(summary.exit);
    // That there is nothing is a whole answer, too, but for a drawing.
    let nothing = exit == Exit::No && failure.is_none() && medium.is_none();
    let part = output.close(exit == Exit::Yes || nothing, summary.produced > 0)?;
    if let Some(failure) = failure {
        return Err(Report::of_failure(&failure, exit).into());
    }
    let seconds = started.elapsed().as_secs_f64();
    console.summary(&sentence(&summary, search.games(), seconds));
    if let Some(part) = part {
        console.part(&part);
    }
    Ok(exit)
}

/// What came of it, in a line.
fn sentence(summary: &Summary, games: u64, seconds: f64) -> String {
    format!(
        "{} in {} of {} games, {seconds:.1} s",
        counted(summary.produced, "position"),
        counted(summary.games.unwrap_or(0), "game"),
        grouped(games),
    )
}

/// What is asked for; drawings have an end of their own.
fn request(args: &FindArgs, medium: Option<Medium>) -> Result<Find, Problem> {
    let mut exclude = Vec::new();
    input::excluded(&args.exclude, |position| exclude.push(fen(position)))?;
    Ok(Find {
        constraint: input::words(&args.constraint)?,
        preset: args.preset.clone(),
        games: args.games.clone(),
        count: args.count.or(medium.map(|_| MOST_BOARDS)),
        every: args.every,
        sample: args.sample,
        seed: args.seed,
        distinct: args.distinct,
        exclude,
        judge_nodes: args.judge_nodes,
    })
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
    jsonl: bool,
    bar: Progress,
    figures: Vec<Figure>,
    rows: Option<FoundRows>,
    failure: Option<Failure>,
    problem: Option<Problem>,
}

impl Job<'_> {
    fn take(&mut self, event: Event<Hit<(Printed, Option<FoundRow>)>>) -> ControlFlow<()> {
        match self.written(event) {
            Ok(()) => ControlFlow::Continue(()),
            Err(problem) => {
                self.problem = Some(problem);
                ControlFlow::Break(())
            }
        }
    }

    fn written(&mut self, event: Event<Hit<(Printed, Option<FoundRow>)>>) -> Result<(), Problem> {
        match event {
            Event::Found(Hit { index, value }) => {
                let (printed, row) = value;
                match printed {
                    Printed::Text(text) => self.output.write(text.as_bytes())?,
                    Printed::Record(record) => {
                        let value = *record;
                        let lines = lines_of(&Hit { index, value });
                        self.output.write(lines.as_bytes())?;
                    }
                    Printed::Figure(figure) => self.figures.push(*figure),
                }
                if let (Some(rows), Some(row)) = (&mut self.rows, row) {
                    rows.write(row).map_err(failed)?;
                }
            }
            Event::Progress(progress) => self.bar.to(progress.made),
            event => {
                if self.jsonl {
                    self.output.write(line(&event).as_bytes())?;
                }
                if let Event::Failure(failure) = event {
                    self.failure = Some(failure);
                }
            }
        }
        Ok(())
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
            Format::Text => printer.found(game, &text::line(&found.heading())),
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
                    solved: false,
                    link: Some(analysis_link(game)),
                    caption: None,
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
