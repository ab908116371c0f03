//! Values, majorities, returns and the final scoring.

use std::collections::{BTreeMap, BTreeSet};

use crate::board::{Feature, Segment, TileSegment, around, cells_of};
use crate::flow::Events;
use crate::state::{Figure, Footing, Piece, Reference};
use crate::tiles::City;

/// What a field touches: a completed city, named by its first segment, or Carcassonne itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Touched {
    City(Segment),
    Carcassonne,
}

impl Reference {
    /// BASE-28: everything complete that the tile just laid can have completed.
    pub(crate) fn completed(&self) -> Vec<Feature> {
        let newest = self.newest();
        let mut segments = self.board.segments(newest);
        segments.retain(|segment| !matches!(segment.part, TileSegment::Field(_))); // BASE-32
        let mut candidates = self.board.features_of(&segments);
        for cell in around(self.board.laid[newest].cell) {
            if let Some(tile) = self.board.at(cell).filter(|_| self.board.centre_at(cell).is_some())
            {
                candidates.push(Feature::from([Segment { tile, part: TileSegment::Centre }]));
            }
        }
        candidates.retain(|feature| self.board.is_complete(feature));
        candidates
    }

    /// INT-01 steps 6 to 8.
    pub(crate) fn score_completed(&mut self, events: &mut Events) {
        self.tile_points = vec![0; self.settings.seats];
        let completed = self.completed();
        let mut leaving: Vec<Figure> = Vec::new();
        for feature in &completed {
            let value = self.complete_value(feature);
            let winners: Vec<(usize, i32)> =
                self.majority(&[feature]).into_iter().map(|seat| (seat, value)).collect();
            for &(seat, points) in &winners {
                self.tile_points[seat] += points;
            }
            self.pay(feature, "complete", value, &winners, events);
            leaving.extend(self.figures_on(feature)); // BASE-38
        }
        for loser in self.losers.clone() {
            leaving.extend(self.lose(loser, events));
        }
        for figure in leaving {
            self.send_home(figure, events);
        }
        self.send_lonely_home(events);
        self.take_goods(&completed, events);
    }

    /// Pays the winners and tells of it; a feature without figures has no effect (BASE-36).
    fn pay(
        &mut self,
        feature: &Feature,
        state: &str,
        value: i32,
        winners: &[(usize, i32)],
        events: &mut Events,
    ) {
        let Some(&first) = feature.first().filter(|_| !winners.is_empty()) else {
            return;
        };
        let mut paid = Vec::new();
        for &(seat, points) in winners {
            self.players[seat].score += points;
            paid.push(format!("{}:{points}", seat + 1));
        }
        let (kind, name) = (self.board.kind(first), self.board.name(first));
        events.push(format!("scored {kind} {state} at {name} worth {value} to {}", paid.join(",")));
    }

    /// CULT-13, CULT-18: all figures of the losing building, without points.
    fn lose(&self, loser: Segment, events: &mut Events) -> Vec<Figure> {
        let figures = self.figures_on(&self.board.feature(loser));
        let counting = figures.iter().filter(|figure| figure.piece.strength() > 0);
        let seats: BTreeSet<usize> = counting.map(|figure| figure.seat).collect();
        for seat in seats {
            events.push(format!("lost {} at {}", seat + 1, self.board.name(loser)));
        }
        figures
    }

    /// BASE-35, INNS-11: the seats with the highest count in some features taken together.
    fn majority(&self, features: &[&Feature]) -> Vec<usize> {
        let mut strength: BTreeMap<usize, usize> = BTreeMap::new();
        for feature in features {
            for figure in self.figures_on(feature) {
                let own = match figure.piece {
                    Piece::Herald => self.pennants(feature) as usize, // TRIAL-03
                    piece => piece.strength(),
                };
                *strength.entry(figure.seat).or_insert(0) += own;
            }
        }
        let most = strength.values().copied().max().unwrap_or(0);
        let wins = |&(_, own): &(usize, usize)| most > 0 && own == most;
        strength.into_iter().filter(wins).map(|(seat, _)| seat).collect()
    }

    fn cities_of(&self, feature: &Feature) -> Vec<City> {
        let mut cities = Vec::new();
        for segment in feature {
            if let TileSegment::City(index) = segment.part {
                cities.push(self.board.tile(segment.tile).cities[index].clone());
            }
        }
        cities
    }

    fn pennants(&self, feature: &Feature) -> i32 {
        self.cities_of(feature).iter().map(|city| city.pennants as i32).sum()
    }

    fn has_cathedral(&self, feature: &Feature) -> bool {
        self.cities_of(feature).iter().any(|city| city.cathedral)
    }

