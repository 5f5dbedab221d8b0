//! The terms of the formula: numbers of a moment, each with a name.
//!
//! `side` terms change their sign where the colours are swapped, but for the first; `draw` terms do not.

use sissa_nn::human::{Pace, Site};

use super::{Moment, TimeControl};
use crate::Worth;

/// A mate counts so many centipawns, less so many for each move.
const MATE: f64 = 5000.0;
const MATE_STEP: f64 = 100.0;

/// The names of the terms for White against Black.
pub const SIDE: [&str; 48] = [
    "one",
    "turn",
    "turn_worth",
    "small",
    "large",
    "small_rating",
    "large_rating",
    "small_rating2",
    "large_rating2",
    "small_phase",
    "large_phase",
    "small_late",
    "large_late",
    "small_bullet",
    "large_bullet",
    "small_blitz",
    "large_blitz",
    "small_rapid",
    "large_rapid",
    "small_board",
    "large_board",
    "points",
    "points_phase",
    "gap",
    "gap3",
    "gap_rating",
    "gap_rating2",
    "gap_phase",
    "gap_late",
    "gap_worth",
    "gap_bullet",
    "gap_blitz",
    "gap_rapid",
    "gap_board",
    "gap_chesscom",
    "clock",
    "clock_late",
    "clock_speed",
    "hurry",
    "hurry_rating",
    "small_hurry",
    "large_hurry",
    "small_chesscom",
    "large_chesscom",
    "clock_chesscom",
    "large_low",
    "small_low",
    "gap_low",
];

/// The names of the terms for a draw.
pub const DRAW: [&str; 34] = [
    "one",
    "small",
    "large",
    "small_rating",
    "rating",
    "rating2",
    "gap",
    "gap2",
    "gap_rating",
    "phase",
    "phase2",
    "phase_rating",
    "small_phase",
    "large_phase",
    "late",
    "late2",
    "small_late",
    "bullet",
    "blitz",
    "rapid",
    "board",
    "board_rating",
    "chesscom",
    "bare",
    "small_bullet",
    "equal",
    "hurry",
    "both_hurry",
    "phase_bullet",
    "phase_blitz",
    "large_chesscom",
    "low",
    "phase_chesscom",
    "large_low",
];

/// What both kinds of terms are made of.
pub(super) struct Parts {
    /// The value squeezed: `small` tells near values apart, `large` far ones.
    pub(super) small: f64,
    pub(super) large: f64,
    /// Half the difference of ratings and their mean, in units of 400 points.
    pub(super) gap: f64,
    pub(super) rating: f64,
    /// 0 with all men on the board, 1 with none.
    pub(super) phase: f64,
    /// 0 at the beginning, 1 after 60 moves and later.
    pub(super) late: f64,
    pub(super) points: f64,
    pub(super) turn: f64,
    pub(super) pace: [f64; 3],
    pub(super) board: f64,
    pub(super) chesscom: f64,
    /// How much more time White has, as a logarithm, and how much more Black has to hurry.
    pub(super) clock: f64,
    pub(super) hurry: [f64; 2],
    /// The logarithm of the time for a game, in units of five minutes.
    pub(super) speed: f64,
    pub(super) bare: f64,
    /// How far the mean rating is below 1400, in units of 400 points.
    low: f64,
}

fn flag(holds: bool) -> f64 {
    if holds { 1.0 } else { 0.0 }
}

fn centipawns(worth: Worth) -> f64 {
    let mate = |moves: u32| MATE - MATE_STEP * f64::from(moves.min(30));
    match worth {
        Worth::Centipawns(value) => f64::from(value).clamp(-2000.0, 2000.0),
        Worth::WhiteMates(moves) => mate(moves),
        Worth::BlackMates(moves) => -mate(moves),
    }
}

impl Parts {
    pub(super) fn of(moment: &Moment) -> Parts {
        let value = centipawns(moment.worth);
        let (gap, mean) = match moment.players.map(|player| player.rating.map(f64::from)) {
            [Some(white), Some(black)] => (
                ((white - black) / 400.0).clamp(-2.5, 2.5),
                f64::midpoint(white, black),
            ),
            _ => (0.0, 1700.0),
        };
        let rating = (mean - 1700.0).clamp(-1300.0, 1500.0) / 800.0;
        let [white, black] = moment.points.map(f64::from);
        let pace = moment.players[0].pace;
        let site = moment.players[0].site;
        // No game over the board that was learnt from told its time control: how much more time a side has means
        // the same there, how long ago the game began does not.
        let time = moment.time.filter(|_| site != Site::Board);
        let (clock, hurry) = clocks(moment.clocks, time);
        Parts {
            small: (value / 250.0).tanh(),
            large: (value / 400.0).asinh(),
            gap,
            rating,
            phase: 1.0 - ((white + black) / 78.0).min(1.0),
            late: (f64::from(moment.ply) / 120.0).min(1.0),
            points: ((white - black) / 5.0).tanh(),
            turn: moment.turn.fold_wb(1.0, -1.0),
            pace: [Pace::Bullet, Pace::Blitz, Pace::Rapid].map(|kind| flag(pace == kind)),
            board: flag(site == Site::Board),
            chesscom: flag(site == Site::ChessCom),
            clock,
            hurry,
            speed: time.map_or(0.0, |time| {
                (time.seconds().clamp(15.0, 3600.0) / 300.0).ln()
            }),
            bare: flag(white + black <= 8.0),
            low: ((1400.0 - mean) / 400.0).clamp(0.0, 2.0),
        }
    }
}

