//! Words of the field that the language does not have, and what to say instead.

/// Words and what to tell those who write them. A word that begins another entry's words stands after it.
const FIELD: &[(&str, &str)] = &[
    (
        "few",
        "say how many, as in `pieces<=4` (kings and pawns not counted) or `men<=7` (all)",
    ),
    ("many", "say how many, as in `pieces>=10` or `P>=12`"),
    (
        "all",
        "say how many, as in `men=32` (kings and pawns too), `pieces=14` (without them) or `white P=8`",
    ),
    (
        "every",
        "say how many, as in `white P=8`, or `each side` before what holds for both sides",
    ),
    (
        "moved",
        "what has moved is not in the language: pawns at home are `white P on rank 2=8` and `black P on rank 7=8`, kings and rooks that have not moved `castling both`",
    ),
    ("for", "the side comes first, as in `white Q=2`"),
    (
        "after",
        "write `after move 10`; for moves to begin with, `--from \"e4 c5\"` or, in real games, `opening Sicilian`",
    ),
    (
        "nor",
        "say `no` before the first, as in `no queens or rooks`",
    ),
    ("his", "say whose, as in `white Q` or `black K`"),
    ("her", "say whose, as in `white Q` or `black K`"),
    ("their", "say whose, as in `white Q` or `black K`"),
    ("its", "say whose, as in `white Q` or `black K`"),
    (
        "than",
        "compare sums, as in `white.P > black.P`, or write `white has more pawns than black`",
    ),
    ("isolani", "write `white isolated P on d4`, or `preset iqp`"),
    (
        "back",
        "write `rank 1` or `rank 8` after `on`; of mates, `preset back-rank-mate` says this",
    ),
    (
        "overworked",
        "overloaded pieces are not in the language yet; `attacked` and `defended` are",
    ),
    ("zwischenzug", "write `intermezzo`"),
    (
        "decoy",
        "write `attraction`, or `deflection` for what must leave its square",
    ),
    (
        "hard",
        "say how many find it in percent, as in `found by 1500 at 0..20`",
    ),
    (
        "difficult",
        "say how many find it in percent, as in `found by 1500 at 0..20`",
    ),
    (
        "easy",
        "say how many find it in percent, as in `found by 1500 at 80..100`",
    ),
    ("windmill", "sequences of moves are not in the language yet"),
    (
        "greek",
        "sequences of moves are not in the language yet; name the men and squares, as in `Bh7 kg8`",
    ),
    (
        "promotion",
        "write `motif promotion` for the best line, `promoted>=1` for what was promoted, or `preset about-to-promote`",
    ),
    (
        "trick",
        "say which, as in `stalemate`, `double check` or `hanging Q`",
    ),
    (
        "trap",
        "say which, as in `hanging Q`, `pinned N` or `mate in 2`",
    ),
    ("forks", "write `fork`: the best line has one"),
    (
        "pins",
        "write `pin` for a motif of the best line, or `pinned` as in `black pinned N`",
    ),
    (
        "battery",
        "batteries are not in the language yet; name the men and squares, as in `Qd3 Bc2`",
    ),
    (
        "outpost",
        "write the man and its square, as in `white defended N on d5`, or `preset knight-outpost`",
    ),
    (
        "fianchetto",
        "write `white B on b2,g2`, or `black B on b7,g7`",
    ),
    (
        "fianchettoed",
        "write `white B on b2,g2`, or `black B on b7,g7`",
    ),
    (
        "backward",
        "backward pawns are not in the language yet; `preset backward-d6` comes near",
    ),
    (
        "tripled",
        "write a count on a file, as in `white P on file c>=3`",
    ),
    (
        "overloaded",
        "overloaded pieces are not in the language yet; `attacked` and `defended` are",
    ),
    (
        "loose",
        "write `hanging` for what is attacked and not defended",
    ),
    (
        "undefended",
        "write `hanging` for what is attacked and not defended",
    ),
    (
        "unprotected",
        "write `hanging` for what is attacked and not defended",
    ),
    ("sac", "write `sacrifice`, or `best move sacrifice`"),
    (
        "gambit",
        "write the opening, as in `opening 'King''s Gambit'`, or `eco C30..C39`",
    ),
    (
        "blunder",
        "moves of the past are not judged; `eval`, `mate in`, `only move`, `gap` and `best move` judge the position",
    ),
    (
        "mistake",
        "moves of the past are not judged; `eval`, `mate in`, `only move`, `gap` and `best move` judge the position",
    ),
    (
        "brilliant",
        "moves of the past are not judged; `eval`, `mate in`, `only move`, `gap` and `best move` judge the position",
    ),
    (
        "equal",
        "say of what, as in `equal material`, or write `balanced`",
    ),
    (
        "advantage",
        "say it in pawns, as in `eval>=1`, or in men, as in `white up a pawn`",
    ),
    (
        "attack",
        "attacks are not in the language yet; `attacked` men and `check` are",
    ),
    (
        "attacking",
        "attacks are not in the language yet; `attacked` men and `check` are",
    ),
    (
        "initiative",
        "the initiative is not in the language; `eval` and `legal moves` come near",
    ),
    (
        "mobility",
        "write `legal moves`, as in `white legal moves>=40`",
    ),
    (
        "tempo",
        "tempi are not in the language; `to move` says whose turn it is",
    ),
    (
        "space",
        "space is not in the language; count men on ranks, as in `white P on ranks 5..6>=2`",
    ),
    (
        "perpetual",
        "repetitions and perpetual checks are not in the language yet",
    ),
    (
        "repetition",
        "repetitions and perpetual checks are not in the language yet",
    ),
    (
        "threefold",
        "repetitions and perpetual checks are not in the language yet",
    ),
    ("fifty", "write `halfmoves>=100`"),
    ("insufficient", "say what is left, as in `KNvK` or `KvK`"),
    (
        "middlegame",
        "say how much is left, as in `move 15..30 and pieces>=8`",
    ),
    (
        "endgame",
        "say which men are left, as in `rook endgame`, `KRPvKR` or `pieces<=4`",
    ),
    (
        "material",
        "say which, as in `equal material`, `white up a pawn` or `white.points - black.points >= 3`",
    ),
    (
        "imbalance",
        "say which men, as in `any side (B=2 N=0 other B=0 N=2)`",
    ),
    ("year", "write `date 2020` or `date 2020..2023`"),
    ("tournament", "write `event 'Hastings'`"),
    ("site", "write `event 'Hastings'`"),
    ("round", "write `event 'Hastings'`"),
    ("name", "write `player 'Carlsen'`"),
    (
        "title",
        "players' titles are not in the language yet; `elo>=2500` comes near",
    ),
    (
        "gm",
        "players' titles are not in the language yet; `elo>=2500` comes near",
    ),
    (
        "grandmaster",
        "players' titles are not in the language yet; `elo>=2500` comes near",
    ),
    ("beginner", "say the rating, as in `elo 800..1100`"),
    ("beginners", "say the rating, as in `elo 800..1100`"),
    (
        "puzzle",
        "puzzles are not in the language yet; `only move` and `mate in 2` come near",
    ),
    (
        "tactic",
        "say which, as in `hanging Q`, `pinned N`, `double check`, or a preset of the group tactics",
    ),
    (
        "tactics",
        "say which, as in `hanging Q`, `pinned N`, `double check`, or a preset of the group tactics",
    ),
    (
        "vs",
        "say how many of which, as in `queen vs two rooks`, `KRPvKR` or `KQvKR`, or `any side (R=1 B=0 and other R=0 B=1)`",
    ),
    (
        "majority",
        "say on which wing, as in `white queenside majority`",
    ),
    ("diagonal", "list its squares, or say `long diagonal`"),
    ("chain", "name the pawns, as in `Pd4 Pe5 pd5 pe6`"),
    ("blocked", "name the squares, as in `Pe4 pe5`"),
    ("trade", "say what is left, as in `queens off`"),
];

