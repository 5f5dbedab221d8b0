//! A game with everything that tells how it may end: players, time control, clocks. [`Course`] is what predictions,
//! their training and their measures have in common.

use shakmaty::{CastlingMode, Chess, Move, Position as _, fen::Fen};
use sissa_constraint::GameResult;
use sissa_games::{GameHeader, GameRow, WideColumns, decode_move, split_hash};
use sissa_judge::{
    Worth,
    outcome::{Moment, TimeControl},
};
use sissa_nn::human::{Pace, Player, Site};

/// Scores beyond this are mates; see [`sissa_games::schema`].
const MATE: i16 = 32_000;
const LONGEST_MATE: i16 = 1000;

/// A game of a folder or a file, as predictions see it.
#[derive(Clone, Debug)]
pub struct Course {
    /// What is known of it.
    pub header: GameHeader,
    /// White and Black, with their ratings before the game.
    pub players: [Player; 2],
    /// The time control, where it is known.
    pub time: Option<TimeControl>,
    /// How it ended, where that is known.
    pub result: Option<GameResult>,
    start: Chess,
    moves: Vec<Move>,
    /// Seconds left after each half-move.
    clocks: Vec<Option<f64>>,
    /// Scores in comments after each half-move.
    evals: Vec<Option<Worth>>,
    hash: u64,
}

impl Course {
    /// The columns that it takes.
    pub const COLUMNS: WideColumns = WideColumns::ALL;

    /// The game of a row.
    pub fn of(row: GameRow<'_>) -> Course {
        let words = [Some(row.source()), row.site(), row.event()];
        let words: Vec<&str> = words.into_iter().flatten().collect();
        let site = Site::named_in(&words.join(" "));
        let pace = row.time_class().map_or(Pace::Unknown, sissa_generate::pace);
        let ratings = before_the_game(row.elo(), row.outcome(), site);
        let players = ratings.map(|rating| Player { rating, site, pace });
        let time = match row.seconds() {
            (Some(base), increment) => Some(TimeControl {
                base: u32::try_from(base).unwrap_or(0),
                increment: u32::try_from(increment.unwrap_or(0)).unwrap_or(0),
            }),
            (None, _) => None,
        };
        let numbers: Vec<u16> = row.moves().collect();
        let start = row.start_fen().and_then(read_start).unwrap_or_default();
        let mut position = start.clone();
        let mut moves = Vec::with_capacity(numbers.len());
        for number in &numbers {
            let Some(played) = decode_move(&position, *number) else {
                break;
            };
            position.play_unchecked(played);
            moves.push(played);
        }
        let seconds = |clock: Option<i32>| clock.map(|hundredths| f64::from(hundredths) / 100.0);
        let clocks = row.clocks().unwrap_or_default();
        let evals = row.evals().unwrap_or_default();
        Course {
            header: GameHeader::of(row),
            players,
            time,
            result: row.outcome(),
            start,
            moves,
            clocks: clocks.into_iter().map(seconds).collect(),
            evals: evals.into_iter().map(|eval| eval.map(worth)).collect(),
            hash: split_hash(&numbers),
        }
    }

    /// Where it starts.
    pub fn start(&self) -> &Chess {
        &self.start
    }

    /// Its moves.
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// A number that is the same for the same moves and spreads games evenly.
    pub fn hash(&self) -> u64 {
        self.hash
    }

    /// Whether it is one of the games that the formula has not learnt from.
    pub fn kept_apart(&self) -> bool {
        kept_apart(self.hash)
    }

    /// Its positions from the first to the last, one more than it has moves.
    pub fn positions(&self) -> Vec<Chess> {
        let mut position = self.start.clone();
        let mut positions = vec![position.clone()];
        for played in &self.moves {
            position.play_unchecked(*played);
            positions.push(position.clone());
        }
        positions
    }

