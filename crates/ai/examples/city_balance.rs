//! Judges a tile set of The City by play: computer players play many games with it, and a table
//! says how long they were, how they ended and where the points came from.
//!
//! ```text
//! cargo run --release -p trencavel-ai --example city_balance -- [NAME or FILE]
//!     [--games N] [--seats 2,3,4] [--player greedy|plain|random] [--seed N]
//! ```
//!
//! A name is one of `city::SETS`; without one the set that comes first is played. Games are counted
//! for each number of seats: 300 if not said, 5,000 at most.
//!
//! Three players, so that the judgement does not hang on the habits of one: the greedy and the
//! random one of this crate, and a plain one that looks only at the points if the game ended now.

#![allow(clippy::cast_precision_loss)] // means

use std::error::Error;
use std::fmt::Write as _;

use ai::{Wyrand, Yardstick};
use city::names::{
    GUARD_ROW, HOMES, KINDS, MARKET, STREET, TILES, TOLD_END_GAP, TOLD_END_TILES, TOLD_END_WALLS,
    TOLD_PHASE, TOWER_WALLS,
};
use city::{City, CitySetup, LEFT, RIGHT, Rules, TurnStep};
use table::{Action, Actions, Dice, Event, Game, Log, Quiet, Score, Seat, Text, Turn};

const GAMES: u64 = 300;
const GAMES_MAX: u64 = 5_000;

fn main() -> Result<(), Box<dyn Error>> {
    let asked = Asked::from_args(std::env::args().skip(1))?;
    let mut columns = Vec::new();
    for seats in asked.seats.iter().copied() {
        let setup = CitySetup { seats, tiles: asked.tiles.clone(), ..CitySetup::default() };
        columns.push((seats, play_all(&asked, &Rules::new(&setup)?)));
    }
    print!("{}", table(&asked, &columns));
    Ok(())
}

/// What was typed.
struct Asked {
    title: String,
    tiles: Option<(String, String)>,
    games: u64,
    seats: Vec<u8>,
    player: Player,
    seed: u64,
}

impl Asked {
    fn from_args(mut args: impl Iterator<Item = String>) -> Result<Asked, Box<dyn Error>> {
        let mut asked = Asked {
            title: city::SETS[0].name.to_owned(),
            tiles: None,
            games: GAMES,
            seats: vec![2, 3, 4],
            player: Player::Yardstick(Yardstick::Greedy),
            seed: 1,
        };
        while let Some(arg) = args.next() {
            if !arg.starts_with("--") {
                asked.tiles = Some((arg.clone(), set_text(&arg)?));
                asked.title = arg;
                continue;
            }
            let value = args.next().ok_or_else(|| format!("{arg} needs a value"))?;
            match arg.as_str() {
                "--games" => asked.games = value.parse::<u64>()?.clamp(1, GAMES_MAX),
                "--seats" => {
                    asked.seats = value.split(',').map(str::parse).collect::<Result<_, _>>()?;
                }
                "--player" => {
                    let player = Player::from_name(&value);
                    asked.player = player.ok_or_else(|| format!("no player is called {value}"))?;
                }
                "--seed" => asked.seed = value.parse()?,
                _ => return Err(format!("unknown option {arg}").into()),
            }
        }
        Ok(asked)
    }
}

/// The text of a known set, or of a file.
fn set_text(name: &str) -> Result<String, Box<dyn Error>> {
    if let Some(set) = city::set(name) {
        return Ok(set.text.to_owned());
    }
    std::fs::read_to_string(name).map_err(|error| format!("{name}: {error}").into())
}

/// Who plays all seats.
#[derive(Clone, Copy)]
enum Player {
    Yardstick(Yardstick),
    Plain,
}

impl Player {
    fn from_name(name: &str) -> Option<Player> {
        match name {
            "plain" => Some(Player::Plain),
            _ => Yardstick::from_name(name).map(Player::Yardstick),
        }
    }

    const fn name(self) -> &'static str {
        match self {
            Player::Yardstick(level) => level.name(),
            Player::Plain => "plain",
        }
    }

    fn choose(self, rules: &Rules, game: &City, dice: &mut Wyrand) -> Action {
        match (self, game.turn()) {
            (Player::Yardstick(level), _) => ai::choose(level, rules, game, dice),
            (Player::Plain, Turn::Player(seat)) => plain(rules, game, seat, dice),
            (Player::Plain, _) => game.pick(rules, dice),
        }
    }
}

