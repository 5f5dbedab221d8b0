//! The move model that sees: the light model's score, corrected by what was seen.
//!
//! ```text
//! score of a move that came to mind = (1 + a·c) · log share by the light model
//!                                    + c · U · t  +  out · ReLU(B p + T t + C c + b)
//! score of another move             = (1 + a·c) · log share  +  k·c
//! ```
//!
//! where `c` are the numbers of player and position, `t` what was seen of the move, and `p` the 96 terms of the light
//! model's own score. `U` are weights by rating; the hidden layer lets everything work on everything.

use std::ops::Range;

use sissa_nn::{
    human::{Choices, add, parts::WIDTH, row},
    tensors::{TensorError, Tensors},
};

use crate::{CONTEXT, Looked, Scene, TRAITS};

/// The shape of the network and where its parts lie among the parameters.
pub mod parts {
    use super::*;

    /// Width of the hidden layer.
    pub const HIDDEN: usize = 64;
    /// Weights of what was seen, a row for each number of the context.
    pub const LINEAR: Range<usize> = 0..CONTEXT * TRAITS;
    /// How much sharper the light model is taken.
    pub const SHARP: Range<usize> = LINEAR.end..LINEAR.end + CONTEXT;
    /// What moves have that did not come to mind.
    pub const OUTSIDE: Range<usize> = SHARP.end..SHARP.end + CONTEXT;
    /// Rows of the hidden layer for the light model's terms.
    pub const TERMS: Range<usize> = OUTSIDE.end..OUTSIDE.end + WIDTH * HIDDEN;
    /// … for what was seen.
    pub const SEEN: Range<usize> = TERMS.end..TERMS.end + TRAITS * HIDDEN;
    /// … for the context.
    pub const AROUND: Range<usize> = SEEN.end..SEEN.end + CONTEXT * HIDDEN;
    /// What the hidden layer is multiplied by.
    pub const OUT: Range<usize> = AROUND.end..AROUND.end + HIDDEN;
    /// All parameters.
    pub const COUNT: usize = OUT.end;

    /// Names and places, in the order of the file.
    pub const ALL: [(&str, Range<usize>); 7] = [
        ("linear", LINEAR),
        ("sharp", SHARP),
        ("outside", OUTSIDE),
        ("terms", TERMS),
        ("seen", SEEN),
        ("around", AROUND),
        ("out", OUT),
    ];
}

use parts::HIDDEN;

/// The move model that sees.
#[derive(Clone, Debug, PartialEq)]
pub struct Sighted {
    parameters: Vec<f32>,
}

/// What all moves of a scene share.
struct Shared {
    weights: [f32; TRAITS],
    sharp: f32,
    outside: f32,
    around: [f32; HIDDEN],
}

fn dot<const N: usize>(left: &[f32; N], right: &[f32; N]) -> f32 {
    let mut lanes = [0.0; 8];
    let (left, right) = (left.chunks(8), right.chunks(8));
    for (left, right) in left.zip(right) {
        for (lane, (left, right)) in lanes.iter_mut().zip(left.iter().zip(right)) {
            *lane += left * right;
        }
    }
    lanes.iter().sum()
}

impl Sighted {
    /// From its parameters; `None` where they are not as many as [`parts::COUNT`].
    pub fn new(parameters: Vec<f32>) -> Option<Sighted> {
        (parameters.len() == parts::COUNT).then_some(Sighted { parameters })
    }

    /// The one that comes with the program.
    pub fn shipped() -> &'static Sighted {
        use std::sync::LazyLock;

