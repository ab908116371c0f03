//! Programs of others that are offered as opponents: `owl levels=1-3 processes=2: ./owl --quiet`.

use engines::CommandLine;
use protocol::EngineName;

use super::texts::wrong;
use super::{ConfigError, Texts};

/// A program that is offered.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EngineSetting {
    /// What it is called.
    pub name: String,
    /// How it is started.
    pub command: CommandLine,
    /// Its levels, if it has an option `Level`: the lowest and the highest that are offered.
    pub levels: Option<(u8, u8)>,
    /// The most processes of it.
    pub processes: usize,
}

const EXPECTED: &str = "a line for each program, as owl: ./owl --quiet, or with its levels and \
                        a limit, as owl levels=1-3 processes=2: ./owl";
/// The most processes of one program.
const PROCESSES_MAX: usize = 64;

impl EngineSetting {
    /// The names by which it can be chosen, each with the level that it means.
    pub fn offered(&self) -> Vec<(String, Option<u8>)> {
        match self.levels {
            None => vec![(self.name.clone(), None)],
            Some((least, most)) => (least..=most)
                .map(|level| (format!("{}-{level}", self.name), Some(level)))
                .collect(),
        }
    }

    fn read(line: &str) -> Option<EngineSetting> {
        let (head, command) = line.split_once(':')?;
        let mut fields = head.split_whitespace();
        let name = fields.next()?.to_owned();
        let mut setting =
            EngineSetting { name, command: command.parse().ok()?, levels: None, processes: 1 };
        for field in fields {
            match field.split_once('=')? {
                ("levels", range) => {
                    let (least, most) = range.split_once('-').unwrap_or((range, range));
                    let levels: (u8, u8) = (least.parse().ok()?, most.parse().ok()?);
                    setting.levels = Some(levels).filter(|(least, most)| least <= most);
                    setting.levels?;
                }
                ("processes", most) => {
                    let most = most.parse().ok();
                    setting.processes = most.filter(|n| (1..=PROCESSES_MAX).contains(n))?;
                }
                _ => return None,
            }
        }
        let fine = setting.offered().iter().all(|(name, _)| EngineName::new(name).is_some());
        fine.then_some(setting)
    }

    /// As it is written in settings.
    pub fn line(&self) -> String {
        let levels = self.levels.map(|(least, most)| format!(" levels={least}-{most}"));
        let levels = levels.unwrap_or_default();
        format!("{}{levels} processes={}: {}", self.name, self.processes, self.command)
    }
}

impl Texts {
    pub(super) fn engines(&self) -> Result<Vec<EngineSetting>, ConfigError> {
        let Some((text, from)) = self.text("engines") else { return Ok(Vec::new()) };
        let lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
        let mut settings: Vec<EngineSetting> = Vec::new();
        for line in lines {
            let setting = EngineSetting::read(line).ok_or_else(|| wrong(from, line, EXPECTED))?;
            let names = |s: &EngineSetting| s.offered().into_iter().map(|(name, _)| name);
            let taken = settings
                .iter()
                .flat_map(names)
                .any(|known| names(&setting).any(|name| name == known));
            if taken {
                return Err(wrong(from, line, "a name that no other program has"));
            }
            settings.push(setting);
        }
        Ok(settings)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn programs_are_read_with_their_levels_and_limits() {
        let owl = EngineSetting::read("owl levels=1-3 processes=2: ./owl --at 'a: b'").unwrap();
        assert_eq!((owl.levels, owl.processes), (Some((1, 3)), 2));
        assert_eq!(owl.command.arguments(), ["--at", "a: b"]);
        assert_eq!(owl.offered()[2], ("owl-3".to_owned(), Some(3)));
        assert_eq!(EngineSetting::read(&owl.line()), Some(owl));
        let fox = EngineSetting::read("fox: python3 fox.py").unwrap();
        assert_eq!(fox.offered(), [("fox".to_owned(), None)]);
    }

    #[test]
    fn what_is_no_program_is_refused() {
        for line in [
            "fox python3",
            "Fox: x",
            "fox:",
            ": x",
            "fox levels=3-1: x",
            "fox processes=0: x",
            "fox mood=good: x",
            "fox: 'half",
        ] {
            assert_eq!(EngineSetting::read(line), None, "{line}");
        }
    }
}
