//! Rare endings of the rules: no game hangs or panics in them, and each does occur here.
//!
//! A search ends as soon as all that it looks for was seen; with `LONG=1` it goes on for thousands
//! of games.

use crate::common::{
    Draws, EXPANSIONS, Figures, Rng, Style, Tiles, choose, games, with_random_options,
};
use country::exp::traders::Right;
use country::piece::FOLLOWER;
use country::{Country, CountrySetup, Rules};
use table::{Action, Actions, Event, Game, Log, Quiet, Text, Turn};

/// More words than any game has.
const WORDS_MAX: u32 = 2000;

/// How often each rare thing was seen.
#[derive(Default, Debug)]
struct Seen {
    games: u32,
    rights_with_the_last_tile: u32,
    tiles_discarded: u32,
    tiles_set_aside: u32,
    last_tiles_discarded: u32,
    river_tiles_put_back: u32,
    rivers_given_up: u32,
    lakes_discarded: u32,
    turns_without_followers: u32,
    turns_without_any_figure: u32,
    figure_steps_not_asked: u32,
}

/// Plays a game as long as a condition holds; it must come to an end.
fn play(
    setup: &CountrySetup,
    style: Style,
    rng: &mut Rng,
    seen: &mut Seen,
    going: fn(&Country) -> bool,
) {
    let rules = Rules::new(setup).unwrap();
    let mut game = Country::start(&rules);
    let mut words = 0;
    while game.turn() != Turn::Over && going(&game) {
        let action = choose(&game, &rules, rng, style);
        let mut events = Vec::new();
        game.play(&rules, action, &mut Log(|event| events.push(event)));
        seen.look(&rules, &game, action, &events);
        words += 1;
        assert!(words < WORDS_MAX, "the game does not end: {setup:?}");
    }
    seen.games += 1;
}

fn to_the_end(_: &Country) -> bool {
    true
}

impl Seen {
    fn look(&mut self, rules: &Rules, game: &Country, action: Action, events: &[Event]) {
        let none_left = game.slots().river.left() == 0 && game.bag().total() == 0;
        let laid = matches!(action, Action::Tile { .. });
        let earned = game.slots().traders.right == Right::Earned;
        self.rights_with_the_last_tile += (laid && none_left && earned) as u32;
        if game.hand().is_some() {
            let supply = |piece| game.supply(game.turn_of().0, table::Piece(piece));
            self.turns_without_followers += (supply(FOLLOWER.0) == 0) as u32;
            self.turns_without_any_figure += ((0..5).map(supply).sum::<u8>() == 0) as u32;
        }
        self.figure_steps_not_asked += (laid && game.turn() == Turn::Chance) as u32;
        let mut discarded_river = false;
        for event in events {
            let (Event::Discarded(kind) | Event::SetAside(kind)) = *event else {
                continue;
            };
            let tile = &rules.tiles()[kind.0 as usize];
            let lake = tile.id.ends_with("/lake");
            match (event, tile.stream.is_empty()) {
                (Event::SetAside(_), true) => self.tiles_set_aside += 1,
                (Event::SetAside(_), false) => self.river_tiles_put_back += 1,
                (_, true) => {
                    self.tiles_discarded += 1;
                    self.last_tiles_discarded += none_left as u32;
                }
                (_, false) if lake => self.lakes_discarded += 1,
                (_, false) => discarded_river = true,
            }
        }
        self.rivers_given_up += discarded_river as u32;
    }
}

/// RIVER-08: tiles put back, rivers given up, lakes without a place.
#[test]
fn rivers_that_cannot_go_on() {
    let mut seen = Seen::default();
    let all = |seen: &Seen| {
        seen.river_tiles_put_back > 0 && seen.rivers_given_up > 0 && seen.lakes_discarded > 0
    };
    for seed in 0..games(4000, 100_000) {
        if all(&seen) && seed >= games(100, 100_000) {
            break;
        }
        let mut rng = Rng::new(900_000 + seed as u64);
        let on = [&["river"][..], &["river", "count"], &["river", "cult", "traders"]];
        let setup = CountrySetup::base(2).with(rng.one_of::<&[&str]>(&on));
        let setup = with_random_options(&mut rng, setup, 3);
        let style = Style::random(&mut rng);
        play(&setup, style, &mut rng, &mut seen, |game| game.slots().river.left() > 0);
    }
    println!("{seen:#?}");
    assert!(all(&seen));
}

