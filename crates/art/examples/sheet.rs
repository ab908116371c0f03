//! Sheets of all pictures as PNG, for people to look at:
//! `cargo run -p trencavel-art --example sheet FOLDER`.

use std::path::Path;

use art::{BoardOptions, Catalogue, Detail, Look, Style, draw_figure, svg::Pen};
use games::{AnyGame, AnyRules, Game, Turn};
use resvg::{tiny_skia, usvg};
use table::{Action, Actions, Cell, Dice, Quiet, Rot};

type Outcome = Result<(), Box<dyn std::error::Error>>;

fn main() -> Outcome {
    let folder = std::env::args().nth(1).ok_or("name a folder for the pictures")?;
    let only = std::env::args().nth(2);
    let folder = Path::new(&folder);
    std::fs::create_dir_all(folder)?;
    let catalogue = Catalogue::new();
    let full = Style::default();
    let night = Style { night: true, ..full };
    let sheets: [(&str, &[&str], Style, f64); 8] = [
        ("base", &["base/"], full, 200.0),
        ("sets", &["river", "ic/", "tb/", "cult"], full, 150.0),
        ("night", &["base/", "cult"], night, 150.0),
        ("middle", &["base/", "cult", "ic/"], Style { detail: Detail::Middle, ..full }, 80.0),
        ("small", &["base/", "cult", "ic/"], Style { detail: Detail::Small, ..full }, 40.0),
        ("plain", &["base/", "cult", "ic/"], Style { look: Look::Plain, ..full }, 100.0),
        ("city", &["town/", "own/"], full, 150.0),
        ("turned", &["base/", "cult"], full, 150.0),
    ];
    for (name, sets, style, pixels) in sheets {
        if only.as_deref().is_none_or(|o| o == name) {
            let picture = sheet(&catalogue, sets, style, pixels, name == "turned");
            write(&folder.join(format!("{name}.png")), &picture)?;
        }
    }
    for (name, expansions, style, pixels, moves) in boards() {
        if only.as_deref().is_none_or(|o| o == name) {
            let picture = board(&catalogue, expansions, style, pixels, moves)?;
            write(&folder.join(format!("{name}.png")), &picture)?;
        }
    }
    if only.as_deref().is_none_or(|o| o == "figures") {
        write(&folder.join("figures.png"), &figures(full))?;
        write(&folder.join("figures-night.png"), &figures(night))?;
    }
    if only.as_deref().is_none_or(|o| o == "cards") {
        write(&folder.join("cards.png"), &cards(full))?;
        write(&folder.join("cards-night.png"), &cards(night))?;
    }
    if only.as_deref().is_none_or(|o| o == "portraits") {
        write(&folder.join("portraits.png"), &portraits())?;
    }
    if only.as_deref().is_none_or(|o| o == "block") {
        for (name, style) in [("block", full), ("block-night", night)] {
            write(&folder.join(format!("{name}.png")), &block(&catalogue, style))?;
        }
    }
    Ok(())
}

