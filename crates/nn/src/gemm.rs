//! Matrix products, the one thing that takes time.
//!
//! [`multiply`] hands the work to the kernels of `matrixmultiply`, which choose SSE, AVX or FMA when
//! the program runs; [`multiply_slowly`] is what they are tested against.
//!
//! ```
//! use sissa_nn::gemm::{Matrix, multiply};
//!
//! let (a, b) = ([1.0, 2.0], [3.0, 4.0]);
//! let mut product = [0.0];
//! multiply(Matrix::new(&a, 1, 2), Matrix::new(&b, 2, 1), false, &mut product);
//! assert_eq!(product, [11.0]);
//! ```

/// Numbers as a matrix, row after row or, transposed, column after column.
#[derive(Clone, Copy, Debug)]
pub struct Matrix<'a> {
    numbers: &'a [f32],
    rows: usize,
    columns: usize,
    row_step: usize,
    column_step: usize,
}

impl<'a> Matrix<'a> {
    /// Rows one after the other.
    ///
    /// # Panics
    /// Where the numbers are not as many as the matrix has places.
    pub fn new(numbers: &'a [f32], rows: usize, columns: usize) -> Matrix<'a> {
        assert_eq!(numbers.len(), rows * columns, "a matrix is full");
        Matrix {
            numbers,
            rows,
            columns,
            row_step: columns,
            column_step: 1,
        }
    }

    /// Rows for columns.
    pub fn transposed(self) -> Matrix<'a> {
        Matrix {
            numbers: self.numbers,
            rows: self.columns,
            columns: self.rows,
            row_step: self.column_step,
            column_step: self.row_step,
        }
    }

    fn at(self, row: usize, column: usize) -> f32 {
        self.numbers[row * self.row_step + column * self.column_step]
    }
}

fn check(a: Matrix<'_>, b: Matrix<'_>, product: &[f32]) {
    assert_eq!(
        a.columns, b.rows,
        "a row of one meets a column of the other"
    );
    assert_eq!(product.len(), a.rows * b.columns, "room for the product");
}

/// The product of two matrices, rows one after the other; added to what is there, or instead of it.
///
/// # Panics
/// Where the sizes do not fit.
pub fn multiply(a: Matrix<'_>, b: Matrix<'_>, add: bool, product: &mut [f32]) {
    check(a, b, product);
    let step = |step: usize| isize::try_from(step).expect("a step within a slice");
    // SAFETY: `Matrix::new` has checked that every place of `a` and `b` is within their slices,
    // which transposing does not change, and `check` that `product` has room for rows × columns
    // numbers. `product` is borrowed mutably, so nothing else is the same memory.
    #[allow(unsafe_code)]
    unsafe {
        matrixmultiply::sgemm(
            a.rows,
            a.columns,
            b.columns,
            1.0,
            a.numbers.as_ptr(),
            step(a.row_step),
            step(a.column_step),
            b.numbers.as_ptr(),
            step(b.row_step),
            step(b.column_step),
            if add { 1.0 } else { 0.0 },
            product.as_mut_ptr(),
            step(b.columns),
            1,
        );
    }
}

/// The same, as a textbook has it.
///
/// # Panics
/// Where the sizes do not fit.
pub fn multiply_slowly(a: Matrix<'_>, b: Matrix<'_>, add: bool, product: &mut [f32]) {
    check(a, b, product);
    for row in 0..a.rows {
        for column in 0..b.columns {
            let sum: f32 = (0..a.columns).map(|k| a.at(row, k) * b.at(k, column)).sum();
            let place = &mut product[row * b.columns + column];
            *place = if add { *place + sum } else { sum };
        }
    }
}

#[cfg(test)]
mod tests {
    use rand::{RngExt as _, SeedableRng as _};

    use super::*;

    #[test]
    fn quick_and_slow_products_are_equal() {
        let mut rng = rand_xoshiro::Xoshiro256PlusPlus::seed_from_u64(1);
        for _ in 0..60 {
            let [m, k, n] = [(); 3].map(|()| rng.random_range(1..70));
            let mut numbers =
                |count| -> Vec<f32> { (0..count).map(|_| rng.random_range(-1.0..1.0)).collect() };
            let (a, b, start) = (numbers(m * k), numbers(k * n), numbers(m * n));
            let plain = (Matrix::new(&a, m, k), Matrix::new(&b, k, n));
            let turned = (
                Matrix::new(&a, k, m).transposed(),
                Matrix::new(&b, n, k).transposed(),
            );
            for (a, b) in [plain, turned] {
                for add in [false, true] {
                    let (mut quick, mut slow) = (start.clone(), start.clone());
                    multiply(a, b, add, &mut quick);
                    multiply_slowly(a, b, add, &mut slow);
                    for (quick, slow) in quick.iter().zip(&slow) {
                        assert!((quick - slow).abs() < 1e-4, "{quick} {slow}");
                    }
                }
            }
        }
    }

    #[test]
    #[should_panic(expected = "meets")]
    fn sizes_must_fit() {
        let numbers = [0.0; 6];
        multiply(
            Matrix::new(&numbers, 2, 3),
            Matrix::new(&numbers, 2, 3),
            false,
            &mut [0.0; 6],
        );
    }
}
