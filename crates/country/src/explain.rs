//! What choices of the country mean, in plain English.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use table::{Action, Explain, Show, Spot, Text};

use crate::exp;
use crate::rules::Rules;
use crate::state::Country;
use crate::tile::Kind;

impl Explain for Country {
    /// A figure on a tile, then what the expansions in play add.
    fn word_examples(rules: &Rules) -> Vec<String> {
        let mut words = Vec::from(["follower@city:S".to_string()]);
        for info in exp::in_play(rules) {
            words.extend(info.takes.map(|takes| format!("{takes}@3,-2")));
            let nobodys = info.pieces.iter().find(|piece| piece.nobodys);
            let place = info.places.first();
            words.extend(nobodys.zip(place).map(|(piece, at)| format!("{}@{}", piece.name, at.1)));
            words.extend(info.choices.iter().map(|(_, word)| (*word).to_string()));
        }
        words.push("-".to_string());
        words
    }

    fn question(&self, rules: &Rules, actions: &[Action]) -> String {
        let nobodys = |piece| Self::pieces(rules).iter().any(|p| p.piece == piece && p.nobodys);
        let question = |action: &Action| match *action {
            Action::Choose(_) => Some(format!("Do you say “{}”?", self.word(rules, *action))),
            Action::Move { piece, .. } if nobodys(piece) => {
                Some(format!("Where does {} go?", Self::piece_phrase(piece)))
            }
            Action::Move { .. } => Some("Does a figure move out?".to_string()),
            Action::Put { at: Spot::Place(_), .. } => {
                Some("Does a figure go to one of the places?".to_string())
            }
            _ => None,
        };
        let asked = actions.iter().find_map(question);
        asked.unwrap_or_else(|| "Does a figure go on the tile?".to_string())
    }

    fn meaning(&self, _: &Rules, action: Action) -> Option<String> {
        match action {
            Action::Pass => Some("nothing, and keep what you have".to_string()),
            Action::Put { at, .. } => described(self, at),
            Action::Take { .. } => Some("it comes home".to_string()),
            Action::Move { to, .. } => described(self, to),
            _ => None,
        }
    }
}

/// The feature at a spot: `a road of 2 tiles so far, 1 open end`.
fn described(game: &Country, spot: Spot) -> Option<String> {
    let Spot::Segment { cell, segment } = spot else { return None };
    let (_, feature) = game.feature_at(cell, segment)?;
    let (tiles, open) = (feature.tiles(), feature.open());
    Some(match feature.kind() {
        Kind::Field => "a farmer, who stays to the end".to_string(),
        // BASE-33
        kind if kind.is_centre() => format!("a {} scores its own and 8 cells around", kind.name()),
        kind if open == 0 => format!("a complete {} of {tiles} tiles", kind.name()),
        kind => {
            let end = if open == 1 { "end" } else { "ends" };
            let tile = if tiles == 1 { "tile" } else { "tiles" };
            format!("a {} of {tiles} {tile} so far, {open} open {end}", kind.name())
        }
    })
}
