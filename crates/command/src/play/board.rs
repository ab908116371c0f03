//! The board in the terminal, and the strip with points and supplies below it.

use games::view::{Figure, Ring, Standing, Tabletop};
use games::{AnyGame, AnyRules, Game, Seat, Turn};
use table::{Board, Cell, Rot, Side, Spot, TileKind};

use super::art::{self, Art, HIGH, WIDE};
use super::canvas::{Canvas, Glyph};
use crate::style::{SEATS, Style};

const LABEL: usize = 5;
/// The look of a figure that is nobody's.
const NOBODY: &str = "1;97;45";
const STONE: Glyph = Glyph { sign: '█', code: "37" };

/// Where the cells of a board lie on the sheet.
struct Frame {
    left: i16,
    top: i16,
    columns: usize,
    rows: usize,
}

impl Frame {
    fn of(board: &Board) -> Frame {
        let laid = board.laid().iter().map(|l| l.cell);
        let cells: Vec<Cell> = laid.chain(board.frontier().iter().map(|o| o.cell)).collect();
        let left = cells.iter().map(|c| c.x).min().unwrap_or(0);
        let right = cells.iter().map(|c| c.x).max().unwrap_or(0);
        let top = cells.iter().map(|c| c.y).min().unwrap_or(0);
        let bottom = cells.iter().map(|c| c.y).max().unwrap_or(0);
        let (columns, rows) = ((right - left + 1) as usize, (bottom - top + 1) as usize);
        Frame { left, top, columns, rows }
    }

    fn place(&self, cell: Cell) -> (usize, usize) {
        let (x, y) = ((cell.x - self.left) as usize, (cell.y - self.top) as usize);
        (LABEL + x * WIDE, 1 + y * HIGH)
    }
}

fn stamp(canvas: &mut Canvas, art: &Art, (x, y): (usize, usize)) {
    for (dy, row) in art.glyphs.iter().enumerate() {
        for (dx, glyph) in row.iter().enumerate() {
            canvas.put(x + dx, y + dy, *glyph);
        }
    }
}

/// One tile, indented.
pub fn tile(rules: &AnyRules, kind: TileKind, rot: Rot, style: Style) -> String {
    let mut canvas = Canvas::new(WIDE + 6, HIGH);
    stamp(&mut canvas, &art::tile(rules, kind, rot), (6, 0));
    canvas.print(style)
}

/// The board; the cells to choose from have numbers.
pub fn text(rules: &AnyRules, game: &AnyGame, cells: &[Cell], style: Style) -> String {
    let frame = Frame::of(game.board());
    let mut canvas = Canvas::new(LABEL * 2 + frame.columns * WIDE, frame.rows * HIGH + 1);
    labels(&mut canvas, &frame);
    let last = game.board().laid().last().map(|l| l.cell);
    let look = Tabletop::of(rules, game);
    for laid in game.board().laid() {
        let art = art::tile(rules, laid.kind, laid.rot);
        let place = frame.place(laid.cell);
        stamp(&mut canvas, &art, place);
        for (segment, text, code) in figures_on(rules, &look.figures, laid.cell) {
            let (dx, dy) = art.spot(segment);
            canvas.text(place.0 + dx, place.1 + dy, &text, code);
        }
        if last == Some(laid.cell) {
            canvas.put(place.0, place.1, Glyph { sign: '*', code: "1;30;103" });
        }
    }
    if let Some(ring) = &look.ring {
        walls(&mut canvas, &frame, ring);
    }
    for (number, cell) in cells.iter().enumerate() {
        let (x, y) = frame.place(*cell);
        let name = (number + 1).to_string();
        canvas.text(x, y, "┌─────┐", "36");
        canvas.text(x, y + 1, "│     │", "36");
        canvas.text(x, y + 2, "└─────┘", "36");
        canvas.text(x + 3 - name.len() / 2, y + 1, &name, "1;96");
    }
    canvas.print(style)
}

fn labels(canvas: &mut Canvas, frame: &Frame) {
    for i in 0..frame.columns {
        let name = (frame.left + i as i16).to_string();
        canvas.text(LABEL + i * WIDE + 3 - name.len() / 2, 0, &name, "2");
    }
    for i in 0..frame.rows {
        let name = format!("{:>3}", frame.top + i as i16);
        canvas.text(0, 1 + i * HIGH + 1, &name, "2");
    }
}

/// A figure in two characters: the number of its seat, or a sign if it is nobody's; its initial.
fn short(rules: &AnyRules, figure: &Figure) -> String {
    let initial = rules.piece(figure.piece).chars().next().unwrap_or('?');
    match figure.seat {
        Some(seat) => format!("{}{initial}", seat.0 + 1),
        None => format!("+{}", initial.to_ascii_uppercase()),
    }
}

