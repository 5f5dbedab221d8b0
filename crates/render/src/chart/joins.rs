//! The joins of a clustering, from near to far.

use super::{
    Axis,
    axis::{side_by_side, words},
    bars::label_width,
    canvas::{Anchor, Canvas, Ink, LEADING, LETTERS},
};
use crate::svg::{Rgb, number};

const PADDING: f64 = 10.0;
const ROW: f64 = 22.0;

/// Two groups become one.
#[derive(Clone, Debug, PartialEq)]
pub struct Join {
    /// Members of the one.
    pub one: Vec<usize>,
    /// Members of the other.
    pub other: Vec<usize>,
    /// How far apart they were.
    pub distance: f64,
}

/// Which things a clustering joined, and how far apart they were.
///
/// ```
/// use sissa_render::chart::{Axis, Join, JoinTree, series_color};
///
/// let tree = JoinTree::new("Classes", Axis::new("distance"))
///     .leaf("a", series_color(0))
///     .leaf("b", series_color(0))
///     .join(Join { one: vec![0], other: vec![1], distance: 1.5 });
/// assert!(tree.svg().contains("a and b: 1.5"));
/// ```
#[derive(Clone, Debug)]
pub struct JoinTree {
    title: String,
    axis: Axis,
    leaves: Vec<(String, Rgb)>,
    joins: Vec<Join>,
    width: f64,
}

/// A group that was joined so far, and where it stands.
struct Group {
    members: Vec<usize>,
    distance: f64,
    y: f64,
}

impl JoinTree {
    /// A tree without leaves; the axis says what distances are.
    pub fn new(title: impl Into<String>, axis: Axis) -> JoinTree {
        JoinTree {
            title: title.into(),
            axis: axis.from_zero(),
            leaves: Vec::new(),
            joins: Vec::new(),
            width: 640.0,
        }
    }

    /// One thing more.
    pub fn leaf(mut self, name: impl Into<String>, color: Rgb) -> JoinTree {
        self.leaves.push((name.into(), color));
        self
    }

    /// One join more, nearer ones first; leaves go by the order in which they were added.
    pub fn join(mut self, join: Join) -> JoinTree {
        self.joins.push(join);
        self
    }

    /// The width, 640 if not given; the height follows from the leaves.
    pub fn width(mut self, width: f64) -> JoinTree {
        self.width = width;
        self
    }

    /// A document of its own.
    pub fn svg(&self) -> String {
        let (canvas, size) = self.draw();
        canvas.document(size, &self.title, &self.description())
    }

    /// An element for a page.
    pub fn inline(&self) -> String {
        let (canvas, size) = self.draw();
        canvas.inline(size, &self.title, &self.description())
    }

    fn told(&self, join: &Join) -> String {
        let names = |members: &[usize]| {
            let known = members.iter().filter_map(|leaf| self.leaves.get(*leaf));
            let names: Vec<&str> = known.map(|(name, _)| name.as_str()).collect();
            names.join(", ")
        };
        let distance = words(join.distance, 0.1, self.axis.unit);
        format!(
            "{} and {}: {distance}",
            names(&join.one),
            names(&join.other)
        )
    }

    fn description(&self) -> String {
        let told: Vec<String> = self.joins.iter().map(|join| self.told(join)).collect();
        format!("{}. {}", self.axis.label, told.join("; "))
    }

    /// Leaves in the order in which the last join lists them, which keeps the lines from crossing.
    fn order(&self) -> Vec<usize> {
        let last = self.joins.last();
        let joined = last
            .into_iter()
            .flat_map(|join| join.one.iter().chain(&join.other).copied());
        let mut order: Vec<usize> = joined.filter(|leaf| *leaf < self.leaves.len()).collect();
        let alone: Vec<usize> = (0..self.leaves.len())
            .filter(|leaf| !order.contains(leaf))
            .collect();
        order.extend(alone);
        order
    }

    fn draw(&self) -> (Canvas, (f64, f64)) {
        let mut canvas = Canvas::default();
        let label = label_width(
            self.leaves.iter().map(|(name, _)| name.as_str()),
            self.width,
        );
        let left = PADDING + label + 20.0;
        let right = self.width - PADDING - 20.0;
        let bottom = PADDING + self.leaves.len() as f64 * ROW;
        let height = bottom + 2.0 * LEADING + PADDING;
        let distances = self.joins.iter().map(|join| join.distance);
        let Some(scale) = self.axis.scale(distances.chain([0.0]), true, &|scale| {
            side_by_side(scale, right - left)
        }) else {
            return (canvas, (self.width, height));
        };
        let at = |distance: f64| left + scale.place(distance) * (right - left);
        for mark in &scale.marks {
            let x = at(mark.at);
            canvas.rule((x, PADDING), (x, bottom), Ink::Faint, "");
            let baseline = bottom + 9.0 + LETTERS;
            canvas.text(&mark.words, x, baseline, Anchor::Middle, Ink::Soft);
        }
        let mut groups: Vec<Group> = Vec::new();
        for (row, leaf) in self.order().into_iter().enumerate() {
            let y = PADDING + (row as f64 + 0.5) * ROW;
            let (name, color) = &self.leaves[leaf];
            let baseline = y + LETTERS / 2.0;
            canvas.fitted(name, left - 20.0, baseline, Anchor::End, label);
            canvas.disc((left - 9.0, y), 4.0, *color);
            groups.push(Group {
                members: vec![leaf],
                distance: 0.0,
                y,
            });
        }
        for join in &self.joins {
            let take = |members: &[usize], groups: &mut Vec<Group>| {
                let first = members.first()?;
                let found = groups
                    .iter()
                    .position(|group| group.members.contains(first))?;
                Some(groups.swap_remove(found))
            };
            let (Some(one), Some(other)) =
                (take(&join.one, &mut groups), take(&join.other, &mut groups))
            else {
                continue;
            };
            let path = format!(
                "M{} {}H{}V{}H{}",
                number(at(one.distance)),
                number(one.y),
                number(at(join.distance)),
                number(other.y),
                number(at(other.distance)),
            );
            canvas.group(&self.told(join), |canvas| {
                canvas.path(&path, "currentColor", 1.4, "", Ink::Soft);
            });
            groups.push(Group {
                members: one.members.into_iter().chain(other.members).collect(),
                distance: join.distance,
                y: (one.y + other.y) / 2.0,
            });
        }
        let baseline = bottom + 9.0 + LETTERS + LEADING;
        let middle = (left + right) / 2.0;
        canvas.text(
            &self.axis.label,
            middle,
            baseline,
            Anchor::Middle,
            Ink::Soft,
        );
        (canvas, (self.width, height))
    }
}
