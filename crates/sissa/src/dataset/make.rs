//! The work on a dataset: pieces in order, topping up, and a thread that writes meanwhile.

use std::{
    fs,
    ops::ControlFlow,
    path::{Path, PathBuf},
    sync::mpsc,
    thread,
    time::Duration,
};

use rustc_hash::FxHashSet;
use sissa_dataset::{
    Entry, Manifest, Part, PlanRun, Row, adopt_part, read_digest, read_ids, read_rows,
    write_digest, write_part,
};
use sissa_game::words::grouped;
use sissa_record::{Failure, Summary};

use super::{Making, Plan, Stretch, card, folder};
use crate::{
    event::{Event, Progress},
    generate::Generate,
    problem::{Problem, quoted},
};

/// Indices in a row without anything new after which a constraint is given up; one that brings no position at all
/// counts for ten.
const BARREN: u64 = 1_000;
const FAILED: u64 = 10;

/// How often is told how far it is.
const BEAT: Duration = Duration::from_millis(100);

/// Why the work ends before its end.
enum End {
    /// Somebody asked for it.
    Cancelled,
    /// The sink had enough.
    Enough,
    /// The writer has a problem to tell.
    Writer,
    Problem(Problem),
}

impl From<Problem> for End {
    fn from(problem: Problem) -> End {
        End::Problem(problem)
    }
}

/// A position on its way, with its key.
struct Made {
    row: Row,
    key: u64,
}

/// What is to be written: rows, or a piece that only needs another name, and how far the run is then.
struct Commit {
    rows: Vec<Row>,
    adopted: Option<(PathBuf, u64)>,
    run: PlanRun,
}

/// What a worker has left of a piece.
enum Delivery {
    /// Nothing, or not what is wanted.
    Nothing,
    /// A file of so many rows, nothing of which is dropped: it needs only another name.
    Whole(PathBuf, u64),
    /// What is new of it was taken.
    Taken,
}

/// Makes everything that is missing.
pub(super) fn whole(
    making: &Making,
    sink: &mut dyn FnMut(Event<Part>) -> ControlFlow<()>,
) -> Result<Option<Summary>, Problem> {
    let folder = folder::Folder::open(making)?;
    let mut run = folder.run.clone();
    let mut manifest = folder.manifest.clone();
    let mut ended = Ok(());
    let (told, parts) = mpsc::channel();
    if !run.complete {
        let known = folder.keys(making.unique, &making.session)?;
        let (commits, inbox) = mpsc::sync_channel(1);
        let path = folder.path.as_path();
        ended = thread::scope(|scope| {
            let writer = scope.spawn(|| write(path, &making.plan, &mut manifest, inbox, told));
            let mut maker = Maker {
                making,
                sink: &mut *sink,
                path,
                run: &mut run,
                known,
                rows: Vec::new(),
                commits,
                parts: &parts,
                started: making.session.now(),
                beat: making.session.now(),
            };
            let ended = maker.make();
            drop(maker);
            match writer.join() {
                Ok(Ok(())) => ended,
                Ok(Err(problem)) => Err(End::Problem(problem)),
                Err(panic) => std::panic::resume_unwind(panic),
            }
        });
    }
    for part in parts.try_iter() {
        if sink(Event::Found(part)).is_break() {
            return Ok(None);
        }
    }
    let cancelled = match ended {
        Ok(()) => {
            let pieces = folder::workshop(&folder.path, &run);
            // What is left of it is of no use to anybody.
            let _ = fs::remove_dir_all(pieces);
            if folder.run.complete {
                // Somebody may have removed it.
                card::write(&folder.path, &manifest, &making.plan)?;
            }
            false
        }
        Err(End::Enough) => return Ok(None),
        Err(End::Problem(problem)) => return Err(problem),
        Err(End::Writer) => return Err(Problem::new("fault", "the writer fell silent")),
        Err(End::Cancelled) => true,
    };
    for (index, standing) in (0..).zip(&run.standings) {
        if let Some(why) = &standing.given_up
            && sink(Event::Failure(Failure {
                index,
                code: "nothing-new".to_owned(),
                message: format!(
                    "{}: {} of {} positions missing: {why}",
                    quoted(&standing.constraint),
                    grouped(standing.asked - standing.made),
                    grouped(standing.asked)
                ),
                hint: Some("there may be no more, or few; a looser constraint has more".to_owned()),
                ..Failure::default()
            }))
            .is_break()
        {
            return Ok(None);
        }
    }
    let summary = summary(&run, cancelled);
    let _ = sink(Event::Summary(summary.clone()));
    Ok(Some(summary))
}

