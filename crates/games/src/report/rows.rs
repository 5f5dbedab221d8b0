//! A row for every game and constraint it satisfies, with the columns of the thesis' figure 3.3.

use std::{path::Path, sync::Arc};

use arrow_array::{
    ArrayRef, RecordBatch,
    builder::{Int8Builder, Int16Builder, Int32Builder, Int64Builder, ListBuilder, StringBuilder},
};
use arrow_schema::{DataType, Field, Schema, SchemaRef};
use parquet::{
    arrow::ArrowWriter,
    basic::{Compression, ZstdLevel},
    file::properties::WriterProperties,
};
use shakmaty::{Board, Color, Role};
use sissa_game::WholeFile;

use super::firsts::{First, Sink, firsts};
use crate::{Folder, GameRow, GamesError, Query, duplicates::Duplicates};

/// What the rows are written as.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RowFormat {
    /// Text, lists as `[2,5,]` as the thesis had them.
    Csv,
    /// Parquet, lists as lists.
    Parquet,
}

const ROLES: [(Role, &str); 6] = [
    (Role::King, "king"),
    (Role::Queen, "queen"),
    (Role::Rook, "rook"),
    (Role::Bishop, "bishop"),
    (Role::Knight, "knight"),
    (Role::Pawn, "pawn"),
];

/// Writes the rows of all games, in the order of the folder.
pub fn write_rows(
    folder: &Folder,
    queries: &[(String, Query)],
    path: &Path,
    format: RowFormat,
) -> Result<(), GamesError> {
    write_rows_without(&Duplicates::default(), folder, queries, path, format)
}

/// The same without copies of games.
pub(super) fn write_rows_without(
    copies: &Duplicates,
    folder: &Folder,
    queries: &[(String, Query)],
    path: &Path,
    format: RowFormat,
) -> Result<(), GamesError> {
    let shown = path.display().to_string();
    let file = WholeFile::create(path).map_err(GamesError::io(shown.clone()))?;
    let mut rows = Rows::new(queries, format);
    match format {
        RowFormat::Csv => {
            let failed = |error: csv::Error| GamesError::Io {
                what: shown.clone(),
                error: error.into(),
            };
            let mut writer = csv::Writer::from_writer(file);
            writer.write_record(header()).map_err(failed)?;
            for (number, piece) in folder.pieces().into_iter().enumerate() {
                firsts(folder, piece, queries, copies.of(number), &mut rows)?;
                for cells in rows.cells.drain(..) {
                    writer.write_record(&cells).map_err(failed)?;
                }
            }
            let file = writer.into_inner().map_err(|error| error.into_error());
            file.and_then(WholeFile::finish)
                .map_err(GamesError::io(shown.clone()))
        }
        RowFormat::Parquet => {
            let properties = WriterProperties::builder()
                .set_compression(Compression::ZSTD(ZstdLevel::default()))
                .build();
            let fault = || GamesError::parquet(path);
            let mut writer =
                ArrowWriter::try_new(file, rows.schema(), Some(properties)).map_err(fault())?;
            for (number, piece) in folder.pieces().into_iter().enumerate() {
                firsts(folder, piece, queries, copies.of(number), &mut rows)?;
                writer.write(&rows.batch()).map_err(fault())?;
            }
            let file = writer.into_inner().map_err(fault())?;
            file.finish().map_err(GamesError::io(shown.clone()))
        }
    }
}

fn header() -> Vec<String> {
    let mut names: Vec<String> = [
        "constraint",
        "source",
        "game",
        "result",
        "white_elo",
        "black_elo",
        "time_control",
        "eco",
        "opening",
        "satisfied_after",
    ]
    .map(str::to_owned)
    .to_vec();
    for side in ["w", "b"] {
        names.extend(ROLES.iter().map(|(_, role)| format!("{side}_{role}_pos")));
    }
    names
}

struct Rows<'a> {
    queries: &'a [(String, Query)],
    format: RowFormat,
    /// Cells of rows, for CSV.
    cells: Vec<csv::StringRecord>,
    texts: Vec<StringBuilder>,
    game: Int64Builder,
    elo: [Int16Builder; 2],
    ply: Int32Builder,
    squares: Vec<ListBuilder<Int8Builder>>,
}

