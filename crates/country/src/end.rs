//! Final scoring (BASE-42, BASE-43, BASE-46). Nothing moves: figures stay where they stand, so
//! that the same code tells at any time what the points would be if the game ended now.

use table::{Event, List, NodeId, SEATS_MAX, Score, ScoreItem, Seat, SeatSet, Sink, Why};

use crate::exp;
use crate::limits::{COMPLETED_CITIES_MAX, FIGURES_MAX, SEGMENTS_TOTAL_MAX};
use crate::piece::kept;
use crate::rules::Rules;
use crate::score::{appraise, award, explain, first_spot, strengths, strongest, why, winners};
use crate::setup::FIELDSCORE;
use crate::state::Country;
use crate::tile::Kind;
use crate::turn::Cx;

/// Adds the final points.
pub(crate) fn final_scoring<S: Sink>(cx: &mut Cx<S>) {
    let points = final_points(cx.rules, cx.state, cx.out);
    for (total, points) in cx.state.scores.iter_mut().zip(points) {
        *total += points;
    }
}

/// The points that final scoring gives, told to `out` one by one.
pub(crate) fn final_points<S: Sink>(
    rules: &Rules,
    state: &Country,
    out: &mut S,
) -> [u16; SEATS_MAX] {
    let mut total = Total { points: [0; SEATS_MAX], out };
    let roots = occupied(state);
    for root in roots.iter() {
        if state.map.tally(*root).kind() != Kind::Field {
            total.add(rules, state, *root, appraise(rules, state, *root, false));
        }
    }
    let farms = Farms::survey(rules, state, &roots);
    if rules.is_default(&FIELDSCORE) {
        farms.score_by_field(rules, state, &mut total);
    } else {
        farms.score_by_city(rules, state, &mut total);
    }
    exp::last(rules, state, &mut total);
    total.points
}

/// Collects final points and tells them.
pub struct Total<'a, S: Sink> {
    points: [u16; SEATS_MAX],
    out: &'a mut S,
}

impl<S: Sink> Total<'_, S> {
    /// Adds a score at the first segment of a feature.
    fn add(&mut self, rules: &Rules, state: &Country, root: NodeId, mut score: Score) {
        if score.winners == SeatSet::default() {
            return; // nobody there counts
        }
        if S::LISTENS {
            explain(rules, state, root, &mut score);
        }
        self.add_score(score);
    }

    /// Adds a score that knows its place.
    pub fn add_score(&mut self, score: Score) {
        for (total, points) in self.points.iter_mut().zip(score.points) {
            *total += points;
        }
        self.out.tell(Event::Scored(score));
    }
}

type Roots = List<NodeId, FIGURES_MAX>;

/// The features where somebody stands who counts, each once.
fn occupied(state: &Country) -> Roots {
    let mut roots = Roots::new();
    for figure in state.figures.iter() {
        let root = state.map.find(state.node_of(*figure));
        if kept(figure.piece) > 0 && !roots.contains(&root) {
            roots.push(root);
        }
    }
    roots
}

/// A set of completed cities, by their place in [`Farms::cities`].
type CitySet = u128;
/// The place of a city outside the tiles (the hook `city_outside`).
const OUTSIDE: u32 = COMPLETED_CITIES_MAX as u32;

/// The fields with farmers and the completed cities that they touch.
struct Farms {
    fields: Roots,
    touched: [CitySet; FIGURES_MAX],
    cities: List<NodeId, COMPLETED_CITIES_MAX>,
    /// The reason for points of the city outside the tiles.
    outside: Why,
}

/// For each root its place in one of the lists, plus one.
type Places = [u8; SEGMENTS_TOTAL_MAX];

impl Farms {
    fn survey(rules: &Rules, state: &Country, roots: &Roots) -> Farms {
        let mut farms = Farms {
            fields: Roots::new(),
            touched: [0; FIGURES_MAX],
            cities: List::new(),
            outside: why::CITIES,
        };
        let mut places: Places = [0; SEGMENTS_TOTAL_MAX];
        for root in roots.iter() {
            let feature = state.map.tally(*root);
            if feature.kind() == Kind::Field {
                let outside = exp::city_outside(rules, *feature);
                farms.outside = outside.unwrap_or(farms.outside);
                farms.touched[farms.fields.len()] = (outside.is_some() as CitySet) << OUTSIDE;
                farms.fields.push(*root);
                places[*root as usize] = farms.fields.len() as u8;
            }
        }
        if !farms.fields.is_empty() {
            for laid in state.board.laid() {
                for [field, city] in rules.kinds[laid.kind.0 as usize].borders() {
                    let node = |segment: u8| state.map.find(laid.first + segment as NodeId);
                    let farm = places[node(*field) as usize] as usize;
                    if farm > 0 {
                        farms.touch(state, farm - 1, node(*city), &mut places);
                    }
                }
            }
        }
        farms
    }