/// The plain player's choice: as the greedy one's, with another worth.
fn plain(rules: &Rules, game: &City, seat: Seat, dice: &mut Wyrand) -> Action {
    let mut actions = Actions::new();
    game.legal(rules, &mut actions);
    let mut found = (f32::NEG_INFINITY, actions[0]);
    let mut after = game.clone();
    for action in actions.iter() {
        after.clone_from(game);
        after.play(rules, *action, &mut Quiet);
        let laid = matches!(action, Action::Tile { .. }) && after.turn() == Turn::Player(seat);
        let value = if laid {
            let mut figures = Actions::new();
            after.legal(rules, &mut figures);
            let after_it = |figure: &Action| {
                let mut copy = after.clone();
                copy.play(rules, *figure, &mut Quiet);
                worth(rules, &copy, seat)
            };
            figures.iter().map(after_it).fold(f32::NEG_INFINITY, f32::max)
        } else {
            worth(rules, &after, seat)
        };
        // A little chance among equals.
        let value = value + dice.below(100) as f32 * 1e-5;
        if value > found.0 {
            found = (value, *action);
        }
    }
    found.1
}

/// The worth of a game for a seat, less the mean of the others'.
fn worth(rules: &Rules, game: &City, seat: Seat) -> f32 {
    let forecast = game.forecast(rules);
    let side = |s: Seat| ai::plain_standing(game, rules, s, forecast[s.index()]);
    let seats = rules.seats();
    let others: f32 = (0..seats).map(Seat).filter(|s| *s != seat).map(side).sum();
    side(seat) - others / f32::from(seats - 1)
}

/// The points of one source, and how often it was scored.
#[derive(Clone, Copy, Default)]
struct Source {
    times: u64,
    points: u64,
    /// Tiles of streets and markets.
    tiles: u64,
    /// Kinds of goods of markets.
    kinds: u64,
}

/// What was seen in all games of one number of seats.
#[derive(Default)]
struct Seen {
    /// Tiles laid, game by game.
    lengths: Vec<u64>,
    /// Games that ended with a tile of pile 1, 2, 3.
    last_pile: [u64; 3],
    /// Games that ended by CITY-57 (a), (b), (c); several may hold at once.
    endings: [u64; 3],
    /// Streets, markets, homes, guards, towers.
    sources: [Source; 5],
    discards: u64,
    phases: u64,
    walls: u64,
    guards: u64,
    towers: u64,
    /// Points of the best and the last seat.
    best: u64,
    last: u64,
    lost: u64,
    turns: u64,
    /// Followers in the supply of the seat on turn, added up over the turns.
    idle: u64,
    /// Turns of a seat without a follower.
    without: u64,
    /// Markets on the board at the end, and the tiles they have together.
    markets: u64,
    market_tiles: u64,
}

fn play_all(asked: &Asked, rules: &Rules) -> Seen {
    let mut seen = Seen::default();
    for number in 0..asked.games {
        if number % 20 == 0 {
            eprint!(
                "\r{}, {} players: game {number} of {}",
                asked.title,
                rules.seats(),
                asked.games
            );
        }
        let mut dice = Wyrand::new(asked.seed << 32 | number);
        play(rules, asked.player, &mut dice, &mut seen);
    }
    eprintln!("\r{}, {} players: {} games played", asked.title, rules.seats(), asked.games);
    seen
}

fn play(rules: &Rules, player: Player, dice: &mut Wyrand, seen: &mut Seen) {
    let mut game = City::start(rules);
    while game.turn() != Turn::Over {
        let action = player.choose(rules, &game, dice);
        if game.step() == TurnStep::Lay {
            let idle = u64::from(game.supply(game.on_turn()));
            seen.turns += 1;
            seen.idle += idle;
            seen.without += u64::from(idle == 0);
        }
        game.play(rules, action, &mut Log(|event| seen.hear(&event)));
    }
    seen.look_back(rules, &game);
}

impl Seen {
    fn hear(&mut self, event: &Event) {
        match *event {
            Event::Discarded(_) => self.discards += 1,
            Event::Lost { .. } => self.lost += 1,
            Event::Scored(score) => self.hear_score(&score),
            Event::Told { what: TOLD_PHASE, .. } => self.phases += 1,
            Event::Told { what: TOLD_END_WALLS, .. } => self.endings[0] += 1,
            Event::Told { what: TOLD_END_TILES, .. } => self.endings[1] += 1,
            Event::Told { what: TOLD_END_GAP, .. } => self.endings[2] += 1,
            _ => {}
        }
    }

    fn hear_score(&mut self, score: &Score) {
        let number = [STREET, MARKET, HOMES, GUARD_ROW, TOWER_WALLS]
            .iter()
            .position(|kind| *kind == score.feature);
        let Some(source) = number.and_then(|n| self.sources.get_mut(n)) else { return };
        source.times += 1;
        source.points += score.points.iter().map(|p| u64::from(*p)).sum::<u64>();
        for item in score.items.iter() {
            match item.why {
                TILES => source.tiles += u64::from(item.count),
                KINDS => source.kinds += u64::from(item.count),
                _ => {}
            }
        }
    }

