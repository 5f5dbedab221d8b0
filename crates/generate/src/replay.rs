//! Who has castled, as other crates ask for it here.

pub use sissa_game::{Castled, NOBODY, castled_in, note_castling};
