//! One thought: how long it may take, what is told meanwhile, and the words at its end.

use std::time::{Duration, Instant};

use ai::analysis::{Care, chances};
use ai::{Insight, Player, Points};
use games::{Action, AnyGame, AnyRules, Game, Quiet, Seat, Turn};
use tep::{Limits, Reply, Task, Thought};

use super::Chosen;
use super::crew::Crew;
use super::reins::Reins;

/// Simulations if nothing limits the thought.
const NODES: u32 = 1000;
/// The first decision of a move, where the tile goes, gets this part of the time, others half.
const FIRST_PART: f64 = 0.85;
/// How long before the end of its time a thought ends: the answer must still arrive.
const IN_HAND: Duration = Duration::from_millis(4);
/// What is thought is told so often.
const TELL_EVERY: Duration = Duration::from_millis(250);
/// Branches of a tree for a megabyte, at worst.
const BRANCHES: u64 = (1 << 20) / 140;

/// Who thinks, and what it keeps from thought to thought.
pub struct Head {
    chosen: Chosen,
    crew: Option<Crew>,
    /// What the crew has seen since the last board: its own answer.
    ahead: Vec<Action>,
}

/// When a thought must end.
#[derive(Clone, Copy)]
struct Deadline {
    begun: Instant,
    time: Option<Duration>,
}

impl Head {
    /// Nothing is thought yet.
    pub fn new(chosen: Chosen) -> Head {
        Head { chosen, crew: None, ahead: Vec::new() }
    }

    /// Sets an option.
    pub fn set(&mut self, name: &str, value: &str) {
        self.chosen.set(name, value);
        self.forget();
    }

    /// Another game begins.
    pub fn forget(&mut self) {
        self.crew = None;
        self.ahead.clear();
    }

    /// Thinks, tells, and says the whole decision of the seat that must act; no word where no seat
    /// must.
    pub fn think(&mut self, task: &Task, reins: &Reins, say: &mut dyn FnMut(Reply)) -> Vec<String> {
        let limits = &task.limits;
        let begun = Instant::now();
        let words = match task.board.game.turn() {
            Turn::Player(seat) => self.decide(task, seat, begun, reins, say),
            Turn::Chance | Turn::Over => {
                look_at_chance(task, &self.chosen, begun, reins, say);
                Vec::new()
            }
        };
        if limits.is_open() {
            reins.wait();
        }
        words
    }

    fn decide(
        &mut self,
        task: &Task,
        seat: Seat,
        begun: Instant,
        reins: &Reins,
        say: &mut dyn FnMut(Reply),
    ) -> Vec<String> {
        let (rules, limits) = (&task.board.rules, &task.limits);
        let mut crew = self.crew_for(task);
        let mut game = task.board.game.clone();
        let time = time_for(rules, &game, limits, seat);
        let nodes = match limits {
            Limits { nodes: Some(nodes), .. } => Some(u32::try_from(*nodes).unwrap_or(u32::MAX)),
            limits if time.is_some() || limits.is_open() => None,
            _ => Some(NODES),
        };
        let mut words = Vec::new();
        while game.turn() == Turn::Player(seat) {
            let part = if words.is_empty() { FIRST_PART } else { 0.5 };
            let used = used_of(limits, begun, reins);
            let left = time.map(|time| time.saturating_sub(used).mul_f64(part));
            let deadline = Deadline { begun: Instant::now(), time: left };
            let stop = || deadline.is_over(limits, reins);
            let mut told = Instant::now();
            let action = crew.think(rules, &game, nodes, &stop, &mut |mind| {
                if words.is_empty() && told.elapsed() >= TELL_EVERY {
                    told = Instant::now();
                    if let Some(insight) = mind.insight() {
                        tell(rules, &game, seat, &insight, limits, begun, say);
                    }
                }
            });
            if words.is_empty()
                && let Some(insight) = crew.insight().filter(|i| !i.choices.is_empty())
            {
                tell(rules, &game, seat, &insight, limits, begun, say);
            }
            words.push(game.word(rules, action));
            game.play(rules, action, &mut Quiet);
            crew.played(rules, action);
            self.ahead.push(action);
        }
        self.crew = Some(crew);
        words
    }

    /// The crew for a board: the one of before, if the game goes on and only time limits it. With a
    /// number of nodes a thought begins anew: the same position then has the same answer.
    fn crew_for(&mut self, task: &Task) -> Crew {
        let board = &task.board;
        let since = board.since.as_deref().unwrap_or_default();
        let kept = self.crew.take().filter(|_| board.since.is_some());
        let kept = kept.filter(|_| task.limits.nodes.is_none() && task.limits.lines.is_none());
        let ahead = std::mem::take(&mut self.ahead);
        match (kept, since.strip_prefix(&ahead[..])) {
            (Some(mut crew), Some(news)) => {
                for action in news {
                    crew.played(&board.rules, *action);
                }
                crew
            }
            _ => Crew::new(&board.rules, &self.chosen.players(), self.chosen.seed),
        }
    }
}

