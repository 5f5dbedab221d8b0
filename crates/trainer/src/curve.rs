//! The losses of a run as a drawing.

use sissa_render::chart::{Axis, Line, LineChart};

/// An SVG of losses over steps, each series with its name. Losses fall by factors: equal factors are equal heights.
///
/// ```
/// let svg = sissa_trainer::curve(&[("training", vec![(0, 0.7), (100, 0.2)])]);
/// assert!(svg.starts_with("<svg") && svg.contains("steps"));
/// ```
pub fn curve(series: &[(&str, Vec<(u64, f64)>)]) -> String {
    let lines = series.iter().map(|(name, points)| {
        let points = points.iter();
        Line::new(
            *name,
            points.map(|(step, loss)| (*step as f64, loss.max(1e-6))),
        )
    });
    LineChart::new("loss")
        .x(Axis::new("steps"))
        .y(Axis::new("loss").logarithmic())
        .lines(lines)
        .svg()
}
