//! A table at which tests play real games, in the words of docs/notation.md.
//!
//! Tiles are drawn by naming them; every word must be legal. Where a game would be long, a
//! position sets it up.

use country::exp::nouns;
use country::{Country, CountrySetup, FeatureTally, Rules};
use table::{Action, Actions, Event, Game, Log, Odds, Score, Seat, Spot, Text, Turn};

/// A game with its rules, and what the last [`Table::play`] told.
#[derive(Clone)]
pub struct Table {
    pub rules: Rules,
    pub game: Country,
    events: Vec<Event>,
}

/// Rules for a number of seats, some expansions and some options.
#[track_caller]
pub fn rules(seats: u8, expansions: &[&str], options: &[(&str, &str)]) -> Rules {
    Rules::new(&setup(seats, expansions, options)).unwrap_or_else(|e| panic!("{e}"))
}

/// The same as a set-up that may be refused.
pub fn setup(seats: u8, expansions: &[&str], options: &[(&str, &str)]) -> CountrySetup {
    options.iter().fold(CountrySetup::base(seats).with(expansions), |s, (k, v)| s.option(k, v))
}

/// Splits a text into words: `0,-1 r2` is one word, and so is `base/C x`.
fn words(text: &str) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    for part in text.split_whitespace() {
        let is_turn = matches!(part, "r0" | "r1" | "r2" | "r3");
        match words.last_mut() {
            Some(last) if is_turn || part == "x" => {
                last.push(' ');
                last.push_str(part);
            }
            _ => words.push(part.to_owned()),
        }
    }
    words
}

impl Table {
    /// A new game.
    #[track_caller]
    pub fn new(seats: u8, expansions: &[&str], options: &[(&str, &str)]) -> Table {
        let rules = rules(seats, expansions, options);
        let game = Country::start(&rules);
        Table { rules, game, events: Vec::new() }
    }

    /// A game in the middle: `base/D@0,0r0 …; figures 1:follower@0,0:road:EW …; turn …`.
    /// Without the part `turn`, seat 1 is about to draw.
    #[track_caller]
    pub fn read(seats: u8, expansions: &[&str], options: &[(&str, &str)], position: &str) -> Table {
        let rules = rules(seats, expansions, options);
        let mut text = position.split_whitespace().collect::<Vec<_>>().join(" ");
        if !text.contains("; turn ") {
            text += "; turn 1 part 1 step draw";
        }
        let game = Country::read_position(&rules, &text).unwrap_or_else(|e| panic!("{e}: {text}"));
        Table { rules, game, events: Vec::new() }
    }

    // --- playing

    /// Plays words in order; each must be legal. The events are those of this call.
    #[track_caller]
    pub fn play(&mut self, text: &str) -> &mut Table {
        self.events.clear();
        for word in words(text) {
            self.play_word(&word);
        }
        self
    }

    /// The same, but says `-` to whatever is asked before a word that is not legal yet: for
    /// building boards where nobody stands.
    #[track_caller]
    pub fn build(&mut self, text: &str) -> &mut Table {
        self.events.clear();
        for word in words(text) {
            for _ in 0..20 {
                let fits = self.action(&word).is_some_and(|a| self.listed(a));
                if fits || !self.listed(Action::Pass) {
                    break;
                }
                self.play_word("-");
            }
            self.play_word(&word);
        }
        while self.listed(Action::Pass) {
            self.play_word("-");
        }
        self
    }

    #[track_caller]
    fn play_word(&mut self, word: &str) {
        let (word, leaves) = match word.strip_suffix(" x") {
            Some(id) => (id, true),
            None => (word, false),
        };
        let action = self.game.read_word(&self.rules, word);
        let action = action.unwrap_or_else(|e| panic!("{word}: {e}\n{}", self.told_so_far()));
        if let Some(refusal) = self.game.refuse(&self.rules, action) {
            panic!(
                "{word}: {refusal}\nlegal: {}\n{}",
                self.legal().join(" | "),
                self.told_so_far()
            );
        }
        let before = self.events.len();
        let events = &mut self.events;
        self.game.play(&self.rules, action, &mut Log(|e| events.push(e)));
        let left = |e: &Event| matches!(e, Event::Discarded(_) | Event::SetAside(_));
        let drawn = matches!(action, Action::Draw(_));
        let gone = drawn && self.events[before..].iter().any(left);
        assert_eq!(gone, leaves, "{word}: leaves the game, or is put aside");
    }

    fn told_so_far(&self) -> String {
        format!("told: {}\nposition: {}", self.told().join(" | "), self.position())
    }

    fn action(&self, word: &str) -> Option<Action> {
        self.game.read_word(&self.rules, word.trim_end_matches(" x")).ok()
    }

