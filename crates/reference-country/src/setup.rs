//! Setting up a game: tiles, start, supplies.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::board::Board;
use crate::settings::Settings;
use crate::state::{Phase, Piece, Player, Quarter, Reference};
use crate::tiles::{self, TileSet};

const BASE: &str = include_str!("../../country/src/tiles.toml");
const INNS: &str = include_str!("../../country/src/exp/inns/tiles.toml");
const TRADERS: &str = include_str!("../../country/src/exp/traders/tiles.toml");
const CULT: &str = include_str!("../../country/src/exp/cult/tiles.toml");
const COUNT: &str = include_str!("../../country/src/exp/count/tiles.toml");
const TRIAL: &str = include_str!("../../country/src/exp/trial/tiles.toml");
const RIVER_C3: &str = include_str!("../../country/src/exp/river/tiles.toml");
const RIVER_C2: &str = include_str!("../../country/src/exp/river/tiles-c2.toml");
const RIVER_C1: &str = include_str!("../../country/src/exp/river/tiles-c1.toml");

const START: &str = "base/D";

impl Reference {
    /// A new game.
    ///
    /// # Errors
    /// Unknown expansions, options or values, or a number of seats that cannot play.
    pub fn new(
        expansions: &[&str],
        options: &[(&str, &str)],
        seats: usize,
    ) -> Result<Reference, String> {
        let settings = Settings::new(expansions, options, seats)?;
        let random_first = settings.is("OPT-STARTPLAYER", "random");
        let players = vec![new_player(&settings); seats];
        let mut game = Reference {
            players,
            catalogue: Arc::new(BTreeMap::new()),
            board: Board::default(),
            figures: Vec::new(),
            count: settings.has("count").then_some(Quarter::Castle), // COUNT-02
            stack: BTreeMap::new(),
            aside: Vec::new(),
            river: BTreeMap::new(),
            river_queue: Vec::new(),
            lake: None,
            phase: Phase::FirstSeat,
            seat: 0,
            part: 1,
            second_earned: false,
            entered: false,
            automatic: false,
            losers: Vec::new(),
            tile_points: vec![0; seats],
            last_layer: None,
            beast: 0,
            settings,
        };
        game.fill_stack()?;
        game.lay_start()?;
        game.beast = game.first_with_segments();
        if !random_first {
            game.phase = Phase::Draw; // BASE-14: the first seat starts
        }
        Ok(game)
    }

    /// INT-11: the normal stack, with the start tile taken out or left in.
    fn fill_stack(&mut self) -> Result<(), String> {
        let settings = self.settings.clone();
        let gardens = settings.gardens();
        let mut sets = vec![tiles::read(BASE, gardens)?];
        if settings.has("inns") && settings.is("OPT-INNS-TILES", "on") {
            sets.push(tiles::read(INNS, gardens)?);
        }
        if settings.has("traders") && settings.is("OPT-TB-TILES", "on") {
            sets.push(tiles::read(TRADERS, gardens)?);
        }
        if settings.has("cult") {
            let mut cult = tiles::read(CULT, gardens)?;
            if settings.is("OPT-CULT-TILES", "5") {
                cult.counts.retain(|(id, _)| !cult.sixth.contains(id)); // CULT-01
            }
            sets.push(cult);
        }
        if settings.has("trial") {
            sets.push(tiles::read(TRIAL, gardens)?); // TRIAL-01
        }
        for set in sets {
            self.stack.extend(set.counts.iter().cloned());
            self.add_to_catalogue(set);
        }
        // RIVER-02, COUNT-02: one D is left out unless an option shuffles it in. In the plain
        // base game it is the start tile (BASE-13).
        let river_keeps = settings.has("river") && settings.is("OPT-RIVER-START", "shuffle-in");
        let count_keeps =
            settings.has("count") && settings.is("OPT-COUNT-STARTTILE", "shuffled-in");
        if !river_keeps && !count_keeps {
            take_one(&mut self.stack, START);
        }
        Ok(())
    }

