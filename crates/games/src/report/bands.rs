//! Bands of ratings: of 200 points each, or cut where one likes.

use serde::{Deserialize, Serialize};

/// Width of a band where nobody cut any.
const WIDTH: u16 = 200;

/// Where the players' mean ratings are cut.
///
/// ```
/// use sissa_games::report::RatingBands;
///
/// let bands = RatingBands::new([1500, 1000, 2000]);
/// assert_eq!(bands.of(1499), 1000);
/// assert_eq!(bands.name(bands.of(990)), "below 1000");
/// assert_eq!(bands.name(1500), "1500–1999");
/// assert_eq!(bands.name(2000), "2000 and more");
/// assert_eq!(RatingBands::default().name(1400), "1400–1599");
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct RatingBands {
    /// Lower ends, rising; none for bands of 200 points.
    cuts: Vec<u16>,
}

impl RatingBands {
    /// Cut at these ratings, each of which begins a band.
    pub fn new(cuts: impl IntoIterator<Item = u16>) -> RatingBands {
        let mut cuts: Vec<u16> = cuts.into_iter().filter(|cut| *cut > 0).collect();
        cuts.sort_unstable();
        cuts.dedup();
        RatingBands { cuts }
    }

    /// The lower end of the band that a mean rating is in; 0 below the first.
    pub fn of(&self, rating: u16) -> u16 {
        if self.cuts.is_empty() {
            return rating / WIDTH * WIDTH;
        }
        let above = self.cuts.partition_point(|cut| *cut <= rating);
        above.checked_sub(1).map_or(0, |last| self.cuts[last])
    }

    /// Behind the end of the band that begins here; none where it has no end.
    fn end(&self, from: u16) -> Option<u16> {
        if self.cuts.is_empty() {
            return Some(from.saturating_add(WIDTH));
        }
        self.cuts.iter().copied().find(|cut| *cut > from)
    }

    /// What the band that begins here is called.
    pub fn name(&self, from: u16) -> String {
        match self.end(from) {
            Some(end) if from == 0 && !self.cuts.is_empty() => format!("below {end}"),
            Some(end) => format!("{from}–{}", end - 1),
            None => format!("{from} and more"),
        }
    }

    /// Where the band that begins here is drawn: in its middle, open ones 100 points beyond their end.
    pub(crate) fn middle(&self, from: u16) -> f64 {
        match self.end(from) {
            Some(end) if from == 0 && !self.cuts.is_empty() => f64::from(end) - 100.0,
            Some(end) => f64::midpoint(f64::from(from), f64::from(end)),
            None => f64::from(from) + 100.0,
        }
    }

    /// How the ratings are cut, in words.
    pub(crate) fn words(&self) -> String {
        if self.cuts.is_empty() {
            return format!("Bands of {WIDTH} points");
        }
        let cuts: Vec<String> = self.cuts.iter().map(u16::to_string).collect();
        format!("Bands cut at {}", cuts.join(", "))
    }
}
