//! The state of a game and the questions that only look at it.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::board::{Board, Feature, Segment, TileSegment};
use crate::settings::Settings;
use crate::tiles::Tile;

/// Who must act.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Turn {
    /// A seat, counted from 0.
    Seat(usize),
    /// Chance: a draw, or the lot for the first seat.
    Chance,
    /// The game is over.
    Over,
}

/// A figure (INT-05).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Piece {
    Follower,
    Large,
    Abbot,
    Builder,
    Pig,
    Herald,
}

impl Piece {
    pub fn name(self) -> &'static str {
        match self {
            Piece::Follower => "follower",
            Piece::Large => "large",
            Piece::Abbot => "abbot",
            Piece::Builder => "builder",
            Piece::Pig => "pig",
            Piece::Herald => "herald",
        }
    }

    /// Weight in a majority: INNS-04, ABBOT-14, TRADERS-04. That of a herald depends on his city
    /// (TRIAL-03); here it says that he occupies it.
    pub fn strength(self) -> usize {
        match self {
            Piece::Follower | Piece::Abbot | Piece::Herald => 1,
            Piece::Large => 2,
            Piece::Builder | Piece::Pig => 0,
        }
    }

    /// A normal or large follower: what a builder or pig needs at its side (TRADERS-11).
    pub fn is_follower(self) -> bool {
        matches!(self, Piece::Follower | Piece::Large | Piece::Herald)
    }
}

/// A quarter of Carcassonne, in clockwise order (COUNT-07).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Quarter {
    Castle,
    Market,
    Blacksmith,
    Cathedral,
}

impl Quarter {
    pub const ALL: [Quarter; 4] =
        [Quarter::Castle, Quarter::Market, Quarter::Blacksmith, Quarter::Cathedral];

    pub fn name(self) -> &'static str {
        match self {
            Quarter::Castle => "castle",
            Quarter::Market => "market",
            Quarter::Blacksmith => "blacksmith",
            Quarter::Cathedral => "cathedral",
        }
    }

    /// The next quarter clockwise.
    pub fn next(self) -> Quarter {
        match self {
            Quarter::Castle => Quarter::Market,
            Quarter::Market => Quarter::Blacksmith,
            Quarter::Blacksmith => Quarter::Cathedral,
            Quarter::Cathedral => Quarter::Castle,
        }
    }

    /// Whether figures go from here to features of this kind (COUNT-17, COUNT-23, COUNT-25).
    pub fn leads_to(self, kind: &str) -> bool {
        match self {
            Quarter::Castle => kind == "city",
            Quarter::Market => kind == "field",
            Quarter::Blacksmith => kind == "road",
            Quarter::Cathedral => kind == "monastery" || kind == "shrine",
        }
    }
}

/// Where a figure stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Footing {
    On(Segment),
    In(Quarter),
}

/// A figure that is not in its owner's supply.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Figure {
    pub seat: usize,
    pub piece: Piece,
    pub place: Footing,
}

/// What one player has.
#[derive(Clone, Debug, Default)]
pub struct Player {
    pub score: i32,
    pub supply: BTreeMap<Piece, usize>,
    pub goods: BTreeMap<String, usize>,
    /// TRIAL-09.
    pub bones: usize,
}

/// What is being waited for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Phase {
    FirstSeat,
    Draw,
    Lay {
        tile: String,
    },
    Figure,
    /// Seats still in the round of moves out of Carcassonne; the first one acts (COUNT-16).
    Redeploy {
        waiting: Vec<usize>,
    },
    Enter,
    MoveCount,
    /// Seats that have yet to move the beast, and the tiles where it has been (TRIAL-08).
    Walk {
        waiting: Vec<usize>,
        been: Vec<usize>,
    },
    Second,
    /// The same at the end of the game (COUNT-28).
    FinalMoves {
        waiting: Vec<usize>,
    },
    Over,
}

/// A whole game.
#[derive(Clone, Debug)]
pub struct Reference {
    pub(crate) settings: Settings,
    /// Every tile of the game in its four turns.
    pub(crate) catalogue: Arc<BTreeMap<String, [Arc<Tile>; 4]>>,
    pub(crate) board: Board,
    pub(crate) players: Vec<Player>,
    pub(crate) figures: Vec<Figure>,
    pub(crate) count: Option<Quarter>,
    /// Tiles to draw, with the number of copies.
    pub(crate) stack: BTreeMap<String, u32>,
    /// OPT-UNPLACEABLE reshuffle: tiles put aside until a tile has been laid.
    pub(crate) aside: Vec<String>,
    /// River tiles between spring and lake (RIVER-03).
    pub(crate) river: BTreeMap<String, u32>,
    /// River tiles put back just above the lake (RIVER-08).
    pub(crate) river_queue: Vec<String>,
    pub(crate) lake: Option<String>,
    pub(crate) phase: Phase,
    /// The seat on turn.
    pub(crate) seat: usize,
    /// 1, or 2 in the second part of a double turn (INT-01).
    pub(crate) part: u8,
    /// TRADERS-14: the right to a second tile has been earned in this turn.
    pub(crate) second_earned: bool,
    /// OPT-COUNT-DOUBLE: somebody entered Carcassonne in this turn.
    pub(crate) entered: bool,
    /// The tile just laid is the lake, laid by itself (OPT-RIVER-LAKE automatic).
    pub(crate) automatic: bool,
    /// Buildings that lose a challenge by the tile just laid (CULT-13), fixed before figures
    /// leave Carcassonne (INT-32).
    pub(crate) losers: Vec<Segment>,
    /// Points scored by completions of the tile just laid, per seat (COUNT-09).
    pub(crate) tile_points: Vec<i32>,
    /// The seat that laid the last tile (COUNT-28).
    pub(crate) last_layer: Option<usize>,
    /// The number of the tile on which the beast stands (TRIAL-07).
    pub(crate) beast: usize,
}

