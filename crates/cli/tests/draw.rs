//! Pictures: valid, complete, of the right size.

use crate::common::{complaint, data, printed, scratch, trencavel};
use serde_json::Value;

/// A recorded random game and its JSON after some words.
fn recorded(name: &str, setup: &[&str]) -> (std::path::PathBuf, String) {
    let dir = scratch(name);
    let place = dir.to_string_lossy().into_owned();
    let arguments =
        [&["random", "--games", "1", "--seed", "5", "--record", &place], setup].concat();
    printed(&trencavel(&arguments));
    let file = dir.join("game-1.tcr").to_string_lossy().into_owned();
    (dir, file)
}

fn count(svg: &str, class: &str) -> usize {
    let tree = roxmltree::Document::parse(svg).expect("valid SVG");
    tree.descendants().filter(|n| n.attribute("class") == Some(class)).count()
}

/// How many figures stand on the board after the events of a record.
fn figures(events: &[Value]) -> usize {
    let mut on_board = 0;
    for event in events {
        let other = matches!(event["piece"].as_str(), Some("wall" | "gate" | "tower" | "count"));
        match event["e"].as_str() {
            Some("put") if !other => on_board += 1, // on a tile, a wall or in Carcassonne
            Some("home" | "lost") => on_board -= 1,
            _ => {}
        }
    }
    on_board
}

#[test]
fn every_tile_and_figure_is_drawn() {
    let all = ["--expansions", "all", "--players", "4"];
    for (name, setup) in
        [("draw-base", &[][..]), ("draw-all", &all), ("draw-city", &["--family", "city"])]
    {
        let (dir, file) = recorded(name, setup);
        let json: Value =
            serde_json::from_str(&printed(&trencavel(&["replay", "--json", &file]))).unwrap();
        let moves = json["moves"].as_array().unwrap();
        let words = moves.len() * 2 / 3;
        let picture = dir.join("board.svg").to_string_lossy().into_owned();
        printed(&trencavel(&["draw", &file, "--move", &words.to_string(), "-o", &picture]));
        let svg = std::fs::read_to_string(&picture).unwrap();
        let events: Vec<Value> =
            moves[..words].iter().flat_map(|m| m["events"].as_array().unwrap().clone()).collect();
        let laid = events.iter().filter(|e| e["e"] == "laid").count();
        let at_start = match name {
            "draw-base" => 1,
            "draw-all" => 13, // Carcassonne and the spring
            _ => 0,
        };
        assert_eq!(count(&svg, "tile"), laid + at_start, "{name}");
        assert_eq!(count(&svg, "figure"), figures(&events), "{name}");
        assert_eq!(count(&svg, "last"), 1);
        let plain = printed(&trencavel(&["draw", &file, "--look", "plain", "--night", "-o", "-"]));
        assert_eq!(count(&plain, "tile"), json_tiles(&json) + at_start, "{name}");
    }
}

/// How many tiles were laid in a whole record.
fn json_tiles(json: &Value) -> usize {
    let moves = json["moves"].as_array().unwrap();
    let events = moves.iter().flat_map(|m| m["events"].as_array().unwrap());
    events.filter(|e| e["e"] == "laid").count()
}

#[test]
fn png_has_the_size_that_was_asked_for() {
    let (dir, file) = recorded("draw-png", &["--expansions", "all", "--players", "6"]);
    let picture = dir.join("board.png").to_string_lossy().into_owned();
    for size in [240, 700, 1500] {
        printed(&trencavel(&["draw", &file, "-o", &picture, "--size", &size.to_string()]));
        let bytes = std::fs::read(&picture).unwrap();
        assert_eq!(&bytes[..8], b"\x89PNG\r\n\x1a\n");
        let number = |at: usize| u32::from_be_bytes(bytes[at..at + 4].try_into().unwrap());
        assert_eq!(number(16).max(number(20)), size);
    }
}

#[test]
fn svg_goes_to_standard_output() {
    let svg = printed(&trencavel(&["draw", &data("short.tcr"), "-o", "-"]));
    assert_eq!(count(&svg, "tile"), 5);
    let output = trencavel(&["draw", &data("short.tcr"), "-o", "board.gif"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(complaint(&output).contains("add --animate"));
}

/// Names are text, whatever is in them.
#[test]
fn names_cannot_break_the_picture() {
    let path = scratch("draw-names").join("names.tcr");
    let text = "[Trencavel \"1\"]\n[Family \"country\"]\n[Seats \"2\"]\n[Seat1 \"<b>&'Zoë\"]\n";
    std::fs::write(&path, text).unwrap();
    let svg = printed(&trencavel(&["draw", &path.to_string_lossy(), "-o", "-"]));
    let tree = roxmltree::Document::parse(&svg).expect("valid SVG");
    assert!(tree.descendants().any(|n| n.text() == Some("<b>&'Zoë")));
}

/// CITY-58: at the end the wall goes all the way round; the pieces that only count as built are
/// told apart.
#[test]
fn a_finished_town_is_closed() {
    let (dir, file) = recorded("draw-closed", &["--family", "city"]);
    let json: Value =
        serde_json::from_str(&printed(&trencavel(&["replay", "--json", &file]))).unwrap();
    let moves = json["moves"].as_array().unwrap();
    let events = moves.iter().flat_map(|m| m["events"].as_array().unwrap());
    let built = events.filter(|e| e["e"] == "put" && e["piece"] == "wall").count();
    let told = moves.last().unwrap()["events"].as_array().unwrap();
    let ring = told.iter().filter_map(|e| e["count"].as_u64()).max().unwrap();
    let picture = dir.join("board.svg").to_string_lossy().into_owned();
    printed(&trencavel(&["draw", &file, "-o", &picture]));
    let svg = std::fs::read_to_string(&picture).unwrap();
    assert_eq!((count(&svg, "wall"), count(&svg, "ghost")), (built, ring as usize));
}

#[test]
fn a_game_is_animated_and_mistakes_leave_nothing_behind() {
    let (dir, file) = recorded("draw-film", &["--family", "city"]);
    let film = dir.join("game.gif");
    let film = film.to_str().unwrap();
    let part = ["--size", "300", "--to", "40", "--pace", "200", "--night"];
    printed(&trencavel(&[&["draw", &file, "--animate", "-o", film], &part[..]].concat()));
    let bytes = std::fs::read(film).unwrap();
    assert_eq!(&bytes[..6], b"GIF89a");
    let side = |at: usize| u16::from_le_bytes(bytes[at..at + 2].try_into().unwrap());
    assert_eq!(side(6).max(side(8)), 300);
    std::fs::remove_file(film).unwrap();
    let wrong: [(&[&str], &str); 6] = [
        (&["-o", "board.png"], "does not end in .gif"),
        (&["-o", film, "--size", "4000"], "2000 pixels at most, not 4000"),
        (&["-o", film, "--to", "99999"], "words, not 99999"),
        (&["-o", film, "--from", "9", "--to", "3"], "--to 3 comes before --from 9"),
        (&["-o", film, "--from", "9", "--move", "3"], "cannot be used with"),
        (&["-o", "/nowhere/at/all/game.gif"], "cannot be written"),
    ];
    for (arguments, said) in wrong {
        let output = trencavel(&[&["draw", &file, "--animate"], arguments].concat());
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(complaint(&output).contains(said), "{arguments:?}: {}", complaint(&output));
    }
    let left = std::fs::read_dir(&dir).unwrap().count();
    assert_eq!(left, 1, "only the record is there");
}