    #[inline]
    fn touch(&mut self, state: &Country, farm: usize, city: NodeId, places: &mut Places) {
        if state.map.tally(city).open() > 0 {
            return; // BASE-42: only completed cities
        }
        if places[city as usize] == 0 {
            self.cities.push(city);
            places[city as usize] = self.cities.len() as u8;
        }
        self.touched[farm] |= 1 << (places[city as usize] - 1);
    }

    /// The third edition: each field by itself, 3 for each city (BASE-42, BASE-43).
    fn score_by_field<S: Sink>(&self, rules: &Rules, state: &Country, total: &mut Total<S>) {
        for (root, touched) in self.fields.iter().zip(self.touched) {
            let feature = *state.map.tally(*root);
            let outside = (touched >> OUTSIDE & 1) as u8;
            let cities = touched.count_ones() as u8 - outside;
            let mut items = List::new();
            items.push(ScoreItem { why: why::CITIES, count: cities, each: 3 });
            if outside > 0 {
                items.push(ScoreItem { why: self.outside, count: 1, each: 3 });
            }
            let mut score = award(feature, winners(rules, state, *root), false, items);
            for seat in score.winners.iter() {
                let bonus = exp::field_bonus(rules, state, *root, seat) as u16;
                score.points[seat.index()] += bonus * (cities + outside) as u16;
            }
            total.add(rules, state, *root, score);
        }
    }

    /// The first two editions: each city by itself, 4 points (OPT-FIELDSCORE).
    fn score_by_city<S: Sink>(&self, rules: &Rules, state: &Country, total: &mut Total<S>) {
        let all = self.touched.iter().fold(0, |all, t| all | t);
        for place in (0..128).filter(|p| all >> p & 1 != 0) {
            let farms: List<NodeId, FIGURES_MAX> = (0..self.fields.len())
                .filter(|f| self.touched[*f] >> place & 1 != 0)
                .map(|f| self.fields[f])
                .collect();
            let (seats, strength) = if rules.choice(&FIELDSCORE) == 1 {
                field_winners(rules, state, &farms)
            } else {
                strongest_around(rules, state, &farms)
            };
            let reason = if place == OUTSIDE { self.outside } else { why::CITIES };
            let mut items = List::new();
            items.push(ScoreItem { why: reason, count: 1, each: 4 });
            let mut score = award(*state.map.tally(farms[0]), seats, false, items);
            score.strength = strength;
            score.points = core::array::from_fn(|i| {
                let seat = Seat(i as u8);
                let bonus = |f: &NodeId| {
                    let wins =
                        rules.choice(&FIELDSCORE) == 2 || winners(rules, state, *f).contains(seat);
                    if wins { exp::field_bonus(rules, state, *f, seat) as u16 } else { 0 }
                };
                let most = farms.iter().map(bonus).max().unwrap_or(0);
                if seats.contains(seat) { 4 + most } else { 0 }
            });
            let root = self.cities.get(place as usize).copied().unwrap_or(farms[0]);
            if S::LISTENS {
                score.at = first_spot(state, root);
            }
            total.add_score(score);
        }
    }
}

/// Second edition: whoever has the majority in some field at the city.
fn field_winners(rules: &Rules, state: &Country, farms: &[NodeId]) -> (SeatSet, [u8; SEATS_MAX]) {
    let mut seats = SeatSet::default();
    for root in farms {
        seats.0 |= winners(rules, state, *root).0;
    }
    (seats, [0; SEATS_MAX])
}

/// First edition: whoever has most farmers in all fields at the city together.
fn strongest_around(
    rules: &Rules,
    state: &Country,
    farms: &[NodeId],
) -> (SeatSet, [u8; SEATS_MAX]) {
    let mut strength = [0; SEATS_MAX];
    for farm in farms {
        for (all, here) in strength.iter_mut().zip(strengths(rules, state, *farm)) {
            *all += here;
        }
    }
    (strongest(strength), strength)
}
