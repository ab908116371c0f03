//! Every picture by the address under which a server has it, so that a page without one draws the
//! same.
//!
//! `/art/tile/SET/NAME/R/X/Y.svg`, `/art/shapes/SET.json`, `/art/figure/PIECE/SEAT.svg`,
//! `/art/emblem/SEAT.svg`, `/art/token/NAME.svg`, `/art/card/NAME.svg`, `/art/portrait/NAME.svg`,
//! `/art/keep.svg`, `/art/walls.svg?w=…`, `/art/logo.svg`.
//!
//! The query says how: `look=plain`, `night=1`, `detail=0|1|2`, `lying=1`, `around=…` (a letter for
//! each half of the sides of a tile of The City), `tile=N` (the shapes of the set's tile with this
//! number alone). What is unknown in it is drawn as usual.

mod shapes;
mod walls;

use table::{Cell, Rot};

use crate::city::{Around, Piece};
use crate::seat::SEATS;
use crate::{Catalogue, Detail, Look, Style, city};

/// Far more than a board ever stretches; keeps numbers small.
const FAR: i16 = 300;
/// Longer than any name of a tile: what is longer is not even looked for.
const NAME_MAX: usize = 100;

/// What an address asks for. Two addresses of the same picture are equal.
#[derive(Clone, PartialEq, Debug)]
pub struct Address {
    what: What,
    style: Style,
}

#[derive(Clone, PartialEq, Debug)]
enum What {
    Tile {
        id: String,
        rot: Rot,
        cell: Cell,
        around: Around,
    },
    /// Of all tiles of a set, or of the one with this number.
    Shapes(String, Option<usize>),
    Figure {
        piece: String,
        seat: usize,
        lying: bool,
    },
    Emblem(usize),
    Token(String),
    Card(String),
    Portrait(String),
    Keep,
    Walls(Vec<Piece>),
    Logo,
}

/// Why an address has no picture.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NoPicture {
    /// There is none there.
    Unknown,
    /// `around` is no eight letters.
    Around,
}

impl Address {
    /// Reads a path and a query, both as they stand in a URL.
    ///
    /// # Errors
    /// If there can be no such picture.
    pub fn read(path: &str, query: &str) -> Result<Address, NoPicture> {
        let parts: Option<Vec<String>> = path.split('/').skip(1).map(plain).collect();
        let parts = parts.ok_or(NoPicture::Unknown)?;
        let parts: Vec<&str> = parts.iter().map(String::as_str).collect();
        let query = Query::read(query);
        let what = What::read(&parts, &query)?;
        // What belongs to all pictures of a set is the same in every style.
        let plain = matches!(what, What::Shapes(..) | What::Logo);
        let style = if plain { Style::default() } else { query.style() };
        Ok(Address { what, style })
    }

    /// The media type of what is drawn.
    pub fn kind(&self) -> &'static str {
        if matches!(self.what, What::Shapes(..)) { "application/json" } else { "image/svg+xml" }
    }

    /// Draws it; `None` if nothing has that name.
    pub fn draw(&self, catalogue: &Catalogue) -> Option<String> {
        let style = self.style;
        match &self.what {
            What::Tile { id, rot, cell, around } => {
                catalogue.tile_among(id, *rot, *cell, around, style)
            }
            What::Shapes(set, tile) => shapes::of_set(catalogue, set, *tile),
            What::Figure { piece, seat, lying } => crate::figure(piece, *seat, *lying, style),
            What::Emblem(seat) => Some(crate::emblem(*seat, style)),
            What::Token(name) => crate::token(name, style),
            What::Card(name) => crate::card(name, style),
            What::Portrait(name) => crate::portrait(name, style),
            What::Keep => Some(crate::keep(style)),
            What::Walls(pieces) => Some(city::wall(pieces, style).svg),
            What::Logo => Some(crate::logo()),
        }
    }
}

impl What {
    fn read(parts: &[&str], query: &Query) -> Result<What, NoPicture> {
        let name = |text: &str| text.strip_suffix(".svg").map(str::to_owned);
        let found = match parts {
            ["art", "tile", set, tile, r, x, y] => return tile_at([set, tile, r, x, y], query),
            ["art", "shapes", set] => set.strip_suffix(".json").map(|set| {
                let tile = query.get("tile").and_then(|number| number.parse().ok());
                What::Shapes(set.to_owned(), tile)
            }),
            ["art", "figure", piece, seat] => seat_number(seat).map(|seat| {
                let lying = query.is_on("lying");
                What::Figure { piece: (*piece).to_owned(), seat, lying }
            }),
            ["art", "emblem", seat] => seat_number(seat).map(What::Emblem),
            ["art", "token", text] => name(text).map(What::Token),
            ["art", "card", text] => name(text).map(What::Card),
            ["art", "portrait", text] => name(text).map(What::Portrait),
            ["art", "keep.svg"] => Some(What::Keep),
            ["art", "walls.svg"] => query.get("w").and_then(walls::read).map(What::Walls),
            ["art", "logo.svg"] => Some(What::Logo),
            _ => None,
        };
        found.ok_or(NoPicture::Unknown)
    }
}

