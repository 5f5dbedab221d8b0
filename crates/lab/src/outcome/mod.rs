//! How well ends of games are foretold, beside simpler ways: by rating, by pace, with and without clocks.
//!
//! Of every game each so many-th position counts, so that a position counts as often as games come to it. The formula, the network and
//! Lichess' curve see the same value of the engine. Intervals come from drawing whole games anew.

mod bootstrap;
mod figures;
mod measure;
mod neighbours;

use std::{
    ops::ControlFlow,
    path::Path,
    sync::{Mutex, PoisonError},
};

use sissa::{Course, GameResult};
use sissa_games::{Folder, ImportOptions, Source, import};
use sissa_judge::{
    Effort, Judge, Question,
    outcome::{Moment, Network, Outcome},
};
use sissa_parallel::in_order;

pub use bootstrap::Intervals;
use figures::Guess;
pub use figures::{Figures, Row, WAYS};
pub use measure::{BINS, Bin, Measures};
pub use neighbours::NEAREST;
use neighbours::neighbours;

use crate::{LabError, Observer};

/// Fewer games than this have no neighbours worth asking.
const FEWEST: u64 = 500;

/// Which positions count, and how they are judged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Test {
    /// One position of a game in so many.
    pub every: usize,
    /// Positions that the engine looks at for a value.
    pub nodes: u64,
    /// Only games that the formula has not learnt from.
    pub kept_apart: bool,
    /// Positions of which similar games are asked, too: each takes a look through all games.
    pub neighbours: usize,
    /// Threads; figures do not depend on it.
    pub threads: usize,
}

impl Default for Test {
    fn default() -> Test {
        Test {
            every: 10,
            nodes: 500,
            kept_apart: false,
            neighbours: 200,
            threads: 1,
        }
    }
}

/// A position and how its game ended.
struct Told {
    game: u64,
    /// The game's name in the folder.
    name: std::sync::Arc<str>,
    similar: Option<Outcome>,
    moment: Moment,
    result: usize,
}

impl Test {
    /// Measures the formula and a network on a file of games or a folder of imported ones.
    pub fn run(
        self,
        path: &Path,
        network: &Network,
        observer: &dyn Observer,
    ) -> Result<Figures, LabError> {
        let room;
        let folder = if path.is_dir() {
            Folder::open(path)?
        } else {
            room = tempfile::tempdir().map_err(|error| LabError::Io {
                what: "a folder for temporary files".to_owned(),
                error,
            })?;
            let sources = vec![Source::from_path(path)?];
            import(sources, room.path(), &ImportOptions::default(), &|_| true)?;
            Folder::open(room.path())?
        };
        // Judges forget between two positions. One for every game would leave holes in memory that nothing fits into.
        let judges = Mutex::new(Vec::new());
        let positions = |course: &Course| {
            let free = judges.lock().unwrap_or_else(PoisonError::into_inner).pop();
            let mut judge = free.unwrap_or_else(Judge::new);
            let told = self.positions(course, &mut judge);
            let mut free = judges.lock().unwrap_or_else(PoisonError::into_inner);
            free.push(judge);
            told
        };
        let mut told = Vec::new();
        for piece in folder.pieces() {
            let mut courses = Vec::new();
            folder.read(piece, Course::COLUMNS, &mut |row| {
                let course = Course::of(row);
                let rated = course.players.iter().all(|player| player.rating.is_some());
                if rated && course.result.is_some() && (course.kept_apart() || !self.kept_apart) {
                    courses.push(course);
                }
                true
            })?;
            in_order(
                0..courses.len() as u64,
                self.threads,
                |index| positions(&courses[index as usize]),
                |_, found| {
                    told.extend(found);
                    observer.advance();
                    ControlFlow::Continue(())
                },
            );
        }
        self.ask_neighbours(&folder, &mut told)?;
        Ok(Figures::of(&told, network))
    }

    /// Asks similar games of some positions, evenly spread.
    fn ask_neighbours(self, folder: &Folder, told: &mut [Told]) -> Result<(), LabError> {
        if folder.rows() < FEWEST || self.neighbours == 0 || told.is_empty() {
            return Ok(());
        }
        let all = Guess::of(told, Network::shipped()).constant;
        let step = told.len().div_ceil(self.neighbours).max(1);
        // From the middle of each stretch: not always the same half-move.
        for at in (step / 2..told.len()).step_by(step) {
            let Told { name, moment, .. } = &told[at];
            let said = neighbours(folder, name, moment.ply, all, self.threads)?;
            told[at].similar = Some(said);
        }
        Ok(())
    }

    fn positions(self, course: &Course, judge: &mut Judge) -> Vec<Told> {
        let result = match course.result {
            Some(GameResult::White) => 0,
            Some(GameResult::Draw) => 1,
            Some(GameResult::Black) | None => 2,
        };
        let every = self.every.max(1);
        let offset = (course.hash() >> 8) as usize % every;
        let name: std::sync::Arc<str> = course.header.id().into();
        let question = Question {
            nodes: self.nodes,
            lines: 1,
        };
        let positions = course.positions();
        let chosen = positions.iter().enumerate().skip(offset).step_by(every);
        let told = chosen.filter_map(|(ply, position)| {
            let value = judge.value(position, question, &Effort::unlimited())?;
            Some(Told {
                game: course.hash(),
                name: name.clone(),
                similar: None,
                moment: course.moment(ply, position, value.worth),
                result,
            })
        });
        told.collect()
    }
}
