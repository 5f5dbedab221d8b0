//! Positions of games with what is known there and how the game ended.
//!
//! Of every game each so many-th position is taken, beginning at one that its moves decide, so that a position counts as
//! often as games come to it: drawing so many positions from each game would count short games, which are the more
//! decided ones, too often.

use std::{fmt::Write as _, ops::ControlFlow, path::Path};

use shakmaty::Color;
use sissa::{Course, GameResult};
use sissa_games::Folder;
use sissa_judge::{
    Effort, Judge, Question, Worth,
    outcome::{Moment, TimeControl},
};
use sissa_nn::human::{Pace, Player, Site};
use sissa_parallel::in_order;

use crate::TrainError;

/// A position of a game.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sample {
    /// What was known.
    pub moment: Moment,
    /// How the game ended: 0 White won, 1 drawn, 2 Black won.
    pub result: usize,
    /// The number of the game, the same for the same moves.
    pub game: u64,
}

/// Which positions, and how they are judged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sampling {
    /// One position in so many.
    pub every: u64,
    /// Positions that the engine looks at for each.
    pub nodes: u64,
    /// One game in so many.
    pub games: u64,
    /// Threads; what comes out does not depend on it.
    pub threads: usize,
}

/// Judges positions of the finished games of a folder; `told` hears how many pieces of how many are done.
pub fn sample(
    folder: &Folder,
    sampling: Sampling,
    told: &mut dyn FnMut(u64, u64),
) -> Result<Vec<Sample>, TrainError> {
    let pieces = folder.pieces();
    let mut courses: Vec<Course> = Vec::new();
    let mut samples = Vec::new();
    for (done, piece) in pieces.iter().enumerate() {
        folder.read(*piece, Course::COLUMNS, &mut |row| {
            let course = Course::of(row);
            let wanted = (course.hash() >> 40).is_multiple_of(sampling.games.max(1));
            if wanted && course.result.is_some() {
                courses.push(course);
            }
            true
        })?;
        let count = courses.len() as u64;
        in_order(
            0..count,
            sampling.threads,
            |index| of_game(&courses[index as usize], sampling),
            |_, found| {
                samples.extend(found);
                ControlFlow::Continue(())
            },
        );
        courses.clear();
        told(done as u64 + 1, pieces.len() as u64);
    }
    Ok(samples)
}

/// The samples of a game.
fn of_game(course: &Course, sampling: Sampling) -> Vec<Sample> {
    let every = sampling.every.max(1);
    let offset = (course.hash() >> 8) % every;
    let result = match course.result {
        Some(GameResult::White) => 0,
        Some(GameResult::Draw) => 1,
        Some(GameResult::Black) => 2,
        None => return Vec::new(),
    };
    let mut judge = Judge::new();
    let question = Question {
        nodes: sampling.nodes,
        lines: 1,
    };
    let positions = course.positions();
    let chosen = (0..positions.len()).filter(|ply| (*ply as u64) % every == offset);
    chosen
        .filter_map(|ply| {
            let position = &positions[ply];
            let value = judge.value(position, question, &Effort::unlimited())?;
            Some(Sample {
                moment: course.moment(ply, position, value.worth),
                result,
                game: course.hash(),
            })
        })
        .collect()
}

/// Samples as a table of tab-separated values with a heading.
pub fn write(samples: &[Sample]) -> String {
    let mut text = String::from(
        "game\tresult\tworth\tturn\tply\twhite_points\tblack_points\twhite_elo\tblack_elo\tsite\tpace\tbase\tincrement\twhite_clock\tblack_clock\n",
    );
    let shown = |number: Option<f64>| number.map(|number| number.to_string()).unwrap_or_default();
    for sample in samples {
        let moment = &sample.moment;
        let [white, black] = moment.players;
        let _ = writeln!(
            text,
            "{:x}\t{}\t{}\t{}\t{}\t{}\t{}\t{}\t{}\t{}\t{}\t{}\t{}\t{}\t{}",
            sample.game,
            sample.result,
            moment.worth,
            moment.turn.fold_wb("w", "b"),
            moment.ply,
            moment.points[0],
            moment.points[1],
            shown(white.rating.map(f64::from)),
            shown(black.rating.map(f64::from)),
            white.site as u8,
            white.pace as u8,
            shown(moment.time.map(|time| f64::from(time.base))),
            shown(moment.time.map(|time| f64::from(time.increment))),
            shown(moment.clocks.map(|clocks| clocks[0])),
            shown(moment.clocks.map(|clocks| clocks[1])),
        );
    }
    text
}

/// Reads what [`write()`] has written.
pub fn read(text: &str, path: &Path) -> Result<Vec<Sample>, TrainError> {
    let line = |(index, line): (usize, &str)| {
        let damaged = || TrainError::damaged(path, format!("line {} is no sample", index + 1));
        read_line(line).ok_or_else(damaged)
    };
    text.lines().enumerate().skip(1).map(line).collect()
}

fn read_line(line: &str) -> Option<Sample> {
    let fields: Vec<&str> = line.split('\t').collect();
    let [
        game,
        result,
        worth,
        turn,
        ply,
        white_points,
        black_points,
        rest @ ..,
    ] = &fields[..]
    else {
        return None;
    };
    let [white, black, site, pace, base, increment, clocks @ ..] = rest else {
        return None;
    };
    let site = *Site::ALL.get(site.parse::<usize>().ok()?)?;
    let pace = *Pace::ALL.get(pace.parse::<usize>().ok()?)?;
    let player = |rating: &str| Player {
        rating: rating.parse().ok(),
        site,
        pace,
    };
    let clock = |at: usize| clocks.get(at)?.parse::<f64>().ok();
    let moment = Moment {
        worth: read_worth(worth)?,
        turn: Color::from_char(turn.chars().next()?)?,
        ply: ply.parse().ok()?,
        points: [white_points.parse().ok()?, black_points.parse().ok()?],
        players: [player(white), player(black)],
        time: base.parse().ok().map(|base| TimeControl {
            base,
            increment: increment.parse().unwrap_or(0),
        }),
        clocks: clock(0).zip(clock(1)).map(|(white, black)| [white, black]),
    };
    Some(Sample {
        moment,
        result: result.parse().ok().filter(|result| *result < 3)?,
        game: u64::from_str_radix(game, 16).ok()?,
    })
}

/// A worth as it is written in PGN.
fn read_worth(text: &str) -> Option<Worth> {
    match text.strip_prefix('#') {
        Some(moves) => Some(match moves.strip_prefix('-') {
            Some(moves) => Worth::BlackMates(moves.parse().ok()?),
            None => Worth::WhiteMates(moves.parse().ok()?),
        }),
        None => Some(Worth::Centipawns(
            (text.parse::<f64>().ok()? * 100.0).round() as i32,
        )),
    }
}
