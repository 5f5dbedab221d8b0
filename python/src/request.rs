//! Requests by their names and fields, made ready and handed to a thread.

use std::{
    fmt,
    ops::ControlFlow,
    path::{Path, PathBuf},
    sync::Arc,
};

use serde::{Serialize, de::DeserializeOwned};
use sissa::{
    Analyse, Cancel, Check, CheckDataset, Dataset, Entries, Event, Find, Generate, Import, Label,
    MakePuzzles, Origin, Predict, Problem, Prove, PuzzleEntries, Rate, Records, Retro, Review,
    Session, Similar, Solve, SolvePuzzles, TagPuzzles,
};
use sissa_games::{Folder, ImportSummary};
use sissa_record::{Record, read_one};

use crate::{
    position::{Found, Position},
    queue::Queue,
    report::Report,
    run::Item,
};

/// Most threads: more is a mistake, and would end the process where there is no memory for their stacks.
const MOST_THREADS: usize = 4_096;

/// What positions that are made become.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// Records, one by one.
    Records,
    /// Rows of batches, made on the threads that made the positions.
    Rows,
}

/// Work for a thread of its own.
pub type Job = Box<dyn FnOnce(&Queue<Item>) -> Result<(), Problem> + Send>;

/// A session on this machine.
pub fn session(threads: Option<usize>, cancel: Cancel) -> Result<Session, Problem> {
    let session = Session::new()
        .files(|name| std::fs::read(name))
        .cancelled_by(cancel);
    match threads {
        Some(threads) if !(1..=MOST_THREADS).contains(&threads) => {
            let message = format!("threads is {threads}: it may be 1 to {MOST_THREADS}");
            Err(Problem::new("limit", message).field("threads"))
        }
        Some(threads) => Ok(session.threads(threads)),
        None => Ok(session),
    }
}

/// Reads the fields of a request.
pub fn read<T: DeserializeOwned>(fields: &str) -> Result<T, Problem> {
    serde_json::from_str(fields).map_err(|error| Problem::new("request", words(&error)))
}

/// What is wrong, without the place in a text that nobody has seen.
fn words(error: &impl fmt::Display) -> String {
    let message = error.to_string();
    let end = message.rfind(" at line ").unwrap_or(message.len());
    message[..end].to_owned()
}

/// A request that looks at positions: those of its text, or those that come beside it, one by one.
macro_rules! over_entries {
    ($request:ty, $fields:expr, $inputs:expr, $session:expr) => {{
        let mut request: $request = read($fields)?;
        if $inputs.is_some() {
            // Only the rest of the request can be wrong.
            request.input = "-".to_owned();
        }
        request.prepare(&$session)?;
        Ok(Box::new(move |queue: &Queue<Item>| {
            let entries = entries(&request.input, $inputs);
            let told = |event| tell(queue, event, lines);
            request.run_into(&$session, entries, records, told)?;
            Ok(())
        }))
    }};
}

/// Makes a request ready: what can be wrong with it is found here.
pub fn job(
    name: &str,
    fields: &str,
    inputs: Option<Vec<String>>,
    session: Session,
    shape: Shape,
) -> Result<Job, Problem> {
    match name {
        "generate" => generate(&read(fields)?, session, shape),
        "check" => over_entries!(Check, fields, inputs, session),
        "prove" => over_entries!(Prove, fields, inputs, session),
        "solve" => over_entries!(Solve, fields, inputs, session),
        "label" => label(read(fields)?, inputs, session),
        "retro" => over_entries!(Retro, fields, inputs, session),
        "review" => over_entries!(Review, fields, inputs, session),
        "tag_puzzles" => tag_puzzles(read(fields)?, session),
        "solve_puzzles" => solve_puzzles(read(fields)?, session),
        "find" => find(&read(fields)?, session),
        "import" => import(read(fields)?, session),
        "report" => report(&read(fields)?, &session),
        "count" => count(&read(fields)?, &session),
        "dataset" => dataset(&read(fields)?, &session),
        "check_dataset" => check_dataset(read(fields)?, session),
        "make_puzzles" => make_puzzles(read(fields)?, session),
        "predict" => predict(read(fields)?, session),
        "rate" => rate(read(fields)?, session),
        "similar" => similar(read(fields)?, session),
        "analyse" => analyse(read(fields)?, session),
        other => Err(Problem::new(
            "request",
            format!("there is no request {}", sissa::quoted(other)),
        )),
    }
}

