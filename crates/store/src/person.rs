//! What every back end does with people in the same way: comparing names, and changing who is
//! named in a log when a guest becomes part of an account or a person leaves.
//!
//! Invariant: an entry keeps its number, its time and its kind, so that the fold of the log stays
//! a fold; only names, ids of people and the text of chats change.

use protocol::log::Entry;
use protocol::{SeatPlan, Sitter, TableConfig, TableRow};

pub use room::names::folded;

/// What becomes of a person in the logs.
#[derive(Clone, Debug)]
pub struct Change<'a> {
    /// Who it was.
    pub id: &'a str,
    /// The name it had.
    pub name: &'a str,
    /// Who it is now; nobody if it is forgotten.
    pub heir: Option<Heir<'a>>,
}

/// The account that a guest becomes part of.
#[derive(Clone, Copy, Debug)]
pub struct Heir<'a> {
    /// Its id.
    pub id: &'a str,
    /// Its name.
    pub name: &'a str,
}

/// The ids of the people whom an entry names.
pub fn named(entry: &Entry) -> Vec<&str> {
    let mut ids = match entry {
        Entry::Made { by: who, .. } | Entry::Sat { who, .. } | Entry::Said { who, .. } => {
            vec![who.id.as_str()]
        }
        _ => Vec::new(),
    };
    if let Entry::Made { config, .. } | Entry::Changed { config } = entry {
        ids.extend(config.seats.iter().filter_map(|seat| match seat {
            SeatPlan::Kept { person, .. } => Some(person.as_str()),
            _ => None,
        }));
    }
    ids
}

/// The ids of the people whose names can be read in an entry: those who were forgotten stand there
/// without one.
pub fn shown(entry: &Entry) -> Vec<&str> {
    let mut people = Vec::new();
    if let Entry::Made { by: who, .. } | Entry::Sat { who, .. } | Entry::Said { who, .. } = entry {
        people.push((who.id.as_str(), who.name.as_str()));
    }
    if let Entry::Made { config, .. } | Entry::Changed { config } = entry {
        people.extend(config.seats.iter().filter_map(|seat| match seat {
            SeatPlan::Kept { person, name, .. } => Some((person.as_str(), name.as_str())),
            _ => None,
        }));
    }
    people.into_iter().filter(|(_, name)| !name.is_empty()).map(|(id, _)| id).collect()
}

impl Change<'_> {
    /// Changes an entry; whether there was anything to change.
    pub fn entry(&self, entry: &mut Entry) -> bool {
        let kept = match entry {
            Entry::Made { config, .. } | Entry::Changed { config } => self.seats(&mut config.seats),
            _ => false,
        };
        let (Entry::Made { by: who, .. } | Entry::Sat { who, .. } | Entry::Said { who, .. }) =
            entry
        else {
            return kept;
        };
        if who.id != self.id {
            return kept;
        }
        self.person(&mut who.id, &mut who.name, &mut who.account);
        match entry {
            Entry::Said { text, phrase, .. } if self.heir.is_none() => {
                text.clear();
                phrase.clear();
            }
            Entry::Made { config, .. } => self.own_words(config),
            _ => {}
        }
        true
    }

    /// What the maker of a table called it and the players on its screen goes with the maker.
    pub fn own_words(&self, config: &mut TableConfig) {
        if self.heir.is_some() {
            return;
        }
        config.name.clear();
        for seat in &mut config.seats {
            if let SeatPlan::Screen { name } = seat {
                name.clear();
            }
        }
    }

    /// Changes a table's line in the lobby; the new text if there was anything to change.
    /// `owner` says whether the person made the table.
    pub fn row(&self, text: &str, owner: bool) -> Option<String> {
        let mut row: TableRow = serde_json::from_str(text).ok()?;
        let before = row.clone();
        for seat in &mut row.seats {
            match seat {
                Sitter::Person { id, name, account } if id == self.id => {
                    self.person(id, name, account);
                }
                Sitter::Computer { instead_of: Some(name), person: Some(id), .. }
                    if id == self.id =>
                {
                    self.person(id, name, &mut false);
                }
                // A line that was written before it had the id.
                Sitter::Computer { instead_of: Some(name), person: None, .. } => self.instead(name),
                Sitter::Nobody { kept: Some(kept), .. } if kept.id == self.id => {
                    self.person(&mut kept.id, &mut kept.name, &mut false);
                }
                _ => {}
            }
        }
        self.seats(&mut row.config.seats);
        // A table has the name that its maker gave it, or is called after its maker.
        if owner && self.heir.is_none() {
            row.name.clear();
            self.own_words(&mut row.config);
        }
        if row == before {
            return None;
        }
        serde_json::to_string(&row).ok()
    }

    /// Changes for whom seats are kept; whether there was anything to change.
    fn seats(&self, seats: &mut [SeatPlan]) -> bool {
        let mut changed = false;
        for seat in seats {
            if let SeatPlan::Kept { person, name, .. } = seat
                && person == self.id
            {
                self.person(person, name, &mut false);
                changed = true;
            }
        }
        changed
    }

    /// A guest's games are shown under the account's name; names that it gave to other players on
    /// its screen stay. Somebody who is forgotten leaves an id without a name.
    fn person(&self, id: &mut String, name: &mut String, account: &mut bool) {
        if let Some(heir) = self.heir {
            heir.id.clone_into(id);
            *account = true;
            if name == self.name {
                heir.name.clone_into(name);
            }
        } else {
            name.clear();
            *account = false;
        }
    }

    fn instead(&self, whom: &mut String) {
        let (id, name) = self.heir.map_or((self.id, ""), |heir| (heir.id, heir.name));
        if whom == self.id {
            id.clone_into(whom);
        } else if whom == self.name {
            name.clone_into(whom);
        }
    }
}
