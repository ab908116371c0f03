//! The River: twelve tiles of their own stack come first, spring to lake, each going on where the
//! river is open, never turning back on itself at once.
//!
//! Rules: docs/rules/river.md. Knows: nothing.

mod slot;

use table::{
    Action, Bag, Cell, Event, Odds, OptionDecl, Refusal, Rot, Side, Sink, Stock, TextError,
    TileKind,
};

use super::{Expansion, Info, TerrainDecl};
use crate::fit;
use crate::rules::{Build, Rules};
use crate::state::Country;
use crate::tile::TileDef;
use crate::turn::{self, Cx, Flow, PlanMoment, PlanStepDecl};
pub use slot::{Bend, Slot};

/// OPT-RIVER-EDITION: which tiles.
pub const EDITION: OptionDecl = OptionDecl {
    number: 8,
    key: "OPT-RIVER-EDITION",
    values: &["c3", "c2", "c1"],
    earlier: &[],
    about: "the tiles of the third, second or first edition",
};
/// OPT-RIVER-START: what becomes of the base game's start tile.
pub const START: OptionDecl = OptionDecl {
    number: 9,
    key: "OPT-RIVER-START",
    values: &["drop", "shuffle-in"],
    earlier: &[],
    about: "shuffle-in: the start tile of the base game is shuffled in",
};
/// OPT-RIVER-UTURN: which bends are forbidden.
pub const UTURN: OptionDecl = OptionDecl {
    number: 10,
    key: "OPT-RIVER-UTURN",
    values: &["immediate", "strict"],
    earlier: &[],
    about: "strict: two bends in a row may not turn the same way, even with straights between",
};
/// OPT-RIVER-LAKE: who lays the lake.
pub const LAKE: OptionDecl = OptionDecl {
    number: 11,
    key: "OPT-RIVER-LAKE",
    values: &["drawn", "automatic"],
    earlier: &[],
    about: "automatic: the lake is laid by itself",
};

const SETS: [(&str, &[u8]); 3] = [
    ("river", include_bytes!("tiles.packed")),
    ("river-c2", include_bytes!("tiles-c2.packed")),
    ("river-c1", include_bytes!("tiles-c1.packed")),
];

const DRAW: u8 = 0;
const GO_ON: u8 = 1;

/// The River.
pub struct River;

