//! The text side of the country: names, spots, words (docs/notation.md).

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use table::{
    Action, Cell, FeatureKind, HALF_EDGES, Laid, Piece, Quiet, Refusal, Rot, SEATS_MAX, Seat, Side,
    Spot, Text, TextError, TileKind, Turn, Why,
};

use crate::exp::{self, nouns};
use crate::rules::Rules;
use crate::state::Country;
use crate::tile::{Kind, Segment};
use crate::turn::Owner;
use crate::{end, position, refuse};

/// The kind of tile with this id.
pub(crate) fn kind_of(rules: &Rules, id: &str) -> Option<TileKind> {
    rules.tiles.iter().position(|t| t.id == id).map(|i| TileKind(i as u8))
}

/// Reads `x,y`.
///
/// # Errors
/// If the text is no cell, or one that no game reaches.
pub fn read_cell(text: &str) -> Result<Cell, TextError> {
    let number = |text: &str| {
        let plain = text.strip_prefix('-').unwrap_or(text);
        let fine =
            !plain.is_empty() && plain.len() <= 3 && plain.bytes().all(|b| b.is_ascii_digit());
        text.parse::<i16>().ok().filter(|n| fine && (-200..=200).contains(n))
    };
    let cell = text.split_once(',').and_then(|(x, y)| Some(Cell::new(number(x)?, number(y)?)));
    cell.ok_or_else(|| TextError::new(0, format!("a cell as 2,-1, not {text:?}")))
}

/// Reads `r0` to `r3`.
///
/// # Errors
/// If the text is no number of quarter turns.
pub fn read_rot(text: &str) -> Result<Rot, TextError> {
    let turns = text.strip_prefix('r').and_then(|n| n.parse::<u8>().ok()).filter(|n| *n < 4);
    turns
        .map(Rot::from_index)
        .ok_or_else(|| TextError::new(0, format!("r0, r1, r2 or r3, not {text:?}")))
}

/// The name of a segment as it lies: `city:NW`.
pub fn segment_name(segment: &Segment, rot: Rot) -> String {
    let kind = segment.kind.name();
    match segment.kind {
        Kind::Road | Kind::City => {
            let mut sides: Vec<Side> = segment.sides.iter().map(|s| s.turned(rot)).collect();
            table::sort_short(&mut sides);
            let letters: String = sides.iter().map(|s| s.letter()).collect();
            format!("{kind}:{letters}")
        }
        Kind::Field if segment.ports.is_empty() => format!("{kind}:inner"),
        Kind::Field => {
            let mut ports: Vec<u8> = segment.ports.iter().map(|p| p.turned(rot).0).collect();
            table::sort_short(&mut ports);
            let names: Vec<&str> = ports.iter().map(|p| HALF_EDGES[*p as usize]).collect();
            format!("{kind}:{}", names.join("."))
        }
        _ => kind.to_string(),
    }
}

/// The segment of a tile kind, turned, that a name means: in full, or by any one of its sides or
/// half-edges.
///
/// # Errors
/// If no segment, or more than one, fits the name.
pub fn read_segment(rules: &Rules, kind: TileKind, rot: Rot, name: &str) -> Result<u8, TextError> {
    let segments = &rules.tiles[kind.0 as usize].segments;
    let names: Vec<String> = segments.iter().map(|s| segment_name(s, rot)).collect();
    if let Some(exact) = names.iter().position(|n| n == name) {
        return Ok(exact as u8);
    }
    let (asked, detail) = name.split_once(':').unwrap_or((name, ""));
    let fits = |full: &String| {
        let (kind, all) = full.split_once(':').unwrap_or((full, ""));
        let part_of = match kind {
            "field" => {
                !detail.is_empty() && detail.split('.').all(|p| all.split('.').any(|a| a == p))
            }
            _ => detail.chars().all(|c| all.contains(c)),
        };
        kind == asked && (detail.is_empty() || part_of)
    };
    let found: Vec<usize> = (0..names.len()).filter(|i| fits(&names[*i])).collect();
    match found[..] {
        [one] => Ok(one as u8),
        [] => {
            let list = names.join(", ");
            Err(TextError::new(0, format!("one of {list}; there is no spot {name:?}")))
        }
        _ => {
            let list: Vec<&str> = found.iter().map(|i| names[*i].as_str()).collect();
            Err(TextError::new(0, format!("one spot; {name:?} may be {}", list.join(" or "))))
        }
    }
}

/// The expansion whose word for taking a piece back this is.
fn taker(word: &str) -> Option<exp::Id> {
    exp::ALL.iter().find(|(_, info)| info.takes == Some(word)).map(|(id, _)| *id)
}

impl Country {
    fn read_spot_at(&self, rules: &Rules, cell: Cell, name: &str) -> Result<Spot, TextError> {
        let laid = self.laid_at(cell)?;
        let segment = read_segment(rules, laid.kind, laid.rot, name)?;
        Ok(self.target(cell, segment))
    }

