//! Revisions of the rules: a rule that is mended raises the number, and a game that began under an
//! older one plays on by it.
//!
//! Invariant: what an option meant by default in a revision never changes again. A mended rule is
//! an option that says what its default was until then (`OptionDecl::earlier`); CONTRIBUTING.md
//! says how.

use alloc::string::{String, ToString};
use alloc::vec::Vec;

use crate::registry::{self, OptionInfo};
use crate::setup::Setup;

/// The revision by which new games are played.
pub const REVISION: u32 = 2;

/// The revision of records, positions and logs that name none: the first.
pub const FIRST_REVISION: u32 = 1;

/// What an option is in a revision if nobody says anything.
pub fn default_of(option: &OptionInfo, revision: u32) -> &'static str {
    let then = option.decl.earlier.iter().find(|(until, _)| revision <= *until);
    then.map_or(option.decl.values[0], |(_, value)| value)
}

impl Setup {
    /// The same by another revision.
    #[must_use]
    pub fn revision(mut self, revision: u32) -> Setup {
        self.revision = revision;
        self
    }

    /// The options that can be chosen with the expansions in play.
    fn choosable(&self) -> impl Iterator<Item = OptionInfo> + '_ {
        let in_play = |name| self.expansions.iter().any(|expansion| expansion == name);
        registry::options().into_iter().filter(move |option| {
            option.family == self.family && option.expansion.is_none_or(in_play)
        })
    }

    fn given(&self, key: &str) -> Option<&str> {
        let found = self.options.iter().find(|(known, _)| known == key);
        found.map(|(_, value)| value.as_str())
    }

    /// Every option of the game with its value, said or not.
    #[must_use]
    pub fn every_option(&self) -> Vec<(String, String)> {
        let value = |option: OptionInfo| {
            let value = self.given(option.decl.key).unwrap_or(default_of(&option, self.revision));
            (option.decl.key.to_string(), value.to_string())
        };
        self.choosable().map(value).collect()
    }

    /// The options that an engine must be told: those that were said, and the defaults of the
    /// revision that are others today.
    pub(crate) fn told_options(&self) -> Vec<(String, String)> {
        let mut options = self.options.clone();
        for option in self.choosable().filter(|option| self.given(option.decl.key).is_none()) {
            let value = default_of(&option, self.revision);
            if value != option.decl.values[0] {
                options.push((option.decl.key.to_string(), value.to_string()));
            }
        }
        options
    }

    /// Leaves out the options that are what they would be anyway in this revision.
    #[must_use]
    pub fn tidy(mut self) -> Setup {
        let usual: Vec<(&str, &str)> = self
            .choosable()
            .map(|option| (option.decl.key, default_of(&option, self.revision)))
            .collect();
        self.options.retain(|(key, value)| !usual.contains(&(key.as_str(), value.as_str())));
        self
    }

    /// The same game as a new one: today's revision, and the options without which it would be
    /// another game.
    #[must_use]
    pub fn today(&self) -> Setup {
        let told = Setup { options: self.told_options(), ..self.clone() };
        told.revision(REVISION).tidy()
    }
}
