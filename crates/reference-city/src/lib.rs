//! A slow reference engine of The City.
//!
//! It exists to catch mistakes of the fast engine, so it is written from the rules alone and in
//! the plainest way: sets and maps, features found by flood fill whenever they are needed, the
//! outline walked anew each time, nothing kept that can be worked out again. Rules are cited by
//! their ids (CITY-01 …).
//!
//! A game is played with words: ask [`Reference::turn`] who is on turn, choose one of
//! [`Reference::legal`], hand it to [`Reference::apply`].
//!
//! ```
//! use reference_city::{Reference, Turn};
//!
//! let mut game = Reference::new(&[], 2).unwrap();
//! while !matches!(game.turn(), Turn::Over) {
//!     let word = game.legal()[0].clone();
//!     game.apply(&word);
//! }
//! assert_eq!(game.scores().len(), 2);
//! ```

mod board;
mod options;
mod play;
mod score;
mod tiles;
mod wall;

#[cfg(test)]
mod examples;

use std::collections::{BTreeMap, BTreeSet};

use board::{Board, Cell, Edge, SegmentId, edge_word};
use options::Options;
use tiles::Tile;
use wall::{AfterGuard, Phase, Piece};

const OWN_SET: &str = include_str!("../../city/src/tiles/city-own.toml");

/// Who has to choose the next word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Turn {
    /// A seat, counted from 0.
    Seat(usize),
    /// Nobody: the first seat or the next tile is drawn.
    Chance,
    /// The game has ended.
    Over,
}

/// What the next word is about.
#[derive(Clone, Debug)]
enum Stage {
    FirstSeat,
    Draw,
    /// The tile drawn and the cells and turns it may be laid in.
    Lay {
        tile: Tile,
        places: Vec<(Cell, usize)>,
    },
    /// The segments of the tile just laid that may be claimed.
    Claim {
        targets: Vec<SegmentId>,
    },
    /// The next piece of the wall phase.
    Build,
    Guard {
        seat: usize,
        wall: Edge,
        after: AfterGuard,
    },
    Tower,
    Over,
}

/// What belongs to one seat.
#[derive(Clone, Debug)]
struct SeatState {
    score: i32,
    followers: usize,
    /// Followers regained this turn that may be used from the next turn on (CITY-69).
    returning: usize,
    towers: usize,
}

/// A game of The City.
#[derive(Clone, Debug)]
pub struct Reference {
    options: Options,
    kinds: Vec<Tile>,
    /// Tiles not yet drawn, by id.
    left: BTreeMap<String, u32>,
    /// Number of tiles drawn so far, discards included (CITY-66).
    drawn: usize,
    /// With how many tiles the first two piles are used up: 30 and 55 of 75, and other sets are
    /// parted in the same way.
    piles: [usize; 2],
    board: Board,
    /// Followers on streets, markets and homes.
    followers: BTreeMap<SegmentId, usize>,
    /// The wall line from the left end to the right end (CITY-36).
    line: Vec<Piece>,
    walls_left: usize,
    /// Boundary edges that count as walled at the end (CITY-58).
    closing: BTreeSet<Edge>,
    seats: Vec<SeatState>,
    on_turn: usize,
    /// Whether the tile just laid completed a street or market, occupied or not; looked at only
    /// where the option asks for it (CITY-72).
    completed_by_tile: bool,
    phase: Option<Phase>,
    stage: Stage,
    /// What the word being played has caused so far.
    events: Vec<String>,
}

impl Reference {
    /// A new game with the own set of 75 tiles.
    ///
    /// # Errors
    /// An unknown option or value, or a number of seats other than 2 to 4.
    pub fn new(options: &[(&str, &str)], seats: usize) -> Result<Reference, String> {
        Reference::with_tiles(OWN_SET, options, seats)
    }

    /// A new game with the tiles of a tile file.
    ///
    /// # Errors
    /// As [`Reference::new`], or a tile file that cannot be used.
    pub fn with_tiles(
        toml: &str,
        options: &[(&str, &str)],
        seats: usize,
    ) -> Result<Reference, String> {
        let options = Options::new(options)?;
        let kinds = tiles::parse(toml)?;
        if !(2..=4).contains(&seats) {
            return Err(format!("{seats} seats")); // CITY-01
        }
        let left: BTreeMap<String, u32> =
            kinds.iter().map(|kind| (kind.id.clone(), kind.count)).collect();
        if left.values().sum::<u32>() == 0 {
            return Err("the file has no tiles".to_string());
        }
        let total = left.values().sum::<u32>() as usize;
        let piles = [total * 2 / 5, total * 2 / 5 + total / 3];
        // CITY-07
        let seat = SeatState { score: 0, followers: 7, returning: 0, towers: 12 / seats };
        let stage = if options.random_first_seat { Stage::FirstSeat } else { Stage::Draw };
        Ok(Reference {
            options,
            kinds,
            left,
            drawn: 0,
            piles,
            board: Board::default(),
            followers: BTreeMap::new(),
            line: Vec::new(),
            walls_left: 70, // CITY-01
            closing: BTreeSet::new(),
            seats: vec![seat; seats],
            on_turn: 0, // CITY-09
            completed_by_tile: false,
            phase: None,
            stage,
            events: Vec::new(),
        })
    }

