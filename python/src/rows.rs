//! Records as rows of Arrow: what each request finds has columns of its own, all of them text, whole numbers,
//! decimals or truths, which every reader of Arrow understands.

use std::sync::Arc;

use arrow_array::{
    ArrayRef, RecordBatch,
    builder::{BooleanBuilder, Float64Builder, Int64Builder, StringBuilder},
};
use arrow_schema::{ArrowError, DataType, Field, Schema, SchemaRef};
use sissa_record::{Reason, Record, Ruling};

use crate::position::Position;

/// A value of a row.
pub enum Cell {
    Text(Option<String>),
    Number(Option<i64>),
    Decimal(Option<f64>),
    Truth(Option<bool>),
}

/// A column: its name and its type.
type Column = (&'static str, DataType);

/// The columns of what a request finds, but for positions that are made, which are rows of datasets; `None` where it
/// finds no rows.
pub fn columns(request: &str) -> Option<&'static [Column]> {
    const TEXT: DataType = DataType::Utf8;
    const NUMBER: DataType = DataType::Int64;
    const DECIMAL: DataType = DataType::Float64;
    const TRUTH: DataType = DataType::Boolean;
    const FOUND: &[Column] = &[
        ("index", NUMBER),
        ("id", TEXT),
        ("fen", TEXT),
        ("turn", TEXT),
        ("plies", NUMBER),
        ("moves", TEXT),
        ("start_fen", TEXT),
        ("source", TEXT),
        ("game", NUMBER),
        ("white", TEXT),
        ("black", TEXT),
        ("white_elo", NUMBER),
        ("black_elo", NUMBER),
        ("result", TEXT),
        ("date", TEXT),
        ("time_control", TEXT),
        ("eco", TEXT),
        ("opening", TEXT),
        ("site", TEXT),
    ];
    const PROVEN: &[Column] = &[
        ("index", NUMBER),
        ("fen", TEXT),
        ("verdict", TEXT),
        ("plies", NUMBER),
        ("moves", TEXT),
        ("reasons", TEXT),
    ];
    const CHECKED: &[Column] = &[
        ("index", NUMBER),
        ("fen", TEXT),
        ("valid", TRUTH),
        ("satisfied", TRUTH),
        ("reasons", TEXT),
    ];
    const JUDGED: &[Column] = &[
        ("index", NUMBER),
        ("fen", TEXT),
        ("eval", DECIMAL),
        ("eval_mate", NUMBER),
        ("best", TEXT),
        ("line", TEXT),
        ("tablebase", TEXT),
        ("mate_distance", NUMBER),
    ];
    match request {
        "label" => Some(JUDGED),
        "find" => Some(FOUND),
        "prove" => Some(PROVEN),
        "check" => Some(CHECKED),
        _ => None,
    }
}

/// The schema of columns: everything may be missing.
pub fn schema(columns: &[Column]) -> SchemaRef {
    let field = |(name, kind): &Column| Field::new(*name, kind.clone(), true);
    Arc::new(Schema::new(
        columns.iter().map(field).collect::<Vec<Field>>(),
    ))
}

/// Rows as a batch. Every row has a cell for each column, of its type.
pub fn batch(schema: &SchemaRef, rows: &[Vec<Cell>]) -> Result<RecordBatch, ArrowError> {
    let columns = schema
        .fields()
        .iter()
        .enumerate()
        .map(|(number, field)| column(field.data_type(), rows.iter().map(|row| &row[number])))
        .collect();
    RecordBatch::try_new(Arc::clone(schema), columns)
}

fn column<'a>(kind: &DataType, cells: impl Iterator<Item = &'a Cell>) -> ArrayRef {
    match kind {
        DataType::Int64 => {
            let mut builder = Int64Builder::new();
            for cell in cells {
                builder.append_option(match cell {
                    Cell::Number(number) => *number,
                    _ => None,
                });
            }
            Arc::new(builder.finish())
        }
        DataType::Float64 => {
            let mut builder = Float64Builder::new();
            for cell in cells {
                builder.append_option(match cell {
                    Cell::Decimal(number) => *number,
                    _ => None,
                });
            }
            Arc::new(builder.finish())
        }
        DataType::Boolean => {
            let mut builder = BooleanBuilder::new();
            for cell in cells {
                builder.append_option(match cell {
                    Cell::Truth(truth) => *truth,
                    _ => None,
                });
            }
            Arc::new(builder.finish())
        }
        _ => {
            let mut builder = StringBuilder::new();
            for cell in cells {
                builder.append_option(match cell {
                    Cell::Text(text) => text.as_deref(),
                    _ => None,
                });
            }
            Arc::new(builder.finish())
        }
    }
}

fn text(text: impl Into<String>) -> Cell {
    Cell::Text(Some(text.into()))
}

/// Numbers beyond Arrow's are missing; none of ours are.
fn number(value: impl TryInto<i64>) -> Cell {
    Cell::Number(value.try_into().ok())
}

fn perhaps<T: Into<i64>>(value: Option<T>) -> Cell {
    Cell::Number(value.map(Into::into))
}

fn turn(white: bool) -> Cell {
    text(if white { "white" } else { "black" })
}

/// A position with its labels as a row.
pub fn of_labelled(row: sissa::Row) -> Vec<Cell> {
    vec![
        number(row.index),
        text(row.fen),
        Cell::Decimal(row.eval),
        perhaps(row.eval_mate),
        Cell::Text(row.best),
        Cell::Text(row.line),
        Cell::Text(row.tablebase),
        perhaps(row.mate_distance),
    ]
}

/// A position that was found as a row; nothing where it was not.
pub fn of_position(position: &Position) -> Option<Vec<Cell>> {
    use shakmaty::Position as _;
    let found = position.as_found()?;
    let (game, info) = (&found.game, found.info.clone());
    let start = (!game.from_starting_position()).then(|| sissa_record::fen(game.start()));
    Some(vec![
        number(found.index),
        text(&found.id),
        text(sissa_record::fen(game.end())),
        turn(game.end().turn().is_white()),
        number(game.plies()),
        text(game.uci_moves().join(" ")),
        Cell::Text(start),
        text(info.source),
        number(info.number),
        Cell::Text(info.white),
        Cell::Text(info.black),
        perhaps(info.white_elo),
        perhaps(info.black_elo),
        Cell::Text(info.result),
        Cell::Text(info.date),
        Cell::Text(info.time_control),
        Cell::Text(info.eco),
        Cell::Text(info.opening),
        Cell::Text(info.site),
    ])
}

/// A record as a row; `None` where its type has none.
pub fn of_line(line: &str) -> Option<Vec<Cell>> {
    let reasons = |reasons: &[Reason]| {
        let codes: Vec<&str> = reasons.iter().map(|reason| reason.code.as_ref()).collect();
        text(codes.join(" "))
    };
    match Record::from_line(line).ok()? {
        Record::Verdict(verdict) => Some(vec![
            Cell::Number(verdict.index.and_then(|index| index.try_into().ok())),
            text(verdict.fen),
            text(match verdict.verdict {
                Ruling::Legal => "legal",
                Ruling::Illegal => "illegal",
                Ruling::None => "none",
                Ruling::Undecided => "undecided",
            }),
            Cell::Number(verdict.plies.and_then(|plies| plies.try_into().ok())),
            text(verdict.moves.join(" ")),
            reasons(&verdict.reasons),
        ]),
        Record::Check(check) => Some(vec![
            number(check.index),
            text(check.fen),
            Cell::Truth(Some(check.valid)),
            Cell::Truth(check.satisfied),
            reasons(&check.reasons),
        ]),
        _ => None,
    }
}
