//! Names as a table shows them: two people never show the same one, or one that looks like it,
//! without a mark.
//!
//! Invariant: whoever took the name first keeps it bare, whoever comes later under one that can be
//! taken for it, or takes such a name later, is shown as `Anna ·2`, also when the first has gone.
//! The names of accounts are one of a kind and are never marked: a guest gives way to them.

use std::borrow::Cow;
use std::sync::Arc;

use protocol::log::Who;

use crate::names;

/// Everybody who ever sat or spoke at a table, in the order in which they took their names.
#[derive(Clone, Debug, Default)]
pub struct Known {
    faces: Arc<Vec<Face>>,
}

#[derive(Clone, Debug)]
struct Face {
    id: String,
    /// The name of another player on that person's screen.
    screen: Option<String>,
    /// The newest name.
    name: String,
    /// How that looks.
    looks: [String; 3],
    account: bool,
    /// Whether somebody who is not here has an account of that name.
    taken: bool,
}

impl Face {
    fn new(who: &Who, screen: bool) -> Face {
        Face {
            id: who.id.clone(),
            screen: screen.then(|| who.name.clone()),
            name: who.name.clone(),
            looks: names::looks(names::unmarked(&who.name)),
            account: who.account,
            taken: false,
        }
    }

    fn is(&self, who: &Who, screen: bool) -> bool {
        let same = match &self.screen {
            Some(name) => screen && *name == who.name,
            None => !screen,
        };
        self.id == who.id && same
    }

    /// Whether the name is this person's alone on the whole server.
    fn is_unique(&self) -> bool {
        self.account && self.screen.is_none()
    }
}

impl Known {
    /// Somebody sits down or speaks. `screen`: as another player on its screen.
    pub fn meet(&mut self, who: &Who, screen: bool) {
        let Some(at) = self.faces.iter().position(|face| face.is(who, screen)) else {
            Arc::make_mut(&mut self.faces).push(Face::new(who, screen));
            return;
        };
        let old = &self.faces[at];
        if old.name == who.name && old.account == who.account {
            return;
        }
        let face = Face::new(who, screen);
        let same = names::share_a_look(&old.looks, &face.looks);
        let faces = Arc::make_mut(&mut self.faces);
        faces.remove(at);
        // A name that is new counts from now on: nobody takes it from whoever has it.
        let at = if same { at } else { faces.len() };
        faces.insert(at, face);
    }

    /// Somebody goes by another name; whether that is news.
    pub fn rename(&mut self, who: &Who) -> bool {
        let old = self.faces.iter().find(|face| face.is(who, false));
        let news = old.is_some_and(|face| face.name != who.name || face.account != who.account);
        if news {
            self.meet(who, false);
        }
        news
    }

    /// Whether a guest's name is by now that of an account elsewhere; whether that is news.
    pub fn note_taken(&mut self, person: &str, taken: bool) -> bool {
        let own = |face: &Face| face.id == person && face.screen.is_none();
        let Some(at) = self.faces.iter().position(own) else { return false };
        let news = self.faces[at].taken != taken;
        if news {
            Arc::make_mut(&mut self.faces)[at].taken = taken;
        }
        news
    }

    /// The guests, but one, whose names can be taken for one that looks like this.
    pub fn guests_like(&self, looks: &[String; 3], but: &str) -> Vec<String> {
        let like = |face: &&Face| {
            let guest = !face.account && face.screen.is_none() && face.id != but;
            guest && names::share_a_look(&face.looks, looks)
        };
        self.faces.iter().filter(like).map(|face| face.id.clone()).collect()
    }