fn summary(run: &PlanRun, cancelled: bool) -> Summary {
    let sum = |of: fn(&sissa_dataset::Standing) -> u64| run.standings.iter().map(of).sum::<u64>();
    let (asked, made) = (sum(|one| one.asked), sum(|one| one.made));
    Summary {
        requested: asked,
        produced: made,
        unique: made,
        satisfied: made,
        exit: if cancelled {
            130
        } else if made < asked {
            3
        } else {
            0
        },
        ..Summary::default()
    }
}

/// Makes one piece for whoever puts the dataset together: all of it, whatever was there before.
pub(super) fn piece(
    making: &Making,
    piece: u64,
    sink: &mut dyn FnMut(Event<Part>) -> ControlFlow<()>,
) -> Result<Option<Summary>, Problem> {
    let (workshop, firsts) = folder::workplace(making)?;
    fs::create_dir_all(&workshop)
        .map_err(|error| Problem::io(quoted(&workshop.to_string_lossy()), &error))?;
    let stretches = making.stretches(piece);
    let path = piece_path(&workshop, making, piece);
    let mut asked = 0;
    let (mut rows, mut entries) = (Vec::new(), Vec::new());
    for stretch in &stretches {
        asked += stretch.count;
        if path.exists() {
            continue;
        }
        let request = &making.orders[stretch.order].request;
        let request = Generate {
            skip: firsts[stretch.order] + stretch.skip,
            ..request.clone().count(stretch.count)
        };
        let ended = run_request(making, stretch.order, &request, &mut |made| {
            if let Some(Made { row, key }) = made {
                entries.push(Entry {
                    order: u32::try_from(stretch.order).unwrap_or(u32::MAX),
                    index: row.index,
                    key,
                });
                rows.push(row);
            }
            ControlFlow::Continue(())
        });
        match ended {
            Ok(()) => {}
            Err(End::Problem(problem)) => return Err(problem),
            Err(_) => {
                let summary = Summary {
                    requested: asked,
                    exit: 130,
                    ..Summary::default()
                };
                let _ = sink(Event::Summary(summary.clone()));
                return Ok(Some(summary));
            }
        }
    }
    if !path.exists() {
        let part = write_part(&path, making.plan.format, &rows)?;
        write_digest(&digest_path(&workshop, piece), &part, &entries)?;
        if sink(Event::Found(part)).is_break() {
            return Ok(None);
        }
    }
    let summary = Summary {
        requested: asked,
        produced: rows.len() as u64,
        ..Summary::default()
    };
    let _ = sink(Event::Summary(summary.clone()));
    Ok(Some(summary))
}

fn piece_path(workshop: &Path, making: &Making, piece: u64) -> PathBuf {
    let extension = making.plan.format.extension();
    workshop.join(format!("piece-{piece:06}.{extension}"))
}

fn digest_path(workshop: &Path, piece: u64) -> PathBuf {
    workshop.join(format!("digest-{piece:06}"))
}

/// Makes the positions of a request on all threads; `take` gets them in order, and nothing for an index that
/// brings none.
fn run_request(
    making: &Making,
    order: usize,
    request: &Generate,
    take: &mut dyn FnMut(Option<Made>) -> ControlFlow<()>,
) -> Result<(), End> {
    let generation = request.prepare(&making.session)?;
    let origin = &making.orders[order].origin;
    let mut fault = None;
    let summary = generation.run_into(
        |position| {
            let mut row = position.row(origin);
            making.labeller.label(position.game.end(), &mut row);
            Made {
                row,
                key: making.unique.key(position.game.end()),
            }
        },
        |event| match event {
            Event::Found(made) => take(Some(made)),
            Event::Failure(failure) if failure.code == "fault" => {
                fault = Some(Problem::new("fault", failure.message));
                ControlFlow::Break(())
            }
            Event::Failure(_) => take(None),
            Event::Run(_) | Event::Progress(_) | Event::Summary(_) => ControlFlow::Continue(()),
        },
    );
    match (fault, summary) {
        (Some(problem), _) => Err(problem.into()),
        (None, Some(summary)) if summary.exit == 130 => Err(End::Cancelled),
        (None, _) => Ok(()),
    }
}

