//! The strip beside the board: seats with points, supplies and tokens; the tile to lay.

use art::svg::{Pen, flat, stroke_of_group};
use art::{Catalogue, Detail, Style};
use film::paper::{PAPER, SOFT, TEXT, card, shorten};
use games::view::Tabletop;
use games::{Game, Seat, Turn};
use table::{Cell, Rot};

use super::TablePicture;

const WIDTH: f64 = 270.0;
const HEAD: f64 = 64.0;
const FOOT: f64 = 130.0;

/// The strip.
pub struct Panel {
    /// Its width in pixels.
    pub width: f64,
    /// The least height that it needs.
    pub height: f64,
    block: f64,
}

impl Panel {
    /// The strip that a view needs.
    pub fn new(view: &TablePicture) -> Panel {
        let block = if view.rules.tokens().is_empty() { 92.0 } else { 118.0 };
        let height = HEAD + f64::from(view.rules.seats()) * block + FOOT;
        Panel { width: WIDTH, height, block }
    }

    /// Draws it from `x` to the right end.
    pub fn draw(
        &self,
        pen: &mut Pen,
        view: &TablePicture,
        catalogue: &Catalogue,
        style: Style,
        (x, height): (f64, f64),
    ) {
        // Whatever the size of the board, the strip is read close by.
        let style = Style { detail: Detail::Middle, ..style };
        pen.bar((x, 0.0), (self.width, height), flat(PAPER));
        let title = if view.game.turn() == Turn::Over { "Final points" } else { "Points" };
        pen.text((x + 20.0, 40.0), 26.0, "start", TEXT, title);
        for seat in 0..view.rules.seats() {
            let y = HEAD + f64::from(seat) * self.block;
            self.seat(pen, view, style, Seat(seat), (x, y));
        }
        let y = HEAD + f64::from(view.rules.seats()) * self.block;
        self.foot(pen, view, catalogue, style, (x, y));
    }

    fn seat(
        &self,
        pen: &mut Pen,
        view: &TablePicture,
        style: Style,
        seat: Seat,
        (x, y): (f64, f64),
    ) {
        let on_turn = view.game.turn() == Turn::Player(seat);
        let size = (self.width - 24.0, self.block - 10.0);
        card(pen, (x + 12.0, y), size, on_turn);
        let emblem = art::emblem(style.colours.of(seat.index()), style);
        pen.set_in(&emblem, (x + 20.0, y + 8.0), (36.0, 36.0));
        let name = shorten(view.names.get(seat.index()).map_or("", String::as_str), 13);
        pen.text((x + 64.0, y + 33.0), 19.0, "start", TEXT, &name);
        let points = view.game.scores()[seat.index()].to_string();
        pen.text((x + self.width - 24.0, y + 36.0), 28.0, "end", TEXT, &points);
        let at = (x + 22.0, y + 74.0);
        holdings(pen, view, (seat, style), at);
    }

    /// The tile to lay, and how many are left.
    fn foot(
        &self,
        pen: &mut Pen,
        view: &TablePicture,
        catalogue: &Catalogue,
        style: Style,
        (x, y): (f64, f64),
    ) {
        let look = Tabletop::of(view.rules, view.game);
        let bag: u32 = look.stock.left.iter().copied().map(u32::from).sum();
        let left = if bag == 1 { "1 tile left".into() } else { format!("{bag} tiles left") };
        let laid = match view.game.board().laid().len() {
            1 => "1 tile laid".to_owned(),
            n => format!("{n} tiles laid"),
        };
        pen.text((x + 20.0, y + 22.0), 16.0, "start", SOFT, &laid);
        pen.text((x + 20.0, y + 43.0), 16.0, "start", SOFT, &left);
        if let Some(ring) = &look.ring {
            let walls = format!("{} walls left", ring.left);
            pen.text((x + 20.0, y + 64.0), 16.0, "start", SOFT, &walls);
        }
        let Some(kind) = view.game.hand() else { return };
        let id = view.rules.tile_id(kind);
        let tile = catalogue.tile_in_play(view.rules, kind, Rot::R0, Cell::ORIGIN, style);
        let at = (x + self.width - 116.0, y + 10.0);
        if let Some(tile) = tile {
            pen.set_in(&tile, at, (96.0, 96.0));
        }
        pen.bar(at, (96.0, 96.0), stroke_of_group().line(TEXT).width(2.0));
        pen.text((x + 20.0, y + 90.0), 15.0, "start", SOFT, "to lay:");
        pen.text((x + 20.0, y + 110.0), 15.0, "start", TEXT, &shorten(id, 16));
    }
}

/// What a seat holds: figures, and tokens below them.
fn holdings(pen: &mut Pen, view: &TablePicture, (seat, style): (Seat, Style), (x, y): (f64, f64)) {
    let look = Tabletop::of(view.rules, view.game);
    let Some(standing) = look.seats.get(seat.index()) else { return };
    let wide = if look.ring.is_some() { 58.0 } else { 46.0 };
    for (number, (piece, count)) in standing.supply.iter().enumerate() {
        let figure = art::figure(view.rules.piece(*piece), seat.index(), false, style);
        stock(pen, figure.as_deref(), (x + 8.0 + number as f64 * wide, y), *count);
    }
    for (number, (token, count)) in standing.tokens.iter().enumerate() {
        let at = (x - 2.0 + number as f64 * 56.0, y + 6.0);
        if let Some(token) = art::token(view.rules.token(*token), style) {
            pen.set_in(&token, at, (24.0, 24.0));
        }
        pen.text((at.0 + 28.0, at.1 + 18.0), 15.0, "start", TEXT, &format!("{count}"));
    }
}

/// A small figure with a count; dimmed if there is none. It is no figure on the board.
fn stock(pen: &mut Pen, figure: Option<&str>, (x, y): (f64, f64), count: u8) {
    const SIZE: f64 = 44.0;
    let scale = SIZE / art::FIGURE_SIZE;
    let dim = if count == 0 { "class=\"stock\" opacity=\".35\"" } else { "class=\"stock\"" };
    pen.group(dim, |pen| {
        if let Some(figure) = figure {
            let at = (x - art::FEET.0 * scale, y - art::FEET.1 * scale);
            pen.set_in(figure, at, (SIZE, SIZE));
        }
        pen.text((x + 15.0, y - 1.0), 15.0, "start", TEXT, &count.to_string());
    });
}