impl Expansion for River {
    type Slot = Slot;
    type Lead = ();
    const INFO: Info = Info {
        wire: "river",
        title: "The River",
        about: "a river of twelve tiles, from spring to lake, opens the game",
        options: &[EDITION, START, UTURN, LAKE],
        terrain: Some(TerrainDecl { letter: 'V', name: "River", key: "rivers" }),
        ..Info::PLAIN
    };
    const STEPS: &'static [PlanStepDecl] = &[
        PlanStepDecl {
            moment: PlanMoment::Draw,
            order: 50,
            sub: DRAW,
            name: "draw-river",
            ask: None,
        },
        PlanStepDecl {
            moment: PlanMoment::PartEnd,
            order: 10,
            sub: GO_ON,
            name: "after-the-lake",
            ask: None,
        },
    ];

    /// RIVER-02, RIVER-03: the spring replaces the start tile.
    fn setup(build: &mut Build) {
        let (set, tiles) = SETS[build.choices.get(&EDITION) as usize];
        let first = build.tiles.len();
        build.add_tiles(tiles);
        build.own_stack.extend((first..build.tiles.len()).map(|k| TileKind(k as u8)));
        let spring = build.kind(&alloc::format!("{set}/spring"));
        build.start.push((spring, Cell::ORIGIN, Rot::R0));
        build.keep_start_tile |= !build.choices.is_default(&START);
    }

    fn start(rules: &Rules, state: &mut Country) {
        let (set, _) = SETS[rules.choice(&EDITION) as usize];
        let slot = &mut state.slots.river;
        for (i, tile) in rules.tiles.iter().enumerate() {
            let Some(name) = tile.id.strip_prefix(set).and_then(|n| n.strip_prefix('/')) else {
                continue;
            };
            let kind = TileKind(i as u8);
            match name {
                "spring" => {}
                "lake" => slot.lake = Some(kind),
                _ => slot.stack.add(kind, tile.count),
            }
        }
        let spring = rules.start.iter().find(|(k, ..)| rules.kinds[k.0 as usize].stream != 0);
        let (kind, cell, rot) = *spring.expect("the spring lies on the table");
        let exit = Side::from_index(rules.kinds[kind.0 as usize].stream.trailing_zeros() as u8);
        slot.mouth = Some((cell, exit.turned(rot)));
    }

    fn watches_tile(tile: &TileDef) -> bool {
        !tile.stream.is_empty()
    }

    /// RIVER-05: where the river is open.
    fn binds_tile(rules: &Rules, state: &Country, kind: TileKind) -> Option<Cell> {
        if rules.kinds[kind.0 as usize].stream == 0 {
            return None;
        }
        let (cell, flow) = state.slots.river.mouth?;
        Some(cell.step(flow))
    }

    /// RIVER-05 to RIVER-07.
    fn forbids_tile(
        rules: &Rules,
        state: &Country,
        kind: TileKind,
        cell: Cell,
        rot: Rot,
    ) -> Option<&'static Refusal> {
        if rules.kinds[kind.0 as usize].stream == 0 {
            return None;
        }
        forbids(rules, state, kind, cell, rot, state.slots.river.lifted)
    }

    fn placed<S: Sink>(cx: &mut Cx<S>) {
        let laid = cx.state.board.last();
        if cx.rules.kinds[laid.kind.0 as usize].stream == 0 {
            return;
        }
        let slot = &mut cx.state.slots.river;
        let Some((_, flow)) = slot.mouth else { return };
        let exit = exit(cx.rules, laid.kind, laid.rot, flow);
        let bend = exit.map_or(Bend::Straight, |exit| bend(flow, exit));
        let strict = !cx.rules.is_default(&UTURN);
        slot.bend = if strict && bend == Bend::Straight { slot.bend } else { bend };
        slot.mouth = exit.map(|exit| (laid.cell, exit));
        slot.lifted = false;
    }

    fn tiles_left(state: &Country) -> u8 {
        state.slots.river.left()
    }

    fn enter<S: Sink>(cx: &mut Cx<S>, sub: u8) -> Flow {
        if sub == GO_ON {
            // The lake laid itself: the same part goes on with a tile to draw.
            let again = core::mem::take(&mut cx.state.slots.river.lake_lay);
            return if again { Flow::Goto(PlanMoment::Draw) } else { Flow::Next };
        }
        if let Some(kind) = cx.state.hand {
            if fits(cx.rules, cx.state, kind) {
                return Flow::Next;
            }
            put_back(cx, kind);
        }
        if cx.state.slots.river.left() == 0 {
            return Flow::Next;
        }
        let only_lake = cx.state.slots.river.left() == 1 && cx.state.slots.river.lake.is_some();
        if only_lake && !cx.rules.is_default(&LAKE) {
            return lay_lake(cx);
        }
        Flow::Chance
    }

    fn draws_from(state: &Country, _: u8) -> Option<&Bag> {
        Some(&state.slots.river.stack).filter(|stack| stack.total() > 0)
    }

    /// RIVER-04: the stack at random, then what was put back, in order, then the lake.
    fn odds(_: &Rules, state: &Country, _: u8, out: &mut Odds) {
        let slot = &state.slots.river;
        if slot.stack.total() > 0 {
            out.extend(slot.stack.iter().map(|(kind, n)| (Action::Draw(kind), n as u16)));
        } else if let Some(kind) = slot.queue.first().copied().or(slot.lake) {
            out.push((Action::Draw(kind), 1));
        }
    }

    fn play<S: Sink>(cx: &mut Cx<S>, _: u8, action: Action) {
        let Action::Draw(kind) = action else { unreachable!("chance draws") };
        let slot = &mut cx.state.slots.river;
        if slot.stack.total() > 0 {
            slot.stack.take(kind);
        } else if slot.queue.is_empty() {
            slot.lake = None;
        } else {
            slot.queue.remove(0);
        }
        cx.state.hand = Some(kind);
        cx.out.tell(Event::Drawn(kind));
        // RIVER-08: the bend rule is lifted for a tile that has no place with it.
        let blocked = !fit::any(cx.rules, cx.state, kind);
        cx.state.slots.river.lifted = blocked;
    }

    /// RIVER-04: the stack at random, then what was put back, in order, then the lake.
    fn stock(_: &Rules, state: &Country, stock: &mut Stock) {
        let slot = &state.slots.river;
        let mut coming = Stock::counted(&slot.stack, stock.left.len());
        for (left, in_stack) in stock.left.iter_mut().zip(&coming) {
            *left += in_stack;
        }
        let mut later = slot.queue.iter().copied().chain(slot.lake);
        for kind in later.clone() {
            stock.left[kind.0 as usize] += 1;
        }
        if slot.stack.total() == 0
            && let Some(first) = later.next()
        {
            coming[first.0 as usize] = 1;
        }
        if slot.left() > 0 {
            stock.next = Some(coming);
        }
    }

    fn write_slot(rules: &Rules, state: &Country) -> alloc::string::String {
        slot::write(rules, &state.slots.river)
    }

    fn read_slot(rules: &Rules, state: &mut Country, text: &str) -> Result<(), TextError> {
        slot::read(rules, &mut state.slots.river, text)
    }
}

