//! A list of fixed capacity: play never allocates.

use core::ops::{Deref, DerefMut};

/// Up to `N` values, kept in place.
#[derive(Clone, Copy)]
pub struct List<T, const N: usize> {
    len: u16,
    items: [T; N],
}

impl<T: Copy + Default, const N: usize> List<T, N> {
    /// No values.
    #[inline]
    pub fn new() -> List<T, N> {
        const { assert!(N <= u16::MAX as usize) };
        List { len: 0, items: [T::default(); N] }
    }

    /// How many values there are. (The slice would be checked against the capacity first.)
    #[inline]
    pub const fn len(&self) -> usize {
        self.len as usize
    }

    /// Whether there are no values.
    #[inline]
    pub const fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Appends a value.
    ///
    /// # Panics
    /// If the list is full: capacities are chosen so that only a bug can fill them.
    #[inline]
    pub fn push(&mut self, value: T) {
        self.items[self.len as usize] = value;
        self.len += 1;
    }

    /// Appends the first `count` of these values; all `K` are written, which needs no branch, so
    /// the capacity must have that much room.
    #[inline]
    pub fn push_some<const K: usize>(&mut self, values: [T; K], count: u8) {
        debug_assert!(count as usize <= K);
        let len = self.len as usize;
        self.items[len..len + K].copy_from_slice(&values);
        self.len += count as u16;
    }

    /// Appends a value if `keep` says so. It is written either way, which needs no branch, so the
    /// capacity must have room for it.
    #[inline]
    pub fn push_if(&mut self, value: T, keep: bool) {
        self.items[self.len as usize] = value;
        self.len += keep as u16;
    }

    /// Makes the list longer; what was added holds any value until it is set.
    #[inline]
    pub fn extend_by(&mut self, count: u16) {
        self.len += count;
    }

    /// Removes all values.
    #[inline]
    pub fn clear(&mut self) {
        self.len = 0;
    }

    /// Removes the value at `index`, putting the last one in its place.
    #[inline]
    pub fn swap_remove(&mut self, index: usize) -> T {
        let gone = *self.item(index);
        self.len -= 1;
        self.items[index] = self.items[self.len as usize];
        gone
    }

    /// Removes the value at `index`, keeping the order of the others.
    pub fn remove(&mut self, index: usize) -> T {
        let gone = self[index];
        let len = self.len as usize;
        self.items.copy_within(index + 1..len, index);
        self.len -= 1;
        gone
    }

    /// Removes and returns the last value.
    pub fn pop(&mut self) -> Option<T> {
        self.len = self.len.checked_sub(1)?;
        Some(self.items[self.len as usize])
    }

    /// The value at `index`, checked against the capacity only: where the capacity is a power of
    /// two above any index, that check vanishes.
    #[inline]
    pub fn item(&self, index: usize) -> &T {
        debug_assert!(index < self.len());
        &self.items[index]
    }

    /// The place at `index`, which may lie behind all values: what is written there is not kept.
    #[inline]
    pub fn place_mut(&mut self, index: usize) -> &mut T {
        &mut self.items[index]
    }

    /// As [`List::item`], to change.
    #[inline]
    pub fn item_mut(&mut self, index: usize) -> &mut T {
        debug_assert!(index < self.len());
        &mut self.items[index]
    }

    /// Makes this list equal to `other`, copying only the values in use.
    #[inline]
    pub fn copy_from(&mut self, other: &List<T, N>) {
        let len = other.len as usize;
        self.items[..len].copy_from_slice(&other.items[..len]);
        self.len = other.len;
    }
}

impl<T: Copy + Default, const N: usize> Default for List<T, N> {
    fn default() -> Self {
        List::new()
    }
}

impl<T, const N: usize> Deref for List<T, N> {
    type Target = [T];
    #[inline]
    fn deref(&self) -> &[T] {
        &self.items[..self.len as usize]
    }
}

impl<T, const N: usize> DerefMut for List<T, N> {
    #[inline]
    fn deref_mut(&mut self) -> &mut [T] {
        &mut self.items[..self.len as usize]
    }
}

impl<T: PartialEq, const N: usize> PartialEq for List<T, N> {
    fn eq(&self, other: &Self) -> bool {
        **self == **other
    }
}

impl<T: Eq, const N: usize> Eq for List<T, N> {}

impl<T: core::fmt::Debug, const N: usize> core::fmt::Debug for List<T, N> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

impl<T: Copy + Default, const N: usize> Extend<T> for List<T, N> {
    fn extend<I: IntoIterator<Item = T>>(&mut self, values: I) {
        for value in values {
            self.push(value);
        }
    }
}

impl<T: Copy + Default, const N: usize> FromIterator<T> for List<T, N> {
    fn from_iter<I: IntoIterator<Item = T>>(values: I) -> Self {
        let mut list = List::new();
        list.extend(values);
        list
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn holds_what_was_pushed() {
        let mut list: List<u8, 4> = [1, 2, 3, 4].into_iter().collect();
        assert_eq!(list.swap_remove(0), 1);
        assert_eq!(*list, [4, 2, 3]);
        assert_eq!(list.remove(0), 4);
        assert_eq!(*list, [2, 3]);
        assert_eq!(list.pop(), Some(3));
        let mut copy = List::new();
        copy.copy_from(&list);
        assert_eq!(copy, list);
        list.clear();
        assert_eq!(list.pop(), None);
    }

    #[test]
    #[should_panic(expected = "index out of bounds")]
    fn overflow_is_a_bug() {
        let mut list: List<u8, 1> = List::new();
        list.push(1);
        list.push(2);
    }
}
