//! Why a position cannot be a position of chess, in words a player understands.
//!
//! shakmaty decides; its answer is a set of flags. This module turns each flag into sentences with
//! the squares concerned, one [`Reason`] per thing that is wrong. What shakmaty accepts is *basically
//! valid*: engines can play it. That is no proof that a game reaches it.
//!
//! ```
//! use shakmaty::{Square, fen::Fen};
//!
//! let fen: Fen = "4k3/8/8/8/8/8/4Q3/3K4 w - - 0 1".parse()?;
//! let reasons = sissa_game::check(fen.as_setup()).unwrap_err();
//! assert_eq!(reasons[0].code, "opposite-check");
//! assert_eq!(
//!     reasons[0].message,
//!     "White is to move, but Black's king on e8 is already attacked by the queen on e2",
//! );
//! assert_eq!(reasons[0].squares, [Square::E2, Square::E8]);
//! # Ok::<_, shakmaty::fen::ParseFenError>(())
//! ```

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use shakmaty::{
    Bitboard, Board, Castles, CastlingMode, Chess, Color, File, PositionError,
    PositionErrorKinds as Kinds, Rank, Setup, Square,
};

use crate::words::role_name;

/// One thing that is wrong with a position.
///
/// The codes of [`check`] are `empty-board`, `missing-king`, `too-many-kings`, `pawns-on-backrank`,
/// `invalid-castling-rights`, `invalid-ep-square`, `opposite-check`, `impossible-check`,
/// `too-much-material` and `variant`; other crates add their own.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Reason {
    /// What kind of thing, for programs: lower-case words joined by hyphens.
    pub code: String,
    /// The same for people: one sentence without a full stop.
    pub message: String,
    /// The squares concerned, from a1 to h8.
    #[serde(default, with = "squares")]
    #[schemars(with = "Vec<String>")]
    pub squares: Vec<Square>,
    /// Moves that the reason rules out, in UCI notation: arrows of a picture.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub moves: Vec<String>,
}

impl Reason {
    /// A reason; the squares are sorted.
    pub fn new(code: &str, message: impl Into<String>, squares: impl Into<Bitboard>) -> Reason {
        Reason {
            code: code.to_owned(),
            message: message.into(),
            squares: squares.into().into_iter().collect(),
            moves: Vec::new(),
        }
    }

    /// The reason with the moves that it rules out.
    #[must_use]
    pub fn ruling_out(mut self, moves: impl IntoIterator<Item = String>) -> Reason {
        self.moves.extend(moves);
        self
    }
}

/// Squares as strings such as `e4`.
mod squares {
    use serde::{Deserialize, Deserializer, Serializer, de::Error};
    use shakmaty::Square;

