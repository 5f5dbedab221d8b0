//! The formula's coefficients, by Newton's method: its loss has one valley, so nothing depends on where one begins.

use sissa_judge::outcome::{DRAW, Formula, SIDE, draw_terms, side_terms};

use super::samples::Sample;

const ALL: usize = SIDE.len() + DRAW.len();
/// What a coefficient of one costs, in samples: keeps terms that hardly vary near zero.
const RIDGE: f64 = 2.0;
const STEPS: usize = 12;

/// Fits a formula. A sample with clocks counts half with them and half without, so that both ways are learnt.
pub fn fit(samples: &[&Sample]) -> Formula {
    let mut formula = Formula::default();
    for _ in 0..STEPS {
        let step = step(samples, &formula);
        for (coefficient, change) in formula.side.iter_mut().zip(&step) {
            *coefficient -= change;
        }
        for (coefficient, change) in formula.draw.iter_mut().zip(&step[SIDE.len()..]) {
            *coefficient -= change;
        }
        if step.iter().all(|change| change.abs() < 1e-7) {
            break;
        }
    }
    formula
}

/// One step of Newton: the curvature's inverse times the slope.
fn step(samples: &[&Sample], formula: &Formula) -> Vec<f64> {
    let mut slope = vec![0.0; ALL];
    let mut curvature = vec![0.0; ALL * ALL];
    for at in 0..ALL {
        let coefficients = formula.side.iter().chain(&formula.draw);
        slope[at] = RIDGE * coefficients.copied().nth(at).unwrap_or(0.0);
        curvature[at * ALL + at] = RIDGE;
    }
    for sample in samples {
        let ways = match sample.moment.clocks {
            Some(_) => vec![(sample.moment, 0.5), (sample.moment.without_clocks(), 0.5)],
            None => vec![(sample.moment, 1.0)],
        };
        for (moment, weight) in ways {
            let told = formula.outcome(&moment).shares();
            let happened = |kind: usize| f64::from(u8::from(sample.result == kind));
            let [white, draw, black] = told;
            let by_side = weight * (white - happened(0) - black + happened(2));
            let by_draw = weight * (draw - happened(1));
            let side_side = weight * (white + black - (white - black).powi(2));
            let draw_draw = weight * draw * (1.0 - draw);
            let side_draw = -weight * draw * (white - black);
            let (sides, draws) = (side_terms(&moment), draw_terms(&moment));
            for (i, side) in sides.iter().enumerate() {
                slope[i] += by_side * side;
                for (j, other) in sides.iter().enumerate().take(i + 1) {
                    curvature[i * ALL + j] += side_side * side * other;
                }
            }
            for (i, term) in draws.iter().enumerate() {
                let row = (SIDE.len() + i) * ALL;
                slope[SIDE.len() + i] += by_draw * term;
                for (j, side) in sides.iter().enumerate() {
                    curvature[row + j] += side_draw * term * side;
                }
                for (j, other) in draws.iter().enumerate().take(i + 1) {
                    curvature[row + SIDE.len() + j] += draw_draw * term * other;
                }
            }
        }
    }
    solve(&mut curvature, slope)
}

/// Solves a symmetric positive system, given by its lower half (Cholesky).
fn solve(matrix: &mut [f64], mut right: Vec<f64>) -> Vec<f64> {
    let size = right.len();
    for i in 0..size {
        for j in 0..=i {
            let before: f64 = (0..j)
                .map(|k| matrix[i * size + k] * matrix[j * size + k])
                .sum();
            let rest = matrix[i * size + j] - before;
            matrix[i * size + j] = if i == j {
                rest.max(1e-12).sqrt()
            } else {
                rest / matrix[j * size + j]
            };
        }
    }
    for i in 0..size {
        let before: f64 = (0..i).map(|k| matrix[i * size + k] * right[k]).sum();
        right[i] = (right[i] - before) / matrix[i * size + i];
    }
    for i in (0..size).rev() {
        let behind: f64 = (i + 1..size).map(|k| matrix[k * size + i] * right[k]).sum();
        right[i] = (right[i] - behind) / matrix[i * size + i];
    }
    right
}

#[cfg(test)]
mod tests {
    use shakmaty::Chess;
    use sissa_judge::{Worth, outcome::Moment};

    use super::*;

    #[test]
    fn the_shares_of_the_samples_are_learnt() {
        // Two of four won, one drawn, one lost, whatever else: that is what the formula must say.
        let moment = Moment::new(&Chess::default(), Worth::Centipawns(0));
        let samples: Vec<Sample> = (0..4000)
            .map(|index| Sample {
                moment,
                result: [0, 0, 1, 2][index % 4],
                game: index as u64,
            })
            .collect();
        let samples: Vec<&Sample> = samples.iter().collect();
        let told = fit(&samples).outcome(&moment).shares();
        for (told, share) in told.iter().zip([0.5, 0.25, 0.25]) {
            assert!((told - share).abs() < 0.005, "{told} for {share}");
        }
    }
}
