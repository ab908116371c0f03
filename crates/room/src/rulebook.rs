//! The rules of all live tables, each set-up built once.

use std::sync::{Arc, Mutex, PoisonError, Weak};

use games::{AnyRules, Setup, SetupError};

/// How many set-ups are kept although no table plays them.
const KEPT: usize = 8;

/// A cache of rules. Rules are large and never change: tables of the same set-up share them.
#[derive(Debug, Default)]
pub struct Rulebook {
    shelf: Mutex<Shelf>,
}

#[derive(Debug, Default)]
struct Shelf {
    known: Vec<(Setup, Weak<AnyRules>)>,
    /// The latest ones, so that a table that comes and goes does not build them each time.
    latest: Vec<Arc<AnyRules>>,
}

impl Rulebook {
    /// The rules of a set-up.
    ///
    /// # Errors
    /// If it cannot be played.
    pub fn rules(&self, setup: &Setup) -> Result<Arc<AnyRules>, SetupError> {
        // Nothing panics while the lock is held; a poisoned shelf would be whole all the same.
        let mut shelf = self.shelf.lock().unwrap_or_else(PoisonError::into_inner);
        let known = shelf.known.iter().find(|(known, _)| known == setup);
        if let Some(rules) = known.and_then(|(_, rules)| rules.upgrade()) {
            return Ok(rules);
        }
        let rules = Arc::new(AnyRules::new(setup)?);
        if shelf.latest.len() == KEPT {
            shelf.latest.remove(0);
        }
        shelf.known.retain(|(_, rules)| rules.strong_count() > 0);
        shelf.known.push((setup.clone(), Arc::downgrade(&rules)));
        shelf.latest.push(Arc::clone(&rules));
        Ok(rules)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rules_are_shared_and_not_kept_for_ever() {
        let book = Rulebook::default();
        let first = book.rules(&Setup::country(2)).unwrap();
        assert!(Arc::ptr_eq(&first, &book.rules(&Setup::country(2)).unwrap()));
        let options = games::registry::options().into_iter();
        for option in options.filter(|o| o.family == games::Family::City) {
            let value = option.decl.values.last().unwrap();
            book.rules(&Setup::city(2).option(option.decl.key, value)).unwrap();
        }
        let shelf = book.shelf.lock().unwrap();
        assert!(shelf.known.len() <= KEPT + 1 && shelf.latest.len() <= KEPT);
        drop(shelf);
        assert!(Arc::ptr_eq(&first, &book.rules(&Setup::country(2)).unwrap()), "still played");
    }

    #[test]
    fn what_cannot_be_played_is_not_kept() {
        let book = Rulebook::default();
        assert!(book.rules(&Setup::country(9)).is_err());
        assert!(book.shelf.lock().unwrap().known.is_empty());
    }
}
