//! A stretch of text as the encoded columns of a row group.

use std::{io, sync::Arc};

use arrow_array::{ArrayRef, Int64Array, RecordBatch};
use parquet::{
    arrow::{
        ArrowSchemaConverter,
        arrow_writer::{
            ArrowColumnChunk, ArrowColumnWriter, ArrowRowGroupWriterFactory, compute_leaves,
        },
    },
    errors::ParquetError,
    file::{properties::WriterPropertiesPtr, writer::SerializedFileWriter},
    schema::types::TypePtr,
};

use crate::{
    Example, Filter, GamesError, Tally,
    input::Stretch,
    pgn::{self, Fault, Game},
    schema::{Rows, properties, schema},
    tally::EXAMPLES,
};

/// The column that counts games, which only the writer knows how to number.
const NUMBERS: usize = 1;

/// Turns stretches of one source into row groups.
pub(crate) struct Encoder {
    source: String,
    filter: Filter,
    factory: ArrowRowGroupWriterFactory,
    pub(super) root: TypePtr,
    pub(super) properties: WriterPropertiesPtr,
}

/// A row group, encoded but for the numbers of its games.
pub(crate) struct Group {
    columns: Vec<Option<ArrowColumnChunk>>,
    /// Numbers of the rows' games in the stretch, from 0.
    numbers: Vec<u32>,
    pub tally: Tally,
    /// Whether anything in the stretch is a game, be it a broken one; other text may look like
    /// broken games, too.
    pub has_games: bool,
    pub end: u64,
    pub crc: u32,
    pub last: bool,
    pub fault: Option<String>,
}

impl Group {
    pub(super) fn rows(&self) -> usize {
        self.numbers.len()
    }
}

impl Encoder {
    pub(super) fn new(source: &str, filter: &Filter) -> Result<Encoder, GamesError> {
        let fault = GamesError::parquet(std::path::Path::new(source));
        let properties = Arc::new(properties());
        let make = || -> Result<_, ParquetError> {
            let root = ArrowSchemaConverter::new()
                .convert(&schema())?
                .root_schema_ptr();
            let writer =
                SerializedFileWriter::new(io::sink(), Arc::clone(&root), Arc::clone(&properties))?;
            Ok((ArrowRowGroupWriterFactory::new(&writer, schema()), root))
        };
        let (factory, root) = make().map_err(fault)?;
        Ok(Encoder {
            source: source.to_owned(),
            filter: filter.clone(),
            factory,
            root,
            properties,
        })
    }

    /// Reads and encodes a stretch.
    pub(super) fn encode(&self, stretch: &Stretch) -> Result<Group, GamesError> {
        let Games {
            batch,
            numbers,
            tally,
            any: has_games,
        } = self.read(stretch.text());
        let columns = self
            .columns(&batch)
            .map_err(GamesError::parquet(std::path::Path::new(&self.source)))?;
        Ok(Group {
            columns,
            numbers,
            tally,
            has_games,
            end: stretch.end,
            crc: stretch.crc,
            last: stretch.last,
            fault: stretch.fault.clone(),
        })
    }

    fn read(&self, text: &[u8]) -> Games {
        let mut any = false;
        let mut tally = Tally::default();
        let mut rows = Rows::default();
        let mut numbers = Vec::new();
        let mut game = Game::default();
        let mut at = pgn::skip_blank(text, 0);
        while at < text.len() {
            let removed = &mut tally.removed;
            let (end, outcome) = pgn::read_game(text, at, &mut game, &mut |header| {
                self.filter.admits_header(header, removed)
            });
            let number = tally.read;
            tally.read += 1;
            any = any || is_game(text, at, &mut game, &outcome);
            match outcome {
                Ok(()) => {
                    let decided = game.outcome().winner().is_some();
                    let removed = &mut tally.removed;
                    if self.filter.admits_game(game.plies, decided, removed) {
                        tally.kept += 1;
                        tally.plies += game.plies as u64;
                        numbers.push(u32::try_from(number).unwrap_or(u32::MAX));
                        rows.push(&self.source, number, &mut game);
                    }
                }
                Err(Fault::Unwanted) => {}
                Err(Fault::Variant) => tally.variants += 1,
                Err(Fault::Broken(reason)) => {
                    tally.broken += 1;
                    if tally.examples.len() < EXAMPLES {
                        tally.examples.push(Example {
                            source: self.source.clone(),
                            game: number,
                            reason,
                        });
                    }
                }
            }
            // A game is never empty; this keeps the loop going forward whatever the text.
            at = pgn::skip_blank(text, end.max(at + 1));
        }
        Games {
            batch: rows.finish(),
            numbers,
            tally,
            any,
        }
    }

    fn columns(&self, batch: &RecordBatch) -> Result<Vec<Option<ArrowColumnChunk>>, ParquetError> {
        let writers = self.factory.create_column_writers(0)?;
        let mut columns = Vec::with_capacity(writers.len());
        for (index, mut writer) in writers.into_iter().enumerate() {
            columns.push(match index {
                NUMBERS => None,
                _ => {
                    write(&mut writer, index, batch.column(index))?;
                    Some(writer.close()?)
                }
            });
        }
        Ok(columns)
    }

    /// The columns in their order, the games numbered from `first` + 1.
    pub(super) fn numbered(
        &self,
        group: Group,
        first: u64,
    ) -> Result<Vec<ArrowColumnChunk>, ParquetError> {
        let numbers = group
            .numbers
            .iter()
            .map(|number| i64::try_from(first + u64::from(*number) + 1).unwrap_or(i64::MAX));
        let array: ArrayRef = Arc::new(Int64Array::from_iter_values(numbers));
        let mut columns = Vec::with_capacity(group.columns.len());
        for column in group.columns {
            columns.push(match column {
                Some(column) => column,
                None => {
                    let mut writer = self.factory.create_column_writers(0)?.swap_remove(NUMBERS);
                    write(&mut writer, NUMBERS, &array)?;
                    writer.close()?
                }
            });
        }
        Ok(columns)
    }
}

/// What a stretch of text holds.
struct Games {
    batch: RecordBatch,
    numbers: Vec<u32>,
    tally: Tally,
    any: bool,
}

/// Whether what was just read is a game: it has tags, or moves that can be played.
fn is_game(text: &[u8], at: usize, game: &mut Game, outcome: &Result<(), Fault>) -> bool {
    if game.header.tagged || game.plies > 0 {
        return true;
    }
    // A game without tags that a filter turned away has not been looked at any further.
    *outcome == Err(Fault::Unwanted) && {
        let (_, whole) = pgn::read_game(text, at, game, &mut |_| true);
        whole.is_ok() && game.plies > 0
    }
}

fn write(
    writer: &mut ArrowColumnWriter,
    index: usize,
    array: &ArrayRef,
) -> Result<(), ParquetError> {
    for leaf in compute_leaves(schema().field(index), array)? {
        writer.write(&leaf)?;
    }
    Ok(())
}
