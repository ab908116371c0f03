//! Ten towns that computer players built, as pictures at three sizes.
//!
//! ```text
//! cargo run --release -p trencavel-art --example towns -- DIR [NUMBER [PIXELS]]
//! ```
//!
//! With a number only that town is drawn; with pixels only in that size of a tile.

use std::error::Error;
use std::path::Path;

use ai::{Wyrand, Yardstick};
use art::{Detail, Style};
use city::{City, CitySetup, Rules};
use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree};
use table::{Game, Quiet, Turn};

/// Pixels of a tile in the three sizes.
const SIZES: [u16; 3] = [44, 90, 180];

fn main() -> Result<(), Box<dyn Error>> {
    let dir = std::env::args().nth(1).ok_or("name a folder for the pictures")?;
    let only: Option<u64> = std::env::args().nth(2).map(|n| n.parse()).transpose()?;
    let size: Option<u16> = std::env::args().nth(3).map(|n| n.parse()).transpose()?;
    let sizes = size.map_or(SIZES.to_vec(), |size| vec![size]);
    std::fs::create_dir_all(&dir)?;
    for number in (0..10_u64).filter(|n| only.is_none_or(|o| o == *n)) {
        let seats = 2 + (number % 3) as u8;
        let rules = Rules::new(&CitySetup { seats, ..CitySetup::default() })?;
        let game = play(&rules, number);
        for pixels in sizes.iter().copied() {
            let style = Style {
                night: number % 5 == 4,
                detail: Detail::for_pixels(f64::from(pixels)),
                ..Style::default()
            };
            let view = art::city::TownPicture { style, land: true, last: false };
            let town = art::city::board(&rules, &game, view);
            let name = format!("town-{number}-{seats}-seats-{pixels}.png");
            save(&town.svg, f32::from(pixels) / 200.0, &Path::new(&dir).join(name))?;
        }
    }
    Ok(())
}

/// A whole game between computer players.
fn play(rules: &Rules, seed: u64) -> City {
    let mut dice = Wyrand::new(seed);
    let mut game = City::start(rules);
    while game.turn() != Turn::Over {
        let action = ai::choose(Yardstick::Greedy, rules, &game, &mut dice);
        game.play(rules, action, &mut Quiet);
    }
    game
}

fn save(svg: &str, scale: f32, path: &Path) -> Result<(), Box<dyn Error>> {
    let tree = Tree::from_str(svg, &Options::default())?;
    let size = tree.size();
    let (width, height) = (size.width() * scale, size.height() * scale);
    let mut pixels = Pixmap::new(width as u32, height as u32).ok_or("an empty picture")?;
    resvg::render(&tree, Transform::from_scale(scale, scale), &mut pixels.as_mut());
    pixels.save_png(path)?;
    Ok(())
}
