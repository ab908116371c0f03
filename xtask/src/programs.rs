//! `cargo xtask programs`: runs test programs as soon as cargo has built them, several at once.
//! Cargo itself builds everything first and then runs one program after another, which leaves a
//! core idle for minutes.

use std::io::BufRead;
use std::path::PathBuf;
use std::process::{Command, Output};
use std::sync::{Mutex, mpsc};
use std::thread;
use std::time::{Duration, Instant};

use crate::Outcome;

/// Which programs are run, and how many at once.
#[derive(Debug, PartialEq)]
pub struct Wanted {
    packages: Vec<String>,
    /// Whether these packages are left out, instead of being all.
    except: bool,
    at_once: usize,
}

impl Wanted {
    /// Reads `--only NAMES`, `--except NAMES` and `--at-once N`.
    pub fn read(flags: &[String]) -> Outcome<Wanted> {
        let mut wanted = Wanted { packages: Vec::new(), except: true, at_once: 1 };
        for pair in flags.chunks(2) {
            let [flag, value] = pair else {
                return Err(format!("{} wants a value", pair[0]));
            };
            let names = || value.split(',').map(str::to_owned).collect();
            match flag.as_str() {
                "--only" => (wanted.packages, wanted.except) = (names(), false),
                "--except" => (wanted.packages, wanted.except) = (names(), true),
                "--at-once" => {
                    let number = value.parse().ok().filter(|number| *number > 0);
                    wanted.at_once =
                        number.ok_or(format!("--at-once wants a number from 1, not {value}"))?;
                }
                other => return Err(format!("unknown argument {other}")),
            }
        }
        Ok(wanted)
    }

    fn has(&self, program: &Program) -> bool {
        self.packages.contains(&program.package) != self.except
    }
}

/// A test program, as cargo tells of it.
#[derive(Clone, Debug, PartialEq)]
struct Program {
    file: PathBuf,
    /// The folder of its crate, where cargo would run it.
    folder: PathBuf,
    /// The name of that folder.
    package: String,
}

impl Program {
    /// The program of one line of `cargo test --no-run --message-format=json`.
    fn read(line: &str) -> Option<Program> {
        let text = |key: &str| {
            let rest = &line[line.find(&format!("\"{key}\":\""))? + key.len() + 4..];
            rest.split('"').next().map(PathBuf::from)
        };
        let is_test = line.contains("\"test\":true},\"features\"");
        if !line.contains("\"reason\":\"compiler-artifact\"") || !is_test {
            return None;
        }
        let folder = text("manifest_path")?.parent()?.to_owned();
        let package = folder.file_name()?.to_str()?.to_owned();
        Some(Program { file: text("executable")?, folder, package })
    }

    /// Its name, without what cargo adds to it.
    fn name(&self) -> String {
        let name = self.file.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let short = name.rsplit_once('-').map_or(name.as_str(), |(short, _)| short);
        if short == self.package { name } else { format!("{}: {name}", self.package) }
    }

    fn run(&self) -> Outcome<(Output, Duration)> {
        let start = Instant::now();
        let output = Command::new(&self.file).current_dir(&self.folder).output();
        let output = output.map_err(|e| format!("{}: {e}", self.file.display()))?;
        Ok((output, start.elapsed()))
    }
}

/// Runs the programs that cargo names on the standard input, and tells how each ended.
pub fn run(wanted: &Wanted, told: impl BufRead) -> Outcome<()> {
    let (queue, waiting) = mpsc::channel::<Program>();
    let (waiting, failed) = (Mutex::new(waiting), Mutex::new(Vec::new()));
    let built = thread::scope(|scope| {
        for _ in 0..wanted.at_once {
            scope.spawn(|| {
                loop {
                    let next = waiting.lock().map_err(|e| e.to_string()).map(|queue| queue.recv());
                    let Ok(Ok(program)) = next else { return };
                    if !tell(&program, program.run())
                        && let Ok(mut failed) = failed.lock()
                    {
                        failed.push(program.name());
                    }
                }
            });
        }
        let mut finished = false;
        for line in told.lines() {
            let line = line.map_err(|e| format!("cargo cannot be read: {e}"))?;
            finished |= line.contains("\"reason\":\"build-finished\",\"success\":true");
            if let Some(program) = Program::read(&line).filter(|one| wanted.has(one)) {
                queue.send(program).map_err(|e| e.to_string())?;
            }
        }
        drop(queue);
        Ok::<_, String>(finished)
    })?;
    let failed = failed.into_inner().map_err(|e| e.to_string())?;
    if !failed.is_empty() {
        return Err(format!("failed: {}", failed.join(", ")));
    }
    if built { Ok(()) } else { Err("cargo did not build everything".to_owned()) }
}

