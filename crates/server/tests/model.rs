//! A model of who writes a table, tried out in every order in which things can happen.
//!
//! Nodes take, read, decide, write, tell, give back, are declared dead at any moment (there is no
//! clock in it: nothing may depend on one), crash and come again. A statement may be carried out
//! long after its node stopped waiting for it. Clients send a move again until it is acknowledged,
//! to any node. Whatever the order, what was told is in the log, once, and no older hold writes
//! after a newer one. Each fault that is planted must be found, or the model proves nothing.

use stateright::{Checker, Model, Property};

/// A fault that the model must find.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Fault {
    /// None: the protocol as it is.
    None,
    /// An append compares neither owner nor epoch.
    NoFence,
    /// A take leaves the epoch as it was.
    NoRaise,
    /// A move is told before it is written.
    TellEarly,
    /// A move that is in the log is played again.
    PlayAgain,
    /// The log is read before the take, and an append does not compare its number.
    ReadEarly,
}

/// How much happens.
#[derive(Clone, Copy, Debug)]
struct World {
    fault: Fault,
    nodes: u8,
    clients: u8,
    moves: u8,
    takes: u8,
    deaths: u8,
}

/// A move: whose, and which of its moves.
type Id = (u8, u8);
/// A start of a node.
type Start = (u8, u8);

/// The row of the table, as the database has it.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
struct Table {
    owner: Option<Start>,
    epoch: u8,
    /// Each with the epoch of its writer, and that of the table.
    log: Vec<(Id, u8, u8)>,
}

/// A statement on its way to the database.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
struct Append {
    by: Start,
    epoch: u8,
    after: u8,
    id: Id,
    /// Whether its node still waits for the answer.
    awaited: bool,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
struct Node {
    starts: u8,
    dead: bool,
    hold: Option<u8>,
    /// The moves of the log, as it was read and extended.
    view: Option<Vec<Id>>,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
struct State {
    table: Table,
    nodes: Vec<Node>,
    /// How many of its moves each client knows to be played.
    acked: Vec<u8>,
    /// What was told, with its place in the log.
    told: Vec<(Id, u8)>,
    sent: Vec<Append>,
    deaths: u8,
    /// Who had each epoch.
    takes: Vec<(u8, Start)>,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Step {
    Take(u8),
    Read(u8),
    Say(u8, u8),
    Write(u8),
    /// It is written, and the answer is lost.
    WriteUnheard(u8),
    /// The node waits no longer; the statement may still be carried out.
    GiveUp(u8),
    Rest(u8),
    Declare(u8),
    Rejoin(u8),
    Crash(u8),
}

impl World {
    fn commit(&self, state: &mut State, place: u8, heard: bool) {
        let append = state.sent.remove(usize::from(place));
        let table = &mut state.table;
        let ours = table.owner == Some(append.by) && table.epoch == append.epoch;
        let next = table.log.len() == usize::from(append.after);
        let fits =
            (ours || self.fault == Fault::NoFence) && (next || self.fault == Fault::ReadEarly);
        if fits {
            table.log.push((append.id, append.epoch, table.epoch));
        }
        let length = table.log.len() as u8;
        let node = &mut state.nodes[usize::from(append.by.0)];
        if !append.awaited || !heard {
            if append.awaited {
                (node.hold, node.view) = (None, None);
            }
            return;
        }
        if !fits {
            (node.hold, node.view) = (None, None);
            return;
        }
        if let Some(view) = &mut node.view {
            view.push(append.id);
        }
        tell(state, append.id, length - 1);
    }
}

fn tell(state: &mut State, id: Id, place: u8) {
    if !state.told.contains(&(id, place)) {
        state.told.push((id, place));
        state.told.sort_unstable();
    }
    let acked = &mut state.acked[usize::from(id.0)];
    *acked = (*acked).max(id.1 + 1);
}

impl Model for World {
    type State = State;
    type Action = Step;

    fn init_states(&self) -> Vec<State> {
        vec![State {
            table: Table::default(),
            nodes: vec![Node::default(); usize::from(self.nodes)],
            acked: vec![0; usize::from(self.clients)],
            told: Vec::new(),
            sent: Vec::new(),
            deaths: 0,
            takes: Vec::new(),
        }]
    }

    fn actions(&self, state: &State, steps: &mut Vec<Step>) {
        for (number, node) in (0u8..).zip(&state.nodes) {
            let start = (number, node.starts);
            let free = state.table.owner.is_none_or(|owner| owner == start);
            let idle = node.view.is_none() || self.fault == Fault::ReadEarly && node.hold.is_none();
            if free && !node.dead && idle && state.takes.len() < self.takes.into() {
                steps.push(Step::Take(number));
            }
            let reads =
                if self.fault == Fault::ReadEarly { !node.dead } else { node.hold.is_some() };
            if reads && node.view.is_none() {
                steps.push(Step::Read(number));
            }
            let waits = state.sent.iter().any(|sent| sent.by == start && sent.awaited);
            if node.hold.is_some() && node.view.is_some() && !waits {
                steps.push(Step::Rest(number));
                for client in 0..self.clients {
                    if state.acked[usize::from(client)] < self.moves {
                        steps.push(Step::Say(client, number));
                    }
                }
            }
            if !node.dead && state.deaths < self.deaths {
                steps.push(Step::Declare(number));
                steps.push(Step::Crash(number));
            }
            if node.dead {
                steps.push(Step::Rejoin(number));
            }
        }
        for (place, sent) in (0u8..).zip(&state.sent) {
            steps.push(Step::Write(place));
            if sent.awaited {
                steps.push(Step::WriteUnheard(place));
                steps.push(Step::GiveUp(place));
            }
        }
    }

