//! The words of the language, and what to tell those who write others.
//!
//! A hint never gives back the word that it is about: a known word in a wrong place is told its place, a
//! word of the field what to say instead, a name of a preset how it is used; only then is the nearest
//! word of the language suggested.

use super::field;
use crate::{PRESETS, region::NAMED};

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
    "minor",
    "minors",
    "major",
    "majors",
    "piece",
    "pieces",
    "man",
    "men",
    "promoted",
    "points",
    "light",
    "dark",
    "pair",
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
    "short",
    "long",
    "none",
    "check",
    "double",
    "checkmate",
    "mate",
    "checkmated",
    "mated",
    "checkmates",
    "mates",
    "stalemate",
    "stalemated",
    "stalemates",
    "in",
    "by",
    "gives",
    "to",
    "move",
    "moves",
    "en",
    "passant",
    "ep",
    "ply",
    "halfmoves",
    "opposite",
    "open",
    "half",
    "legal",
    "only",
    "elo",
    "gap",
    "clock",
    "time",
    "ultrabullet",
    "bullet",
    "blitz",
    "rapid",
    "classical",
    "correspondence",
    "eval",
    "balanced",
    "better",
    "worse",
    "winning",
    "losing",
    "best",
    "helpmate",
    "selfmate",
    "tablebase",
    "dtm",
    "found",
    "motif",
    "fork",
    "pin",
    "skewer",
    "deflection",
    "attraction",
    "interference",
    "intermezzo",
    "clearance",
    "sacrifice",
    "zugzwang",
    "underpromotion",
    "smothered",
    "discovered",
    "trapped",
    "quiet",
    "defensive",
    "crushing",
    "result",
    "draw",
    "eco",
    "opening",
    "player",
    "event",
    "date",
    "then",
    "earlier",
    "first",
    "lasting",
    "preset",
];

/// Every word of the language, for completion.
///
/// ```
/// assert!(sissa_constraint::words().any(|word| word == "kingside"));
/// ```
pub fn words() -> impl Iterator<Item = &'static str> {
    let regions = NAMED
        .iter()
        .map(|(name, _)| *name)
        .filter(|name| !WORDS.contains(name));
    WORDS.iter().copied().chain(regions)
}

/// Whether the language has this word.
pub(super) fn is_word(word: &str) -> bool {
    words().any(|known| known.eq_ignore_ascii_case(word))
}

/// What the writer of these words, of which the first cannot be read, may have meant.
pub(super) fn hint(written: &[&str]) -> Option<String> {
    let word = *written.first()?;
    if matches!(word, "k" | "q" | "r" | "b" | "n" | "p") {
        return Some(format!(
            "write `{}`, and `black` before it for Black's",
            word.to_ascii_uppercase()
        ));
    }
    if word.len() > 1 && word.bytes().all(|b| b"KQkq".contains(&b)) {
        return Some(format!("rights to castle are written `castling {word}`"));
    }
    if let Some((first, second)) = word.split_once('v')
        && [first, second]
            .iter()
            .all(|men| !men.is_empty() && are_men(men))
    {
        return Some(format!(
            "a signature names the kings too: `K{first}vK{second}`"
        ));
    }
    if word.len() > 1 && are_men(word) {
        return Some(
            "write counts, as in `B=2 N=0`, or both sides' men, as in `KBBvKNN`".to_owned(),
        );
    }
    if word.parse::<shakmaty::Square>().is_ok() {
        return Some(format!(
            "say what stands there, as in `P{word}`, `p{word}` or `empty {word}`; `P on d4,e4` is one of a list, `Pd4 Pe4` are both"
        ));
    }
    let lower: Vec<String> = written
        .iter()
        .take(6)
        .map(|word| {
            word.chars()
                .take(32)
                .collect::<String>()
                .to_ascii_lowercase()
        })
        .collect();
    preset_named(&lower)
        .or_else(|| place(&lower[0]))
        .or_else(|| field::advice(&lower[0]))
        .or_else(|| nearest(&lower[0]))
        .or_else(|| presets_with(&lower[0]))
}

/// Capital letters of men, such as `BB`.
fn are_men(word: &str) -> bool {
    word.bytes().all(|b| b"KQRBNP".contains(&b))
}

