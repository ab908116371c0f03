//! The position: a whole game in one line, as docs/position.md has it.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt::Write;

use table::{Bag, Piece, Quiet, Seat, TILES_MAX, Text, TextError, TileKind, Turn};

use crate::exp::{self, nouns};
use crate::limits::FIGURES_MAX;
use crate::rules::Rules;
use crate::state::{Country, Figure};
use crate::text::{kind_of, read_cell, read_rot, read_segment, segment_name};
use crate::turn::{Cx, PlanMoment, PlanStep};
use crate::{fit, lay, turn};

/// Prints the game.
pub(crate) fn write(rules: &Rules, game: &Country) -> String {
    let id = |kind: TileKind| rules.tiles[kind.0 as usize].id.as_str();
    let mut parts: Vec<String> = Vec::new();
    let tiles: Vec<String> = game
        .board
        .laid()
        .iter()
        .map(|l| format!("{}@{},{}r{}", id(l.kind), l.cell.x, l.cell.y, l.rot as u8))
        .collect();
    parts.push(tiles.join(" "));
    let figures: Vec<String> = game
        .figures
        .iter()
        .map(|f| {
            let laid = game.board.laid()[f.tile as usize];
            let segment = &rules.tiles[laid.kind.0 as usize].segments[f.segment as usize];
            let name = segment_name(segment, laid.rot);
            let piece = Country::piece(f.piece);
            format!("{}:{piece}@{},{}:{name}", f.seat.0 + 1, laid.cell.x, laid.cell.y)
        })
        .collect();
    parts.push(format!("figures {}", figures.join(" ")));
    let scores: Vec<String> =
        game.scores[..rules.seats as usize].iter().map(ToString::to_string).collect();
    parts.push(format!("score {}", scores.join(" ")));
    let step = if game.waits == Turn::Over { "over" } else { game.step(rules).decl.name };
    let mut turn = format!("turn {} part {} step {step}", game.turn.0 + 1, game.part);
    if game.layer != Seat(0) {
        let _ = write!(turn, " layer {}", game.layer.0 + 1);
    }
    if let Some(hand) = game.hand {
        let _ = write!(turn, " hand {}", id(hand));
    }
    parts.push(turn);
    for (name, bag) in [("gone", &game.discarded), ("aside", &game.aside)] {
        let kinds: Vec<String> = bag.iter().map(|(k, n)| format!("{}*{n}", id(k))).collect();
        if !kinds.is_empty() {
            parts.push(format!("{name} {}", kinds.join(" ")));
        }
    }
    for (exp, info) in exp::ALL.iter().filter(|(exp, _)| rules.has(*exp)) {
        let slot = exp::write_slot(rules, game, *exp);
        if !slot.is_empty() {
            parts.push(format!("{} {slot}", info.wire));
        }
    }
    parts.join("; ").replace(" ;", ";")
}

/// Reads what [`write`] printed.
pub(crate) fn read(rules: &Rules, text: &str) -> Result<Country, TextError> {
    let mut reader = Reader { rules, game: Country::bare(rules), step: None, placed: false };
    let mut at = 0;
    for (i, part) in text.split(';').enumerate() {
        let skipped = part.len() - part.trim_start().len();
        let here = at + skipped;
        let part_text = part.trim();
        reader.part(i, part_text).map_err(|e| e.later(here))?;
        at += part.len() + 1;
    }
    reader.finish().map_err(|e| TextError { at: text.len(), ..e })
}

struct Reader<'a> {
    rules: &'a Rules,
    game: Country,
    step: Option<u8>,
    placed: bool,
}

/// The words of a text, with their places.
fn words(text: &str) -> impl Iterator<Item = (usize, &str)> {
    text.split_whitespace().map(move |w| (w.as_ptr() as usize - text.as_ptr() as usize, w))
}