    fn has_inn(&self, feature: &Feature) -> bool {
        feature.iter().any(|segment| match segment.part {
            TileSegment::Road(index) => self.board.tile(segment.tile).roads[index].inn, // INNS-07
            _ => false,
        })
    }

    /// The value of a completed feature.
    fn complete_value(&self, feature: &Feature) -> i32 {
        let tiles = cells_of(feature) as i32;
        match feature.first().map(|segment| segment.part) {
            Some(TileSegment::Road(_)) if self.has_inn(feature) => 2 * tiles, // INNS-06
            Some(TileSegment::Road(_)) => tiles,                              // BASE-33
            Some(TileSegment::City(_)) => {
                let items = tiles + self.pennants(feature);
                if self.has_cathedral(feature) {
                    3 * items // INNS-08
                } else if tiles == 2 && self.settings.is("OPT-SMALLCITY", "2") {
                    items // BASE-34
                } else {
                    2 * items // BASE-33
                }
            }
            Some(TileSegment::Centre) => 9, // BASE-33, ABBOT-06, CULT-09
            Some(TileSegment::Field(_)) | None => 0,
        }
    }

    /// BASE-46: the value of an incomplete road, city or building.
    fn incomplete_value(&self, feature: &Feature) -> i32 {
        let tiles = cells_of(feature) as i32;
        let zero = self.settings.is("OPT-INNS-FINAL", "zero");
        match feature.first() {
            Some(Segment { part: TileSegment::Road(_), .. }) => {
                if zero && self.has_inn(feature) { 0 } else { tiles } // INNS-06
            }
            Some(Segment { part: TileSegment::City(_), .. }) => {
                let nothing = zero && self.has_cathedral(feature); // INNS-08
                if nothing { 0 } else { tiles + self.pennants(feature) }
            }
            Some(&Segment { part: TileSegment::Centre, tile }) => self.surroundings(tile),
            Some(Segment { part: TileSegment::Field(_), .. }) | None => 0,
        }
    }

    /// 1 + occupied surrounding cells: BASE-46, ABBOT-07, ABBOT-13, CULT-09.
    fn surroundings(&self, tile: usize) -> i32 {
        1 + self.board.neighbours(self.board.laid[tile].cell) as i32
    }

    /// ABBOT-07, ABBOT-12: the owner alone scores, at once.
    pub(crate) fn recall(&mut self, figure: Figure, events: &mut Events) {
        let Footing::On(segment) = figure.place else { unreachable!("ABBOT-10") };
        let points = self.surroundings(segment.tile);
        self.players[figure.seat].score += points;
        let name = self.board.name(segment);
        events.push(format!("recalled {} at {name} for {points}", figure.seat + 1));
        self.send_home(figure, events);
    }

    pub(crate) fn send_home(&mut self, figure: Figure, events: &mut Events) {
        let Some(index) = self.figures.iter().position(|other| *other == figure) else {
            return;
        };
        self.figures.remove(index);
        *self.players[figure.seat].supply.entry(figure.piece).or_insert(0) += 1;
        if let Footing::On(segment) = figure.place {
            let (piece, name) = (figure.piece.name(), self.board.name(segment));
            events.push(format!("home {} {piece} from {name}", figure.seat + 1));
        }
    }

    /// TRADERS-21, TRADERS-26: builders and pigs without an own follower in their feature.
    pub(crate) fn send_lonely_home(&mut self, events: &mut Events) {
        for figure in self.figures.clone() {
            let Footing::On(segment) = figure.place else {
                continue;
            };
            let companion = matches!(figure.piece, Piece::Builder | Piece::Pig);
            if companion && !self.has_own_follower(figure.seat, &self.board.feature(segment)) {
                self.send_home(figure, events);
            }
        }
    }

    /// TRADERS-05 to TRADERS-07: one token per symbol for whoever laid the tile.
    fn take_goods(&mut self, completed: &[Feature], events: &mut Events) {
        if !self.settings.goods() {
            return;
        }
        let mut taken: BTreeMap<String, usize> = BTreeMap::new();
        for feature in completed {
            for goods in self.cities_of(feature).into_iter().filter_map(|city| city.goods) {
                *taken.entry(goods).or_insert(0) += 1;
            }
        }
        for (kind, number) in taken {
            events.push(format!("goods {} {kind} {number}", self.seat + 1));
            *self.players[self.seat].goods.entry(kind).or_insert(0) += number;
        }
    }

