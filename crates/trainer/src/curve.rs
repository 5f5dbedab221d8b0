//! The losses of a run as a drawing.

use std::fmt::Write as _;

/// An SVG of losses over steps, each series with its name.
///
/// ```
/// let svg = sissa_trainer::curve(&[("training", vec![(0, 0.7), (100, 0.2)])]);
/// assert!(svg.starts_with("<svg") && svg.contains("training"));
/// ```
pub fn curve(series: &[(&str, Vec<(u64, f64)>)]) -> String {
    const COLOURS: [&str; 3] = ["#1f77b4", "#d62728", "#2ca02c"];
    let points = || series.iter().flat_map(|(_, points)| points);
    let last = points().map(|(step, _)| *step).max().unwrap_or(1).max(1) as f64;
    let highest = points().map(|(_, loss)| *loss).fold(1e-6, f64::max);
    let lowest = points()
        .map(|(_, loss)| *loss)
        .fold(highest, f64::min)
        .max(1e-6);
    // Losses fall by factors: equal factors are equal heights.
    let (top, bottom) = (highest.ln(), lowest.ln());
    let height = (top - bottom).max(1e-9);
    let x = |step: u64| 60.0 + 520.0 * step as f64 / last;
    let y = |loss: f64| 20.0 + 260.0 * (top - loss.max(1e-6).ln()) / height;
    let mut svg = String::from(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 600 320\" \
         font-family=\"sans-serif\" font-size=\"11\">\n\
         <rect width=\"600\" height=\"320\" fill=\"white\"/>\n\
         <path d=\"M60 20V280H580\" fill=\"none\" stroke=\"#888\"/>\n",
    );
    for loss in [highest, (highest * lowest).sqrt(), lowest] {
        let _ = writeln!(
            svg,
            "<text x=\"54\" y=\"{:.1}\" text-anchor=\"end\">{loss:.4}</text>",
            y(loss) + 4.0
        );
    }
    let _ = writeln!(
        svg,
        "<text x=\"580\" y=\"296\" text-anchor=\"end\">{last} steps</text>"
    );
    for (index, (name, points)) in series.iter().enumerate() {
        let colour = COLOURS[index % COLOURS.len()];
        let mut line = String::new();
        for (step, loss) in points {
            let _ = write!(line, "{:.1},{:.1} ", x(*step), y(*loss));
        }
        let _ = writeln!(
            svg,
            "<polyline points=\"{}\" fill=\"none\" stroke=\"{colour}\"/>\n\
             <text x=\"{}\" y=\"312\" fill=\"{colour}\">{name}</text>",
            line.trim_end(),
            60 + 120 * index,
        );
    }
    svg + "</svg>\n"
}
