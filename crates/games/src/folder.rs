//! A folder of imported games: its part files, and rows out of them.

use std::{
    fs::{self, File},
    path::{Path, PathBuf},
};

use arrow_array::{
    Array, BinaryArray, Date32Array, Int8Array, Int16Array, Int32Array, Int64Array, ListArray,
    RecordBatch, StringArray, cast::AsArray as _, types,
};
use arrow_schema::ArrowError;
use parquet::arrow::{
    ProjectionMask,
    arrow_reader::{
        ArrowReaderMetadata, ArrowReaderOptions, ParquetRecordBatchReader,
        ParquetRecordBatchReaderBuilder, RowSelection, RowSelector,
    },
};
use sissa_constraint::{GameResult, TimeClass};

use crate::{
    GamesError, Tally, VERSION,
    import::{METADATA_KEY, PartInfo, layout},
    schema::schema,
    tags::time_class,
};

/// A folder of imported games.
#[derive(Debug)]
pub struct Folder {
    path: PathBuf,
    parts: Vec<Part>,
}

/// One of its files.
#[derive(Debug)]
pub struct Part {
    /// The file.
    pub path: PathBuf,
    /// Its rows.
    pub rows: u64,
    pub(crate) info: PartInfo,
    pub(crate) groups: usize,
    metadata: ArrowReaderMetadata,
}

impl Part {
    /// The source its games come from.
    pub fn source(&self) -> &str {
        &self.info.source
    }

    /// What became of the games of its stretch.
    pub fn tally(&self) -> &Tally {
        &self.info.tally
    }

    /// Whether its source has no more games behind it.
    pub fn is_last(&self) -> bool {
        self.info.last
    }
}

/// Where a game is in a folder: the number of its piece and of its row there. Places are ordered as
/// the games are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Place {
    pub(crate) piece: usize,
    pub(crate) row: usize,
}

/// The moves of a game, without the rest.
#[derive(Clone, Copy, Debug)]
pub(crate) struct MovesRow<'a> {
    /// The number of its row in the piece.
    pub(crate) number: usize,
    /// Where it starts, if not with the starting position.
    pub(crate) start_fen: Option<&'a str>,
    /// As they are encoded.
    pub(crate) moves: &'a [u8],
}

/// Which of the wide columns to read besides the header.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct WideColumns {
    /// The moves.
    pub moves: bool,
    /// The clocks.
    pub clocks: bool,
    /// The scores.
    pub evals: bool,
}

impl WideColumns {
    /// Everything there is.
    pub const ALL: WideColumns = WideColumns {
        moves: true,
        clocks: true,
        evals: true,
    };
}

impl Folder {
    /// Opens a folder that holds imported games.
    pub fn open(path: &Path) -> Result<Folder, GamesError> {
        let folder = Folder::open_or_empty(path)?;
        if folder.parts.is_empty() {
            return Err(GamesError::Empty(path.to_owned()));
        }
        Ok(folder)
    }