    /// The score that a comment gives the position after so many half-moves.
    pub fn eval(&self, ply: usize) -> Option<Worth> {
        self.evals.get(ply.checked_sub(1)?).copied().flatten()
    }

    /// Seconds that White and Black have left after so many half-moves; known where both are.
    pub fn clocks(&self, ply: usize) -> Option<[f64; 2]> {
        let base = self.time.map(|time| f64::from(time.base));
        crate::clocks::both(&self.clocks, base, self.start.turn(), ply)
    }

    /// What is known after so many half-moves, where a position has this worth.
    pub fn moment(&self, ply: usize, position: &Chess, worth: Worth) -> Moment {
        Moment {
            time: self.time,
            clocks: self.clocks(ply),
            ..Moment::new(position, worth).between(self.players[0], self.players[1])
        }
    }
}

/// What a won game is worth to a player of Chess.com against an equal one, twice: the commonest changes from one game of a
/// player to the next are 8 and 7 points.
const CHANGE: f64 = 16.0;

/// Chess.com's headers give ratings as they are after the game (of 1,995 changes between two games of a player of which one was won and
/// one lost, 1,788 followed the later result), which would tell how it ended. What the game brought is taken off again by Elo's rule.
fn before_the_game(
    ratings: [Option<u16>; 2],
    result: Option<GameResult>,
    site: Site,
) -> [Option<u16>; 2] {
    let ([Some(white), Some(black)], Some(result), Site::ChessCom) = (ratings, result, site) else {
        return ratings;
    };
    let score = match result {
        GameResult::White => 1.0,
        GameResult::Draw => 0.5,
        GameResult::Black => 0.0,
    };
    let gap = f64::from(white) - f64::from(black);
    let gained = |gap: f64| CHANGE * (score - 1.0 / (1.0 + 10_f64.powf(-gap / 400.0)));
    // What was expected depends on the gap before the game, which is the gap now less what it brought both.
    let gained = gained(gap - 2.0 * gained(gap)).round() as i32;
    let back = |rating: u16, gained: i32| {
        u16::try_from((i32::from(rating) - gained).max(1)).unwrap_or(rating)
    };
    [Some(back(white, gained)), Some(back(black, -gained))]
}

/// Whether the game of this number is kept apart: one in five is.
pub fn kept_apart(hash: u64) -> bool {
    (hash >> 20).is_multiple_of(5)
}

fn read_start(fen: &str) -> Option<Chess> {
    let fen: Fen = fen.parse().ok()?;
    fen.into_position(CastlingMode::Standard).ok()
}

/// A score of the column `evals`.
fn worth(eval: i16) -> Worth {
    let moves = |left: i16| u32::from(left.unsigned_abs());
    if eval > MATE - LONGEST_MATE {
        Worth::WhiteMates(moves(MATE - eval))
    } else if eval < LONGEST_MATE - MATE {
        Worth::BlackMates(moves(MATE + eval))
    } else {
        Worth::Centipawns(i32::from(eval))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chess_com_gives_ratings_after_the_game() {
        let after = |white: u16, black: u16, result: GameResult, site: Site| {
            before_the_game([Some(white), Some(black)], Some(result), site).map(Option::unwrap)
        };
        let (won, drawn, lost) = (GameResult::White, GameResult::Draw, GameResult::Black);
        assert_eq!(after(1008, 992, won, Site::ChessCom), [1000, 1000]);
        assert_eq!(after(992, 1008, lost, Site::ChessCom), [1000, 1000]);
        assert_eq!(after(1000, 1000, drawn, Site::ChessCom), [1000, 1000]);
        // Who was 400 points better gains little.
        assert_eq!(after(1401, 999, won, Site::ChessCom), [1400, 1000]);
        assert_eq!(after(1008, 992, won, Site::Lichess), [1008, 992]);
        let unknown = before_the_game([Some(1008), Some(992)], None, Site::ChessCom);
        assert_eq!(unknown, [Some(1008), Some(992)]);
    }
}
