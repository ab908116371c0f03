//! What overlays show: features with owners and worth, dead cells, odds, what walls would do. How
//! much of it is told follows the table's aids; docs/overlays.md explains the numbers.

use games::survey;
use games::{AnyGame, AnyRules, Game, Seat, Turn};
use serde::{Deserialize, Serialize};

use crate::api::{Problem, RecordText};
use crate::config::Aids;
use crate::event::{Event, ScoreItem, Spot};

/// How likely an unfinished feature goes on, by tiles alone. In thousandths.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Chances {
    /// That the next tile drawn can be laid so that the feature grows.
    pub extend: u16,
    /// That the next tile drawn can complete it.
    pub complete: u16,
    /// That a seat which wants it completed draws what is needed before the stack is empty: an
    /// estimate.
    pub ever: u16,
}

/// What a feature is worth.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Worth {
    /// What each owner gets if the game ends now; also told while nobody owns it.
    pub now: u16,
    /// What each owner gets if it is completed as it is; absent for fields and homes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub complete: Option<u16>,
    /// What each seat would really get for it if the game ended now.
    pub points: Vec<u16>,
    /// What `now` is made of: for a field beside Carcassonne that city has a line of its own.
    #[serde(default)]
    #[cfg_attr(feature = "typescript", ts(as = "Option<Vec<ScoreItem>>", optional))]
    pub parts: Vec<ScoreItem>,
}

/// Anything on the board that is scored as a whole.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Feature {
    /// Its number: it stays while the feature does not grow into an older one.
    pub id: u16,
    /// What it is: `road`, `city`, `field`, `monastery`, `shrine`, `garden`; `street`, `market`,
    /// `homes`.
    pub kind: String,
    /// Its segments, the oldest first.
    pub segments: Vec<Spot>,
    /// How many tiles it lies on; for a monastery, shrine or garden its own and those around it.
    pub tiles: u8,
    /// Whether nothing is missing; never for what lasts to the end.
    pub complete: bool,
    /// Whether its kind is never completed, like fields and homes.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(feature = "typescript", ts(as = "Option<bool>", optional))]
    pub lasting: bool,
    /// The empty cells that keep it open; for a monastery, shrine or garden those around it.
    pub missing: Vec<(i16, i16)>,
    /// How many of its edges are open; 0 for a monastery, shrine or garden.
    #[serde(default)]
    #[cfg_attr(feature = "typescript", ts(as = "Option<u16>", optional))]
    pub open: u16,
    /// The strength of each seat in it.
    pub strength: Vec<u8>,
    /// Who has the majority.
    pub owners: Vec<u8>,
    /// For a field the completed cities at it, for homes the markets: their numbers.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "typescript", ts(as = "Option<Vec<u16>>", optional))]
    pub touches: Vec<u16>,
    /// What is drawn in it, name and number: `coats of arms`, `inns`, `cathedrals`,
    /// `Carcassonne`, goods.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "typescript", ts(as = "Option<Vec<(String, u8)>>", optional))]
    pub signs: Vec<(String, u8)>,
    /// What it is worth.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub worth: Option<Worth>,
    /// How likely it goes on; only if it can, and where the aids show it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub chances: Option<Chances>,
}

/// An empty cell beside a tile.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct OpenCell {
    /// Column, growing east.
    pub x: i16,
    /// Row, growing south.
    pub y: i16,
    /// No tile that is left, the one in hand included, has the edges for it.
    pub dead: bool,
    /// The City: walls keep every tile off it.
    pub cut_off: bool,
    /// The tiles left that may be laid there as the game stands: id and number. The tile in hand
    /// is not among them.
    pub fits: Vec<(String, u8)>,
}

/// What building at an end of The City's wall would do.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct WallEnd {
    /// The word that builds there: `wall:left`, `wall:right`.
    pub word: String,
    /// The edge where the wall would stand.
    pub at: Spot,
    /// The streets and markets that it would complete: their numbers.
    pub completes: Vec<u16>,
    /// What each seat would get for them at once.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "typescript", ts(as = "Option<Vec<u16>>", optional))]
    pub points: Vec<u16>,
    /// Cells where no tile could be laid any more.
    pub blocks: Vec<(i16, i16)>,
    /// The tiles that a guard there would look along.
    pub row: Vec<(i16, i16)>,
    /// Public buildings in that row.
    pub public: u8,
    /// Historic buildings in that row.
    pub historic: u8,
    /// What a guard there would earn as the row is now.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub guard_worth: Option<u16>,
    /// Whether a guard may stand there: none faces it.
    pub guard_allowed: bool,
}

/// What a guard on The City's wall looks along.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Watch {
    /// Whose he is.
    pub seat: u8,
    /// The edge where he stands.
    pub at: Spot,
    /// The tiles of his row, from the wall inwards.
    pub row: Vec<(i16, i16)>,
    /// Public buildings in it.
    pub public: u8,
    /// Historic buildings in it.
    pub historic: u8,
    /// What he would earn if the game ended now.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub worth: Option<u16>,
}

/// A place for a tower, at an end of The City's wall.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct TowerPlace {
    /// The word that sets it there: `tower:left`, `tower:right`.
    pub word: String,
    /// The edge of the outermost wall.
    pub at: Spot,
    /// What it would give at once.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub worth: Option<u8>,
}

/// The City's wall.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct RingSurvey {
    /// What a wall at each end would do; empty before the gate stands and once the ring is closed.
    pub ends: Vec<WallEnd>,
    /// Where a tower could stand as the wall is now, whoever may set one.
    pub towers: Vec<TowerPlace>,
    /// The guards in the order of the wall, from its left end.
    pub guards: Vec<Watch>,
    /// The edges of the outline without gate or wall, clockwise from the right end.
    pub open: Vec<Spot>,
    /// How many these are; at five or less the game ends.
    pub gap: u16,
    /// Walls in the common supply.
    pub walls_left: u8,
}

