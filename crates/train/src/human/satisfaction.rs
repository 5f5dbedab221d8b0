//! What the satisfaction model learns: whether a wish came true later in the game.
//!
//! Wishes are made up without looking at how the game goes on, so that the share of those that come true is
//! the probability itself: half of them are the men of another game at some time, half the men on the board
//! with a few taken off. They ask for the five counts of one side or of both, for some of them, or for
//! ranges.

use std::sync::Arc;

use rand::RngExt as _;
use rand_xoshiro::Xoshiro256PlusPlus;
use serde_json::{Value, json};
use shakmaty::{Chess, Position as _};
use sissa_games::decode_move;
use sissa_nn::{
    human::{
        OUTLOOK_HIDDEN, Outlook, Wish, add, counts, outlook_features, outlook_parts as parts, row,
    },
    sigmoid,
    tensors::Tensors,
};

use super::{Corpus, GameOf, Groups, Lesson};

type Counts = [[u8; 5]; 2];

/// Positions of a game that are drawn, and wishes for each.
const POSITIONS: usize = 8;
const WISHES: usize = 3;
/// One game in so many is learnt without ratings.
const UNRATED: u32 = 10;

/// The lesson.
#[derive(Debug)]
pub struct OutlookLesson {
    /// The games.
    pub corpus: Arc<Corpus>,
    /// How often each group is drawn from.
    pub groups: Groups,
    /// Positions of a validation.
    pub validation_positions: usize,
}

/// A position with a wish, and whether it came true.
struct Sample {
    places: Vec<(u16, f32)>,
    came_true: bool,
}

/// A wish like the men of another position: all, some, or ranges around them.
fn wish(like: &Counts, rng: &mut Xoshiro256PlusPlus) -> Wish {
    let mut wish = Wish::ANYTHING;
    let sides = match rng.random_range(0..10) {
        0..4 => [true, false],
        4..8 => [false, true],
        _ => [true, true],
    };
    let whole = rng.random_range(0..2) == 0;
    let ranges = !whole && rng.random_range(0..3) == 0;
    for (side, counts) in like.iter().enumerate() {
        for (kind, count) in counts.iter().copied().enumerate() {
            if !sides[side] || !(whole || rng.random_range(0..2) == 0) {
                continue;
            }
            wish.0[side][kind] = match rng.random_range(0..3) {
                0 if ranges => (count, u8::MAX),
                1 if ranges => (0, count),
                2 if ranges => (count.saturating_sub(1), count + 1),
                _ => (count, count),
            };
        }
    }
    wish
}

/// Men on the board with a few taken off.
fn fewer(counts: &Counts, rng: &mut Xoshiro256PlusPlus) -> Counts {
    let mut fewer = *counts;
    for _ in 0..rng.random_range(1..6) {
        let men: u8 = fewer.iter().flatten().sum();
        if men == 0 {
            break;
        }
        let mut at = rng.random_range(0..men);
        for count in fewer.iter_mut().flatten() {
            if at < *count {
                *count -= 1;
                break;
            }
            at -= *count;
        }
    }
    fewer
}

impl OutlookLesson {
    fn counts_of(&self, game: &GameOf) -> Vec<Counts> {
        let mut position = Chess::default();
        let mut all = vec![counts(position.board())];
        for number in self.corpus.moves(game) {
            let Some(played) = decode_move(&position, *number) else {
                break;
            };
            position.play_unchecked(played);
            all.push(counts(position.board()));
        }
        all
    }

