//! Sorting short lists. The standard library's sorts are made for long ones and are several
//! thousand bytes of code for each type; all of them together were a twentieth of what a page
//! loads.

/// Sorts a list whose length no stranger decides; equals keep their order.
pub fn sort_short<T: Ord>(list: &mut [T]) {
    sort_short_by(list, |one, other| one < other);
}

/// The same by a key.
pub fn sort_short_by_key<T, K: Ord>(list: &mut [T], mut key: impl FnMut(&T) -> K) {
    sort_short_by(list, |one, other| key(one) < key(other));
}

/// The same by whether one comes before another.
pub fn sort_short_by<T>(list: &mut [T], mut before: impl FnMut(&T, &T) -> bool) {
    for end in 1..list.len() {
        let mut at = end;
        while at > 0 && before(&list[at], &list[at - 1]) {
            list.swap(at, at - 1);
            at -= 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_are_sorted_and_equals_keep_their_order() {
        let mut list = [3, 1, 2, 3, 0];
        sort_short(&mut list);
        assert_eq!(list, [0, 1, 2, 3, 3]);
        let mut list = [(2, 'a'), (1, 'b'), (2, 'c'), (1, 'd')];
        sort_short_by_key(&mut list, |(number, _)| *number);
        assert_eq!(list, [(1, 'b'), (1, 'd'), (2, 'a'), (2, 'c')]);
        sort_short_by(&mut list, |one, other| one.0 > other.0);
        assert_eq!(list, [(2, 'a'), (2, 'c'), (1, 'b'), (1, 'd')]);
        sort_short::<u8>(&mut []);
    }
}
