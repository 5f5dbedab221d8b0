//! Small assignments: up to sixteen rows, each served by a column of its own, as cheaply as possible.
//!
//! The Hungarian method on fixed arrays. What it adds to an ordinary one is [`Matching::without`]:
//! the least cost when one pair is forbidden, found by a single augmentation.

/// What forbids a pair.
pub(crate) const NEVER: i32 = 10_000;

/// Rows are served by columns, as targets by men; there are at most sixteen of each.
#[derive(Clone)]
pub(crate) struct Matching {
    columns: usize,
    cost: [[i32; 16]; 16],
    row_potential: [i32; 17],
    column_potential: [i32; 17],
    /// The row served by a column, counted from 1; 0 for none.
    served: [usize; 17],
}

impl Matching {
    /// Serves all rows, or `None` where that is impossible.
    pub fn new(rows: usize, columns: usize, cost: [[i32; 16]; 16]) -> Option<Matching> {
        if rows > columns {
            return None;
        }
        let mut matching = Matching {
            columns,
            cost,
            row_potential: [0; 17],
            column_potential: [0; 17],
            served: [0; 17],
        };
        for row in 1..=rows {
            matching.serve(row);
        }
        (matching.total() < NEVER).then_some(matching)
    }

    /// The column of each row.
    pub fn columns(&self) -> impl Iterator<Item = usize> {
        (1..).map_while(|row| self.served[1..].iter().position(|served| *served == row))
    }

    /// The cost of all pairs.
    pub fn total(&self) -> i32 {
        (1..=self.columns)
            .filter(|column| self.served[*column] > 0)
            .map(|column| self.cost[self.served[column] - 1][column - 1])
            .sum()
    }

    /// The least cost if this pair is forbidden; `NEVER` or more where nothing else serves.
    pub fn without(&self, row: usize, column: usize) -> i32 {
        if self.served[column + 1] != row + 1 {
            return self.total();
        }
        if (0..self.columns).all(|other| other == column || self.cost[row][other] >= NEVER) {
            return NEVER;
        }
        let mut other = self.clone();
        other.cost[row][column] = NEVER;
        other.served[column + 1] = 0;
        other.serve(row + 1);
        other.total()
    }

    /// A bound from below on the cost if this pair is made: exact where it is made already.
    pub fn with(&self, row: usize, column: usize) -> i32 {
        let cost = self.cost[row][column];
        if cost >= NEVER {
            return NEVER;
        }
        let reduced = cost - self.row_potential[row + 1] - self.column_potential[column + 1];
        self.total() + reduced
    }

    fn serve(&mut self, row: usize) {
        let mut least = [i32::MAX; 17];
        let mut used = [false; 17];
        let mut way = [0; 17];
        self.served[0] = row;
        let mut column = 0;
        loop {
            used[column] = true;
            let row = self.served[column];
            let (mut delta, mut next) = (i32::MAX, 0);
            for candidate in 1..=self.columns {
                if used[candidate] {
                    continue;
                }
                let cost = self.cost[row - 1][candidate - 1]
                    - self.row_potential[row]
                    - self.column_potential[candidate];
                if cost < least[candidate] {
                    least[candidate] = cost;
                    way[candidate] = column;
                }
                if least[candidate] < delta {
                    delta = least[candidate];
                    next = candidate;
                }
            }
            for candidate in 0..=self.columns {
                if used[candidate] {
                    self.row_potential[self.served[candidate]] += delta;
                    self.column_potential[candidate] -= delta;
                } else if least[candidate] < i32::MAX {
                    least[candidate] -= delta;
                }
            }
            column = next;
            if self.served[column] == 0 {
                break;
            }
        }
        while column != 0 {
            self.served[column] = self.served[way[column]];
            column = way[column];
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn square(rows: [[i32; 3]; 3]) -> [[i32; 16]; 16] {
        let mut cost = [[NEVER; 16]; 16];
        for (to, from) in cost.iter_mut().zip(rows) {
            to[..3].copy_from_slice(&from);
        }
        cost
    }

    #[test]
    fn a_forbidden_pair_costs_what_a_new_matching_would() {
        let cost = square([[4, 1, 3], [2, 0, 5], [3, 2, 2]]);
        let matching = Matching::new(3, 3, cost).unwrap();
        assert_eq!(matching.total(), 5);
        assert_eq!(matching.columns().collect::<Vec<_>>(), [1, 0, 2]);
        for row in 0..3 {
            for column in 0..3 {
                let mut other = cost;
                other[row][column] = NEVER;
                let fresh = Matching::new(3, 3, other).unwrap().total();
                assert_eq!(matching.without(row, column), fresh, "{row} {column}");
                let mut only = cost;
                only[row] = [NEVER; 16];
                only[row][column] = cost[row][column];
                let made = Matching::new(3, 3, only).unwrap().total();
                assert!(matching.with(row, column) <= made, "{row} {column}");
            }
        }
    }

    #[test]
    fn a_row_without_a_column_is_refused() {
        assert!(Matching::new(2, 2, [[NEVER; 16]; 16]).is_none());
        assert!(Matching::new(2, 1, [[0; 16]; 16]).is_none());
    }
}
