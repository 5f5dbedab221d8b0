//! Puzzles: Lichess' CSV, records, and positions whose solution is not known.
//!
//! A line of Lichess' file has the position *before* the opponent's move, and that move is the first of its moves; here
//! it is played, and [`Puzzle::position`] is the one in which the solver moves. A row is a line: reading only cuts lines, and
//! [`PuzzleSource::puzzle`] understands one, on whichever thread. The first line tells the format, and nothing after it can end the rest.
//!
//! ```
//! let csv = "PuzzleId,FEN,Moves,Rating\n00sHx,6k1/5ppp/8/8/8/8/8/RR4K1 b - - 0 1,g8h8 a1a8,500\nbad\n";
//! let found: Vec<_> = sissa_record::read_puzzles(csv.as_bytes(), "file.csv").collect();
//! let puzzle = found[0].as_ref().unwrap().puzzle()?;
//! assert_eq!((puzzle.id.as_deref(), puzzle.solution.len()), (Some("00sHx"), 1));
//! let error = found[1].as_ref().unwrap().puzzle().unwrap_err();
//! assert_eq!(error.to_string(), "file.csv:3: the row has no FEN and no moves");
//! # Ok::<_, sissa_record::ReadError>(())
//! ```

use std::{
    io::{BufRead, Cursor, Read as _},
    sync::Arc,
};

use shakmaty::{Chess, Move, Position as _};

use super::{
    Entry, ReadError, ReadErrorKind,
    lines::{LIMIT, Lines, Outcome},
    read, read_one,
};
use crate::{Excerpt, PositionInput, PuzzleRecord, Record, parse_move};

/// The columns of Lichess' file, in their order.
pub const PUZZLE_COLUMNS: [&str; 10] = [
    "PuzzleId",
    "FEN",
    "Moves",
    "Rating",
    "RatingDeviation",
    "Popularity",
    "NbPlays",
    "Themes",
    "GameUrl",
    "OpeningTags",
];
const ID: usize = 0;
const FEN: usize = 1;
const MOVES: usize = 2;
const RATING: usize = 3;
const THEMES: usize = 7;

/// A puzzle as it was given.
#[derive(Clone, Debug)]
pub struct Puzzle {
    /// Where it was read: `puzzles.csv:3`.
    pub origin: String,
    /// Its name.
    pub id: Option<String>,
    /// The position in which the solver moves.
    pub position: Chess,
    /// The opponent's move that led there, and the position before it.
    pub led_by: Option<(Chess, Move)>,
    /// The solver's moves and the answers in turn; nothing where they are not known.
    pub solution: Vec<Move>,
    /// The rating it came with.
    pub rating: Option<i32>,
    /// The themes it came with.
    pub themes: Option<Vec<String>>,
    /// The fields of its row, by [`PUZZLE_COLUMNS`].
    pub row: Option<[String; 10]>,
}

/// A line of a file of puzzles, or a position or game of any other.
#[derive(Clone, Debug)]
pub struct PuzzleSource {
    origin: String,
    line: usize,
    kind: Kind,
}

#[derive(Clone, Debug)]
enum Kind {
    Row(Vec<u8>, Arc<Columns>),
    Json(Vec<u8>),
    Entry(Box<Entry>),
}

/// Where each of [`PUZZLE_COLUMNS`] stands.
type Columns = [Option<usize>; 10];

/// All puzzles of a stream.
pub type Puzzles<'a> = Box<dyn Iterator<Item = Result<PuzzleSource, ReadError>> + Send + 'a>;

/// Reads all puzzles of a stream. `name` begins their origins.
pub fn read_puzzles<'a, R: BufRead + Send + 'a>(mut input: R, name: &str) -> Puzzles<'a> {
    let mut head = Vec::new();
    let mut first = 0..0;
    loop {
        let begun = head.len();
        let line = (&mut input).take(LIMIT as u64).read_until(b'\n', &mut head);
        match line {
            // A stream that fails will fail again, and is reported then.
            Ok(0) | Err(_) => break,
            Ok(_) => first = begun..head.len(),
        }
        let text = head[first.clone()].trim_ascii();
        if !text.is_empty() && text[0] != b'#' || head.len() >= LIMIT {
            break;
        }
    }
    let first = head[first].to_vec();
    let first = first.strip_prefix(b"\xef\xbb\xbf").unwrap_or(&first);
    let first = first.trim_ascii();
    let name = name.to_owned();
    let before_comma = first.split(|byte| *byte == b',').next().unwrap_or(first);
    let columns = match first.first() {
        Some(b'{') => None,
        _ if first.contains(&b',')
            && !before_comma.contains(&b'/')
            && !before_comma.contains(&b' ') =>
        {
            Some(Arc::new(columns_of(first)))
        }
        _ => {
            let input = Cursor::new(head).chain(input);
            return Box::new(read(input, &name).map(|entry| entry.map(PuzzleSource::from)));
        }
    };
    let header = columns.is_some() && is_header(first);
    let rows = Rows {
        lines: Lines::new(Cursor::new(head).chain(input)),
        name,
        columns,
        header,
        ended: false,
    };
    Box::new(rows)
}