impl Chosen {
    /// One player for each thread.
    fn players(&self) -> Vec<Player> {
        let each = (self.memory / self.threads as u64).max(3);
        let room = (each * BRANCHES).clamp(1 << 14, 1 << 28);
        let player = |number: u64| {
            if let Some(level) = self.level {
                return Player::level(level);
            }
            let text = self.player.to_string();
            let between = if text.contains(':') { ',' } else { ':' };
            let seed = self.seed.wrapping_add(number);
            // Those who do not search have no such settings.
            let full = format!("{text}{between}seed={seed},room={room}");
            full.parse().unwrap_or_else(|_| self.player.clone())
        };
        (0..self.threads as u64).map(player).collect()
    }
}

impl Deadline {
    fn is_over(&self, limits: &Limits, reins: &Reins) -> bool {
        if reins.is_stopped() {
            return true;
        }
        let used = self.begun.elapsed();
        let used = match reins.since_hit().filter(|_| limits.ponder) {
            Some(since) => used.min(since),
            None if limits.is_open() => return reins.is_closed(),
            None => used,
        };
        self.time.is_some_and(|time| used + IN_HAND >= time)
    }
}

/// How much of its time a move has used; nothing while it ponders.
fn used_of(limits: &Limits, begun: Instant, reins: &Reins) -> Duration {
    if limits.ponder { reins.since_hit().unwrap_or_default() } else { begun.elapsed() }
}

/// How long a decision may take, by the time for it or by the clock.
fn time_for(rules: &AnyRules, game: &AnyGame, limits: &Limits, seat: Seat) -> Option<Duration> {
    let by_clock = limits.clock.get(seat.index()).map(|left| {
        let turns = turns_to_come(rules, game);
        let part = *left / (turns + 2) + limits.increment * 3 / 4;
        part.min(left.saturating_sub(left.min(&100) / 2))
    });
    let time = limits.time.into_iter().chain(by_clock).min();
    time.map(Duration::from_millis)
}

/// How many turns a seat has left, about.
fn turns_to_come(rules: &AnyRules, game: &AnyGame) -> u64 {
    u64::from(ai::draws_left(rules, game)) / u64::from(rules.seats().max(1))
}

/// Where chance must act, or nobody: what everybody is expected to have.
fn look_at_chance(
    task: &Task,
    chosen: &Chosen,
    begun: Instant,
    reins: &Reins,
    say: &mut dyn FnMut(Reply),
) {
    let (rules, game) = (&*task.board.rules, &task.board.game);
    let over = game.turn() == Turn::Over;
    let nodes = task.limits.nodes.map_or(NODES, |nodes| nodes.min(u64::from(u32::MAX)) as u32);
    let care = Care { nodes, seed: chosen.seed };
    let limit = task.limits.time.map(Duration::from_millis);
    let mut stop =
        || reins.is_stopped() || limit.is_some_and(|limit| begun.elapsed() + IN_HAND >= limit);
    let points = if over {
        Some(game.scores().map(f32::from))
    } else {
        ai::before_draw(rules, game, care, &mut stop)
    };
    if let Some(points) = points {
        let thought = Thought { exact: over, ..expectation(rules, game, &points, begun) };
        say(Reply::Info(thought));
    }
}

/// What is expected, in the words of the protocol.
fn expectation(rules: &AnyRules, game: &AnyGame, points: &Points, begun: Instant) -> Thought {
    let seats = usize::from(rules.seats());
    let chances = chances(points, rules.seats(), ai::time_left(rules, game));
    Thought {
        time: Some(begun.elapsed().as_millis() as u64),
        points: points[..seats].iter().map(|p| tenths(*p)).collect(),
        win: chances[..seats].iter().map(|c| (1000.0 * c).round() as u16).collect(),
        ..Thought::default()
    }
}

fn tenths(points: f32) -> f32 {
    (points * 10.0).round() / 10.0
}

/// Tells what is thought, for as many choices as were asked for.
fn tell(
    rules: &AnyRules,
    game: &AnyGame,
    seat: Seat,
    insight: &Insight,
    limits: &Limits,
    begun: Instant,
    say: &mut dyn FnMut(Reply),
) {
    let lines = limits.lines.unwrap_or(1);
    for (number, choice) in (1..=lines).zip(&insight.choices) {
        let others = (0..rules.seats()).filter(|s| *s != seat.0).map(|s| choice.points[s as usize]);
        let best = others.fold(f32::NEG_INFINITY, f32::max);
        let thought = Thought {
            line: limits.lines.map(|_| number),
            depth: Some(choice.line.len() as u32),
            nodes: Some(u64::from(insight.visits)),
            leaves: Some(insight.judged),
            margin: Some(tenths(choice.points[seat.index()] - best)),
            exact: insight.exact,
            pv: words(rules, game, &choice.line),
            ..expectation(rules, game, &choice.points, begun)
        };
        say(Reply::Info(thought));
    }
}

/// A line as words, up to where chance acts.
fn words(rules: &AnyRules, game: &AnyGame, line: &[Action]) -> Vec<String> {
    let mut game = game.clone();
    let mut words = Vec::new();
    for action in line.iter().take_while(|a| !matches!(a, Action::Draw(_) | Action::First(_))) {
        if game.refuse(rules, *action).is_some() {
            break;
        }
        words.push(game.word(rules, *action));
        game.play(rules, *action, &mut Quiet);
    }
    words
}