impl Reader<'_> {
    fn part(&mut self, number: usize, text: &str) -> Result<(), TextError> {
        if number == 0 {
            return self.tiles(text);
        }
        let (key, rest) = text.split_once(' ').unwrap_or((text, ""));
        let shift = text.len() - rest.len();
        let result = match key {
            "figures" => {
                words(rest).try_for_each(|(at, w)| self.figure(w).map_err(|e| e.later(at)))
            }
            "score" => self.scores(rest),
            "turn" => return self.turn(text),
            "gone" => {
                words(rest).try_for_each(|(at, w)| self.counted(w, true).map_err(|e| e.later(at)))
            }
            "aside" => {
                words(rest).try_for_each(|(at, w)| self.counted(w, false).map_err(|e| e.later(at)))
            }
            _ => {
                let found = exp::ALL.iter().find(|(id, i)| i.wire == key && self.rules.has(*id));
                let Some((id, _)) = found else {
                    return Err(TextError::new(
                        0,
                        format!(
                            "figures, score, turn, gone, aside or an expansion in play, not {key:?}"
                        ),
                    ));
                };
                exp::read_slot(self.rules, &mut self.game, *id, rest)
            }
        };
        result.map_err(|e| e.later(shift))
    }

    /// Tiles in the order of laying; those of the start come first.
    fn tiles(&mut self, text: &str) -> Result<(), TextError> {
        for (at, word) in words(text) {
            self.tile(word).map_err(|e| e.later(at))?;
        }
        if self.game.board.laid().len() < self.rules.start.len() {
            return Err(TextError::new(text.len(), "all start tiles of this set-up"));
        }
        exp::start(self.rules, &mut self.game);
        for n in self.rules.start.len()..self.game.board.laid().len() {
            let laid = self.game.board.laid()[n];
            let from_bag = self.rules.comes_from_bag(laid.kind);
            if from_bag && self.game.bag.count(laid.kind) == 0 {
                return Err(TextError::new(text.len(), "no more tiles of a kind than there are"));
            }
            if from_bag {
                self.game.bag.take(laid.kind);
            }
        }
        Ok(())
    }

    fn tile(&mut self, word: &str) -> Result<(), TextError> {
        let expected = || TextError::new(0, format!("a tile as base/D@0,0r0, not {word:?}"));
        let (id, place) = word.split_once('@').ok_or_else(expected)?;
        let (cell, turns) = place.split_once('r').ok_or_else(expected)?;
        let kind = kind_of(self.rules, id)
            .ok_or_else(|| TextError::new(0, format!("a tile of this game, not {id:?}")))?;
        let cell = read_cell(cell).map_err(|e| e.later(id.len() + 1))?;
        let rot = read_rot(&format!("r{turns}")).map_err(|_| expected())?;
        let number = self.game.board.laid().len();
        let start = self.rules.start.get(number);
        if start.is_some_and(|s| *s != (kind, cell, rot)) {
            return Err(TextError::new(0, "the start tiles of this set-up before all others"));
        }
        let edges = self.rules.kinds[kind.0 as usize].edges.turned(rot);
        let mut frontier = self.game.board.frontier().iter();
        if start.is_none() && !frontier.any(|open| open.cell == cell && open.fits(edges)) {
            return Err(TextError::new(0, format!("a tile that fits; {word} does not")));
        }
        let own_stack = !self.rules.comes_from_bag(kind);
        let same = self.game.board.laid().iter().filter(|l| l.kind == kind).count();
        let most = self.rules.tiles[kind.0 as usize].count as usize;
        if number >= TILES_MAX || same >= most && (own_stack || start.is_none()) {
            return Err(TextError::new(0, format!("at most {most} tiles {id}")));
        }
        self.game.centres.settle_full();
        lay::lay(self.rules, &mut self.game, kind, cell, rot);
        if start.is_none() {
            exp::relaid(self.rules, &mut self.game);
            self.placed = true;
        }
        Ok(())
    }

    fn figure(&mut self, word: &str) -> Result<(), TextError> {
        let expected =
            || TextError::new(0, format!("a figure as 1:follower@0,0:city:N, not {word:?}"));
        let (who, at) = word.split_once('@').ok_or_else(expected)?;
        let (seat, piece) = who.split_once(':').ok_or_else(expected)?;
        let (cell, name) = at.split_once(':').ok_or_else(expected)?;
        let seat = self.seat(seat)?;
        let Piece(piece) = nouns::piece_named(piece).ok_or_else(expected)?.piece;
        let cell = read_cell(cell)?;
        let tile = self.game.board.laid().iter().position(|laid| laid.cell == cell);
        let tile = tile.ok_or_else(expected)?;
        let laid = self.game.board.laid()[tile];
        let segment = read_segment(self.rules, laid.kind, laid.rot, name)?;
        let supply = self.game.supply[seat.index()].get_mut(piece as usize).filter(|n| **n > 0);
        let Some(supply) = supply else {
            return Err(TextError::new(
                0,
                format!(
                    "no more {} of seat {} than it has",
                    Country::piece(Piece(piece)),
                    seat.0 + 1
                ),
            ));
        };
        *supply -= 1;
        if self.game.figures.len() == FIGURES_MAX {
            return Err(TextError::new(0, format!("at most {FIGURES_MAX} figures")));
        }
        let figure = Figure { seat, piece: Piece(piece), tile: tile as u8, segment };
        turn::stand(&mut self.game, figure);
        Ok(())
    }

    fn seat(&self, text: &str) -> Result<Seat, TextError> {
        let seats = self.rules.seats;
        let number = text.parse::<u8>().ok().filter(|n| (1..=seats).contains(n));
        let expected = || TextError::new(0, format!("a seat from 1 to {seats}"));
        number.map(|n| Seat(n - 1)).ok_or_else(expected)
    }

    fn scores(&mut self, text: &str) -> Result<(), TextError> {
        let seats = self.rules.seats as usize;
        let numbers: Option<Vec<u16>> =
            text.split_whitespace().map(|n| n.parse().ok().filter(|n| *n <= 9999)).collect();
        let numbers = numbers.filter(|n| n.len() == seats);
        let numbers =
            numbers.ok_or_else(|| TextError::new(0, format!("the points of {seats} seats")))?;
        self.game.scores[..seats].copy_from_slice(&numbers);
        Ok(())
    }

    /// `turn 1 part 1 step act layer 2 hand base/E`.
    fn turn(&mut self, text: &str) -> Result<(), TextError> {
        let mut list = words(text);
        while let Some((at, key)) = list.next() {
            let (value_at, value) = list.next().unwrap_or((text.len(), ""));
            let here = |e: TextError| e.later(value_at);
            match key {
                "turn" => self.game.turn = self.seat(value).map_err(here)?,
                "layer" => self.game.layer = self.seat(value).map_err(here)?,
                "part" if value == "1" => self.game.part = 1,
                "part" if value == "2" => self.game.part = 2,
                "step" => {
                    let steps = self.rules.plan.steps();
                    let place = if value == "over" {
                        Some(steps.len() - 1)
                    } else {
                        steps.iter().position(|s| s.decl.name == value)
                    };
                    let expected = || TextError::new(value_at, "the name of a step, or over");
                    self.step = Some(place.ok_or_else(expected)? as u8);
                    if value == "over" {
                        self.game.waits = Turn::Over;
                    } else {
                        self.game.waits = Turn::Player(Seat(0));
                    }
                }
                "hand" => {
                    let kind = kind_of(self.rules, value);
                    let expected = || TextError::new(value_at, "a tile of this game");
                    let kind = kind.ok_or_else(expected)?;
                    if self.rules.comes_from_bag(kind) {
                        self.take_from_bag(kind).map_err(here)?;
                    }
                    self.game.hand = Some(kind);
                }
                _ => return Err(TextError::new(at, "turn, part 1 or 2, step, layer or hand")),
            }
        }
        Ok(())
    }

    fn take_from_bag(&mut self, kind: TileKind) -> Result<(), TextError> {
        if self.game.bag.count(kind) == 0 {
            return Err(TextError::new(0, "no more tiles of a kind than there are"));
        }
        self.game.bag.take(kind);
        Ok(())
    }

    fn counted(&mut self, word: &str, gone: bool) -> Result<(), TextError> {
        let parsed = word.split_once('*').and_then(|(id, n)| {
            Some((kind_of(self.rules, id)?, n.parse::<u8>().ok().filter(|n| *n <= 99)?))
        });
        let (kind, count) = parsed.ok_or_else(|| {
            TextError::new(0, format!("a number of tiles as base/C*1, not {word:?}"))
        })?;
        if self.rules.comes_from_bag(kind) {
            (0..count).try_for_each(|_| self.take_from_bag(kind))?;
        }
        let bag: &mut Bag = if gone { &mut self.game.discarded } else { &mut self.game.aside };
        if bag.total() as usize + count as usize > TILES_MAX {
            return Err(TextError::new(0, "no more tiles than there are"));
        }
        bag.add(kind, count);
        Ok(())
    }

    /// Finds out who must act, by entering the step that the position names.
    fn finish(mut self) -> Result<Country, TextError> {
        let Some(step) = self.step else {
            return Err(TextError::new(0, "the part `turn` with a `step`"));
        };
        self.game.step = step;
        if self.game.waits == Turn::Over {
            self.settle_last_tile(PlanMoment::Last);
            return Ok(self.game);
        }
        let rules = self.rules;
        let PlanStep { decl, .. } = rules.plan.steps()[step as usize];
        let error =
            |reason: &str| TextError::new(0, format!("another step than {}: {reason}", decl.name));
        let laying = decl.moment == PlanMoment::Lay;
        if decl.moment > PlanMoment::Lay && decl.moment < PlanMoment::Last && !self.placed {
            return Err(error("no tile has been laid"));
        }
        if laying != self.game.hand.is_some() {
            return Err(error("a tile in hand goes with the step lay"));
        }
        if laying && !fit::any(rules, &self.game, self.game.hand.expect("checked above")) {
            return Err(error("the tile in hand fits nowhere"));
        }
        self.settle_last_tile(decl.moment);
        turn::advance(&mut Cx { rules, state: &mut self.game, out: &mut Quiet });
        if self.game.step != step || self.game.waits == Turn::Over {
            return Err(error("nobody has anything to decide there"));
        }
        Ok(self.game)
    }

    /// What is known of the tile just laid depends on how far its part of the turn has come.
    fn settle_last_tile(&mut self, moment: PlanMoment) {
        if self.placed {
            lay::survey(self.rules, &mut self.game);
        } else {
            (self.game.targets, self.game.free, self.game.closed) = (0, 0, 0);
        }
        if moment != PlanMoment::Act {
            self.game.free = 0;
        }
        if moment != PlanMoment::Act && moment != PlanMoment::Score {
            self.game.centres.settle_full();
        }
    }
}
