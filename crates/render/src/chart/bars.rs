//! Bars: columns over names, and rows cut into shares.

use std::fmt::Write as _;

use super::{
    Axis,
    axis::{above_each_other, told},
    canvas::{Anchor, Canvas, Ink, LEADING, LETTERS, text_width},
    color::series_color,
};
use crate::svg::Rgb;

const PADDING: f64 = 10.0;

/// A column for each of some names or numbers.
///
/// ```
/// use sissa_render::chart::{Axis, BarChart};
///
/// let chart = BarChart::new("Undecided positions", "men", Axis::new("positions"))
///     .bar("30", 12.0)
///     .bar("31", 4.0);
/// assert!(chart.svg().contains("30: 12"));
/// ```
#[derive(Clone, Debug)]
pub struct BarChart {
    title: String,
    x: String,
    y: Axis,
    bars: Vec<(String, f64)>,
    size: (f64, f64),
}

impl BarChart {
    /// An empty chart; `x` says what the names are.
    pub fn new(title: impl Into<String>, x: impl Into<String>, y: Axis) -> BarChart {
        BarChart {
            title: title.into(),
            x: x.into(),
            y: y.from_zero(),
            bars: Vec::new(),
            size: (640.0, 300.0),
        }
    }

    /// One column more.
    pub fn bar(mut self, name: impl Into<String>, value: f64) -> BarChart {
        self.bars.push((name.into(), value));
        self
    }

    /// Width and height, 640 by 300 if not given.
    pub fn size(mut self, width: f64, height: f64) -> BarChart {
        self.size = (width, height);
        self
    }

    /// A document of its own.
    pub fn svg(&self) -> String {
        self.draw()
            .document(self.size, &self.title, &self.description())
    }

    /// An element for a page.
    pub fn inline(&self) -> String {
        self.draw()
            .inline(self.size, &self.title, &self.description())
    }

    fn description(&self) -> String {
        let mut text = format!("{} by {}.", self.y.label, self.x);
        for (name, value) in &self.bars {
            let _ = write!(text, " {name}: {}.", told(*value, self.y.unit));
        }
        text
    }

    fn draw(&self) -> Canvas {
        let mut canvas = Canvas::default();
        let (width, height) = self.size;
        let (top, bottom) = (PADDING + LETTERS, height - PADDING - 2.0 * LEADING);
        let values = self.bars.iter().map(|(_, value)| *value);
        let Some(scale) = self
            .y
            .scale(values, true, &|scale| above_each_other(scale, bottom - top))
        else {
            return canvas;
        };
        let left = PADDING + LEADING + scale.widest() + 8.0;
        let right = width - PADDING;
        let at = |value: f64| bottom - scale.place(value) * (bottom - top);
        for mark in &scale.marks {
            let y = at(mark.at);
            canvas.rule((left, y), (right, y), Ink::Faint, "");
            let baseline = y + LETTERS / 2.0;
            canvas.text(&mark.words, left - 7.0, baseline, Anchor::End, Ink::Soft);
        }
        let column = (right - left) / self.bars.len().max(1) as f64;
        let names = self.bars.iter().map(|(name, _)| text_width(name));
        let widest = names.fold(0.0, f64::max).min(0.45 * width);
        // Names that would touch are left out evenly.
        let every = ((widest + 6.0) / column).ceil().max(1.0) as usize;
        for (index, (name, value)) in self.bars.iter().enumerate() {
            let x = left + index as f64 * column;
            let (from, to) = (at(value.max(0.0)), at(value.min(0.0)));
            canvas.group(
                &format!("{name}: {}", told(*value, self.y.unit)),
                |canvas| {
                    let corner = (x + 0.12 * column, from);
                    canvas.bar(corner, (0.76 * column, to - from), series_color(0));
                },
            );
            if index.is_multiple_of(every) {
                let half = text_width(name).min(widest) / 2.0;
                let middle = (x + column / 2.0).clamp(PADDING + half, right - half);
                let baseline = bottom + 9.0 + LETTERS;
                canvas.fitted(name, middle, baseline, Anchor::Middle, widest);
            }
        }
        canvas.rule((left, at(0.0)), (right, at(0.0)), Ink::Soft, "");
        canvas.text(
            &self.x,
            (left + right) / 2.0,
            bottom + 9.0 + LETTERS + LEADING,
            Anchor::Middle,
            Ink::Soft,
        );
        canvas.upright(&self.y.label, PADDING + LETTERS, (top + bottom) / 2.0);
        canvas
    }
}