    /// Samples of a game, with the men of another to wish for.
    fn samples(
        &self,
        game: &GameOf,
        donor: &GameOf,
        rng: &mut Xoshiro256PlusPlus,
        call: &mut impl FnMut(Sample),
    ) {
        let moves = self.corpus.moves(game);
        let all = self.counts_of(game);
        let others = self.counts_of(donor);
        let unrated = rng.random_range(0..UNRATED) == 0;
        let mean = game.players.iter().filter_map(|player| player.rating);
        let mean = mean.sum::<u16>() / 2;
        let rating = (!unrated).then_some(mean);
        let one_in = moves.len().div_ceil(POSITIONS).max(1);
        let phase = rng.random_range(0..one_in);
        let mut position = Chess::default();
        for (ply, now) in all.iter().enumerate() {
            if ply % one_in == phase {
                for _ in 0..WISHES {
                    let like = match rng.random_range(0..2) {
                        0 => others[rng.random_range(0..others.len())],
                        _ => fewer(now, rng),
                    };
                    let wish = wish(&like, rng);
                    let met = |counts: &Counts| {
                        (0..2).all(|side| {
                            (0..5).all(|kind| {
                                let (least, most) = wish.0[side][kind];
                                (least..=most).contains(&counts[side][kind])
                            })
                        })
                    };
                    // What is so already teaches nothing.
                    if met(now) {
                        continue;
                    }
                    let mut places = Vec::with_capacity(64);
                    outlook_features(&position, &wish, rating, &mut |place, number| {
                        places.push((u16::try_from(place).expect("a short vector"), number));
                    });
                    call(Sample {
                        places,
                        came_true: all[ply..].iter().any(met),
                    });
                }
            }
            if let Some(played) = moves.get(ply).and_then(|n| decode_move(&position, *n)) {
                position.play_unchecked(played);
            }
        }
    }
}

/// Adds a sample's gradient; answers its loss.
fn slopes(outlook: &Outlook, sample: &Sample, gradient: &mut [f32]) -> f32 {
    let sums = outlook.sums(&sample.places);
    let chance = sigmoid(outlook.score(&sums));
    let truth = f32::from(u8::from(sample.came_true));
    let error = chance - truth;
    let out: &[f32; OUTLOOK_HIDDEN] = row(&outlook.parameters()[parts::OUT], 0);
    let mut slope = [0.0; OUTLOOK_HIDDEN];
    for index in 0..OUTLOOK_HIDDEN {
        if sums[index] > 0.0 {
            slope[index] = error * out[index];
            gradient[parts::OUT.start + index] += error * sums[index];
        }
    }
    gradient[parts::BASE.start] += error;
    for (place, number) in &sample.places {
        let at = usize::from(*place) * OUTLOOK_HIDDEN;
        let rows: &mut [f32; OUTLOOK_HIDDEN] = (&mut gradient[at..][..OUTLOOK_HIDDEN])
            .try_into()
            .expect("a row");
        add(rows, &slope, *number);
    }
    for (bias, slope) in gradient[parts::BIAS].iter_mut().zip(slope) {
        *bias += slope;
    }
    let right = if sample.came_true {
        chance
    } else {
        1.0 - chance
    };
    -right.max(1e-9).ln()
}

impl Lesson for OutlookLesson {
    type Network = Outlook;

    fn random(&self, rng: &mut Xoshiro256PlusPlus) -> Outlook {
        let mut parameters = vec![0.0; parts::COUNT];
        for place in [parts::ROWS, parts::OUT] {
            for parameter in &mut parameters[place] {
                *parameter = rng.random_range(-0.15..0.15);
            }
        }
        Outlook::new(parameters).expect("as many as there are")
    }

    fn parameters(network: &mut Outlook) -> &mut [f32] {
        network.parameters_mut()
    }

    fn accumulate(
        &self,
        outlook: &Outlook,
        count: usize,
        rng: &mut Xoshiro256PlusPlus,
        gradient: &mut [f32],
    ) -> (f64, usize) {
        let (mut loss, mut done) = (0.0, 0);
        while done < count {
            let (game, donor) = match (
                self.corpus.draw(&self.groups, rng),
                self.corpus.draw(&self.groups, rng),
            ) {
                (Some(game), Some(donor)) => (game, donor),
                _ => break,
            };
            self.samples(game, donor, rng, &mut |sample| {
                loss += f64::from(slopes(outlook, &sample, gradient));
                done += 1;
            });
        }
        (loss, done)
    }

