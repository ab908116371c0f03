//! Who thinks next: a queue in which nobody waits behind the crowd of another.
//!
//! Four classes have a share each. Within a class turns go round by account (whoever made the
//! table, whoever asks), and within an account by table: a person with a hundred tables waits for
//! himself, and no table starves another.

use std::collections::{HashMap, VecDeque};
use std::hash::Hash;
use std::sync::Arc;

/// What is thought about, the most urgent first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Class {
    /// A computer's move at a table.
    Seat,
    /// Good moves for somebody at a table.
    Hint,
    /// A position of a study board.
    Study,
    /// A position of a finished game.
    Analysis,
}

/// How many classes there are.
const CLASSES: usize = 4;
/// A class is passed by this when it has had a turn: of each hundred turns that all classes
/// contend for, 80 are of seats.
const STRIDE: [u64; CLASSES] = [1, 8, 16, 40];

/// On whose behalf somebody waits.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Behalf {
    /// What it is about.
    pub class: Class,
    /// On whose account.
    pub account: Arc<str>,
    /// At which table, or about which game.
    pub table: Arc<str>,
}

/// Lines that are served in turn.
struct Rounds<K, L> {
    /// Whose turn it is; everybody in it has a line that is not empty.
    order: VecDeque<K>,
    lines: HashMap<K, L>,
}

impl<K: Clone + Eq + Hash, L: Line + Default> Rounds<K, L> {
    fn line(&mut self, key: &K) -> &mut L {
        if !self.lines.contains_key(key) {
            self.order.push_back(key.clone());
        }
        self.lines.entry(key.clone()).or_default()
    }
}

/// Something that can be waited in.
trait Line {
    type Item;
    fn pop(&mut self) -> Option<Self::Item>;
    fn is_empty(&self) -> bool;
}

impl<T> Line for VecDeque<T> {
    type Item = T;
    fn pop(&mut self) -> Option<T> {
        self.pop_front()
    }
    fn is_empty(&self) -> bool {
        VecDeque::is_empty(self)
    }
}

impl<K: Clone + Eq + Hash, L: Line> Line for Rounds<K, L> {
    type Item = L::Item;
    fn pop(&mut self) -> Option<L::Item> {
        let key = self.order.pop_front()?;
        let line = self.lines.get_mut(&key)?;
        let item = line.pop();
        if line.is_empty() {
            self.lines.remove(&key);
        } else {
            self.order.push_back(key);
        }
        item
    }
    fn is_empty(&self) -> bool {
        self.order.is_empty()
    }
}

impl<K, L> Default for Rounds<K, L> {
    fn default() -> Rounds<K, L> {
        Rounds { order: VecDeque::new(), lines: HashMap::new() }
    }
}

/// What waits for one table, with its numbers.
type Numbered<T> = VecDeque<(u64, T)>;

/// Everybody of one class who waits.
struct Waiting<T> {
    ring: Rounds<Arc<str>, Rounds<Arc<str>, Numbered<T>>>,
    count: usize,
    by_account: HashMap<Arc<str>, usize>,
    /// How often it was served, by its stride.
    pass: u64,
}

impl<T> Default for Waiting<T> {
    fn default() -> Waiting<T> {
        Waiting { ring: Rounds::default(), count: 0, by_account: HashMap::new(), pass: 0 }
    }
}

/// The queue.
pub struct Queue<T> {
    classes: [Waiting<T>; CLASSES],
    /// The pass of whoever was served last: who comes anew begins behind it.
    now: u64,
}

impl<T> Default for Queue<T> {
    fn default() -> Queue<T> {
        Queue { classes: std::array::from_fn(|_| Waiting::default()), now: 0 }
    }
}

impl<T> Queue<T> {
    /// Waits at the end of its line.
    pub fn push(&mut self, behalf: &Behalf, ticket: u64, item: T) {
        let class = &mut self.classes[behalf.class as usize];
        if class.count == 0 {
            // Whoever comes anew waits for what its class is passed by: seats come before others.
            class.pass = class.pass.max(self.now + STRIDE[behalf.class as usize]);
        }
        class.count += 1;
        *class.by_account.entry(Arc::clone(&behalf.account)).or_default() += 1;
        class.ring.line(&behalf.account).line(&behalf.table).push_back((ticket, item));
    }

    /// Whoever's turn it is; seats alone if `seats_only`.
    pub fn pop(&mut self, seats_only: bool) -> Option<(Class, T)> {
        let candidates = [Class::Seat, Class::Hint, Class::Study, Class::Analysis];
        let of = if seats_only { &candidates[..1] } else { &candidates[..] };
        let waits = |class: &&Class| self.classes[**class as usize].count > 0;
        let class = *of.iter().filter(waits).min_by_key(|c| self.classes[**c as usize].pass)?;
        let waiting = &mut self.classes[class as usize];
        let account = waiting.ring.order.front().cloned()?;
        let (_, item) = waiting.ring.pop()?;
        self.now = waiting.pass;
        waiting.pass += STRIDE[class as usize];
        waiting.leaves(&account);
        Some((class, item))
    }

