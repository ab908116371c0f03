//! What can be chosen, for user interfaces: families, expansions, options.

use alloc::vec::Vec;

use table::OptionDecl;

use crate::setup::Family;

/// A family, for people.
#[derive(Clone, Copy, Debug)]
pub struct FamilyInfo {
    /// Which.
    pub family: Family,
    /// Its title.
    pub title: &'static str,
    /// What it is, in a sentence.
    pub about: &'static str,
    /// The fewest and the most seats; for the country without expansions.
    pub seats: (u8, u8),
}

/// An expansion of the country, for people.
#[derive(Clone, Copy, Debug)]
pub struct ExpansionInfo {
    /// Its name in set-ups.
    pub name: &'static str,
    /// Its title.
    pub title: &'static str,
    /// What it brings, in a sentence.
    pub about: &'static str,
}

/// An option, and what it belongs to.
#[derive(Clone, Copy, Debug)]
pub struct OptionInfo {
    /// The family it belongs to.
    pub family: Family,
    /// The expansion that must be in play, if any.
    pub expansion: Option<&'static str>,
    /// Its key, its values with the default first, and what it changes.
    pub decl: &'static OptionDecl,
}

/// A tile set of The City, for people.
#[derive(Clone, Copy, Debug)]
pub struct TileSetInfo {
    /// Its name in set-ups.
    pub name: &'static str,
    /// What it is.
    pub title: &'static str,
}

/// All families.
pub const FAMILIES: &[FamilyInfo] = &[
    FamilyInfo {
        family: Family::Country,
        title: "The country",
        about: "roads, cities, monasteries and fields, with expansions to combine",
        seats: (2, 5),
    },
    FamilyInfo {
        family: Family::City,
        title: "The City",
        about: "streets, markets and homes inside a wall that the players build",
        seats: (2, 4),
    },
];

/// All expansions, in the order of publication.
pub fn expansions() -> Vec<ExpansionInfo> {
    let infos = country::exp::ALL.iter().map(|(_, info)| info).filter(|info| !info.hidden);
    infos.map(|i| ExpansionInfo { name: i.wire, title: i.title, about: i.about }).collect()
}

/// All options of all families.
pub fn options() -> Vec<OptionInfo> {
    let shown =
        country::exp::all_options().filter(|(owner, _)| owner.is_none_or(|(_, info)| !info.hidden));
    let country = shown.map(|(owner, decl)| OptionInfo {
        family: Family::Country,
        expansion: owner.map(|(_, info)| info.wire),
        decl,
    });
    let city =
        city::OPTIONS.iter().map(|decl| OptionInfo { family: Family::City, expansion: None, decl });
    country.chain(city).collect()
}

/// The tile sets of The City that come with the program; the first one is played if nothing else
/// is said.
pub fn tile_sets() -> impl Iterator<Item = TileSetInfo> {
    city::SETS.iter().map(|s| TileSetInfo { name: s.name, title: s.title })
}