    /// INT-03: incomplete features, fields, goods.
    pub(crate) fn score_end(&mut self, events: &mut Events) {
        let features = self.board.all_features();
        for feature in &features {
            let is_field =
                matches!(feature.first(), Some(Segment { part: TileSegment::Field(_), .. }));
            if !is_field && !self.board.is_complete(feature) {
                let value = self.incomplete_value(feature);
                let winners = self.majority(&[feature]);
                let winners: Vec<_> = winners.into_iter().map(|seat| (seat, value)).collect();
                self.pay(feature, "unfinished", value, &winners, events);
            }
        }
        let mut fields = Vec::new();
        for feature in features {
            if matches!(feature.first(), Some(Segment { part: TileSegment::Field(_), .. })) {
                let touched = self.touched_cities(&feature);
                fields.push((feature, touched));
            }
        }
        if self.settings.is("OPT-FIELDSCORE", "ed3") {
            self.score_fields_third(&fields, events);
        } else {
            self.score_fields_by_city(&fields);
        }
        self.score_goods(events);
        self.score_bones(events);
    }

    /// BASE-42, COUNT-26: the different completed cities a field touches.
    fn touched_cities(&self, field: &Feature) -> BTreeSet<Touched> {
        let mut touched = BTreeSet::new();
        if !self.is_occupied(field) {
            return touched; // nobody asks
        }
        for segment in field {
            let TileSegment::Field(index) = segment.part else {
                continue;
            };
            let part = &self.board.tile(segment.tile).fields[index];
            if part.carcassonne && self.settings.is("OPT-COUNT-FARMS", "counts") {
                touched.insert(Touched::Carcassonne);
            }
            for &city in &part.cities {
                let start = Segment { tile: segment.tile, part: TileSegment::City(city) };
                let city = self.board.feature(start);
                if self.board.is_complete(&city) {
                    touched.extend(city.first().copied().map(Touched::City));
                }
            }
        }
        touched
    }

    fn has_pig(&self, seat: usize, field: &Feature) -> bool {
        let on_it = self.figures_on(field);
        on_it.iter().any(|figure| figure.seat == seat && figure.piece == Piece::Pig)
    }

    /// BASE-42, BASE-43, TRADERS-25: 3 per city, 4 with an own pig in the field.
    fn score_fields_third(&mut self, fields: &[(Feature, BTreeSet<Touched>)], events: &mut Events) {
        for (field, touched) in fields {
            let cities = touched.len() as i32;
            let mut winners = Vec::new();
            for seat in self.majority(&[field]) {
                let each = if self.has_pig(seat, field) { 4 } else { 3 };
                winners.push((seat, each * cities));
            }
            self.pay(field, "unfinished", 3 * cities, &winners, events);
        }
    }

    /// OPT-FIELDSCORE ed1 and ed2: city by city, 4 points, 5 with an own pig.
    fn score_fields_by_city(&mut self, fields: &[(Feature, BTreeSet<Touched>)]) {
        let cities: BTreeSet<Touched> =
            fields.iter().flat_map(|(_, touched)| touched.iter().copied()).collect();
        for city in cities {
            let around_it = fields.iter().filter(|(_, touched)| touched.contains(&city));
            let around_it: Vec<&Feature> = around_it.map(|(field, _)| field).collect();
            for seat in 0..self.settings.seats {
                // ed1: all farmers around the city compete, and any of these fields may hold the
                // pig. ed2: the fields compete each for itself, and only won ones matter.
                let won: Vec<&Feature> = if self.settings.is("OPT-FIELDSCORE", "ed1") {
                    let wins = self.majority(&around_it).contains(&seat);
                    if wins { around_it.clone() } else { Vec::new() }
                } else {
                    let wins = |field: &&&Feature| self.majority(&[**field]).contains(&seat);
                    around_it.iter().filter(wins).copied().collect()
                };
                if !won.is_empty() {
                    let pig = won.iter().any(|field| self.has_pig(seat, field));
                    self.players[seat].score += if pig { 5 } else { 4 };
                }
            }
        }
    }

    /// TRADERS-09, OPT-GOODS-ZERO.
    fn score_goods(&mut self, events: &mut Events) {
        if !self.settings.goods() {
            return;
        }
        for kind in ["wine", "grain", "cloth"] {
            let most = self.players.iter().map(|player| player.goods[kind]).max().unwrap_or(0);
            if most == 0 && self.settings.is("OPT-GOODS-ZERO", "require-one") {
                continue;
            }
            for (seat, player) in self.players.iter_mut().enumerate() {
                if player.goods[kind] == most {
                    player.score += 10;
                    events.push(format!("goods-majority {} {kind} 10", seat + 1));
                }
            }
        }
    }
}