/// Writes what is made and says so in the manifest, part by part.
fn write(
    folder: &Path,
    plan: &Plan,
    manifest: &mut Manifest,
    inbox: mpsc::Receiver<Commit>,
    told: mpsc::Sender<Part>,
) -> Result<(), Problem> {
    for commit in inbox {
        let number = manifest.parts.len();
        let extension = manifest.format.extension();
        let path = folder.join(format!("part-{number:05}.{extension}"));
        let part = match commit.adopted {
            Some((from, rows)) => Some(adopt_part(&from, &path, rows)?),
            None if commit.rows.is_empty() => None,
            None => Some(write_part(&path, manifest.format, &commit.rows)?),
        };
        if let Some(part) = part {
            manifest.rows += part.rows;
            manifest.parts.push(part.clone());
            // Who does not listen any more need not know.
            let _ = told.send(part);
        }
        manifest.complete = commit.run.complete;
        if let Some(last) = manifest.runs.last_mut() {
            *last = commit.run;
        }
        if manifest.complete {
            // Before the manifest says so: whoever repeats a command that failed here must not add everything once more.
            card::write(folder, manifest, plan)?;
        }
        manifest.save(folder)?;
    }
    Ok(())
}

/// Whoever puts the dataset together.
struct Maker<'a> {
    making: &'a Making,
    sink: &'a mut dyn FnMut(Event<Part>) -> ControlFlow<()>,
    path: &'a Path,
    run: &'a mut PlanRun,
    known: FxHashSet<u64>,
    /// Not yet on their way to the writer.
    rows: Vec<Row>,
    commits: mpsc::SyncSender<Commit>,
    parts: &'a mpsc::Receiver<Part>,
    started: Duration,
    beat: Duration,
}

