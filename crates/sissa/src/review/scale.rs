//! Our values on the scale of Stockfish's, for which Lichess' curve and thresholds are made.
//!
//! That scale has changed. From its first network on (version 12) Stockfish's values were half as large again as they had been, until version 15.1 divided
//! them so that a pawn is an even chance to win. What Lichess said of a game at the time is said on the scale of the time, so the game's date decides: of
//! Lichess' own values, median over ours between one and five pawns, 0.9 of games of 2016 to 2020, 1.5 and 1.6 of 2021 and 2022, 1.0 to 1.1 from 2023 on.

use sissa_game::Game;
use sissa_judge::Worth;

/// Months from the first to before the second, in which a value was half as large again.
const GREATER: [&str; 2] = ["2020.09", "2023.01"];
const FACTOR: f64 = 1.5;

/// Whether a mate of so many moves is found is a matter of luck: it counts as a won position.
const LONG_MATE: u32 = 9;
const WON: i32 = 1000;

/// What a value of ours is multiplied by to be one of Stockfish's.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Scale(f64);

impl Scale {
    /// Of Stockfish today.
    pub const TODAY: Scale = Scale(1.0);

    /// Of Stockfish when the game was played; today's where no date is known.
    pub fn of_time(game: &Game) -> Scale {
        let date = ["UTCDate", "Date"]
            .into_iter()
            .find_map(|tag| game.header(tag))
            .unwrap_or_default();
        if date >= GREATER[0] && date < GREATER[1] {
            Scale(FACTOR)
        } else {
            Scale::TODAY
        }
    }

    pub fn of(self, worth: Worth) -> Worth {
        match worth {
            Worth::Centipawns(value) => {
                Worth::Centipawns((f64::from(value) * self.0).round() as i32)
            }
            Worth::WhiteMates(LONG_MATE..) => Worth::Centipawns(WON),
            Worth::BlackMates(LONG_MATE..) => Worth::Centipawns(-WON),
            mate => mate,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_date_decides() {
        for (tags, expected) in [
            ("", 1.0),
            ("[Date \"????.??.??\"]", 1.0),
            ("[Date \"2020.08.31\"]", 1.0),
            ("[Date \"2020.09.02\"]", 1.5),
            ("[Date \"2022.12.31\"]", 1.5),
            ("[Date \"2023.01.01\"]", 1.0),
            ("[Date \"????.??.??\"]\n[UTCDate \"2021.05.20\"]", 1.5),
        ] {
            let text = format!("{tags}\n\n1. e4 *\n");
            let game = sissa_record::read_one(&text).unwrap().game.unwrap();
            assert_eq!(Scale::of_time(&game), Scale(expected), "{tags}");
        }
    }

    #[test]
    fn values_are_multiplied_and_long_mates_won() {
        let scale = Scale(FACTOR);
        assert_eq!(scale.of(Worth::Centipawns(-301)), Worth::Centipawns(-452));
        assert_eq!(scale.of(Worth::BlackMates(3)), Worth::BlackMates(3));
        assert_eq!(scale.of(Worth::BlackMates(30)), Worth::Centipawns(-1000));
    }
}
