//! A sum of decision trees, and its file: a line of text for every node.
//!
//! ```text
//! sissa difficulty 1
//! features 81
//! base 1148.4
//! error 700 150.2          ratings up to 700 are off by 150 on average
//! tree
//! split 3 0.25 1 2         number 3 at most 0.25: node 1, else node 2
//! leaf -20.5
//! leaf 31.2
//! ```

use std::{fmt, str::FromStr};

use super::features::feature_count;

/// A node of a tree; the first is its root.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Node {
    /// To `left` if the number is at most the threshold, else to `right`: both further on in the tree.
    Split {
        /// Which number.
        feature: usize,
        /// The threshold.
        threshold: f32,
        /// Where to go if it is at most the threshold.
        left: usize,
        /// Where to go otherwise.
        right: usize,
    },
    /// What the tree adds.
    Leaf(f32),
}

/// How far off predictions are on average, up to a rating.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Band {
    /// Up to this rating.
    pub up_to: f32,
    /// The mean error.
    pub error: f32,
}

/// Predicts ratings.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Predictor {
    /// What is predicted before any tree.
    pub base: f32,
    /// The trees, each of at least one node.
    pub trees: Vec<Vec<Node>>,
    /// Errors by rating, in rising order.
    pub bands: Vec<Band>,
}

/// A file that is no predictor.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {reason}")]
pub struct PredictorError {
    /// Which line, from 1.
    pub line: usize,
    /// What is wrong with it.
    pub reason: String,
}

impl Predictor {
    /// The sum of all trees.
    pub fn sum(&self, numbers: &[f32]) -> f32 {
        let trees = self.trees.iter().map(|tree| value_of(tree, numbers));
        self.base + trees.sum::<f32>()
    }

    /// The mean error of predictions near a rating.
    pub fn error(&self, rating: f32) -> f32 {
        let band = self.bands.iter().find(|band| rating <= band.up_to);
        band.or(self.bands.last()).map_or(0.0, |band| band.error)
    }
}

fn value_of(tree: &[Node], numbers: &[f32]) -> f32 {
    let mut at = 0;
    loop {
        match tree[at] {
            Node::Leaf(value) => return value,
            Node::Split {
                feature,
                threshold,
                left,
                right,
            } => {
                at = if numbers[feature] <= threshold {
                    left
                } else {
                    right
                };
            }
        }
    }
}

impl fmt::Display for Predictor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "sissa difficulty 1")?;
        writeln!(f, "features {}", feature_count())?;
        writeln!(f, "base {}", self.base)?;
        for band in &self.bands {
            writeln!(f, "error {} {}", band.up_to, band.error)?;
        }
        for tree in &self.trees {
            writeln!(f, "tree")?;
            for node in tree {
                match node {
                    Node::Leaf(value) => writeln!(f, "leaf {value}")?,
                    Node::Split {
                        feature,
                        threshold,
                        left,
                        right,
                    } => writeln!(f, "split {feature} {threshold} {left} {right}")?,
                }
            }
        }
        Ok(())
    }
}

impl FromStr for Predictor {
    type Err = PredictorError;

    fn from_str(text: &str) -> Result<Predictor, PredictorError> {
        let mut predictor = Predictor::default();
        let mut lines = 0;
        for (index, line) in text.lines().enumerate() {
            let error = |reason: &str| PredictorError {
                line: index + 1,
                reason: format!("`{}` {reason}", line.escape_debug()),
            };
            let words: Vec<&str> = line.split(' ').collect();
            let number = |at: usize| {
                let number = words.get(at).and_then(|word| word.parse::<f32>().ok());
                number
                    .filter(|number| number.is_finite())
                    .ok_or_else(|| error("lacks a number"))
            };
            let place = |at: usize| {
                let place = words.get(at).and_then(|word| word.parse::<usize>().ok());
                place.ok_or_else(|| error("lacks a place"))
            };
            match (index, words[0]) {
                (0, _) if line == "sissa difficulty 1" => (),
                (0, _) => return Err(error("is not how such a file begins")),
                (_, "features") if place(1)? == feature_count() => (),
                (_, "features") => return Err(error("is for other numbers than ours")),
                (_, "base") => predictor.base = number(1)?,
                (_, "error") => predictor.bands.push(Band {
                    up_to: number(1)?,
                    error: number(2)?,
                }),
                (_, "tree") => predictor.trees.push(Vec::new()),
                (_, word @ ("leaf" | "split")) => {
                    let node = match word {
                        "leaf" => Node::Leaf(number(1)?),
                        _ => Node::Split {
                            feature: place(1)?,
                            threshold: number(2)?,
                            left: place(3)?,
                            right: place(4)?,
                        },
                    };
                    let tree = predictor.trees.last_mut();
                    tree.ok_or_else(|| error("belongs to no tree"))?.push(node);
                }
                _ => return Err(error("is no line of such a file")),
            }
            lines = index + 1;
        }
        if predictor.trees.iter().all(|tree| is_tree(tree)) && lines > 0 {
            Ok(predictor)
        } else {
            Err(PredictorError {
                line: lines,
                reason: "a tree leads nowhere".to_owned(),
            })
        }
    }
}

/// Whether every way leads on and ends within the tree.
fn is_tree(tree: &[Node]) -> bool {
    let leads_on = |(at, node): (usize, &Node)| match node {
        Node::Leaf(_) => true,
        Node::Split {
            feature,
            left,
            right,
            ..
        } => {
            let further = |to: usize| to > at && to < tree.len();
            *feature < feature_count() && further(*left) && further(*right)
        }
    };
    !tree.is_empty() && tree.iter().enumerate().all(leads_on)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_shipped_one_is_read_and_printed() {
        let text = sissa_models::DIFFICULTY;
        let predictor: Predictor = text.parse().unwrap();
        assert!(predictor.trees.len() > 50 && predictor.bands.len() > 2);
        assert_eq!(predictor.to_string(), text);
    }

    #[test]
    fn trees_that_lead_nowhere_are_refused() {
        let read = |rest: &str| {
            let text = format!("sissa difficulty 1\nfeatures {}\n{rest}", feature_count());
            text.parse::<Predictor>()
        };
        let fine = read("base 5\ntree\nsplit 0 0.5 1 2\nleaf -1\nleaf 1").unwrap();
        assert_eq!(fine.sum(&[0.5]), 4.0);
        assert_eq!(fine.sum(&[0.6]), 6.0);
        for bad in [
            "tree",
            "leaf 1",
            "tree\nsplit 0 0.5 1 2\nleaf 1",
            "tree\nsplit 0 0.5 0 1\nleaf 1",
            "tree\nsplit 99999 0.5 1 1\nleaf 1",
            "tree\nleaf inf",
            "tree\nleaf",
            "bush",
        ] {
            assert!(read(bad).is_err(), "{bad}");
        }
        assert!("".parse::<Predictor>().is_err());
        assert!(
            "sissa difficulty 1\nfeatures 3"
                .parse::<Predictor>()
                .is_err()
        );
    }
}
