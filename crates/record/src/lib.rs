//! Games and positions as text: JSON Lines, PGN, EPD and FEN.
//!
//! This is the one place that knows the file formats; the command line and the server both go
//! through it. The idea: **whatever is written here can be read here**, and reading never guesses.
//! An input is either understood completely or refused with the line, the text and the reason.
//!
//! | to | use |
//! |---|---|
//! | hold a game and replay it | [`Game`] |
//! | write | [`fen`], [`epd`], [`pgn`], [`Record::to_line`] |
//! | read a file or standard input | [`read`] |
//! | read a command-line argument | [`read_one`] |
//! | read puzzles | [`read_puzzles`] |
//! | say why a position cannot be | [`check`] |
//!
//! # Example
//!
//! ```
//! use sissa_record::{Extra, PositionRecord, Record, read_one};
//!
//! let entry = read_one("1. e4 e5 2. Nf3")?;
//! let game = entry.game.expect("a list of moves is a game");
//! let record = PositionRecord::from_game(0, "7-0", &game, Extra::default());
//! assert_eq!(record.moves, ["e2e4", "e7e5", "g1f3"]);
//!
//! let again = read_one(&Record::Position(record).to_line())?;
//! assert_eq!(again.game.as_ref(), Some(&game));
//! # Ok::<_, sissa_record::ReadError>(())
//! ```

mod landscape;
mod link;
mod notation;
mod problem;
mod read;
mod record;
mod retro;
mod review;
mod write;

pub use landscape::{
    AgreementRecord, ClassificationRecord, ClusterRecord, OutlierRecord, SimilarPositionRecord,
};
pub use link::{analysis_link, analysis_link_of_position};
pub use notation::{NotationError, PositionInput};
pub use problem::{
    AttackRecord, AttemptRecord, DefenceRecord, HelpLine, PuzzleRecord, SolutionRecord,
    SolutionVerdict, TryRecord,
};
pub use read::{
    Entries, Entry, PUZZLE_COLUMNS, Puzzle, PuzzleSource, Puzzles, ReadError, ReadErrorKind, read,
    read_one, read_puzzles,
};
pub use record::{
    CheckRecord, Extra, Failure, Finding, GameInfo, HumanInfo, JudgedInfo, Legality, Links,
    Measures, MoreTime, MoveModel, PositionRecord, PredictionRecord, RatingRecord, Record, Ruling,
    Run, SCHEMA, SideRating, SimilarRecord, Summary, Turn, Verdict, schema,
};
pub use retro::{
    ArmyRecord, EnPassantRecord, ExclusiveRecord, LastMoveRecord, PawnOriginRecord, Possibility,
    PromotedRecord, RetroRecord, RetroSide, RightRecord,
};
pub use review::{
    Judgement, JudgementCount, OpeningRecord, OtherLine, PhaseRecord, RatingEstimate, ReasonLine,
    ReasonRecord, RecurringRecord, ReviewGameRecord, ReviewMoveRecord, ReviewReportRecord,
    ReviewSideRecord, Severity, TimeTrouble,
};
pub use sissa_game::{Excerpt, Game, IllegalMove, MoveError, Reason, check, parse_move};
pub use write::{csv_row, epd, fen, pgn, pgn_from};
