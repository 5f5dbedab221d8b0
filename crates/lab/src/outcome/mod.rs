//! How well ends of games are foretold, beside simpler ways: by rating, by pace, with and without clocks.
//!
//! Of every game each so many-th position counts, so that a position counts as often as games come to it. The formula and
//! Lichess' curve see the same value of the engine.

mod measure;

use std::{fmt, ops::ControlFlow, path::Path};

use serde_json::{Value, json};
use sissa::{Course, GameResult};
use sissa_games::{Folder, ImportOptions, Source, import};
use sissa_judge::{
    Effort, Judge, Question,
    outcome::{Formula, Moment, Outcome, elo, lichess, material},
};
use sissa_nn::human::Pace;
use sissa_parallel::in_order;

pub use measure::Measures;

use crate::{LabError, Observer};

/// Those who foretell, in the order of all tables.
pub const WAYS: [&str; 6] = [
    "formula",
    "without clocks",
    "elo",
    "lichess",
    "material",
    "constant",
];

/// Which positions count, and how they are judged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Test {
    /// One position of a game in so many.
    pub every: usize,
    /// Positions that the engine looks at for a value.
    pub nodes: u64,
    /// Only games that the formula has not learnt from.
    pub kept_apart: bool,
    /// Threads; figures do not depend on it.
    pub threads: usize,
}

impl Default for Test {
    fn default() -> Test {
        Test {
            every: 10,
            nodes: 500,
            kept_apart: false,
            threads: 1,
        }
    }
}

/// The figures of some of the positions.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    /// Which.
    pub name: String,
    /// How many games and positions.
    pub games: usize,
    /// How many positions.
    pub positions: usize,
    /// How many positions with both clocks.
    pub with_clocks: usize,
    /// In the order of [`WAYS`].
    pub measures: Vec<Measures>,
}

/// All figures of a test.
#[derive(Clone, Debug, PartialEq)]
pub struct Figures {
    /// All positions, then bands of the players' mean rating, then paces, then positions with clocks.
    pub rows: Vec<Row>,
}

/// A position and how its game ended.
struct Told {
    game: u64,
    moment: Moment,
    result: usize,
}

impl Test {
    /// Measures on a file of games or a folder of imported ones.
    pub fn run(self, path: &Path, observer: &dyn Observer) -> Result<Figures, LabError> {
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
                |index| self.positions(&courses[index as usize]),
                |_, found| {
                    told.extend(found);
                    observer.advance();
                    ControlFlow::Continue(())
                },
            );
        }
        Ok(Figures::of(&told))
    }

    fn positions(self, course: &Course) -> Vec<Told> {
        let result = match course.result {
            Some(GameResult::White) => 0,
            Some(GameResult::Draw) => 1,
            Some(GameResult::Black) | None => 2,
        };
        let every = self.every.max(1);
        let offset = (course.hash() >> 8) as usize % every;
        let mut judge = Judge::new();
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
                moment: course.moment(ply, position, value.worth),
                result,
            })
        });
        told.collect()
    }
}

/// Names and lower ends of the bands of mean ratings.
const BANDS: [(&str, f64); 6] = [
    ("below 1200", 0.0),
    ("1200–1599", 1200.0),
    ("1600–1799", 1600.0),
    ("1800–1999", 1800.0),
    ("2000–2399", 2000.0),
    ("2400 and more", 2400.0),
];
const PACES: [(&str, Pace); 4] = [
    ("bullet", Pace::Bullet),
    ("blitz", Pace::Blitz),
    ("rapid", Pace::Rapid),
    ("classical", Pace::Classical),
];

fn band(moment: &Moment) -> usize {
    let ratings = moment
        .players
        .map(|player| f64::from(player.rating.unwrap_or(0)));
    let mean = (ratings[0] + ratings[1]) / 2.0;
    BANDS
        .iter()
        .rposition(|(_, from)| mean >= *from)
        .unwrap_or(0)
}

