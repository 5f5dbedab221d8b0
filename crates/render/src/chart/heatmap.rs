//! A grid of colours.

use std::fmt::Write as _;

use super::{
    Unit,
    axis::words,
    canvas::{Anchor, Canvas, Ink, LETTERS, text_width},
    color::{diverging, ramp},
};
use crate::svg::Rgb;

/// How values become colours.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum HeatmapScale {
    /// From light at `low` to dark at `high`.
    Linear {
        /// The lightest.
        low: f64,
        /// The darkest.
        high: f64,
    },
    /// The same by factors; what is below `low` is as good as nothing.
    Logarithmic {
        /// The lightest.
        low: f64,
        /// The darkest.
        high: f64,
    },
    /// Red below zero, blue above it, full at `most` either way; small differences are brought out.
    Difference {
        /// The strongest.
        most: f64,
    },
}

/// Where nothing is.
const NOTHING: [Rgb; 2] = [Rgb(0xfc, 0xfc, 0xfd), Rgb(0xee, 0xf0, 0xf4)];

impl HeatmapScale {
    fn color(self, value: f64) -> Option<Rgb> {
        match self {
            HeatmapScale::Linear { low, high } => Some(ramp((value - low) / (high - low))),
            HeatmapScale::Logarithmic { low, high } => {
                let place = (value / low).log10() / (high / low).log10();
                (value >= low).then(|| ramp(place))
            }
            HeatmapScale::Difference { most } => {
                let share = (value.abs() / most).sqrt();
                Some(diverging(share.copysign(value)))
            }
        }
    }

    /// What the colours stand for, as an element for a page; a document of its own with `svg`.
    ///
    /// ```
    /// use sissa_render::chart::{HeatmapScale, Unit};
    ///
    /// let scale = HeatmapScale::Logarithmic { low: 1e-4, high: 1.0 };
    /// assert!(scale.legend(Unit::Percent).starts_with("<svg"));
    /// ```
    pub fn legend(self, unit: Unit) -> String {
        const STEPS: usize = 80;
        const LENGTH: f64 = 304.0;
        let (low, high) = match self {
            HeatmapScale::Linear { low, high } | HeatmapScale::Logarithmic { low, high } => {
                (low, high)
            }
            HeatmapScale::Difference { most } => (-most, most),
        };
        let value = |share: f64| match self {
            HeatmapScale::Logarithmic { .. } => low * (high / low).powf(share),
            _ => low + (high - low) * share,
        };
        let marks: Vec<(f64, String)> = match self {
            HeatmapScale::Logarithmic { .. } => {
                let decades = (high / low).log10().round().max(1.0);
                (0..=decades as i32)
                    .map(|decade| {
                        let at = low * 10f64.powi(decade);
                        (f64::from(decade) / decades, words(at, at, unit))
                    })
                    .collect()
            }
            _ => (0..=4)
                .map(|quarter| {
                    let share = f64::from(quarter) / 4.0;
                    (share, words(value(share), (high - low) / 4.0, unit))
                })
                .collect(),
        };
        let edge = marks
            .iter()
            .map(|(_, words)| text_width(words) / 2.0)
            .fold(6.0, f64::max)
            + 2.0;
        let mut canvas = Canvas::default();
        let step = LENGTH / STEPS as f64;
        for index in 0..STEPS {
            let share = (index as f64 + 0.5) / STEPS as f64;
            let fill = self.color(value(share)).unwrap_or(NOTHING[0]);
            let corner = (edge + index as f64 * step, 2.0);
            canvas.cell(corner, (step + 0.4, 12.0), fill, "");
        }
        for (share, words) in &marks {
            let x = edge + share * LENGTH;
            canvas.text(words, x, 20.0 + LETTERS, Anchor::Middle, Ink::Soft);
        }
        canvas.inline((LENGTH + 2.0 * edge, 34.0), "Scale of the colours", "")
    }
}

/// A value for each cell of a grid, as a colour.
///
/// ```
/// use sissa_render::chart::{Heatmap, HeatmapScale, Unit};
///
/// let map = Heatmap::new("Knights", HeatmapScale::Logarithmic { low: 1e-4, high: 1.0 })
///     .columns("abcdefgh".chars().map(String::from))
///     .rows("87654321".chars().map(String::from))
///     .unit(Unit::Percent)
///     .value(|row, column| Some(if (row, column) == (5, 5) { 0.62 } else { 0.0 }));
/// assert!(map.inline().contains("<title>f3 62.00 %</title>"));
/// ```
#[derive(Clone, Debug)]
pub struct Heatmap {
    title: String,
    scale: HeatmapScale,
    columns: Vec<String>,
    rows: Vec<String>,
    unit: Unit,
    cell: f64,
    values: Vec<Option<f64>>,
}

