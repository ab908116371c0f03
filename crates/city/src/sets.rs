//! The tile sets that come with the crate, by name. Any other set is read from a file (CITY-03).

/// A tile set: a tile file with a name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TileSet {
    /// Its name in set-ups.
    pub name: &'static str,
    /// What it is, for people.
    pub title: &'static str,
    /// The tile file.
    #[cfg(feature = "files")]
    pub text: &'static str,
    /// Its tiles, packed.
    pub(crate) packed: &'static [u8],
}

/// All sets; the first one is played if nothing else is said.
pub const SETS: &[TileSet] = &[
    TileSet {
        name: "city-trencavel",
        title: "75 tiles with wide markets, balanced by play",
        #[cfg(feature = "files")]
        text: include_str!("tiles/city-trencavel.toml"),
        packed: include_bytes!("tiles/city-trencavel.packed"),
    },
    TileSet {
        name: "city-own",
        title: "75 tiles, the first design, with many small markets",
        #[cfg(feature = "files")]
        text: include_str!("tiles/city-own.toml"),
        packed: include_bytes!("tiles/city-own.packed"),
    },
];

/// The set with this name.
pub fn set(name: &str) -> Option<&'static TileSet> {
    SETS.iter().find(|set| set.name == name)
}
