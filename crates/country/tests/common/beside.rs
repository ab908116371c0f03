//! The engine and the slow reference side by side: the same words, and after each of them
//! everything that both can tell is compared.

use std::collections::BTreeMap;

use country::exp::Id;
use country::exp::abbot::ABBOT;
use country::exp::count::QUARTERS;
use country::exp::inns::LARGE;
use country::exp::traders::{BUILDER, GOODS, PIG};
use country::piece::FOLLOWER;
use country::{Country, CountrySetup, Rules};
use reference_country::{Reference, Turn as TheirTurn};
use table::{Action, Actions, Event, Game, Log, Odds, Score, Seat, Show, Spot, Text, Turn};

/// A game in both engines. Says how it came about if a comparison fails.
pub struct Beside {
    pub rules: Rules,
    pub game: Country,
    pub reference: Reference,
    pub words: Vec<String>,
    pub told: Told,
}

/// How often rare things happened.
#[derive(Default)]
pub struct Told(pub BTreeMap<&'static str, u32>);

impl Told {
    pub fn add(&mut self, what: &'static str, count: u32) {
        *self.0.entry(what).or_default() += count;
    }

    pub fn merge(&mut self, other: &Told) {
        for (what, count) in &other.0 {
            self.add(what, *count);
        }
    }
}

impl Drop for Beside {
    fn drop(&mut self) {
        if std::thread::panicking() {
            eprintln!("set-up: {:?}", self.rules.setup());
            eprintln!("words: {}", self.words.join(" | "));
        }
    }
}

/// The reference with the same set-up.
pub fn reference(setup: &CountrySetup) -> Reference {
    let expansions: Vec<&str> = setup.expansions.iter().map(String::as_str).collect();
    let options: Vec<(&str, &str)> =
        setup.options.iter().map(|(key, value)| (key.as_str(), value.as_str())).collect();
    Reference::new(&expansions, &options, setup.seats as usize).unwrap()
}

impl Beside {
    pub fn start(setup: &CountrySetup) -> Beside {
        let rules = Rules::new(setup).unwrap();
        let game = Country::start(&rules);
        let reference = reference(setup);
        let told = Told::default();
        let beside = Beside { rules, game, reference, words: Vec::new(), told };
        beside.compare(true);
        beside
    }

    /// Plays an action in both and compares the events and all that follows; the partition into
    /// features only if asked for.
    pub fn play(&mut self, action: Action, features: bool) {
        let word = self.game.word(&self.rules, action);
        self.words.push(word.clone());
        let read = self.game.read_word(&self.rules, &word);
        assert_eq!(read, Ok(action), "{word} is read as something else");
        let mut events = Vec::new();
        self.game.play(&self.rules, action, &mut Log(|event| events.push(event)));
        let ours = lines(&self.game, &self.rules, action, &events);
        let theirs = self.reference.apply(&word);
        assert_eq!(ours, theirs, "events of {word}, ours first");
        self.count_rarities(action, &ours);
        self.compare(features || self.game.turn() == Turn::Over);
    }

    fn compare(&self, features: bool) {
        let (game, rules, reference) = (&self.game, &self.rules, &self.reference);
        let turn = match game.turn() {
            Turn::Player(seat) => TheirTurn::Seat(seat.index()),
            Turn::Chance => TheirTurn::Chance,
            Turn::Over => TheirTurn::Over,
        };
        assert_eq!(turn, reference.turn(), "whose turn, ours first");
        let (seat, part) = game.turn_of();
        assert_eq!((seat.index(), part), reference.turn_of(), "seat and part, ours first");
        assert_eq!(legal_words(game, rules), reference.legal(), "legal words, ours first");
        assert_eq!(odds(game, rules), reference.odds(), "odds, ours first");
        assert_eq!(scores(game, rules), reference.scores(), "scores, ours first");
        assert_eq!(supplies(game, rules), reference.supply(), "supplies, ours first");
        assert_eq!(figures(game, rules), reference.figures(), "figures, ours first");
        assert_eq!(goods(game, rules), reference.goods(), "goods, ours first");
        assert_eq!(count_quarter(game, rules), reference.count_quarter(), "the Count");
        assert_eq!(beast(game, rules), reference.beast(), "the beast");
        let bones: Vec<usize> = (0..rules.seats()).map(|seat| bones(game, rules, seat)).collect();
        assert_eq!(bones, reference.bones(), "bones, ours first");
        if features {
            assert_eq!(self::features(game, rules), reference.features(), "features, ours first");
        }
    }

    fn count_rarities(&mut self, action: Action, lines: &[String]) {
        self.told.add(name_of(action), 1);
        let heads = [
            ("lost ", "lost challenges"),
            ("goods ", "goods taken"),
            ("goods-majority ", "goods majorities"),
            ("discard ", "discarded tiles"),
            ("aside ", "tiles set aside"),
            ("laid ", "lakes laid by themselves"),
        ];
        for line in lines {
            for (_, what) in heads.iter().filter(|(head, _)| line.starts_with(head)) {
                self.told.add(what, 1);
            }
            if line.contains(" complete at ") {
                let winners = line.rsplit(' ').next().map_or(0, |paid| paid.split(',').count());
                self.told.add("completions scored", 1);
                self.told.add("completions shared", (winners > 1) as u32);
            }
        }
    }
}

/// What kind of word an action is, for the statistics.
fn name_of(action: Action) -> &'static str {
    match action {
        Action::Take { .. } => "recalls",
        Action::Choose(_) => "second tiles",
        Action::Put { at: Spot::Place(_), .. } => "entries",
        Action::Move { to: Spot::Place(_), .. } => "moves of the Count",
        Action::Move { .. } => "moves out",
        Action::Put { piece: FOLLOWER, .. } => "followers",
        Action::Put { piece: LARGE, .. } => "large followers",
        Action::Put { piece: ABBOT, .. } => "abbots",
        Action::Put { piece: BUILDER, .. } => "builders",
        Action::Put { piece: PIG, .. } => "pigs",
        _ => "other words",
    }
}

