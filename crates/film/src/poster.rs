//! A picture of a game to share: the board in a frame, beside it who played and the points.

use art::Style;
use art::colour::{Rgb, pure};
use art::svg::{Pen, flat};

use crate::paper::{GOLD, PAPER, SOFT, TEXT, card, sheet, shorten};

/// Its width and height: what pages show of a link.
pub const POSTER_SIZE: (u32, u32) = (1200, 630);

const BROWN: Rgb = pure(0x005B_3F27).by_night(0x0010_1420);

/// The frame of the board.
const FRAME: (f64, f64, f64, f64) = (40.0, 40.0, 640.0, 550.0);
/// The left end and the width of what stands beside it.
const SIDE: (f64, f64) = (720.0, 440.0);
/// Where the seats begin and end, and the greatest height of one with its gap.
const SEATS: (f64, f64) = (210.0, 596.0);
const SEAT_HIGH: f64 = 88.0;

/// What is shown.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Poster {
    /// The largest line.
    pub title: String,
    /// The line below it.
    pub about: String,
    /// The seats, as they are to stand below one another.
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
        let title = shorten(&self.title, (room / 20.0) as usize);
        pen.text((left, 140.0), 40.0, "start", TEXT, &title);
        pen.text((left, 178.0), 24.0, "start", SOFT, &shorten(&self.about, (room / 12.0) as usize));
        let high = ((SEATS.1 - SEATS.0) / self.seats.len().max(1) as f64).min(SEAT_HIGH);
        for (number, seat) in self.seats.iter().enumerate() {
            seat.draw(&mut pen, (SEATS.0 + high * number as f64, high - 8.0), style);
        }
        sheet((width, height), (width, height), pen)
    }
}

impl PosterSeat {
    /// Draws it from `y` down, so high.
    fn draw(&self, pen: &mut Pen, (y, high): (f64, f64), style: Style) {
        let (x, wide) = SIDE;
        card(pen, (x, y), (wide, high), self.won);
        let (middle, emblem) = (y + high / 2.0, (high * 0.72).min(52.0));
        let corner = (x + 10.0, middle - emblem / 2.0);
        pen.set_in(&art::emblem(self.colour, style), corner, (emblem, emblem));
        let points = self.points.to_string();
        let taken = 20.0 * points.len() as f64;
        pen.text((x + wide - 16.0, middle + 12.0), 36.0, "end", TEXT, &points);
        let room = (wide - 76.0 - 30.0 - taken) / 14.0;
        pen.text(
            (x + 74.0, middle + 9.0),
            26.0,
            "start",
            TEXT,
            &shorten(&self.name, room as usize),
        );
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
        assert!(SEATS.1 < f64::from(POSTER_SIZE.1));
        let svg = poster.draw(Style::default());
        assert!(svg.contains("&lt;b&gt;") && !svg.contains("<b>"));
        let pixels = crate::paint(&svg).unwrap();
        assert_eq!((pixels.width(), pixels.height()), POSTER_SIZE);
    }
}