impl Maker<'_> {
    fn make(&mut self) -> Result<(), End> {
        let workshop = folder::workshop(self.path, self.run);
        while self.run.done < self.run.pieces {
            let stretches = self.making.stretches(self.run.done);
            let adopted = match self.taken_over(&workshop, &stretches)? {
                Delivery::Whole(path, rows) => Some((path, rows)),
                Delivery::Taken => None,
                Delivery::Nothing => {
                    for stretch in stretches {
                        self.stretch(stretch)?;
                    }
                    None
                }
            };
            self.run.done += 1;
            self.commit(adopted)?;
        }
        for order in 0..self.making.orders.len() {
            self.top_up(order)?;
        }
        self.run.complete = true;
        self.commit(None)?;
        self.tell(true)
    }

    /// The indices of a stretch, each once.
    fn stretch(&mut self, stretch: Stretch) -> Result<(), End> {
        let order = &self.making.orders[stretch.order];
        let request = Generate {
            skip: self.run.standings[stretch.order].first + stretch.skip,
            ..order.request.clone().count(stretch.count)
        };
        self.attempt(stretch.order, &request, |_| ControlFlow::Continue(()))?;
        let standing = &mut self.run.standings[stretch.order];
        // Indices behind the end of a search are as good as tried.
        let end = standing.first + stretch.skip + stretch.count;
        standing.failed += end.saturating_sub(standing.next);
        standing.next = end;
        Ok(())
    }

    /// Later indices, until there are as many as asked for or nothing new is to be expected.
    fn top_up(&mut self, order: usize) -> Result<(), End> {
        let standing = &self.run.standings[order];
        if standing.given_up.is_some() || standing.made >= standing.asked {
            return Ok(());
        }
        let request = self.making.orders[order].request.clone();
        let request = Generate {
            skip: standing.next,
            // Without a count of its own: enough is enough.
            ..request.count(u64::MAX / 4)
        };
        let part = usize::try_from(self.making.size).unwrap_or(usize::MAX);
        self.attempt(order, &request, |maker| {
            let standing = &maker.run.standings[order];
            if standing.made >= standing.asked || standing.barren >= BARREN {
                return ControlFlow::Break(());
            }
            if maker.rows.len() >= part && maker.commit(None).is_err() {
                return ControlFlow::Break(());
            }
            ControlFlow::Continue(())
        })?;
        let standing = &mut self.run.standings[order];
        if standing.made < standing.asked {
            let tried = grouped(standing.next - standing.first);
            standing.given_up = Some(format!(
                "of {tried} indices the last ones brought nothing new"
            ));
        }
        Ok(())
    }

    /// Makes positions and keeps what is new; `after` each index says whether to go on.
    fn attempt(
        &mut self,
        order: usize,
        request: &Generate,
        mut after: impl FnMut(&mut Self) -> ControlFlow<()>,
    ) -> Result<(), End> {
        let mut enough = None;
        let making = self.making;
        run_request(making, order, request, &mut |made| {
            self.take(order, made);
            if let Err(end) = self.tell(false) {
                enough = Some(end);
                return ControlFlow::Break(());
            }
            after(self)
        })?;
        enough.map_or(Ok(()), Err)
    }

    /// Keeps a position, unless it was there before.
    fn take(&mut self, order: usize, made: Option<Made>) {
        let standing = &mut self.run.standings[order];
        standing.next += 1;
        match made {
            Some(made) if self.known.insert(made.key) => {
                standing.made += 1;
                standing.barren = 0;
                self.rows.push(made.row);
            }
            Some(_) => {
                standing.dropped += 1;
                standing.barren += 1;
            }
            None => {
                standing.failed += 1;
                standing.barren += FAILED;
            }
        }
    }

    /// Takes over a piece that a worker has made.
    fn taken_over(&mut self, workshop: &Path, stretches: &[Stretch]) -> Result<Delivery, End> {
        let piece = self.run.done;
        let path = piece_path(workshop, self.making, piece);
        if !path.exists() {
            return Ok(Delivery::Nothing);
        }
        let found = read_digest(&digest_path(workshop, piece), &path);
        let Some(found) = found.or_else(|| self.entries(&path)) else {
            return Ok(Delivery::Nothing);
        };
        if !self.fits(&found, stretches) {
            return Ok(Delivery::Nothing);
        }
        for stretch in stretches {
            let standing = &mut self.run.standings[stretch.order];
            standing.next = standing.first + stretch.skip + stretch.count;
            standing.failed += stretch.count;
        }
        let mut kept = Vec::with_capacity(found.len());
        for entry in found {
            let standing = &mut self.run.standings[entry.order as usize];
            standing.failed -= 1;
            let new = self.known.insert(entry.key);
            standing.made += u64::from(new);
            standing.dropped += u64::from(!new);
            kept.push(new);
        }
        self.tell(false)?;
        if kept.iter().all(|new| *new) {
            return Ok(Delivery::Whole(path, kept.len() as u64));
        }
        let rows = read_rows(&path, self.making.plan.format).map_err(Problem::from)?;
        self.rows.extend(
            rows.into_iter()
                .zip(kept)
                .filter(|(_, new)| *new)
                .map(|(row, _)| row),
        );
        Ok(Delivery::Taken)
    }

    /// What is in a piece of which nothing is written down, by its rows.
    fn entries(&self, path: &Path) -> Option<Vec<Entry>> {
        let (format, unique) = (self.making.plan.format, self.making.unique);
        let mut found = Vec::new();
        let read = read_ids(path, format, &mut |id, fen| {
            let place = self.place(id).zip(folder::key(unique, fen));
            found.push(place.map(|((order, index), key)| Entry { order, index, key }));
        });
        read.ok()?;
        found.into_iter().collect()
    }

    /// The constraint and the index that an id names.
    fn place(&self, id: &str) -> Option<(u32, u64)> {
        let (rest, index) = id.rsplit_once('-')?;
        let (name, seed) = rest.rsplit_once('-')?;
        let order = u32::try_from(*self.making.names.get(name)?).ok()?;
        let ours = seed.parse::<u64>().ok()? == self.making.plan.seed;
        ours.then_some((order, index.parse().ok()?))
    }

    /// Whether positions are of these stretches, in order.
    fn fits(&self, found: &[Entry], stretches: &[Stretch]) -> bool {
        let mut rest = found;
        for stretch in stretches {
            let first = self.run.standings[stretch.order].first + stretch.skip;
            let mut least = first;
            while let Some((entry, behind)) = rest.split_first()
                && entry.order as usize == stretch.order
                && (least..first + stretch.count).contains(&entry.index)
            {
                least = entry.index + 1;
                rest = behind;
            }
        }
        rest.is_empty()
    }

    /// Hands over what is there to be written.
    fn commit(&mut self, adopted: Option<(PathBuf, u64)>) -> Result<(), End> {
        let commit = Commit {
            rows: std::mem::take(&mut self.rows),
            adopted,
            run: self.run.clone(),
        };
        self.commits.send(commit).map_err(|_| End::Writer)
    }

    /// Tells which parts were written and, now and then, how far it is.
    fn tell(&mut self, last: bool) -> Result<(), End> {
        let now = self.making.session.now();
        if !last && now.saturating_sub(self.beat) < BEAT {
            return Ok(());
        }
        self.beat = now;
        if self.making.session.cancel().requested() {
            return Err(End::Cancelled);
        }
        while let Ok(part) = self.parts.try_recv() {
            if (self.sink)(Event::Found(part)).is_break() {
                return Err(End::Enough);
            }
        }
        let summary = summary(self.run, false);
        let sum = |of: fn(&sissa_dataset::Standing) -> u64| {
            self.run.standings.iter().map(of).sum::<u64>()
        };
        let progress = Progress {
            judged: None,
            made: summary.produced,
            failed: sum(|one| one.failed),
            dropped: sum(|one| one.dropped),
            requested: Some(summary.requested),
            seconds: now.saturating_sub(self.started).as_secs_f64(),
            bytes: None,
        };
        if (self.sink)(Event::Progress(progress)).is_break() {
            return Err(End::Enough);
        }
        Ok(())
    }
}
