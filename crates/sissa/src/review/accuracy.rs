//! How accurately a game was played: Lichess' formula, and our own.
//!
//! Lichess turns values into chances to win, the loss of each move into an accuracy, and those of a game into the mean of
//! two means: one weighted by how much the game swung around the move, one harmonic, which a few bad moves pull down.

use shakmaty::Color;
use sissa_judge::Worth;

/// Values beyond this, and mates, count as this.
const CEILING: f64 = 1000.0;
/// What Lichess takes the starting position for.
pub(super) const INITIAL: Worth = Worth::Centipawns(15);

/// White's chance to win in points of a hundred, by Lichess' curve.
pub(super) fn win_percent(worth: Worth) -> f64 {
    let value = match worth {
        Worth::Centipawns(value) => f64::from(value).clamp(-CEILING, CEILING),
        Worth::WhiteMates(_) => CEILING,
        Worth::BlackMates(_) => -CEILING,
    };
    50.0 + 50.0 * (2.0 / (1.0 + (-0.003_682_08 * value).exp()) - 1.0)
}

/// The accuracy of a move by the mover's chances before and after it.
pub(super) fn of_move(before: f64, after: f64) -> f64 {
    if after >= before {
        return 100.0;
    }
    let lost = before - after;
    let raw =
        103.166_810_071_164_9 * (-0.043_544_153_867_539_51 * lost).exp() - 3.166_924_740_191_411;
    // One point for what nobody can know.
    (raw + 1.0).clamp(0.0, 100.0)
}

fn deviation(values: &[f64]) -> f64 {
    let count = values.len() as f64;
    let mean = values.iter().sum::<f64>() / count;
    (values
        .iter()
        .map(|value| (value - mean).powi(2))
        .sum::<f64>()
        / count)
        .sqrt()
}

/// A move's accuracy and how much it weighs, by ply.
pub(super) fn weighted(wins: &[f64], first: Color) -> Vec<(f64, f64)> {
    if wins.len() < 2 {
        return Vec::new();
    }
    let moves = wins.len() - 1;
    let size = (moves / 10).clamp(2, 8).min(wins.len());
    let begun = std::iter::repeat_n(&wins[..size], size - 2);
    let windows = begun.chain(wins.windows(size));
    let weights = windows.map(|window| deviation(window).clamp(0.5, 12.0));
    wins.windows(2)
        .zip(weights)
        .enumerate()
        .map(|(ply, (pair, weight))| {
            let white = (ply % 2 == 0) == first.is_white();
            let accuracy = if white {
                of_move(pair[0], pair[1])
            } else {
                of_move(pair[1], pair[0])
            };
            (accuracy, weight)
        })
        .collect()
}

/// The accuracy of some moves of a game.
pub(super) fn mean(moves: &[(f64, f64)]) -> Option<f64> {
    if moves.is_empty() {
        return None;
    }
    let weights: f64 = moves.iter().map(|(_, weight)| weight).sum();
    let weighted: f64 = moves
        .iter()
        .map(|(accuracy, weight)| accuracy * weight)
        .sum();
    let inverse: f64 = moves
        .iter()
        .map(|(accuracy, _)| 1.0 / accuracy.max(1.0))
        .sum();
    Some((weighted / weights + moves.len() as f64 / inverse) / 2.0)
}

/// The accuracy of White and Black in a game, by White's chances at each position, the first included.
pub(super) fn of_game(wins: &[f64], first: Color) -> [Option<f64>; 2] {
    let moves = weighted(wins, first);
    let of = |parity: usize| {
        let own: Vec<(f64, f64)> = moves.iter().skip(parity).step_by(2).copied().collect();
        mean(&own)
    };
    let (begins, answers) = (of(0), of(1));
    first.fold_wb([begins, answers], [answers, begins])
}

/// Our own: what a move loses on average, in points of a hundred for these players, ten times off a hundred.
pub(super) fn by_points(mean_loss: f64) -> f64 {
    (100.0 - 10.0 * mean_loss).clamp(0.0, 100.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn near(found: f64, expected: f64) {
        assert!((found - expected).abs() < 0.005, "{found} but {expected}");
    }

    /// Worked out by hand, with a table of logarithms' worth of digits.
    #[test]
    fn moves_are_as_accurate_as_lichess_says() {
        near(win_percent(Worth::Centipawns(0)), 50.0);
        near(win_percent(Worth::Centipawns(100)), 59.10);
        near(win_percent(Worth::Centipawns(-300)), 24.89);
        near(win_percent(Worth::Centipawns(2500)), 97.54);
        near(win_percent(Worth::BlackMates(7)), 2.46);
        // 103.1668 e^-0.43544 - 3.1669 + 1 = 103.1668 * 0.64698 - 2.1669.
        near(of_move(60.0, 50.0), 64.58);
        near(of_move(50.0, 60.0), 100.0);
        near(of_move(100.0, 0.0), 0.0);
        near(of_move(50.0, 49.9), 100.0);
        // 103.1668 e^-0.04354 - 2.1669 = 103.1668 * 0.95739 - 2.1669.
        near(of_move(50.0, 49.0), 96.60);
    }

    /// Three half-moves: 15, 100, 0, -100 hundredths. Windows of two have the deviations |a - b| / 2.
    #[test]
    fn a_game_is_the_mean_of_two_means() {
        let values = [15, 100, 0, -100].map(|value| win_percent(Worth::Centipawns(value)));
        near(values[0], 51.38);
        let [white, black] = of_game(&values, Color::White);
        // White: 100 with weight 3.861, and of_move(50, 40.90) = 67.24 with weight 4.551: weighted 82.28; harmonic
        // 2 / (1/100 + 1/67.24) = 80.41; their mean 81.34.
        near(of_move(values[2], values[3]), 67.24);
        near(white.unwrap(), 81.34);
        // Black's only move gained.
        near(black.unwrap(), 100.0);
        assert_eq!(of_game(&values[..1], Color::White), [None, None]);
        let [white, black] = of_game(&values, Color::Black);
        assert!(white.unwrap() < 70.0 && black.unwrap() < 100.0);
    }
}
