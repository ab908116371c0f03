//! What a table chose, for any family, and why a choice cannot be played.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;

use crate::revision::{FIRST_REVISION, REVISION};

/// A family of games: a rulebook of its own over the same table.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Family {
    /// The base game with farmers, and its combinable expansions.
    #[default]
    Country,
    /// The City, a game of its own.
    City,
}

impl Family {
    /// All families.
    pub const ALL: [Family; 2] = [Family::Country, Family::City];

    /// Its name in texts.
    pub const fn name(self) -> &'static str {
        match self {
            Family::Country => "country",
            Family::City => "city",
        }
    }

    /// The family with this name.
    pub fn from_name(name: &str) -> Option<Family> {
        Family::ALL.into_iter().find(|f| f.name() == name)
    }
}

impl fmt::Display for Family {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// What a table chose. [`crate::AnyRules::new`] tells whether it can be played.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Setup {
    /// Which family.
    pub family: Family,
    /// By which revision of the rules: [`REVISION`] for a new game.
    pub revision: u32,
    /// How many seats.
    pub seats: u8,
    /// The names of the expansions in play, as `inns`; the country only.
    pub expansions: Vec<String>,
    /// Keys and values of options that differ from the defaults of the revision.
    pub options: Vec<(String, String)>,
    /// The name and the text of a tile file of one's own, or the name of one of [`city::SETS`] and
    /// no text; The City only. Records and positions hold the name alone: whoever reads them gives
    /// the text of a file with [`Setup::supply_tiles`].
    pub tiles: Option<(String, String)>,
}

impl Default for Setup {
    fn default() -> Setup {
        Setup {
            family: Family::default(),
            revision: REVISION,
            seats: 0,
            expansions: Vec::new(),
            options: Vec::new(),
            tiles: None,
        }
    }
}

impl Setup {
    /// The country without expansions.
    pub fn country(seats: u8) -> Setup {
        Setup { seats, ..Setup::default() }
    }

    /// The City, with the tile set that is the default now: naming it keeps records and positions
    /// readable should another become the default.
    pub fn city(seats: u8) -> Setup {
        let setup = Setup { family: Family::City, seats, ..Setup::default() };
        setup.tile_set(city::SETS[0].name)
    }

    /// The same with these expansions.
    #[must_use]
    pub fn with(mut self, expansions: &[&str]) -> Setup {
        self.expansions.extend(expansions.iter().map(ToString::to_string));
        self
    }

    /// The same with an option set.
    #[must_use]
    pub fn option(mut self, key: &str, value: &str) -> Setup {
        self.options.push((key.to_string(), value.to_string()));
        self
    }

    /// Expansions and options in an order that does not depend on which was named first: set-ups
    /// that differ in that alone are the same.
    pub fn choices(&self) -> Vec<String> {
        let expansions = self.expansions.iter().map(|name| format!("+{name}"));
        let options = self.options.iter().map(|(key, value)| format!("{key}={value}"));
        let mut all: Vec<String> = expansions.chain(options).collect();
        all.sort_unstable();
        all
    }

    /// The same with a tile file of one's own.
    #[must_use]
    pub fn tiles(mut self, name: &str, text: &str) -> Setup {
        self.tiles = Some((name.to_string(), text.to_string()));
        self
    }

    /// The same with one of the tile sets that come with the program.
    #[must_use]
    pub fn tile_set(self, name: &str) -> Setup {
        self.tiles(name, "")
    }

    /// The name of a tile file whose text is still missing.
    pub fn tiles_wanted(&self) -> Option<&str> {
        let (name, text) = self.tiles.as_ref()?;
        (text.is_empty() && city::set(name).is_none()).then_some(name)
    }

    /// Gives the text of the tile file that this set-up names.
    pub fn supply_tiles(&mut self, text: String) {
        if let Some((_, missing)) = &mut self.tiles {
            *missing = text;
        }
    }
}

/// Names of tile files stay plain, so that they can stand in records and positions.
pub(crate) fn is_tiles_name(name: &str) -> bool {
    let plain = |b: u8| b.is_ascii_alphanumeric() || b"._-".contains(&b);
    !name.is_empty() && name.len() <= 64 && name.bytes().all(plain)
}

