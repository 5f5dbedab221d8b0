//! The cheapest way to give every row a column of its own (the Hungarian method).

/// What forbids a pair.
pub(crate) const NEVER: i64 = 1_000_000;

/// For each row its column, at the least total cost; `None` where a row cannot be served.
pub(crate) fn assign(costs: &[Vec<i64>]) -> Option<Vec<usize>> {
    let rows = costs.len();
    if rows == 0 {
        return Some(Vec::new());
    }
    let columns = costs[0].len();
    if columns < rows {
        return None;
    }
    let mut row_potential = vec![0; rows + 1];
    let mut column_potential = vec![0; columns + 1];
    let mut served_by = vec![0; columns + 1];
    let mut way = vec![0; columns + 1];
    for row in 1..=rows {
        served_by[0] = row;
        let mut column = 0;
        let mut least = vec![i64::MAX; columns + 1];
        let mut used = vec![false; columns + 1];
        loop {
            used[column] = true;
            let (row, mut delta, mut next) = (served_by[column], i64::MAX, 0);
            for candidate in 1..=columns {
                if used[candidate] {
                    continue;
                }
                let cost = costs[row - 1][candidate - 1]
                    - row_potential[row]
                    - column_potential[candidate];
                if cost < least[candidate] {
                    least[candidate] = cost;
                    way[candidate] = column;
                }
                if least[candidate] < delta {
                    delta = least[candidate];
                    next = candidate;
                }
            }
            for candidate in 0..=columns {
                if used[candidate] {
                    row_potential[served_by[candidate]] += delta;
                    column_potential[candidate] -= delta;
                } else {
                    least[candidate] -= delta;
                }
            }
            column = next;
            if served_by[column] == 0 {
                break;
            }
        }
        while column != 0 {
            served_by[column] = served_by[way[column]];
            column = way[column];
        }
    }
    let mut answer = vec![0; rows];
    for column in 1..=columns {
        if served_by[column] > 0 {
            answer[served_by[column] - 1] = column - 1;
        }
    }
    let fine = (0..rows).all(|row| costs[row][answer[row]] < NEVER);
    fine.then_some(answer)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_cheapest_pairs_are_found() {
        let costs = vec![vec![4, 1, 3], vec![2, 0, 5], vec![3, 2, 2]];
        assert_eq!(assign(&costs), Some(vec![1, 0, 2]));
    }

    #[test]
    fn a_row_without_a_column_is_refused() {
        assert_eq!(assign(&[vec![NEVER, NEVER]]), None);
        assert_eq!(assign(&[vec![1], vec![1]]), None);
    }
}