    /// Takes all tiles out of the stack but these: the game ends soon.
    #[track_caller]
    pub fn leave(&mut self, ids: &[&str]) -> &mut Table {
        let mut rest: Vec<(String, u8)> = self.stack();
        for id in ids {
            let kept = rest.iter_mut().find(|(name, n)| name == id && *n > 0);
            kept.unwrap_or_else(|| panic!("no {id} in the stack")).1 -= 1;
        }
        let gone = rest.iter().filter(|(_, n)| *n > 0).map(|(id, n)| format!(" {id}*{n}"));
        let text = format!("{}; gone{}", self.position(), gone.collect::<String>());
        self.game =
            Country::read_position(&self.rules, &text).unwrap_or_else(|e| panic!("{e}: {text}"));
        self
    }

    /// Plays these words as the last tile of the game, which must be over then.
    #[track_caller]
    pub fn end_with(&mut self, text: &str) -> &mut Table {
        let id = words(text).first().expect("a tile").clone();
        self.leave(&[&id]);
        self.play(text);
        assert!(self.over(), "the game goes on: {}", self.legal().join(" | "));
        self
    }

    // --- what may be played

    /// The words of all legal actions, in the order in which they are listed.
    pub fn legal(&self) -> Vec<String> {
        let mut actions = Actions::new();
        self.game.legal(&self.rules, &mut actions);
        actions.iter().map(|a| self.game.word(&self.rules, *a)).collect()
    }

    /// The same, sorted, as one line: for comparing whole lists.
    pub fn choices(&self) -> String {
        let mut words = self.legal();
        words.sort();
        words.join(" | ")
    }

    fn listed(&self, action: Action) -> bool {
        let mut actions = Actions::new();
        self.game.legal(&self.rules, &mut actions);
        actions.contains(&action)
    }

    /// Whether a word may be played now.
    pub fn allows(&self, word: &str) -> bool {
        self.action(word).is_some_and(|a| self.listed(a))
    }

    /// The word must be readable, but refused by this rule.
    #[track_caller]
    pub fn refused(&self, word: &str, rule: &str) {
        let action = self.game.read_word(&self.rules, word);
        let action = action.unwrap_or_else(|e| panic!("{word}: {e}"));
        match self.game.refuse(&self.rules, action) {
            None => panic!("{word} is legal; {rule} should forbid it"),
            Some(refusal) => assert_eq!(refusal.rule, rule, "{word}: {refusal}"),
        }
        assert!(!self.listed(action), "{word} is refused but listed");
    }

    /// The word makes no sense here at all.
    #[track_caller]
    pub fn unreadable(&self, word: &str) {
        let action = self.game.read_word(&self.rules, word);
        assert!(action.is_err(), "{word} is {action:?}");
    }

    /// Where a tile may be laid at a cell, as turns: `[0, 2]`.
    pub fn turns_at(&self, cell: &str) -> Vec<u8> {
        let turn = |r: &u8| self.allows(&format!("{cell} r{r}"));
        (0..4).filter(turn).collect()
    }

    /// What chance may do, with the number of cases for each.
    pub fn odds(&self) -> Vec<(String, u16)> {
        let mut odds = Odds::new();
        self.game.odds(&self.rules, &mut odds);
        odds.iter().map(|(a, n)| (self.game.word(&self.rules, *a), *n)).collect()
    }

    // --- how it stands

    /// Who must act: a seat from 1, `0` for chance; `None` when the game is over.
    pub fn to_act(&self) -> Option<u8> {
        match self.game.turn() {
            Turn::Player(seat) => Some(seat.0 + 1),
            Turn::Chance => Some(0),
            Turn::Over => None,
        }
    }

    /// The seat whose turn it is, from 1.
    pub fn on_turn(&self) -> u8 {
        self.game.turn_of().0.0 + 1
    }

    /// Which part of the turn it is, from 1.
    pub fn part(&self) -> u8 {
        self.game.turn_of().1
    }

    pub fn over(&self) -> bool {
        self.game.turn() == Turn::Over
    }

    pub fn scores(&self) -> Vec<u16> {
        self.game.scores()[..self.rules.seats() as usize].to_vec()
    }

    #[track_caller]
    pub fn expect_score(&self, points: &[u16]) {
        assert_eq!(self.scores(), points, "scores\n{}", self.told_so_far());
    }

    /// The points if the game ended now.
    pub fn forecast(&self) -> Vec<u16> {
        self.game.forecast(&self.rules)[..self.rules.seats() as usize].to_vec()
    }

    /// How many pieces of a name a seat (from 1) has in its supply.
    #[track_caller]
    pub fn supply(&self, seat: u8, piece: &str) -> u8 {
        let decl = nouns::piece_named(piece).expect("a piece");
        self.game.supply(Seat(seat - 1), decl.piece)
    }

