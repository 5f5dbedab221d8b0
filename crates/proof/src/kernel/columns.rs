//! The pawns of a file as a word over two letters: which colours follow each other from rank 1 up.
//!
//! Ranks are left out on purpose. Pawns of a file cannot pass each other, so the order changes only
//! by captures; that makes the words the right thing to count captures with.

use shakmaty::{Bitboard, Board, Color, File};

/// The pawns of one file, from rank 1 up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Column(u32);

impl Column {
    /// No pawns.
    pub const EMPTY: Column = Column(1);
    /// A white pawn below a black one, as every game begins.
    pub const INITIAL: Column = Column(0b101);

    /// How many words are short.
    pub const SHORT: usize = 128;

    /// A number of its own below [`Column::SHORT`], if it is one of the short words of at most six letters.
    pub fn short(self) -> Option<usize> {
        let word = self.0 as usize;
        (word < Column::SHORT).then_some(word)
    }

    pub fn len(self) -> usize {
        31 - self.0.leading_zeros() as usize
    }

    /// The colour at an index, 0 being the lowest.
    pub fn get(self, index: usize) -> Color {
        Color::from_white(self.0 >> index & 1 == 1)
    }

    pub fn insert(self, index: usize, color: Color) -> Column {
        let low = self.0 & ((1 << index) - 1);
        let high = self.0 >> index << (index + 1);
        Column(high | u32::from(color.is_white()) << index | low)
    }

    pub fn remove(self, index: usize) -> Column {
        let low = self.0 & ((1 << index) - 1);
        Column(self.0 >> (index + 1) << index | low)
    }

    pub fn count(self, color: Color) -> usize {
        let white = (self.0.count_ones() - 1) as usize;
        color.fold_wb(white, self.len() - white)
    }

    /// How many pawns of each colour (white, black) must promote to leave exactly `goal`; `None`
    /// where promotions alone do not do it.
    pub fn promotions_to(self, goal: Column) -> Option<(usize, usize)> {
        let white = self
            .count(Color::White)
            .checked_sub(goal.count(Color::White))?;
        let black = self
            .count(Color::Black)
            .checked_sub(goal.count(Color::Black))?;
        // White's pawns that promote are the highest ones, with nothing but each other above; Black's the lowest.
        let low = |letters: u32, count: usize| letters & ((1 << count) - 1);
        let letters = low(self.0, self.len());
        let highest = letters >> (self.len() - white);
        let stay = low(letters >> black, goal.len());
        let fits = highest == (1 << white) - 1
            && low(letters, black) == 0
            && stay == low(goal.0, goal.len());
        fits.then_some((white, black))
    }
}

/// The columns of all files.
pub(crate) type Columns = [Column; 8];

/// The columns of a board.
pub(crate) fn columns(board: &Board) -> Columns {
    File::ALL.map(|file| {
        let pawns = board.pawns() & Bitboard::from(file);
        pawns.into_iter().fold(Column::EMPTY, |column, square| {
            let color = Color::from_white(board.white().contains(square));
            column.insert(column.len(), color)
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use shakmaty::Color::{Black, White};

    fn word(text: &str) -> Column {
        text.chars().fold(Column::EMPTY, |column, letter| {
            column.insert(column.len(), Color::from_white(letter == 'W'))
        })
    }

    #[test]
    fn words_are_edited_anywhere() {
        assert_eq!(word("WB"), Column::INITIAL);
        assert_eq!(word("WB").insert(1, White), word("WWB"));
        assert_eq!(word("WWB").insert(3, Black), word("WWBB"));
        assert_eq!(word("WBWB").remove(1), word("WWB"));
        assert_eq!(word("WBWB").count(White), 2);
    }

    #[test]
    fn promotions_are_those_of_taking_away_pawns_one_by_one() {
        let words = |longest: u32| (1..2 << longest).map(Column);
        for (from, goal) in words(6).flat_map(|from| words(4).map(move |goal| (from, goal))) {
            let mut reached = None;
            for white in 0..=from.len() {
                for black in 0..=from.len() - white {
                    let (high, low) = (from.len() - white.., 0..black);
                    let free = high
                        .clone()
                        .take(white)
                        .all(|index| from.get(index) == White)
                        && low.clone().all(|index| from.get(index) == Black);
                    let left = (0..white).fold(from, |word, _| word.remove(word.len() - 1));
                    let left = low.fold(left, |word, _| word.remove(0));
                    if free && left == goal {
                        reached = Some((white, black));
                    }
                }
            }
            assert_eq!(from.promotions_to(goal), reached, "{from:?} {goal:?}");
        }
    }

    #[test]
    fn only_pawns_without_an_enemy_before_them_promote() {
        assert_eq!(word("WB").promotions_to(Column::EMPTY), None);
        assert_eq!(word("BW").promotions_to(Column::EMPTY), Some((1, 1)));
        assert_eq!(word("WW").promotions_to(word("W")), Some((1, 0)));
        assert_eq!(word("BWBW").promotions_to(word("WB")), Some((1, 1)));
        assert_eq!(word("BWBW").promotions_to(word("BW")), None);
    }
}
