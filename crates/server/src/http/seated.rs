//! Who sits at a table, by the names that the pages show: for cards and for links.

use protocol::{Level, Sitter, TableInfo};

use super::language::Language;

/// The name of each seat. A computer has that of its level, with a number if several play alike; a
/// free seat has none.
pub fn names(info: &TableInfo, language: Language) -> Vec<String> {
    let sitters = || info.seats.iter().map(|seat| &seat.sitter);
    let own: Vec<Option<String>> = sitters().map(|sitter| computer(sitter, language)).collect();
    let name = |(at, sitter): (usize, &Sitter)| match (sitter, &own[at]) {
        (_, Some(name)) => {
            let same = |seats: &[Option<String>]| {
                seats.iter().filter(|other| other.as_ref() == Some(name)).count()
            };
            match same(&own) {
                1 => name.clone(),
                _ => format!("{name} {}", 1 + same(&own[..at])),
            }
        }
        (Sitter::Person { name, .. } | Sitter::Computer { instead_of: Some(name), .. }, None) => {
            name.clone()
        }
        _ => String::new(),
    };
    sitters().enumerate().map(name).collect()
}

/// The name of a computer that plays for itself.
fn computer(sitter: &Sitter, language: Language) -> Option<String> {
    let Sitter::Computer { level, instead_of: None, .. } = sitter else { return None };
    Some(match (level, language) {
        (Level::Person(number), _) => number.name().to_owned(),
        (Level::Engine(name), _) => name.as_str().to_owned(),
        (Level::Random | Level::Greedy, Language::English) => "Computer".to_owned(),
        (Level::Random | Level::Greedy, Language::French) => "Ordinateur".to_owned(),
    })
}
