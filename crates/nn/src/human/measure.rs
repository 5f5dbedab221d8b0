//! How well the move model foretells moves, and simpler ways beside it.
//!
//! ```
//! use shakmaty::{Chess, Position as _};
//! use sissa_nn::human::{Past, Player, Policy, measure::Measures};
//!
//! let mut measures = Measures::default();
//! let (position, player) = (Chess::default(), Player::rated(1500));
//! let played = position.legal_moves()[0];
//! measures.add(Policy::shipped(), &position, &Past::default(), &player, played, false);
//! assert_eq!(measures.all.positions, 1);
//! ```

use std::collections::BTreeMap;

use shakmaty::{Chess, Move};

use super::{Choices, Pace, Past, Player, Policy, Scratch, Site, ply};

/// The ratings that the matrix asks for; the bands around them are 200 wide.
pub const ASKED: [u16; 6] = [900, 1200, 1500, 1800, 2100, 2400];

/// Figures over some positions.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Tally {
    /// How many positions.
    pub positions: u64,
    /// In how many the likeliest move was played, and one of the three likeliest.
    pub first: u64,
    pub third: u64,
    /// Sum of the negative logarithms of the shares of the moves played.
    pub loss: f64,
}

impl Tally {
    /// Adds a position: how many moves were likelier than the one played, and its share.
    pub fn add(&mut self, likelier: usize, share: f64) {
        self.positions += 1;
        self.first += u64::from(likelier == 0);
        self.third += u64::from(likelier < 3);
        self.loss -= share.max(1e-9).ln();
    }

    /// The share of positions in which the likeliest move was played.
    pub fn top_1(&self) -> f64 {
        self.first as f64 / self.positions.max(1) as f64
    }

    /// … one of the three likeliest.
    pub fn top_3(&self) -> f64 {
        self.third as f64 / self.positions.max(1) as f64
    }

    /// The mean loss, in natural logarithms.
    pub fn mean_loss(&self) -> f64 {
        self.loss / self.positions.max(1) as f64
    }
}

/// A part of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Phase {
    /// The first ten moves.
    Opening,
    /// Later, with at least seven pieces on the board besides kings and pawns.
    Middlegame,
    /// Later, with fewer.
    Endgame,
}

impl Phase {
    /// All.
    pub const ALL: [Phase; 3] = [Phase::Opening, Phase::Middlegame, Phase::Endgame];

    /// Of a position.
    pub fn of(position: &Chess) -> Phase {
        use shakmaty::Position as _;
        let board = position.board();
        let pieces = (board.occupied() & !board.pawns() & !board.kings()).count();
        match ply(position) {
            ..20 => Phase::Opening,
            _ if pieces >= 7 => Phase::Middlegame,
            _ => Phase::Endgame,
        }
    }

    /// The word for it.
    pub fn word(self) -> &'static str {
        match self {
            Phase::Opening => "opening",
            Phase::Middlegame => "middlegame",
            Phase::Endgame => "endgame",
        }
    }
}

/// All figures.
#[derive(Clone, Debug, Default)]
pub struct Measures {
    /// Over all positions.
    pub all: Tally,
    /// Online games of players of 1100 to 1899, bullet left out: what the model is judged by.
    pub judged: Tally,
    /// The same positions without the player's rating.
    pub unrated: Tally,
    /// By the lower end of a band of 200 points.
    pub bands: BTreeMap<u16, Tally>,
    /// By phase.
    pub phases: BTreeMap<Phase, Tally>,
    /// By tenths of the likeliest move's share: positions, sum of shares, how often it was played.
    pub calibration: [(u64, f64, u64); 10],
    /// By the player's band around one of [`ASKED`], what asking with each of them gives.
    pub matrix: [[Tally; ASKED.len()]; ASKED.len()],
    scratch: Scratch,
}

/// How many moves are likelier than the one played, and its share.
fn place(choices: &Choices, played: Move) -> Option<(usize, f64)> {
    let (_, share) = choices.moves.iter().find(|(other, _)| *other == played)?;
    let likelier = choices.moves.iter().filter(|(_, other)| other > share);
    Some((likelier.count(), f64::from(*share)))
}

impl Measures {
    /// Adds a position and what was played; the matrix costs six more looks, so it has only those it is
    /// asked to have. Answers where the move stood.
    pub fn add(
        &mut self,
        policy: &Policy,
        position: &Chess,
        past: &Past,
        player: &Player,
        played: Move,
        in_matrix: bool,
    ) -> Option<(usize, f64)> {
        let scratch = &mut self.scratch;
        let choices = policy.moves(position, past, player, scratch).without_end();
        let (likelier, share) = place(&choices, played)?;
        self.all.add(likelier, share);
        let online = player.site != Site::Board && player.pace != Pace::Bullet;
        if online
            && player
                .rating
                .is_some_and(|rating| (1100..1900).contains(&rating))
        {
            self.judged.add(likelier, share);
        }
        let phase = Phase::of(position);
        self.phases.entry(phase).or_default().add(likelier, share);
        let highest = choices.moves.iter().map(|(_, share)| *share);
        let highest = f64::from(highest.fold(0.0, f32::max));
        let tenth = &mut self.calibration[((10.0 * highest) as usize).min(9)];
        tenth.0 += 1;
        tenth.1 += highest;
        tenth.2 += u64::from(likelier == 0);
        let rating = player.rating?;
        let band = self.bands.entry(rating / 200 * 200).or_default();
        band.add(likelier, share);
        let mut ask = |rating: Option<u16>| {
            let other = Player { rating, ..*player };
            let choices = policy.moves(position, past, &other, scratch);
            place(&choices.without_end(), played)
        };
        if let Some((likelier, share)) = ask(None) {
            self.unrated.add(likelier, share);
        }
        let near = |asked: &u16| asked.abs_diff(rating) <= 100;
        if let Some(row) = ASKED.iter().position(near).filter(|_| in_matrix) {
            for (column, asked) in ASKED.into_iter().enumerate() {
                if let Some((likelier, share)) = ask(Some(asked)) {
                    self.matrix[row][column].add(likelier, share);
                }
            }
        }
        Some((likelier, share))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tallies_count_places() {
        let mut tally = Tally::default();
        for likelier in [0, 1, 2, 3] {
            tally.add(likelier, 0.5);
        }
        assert_eq!((tally.top_1(), tally.top_3()), (0.25, 0.75));
        assert!((tally.mean_loss() - 2.0_f64.ln()).abs() < 1e-12);
    }
}
