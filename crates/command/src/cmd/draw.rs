//! `trencavel draw`.

use std::io::Write;
use std::path::PathBuf;

use anyhow::Result;
use clap::{Args, ValueEnum};

use crate::args::OpenArgs;
use crate::draw::{self, TablePicture};
use crate::fail;
use crate::load::{self, Loaded};

/// `draw`.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  trencavel draw game.tcr -o board.png
  trencavel draw game.tcr --move 40 -o early.svg --size 2000
  trencavel draw game.tcr --look plain --night -o dark.png
  trencavel draw position.txt -o - > board.svg
  trencavel draw game.tcr --animate -o game.gif
  trencavel draw game.tcr --animate --from 40 --to 80 --pace 1200 --size 1200 -o middle.gif")]
pub struct DrawArgs {
    /// A record, or a file with a position line; - for standard input
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
    /// Draw the board after this many words of the record, 0 for its start
    #[arg(long = "move", value_name = "N")]
    pub words: Option<usize>,
    /// Where to write: a name ending in .svg or .png, or - for SVG on standard output; with
    /// --animate, a name ending in .gif
    #[arg(short, long, value_name = "PICTURE")]
    pub output: PathBuf,
    /// The longer side of the picture, in pixels: up to 12000, 1200 if left out; with --animate up
    /// to 2000, 800 if left out
    #[arg(long, value_name = "PX", value_parser = clap::value_parser!(u32).range(200..=12000))]
    pub size: Option<u32>,
    /// The manner of drawing: the illustrated map, or flat and high in contrast
    #[arg(long, value_name = "LOOK", default_value = "map")]
    pub look: LookArg,
    /// Draw the dark table
    #[arg(long)]
    pub night: bool,
    /// The whole game of a record, move by move, as an animated GIF
    #[arg(long, conflicts_with = "words")]
    pub animate: bool,
    /// What the file may leave open.
    #[command(flatten)]
    pub open: OpenArgs,
    /// How the animation goes.
    #[command(flatten)]
    pub course: CourseArgs,
}

/// How an animation goes.
#[derive(Args, Clone, Copy, Debug)]
#[command(next_help_heading = "Animation")]
pub struct CourseArgs {
    /// How long a move is shown, in milliseconds
    #[arg(long, value_name = "MS", default_value_t = 700, requires = "animate",
          value_parser = clap::value_parser!(u32).range(40..=60000))]
    pub pace: u32,
    /// How long the end is shown, in milliseconds
    #[arg(long, value_name = "MS", default_value_t = 4000, requires = "animate",
          value_parser = clap::value_parser!(u32).range(0..=60000))]
    pub pause: u32,
    /// Begin after this many words of the record
    #[arg(long, value_name = "N", default_value_t = 0, requires = "animate")]
    pub from: usize,
    /// End after this many words of the record
    #[arg(long, value_name = "N", requires = "animate")]
    pub to: Option<usize>,
}

/// A manner of drawing, as it is typed.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum LookArg {
    /// The illustrated map
    Map,
    /// Flat and high in contrast
    Plain,
}

impl From<LookArg> for art::Look {
    fn from(look: LookArg) -> art::Look {
        match look {
            LookArg::Map => art::Look::Map,
            LookArg::Plain => art::Look::Plain,
        }
    }
}

/// The size of a picture and of an animation, in pixels, and the most of an animation.
const SIZE: u32 = 1200;
const FILM_SIZE: u32 = 800;
const FILM_SIZE_MAX: u32 = 2000;

/// Draws a board into a file.
///
/// # Errors
/// If the file is wrong, or the picture cannot be written.
pub fn run(args: &DrawArgs) -> Result<()> {
    if args.animate {
        return animate(args);
    }
    let to_stdout = args.output.as_os_str() == "-";
    let ending = args.output.extension().map(|e| e.to_string_lossy().to_lowercase());
    if !to_stdout && !matches!(ending.as_deref(), Some("svg" | "png")) {
        let what = format!("{} ends in neither .svg nor .png", args.output.display());
        if ending.as_deref() == Some("gif") {
            return Err(fail::input(what, "A .gif is an animation: add --animate."));
        }
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
    let (size, night) = (args.size.unwrap_or(SIZE), args.night);
    let svg =
        draw::svg(&TablePicture { rules: &rules, game: &game, names: &names, size, look, night });
    if to_stdout {
        std::io::stdout().lock().write_all(svg.as_bytes())?;
        return Ok(());
    }
    let bytes = if ending.as_deref() == Some("png") { film::png(&svg)? } else { svg.into_bytes() };
    std::fs::write(&args.output, bytes).map_err(|e| fail::unwritable(&args.output, &e))
}

/// Draws a whole game into a file.
fn animate(args: &DrawArgs) -> Result<()> {
    let ending = args.output.extension().map(|e| e.to_string_lossy().to_lowercase());
    if ending.as_deref() != Some("gif") {
        let what = format!("{} does not end in .gif", args.output.display());
        return Err(fail::input(what, "Name the animation, as -o game.gif."));
    }
    let size = args.size.unwrap_or(FILM_SIZE);
    if size > FILM_SIZE_MAX {
        let what = format!("an animation may have {FILM_SIZE_MAX} pixels at most, not {size}");
        return Err(fail::input(what, "Give a smaller --size."));
    }
    let open = &args.open;
    let loaded = load::file(&args.file, open.tiles.as_deref(), &open.expansions)?;
    let Loaded::Record(record) = loaded else {
        let what = "this is a position: nothing has moved yet";
        return Err(fail::input(what, "Give a record; without --animate a position is drawn."));
    };
    let (look, night) = (args.look.into(), args.night);
    let CourseArgs { pace, pause, from, to } = args.course;
    if to.is_some_and(|to| to <= from) {
        let what = format!("--to {} comes before --from {from}", to.unwrap_or(0));
        return Err(fail::input(what, "The film goes from a word to a later one."));
    }
    let options = film::Options { size, look, night, pace, pause, from, to };
    let film = film::Film::new(&record, options).map_err(no_film)?;
    // Written beside its place and then put there: a film that fails half-way leaves nothing.
    let part = args.output.with_extension("gif.part");
    let unwritable = |e: std::io::Error| fail::unwritable(&args.output, &e);
    let file = std::fs::File::create(&part).map_err(unwritable)?;
    let bar = super::progress(film.len() as u64, "frames");
    let written = film.gif(std::io::BufWriter::new(file), |done| bar.set_position(done as u64));
    bar.finish_and_clear();
    let done = written.and_then(|()| std::fs::rename(&part, &args.output));
    done.map_err(|error| {
        // The error tells; what is left of the file is of no use.
        let _ = std::fs::remove_file(&part);
        unwritable(error)
    })
}

fn no_film(fault: film::Fault) -> anyhow::Error {
    match fault {
        film::Fault::Record(error) => load::record_error(error),
        film::Fault::Short { .. } => {
            fail::input(fault, "--from and --to count the words of the record.")
        }
        film::Fault::Still => fail::input(fault, "Give a record with a few moves."),
    }
}