/// A set-up that cannot be played, and why.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SetupError {
    /// Expansions belong to the country; the name of one that was asked for.
    CityExpansion(String),
    /// A revision of the rules that this program does not know.
    Revision(u32),
    /// An option is given twice.
    OptionTwice(String),
    /// The country has no tile files of one's own.
    CountryTiles,
    /// The name of a tile file has other characters than letters, digits, `.`, `_` and `-`.
    TilesName(String),
    /// A tile file of one's own has the name of a set that comes with the program.
    TilesTaken(String),
    /// The text of the tile file is missing.
    TilesMissing(String),
    /// A tile's id could be mistaken for another word of a record.
    TileId(String),
    /// What the country says.
    Country(country::SetupError),
    /// What The City says.
    City(city::SetupError),
}

impl fmt::Display for SetupError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SetupError::CityExpansion(name) => write!(
                f,
                "The City is a game of its own and takes no expansion; {name:?} belongs to the \
                 family country"
            ),
            SetupError::Revision(number) => write!(
                f,
                "revision {number} of the rules: this program knows {FIRST_REVISION} to \
                 {REVISION}"
            ),
            SetupError::OptionTwice(key) => write!(f, "the option {key} is given twice"),
            SetupError::CountryTiles => {
                f.write_str("tile files of one's own are for the family city only")
            }
            SetupError::TilesName(name) => write!(
                f,
                "{name:?} is no name of a tile file: at most 64 letters, digits, '.', '_' and '-'"
            ),
            SetupError::TilesTaken(name) => write!(
                f,
                "the tile file {name:?} has the name of a set that comes with the program; rename it"
            ),
            SetupError::TilesMissing(name) => {
                write!(f, "this game is played with the tile file {name:?}, which was not given")
            }
            SetupError::TileId(id) => write!(
                f,
                "the id {id:?} of a tile must have the form set/name, begin with a letter and have \
                 at most {TILE_ID_MAX} characters"
            ),
            SetupError::Country(error) => error.fmt(f),
            SetupError::City(error) => error.fmt(f),
        }
    }
}

impl core::error::Error for SetupError {}

impl From<country::SetupError> for SetupError {
    fn from(error: country::SetupError) -> SetupError {
        SetupError::Country(error)
    }
}

impl From<city::SetupError> for SetupError {
    fn from(error: city::SetupError) -> SetupError {
        SetupError::City(error)
    }
}

/// Checks what no family checks by itself.
pub(crate) fn check(setup: &Setup) -> Result<(), SetupError> {
    if !(FIRST_REVISION..=REVISION).contains(&setup.revision) {
        return Err(SetupError::Revision(setup.revision));
    }
    for (number, (key, _)) in setup.options.iter().enumerate() {
        if setup.options[..number].iter().any(|(earlier, _)| earlier == key) {
            return Err(SetupError::OptionTwice(key.clone()));
        }
    }
    if setup.family == Family::City
        && let Some(name) = setup.expansions.first()
    {
        return Err(SetupError::CityExpansion(name.clone()));
    }
    match &setup.tiles {
        Some(_) if setup.family == Family::Country => Err(SetupError::CountryTiles),
        Some((name, _)) if !is_tiles_name(name) => Err(SetupError::TilesName(name.clone())),
        Some((name, text)) => match city::set(name) {
            // Records hold the name alone: it must not mean two things.
            Some(_) if !text.is_empty() => Err(SetupError::TilesTaken(name.clone())),
            None if text.is_empty() => Err(SetupError::TilesMissing(name.clone())),
            _ => Ok(()),
        },
        None => Ok(()),
    }
}

/// The longest id of a tile, in bytes.
pub const TILE_ID_MAX: usize = 60;

/// Ids of tiles must be told from turn numbers and from all other words.
pub(crate) fn check_ids<'a>(mut ids: impl Iterator<Item = &'a str>) -> Result<(), SetupError> {
    let fine = |id: &str| {
        id.len() <= TILE_ID_MAX && id.contains('/') && id.starts_with(|c: char| c.is_alphabetic())
    };
    match ids.find(|id| !fine(id)) {
        Some(id) => Err(SetupError::TileId(id.to_string())),
        None => Ok(()),
    }
}

/// The options as records write them: `OPT-FARMERS=off OPT-SMALLCITY=2`.
pub(crate) fn options_text(setup: &Setup, between: &str, equals: &str) -> String {
    let pairs: Vec<String> =
        setup.options.iter().map(|(key, value)| format!("{key}{equals}{value}")).collect();
    pairs.join(between)
}