    /// Who chooses the next word.
    pub fn turn(&self) -> Turn {
        match &self.stage {
            Stage::FirstSeat | Stage::Draw => Turn::Chance,
            Stage::Lay { .. } | Stage::Claim { .. } => Turn::Seat(self.on_turn),
            Stage::Build => Turn::Seat(self.phase().to_build[0]),
            Stage::Guard { seat, .. } => Turn::Seat(*seat),
            Stage::Tower => Turn::Seat(self.phase().trigger),
            Stage::Over => Turn::Over,
        }
    }

    /// All words that may be played now, sorted.
    pub fn legal(&self) -> Vec<String> {
        let mut words = match &self.stage {
            Stage::FirstSeat | Stage::Draw => {
                self.odds().into_iter().map(|(word, _)| word).collect()
            }
            Stage::Lay { places, .. } => places.iter().map(|&place| lay_word(place)).collect(),
            Stage::Claim { targets } => {
                or_nothing(targets.iter().map(|&target| self.claim_word(target)).collect())
            }
            Stage::Build => self.build_places().into_iter().map(|(word, _)| word).collect(),
            Stage::Guard { .. } => or_nothing(vec!["guard".to_string()]),
            Stage::Tower => or_nothing(self.tower_words()),
            Stage::Over => Vec::new(),
        };
        words.sort();
        words
    }

    /// Where nobody is on turn: the words with their weights, sorted; elsewhere nothing.
    pub fn odds(&self) -> Vec<(String, u32)> {
        match self.stage {
            Stage::FirstSeat => {
                (1..=self.seats.len()).map(|seat| (format!("first:{seat}"), 1)).collect()
            }
            Stage::Draw => {
                let left = self.left.iter().filter(|&(_, &count)| count > 0);
                left.map(|(id, &count)| (id.clone(), count)).collect()
            }
            _ => Vec::new(),
        }
    }

    /// Plays a legal word and tells what happened, sorted.
    ///
    /// # Panics
    /// If the word is not legal.
    pub fn apply(&mut self, word: &str) -> Vec<String> {
        let legal = self.legal();
        assert!(legal.iter().any(|other| other == word), "{word} is not one of {legal:?}");
        self.play(word);
        let mut events = std::mem::take(&mut self.events);
        events.sort();
        events
    }

    /// The points of each seat.
    pub fn scores(&self) -> Vec<i32> {
        self.seats.iter().map(|seat| seat.score).collect()
    }

    /// Followers and towers in the supply of each seat.
    pub fn supply(&self) -> Vec<(usize, usize)> {
        self.seats.iter().map(|seat| (seat.followers, seat.towers)).collect()
    }

    /// Seat and place of every follower on a street, market or residential area, sorted.
    pub fn followers(&self) -> Vec<(usize, String)> {
        let mut list: Vec<(usize, String)> = self
            .followers
            .iter()
            .map(|(&segment, &seat)| (seat, self.board.segment_word(segment)))
            .collect();
        list.sort();
        list
    }

    /// Seat and wall of every guard, sorted.
    pub fn guards(&self) -> Vec<(usize, String)> {
        let guards = self.line.iter().filter_map(|piece| Some((piece.guard?, piece.edge)));
        let mut list: Vec<(usize, String)> =
            guards.map(|(seat, edge)| (seat, edge_word(edge))).collect();
        list.sort();
        list
    }

    /// Seat and wall of every tower, sorted; true if it stands at the clockwise corner.
    pub fn towers(&self) -> Vec<(usize, String, bool)> {
        let towers = self.line.iter().filter_map(|piece| Some((piece.tower?, piece.edge)));
        let mut list: Vec<(usize, String, bool)> =
            towers.map(|(tower, edge)| (tower.seat, edge_word(edge), tower.right)).collect();
        list.sort();
        list
    }

    /// The wall line from the left end to the right end.
    pub fn walls(&self) -> Vec<String> {
        let word = |piece: &Piece| {
            let edge = edge_word(piece.edge);
            if piece.is_gate { format!("gate {edge}") } else { edge }
        };
        self.line.iter().map(word).collect()
    }

    /// Walls not yet built.
    pub fn walls_left(&self) -> usize {
        self.walls_left
    }

    /// The edges of the boundary cycle, sorted.
    pub fn outline(&self) -> Vec<String> {
        let mut list: Vec<String> = self.board.outline().into_iter().map(edge_word).collect();
        list.sort();
        list
    }

    /// All features: kind and sorted segments, sorted.
    pub fn features(&self) -> Vec<(String, Vec<String>)> {
        let mut list = Vec::new();
        for feature in self.board.features() {
            let mut segments: Vec<String> =
                feature.segments.iter().map(|&segment| self.board.segment_word(segment)).collect();
            segments.sort();
            list.push((feature.kind.word().to_string(), segments));
        }
        list.sort();
        list
    }

    /// The word for claiming a segment of the tile just laid.
    fn claim_word(&self, target: SegmentId) -> String {
        format!("follower@{}", self.board.tile(target.0).segments[target.1].spot())
    }

    fn phase(&self) -> &Phase {
        self.phase.as_ref().expect("a wall phase is under way")
    }

    fn phase_mut(&mut self) -> &mut Phase {
        self.phase.as_mut().expect("a wall phase is under way")
    }
}

/// The word for laying a tile.
fn lay_word(((x, y), turns): (Cell, usize)) -> String {
    format!("{x},{y} r{turns}")
}

/// The words and the word for doing nothing.
fn or_nothing(mut words: Vec<String>) -> Vec<String> {
    words.push("-".to_string());
    words
}
