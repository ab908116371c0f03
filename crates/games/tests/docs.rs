//! The examples of the documentation are what they say: every fenced block marked `record` is
//! replayed, every one marked `position` is read and printed again.

use games::{Game, Record, Turn, position};

/// The fenced blocks of one kind, with the line where each begins.
fn blocks(text: &str, kind: &str) -> Vec<(usize, String)> {
    let mut found = Vec::new();
    let mut open: Option<(usize, String)> = None;
    for (number, line) in text.lines().enumerate() {
        match &mut open {
            Some(_) if line == "```" => found.extend(open.take()),
            Some((_, block)) => {
                block.push_str(line);
                block.push('\n');
            }
            None if line == format!("```{kind}") => open = Some((number + 1, String::new())),
            None => {}
        }
    }
    found
}

const RECORD: &str = include_str!("../../../docs/record.md");
const POSITION: &str = include_str!("../../../docs/position.md");

#[test]
fn records_replay() {
    let blocks = blocks(RECORD, "record");
    assert!(blocks.len() >= 8);
    for (line, block) in blocks {
        let record = Record::parse(&block).unwrap_or_else(|e| panic!("block at {line}: {e}"));
        let played = record.replay(|_| {}).unwrap_or_else(|e| panic!("block at {line}: {e}"));
        assert_ne!(played.game.turn(), Turn::Over);
        let canonical = record.canonical().unwrap();
        assert_eq!(Record::parse(&canonical.print()).unwrap(), canonical);
    }
}

#[test]
fn positions_read_and_print() {
    let blocks = blocks(POSITION, "position");
    assert!(blocks.len() >= 8);
    for (line, block) in blocks {
        let text = block.trim_end();
        let (rules, game) =
            position::parse(text).unwrap_or_else(|e| panic!("block at {line}: {e}"));
        assert_eq!(position::print(&rules, &game), text, "block at {line}");
    }
}

/// Every kind of word is shown at least once.
#[test]
fn the_examples_show_every_word() {
    let all: String = blocks(RECORD, "record").into_iter().map(|(_, b)| b).collect();
    let words = [
        "first:",
        " x",
        " r0",
        "follower@",
        "large@",
        "abbot@",
        "builder@",
        "pig@",
        "recall@",
        "follower>",
        "@castle",
        "@market",
        "count@",
        "second",
        "gate@",
        "wall:left",
        "wall:right",
        "guard",
        "tower:",
        "@shrine",
        "@monastery",
        "[%clk",
        "{a comment}",
        "; ",
        " -",
    ];
    for word in words {
        assert!(all.contains(word), "no example shows {word:?}");
    }
}

/// The tile file of the documentation can be played, and its mistakes are told as it says.
#[test]
fn tile_files_are_read() {
    use games::{AnyRules, Setup};
    let text = include_str!("../../../docs/tiles.md");
    let blocks = blocks(text, "city-tiles");
    assert_eq!(blocks.len(), 1);
    let file = &blocks[0].1;
    let build = |file: &str| AnyRules::new(&Setup::city(2).tiles("mine.toml", file));
    assert_eq!(build(file).unwrap().tiles().len(), 3);
    let mistakes = [
        ("edges = \"S.S.\"\n", ""),
        ("streets = [{ edges = [\"N\", \"S\"] }]", "street = []"),
        (
            "\"WR\", \"NL\"] },\n]\n\n[[tile]]\nid = \"mine/crossing\"",
            "\"WR\"] },\n]\n\n[[tile]]\nid = \"mine/crossing\"",
        ),
        ("\"NR\", \"EL\", \"ER\", \"SL\"]", "\"NL\", \"NR\", \"EL\", \"ER\", \"SL\"]"),
        ("streets = [{ edges = [\"N\", \"S\"] }]", "streets = [{ edges = [\"N\", \"E\"] }]"),
    ];
    for (right, wrong) in mistakes {
        assert!(file.contains(right), "{right}");
        let message = build(&file.replacen(right, wrong, 1)).unwrap_err().to_string();
        assert!(text.contains(&format!("`{message}`")), "{message}");
    }
    let short = build(&file.replace("total = 24", "total = 25")).unwrap_err().to_string();
    assert_eq!(short, "mine.toml: says total = 25, but the counts add up to 24");
    for id in ["x", "guard", "12.a/b", "-/x"] {
        let wrong = file.replace("mine/corner", id);
        assert!(build(&wrong).is_err(), "{id}");
    }
}
