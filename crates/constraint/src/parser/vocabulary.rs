//! The words of the language, for suggestions.

use crate::region::NAMED;

/// Words that can begin or continue a predicate.
const WORDS: &[&str] = &[
    "and",
    "or",
    "not",
    "no",
    "anything",
    "white",
    "black",
    "mover",
    "opponent",
    "own",
    "other",
    "total",
    "any",
    "either",
    "each",
    "both",
    "side",
    "sides",
    "king",
    "queen",
    "rook",
    "bishop",
    "knight",
    "pawn",
    "kings",
    "queens",
    "rooks",
    "bishops",
    "knights",
    "pawns",
    "minors",
    "majors",
    "pieces",
    "men",
    "promoted",
    "points",
    "light",
    "dark",
    "passed",
    "isolated",
    "doubled",
    "connected",
    "attacked",
    "defended",
    "hanging",
    "pinned",
    "checking",
    "on",
    "rank",
    "file",
    "ranks",
    "files",
    "relative",
    "empty",
    "fen",
    "castling",
    "can",
    "castle",
    "castled",
    "kingside",
    "queenside",
    "none",
    "check",
    "double",
    "checkmate",
    "mate",
    "checkmated",
    "mated",
    "stalemate",
    "stalemated",
    "in",
    "by",
    "gives",
    "to",
    "move",
    "ply",
    "halfmoves",
    "opposite",
    "open",
    "legal",
    "elo",
    "eval",
    "result",
    "opening",
];

/// Every word of the language, for completion.
///
/// ```
/// assert!(sissa_constraint::words().any(|word| word == "kingside"));
/// ```
pub fn words() -> impl Iterator<Item = &'static str> {
    let regions = NAMED.iter().map(|(name, _)| *name);
    WORDS.iter().copied().chain(regions)
}

/// What the writer may have meant.
pub(super) fn hint(word: &str) -> Option<String> {
    if matches!(word, "k" | "q" | "r" | "b" | "n" | "p") {
        return Some(format!(
            "write `{}`, and `black` before it for Black's",
            word.to_ascii_uppercase()
        ));
    }
    let lower: String = word
        .chars()
        .take(32)
        .collect::<String>()
        .to_ascii_lowercase();
    words()
        .map(|known| (strsim::damerau_levenshtein(&lower, known), known))
        .min()
        .filter(|(edits, known)| *edits <= 1 + known.len() / 4)
        .map(|(_, known)| format!("did you mean `{known}`?"))
}
