//! Events as English sentences, for the command line and for logs: a score explains itself.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use table::{Event, Score, ScoreItem, Seat, Spot, Why};

use crate::any::{AnyGame, AnyRules};

/// An event in a sentence without a full stop. `game` is the game after it; a seat without a name
/// is called `Seat 1` and so on.
pub fn sentence(
    rules: &AnyRules,
    game: &AnyGame,
    names: &[impl AsRef<str>],
    event: &Event,
) -> String {
    let names: Vec<&str> = names.iter().map(AsRef::as_ref).collect();
    Narrator { rules, game, names: &names }.sentence(event)
}

struct Narrator<'a> {
    rules: &'a AnyRules,
    game: &'a AnyGame,
    names: &'a [&'a str],
}

impl Narrator<'_> {
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
            Event::Put { seat, piece, at } => {
                let put = self.rules.put_phrase(piece, at);
                format!("{} {put} {}", self.name(seat), self.spot(at))
            }
            Event::Moved { seat, piece, from, to } => {
                let piece = self.rules.piece_phrase(piece);
                let (from, to) = (self.spot(from), self.spot(to));
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

    fn told(&self, what: u8, seat: Seat, count: u8) -> String {
        let mut text = self.rules.told_phrase(what, &self.name(seat), count);
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
        let phrase = self.rules.scored_phrase(score.feature, score.complete);
        match score.at {
            Spot::Place(_) => phrase,
            at => format!("{phrase} at {}", self.spot(at)),
        }
    }

    /// `3 tiles × 2 + 1 coat of arms × 2 = 8`.
    fn sum(&self, items: &[ScoreItem], value: u16) -> String {
        // Where nothing counts at all, say of what.
        let worthless = items.iter().all(|i| i.each == 0);
        let summands: Vec<String> = items
            .iter()
            .filter(|i| i.each > 0 || worthless)
            .map(|i| format!("{} × {}", self.counted(i.count, i.why), i.each))
            .collect();
        // An item without points explains a factor.
        let factors: Vec<String> = items
            .iter()
            .filter(|i| i.each == 0 && !worthless)
            .map(|i| format!(" ({})", self.counted(i.count, i.why)))
            .collect();
        match summands[..] {
            [] => format!("{value}"),
            _ => format!("{}{} = {value}", summands.join(" + "), factors.concat()),
        }
    }

    /// Some seats get more than the value, as with a piece of theirs that makes it worth more.
    fn bonus(&self, score: &Score, value: u16) -> String {
        let noun = self.rules.bonus_noun();
        let more = score.winners.iter().filter(|s| score.points[s.index()] > value);
        let list: Vec<String> = more
            .map(|s| {
                format!(", {} more for {}'s {noun}", score.points[s.index()] - value, self.name(s))
            })
            .collect();
        list.concat()
    }

    /// `3 tiles`, `1 tile`, `1 coat of arms`, `1 completed city`.
    fn counted(&self, count: u8, why: Why) -> String {
        match count {
            1 => format!("1 {}", self.rules.why_one(why)),
            _ => format!("{count} {}", self.rules.why(why)),
        }
    }

    fn majority(&self, score: &Score) -> String {
        let strength = &score.strength[..self.rules.seats() as usize];
        if strength.iter().all(|n| *n == 0) || !self.rules.by_majority(score.feature) {
            return String::new();
        }
        let list: Vec<String> = strength.iter().map(ToString::to_string).collect();
        format!(" (majority {})", list.join(":"))
    }
}

fn joined(names: &[String]) -> String {
    match names {
        [] => String::new(),
        [one] => one.clone(),
        [most @ .., last] => format!("{} and {last}", most.join(", ")),
    }
}
