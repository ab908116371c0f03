//! Things by their keys in one sorted list. The standard library's trees are made for very many and
//! are several thousand bytes of code for each type; a page loads all of it.

use alloc::vec::Vec;
use core::borrow::Borrow;

/// Things by their keys: as many as a list can be shifted for when one is added.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Sorted<K, V>(Vec<(K, V)>);

impl<K, V> Default for Sorted<K, V> {
    fn default() -> Sorted<K, V> {
        Sorted(Vec::new())
    }
}

impl<K: Ord, V> Sorted<K, V> {
    /// Where the key is, or where it would be.
    fn place<Q: Ord + ?Sized>(&self, key: &Q) -> Result<usize, usize>
    where
        K: Borrow<Q>,
    {
        self.0.binary_search_by(|(known, _)| known.borrow().cmp(key))
    }

    /// What the key stands for.
    pub fn get<Q: Ord + ?Sized>(&self, key: &Q) -> Option<&V>
    where
        K: Borrow<Q>,
    {
        self.place(key).ok().map(|at| &self.0[at].1)
    }

    /// What the key stands for; if it is new, this.
    pub fn or_insert(&mut self, key: K, value: V) -> &mut V {
        let at = match self.place(&key) {
            Ok(at) => at,
            Err(at) => {
                self.0.insert(at, (key, value));
                at
            }
        };
        &mut self.0[at].1
    }

    /// Takes the key out.
    pub fn remove<Q: Ord + ?Sized>(&mut self, key: &Q) -> Option<V>
    where
        K: Borrow<Q>,
    {
        self.place(key).ok().map(|at| self.0.remove(at).1)
    }

    /// The key that comes first.
    pub fn first(&self) -> Option<&(K, V)> {
        self.0.first()
    }

    /// All keys in their order.
    pub fn keys(&self) -> impl Iterator<Item = &K> {
        self.0.iter().map(|(key, _)| key)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::String;

    #[test]
    fn keys_are_found_added_and_taken_out_in_order() {
        let mut sorted: Sorted<String, u32> = Sorted::default();
        for (number, key) in ["c", "a", "d", "a", "b"].into_iter().enumerate() {
            *sorted.or_insert(key.into(), 0) += number as u32;
        }
        assert!(sorted.keys().eq(["a", "b", "c", "d"]));
        assert_eq!((sorted.get("a"), sorted.get("e")), (Some(&4), None));
        assert_eq!((sorted.remove("c"), sorted.remove("c")), (Some(0), None));
        assert_eq!(sorted.first(), Some(&("a".into(), 4)));
    }
}