    pub(crate) fn open_or_empty(path: &Path) -> Result<Folder, GamesError> {
        let shown = || path.display().to_string();
        let found = fs::metadata(path).map_err(GamesError::io(shown()))?;
        let mut files = Vec::new();
        if found.is_file() {
            files.push(path.to_owned());
        } else {
            for entry in fs::read_dir(path).map_err(GamesError::io(shown()))? {
                let file = entry.map_err(GamesError::io(shown()))?.path();
                let hidden = file
                    .file_name()
                    .is_some_and(|name| name.to_string_lossy().starts_with('.'));
                if file.extension().is_some_and(|end| end == "parquet") && !hidden {
                    files.push(file);
                }
            }
        }
        let mut parts = files
            .into_iter()
            .map(open_part)
            .collect::<Result<Vec<Part>, GamesError>>()?;
        parts.sort_by(|a, b| {
            let key = |part: &Part| (part.info.source.clone(), part.info.part);
            key(a).cmp(&key(b))
        });
        Ok(Folder {
            path: path.to_owned(),
            parts,
        })
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Its files, by source and in order.
    pub fn parts(&self) -> &[Part] {
        &self.parts
    }

    /// Its games.
    pub fn rows(&self) -> u64 {
        self.parts.iter().map(|part| part.rows).sum()
    }

    /// The pieces that can be read one by one: part and row group.
    pub fn pieces(&self) -> Vec<(usize, usize)> {
        let groups = |part: &Part| part.groups;
        (0..self.parts.len())
            .flat_map(|part| (0..groups(&self.parts[part])).map(move |group| (part, group)))
            .collect()
    }

    /// How many games a piece has.
    pub(crate) fn rows_of(&self, piece: (usize, usize)) -> usize {
        let groups = self.parts[piece.0].metadata.metadata();
        usize::try_from(groups.row_group(piece.1).num_rows()).unwrap_or(0)
    }

    /// Reads a piece and hands its games to `visit`, until it says false.
    pub fn read(
        &self,
        piece: (usize, usize),
        wanted: WideColumns,
        visit: &mut dyn FnMut(GameRow<'_>) -> bool,
    ) -> Result<(), GamesError> {
        self.read_selected(piece, wanted, None, visit)
    }

    /// Reads some rows of a piece, by their numbers in it, which rise.
    pub(crate) fn read_rows(
        &self,
        piece: (usize, usize),
        rows: &[usize],
        wanted: WideColumns,
        visit: &mut dyn FnMut(GameRow<'_>) -> bool,
    ) -> Result<(), GamesError> {
        let mut selectors = Vec::new();
        let mut at = 0;
        for &row in rows {
            selectors.push(RowSelector::skip(row - at));
            selectors.push(RowSelector::select(1));
            at = row + 1;
        }
        self.read_selected(piece, wanted, Some(selectors.into()), visit)
    }

    fn read_selected(
        &self,
        piece: (usize, usize),
        wanted: WideColumns,
        rows: Option<RowSelection>,
        visit: &mut dyn FnMut(GameRow<'_>) -> bool,
    ) -> Result<(), GamesError> {
        let part = &self.parts[piece.0];
        let wants = |name: &str| match name {
            "moves" => wanted.moves,
            "clocks" => wanted.clocks,
            "evals" => wanted.evals,
            _ => true,
        };
        for batch in part.batches(piece.1, rows, &wants)? {
            let batch = part.whole(batch)?;
            let columns = Columns::of(&batch).ok_or_else(|| part.strange())?;
            for row in 0..batch.num_rows() {
                let row = GameRow {
                    columns: &columns,
                    row,
                };
                if !visit(row) {
                    return Ok(());
                }
            }
        }
        Ok(())
    }

    /// Reads only the moves of a piece, which takes a fraction of the time.
    pub(crate) fn read_moves(
        &self,
        piece: (usize, usize),
        visit: &mut dyn FnMut(MovesRow<'_>),
    ) -> Result<(), GamesError> {
        let part = &self.parts[piece.0];
        let wants = |name: &str| matches!(name, "moves" | "start_fen");
        let mut number = 0;
        for batch in part.batches(piece.1, None, &wants)? {
            let batch = part.whole(batch)?;
            let column = |name: &str| batch.column_by_name(name);
            let starts = column("start_fen").and_then(|found| found.as_string_opt::<i32>());
            let moves = column("moves").and_then(|found| found.as_binary_opt::<i32>());
            let (Some(starts), Some(moves)) = (starts, moves) else {
                return Err(part.strange());
            };
            for row in 0..batch.num_rows() {
                visit(MovesRow {
                    number,
                    start_fen: starts.is_valid(row).then(|| starts.value(row)),
                    moves: moves.value(row),
                });
                number += 1;
            }
        }
        Ok(())
    }
}

impl Part {
    /// A reader of one of its row groups.
    fn batches(
        &self,
        group: usize,
        rows: Option<RowSelection>,
        wants: &dyn Fn(&str) -> bool,
    ) -> Result<ParquetRecordBatchReader, GamesError> {
        let file =
            File::open(&self.path).map_err(GamesError::io(self.path.display().to_string()))?;
        let schema = schema();
        let columns = schema.fields().iter().enumerate();
        let columns = columns.filter(|(_, field)| wants(field.name()));
        let mask = ProjectionMask::roots(
            self.metadata.parquet_schema(),
            columns.map(|(index, _)| index),
        );
        let builder =
            ParquetRecordBatchReaderBuilder::new_with_metadata(file, self.metadata.clone())
                .with_row_groups(vec![group])
                .with_projection(mask)
                .with_batch_size(4096);
        let builder = match rows {
            Some(rows) => builder.with_row_selection(rows),
            None => builder,
        };
        builder.build().map_err(GamesError::parquet(&self.path))
    }

    fn whole(&self, batch: Result<RecordBatch, ArrowError>) -> Result<RecordBatch, GamesError> {
        batch
            .map_err(|error| parquet::errors::ParquetError::ArrowError(error.to_string()))
            .map_err(GamesError::parquet(&self.path))
    }

    fn strange(&self) -> GamesError {
        GamesError::NotOurs {
            path: self.path.clone(),
            reason: "its columns are not those of imported games".to_owned(),
        }
    }
}

fn open_part(path: PathBuf) -> Result<Part, GamesError> {
    let file = File::open(&path).map_err(GamesError::io(path.display().to_string()))?;
    let metadata = ArrowReaderMetadata::load(&file, ArrowReaderOptions::new())
        .map_err(GamesError::parquet(&path))?;
    let not_ours = |reason: String| GamesError::NotOurs {
        path: path.clone(),
        reason,
    };
    let about = metadata.metadata().file_metadata();
    let text = about
        .key_value_metadata()
        .into_iter()
        .flatten()
        .find(|entry| entry.key == METADATA_KEY)
        .and_then(|entry| entry.value.as_deref())
        .ok_or_else(|| not_ours("not written by `sissa games import`".to_owned()))?;
    let info: PartInfo = serde_json::from_str(text)
        .map_err(|error| not_ours(format!("its description cannot be read: {error}")))?;
    if info.version != VERSION {
        return Err(not_ours(format!(
            "has version {} of the schema, this program reads {VERSION}",
            info.version
        )));
    }
    let found = layout(metadata.metadata().row_groups());
    if info.layout.is_some_and(|written| written != found) {
        return Err(not_ours(
            "is damaged: its columns are not where they were written".to_owned(),
        ));
    }
    Ok(Part {
        rows: u64::try_from(about.num_rows()).unwrap_or(0),
        groups: metadata.metadata().num_row_groups(),
        info,
        metadata,
        path,
    })
}

/// The columns of a batch, typed.
#[derive(Debug)]
struct Columns {
    source: StringArray,
    game: Int64Array,
    texts: [StringArray; TEXTS.len()],
    date: Date32Array,
    white_elo: Int16Array,
    black_elo: Int16Array,
    base: Int32Array,
    increment: Int32Array,
    plies: Int32Array,
    white_promotions: Int8Array,
    black_promotions: Int8Array,
    moves: Option<BinaryArray>,
    clocks: Option<ListArray>,
    evals: Option<ListArray>,
}

const TEXTS: [&str; 12] = [
    "event",
    "site",
    "white",
    "black",
    "result",
    "time_control",
    "time_class",
    "eco",
    "opening",
    "termination",
    "start_fen",
    "final_material",
];

impl Columns {
    fn of(batch: &RecordBatch) -> Option<Columns> {
        let column = |name: &str| batch.column_by_name(name);
        let text = |name: &str| column(name)?.as_string_opt::<i32>().cloned();
        let small = |name: &str| {
            column(name)?
                .as_primitive_opt::<types::Int16Type>()
                .cloned()
        };
        let number = |name: &str| {
            column(name)?
                .as_primitive_opt::<types::Int32Type>()
                .cloned()
        };
        let tiny = |name: &str| column(name)?.as_primitive_opt::<types::Int8Type>().cloned();
        let mut texts = Vec::with_capacity(TEXTS.len());
        for name in TEXTS {
            texts.push(text(name)?);
        }
        let list = |name: &str| match column(name) {
            None => Some(None),
            Some(found) => found.as_list_opt::<i32>().cloned().map(Some),
        };
        Some(Columns {
            source: text("source")?,
            game: column("game")?
                .as_primitive_opt::<types::Int64Type>()
                .cloned()?,
            texts: texts.try_into().ok()?,
            date: column("date")?
                .as_primitive_opt::<types::Date32Type>()
                .cloned()?,
            white_elo: small("white_elo")?,
            black_elo: small("black_elo")?,
            base: number("base_seconds")?,
            increment: number("increment_seconds")?,
            plies: number("plies")?,
            white_promotions: tiny("white_promotions")?,
            black_promotions: tiny("black_promotions")?,
            moves: match column("moves") {
                None => None,
                Some(found) => Some(found.as_binary_opt::<i32>().cloned()?),
            },
            clocks: list("clocks")?,
            evals: list("evals")?,
        })
    }
}

/// One game of a folder.
#[derive(Clone, Copy, Debug)]
pub struct GameRow<'a> {
    columns: &'a Columns,
    row: usize,
}

macro_rules! text_columns {
    ($($name:ident = $index:literal, $doc:literal;)*) => {
        $(
            #[doc = $doc]
            pub fn $name(self) -> Option<&'a str> {
                let column = &self.columns.texts[$index];
                column.is_valid(self.row).then(|| column.value(self.row))
            }
        )*
    };
}

impl<'a> GameRow<'a> {
    text_columns! {
        event = 0, "The event.";
        site = 1, "The place, or the address of the game.";
        white = 2, "White's name.";
        black = 3, "Black's name.";
        time_control = 5, "The time control as it was written.";
        time_class_word = 6, "The class of the time control.";
        eco = 7, "The ECO code.";
        opening = 8, "The opening's name.";
        termination = 9, "How the game came to its end.";
        start_fen = 10, "Where the game starts, if not with the starting position.";
    }

    /// The name of the input it came from.
    pub fn source(self) -> &'a str {
        self.columns.source.value(self.row)
    }

    /// Its number in that input, from 1.
    pub fn number(self) -> u64 {
        u64::try_from(self.columns.game.value(self.row)).unwrap_or(0)
    }

    /// The result as PGN writes it.
    pub fn result(self) -> &'a str {
        self.columns.texts[4].value(self.row)
    }

    /// The result, if the game has one.
    pub fn outcome(self) -> Option<GameResult> {
        match self.result() {
            "1-0" => Some(GameResult::White),
            "0-1" => Some(GameResult::Black),
            "1/2-1/2" => Some(GameResult::Draw),
            _ => None,
        }
    }

    /// The class of the time control.
    pub fn time_class(self) -> Option<TimeClass> {
        self.time_class_word().and_then(time_class)
    }

    /// The men left at the end: `KRPvKR`.
    pub fn final_material(self) -> &'a str {
        self.columns.texts[11].value(self.row)
    }

