//! A network with its weights: positions to features, features to answers.

use super::{Dense, Shape, Symmetry, View, rectify};
use crate::{
    gemm::{Matrix, multiply},
    tensors::{TensorError, Tensors},
};

/// Which of two positions is the better one for White.
#[derive(Clone, Debug, PartialEq)]
pub struct Comparator {
    shape: Shape,
    parameters: Vec<f32>,
    encoder: Vec<Dense>,
    comparator: Vec<Dense>,
}

/// What is kept of positions to compare them: the comparator's first layer is a sum of what it makes of the first position and of what it makes of the
/// second, and each of these is worked out once for a position, however often that is compared. A row each, or two where colours may be changed.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Features {
    /// As the first of a pair and as the second, row after row.
    pub parts: [Vec<f32>; 2],
}

/// A look at two rows of features, and whether it speaks for the first position or against it.
pub type Look = (usize, usize, f32);

impl Comparator {
    /// One of these parameters.
    ///
    /// # Panics
    /// Where they are not as many as the shape has.
    pub fn new(shape: Shape, parameters: Vec<f32>) -> Comparator {
        assert_eq!(parameters.len(), shape.parameters(), "as many as it has");
        Comparator {
            encoder: shape.encoder(),
            comparator: shape.comparator(),
            shape,
            parameters,
        }
    }

    /// The one that comes with the program.
    #[cfg(feature = "deepchess")]
    pub fn shipped() -> &'static Comparator {
        use std::sync::LazyLock;

        static SHIPPED: LazyLock<Comparator> = LazyLock::new(|| {
            let tensors = crate::tensors::read(sissa_models::DEEPCHESS);
            let comparator = tensors.and_then(|tensors| Comparator::from_tensors(&tensors));
            comparator.expect("a test reads it")
        });
        &SHIPPED
    }

    /// From a weight file.
    pub fn from_tensors(tensors: &Tensors) -> Result<Comparator, TensorError> {
        let shape = tensors.note("shape").and_then(|text| text.parse().ok());
        let missing = || TensorError::Missing {
            name: "shape".to_owned(),
            expected: 1,
        };
        let shape: Shape = shape.ok_or_else(missing)?;
        let layers = named_layers(&shape);
        let parts: Vec<_> = layers
            .iter()
            .map(|(name, layer)| (name.as_str(), layer.begin..layer.begin + layer.count()))
            .collect();
        let parameters = tensors.gather(&parts)?;
        Ok(Comparator::new(shape, parameters))
    }

    /// For a weight file.
    pub fn tensors(&self, notes: &[(&str, &str)]) -> Tensors {
        let layers = named_layers(&self.shape);
        let parts: Vec<_> = layers
            .iter()
            .map(|(name, layer)| (name.as_str(), layer.begin..layer.begin + layer.count()))
            .collect();
        let shape = self.shape.to_string();
        let notes = [&[("shape", shape.as_str())], notes].concat();
        Tensors::split(&self.parameters, &parts, &notes)
    }

    /// What it is like.
    pub fn shape(&self) -> &Shape {
        &self.shape
    }

    /// Its numbers.
    pub fn parameters(&self) -> &[f32] {
        &self.parameters
    }

    /// Its numbers, to be changed.
    pub fn parameters_mut(&mut self) -> &mut [f32] {
        &mut self.parameters
    }

    /// The encoder's layers and the comparator's.
    pub fn layers(&self) -> [&[Dense]; 2] {
        [&self.encoder, &self.comparator]
    }

    /// Rows of features that a position has.
    pub fn rows_each(&self) -> usize {
        match self.shape.symmetry {
            Symmetry::Colours => 2,
            Symmetry::None | Symmetry::Order => 1,
        }
    }

    /// The views that the encoder sees: each position, followed by itself with the colours changed where that is wanted.
    pub fn seen(&self, views: &[View]) -> Vec<View> {
        let both = self.rows_each() == 2;
        let each = views.iter().flat_map(|view| {
            let mirrored = both.then(|| view.mirrored());
            std::iter::once(view.clone()).chain(mirrored)
        });
        each.collect()
    }

    /// What each of the encoder's layers makes of what it sees.
    pub fn encode(&self, seen: &[View]) -> Vec<Vec<f32>> {
        let first = self.encoder[0];
        let mut numbers = first.bias(&self.parameters).repeat(seen.len());
        for (row, view) in numbers.chunks_mut(first.outputs).zip(seen) {
            first.add_sparse(&self.parameters, self.shape.inputs.switches(view), row);
        }
        rectify(&mut numbers);
        let mut encoded = vec![numbers];
        for (index, layer) in self.encoder.iter().enumerate().skip(1) {
            let mut numbers = layer.forward(&self.parameters, &encoded[index - 1]);
            rectify(&mut numbers);
            encoded.push(numbers);
        }
        encoded
    }

    /// What the comparator's first layer makes of encoded positions.
    pub fn parts(&self, encoded: &[f32]) -> Features {
        let (layer, width) = (self.comparator[0], self.shape.features());
        let rows = Matrix::new(encoded, encoded.len() / width, width);
        let weights = layer.weights(&self.parameters);
        let mut parts = weights.chunks(width * layer.outputs).map(|weights| {
            let mut part = vec![0.0; encoded.len() / width * layer.outputs];
            let weights = Matrix::new(weights, width, layer.outputs);
            multiply(rows, weights, false, &mut part);
            part
        });
        Features {
            parts: std::array::from_fn(|_| parts.next().expect("two halves")),
        }
    }

    /// The features of positions.
    pub fn features(&self, views: &[View]) -> Features {
        let encoded = self.encode(&self.seen(views));
        self.parts(encoded.last().expect("an encoder has a layer"))
    }

    /// The looks that answer whether `one` is better than `other`, given their numbers among the positions.
    pub fn looks(&self, one: usize, other: usize) -> Vec<Look> {
        match self.shape.symmetry {
            Symmetry::None => vec![(one, other, 1.0)],
            Symmetry::Order => vec![(one, other, 1.0), (other, one, -1.0)],
            Symmetry::Colours => {
                let (a, b) = (2 * one, 2 * other);
                let (mirrored_a, mirrored_b) = (a + 1, b + 1);
                vec![
                    (a, b, 1.0),
                    (b, a, -1.0),
                    (mirrored_b, mirrored_a, 1.0),
                    (mirrored_a, mirrored_b, -1.0),
                ]
            }
        }
    }

    /// The looks for pairs of positions, and what the comparator's first layer makes of each, before activation.
    pub fn joined(&self, features: &Features, pairs: &[(usize, usize)]) -> (Vec<Look>, Vec<f32>) {
        let looks = pairs
            .iter()
            .flat_map(|(one, other)| self.looks(*one, *other));
        let looks: Vec<Look> = looks.collect();
        let (width, bias) = (
            self.comparator[0].outputs,
            self.comparator[0].bias(&self.parameters),
        );
        let [first, second] = &features.parts;
        let mut rows = Vec::with_capacity(looks.len() * width);
        for (one, other, _) in &looks {
            let (first, second) = (
                &first[one * width..][..width],
                &second[other * width..][..width],
            );
            let sums = bias.iter().zip(first).zip(second);
            rows.extend(sums.map(|((bias, first), second)| bias + first + second));
        }
        (looks, rows)
    }

    /// How much the first of each pair is better for White than the second, as the logarithm of the odds.
    pub fn compare(&self, features: &Features, pairs: &[(usize, usize)]) -> Vec<f32> {
        let (looks, mut rows) = self.joined(features, pairs);
        for layer in &self.comparator[1..] {
            rectify(&mut rows);
            rows = layer.forward(&self.parameters, &rows);
        }
        let each = looks.len() / pairs.len().max(1);
        let says = rows.chunks(2).zip(&looks);
        let says: Vec<f32> = says
            .map(|(outputs, (_, _, sign))| sign * (outputs[0] - outputs[1]))
            .collect();
        says.chunks(each.max(1))
            .map(|looks| looks.iter().sum())
            .collect()
    }
}