/// Positions and games one by one, or all that a text has.
fn entries(text: &str, inputs: Option<Vec<String>>) -> Entries<'_> {
    match inputs {
        None => sissa::entries(text),
        Some(inputs) => Box::new(
            inputs
                .into_iter()
                .map(|text| read_one(&text).map_err(Problem::from)),
        ),
    }
}

fn records(found: &impl Records) -> Vec<String> {
    found.records().iter().map(Record::to_line).collect()
}

fn lines(lines: Vec<String>) -> Vec<Item> {
    lines.into_iter().map(Item::Line).collect()
}

/// Puts an event into the queue.
fn tell<T>(
    queue: &Queue<Item>,
    event: Event<T>,
    found: impl FnOnce(T) -> Vec<Item>,
) -> ControlFlow<()> {
    let items = match event {
        Event::Found(value) => found(value),
        Event::Failure(failure) => vec![Item::Failure(failure)],
        Event::Run(run) => vec![Item::Run(Record::Run(run).to_line())],
        Event::Summary(summary) => vec![Item::Summary(Record::Summary(summary).to_line())],
        Event::Progress(_) => Vec::new(),
    };
    for item in items {
        if !queue.put(item) {
            return ControlFlow::Break(());
        }
    }
    ControlFlow::Continue(())
}

fn generate(request: &Generate, session: Session, shape: Shape) -> Result<Job, Problem> {
    let generation = request.prepare(&session)?;
    if shape == Shape::Rows {
        let origin = Origin::of(request, &generation);
        return Ok(Box::new(move |queue| {
            generation.run_into(
                |position| position.row(&origin),
                |event| tell(queue, event, |row| vec![Item::Row(Box::new(row))]),
            );
            Ok(())
        }));
    }
    let constraint: Arc<str> = generation.constraint.text.as_str().into();
    Ok(Box::new(move |queue| {
        generation.run_into(
            |position| Position::made(position.clone(), Arc::clone(&constraint)),
            |event| {
                tell(queue, event, |position| {
                    vec![Item::Position(Box::new(position))]
                })
            },
        );
        Ok(())
    }))
}

fn find(request: &Find, session: Session) -> Result<Job, Problem> {
    let search = request.prepare(&session)?;
    Ok(Box::new(move |queue| {
        search.run_into(
            |found| Found {
                index: 0,
                id: found.id(),
                game: found.game().clone(),
                info: found.header().info.clone(),
            },
            |event| {
                tell(queue, event, |hit| {
                    // Known only to who counts them.
                    let found = Found {
                        index: hit.index,
                        ..hit.value
                    };
                    vec![Item::Position(Box::new(Position::found(found)))]
                })
            },
        )?;
        Ok(())
    }))
}

fn puzzles(text: &str) -> PuzzleEntries<'_> {
    sissa::puzzle_entries(text)
}

fn tag_puzzles(request: TagPuzzles, session: Session) -> Result<Job, Problem> {
    request.prepare(&session)?;
    Ok(Box::new(move |queue| {
        let told = |event| tell(queue, event, lines);
        request.run_into(&session, puzzles(&request.input), records, told)?;
        Ok(())
    }))
}

fn solve_puzzles(request: SolvePuzzles, session: Session) -> Result<Job, Problem> {
    request.prepare(&session)?;
    Ok(Box::new(move |queue| {
        let told = |event| tell(queue, event, lines);
        request.run_into(&session, puzzles(&request.input), records, told)?;
        Ok(())
    }))
}

fn import(request: Import, session: Session) -> Result<Job, Problem> {
    request.whole_filter()?;
    let sources = request.sources()?;
    let names: Vec<String> = sources
        .iter()
        .map(|source| source.name().to_owned())
        .collect();
    Ok(Box::new(move |queue| {
        let mut whole = None;
        let told = |event| {
            tell(queue, event, |summary| {
                whole = Some(summary);
                Vec::new()
            })
        };
        request.run_into(&session, sources, told)?;
        if let Some(summary) = whole {
            let parts = parts_of(&request.output, &names)?;
            queue.put(Item::Line(imported(&summary, &parts).to_string()));
        }
        Ok(())
    }))
}

/// The files of a folder that hold the games of these sources.
fn parts_of(folder: &Path, sources: &[String]) -> Result<Vec<PathBuf>, Problem> {
    let folder = Folder::open(folder)?;
    let ours = folder.parts().iter();
    let ours = ours.filter(|part| sources.iter().any(|name| name == part.source()));
    Ok(ours.map(|part| part.path.clone()).collect())
}

