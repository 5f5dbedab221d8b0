//! Figures and names as reports write them.

use super::{Classes, THESIS_TUPLES};

/// A name short enough for a chart.
pub(crate) fn short(name: &str) -> String {
    let name = name
        .strip_prefix("white ")
        .filter(|rest| rest.starts_with('('))
        .unwrap_or(name);
    match name.char_indices().nth(44) {
        Some((end, _)) => format!("{}…", &name[..end]),
        None => name.to_owned(),
    }
}

/// What the thesis printed for a constraint.
pub(crate) fn printed(name: &str) -> Option<f64> {
    let found = THESIS_TUPLES
        .iter()
        .find(|tuple| tuple.constraint() == name);
    found.map(|tuple| tuple.wins)
}

pub(crate) fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

pub(crate) fn percent(share: f64) -> String {
    format!("{:.1} %", 100.0 * share)
}

/// A difference with its sign and so many decimals.
pub(crate) fn signed(value: f64, decimals: usize) -> String {
    format!("{value:+.decimals$}").replace('-', "−")
}

/// A number with one decimal, or a dash where there is none.
pub(crate) fn shown(value: Option<f64>) -> String {
    value.map_or("–".to_owned(), |value| format!("{value:.1}"))
}

/// Whether the same sum explains the classes.
pub(crate) fn sums(classes: &Classes) -> Option<String> {
    let (men, points) = (classes.by_men?, classes.by_points?);
    let (of_men, of_points) = (classes.explained_by_men?, classes.explained_by_points?);
    let verdict = if men > 0.8 {
        "The same number of men explains the classes."
    } else if men > 0.4 {
        "The same number of men explains the classes in part."
    } else {
        "The same number of men does not explain the classes."
    };
    Some(format!(
        "{verdict} Grouping by the number of White’s men agrees with the classes to {men:.2} (adjusted Rand index: 1 is the same \
         grouping, 0 is chance), grouping by points (9, 5, 3, 3, 1) to {points:.2}. Equal numbers of men account for {} of the \
         variance of the mean half-move, equal points for {}.",
        percent(of_men),
        percent(of_points)
    ))
}
