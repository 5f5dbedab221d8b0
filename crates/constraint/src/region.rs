//! Parts of the board, by name, rank, file or square.

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use shakmaty::{Bitboard, Color, File, Rank, Square};

/// A set of squares, either as they are on the board or as each side sees them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Region {
    /// The squares, from White's view.
    pub squares: Bitboard,
    /// Mirrored for Black's men, so that rank 7 is the one before promotion for both sides.
    pub relative: bool,
}

/// The regions that have a name.
pub(crate) const NAMED: [(&str, Bitboard); 7] = [
    ("light", Bitboard::LIGHT_SQUARES),
    ("dark", Bitboard::DARK_SQUARES),
    ("center", Bitboard::CENTER),
    ("edge", Bitboard::EDGES),
    ("corner", Bitboard::CORNERS),
    ("kingside", Bitboard(0xf0f0_f0f0_f0f0_f0f0)),
    ("queenside", Bitboard(0x0f0f_0f0f_0f0f_0f0f)),
];

impl Default for Region {
    fn default() -> Region {
        Region::absolute(Bitboard::FULL)
    }
}

impl Region {
    /// These squares, for both sides alike.
    pub const fn absolute(squares: Bitboard) -> Region {
        Region {
            squares,
            relative: false,
        }
    }

    /// No restriction at all.
    pub fn is_whole_board(&self) -> bool {
        self.squares == Bitboard::FULL
    }

    /// The squares for men of this colour.
    pub fn for_color(self, color: Color) -> Bitboard {
        if self.relative && color.is_black() {
            self.squares.flip_vertical()
        } else {
            self.squares
        }
    }

    /// The squares as the language lists them: a name, or ranks, then files, then single squares.
    pub(crate) fn text(self) -> String {
        let mut parts = Vec::new();
        let mut left = self.squares;
        if let Some((name, _)) = NAMED.iter().find(|(_, squares)| *squares == left) {
            parts.push((*name).to_owned());
            left = Bitboard::EMPTY;
        }
        let mut covered = Bitboard::EMPTY;
        for rank in Rank::ALL {
            if left.is_superset(Bitboard::from_rank(rank)) {
                parts.push(format!("rank {}", rank.char()));
                covered |= Bitboard::from_rank(rank);
            }
        }
        left &= !covered;
        covered = Bitboard::EMPTY;
        for file in File::ALL {
            if self.squares.is_superset(Bitboard::from_file(file)) && left.intersects(file) {
                parts.push(format!("file {}", file.char()));
                covered |= Bitboard::from_file(file);
            }
        }
        left &= !covered;
        parts.extend(left.into_iter().map(|square: Square| square.to_string()));
        let list = parts.join(",");
        if self.relative {
            format!("relative {list}")
        } else {
            list
        }
    }
}

impl Serialize for Region {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.text())
    }
}

impl<'de> Deserialize<'de> for Region {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Region, D::Error> {
        let text = String::deserialize(deserializer)?;
        crate::parser::parse_region(&text).map_err(serde::de::Error::custom)
    }
}