/// How much more time White has, and how much White and Black have to hurry: 0 with much time, 1 with none.
fn clocks(left: Option<[f64; 2]>, time: Option<TimeControl>) -> (f64, [f64; 2]) {
    let Some(left) = left else {
        return (0.0, [0.0; 2]);
    };
    let increment = time.map_or(0.0, |time| f64::from(time.increment));
    let [white, black] = left.map(|seconds| seconds.max(0.0) + 10.0 * increment);
    let hurry = [white, black].map(|seconds| 1.0 / (1.0 + seconds / 15.0));
    (((white + 2.0) / (black + 2.0)).ln().clamp(-3.0, 3.0), hurry)
}

/// The terms for White against Black, in the order of [`SIDE`].
pub fn side_terms(moment: &Moment) -> [f64; SIDE.len()] {
    let p = Parts::of(moment);
    let [bullet, blitz, rapid] = p.pace;
    let hurry = p.hurry[1] - p.hurry[0];
    let pressure = p.hurry[0].max(p.hurry[1]);
    let rating2 = p.rating * p.rating;
    [
        1.0,
        p.turn,
        p.turn * (1.0 - p.small.abs()) * p.phase,
        p.small,
        p.large,
        p.small * p.rating,
        p.large * p.rating,
        p.small * rating2,
        p.large * rating2,
        p.small * p.phase,
        p.large * p.phase,
        p.small * p.late,
        p.large * p.late,
        p.small * bullet,
        p.large * bullet,
        p.small * blitz,
        p.large * blitz,
        p.small * rapid,
        p.large * rapid,
        p.small * p.board,
        p.large * p.board,
        p.points,
        p.points * p.phase,
        p.gap,
        p.gap.powi(3),
        p.gap * p.rating,
        p.gap * rating2,
        p.gap * p.phase,
        p.gap * p.late,
        p.gap * p.small.abs(),
        p.gap * bullet,
        p.gap * blitz,
        p.gap * rapid,
        p.gap * p.board,
        p.gap * p.chesscom,
        p.clock,
        p.clock * p.late,
        p.clock * p.speed,
        hurry,
        hurry * p.rating,
        p.small * pressure,
        p.large * pressure,
        p.small * p.chesscom,
        p.large * p.chesscom,
        p.clock * p.chesscom,
        p.large * p.low,
        p.small * p.low,
        p.gap * p.low,
    ]
}

/// The terms for a draw, in the order of [`DRAW`].
pub fn draw_terms(moment: &Moment) -> [f64; DRAW.len()] {
    let p = Parts::of(moment);
    let [bullet, blitz, rapid] = p.pace;
    let (small, large, gap) = (p.small.abs(), p.large.abs(), p.gap.abs());
    [
        1.0,
        small,
        large,
        small * p.rating,
        p.rating,
        p.rating * p.rating,
        gap,
        gap * gap,
        gap * p.rating,
        p.phase,
        p.phase * p.phase,
        p.phase * p.rating,
        small * p.phase,
        large * p.phase,
        p.late,
        p.late * p.late,
        small * p.late,
        bullet,
        blitz,
        rapid,
        p.board,
        p.board * p.rating,
        p.chesscom,
        p.bare,
        small * bullet,
        flag(moment.points[0] == moment.points[1]),
        p.hurry[0].max(p.hurry[1]),
        p.hurry[0].min(p.hurry[1]),
        p.phase * bullet,
        p.phase * blitz,
        large * p.chesscom,
        p.low,
        p.phase * p.chesscom,
        large * p.low,
    ]
}

#[cfg(test)]
mod tests {
    use shakmaty::{Chess, Color};
    use sissa_nn::human::Player;

    use super::*;

    #[test]
    fn swapped_colours_swap_the_sides_and_leave_draws() {
        let moment = Moment {
            points: [30, 25],
            clocks: Some([20.0, 50.0]),
            ..Moment::new(&Chess::default(), Worth::Centipawns(130))
                .between(Player::rated(1500), Player::rated(1730))
        };
        let swapped = Moment {
            worth: Worth::Centipawns(-130),
            turn: Color::Black,
            points: [25, 30],
            players: [moment.players[1], moment.players[0]],
            clocks: Some([50.0, 20.0]),
            ..moment
        };
        let (one, other) = (side_terms(&moment), side_terms(&swapped));
        for (name, (one, other)) in SIDE.iter().zip(one.iter().zip(other)).skip(1) {
            assert!((one + other).abs() < 1e-12, "{name}: {one} and {other}");
        }
        assert_eq!(draw_terms(&moment), draw_terms(&swapped));
    }

    #[test]
    fn over_the_board_only_the_difference_of_clocks_counts() {
        let player = Player {
            site: Site::Board,
            ..Player::rated(1800)
        };
        let unknown = Moment {
            clocks: Some([600.0, 1200.0]),
            ..Moment::new(&Chess::default(), Worth::Centipawns(0)).between(player, player)
        };
        let known = Moment {
            time: Some(TimeControl {
                base: 5400,
                increment: 30,
            }),
            ..unknown
        };
        assert_eq!(side_terms(&known), side_terms(&unknown));
        assert_ne!(side_terms(&known), side_terms(&known.without_clocks()));
    }
}
