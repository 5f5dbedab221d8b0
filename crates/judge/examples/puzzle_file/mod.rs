//! Puzzles in the format of Lichess' file, for the programs here.

use std::{error::Error, fs};

use shakmaty::{CastlingMode, Chess, Position as _, fen::Fen, uci::UciMove};
use sissa_judge::Line;

/// A puzzle.
pub struct Puzzle {
    pub id: String,
    pub rating: String,
    pub tags: Vec<String>,
    /// The solution, with the opponent's move before it.
    pub line: Line,
}

impl Puzzle {
    pub fn has(&self, tag: &str) -> bool {
        self.tags.iter().any(|other| other == tag)
    }
}

/// All puzzles of a file.
pub fn read(path: &str) -> Result<Vec<Puzzle>, Box<dyn Error>> {
    let text = fs::read_to_string(path)?;
    let rows = text.lines().enumerate().skip(1);
    rows.map(|(index, row)| {
        puzzle_of(row).map_err(|error| format!("line {}: {error}", index + 1).into())
    })
    .collect()
}

fn puzzle_of(row: &str) -> Result<Puzzle, Box<dyn Error>> {
    let fields: Vec<&str> = row.split(',').collect();
    let [id, fen, moves, rating, _, _, _, tags, ..] = fields[..] else {
        return Err("too few fields".into());
    };
    let before: Chess = fen.parse::<Fen>()?.into_position(CastlingMode::Standard)?;
    let words = moves.split(' ').map(str::parse);
    let words: Vec<UciMove> = words.collect::<Result<_, _>>()?;
    let first = words.first().ok_or("no moves")?.to_move(&before)?;
    let mut start = before.clone();
    start.play_unchecked(first);
    let line = Line::of_uci(&start, &words[1..]).ok_or("the line is not legal")?;
    Ok(Puzzle {
        id: id.to_owned(),
        rating: rating.to_owned(),
        tags: tags.split(' ').map(str::to_owned).collect(),
        line: line.led_by(&before, first).ok_or("no line")?,
    })
}
