//! Values with their intervals, a row each.

use super::{
    Axis,
    axis::{Scale, side_by_side, words},
    bars::{ROW, label_width},
    canvas::{Anchor, Canvas, Ink, LEADING, LETTERS, text_width},
};
use crate::svg::{Rgb, number};

const PADDING: f64 = 10.0;

/// A value and the interval it can be trusted to.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Interval {
    /// The value.
    pub value: f64,
    /// Lower end of the interval.
    pub low: f64,
    /// Upper end.
    pub high: f64,
}

#[derive(Clone, Debug)]
struct Row {
    name: String,
    color: Rgb,
    interval: Interval,
    other: Option<f64>,
}

/// A row for each name: a value with its interval and, as a diamond, another value beside it.
///
/// ```
/// use sissa_render::chart::{Axis, Interval, IntervalChart, Unit, series_color};
///
/// let axis = Axis::new("White’s share").unit(Unit::Percent);
/// let chart = IntervalChart::new("Who wins", axis)
///     .row("white Q=0", Interval { value: 0.52, low: 0.5, high: 0.54 }, None, series_color(0))
///     .base(0.53, "all games");
/// assert!(chart.svg().contains("white Q=0: 52.0 %, 50.0 to 54.0 %"));
/// ```
#[derive(Clone, Debug)]
pub struct IntervalChart {
    title: String,
    axis: Axis,
    rows: Vec<Row>,
    base: Option<(f64, String)>,
    other: Option<String>,
    width: f64,
}

impl IntervalChart {
    /// An empty chart.
    pub fn new(title: impl Into<String>, axis: Axis) -> IntervalChart {
        IntervalChart {
            title: title.into(),
            axis,
            rows: Vec::new(),
            base: None,
            other: None,
            width: 520.0,
        }
    }

    /// One row more; `other` is what another study found.
    pub fn row(
        mut self,
        name: impl Into<String>,
        interval: Interval,
        other: Option<f64>,
        color: Rgb,
    ) -> IntervalChart {
        self.rows.push(Row {
            name: name.into(),
            color,
            interval,
            other,
        });
        self
    }

    /// A dotted line from above, with its words.
    pub fn base(mut self, at: f64, words: impl Into<String>) -> IntervalChart {
        self.base = Some((at, words.into()));
        self
    }

    /// What the diamonds are.
    pub fn other(mut self, words: impl Into<String>) -> IntervalChart {
        self.other = Some(words.into());
        self
    }

    /// The width, 520 if not given; the height follows from the rows.
    pub fn width(mut self, width: f64) -> IntervalChart {
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

    fn told(&self, row: &Row) -> String {
        let Interval { value, low, high } = row.interval;
        let step = match self.axis.unit {
            super::Unit::Number => 0.1,
            super::Unit::Percent => 0.001,
        };
        let shown = |value: f64| words(value, step, self.axis.unit);
        let bare = |value: f64| shown(value).trim_end_matches(" %").to_owned();
        format!(
            "{}: {}, {} to {}",
            row.name,
            shown(value),
            bare(low),
            shown(high)
        )
    }

    fn description(&self) -> String {
        let told: Vec<String> = self.rows.iter().map(|row| self.told(row)).collect();
        format!("{}. {}", self.axis.label, told.join("; "))
    }

    fn draw(&self) -> (Canvas, (f64, f64)) {
        let mut canvas = Canvas::default();
        let label = label_width(self.rows.iter().map(|row| row.name.as_str()), self.width);
        let left = PADDING + label + 14.0;
        // Half of the widest label may stand beyond the end of the axis.
        let right = self.width - PADDING - 22.0;
        let mut top = PADDING + LETTERS;
        if let Some(words) = &self.other {
            diamond(&mut canvas, PADDING + 6.0, top - LETTERS / 2.0);
            let room = self.width - 2.0 * PADDING - 18.0;
            canvas.fitted(words, PADDING + 18.0, top, Anchor::Start, room);
            top += LEADING;
        }
        top += LEADING;
        let bottom = top + self.rows.len() as f64 * ROW;
        let numbers = self.rows.iter().flat_map(|row| {
            let Interval { value, low, high } = row.interval;
            [Some(value), Some(low), Some(high), row.other]
        });
        let base = self.base.iter().map(|(at, _)| *at);
        let numbers = numbers.flatten().chain(base);
        if let Some(scale) = self
            .axis
            .scale(numbers, true, &|scale| side_by_side(scale, right - left))
        {
            let at = |value: f64| left + scale.place(value) * (right - left);
            self.marks(&mut canvas, &scale, (left, right), (top, bottom));
            for (index, row) in self.rows.iter().enumerate() {
                let y = top + (index as f64 + 0.5) * ROW;
                let (name, baseline) = (&row.name, y + LETTERS / 2.0);
                canvas.fitted(name, left - 14.0, baseline, Anchor::End, label);
                canvas.group(&self.told(row), |canvas| {
                    let Interval { value, low, high } = row.interval;
                    let path = format!("M{} {}H{}", number(at(low)), number(y), number(at(high)));
                    canvas.path(&path, &row.color.to_string(), 2.5, "", Ink::Full);
                    canvas.disc((at(value), y), 4.2, row.color);
                });
                if let Some(other) = row.other {
                    diamond(&mut canvas, at(other), y);
                }
            }
        }
        let height = bottom + 2.0 * LEADING + PADDING;
        (canvas, (self.width, height))
    }

    fn marks(
        &self,
        canvas: &mut Canvas,
        scale: &Scale,
        (left, right): (f64, f64),
        (top, bottom): (f64, f64),
    ) {
        let at = |value: f64| left + scale.place(value) * (right - left);
        for mark in &scale.marks {
            let x = at(mark.at);
            canvas.rule((x, top), (x, bottom), Ink::Faint, "");
            let baseline = bottom + 9.0 + LETTERS;
            canvas.text(&mark.words, x, baseline, Anchor::Middle, Ink::Soft);
        }
        if let Some((value, words)) = &self.base {
            let x = at(*value);
            canvas.rule((x, top), (x, bottom), Ink::Soft, "3 4");
            let half = text_width(words) / 2.0;
            let middle = x.clamp(PADDING + half, self.width - PADDING - half);
            canvas.text(words, middle, top - 5.0, Anchor::Middle, Ink::Soft);
        }
        // Where the label is wider than the axis it moves towards the names.
        let half = text_width(&self.axis.label) / 2.0;
        let middle = ((left + right) / 2.0).min(self.width - PADDING - half);
        let baseline = bottom + 9.0 + LETTERS + LEADING;
        canvas.text(
            &self.axis.label,
            middle,
            baseline,
            Anchor::Middle,
            Ink::Soft,
        );
    }
}

fn diamond(canvas: &mut Canvas, x: f64, y: f64) {
    let path = format!(
        "M{} {}l4.6 4.6l-4.6 4.6l-4.6 -4.6z",
        number(x),
        number(y - 4.6)
    );
    canvas.path(&path, "currentColor", 1.4, "", Ink::Full);
}
