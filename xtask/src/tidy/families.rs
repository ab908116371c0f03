//! Above `games` nobody knows which family is played: everything is asked of `AnyGame` and
//! `AnyRules`. A family is named only where one is chosen, and where each has a file of its own.

use super::{Finding, RustFile};

/// The families and what is below them, what shares nothing with them, and what measures them.
const BELOW: [&str; 11] = [
    "crates/table/",
    "crates/tilefile/",
    "crates/country/",
    "crates/city/",
    "crates/games/",
    "crates/reference-city/",
    "crates/reference-country/",
    "crates/recorded/",
    "crates/fuzzing/",
    "crates/speed/",
    "xtask/",
];
/// Where a family may be named above them, and why.
const CHOSEN: [(&str, &str); 10] = [
    ("crates/ai/src/", "each family is judged by a file of its own"),
    ("crates/art/src/", "each family is drawn by files of its own"),
    ("crates/room/src/plan.rs", "a table chooses its family"),
    ("crates/room/src/rulebook.rs", "a page of the rules is about one"),
    ("crates/command/src/cmd/bench.rs", "chooses what is measured, each family as static code"),
    ("crates/command/src/cmd/options.rs", "a list with a heading for each"),
    ("crates/command/src/cmd/tiles.rs", "a tile file is for one of them"),
    ("crates/command/src/engine/mod.rs", "says which are played"),
    ("crates/command/src/engine_check/talk.rs", "chooses set-ups to try"),
    ("crates/command/src/play/art", "each family has a file of its own"),
];
/// How a family is named in code.
const NAMES: [&str; 7] = [
    "FamilyRules::",
    "AnyGame::Country",
    "AnyGame::City",
    "Family::Country",
    "Family::City",
    "city::",
    "country::",
];

/// Checks all crates above `games`.
pub fn check(sources: &[RustFile]) -> Vec<Finding> {
    let mut findings = Vec::new();
    for file in sources.iter().filter(|file| !may_name(&file.path)) {
        for name in NAMES {
            let places = file.source.code_places(name);
            let places = places.into_iter().filter(|at| begins_word(&file.source.code, *at));
            for at in file.outside_tests(places.collect()) {
                let what = format!("{name} above games: ask AnyGame or AnyRules instead");
                findings.push(file.finding(at, what));
            }
        }
    }
    findings
}

fn may_name(path: &str) -> bool {
    let free = CHOSEN.iter().map(|(path, _)| *path);
    BELOW.into_iter().chain(free).any(|prefix| path.starts_with(prefix))
}

fn begins_word(code: &str, at: usize) -> bool {
    let before = code[..at].chars().next_back();
    !before.is_some_and(|c| c.is_alphanumeric() || c == '_')
}

#[cfg(test)]
mod tests {
    //! Planted families.
    use super::*;

    const PLANTED: &str = "//! city::City\nfn a(game: &AnyGame) {\n    match game {\n        \
                           AnyGame::Country(_) => 1,\n        AnyGame::City(_) => velocity::of(2),\n    \
                           }\n}\nuse city::Edge;\n#[cfg(test)]\nmod tests { use country::Rules; }\n";

    fn lines(path: &str) -> Vec<usize> {
        check(&[RustFile::fixture(path, PLANTED)]).into_iter().map(|f| f.line).collect()
    }

    #[test]
    fn a_family_named_above_games_is_found() {
        let mut found = lines("crates/server/src/a.rs");
        found.sort_unstable();
        assert_eq!(found, [4, 5, 8]);
    }

    #[test]
    fn families_their_choosers_and_tests_are_free() {
        for path in ["crates/games/src/a.rs", "crates/room/src/plan.rs", "crates/cli/tests/a.rs"] {
            assert_eq!(lines(path), [0; 0], "{path}");
        }
    }
}
