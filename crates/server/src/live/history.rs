//! The last numbered messages of a table, for clients that come back.
//!
//! Invariant: the kept messages have no gap and end with the newest; together they stay under a
//! number of bytes. What is older is not here: then a snapshot is told.

use std::collections::VecDeque;

use super::text::Text;

/// A message as it is kept.
#[derive(Clone, Debug)]
pub struct Kept {
    /// What everybody is told.
    pub text: Text,
    /// What the players are told instead, while the game is played.
    pub players: Option<Text>,
}

impl Kept {
    /// The text for a player, or for anybody else.
    pub fn text_for(&self, player: bool) -> &Text {
        self.players.as_ref().filter(|_| player).unwrap_or(&self.text)
    }

    fn len(&self) -> usize {
        self.text.len() + self.players.as_ref().map_or(0, |text| text.len())
    }
}

impl From<Text> for Kept {
    fn from(text: Text) -> Kept {
        Kept { text, players: None }
    }
}

/// A ring of messages, bounded in bytes.
#[derive(Debug)]
pub struct History {
    kept: VecDeque<Kept>,
    newest: u64,
    bytes: usize,
    most: usize,
}

impl History {
    /// An empty ring after the message `newest`.
    pub fn new(newest: u64, most: usize) -> History {
        History { kept: VecDeque::new(), newest, bytes: 0, most }
    }

    /// Keeps the next message.
    ///
    /// # Panics
    /// If its number does not follow the newest one.
    pub fn push(&mut self, n: u64, message: impl Into<Kept>) {
        assert_eq!(n, self.newest + 1, "a message was skipped");
        let message = message.into();
        self.newest = n;
        self.bytes += message.len();
        self.kept.push_back(message);
        while self.bytes > self.most {
            let oldest = self.kept.pop_front().expect("bytes are those of kept messages");
            self.bytes -= oldest.len();
        }
    }

    /// The messages after number `since`, oldest first; `None` if they are not all here.
    pub fn after(&self, since: u64) -> Option<impl Iterator<Item = &Kept>> {
        let missed = usize::try_from(self.newest.checked_sub(since)?).ok()?;
        let skip = self.kept.len().checked_sub(missed)?;
        Some(self.kept.iter().skip(skip))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ring(most: usize, numbers: std::ops::RangeInclusive<u64>) -> History {
        let mut ring = History::new(numbers.start() - 1, most);
        for n in numbers {
            ring.push(n, Text::from(format!("{n:04}")));
        }
        ring
    }

    fn told(ring: &History, since: u64) -> Option<Vec<String>> {
        ring.after(since).map(|kept| kept.map(|kept| kept.text.to_string()).collect())
    }

    #[test]
    fn the_gap_is_told_in_order() {
        let ring = ring(100, 5..=9);
        assert_eq!(told(&ring, 7), Some(vec!["0008".into(), "0009".into()]));
        assert_eq!(told(&ring, 9), Some(vec![]));
        assert_eq!(told(&ring, 4).map(|kept| kept.len()), Some(5));
    }

    #[test]
    fn what_is_not_here_is_not_guessed() {
        let ring = ring(100, 5..=9);
        assert_eq!(told(&ring, 3), None, "older than the ring");
        assert_eq!(told(&ring, 10), None, "from the future: another log");
    }

    #[test]
    fn bytes_are_bounded() {
        let mut ring = ring(10, 1..=1000);
        assert_eq!(told(&ring, 998).map(|kept| kept.len()), Some(2));
        assert_eq!(told(&ring, 997), None);
        ring.push(1001, Text::from("a message longer than the ring"));
        assert_eq!(told(&ring, 1000), None, "a snapshot, not a hole");
        assert_eq!(told(&ring, 1001), Some(vec![]));
        assert_eq!(ring.bytes, 0);
    }
}
