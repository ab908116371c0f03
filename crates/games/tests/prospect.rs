//! Whole moves against play: every answer that is told can be said, and brings what was told.

use crate::common::{Rng, any_setup, rules_of, seeds};
use games::prospect::{Answer, Prospect, Question};
use games::{Actions, AnyGame, AnyRules, Dice, Event, Game, Log, Quiet, SEATS_MAX, Setup, Turn};

/// Random games of every kind, and some of their positions in which a seat decides.
fn positions(games: u64, mut see: impl FnMut(&AnyRules, &AnyGame, &str)) {
    for seed in seeds(games) {
        let mut rng = Rng(seed * 11 + 5);
        let setup = match seed % 3 {
            0 => Setup::country(4).with(&["river", "inns", "traders", "count", "cult", "abbot"]),
            1 => Setup::city(2 + (seed / 3 % 3) as u8),
            _ => any_setup(&mut rng),
        };
        let rules = rules_of(&setup);
        let mut game = AnyGame::start(&rules);
        while game.turn() != Turn::Over {
            if matches!(game.turn(), Turn::Player(_)) && rng.below(12) == 0 {
                see(&rules, &game, &format!("seed {seed}, {}", game.position(&rules)));
            }
            let action = game.pick(&rules, &mut rng);
            game.play(&rules, action, &mut Quiet);
        }
    }
}

/// Says a word on a copy.
fn said(rules: &AnyRules, game: &AnyGame, word: &str) -> (AnyGame, Vec<Event>) {
    let mut after = game.clone();
    let action = after.read_word(rules, word).expect("a word that was told");
    let events = after.submit(rules, game.turn(), action).expect("a legal word");
    (after, events)
}

/// Checks the answers of a question, and counts those that have a worth.
fn check(rules: &AnyRules, game: &AnyGame, question: &Question, at: &str) -> usize {
    let Some(answers) = &question.answers else { return 0 };
    let mut legal = Actions::new();
    game.legal(rules, &mut legal);
    let words: Vec<String> = legal.iter().map(|action| game.word(rules, *action)).collect();
    assert!(answers.iter().map(|answer| &answer.word).eq(&words), "{at}");
    answers.iter().map(|answer| check_answer(rules, game, answer, at)).sum()
}

fn check_answer(rules: &AnyRules, game: &AnyGame, answer: &Answer, at: &str) -> usize {
    let (after, _) = said(rules, game, &answer.word);
    assert_eq!(answer.then.is_some(), after.turn() == game.turn(), "{at}: {}", answer.word);
    let worth = &answer.worth;
    let seats = usize::from(rules.seats());
    // What is given at once is what the points grow by, unless the game ends with it.
    let mut end = after.clone();
    while end.turn() == game.turn() {
        let declines = ["-"].iter().find_map(|word| {
            let action = end.read_word(rules, word).ok()?;
            end.refuse(rules, action).is_none().then_some(action)
        });
        let Some(action) = declines else { return 1 };
        end.play(rules, action, &mut Quiet);
        if answer.then.is_none() {
            break;
        }
    }
    let two_deep = answer.then.as_ref().is_none_or(|then| then.answers.is_some());
    if end.turn() != Turn::Over && two_deep {
        let (before, now) = (game.scores(), end.scores());
        let grown: Vec<u16> = (0..seats).map(|seat| now[seat] - before[seat]).collect();
        let told = if worth.gain.is_empty() { vec![0; seats] } else { worth.gain.clone() };
        let more = answer
            .then
            .as_ref()
            .and_then(|then| then.answers.as_ref())
            .is_some_and(|a| a.iter().any(|next| next.word == "-" && next.then.is_some()));
        assert!(more || grown == told, "{at}: {} {grown:?} {told:?}", answer.word);
    }
    match &answer.then {
        Some(then) => check(rules, &after, then, at),
        None => usize::from(worth.now.is_some()),
    }
}

#[test]
fn whole_moves_can_be_said_and_bring_what_they_tell() {
    let mut worth = 0;
    positions(12, |rules, game, at| {
        let prospect = Prospect::of(rules, game).expect("a seat decides");
        worth += check(rules, game, &prospect.first, at);
    });
    assert!(worth > 1000, "{worth}");
}

#[test]
fn a_figure_on_a_drawn_tile_is_told_with_its_worth_and_extent() {
    let rules = rules_of(&Setup::country(2));
    let mut game = AnyGame::start(&rules);
    let draw = game.read_word(&rules, "base/E").unwrap();
    game.play(&rules, draw, &mut Quiet);
    let prospect = Prospect::of(&rules, &game).unwrap();
    let answers = prospect.first.answers.unwrap();
    let lay = answers.iter().find(|answer| answer.word == "0,-1 r2").unwrap();
    let figures = lay.then.as_ref().unwrap().answers.as_ref().unwrap();
    let city = figures.iter().find(|answer| answer.word == "follower@city:S").unwrap();
    let worth = &city.worth;
    assert_eq!((worth.gain.as_slice(), worth.now, worth.complete), (&[4, 0][..], Some(4), Some(4)));
    assert_eq!(worth.own, ["city:S"]);
    let [join] = worth.joins[..] else { panic!("{:?}", worth.joins) };
    assert_eq!(prospect.features[join].len(), 1);
    assert_eq!(prospect.features[join][0].1, "city:N");
    assert!(lay.worth.gain.is_empty(), "nobody gets points without a figure");
}

/// Final scoring is told apart, and everything that was scored says where it lies.
#[test]
fn scores_have_an_extent_and_the_last_ones_are_known() {
    for seed in seeds(12) {
        let mut rng = Rng(seed + 900);
        let setup = if seed % 3 == 0 { Setup::city(3) } else { any_setup(&mut rng) };
        let rules = rules_of(&setup);
        let mut game = AnyGame::start(&rules);
        while game.turn() != Turn::Over {
            let (before, forecast) = (game.scores(), game.forecast(&rules));
            let action = game.pick(&rules, &mut rng);
            let mut events = Vec::new();
            game.play(&rules, action, &mut Log(|event| events.push(event)));
            let end = game.final_scoring(&rules, &events);
            let mut points = before;
            for event in &events[..end] {
                if let Event::Scored(score) = event {
                    (0..SEATS_MAX).for_each(|seat| points[seat] += score.points[seat]);
                }
            }
            let over = game.turn() == Turn::Over;
            assert!(over || points == game.scores(), "{setup:?}");
            for event in &events[end..] {
                if let Event::Scored(score) = event {
                    (0..SEATS_MAX).for_each(|seat| points[seat] += score.points[seat]);
                }
            }
            assert_eq!(points, game.scores(), "{setup:?}");
            if over && events.len() - end == events.len() - 1 {
                assert_eq!(game.scores(), forecast);
            }
            for event in &events {
                if let Event::Scored(score) = event
                    && score.at.cell().is_some()
                {
                    let extent = game.extent(score);
                    assert!(extent.spots.contains(&score.at), "{setup:?} {score:?} {extent:?}");
                }
            }
        }
    }
}