    /// The tile in a cell that somebody named: it may be any cell.
    fn laid_at(&self, cell: Cell) -> Result<Laid, TextError> {
        let found = self.board.laid().iter().find(|laid| laid.cell == cell);
        found.copied().ok_or_else(|| {
            TextError::new(0, format!("a cell with a tile; none lies at {},{}", cell.x, cell.y))
        })
    }

    /// The first segment on the same tile that belongs to the same feature (BASE-27).
    fn target(&self, cell: Cell, segment: u8) -> Spot {
        let first = self.board.at(cell).map_or(0, |l| l.first);
        let root = |s: u8| self.map.find(first + s as u16);
        let same = (0..=segment).find(|s| root(*s) == root(segment));
        Spot::segment(cell, same.unwrap_or(segment))
    }

    /// The legal action that means the same as this one: figures go to features, so any segment
    /// of the feature will do.
    fn canonical(&self, rules: &Rules, action: Action) -> Action {
        let Action::Move { piece, to: Spot::Segment { cell, segment } } = action else {
            return action;
        };
        let step = self.step(rules);
        let (Owner::Exp(id), Turn::Player(_)) = (step.owner, self.waits) else { return action };
        let root_at = |cell, segment| self.feature_at(cell, segment).map(|(root, _)| root);
        let root = root_at(cell, segment);
        let (mut itself, mut same) = (false, None);
        exp::legal(rules, self, id, step.decl.sub, &mut |legal| match legal {
            _ if legal == action => itself = true,
            Action::Move { piece: p, to: Spot::Segment { cell, segment } }
                if p == piece && root_at(cell, segment) == root =>
            {
                same.get_or_insert(legal);
            }
            _ => {}
        });
        if itself { action } else { same.unwrap_or(action) }
    }

    fn last_cell(&self) -> Cell {
        self.board.last().cell
    }

    /// The word of whoever offers to take a piece back; the first that there is if nobody does.
    fn take_word(&self, rules: &Rules, action: Action) -> &'static str {
        let owner = exp::offered_by(rules, self, action);
        let of = |id| exp::ALL.iter().find(|(other, _)| *other == id)?.1.takes;
        let any = || exp::ALL.iter().find_map(|(_, info)| info.takes);
        owner.and_then(of).or_else(any).unwrap_or("take")
    }

    /// `PIECE@SPOT`, `PIECE@CELL:SPOT`, `PIECE@PLACE`, and the words for taking back: `WORD@CELL`.
    fn read_at(&self, rules: &Rules, head: &str, tail: &str) -> Result<Action, TextError> {
        let shift = |e: TextError| e.later(head.len() + 1);
        if let Some(id) = taker(head) {
            let cell = read_cell(tail).map_err(shift)?;
            let at = exp::take_at(rules, self, id, cell);
            return Ok(Action::Take { at: at.unwrap_or(Spot::segment(cell, 0)) });
        }
        let decl = nouns::piece_named(head).ok_or_else(|| {
            let names: Vec<&str> = nouns::pieces().map(|p| p.name).collect();
            TextError::new(0, format!("one of {}; {head:?} is no piece", names.join(", ")))
        })?;
        let piece = decl.piece;
        if let Some(place) = nouns::number_of(|i| i.places, tail) {
            let at = Spot::Place(place);
            let put = Action::Put { piece, at };
            return Ok(if decl.nobodys { Action::Move { piece, to: at } } else { put });
        }
        // A spot of the tile just laid needs no cell.
        let elsewhere = tail.split_once(':').filter(|(cell, _)| cell.contains(','));
        let (cell, name, by) = match elsewhere {
            Some((cell, name)) => (read_cell(cell).map_err(shift)?, name, cell.len() + 1),
            None => (self.last_cell(), tail, 0),
        };
        let at = self.read_spot_at(rules, cell, name).map_err(|e| shift(e.later(by)))?;
        Ok(Action::Put { piece, at })
    }

    /// `PIECE>CELL:SPOT`.
    fn read_out(&self, rules: &Rules, head: &str, tail: &str) -> Result<Action, TextError> {
        let piece = nouns::piece_named(head).map(|decl| decl.piece);
        let piece = piece.ok_or_else(|| TextError::new(0, format!("a piece, not {head:?}")))?;
        let at = head.len() + 1;
        let (cell, name) = tail
            .split_once(':')
            .ok_or_else(|| TextError::new(at, "a cell and a spot as 2,0:city:N"))?;
        let spot_at = at + cell.len() + 1;
        let cell = read_cell(cell).map_err(|e| e.later(at))?;
        self.laid_at(cell).map_err(|e| e.later(at))?;
        let to = self.read_spot_at(rules, cell, name).map_err(|e| e.later(spot_at))?;
        Ok(self.canonical(rules, Action::Move { piece, to }))
    }
}

impl Text for Country {
    const TURN_RULE: &'static str = "BASE-15";

