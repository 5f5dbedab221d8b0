//! Axes: which numbers they reach, where a number stands, which numbers are marked.

use super::canvas::{LEADING, text_width};

/// What the numbers of an axis are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Unit {
    /// Plain numbers.
    #[default]
    Number,
    /// Shares of a whole: 0.25 is marked 25 %.
    Percent,
}

/// An axis of numbers.
///
/// ```
/// use sissa_render::chart::{Axis, Unit};
///
/// let axis = Axis::new("share of games").unit(Unit::Percent).from_zero();
/// # let _ = axis;
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Axis {
    pub(super) label: String,
    pub(super) unit: Unit,
    logarithmic: bool,
    from_zero: bool,
    range: Option<(f64, f64)>,
}

impl Axis {
    /// A linear axis of plain numbers; the label says what they are.
    pub fn new(label: impl Into<String>) -> Axis {
        Axis {
            label: label.into(),
            unit: Unit::Number,
            logarithmic: false,
            from_zero: false,
            range: None,
        }
    }

    /// What the numbers are.
    pub fn unit(mut self, unit: Unit) -> Axis {
        self.unit = unit;
        self
    }

    /// Equal factors are equal lengths. Zero, which has no place on such an axis, stands at its
    /// lower end, a decade below the least number and marked 0.
    pub fn logarithmic(mut self) -> Axis {
        self.logarithmic = true;
        self
    }

    /// Begins with zero, whatever the least number is.
    pub fn from_zero(mut self) -> Axis {
        self.from_zero = true;
        self
    }

    /// Reaches from one number to another, whatever is drawn.
    pub fn range(mut self, from: f64, to: f64) -> Axis {
        self.range = Some((from, to));
        self
    }

    /// The scale for these numbers, with as many marks as fit. `whole` rounds its ends to marks.
    pub(super) fn scale(
        &self,
        numbers: impl Iterator<Item = f64> + Clone,
        whole: bool,
        fits: &dyn Fn(&Scale) -> bool,
    ) -> Option<Scale> {
        let finite = numbers.filter(|number| number.is_finite());
        if self.logarithmic {
            return self.logarithmic_scale(finite, whole, fits);
        }
        let (mut low, mut high) = match self.range {
            Some(range) => range,
            None => ends(finite)?,
        };
        if self.from_zero {
            (low, high) = (low.min(0.0), high.max(0.0));
        }
        if high <= low {
            let half = (low.abs() * 0.1).max(0.5);
            (low, high) = (low - half, high + half);
        }
        let mut scale = None;
        for marks in (1..=8).rev() {
            let step = round_step((high - low) / f64::from(marks));
            let (from, to) = if whole {
                ((low / step).floor() * step, (high / step).ceil() * step)
            } else {
                (low, high)
            };
            let found = Scale {
                low: from,
                high: to,
                logarithmic: false,
                zero: None,
                marks: self.linear_marks(from, to, step),
            };
            if fits(&found) {
                return Some(found);
            }
            scale = Some(found);
        }
        scale
    }

    fn linear_marks(&self, low: f64, high: f64, step: f64) -> Vec<Mark> {
        let first = (low / step - 1e-6).ceil() as i64;
        let last = (high / step + 1e-6).floor() as i64;
        (first..=last)
            .map(|index| {
                let at = index as f64 * step;
                Mark {
                    at,
                    words: words(at, step, self.unit),
                }
            })
            .collect()
    }

    fn logarithmic_scale(
        &self,
        numbers: impl Iterator<Item = f64> + Clone,
        whole: bool,
        fits: &dyn Fn(&Scale) -> bool,
    ) -> Option<Scale> {
        let has_zero = self.range.is_none() && numbers.clone().any(|number| number <= 0.0);
        let (mut low, mut high) = match self.range {
            Some(range) => range,
            None => ends(numbers.filter(|number| *number > 0.0)).unwrap_or((1.0, 10.0)),
        };
        let decade = |number: f64| 10f64.powf(number.log10().floor());
        if high <= low {
            (low, high) = (low / 2.0, high * 2.0);
        }
        let zero = has_zero.then(|| {
            low = decade(low) / 10.0;
            low
        });
        let mut scale = None;
        // Decades alone where there are several of them; else numbers within a decade too.
        let kinds: [(&[f64], i32); 6] = [
            (&[1.0, 2.0, 5.0], 1),
            (&[1.0, 3.0], 1),
            (&[1.0], 1),
            (&[1.0], 2),
            (&[1.0], 3),
            (&[1.0], 6),
        ];
        let several = (high / low).log10() >= 3.0;
        for (inner, every) in kinds.into_iter().skip(if several { 2 } else { 0 }) {
            let mut marks = logarithmic_marks(low, high, inner, every, self.unit);
            let (mut from, mut to) = (low, high);
            if whole && marks.len() >= 2 {
                let all = logarithmic_marks(decade(low), decade(high) * 10.0, inner, 1, self.unit);
                let below = all.iter().rev().find(|mark| mark.at <= low * (1.0 + 1e-9));
                let above = all.iter().find(|mark| mark.at >= high * (1.0 - 1e-9));
                from = below.map_or(low, |mark| mark.at);
                to = above.map_or(high, |mark| mark.at);
                marks = logarithmic_marks(from, to, inner, every, self.unit);
            }
            if let Some(zero) = zero {
                marks.retain(|mark| mark.at > zero * 5.0);
                marks.insert(
                    0,
                    Mark {
                        at: zero,
                        words: "0".to_owned(),
                    },
                );
            }
            let found = Scale {
                low: from,
                high: to,
                logarithmic: true,
                zero,
                marks,
            };
            if fits(&found) {
                return Some(found);
            }
            scale = Some(found);
        }
        scale
    }
}

