//! Where things go on the tiles of a set, as JSON: for whoever puts figures on the pictures.
//! Written by hand, for this crate knows no serde.

use core::fmt::Write as _;

use table::Rot;

use crate::city::Landmark;
use crate::{Catalogue, DrawnSpot, TileSpots};

/// The places of all tiles of a set in every rotation and what is drawn on them, or of the one with
/// this number; `None` if there is none.
pub(super) fn of_set(catalogue: &Catalogue, set: &str, tile: Option<usize>) -> Option<String> {
    let ids = catalogue.ids().filter(|id| id.split('/').next() == Some(set));
    let ids = ids.enumerate().filter(|(number, _)| tile.is_none_or(|tile| tile == *number));
    let ids: Vec<&str> = ids.map(|(_, id)| id).collect();
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
            ("x", number(one.x + one.width / 2.0)),
            ("y", number(one.y + one.height / 2.0)),
            ("across", number(one.width.max(one.height) + 8.0)),
            ("points", one.worth.to_string()),
        ])
    }))
}

/// A number with at most three decimals. (All of a float's would be much code in a page.)
fn number(value: f32) -> String {
    let thousandths = (f64::from(value) * 1000.0).round() as i64;
    let (whole, rest) = (thousandths.abs() / 1000, thousandths.abs() % 1000);
    let sign = if thousandths < 0 { "-" } else { "" };
    let rest = format!(".{rest:03}");
    format!("{sign}{whole}{}", rest.trim_end_matches('0').trim_end_matches('.'))
}

fn places(shape: &TileSpots) -> String {
    let place = |p: &DrawnSpot| {
        let mut fields = vec![
            ("name", quoted(&p.name)),
            ("x", number(p.x)),
            ("y", number(p.y)),
            ("lying", p.lying.to_string()),
            ("scale", number(p.scale)),
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
