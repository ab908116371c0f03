//! Computer seats think here: a few worker threads behind a bounded queue, with a deadline.
//!
//! Invariant: a thinker gets a copy of the game and nothing else. A game holds no secret and no
//! order of draws, so the computer knows what every player knows.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Receiver, SyncSender, TrySendError, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

use ai::{Outlook, Wyrand};
use games::{AnyGame, AnyRules, FamilyRules};
use protocol::Level;
use table::{Dice, Quiet, Seat, Text, Turn};

/// What a thinker needs.
pub struct Question {
    /// The rules.
    pub rules: Arc<AnyRules>,
    /// A copy of the game.
    pub game: AnyGame,
    /// The seat that must decide.
    pub seat: u8,
    /// How well it plays.
    pub level: Level,
    /// When it must be done: what is left then is chosen at random.
    pub deadline: Instant,
    /// Where the dice start.
    pub dice: u64,
    /// Takes the words.
    pub answer: Box<dyn FnOnce(Vec<String>) + Send>,
}

/// The threads. They end when the last pool is dropped.
#[derive(Clone)]
pub struct Pool {
    queue: SyncSender<Question>,
}

impl Pool {
    /// Starts the threads.
    ///
    /// # Errors
    /// If the system starts none.
    pub fn start(threads: usize, waiting: usize) -> std::io::Result<Pool> {
        let (queue, questions) = sync_channel(waiting.max(1));
        let questions = Arc::new(Mutex::new(questions));
        for number in 0..threads.max(1) {
            let questions = Arc::clone(&questions);
            std::thread::Builder::new()
                .name(format!("computer-{number}"))
                .spawn(move || work(&questions))?;
        }
        Ok(Pool { queue })
    }

    /// Queues a question; `false` if the queue is full.
    pub fn ask(&self, question: Question) -> bool {
        match self.queue.try_send(question) {
            Ok(()) => {
                metrics::gauge!("trencavel_bot_queue").increment(1.0);
                true
            }
            Err(TrySendError::Full(_) | TrySendError::Disconnected(_)) => false,
        }
    }
}

fn work(questions: &Mutex<Receiver<Question>>) {
    loop {
        let question = questions.lock().unwrap_or_else(PoisonError::into_inner).recv();
        let Ok(question) = question else { return };
        metrics::gauge!("trencavel_bot_queue").decrement(1.0);
        let started = Instant::now();
        // A panic here is a bug of the engine, but the thread has other tables to serve; the table
        // that asked chooses by itself when the deadline has passed.
        if let Ok(words) = catch_unwind(AssertUnwindSafe(|| think(&question))) {
            (question.answer)(words);
        } else {
            tracing::error!(seat = question.seat, "a computer player failed");
        }
        metrics::histogram!("trencavel_bot_seconds").record(started.elapsed().as_secs_f64());
    }
}

fn think(question: &Question) -> Vec<String> {
    let mut dice = Wyrand::new(question.dice);
    let mut level = || {
        let in_time = Instant::now() < question.deadline;
        if in_time { level_of(question.level) } else { ai::Level::Random }
    };
    decide(&question.rules, &question.game, question.seat, &mut level, &mut dice)
}

/// A whole decision at random, at once: for a seat whose thinker is late.
pub fn at_random(rules: &AnyRules, game: &AnyGame, seat: u8, dice: u64) -> Vec<String> {
    decide(rules, game, seat, &mut || ai::Level::Random, &mut Wyrand::new(dice))
}

fn decide(
    rules: &AnyRules,
    game: &AnyGame,
    seat: u8,
    level: &mut impl FnMut() -> ai::Level,
    dice: &mut impl Dice,
) -> Vec<String> {
    match (game, rules.of()) {
        (AnyGame::Country(game), FamilyRules::Country(rules)) => {
            words(rules, game, Seat(seat), level, dice)
        }
        (AnyGame::City(game), FamilyRules::City(rules)) => {
            words(rules, game, Seat(seat), level, dice)
        }
        _ => panic!("a game is used with the rules of another family"),
    }
}

/// Plays on a copy until the seat has nothing more to decide, and says with which words.
fn words<G: Outlook + Text>(
    rules: &G::Rules,
    game: &G,
    seat: Seat,
    level: &mut impl FnMut() -> ai::Level,
    dice: &mut impl Dice,
) -> Vec<String> {
    let mut game = game.clone();
    let mut words = Vec::new();
    while game.turn() == Turn::Player(seat) {
        let action = ai::choose(level(), rules, &game, dice);
        words.push(game.word(rules, action));
        game.play(rules, action, &mut Quiet);
    }
    words
}

const fn level_of(level: Level) -> ai::Level {
    match level {
        Level::Random => ai::Level::Random,
        Level::Greedy => ai::Level::Greedy,
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc::channel;
    use std::time::Duration;

    use games::{Game, Setup};

    use super::*;

    fn question(deadline: Instant, answer: impl FnOnce(Vec<String>) + Send + 'static) -> Question {
        let rules = AnyRules::new(&Setup::country(2)).unwrap();
        let mut game = AnyGame::start(&rules);
        let mut dice = Wyrand::new(3);
        while game.turn() == Turn::Chance {
            let action = game.pick(&rules, &mut dice);
            game.play(&rules, action, &mut Quiet);
        }
        let Turn::Player(seat) = game.turn() else { panic!("nobody is to act") };
        Question {
            rules: Arc::new(rules),
            game,
            seat: seat.0,
            level: Level::Greedy,
            deadline,
            dice: 1,
            answer: Box::new(answer),
        }
    }

    #[test]
    fn answers_are_whole_decisions() {
        let pool = Pool::start(1, 4).unwrap();
        let (tell, told) = channel();
        let deadline = Instant::now() + Duration::from_mins(1);
        assert!(pool.ask(question(deadline, move |words| tell.send(words).unwrap())));
        let words = told.recv_timeout(Duration::from_secs(20)).unwrap();
        assert!(words.len() == 2, "a place and a figure or none: {words:?}");
    }

    #[test]
    fn past_the_deadline_it_answers_all_the_same() {
        let pool = Pool::start(1, 4).unwrap();
        let (tell, told) = channel();
        let late = Instant::now();
        assert!(pool.ask(question(late, move |words| tell.send(words).unwrap())));
        assert!(!told.recv_timeout(Duration::from_secs(20)).unwrap().is_empty());
    }

    #[test]
    fn the_queue_is_bounded() {
        let pool = Pool::start(1, 2).unwrap();
        let (go, wait) = channel::<()>();
        let deadline = Instant::now() + Duration::from_mins(1);
        assert!(pool.ask(question(deadline, move |_| wait.recv().unwrap())));
        let full = (0..50).any(|_| {
            std::thread::sleep(Duration::from_millis(5));
            !pool.ask(question(deadline, |_| {}))
        });
        assert!(full);
        go.send(()).unwrap();
    }
}
