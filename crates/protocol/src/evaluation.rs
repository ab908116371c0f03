//! What the engine thinks of a position: for hints at a table, and for the study board. Plain data:
//! a server answers these questions, and so may a page by itself.

use ai::analysis::margin_of;
use ai::{AnyMind, Choice, Insight, Player};
use games::{Action, AnyGame, AnyRules, Game, Quiet, Seat, Turn};
use serde::{Deserialize, Serialize};

use crate::analysis::{rounded, row};
use crate::api::{Problem, RecordText};

/// A position to judge.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct Evaluate {
    /// Where: a record or a one-line position, up to so many words, and words tried behind it.
    pub at: RecordText,
    /// How many of the best moves to tell: 1 to 10; 3 if left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub best: Option<u8>,
    /// How many simulations to run: 1 to 20,000; 3,000 if left out. The clock of a server may end
    /// it before.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub nodes: Option<u32>,
}

impl Evaluate {
    /// How many moves are told if nothing is said.
    pub const BEST: u8 = 3;
    /// The most moves that are told.
    pub const BEST_MAX: u8 = 10;
    /// How many simulations are run if nothing is said.
    pub const NODES: u32 = 3000;
    /// The most simulations that are run.
    pub const NODES_MAX: u32 = 20_000;

    /// How many simulations to run, and how many moves to tell.
    ///
    /// # Errors
    /// If it asks for too many, or for none.
    pub fn asked(&self) -> Result<(u32, usize), Problem> {
        let wrong = |at: &str, most: u32| {
            let detail = format!("Expected a number from 1 to {most}.");
            Problem::new("field", "This is too much", 422, detail).at(at)
        };
        let best = self.best.unwrap_or(Evaluate::BEST);
        if !(1..=Evaluate::BEST_MAX).contains(&best) {
            return Err(wrong("best", Evaluate::BEST_MAX.into()));
        }
        let nodes = self.nodes.unwrap_or(Evaluate::NODES);
        if !(1..=Evaluate::NODES_MAX).contains(&nodes) {
            return Err(wrong("nodes", Evaluate::NODES_MAX));
        }
        Ok((nodes, best.into()))
    }
}

/// What the engine thinks of a position. Points are those expected at the end of the game.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Evaluation {
    /// The seat that must decide; left out where chance draws, or nobody decides.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub seat: Option<u8>,
    /// The points that each seat is expected to have at the end, if all play well.
    pub points: Vec<f64>,
    /// The best moves of the seat, the best first.
    #[serde(default)]
    pub moves: Vec<BestMove>,
    /// How many simulations this rests on.
    pub nodes: u32,
    /// Whether everything that can follow was tried: the points are exact.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(feature = "typescript", ts(as = "Option<bool>", optional))]
    pub exact: bool,
}

/// A move that the engine would consider.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct BestMove {
    /// All words of the decision: a tile, a figure or none, perhaps more.
    pub words: Vec<String>,
    /// The points that each seat is expected to have at the end, if this is played.
    pub points: Vec<f64>,
    /// How far ahead the seat is then: its points less the mean of the others'.
    pub margin: f64,
    /// How often it was tried.
    pub visits: u32,
    /// What is likely to follow, word by word, draws included.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "typescript", ts(as = "Option<Vec<String>>", optional))]
    pub line: Vec<String>,
}

/// Good moves for a seat that must decide: told to its person alone.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Hint {
    /// The number of the newest message when it was asked for: it is of no use when the game has
    /// gone on.
    #[cfg_attr(feature = "typescript", ts(type = "number"))]
    pub n: u64,
    /// For which seat.
    pub seat: u8,
    /// The words that it was tried behind; those of the moves follow them.
    pub words: Vec<String>,
    /// At most three, the best first.
    pub moves: Vec<BestMove>,
}

impl Evaluation {
    /// What a search found out about a position in which a seat must decide, with so many of its
    /// best moves.
    ///
    /// # Panics
    /// If no seat must decide.
    pub fn new(rules: &AnyRules, game: &AnyGame, insight: &Insight, best: usize) -> Evaluation {
        let Turn::Player(seat) = game.turn() else { panic!("a seat must decide") };
        let seats = rules.seats();
        let told = |choice: &Choice| {
            let (words, line) = words(rules, game, seat, choice);
            let points = row(&choice.points, seats.into());
            let margin = rounded(margin_of(&choice.points, seat, seats));
            BestMove { words, points, margin, visits: choice.visits, line }
        };
        Evaluation {
            seat: Some(seat.0),
            points: row(&insight.points, seats.into()),
            moves: insight.choices.iter().take(best).map(told).collect(),
            nodes: insight.visits,
            exact: insight.exact,
        }
    }

    /// What is known when the game is over.
    pub fn over(rules: &AnyRules, game: &AnyGame) -> Evaluation {
        let seats = usize::from(rules.seats());
        let points = game.scores()[..seats].iter().map(|points| f64::from(*points)).collect();
        Evaluation { seat: None, points, moves: Vec::new(), nodes: 0, exact: true }
    }

    /// What is expected where chance decides, from what is expected after all that it can do and
    /// how likely each is.
    ///
    /// # Panics
    /// If it can do nothing.
    pub fn mean(after: &[(Evaluation, f64)]) -> Evaluation {
        let all: f64 = after.iter().map(|(_, weight)| weight).sum();
        let seats = after.first().expect("something can be drawn").0.points.len();
        let mean = |seat: usize| {
            let sum: f64 = after.iter().map(|(found, weight)| found.points[seat] * weight).sum();
            rounded((sum / all) as f32)
        };
        Evaluation {
            seat: None,
            points: (0..seats).map(mean).collect(),
            moves: Vec::new(),
            nodes: after.iter().map(|(found, _)| found.nodes).sum(),
            exact: after.iter().all(|(found, _)| found.exact),
        }
    }
}

/// How often the rest of a decision is tried of which a search has told the beginning only.
const REST: u32 = 100;

/// The words of a seat's whole decision, and what is likely to follow.
fn words(
    rules: &AnyRules,
    game: &AnyGame,
    seat: Seat,
    choice: &Choice,
) -> (Vec<String>, Vec<String>) {
    let mut game = game.clone();
    let mut actions = choice.line.iter().copied();
    let (mut own, mut line) = (Vec::new(), Vec::new());
    while game.turn() == Turn::Player(seat) {
        let action = actions.next().unwrap_or_else(|| best_of(rules, &game));
        own.push(game.word(rules, action));
        game.play(rules, action, &mut Quiet);
    }
    for action in actions {
        line.push(game.word(rules, action));
        game.play(rules, action, &mut Quiet);
    }
    (own, line)
}

fn best_of(rules: &AnyRules, game: &AnyGame) -> Action {
    let mut mind = AnyMind::new(rules, &Player::strong(), 1);
    mind.consider(rules, game, Some(REST));
    mind.run(rules, u32::MAX, &mut || false);
    mind.best()
}
