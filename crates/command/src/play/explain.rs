//! The choices of a decision, each explained in a sentence.

use games::{Action, Actions, AnyGame, AnyRules, Event, Game, Turn, tell};
use table::{Cell, Log, Rot};

/// What may be chosen now.
pub struct Menu {
    /// For a placement: the cells with the turns that fit.
    places: Vec<(Cell, Vec<Rot>)>,
    cells: Vec<Cell>,
    /// For anything else: the actions.
    actions: Vec<Action>,
}

impl Menu {
    /// The menu of a list of legal actions.
    pub fn new(legal: &Actions) -> Menu {
        let mut places: Vec<(Cell, Vec<Rot>)> = Vec::new();
        let mut actions = Vec::new();
        for action in legal.iter() {
            let Action::Tile { cell, rot } = *action else {
                actions.push(*action);
                continue;
            };
            match places.iter_mut().find(|(c, _)| *c == cell) {
                Some((_, rots)) => rots.push(rot),
                None => places.push((cell, vec![rot])),
            }
        }
        places.sort_by_key(|(cell, _)| (cell.y, cell.x));
        for (_, rots) in &mut places {
            rots.sort();
        }
        let cells = places.iter().map(|(cell, _)| *cell).collect();
        Menu { places, cells, actions }
    }

    /// The cells that may be chosen, in the order of their numbers.
    pub fn cells(&self) -> &[Cell] {
        &self.cells
    }

    /// What a line picks: an action, or a cell whose turn is still to be chosen; `None` if the
    /// line is no number of a choice.
    pub fn pick(&self, line: &str, picked: Option<usize>) -> Option<Result<Action, usize>> {
        let (head, rest) = line.split_once(' ').unwrap_or((line, ""));
        let number = head.parse::<usize>().ok()?.checked_sub(1)?;
        if self.places.is_empty() {
            return self.actions.get(number).map(|a| Ok(*a));
        }
        if let Some(place) = picked {
            let (cell, rots) = self.places.get(place)?;
            return rots.get(number).map(|rot| Ok(Action::Tile { cell: *cell, rot: *rot }));
        }
        let (cell, rots) = self.places.get(number)?;
        let wanted = rest.trim().strip_prefix('r').and_then(|r| r.parse::<u8>().ok());
        match (rots[..].first(), wanted) {
            (Some(rot), None) if rots.len() == 1 && rest.is_empty() => {
                Some(Ok(Action::Tile { cell: *cell, rot: *rot }))
            }
            (_, Some(turn)) => {
                let rot = rots.iter().find(|r| **r as u8 == turn)?;
                Some(Ok(Action::Tile { cell: *cell, rot: *rot }))
            }
            _ if rest.is_empty() => Some(Err(number)),
            _ => None,
        }
    }

    /// The question with its numbered answers.
    pub fn question(
        &self,
        rules: &AnyRules,
        game: &AnyGame,
        names: &[String],
        picked: Option<usize>,
    ) -> String {
        if let Some((cell, rots)) = picked.and_then(|p| self.places.get(p)) {
            let lines = rots.iter().enumerate().map(|(i, rot)| {
                let action = Action::Tile { cell: *cell, rot: *rot };
                let outcome = outcome(rules, game, names, action).join("; ");
                turn_line(rules, game, i, *rot, &outcome)
            });
            return format!("How turned at {},{}?\n{}", cell.x, cell.y, lines.collect::<String>());
        }
        if !self.places.is_empty() {
            return self.place_question(rules, game, names);
        }
        let lines = self.actions.iter().enumerate().map(|(i, action)| {
            let word = game.word(rules, *action);
            format!("  {:>2}  {word:<26} {}\n", i + 1, effect(rules, game, names, *action))
        });
        format!("{}\n{}", game.question(rules, &self.actions), lines.collect::<String>())
    }