fn sorted<T: Ord>(values: impl IntoIterator<Item = T>) -> Vec<T> {
    let mut values: Vec<T> = values.into_iter().collect();
    values.sort();
    values
}

pub fn legal_words(game: &Country, rules: &Rules) -> Vec<String> {
    let mut legal = Actions::new();
    game.legal(rules, &mut legal);
    sorted(legal.iter().map(|action| game.word(rules, *action)))
}

pub fn odds(game: &Country, rules: &Rules) -> Vec<(String, u32)> {
    let mut odds = Odds::new();
    game.odds(rules, &mut odds);
    sorted(odds.iter().map(|(action, n)| (game.word(rules, *action), *n as u32)))
}

pub fn scores(game: &Country, rules: &Rules) -> Vec<i32> {
    game.scores()[..rules.seats() as usize].iter().map(|points| *points as i32).collect()
}

/// The pieces that are in play, by name.
pub fn supplies(game: &Country, rules: &Rules) -> Vec<BTreeMap<String, usize>> {
    let of_seat = |seat: u8| {
        let named = game.supplied(rules, Seat(seat)).into_iter();
        named.map(|(piece, n)| (Country::piece(piece).to_owned(), n as usize)).collect()
    };
    (0..rules.seats()).map(of_seat).collect()
}

/// The figures on the board and in the quarters: seat, piece, place.
pub fn figures(game: &Country, rules: &Rules) -> Vec<(usize, String, String)> {
    let shown = game.shown(rules).into_iter().filter_map(|figure| {
        let piece = Country::piece(figure.piece).to_owned();
        Some((figure.seat?.index(), piece, game.spot(rules, figure.at)))
    });
    sorted(shown)
}

pub fn goods(game: &Country, rules: &Rules) -> Vec<BTreeMap<String, usize>> {
    let goods = &game.slots().traders.goods[..rules.seats() as usize];
    let named = |counts: &[u8; 3]| {
        let names = GOODS.iter().map(ToString::to_string);
        names.zip(counts.iter().map(|count| *count as usize)).collect()
    };
    goods.iter().map(named).collect()
}

pub fn count_quarter(game: &Country, rules: &Rules) -> Option<String> {
    rules.has(Id::Count).then(|| QUARTERS[game.slots().count.at as usize].to_owned())
}

/// Where the beast of the trial stands.
fn beast(game: &Country, rules: &Rules) -> Option<String> {
    let shown = game.shown(rules);
    let beast = shown.iter().find(|f| Country::piece(f.piece) == "beast")?;
    Some(game.spot(rules, beast.at))
}

