//! The networks that come with the program.
//!
//! ```
//! for name in sissa_nn::SHIPPED {
//!     let saved = sissa_nn::shipped(name).expect("it is in the list");
//!     assert_eq!(saved.note("name"), Some(name));
//! }
//! assert!(sissa_nn::shipped("lc0").is_none());
//! ```

use crate::file::{self, Saved};

/// Their names: `grid` for all 486 tuples, `near` for tuples a few half-moves away, and those of the
/// thesis' two experiments.
pub const SHIPPED: [&str; 4] = ["grid", "near", "thesis-1", "thesis-2"];

/// A network by its name.
pub fn shipped(name: &str) -> Option<Saved> {
    let bytes = shipped_bytes(name)?;
    Some(file::read(bytes).expect("a test reads all of them"))
}

/// The file of a network by its name.
pub fn shipped_bytes(name: &str) -> Option<&'static [u8]> {
    let model = sissa_models::model(name)?;
    SHIPPED.contains(&name).then_some(model.bytes)
}
