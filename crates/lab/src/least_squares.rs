//! Least squares with a little weight against large numbers (ridge regression).

/// The weights that explain the aims best, each with its terms; the first term, a constant, is free of the penalty. `None` where
/// the rows do not tell the terms apart.
///
/// ```
/// let rows: Vec<(Vec<f64>, f64)> = (0..9).map(f64::from).map(|x| (vec![1.0, x], 3.0 + 2.0 * x)).collect();
/// let weights = sissa_lab::least_squares(&rows, 0.0).expect("more rows than terms");
/// assert!((weights[0] - 3.0).abs() < 1e-9 && (weights[1] - 2.0).abs() < 1e-9);
/// assert_eq!(sissa_lab::least_squares(&[(vec![1.0, 1.0], 1.0)], 0.0), None);
/// ```
pub fn least_squares(rows: &[(Vec<f64>, f64)], penalty: f64) -> Option<Vec<f64>> {
    let size = rows.first()?.0.len();
    let mut matrix = vec![vec![0.0; size + 1]; size];
    for (terms, aim) in rows {
        for i in 0..size {
            for j in 0..size {
                matrix[i][j] += terms[i] * terms[j];
            }
            matrix[i][size] += terms[i] * aim;
        }
    }
    for (i, row) in matrix.iter_mut().enumerate().skip(1) {
        row[i] += penalty;
    }
    for i in 0..size {
        let pivot = (i..size).max_by(|a, b| matrix[*a][i].abs().total_cmp(&matrix[*b][i].abs()))?;
        matrix.swap(i, pivot);
        let row = matrix[i].clone();
        if row[i].abs() < 1e-12 {
            return None;
        }
        for (j, other) in matrix.iter_mut().enumerate() {
            if j != i {
                let factor = other[i] / row[i];
                for k in i..=size {
                    other[k] -= factor * row[k];
                }
            }
        }
    }
    Some((0..size).map(|i| matrix[i][size] / matrix[i][i]).collect())
}