impl Heatmap {
    /// An empty grid.
    pub fn new(title: impl Into<String>, scale: HeatmapScale) -> Heatmap {
        Heatmap {
            title: title.into(),
            scale,
            columns: Vec::new(),
            rows: Vec::new(),
            unit: Unit::Number,
            cell: 22.0,
            values: Vec::new(),
        }
    }

    /// Names of the columns, from the left.
    pub fn columns(mut self, names: impl IntoIterator<Item = String>) -> Heatmap {
        self.columns = names.into_iter().collect();
        self
    }

    /// Names of the rows, from above.
    pub fn rows(mut self, names: impl IntoIterator<Item = String>) -> Heatmap {
        self.rows = names.into_iter().collect();
        self
    }

    /// What the values are.
    pub fn unit(mut self, unit: Unit) -> Heatmap {
        self.unit = unit;
        self
    }

    /// Width and height of a cell, 22 if not given.
    pub fn cell(mut self, size: f64) -> Heatmap {
        self.cell = size;
        self
    }

    /// The value of every cell, by row and column; after both have their names.
    pub fn value(mut self, of: impl Fn(usize, usize) -> Option<f64>) -> Heatmap {
        let (rows, columns) = (self.rows.len(), self.columns.len());
        self.values = (0..rows)
            .flat_map(|row| (0..columns).map(move |column| (row, column)))
            .map(|(row, column)| of(row, column))
            .collect();
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

    fn cells(&self) -> impl Iterator<Item = (usize, usize, Option<f64>)> + '_ {
        let columns = self.columns.len().max(1);
        let values = self.values.iter().enumerate();
        values.map(move |(index, value)| (index / columns, index % columns, *value))
    }

    fn told(&self, row: usize, column: usize, value: Option<f64>) -> String {
        let step = match self.unit {
            Unit::Number => 0.01,
            Unit::Percent => 1e-4,
        };
        let told = value.map_or("–".to_owned(), |value| words(value, step, self.unit));
        format!("{}{} {told}", self.columns[column], self.rows[row])
    }

    /// The cells that stand out.
    fn description(&self) -> String {
        let mut cells: Vec<(usize, usize, f64)> = self
            .cells()
            .filter_map(|(row, column, value)| Some((row, column, value?)))
            .collect();
        cells.sort_by(|a, b| b.2.abs().total_cmp(&a.2.abs()));
        let mut text = String::from("Most:");
        for (row, column, value) in cells.into_iter().take(5) {
            let _ = write!(text, " {},", self.told(row, column, Some(value)));
        }
        text.trim_end_matches([',', ':']).to_owned()
    }

    fn draw(&self) -> (Canvas, (f64, f64)) {
        let mut canvas = Canvas::default();
        let widths = self.rows.iter().map(|name| text_width(name));
        let edge = widths.fold(0.0, f64::max) + 7.0;
        let below = LETTERS + 9.0;
        for (row, column, value) in self.cells() {
            let corner = (
                edge + column as f64 * self.cell,
                1.0 + row as f64 * self.cell,
            );
            // A chessboard shows through where nothing is.
            let nothing = NOTHING[(row + column) % 2];
            let fill = value.and_then(|value| self.scale.color(value));
            let words = self.told(row, column, value);
            let size = (self.cell, self.cell);
            canvas.cell(corner, size, fill.unwrap_or(nothing), &words);
        }
        let (wide, high) = (
            self.columns.len() as f64 * self.cell,
            self.rows.len() as f64 * self.cell,
        );
        for (index, name) in self.columns.iter().enumerate() {
            let x = edge + (index as f64 + 0.5) * self.cell;
            canvas.text(name, x, high + 6.0 + LETTERS, Anchor::Middle, Ink::Soft);
        }
        for (index, name) in self.rows.iter().enumerate() {
            let y = 1.0 + (index as f64 + 0.5) * self.cell + LETTERS / 2.0;
            canvas.text(name, edge - 5.0, y, Anchor::End, Ink::Soft);
        }
        let frame = format!("M{edge} 1h{wide}v{high}h-{wide}z");
        canvas.path(&frame, "currentColor", 1.0, "", Ink::Soft);
        (canvas, (edge + wide + 1.0, high + 1.0 + below))
    }
}