/// Beginnings of the names of openings.
const OPENINGS: &[&str] = &[
    "sicilian",
    "french",
    "caro",
    "pirc",
    "alekhine",
    "scandinavian",
    "italian",
    "spanish",
    "ruy",
    "petrov",
    "petroff",
    "philidor",
    "scotch",
    "vienna",
    "slav",
    "semi",
    "catalan",
    "dutch",
    "benoni",
    "benko",
    "grunfeld",
    "nimzo",
    "queens",
    "kings",
    "english",
    "reti",
    "london",
    "najdorf",
    "dragon",
    "sveshnikov",
    "scheveningen",
    "berlin",
    "marshall",
    "giuoco",
    "evans",
    "winawer",
    "tarrasch",
    "colle",
    "bogo",
    "budapest",
    "trompowsky",
    "bird",
    "modern",
];

/// What to say instead of a word of the field.
pub(super) fn advice(word: &str) -> Option<String> {
    let lower = word.to_ascii_lowercase();
    if let Some((_, advice)) = FIELD.iter().find(|(known, _)| *known == lower) {
        return Some((*advice).to_owned());
    }
    OPENINGS.contains(&lower.as_str()).then(|| {
        let (first, rest) = lower.split_at(1);
        format!(
            "an opening is named so: `opening {}{rest}`, or by its codes: `eco B20..B99`",
            first.to_ascii_uppercase()
        )
    })
}