impl Figures {
    fn of(told: &[Told]) -> Figures {
        let guess = Guess::of(told);
        let row = |name: &str, wanted: &dyn Fn(&Told) -> bool| {
            let some: Vec<&Told> = told.iter().filter(|told| wanted(told)).collect();
            guess.row(name, &some)
        };
        let mut rows = vec![row("all", &|_| true)];
        for (index, (name, _)) in BANDS.iter().enumerate() {
            rows.push(row(name, &|told| band(&told.moment) == index));
        }
        for (name, pace) in PACES {
            rows.push(row(name, &|told| told.moment.players[0].pace == pace));
        }
        rows.push(row("with clocks", &|told| told.moment.clocks.is_some()));
        rows.retain(|row| row.positions > 0);
        Figures { rows }
    }

    /// As JSON.
    pub fn json(&self) -> Value {
        let row = |row: &Row| {
            let ways = WAYS.iter().zip(&row.measures);
            let ways: serde_json::Map<String, Value> = ways
                .map(|(way, measures)| (way.replace(' ', "_"), measures.json()))
                .collect();
            json!({
                "name": row.name,
                "games": row.games,
                "positions": row.positions,
                "with_clocks": row.with_clocks,
                "measures": ways,
            })
        };
        json!({ "rows": self.rows.iter().map(row).collect::<Vec<_>>() })
    }
}

/// What simple ways take from the games themselves, to their advantage: how often they are drawn.
struct Guess {
    constant: Outcome,
    elo_draws: f64,
    lichess_draws: f64,
    material_draws: f64,
}

impl Guess {
    fn of(told: &[Told]) -> Guess {
        let count = told.len().max(1) as f64;
        let share =
            |kind: usize| told.iter().filter(|told| told.result == kind).count() as f64 / count;
        let draws = |way: fn(&Moment) -> f64| {
            let room = told.iter().map(|told| way(&told.moment));
            let room: f64 = room.map(|score| 4.0 * score * (1.0 - score)).sum();
            share(1) * count / room.max(1e-9)
        };
        Guess {
            constant: Outcome {
                white: share(0),
                draw: share(1),
                black: share(2),
            },
            elo_draws: draws(elo),
            lichess_draws: draws(lichess),
            material_draws: draws(material),
        }
    }

    fn tell(&self, way: usize, moment: &Moment) -> Outcome {
        match way {
            0 => Formula::shipped().outcome(moment),
            1 => Formula::shipped().outcome(&moment.without_clocks()),
            2 => Outcome::of_score(elo(moment), self.elo_draws),
            3 => Outcome::of_score(lichess(moment), self.lichess_draws),
            4 => Outcome::of_score(material(moment), self.material_draws),
            _ => self.constant,
        }
    }

    fn row(&self, name: &str, told: &[&Told]) -> Row {
        let mut games: Vec<u64> = told.iter().map(|told| told.game).collect();
        games.dedup();
        let measures = (0..WAYS.len()).map(|way| {
            let said = told
                .iter()
                .map(|told| (self.tell(way, &told.moment), told.result));
            Measures::of(&said.collect::<Vec<_>>())
        });
        Row {
            name: name.to_owned(),
            games: games.len(),
            positions: told.len(),
            with_clocks: told
                .iter()
                .filter(|told| told.moment.clocks.is_some())
                .count(),
            measures: measures.collect(),
        }
    }
}

impl fmt::Display for Figures {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for row in &self.rows {
            writeln!(
                f,
                "{}: {} games, {} positions, {} with clocks",
                row.name, row.games, row.positions, row.with_clocks
            )?;
            writeln!(
                f,
                "  {:<16}{:>9}{:>12}{:>8}{:>8}{:>8}",
                "", "log-loss", "score loss", "Brier", "AUC", "ECE"
            )?;
            for (way, told) in WAYS.iter().zip(&row.measures) {
                writeln!(
                    f,
                    "  {way:<16}{:>9.4}{:>12.4}{:>8.4}{:>8.4}{:>8.4}",
                    told.log_loss, told.score_log_loss, told.brier, told.auc, told.ece
                )?;
            }
        }
        Ok(())
    }
}
