//! A short list that lives where it stands, so that a copy of it costs no allocation.

use std::ops::{Deref, DerefMut};

/// At most `MOST` items, in order.
#[derive(Clone, Copy, Debug)]
pub(crate) struct List<T, const MOST: usize> {
    items: [T; MOST],
    length: usize,
}

impl<T: Copy, const MOST: usize> List<T, MOST> {
    /// No items; the places for them hold `filler`.
    pub fn new(filler: T) -> List<T, MOST> {
        List {
            items: [filler; MOST],
            length: 0,
        }
    }

    /// Adds an item at the end. There are as many places as there can be items.
    pub fn push(&mut self, item: T) {
        self.items[self.length] = item;
        self.length += 1;
    }

    /// Takes an item out; the order of the others stays.
    pub fn remove(&mut self, index: usize) -> T {
        let item = self[index];
        self.items.copy_within(index + 1..self.length, index);
        self.length -= 1;
        item
    }
}

impl<T, const MOST: usize> Deref for List<T, MOST> {
    type Target = [T];

    fn deref(&self) -> &[T] {
        &self.items[..self.length]
    }
}

impl<T, const MOST: usize> DerefMut for List<T, MOST> {
    fn deref_mut(&mut self) -> &mut [T] {
        &mut self.items[..self.length]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_order_stays() {
        let mut list = List::<u8, 4>::new(0);
        (1..=4).for_each(|item| list.push(item));
        assert_eq!(list.remove(1), 2);
        assert_eq!(*list, [1, 3, 4]);
        assert_eq!(list.remove(2), 4);
        assert_eq!(*list, [1, 3]);
    }
}
