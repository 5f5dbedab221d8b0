//! Points on a plane whose directions mean nothing: a map.

use super::{
    canvas::{Anchor, Canvas, LEADING, LETTERS, text_width},
    color::series_color,
};
use crate::svg::Rgb;

/// Points that belong together.
#[derive(Clone, Debug, PartialEq)]
pub struct ScatterSeries {
    name: String,
    points: Vec<(f64, f64)>,
    label: Option<(String, (f64, f64))>,
}

impl ScatterSeries {
    /// Points under a name.
    pub fn new(name: impl Into<String>, points: impl IntoIterator<Item = (f64, f64)>) -> Self {
        ScatterSeries {
            name: name.into(),
            points: points.into_iter().collect(),
            label: None,
        }
    }

    /// A short word at a place, in front of all points.
    #[must_use]
    pub fn label(mut self, words: impl Into<String>, place: (f64, f64)) -> Self {
        self.label = Some((words.into(), place));
        self
    }
}

/// A map of points with a legend below. Colours begin again after the last; the labels tell series apart.
#[derive(Clone, Debug, Default)]
pub struct Scatter {
    title: String,
    series: Vec<ScatterSeries>,
}

/// Width of the drawing and of the field.
const WIDTH: f64 = 760.0;
const PADDING: f64 = 14.0;
/// Radius of points and of labels.
const POINT: f64 = 2.2;
const LABEL: f64 = 10.0;

impl Scatter {
    /// An empty map.
    pub fn new(title: impl Into<String>) -> Scatter {
        Scatter {
            title: title.into(),
            series: Vec::new(),
        }
    }

    /// One series more.
    #[must_use]
    pub fn series(mut self, series: ScatterSeries) -> Scatter {
        self.series.push(series);
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

    fn description(&self) -> String {
        let names = self.series.iter();
        let names = names.map(|series| format!("{}: {} points.", series.name, series.points.len()));
        names.collect::<Vec<_>>().join(" ")
    }

    fn draw(&self) -> (Canvas, (f64, f64)) {
        let mut canvas = Canvas::default();
        let all = || self.series.iter().flat_map(|series| series.points.iter());
        let least = |of: &dyn Fn(&(f64, f64)) -> f64| all().map(of).fold(f64::INFINITY, f64::min);
        let most =
            |of: &dyn Fn(&(f64, f64)) -> f64| all().map(of).fold(f64::NEG_INFINITY, f64::max);
        let (left, right) = (least(&|point| point.0), most(&|point| point.0));
        let (low, high) = (least(&|point| point.1), most(&|point| point.1));
        if !left.is_finite() {
            return (canvas, (WIDTH, 2.0 * PADDING));
        }
        // The same scale both ways, or near and far would not be true.
        let room = WIDTH - 2.0 * (PADDING + LABEL);
        let scale = room / (right - left).max(high - low).max(1e-9);
        let height = (high - low) * scale;
        let start = PADDING + LABEL + (room - (right - left) * scale) / 2.0;
        let at = |(x, y): (f64, f64)| {
            (
                start + (x - left) * scale,
                PADDING + LABEL + (high - y) * scale,
            )
        };
        for (number, series) in self.series.iter().enumerate() {
            canvas.group(&series.name, |canvas| {
                for point in &series.points {
                    canvas.disc(at(*point), POINT, series_color(number));
                }
            });
        }
        for (number, series) in self.series.iter().enumerate() {
            if let Some((words, place)) = &series.label {
                label(&mut canvas, words, at(*place), series_color(number));
            }
        }
        let top = height + 2.0 * (PADDING + LABEL);
        let below = self.legend(&mut canvas, top);
        (canvas, (WIDTH, below))
    }

    /// Names in two columns; gives the height of the whole.
    fn legend(&self, canvas: &mut Canvas, top: f64) -> f64 {
        let column = (WIDTH - 2.0 * PADDING) / 2.0;
        let rows = self.series.len().div_ceil(2);
        for (number, series) in self.series.iter().enumerate() {
            let x = PADDING + column * (number / rows) as f64;
            let y = top + LEADING * (number % rows) as f64 + LETTERS;
            canvas.disc((x + 5.0, y - LETTERS / 2.0), 5.0, series_color(number));
            canvas.fitted(&series.name, x + 18.0, y, Anchor::Start, column - 28.0);
        }
        top + LEADING * rows as f64 + PADDING
    }
}

fn label(canvas: &mut Canvas, words: &str, (x, y): (f64, f64), color: Rgb) {
    let radius = LABEL.max(text_width(words) / 2.0 + 4.0);
    canvas.disc((x, y), radius + 1.5, Rgb(0xff, 0xff, 0xff));
    canvas.disc((x, y), radius, color);
    canvas.on(words, x, y + LETTERS / 2.0, color);
}