fn named_layers(shape: &Shape) -> Vec<(String, Dense)> {
    let named = |part: &'static str, layers: Vec<Dense>| {
        let each = layers.into_iter().enumerate();
        each.map(move |(index, layer)| (format!("{part} {}", index + 1), layer))
    };
    let encoder = named("encoder", shape.encoder());
    encoder
        .chain(named("comparator", shape.comparator()))
        .collect()
}

#[cfg(test)]
mod tests {
    use shakmaty::{Chess, Position as _};

    use super::*;

    fn comparator(shape: &str) -> Comparator {
        let shape: Shape = shape.parse().unwrap();
        let numbers = (0..shape.parameters()).map(|i| ((i * 7919) as f32).sin() * 0.3);
        let numbers = numbers.collect();
        Comparator::new(shape, numbers)
    }

    /// A position, another, and both with the colours changed.
    fn views() -> Vec<View> {
        let one = Chess::default();
        let mut other = one.clone();
        let played = other.legal_moves()[3];
        other.play_unchecked(played);
        let two = [View::of(&one), View::of(&other)];
        [two.clone(), two.map(|view| view.mirrored())].concat()
    }

    #[test]
    fn symmetries_hold_whatever_the_weights() {
        let asked = [(0, 1), (1, 0), (3, 2), (2, 3), (0, 0)];
        let answers = |symmetry: &str| {
            let comparator = comparator(&format!("en-passant: 20 8 | 12 | {symmetry}"));
            comparator.compare(&comparator.features(&views()), &asked)
        };
        let same = |a: f32, b: f32| (a - b).abs() < 1e-4;
        let order = answers("order");
        assert!(same(order[0], -order[1]) && same(order[4], 0.0));
        let colours = answers("colours");
        assert!(same(colours[0], -colours[1]) && same(colours[0], colours[2]));
        assert!(
            same(colours[0], -colours[3]) && colours[0].abs() > 1e-3,
            "{colours:?}"
        );
        let none = answers("none");
        assert!(!same(none[0], -none[1]), "{none:?}");
    }

    #[test]
    fn a_file_holds_it() {
        let comparator = comparator("worth: 9 5 | 7 | order");
        let bytes = comparator.tensors(&[("steps", "3")]).write();
        let tensors = crate::tensors::read(&bytes).unwrap();
        let again = Comparator::from_tensors(&tensors).unwrap();
        assert_eq!(again.shape(), comparator.shape());
        let pairs = [(0, 1), (2, 3)];
        let says = |one: &Comparator| one.compare(&one.features(&views()), &pairs);
        for (a, b) in says(&comparator).iter().zip(says(&again)) {
            assert!((a - b).abs() < 1e-2, "{a} {b}");
        }
    }
}