    /// Loss beside that of the constant rate, and how often wishes of each tenth of probability came true.
    fn validate(&self, outlook: &Outlook) -> Value {
        use rand::SeedableRng as _;
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(9);
        let mut tenths = [(0_u64, 0.0_f64, 0_u64); 10];
        let (mut loss, mut count, mut true_ones) = (0.0, 0_u64, 0_u64);
        let games: Vec<&GameOf> = self.corpus.held_out().collect();
        for (number, game) in games.iter().enumerate() {
            let donor = games[(number * 7 + 1) % games.len()];
            self.samples(game, donor, &mut rng, &mut |sample| {
                let chance = sigmoid(outlook.score(&outlook.sums(&sample.places)));
                let right = if sample.came_true {
                    chance
                } else {
                    1.0 - chance
                };
                loss -= f64::from(right.max(1e-9).ln());
                count += 1;
                true_ones += u64::from(sample.came_true);
                let tenth = &mut tenths[((10.0 * chance) as usize).min(9)];
                tenth.0 += 1;
                tenth.1 += f64::from(chance);
                tenth.2 += u64::from(sample.came_true);
            });
            if count >= self.validation_positions as u64 {
                break;
            }
        }
        let rate = true_ones as f64 / count.max(1) as f64;
        let calibration: Vec<Value> = tenths
            .iter()
            .map(|(count, said, came)| {
                let share = |part: f64| part / (*count).max(1) as f64;
                json!({"samples": count, "said": share(*said), "came_true": share(*came as f64)})
            })
            .collect();
        json!({
            "samples": count,
            "came_true": rate,
            "loss": loss / count.max(1) as f64,
            "constant_loss": -(rate * rate.ln() + (1.0 - rate) * (1.0 - rate).ln()),
            "calibration": calibration,
        })
    }

    fn tensors(outlook: &Outlook, notes: &[(&str, &str)]) -> Tensors {
        outlook.to_tensors(notes)
    }
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng as _;
    use shakmaty::Color;
    use sissa_nn::Tuple;

    use super::*;

    #[test]
    fn gradients_are_differences_of_the_loss() {
        let lesson = OutlookLesson {
            corpus: Arc::default(),
            groups: Groups::default(),
            validation_positions: 0,
        };
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(3);
        let mut outlook = lesson.random(&mut rng);
        let mut places = Vec::new();
        let wish = Wish::tuple(Color::White, Tuple([1, 1, 2, 1, 7]));
        outlook_features(
            &Chess::default(),
            &wish,
            Some(1700),
            &mut |place, number| {
                places.push((u16::try_from(place).unwrap(), number));
            },
        );
        let sample = Sample {
            places,
            came_true: true,
        };
        let mut gradient = vec![0.0; parts::COUNT];
        slopes(&outlook, &sample, &mut gradient);
        let mut checked = 0;
        for (name, place) in parts::ALL {
            let places: Vec<usize> = place.filter(|at| gradient[*at].abs() > 1e-3).collect();
            assert!(!places.is_empty(), "nothing to learn for {name}");
            for at in places.into_iter().step_by(31).take(20) {
                let before = outlook.parameters()[at];
                let mut loss_at = |number: f32| {
                    outlook.parameters_mut()[at] = number;
                    f64::from(slopes(&outlook, &sample, &mut vec![0.0; parts::COUNT]))
                };
                let difference = (loss_at(before + 1e-3) - loss_at(before - 1e-3)) / 2e-3;
                loss_at(before);
                let slope = f64::from(gradient[at]);
                let near = (difference - slope).abs() < 0.03 * slope.abs() + 1e-3;
                assert!(near, "{name} {at}: {slope} but {difference}");
                checked += 1;
            }
        }
        assert!(checked > 10);
    }

    #[test]
    fn wishes_are_like_what_they_are_made_of() {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(5);
        let start = counts(Chess::default().board());
        for _ in 0..200 {
            let like = fewer(&start, &mut rng);
            let wish = wish(&like, &mut rng);
            let met = (0..2).all(|side| {
                (0..5).all(|kind| {
                    let (least, most) = wish.0[side][kind];
                    (least..=most).contains(&like[side][kind])
                })
            });
            assert!(met && like != start);
        }
    }
}