        static SHIPPED: LazyLock<Sighted> = LazyLock::new(|| {
            let tensors = sissa_nn::tensors::read(sissa_models::SIGHTED);
            let sighted = tensors.and_then(|tensors| Sighted::from_tensors(&tensors));
            sighted.expect("a test reads it")
        });
        &SHIPPED
    }

    /// From a weight file.
    pub fn from_tensors(tensors: &Tensors) -> Result<Sighted, TensorError> {
        let parameters = tensors.gather(&parts::ALL)?;
        Ok(Sighted { parameters })
    }

    /// For a weight file.
    pub fn to_tensors(&self, notes: &[(&str, &str)]) -> Tensors {
        Tensors::split(&self.parameters, &parts::ALL, notes)
    }

    /// All parameters.
    pub fn parameters(&self) -> &[f32] {
        &self.parameters
    }

    /// All parameters, to be changed.
    pub fn parameters_mut(&mut self) -> &mut [f32] {
        &mut self.parameters
    }

    fn shared(&self, scene: &Scene) -> Shared {
        let weights = &self.parameters;
        let mut shared = Shared {
            weights: [0.0; TRAITS],
            sharp: 1.0,
            outside: 0.0,
            around: [0.0; HIDDEN],
        };
        for (place, number) in scene.context.iter().enumerate() {
            if *number != 0.0 {
                let linear = &weights[parts::LINEAR];
                add(&mut shared.weights, row(linear, place), *number);
                let around = &weights[parts::AROUND];
                add(&mut shared.around, row(around, place), *number);
                shared.sharp += weights[parts::SHARP.start + place] * number;
                shared.outside += weights[parts::OUTSIDE.start + place] * number;
            }
        }
        shared
    }

    /// The hidden layer of a move before ReLU.
    fn hidden(&self, shared: &Shared, looked: &Looked) -> [f32; HIDDEN] {
        let mut hidden = shared.around;
        let terms = &self.parameters[parts::TERMS];
        for (place, number) in looked.terms.iter().enumerate() {
            add(&mut hidden, row(terms, place), *number);
        }
        let seen = &self.parameters[parts::SEEN];
        for (place, number) in looked.traits.iter().enumerate() {
            if *number != 0.0 {
                add(&mut hidden, row(seen, place), *number);
            }
        }
        hidden
    }

    fn score_of(
        &self,
        shared: &Shared,
        base: f32,
        looked: Option<(&Looked, &[f32; HIDDEN])>,
    ) -> f32 {
        let score = shared.sharp * base;
        let Some((looked, hidden)) = looked else {
            return score + shared.outside;
        };
        let out: &[f32; HIDDEN] = row(&self.parameters[parts::OUT], 0);
        let active = hidden.map(|number| number.max(0.0));
        score + dot(&shared.weights, &looked.traits) + dot(out, &active)
    }

    /// The score of every entry of a scene.
    pub fn scores(&self, scene: &Scene) -> Vec<f32> {
        let shared = self.shared(scene);
        let score = |entry: &crate::Entry| match entry.looked.map(|at| &scene.looked[at]) {
            Some(looked) => {
                let hidden = self.hidden(&shared, looked);
                self.score_of(&shared, entry.base, Some((looked, &hidden)))
            }
            None => self.score_of(&shared, entry.base, None),
        };
        scene.entries.iter().map(score).collect()
    }

    /// How likely each legal move is, and the end of the game: what people of the rating are foretold to play.
    pub fn moves(&self, scene: &Scene) -> Choices {
        let mut choices = Choices::default();
        for (entry, score) in scene.entries.iter().zip(self.scores(scene)) {
            match entry.played {
                Some(played) => choices.moves.push((played, score)),
                None => choices.end = score,
            }
        }
        choices.softmax();
        choices
    }
}