/// Boards to look at: a name, the expansions, how, pixels a tile, how many tiles are laid.
fn boards() -> [(&'static str, &'static [&'static str], Style, f64, usize); 6] {
    const ALL: &[&str] = &["river", "inns", "traders", "cult", "abbot", "count"];
    const MANY: &[&str] = &["inns", "traders", "cult", "abbot"];
    let full = Style::default();
    let night = Style { night: true, ..full };
    let small = Style { detail: Detail::Small, ..full };
    [
        ("board", MANY, full, 150.0, 48),
        ("board-night", MANY, night, 150.0, 48),
        ("board-middle", MANY, Style { detail: Detail::Middle, ..full }, 80.0, 60),
        ("board-small", MANY, small, 44.0, 60),
        ("board-count", ALL, full, 110.0, 44),
        ("board-plain", MANY, Style { look: Look::Plain, ..small }, 80.0, 48),
    ]
}

/// A stream as dice.
struct Stream(art::rng::Rng);

impl Dice for Stream {
    fn below(&mut self, n: u32) -> u32 {
        self.0.below(u64::from(n)) as u32
    }
}

/// A random game that keeps together, after some tiles.
fn board(
    catalogue: &Catalogue,
    expansions: &[&str],
    style: Style,
    pixels: f64,
    tiles: usize,
) -> Result<String, Box<dyn std::error::Error>> {
    let rules = AnyRules::new(&games::Setup::country(5).with(expansions))?;
    let mut game = AnyGame::start(&rules);
    let mut dice = Stream(art::rng::Rng::of("sheet"));
    while game.board().laid().len() < tiles && game.turn() != Turn::Over {
        let mut legal = Actions::new();
        game.legal(&rules, &mut legal);
        let fits = |a: &Action| match a {
            Action::Tile { cell, .. } => {
                i32::from(game.board().filled_around(*cell)) * 10
                    - i32::from(cell.x).abs() * 2
                    - i32::from(cell.y).abs() * 3
            }
            _ => 0,
        };
        let action = match legal.iter().max_by_key(|a| fits(a)) {
            Some(best @ Action::Tile { .. }) => *best,
            _ => game.pick(&rules, &mut dice),
        };
        game.play(&rules, action, &mut Quiet);
    }
    let options = BoardOptions { style, coordinates: true, last: true, tile_pixels: Some(pixels) };
    Ok(art::board(catalogue, &rules, &game, &options))
}

/// All figures, tokens and cards.
fn figures(style: Style) -> String {
    let mut body = String::new();
    let mut put = |svg: String, x: f64, y: f64, w: f64, h: f64| {
        let place = format!("<svg x=\"{x}\" y=\"{y}\" width=\"{w}\" height=\"{h}\" ");
        body += &svg.replacen("<svg ", &place, 1);
    };
    for seat in 0..6 {
        let x = seat as f64 * 200.0;
        for (i, piece) in art::pieces().enumerate() {
            let figure = art::figure(piece, seat, false, style).expect("a figure");
            put(figure.clone(), x + (i % 4) as f64 * 48.0, (i / 4) as f64 * 64.0, 64.0, 64.0);
            put(figure, x + i as f64 * 22.0, 150.0, 24.0, 24.0);
        }
        let lying = art::figure("follower", seat, true, style).expect("a figure");
        put(lying, x, 176.0, 64.0, 64.0);
        put(art::emblem(seat, style), x + 70.0, 186.0, 40.0, 40.0);
        put(art::emblem(seat, style), x + 120.0, 196.0, 18.0, 18.0);
    }
    for (i, name) in art::tokens().enumerate() {
        let token = art::token(name, style).expect("a token");
        put(token.clone(), i as f64 * 64.0, 250.0, 62.0, 62.0);
        put(token, i as f64 * 64.0, 320.0, 24.0, 24.0);
    }
    put(art::keep(style), 1210.0, 60.0, 80.0, 120.0);
    frame(1300.0, 360.0, &body).replace("#2B2A33", if style.night { "#1E2436" } else { "#8FA860" })
}

/// All cards, and the logo.
fn cards(style: Style) -> String {
    let mut body = String::new();
    let mut put = |svg: String, x: f64, y: f64, w: f64, h: f64| {
        let place = format!("<svg x=\"{x}\" y=\"{y}\" width=\"{w}\" height=\"{h}\" ");
        body += &svg.replacen("<svg ", &place, 1);
    };
    for (i, name) in art::cards().enumerate() {
        let card = art::card(name, style).expect("a card");
        put(card, (i % 4) as f64 * 326.0, (i / 4) as f64 * 206.0, 320.0, 200.0);
    }
    put(art::logo(), 0.0, 412.0, 128.0, 128.0);
    put(art::logo(), 140.0, 412.0, 48.0, 48.0);
    put(art::logo(), 200.0, 412.0, 20.0, 20.0);
    frame(1304.0, 544.0, &body)
}

/// All portraits by day, by night and plain, from large to small.
fn portraits() -> String {
    let mut body = String::new();
    let (day, small) = (Style::default(), Style { detail: Detail::Small, ..Style::default() });
    let rows = [
        (day, 160.0),
        (Style { night: true, ..day }, 160.0),
        (Style { look: Look::Plain, ..day }, 160.0),
        (day, 56.0),
        (Style { night: true, ..day }, 56.0),
        (small, 32.0),
        (small, 24.0),
        (Style { night: true, ..small }, 24.0),
        (Style { look: Look::Plain, ..small }, 24.0),
    ];
    let mut y = 6.0;
    for (style, pixels) in rows {
        for (i, name) in art::portraits().enumerate() {
            let x = 6.0 + i as f64 * (pixels + 8.0);
            let place = format!("<svg x=\"{x}\" y=\"{y}\" width=\"{pixels}\" height=\"{pixels}\" ");
            let svg = art::portrait(name, style).expect("a portrait");
            // Names in a picture mean something in it alone.
            let own = svg.replace("roundel", &format!("roundel-{y}-{i}"));
            body += &own.replacen("<svg ", &place, 1);
        }
        y += pixels + 8.0;
    }
    frame(1020.0, y, &body)
}

/// Tiles side by side with figures on all their places.
fn sheet(catalogue: &Catalogue, sets: &[&str], style: Style, pixels: f64, turned: bool) -> String {
    let ids: Vec<&str> =
        catalogue.ids().filter(|id| sets.iter().any(|s| id.starts_with(s))).collect();
    let columns = (1300.0 / (pixels + 6.0)).floor() as usize;
    let mut body = String::new();
    for (i, id) in ids.iter().enumerate() {
        let (x, y) = ((i % columns) as f64 * (pixels + 6.0), (i / columns) as f64 * (pixels + 6.0));
        let rot = if turned { Rot::from_index(1 + (i % 3) as u8) } else { Rot::R0 };
        let cell = Cell::new((i % columns) as i16 * 7, (i / columns) as i16 * 5);
        let tile = catalogue.tile(id, rot, cell, style).expect("the id is known");
        let mut pen = Pen::new(style.night);
        if turned {
            let shape = catalogue.shape(id, rot).expect("the id is known");
            for (seat, place) in shape.places.iter().enumerate() {
                let at = (f64::from(place.x), f64::from(place.y));
                let scale = f64::from(place.scale) * style.detail.figure_scale();
                pen.raw(&format!(
                    "<path d=\"{}\" fill=\"{}\" opacity=\".35\"/>",
                    place.area,
                    ["#f0f", "#00f", "#0ff", "#ff0", "#f00"][seat % 5]
                ));
                draw_figure(&mut pen, "follower", seat, at, scale, place.lying);
            }
        }
        let figures = pen.into_text();
        let inner = tile.replace("</svg>", &format!("{figures}</svg>"));
        let sized = format!("<svg x=\"{x}\" y=\"{y}\" width=\"{pixels}\" height=\"{pixels}\" ");
        body += &inner.replace("<svg ", &sized);
    }
    let rows = ids.len().div_ceil(columns);
    let (w, h) = (columns as f64 * (pixels + 6.0), rows as f64 * (pixels + 6.0));
    frame(w, h, &body)
}

/// Carcassonne as it lies.
fn block(catalogue: &Catalogue, style: Style) -> String {
    let mut body = String::new();
    for i in 0..12 {
        let id = format!("count/{}", i + 1);
        let (x, y) = (i % 4, i / 4);
        let tile = catalogue.tile(&id, Rot::R0, Cell::new(x, y), style).expect("a tile");
        let place =
            format!("<svg x=\"{}\" y=\"{}\" width=\"200\" height=\"200\" ", x * 200, y * 200);
        body += &tile.replace("<svg ", &place);
    }
    frame(800.0, 600.0, &body)
}

fn frame(width: f64, height: f64, body: &str) -> String {
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
         viewBox=\"0 0 {width} {height}\"><rect width=\"{width}\" height=\"{height}\" \
         fill=\"#2B2A33\"/>{body}</svg>"
    )
}

fn write(path: &Path, svg: &str) -> Outcome {
    let options = usvg::Options::default();
    let tree = usvg::Tree::from_str(svg, &options)?;
    let size = tree.size().to_int_size();
    let mut pixels =
        tiny_skia::Pixmap::new(size.width(), size.height()).ok_or("the picture is too large")?;
    resvg::render(&tree, tiny_skia::Transform::identity(), &mut pixels.as_mut());
    pixels.save_png(path)?;
    Ok(())
}