fn logarithmic_marks(low: f64, high: f64, inner: &[f64], every: i32, unit: Unit) -> Vec<Mark> {
    let (first, last) = (low.log10().floor() as i32, high.log10().ceil() as i32);
    (first..=last)
        .filter(|power| power.rem_euclid(every) == 0)
        .flat_map(|power| inner.iter().map(move |digit| digit * 10f64.powi(power)))
        .filter(|at| (low * (1.0 - 1e-9)..=high * (1.0 + 1e-9)).contains(at))
        .map(|at| Mark {
            at,
            words: words(at, at, unit),
        })
        .collect()
}

fn ends(numbers: impl Iterator<Item = f64>) -> Option<(f64, f64)> {
    numbers.fold(None, |ends, number| {
        let (low, high) = ends.unwrap_or((number, number));
        Some((low.min(number), high.max(number)))
    })
}

/// A marked number, and what is written there.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Mark {
    pub at: f64,
    pub words: String,
}

/// An axis with its ends and marks.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Scale {
    low: f64,
    high: f64,
    logarithmic: bool,
    /// What stands for zero where zero has no place.
    zero: Option<f64>,
    pub marks: Vec<Mark>,
}

impl Scale {
    /// Where a number stands: 0 at the lower end, 1 at the upper.
    pub(super) fn place(&self, number: f64) -> f64 {
        if self.logarithmic {
            let number = number.max(self.zero.unwrap_or(self.low));
            let (low, high) = (self.low.log10(), self.high.log10());
            (number.log10() - low) / (high - low)
        } else {
            (number - self.low) / (self.high - self.low)
        }
    }

    /// Its ends.
    pub(super) fn ends(&self) -> (f64, f64) {
        (self.low, self.high)
    }

    /// The widest label.
    pub(super) fn widest(&self) -> f64 {
        let widths = self.marks.iter().map(|mark| text_width(&mark.words));
        widths.fold(0.0, f64::max)
    }
}

/// Whether labels side by side along so many units of length keep apart.
pub(super) fn side_by_side(scale: &Scale, length: f64) -> bool {
    const GAP: f64 = 12.0;
    apart(scale, length, &|one, other| {
        (text_width(&one.words) + text_width(&other.words)) / 2.0 + GAP
    })
}

/// Whether labels one above the other along so many units of length keep apart.
pub(super) fn above_each_other(scale: &Scale, length: f64) -> bool {
    apart(scale, length, &|_, _| 2.0 * LEADING)
}

fn apart(scale: &Scale, length: f64, least: &dyn Fn(&Mark, &Mark) -> f64) -> bool {
    scale.marks.windows(2).all(|pair| {
        let between = (scale.place(pair[1].at) - scale.place(pair[0].at)) * length;
        between >= least(&pair[0], &pair[1])
    })
}

/// The least step of 1, 2 or 5 times a power of ten that is not below this one.
fn round_step(least: f64) -> f64 {
    let power = 10f64.powf(least.log10().floor());
    let fit = [1.0, 2.0, 5.0]
        .into_iter()
        .find(|fit| fit * power >= least * (1.0 - 1e-9));
    fit.unwrap_or(10.0) * power
}

/// A number with as many decimals as its step needs.
pub(super) fn words(number: f64, step: f64, unit: Unit) -> String {
    let (number, step) = match unit {
        Unit::Number => (number, step),
        Unit::Percent => (100.0 * number, 100.0 * step),
    };
    let decimals = (-step.log10().floor()).clamp(0.0, 9.0) as usize;
    let text = format!("{:.decimals$}", number.abs());
    let (whole, rest) = text.split_at(text.find('.').unwrap_or(text.len()));
    let sign = if number < -step / 1e6 { "−" } else { "" };
    let unit = match unit {
        Unit::Number => "",
        Unit::Percent => " %",
    };
    format!("{sign}{}{rest}{unit}", grouped(whole))
}

/// A number with three digits that count.
pub(super) fn told(number: f64, unit: Unit) -> String {
    let step = if number.fract() == 0.0 && unit == Unit::Number {
        1.0
    } else {
        10f64.powf(number.abs().max(1e-9).log10().floor() - 2.0)
    };
    words(number, step, unit)
}

/// Digits in groups of three, from five digits on: years and ratings stay as they are.
fn grouped(digits: &str) -> String {
    if digits.len() < 5 {
        return digits.to_owned();
    }
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}
