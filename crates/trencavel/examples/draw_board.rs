//! Draws a board as SVG: `cargo run --example draw_board --features art > board.svg`.

use std::error::Error;

use trencavel::art::{BoardOptions, Catalogue, board};
use trencavel::{Game, Recorder, Setup};

fn main() -> Result<(), Box<dyn Error>> {
    let mut recorder = Recorder::new(&Setup::country(2), &["Alice", "Bob"])?;
    for word in ["base/E", "0,-1 r2", "follower@city:S", "base/U", "1,0 r0", "follower@road:EW"] {
        recorder.submit_word(recorder.game().turn(), word)?;
    }
    let (rules, game) = (recorder.rules(), recorder.game());
    println!("{}", board(&Catalogue::new(), rules, game, &BoardOptions::default()));
    Ok(())
}
