//! Lines over an axis of numbers.

use std::fmt::Write as _;

use super::{
    Axis,
    axis::{Scale, above_each_other, side_by_side, told},
    canvas::{Anchor, Canvas, Ink, LEADING, LETTERS, text_width},
    color::{dash, series_color},
};
use crate::svg::{Rgb, number};

/// A line of a [`LineChart`].
#[derive(Clone, Debug, PartialEq)]
pub struct Line {
    name: String,
    points: Vec<(f64, Option<f64>)>,
    color: Option<Rgb>,
    dash: Option<usize>,
}

impl Line {
    /// A line through points, in the order of x.
    pub fn new(name: impl Into<String>, points: impl IntoIterator<Item = (f64, f64)>) -> Line {
        let points = points.into_iter().map(|(x, y)| (x, Some(y)));
        Line::with_gaps(name, points)
    }

    /// A line that breaks where a value is missing.
    pub fn with_gaps(
        name: impl Into<String>,
        points: impl IntoIterator<Item = (f64, Option<f64>)>,
    ) -> Line {
        Line {
            name: name.into(),
            points: points
                .into_iter()
                .map(|(x, y)| (x, y.filter(|y| y.is_finite())))
                .collect(),
            color: None,
            dash: None,
        }
    }

    /// Its colour; if not given, one of its own.
    pub fn color(mut self, color: Rgb) -> Line {
        self.color = Some(color);
        self
    }

    /// Its dashes, by number: 0 is none, lines of one colour differ by them.
    pub fn dash(mut self, dash: usize) -> Line {
        self.dash = Some(dash);
        self
    }
}

/// Lines over an axis of numbers, with a legend where there are several.
#[derive(Clone, Debug)]
pub struct LineChart {
    title: String,
    x: Axis,
    y: Axis,
    lines: Vec<Line>,
    thresholds: Vec<(f64, String)>,
    size: (f64, f64),
    legend: bool,
}

/// Around everything.
const PADDING: f64 = 10.0;

impl LineChart {
    /// An empty chart; the title is for those who cannot see it.
    pub fn new(title: impl Into<String>) -> LineChart {
        LineChart {
            title: title.into(),
            x: Axis::new(""),
            y: Axis::new(""),
            lines: Vec::new(),
            thresholds: Vec::new(),
            size: (640.0, 360.0),
            legend: true,
        }
    }

    /// The axis from left to right.
    pub fn x(mut self, axis: Axis) -> LineChart {
        self.x = axis;
        self
    }

    /// The axis from below.
    pub fn y(mut self, axis: Axis) -> LineChart {
        self.y = axis;
        self
    }

    /// One line more.
    pub fn line(mut self, line: Line) -> LineChart {
        self.lines.push(line);
        self
    }

    /// More lines.
    pub fn lines(mut self, lines: impl IntoIterator<Item = Line>) -> LineChart {
        self.lines.extend(lines);
        self
    }

    /// A dotted line across, with its words.
    pub fn threshold(mut self, at: f64, words: impl Into<String>) -> LineChart {
        self.thresholds.push((at, words.into()));
        self
    }

    /// Width and height, 640 by 360 if not given. A legend below comes on top of the height.
    pub fn size(mut self, width: f64, height: f64) -> LineChart {
        self.size = (width, height);
        self
    }

    /// Without a legend, where a chart beside it has the same one.
    pub fn without_legend(mut self) -> LineChart {
        self.legend = false;
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

    fn xs(&self) -> impl Iterator<Item = f64> + Clone + '_ {
        let lines = self.lines.iter();
        lines.flat_map(|line| line.points.iter().map(|point| point.0))
    }