/// What overlays show; empty where the aids show nothing.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Survey {
    /// Every feature, in the order of numbers.
    pub features: Vec<Feature>,
    /// The empty cells beside tiles.
    pub cells: Vec<OpenCell>,
    /// The City's wall.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub ring: Option<RingSurvey>,
    /// Everything that would be scored if the game ended now; only where the aids show forecasts.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "typescript", ts(as = "Option<Vec<Event>>", optional))]
    pub end: Vec<Event>,
    /// The points of each seat then; for The City, if the ring closed now.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "typescript", ts(as = "Option<Vec<u16>>", optional))]
    pub forecast: Vec<u16>,
}

impl Survey {
    /// A game as the table's aids let it be seen; once it is over they hide nothing.
    pub fn of(rules: &AnyRules, game: &AnyGame, aids: Aids) -> Survey {
        let over = game.turn() == Turn::Over;
        if aids == Aids::Purist && !over {
            return Survey::default();
        }
        let all = aids == Aids::Beginner || over;
        let found = survey::Survey::of(rules, game, all);
        let converter = Converter { rules, game, all };
        let end = found.end.iter().filter(|_| all);
        let end = end.map(|score| Event::of(rules, game, &::table::Event::Scored(*score)));
        let seats = usize::from(rules.seats());
        Survey {
            features: found.features.iter().map(|f| converter.feature(f)).collect(),
            cells: found.cells.iter().map(|open| converter.cell(open)).collect(),
            ring: found.ring.as_ref().map(|ring| converter.ring(ring)),
            end: end.collect(),
            forecast: if all { game.forecast(rules)[..seats].to_vec() } else { Vec::new() },
        }
    }

    /// The game that a record leads to, with all aids.
    ///
    /// # Errors
    /// If the record cannot be replayed, or a word to try is refused.
    pub fn at(text: &RecordText) -> Result<Survey, Problem> {
        let course = text.course()?;
        Ok(Survey::of(course.rules(), course.game(), Aids::Beginner))
    }
}

/// Turns what was found into what is told.
struct Converter<'a> {
    rules: &'a AnyRules,
    game: &'a AnyGame,
    /// Whether odds and forecasts are told.
    all: bool,
}

impl Converter<'_> {
    fn spot(&self, spot: ::table::Spot) -> Spot {
        Spot::of(self.rules, self.game, spot)
    }

    fn feature(&self, feature: &survey::Feature) -> Feature {
        let worth = || Worth {
            now: feature.worth,
            complete: feature.worth_complete,
            points: feature.points.clone(),
            parts: feature.items.iter().map(|item| ScoreItem::of(self.rules, item)).collect(),
        };
        let chances = |c: survey::Chances| {
            let survey::Chances { extend, complete, ever } = c;
            Chances { extend, complete, ever }
        };
        Feature {
            id: feature.id,
            kind: self.rules.feature(feature.kind).to_string(),
            segments: feature.segments.iter().map(|spot| self.spot(*spot)).collect(),
            tiles: feature.tiles,
            complete: feature.complete,
            lasting: self.rules.is_lasting(feature.kind),
            missing: cells(&feature.missing),
            open: feature.open,
            strength: feature.strength.clone(),
            owners: feature.owners.iter().map(|Seat(seat)| seat).collect(),
            touches: feature.touches.clone(),
            signs: feature.signs.iter().map(|(name, n)| ((*name).to_string(), *n)).collect(),
            worth: Some(worth()),
            chances: feature.chances.filter(|_| self.all).map(chances),
        }
    }

    fn cell(&self, open: &survey::OpenCell) -> OpenCell {
        let fits = open.fits.iter().map(|(kind, n)| (self.rules.tile_id(*kind).to_string(), *n));
        OpenCell {
            x: open.cell.x,
            y: open.cell.y,
            dead: open.dead,
            cut_off: open.cut_off,
            fits: fits.collect(),
        }
    }

    fn ring(&self, ring: &survey::RingSurvey) -> RingSurvey {
        RingSurvey {
            ends: ring.ends.iter().map(|end| self.end(end)).collect(),
            towers: ring.towers.iter().map(|place| self.tower(place)).collect(),
            guards: ring.guards.iter().map(|watch| self.watch(watch)).collect(),
            open: ring.open.iter().map(|spot| self.spot(*spot)).collect(),
            gap: ring.open.len() as u16,
            walls_left: ring.walls_left,
        }
    }

    fn tower(&self, place: &survey::TowerPlace) -> TowerPlace {
        TowerPlace {
            word: if place.right { "tower:right" } else { "tower:left" }.to_string(),
            at: self.spot(place.at),
            worth: Some(place.worth),
        }
    }

    fn watch(&self, watch: &survey::Watch) -> Watch {
        Watch {
            seat: watch.seat.0,
            at: self.spot(watch.at),
            row: cells(&watch.row),
            public: watch.public,
            historic: watch.historic,
            worth: Some(watch.worth),
        }
    }

    fn end(&self, end: &survey::WallEnd) -> WallEnd {
        WallEnd {
            word: if end.right { "wall:right" } else { "wall:left" }.to_string(),
            at: self.spot(end.at),
            completes: end.completes.clone(),
            points: end.points.clone(),
            blocks: cells(&end.blocks),
            row: cells(&end.row),
            public: end.public,
            historic: end.historic,
            guard_worth: Some(end.guard_worth),
            guard_allowed: end.guard_allowed,
        }
    }
}

fn cells(cells: &[::table::Cell]) -> Vec<(i16, i16)> {
    cells.iter().map(|cell| (cell.x, cell.y)).collect()
}
