//! Moves taken back, as retro-analysts write them.

use shakmaty::{Move, Role};

/// A move with both its squares and the man that it took: `Ra1xNb1`, `a7xRb8=Q`, `e5xd6 e.p.`, `O-O`.
///
/// ```
/// use sissa_proof::{Retro, retraction};
/// use shakmaty::fen::Fen;
///
/// let fen: Fen = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1".parse()?;
/// let texts: Vec<String> = Retro::new(fen.as_setup()).unmoves().into_iter().map(retraction).collect();
/// assert!(texts.contains(&"e2-e4".to_owned()));
/// # Ok::<_, shakmaty::fen::ParseFenError>(())
/// ```
pub fn retraction(m: Move) -> String {
    match (m.capture(), m.is_en_passant()) {
        (Some(role), false) => retraction_with(m, &format!("x{}", role.upper_char())),
        (Some(_), true) => retraction_with(m, "x"),
        (None, _) => retraction_with(m, "-"),
    }
}

/// A move with something else between its squares: `x[NR]` for a knight or a rook.
pub fn retraction_with(m: Move, between: &str) -> String {
    if let Some(side) = m.castling_side() {
        let short = side.is_king_side();
        return if short { "O-O" } else { "O-O-O" }.to_owned();
    }
    let man = match m.role() {
        Role::Pawn => String::new(),
        role => role.upper_char().to_string(),
    };
    let from = m.from().map_or_else(String::new, |from| from.to_string());
    let end = match (m.promotion(), m.is_en_passant()) {
        (Some(role), _) => format!("={}", role.upper_char()),
        (None, true) => " e.p.".to_owned(),
        (None, false) => String::new(),
    };
    format!("{man}{from}{between}{}{end}", m.to())
}
