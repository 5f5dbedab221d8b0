//! Things that are costly to make and forget everything between two uses, lent to threads.

use std::sync::{Mutex, PoisonError};

/// Lends what it has, or makes one more.
pub(crate) struct Pool<T>(Mutex<Vec<T>>);

impl<T> Default for Pool<T> {
    fn default() -> Pool<T> {
        Pool(Mutex::default())
    }
}

impl<T> Pool<T> {
    /// Works with one of them, which nobody else has meanwhile.
    pub fn with<R>(&self, make: impl FnOnce() -> T, work: impl FnOnce(&mut T) -> R) -> R {
        let free = self.0.lock().unwrap_or_else(PoisonError::into_inner).pop();
        let mut one = free.unwrap_or_else(make);
        let result = work(&mut one);
        let mut free = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        free.push(one);
        result
    }
}