    fn ys(&self) -> impl Iterator<Item = f64> + Clone + '_ {
        let lines = self.lines.iter();
        let values = lines.flat_map(|line| line.points.iter().filter_map(|point| point.1));
        values.chain(self.thresholds.iter().map(|threshold| threshold.0))
    }

    fn description(&self) -> String {
        let mut text = format!("{} over {}.", self.y.label, self.x.label);
        for line in &self.lines {
            let mut values = line.points.iter().filter_map(|(x, y)| Some((*x, (*y)?)));
            let first = values.next();
            let last = values.next_back().or(first);
            if let (Some(first), Some(last)) = (first, last) {
                let told = |(x, y): (f64, f64)| {
                    format!("{} at {}", told(y, self.y.unit), told(x, self.x.unit))
                };
                let _ = write!(
                    text,
                    " {}: from {} to {}.",
                    line.name,
                    told(first),
                    told(last)
                );
            }
        }
        text
    }

    fn color_of(&self, index: usize) -> Rgb {
        self.lines[index].color.unwrap_or(series_color(index))
    }

    fn dash_of(&self, index: usize) -> &'static str {
        // Colours begin again after the last one; dashes then tell the lines apart.
        let begun_again = index / super::SERIES.len();
        dash(self.lines[index].dash.unwrap_or(begun_again))
    }

    fn draw(&self) -> (Canvas, (f64, f64)) {
        let mut canvas = Canvas::default();
        let (width, height) = self.size;
        let legend = Legend::of(self, width);
        let mut right = width - PADDING - legend.beside();
        let (top, bottom) = (PADDING + LETTERS, height - PADDING - 2.0 * LEADING);
        let y = self.y.scale(self.ys(), true, &|scale| {
            above_each_other(scale, bottom - top)
        });
        let left = PADDING + LEADING + y.as_ref().map_or(0.0, Scale::widest) + 8.0;
        let x = self
            .x
            .scale(self.xs(), false, &|scale| side_by_side(scale, right - left));
        if let (Some(x), Some(y)) = (x, y) {
            // The last label may reach beyond the axis.
            if legend.beside() == 0.0 {
                right -= overhang(&x, right - left);
            }
            let plot = Plot {
                x,
                y,
                corner: (left, top),
                far: (right, bottom),
            };
            plot.axes(&mut canvas, &self.x.label, &self.y.label);
            for (at, words) in &self.thresholds {
                let (_, y) = plot.at(0.0, *at);
                canvas.rule((left, y), (right, y), Ink::Soft, "3 4");
                canvas.text(words, right - 4.0, y - 5.0, Anchor::End, Ink::Soft);
            }
            for (index, line) in self.lines.iter().enumerate() {
                let (stroke, dash) = (self.color_of(index).to_string(), self.dash_of(index));
                canvas.group(&line.name, |canvas| {
                    canvas.path(&plot.path(&line.points), &stroke, 2.0, dash, Ink::Full);
                    for point in plot.lonely(&line.points) {
                        canvas.disc(point, 2.5, self.color_of(index));
                    }
                });
            }
        }
        legend.draw(self, &mut canvas, right + 16.0, top, height);
        (canvas, (width, height + legend.below()))
    }
}

/// How far the last label reaches beyond the end of an axis.
fn overhang(scale: &Scale, length: f64) -> f64 {
    let last = scale.marks.last();
    last.map_or(0.0, |mark| {
        let reach = scale.place(mark.at) * length + text_width(&mark.words) / 2.0;
        (reach - length).max(0.0)
    })
}

/// The field that lines are drawn in.
struct Plot {
    x: Scale,
    y: Scale,
    corner: (f64, f64),
    far: (f64, f64),
}

impl Plot {
    fn at(&self, x: f64, y: f64) -> (f64, f64) {
        let (left, top) = self.corner;
        let (right, bottom) = self.far;
        (
            left + self.x.place(x) * (right - left),
            bottom - self.y.place(y) * (bottom - top),
        )
    }

    fn axes(&self, canvas: &mut Canvas, x_label: &str, y_label: &str) {
        let ((left, top), (right, bottom)) = (self.corner, self.far);
        for mark in &self.y.marks {
            let (_, y) = self.at(self.x.ends().0, mark.at);
            canvas.rule((left, y), (right, y), Ink::Faint, "");
            canvas.text(
                &mark.words,
                left - 7.0,
                y + LETTERS / 2.0,
                Anchor::End,
                Ink::Soft,
            );
        }
        for mark in &self.x.marks {
            let (x, _) = self.at(mark.at, self.y.ends().0);
            canvas.rule((x, bottom), (x, bottom + 4.0), Ink::Soft, "");
            canvas.text(
                &mark.words,
                x,
                bottom + 9.0 + LETTERS,
                Anchor::Middle,
                Ink::Soft,
            );
        }
        canvas.rule((left, bottom), (right, bottom), Ink::Soft, "");
        let middle = ((left + right) / 2.0, (top + bottom) / 2.0);
        canvas.text(
            x_label,
            middle.0,
            bottom + 9.0 + LETTERS + LEADING,
            Anchor::Middle,
            Ink::Soft,
        );
        canvas.upright(y_label, PADDING + LETTERS, middle.1);
    }