/// The fields of a row.
fn fields(line: &[u8]) -> Option<csv::StringRecord> {
    let mut reader = csv::ReaderBuilder::new()
        .has_headers(false)
        .flexible(true)
        .buffer_capacity(1 << 10)
        .from_reader(line);
    let mut record = csv::StringRecord::new();
    reader.read_record(&mut record).ok()?.then_some(record)
}

fn is_header(line: &[u8]) -> bool {
    let names = fields(line).unwrap_or_default();
    names
        .iter()
        .any(|name| name.trim().eq_ignore_ascii_case("fen"))
}

/// Where the columns stand: as the header says, without one in Lichess' order.
fn columns_of(first: &[u8]) -> Columns {
    if !is_header(first) {
        return std::array::from_fn(Some);
    }
    let names = fields(first).unwrap_or_default();
    PUZZLE_COLUMNS.map(|column| {
        let same = |name: &str| name.trim().eq_ignore_ascii_case(column);
        names.iter().position(same)
    })
}

struct Rows<R> {
    lines: Lines<R>,
    name: String,
    /// None: lines of JSON.
    columns: Option<Arc<Columns>>,
    /// Whether the first line names the columns.
    header: bool,
    ended: bool,
}

impl<R: BufRead> Iterator for Rows<R> {
    type Item = Result<PuzzleSource, ReadError>;

    fn next(&mut self) -> Option<Self::Item> {
        while !self.ended {
            let outcome = self.lines.advance();
            let fault = |kind| {
                Some(Err(ReadError {
                    origin: format!("{}:{}", self.name, self.lines.number),
                    line: self.lines.number,
                    kind,
                    excerpt: Excerpt::new(&self.lines.text, 0..0),
                }))
            };
            match outcome {
                Ok(Outcome::Line) => (),
                Ok(Outcome::TooLong) => return fault(ReadErrorKind::TooLong),
                Ok(Outcome::End) => {
                    self.ended = true;
                    continue;
                }
                Err(error) => {
                    let told = fault(ReadErrorKind::Io(error));
                    self.ended = true;
                    return told;
                }
            }
            let text = self.lines.text.trim_ascii();
            if text.is_empty() || text[0] == b'#' {
                continue;
            }
            if std::mem::take(&mut self.header) {
                continue;
            }
            let text = text.to_vec();
            let kind = match &self.columns {
                Some(columns) => Kind::Row(text, Arc::clone(columns)),
                None if without_position(&text) => continue,
                None => Kind::Json(text),
            };
            return Some(Ok(PuzzleSource {
                origin: format!("{}:{}", self.name, self.lines.number),
                line: self.lines.number,
                kind,
            }));
        }
        None
    }
}

/// The first and last lines of a run, and its failures, have no position.
fn without_position(line: &[u8]) -> bool {
    [
        &b"{\"type\":\"run\""[..],
        b"{\"type\":\"summary\"",
        b"{\"type\":\"failure\"",
    ]
    .iter()
    .any(|begin| line.starts_with(begin))
}

impl From<Entry> for PuzzleSource {
    fn from(entry: Entry) -> PuzzleSource {
        PuzzleSource {
            origin: entry.origin.clone(),
            line: entry.line,
            kind: Kind::Entry(Box::new(entry)),
        }
    }
}

impl PuzzleSource {
    /// Understands it.
    pub fn puzzle(&self) -> Result<Puzzle, ReadError> {
        match &self.kind {
            Kind::Row(text, columns) => self.of_row(text, columns),
            Kind::Json(text) => {
                let line =
                    std::str::from_utf8(text).map_err(|_| self.fault(ReadErrorKind::NotUtf8))?;
                match Record::from_line(line) {
                    Ok(Record::Puzzle(record)) => self.of_record(*record),
                    _ => {
                        let entry = read_one(line).map_err(|error| ReadError {
                            origin: self.origin.clone(),
                            line: self.line,
                            ..error
                        })?;
                        self.of_entry(&entry)
                    }
                }
            }
            Kind::Entry(entry) => self.of_entry(entry),
        }
    }

