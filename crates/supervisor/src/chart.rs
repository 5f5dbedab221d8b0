//! Learning curves as a chart.

use sissa_learn::curve::Curve;
use sissa_render::chart::{Axis, Line, LineChart};

/// A chart with logarithmic axes; no errors at all lie a decade below the fewest.
///
/// ```
/// use sissa_learn::curve::Curve;
///
/// let curve = Curve { name: "rook".to_owned(), points: vec![(10, 800.0), (4096, 0.0)] };
/// let drawn = sissa_supervisor::chart("one man", "wrong pairs", &[curve]);
/// assert!(drawn.starts_with("<svg") && drawn.contains("wrong pairs"));
/// ```
pub fn chart(title: &str, errors: &str, curves: &[Curve]) -> String {
    let seen = curves.iter().flat_map(|curve| &curve.points);
    let fewest = seen
        .map(|(_, errors)| *errors)
        .filter(|errors| *errors > 0.0)
        .fold(f64::INFINITY, f64::min);
    let floor = if fewest.is_finite() {
        10f64.powf(fewest.log10().floor() - 1.0)
    } else {
        1e-3
    };
    let lines = curves.iter().map(|curve| {
        let points = curve.points.iter();
        let points = points.map(|(asked, errors)| ((*asked).max(1) as f64, errors.max(floor)));
        Line::new(&curve.name, points)
    });
    LineChart::new(title)
        .x(Axis::new("questions").logarithmic())
        .y(Axis::new(errors).logarithmic())
        .lines(lines)
        .svg()
}