    fn path(&self, points: &[(f64, Option<f64>)]) -> String {
        let mut path = String::new();
        let mut down = false;
        for (x, y) in points {
            let Some(y) = *y else {
                down = false;
                continue;
            };
            let (x, y) = self.at(*x, y);
            let command = if down { 'L' } else { 'M' };
            let _ = write!(path, "{command}{} {}", number(x), number(y));
            down = true;
        }
        path
    }

    /// Points without a neighbour, which no line goes through.
    fn lonely<'a>(
        &'a self,
        points: &'a [(f64, Option<f64>)],
    ) -> impl Iterator<Item = (f64, f64)> + 'a {
        let missing = move |index: Option<usize>| {
            index
                .and_then(|index| points.get(index))
                .is_none_or(|point| point.1.is_none())
        };
        points
            .iter()
            .enumerate()
            .filter_map(move |(index, (x, y))| {
                let alone = missing(index.checked_sub(1)) && missing(Some(index + 1));
                y.filter(|_| alone).map(|y| self.at(*x, y))
            })
    }
}

/// Length of the stroke beside a name.
const SAMPLE: f64 = 26.0;

/// Names of lines: beside the plot where they are short, else below it.
enum Legend {
    None,
    Beside(f64),
    /// Rows of lines, by their numbers and places.
    Below(Vec<Vec<(usize, f64)>>),
}

impl Legend {
    fn of(chart: &LineChart, width: f64) -> Legend {
        if !chart.legend || chart.lines.len() < 2 {
            return Legend::None;
        }
        let widths = || chart.lines.iter().map(|line| text_width(&line.name));
        let widest = widths().fold(0.0, f64::max) + SAMPLE + 30.0;
        let rows = ((chart.size.1 - PADDING - 2.0 * LEADING) / LEADING) as usize;
        if widest <= 0.32 * width && chart.lines.len() <= rows {
            return Legend::Beside(widest);
        }
        let room = width - 2.0 * PADDING;
        let mut lines: Vec<Vec<(usize, f64)>> = Vec::new();
        let mut x = room;
        for (index, name) in widths().enumerate() {
            let needed = (SAMPLE + 8.0 + name).min(room);
            if x + needed > room {
                lines.push(Vec::new());
                x = 0.0;
            }
            if let Some(row) = lines.last_mut() {
                row.push((index, PADDING + x));
            }
            x += needed + 18.0;
        }
        Legend::Below(lines)
    }

    fn beside(&self) -> f64 {
        match self {
            Legend::Beside(width) => *width,
            Legend::None | Legend::Below(_) => 0.0,
        }
    }

    fn below(&self) -> f64 {
        match self {
            Legend::Below(rows) => rows.len() as f64 * LEADING + 10.0,
            Legend::None | Legend::Beside(_) => 0.0,
        }
    }

    fn draw(&self, chart: &LineChart, canvas: &mut Canvas, beside: f64, top: f64, below: f64) {
        let entry = |canvas: &mut Canvas, index: usize, x: f64, y: f64| {
            let path = format!("M{} {}h{SAMPLE}", number(x), number(y));
            let stroke = chart.color_of(index).to_string();
            canvas.path(&path, &stroke, 2.0, chart.dash_of(index), Ink::Full);
            let start = x + SAMPLE + 8.0;
            let room = chart.size.0 - PADDING - start;
            let name = &chart.lines[index].name;
            canvas.fitted(name, start, y + LETTERS / 2.0, Anchor::Start, room);
        };
        match self {
            Legend::None => {}
            Legend::Beside(_) => {
                for index in 0..chart.lines.len() {
                    entry(canvas, index, beside, top + index as f64 * LEADING);
                }
            }
            Legend::Below(rows) => {
                for (row, lines) in rows.iter().enumerate() {
                    let y = below + row as f64 * LEADING + 8.0;
                    for (index, x) in lines {
                        entry(canvas, *index, *x, y);
                    }
                }
            }
        }
    }
}
