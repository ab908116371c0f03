//! What can be chosen when a table is made.

use games::registry::{self, FAMILIES};
use protocol::{
    ExpansionChoice, FamilyChoice, LevelChoice, LevelNumber, Menu, OptionChoice, SeatsFrom,
};

/// Families, expansions, options, levels and presets, with programs of others behind the levels.
/// The engine is asked for every expansion: once is enough.
pub fn menu(programs: Vec<LevelChoice>) -> Menu {
    let families = FAMILIES.iter().map(|info| FamilyChoice {
        name: info.family.name().to_string(),
        title: info.title.to_string(),
        about: info.about.to_string(),
        seats: SeatsFrom { least: info.seats.0, most: info.seats.1 },
    });
    let expansions = registry::expansions().into_iter().map(|info| ExpansionChoice {
        name: info.name.to_string(),
        title: info.title.to_string(),
        about: info.about.to_string(),
        sixth: adds_a_seat(info.name),
    });
    let options = registry::options().into_iter().map(|info| OptionChoice {
        key: info.decl.key.to_string(),
        family: info.family.name().to_string(),
        expansion: info.expansion.map(str::to_string),
        values: info.decl.values.iter().map(ToString::to_string).collect(),
        about: info.decl.about.to_string(),
    });
    Menu {
        families: families.collect(),
        expansions: expansions.collect(),
        options: options.collect(),
        levels: LevelNumber::ALL.into_iter().map(LevelChoice::person).chain(programs).collect(),
        tile_sets: registry::tile_sets().map(|set| set.name.to_string()).collect(),
        presets: super::presets(),
        revision: games::REVISION,
        format: protocol::log::FORMAT,
    }
}

/// Whether six may play with this expansion alone: the engine is asked.
fn adds_a_seat(expansion: &str) -> bool {
    games::AnyRules::new(&games::Setup::country(6).with(&[expansion])).is_ok()
}
