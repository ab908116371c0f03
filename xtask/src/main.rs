//! The project's own chores, run as `cargo xtask <command>`.

mod bless;
mod files;
mod ids;
mod instructions;
mod programs;
mod rules;
mod source;
mod tidy;

use std::process::ExitCode;

/// The outcome of a chore: an error is one message for the terminal.
type Outcome<T> = Result<T, String>;

const HELP: &str = "\
usage: cargo xtask <command> [--help]

commands:
  rules [--check]   list every rule id with the tests that name it
  tidy [--check]    check crate borders, headers, sizes and words
  borders           write the table of crates in ARCHITECTURE.md from crates/borders.toml
  published         name the packages that are meant to be published
  bless             write the golden files anew, then the rule list
  programs          run test programs as soon as cargo has built them, several at once
  instructions [--bless]   count the instructions of a fixed playout";

const HELP_RULES: &str = "\
usage: cargo xtask rules [--check]

Reads docs/rules/*.md and all tests below crates/, and writes docs/rule-coverage.md:
every rule id, our sentence, and the tests that name the id.

A test names an id if the id stands in the name, the comment above or the body of a
#[test] function that is not ignored, or in a .game or .record file below crates/*/tests.
In a function name the id comes first, in small letters: fn base_22_whole_feature().
BASE-21/22 and CITY-25..28 name each id. Open points (BASE-O4) need no test.

  --check   write nothing; fail if an id of an enforced module has no test, if a test
            names an id that does not exist, or if the page is not up to date";

const HELP_TIDY: &str = "\
usage: cargo xtask tidy [--check]

Prints one line `path:line: what` for each finding and fails if there is any:
crate borders, words of the glossary with another meaning, expansions named in core files,
untrue `Knows:` headers, modules without
`//!`, leftover macros and marks, unwrap outside tests, long lines, files and functions
(exceptions with a reason: xtask/allow.toml), unwanted words, paths of one machine.

  --check   the same; tidy never writes anything";

const HELP_BORDERS: &str = "\
usage: cargo xtask borders

Writes the table of crates in ARCHITECTURE.md from crates/borders.toml, which says what each
crate is, whom it may use and what it must not hold. `tidy` checks both.";

const HELP_PUBLISHED: &str = "\
usage: cargo xtask published

Prints the names of the packages that crates/borders.toml calls published, one in a line.";

const HELP_BLESS: &str = "\
usage: cargo xtask bless

Runs all tests whose name contains `golden` with BLESS=1, so that they write their files
anew instead of comparing, then does what `rules` does. Review the diff before committing.";

const HELP_INSTRUCTIONS: &str = "\
usage: cargo xtask instructions [--bless]

Plays fixed random games under valgrind and compares the instructions a turn with
xtask/instructions.txt; fails if any set-up needs 3 % more than recorded there.

  --bless   record the counts anew";

const HELP_PROGRAMS: &str = "\
usage: cargo test --no-run --message-format=json | cargo xtask programs [flags]

Runs each test program as soon as cargo has built it, in the folder of its crate, and prints
how it ended; all that it said if it failed.

  --only NAMES     programs of these crates alone, by their folders: server,cli
  --except NAMES   programs of all crates but these
  --at-once N      how many run at the same time (1)";

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    match run(&args) {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("{message}");
            ExitCode::FAILURE
        }
    }
}

fn run(args: &[String]) -> Outcome<()> {
    let (command, flags) = match args.split_first() {
        Some((command, flags)) => (command.as_str(), flags),
        None => return Err(HELP.to_owned()),
    };
    let help = match command {
        "rules" => HELP_RULES,
        "tidy" => HELP_TIDY,
        "borders" => HELP_BORDERS,
        "published" => HELP_PUBLISHED,
        "bless" => HELP_BLESS,
        "instructions" => HELP_INSTRUCTIONS,
        "programs" => HELP_PROGRAMS,
        "help" | "--help" | "-h" => return show(HELP),
        other => return Err(format!("unknown command {other}\n\n{HELP}")),
    };
    if command == "programs" && !flags.iter().any(|flag| flag == "--help" || flag == "-h") {
        let wanted = programs::Wanted::read(flags).map_err(|why| format!("{why}\n\n{help}"))?;
        return programs::run(&wanted, std::io::stdin().lock());
    }
    let mut flagged = false;
    for flag in flags {
        match flag.as_str() {
            "--help" | "-h" => return show(help),
            "--check" if matches!(command, "rules" | "tidy") => flagged = true,
            "--bless" if command == "instructions" => flagged = true,
            other => return Err(format!("unknown argument {other}\n\n{help}")),
        }
    }
    let root = files::root()?;
    match command {
        "rules" => rules::run(&root, flagged),
        "tidy" => tidy::run(&root),
        "borders" => tidy::borders::write(&root),
        "published" => tidy::borders::published(&root),
        "instructions" => instructions::run(&root, flagged),
        _ => bless::run(&root),
    }
}

#[expect(clippy::unnecessary_wraps, reason = "asking for help is a success like any other")]
fn show(help: &str) -> Outcome<()> {
    println!("{help}");
    Ok(())
}
