//! What a network of this kind is like, as a line of text in its file.

use std::{fmt, str::FromStr};

use super::{Dense, Inputs};

/// What holds whatever the weights are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Symmetry {
    /// Nothing: which position is named first may change the answer. As published.
    #[default]
    None,
    /// Naming the other position first turns the answer round.
    Order,
    /// So does changing the colours.
    Colours,
}

impl Symmetry {
    const ALL: [(Symmetry, &'static str); 3] = [
        (Symmetry::None, "none"),
        (Symmetry::Order, "order"),
        (Symmetry::Colours, "colours"),
    ];
}

/// The layers of a network: `bits: 600 400 200 100 | 400 200 100 | none`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shape {
    pub inputs: Inputs,
    /// Widths of the encoder's layers; the last are a position's features.
    pub encoder: Vec<usize>,
    /// Widths of the comparator's layers before its two outputs.
    pub comparator: Vec<usize>,
    pub symmetry: Symmetry,
}

/// Why a text is no shape.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{}` is no shape; one is `bits: 600 400 200 100 | 400 200 100 | none`", .0.escape_debug())]
pub struct ShapeError(pub String);

/// Widest layer, and most layers of a part.
const WIDEST: usize = 4096;
const DEEPEST: usize = 8;

impl Shape {
    /// The network of David, Netanyahu and Wolf.
    pub fn published() -> Shape {
        Shape {
            inputs: Inputs::Bits,
            encoder: vec![600, 400, 200, 100],
            comparator: vec![400, 200, 100],
            symmetry: Symmetry::None,
        }
    }

    /// How many numbers a position becomes.
    pub fn features(&self) -> usize {
        *self.encoder.last().expect("a shape has an encoder")
    }

    /// The encoder's layers.
    pub fn encoder(&self) -> Vec<Dense> {
        layers(self.inputs.count(), &self.encoder, 0)
    }

    /// The comparator's layers; the last has two outputs.
    pub fn comparator(&self) -> Vec<Dense> {
        let begin = self.encoder().iter().map(Dense::count).sum();
        let mut widths = self.comparator.clone();
        widths.push(2);
        layers(2 * self.features(), &widths, begin)
    }

    /// How many parameters.
    pub fn parameters(&self) -> usize {
        let all = [self.encoder(), self.comparator()].concat();
        all.iter().map(Dense::count).sum()
    }
}

fn layers(mut inputs: usize, widths: &[usize], mut begin: usize) -> Vec<Dense> {
    let mut layers = Vec::new();
    for outputs in widths {
        let layer = Dense {
            inputs,
            outputs: *outputs,
            begin,
        };
        begin += layer.count();
        inputs = *outputs;
        layers.push(layer);
    }
    layers
}

impl fmt::Display for Shape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let words = |widths: &[usize]| {
            let words: Vec<String> = widths.iter().map(usize::to_string).collect();
            words.join(" ")
        };
        let (inputs, encoder) = (self.inputs.name(), words(&self.encoder));
        let symmetry = Symmetry::ALL.iter().find(|(one, _)| *one == self.symmetry);
        let symmetry = symmetry.map_or("none", |(_, name)| name);
        write!(
            f,
            "{inputs}: {encoder} | {} | {symmetry}",
            words(&self.comparator)
        )
    }
}

impl FromStr for Shape {
    type Err = ShapeError;

    fn from_str(text: &str) -> Result<Shape, ShapeError> {
        read(text).ok_or_else(|| ShapeError(text.chars().take(120).collect()))
    }
}

fn read(text: &str) -> Option<Shape> {
    let (inputs, rest) = text.split_once(':')?;
    let parts: Vec<&str> = rest.split('|').collect();
    let [encoder, comparator, symmetry] = parts[..] else {
        return None;
    };
    let widths = |text: &str| -> Option<Vec<usize>> {
        let widths = text.split_whitespace().map(|word| word.parse().ok());
        let widths: Vec<usize> = widths.collect::<Option<_>>()?;
        let fits = widths.iter().all(|width| (1..=WIDEST).contains(width));
        (fits && widths.len() <= DEEPEST).then_some(widths)
    };
    let named = |(_, name): &&(Symmetry, &str)| *name == symmetry.trim();
    Some(Shape {
        inputs: Inputs::named(inputs.trim())?,
        encoder: widths(encoder).filter(|widths| !widths.is_empty())?,
        comparator: widths(comparator)?,
        symmetry: Symmetry::ALL.iter().find(named)?.0,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_printed_is_read() {
        let shape = Shape::published();
        assert_eq!(
            shape.to_string(),
            "bits: 600 400 200 100 | 400 200 100 | none"
        );
        assert_eq!(shape.to_string().parse(), Ok(shape.clone()));
        assert_eq!(shape.parameters(), 986_002);
        let last = *shape.comparator().last().unwrap();
        assert_eq!(last.begin + last.count(), shape.parameters());
        for wrong in [
            "",
            "bits",
            "bits: | 3 | none",
            "bits: 9 | 9 | both",
            "bits: 99999 | 1 | none",
        ] {
            assert!(wrong.parse::<Shape>().is_err(), "{wrong}");
        }
    }
}
