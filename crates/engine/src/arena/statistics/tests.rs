use super::*;

fn after(pairs: [u64; 5]) -> MatchScore {
    MatchScore {
        pairs,
        ..MatchScore::default()
    }
}

#[test]
fn even_scores_are_zero_and_symmetric() {
    for pairs in [[3, 5, 20, 5, 3], [0, 0, 1, 0, 0], [1, 0, 0, 0, 1]] {
        let elo = after(pairs).elo();
        let (value, low, high) = (elo.value.unwrap(), elo.low.unwrap(), elo.high.unwrap());
        assert!(value.abs() < 1e-9 && (low + high).abs() < 1e-6, "{elo:?}");
        assert!(low < -10.0, "{elo:?}");
    }
}

#[test]
fn all_points_bound_the_difference_from_one_side() {
    assert_eq!(after([0; 5]).elo().to_string(), "unknown");
    let whitewash = |pairs: u64| after([0, 0, 0, 0, pairs]).elo();
    assert_eq!(whitewash(2).to_string(), "at least -203.3 (95 % interval)");
    assert_eq!(
        format!("{:.0}", after([2, 0, 0, 0, 0]).elo()),
        "at most +203 (95 % interval)"
    );
    let lows: Vec<f64> = (1..100)
        .map(|pairs| whitewash(pairs).low.unwrap())
        .collect();
    assert!(lows.is_sorted() && lows[49] > 500.0, "{lows:?}");
}

#[test]
fn many_games_give_the_normal_interval() {
    let score = after([40, 220, 500, 260, 80]);
    let count = score.count();
    let share = score.share();
    let variance: f64 = score
        .shares_and_counts()
        .map(|(one, number)| (one - share).powi(2) * number / count)
        .sum();
    let margin = 1.96 * (variance / count).sqrt();
    let elo = score.elo();
    assert!((elo.low.unwrap() - elo_of(share - margin)).abs() < 0.3);
    assert!((elo.high.unwrap() - elo_of(share + margin)).abs() < 0.3);
}

/// A pair of games between players of some difference in strength, as probabilities of 0 to 4 half points.
/// Draws come of a margin in Elo that a win needs; an opening may favour White, or suit one player.
fn pair_of(elo: f64, draw_margin: f64, for_white: f64, suits: f64) -> [f64; 5] {
    let game = |elo: f64| {
        let (win, loss) = (share_of(elo - draw_margin), share_of(-elo - draw_margin));
        [loss, 1.0 - win - loss, win]
    };
    let mut pair = [0.0; 5];
    for suits in [-suits, suits] {
        let (first, second) = (game(elo + suits + for_white), game(elo + suits - for_white));
        for (half_points, one) in first.iter().enumerate() {
            for (more, other) in second.iter().enumerate() {
                pair[half_points + more] += one * other / 2.0;
            }
        }
    }
    pair
}

/// All results of so many pairs.
fn results(pairs: u64) -> Vec<[u64; 5]> {
    let mut all = Vec::new();
    for a in 0..=pairs {
        for b in 0..=pairs - a {
            for c in 0..=pairs - a - b {
                for d in 0..=pairs - a - b - c {
                    all.push([a, b, c, d, pairs - a - b - c - d]);
                }
            }
        }
    }
    all
}

/// The probability of a result, and the logarithms of factorials that it needs.
fn probability(result: &[u64; 5], pair: &[f64; 5], factorials: &[f64]) -> f64 {
    let mut logarithm = factorials[result.iter().sum::<u64>() as usize];
    for (count, chance) in result.iter().zip(pair) {
        logarithm += *count as f64 * chance.max(1e-300).ln() - factorials[*count as usize];
    }
    logarithm.exp()
}

/// The probability that the interval holds the truth, summed over all results that a match can have: no
/// simulation. 4, 10, 20 and 50 games; equal players to 700 Elo; draws never, often or nearly always; fair
/// openings, openings that favour White and openings that suit one player.
#[test]
fn the_interval_holds_the_truth_in_at_least_93_of_100_matches() {
    let factorials: Vec<f64> = (0..=25)
        .map(|n| (1..=n).map(|k| f64::from(k).ln()).sum())
        .collect();
    for (pairs, mean_at_most) in [(2, 1.0), (5, 0.99), (10, 0.975), (25, 0.96)] {
        let intervals: Vec<([u64; 5], Elo)> = results(pairs)
            .into_iter()
            .map(|result| (result, after(result).elo()))
            .collect();
        let mut coverages = Vec::new();
        for elo in [0.0, 35.0, 100.0, 200.0, 400.0, 700.0] {
            for draw_margin in [0.0, 100.0, 200.0, 400.0] {
                for (for_white, suits) in [(0.0, 0.0), (150.0, 0.0), (0.0, 150.0)] {
                    let pair = pair_of(elo, draw_margin, for_white, suits);
                    let share: f64 = (0..5).map(|half| pair[half] * half as f64 / 4.0).sum();
                    let truth = elo_of(share);
                    let coverage: f64 = intervals
                        .iter()
                        .filter(|(_, interval)| {
                            interval.low.is_none_or(|low| low <= truth)
                                && interval.high.is_none_or(|high| high >= truth)
                        })
                        .map(|(result, _)| probability(result, &pair, &factorials))
                        .sum();
                    assert!(
                        coverage >= 0.93,
                        "{pairs} pairs, {elo} Elo, margin {draw_margin}, White {for_white}, suits {suits}: {coverage}"
                    );
                    coverages.push(coverage);
                }
            }
        }
        let mean = coverages.iter().sum::<f64>() / coverages.len() as f64;
        assert!(
            (0.95..=mean_at_most).contains(&mean),
            "{pairs} pairs: {mean}"
        );
    }
}

const TEST: Sprt = Sprt {
    elo0: 0.0,
    elo1: 10.0,
    alpha: 0.05,
    beta: 0.05,
};

#[test]
fn the_test_decides_when_it_is_clear() {
    let better = after([5, 20, 80, 90, 40]);
    assert!(matches!(TEST.judge(&better), SprtState::Accepted(_)));
    let worse = after([40, 90, 80, 20, 5]);
    assert!(matches!(TEST.judge(&worse), SprtState::Rejected(_)));
    assert_eq!(TEST.judge(&after([0; 5])), SprtState::Undecided(0.0));
}

#[test]
fn the_test_decides_when_all_pairs_are_alike() {
    assert!(matches!(
        TEST.judge(&after([0, 0, 0, 0, 3])),
        SprtState::Undecided(_)
    ));
    assert!(matches!(
        TEST.judge(&after([0, 0, 0, 0, 120])),
        SprtState::Accepted(_)
    ));
    assert!(matches!(
        TEST.judge(&after([0, 0, 120, 0, 0])),
        SprtState::Rejected(_)
    ));
}
