//! Where things go on the tiles of a set, as JSON: for whoever puts figures on the pictures.
//! Written by hand, for this crate knows no serde.

use core::fmt::Write as _;

use table::Rot;

use crate::city::Landmark;
use crate::{Catalogue, DrawnSpot, TileSpots};

/// The places of all tiles of a set in every rotation and what is drawn on them; `None` if there is
/// no such set.
pub(super) fn of_set(catalogue: &Catalogue, set: &str) -> Option<String> {
    let ids: Vec<&str> = catalogue.ids().filter(|id| id.split('/').next() == Some(set)).collect();
    if ids.is_empty() {
        return None;
    }
    let turned = |id: &str| {
        let one = |rot| catalogue.shape(id, rot).map_or("null".to_string(), |s| places(&s));
        list(Rot::ALL.map(one))
    };
    let places = ids.iter().map(|id| (*id, turned(id)));
    let marks = ids.iter().map(|id| (*id, catalogue.marks(id)));
    let marks = marks.filter(|(_, own)| !own.is_empty());
    let marks = marks.map(|(id, own)| (id, list(own.into_iter().map(quoted))));
    let marked = ids.iter().filter(|id| !catalogue.landmarks(id, Rot::R0).is_empty());
    let rings = |id: &str| list(Rot::ALL.map(|rot| rings(&catalogue.landmarks(id, rot))));
    let buildings = marked.map(|id| (*id, rings(id)));
    Some(object([
        ("places", object(places)),
        ("marks", object(marks)),
        ("buildings", object(buildings)),
    ]))
}

/// The middle of each building, how wide a ring goes round it, and what it is worth to a guard.
fn rings(buildings: &[Landmark]) -> String {
    list(buildings.iter().map(|one| {
        object([
            ("x", (one.x + one.width / 2.0).to_string()),
            ("y", (one.y + one.height / 2.0).to_string()),
            ("across", (one.width.max(one.height) + 8.0).to_string()),
            ("points", one.worth.to_string()),
        ])
    }))
}

fn places(shape: &TileSpots) -> String {
    let place = |p: &DrawnSpot| {
        let mut fields = vec![
            ("name", quoted(&p.name)),
            ("x", p.x.to_string()),
            ("y", p.y.to_string()),
            ("lying", p.lying.to_string()),
            ("scale", p.scale.to_string()),
            ("area", quoted(&p.area)),
        ];
        if p.named {
            fields.push(("named", "true".to_string()));
        }
        if let Some(letter) = p.ground {
            fields.push(("ground", quoted(letter.encode_utf8(&mut [0; 4]))));
        }
        object(fields)
    };
    list(shape.places.iter().map(place))
}

fn list(items: impl IntoIterator<Item = String>) -> String {
    let items: Vec<String> = items.into_iter().collect();
    format!("[{}]", items.join(","))
}

fn object<'a>(fields: impl IntoIterator<Item = (&'a str, String)>) -> String {
    let fields = fields.into_iter().map(|(name, value)| format!("{}:{value}", quoted(name)));
    format!("{{{}}}", fields.collect::<Vec<String>>().join(","))
}

/// A text as JSON has it.
fn quoted(text: &str) -> String {
    let mut quoted = String::with_capacity(text.len() + 2);
    quoted.push('"');
    for letter in text.chars() {
        match letter {
            '"' | '\\' => quoted.extend(['\\', letter]),
            c if c.is_control() => {
                let _ = write!(quoted, "\\u{:04x}", c as u32);
            }
            c => quoted.push(c),
        }
    }
    quoted.push('"');
    quoted
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_quoted_as_json_wants_it() {
        assert_eq!(quoted("a\"b\\c\n"), r#""a\"b\\c\u000a""#);
        assert_eq!(object([("a", list([])), ("b", "1".to_string())]), r#"{"a":[],"b":1}"#);
    }
}
