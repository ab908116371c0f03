//! Replays as text and as JSON.

use crate::common::{data, golden, printed, scratch, trencavel};
use serde_json::Value;

#[test]
fn golden_replay() {
    golden("short.txt", &printed(&trencavel(&["replay", &data("short.tcr")])));
    golden("short.json", &printed(&trencavel(&["replay", "--json", &data("short.tcr")])));
}

#[test]
fn json_has_all_that_a_program_wants() {
    let text = printed(&trencavel(&["replay", "--json", &data("short.tcr")]));
    let json: Value = serde_json::from_str(&text).unwrap();
    assert_eq!(json["setup"]["family"], "country");
    assert_eq!(json["setup"]["expansions"], serde_json::json!(["inns", "traders"]));
    assert_eq!(json["seats"][1]["name"], "Bob");
    assert_eq!(json["moves"][2]["by"], 0);
    assert_eq!(json["moves"][2]["action"]["piece"], "large");
    assert_eq!(json["moves"][2]["clock"], 872);
    let scored = &json["moves"][8]["events"];
    let scored = scored.as_array().unwrap().iter().find(|e| e["e"] == "scored").unwrap();
    assert_eq!(scored["points"], serde_json::json!([4, 0]));
    assert_eq!(scored["parts"][0]["why"], "tiles");
    assert_eq!(json["scores"], serde_json::json!([4, 0]));
    assert_eq!(json["turn"], 1);
    assert_eq!(json["over"], false);
    assert_eq!(json["odds"], Value::Null);
    let legal = json["legal"].as_array().unwrap();
    assert!(legal.iter().any(|a| a["word"] == "-" && a["action"]["type"] == "pass"));
}

/// A position line is a file like a record, and means the same game.
#[test]
fn a_position_replays_to_itself() {
    let of = |file: &str| -> Value {
        serde_json::from_str(&printed(&trencavel(&["replay", "--json", file]))).unwrap()
    };
    let record = of(&data("short.tcr"));
    let path = scratch("position").join("position.txt");
    std::fs::write(&path, record["position"].as_str().unwrap()).unwrap();
    let position = of(&path.to_string_lossy());
    for key in ["setup", "scores", "forecast", "turn", "legal", "position"] {
        assert_eq!(record[key], position[key], "{key}");
    }
}

#[test]
fn several_files_give_one_object_a_line() {
    let file = data("short.tcr");
    let text = printed(&trencavel(&["replay", "--json", &file, &file]));
    let lines: Vec<Value> = text.lines().map(|l| serde_json::from_str(l).unwrap()).collect();
    assert_eq!(lines.len(), 2);
    assert_eq!(lines[0], lines[1]);
}

#[test]
fn odds_are_given_where_chance_decides() {
    let path = scratch("odds").join("start.tcr");
    std::fs::write(&path, "[Trencavel \"1\"]\n[Family \"country\"]\n[Seats \"2\"]\n").unwrap();
    let text = printed(&trencavel(&["replay", "--json", &path.to_string_lossy()]));
    let json: Value = serde_json::from_str(&text).unwrap();
    let odds = json["odds"].as_array().unwrap();
    let cases: u64 = odds.iter().map(|o| o["cases"].as_u64().unwrap()).sum();
    assert_eq!((json["turn"].as_str(), cases), (Some("chance"), 71));
    assert!(odds.iter().all(|o| o["of"] == 71));
    assert_eq!(json["legal"], serde_json::json!([]));
}
