//! The captures that the pawns of one side still need, the other side's pawns being thought away.
//!
//! A capture brings one pawn one file on. So the cheapest way to bring the pawns to the files of the goal, those that
//! promote to files where they can, bounds the captures from below. Where it nearly uses up the captures that were made, few
//! lists of captures remain, and even long ones can be searched to the end.

use rustc_hash::FxHashMap;
use shakmaty::Color;

use super::{Left, Question, columns::Columns};
use crate::matching::{Matching, NEVER};

/// More captures than any side makes: no number of captures is enough.
const HOPELESS: u8 = 16;
/// So many captures that the pawns can do without leave few enough lists to search them all.
const SPARE: usize = 2;

/// What the pawns of a side need, remembered: many lists of captures leave them on the same files.
#[derive(Default)]
pub(super) struct NeededCaptures {
    known: FxHashMap<(Color, [u8; 8], u8), u8>,
}

impl NeededCaptures {
    /// Captures that are certainly needed, `None` where there were not so many.
    pub fn bound(&mut self, question: &Question, columns: &Columns, left: Left) -> Option<usize> {
        let mut bound = 0;
        for color in Color::ALL {
            let needed = self.of(question, color, columns, left);
            if needed > *left.captures.get(color) {
                return None;
            }
            bound += usize::from(needed);
        }
        Some(bound)
    }

    /// Captures that the pawns of a colour certainly need.
    pub fn of(&mut self, question: &Question, color: Color, columns: &Columns, left: Left) -> u8 {
        let files = columns.map(|column| column.count(color) as u8);
        let victims = *left.victims.get(color);
        *self
            .known
            .entry((color, files, victims))
            .or_insert_with(|| needed(question, color, &files, victims))
    }
}

impl Question {
    /// Whether the pawns need nearly all captures that were made.
    pub fn is_tight(&self) -> bool {
        let initial = [super::columns::Column::INITIAL; 8];
        NeededCaptures::default()
            .bound(self, &initial, self.left())
            .is_none_or(|bound| self.total() <= bound + SPARE)
    }
}

/// Captures that pawns of a colour on these files make at least.
fn needed(question: &Question, color: Color, files: &[u8; 8], victims: u8) -> u8 {
    let pawns: Vec<usize> = (0..8)
        .flat_map(|file| std::iter::repeat_n(file, usize::from(files[file])))
        .collect();
    let goals: Vec<usize> = (0..8)
        .flat_map(|file| std::iter::repeat_n(file, question.goal[file].count(color)))
        .collect();
    let Some(gone) = pawns.len().checked_sub(goals.len()) else {
        return HOPELESS;
    };
    let promotable = (0..8)
        .filter(|file| question.promotable.get(color)[*file])
        .fold(0u8, |bits, file| bits | 1 << file);
    let needs = &question.sides.get(color).needs;
    // Men on the board that promoted on certain files ask for more than those that promoted anywhere.
    let mut sets = vec![(promotable, 0)];
    sets.extend(needs.iter().map(|(set, count)| (set & promotable, *count)));
    sets.into_iter()
        .map(|(set, count)| {
            let Some(others) = gone.checked_sub(count) else {
                return HOPELESS;
            };
            let promoted = others.saturating_sub(usize::from(victims));
            let goals = goals.iter().map(|file| 1u8 << file);
            let targets = goals
                .chain(std::iter::repeat_n(set, count))
                .chain(std::iter::repeat_n(promotable, promoted))
                .chain(std::iter::repeat_n(u8::MAX, others - promoted));
            cheapest(&pawns, targets)
        })
        .max()
        .unwrap_or(0)
}

/// The fewest captures that bring pawns from their files to files of these sets.
fn cheapest(pawns: &[usize], targets: impl Iterator<Item = u8>) -> u8 {
    let mut costs = [[NEVER; 16]; 16];
    for (row, target) in costs.iter_mut().zip(targets) {
        for (cost, pawn) in row.iter_mut().zip(pawns) {
            let near = (0..8).filter(|file| target >> file & 1 == 1);
            let distance = near.map(|file: usize| file.abs_diff(*pawn)).min();
            *cost = distance.map_or(NEVER, |distance| distance as i32);
        }
    }
    Matching::new(pawns.len(), pawns.len(), costs)
        .map_or(HOPELESS, |matching| matching.total() as u8)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cost(pawns: &[usize], targets: &[u8]) -> u8 {
        cheapest(pawns, targets.iter().copied())
    }

    #[test]
    fn pawns_go_to_the_nearest_files() {
        assert_eq!(cost(&[0, 1], &[1 << 1, 1 << 0]), 0);
        assert_eq!(cost(&[0, 3], &[1 << 1, 1 << 2]), 2);
        assert_eq!(cost(&[0, 3], &[1 << 3, u8::MAX]), 0);
        assert_eq!(cost(&[0, 3], &[1 << 3, 1 << 5 | 1 << 2]), 2);
        assert_eq!(cost(&[0], &[0]), HOPELESS);
    }
}
