//! Learning curves: errors against questions, as CSV and as a small SVG.

use std::fmt::Write as _;

/// One line of a chart.
#[derive(Clone, Debug, PartialEq)]
pub struct Curve {
    pub name: String,
    /// Questions asked, and errors then.
    pub points: Vec<(u64, f64)>,
}

/// Comma-separated: `curve,questions,errors`.
pub fn csv(curves: &[Curve]) -> String {
    let mut text = String::from("curve,questions,errors\n");
    for curve in curves {
        for (questions, errors) in &curve.points {
            let name = curve.name.replace([',', '"', '\n'], " ");
            let _ = writeln!(text, "{name},{questions},{errors}");
        }
    }
    text
}

const WIDTH: f64 = 640.0;
const HEIGHT: f64 = 360.0;
const LEFT: f64 = 60.0;
const RIGHT: f64 = 150.0;
const TOP: f64 = 30.0;
const BOTTOM: f64 = 45.0;
const COLOURS: [&str; 8] = [
    "#1f77b4", "#d62728", "#2ca02c", "#9467bd", "#ff7f0e", "#17becf", "#8c564b", "#7f7f7f",
];

/// A chart with logarithmic axes; zero errors lie on the bottom line.
///
/// ```
/// use sissa_learn::curve::{Curve, svg};
///
/// let curve = Curve { name: "rook".to_owned(), points: vec![(10, 800.0), (4096, 0.0)] };
/// assert!(svg("one man", "wrong pairs", &[curve]).starts_with("<svg"));
/// ```
pub fn svg(title: &str, errors: &str, curves: &[Curve]) -> String {
    let axes = Axes::around(curves);
    let mut text = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" \
         font-family=\"sans-serif\" font-size=\"11\">\n\
         <rect width=\"{WIDTH}\" height=\"{HEIGHT}\" fill=\"white\"/>\n\
         <text x=\"{LEFT}\" y=\"18\" font-size=\"13\">{}</text>\n",
        escaped(title)
    );
    axes.draw(&mut text, errors);
    for (index, curve) in curves.iter().enumerate() {
        let colour = COLOURS[index % COLOURS.len()];
        let path: Vec<String> = curve
            .points
            .iter()
            .map(|(questions, errors)| format!("{:.1},{:.1}", axes.x(*questions), axes.y(*errors)))
            .collect();
        let row = TOP + 14.0 * index as f64;
        let _ = writeln!(
            text,
            "<polyline points=\"{}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"1.5\"/>\n\
             <path d=\"M{:.1} {row:.1}h16\" stroke=\"{colour}\" stroke-width=\"2\"/><text x=\"{:.1}\" y=\"{:.1}\">{}</text>",
            path.join(" "),
            WIDTH - RIGHT + 10.0,
            WIDTH - RIGHT + 30.0,
            row + 4.0,
            escaped(&curve.name)
        );
    }
    text.push_str("</svg>\n");
    text
}

/// Logarithmic axes around all points.
struct Axes {
    questions: (u64, u64),
    /// One decade below the smallest error stands for none at all.
    floor: f64,
    worst: f64,
}

impl Axes {
    fn around(curves: &[Curve]) -> Axes {
        let points = || curves.iter().flat_map(|curve| curve.points.iter());
        let most = points().map(|point| point.0).max().unwrap_or(10).max(10);
        let least = points()
            .map(|point| point.0)
            .min()
            .unwrap_or(1)
            .clamp(1, most / 2);
        let worst = points().map(|point| point.1).fold(1e-9, f64::max);
        let best = points()
            .map(|point| point.1)
            .filter(|errors| *errors > 0.0)
            .fold(worst, f64::min);
        Axes {
            questions: (least, most),
            floor: 10f64.powf(best.log10().floor() - 1.0),
            worst,
        }
    }

    fn x(&self, questions: u64) -> f64 {
        let (least, most) = self.questions;
        let part = scale(questions.max(least) as f64, least as f64, most as f64);
        LEFT + part * (WIDTH - LEFT - RIGHT)
    }

    fn y(&self, errors: f64) -> f64 {
        let part = scale(errors.max(self.floor), self.floor, self.worst);
        HEIGHT - BOTTOM - part * (HEIGHT - TOP - BOTTOM)
    }

    /// Lines at powers of ten, and what the axes mean.
    fn draw(&self, text: &mut String, errors: &str) {
        let (least, most) = self.questions;
        for power in least.ilog10()..=most.ilog10() {
            let at = 10u64.pow(power);
            if at >= least {
                let _ = writeln!(
                    text,
                    "<path d=\"M{0:.1} {TOP}V{1:.1}\" stroke=\"#ddd\"/><text x=\"{0:.1}\" y=\"{2:.1}\" text-anchor=\"middle\">{at}</text>",
                    self.x(at),
                    HEIGHT - BOTTOM,
                    HEIGHT - BOTTOM + 15.0
                );
            }
        }
        let low = self.floor.log10().round() as i32;
        for power in low..=self.worst.log10().floor() as i32 {
            let label = if power == low {
                "0".to_owned()
            } else {
                format!("{}", 10f64.powi(power))
            };
            let y = self.y(10f64.powi(power));
            let _ = writeln!(
                text,
                "<path d=\"M{LEFT} {y:.1}H{0:.1}\" stroke=\"#ddd\"/><text x=\"{1:.1}\" y=\"{2:.1}\" text-anchor=\"end\">{label}</text>",
                WIDTH - RIGHT,
                LEFT - 5.0,
                y + 4.0
            );
        }
        let _ = writeln!(
            text,
            "<text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"middle\">questions</text>\n\
             <text transform=\"translate(14 {:.1}) rotate(-90)\" text-anchor=\"middle\">{}</text>",
            (LEFT + WIDTH - RIGHT) / 2.0,
            HEIGHT - 10.0,
            (TOP + HEIGHT - BOTTOM) / 2.0,
            escaped(errors)
        );
    }
}

/// Where a value lies between two others by their logarithms, from 0 to 1.
fn scale(value: f64, low: f64, high: f64) -> f64 {
    (value.log10() - low.log10()) / (high.log10() - low.log10()).max(1e-9)
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
}