    /// The tiles of the stack, by id.
    pub fn stack(&self) -> Vec<(String, u8)> {
        let id = |kind| Country::tile_id(&self.rules, kind).to_owned();
        self.game.bag().iter().map(|(kind, n)| (id(kind), n)).collect()
    }

    /// How many tiles with this id are in the stack.
    pub fn in_stack(&self, id: &str) -> u8 {
        self.stack().iter().find(|(name, _)| name == id).map_or(0, |(_, n)| *n)
    }

    /// The figures on the board, sorted: `1:follower@0,0:road:EW`.
    pub fn figures(&self) -> Vec<String> {
        let text = self.position();
        let part = text.split(';').find_map(|p| p.trim().strip_prefix("figures"));
        let mut figures: Vec<String> =
            part.unwrap_or_default().split_whitespace().map(str::to_owned).collect();
        figures.sort();
        figures
    }

    pub fn position(&self) -> String {
        self.game.position(&self.rules)
    }

    /// The node of the feature with this segment, as `0,0:city:N`.
    #[track_caller]
    fn root_at(&self, spot: &str) -> (u16, FeatureTally) {
        let (cell, name) = spot.split_once(':').expect("a cell and a spot");
        let cell = country::text::read_cell(cell).expect("a cell");
        let laid = *self.game.board().at(cell).unwrap_or_else(|| panic!("no tile at {spot}"));
        let segment = country::text::read_segment(&self.rules, laid.kind, laid.rot, name);
        let segment = segment.unwrap_or_else(|e| panic!("{spot}: {e}"));
        let (root, feature) = self.game.feature_at(cell, segment).expect("a tile lies there");
        (root, feature)
    }

    /// What is known of the feature with this segment, as `0,0:city:N`.
    #[track_caller]
    pub fn feature(&self, spot: &str) -> FeatureTally {
        self.root_at(spot).1
    }

    /// Whether two segments belong to one feature.
    #[track_caller]
    pub fn joined(&self, a: &str, b: &str) -> bool {
        self.root_at(a).0 == self.root_at(b).0
    }

    // --- what was told

    /// The events of the last [`Table::play`].
    pub fn events(&self) -> &[Event] {
        &self.events
    }

    /// The scores among them.
    pub fn scored(&self) -> Vec<Score> {
        let score = |e: &Event| {
            if let Event::Scored(s) = e { Some(*s) } else { None }
        };
        self.events.iter().filter_map(score).collect()
    }

    /// The events as lines: `laid base/E 0,-1 r2`, `scored city 0,0:city:N 4 0`, `home 1 follower`.
    pub fn told(&self) -> Vec<String> {
        self.events.iter().map(|e| self.line(e)).collect()
    }

    /// Whether a line was told.
    pub fn tells(&self, line: &str) -> bool {
        self.told().iter().any(|l| l == line)
    }

    fn line(&self, event: &Event) -> String {
        let id = |kind| Country::tile_id(&self.rules, kind);
        let spot = |at: Spot| self.game.spot(&self.rules, at);
        let points = |s: &Score| {
            let points = s.points[..self.rules.seats() as usize].iter();
            points.map(ToString::to_string).collect::<Vec<_>>().join(" ")
        };
        match event {
            Event::TurnOf { seat, part } => format!("turn {} part {part}", seat.0 + 1),
            Event::Drawn(kind) => format!("drawn {}", id(*kind)),
            Event::Discarded(kind) => format!("discarded {}", id(*kind)),
            Event::SetAside(kind) => format!("aside {}", id(*kind)),
            Event::Laid { kind, cell, rot } => {
                format!("laid {} {},{} r{}", id(*kind), cell.x, cell.y, *rot as u8)
            }
            Event::Put { seat, piece, at } => {
                format!("put {} {} {}", seat.0 + 1, Country::piece(*piece), spot(*at))
            }
            Event::Moved { seat, piece, from, to } => {
                let piece = Country::piece(*piece);
                format!("moved {} {piece} {} {}", seat.0 + 1, spot(*from), spot(*to))
            }
            Event::Scored(s) => {
                format!("scored {} {} {}", Country::feature(s.feature), spot(s.at), points(s))
            }
            Event::Home { seat, piece, from } => {
                format!("home {} {} {}", seat.0 + 1, Country::piece(*piece), spot(*from))
            }
            Event::Lost { seat, at } => format!("lost {} {}", seat.0 + 1, spot(*at)),
            Event::Gained { seat, token, count } => {
                format!("gained {} {} {count}", seat.0 + 1, Country::token(*token))
            }
            Event::Told { what, seat, count } => format!("told {what} {} {count}", seat.0 + 1),
            Event::Over => "over".to_owned(),
        }
    }
}
