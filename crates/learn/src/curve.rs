//! Learning curves: errors against questions. Who draws them knows more than the learner may.

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
