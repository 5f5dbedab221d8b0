//! Game after game of a folder, each made into something: what [`Predict`](super::Predict) and
//! [`Rate`](super::Rate) have in common.

use std::{ops::ControlFlow, path::Path};

use sissa_games::Folder;
use sissa_parallel::in_order;
use sissa_record::Summary;

use super::{Course, may_read};
use crate::{
    event::{Event, Progress, run_of},
    problem::Problem,
    session::Session,
};

/// Tells the sink what `form` makes of each game, in the order of the folder. `form` makes nothing only where somebody
/// ended the work; `None` comes out where the sink had enough.
pub(super) fn each_game<T: Send>(
    command: &str,
    games: &Path,
    session: &Session,
    form: impl Fn(&Course) -> Option<T> + Sync,
    mut sink: impl FnMut(Event<T>) -> ControlFlow<()>,
) -> Result<Option<Summary>, Problem> {
    may_read(games, session)?;
    let folder = Folder::open(games)?;
    if sink(Event::Run(run_of(command))).is_break() {
        return Ok(None);
    }
    let (started, rows) = (session.now(), folder.rows());
    let (mut made, mut enough) = (0, false);
    for piece in folder.pieces() {
        let mut courses = Vec::new();
        folder.read(piece, Course::COLUMNS, &mut |row| {
            courses.push(Course::of(row));
            true
        })?;
        in_order(
            0..courses.len() as u64,
            session.workers(),
            |index| form(&courses[index as usize]),
            |_, formed| {
                let Some(formed) = formed else {
                    return ControlFlow::Break(());
                };
                made += 1;
                let progress = Progress {
                    made,
                    failed: 0,
                    dropped: 0,
                    requested: Some(rows),
                    seconds: session.now().saturating_sub(started).as_secs_f64(),
                    judged: None,
                    bytes: None,
                };
                let told = match sink(Event::Found(formed)) {
                    ControlFlow::Continue(()) => sink(Event::Progress(progress)),
                    ended => ended,
                };
                enough |= told.is_break();
                session.go_on(told)
            },
        );
        if enough || session.cancel().requested() {
            break;
        }
    }
    if enough {
        return Ok(None);
    }
    let exit = if session.cancel().requested() {
        130
    } else {
        u8::from(made == 0)
    };
    let summary = Summary {
        requested: rows,
        produced: made,
        games: Some(made),
        exit,
        ..Summary::default()
    };
    let _ = sink(Event::Summary(summary.clone()));
    Ok(Some(summary))
}
