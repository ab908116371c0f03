//! The strip above the board: each seat with its emblem, name and points.

use art::colour::{Rgb, pure};
use art::svg::{Pen, flat};
use art::{Detail, Style};
use games::{Game, Turn};

use crate::Film;
use crate::paper::{BRIGHT, CARD, CARD_EDGE, GOLD, PAPER, TEXT, card, sheet, shorten};
use crate::scenes::Scene;

const GAIN: Rgb = pure(0x0026_6B2C).by_night(0x008F_D694);
/// Colours that matter and cover little.
pub(crate) const COLOURS: [Rgb; 7] = [PAPER, TEXT, CARD, CARD_EDGE, BRIGHT, GOLD, GAIN];

/// The least width and the height of a seat's card, in a picture of 800 pixels.
const CARD_LEAST: f64 = 156.0;
const CARD_HIGH: f64 = 50.0;
const GAP: f64 = 6.0;
/// A picture of this size shows the strip in its own measures; smaller ones a smaller one.
const ROOMY: f64 = 800.0;
const SMALLEST: f64 = 0.6;
/// The usual width of a letter of a name.
const LETTER: f64 = 9.2;

/// Where the cards are.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Strip {
    /// Its size in pixels.
    pub width: f64,
    pub height: f64,
    /// Pixels for a pixel of the roomy picture.
    scale: f64,
    columns: u8,
    rows: u8,
}

impl Strip {
    /// The strip for so many seats over a board of a width, in a picture of a size.
    pub fn new(seats: u8, width: f64, size: f64) -> Strip {
        let scale = (size / ROOMY).max(SMALLEST);
        let fit = ((width / scale - GAP) / (CARD_LEAST + GAP)).floor().max(1.0) as u8;
        let rows = seats.div_ceil(fit);
        let columns = seats.div_ceil(rows);
        let height = (f64::from(rows) * (CARD_HIGH + GAP) + GAP) * scale;
        Strip { width, height: height.round(), scale, columns, rows }
    }

    /// The strip at a moment of the film, as a whole picture.
    pub fn draw(&self, film: &Film, scene: &Scene) -> String {
        let night = film.options.night;
        let mut pen = Pen::new(night);
        let (width, height) = (self.width / self.scale, self.height / self.scale);
        pen.bar((0.0, 0.0), (width, height + 1.0), flat(PAPER));
        for seat in 0..film.rules.seats() {
            self.seat(&mut pen, film, scene, seat);
        }
        sheet((self.width, self.height), (width, height), pen)
    }

    fn seat(&self, pen: &mut Pen, film: &Film, scene: &Scene, seat: u8) {
        let (row, column) = (seat / self.columns, seat % self.columns);
        let wide = (self.width / self.scale - GAP) / f64::from(self.columns) - GAP;
        let x = GAP + f64::from(column) * (wide + GAP);
        let y = GAP + f64::from(row) * (CARD_HIGH + GAP);
        let number = usize::from(seat);
        let lit = is_lit(scene, seat, film.rules.seats());
        card(pen, (x, y), (wide, CARD_HIGH), lit);
        let (look, night) = (film.options.look, film.options.night);
        let style = Style { look, night, detail: Detail::Middle, ..Style::default() };
        let emblem = art::emblem(art::Colours::USUAL.of(number), style);
        pen.set_in(&emblem, (x + 6.0, y + 9.0), (32.0, 32.0));
        let points = scene.game.scores()[number].to_string();
        let right = x + wide - 8.0;
        let taken = 14.0 * points.len() as f64;
        pen.text((right, y + 34.0), 25.0, "end", TEXT, &points);
        let gained = scene.gained.get(number).copied().unwrap_or(0);
        let mut room = wide - 44.0 - 14.0 - taken;
        if gained > 0 {
            let gain = format!("+{gained}");
            room -= 10.0 * gain.len() as f64 + 6.0;
            pen.text((right - taken - 8.0, y + 32.0), 17.0, "end", GAIN, &gain);
        }
        let name = film.names.get(number).map_or("", String::as_str);
        pen.text((x + 44.0, y + 31.0), 17.0, "start", TEXT, &shorten(name, letters(room)));
    }
}

/// Whether a seat's card is bright: the seat has just decided; at the end, it has won.
fn is_lit(scene: &Scene, seat: u8, seats: u8) -> bool {
    if scene.game.turn() == Turn::Over {
        let points = &scene.game.scores()[..usize::from(seats)];
        return points.iter().max() == points.get(usize::from(seat));
    }
    scene.by == Some(seat)
}

/// How many letters have room, in pixels of the roomy picture.
pub(crate) fn letters(room: f64) -> usize {
    (room / LETTER).max(2.0) as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_seat_has_room() {
        for seats in 2..=6 {
            for (width, size) in [(800.0, 800.0), (480.0, 800.0), (200.0, 200.0), (1600.0, 1600.0)]
            {
                let strip = Strip::new(seats, width, size);
                assert!(strip.columns * strip.rows >= seats);
                let card = (width / strip.scale - GAP) / f64::from(strip.columns) - GAP;
                assert!(card >= CARD_LEAST || strip.columns == 1, "{seats} {width}: {card}");
            }
        }
    }

    #[test]
    fn names_are_cut_where_room_ends() {
        assert_eq!(shorten("Zoë", letters(90.0)), "Zoë");
        assert_eq!(shorten("A very long name", letters(92.0)), "A very lo…");
        assert_eq!(shorten("Anna", letters(1.0)), "A…");
    }
}
