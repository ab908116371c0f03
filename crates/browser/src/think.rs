//! A computer's whole decision, thought in slices, alone or together with others.

use std::sync::Arc;

use ai::{AnyMind, Player, Yardstick};
use games::position::Position;
use games::{Action, AnyGame, AnyRules, Game, Quiet, Seat, TextError, Turn};
use protocol::engine::{Settle, Think, ThinkOn, Thought, Vote};
use protocol::{Level, Problem};
use room::Rulebook;

use crate::engine::{Answer, Engine};

/// Levels that think less about a choice do it alone: their choice follows from few looks, or errs
/// on purpose.
const SHARED_FROM: u32 = 1000;

/// A seat's mind, and where it is with its decision.
pub(crate) struct Thinker {
    level: Level,
    mind: AnyMind,
    rules: Arc<AnyRules>,
    /// The game with the words that are decided.
    game: AnyGame,
    seat: Seat,
    words: Vec<String>,
    /// Whether the choice at hand is begun, and whether it waits for what others found.
    considers: bool,
    votes: bool,
    shared: bool,
}

/// A position with rules that are built once.
fn read(book: &Rulebook, text: &str) -> Answer<(Arc<AnyRules>, AnyGame)> {
    let wrong = |error: TextError| {
        let detail = format!("Expected {}.", error.expected);
        Problem::new("position", "This is no position", 422, detail)
            .at(format!("column {}", error.at + 1))
    };
    let position = Position::parse(text).map_err(wrong)?;
    let rules = book.rules(&position.setup)?;
    let game = AnyGame::read_position(&rules, &position.body).map_err(wrong)?;
    Ok((rules, game))
}

/// The level of `ai`; programs of others do not play in pages.
fn player(level: Level) -> Answer<Player> {
    let none = || {
        let detail = "Expected a level from level-1 to level-5.";
        room::field("level", detail)
    };
    Ok(match level {
        Level::Random => Player::yardstick(Yardstick::Random),
        Level::Greedy => Player::yardstick(Yardstick::Greedy),
        Level::Person(number) => Player::level(ai::Level::new(number.get()).ok_or_else(none)?),
        Level::Engine(_) => return Err(none()),
    })
}

fn no_mind() -> Problem {
    let detail = "Nobody thinks under this name.";
    Problem::new("not-found", "There is no such thing", 404, detail).at("mind")
}

impl Engine {
    pub(crate) fn think(&mut self, asked: &Think) -> Answer<Thought> {
        let (rules, game) = read(&self.book, &asked.position)?;
        let Turn::Player(seat) = game.turn() else {
            return Err(room::problem(409, "not-your-turn", "No seat must decide there."));
        };
        let player = player(asked.level)?;
        let known = self.minds.remove(&asked.mind).filter(|old| old.level == asked.level);
        let mut mind = known
            .zip(asked.since.as_deref())
            .and_then(|(old, since)| old.caught_up(&game, since))
            .unwrap_or_else(|| AnyMind::new(&rules, &player, asked.seed.into()));
        let among = asked.share.unwrap_or(1);
        let nodes = player.as_level().map_or(0, |level| level.nodes(ai::class_of(&rules)));
        let shared = among > 1 && nodes >= SHARED_FROM;
        mind.share(if shared { among } else { 1 });
        let thinker = Thinker {
            level: asked.level,
            mind,
            rules,
            game,
            seat,
            words: Vec::new(),
            considers: false,
            votes: false,
            shared,
        };
        let thought = thinker.thought(None);
        self.minds.insert(asked.mind.clone(), thinker);
        Ok(thought)
    }

    pub(crate) fn think_on(&mut self, asked: &ThinkOn) -> Answer<Thought> {
        let thinker = self.minds.get_mut(&asked.mind).ok_or_else(no_mind)?;
        Ok(thinker.run(asked.simulations.max(1)))
    }

    pub(crate) fn settle(&mut self, asked: &Settle) -> Answer<Thought> {
        let thinker = self.minds.get_mut(&asked.mind).ok_or_else(no_mind)?;
        if thinker.is_done() {
            return Err(room::problem(409, "late", "Everything is decided already."));
        }
        let by = Turn::Player(thinker.seat);
        let teller = games::Teller::new(Arc::clone(&thinker.rules), thinker.game.clone());
        let action = teller.read(by, &asked.word).map_err(Problem::from)?;
        thinker.play(action);
        Ok(thinker.thought(None))
    }
}

impl Thinker {
    /// The mind after everything that was played since, if it leads to the game.
    fn caught_up(mut self, game: &AnyGame, since: &[String]) -> Option<AnyMind> {
        for word in since {
            let action = self.game.read_word(&self.rules, word).ok()?;
            self.game.play(&self.rules, action, &mut Quiet);
            self.mind.played(&self.rules, action);
        }
        (self.game == *game).then_some(self.mind)
    }

    fn is_done(&self) -> bool {
        self.game.turn() != Turn::Player(self.seat)
    }

    /// Thinks for a slice; several choices of one decision may fit in it.
    fn run(&mut self, simulations: u32) -> Thought {
        let mut left = simulations;
        while left > 0 && !self.is_done() && !self.votes {
            if !self.considers {
                self.mind.consider(&self.rules, &self.game, None);
                self.considers = true;
            }
            let before = self.mind.progress().0;
            let settled = self.mind.run(&self.rules, left, &mut || false);
            left = left.saturating_sub(self.mind.progress().0.saturating_sub(before).max(1));
            if !settled {
                break;
            }
            if self.shared {
                self.votes = true;
            } else {
                self.play(self.mind.best());
            }
        }
        let ballot = self.votes.then(|| self.ballot());
        self.thought(ballot)
    }

    fn play(&mut self, action: Action) {
        self.words.push(self.game.word(&self.rules, action));
        self.game.play(&self.rules, action, &mut Quiet);
        self.mind.played(&self.rules, action);
        (self.considers, self.votes) = (false, false);
    }

    /// What it found out about the choice at hand. What is settled without a search has one vote.
    fn ballot(&self) -> Vec<Vote> {
        let seats = usize::from(self.rules.seats());
        let choices = self.mind.insight().map(|insight| insight.choices).unwrap_or_default();
        let vote = |choice: &ai::Choice| Vote {
            word: self.game.word(&self.rules, choice.action),
            visits: choice.visits,
            points: choice.points[..seats].iter().map(|points| f64::from(*points)).collect(),
        };
        let mut votes: Vec<Vote> = choices.iter().map(vote).collect();
        if votes.iter().all(|vote| vote.visits == 0) {
            let word = self.game.word(&self.rules, self.mind.best());
            votes = vec![Vote { word, visits: 1, points: Vec::new() }];
        }
        votes
    }

    fn thought(&self, ballot: Option<Vec<Vote>>) -> Thought {
        let (visits, nodes) = self.mind.progress();
        Thought { done: self.is_done(), words: self.words.clone(), visits, nodes, ballot }
    }
}