    fn fault(&self, kind: ReadErrorKind) -> ReadError {
        let text = match &self.kind {
            Kind::Row(text, _) | Kind::Json(text) => text.as_slice(),
            Kind::Entry(entry) => entry.position.text.as_bytes(),
        };
        ReadError {
            origin: self.origin.clone(),
            line: self.line,
            kind,
            excerpt: Excerpt::new(text, 0..0),
        }
    }

    /// A checked position.
    fn position(&self, fen: &str) -> Result<Chess, ReadError> {
        let read = PositionInput::parse(fen).map_err(|error| self.fault(error.into()))?;
        read.checked
            .map_err(|reasons| self.fault(ReadErrorKind::Impossible(reasons)))
    }

    /// Moves played one after the other.
    fn played<'a>(
        &self,
        start: &Chess,
        words: impl Iterator<Item = &'a str>,
    ) -> Result<Vec<Move>, ReadError> {
        let mut chess = start.clone();
        let mut moves = Vec::new();
        for (index, word) in words.enumerate() {
            let m = parse_move(&chess, word).map_err(|error| {
                let ply = index + 1;
                self.fault(ReadErrorKind::RecordMove { ply, error })
            })?;
            chess.play_unchecked(m);
            moves.push(m);
        }
        Ok(moves)
    }

    fn of_row(&self, text: &[u8], columns: &Columns) -> Result<Puzzle, ReadError> {
        if std::str::from_utf8(text).is_err() {
            return Err(self.fault(ReadErrorKind::NotUtf8));
        }
        let fields = fields(text).unwrap_or_default();
        let row: [String; 10] = std::array::from_fn(|index| {
            let field = columns[index].and_then(|column| fields.get(column));
            field.unwrap_or_default().trim().to_owned()
        });
        let missing = match (row[FEN].is_empty(), row[MOVES].is_empty()) {
            (true, true) => Some("FEN and no moves"),
            (true, false) => Some("FEN"),
            (false, true) => Some("moves"),
            (false, false) => None,
        };
        if let Some(missing) = missing {
            return Err(self.fault(ReadErrorKind::Row(missing)));
        }
        let before = self.position(&row[FEN])?;
        let moves = self.played(&before, row[MOVES].split_whitespace())?;
        let [first, solution @ ..] = moves.as_slice() else {
            return Err(self.fault(ReadErrorKind::Row("moves")));
        };
        if solution.is_empty() {
            return Err(self.fault(ReadErrorKind::Row("move of the solver")));
        }
        let mut position = before.clone();
        position.play_unchecked(*first);
        let themes = row[THEMES].split_whitespace().map(str::to_owned);
        Ok(Puzzle {
            origin: self.origin.clone(),
            id: Some(row[ID].clone()).filter(|id| !id.is_empty()),
            position,
            solution: solution.to_vec(),
            led_by: Some((before, *first)),
            rating: row[RATING].parse().ok(),
            themes: columns[THEMES].map(|_| themes.collect()),
            row: Some(row),
        })
    }

    fn of_record(&self, record: PuzzleRecord) -> Result<Puzzle, ReadError> {
        let position = self.position(&record.fen)?;
        let words = record.solution.iter().map(String::as_str);
        Ok(Puzzle {
            origin: self.origin.clone(),
            id: record.id,
            solution: self.played(&position, words)?,
            led_by: None,
            position,
            rating: record.given_rating,
            themes: record.given_themes,
            row: None,
        })
    }

    fn of_entry(&self, entry: &Entry) -> Result<Puzzle, ReadError> {
        let impossible = |reasons| self.fault(ReadErrorKind::Impossible(reasons));
        let position = entry.position.checked.clone().map_err(impossible)?;
        let led_by = entry.game.as_ref().and_then(|game| {
            let (last, earlier) = game.moves().split_last()?;
            let mut before = game.start().clone();
            for m in earlier {
                before.play_unchecked(*m);
            }
            Some((before, *last))
        });
        Ok(Puzzle {
            origin: self.origin.clone(),
            id: entry.id.clone(),
            position,
            led_by,
            solution: Vec::new(),
            rating: None,
            themes: None,
            row: None,
        })
    }
}
