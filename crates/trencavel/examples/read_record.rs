//! Reads the record of a game and tells it in sentences: `cargo run --example read_record [FILE]`.

use std::error::Error;

use trencavel::Record;
use trencavel::games::tell;

const GAME: &str = r#"[Trencavel "1"]
[Family "country"]
[Seats "2"]
[Seat1 "Alice"]
[Seat2 "Bob"]

1. base/E 0,-1 r2 follower@city:S
2. base/U 1,0 r0 follower@road:EW
"#;

fn main() -> Result<(), Box<dyn Error>> {
    let text = match std::env::args().nth(1) {
        Some(path) => std::fs::read_to_string(path)?,
        None => GAME.to_owned(),
    };
    let record = Record::parse(&text)?;
    let names = record.names();
    let played = record.replay(|step| {
        println!("{}", step.text);
        for event in step.events {
            println!("    {}", tell::sentence(step.rules, step.game, &names, event));
        }
    })?;
    println!("{}", trencavel::games::position::print(&played.rules, &played.game));
    Ok(())
}
