//! Positions and games as FEN, EPD and PGN.
//!
//! The output is the strict form that other programs import without a warning: PGN export format
//! (seven tag roster first, lines under 80 columns), en-passant squares only when the capture is
//! legal, so that equal positions have equal text.
//!
//! ```
//! use sissa_record::{epd, fen};
//! use shakmaty::Chess;
//!
//! let start = Chess::default();
//! assert_eq!(fen(&start), "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
//! assert_eq!(
//!     epd(&start, &[("id", "7-0")]),
//!     r#"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - hmvc 0; fmvn 1; id "7-0";"#,
//! );
//! ```

use shakmaty::{
    Chess, EnPassantMode, Position,
    fen::{Epd, Fen},
};

use crate::Game;

/// The tags that every PGN game has, in their order, with the values for "unknown".
const ROSTER: [(&str, &str); 7] = [
    ("Event", "?"),
    ("Site", "?"),
    ("Date", "????.??.??"),
    ("Round", "?"),
    ("White", "?"),
    ("Black", "?"),
    ("Result", "*"),
];

/// PGN asks for fewer than 80 columns.
const COLUMNS: usize = 79;

/// As long as most FENs are at most.
const FEN_LENGTH: usize = 80;

/// The position as FEN, with the en-passant square only when a capture is legal.
pub fn fen(position: &Chess) -> String {
    // Not by `Display`, which asks the formatter for every letter.
    let mut line = String::with_capacity(FEN_LENGTH);
    Fen::from_position(position, EnPassantMode::Legal).append_to_string(&mut line);
    line
}

/// Opcodes whose values are numbers or moves; all others have strings.
const PLAIN: [&str; 8] = ["acd", "acn", "am", "bm", "ce", "dm", "pm", "pv"];

/// The position as EPD: both counters as `hmvc` and `fmvn`, then the operations given. Values are written as strings, but
/// for numbers and moves (`bm`, `ce`, `dm` and the like).
///
/// ```
/// let start = shakmaty::Chess::default();
/// let line = sissa_record::epd(&start, &[("bm", "e4"), ("ce", "30"), ("id", "first")]);
/// assert!(line.ends_with(" bm e4; ce 30; id \"first\";"));
/// ```
///
/// Names that are not opcodes (a letter, then letters, digits or underscores) are left out.
pub fn epd(position: &Chess, operations: &[(&str, &str)]) -> String {
    let mut line = String::with_capacity(2 * FEN_LENGTH);
    Epd::from_position(position, EnPassantMode::Legal).append_to_string(&mut line);
    line += &format!(
        " hmvc {}; fmvn {};",
        position.halfmoves(),
        position.fullmoves()
    );
    for (opcode, value) in operations.iter().filter(|(name, _)| is_name(name)) {
        let plain = PLAIN.contains(opcode) && !value.contains([';', '"']);
        line += &if plain {
            format!(" {opcode} {value};")
        } else {
            format!(" {opcode} \"{}\";", escape(value))
        };
    }
    line
}

/// The game as PGN, ending with an empty line so that games can be written one after another.
///
/// The tags are those the game was read with, then `tags`, which take precedence; unknown tags of
/// the roster are filled in. `SetUp` and `FEN` follow from the game and cannot be given. The result
/// is `*` unless a tag `Result` says otherwise or the last move mates or stalemates: readers warn of
/// an open game that is over.
///
/// ```
/// use sissa_record::{pgn, read_one};
///
/// let game = read_one("f3 e5 g4 Qh4")?.game.expect("moves are a game");
/// let text = pgn(&game, &[("Annotator", "sissa"), ("PlyCount", "4")]);
/// assert!(text.starts_with("[Event \"?\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n"));
/// assert!(text.ends_with("\n[Annotator \"sissa\"]\n[PlyCount \"4\"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n\n"));
/// # Ok::<_, sissa_record::ReadError>(())
/// ```
pub fn pgn(game: &Game, tags: &[(&str, &str)]) -> String {
    let headers = game.headers().iter();
    let headers = headers.map(|(name, value)| (name.as_str(), value.as_str()));
    let tags: Vec<(&str, &str)> = headers.chain(tags.iter().copied()).collect();
    pgn_from(game.start(), game.end(), &tags, &game.movetext_tokens())
}

/// The same with movetext of one's own, which may have variations and comments: where it starts, where its main line ends,
/// and its tokens, without the result.
pub fn pgn_from(start: &Chess, end: &Chess, tags: &[(&str, &str)], movetext: &[String]) -> String {
    let mut all: Vec<(&str, &str)> = ROSTER.to_vec();
    for &(name, value) in tags {
        if matches!(name, "SetUp" | "FEN") || !is_name(name) {
            continue;
        }
        match all.iter_mut().find(|(known, _)| *known == name) {
            Some(tag) => tag.1 = value,
            None => all.push((name, value)),
        }
    }
    let over = end.legal_moves().is_empty();
    let result = match all[6].1 {
        _ if over => end.outcome().as_str(),
        known @ ("1-0" | "0-1" | "1/2-1/2") => known,
        _ => "*",
    };
    all[6].1 = result;
    let start_fen = fen(start);
    // Counters count: only where every game begins nothing need be said.
    if start_fen != fen(&Chess::default()) {
        all.extend([("SetUp", "1"), ("FEN", start_fen.as_str())]);
    }

    let mut text = String::new();
    for (name, value) in all {
        text += &format!("[{name} \"{}\"]\n", escape(value));
    }
    text.push('\n');
    let mut column = 0;
    for token in movetext.iter().map(String::as_str).chain([result]) {
        if column > 0 && column + 1 + token.len() > COLUMNS {
            text.push('\n');
            column = 0;
        } else if column > 0 {
            text.push(' ');
            column += 1;
        }
        text += token;
        column += token.len();
    }
    text + "\n\n"
}

/// Fields as a row of CSV, with its line break.
///
/// ```
/// assert_eq!(sissa_record::csv_row(&["a", "b,c"]), "a,\"b,c\"\n");
/// ```
pub fn csv_row(fields: &[&str]) -> String {
    let mut writer = csv::Writer::from_writer(Vec::new());
    let written = writer.write_record(fields);
    written.expect("memory takes whatever is written");
    let bytes = writer.into_inner().unwrap_or_default();
    String::from_utf8_lossy(&bytes).into_owned()
}

/// Whether a text is a tag name or an opcode.
fn is_name(name: &str) -> bool {
    name.starts_with(|first: char| first.is_ascii_alphabetic())
        && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
}

/// Backslashes and quotes escaped, line breaks and tabs as spaces, other control characters
/// removed: no two readers agree on them.
fn escape(value: &str) -> String {
    let mut escaped = String::with_capacity(value.len());
    for character in value.chars() {
        match character {
            '"' | '\\' => escaped.extend(['\\', character]),
            _ if character.is_control() => {
                escaped.extend(character.is_whitespace().then_some(' '));
            }
            _ => escaped.push(character),
        }
    }
    escaped
}