    fn word(&self, rules: &Rules, action: Action) -> String {
        match action {
            Action::First(seat) => format!("first:{}", seat.0 + 1),
            Action::Draw(kind) => Self::tile_id(rules, kind).to_string(),
            Action::Tile { cell, rot } => format!("{},{} r{}", cell.x, cell.y, rot as u8),
            Action::Put { piece, at: at @ Spot::Segment { cell, .. } }
                if cell != self.last_cell() =>
            {
                format!("{}@{}", Self::piece(piece), self.spot(rules, at))
            }
            Action::Put { piece, at } => {
                format!("{}@{}", Self::piece(piece), self.spot_name(rules, at))
            }
            Action::Move { piece, to: to @ Spot::Segment { .. } } => {
                format!("{}>{}", Self::piece(piece), self.spot(rules, to))
            }
            Action::Move { piece, to } => {
                format!("{}@{}", Self::piece(piece), self.spot_name(rules, to))
            }
            Action::Take { at } => {
                let takes = self.take_word(rules, action);
                match at {
                    Spot::Segment { cell, .. } => format!("{takes}@{},{}", cell.x, cell.y),
                    _ => takes.to_string(),
                }
            }
            Action::Choose(n) => nouns::name_of(|i| i.choices, n).unwrap_or("choose").to_string(),
            Action::Pass => "-".to_string(),
        }
    }

    fn read_word(&self, rules: &Rules, text: &str) -> Result<Action, TextError> {
        if text == "-" {
            return Ok(Action::Pass);
        }
        if let Some(number) = text.strip_prefix("first:") {
            let seat = number.parse::<u8>().ok().filter(|n| (1..=rules.seats).contains(n));
            let expected = || TextError::new(6, format!("a seat from 1 to {}", rules.seats));
            return seat.map(|n| Action::First(Seat(n - 1))).ok_or_else(expected);
        }
        if let Some(number) = nouns::number_of(|i| i.choices, text) {
            return Ok(Action::Choose(number));
        }
        if let Some((head, tail)) = text.split_once('@') {
            return self.read_at(rules, head, tail);
        }
        if let Some((head, tail)) = text.split_once('>') {
            return self.read_out(rules, head, tail);
        }
        if let Some((cell, rot)) = text.split_once(' ') {
            let at = cell.len() + 1;
            let rot = read_rot(rot).map_err(|e| e.later(at));
            return Ok(Action::Tile { cell: read_cell(cell)?, rot: rot? });
        }
        if let Some(kind) = kind_of(rules, text) {
            return Ok(Action::Draw(kind));
        }
        Err(TextError::new(0, format!("a tile of this game or a move; {text:?} is neither")))
    }

    fn refuse(&self, rules: &Rules, action: Action) -> Option<Refusal> {
        refuse::refuse(rules, self, action)
    }

    fn spot_name(&self, rules: &Rules, spot: Spot) -> String {
        match spot {
            Spot::Segment { cell, segment } => {
                let laid = self.board.at(cell);
                let named = laid.and_then(|laid| {
                    let tile = &rules.tiles[laid.kind.0 as usize];
                    tile.segments.get(segment as usize).map(|s| segment_name(s, laid.rot))
                });
                named.unwrap_or_else(|| format!("segment:{segment}"))
            }
            Spot::Edge { side, .. } => side.letter().to_string(),
            Spot::Place(place) => {
                let standing = nouns::name_of(|i| i.places, place);
                let scored = || nouns::name_of(|i| i.score_places, place);
                standing.or_else(scored).unwrap_or("nowhere").to_string()
            }
        }
    }

    fn read_spot(&self, rules: &Rules, cell: Cell, name: &str) -> Result<Spot, TextError> {
        let laid = self.laid_at(cell)?;
        Ok(Spot::segment(cell, read_segment(rules, laid.kind, laid.rot, name)?))
    }

    fn tile_id(rules: &Rules, kind: TileKind) -> &str {
        &rules.tiles[kind.0 as usize].id
    }

    fn tile_name(rules: &Rules, kind: TileKind) -> &str {
        &rules.tiles[kind.0 as usize].name
    }

    fn tile_kind(rules: &Rules, id: &str) -> Option<TileKind> {
        kind_of(rules, id)
    }

    fn piece(piece: Piece) -> &'static str {
        nouns::piece(piece).map_or("piece", |decl| decl.name)
    }

    fn feature(feature: FeatureKind) -> &'static str {
        let decl = nouns::features().find(|decl| decl.feature == feature);
        decl.map_or("feature", |decl| decl.name)
    }

    fn why(reason: Why) -> &'static str {
        nouns::why(reason).map_or("points", |decl| decl.many)
    }

    fn token(token: u8) -> &'static str {
        nouns::name_of(|i| i.tokens, token).unwrap_or("token")
    }

    fn told(what: u8) -> &'static str {
        nouns::name_of(|i| i.tells, what).unwrap_or("something happens")
    }

    fn position(&self, rules: &Rules) -> String {
        position::write(rules, self)
    }

    fn read_position(rules: &Rules, text: &str) -> Result<Country, TextError> {
        position::read(rules, text)
    }

    fn forecast(&self, rules: &Rules) -> [u16; SEATS_MAX] {
        if self.waits == Turn::Over {
            return self.scores;
        }
        let mut total = end::final_points(rules, self, &mut Quiet);
        for (points, so_far) in total.iter_mut().zip(self.scores) {
            *points += so_far;
        }
        total
    }
}
