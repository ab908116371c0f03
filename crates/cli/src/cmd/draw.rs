//! `trencavel draw`.

use std::io::Write;

use anyhow::Result;

use crate::args::DrawArgs;
use crate::draw::{self, View};
use crate::fail;
use crate::load::{self, Loaded};

/// Draws a board into a file.
///
/// # Errors
/// If the file is wrong, or the picture cannot be written.
pub fn run(args: &DrawArgs) -> Result<()> {
    let to_stdout = args.output.as_os_str() == "-";
    let ending = args.output.extension().map(|e| e.to_string_lossy().to_lowercase());
    if !to_stdout && !matches!(ending.as_deref(), Some("svg" | "png")) {
        let what = format!("{} ends in neither .svg nor .png", args.output.display());
        return Err(fail::input(what, "Name the picture, as -o board.svg or -o board.png."));
    }
    let open = &args.open;
    let mut loaded = load::file(&args.file, open.tiles.as_deref(), &open.expansions)?;
    if let (Loaded::Record(record), Some(words)) = (&mut loaded, args.words) {
        if words > record.words().len() {
            let what = format!("the record has {} words, not {words}", record.words().len());
            return Err(fail::input(what, "Leave --move out to draw the end."));
        }
        record.truncate(words);
    } else if args.words.is_some_and(|words| words > 0) {
        let what = "--move counts the words of a record; this is a position, which has none";
        return Err(fail::input(what, "Leave --move out to draw the position."));
    }
    let (rules, game, names) = loaded.end()?;
    let look = args.look.into();
    let (size, night) = (args.size, args.night);
    let svg = draw::svg(&View { rules: &rules, game: &game, names: &names, size, look, night });
    if to_stdout {
        std::io::stdout().lock().write_all(svg.as_bytes())?;
        return Ok(());
    }
    let bytes = if ending.as_deref() == Some("png") { draw::png(&svg)? } else { svg.into_bytes() };
    std::fs::write(&args.output, bytes).map_err(|e| fail::unwritable(&args.output, &e))
}