    pub fn serialize<S: Serializer>(squares: &[Square], to: S) -> Result<S::Ok, S::Error> {
        to.collect_seq(squares.iter().map(Square::to_string))
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Vec<Square>, D::Error> {
        let parse = |name: &String| {
            let square = name.parse();
            square.map_err(|_| D::Error::custom(format!("{name:?} is not a square")))
        };
        Vec::<String>::deserialize(from)?
            .iter()
            .map(parse)
            .collect()
    }
}

/// The position, or everything that keeps the setup from being one.
///
/// ```
/// use shakmaty::Setup;
///
/// assert!(sissa_game::check(&Setup::initial()).is_ok());
/// assert_eq!(sissa_game::check(&Setup::empty()).unwrap_err()[0].code, "empty-board");
/// ```
pub fn check(setup: &Setup) -> Result<Chess, Vec<Reason>> {
    let checked = setup.clone().position::<Chess>(CastlingMode::Standard);
    let kinds = checked
        .as_ref()
        .map_or_else(PositionError::kinds, |_| Kinds::empty());

    let mut reasons = Vec::new();
    let mut explain = |kind: Kinds, describe: fn(&Setup, &mut Vec<Reason>)| {
        if kinds.contains(kind) {
            describe(setup, &mut reasons);
        }
    };
    explain(Kinds::EMPTY_BOARD, |_, reasons| {
        let message = "there are no pieces on the board";
        reasons.push(Reason::new("empty-board", message, Bitboard::EMPTY));
    });
    if !kinds.contains(Kinds::EMPTY_BOARD) {
        explain(Kinds::MISSING_KING, kings);
    }
    if !kinds.contains(Kinds::MISSING_KING) {
        explain(Kinds::TOO_MANY_KINGS, kings);
    }
    explain(Kinds::PAWNS_ON_BACKRANK, backrank_pawns);
    explain(Kinds::TOO_MUCH_MATERIAL, material);
    explain(Kinds::OPPOSITE_CHECK, opposite_check);
    explain(Kinds::IMPOSSIBLE_CHECK, impossible_check);
    explain(Kinds::INVALID_CASTLING_RIGHTS, castling);
    explain(Kinds::INVALID_EP_SQUARE, en_passant);
    if setup.pockets.is_some() || setup.remaining_checks.is_some() || setup.promoted.any() {
        let message = "pockets, promotion marks and counted checks belong to variants of chess";
        reasons.push(Reason::new("variant", message, setup.promoted));
    }

    match checked {
        Ok(position) if reasons.is_empty() => Ok(position),
        Err(error) if reasons.is_empty() => {
            // A kind that this version of shakmaty has and this module does not explain.
            let message = error.to_string();
            Err(vec![Reason::new("invalid", message, Bitboard::EMPTY)])
        }
        _ => Err(reasons),
    }
}

fn kings(setup: &Setup, reasons: &mut Vec<Reason>) {
    for color in Color::ALL {
        let kings = setup.board.kings() & setup.board.by_color(color);
        if kings.is_empty() {
            let message = format!("{} has no king", player(color));
            reasons.push(Reason::new("missing-king", message, kings));
        } else if kings.more_than_one() {
            let count = kings.count();
            let message = format!("{} has {count} kings, on {}", player(color), list(kings));
            reasons.push(Reason::new("too-many-kings", message, kings));
        }
    }
}

fn backrank_pawns(setup: &Setup, reasons: &mut Vec<Reason>) {
    let pawns = setup.board.pawns() & Bitboard::BACKRANKS;
    let noun = if pawns.more_than_one() {
        "pawns stand"
    } else {
        "a pawn stands"
    };
    let message = format!(
        "{noun} on {}: no pawn can be on the first or last rank",
        list(pawns)
    );
    reasons.push(Reason::new("pawns-on-backrank", message, pawns));
}

/// Counts as shakmaty does: bishops apart by the colour of their squares.
fn material(setup: &Setup, reasons: &mut Vec<Reason>) {
    for color in Color::ALL {
        let ours = setup.board.by_color(color);
        let pawns = setup.board.pawns() & ours;
        let bishops = setup.board.bishops() & ours;
        let groups = [
            ("queens", setup.board.queens() & ours, 1),
            ("rooks", setup.board.rooks() & ours, 2),
            ("knights", setup.board.knights() & ours, 2),
            (
                "bishops on light squares",
                bishops & Bitboard::LIGHT_SQUARES,
                1,
            ),
            (
                "bishops on dark squares",
                bishops & Bitboard::DARK_SQUARES,
                1,
            ),
        ];
        let promoted: usize = groups
            .iter()
            .map(|(_, men, own)| men.count().saturating_sub(*own))
            .sum();
        if pawns.count() + promoted <= 8 {
            continue;
        }
        let player = player(color);
        let mut squares = pawns;
        let message = if pawns.count() > 8 {
            format!("{player} has {} pawns, more than 8", pawns.count())
        } else {
            let mut surplus = Vec::new();
            for (name, men, _) in groups.iter().filter(|(_, men, own)| men.count() > *own) {
                surplus.push(format!("{} {name}", men.count()));
                squares |= *men;
            }
            format!(
                "{player} has {}, which takes {promoted} promotions, but {} pawns are still on the board",
                surplus.join(", "),
                pawns.count(),
            )
        };
        reasons.push(Reason::new("too-much-material", message, squares));
    }
}

fn opposite_check(setup: &Setup, reasons: &mut Vec<Reason>) {
    let (us, board) = (setup.turn, &setup.board);
    let Some(king) = board.king_of(!us) else {
        return;
    };
    let attackers = board.attacks_to(king, us, board.occupied());
    let touching = attackers & board.kings();
    let message = if touching.any() {
        format!("the kings on {} touch", list(touching.with(king)))
    } else {
        format!(
            "{} is to move, but {}'s king on {king} is already attacked by {}",
            player(us),
            player(!us),
            pieces(board, attackers),
        )
    };
    reasons.push(Reason::new("opposite-check", message, attackers.with(king)));
}

fn impossible_check(setup: &Setup, reasons: &mut Vec<Reason>) {
    let (us, board) = (setup.turn, &setup.board);
    let Some(king) = board.king_of(us) else {
        return;
    };
    let checkers = board.attacks_to(king, !us, board.occupied());
    let attacked = format!(
        "{}'s king on {king} is in check from {}",
        player(us),
        pieces(board, checkers)
    );
    let why = if checkers.count() > 2 {
        "no move gives check with more than two pieces"
    } else if checkers.count() == 2 {
        "no last move can have given both checks"
    } else {
        "the pawn that just advanced two squares, as the en-passant square says, cannot have given that check"
    };
    let message = format!("{attacked}: {why}");
    let squares = checkers.with(king)
        | Bitboard::from_iter(setup.ep_square.filter(|_| !checkers.more_than_one()));
    reasons.push(Reason::new("impossible-check", message, squares));
}

fn castling(setup: &Setup, reasons: &mut Vec<Reason>) {
    let valid =
        Castles::from_setup(setup, CastlingMode::Standard).unwrap_or_else(|castles| castles);
    for rook in setup.castling_rights & !valid.castling_rights() {
        let color = if rook.rank() == Rank::First {
            Color::White
        } else {
            Color::Black
        };
        let king = Square::from_coords(File::E, color.backrank());
        let player = player(color);
        let way = match rook.file() {
            File::H => "short",
            File::A => "long",
            _ => {
                let message = format!(
                    "{player} has the right to castle with a rook on {rook}: only Chess960 has that, \
                     and it is not supported"
                );
                reasons.push(Reason::new("invalid-castling-rights", message, rook));
                continue;
            }
        };
        let mut missing = Vec::new();
        if setup.board.piece_at(king) != Some(color.king()) {
            missing.push(format!("the king is not on {king}"));
        }
        if setup.board.piece_at(rook) != Some(color.rook()) {
            missing.push(format!("there is no {color} rook on {rook}"));
        }
        if missing.is_empty() {
            missing.push("there is more than one king".to_owned());
        }
        let message = format!(
            "{player} has the right to castle {way}, but {}",
            missing.join(" and ")
        );
        let squares = Bitboard::from(king).with(rook);
        reasons.push(Reason::new("invalid-castling-rights", message, squares));
    }
}

fn en_passant(setup: &Setup, reasons: &mut Vec<Reason>) {
    let Some(square) = setup.ep_square else {
        return;
    };
    let them = !setup.turn;
    let rank = setup.turn.relative_rank(Rank::Sixth);
    let to = Square::from_coords(square.file(), them.relative_rank(Rank::Fourth));
    let from = Square::from_coords(square.file(), them.relative_rank(Rank::Second));
    let (why, squares) = if square.rank() != rank {
        let number = if rank == Rank::Sixth { 6 } else { 3 };
        let why = format!(
            "with {} to move it must be on rank {number}",
            player(setup.turn)
        );
        (why, Bitboard::from(square))
    } else if setup.board.piece_at(to) != Some(them.pawn()) {
        (
            format!("there is no {them} pawn on {to}"),
            Bitboard::from(square).with(to),
        )
    } else {
        let between = setup.board.occupied() & Bitboard::from(square).with(from);
        let why = format!("{} is occupied, so no pawn came from {from}", list(between));
        (why, between.with(square))
    };
    let message = format!("the en-passant square {square} is impossible: {why}");
    reasons.push(Reason::new("invalid-ep-square", message, squares));
}

fn player(color: Color) -> &'static str {
    color.fold_wb("White", "Black")
}

/// `the queen on e2 and the knight on f6`.
fn pieces(board: &Board, squares: Bitboard) -> String {
    let name = |square: Square| {
        let role = board.role_at(square).map_or("piece", role_name);
        format!("the {role} on {square}")
    };
    join(squares.into_iter().map(name).collect())
}

/// `a1, b2 and c3`.
fn list(squares: Bitboard) -> String {
    join(
        squares
            .into_iter()
            .map(|square| square.to_string())
            .collect(),
    )
}

fn join(mut words: Vec<String>) -> String {
    match words.pop() {
        Some(last) if !words.is_empty() => format!("{} and {last}", words.join(", ")),
        Some(only) => only,
        None => String::new(),
    }
}
