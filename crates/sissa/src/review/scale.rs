//! Our values on the scale of Stockfish's, for which Lichess' curve and thresholds are made.
//!
//! That scale has changed with its versions, until from 15.1 on a pawn is an even chance to win. What Lichess said of a game at the time is said on the
//! scale of the time, so the game's date decides. Months are those in which medians of Lichess' values over Stockfish 15.1's changed (1,100 games, four
//! positions each); factors agree best with Lichess' values of 150 games at few positions and of 17 at 100,000.

use sissa_game::Game;
use sissa_judge::Worth;

/// From which month on Lichess' values were so many times ours. Older games were analysed later than they were played.
const TIMES: [(&str, f64); 6] = [
    ("2013", 0.8),
    ("2019.01", 1.0),
    ("2021.01", 1.15),
    ("2021.06", 1.3),
    ("2021.12", 1.5),
    ("2023.01", 1.0),
];

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
        // Where the year is not known the date begins with a question mark, or is none.
        let known = date.starts_with(|letter: char| letter.is_ascii_digit());
        let latest = TIMES.iter().rev().find(|(from, _)| known && date >= *from);
        latest.map_or(Scale::TODAY, |(_, factor)| Scale(*factor))
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
            ("[Date \"1851.06.21\"]", 1.0),
            ("[Date \"2018.12.31\"]", 0.8),
            ("[Date \"2020.12.31\"]", 1.0),
            ("[Date \"2021.01.01\"]", 1.15),
            ("[Date \"2022.12.31\"]", 1.5),
            ("[Date \"2023.01.01\"]", 1.0),
            ("[Date \"????.??.??\"]\n[UTCDate \"2021.07.20\"]", 1.3),
        ] {
            let text = format!("{tags}\n\n1. e4 *\n");
            let game = sissa_record::read_one(&text).unwrap().game.unwrap();
            assert_eq!(Scale::of_time(&game), Scale(expected), "{tags}");
        }
    }

    #[test]
    fn values_are_multiplied_and_long_mates_won() {
        let scale = Scale(1.5);
        assert_eq!(scale.of(Worth::Centipawns(-301)), Worth::Centipawns(-452));
        assert_eq!(scale.of(Worth::BlackMates(3)), Worth::BlackMates(3));
        assert_eq!(scale.of(Worth::BlackMates(30)), Worth::Centipawns(-1000));
    }
}