fn tile_at([set, name, r, x, y]: [&str; 5], query: &Query) -> Result<What, NoPicture> {
    let around = match query.get("around") {
        Some(letters) => Around::from_letters(letters).ok_or(NoPicture::Around)?,
        None => Around::default(),
    };
    let whole = || {
        let rot = Rot::ALL.get(r.parse::<usize>().ok()?).copied()?;
        let (x, y) = (number::<i16>(x)?, number::<i16>(y)?);
        let id = format!("{set}/{name}");
        let near = x.abs() <= FAR && y.abs() <= FAR && id.len() <= NAME_MAX;
        near.then_some(What::Tile { id, rot, cell: Cell { x, y }, around })
    };
    whole().ok_or(NoPicture::Unknown)
}

/// A number, perhaps with `.svg` behind it.
fn number<T: core::str::FromStr>(text: &str) -> Option<T> {
    text.strip_suffix(".svg").unwrap_or(text).parse().ok()
}

fn seat_number(text: &str) -> Option<usize> {
    number::<usize>(text).filter(|seat| *seat < SEATS)
}

/// The query of an address.
struct Query(Vec<(String, String)>);

impl Query {
    fn read(text: &str) -> Query {
        let pairs = text.split('&').filter_map(|pair| {
            let (name, value) = pair.split_once('=')?;
            Some((plain(name)?, plain(&value.replace('+', " "))?))
        });
        Query(pairs.collect())
    }

    fn get(&self, name: &str) -> Option<&str> {
        self.0.iter().find(|(own, _)| own == name).map(|(_, value)| value.as_str())
    }

    fn is_on(&self, name: &str) -> bool {
        self.get(name) == Some("1")
    }

    fn style(&self) -> Style {
        let look = if self.get("look") == Some("plain") { Look::Plain } else { Look::Map };
        let detail = match self.get("detail") {
            Some("1") => Detail::Middle,
            Some("2") => Detail::Small,
            _ => Detail::Full,
        };
        Style { look, night: self.is_on("night"), detail, ..Style::default() }
    }
}

/// A part of a URL without its escapes; `None` if that is no text.
fn plain(text: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.bytes();
    while let Some(byte) = rest.next() {
        let digit = |byte: Option<u8>| char::from(byte?).to_digit(16);
        bytes.push(match byte {
            b'%' => (digit(rest.next())? * 16 + digit(rest.next())?) as u8,
            byte => byte,
        });
    }
    String::from_utf8(bytes).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(path: &str, query: &str) -> Result<Address, NoPicture> {
        Address::read(path, query)
    }

    #[test]
    fn an_address_is_read_whatever_its_spelling() {
        let one = read("/art/tile/base/D/1/-2/3.svg", "night=1&detail=2");
        let other = read("/art/tile/base/%44/1/-2/3", "detail=2&x=y&night=1&look=map");
        assert_eq!(one, other);
        assert!(one.is_ok());
        let walls = read("/art/walls.svg", "w=0%2C0%2CN%2Cg%3B1%2C0%2CN%2Cwf2");
        assert!(matches!(walls.unwrap().what, What::Walls(pieces) if pieces.len() == 2));
    }

    #[test]
    fn what_can_be_no_picture_is_refused() {
        for path in [
            "/art/tile/base/D/4/0/0.svg",
            "/art/tile/base/D/0/301/0.svg",
            "/art/tile/base/D/0/0",
            "/art/figure/follower/6.svg",
            "/art/shapes/base",
            "/art/token/%ff.svg",
            "/art/token/%zz.svg",
            "/art/walls.svg",
            "/art",
            "",
        ] {
            assert_eq!(read(path, ""), Err(NoPicture::Unknown), "{path}");
        }
        let city = read("/art/tile/city/a/0/0/0.svg", "around=hh");
        assert_eq!(city, Err(NoPicture::Around));
    }

    #[test]
    fn every_kind_of_address_is_drawn() {
        let catalogue = Catalogue::new();
        let tile = catalogue.ids().next().unwrap().to_owned();
        let set = tile.split('/').next().unwrap().to_owned();
        let paths = [
            format!("/art/tile/{tile}/0/0/0.svg"),
            format!("/art/shapes/{set}.json"),
            "/art/figure/follower/0.svg".to_owned(),
            "/art/emblem/5.svg".to_owned(),
            "/art/keep.svg".to_owned(),
            "/art/logo.svg".to_owned(),
        ];
        for path in paths {
            let address = read(&path, "").unwrap();
            let drawn = address.draw(&catalogue).unwrap();
            let start = if address.kind() == "application/json" { '{' } else { '<' };
            assert!(drawn.starts_with(start), "{path}");
        }
        assert_eq!(read("/art/token/nothing.svg", "").unwrap().draw(&catalogue), None);
    }

    #[test]
    fn shapes_of_a_set_are_those_of_its_tiles() {
        let catalogue = Catalogue::new();
        let drawn = |query: &str| read("/art/shapes/base.json", query).unwrap().draw(&catalogue);
        let all = drawn("").unwrap();
        let ids: Vec<&str> = catalogue.ids().filter(|id| id.starts_with("base/")).collect();
        for (number, id) in ids.iter().enumerate() {
            let one = drawn(&format!("tile={number}")).unwrap();
            let places = one.strip_prefix("{\"places\":{").unwrap().split_once("},\"marks\"");
            let places = places.unwrap().0;
            assert!(places.starts_with(&format!("{id:?}:[[{{")) && all.contains(places), "{one}");
        }
        assert_eq!(drawn(&format!("tile={}", ids.len())), None);
    }
}
