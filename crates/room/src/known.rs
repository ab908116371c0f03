//! Names as a table shows them: two people never show the same one without a mark.
//!
//! Invariant: whoever sat or spoke first keeps the bare name, whoever comes later under the same
//! one is shown as `Anna ·2`, also when the first has gone. The names of accounts are one of a kind
//! and are never marked.

use std::sync::Arc;

use protocol::log::Who;

/// Everybody who ever sat or spoke at a table, in the order of coming.
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
    account: bool,
}

impl Face {
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
        let known = self.faces.iter().position(|face| face.is(who, screen));
        match known {
            Some(at)
                if self.faces[at].name == who.name && self.faces[at].account == who.account => {}
            Some(at) => {
                let face = &mut Arc::make_mut(&mut self.faces)[at];
                face.name.clone_from(&who.name);
                face.account = who.account;
            }
            None => Arc::make_mut(&mut self.faces).push(Face {
                id: who.id.clone(),
                screen: screen.then(|| who.name.clone()),
                name: who.name.clone(),
                account: who.account,
            }),
        }
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

    /// The name to show.
    pub fn shown(&self, who: &Who, screen: bool) -> String {
        let own = self.faces.iter().position(|face| face.is(who, screen));
        let own = own.unwrap_or(self.faces.len());
        let unique = self.faces.get(own).is_some_and(Face::is_unique);
        if who.name.is_empty() || unique {
            return who.name.clone();
        }
        let folded = who.name.to_lowercase();
        let others = self.faces.iter().enumerate().filter(|(at, face)| {
            let first = *at < own || (*at > own && face.is_unique());
            first && face.name.to_lowercase() == folded
        });
        match others.count() {
            0 => who.name.clone(),
            number => format!("{} ·{}", who.name, number + 1),
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
}
