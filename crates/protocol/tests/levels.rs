//! Who plays a computer's seat, as a word.

use protocol::{Level, LevelError, LevelNumber};

#[test]
fn levels_are_words() {
    for word in ["random", "greedy", "level-1", "level-5", "engine:sleepy-fox2"] {
        let level: Level = word.parse().unwrap();
        assert_eq!(level.to_string(), word);
        let json = format!("\"{word}\"");
        assert_eq!(serde_json::to_string(&level).unwrap(), json);
        assert_eq!(serde_json::from_str::<Level>(&json).unwrap(), level);
    }
}

#[test]
fn what_is_no_level_is_told_with_what_was_expected() {
    let long = format!("engine:{}", "x".repeat(25));
    for word in ["level-0", "level-6", "level-", "level-10", "engine:", "engine:2x", &long] {
        assert_eq!(word.parse::<Level>(), Err(LevelError), "{word}");
    }
    let error = serde_json::from_str::<Level>("\"godlike\"").unwrap_err().to_string();
    assert!(error.starts_with("level \"godlike\": expected a level from level-1"), "{error}");
}

#[test]
fn the_five_have_names_and_older_players_none() {
    let names: Vec<&str> = LevelNumber::ALL.iter().map(|number| number.name()).collect();
    assert_eq!(names, ["Perrin", "Azalaïs", "Bertran", "Esclarmonde", "Raimon"]);
    assert_eq!(Level::Greedy.name(), None);
    assert_eq!(Level::MIDDLE.name(), Some("Bertran"));
}

/// Pages and programs are told the same of the five.
#[test]
fn characters_are_those_of_the_pages() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../web/messages/en/common.json");
    let text = std::fs::read_to_string(path).unwrap();
    let messages: serde_json::Value = serde_json::from_str(&text).unwrap();
    for number in LevelNumber::ALL {
        let key = format!("level.level-{}", number.get());
        assert_eq!(messages[&key], number.name());
        assert_eq!(messages[format!("{key}.about")], number.about());
    }
}