/// Columns that are texts.
const TEXTS: [usize; 6] = [0, 1, 3, 6, 7, 8];

impl Rows<'_> {
    fn new(queries: &[(String, Query)], format: RowFormat) -> Rows<'_> {
        let list = || ListBuilder::new(Int8Builder::new()).with_field(element());
        Rows {
            queries,
            format,
            cells: Vec::new(),
            texts: TEXTS.map(|_| StringBuilder::new()).into(),
            game: Int64Builder::new(),
            elo: [Int16Builder::new(), Int16Builder::new()],
            ply: Int32Builder::new(),
            squares: std::iter::repeat_with(list).take(12).collect(),
        }
    }

    fn schema(&self) -> SchemaRef {
        let fields = header().into_iter().enumerate().map(|(index, name)| {
            let kind = match index {
                2 => DataType::Int64,
                4 | 5 => DataType::Int16,
                9 => DataType::Int32,
                10.. => DataType::List(Arc::new(element())),
                _ => DataType::Utf8,
            };
            Field::new(name, kind, true)
        });
        Arc::new(Schema::new(fields.collect::<Vec<_>>()))
    }

    fn batch(&mut self) -> RecordBatch {
        let mut texts = self
            .texts
            .iter_mut()
            .map(|text| Arc::new(text.finish()) as ArrayRef);
        let mut text = || texts.next().expect("as many as there are columns of text");
        let mut columns: Vec<ArrayRef> = vec![text(), text()];
        columns.push(Arc::new(self.game.finish()));
        columns.push(text());
        columns.extend(
            self.elo
                .iter_mut()
                .map(|elo| Arc::new(elo.finish()) as ArrayRef),
        );
        columns.extend([text(), text(), text()]);
        columns.push(Arc::new(self.ply.finish()));
        columns.extend(
            self.squares
                .iter_mut()
                .map(|list| Arc::new(list.finish()) as ArrayRef),
        );
        RecordBatch::try_new(self.schema(), columns).expect("every row has every column")
    }
}

fn element() -> Field {
    Field::new("element", DataType::Int8, true)
}

/// The squares of each kind of man, White's first.
fn places(board: &Board) -> impl Iterator<Item = Vec<i8>> + '_ {
    Color::ALL.into_iter().flat_map(move |color| {
        ROLES.into_iter().map(move |(role, _)| {
            let men = board.by_color(color) & board.by_role(role);
            men.into_iter().map(|square| square as i8).collect()
        })
    })
}

impl Sink for Rows<'_> {
    fn game(&mut self, _: GameRow<'_>) {}

    fn first(&mut self, first: &First<'_>) {
        let row = first.row;
        let elo = row
            .elo()
            .map(|elo| elo.and_then(|elo| i16::try_from(elo).ok()));
        let texts = [
            Some(self.queries[first.query].0.as_str()),
            Some(row.source()),
            Some(row.result()),
            row.time_control(),
            row.eco(),
            row.opening(),
        ];
        if self.format == RowFormat::Csv {
            let number = |value: Option<i16>| value.map(|v| v.to_string()).unwrap_or_default();
            let cell = |at: usize| texts[at].unwrap_or_default().to_owned();
            let mut cells = vec![cell(0), cell(1), row.number().to_string(), cell(2)];
            cells.extend(elo.map(number));
            cells.extend([cell(3), cell(4), cell(5), first.ply.to_string()]);
            cells.extend(places(first.board).map(|squares| {
                let list: String = squares.iter().map(|square| format!("{square},")).collect();
                format!("[{list}]")
            }));
            self.cells.push(csv::StringRecord::from(cells));
            return;
        }
        for (builder, value) in self.texts.iter_mut().zip(texts) {
            builder.append_option(value);
        }
        self.game
            .append_value(i64::try_from(row.number()).unwrap_or(i64::MAX));
        for (builder, value) in self.elo.iter_mut().zip(elo) {
            builder.append_option(value);
        }
        self.ply
            .append_value(i32::try_from(first.ply).unwrap_or(i32::MAX));
        for (builder, squares) in self.squares.iter_mut().zip(places(first.board)) {
            builder.values().append_slice(&squares);
            builder.append(true);
        }
    }
}
