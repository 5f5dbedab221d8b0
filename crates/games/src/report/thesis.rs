//! The seventeen constraints of the thesis, with the share of wins it printed for each (figure 3.4).
//!
//! White's wins among won and lost games; its data were ten million Lichess games.

/// A constraint of the thesis.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ThesisTuple {
    /// Queens, rooks, bishops, knights and pawns of White.
    pub tuple: [u8; 5],
    /// White's share of wins that the thesis printed.
    pub wins: f64,
}

impl ThesisTuple {
    /// The constraint in the language.
    pub fn constraint(&self) -> String {
        let [q, r, b, n, p] = self.tuple;
        format!("white ({q},{r},{b},{n},{p})")
    }
}

const fn row(q: u8, r: u8, b: u8, n: u8, p: u8, wins: f64) -> ThesisTuple {
    ThesisTuple {
        tuple: [q, r, b, n, p],
        wins,
    }
}

/// In the order of the thesis' table 3.2.
pub const THESIS_TUPLES: [ThesisTuple; 17] = [
    row(1, 2, 2, 2, 7, 0.497_856),
    row(1, 2, 2, 1, 8, 0.504_694),
    row(1, 2, 1, 2, 8, 0.483_965),
    row(0, 2, 2, 2, 8, 0.389_848),
    row(1, 2, 2, 1, 7, 0.506_321),
    row(1, 2, 1, 2, 7, 0.481_888),
    row(0, 2, 2, 2, 7, 0.454_850),
    row(1, 2, 1, 1, 7, 0.487_971),
    row(1, 2, 2, 0, 7, 0.521_930),
    row(1, 2, 0, 2, 7, 0.476_431),
    row(1, 1, 2, 2, 8, 0.355_376),
    row(1, 2, 2, 2, 6, 0.498_137),
    row(1, 2, 1, 1, 8, 0.483_723),
    row(1, 2, 2, 2, 5, 0.504_491),
    row(1, 2, 1, 1, 6, 0.479_054),
    row(1, 2, 2, 0, 6, 0.515_156),
    row(1, 2, 0, 2, 6, 0.471_322),
];
