//! Tokens, marks and other signs as pictures of their own, 64 × 64.

use crate::colour::INK;
use crate::svg::{Pen, picture};
use crate::{Style, figure, lettered, pictures};

/// The names of what has such a picture.
pub fn tokens() -> impl Iterator<Item = &'static str> {
    let drawn = pictures::all().flat_map(|p| p.tokens).map(|(name, _)| *name);
    drawn.chain(pictures::declared().filter(|name| pictures::drawn_token(name).is_none()))
}

/// The picture of a token: goods, marks, kinds of feature, places, pieces of nobody; none if no
/// game has such a thing.
pub fn token(name: &str, style: Style) -> Option<String> {
    let mut pen = Pen::new(style.night);
    if let Some(draw) = pictures::drawn_token(name) {
        pen.inked(INK, 1.4, draw);
    } else if pictures::is_piece(name) {
        figure::draw(&mut pen, name, 0, (32.0, 58.0), 0.9, false);
    } else if pictures::declared().any(|known| known == name) {
        lettered::token(&mut pen, lettered::initial(name));
    } else {
        return None;
    }
    Some(picture(64.0, 64.0, &pen.into_text()))
}