/// A row for each name, cut into shares of a whole.
///
/// ```
/// use sissa_render::{chart::StackedBars, svg::Rgb};
///
/// let bars = StackedBars::new("Results")
///     .part("White wins", Rgb(0xf2, 0xea, 0xd8))
///     .part("Black wins", Rgb(0x39, 0x42, 0x4f))
///     .row("white Q=0", [0.52, 0.48]);
/// assert!(bars.svg().contains("white Q=0: White wins 52 %, Black wins 48 %"));
/// ```
#[derive(Clone, Debug)]
pub struct StackedBars {
    title: String,
    parts: Vec<(String, Rgb)>,
    rows: Vec<(String, Vec<f64>)>,
    width: f64,
}

/// Height of a row.
pub(super) const ROW: f64 = 25.0;

impl StackedBars {
    /// An empty chart.
    pub fn new(title: impl Into<String>) -> StackedBars {
        StackedBars {
            title: title.into(),
            parts: Vec::new(),
            rows: Vec::new(),
            width: 520.0,
        }
    }

    /// One part more in each row, in the order of the shares.
    pub fn part(mut self, name: impl Into<String>, color: Rgb) -> StackedBars {
        self.parts.push((name.into(), color));
        self
    }

    /// One row more, with a share for each part.
    pub fn row(
        mut self,
        name: impl Into<String>,
        shares: impl IntoIterator<Item = f64>,
    ) -> StackedBars {
        self.rows.push((name.into(), shares.into_iter().collect()));
        self
    }

    /// The width, 520 if not given; the height follows from the rows.
    pub fn width(mut self, width: f64) -> StackedBars {
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

    fn told(&self, name: &str, shares: &[f64]) -> String {
        let parts = self.parts.iter().zip(shares);
        let told: Vec<String> = parts
            .map(|((part, _), share)| format!("{part} {:.0} %", 100.0 * share))
            .collect();
        format!("{name}: {}", told.join(", "))
    }

    fn description(&self) -> String {
        let rows = self.rows.iter();
        let told: Vec<String> = rows.map(|(name, shares)| self.told(name, shares)).collect();
        told.join("; ")
    }

    fn draw(&self) -> (Canvas, (f64, f64)) {
        let mut canvas = Canvas::default();
        let label = label_width(self.rows.iter().map(|(name, _)| name.as_str()), self.width);
        let left = PADDING + label + 10.0;
        let length = self.width - PADDING - left;
        let mut x = PADDING;
        let mut top = PADDING + LETTERS;
        for (name, color) in &self.parts {
            let needed = 16.0 + text_width(name);
            if x > PADDING && x + needed > self.width - PADDING {
                (x, top) = (PADDING, top + LEADING);
            }
            canvas.bar((x, top - 9.0), (10.0, 10.0), *color);
            canvas.text(name, x + 16.0, top, Anchor::Start, Ink::Soft);
            x += needed + 18.0;
        }
        top += 12.0;
        for (index, (name, shares)) in self.rows.iter().enumerate() {
            let y = top + index as f64 * ROW;
            let middle = y + ROW / 2.0 + LETTERS / 2.0;
            canvas.fitted(name, left - 10.0, middle, Anchor::End, label);
            canvas.group(&self.told(name, shares), |canvas| {
                let mut x = left;
                for ((_, color), share) in self.parts.iter().zip(shares) {
                    let wide = share * length;
                    canvas.bar((x, y + 4.0), (wide, ROW - 8.0), *color);
                    let words = format!("{:.0}", 100.0 * share);
                    if wide > text_width(&words) + 10.0 {
                        canvas.on(&words, x + wide / 2.0, middle, *color);
                    }
                    x += wide;
                }
            });
        }
        let height = top + self.rows.len() as f64 * ROW + PADDING;
        (canvas, (self.width, height))
    }
}

/// Room for the names of rows: what they need, up to nearly half of the width.
pub(super) fn label_width<'a>(names: impl Iterator<Item = &'a str>, width: f64) -> f64 {
    names.map(text_width).fold(0.0, f64::max).min(0.45 * width)
}