    /// Days since 1970-01-01.
    pub fn date(self) -> Option<i32> {
        let column = &self.columns.date;
        column.is_valid(self.row).then(|| column.value(self.row))
    }

    /// White's and Black's ratings.
    pub fn elo(self) -> [Option<u16>; 2] {
        [&self.columns.white_elo, &self.columns.black_elo].map(|column| {
            let known = column.is_valid(self.row).then(|| column.value(self.row));
            known.and_then(|elo| u16::try_from(elo).ok())
        })
    }

    /// Seconds at the start and with each move.
    pub fn seconds(self) -> (Option<i32>, Option<i32>) {
        let known = |column: &Int32Array| column.is_valid(self.row).then(|| column.value(self.row));
        (known(&self.columns.base), known(&self.columns.increment))
    }

    /// How many half-moves it has.
    pub fn plies(self) -> usize {
        usize::try_from(self.columns.plies.value(self.row)).unwrap_or(0)
    }

    /// Men made by promotion, White's and Black's.
    pub fn promotions(self) -> [u8; 2] {
        [
            &self.columns.white_promotions,
            &self.columns.black_promotions,
        ]
        .map(|column| u8::try_from(column.value(self.row)).unwrap_or(u8::MAX))
    }

    /// The moves, encoded; empty if they were not asked for.
    pub fn moves(self) -> impl ExactSizeIterator<Item = u16> + 'a {
        self.move_bytes()
            .chunks_exact(2)
            .map(|pair| u16::from_le_bytes([pair[0], pair[1]]))
    }

    pub(crate) fn move_bytes(self) -> &'a [u8] {
        match &self.columns.moves {
            Some(moves) => moves.value(self.row),
            None => &[],
        }
    }

    /// Hundredths of a second after each move; none if not known or not asked for.
    pub fn clocks(self) -> Option<Vec<Option<i32>>> {
        let column = self.columns.clocks.as_ref()?;
        let list = column.is_valid(self.row).then(|| column.value(self.row))?;
        let numbers = list.as_primitive_opt::<types::Int32Type>()?;
        Some(numbers.iter().collect())
    }

    /// Scores after each move; none if not known or not asked for.
    pub fn evals(self) -> Option<Vec<Option<i16>>> {
        let column = self.columns.evals.as_ref()?;
        let list = column.is_valid(self.row).then(|| column.value(self.row))?;
        let numbers = list.as_primitive_opt::<types::Int16Type>()?;
        Some(numbers.iter().collect())
    }
}
