//! Texts of settings, from flags, the environment and a file.

use std::collections::BTreeMap;
use std::fmt;
use std::path::Path;
use std::str::FromStr;

use super::settings::{SETTINGS, TEST_NEWER, TEST_SEED};

/// A setting that makes no sense.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ConfigError {
    /// Where it came from: a flag, a variable, a line of a file.
    pub from: String,
    /// What is wrong.
    pub what: String,
}

impl fmt::Display for ConfigError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.from, self.what)
    }
}

impl std::error::Error for ConfigError {}

/// Texts of settings with their sources.
#[derive(Clone, Default, Debug)]
pub struct Texts {
    given: BTreeMap<&'static str, (String, String)>,
}

impl Texts {
    /// Takes flags: pairs of key and text. Call it first: what was taken earlier wins.
    pub fn flags(&mut self, flags: impl IntoIterator<Item = (&'static str, String)>) {
        for (key, text) in flags {
            self.given.entry(key).or_insert_with(|| (text, format!("--{key}")));
        }
    }

    /// Takes variables of the environment through `get`.
    pub fn environment(&mut self, get: impl Fn(&str) -> Option<String>) {
        for decl in SETTINGS {
            let name = format!("TRENCAVEL_{}", decl.key.replace('-', "_").to_uppercase());
            if let Some(text) = get(&name) {
                self.given.entry(decl.key).or_insert((text, name));
            }
        }
    }

    /// Takes the text of a TOML file.
    ///
    /// # Errors
    /// If it is no TOML, or has an unknown key.
    pub fn file(&mut self, path: &Path, text: &str) -> Result<(), ConfigError> {
        let name = path.display().to_string();
        let table: toml::Table = text.parse().map_err(|e: toml::de::Error| ConfigError {
            from: name.clone(),
            what: e.to_string(),
        })?;
        for (key, value) in table {
            let from = format!("{name}, key {key}");
            let Some(decl) = SETTINGS.iter().find(|decl| decl.key == key) else {
                let keys: Vec<&str> = SETTINGS.iter().map(|decl| decl.key).collect();
                let what = format!("no such setting; there are {}", keys.join(", "));
                return Err(ConfigError { from, what });
            };
            let text = match value {
                toml::Value::String(text) => text,
                toml::Value::Array(list) => {
                    // Commands hold blanks.
                    let between = if key == "engines" { "\n" } else { " " };
                    list.iter().filter_map(toml::Value::as_str).collect::<Vec<_>>().join(between)
                }
                other => other.to_string(),
            };
            self.given.entry(decl.key).or_insert((text, from));
        }
        Ok(())
    }

    pub(super) fn text(&self, key: &str) -> Option<(&str, &str)> {
        let tests = [TEST_SEED, TEST_NEWER].contains(&key);
        let known = tests || SETTINGS.iter().any(|decl| decl.key == key);
        debug_assert!(known, "unknown setting {key}");
        self.given.get(key).map(|(text, from)| (text.as_str(), from.as_str()))
    }

    pub(super) fn read<T: FromStr>(
        &self,
        key: &str,
        expected: &str,
    ) -> Result<Option<T>, ConfigError> {
        let Some((text, from)) = self.text(key) else { return Ok(None) };
        let error = || wrong(from, text, expected);
        text.trim().parse().map(Some).map_err(|_| error())
    }

    pub(super) fn number<T: FromStr + PartialOrd + fmt::Display + Copy>(
        &self,
        key: &str,
        default: T,
        least: T,
        most: T,
    ) -> Result<T, ConfigError> {
        let expected = format!("a number from {least} to {most}");
        match self.read::<T>(key, &expected)? {
            Some(n) if n < least || n > most => {
                let (text, from) = self.text(key).unwrap_or_default();
                Err(wrong(from, text, &expected))
            }
            Some(n) => Ok(n),
            None => Ok(default),
        }
    }

    /// A setting that is on unless it is switched off, in these words too.
    pub(super) fn switch(&self, key: &str) -> Result<bool, ConfigError> {
        match self.given.get(key).map(|(text, _)| text.as_str()) {
            Some("on") => Ok(true),
            Some("off") => Ok(false),
            _ => self.flag(key, true),
        }
    }

    pub(super) fn flag(&self, key: &str, default: bool) -> Result<bool, ConfigError> {
        Ok(self.read(key, "true or false")?.unwrap_or(default))
    }
}

pub(super) fn wrong(from: &str, text: &str, expected: &str) -> ConfigError {
    ConfigError {
        from: from.to_string(),
        what: format!("`{text}` is no good: expected {expected}"),
    }
}