/// The bones of a seat.
fn bones(game: &Country, rules: &Rules, seat: u8) -> usize {
    let held = game.held(rules, Seat(seat));
    held.iter().find(|(token, _)| Country::token(*token) == "bone").map_or(0, |(_, n)| *n as usize)
}

/// Every road, city and field with the names of its segments.
pub fn features(game: &Country, rules: &Rules) -> Vec<(String, Vec<String>)> {
    let mut by_root: BTreeMap<u16, (String, Vec<String>)> = BTreeMap::new();
    for laid in game.board().laid() {
        for segment in 0..rules.tiles()[laid.kind.0 as usize].segments.len() as u8 {
            let (root, feature) = game.feature_at(laid.cell, segment).unwrap();
            if !feature.kind().is_centre() {
                let entry = by_root.entry(root).or_default();
                feature.kind().name().clone_into(&mut entry.0);
                entry.1.push(game.spot(rules, Spot::segment(laid.cell, segment)));
            }
        }
    }
    sorted(by_root.into_values().map(|(kind, names)| (kind, sorted(names))))
}

/// Our events of one action as the reference tells them.
pub fn lines(game: &Country, rules: &Rules, action: Action, events: &[Event]) -> Vec<String> {
    let mut lines = Vec::new();
    let mut goods: BTreeMap<(u8, u8), u8> = BTreeMap::new();
    // Of what the action itself does, only the points of a recall are told.
    let mut laid_by_hand = matches!(action, Action::Tile { .. });
    let mut recall =
        matches!(action, Action::Take { .. }) && matches!(events.first(), Some(Event::Scored(_)));
    for event in events {
        match *event {
            Event::Discarded(kind) => {
                lines.push(format!("discard {}", Country::tile_id(rules, kind)));
            }
            Event::SetAside(kind) => {
                lines.push(format!("aside {}", Country::tile_id(rules, kind)));
            }
            Event::Laid { kind, cell, rot } if !std::mem::take(&mut laid_by_hand) => {
                let (id, turns) = (Country::tile_id(rules, kind), rot as u8);
                lines.push(format!("laid {id} {},{} r{turns}", cell.x, cell.y));
            }
            Event::Scored(score) if std::mem::take(&mut recall) => {
                let at = game.spot(rules, score.at);
                let seat = score.winners.iter().next().unwrap();
                let points = score.points[seat.index()];
                lines.push(format!("recalled {} at {at} for {points}", seat.0 + 1));
            }
            Event::Scored(score) => lines.extend(score_lines(game, rules, &score)),
            Event::Home { seat, piece, from } => {
                let (piece, from) = (Country::piece(piece), game.spot(rules, from));
                lines.push(format!("home {} {piece} from {from}", seat.0 + 1));
            }
            Event::Lost { seat, at } => {
                lines.push(format!("lost {} at {}", seat.0 + 1, game.spot(rules, at)));
            }
            Event::Gained { seat, token, count } => {
                *goods.entry((seat.0, token)).or_default() += count;
            }
            _ => {}
        }
    }
    lines.extend(goods.iter().map(|((seat, token), count)| {
        format!("goods {} {} {count}", seat + 1, Country::token(*token))
    }));
    lines.sort();
    lines
}

fn score_lines(game: &Country, rules: &Rules, score: &Score) -> Vec<String> {
    let kind = Country::feature(score.feature);
    let winners = || score.winners.iter().map(|seat| (seat.0 + 1, score.points[seat.index()]));
    if GOODS.contains(&kind) {
        return winners().map(|(seat, n)| format!("goods-majority {seat} {kind} {n}")).collect();
    }
    let by_city =
        rules.setup().options.iter().any(|(key, v)| key == "OPT-FIELDSCORE" && v != "ed3");
    if kind == "field" && by_city {
        return Vec::new(); // the reference tells only the points
    }
    let points: Vec<String> = winners().map(|(seat, n)| format!("{seat}:{n}")).collect();
    let state = if score.complete { "complete" } else { "unfinished" };
    let (at, value) = (game.spot(rules, score.at), score.value());
    vec![format!("scored {kind} {state} at {at} worth {value} to {}", points.join(","))]
}
