//! A position, as Python sees it.

use std::sync::{Arc, OnceLock};

use pyo3::{
    exceptions::PyValueError,
    prelude::*,
    types::{PyDict, PyType},
};
use sissa_game::Game;
use sissa_record::{Extra, GameInfo, PositionRecord, Record, pgn};
use sissa_render::{
    Diagram,
    svg::{self, SvgStyle},
};

/// A position that was made or found, with its game.
#[pyclass(frozen, subclass, module = "sissa._sissa")]
pub struct Position {
    origin: Origin,
    /// Written out when somebody asks for it.
    record: OnceLock<Box<PositionRecord>>,
}

enum Origin {
    /// With the constraint it was made for.
    Made(Box<sissa::Position>, Arc<str>),
    /// In a real game.
    Found(Box<Found>),
    Read,
}

/// A position that was found in a real game: written out only when somebody asks for it.
pub struct Found {
    pub index: u64,
    pub id: String,
    pub game: Game,
    pub info: GameInfo,
}

impl Position {
    pub fn made(position: sissa::Position, constraint: Arc<str>) -> Position {
        Position {
            origin: Origin::Made(Box::new(position), constraint),
            record: OnceLock::new(),
        }
    }

    pub fn found(found: Found) -> Position {
        Position {
            origin: Origin::Found(Box::new(found)),
            record: OnceLock::new(),
        }
    }

    /// The position that was found, where it was.
    pub fn as_found(&self) -> Option<&Found> {
        match &self.origin {
            Origin::Found(found) => Some(found),
            Origin::Made(..) | Origin::Read => None,
        }
    }

    pub fn read(record: PositionRecord) -> Position {
        Position {
            origin: Origin::Read,
            record: OnceLock::from(Box::new(record)),
        }
    }

    pub fn record(&self) -> &PositionRecord {
        self.record.get_or_init(|| match &self.origin {
            Origin::Made(position, _) => Box::new(position.record()),
            Origin::Found(found) => {
                let extra = Extra::default();
                let mut record =
                    PositionRecord::from_game(found.index, found.id.clone(), &found.game, extra);
                record.game = Some(found.info.clone());
                Box::new(record)
            }
            Origin::Read => unreachable!("what was read is a record from the beginning"),
        })
    }

    fn line(&self) -> String {
        Record::Position(self.record().clone()).to_line()
    }

    /// The game, replayed where it was read.
    fn replayed(&self) -> PyResult<Game> {
        match &self.origin {
            Origin::Made(position, _) => return Ok(position.game.clone()),
            Origin::Found(found) => return Ok(found.game.clone()),
            Origin::Read => {}
        }
        let line = sissa_record::read_one(&self.line());
        let entry = line.map_err(|error| PyValueError::new_err(error.to_string()))?;
        entry
            .game
            .ok_or_else(|| PyValueError::new_err("this position has no game"))
    }
}

#[pymethods]
impl Position {
    /// The position that a line of JSON Lines describes.
    #[classmethod]
    fn from_json(_class: &Bound<'_, PyType>, line: &str) -> PyResult<Position> {
        match Record::from_line(line) {
            Ok(Record::Position(record)) => Ok(Position::read(record)),
            Ok(_) => Err(PyValueError::new_err("this record is of another type")),
            Err(error) => Err(PyValueError::new_err(error.to_string())),
        }
    }

    /// The record as a line of JSON Lines, as `-f jsonl` writes it.
    fn to_json(&self) -> String {
        self.line()
    }