    fn look_back(&mut self, rules: &Rules, game: &City) {
        self.lengths.push(game.board().laid().len() as u64);
        self.last_pile[usize::from(game.pile(rules).clamp(1, 3)) - 1] += 1;
        self.walls += u64::from(game.walls_built());
        for wall in [LEFT, RIGHT].into_iter().flat_map(|side| game.walls(side)) {
            self.guards += u64::from(wall.guard().is_some());
            self.towers += u64::from(wall.tower().is_some());
        }
        let scores = &game.scores()[..usize::from(rules.seats())];
        self.best += u64::from(scores.iter().copied().max().unwrap_or(0));
        self.last += u64::from(scores.iter().copied().min().unwrap_or(0));
        let roots = (0..game.segments()).filter(|node| game.root(*node) == *node);
        for root in roots.filter(|root| game.tally(*root).kind == MARKET) {
            self.markets += 1;
            self.market_tiles += u64::from(game.tiles_of(root));
        }
    }
}

fn mean(sum: u64, of: u64) -> String {
    format!("{:.2}", sum as f64 / of.max(1) as f64)
}

fn percent(part: u64, of: u64) -> String {
    format!("{:.0} %", 100.0 * part as f64 / of.max(1) as f64)
}

/// The lines of the table for one number of seats.
fn lines(seats: u8, seen: &Seen) -> Vec<(String, String)> {
    let games = seen.lengths.len() as u64;
    let mut sorted = seen.lengths.clone();
    sorted.sort_unstable();
    let part = |tenths: usize| sorted[(sorted.len() - 1) * tenths / 10];
    let all: u64 = seen.sources.iter().map(|s| s.points).sum();
    let [streets, markets, homes, guards, towers] = seen.sources;
    let per_game = |sum| mean(sum, games);
    let mut lines = vec![
        ("tiles laid, mean", per_game(seen.lengths.iter().sum())),
        (
            "shortest, tenth, median, nine tenths, longest",
            format!("{} {} {} {} {}", part(0), part(1), part(5), part(9), part(10)),
        ),
        ("last tile of pile 1", percent(seen.last_pile[0], games)),
        ("last tile of pile 2", percent(seen.last_pile[1], games)),
        ("last tile of pile 3", percent(seen.last_pile[2], games)),
        ("end (a) last wall", percent(seen.endings[0], games)),
        ("end (b) last tile", percent(seen.endings[1], games)),
        ("end (c) gap of five or less", percent(seen.endings[2], games)),
        ("points a seat", mean(all, games * u64::from(seats))),
        ("points of the first, of the last", {
            format!("{} {}", per_game(seen.best), per_game(seen.last))
        }),
        ("points by streets", percent(streets.points, all)),
        ("points by markets", percent(markets.points, all)),
        ("points by homes", percent(homes.points, all)),
        ("points by guards", percent(guards.points, all)),
        ("points by towers", percent(towers.points, all)),
        ("street scored: tiles", mean(streets.tiles, streets.times)),
        ("street scored: points", mean(streets.points, streets.times)),
        ("market scored: tiles", mean(markets.tiles, markets.times)),
        ("market scored: kinds", mean(markets.kinds, markets.times)),
        ("market scored: points", mean(markets.points, markets.times)),
        ("all markets at the end: tiles", mean(seen.market_tiles, seen.markets)),
        ("homes scored: points", mean(homes.points, homes.times)),
        ("guard: points", mean(guards.points, guards.times)),
        ("tower: points", mean(towers.points, towers.times)),
    ];
    lines.extend([
        ("streets scored a game", per_game(streets.times)),
        ("markets scored a game", per_game(markets.times)),
        ("homes scored a game", per_game(homes.times)),
        ("guards a game", per_game(seen.guards)),
        ("towers a game", per_game(seen.towers)),
        ("wall phases a game", per_game(seen.phases)),
        ("walls built a game", per_game(seen.walls)),
        ("unplaceable tiles a game", per_game(seen.discards)),
        ("followers lost beside holes a game", per_game(seen.lost)),
        ("idle followers of the seat on turn", mean(seen.idle, seen.turns)),
        ("turns without a follower", percent(seen.without, seen.turns)),
    ]);
    lines.into_iter().map(|(name, value)| (name.to_owned(), value)).collect()
}

fn table(asked: &Asked, columns: &[(u8, Seen)]) -> String {
    let player = asked.player.name();
    let mut text = format!("{}: {} games each, {player} players\n\n|", asked.title, asked.games);
    let parts: Vec<_> = columns.iter().map(|(seats, seen)| lines(*seats, seen)).collect();
    for (seats, _) in columns {
        let _ = write!(text, " | {seats} players");
    }
    let _ = writeln!(text, " |\n|---{}|", "|---".repeat(columns.len()));
    for (row, (name, _)) in parts.first().into_iter().flatten().enumerate() {
        let values: Vec<&str> = parts.iter().map(|part| part[row].1.as_str()).collect();
        let _ = writeln!(text, "| {name} | {} |", values.join(" | "));
    }
    text
}