/// Where a word of the language that cannot stand here belongs.
fn place(word: &str) -> Option<String> {
    if !is_word(word) {
        return None;
    }
    let example = match word {
        "then" => {
            "it joins what holds first and what holds later, as in `white bishop pair {} white B=1`"
        }
        "player" | "event" => "it has a name behind it, as in `{} 'Carlsen'`",
        "and" | "or" => "it joins two predicates, as in `white Q=0 {} black Q=0`",
        "both" => {
            "say `each side` before what holds for both sides, or `castling both` for both wings"
        }
        "none" => "`castling none` denies rights; `not` denies anything else",
        "any" | "either" | "each" | "side" | "sides" => {
            "say `any side` or `each side` before a predicate"
        }
        "on" => "it follows what is counted, as in `white N {} e5`",
        "rank" | "ranks" | "file" | "files" | "relative" => {
            "it follows `on`, as in `white P on {} …`"
        }
        "kingside" | "queenside" => {
            "it follows `castling`, `castled` or `on`, as in `white castled {}`"
        }
        "short" | "long" => "it follows `castling` or `castled`, as in `white castled {}`",
        "light" | "dark" => "say `{} B` for bishops, `on {}` for squares",
        "center" | "edge" | "corner" => "it follows `on`, as in `white K on {}`",
        "by" => "it follows `check`, `mate` or `stalemate`, as in `check {} N`",
        "moves" => "say `legal moves>=30`, or `move 20` for the number of the move",
        "castle" => "say `can castle`, `castled`, or `castling` for the right to",
        "pair" => "say `white bishop pair`",
        "passant" => "say `en passant`",
        "gap" => "say `elo gap<=100`",
        "draw" => "say `result draw`",
        "minor" | "major" => "say `{}s`",
        _ => "`sissa explain --help` shows where each word belongs",
    };
    Some(example.replace("{}", word))
}

/// The preset whose name these words begin with.
fn preset_named(written: &[String]) -> Option<String> {
    (1..=written.len()).rev().find_map(|length| {
        let name = written[..length].join("-");
        let preset = crate::preset(&name)?;
        Some(format!("`preset {}` says this", preset.name))
    })
}

/// How to write some men against others, with the presets in which just these meet.
pub(super) fn against(before: &[&str], after: &[&str]) -> Option<String> {
    let advice = field::advice("vs")?;
    let one = |word: &str| word.to_ascii_lowercase().trim_end_matches('s').to_owned();
    let sorted = |words: &mut dyn Iterator<Item = String>| {
        let mut words: Vec<String> = words.collect();
        words.sort_unstable();
        words
    };
    let sides = |a: &[&str]| sorted(&mut a.iter().map(|word| one(word)));
    let wanted = [sides(before), sides(after)];
    let meet = |name: &str| {
        let (first, second) = name.split_once("-against-")?;
        let men = |names: &str| {
            let counted = ["and", "two", "three"];
            sorted(&mut names.split('-').filter(|w| !counted.contains(w)).map(one))
        };
        let found = [men(first), men(second)];
        (found == wanted || (found[0] == wanted[1] && found[1] == wanted[0])).then_some(())
    };
    let presets: Vec<String> = PRESETS
        .iter()
        .filter(|preset| meet(preset.name).is_some())
        .map(|preset| format!("`preset {}`", preset.name))
        .collect();
    Some(if presets.is_empty() {
        advice
    } else {
        format!("{advice}; these come near: {}", presets.join(", "))
    })
}

/// Presets that have the word in their names.
fn presets_with(word: &str) -> Option<String> {
    let named: Vec<String> = PRESETS
        .iter()
        .filter(|preset| preset.name.split('-').any(|part| part == word))
        .map(|preset| format!("`preset {}`", preset.name))
        .take(3)
        .collect();
    (!named.is_empty()).then(|| format!("these come near: {}", named.join(", ")))
}

/// The word of the language that was probably meant. Short words must begin alike: of all words of four
/// letters one is a letter away from another, and the first letter is seldom mistyped.
fn nearest(word: &str) -> Option<String> {
    let edits_allowed = match word.len() {
        0..=2 => return None,
        3..=5 => 1,
        6..=8 => 2,
        _ => 3,
    };
    words()
        .filter(|known| word.len() > 5 || known.as_bytes().first() == word.as_bytes().first())
        .map(|known| (strsim::damerau_levenshtein(word, known), known))
        .min()
        .filter(|(edits, _)| (1..=edits_allowed).contains(edits))
        .map(|(_, known)| format!("did you mean `{known}`?"))
}