/// The figures on a tile: segment, two characters, seat.
fn figures_on(
    rules: &AnyRules,
    figures: &[Figure],
    cell: Cell,
) -> Vec<(usize, String, &'static str)> {
    let here = figures.iter().filter_map(|figure| match figure.at {
        Spot::Segment { cell: at, segment } if at == cell => {
            let code = figure.seat.map_or(NOBODY, |seat| SEATS[seat.index()]);
            Some((segment as usize, short(rules, figure), code))
        }
        _ => None,
    });
    here.collect()
}

/// Walls lie on the rim of the empty cell outside.
fn walls(canvas: &mut Canvas, frame: &Frame, ring: &Ring) {
    for piece in &ring.walls {
        let Spot::Edge { cell, side } = piece.at else { continue };
        let (x, y) = frame.place(cell.step(side));
        match side {
            Side::N => (0..WIDE).for_each(|i| canvas.put(x + i, y + HIGH - 1, STONE)),
            Side::S => (0..WIDE).for_each(|i| canvas.put(x + i, y, STONE)),
            Side::W => (0..HIGH).for_each(|i| canvas.put(x + WIDE - 1, y + i, STONE)),
            Side::E => (0..HIGH).for_each(|i| canvas.put(x, y + i, STONE)),
        }
        let (dx, dy) = match side {
            Side::N => (2, HIGH - 1),
            Side::S => (2, 0),
            Side::W => (WIDE - 2, 1),
            Side::E => (0, 1),
        };
        let (text, code) = match (piece.guard, piece.tower) {
            _ if piece.gate => ("GA".to_owned(), "1;97;101"),
            (Some(seat), _) => (format!("{}g", seat.0 + 1), SEATS[seat.index()]),
            (None, Some(seat)) => (format!("{}T", seat.0 + 1), SEATS[seat.index()]),
            (None, None) => continue,
        };
        canvas.text(x + dx, y + dy, &text, code);
    }
}

/// Points, supplies and what else belongs to the seats.
pub fn strip(rules: &AnyRules, game: &AnyGame, names: &[String], style: Style) -> String {
    let mut out = String::new();
    let look = Tabletop::of(rules, game);
    let widest = names.iter().map(|n| n.chars().count()).max().unwrap_or(0);
    for seat in (0..rules.seats()).map(Seat) {
        let on = if game.turn() == Turn::Player(seat) { '>' } else { ' ' };
        let name = names.get(seat.index()).map_or("", String::as_str);
        let gap = " ".repeat(widest - name.chars().count());
        let badge = style.seat(seat.index(), &format!(" {} ", seat.0 + 1));
        let points = game.scores()[seat.index()];
        let has = supplies(rules, &look.seats[seat.index()]);
        out += &format!("{on} {badge} {name}{gap} {points:>4} points   {has}\n");
    }
    out += &places(rules, &look);
    let tiles: u32 = look.stock.left.iter().copied().map(u32::from).sum();
    out += &format!("{tiles} tiles left to draw");
    // The pile tells how many walls a scoring brings.
    if let Some(ring) = &look.ring {
        out += &format!(", in pile {}; {} walls left", ring.pile, ring.left);
    }
    out + "\n"
}

/// What a seat holds: figures in its supply, and tokens.
fn supplies(rules: &AnyRules, standing: &Standing) -> String {
    let nouns = rules.pieces();
    let many = |piece| nouns.iter().any(|noun| noun.piece == piece && noun.each > 1);
    let pieces = standing.supply.iter().map(|(piece, count)| {
        let name = rules.piece(*piece);
        format!("{name}{} {count}", if many(*piece) { "s" } else { "" })
    });
    let tokens =
        standing.tokens.iter().map(|(token, count)| format!("{} {count}", rules.token(*token)));
    pieces.chain(tokens).collect::<Vec<String>>().join(", ")
}

/// Who waits in the places beside the tiles.
fn places(rules: &AnyRules, look: &Tabletop) -> String {
    let each = rules.places().into_iter().map(|(number, name)| {
        let here = || look.figures.iter().filter(move |f| f.at == Spot::Place(number));
        let nobodys = here().filter(|f| f.seat.is_none());
        let seats = here().filter(|f| f.seat.is_some());
        let inside: Vec<String> = nobodys
            .map(|figure| rules.piece_phrase(figure.piece))
            .chain(seats.map(|figure| short(rules, figure)))
            .collect();
        format!("{name}: {}", if inside.is_empty() { "-".to_owned() } else { inside.join(" ") })
    });
    let each: Vec<String> = each.collect();
    if each.is_empty() { String::new() } else { format!("{}\n", each.join("   ")) }
}