    fn place_question(&self, rules: &AnyRules, game: &AnyGame, names: &[String]) -> String {
        let cells =
            self.places.iter().enumerate().map(|(i, (cell, rots))| {
                format!("{} = {},{} {}", i + 1, cell.x, cell.y, turns(rots))
            });
        let cells: Vec<String> = cells.collect();
        let rows: Vec<String> =
            cells.chunks(5).map(|row| format!("  {}\n", row.join("   "))).collect();
        let tile = game.hand().map_or(String::new(), |kind| tile_name(rules, kind));
        let picture = game.hand().map_or(String::new(), |kind| {
            super::board::tile(rules, kind, Rot::R0, crate::style::Style::stdout())
        });
        let outcomes = self.outcomes(rules, game, names);
        format!("Where do you lay {tile}?\n{picture}{}{outcomes}", rows.concat())
    }

    /// The placements that complete or start something, a line for each different outcome.
    fn outcomes(&self, rules: &AnyRules, game: &AnyGame, names: &[String]) -> String {
        let mut lines: Vec<(usize, Vec<Rot>, String)> = Vec::new();
        for (number, (cell, rots)) in self.places.iter().enumerate() {
            for rot in rots {
                let action = Action::Tile { cell: *cell, rot: *rot };
                let outcome = outcome(rules, game, names, action).join("; ");
                match lines.last_mut() {
                    _ if outcome.is_empty() => {}
                    Some((n, rots, same)) if *n == number && *same == outcome => rots.push(*rot),
                    _ => lines.push((number, vec![*rot], outcome)),
                }
            }
        }
        if lines.is_empty() {
            return "No place completes anything.\n".to_owned();
        }
        let lines = lines.iter().map(|(number, rots, outcome)| {
            format!("  {:<12} {outcome}\n", format!("{} {}", number + 1, turns(rots)))
        });
        format!("At once:\n{}", lines.collect::<String>())
    }
}

/// The id of a tile and what it shows.
pub fn tile_name(rules: &AnyRules, kind: table::TileKind) -> String {
    format!("{} ({})", rules.tile_id(kind), rules.tile_name(kind))
}

/// `r0/r2`.
fn turns(rots: &[Rot]) -> String {
    let turns: Vec<String> = rots.iter().map(|r| format!("r{}", *r as u8)).collect();
    turns.join("/")
}

fn turn_line(rules: &AnyRules, game: &AnyGame, number: usize, rot: Rot, outcome: &str) -> String {
    let Some(kind) = game.hand() else { return String::new() };
    let picture = super::board::tile(rules, kind, rot, crate::style::Style::stdout());
    format!("  {}  r{}  {outcome}\n{picture}", number + 1, rot as u8).replace("  \n", "\n")
}

/// What an action is and what comes of it at once.
fn effect(rules: &AnyRules, game: &AnyGame, names: &[String], action: Action) -> String {
    let mut parts: Vec<String> = Vec::new();
    parts.extend(game.meaning(rules, action));
    parts.extend(outcome(rules, game, names, action));
    parts.join("; ")
}

/// What comes of an action at once, in sentences. Between a tile or wall and its scoring the seat
/// may be asked for a figure: the scoring is told as it would be without one.
fn outcome(rules: &AnyRules, game: &AnyGame, names: &[String], action: Action) -> Vec<String> {
    let mut after = game.clone();
    let mut events: Vec<Event> = Vec::new();
    let mut parts = Vec::new();
    after.play(rules, action, &mut Log(|event| events.push(event)));
    if let Action::Tile { cell, .. } = action {
        parts.extend(after.completed_for_nobody(rules, cell));
    }
    if game.is_before_scoring(action) && after.turn() == game.turn() {
        let mut next = Actions::new();
        after.legal(rules, &mut next);
        if next.contains(&Action::Pass) {
            after.play(rules, Action::Pass, &mut Log(|event| events.push(event)));
        }
    }
    let is_over = after.turn() == Turn::Over;
    for event in &events {
        // The last counting is long: its sum is enough.
        let is_told = match event {
            Event::Scored(score) => score.complete || !is_over,
            Event::Lost { .. } => !is_over,
            Event::Told { .. } | Event::Over => true,
            _ => false,
        };
        if is_told {
            parts.push(tell::sentence(rules, &after, names, event));
        }
    }
    parts
}
