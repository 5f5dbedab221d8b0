//! The columns of `games`, and rows on their way into them.
//!
//! Plain types wherever one serves; the two that need a word are `moves` ([`encode_move`]) and
//! `evals` (hundredths of a pawn from White's view, forced mates as ±(32000 − moves)).
//!
//! [`encode_move`]: crate::encode_move

use std::sync::{Arc, LazyLock};

use arrow_array::{
    ArrayRef, RecordBatch,
    builder::{
        BinaryBuilder, Date32Builder, Int8Builder, Int16Builder, Int32Builder, Int64Builder,
        ListBuilder, StringBuilder,
    },
};
use arrow_schema::{DataType, Field, Schema, SchemaRef};
use parquet::{
    basic::{Compression, Encoding, ZstdLevel},
    file::properties::WriterProperties,
    schema::types::ColumnPath,
};

use crate::{
    pgn::{Game, NO_CLOCK, NO_EVAL},
    tags::{Outcome, class_word},
};

/// The version of the schema, written into every file. Columns are only ever added within one.
pub const VERSION: u32 = 1;

/// The columns.
///
/// ```
/// let schema = sissa_games::schema();
/// assert!(schema.field_with_name("moves").is_ok());
/// ```
pub fn schema() -> SchemaRef {
    static SCHEMA: LazyLock<SchemaRef> = LazyLock::new(|| {
        let text = |name: &str| Field::new(name, DataType::Utf8, true);
        let list = |name: &str, of: DataType| {
            Field::new(
                name,
                DataType::List(Arc::new(Field::new("element", of, true))),
                true,
            )
        };
        Arc::new(Schema::new(vec![
            Field::new("source", DataType::Utf8, false),
            Field::new("game", DataType::Int64, false),
            text("event"),
            text("site"),
            Field::new("date", DataType::Date32, true),
            text("white"),
            text("black"),
            Field::new("result", DataType::Utf8, false),
            Field::new("white_elo", DataType::Int16, true),
            Field::new("black_elo", DataType::Int16, true),
            text("time_control"),
            Field::new("base_seconds", DataType::Int32, true),
            Field::new("increment_seconds", DataType::Int32, true),
            text("time_class"),
            text("eco"),
            text("opening"),
            text("termination"),
            text("start_fen"),
            Field::new("plies", DataType::Int32, false),
            Field::new("final_material", DataType::Utf8, false),
            Field::new("white_promotions", DataType::Int8, false),
            Field::new("black_promotions", DataType::Int8, false),
            Field::new("moves", DataType::Binary, false),
            list("clocks", DataType::Int32),
            list("evals", DataType::Int16),
        ]))
    });
    Arc::clone(&SCHEMA)
}

/// How columns are written: texts by dictionary, the rest as it is, all with zstd.
pub(crate) fn properties() -> WriterProperties {
    let plain = |name: &str| ColumnPath::from(name);
    let list = |name: &str| {
        ColumnPath::new(vec![
            name.to_owned(),
            "list".to_owned(),
            "element".to_owned(),
        ])
    };
    WriterProperties::builder()
        .set_compression(Compression::ZSTD(ZstdLevel::default()))
        .set_column_dictionary_enabled(plain("moves"), false)
        .set_column_dictionary_enabled(plain("game"), false)
        .set_column_encoding(plain("game"), Encoding::DELTA_BINARY_PACKED)
        .set_column_dictionary_enabled(plain("site"), false)
        .set_column_dictionary_enabled(list("clocks"), false)
        .set_column_encoding(list("clocks"), Encoding::DELTA_BINARY_PACKED)
        .set_column_dictionary_enabled(list("evals"), false)
        .set_column_encoding(list("evals"), Encoding::DELTA_BINARY_PACKED)
        // Bounds of moves and lists tell nothing.
        .set_column_statistics_enabled(
            plain("moves"),
            parquet::file::properties::EnabledStatistics::None,
        )
        .build()
}

/// Rows being gathered.
#[derive(Default)]
pub(crate) struct Rows {
    source: StringBuilder,
    game: Int64Builder,
    event: StringBuilder,
    site: StringBuilder,
    date: Date32Builder,
    white: StringBuilder,
    black: StringBuilder,
    result: StringBuilder,
    white_elo: Int16Builder,
    black_elo: Int16Builder,
    time_control: StringBuilder,
    base_seconds: Int32Builder,
    increment_seconds: Int32Builder,
    time_class: StringBuilder,
    eco: StringBuilder,
    opening: StringBuilder,
    termination: StringBuilder,
    start_fen: StringBuilder,
    plies: Int32Builder,
    final_material: StringBuilder,
    white_promotions: Int8Builder,
    black_promotions: Int8Builder,
    moves: BinaryBuilder,
    clocks: Option<ListBuilder<Int32Builder>>,
    evals: Option<ListBuilder<Int16Builder>>,
    material: String,
}

