//! The choices of a decision, each explained in a sentence.

use city::{LEFT, RIGHT};
use games::{Action, Actions, AnyGame, AnyRules, Event, FamilyRules, Game, tell};
use table::{Cell, Log, Rot, Spot, Text};

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
            let lines = rots.iter().enumerate().map(|(i, rot)| turn_line(rules, game, i, *rot));
            return format!("How turned at {},{}?\n{}", cell.x, cell.y, lines.collect::<String>());
        }
        if !self.places.is_empty() {
            return self.place_question(rules, game);
        }
        let lines = self.actions.iter().enumerate().map(|(i, action)| {
            let word = game.word(rules, *action);
            format!("  {:>2}  {word:<26} {}\n", i + 1, effect(rules, game, names, *action))
        });
        format!("{}\n{}", headline(game, &self.actions), lines.collect::<String>())
    }

    fn place_question(&self, rules: &AnyRules, game: &AnyGame) -> String {
        let cells = self.places.iter().enumerate().map(|(i, (cell, rots))| {
            let turns: Vec<String> = rots.iter().map(|r| format!("r{}", *r as u8)).collect();
            format!("{} = {},{} {}", i + 1, cell.x, cell.y, turns.join("/"))
        });
        let cells: Vec<String> = cells.collect();
        let rows: Vec<String> =
            cells.chunks(5).map(|row| format!("  {}\n", row.join("   "))).collect();
        let tile = game.hand().map_or(String::new(), |kind| tile_name(rules, kind));
        let picture = game.hand().map_or(String::new(), |kind| {
            super::board::tile(rules, kind, Rot::R0, crate::style::Style::stdout())
        });
        format!("Where do you lay {tile}?\n{picture}{}", rows.concat())
    }
}

/// The id of a tile and what it shows.
pub fn tile_name(rules: &AnyRules, kind: table::TileKind) -> String {
    let (id, name) = match rules.of() {
        FamilyRules::Country(rules) => {
            let tile = &rules.tiles()[kind.0 as usize];
            (&tile.id, &tile.name)
        }
        FamilyRules::City(rules) => (&rules.tile(kind).id, &rules.tile(kind).name),
    };
    format!("{id} ({name})")
}

fn turn_line(rules: &AnyRules, game: &AnyGame, number: usize, rot: Rot) -> String {
    let Some(kind) = game.hand() else { return String::new() };
    let picture = super::board::tile(rules, kind, rot, crate::style::Style::stdout());
    format!("  {}  r{}\n{picture}", number + 1, rot as u8)
}

/// What is being decided.
fn headline(game: &AnyGame, actions: &[Action]) -> &'static str {
    let any = |test: fn(&Action) -> bool| actions.iter().any(test);
    if let AnyGame::City(game) = game {
        return match game.step() {
            city::Step::Build if game.gate().is_none() => "Where does the city gate stand?",
            city::Step::Build => "A wall must be built: at which end?",
            city::Step::Guard | city::Step::LastGuard => {
                "Does a follower stand guard on your wall?"
            }
            city::Step::Tower => "Do you set a tower?",
            _ => "Does a follower go on the tile?",
        };
    }
    if any(|a| matches!(a, Action::Choose(_))) {
        "Your builder worked: do you take a second tile?"
    } else if any(|a| matches!(a, Action::Move { to: Spot::Place(_), .. })) {
        "Where does the Count go?"
    } else if any(|a| matches!(a, Action::Move { .. })) {
        "Does anybody come out of Carcassonne to be scored?"
    } else if any(|a| matches!(a, Action::Put { at: Spot::Place(_), .. })) {
        "You gave points and got none: does a figure enter Carcassonne?"
    } else {
        "Does a figure go on the tile?"
    }
}

/// What an action is and what comes of it at once.
fn effect(rules: &AnyRules, game: &AnyGame, names: &[String], action: Action) -> String {
    let mut parts: Vec<String> = Vec::new();
    parts.extend(meaning(rules, game, action));
    let mut after = game.clone();
    let mut events: Vec<Event> = Vec::new();
    after.play(rules, action, &mut Log(|event| events.push(event)));
    for event in events.iter().filter(|e| matches!(e, Event::Scored(_) | Event::Lost { .. })) {
        parts.push(tell::sentence(rules, &after, names, event));
    }
    parts.join("; ")
}

