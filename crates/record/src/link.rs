//! Links that open a game or a position on Lichess' analysis board.
//!
//! A link that carries the moves shows how the position came about, so it is preferred; browsers
//! and chat programs cut long addresses, so a long game is linked by its last position.
//!
//! ```
//! use sissa_record::{analysis_link, read_one};
//!
//! let game = read_one("e4 e5 Nf3")?.game.expect("moves are a game");
//! assert_eq!(analysis_link(&game), "https://lichess.org/analysis/pgn/e4_e5_Nf3#3");
//! # Ok::<_, sissa_record::ReadError>(())
//! ```

use std::fmt::Write as _;

use shakmaty::Chess;

use crate::{Game, fen};

/// Longer links are replaced by a link to the last position.
const MAXIMUM_LENGTH: usize = 1_800;

/// A link to the game, opened at its last move; to its last position when the game is empty, does
/// not begin with the starting position, or is too long for an address.
pub fn analysis_link(game: &Game) -> String {
    if game.from_starting_position() && game.plies() > 0 {
        // Lichess reads underscores as spaces. Marks of check are left out: Lichess does not need
        // them, `#` would begin a fragment and some decoders read `+` as a space.
        let moves = game.san_moves().join("_").replace(['+', '#'], "");
        let link = format!(
            "https://lichess.org/analysis/pgn/{}#{}",
            encode(&moves),
            game.plies()
        );
        if link.len() <= MAXIMUM_LENGTH {
            return link;
        }
    }
    analysis_link_of_position(game.end())
}

/// A link to a position, without a history.
///
/// ```
/// let link = sissa_record::analysis_link_of_position(&shakmaty::Chess::default());
/// assert!(link.ends_with("/PPPPPPPP/RNBQKBNR_w_KQkq_-_0_1"));
/// ```
pub fn analysis_link_of_position(position: &Chess) -> String {
    let path = encode(&fen(position).replace(' ', "_"));
    format!("https://lichess.org/analysis/standard/{path}")
}

/// Percent-encodes all but what RFC 3986 lets stand in a path.
fn encode(path: &str) -> String {
    let mut encoded = String::with_capacity(path.len());
    for byte in path.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' | b'/' | b'=' => {
                encoded.push(char::from(byte));
            }
            _ => write!(encoded, "%{byte:02X}").expect("writing to a string cannot fail"),
        }
    }
    encoded
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_game_is_linked_by_its_position() {
        let mut game = Game::new();
        for _ in 0..150 {
            for text in ["Nf3", "Nf6", "Ng1", "Ng8"] {
                game.push_text(text).unwrap();
            }
        }
        let link = analysis_link(&game);
        assert!(
            link.starts_with("https://lichess.org/analysis/standard/rnbqkbnr/"),
            "{link}"
        );
    }

    #[test]
    fn marks_of_check_are_left_out() {
        let mut game = Game::new();
        for text in ["f3", "e5", "g4", "Qh4"] {
            game.push_text(text).unwrap();
        }
        let link = analysis_link(&game);
        assert_eq!(link, "https://lichess.org/analysis/pgn/f3_e5_g4_Qh4#4");
    }

    #[test]
    fn other_characters_are_encoded() {
        assert_eq!(encode("a b?#é"), "a%20b%3F%23%C3%A9");
    }
}
