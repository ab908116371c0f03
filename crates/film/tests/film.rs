//! Films as programs see them: read again with a decoder.
#![allow(clippy::unwrap_used)] // a test may fail

use film::{Fault, Film, Options};
use games::Record;
use gif::{DecodeOptions, Repeat};

fn golden(name: &str) -> Record {
    let root = env!("CARGO_MANIFEST_DIR");
    let path = format!("{root}/../games/tests/golden/{name}.record");
    Record::parse(&std::fs::read_to_string(path).unwrap()).unwrap()
}

/// Size, delays and how many pixels each frame has.
struct Seen {
    size: (u16, u16),
    delays: Vec<u16>,
    areas: Vec<usize>,
    bytes: usize,
}

fn seen(film: &Film) -> Seen {
    let mut bytes = Vec::new();
    let mut told = Vec::new();
    film.gif(&mut bytes, |number| told.push(number)).unwrap();
    assert!(told.iter().copied().eq(1..=film.len()), "every picture is told of, in order");
    let mut decoder = DecodeOptions::new().read_info(bytes.as_slice()).unwrap();
    let size = (decoder.width(), decoder.height());
    let (mut delays, mut areas) = (Vec::new(), Vec::new());
    while let Some(frame) = decoder.read_next_frame().unwrap() {
        delays.push(frame.delay);
        areas.push(usize::from(frame.width) * usize::from(frame.height));
    }
    assert_eq!(decoder.repeat(), Repeat::Infinite);
    Seen { size, delays, areas, bytes: bytes.len() }
}

#[test]
fn a_whole_game_is_small_and_ends_with_a_pause() {
    let options = Options { pace: 600, pause: 3000, ..Options::default() };
    let film = Film::new(&golden("base-2"), options).unwrap();
    let seen = seen(&film);
    assert_eq!(seen.size.0.max(seen.size.1), 800);
    assert!(seen.bytes < 1_500_000, "{} bytes", seen.bytes);
    assert!(seen.delays.len() == film.len() && film.len() > 72);
    assert_eq!(seen.delays.last(), Some(&300));
    // A move is a tile, and perhaps a figure: its time is shared.
    assert!(seen.delays[..film.len() - 1].iter().all(|delay| [60, 30, 20].contains(delay)));
    let whole = usize::from(seen.size.0) * usize::from(seen.size.1);
    assert_eq!(seen.areas[0], whole);
    let small = seen.areas.iter().filter(|area| **area < whole / 2).count();
    assert!(small * 3 > seen.areas.len(), "most frames hold what has changed");
}

#[test]
fn a_part_of_a_game_begins_and_ends_where_it_is_told() {
    let record = golden("city-2");
    let words = record.words().len();
    let part = Options { size: 300, from: 30, to: Some(60), ..Options::default() };
    let film = Film::new(&record, part).unwrap();
    assert!((10..=31).contains(&film.len()), "{}", film.len());
    assert_eq!(seen(&film).delays.len(), film.len());
    let past = Options { to: Some(words + 1), ..part };
    let fault = Film::new(&record, past).err();
    assert_eq!(fault, Some(Fault::Short { words, asked: words + 1 }));
    let still = Options { from: 30, to: Some(30), ..part };
    assert_eq!(Film::new(&record, still).err(), Some(Fault::Still));
}

/// The same record gives the same bytes.
#[test]
fn films_do_not_vary() {
    let film = |_| {
        let options = Options { size: 240, to: Some(20), ..Options::default() };
        let film = Film::new(&golden("everything-6"), options).unwrap();
        let mut bytes = Vec::new();
        film.gif(&mut bytes, |_| {}).unwrap();
        bytes
    };
    assert_eq!(film(1), film(2));
}