/// What an action means, from the board.
fn meaning(rules: &AnyRules, game: &AnyGame, action: Action) -> Option<String> {
    match (game, rules.of()) {
        (AnyGame::Country(game), FamilyRules::Country(_)) => country_meaning(game, action),
        (AnyGame::City(game), FamilyRules::City(rules)) => city_meaning(rules, game, action),
        _ => None,
    }
}

fn country_meaning(game: &country::Country, action: Action) -> Option<String> {
    let describe = |spot: Spot| {
        let Spot::Segment { cell, segment } = spot else { return None };
        let (_, feature) = game.feature_at(cell, segment)?;
        Some(match feature.kind() {
            country::tile::Kind::Field => "a farmer, who stays to the end".to_owned(),
            kind if kind.is_centre() => {
                format!("a {} scores its own and 8 cells around", kind.name())
            }
            kind if feature.open() == 0 => {
                format!("a complete {} of {} tiles", kind.name(), feature.tiles())
            }
            kind => {
                let (tiles, open) = (feature.tiles(), feature.open());
                let end = if open == 1 { "end" } else { "ends" };
                let tile = if tiles == 1 { "tile" } else { "tiles" };
                format!("a {} of {tiles} {tile} so far, {open} open {end}", kind.name())
            }
        })
    };
    match action {
        Action::Pass => Some("nothing, and keep what you have".to_owned()),
        Action::Put { at: Spot::Place(place), .. } => {
            let to = ["a city", "a field at the end", "a road", "a monastery or shrine"];
            Some(format!("from there it can come out to {}", to[place as usize % 4]))
        }
        Action::Put { piece: country::piece::BUILDER, .. } => {
            Some("the builder earns a second tile when this grows".to_owned())
        }
        Action::Put { piece: country::piece::PIG, .. } => {
            Some("the pig makes each city of this field worth one more".to_owned())
        }
        Action::Put { at, .. } => describe(at),
        Action::Take { .. } => Some("the abbot scores now and comes home".to_owned()),
        Action::Move { to: Spot::Place(_), .. } => Some("nobody leaves his quarter".to_owned()),
        Action::Move { to, .. } => describe(to),
        Action::Choose(_) => Some("draw and lay another tile".to_owned()),
        _ => None,
    }
}

fn city_meaning(rules: &city::Rules, game: &city::City, action: Action) -> Option<String> {
    match action {
        Action::Pass => Some("nothing, and keep what you have".to_owned()),
        Action::Put { piece: city::names::GATE, .. } => {
            Some("the wall begins here, to both sides".to_owned())
        }
        Action::Put { piece: city::names::WALL, .. } => {
            let word = game.word(rules, action);
            let end = if word.ends_with("left") { LEFT } else { RIGHT };
            let edge = game.next_place(end)?;
            let beyond = edge.outer();
            let spot = game.spot(rules, edge.spot());
            Some(format!("closes {spot}; no tile may lie on {},{} any more", beyond.x, beyond.y))
        }
        Action::Put { piece: city::names::TOWER, .. } => {
            let word = game.word(rules, action);
            let end = if word.ends_with("left") { LEFT } else { RIGHT };
            Some(format!("worth {} at once", game.tower_value(end)))
        }
        Action::Put { at: Spot::Edge { .. }, .. } => {
            Some("a guard, who looks along the row to the end of the game".to_owned())
        }
        Action::Put { at: Spot::Segment { cell, segment }, .. } => {
            let root = game.feature_at(cell, segment)?;
            let feature = game.tally(root);
            let tiles = game.tiles_of(root);
            let (kind, end) = match feature.kind {
                city::names::STREET => ("a street", "open ends"),
                city::names::MARKET => ("a market", "open half-edges"),
                _ => return Some("a resident, who stays to the end".to_owned()),
            };
            Some(format!("{kind} of {tiles} tiles so far, {} {end}", feature.open))
        }
        _ => None,
    }
}