/// Whether a river tile has a place if bends do not matter. Other tiles always pass.
fn fits(rules: &Rules, state: &Country, kind: TileKind) -> bool {
    let table = &rules.kinds[kind.0 as usize];
    if table.stream == 0 {
        return true;
    }
    let Some((cell, flow)) = state.slots.river.mouth else {
        return false;
    };
    let mouth = cell.step(flow);
    let Some(open) = state.board.open_at(mouth) else {
        return false;
    };
    Rot::ALL.into_iter().any(|rot| {
        open.fits(table.edges.turned(rot))
            && forbids(rules, state, kind, mouth, rot, true).is_none()
    })
}

fn forbids(
    rules: &Rules,
    state: &Country,
    kind: TileKind,
    cell: Cell,
    rot: Rot,
    lifted: bool,
) -> Option<&'static Refusal> {
    let slot = &state.slots.river;
    let on_river = slot.mouth.filter(|(from, flow)| from.step(*flow) == cell);
    let Some((_, flow)) = on_river else {
        return Some(&Refusal { rule: "RIVER-05", reason: "a river tile must continue the river" });
    };
    let exit = exit(rules, kind, rot, flow)?;
    if state.board.has(cell.step(exit)) {
        return Some(&Refusal {
            rule: "RIVER-06",
            reason: "the river would run against a tile that lies there already",
        });
    }
    let bend = bend(flow, exit);
    if !lifted && bend != Bend::Straight && bend == slot.bend {
        return Some(&Refusal {
            rule: "RIVER-07",
            reason: "the river may not turn the same way twice in a row",
        });
    }
    None
}

/// Where the river leaves a turned tile that it enters flowing towards `flow`.
fn exit(rules: &Rules, kind: TileKind, rot: Rot, flow: Side) -> Option<Side> {
    let river = rules.kinds[kind.0 as usize].stream;
    let sides = Side::ALL.into_iter().filter(|s| river >> *s as u8 & 1 != 0);
    sides.map(|s| s.turned(rot)).find(|s| *s != flow.opposite())
}

/// RIVER-07: how a tile bends the river, seen in the direction of flow.
fn bend(flow: Side, exit: Side) -> Bend {
    if exit == flow {
        Bend::Straight
    } else if exit == flow.clockwise() {
        Bend::Right
    } else {
        Bend::Left
    }
}

/// RIVER-08: a river tile that fits nowhere.
fn put_back(cx: &mut Cx<impl Sink>, kind: TileKind) {
    cx.state.hand = None;
    cx.state.slots.river.lifted = false;
    let slot = cx.state.slots.river;
    let is_lake = slot.left() == 0;
    let others_fit = slot
        .stack
        .iter()
        .map(|(k, _)| k)
        .chain(slot.queue.iter().copied())
        .any(|k| fits(cx.rules, cx.state, k));
    if !is_lake && others_fit {
        cx.state.slots.river.queue.push(kind);
        cx.out.tell(Event::SetAside(kind));
        return;
    }
    discard(cx, kind);
    let stack = core::mem::take(&mut cx.state.slots.river.stack);
    for (kind, count) in stack.iter() {
        (0..count).for_each(|_| discard(cx, kind));
    }
    let queue = core::mem::take(&mut cx.state.slots.river.queue);
    queue.iter().for_each(|kind| discard(cx, *kind));
}

fn discard(cx: &mut Cx<impl Sink>, kind: TileKind) {
    cx.state.discarded.add(kind, 1);
    cx.out.tell(Event::Discarded(kind));
}

/// OPT-RIVER-LAKE: the lake goes where the river ends; what it completes is scored.
fn lay_lake(cx: &mut Cx<impl Sink>) -> Flow {
    let lake = cx.state.slots.river.lake.take().expect("the lake is left");
    let place = cx.state.slots.river.mouth.and_then(|(cell, flow)| {
        let mouth = cell.step(flow);
        let edges = cx.rules.kinds[lake.0 as usize].edges;
        let rot = cx.state.board.turns_fitting(mouth, edges).next()?;
        Some((mouth, rot))
    });
    let Some((cell, rot)) = place else {
        discard(cx, lake);
        return Flow::Next;
    };
    turn::lay_tile(cx, lake, cell, rot);
    cx.state.free = 0; // nobody may claim on it
    cx.state.slots.river.lake_lay = true;
    Flow::Goto(PlanMoment::Score)
}