/// A number that fits, or the largest that does.
fn int32(number: impl TryInto<i32>) -> i32 {
    number.try_into().unwrap_or(i32::MAX)
}

fn int16(elo: u16) -> i16 {
    i16::try_from(elo).unwrap_or(i16::MAX)
}

impl Rows {
    /// Adds a game that was read.
    pub(crate) fn push(&mut self, source: &str, number: u64, game: &mut Game) {
        game.even_out();
        game.final_material(&mut self.material);
        let fen = game.take_fen();
        let header = &game.header;
        let time = game
            .clocks
            .first()
            .map_or(header.time, |clock| header.time.seen_on(*clock));
        self.source.append_value(source);
        self.game
            .append_value(i64::try_from(number).unwrap_or(i64::MAX));
        self.event.append_option(header.event.as_deref());
        self.site.append_option(header.site.as_deref());
        self.date.append_option(header.date);
        self.white.append_option(header.white.as_deref());
        self.black.append_option(header.black.as_deref());
        self.result.append_value(Outcome::text(game.outcome()));
        self.white_elo.append_option(header.white_elo.map(int16));
        self.black_elo.append_option(header.black_elo.map(int16));
        self.time_control
            .append_option(header.time_control.as_deref());
        self.base_seconds.append_option(time.base.map(int32));
        self.increment_seconds
            .append_option(time.increment.map(int32));
        let class = time.class.or(header.class_tag);
        self.time_class.append_option(class.map(class_word));
        self.eco.append_option(header.eco.as_deref());
        self.opening.append_option(header.opening.as_deref());
        self.termination
            .append_option(header.termination.as_deref());
        self.start_fen.append_option(fen);
        self.plies.append_value(int32(game.plies));
        self.final_material.append_value(&self.material);
        let promotions = game.promotions.map(|n| i8::try_from(n).unwrap_or(i8::MAX));
        self.white_promotions.append_value(promotions[0]);
        self.black_promotions.append_value(promotions[1]);
        self.moves.append_value(&game.moves);
        let clocks = self.clocks.get_or_insert_with(|| {
            ListBuilder::new(Int32Builder::new()).with_field(Field::new(
                "element",
                DataType::Int32,
                true,
            ))
        });
        if game.clocks.contains(&NO_CLOCK) {
            (game.clocks.iter())
                .map(|clock| (*clock != NO_CLOCK).then_some(*clock))
                .for_each(|clock| clocks.values().append_option(clock));
        } else {
            clocks.values().append_slice(&game.clocks);
        }
        clocks.append(!game.clocks.is_empty());
        let evals = self.evals.get_or_insert_with(|| {
            ListBuilder::new(Int16Builder::new()).with_field(Field::new(
                "element",
                DataType::Int16,
                true,
            ))
        });
        if game.evals.contains(&NO_EVAL) {
            (game.evals.iter())
                .map(|eval| (*eval != NO_EVAL).then_some(*eval))
                .for_each(|eval| evals.values().append_option(eval));
        } else {
            evals.values().append_slice(&game.evals);
        }
        evals.append(!game.evals.is_empty());
    }

    /// The rows as a batch; none gathered any more.
    pub(crate) fn finish(&mut self) -> RecordBatch {
        let clocks = self.clocks.take().map(|mut list| list.finish());
        let evals = self.evals.take().map(|mut list| list.finish());
        let mut columns: Vec<ArrayRef> = vec![
            Arc::new(self.source.finish()),
            Arc::new(self.game.finish()),
            Arc::new(self.event.finish()),
            Arc::new(self.site.finish()),
            Arc::new(self.date.finish()),
            Arc::new(self.white.finish()),
            Arc::new(self.black.finish()),
            Arc::new(self.result.finish()),
            Arc::new(self.white_elo.finish()),
            Arc::new(self.black_elo.finish()),
            Arc::new(self.time_control.finish()),
            Arc::new(self.base_seconds.finish()),
            Arc::new(self.increment_seconds.finish()),
            Arc::new(self.time_class.finish()),
            Arc::new(self.eco.finish()),
            Arc::new(self.opening.finish()),
            Arc::new(self.termination.finish()),
            Arc::new(self.start_fen.finish()),
            Arc::new(self.plies.finish()),
            Arc::new(self.final_material.finish()),
            Arc::new(self.white_promotions.finish()),
            Arc::new(self.black_promotions.finish()),
            Arc::new(self.moves.finish()),
        ];
        match (clocks, evals) {
            (Some(clocks), Some(evals)) => {
                columns.push(Arc::new(clocks));
                columns.push(Arc::new(evals));
            }
            _ => return RecordBatch::new_empty(schema()),
        }
        RecordBatch::try_new(schema(), columns).expect("every row has every column")
    }
}
