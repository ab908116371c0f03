//! Prints positions; [`crate::text`] has the format.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use table::{Laid, NodeId, Seat, TileKind};

use crate::edge::{LEFT, RIGHT, Wall, WallNumber};
use crate::rules::Rules;
use crate::state::{City, Phase, SEATS, TurnStep};
use crate::words::{cell_name, edge_name, segment_name};

/// The fields of a position, in their order.
pub(crate) const KEYS: [&str; 12] = [
    "tiles",
    "followers",
    "gate",
    "walls",
    "guards",
    "towers",
    "scores",
    "discards",
    "late",
    "turn",
    "step",
    "phase",
];

/// The names of the steps.
pub(crate) const STEPS: [(&str, TurnStep); 10] = [
    ("first", TurnStep::First),
    ("draw", TurnStep::Draw),
    ("redraw", TurnStep::Redraw),
    ("lay", TurnStep::Lay),
    ("claim", TurnStep::Claim),
    ("build", TurnStep::Build),
    ("guard", TurnStep::Guard),
    ("lastguard", TurnStep::LastGuard),
    ("tower", TurnStep::Tower),
    ("over", TurnStep::Over),
];

fn wall_name(number: WallNumber) -> String {
    match number {
        0 => String::from("-"),
        1.. => format!("R{number}"),
        _ => format!("L{}", -number),
    }
}

fn joined(parts: impl Iterator<Item = String>, between: &str) -> String {
    parts.collect::<Vec<_>>().join(between)
}

impl City {
    /// The game as one line.
    pub(crate) fn print_position(&self, rules: &Rules) -> String {
        let seats = rules.seats as usize;
        let by_seat = |values: &[u8; SEATS]| joined(values[..seats].iter().map(u8::to_string), ".");
        let late = self.late.iter().any(|n| *n > 0);
        let walls = || format!("{}.{}", self.walls[LEFT].len(), self.walls[RIGHT].len());
        let in_phase = matches!(self.step, TurnStep::Build | TurnStep::Guard | TurnStep::LastGuard);
        let values = [
            joined(self.board.laid().iter().map(|laid| tile_text(rules, *laid)), ";"),
            joined(self.followers.iter().map(|f| self.standing_text(rules, f.seat, f.node)), ";"),
            self.gate.map_or_else(String::new, edge_name),
            self.gate.map_or_else(String::new, |_| walls()),
            self.on_walls(Wall::guard),
            self.on_walls(Wall::tower),
            joined(self.scores[..seats].iter().map(u16::to_string), "."),
            joined(self.discards(rules), ";"),
            if late { by_seat(&self.late) } else { String::new() },
            (self.seat.0 + 1).to_string(),
            self.step_text(rules),
            if in_phase { phase_text(self.phase, seats) } else { String::new() },
        ];
        let fields = KEYS.iter().zip(values).filter(|(_, value)| !value.is_empty());
        joined(fields.map(|(key, value)| format!("{key}={value}")), " ")
    }

    fn standing_text(&self, rules: &Rules, seat: Seat, node: NodeId) -> String {
        let laid = self.board.laid()[self.tile_of[node as usize] as usize];
        let segment = segment_name(rules, laid, (node - laid.first) as u8);
        format!("{}@{}:{segment}", seat.0 + 1, cell_name(laid.cell))
    }

    fn on_walls(&self, who: impl Fn(&Wall) -> Option<Seat>) -> String {
        let pieces = self.numbered_walls().filter_map(|(number, wall)| Some((number, who(wall)?)));
        joined(pieces.map(|(n, seat)| format!("{}@{}", seat.0 + 1, wall_name(n))), ";")
    }

    /// The tiles that are neither laid, in hand nor in the bag.
    fn discards(&self, rules: &Rules) -> impl Iterator<Item = String> {
        rules.tiles.iter().enumerate().filter_map(|(kind, tile)| {
            let kind = TileKind(kind as u8);
            let laid = self.board.laid().iter().filter(|laid| laid.kind == kind).count() as u8;
            let hand = (self.hand() == Some(kind)) as u8;
            let gone = tile.count - self.bag.count(kind) - laid - hand;
            (gone > 0).then(|| format!("{}*{gone}", tile.id))
        })
    }

    fn step_text(&self, rules: &Rules) -> String {
        let named = STEPS.iter().find(|(_, step)| *step == self.step);
        let name = named.map_or("", |(name, _)| name);
        match self.hand() {
            Some(kind) => format!("{name}:{}", rules.tile(kind).id),
            None => name.to_string(),
        }
    }
}

fn tile_text(rules: &Rules, laid: Laid) -> String {
    let id = &rules.tile(laid.kind).id;
    format!("{id}@{}r{}", cell_name(laid.cell), laid.rot as u8)
}

fn phase_text(phase: Phase, seats: usize) -> String {
    let last = joined(phase.last[..seats].iter().map(|n| wall_name(*n)), ".");
    let (left, builder) = (phase.left, phase.builder.0 + 1);
    format!("{left}/{builder}/{}/{last}", wall_name(phase.piece))
}
