//! Events as English sentences, for the command line and for logs: a score explains itself.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use table::{Event, Item, Piece, Score, Seat, Spot};

use crate::any::{AnyGame, AnyRules};
use crate::setup::Family;

/// An event in a sentence without a full stop. `game` is the game after it; a seat without a name
/// is called `Seat 1` and so on.
pub fn sentence(
    rules: &AnyRules,
    game: &AnyGame,
    names: &[impl AsRef<str>],
    event: &Event,
) -> String {
    let names: Vec<&str> = names.iter().map(AsRef::as_ref).collect();
    Teller { rules, game, names: &names }.sentence(event)
}

struct Teller<'a> {
    rules: &'a AnyRules,
    game: &'a AnyGame,
    names: &'a [&'a str],
}

impl Teller<'_> {
    fn name(&self, seat: Seat) -> String {
        match self.names.get(seat.index()) {
            Some(name) if !name.is_empty() => name.to_string(),
            _ => format!("Seat {}", seat.0 + 1),
        }
    }

    fn spot(&self, spot: Spot) -> String {
        match spot {
            Spot::Place(_) => format!("the {}", self.game.spot(self.rules, spot)),
            _ => self.game.spot(self.rules, spot),
        }
    }

    fn sentence(&self, event: &Event) -> String {
        let id = |kind| self.rules.tile_id(kind);
        match *event {
            Event::TurnOf { seat, part: 1 } => format!("It is the turn of {}", self.name(seat)),
            Event::TurnOf { seat, part } => {
                format!("{} goes on with part {part} of the turn", self.name(seat))
            }
            Event::Drawn(kind) => format!("{} is drawn", id(kind)),
            Event::Discarded(kind) => format!("{} fits nowhere and leaves the game", id(kind)),
            Event::SetAside(kind) => format!("{} fits nowhere now and is put aside", id(kind)),
            Event::Laid { kind, cell, rot } => {
                format!("{} is laid at {},{} r{}", id(kind), cell.x, cell.y, rot as u8)
            }
            Event::Put { seat, piece, at } => self.put(seat, piece, at),
            Event::Moved { seat, piece, from, to } => {
                let (piece, from, to) = (self.piece(piece), self.spot(from), self.spot(to));
                format!("{} moves {piece} from {from} to {to}", self.name(seat))
            }
            Event::Scored(score) => self.scored(&score),
            Event::Home { seat, piece, from } => {
                let piece = self.rules.piece(piece);
                format!("{}'s {piece} goes home from {}", self.name(seat), self.spot(from))
            }
            Event::Lost { seat, at } => {
                format!("{}'s follower leaves {} without points", self.name(seat), self.spot(at))
            }
            Event::Gained { seat, token, count } => {
                format!("{} takes {count} {}", self.name(seat), self.rules.token(token))
            }
            Event::Told { what, seat, count } => self.told(what, seat, count),
            Event::Over => self.over(),
        }
    }

    fn piece(&self, piece: Piece) -> String {
        let name = self.rules.piece(piece);
        match name {
            "count" => "the Count".to_string(),
            _ if name.starts_with('a') => format!("an {name}"),
            "large" => "a large follower".to_string(),
            _ => format!("a {name}"),
        }
    }

    fn put(&self, seat: Seat, piece: Piece, at: Spot) -> String {
        let (name, spot) = (self.name(seat), self.spot(at));
        let place = self.rules.piece(piece);
        match (at, place) {
            (Spot::Edge { .. }, "follower") => {
                format!("{name} posts a guard on the wall at {spot}")
            }
            (Spot::Edge { .. }, "gate") => format!("{name} sets the gate at {spot}"),
            (Spot::Edge { .. }, "wall") => format!("{name} builds a wall at {spot}"),
            (Spot::Edge { .. }, "tower") => format!("{name} sets a tower at {spot}"),
            (Spot::Place(_), _) => format!("{name} puts {} into {spot}", self.piece(piece)),
            _ => format!("{name} puts {} on {spot}", self.piece(piece)),
        }
    }

    fn told(&self, what: u8, seat: Seat, count: u8) -> String {
        let text = self.rules.told(what);
        let mut text = match self.rules.family() {
            Family::City if what == city::names::TOLD_PHASE => {
                format!("{text}: {count} pieces, {} first", self.name(seat))
            }
            Family::City if what == city::names::TOLD_RING => format!("{text}: {count} edges"),
            _ => text.to_string(),
        };
        if let Some(first) = text.get_mut(..1) {
            first.make_ascii_uppercase();
        }
        text
    }

    fn over(&self) -> String {
        use table::Game;
        let scores = self.game.scores();
        let seats = (0..self.rules.seats()).map(Seat);
        let list: Vec<String> =
            seats.map(|s| format!("{} {}", self.name(s), scores[s.index()])).collect();
        format!("The game is over: {}", list.join(", "))
    }

    fn scored(&self, score: &Score) -> String {
        let what = self.scored_what(score);
        if let Spot::Place(_) = score.at {
            return format!("{} for {what}{}", self.winners(score), self.majority(score));
        }
        let value = score.value();
        let sum = self.sum(&score.items, value);
        let bonus = self.bonus(score, value);
        format!("{} for {what}: {sum}{bonus}{}", self.winners(score), self.majority(score))
    }

    /// `Alice scores 8`, `Alice and Bob score 8 each`, `Alice scores 12, Bob 9`.
    fn winners(&self, score: &Score) -> String {
        let winners: Vec<Seat> = score.winners.iter().collect();
        let points = |seat: Seat| score.points[seat.index()];
        match winners[..] {
            [] => "Nobody scores".to_string(),
            [one] => format!("{} scores {}", self.name(one), points(one)),
            [first, ..] if winners.iter().all(|s| points(*s) == points(first)) => {
                let names: Vec<String> = winners.iter().map(|s| self.name(*s)).collect();
                format!("{} score {} each", joined(&names), points(first))
            }
            [first, ..] => {
                let rest = winners[1..].iter();
                let rest: Vec<String> =
                    rest.map(|s| format!("{} {}", self.name(*s), points(*s))).collect();
                format!("{} scores {}, {}", self.name(first), points(first), rest.join(", "))
            }
        }
    }

    fn scored_what(&self, score: &Score) -> String {
        let feature = self.rules.feature(score.feature);
        let at = match score.at {
            Spot::Place(_) => return format!("most {feature}"),
            at => self.spot(at),
        };
        match feature {
            "homes" => format!("the homes at {at}"),
            "field" | "guard" | "tower" => format!("a {feature} at {at}"),
            _ if score.complete => format!("a completed {feature} at {at}"),
            _ => format!("an unfinished {feature} at {at}"),
        }
    }

    /// `3 tiles × 2 + 1 coat of arms × 2 = 8`.
    fn sum(&self, items: &[Item], value: u16) -> String {
        // With a cathedral nothing of an unfinished city counts (INNS-08): say of what.
        let worthless = items.iter().all(|i| i.each == 0);
        let summands: Vec<String> = items
            .iter()
            .filter(|i| i.each > 0 || worthless)
            .map(|i| format!("{} × {}", counted(i.count, self.rules.why(i.why)), i.each))
            .collect();
        // An item without points explains a factor, as the kinds of goods of a market.
        let factors: Vec<String> = items
            .iter()
            .filter(|i| i.each == 0 && !worthless)
            .map(|i| format!(" ({})", counted(i.count, self.rules.why(i.why))))
            .collect();
        match summands[..] {
            [] => format!("{value}"),
            _ => format!("{}{} = {value}", summands.join(" + "), factors.concat()),
        }
    }

    /// Only a pig gives a seat more than the value of the field (TRADERS-25).
    fn bonus(&self, score: &Score, value: u16) -> String {
        let more = score.winners.iter().filter(|s| score.points[s.index()] > value);
        let list: Vec<String> = more
            .map(|s| {
                format!(", {} more for {}'s pig", score.points[s.index()] - value, self.name(s))
            })
            .collect();
        list.concat()
    }

    fn majority(&self, score: &Score) -> String {
        let strength = &score.strength[..self.rules.seats() as usize];
        let feature = self.rules.feature(score.feature);
        // Guards and towers score for themselves, whoever else is around.
        if strength.iter().all(|n| *n == 0) || feature == "guard" || feature == "tower" {
            return String::new();
        }
        let list: Vec<String> = strength.iter().map(ToString::to_string).collect();
        format!(" (majority {})", list.join(":"))
    }
}

/// `3 tiles`, `1 tile`, `1 coat of arms`, `1 completed city`.
fn counted(count: u8, things: &str) -> String {
    if count != 1 {
        return format!("{count} {things}");
    }
    let one = match things {
        "coats of arms" => "coat of arms".to_string(),
        "completed cities" => "completed city".to_string(),
        "kinds of goods" => "kind of goods".to_string(),
        _ => things.strip_suffix('s').unwrap_or(things).to_string(),
    };
    format!("1 {one}")
}

fn joined(names: &[String]) -> String {
    match names {
        [] => String::new(),
        [one] => one.clone(),
        [most @ .., last] => format!("{} and {last}", most.join(", ")),
    }
}