/// What became of all games, for programs.
fn imported(summary: &ImportSummary, parts: &[PathBuf]) -> serde_json::Value {
    let tally = &summary.tally;
    serde_json::json!({
        "type": "imported",
        "read": tally.read,
        "kept": tally.kept,
        "broken": tally.broken,
        "variants": tally.variants,
        "removed": tally.removed.total(),
        "earlier": summary.earlier,
        "damaged": summary.damaged.iter().map(|(source, _)| source).collect::<Vec<_>>(),
        "complete": summary.complete,
        "parts": parts.iter().map(|part| part.to_string_lossy()).collect::<Vec<_>>(),
    })
}

fn report(request: &sissa::Report, session: &Session) -> Result<Job, Problem> {
    let survey = request.prepare(session)?;
    Ok(Box::new(move |queue| {
        survey.run_into(|event| {
            tell(queue, event, |reported| {
                vec![Item::Report(Box::new(Report(reported)))]
            })
        })?;
        Ok(())
    }))
}

fn analyse(request: Analyse, session: Session) -> Result<Job, Problem> {
    request.prepare(&session)?;
    Ok(Box::new(move |queue| {
        let record = request.run(&session)?;
        let line =
            serde_json::to_string(&record).map_err(|error| Problem::new("fault", words(&error)))?;
        queue.put(Item::Line(line));
        Ok(())
    }))
}

/// Counts for a report that is put together elsewhere.
fn count(request: &sissa::Report, session: &Session) -> Result<Job, Problem> {
    let survey = request.prepare(session)?;
    Ok(Box::new(move |queue| {
        if let Some(counts) = survey.count()? {
            queue.put(Item::Line(counts));
        }
        Ok(())
    }))
}

/// What was found out, as a line of JSON.
fn line(found: &impl Serialize) -> Result<Item, Problem> {
    let line = serde_json::to_string(found);
    line.map(Item::Line)
        .map_err(|error| Problem::new("fault", words(&error)))
}

fn dataset(request: &Dataset, session: &Session) -> Result<Job, Problem> {
    let making = request.prepare(session)?;
    Ok(Box::new(move |queue| {
        let told = |event| {
            tell(queue, event, |part| {
                line(&part).map_or_else(|_| Vec::new(), |item| vec![item])
            })
        };
        making.run_into(told)?;
        Ok(())
    }))
}

fn check_dataset(request: CheckDataset, session: Session) -> Result<Job, Problem> {
    request.describe(&session)?;
    Ok(Box::new(move |queue| {
        let found = request.run_into(&session, &mut |_| ControlFlow::Continue(()))?;
        if let Some(found) = found {
            queue.put(line(&found)?);
        }
        Ok(())
    }))
}

fn make_puzzles(request: MakePuzzles, session: Session) -> Result<Job, Problem> {
    request.prepare(&session)?;
    Ok(Box::new(move |queue| {
        let told = |event| tell(queue, event, lines);
        request.run_into(&session, None, records, told)?;
        Ok(())
    }))
}

fn predict(request: Predict, session: Session) -> Result<Job, Problem> {
    Ok(Box::new(move |queue| {
        let told = |event| tell(queue, event, |game| lines(records(&game)));
        request.run_into(&session, told)?;
        Ok(())
    }))
}

fn rate(request: Rate, session: Session) -> Result<Job, Problem> {
    Ok(Box::new(move |queue| {
        let told = |event| tell(queue, event, |game| lines(records(&game)));
        request.run_into(&session, told)?;
        Ok(())
    }))
}

/// What is nearest comes all at once, when the last game has been looked at.
fn similar(request: Similar, session: Session) -> Result<Job, Problem> {
    request.prepare(&session)?;
    Ok(Box::new(move |queue| {
        if let Some(found) = request.run(&session)? {
            for line in records(&found) {
                if !queue.put(Item::Line(line)) {
                    break;
                }
            }
        }
        Ok(())
    }))
}

/// Labels come as rows alone.
fn label(
    mut request: Label,
    inputs: Option<Vec<String>>,
    session: Session,
) -> Result<Job, Problem> {
    if inputs.is_some() {
        // Only the rest of the request can be wrong.
        request.input = "-".to_owned();
    }
    request.prepare(&session)?;
    Ok(Box::new(move |queue| {
        let told = |event| tell(queue, event, |row| vec![Item::Labelled(Box::new(row))]);
        let entries = entries(&request.input, inputs);
        request.run_into(&session, entries, sissa::Row::clone, told)?;
        Ok(())
    }))
}
