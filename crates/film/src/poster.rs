//! A picture of a game to share: the board in a frame, beside it who played and the points.

use art::Style;
use art::colour::{Rgb, pure};
use art::svg::{Pen, fill, flat};

use crate::pixels::FONT_NAME;
use crate::strip::shorten;

/// Its width and height: what pages show of a link.
pub const POSTER_SIZE: (u32, u32) = (1200, 630);

const PAPER: Rgb = pure(0x00F4_EAD2).by_night(0x001D_2335);
const TEXT: Rgb = pure(0x002E_2418).by_night(0x00F1_E8D6);
const SOFT: Rgb = pure(0x006B_5B45).by_night(0x00B9_B2A2);
const CARD: Rgb = pure(0x00FB_F5E6).by_night(0x0028_3047);
const EDGE: Rgb = pure(0x00D9_C9A6).by_night(0x003C_4662);
const FIRST: Rgb = pure(0x00FF_F1C4).by_night(0x003A_3A2C);
const GOLD: Rgb = pure(0x00B8_860B).by_night(0x00D8_A83A);
const BROWN: Rgb = pure(0x005B_3F27).by_night(0x0010_1420);

/// The frame of the board.
const FRAME: (f64, f64, f64, f64) = (40.0, 40.0, 640.0, 550.0);
/// The left end and the width of what stands beside it.
const SIDE: (f64, f64) = (720.0, 440.0);
/// Where the seats begin, and the height of one with its gap.
const SEATS_TOP: f64 = 210.0;
const SEAT_HIGH: f64 = 63.0;

/// What is shown.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Poster {
    /// The largest line.
    pub title: String,
    /// The line below it.
    pub about: String,
    /// The seats in the order of play.
    pub seats: Vec<PosterSeat>,
    /// The board, as a picture without a size of its own.
    pub board: String,
}

/// A seat.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PosterSeat {
    /// Its name.
    pub name: String,
    /// Its points.
    pub points: u16,
    /// Its colour.
    pub colour: usize,
    /// Whether it has won.
    pub won: bool,
}

impl Poster {
    /// The picture as SVG.
    pub fn draw(&self, style: Style) -> String {
        let mut pen = Pen::new(style.night);
        let (width, height) = (f64::from(POSTER_SIZE.0), f64::from(POSTER_SIZE.1));
        pen.bar((0.0, 0.0), (width, height), flat(PAPER));
        let (x, y, wide, high) = FRAME;
        pen.bar((x - 14.0, y - 14.0), (wide + 28.0, high + 28.0), flat(BROWN));
        pen.bar((x - 6.0, y - 6.0), (wide + 12.0, high + 12.0), flat(GOLD));
        pen.bar((x, y), (wide, high), flat(art::TABLE));
        pen.set_in(&self.board, (x + 8.0, y + 8.0), (wide - 16.0, high - 16.0));
        let (left, room) = SIDE;
        pen.set_in(&art::logo(), (left, 34.0), (52.0, 52.0));
        pen.text((left + 64.0, 70.0), 26.0, "start", SOFT, "Trencavel");
        let title = shorten(&self.title, room * 9.2 / 20.0);
        pen.text((left, 140.0), 40.0, "start", TEXT, &title);
        pen.text((left, 178.0), 24.0, "start", SOFT, &shorten(&self.about, room * 9.2 / 12.0));
        for (number, seat) in self.seats.iter().enumerate() {
            seat.draw(&mut pen, SEATS_TOP + SEAT_HIGH * number as f64, style);
        }
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
             viewBox=\"0 0 {width} {height}\" font-family=\"'{FONT_NAME}',sans-serif\" \
             font-weight=\"600\">{}</svg>",
            pen.into_text()
        )
    }
}

impl PosterSeat {
    fn draw(&self, pen: &mut Pen, y: f64, style: Style) {
        let (x, wide) = SIDE;
        let (ground, rim, line) = if self.won { (FIRST, GOLD, 3.0) } else { (CARD, EDGE, 2.0) };
        pen.bar((x, y), (wide, SEAT_HIGH - 8.0), fill(ground).line(rim).width(line).round());
        pen.set_in(&art::emblem(self.colour, style), (x + 10.0, y + 8.0), (40.0, 40.0));
        let points = self.points.to_string();
        let taken = 20.0 * points.len() as f64;
        pen.text((x + wide - 14.0, y + 39.0), 34.0, "end", TEXT, &points);
        let room = (wide - 64.0 - 30.0 - taken) * 9.2 / 13.5;
        pen.text((x + 62.0, y + 37.0), 25.0, "start", TEXT, &shorten(&self.name, room));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn six_seats_have_room_and_names_cannot_break_the_picture() {
        let seat = |number: usize| PosterSeat {
            name: format!("<b>&\"{number}"),
            points: 100 + number as u16,
            colour: number,
            won: number == 0,
        };
        let board = "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 9 9\"></svg>";
        let poster = Poster {
            title: "A game </svg>".into(),
            about: "…".into(),
            seats: (0..6).map(seat).collect(),
            board: board.into(),
        };
        assert!(SEATS_TOP + 6.0 * SEAT_HIGH < f64::from(POSTER_SIZE.1));
        let svg = poster.draw(Style::default());
        assert!(svg.contains("&lt;b&gt;") && !svg.contains("<b>"));
        let pixels = crate::paint(&svg).unwrap();
        assert_eq!((pixels.width(), pixels.height()), POSTER_SIZE);
    }
}