impl Reference {
    /// Who must act.
    pub fn turn(&self) -> Turn {
        match &self.phase {
            Phase::FirstSeat | Phase::Draw => Turn::Chance,
            Phase::Lay { .. } | Phase::Figure | Phase::Enter | Phase::MoveCount | Phase::Second => {
                Turn::Seat(self.seat)
            }
            Phase::Redeploy { waiting }
            | Phase::FinalMoves { waiting }
            | Phase::Walk { waiting, .. } => Turn::Seat(waiting[0]),
            Phase::Over => Turn::Over,
        }
    }

    /// The seat on turn, and which part of its turn it is, from 1.
    pub fn turn_of(&self) -> (usize, u8) {
        (self.seat, self.part)
    }

    /// The points of every seat.
    pub fn scores(&self) -> Vec<i32> {
        self.players.iter().map(|player| player.score).collect()
    }

    /// The pieces in each seat's supply by name.
    pub fn supply(&self) -> Vec<BTreeMap<String, usize>> {
        let named = |(piece, number): (&Piece, &usize)| (piece.name().to_owned(), *number);
        self.players.iter().map(|player| player.supply.iter().map(named).collect()).collect()
    }

    /// Every figure on the board or in Carcassonne: seat, piece, `x,y:spot` or quarter; sorted.
    pub fn figures(&self) -> Vec<(usize, String, String)> {
        let mut figures = Vec::new();
        for figure in &self.figures {
            let place = match figure.place {
                Footing::On(segment) => self.board.name(segment),
                Footing::In(quarter) => quarter.name().to_owned(),
            };
            figures.push((figure.seat, figure.piece.name().to_owned(), place));
        }
        figures.sort();
        figures
    }

    /// The goods tokens of every seat; all three kinds are always listed.
    pub fn goods(&self) -> Vec<BTreeMap<String, usize>> {
        self.players.iter().map(|player| player.goods.clone()).collect()
    }

    /// Where the Count stands, if he is in play.
    pub fn count_quarter(&self) -> Option<String> {
        self.count.map(|quarter| quarter.name().to_owned())
    }

    /// Every road, city and field: kind and sorted segments; sorted.
    pub fn features(&self) -> Vec<(String, Vec<String>)> {
        let mut features = Vec::new();
        for feature in self.board.all_features() {
            let Some(&first) = feature.first() else {
                continue;
            };
            if first.part != TileSegment::Centre {
                let mut names: Vec<String> =
                    feature.iter().map(|&segment| self.board.name(segment)).collect();
                names.sort();
                features.push((self.board.kind(first).to_owned(), names));
            }
        }
        features.sort();
        features
    }

    /// The number of the tile just laid.
    pub(crate) fn newest(&self) -> usize {
        self.board.laid.len() - 1
    }

    /// All figures standing on a feature.
    pub(crate) fn figures_on(&self, feature: &Feature) -> Vec<Figure> {
        let stands = |figure: &&Figure| match figure.place {
            Footing::On(segment) => feature.contains(&segment),
            Footing::In(_) => false,
        };
        self.figures.iter().filter(stands).copied().collect()
    }

    /// INT-04: occupied looks at followers, large followers and abbots only.
    pub(crate) fn is_occupied(&self, feature: &Feature) -> bool {
        self.figures_on(feature).iter().any(|figure| figure.piece.strength() > 0)
    }

    /// Whether a seat has a normal or large follower on a feature.
    pub(crate) fn has_own_follower(&self, seat: usize, feature: &Feature) -> bool {
        let on_it = self.figures_on(feature);
        on_it.iter().any(|figure| figure.seat == seat && figure.piece.is_follower())
    }

    pub(crate) fn in_supply(&self, seat: usize, piece: Piece) -> bool {
        self.players[seat].supply.get(&piece).is_some_and(|&number| number > 0)
    }

    pub(crate) fn any_tile_left(&self) -> bool {
        self.river_running() || !self.stack.is_empty()
    }

    /// RIVER-04: whether draws still come from the river stack.
    pub(crate) fn river_running(&self) -> bool {
        !self.river.is_empty() || !self.river_queue.is_empty() || self.lake.is_some()
    }

    /// All seats once, beginning left of `seat`, so `seat` itself is last.
    pub(crate) fn seats_from_left_of(&self, seat: usize) -> Vec<usize> {
        let seats = self.settings.seats;
        (1..=seats).map(|step| (seat + step) % seats).collect()
    }
}