    /// The record as a dictionary.
    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let loaded = py.import("json")?.call_method1("loads", (self.line(),))?;
        Ok(loaded.cast_into::<PyDict>()?)
    }

    /// The number of the position, and of the random stream that made it.
    #[getter]
    fn index(&self) -> u64 {
        match &self.origin {
            Origin::Made(position, _) => position.index,
            Origin::Found(found) => found.index,
            Origin::Read => self.record().index,
        }
    }

    /// The seed of the run.
    #[getter]
    fn seed(&self) -> Option<u64> {
        match &self.origin {
            Origin::Made(position, _) => Some(position.seed),
            Origin::Found(_) => None,
            Origin::Read => self.record().seed,
        }
    }

    /// The constraint it was made for.
    #[getter]
    fn constraint(&self) -> Option<&str> {
        match &self.origin {
            Origin::Made(_, constraint) => Some(constraint),
            Origin::Found(_) => None,
            Origin::Read => self.record().constraint.as_deref(),
        }
    }

    /// A name unique in the run: seed and index.
    #[getter]
    fn id(&self) -> String {
        match &self.origin {
            Origin::Made(position, _) => position.id(),
            Origin::Found(found) => found.id.clone(),
            Origin::Read => self.record().id.clone(),
        }
    }

    /// The position.
    #[getter]
    fn fen(&self) -> String {
        match &self.origin {
            Origin::Made(position, _) => position.fen(),
            Origin::Found(found) => sissa_record::fen(found.game.end()),
            Origin::Read => self.record().fen.clone(),
        }
    }

    /// Who is to move: `white` or `black`.
    #[getter]
    fn turn(&self) -> &'static str {
        match self.record().turn {
            sissa_record::Turn::White => "white",
            sissa_record::Turn::Black => "black",
        }
    }

    /// The number of moves, each player's counted.
    #[getter]
    fn plies(&self) -> usize {
        match &self.origin {
            Origin::Made(position, _) => position.game.plies(),
            Origin::Found(found) => found.game.plies(),
            Origin::Read => self.record().plies,
        }
    }

    /// The moves in UCI notation, castling as the king's two steps.
    #[getter]
    fn moves(&self) -> Vec<String> {
        self.record().moves.clone()
    }

    /// The moves in standard algebraic notation with move numbers.
    #[getter]
    fn movetext(&self) -> String {
        self.record().movetext.clone()
    }

    /// What the moves prove: `proof-game`, or `from-start` where the game starts elsewhere.
    #[getter]
    fn legality(&self) -> &'static str {
        match self.record().legality {
            sissa_record::Legality::ProofGame => "proof-game",
            sissa_record::Legality::FromStart => "from-start",
        }
    }

    /// Where the game starts, when that is not the starting position.
    #[getter]
    fn start_fen(&self) -> Option<String> {
        self.record().start_fen.clone()
    }

    /// Whether no shorter game satisfies the request, where that was asked.
    #[getter]
    fn shortest(&self) -> Option<bool> {
        self.record().shortest
    }

    /// Of a game in the style human: half-moves at its end that the style direct played.
    #[getter]
    fn repaired(&self) -> Option<u32> {
        self.record().repaired
    }

    /// Lichess' analysis board.
    #[getter]
    fn link(&self) -> String {
        self.record().links.analysis.clone()
    }

    /// The real game it was found in.
    #[getter]
    fn played<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        if let Origin::Found(found) = &self.origin {
            return loaded(py, &found.info);
        }
        loaded(py, &self.record().game)
    }

    /// The players that a model of human play stood in for.
    #[getter]
    fn human<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        loaded(py, &self.record().human)
    }

    /// What the position is worth, where the constraint asks for that.
    #[getter]
    fn judged<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        loaded(py, &self.record().judged)
    }

    /// The game as PGN.
    fn pgn(&self) -> PyResult<String> {
        match &self.origin {
            Origin::Made(position, constraint) => Ok(position.pgn(constraint)),
            Origin::Found(_) | Origin::Read => {
                let goal = self.fen();
                let game = self.replayed()?;
                let info = self.record().game.as_ref();
                let mut tags = vec![("Annotator", sissa::TOOL), ("GoalFEN", goal.as_str())];
                if let Some(info) = info {
                    let known = [
                        ("White", info.white.as_deref()),
                        ("Black", info.black.as_deref()),
                        ("Site", info.site.as_deref()),
                        ("Date", info.date.as_deref()),
                        ("ECO", info.eco.as_deref()),
                    ];
                    tags.extend(
                        known
                            .into_iter()
                            .filter_map(|(name, value)| Some((name, value?))),
                    );
                }
                Ok(pgn(&game, &tags))
            }
        }
    }

    /// As EPD, with its name.
    fn epd(&self) -> PyResult<String> {
        match &self.origin {
            Origin::Made(position, _) => Ok(position.epd()),
            Origin::Found(_) | Origin::Read => {
                let game = self.replayed()?;
                Ok(sissa_record::epd(game.end(), &[("id", &self.id())]))
            }
        }
    }

    /// The board as a drawing in SVG.
    fn svg(&self) -> PyResult<String> {
        let game = self.replayed()?;
        let diagram = Diagram::of(game.end());
        Ok(svg::board(&diagram, &SvgStyle::default()))
    }

    /// For notebooks.
    fn _repr_svg_(&self) -> PyResult<String> {
        self.svg()
    }

    /// The position as `chess.Board`, with its moves on the stack; needs python-chess.
    fn board<'py>(slf: PyRef<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        let py = slf.py();
        let own = slf.into_pyobject(py)?.into_any().unbind();
        py.import("sissa._chess")?.call_method1("board", (own,))
    }

    /// The game as `chess.pgn.Game`; needs python-chess.
    fn game<'py>(slf: PyRef<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        let py = slf.py();
        let own = slf.into_pyobject(py)?.into_any().unbind();
        py.import("sissa._chess")?.call_method1("game", (own,))
    }

    fn __str__(&self) -> String {
        self.fen()
    }

    fn __repr__(&self) -> String {
        format!("<Position {} {}>", self.id(), self.fen())
    }

    fn __eq__(&self, other: &Position) -> bool {
        self.record() == other.record()
    }

    fn __hash__(&self) -> u64 {
        use std::hash::{Hash as _, Hasher as _};
        let mut hasher = std::hash::DefaultHasher::new();
        (self.id(), self.fen()).hash(&mut hasher);
        hasher.finish()
    }

    fn __reduce__<'py>(slf: PyRef<'py, Self>) -> PyResult<(Bound<'py, PyAny>, (String,))> {
        let py = slf.py();
        let line = slf.line();
        let read = py.get_type::<Position>().getattr("from_json")?;
        Ok((read, (line,)))
    }
}

/// A part of a record as Python has it: dictionaries, lists, numbers.
fn loaded<'py>(py: Python<'py>, part: &impl serde::Serialize) -> PyResult<Bound<'py, PyAny>> {
    let text =
        serde_json::to_string(part).map_err(|error| PyValueError::new_err(error.to_string()))?;
    py.import("json")?.call_method1("loads", (text,))
}