    fn next_state(&self, last: &State, step: Step) -> Option<State> {
        let mut state = last.clone();
        match step {
            Step::Take(number) => {
                let node = &mut state.nodes[usize::from(number)];
                let start = (number, node.starts);
                state.table.owner = Some(start);
                state.table.epoch += u8::from(self.fault != Fault::NoRaise);
                node.hold = Some(state.table.epoch);
                state.takes.push((state.table.epoch, start));
            }
            Step::Read(number) => {
                let log = state.table.log.iter().map(|(id, ..)| *id).collect();
                state.nodes[usize::from(number)].view = Some(log);
            }
            Step::Say(client, number) => self.say(&mut state, client, number),
            Step::Write(place) => self.commit(&mut state, place, true),
            Step::WriteUnheard(place) => self.commit(&mut state, place, false),
            Step::GiveUp(place) => {
                let sent = &mut state.sent[usize::from(place)];
                sent.awaited = false;
                let node = &mut state.nodes[usize::from(sent.by.0)];
                (node.hold, node.view) = (None, None);
            }
            Step::Rest(number) => {
                let node = &mut state.nodes[usize::from(number)];
                let start = (number, node.starts);
                if state.table.owner == Some(start) && node.hold == Some(state.table.epoch) {
                    state.table.owner = None;
                }
                (node.hold, node.view) = (None, None);
            }
            Step::Declare(number) | Step::Crash(number) => {
                state.deaths += 1;
                let node = &mut state.nodes[usize::from(number)];
                node.dead = true;
                if state.table.owner == Some((number, node.starts)) {
                    state.table.owner = None;
                }
                if matches!(step, Step::Crash(_)) {
                    (node.hold, node.view) = (None, None);
                    for sent in state.sent.iter_mut().filter(|sent| sent.by.0 == number) {
                        sent.awaited = false;
                    }
                }
            }
            Step::Rejoin(number) => {
                let node = &mut state.nodes[usize::from(number)];
                *node = Node { starts: node.starts + 1, ..Node::default() };
                for sent in state.sent.iter_mut().filter(|sent| sent.by.0 == number) {
                    sent.awaited = false;
                }
            }
        }
        Some(state)
    }

    fn properties(&self) -> Vec<Property<World>> {
        vec![
            Property::always("what was told is in the log", |_, state: &State| {
                state.told.iter().all(|(id, place)| {
                    state.table.log.get(usize::from(*place)).is_some_and(|(kept, ..)| kept == id)
                })
            }),
            Property::always("nothing is there twice", |_, state: &State| {
                let log = &state.table.log;
                (1..log.len()).all(|n| !log[..n].iter().any(|(id, ..)| *id == log[n].0))
            }),
            Property::always("an old hold writes nothing", |_, state: &State| {
                state.table.log.iter().all(|(_, by, at)| by == at)
            }),
            Property::always("an epoch has one owner", |_, state: &State| {
                let takes = &state.takes;
                takes.iter().all(|(epoch, start)| {
                    takes.iter().all(|(other, theirs)| other != epoch || theirs == start)
                })
            }),
            Property::sometimes(
                "all moves are played after a death",
                |world: &World, state: &State| {
                    state.deaths > 0 && state.acked.iter().all(|acked| *acked == world.moves)
                },
            ),
        ]
    }
}

impl World {
    /// A client sends its next move, perhaps not for the first time.
    fn say(&self, state: &mut State, client: u8, number: u8) {
        let id = (client, state.acked[usize::from(client)]);
        let node = &state.nodes[usize::from(number)];
        let (Some(epoch), Some(view)) = (node.hold, &node.view) else { return };
        let known = view.iter().position(|kept| *kept == id);
        if let Some(place) = known.filter(|_| self.fault != Fault::PlayAgain) {
            return tell(state, id, place as u8);
        }
        let after = view.len() as u8;
        state.sent.push(Append { by: (number, node.starts), epoch, after, id, awaited: true });
        state.sent.sort_unstable_by_key(|sent| (sent.by, sent.epoch, sent.after, sent.id));
        if self.fault == Fault::TellEarly {
            tell(state, id, after);
        }
    }
}

const SMALL: World =
    World { fault: Fault::None, nodes: 2, clients: 2, moves: 1, takes: 3, deaths: 1 };

#[test]
fn the_protocol_holds_in_every_order() {
    let world = match std::env::var("LONG") {
        Ok(_) => World { nodes: 3, moves: 2, deaths: 2, ..SMALL },
        Err(_) => SMALL,
    };
    let checker = world.checker().threads(2).spawn_bfs().join();
    println!("{} states", checker.unique_state_count());
    checker.assert_properties();
}

#[test]
fn every_planted_fault_is_found() {
    for (fault, broken) in [
        (Fault::NoFence, "an old hold writes nothing"),
        (Fault::NoRaise, "an epoch has one owner"),
        (Fault::TellEarly, "what was told is in the log"),
        (Fault::PlayAgain, "nothing is there twice"),
        (Fault::ReadEarly, "nothing is there twice"),
    ] {
        let checker = World { fault, ..SMALL }.checker().threads(2).spawn_bfs().join();
        assert!(checker.discovery(broken).is_some(), "{fault:?} was not found");
    }
}
