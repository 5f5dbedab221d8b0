//! The un-moves of a layer, given out by rank.

use super::super::state::Choice;

/// Un-moves of many positions. Only the best few of them are ever asked for, so only those are put in order.
#[derive(Default)]
pub(super) struct Candidates {
    /// Ranks with the places of what they belong to, the lowest ones in order.
    keys: Vec<i64>,
    /// The number of the position, and the un-move.
    choices: Vec<(u32, Choice)>,
    position: u32,
    /// Keys given out, and keys that are in order.
    given: usize,
    ordered: usize,
}

impl Candidates {
    pub fn clear(&mut self) {
        self.keys.clear();
        self.choices.clear();
        self.given = 0;
        self.ordered = 0;
    }

    pub fn is_empty(&self) -> bool {
        self.keys.is_empty()
    }

    /// What is added from now on belongs to the position of this number.
    pub fn from(&mut self, position: usize) {
        self.position = position as u32;
    }

    pub fn add(&mut self, rank: i32, choice: Choice) {
        self.keys.push(key(rank, self.choices.len()));
        self.choices.push((self.position, choice));
    }

    /// The next one: of lowest rank, and of equal ones that added first. So many are put in order at a time.
    pub fn next(&mut self, together: usize) -> Option<(usize, Choice)> {
        if self.given == self.ordered {
            let rest = &mut self.keys[self.ordered..];
            let together = together.min(rest.len());
            if together < rest.len() {
                rest.select_nth_unstable(together);
            }
            rest[..together].sort_unstable();
            self.ordered += together;
        }
        let key = self.keys.get(self.given)?;
        self.given += 1;
        let (position, choice) = self.choices[*key as u32 as usize];
        Some((position as usize, choice))
    }
}

/// Orders by rank, then by place.
pub(super) fn key(rank: i32, place: usize) -> i64 {
    i64::from(rank) << 32 | place as i64
}

#[cfg(test)]
mod tests {
    use super::*;
    use shakmaty::{Move, Role, Square};

    #[test]
    fn the_lowest_come_first_and_equal_ones_as_they_were_added() {
        let mut candidates = Candidates::default();
        let ranks = [5, -3, 7, -3, 0, 5, -8, 2];
        for (number, rank) in ranks.into_iter().enumerate() {
            candidates.from(number);
            let m = Move::Put {
                role: Role::Pawn,
                to: Square::A1,
            };
            candidates.add(rank, Choice { m, loss: None });
        }
        let mut given = Vec::new();
        while let Some((number, _)) = candidates.next(3) {
            given.push(number);
        }
        assert_eq!(given, [6, 1, 3, 4, 7, 0, 5, 2]);
    }
}
