//! Lengths of games, counted: mean and median of any number of them in little memory.

/// How many games have each length.
#[derive(Debug, Clone, Default)]
pub(crate) struct Lengths {
    games: Vec<u64>,
    total: u64,
    plies: u64,
}

impl Lengths {
    /// One more game.
    pub fn add(&mut self, plies: usize) {
        if self.games.len() <= plies {
            self.games.resize(plies + 1, 0);
        }
        self.games[plies] += 1;
        self.total += 1;
        self.plies += plies as u64;
    }

    /// The mean; `None` without games.
    pub fn mean(&self) -> Option<f64> {
        (self.total > 0).then(|| self.plies as f64 / self.total as f64)
    }

    /// The median: of an even number the mean of the two in the middle. `None` without games.
    pub fn median(&self) -> Option<f64> {
        let nth = |nth: u64| {
            let mut seen = 0;
            self.games.iter().position(|games| {
                seen += games;
                seen > nth
            })
        };
        let low = nth(self.total.checked_sub(1)? / 2)?;
        let high = nth(self.total / 2)?;
        Some((low + high) as f64 / 2.0)
    }
}

#[cfg(test)]
mod tests {
    use super::Lengths;

    #[test]
    fn the_median_lies_between_the_two_in_the_middle() {
        let of = |plies: &[usize]| {
            let mut lengths = Lengths::default();
            plies.iter().for_each(|plies| lengths.add(*plies));
            (lengths.mean(), lengths.median())
        };
        assert_eq!(of(&[]), (None, None));
        assert_eq!(of(&[7, 1, 1]), (Some(3.0), Some(1.0)));
        assert_eq!(of(&[4, 1, 2, 9]), (Some(4.0), Some(3.0)));
    }
}
