//! The tile sets that come with the crate, by name. Any other set is read from a file (CITY-03).

/// A tile set: a tile file with a name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TileSet {
    /// Its name in set-ups.
    pub name: &'static str,
    /// What it is, for people.
    pub title: &'static str,
    /// The tile file.
    pub text: &'static str,
}

/// All sets; the first one is played if nothing else is said.
pub const SETS: &[TileSet] = &[
    TileSet {
        name: "city-trencavel",
        title: "75 tiles with wide markets, balanced by play",
        text: include_str!("tiles/city-trencavel.toml"),
    },
    TileSet {
        name: "city-own",
        title: "75 tiles, the first design, with many small markets",
        text: include_str!("tiles/city-own.toml"),
    },
];

/// The set with this name.
pub fn set(name: &str) -> Option<&'static TileSet> {
    SETS.iter().find(|set| set.name == name)
}