    /// The name to show.
    pub fn shown(&self, who: &Who, screen: bool) -> String {
        let own = self.faces.iter().position(|face| face.is(who, screen));
        let face = own.map(|at| &self.faces[at]);
        if who.name.is_empty() || face.is_some_and(Face::is_unique) {
            return who.name.clone();
        }
        let own = own.unwrap_or(self.faces.len());
        let bare = names::unmarked(&who.name);
        let kept = face.filter(|face| face.name == who.name).map(|face| &face.looks);
        let looks = kept.map_or_else(|| Cow::Owned(names::looks(bare)), Cow::Borrowed);
        let others = self.faces.iter().enumerate().filter(|(at, face)| {
            let first = *at < own || (*at > own && face.is_unique());
            first && names::share_a_look(&face.looks, &looks)
        });
        match others.count() + usize::from(face.is_some_and(|face| face.taken)) {
            0 => bare.to_owned(),
            number => format!("{bare} ·{}", number + 1),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn who(id: &str, name: &str, account: bool) -> Who {
        Who { id: id.into(), name: name.into(), account }
    }

    #[test]
    fn the_first_keeps_the_bare_name() {
        let mut known = Known::default();
        let (one, two, three) =
            (who("1", "Anna", false), who("2", "anna", false), who("3", "Bo", false));
        for person in [&one, &two, &three, &one] {
            known.meet(person, false);
        }
        let shown = |person: &Who| known.shown(person, false);
        assert_eq!(
            (shown(&one), shown(&two), shown(&three)),
            ("Anna".into(), "anna ·2".into(), "Bo".into())
        );
        assert_eq!(known.shown(&who("1", "Anna", false), true), "Anna ·3", "not met yet");
    }

    #[test]
    fn accounts_are_never_marked_and_screens_are() {
        let mut known = Known::default();
        let (guest, account) = (who("1", "Anna", false), who("2", "Anna", true));
        known.meet(&guest, false);
        known.meet(&account, false);
        known.meet(&account, true);
        assert_eq!(known.shown(&account, false), "Anna");
        assert_eq!(known.shown(&guest, false), "Anna ·2");
        assert_eq!(known.shown(&account, true), "Anna ·3");
    }

    /// Whoever sat first cannot take the name of another, nor write a mark into its own.
    #[test]
    fn a_name_counts_from_when_it_was_taken() {
        let mut known = Known::default();
        let (first, anna) = (who("1", "Eve", false), who("2", "Anna", false));
        known.meet(&first, false);
        known.meet(&anna, false);
        for name in ["Anna", "ANNA", "Аnna", "Anna ·2", "Anna • 7"] {
            let renamed = who("1", name, false);
            assert!(known.rename(&renamed));
            assert_eq!(known.shown(&anna, false), "Anna", "{name}");
            let shown = known.shown(&renamed, false);
            assert!(shown.ends_with("nna ·2") || shown == "ANNA ·2", "{shown}");
        }
    }

    #[test]
    fn names_that_look_alike_are_marked() {
        let mut known = Known::default();
        let people = ["Anna", "Anna", "Anna ·2", "Аnna", "Аnnа"].iter().enumerate();
        let people: Vec<Who> = people.map(|(id, name)| who(&id.to_string(), name, false)).collect();
        for person in &people {
            known.meet(person, false);
        }
        let shown: Vec<String> = people.iter().map(|one| known.shown(one, false)).collect();
        assert_eq!(shown, ["Anna", "Anna ·2", "Anna ·3", "Аnna ·4", "Аnnа ·5"]);
    }

    #[test]
    fn a_guest_gives_way_to_an_account_elsewhere() {
        let mut known = Known::default();
        let alice = who("1", "Alice", false);
        known.meet(&alice, false);
        assert_eq!(known.shown(&alice, false), "Alice");
        assert_eq!(known.guests_like(&names::looks("AIice"), "2"), ["1"]);
        assert!(known.guests_like(&names::looks("Alice"), "1").is_empty(), "itself");
        assert!(known.guests_like(&names::looks("Alicia"), "2").is_empty());
        assert!(known.note_taken("1", true) && !known.note_taken("1", true));
        assert_eq!(known.shown(&alice, false), "Alice ·2");
        // With a name of its own, or an account, it is itself again.
        known.rename(&who("1", "Bela", false));
        assert_eq!(known.shown(&who("1", "Bela", false), false), "Bela");
    }
}
