//! Real games: [`Import`], [`Find`], [`Report`], [`Predict`], [`Rate`], and what can be wrong with them.

mod course;
mod each;
mod figures;
mod find;
mod import;
mod predict;
mod rate;
mod report;
mod similar;

use std::{ops::ControlFlow, path::Path};

use sissa_constraint::Refutation;
use sissa_games::{FindError, GamesError, QueryError, report::ReportError};
use sissa_record::{Failure, Summary};

pub use course::{Course, kept_apart};
pub use figures::{BandFigure, Figure, Figures, Interval, MenFigure, Results};
pub use find::{Find, Hit, Search};
pub use import::Import;
pub use predict::{OutcomeModel, Predict, PredictedGame, PredictedPosition};
pub use rate::{Rate, RatedGame};
pub use report::{Report, Survey};
pub use similar::{Comparison, Likeness, Similar};
pub use sissa_constraint::GameResult;

use crate::{
    event::Event,
    explain::reasons,
    problem::{Problem, quoted},
    session::Session,
};

/// Folders are read only where the session may read files.
pub(crate) fn may_read(folder: &Path, session: &Session) -> Result<(), Problem> {
    if session.reads_files() {
        return Ok(());
    }
    let name = quoted(&folder.to_string_lossy());
    Err(Problem::new("files", format!("folders like {name} are not read here")).field("games"))
}

/// The failure of a request that nothing can satisfy, and the end.
pub(crate) fn refused<T>(
    refutation: &Refutation,
    sink: &mut impl FnMut(Event<T>) -> ControlFlow<()>,
) -> Option<Summary> {
    let messages: Vec<&str> = refutation
        .reasons
        .iter()
        .map(|reason| reason.message.as_str())
        .collect();
    let failure = Failure {
        code: "impossible".to_owned(),
        message: messages.join("; "),
        hint: Some(
            "relax one of the conditions named; explain shows how the constraint is read"
                .to_owned(),
        ),
        reasons: reasons(refutation),
        ..Failure::default()
    };
    sink(Event::Failure(failure)).is_continue().then_some(())?;
    let summary = Summary {
        exit: 1,
        ..Summary::default()
    };
    let _ = sink(Event::Summary(summary.clone()));
    Some(summary)
}

impl From<GamesError> for Problem {
    fn from(error: GamesError) -> Problem {
        const IMPORT: &str = "`sissa games import FILE -o DIR` makes such a folder";
        match error {
            GamesError::Io { what, error } => {
                let missing = error.kind() == std::io::ErrorKind::NotFound;
                let problem = Problem::io(what, &error);
                if missing {
                    problem.hint(IMPORT)
                } else {
                    problem
                }
            }
            error @ GamesError::Empty(_) => Problem::new("games", error.to_string())
                .field("games")
                .hint("`sissa games import FILE -o DIR` fills a folder"),
            error @ GamesError::NoGames { .. } => Problem::new("input", error.to_string())
                .field("files")
                .hint("PGN is expected: plain, or packed with zstd, bzip2 or gzip"),
            error @ GamesError::Changed { .. } => Problem::new("input", error.to_string())
                .field("files")
                .hint("import it into another folder, or remove its files from this one"),
            error @ (GamesError::Parquet { .. } | GamesError::NotOurs { .. }) => {
                Problem::new("games", error.to_string()).field("games")
            }
        }
    }
}

impl From<QueryError> for Problem {
    fn from(error: QueryError) -> Problem {
        let hint = match &error {
            QueryError::Unknown(part) if part.contains("eval") => {
                "leave that out, or say `game eval` for the scores that games carry; only `find` asks an engine"
            }
            QueryError::Unknown(part) if part.starts_with("mate in") => {
                "leave that out, or say `game mate in` for the mates that games tell of; only `find` asks an engine"
            }
            QueryError::Unknown(_) => {
                "leave that out: it takes an engine to tell, and only `find` asks one, not before `then`"
            }
            QueryError::Nested(_) => "put it beside the rest of the constraint, joined by `and`",
        };
        Problem::new("unsupported", error.to_string())
            .field("constraint")
            .hint(hint)
    }
}

/// A search that can run, or the proof that it finds nothing.
pub(crate) fn opened(
    outcome: Result<sissa_games::Search, FindError>,
) -> Result<Result<sissa_games::Search, Refutation>, Problem> {
    match outcome {
        Ok(search) => Ok(Ok(search)),
        Err(FindError::Impossible(refutation)) => Ok(Err(refutation)),
        Err(FindError::Query(error)) => Err(error.into()),
        Err(error @ FindError::Exclude(_)) => {
            Err(Problem::new("input", error.to_string()).field("exclude"))
        }
        Err(FindError::Games(error)) => Err(error.into()),
    }
}

impl From<ReportError> for Problem {
    fn from(error: ReportError) -> Problem {
        let message = error.to_string();
        match error {
            ReportError::NoConstraint => Problem::new("constraint", message)
                .field("constraints")
                .hint("give constraints as arguments, or the set `thesis`"),
            ReportError::Compare { count, .. } => Problem::new("compare", message)
                .field("compare")
                .hint(format!("they are numbered from 1 to {count}")),
            ReportError::Impossible { refutation, .. } => Problem::new("impossible", message)
                .field("constraints")
                .reasons(&reasons(&refutation))
                .hint("relax one of the conditions named; explain shows how it is read"),
            ReportError::Counts(_) => Problem::new("counts", message)
                .field("counts")
                .hint("count with the same constraints that the report is about"),
            ReportError::Query(error) => error.into(),
            ReportError::Games(error) => error.into(),
        }
    }
}
