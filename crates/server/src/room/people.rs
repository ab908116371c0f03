//! The people of a table: whom it concerns, and the names they are shown under.
//!
//! Names are the one thing that does not come from the log alone: whoever changes its name is shown
//! under the new one everywhere at once, while the lines of the log keep the name of their time.

use protocol::log::Who;
use protocol::{SeatPlan, Sitter};

use super::Room;
use super::chair::Chair;

impl Room {
    /// Whether a person made the table or has a seat here.
    pub fn concerns(&self, person: &str) -> bool {
        !person.is_empty()
            && (self.owner.id == person || self.chairs.iter().any(|chair| chair.is_of(person)))
    }

    /// Shows a person under another name; whether that changes anything. Players who share its
    /// screen keep their names.
    pub fn rename(&mut self, who: &Who) -> bool {
        let screens: Vec<bool> =
            (0..self.chairs.len()).map(|place| self.is_of_screen(place)).collect();
        let mut changed = false;
        if self.owner.id == who.id && self.owner != *who {
            self.owner.clone_from(who);
            changed = true;
        }
        for (chair, screen) in self.chairs.iter_mut().zip(screens) {
            let Some(own) = chair.who.as_mut().filter(|own| own.id == who.id) else { continue };
            let name = if screen { own.name.clone() } else { who.name.clone() };
            let now = Who { name, ..who.clone() };
            changed |= *own != now;
            *own = now;
        }
        changed
    }

    fn is_of_screen(&self, place: usize) -> bool {
        // From the beginning on chairs stand in the order of play.
        let seat = self.order.get(place).map_or(place, |seat| usize::from(*seat));
        matches!(self.config.seats.get(seat), Some(SeatPlan::Screen { .. }))
    }

    /// The name that a person with a seat or the owner is shown under.
    pub fn shown_name(&self, person: &str) -> Option<&str> {
        let own =
            |(place, chair): &(usize, &Chair)| chair.is_of(person) && !self.is_of_screen(*place);
        let seat = self.chairs.iter().enumerate().find(own).map(|(_, chair)| chair.name());
        seat.or_else(|| (self.owner.id == person).then_some(&*self.owner.name))
    }

    /// Who sits on each seat.
    pub fn sitters(&self) -> Vec<Sitter> {
        self.chairs.iter().map(Chair::sitter).collect()
    }
}