/// Adds a scene's gradient; answers its loss, the negative logarithm of the share of the entry that was chosen.
pub fn slopes(model: &Sighted, scene: &Scene, chosen: usize, gradient: &mut [f32]) -> f32 {
    let shared = model.shared(scene);
    let hidden: Vec<[f32; HIDDEN]> = scene
        .looked
        .iter()
        .map(|looked| model.hidden(&shared, looked))
        .collect();
    let mut shares: Vec<f32> = scene
        .entries
        .iter()
        .map(|entry| {
            let looked = entry.looked.map(|at| (&scene.looked[at], &hidden[at]));
            model.score_of(&shared, entry.base, looked)
        })
        .collect();
    let highest = shares.iter().fold(f32::MIN, |most, score| most.max(*score));
    for share in &mut shares {
        *share = (*share - highest).exp();
    }
    let total: f32 = shares.iter().sum();
    let out: &[f32; HIDDEN] = row(&model.parameters[parts::OUT], 0);
    let (mut sharp, mut outside) = (0.0, 0.0);
    let mut linear = [0.0; TRAITS];
    let mut around = [0.0; HIDDEN];
    for (index, entry) in scene.entries.iter().enumerate() {
        let error = shares[index] / total - f32::from(u8::from(index == chosen));
        sharp += error * entry.base;
        let Some(at) = entry.looked else {
            outside += error;
            continue;
        };
        let looked = &scene.looked[at];
        add(&mut linear, &looked.traits, error);
        let mut slope = [0.0; HIDDEN];
        for i in 0..HIDDEN {
            gradient[parts::OUT.start + i] += error * hidden[at][i].max(0.0);
            slope[i] = if hidden[at][i] > 0.0 {
                error * out[i]
            } else {
                0.0
            };
        }
        for (place, number) in looked.terms.iter().enumerate() {
            add(row_mut(&mut gradient[parts::TERMS], place), &slope, *number);
        }
        for (place, number) in looked.traits.iter().enumerate() {
            if *number != 0.0 {
                add(row_mut(&mut gradient[parts::SEEN], place), &slope, *number);
            }
        }
        add(&mut around, &slope, 1.0);
    }
    for (place, number) in scene.context.iter().enumerate() {
        if *number != 0.0 {
            add(
                row_mut(&mut gradient[parts::LINEAR], place),
                &linear,
                *number,
            );
            add(
                row_mut(&mut gradient[parts::AROUND], place),
                &around,
                *number,
            );
            gradient[parts::SHARP.start + place] += sharp * number;
            gradient[parts::OUTSIDE.start + place] += outside * number;
        }
    }
    -(shares[chosen] / total).max(1e-20).ln()
}

fn row_mut<const N: usize>(table: &mut [f32], index: usize) -> &mut [f32; N] {
    (&mut table[index * N..][..N])
        .try_into()
        .expect("N numbers")
}

#[cfg(test)]
mod tests {
    use shakmaty::{Chess, Position as _};
    use sissa_nn::human::{Past, Player};

    use super::*;
    use crate::{Eyes, View};

    #[test]
    fn gradients_are_differences_of_the_loss() {
        let mut number = 0.0_f32;
        let parameters = (0..parts::COUNT).map(|_| {
            number = (number + 0.618_034) % 1.0;
            0.3 * (number - 0.5)
        });
        let mut model = Sighted::new(parameters.collect()).unwrap();
        let (mut position, mut past) = (Chess::default(), Past::default());
        for turn in 0..21 {
            let moves = position.legal_moves();
            let played = moves[turn * 7 % moves.len()];
            past = past.then(played);
            position.play_unchecked(played);
        }
        let scene = Eyes::default().scene(View {
            position: &position,
            past: &past,
            seen: &[],
            player: &Player::rated(1437),
        });
        let chosen = 3;
        let mut gradient = vec![0.0; parts::COUNT];
        slopes(&model, &scene, chosen, &mut gradient);
        let mut checked = 0;
        for (name, place) in parts::ALL {
            let mut places: Vec<usize> = place.filter(|at| gradient[*at].abs() > 1e-3).collect();
            assert!(!places.is_empty(), "nothing to learn for {name}");
            places.truncate(300);
            for at in places.into_iter().step_by(23) {
                let before = model.parameters[at];
                let mut none = vec![0.0; parts::COUNT];
                let mut loss_at = |number: f32| {
                    model.parameters[at] = number;
                    f64::from(slopes(&model, &scene, chosen, &mut none))
                };
                let (above, below) = (loss_at(before + 2e-3), loss_at(before - 2e-3));
                loss_at(before);
                let difference = (above - below) / 4e-3;
                let slope = f64::from(gradient[at]);
                // A step across the corner of a ReLU is no derivative: a few parts in a hundred.
                let near = (difference - slope).abs() < 0.04 * slope.abs() + 3e-3;
                assert!(near, "{name} {at}: {slope} but {difference}");
                checked += 1;
            }
        }
        assert!(checked > 40, "{checked}");
    }
}
