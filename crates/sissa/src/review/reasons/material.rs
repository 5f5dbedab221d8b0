//! What a line wins or loses, counted in men.

use shakmaty::{Chess, Color, Position as _, Role};
use sissa_engine::see;
use sissa_game::words::role_name;

const ROLES: [(Role, i32); 5] = [
    (Role::Queen, 9),
    (Role::Rook, 5),
    (Role::Bishop, 3),
    (Role::Knight, 3),
    (Role::Pawn, 1),
];

/// A man's value in pawns.
pub(super) fn value(role: Role) -> i32 {
    let found = ROLES.iter().find(|(known, _)| *known == role);
    found.map_or(0, |(_, value)| *value)
}

/// A side's men less the other's, in pawns.
pub(super) fn balance(chess: &Chess, color: Color) -> i32 {
    let of = |color: Color| -> i32 {
        let count = |role: Role| chess.board().by_piece(role.of(color)).count() as i32;
        ROLES.iter().map(|(role, value)| value * count(*role)).sum()
    };
    of(color) - of(!color)
}

/// Whether nothing is about to be taken: no check, and the side to move has no capture that wins.
pub(super) fn quiet(chess: &Chess) -> bool {
    let wins = |m: &shakmaty::Move| {
        (m.is_capture() || m.is_promotion()) && see::at_least(chess, *m, see::value(Role::Pawn))
    };
    !chess.is_check() && !chess.legal_moves().iter().any(wins)
}

/// After how many half-moves of a line a side has won something for good: the first quiet position from which on it
/// is ahead of the beginning at every quiet one. With how much, in pawns.
pub(super) fn gain(from: i32, positions: &[Chess], color: Color) -> Option<(usize, i32)> {
    let mut found: Option<(usize, i32)> = None;
    for (plies, chess) in positions.iter().enumerate().skip(1) {
        if !quiet(chess) {
            continue;
        }
        let won = balance(chess, color) - from;
        if won <= 0 {
            found = None;
        } else if found.is_none_or(|(_, known)| won < known) {
            found = Some((plies, won));
        }
    }
    found
}

/// What a side has taken and given between two positions: `a rook for a knight`, `a pawn`, `the exchange`. Promotions count
/// as the man that came. None where it is no plain gain.
pub(super) fn won(before: &Chess, after: &Chess, color: Color) -> Option<String> {
    let missing = |color: Color| -> Vec<(Role, i32)> {
        let count =
            |chess: &Chess, role: Role| chess.board().by_piece(role.of(color)).count() as i32;
        ROLES
            .iter()
            .map(|(role, _)| (*role, count(before, *role) - count(after, *role)))
            .collect()
    };
    let (theirs, ours) = (missing(!color), missing(color));
    let promoted = |side: &[(Role, i32)]| side.iter().any(|(_, count)| *count < 0);
    if promoted(&theirs) || promoted(&ours) {
        return None;
    }
    // What both sides lost alike was exchanged.
    let net: Vec<(Role, i32)> = theirs
        .iter()
        .zip(&ours)
        .map(|((role, taken), (_, given))| (*role, taken - given))
        .collect();
    let taken: Vec<(Role, i32)> = net.iter().filter(|(_, n)| *n > 0).copied().collect();
    let given: Vec<(Role, i32)> = net
        .iter()
        .filter(|(_, n)| *n < 0)
        .map(|(role, n)| (*role, -n))
        .collect();
    let minor = |role: Role| matches!(role, Role::Bishop | Role::Knight);
    match (taken.as_slice(), given.as_slice()) {
        ([], _) => None,
        ([(Role::Rook, 1)], [(role, 1)]) if minor(*role) => Some("the exchange".to_owned()),
        (_, []) => Some(men(&taken)),
        _ => Some(format!("{} for {}", men(&taken), men(&given))),
    }
}

/// `a rook and two pawns`.
fn men(list: &[(Role, i32)]) -> String {
    let words: Vec<String> = list
        .iter()
        .map(|(role, count)| {
            let name = role_name(*role);
            match count {
                1 => format!("a {name}"),
                2 => format!("two {name}s"),
                3 => format!("three {name}s"),
                more => format!("{more} {name}s"),
            }
        })
        .collect();
    match words.as_slice() {
        [all @ .., last] if !all.is_empty() => format!("{} and {last}", all.join(", ")),
        words => words.concat(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use shakmaty::{CastlingMode, fen::Fen};

    fn chess(fen: &str) -> Chess {
        let fen: Fen = fen.parse().unwrap();
        fen.into_position(CastlingMode::Standard).unwrap()
    }

    #[test]
    fn gains_have_words() {
        let before = chess("r3k2n/pp6/8/8/8/8/PP6/R3K2B w - - 0 1");
        for (after, color, words) in [
            (
                "4k2n/pp6/8/8/8/8/PP6/R3K2B w - - 0 1",
                Color::White,
                Some("a rook"),
            ),
            (
                "4k2n/pp6/8/8/8/8/PP6/R3K3 w - - 0 1",
                Color::White,
                Some("the exchange"),
            ),
            (
                "r3k2n/p7/8/8/8/8/PP6/R3K2B w - - 0 1",
                Color::White,
                Some("a pawn"),
            ),
            (
                "r3k2n/8/8/8/8/8/PP6/R3K3 w - - 0 1",
                Color::White,
                Some("two pawns for a bishop"),
            ),
            (
                "r3k3/pp6/8/8/8/8/8/R3K2B w - - 0 1",
                Color::Black,
                Some("two pawns for a knight"),
            ),
            ("r3k2n/pp6/8/8/8/8/PP6/R3K2B w - - 0 1", Color::Black, None),
            ("4k2n/pp6/8/8/8/8/PP6/4K2B w - - 0 1", Color::White, None),
        ] {
            assert_eq!(
                won(&before, &chess(after), color).as_deref(),
                words,
                "{after}"
            );
        }
        assert_eq!(balance(&before, Color::White), 0);
        assert!(quiet(&Chess::default()) && !quiet(&before)); // The bishop takes on b7.
        assert!(!quiet(&chess("r3k3/8/8/8/8/8/8/R3K3 w - - 0 1")));
    }
}
