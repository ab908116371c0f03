//! The colours of the seats.

use super::Room;

impl Room {
    /// The colour of a seat, as the pictures number them.
    pub(super) fn colour(&self, seat: usize) -> u8 {
        let _ = self;
        seat as u8
    }
}