    /// Leaves the queue before its turn; `None` if its turn has come.
    pub fn remove(&mut self, behalf: &Behalf, ticket: u64) -> Option<T> {
        let waiting = &mut self.classes[behalf.class as usize];
        let tables = waiting.ring.lines.get_mut(&behalf.account)?;
        let line = tables.lines.get_mut(&behalf.table)?;
        let at = line.iter().position(|(own, _)| *own == ticket)?;
        let (_, item) = line.remove(at)?;
        if line.is_empty() {
            tables.lines.remove(&behalf.table);
            tables.order.retain(|table| *table != behalf.table);
        }
        if tables.is_empty() {
            waiting.ring.lines.remove(&behalf.account);
            waiting.ring.order.retain(|account| *account != behalf.account);
        }
        waiting.leaves(&behalf.account);
        Some(item)
    }

    /// How many of a class wait.
    pub fn waiting(&self, class: Class) -> usize {
        self.classes[class as usize].count
    }

    /// How many of a class wait on one account.
    pub fn waiting_of(&self, class: Class, account: &str) -> usize {
        self.classes[class as usize].by_account.get(account).copied().unwrap_or(0)
    }

    /// Everybody who waits, in no order.
    pub fn drain(&mut self) -> Vec<T> {
        std::iter::from_fn(|| self.pop(false)).map(|(_, item)| item).collect()
    }
}

impl<T> Waiting<T> {
    fn leaves(&mut self, account: &str) {
        self.count -= 1;
        if let Some(own) = self.by_account.get_mut(account) {
            *own -= 1;
            if *own == 0 {
                self.by_account.remove(account);
            }
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)] // a test may stop at once
mod tests {
    use super::*;

    fn behalf(class: Class, account: &str, table: &str) -> Behalf {
        Behalf { class, account: account.into(), table: table.into() }
    }

    fn order(queue: &mut Queue<&'static str>) -> Vec<&'static str> {
        std::iter::from_fn(|| queue.pop(false)).map(|(_, item)| item).collect()
    }

    #[test]
    fn turns_go_round_by_account_and_then_by_table() {
        let mut queue = Queue::default();
        let waiting = [
            ("anna", "t1", "a1"),
            ("anna", "t1", "a1 again"),
            ("anna", "t2", "a2"),
            ("anna", "t3", "a3"),
            ("bea", "t4", "b1"),
            ("bea", "t4", "b1 again"),
            ("carl", "t5", "c1"),
        ];
        for (ticket, (account, table, item)) in (0..).zip(waiting) {
            queue.push(&behalf(Class::Seat, account, table), ticket, item);
        }
        assert_eq!(queue.waiting_of(Class::Seat, "anna"), 4);
        assert_eq!(order(&mut queue), ["a1", "b1", "c1", "a2", "b1 again", "a3", "a1 again"]);
        assert_eq!((queue.waiting(Class::Seat), queue.waiting_of(Class::Seat, "anna")), (0, 0));
    }

    #[test]
    fn seats_come_first_and_nobody_waits_for_ever() {
        let mut queue = Queue::default();
        for ticket in 0..200 {
            queue.push(&behalf(Class::Seat, "anna", "t1"), ticket, "seat");
        }
        for ticket in 200..210 {
            queue.push(&behalf(Class::Analysis, "bea", "t2"), ticket, "analysis");
            queue.push(&behalf(Class::Hint, "carl", "t3"), ticket + 100, "hint");
        }
        let order = order(&mut queue);
        let before = |item: &str| order.iter().take(100).filter(|other| **other == item).count();
        assert!(before("seat") >= 80, "{} of a hundred", before("seat"));
        assert!(before("hint") >= 9 && before("analysis") >= 2);
    }

    #[test]
    fn who_comes_after_a_rest_has_no_turns_saved() {
        let mut queue = Queue::default();
        for ticket in 0..100 {
            queue.push(&behalf(Class::Analysis, "bea", "t2"), ticket, "analysis");
        }
        for _ in 0..50 {
            queue.pop(false).unwrap();
        }
        for ticket in 100..104 {
            queue.push(&behalf(Class::Seat, "anna", "t1"), ticket, "seat");
        }
        assert_eq!(order(&mut queue)[..4], ["seat"; 4]);
    }

    #[test]
    fn whoever_leaves_is_not_served_and_nobody_else_is_lost() {
        let mut queue = Queue::default();
        let own = behalf(Class::Study, "anna", "t1");
        for ticket in 0..3 {
            queue.push(&own, ticket, ["first", "second", "third"][ticket as usize]);
        }
        assert_eq!(queue.remove(&own, 1), Some("second"));
        assert_eq!(queue.remove(&own, 1), None);
        assert_eq!(queue.pop(true), None, "none of them is a seat's");
        assert_eq!(order(&mut queue), ["first", "third"]);
        queue.push(&own, 7, "last");
        assert_eq!(queue.remove(&own, 7), Some("last"));
        assert_eq!((queue.waiting(Class::Study), order(&mut queue).len()), (0, 0));
    }
}
