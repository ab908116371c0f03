//! What is kept and for how long: backups, and what nobody uses.

use std::path::{Path, PathBuf};
use std::time::Duration;

use super::texts::wrong;
use super::{ConfigError, Texts};

const DAY: u64 = 86_400;

/// How long things last, and when they are copied.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Keeping {
    /// How often the database is copied; never if it is not set.
    pub backup_every: Option<Duration>,
    /// How many of these copies are kept.
    pub backup_keep: usize,
    /// Where they are.
    pub backup_dir: PathBuf,
    /// How long an open table lasts that nobody uses; for ever if it is not set.
    pub open_tables: Option<Duration>,
    /// The same for tables by days.
    pub open_slow_tables: Option<Duration>,
    /// How long a guest without games lasts that does not come; for ever if it is not set.
    pub guests: Option<Duration>,
    /// Whether the whole database is read and checked at the start, even after an orderly stop.
    pub check_database: bool,
}

impl Texts {
    pub(super) fn keeping(&self, data: &Path) -> Result<Keeping, ConfigError> {
        Ok(Keeping {
            backup_every: self.backup_every()?,
            backup_keep: self.number("backup-keep", 7, 1, 10_000)?,
            backup_dir: match self.text("backup-dir") {
                Some((text, from)) if text.trim().is_empty() => {
                    return Err(wrong(from, text, "a directory"));
                }
                Some((text, _)) => PathBuf::from(text),
                None => data.join("backups"),
            },
            open_tables: self.days("expire-open-days", 7)?,
            open_slow_tables: self.days("expire-open-slow-days", 30)?,
            guests: self.days("expire-guests-days", 30)?,
            check_database: self.flag("check-database", false)?,
        })
    }

    /// A number of days; 0 is for ever.
    fn days(&self, key: &str, default: u64) -> Result<Option<Duration>, ConfigError> {
        let days = self.number(key, default, 0, 36_500)?;
        Ok((days > 0).then(|| Duration::from_secs(days * DAY)))
    }

    fn backup_every(&self) -> Result<Option<Duration>, ConfigError> {
        let Some((text, from)) = self.text("backup-every") else { return Ok(None) };
        if text.trim() == "off" {
            return Ok(None);
        }
        match humantime::parse_duration(text.trim()) {
            Ok(every) if every >= Duration::from_mins(1) => Ok(Some(every)),
            _ => Err(wrong(from, text, "off, or a time of a minute at least, as 6h or 1d")),
        }
    }
}

impl Keeping {
    /// The settings with their values.
    pub(super) fn listing(&self) -> Vec<(&'static str, String)> {
        let days = |life: Option<Duration>| life.map_or(0, |life| life.as_secs() / DAY).to_string();
        let every = |every| humantime::format_duration(every).to_string();
        vec![
            ("backup-every", self.backup_every.map_or("off".into(), every)),
            ("backup-keep", self.backup_keep.to_string()),
            ("backup-dir", self.backup_dir.display().to_string()),
            ("expire-open-days", days(self.open_tables)),
            ("expire-open-slow-days", days(self.open_slow_tables)),
            ("expire-guests-days", days(self.guests)),
            ("check-database", self.check_database.to_string()),
        ]
    }
}