/// Prints how a program ended, and all that it said if that was not well.
fn tell(program: &Program, ran: Outcome<(Output, Duration)>) -> bool {
    match ran {
        Ok((output, took)) => {
            let said = String::from_utf8_lossy(&output.stdout);
            let mut ends = said.lines().filter(|line| line.starts_with("test result:"));
            let end = ends.next_back().unwrap_or("no result");
            let is_well = output.status.success();
            let rest = String::from_utf8_lossy(&output.stderr);
            let more = if is_well { String::new() } else { format!("\n{said}{rest}") };
            println!("{} ({:.1} s)\n{end}{more}", program.name(), took.as_secs_f32());
            is_well
        }
        Err(why) => {
            println!("{}: {why}", program.name());
            false
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const BUILT: &str = r#"{"reason":"build-finished","success":true}"#;

    fn artifact(package: &str, program: &str, test: bool) -> String {
        format!(
            r#"{{"reason":"compiler-artifact","manifest_path":"/house/crates/{package}/Cargo.toml","target":{{"test":true}},"profile":{{"opt_level":"0","test":{test}}},"features":[],"executable":"{program}","fresh":true}}"#
        )
    }

    fn words(text: &str) -> Vec<String> {
        text.split_whitespace().map(str::to_owned).collect()
    }

    #[test]
    fn programs_are_read_from_what_cargo_says() {
        let program = Program::read(&artifact("room", "/house/target/tables-0a1b", true)).unwrap();
        assert_eq!(program.folder, PathBuf::from("/house/crates/room"));
        assert_eq!(
            (program.package.as_str(), program.name().as_str()),
            ("room", "room: tables-0a1b")
        );
        assert_eq!(Program::read(&artifact("cli", "/house/target/trencavel", false)), None);
        assert_eq!(Program::read(BUILT), None);
    }

    #[test]
    fn packages_are_chosen_by_name() {
        let program = Program::read(&artifact("room", "/house/target/room-0a1b", true)).unwrap();
        assert!(Wanted::read(&words("--only room,cli")).unwrap().has(&program));
        assert!(!Wanted::read(&words("--except room")).unwrap().has(&program));
        assert!(Wanted::read(&[]).unwrap().has(&program));
        let wrong = ["--only", "--at-once 0", "--at-once two", "--all yes"];
        assert!(wrong.iter().all(|flags| Wanted::read(&words(flags)).is_err()));
    }

    #[test]
    fn a_program_that_fails_and_a_build_that_fails_are_failures() {
        let all = Wanted::read(&words("--at-once 2")).unwrap();
        let folder = std::env::temp_dir();
        let line = |program: &str| {
            artifact("x", program, true)
                .replace("/house/crates/x/Cargo.toml", &folder.join("Cargo.toml").to_string_lossy())
        };
        let ends = |lines: &[&str]| run(&all, lines.join("\n").as_bytes());
        assert_eq!(ends(&[&line("/bin/true"), &line("/bin/true"), BUILT]), Ok(()));
        assert!(ends(&[&line("/bin/true"), &line("/bin/false"), BUILT]).is_err());
        assert!(ends(&[&line("/bin/true")]).is_err());
        assert!(ends(&[&line("/bin/there-is-no-such-program"), BUILT]).is_err());
    }
}
