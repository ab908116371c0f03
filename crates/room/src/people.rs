//! The people of a table: whom it concerns, and the names they are shown under.
//!
//! Names are the one thing that does not come from the log alone: whoever changes its name is shown
//! under the new one everywhere at once, while the lines of the log keep the name of their time.

use protocol::Sitter;
use protocol::log::Who;

use super::Room;
use super::chair::Chair;

impl Room {
    /// Whether a person made the table or has a seat here.
    pub fn concerns(&self, person: &str) -> bool {
        !person.is_empty()
            && (self.owner.id == person
                || self.chairs.iter().any(|chair| chair.is_of(person))
                || self.expected().any(|id| id == person))
    }

    /// Shows a person under another name; whether that changes anything. Players who share its
    /// screen keep their names.
    pub fn rename(&mut self, who: &Who) -> bool {
        let mut changed = self.known.rename(who);
        if self.owner.id == who.id && self.owner != *who {
            self.owner.clone_from(who);
            changed = true;
        }
        for chair in &mut self.chairs {
            let Some(own) = chair.who.as_mut().filter(|own| own.id == who.id) else { continue };
            let name = if chair.screen { own.name.clone() } else { who.name.clone() };
            let now = Who { name, ..who.clone() };
            changed |= *own != now;
            *own = now;
        }
        changed
    }

    /// Notes whether an account elsewhere has the name of a guest here: then the guest's is shown
    /// with a mark. Whether that changes anything.
    pub fn note_taken(&mut self, guest: &str, taken: bool) -> bool {
        self.known.note_taken(guest, taken)
    }

    /// The guests here, but one, whose names can be taken for one that looks like this.
    pub fn guests_like(&self, looks: &[String; 3], but: &str) -> Vec<String> {
        self.known.guests_like(looks, but)
    }

    /// The name that a person with a seat or the owner is shown under.
    pub fn shown_name(&self, person: &str) -> Option<String> {
        let own = |chair: &&Chair| chair.is_of(person) && !chair.screen;
        let seat = self.chairs.iter().find(own).map(|chair| self.seat_name(chair));
        seat.or_else(|| (self.owner.id == person).then(|| self.owner.name.clone()))
    }

    /// Whether a person who has a seat here has an account.
    pub fn has_account(&self, person: &str) -> bool {
        self.chairs
            .iter()
            .any(|chair| chair.is_of(person) && chair.who.as_ref().is_some_and(|who| who.account))
    }

    /// Who sits on each seat.
    pub fn sitters(&self) -> Vec<Sitter> {
        self.chairs.iter().enumerate().map(|(seat, chair)| self.sitter(seat, chair)).collect()
    }
}