/// BASE-20, BASE-45: tiles that fit nowhere, also the last one, discarded or set aside.
#[test]
fn tiles_that_fit_nowhere() {
    let mut seen = Seen::default();
    let all = |seen: &Seen| {
        seen.tiles_discarded > 0 && seen.tiles_set_aside > 0 && seen.last_tiles_discarded > 0
    };
    for seed in 0..games(400, 3000) {
        if all(&seen) && seed >= games(40, 3000) {
            break;
        }
        let mut rng = Rng::new(910_000 + seed as u64);
        let style =
            Style { tiles: Tiles::Closing, figures: Figures::Anything, draws: Draws::CitiesLast };
        let mut setup = CountrySetup::base(2).with(&["inns"]);
        if seed % 2 == 1 {
            setup = setup.option("OPT-UNPLACEABLE", "reshuffle");
        }
        play(&setup, style, &mut rng, &mut seen, to_the_end);
    }
    println!("{seen:#?}");
    assert!(all(&seen));
}

/// Six seats that put out all they have; INT-44: the last tile earns no second one.
#[test]
fn six_seats_without_figures() {
    let mut seen = Seen::default();
    let all = |seen: &Seen| {
        seen.turns_without_followers > 0
            && seen.figure_steps_not_asked > 0
            && seen.turns_without_any_figure > 0
            && seen.rights_with_the_last_tile > 0
    };
    for seed in 0..games(200, 3000) {
        if all(&seen) && seed >= games(20, 3000) {
            break;
        }
        let mut rng = Rng::new(920_000 + seed as u64);
        let style = Style { figures: Figures::Eager, ..Style::random(&mut rng) };
        let on: &[&str] = if seed % 2 == 0 { &EXPANSIONS } else { &["inns", "traders"] };
        let setup = with_random_options(&mut rng, CountrySetup::base(6).with(on), 6);
        play(&setup, style, &mut rng, &mut seen, to_the_end);
    }
    println!("{seen:#?}");
    assert!(all(&seen));
}

/// A builder whose road a river tile extends: INT-23, the second tile is a river tile, too. No
/// river winds back on itself so closely that this happens in play, so the position is made up.
#[test]
fn a_builder_in_the_river() {
    let rules = Rules::new(&CountrySetup::base(2).with(&["river", "traders"])).unwrap();
    let text = "river/spring@0,0r0 base/V@1,0r0 base/V@1,1r1; \
                figures 1:follower@1,0:road:SW 1:builder@1,0:road:SW; score 0 0; \
                turn 1 part 1 step draw-river; \
                river stack=river/road-bridge*1+river/straight*2 lake=river/lake mouth=0,0:S";
    let mut game = Country::read_position(&rules, text).unwrap();
    let mut play = |word: &str| {
        let action = game.read_word(&rules, word).unwrap();
        assert_eq!(game.refuse(&rules, action), None, "{word}");
        game.play(&rules, action, &mut Quiet);
        let mut legal = Actions::new();
        game.legal(&rules, &mut legal);
        let words: Vec<String> = legal.iter().map(|a| game.word(&rules, *a)).collect();
        (game.turn_of(), words)
    };
    let (_, places) = play("river/road-bridge");
    assert!(places.contains(&"0,1 r0".to_owned()), "{places:?}");
    play("0,1 r0");
    let (_, words) = play("-");
    assert_eq!(words, ["second", "-"]);
    let ((seat, part), words) = play("second");
    assert_eq!((seat.0, part), (0, 2));
    assert_eq!(words, ["river/straight"]);
    // TRADERS-17: no third part, whatever the second tile does.
    play("river/straight");
    let ((seat, part), _) = play("0,2 r1");
    assert_eq!(part, 2);
    assert_eq!(seat.0, 0);
    let ((seat, part), words) = play("-");
    assert_eq!((seat.0, part), (1, 1));
    assert_eq!(words, ["river/straight"]);
}