    fn add_to_catalogue(&mut self, set: TileSet) {
        let mut catalogue = (*self.catalogue).clone();
        catalogue.extend(set.tiles);
        self.catalogue = Arc::new(catalogue);
    }

    /// INT-10: what lies on the table at the start.
    fn lay_start(&mut self) -> Result<(), String> {
        let (with_river, with_count) = (self.settings.has("river"), self.settings.has("count"));
        if with_count {
            self.lay_block()?;
        }
        if with_river {
            // INT-40: directly east of tile 8, the river flowing east.
            self.lay_spring(if with_count { (2, 0) } else { (0, 0) }, with_count)?;
        }
        if !with_river && !with_count {
            self.board.lay(self.catalogue[START][0].clone(), (0, 0)); // BASE-13
        }
        Ok(())
    }

    /// COUNT-03: tile 7 (column 2, row 1) lies at 0,0.
    fn lay_block(&mut self) -> Result<(), String> {
        let set = tiles::read(COUNT, self.settings.gardens())?;
        for (id, _) in &set.counts {
            let (column, row) = *set.grid.get(id).ok_or_else(|| format!("{id}: no grid"))?;
            self.board.lay(set.tiles[id][0].clone(), (column - 2, row - 1));
        }
        Ok(())
    }

    /// RIVER-03: the spring lies, the middle tiles are shuffled, the lake comes last.
    fn lay_spring(&mut self, cell: (i32, i32), beside_block: bool) -> Result<(), String> {
        let edition_3 = self.settings.is("OPT-RIVER-EDITION", "c3");
        let text = if edition_3 {
            RIVER_C3
        } else if self.settings.is("OPT-RIVER-EDITION", "c2") {
            RIVER_C2
        } else {
            RIVER_C1
        };
        let mut set = tiles::read(text, self.settings.gardens())?;
        let mut spring = None;
        for (id, number) in std::mem::take(&mut set.counts) {
            if id.ends_with("/spring") {
                spring = set.tiles.get(&id).cloned();
            } else if id.ends_with("/lake") {
                self.lake = Some(id);
            } else {
                self.river.insert(id, number);
            }
        }
        if beside_block && edition_3 {
            // The roads of the third edition's spring do not fit beside the block (INT-40).
            let second = tiles::read(RIVER_C2, self.settings.gardens())?;
            spring = second.tiles.get("river-c2/spring").cloned();
        }
        let spring = spring.ok_or("a river without spring")?;
        let east = |turn: &usize| spring[*turn].river == [1];
        let turn = if beside_block { (0..4).find(east).ok_or("no turn")? } else { 0 };
        self.board.lay(spring[turn].clone(), cell);
        self.add_to_catalogue(set);
        Ok(())
    }
}

/// INT-05: 7 followers, and one of each figure whose module is on.
fn new_player(settings: &Settings) -> Player {
    let mut supply = BTreeMap::from([(Piece::Follower, 7)]); // BASE-11
    if settings.has("inns") && settings.is("OPT-LARGE-MEEPLE", "on") {
        supply.insert(Piece::Large, 1); // INNS-03
    }
    if settings.has("abbot") {
        supply.insert(Piece::Abbot, 1); // ABBOT-02
    }
    if settings.has("traders") && settings.is("OPT-TB-BUILDER", "on") {
        supply.insert(Piece::Builder, 1); // TRADERS-03
    }
    if settings.has("traders") && settings.is("OPT-TB-PIG", "on") {
        supply.insert(Piece::Pig, 1); // TRADERS-03
    }
    if settings.has("trial") {
        supply.insert(Piece::Herald, 1); // TRIAL-02
    }
    let goods = ["wine", "grain", "cloth"].map(|kind| (kind.to_owned(), 0));
    Player { score: 0, supply, goods: BTreeMap::from(goods), bones: 0 }
}

/// Takes one copy of a tile out of a stack; ids without copies are not kept.
pub fn take_one(stack: &mut BTreeMap<String, u32>, id: &str) {
    let number = stack.get_mut(id).expect("a tile that is in the stack");
    *number -= 1;
    if *number == 0 {
        stack.remove(id);
    }
}
