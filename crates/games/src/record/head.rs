//! From tags to the set-up of a record: which tags have a meaning, and what they must say.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::{
    LineColumn, Outcome, Places, Record, RecordError, SetupPlaces, TAG_NAME_MAX, TAGS_MAX,
};
use crate::position;
use crate::revision::FIRST_REVISION;
use crate::setup::{self, Family, Setup};

type Result<T> = core::result::Result<T, RecordError>;

/// Whether a tag can have this name.
pub(super) fn is_tag_name(name: &str) -> bool {
    let fine = |b: u8| b.is_ascii_alphanumeric() || b == b'_';
    name.len() <= TAG_NAME_MAX
        && name.bytes().next().is_some_and(|b| b.is_ascii_alphabetic())
        && name.bytes().all(fine)
}

pub(super) const OWN: [&str; 9] = [
    "Trencavel",
    "Revision",
    "Family",
    "Expansions",
    "Options",
    "Tiles",
    "Seats",
    "Position",
    "Result",
];

/// Whether the project gives this tag a meaning.
pub(super) fn is_own_tag(name: &str) -> bool {
    OWN.contains(&name) || seat_number(name).is_some()
}

/// The number in `Seat1`.
fn seat_number(name: &str) -> Option<usize> {
    let digits = name.strip_prefix("Seat")?;
    let number = digits.parse().ok()?;
    digits.bytes().all(|b| b.is_ascii_digit()).then_some(number)
}

/// A tag and where its name and its text begin.
pub(super) struct Tag {
    pub name: String,
    pub value: String,
    pub place: LineColumn,
    pub value_place: LineColumn,
    pub used: bool,
}

pub(super) fn too_many(tag: &Tag) -> RecordError {
    let expected = format!("at most {TAGS_MAX} tags besides those of the project");
    RecordError::syntax(tag.place, expected)
}

/// The tags, from which the set-up is taken.
pub(super) struct Head {
    pub tags: Vec<Tag>,
}

impl Head {
    /// Takes one of the project's own tags.
    fn take(&mut self, name: &str) -> Option<(&str, LineColumn)> {
        let tag = self.tags.iter_mut().find(|t| t.name == name)?;
        tag.used = true;
        Some((tag.value.as_str(), tag.value_place))
    }

    pub fn record(mut self) -> Result<Record> {
        let start = LineColumn::START;
        let version = self.take("Trencavel").map(|(text, at)| (text == "1", at));
        let version_place = match version {
            Some((true, at)) => at,
            Some((false, at)) => return Err(RecordError::syntax(at, "version 1")),
            None => return Err(RecordError::syntax(start, "the tag [Trencavel \"1\"]")),
        };
        let mut places = SetupPlaces::all(version_place);
        let setup = self.setup(&mut places)?;
        let mut record = Record::new(&setup);
        record.places = Places { setup: places, ..Places::default() };
        if let Some((text, at)) = self.take("Result") {
            record.outcome = Some(read_outcome(text, setup.seats, at)?);
            record.places.outcome = at;
        }
        if let Some((text, at)) = self.take("Position") {
            record.position = Some(read_position(text, &setup, at)?);
            record.places.position = at;
        }
        self.others(&mut record)?;
        Ok(record)
    }

    fn setup(&mut self, places: &mut SetupPlaces) -> Result<Setup> {
        let mut setup = Setup::default().revision(FIRST_REVISION);
        if let Some((text, at)) = self.take("Revision") {
            places.revision = at;
            setup.revision =
                position::read_revision(text).map_err(|e| RecordError::syntax(at, e.expected))?;
        }
        if let Some((text, at)) = self.take("Family") {
            let family = Family::from_name(text);
            setup.family =
                family.ok_or_else(|| RecordError::syntax(at, "the family: country or city"))?;
        }
        if let Some((text, at)) = self.take("Expansions") {
            places.expansions = at;
            setup.expansions = text.split_whitespace().map(ToString::to_string).collect();
        }
        if let Some((text, at)) = self.take("Options") {
            places.options = at;
            setup.options = read_options(text, at)?;
        }
        if let Some((text, at)) = self.take("Tiles") {
            if !setup::is_tiles_name(text) {
                return Err(RecordError::syntax(at, "the name of a tile file"));
            }
            places.tiles = at;
            setup.tiles = Some((text.to_string(), String::new()));
        }
        let Some((text, at)) = self.take("Seats") else {
            return Err(RecordError::syntax(
                places.seats,
                "the tag [Seats \"2\"] with their number",
            ));
        };
        places.seats = at;
        let seats = position::read_seats(text);
        setup.seats = seats.map_err(|e| RecordError::syntax(at, e.expected))?;
        Ok(setup)
    }

    /// Names of seats, and tags that are only kept.
    fn others(self, record: &mut Record) -> Result<()> {
        let seats = record.setup.seats as usize;
        for tag in self.tags.into_iter().filter(|t| !t.used) {
            let Some(number) = seat_number(&tag.name) else {
                if record.tags.len() == TAGS_MAX {
                    return Err(too_many(&tag));
                }
                record.tags.push((tag.name, tag.value));
                continue;
            };
            if !(1..=seats).contains(&number) || tag.name != format!("Seat{number}") {
                let expected = format!("a seat from Seat1 to Seat{seats}");
                return Err(RecordError::syntax(tag.place, expected));
            }
            record.set_name(number - 1, &tag.value);
        }
        Ok(())
    }
}

fn read_options(text: &str, at: LineColumn) -> Result<Vec<(String, String)>> {
    let pair = |word: &str| {
        let (key, value) = word.split_once('=')?;
        Some((key.to_string(), value.to_string()))
    };
    let options: Option<Vec<_>> = text.split_whitespace().map(pair).collect();
    options
        .ok_or_else(|| RecordError::syntax(at, "options as OPT-FARMERS=off, separated by blanks"))
}

fn read_outcome(text: &str, seats: u8, at: LineColumn) -> Result<Outcome> {
    if text == "*" {
        return Ok(Outcome::Open);
    }
    let number = |text: &str| {
        let fine = !text.is_empty() && text.len() <= 4 && text.bytes().all(|b| b.is_ascii_digit());
        text.parse::<u16>().ok().filter(|_| fine)
    };
    let points: Option<Vec<u16>> = text.split('-').map(number).collect();
    let points = points.filter(|p| p.len() == seats as usize);
    let expected = || format!("the points of {seats} seats joined with -, or *");
    points.map(Outcome::Points).ok_or_else(|| RecordError::syntax(at, expected()))
}

/// The body of a position. With a set-up before it, that must be the one of the record.
fn read_position(text: &str, setup: &Setup, at: LineColumn) -> Result<String> {
    let Some((head, body)) = text.split_once('|') else {
        return Ok(text.trim().to_string());
    };
    let given = position::parse_setup(head).map_err(|e| {
        let place = LineColumn { column: at.column + e.at as u32, ..at };
        RecordError::syntax(place, e.expected)
    })?;
    let bare =
        |setup: &Setup| Setup { expansions: Vec::new(), options: Vec::new(), ..setup.clone() };
    if given.choices() != setup.choices() || bare(&given) != bare(setup) {
        return Err(RecordError::syntax(at, "the same set-up in the position as in the tags"));
    }
    Ok(body.trim().to_string())
}
