//! A finished game looked through again: what would have been better, and what was luck. Made by
//! `ai::analysis`; docs/analysis.md explains the numbers. Points and margins are rounded to
//! hundredths; seats and words are counted from 0.

use ai::analysis::{Judged, Line, MoveReport, Report};
use games::{Action, AnyGame, AnyRules, Game, Quiet, Said, Teller};
use serde::{Deserialize, Serialize};

/// The version of these data: it is raised when a field changes its meaning.
pub const ANALYSIS_VERSION: u32 = 1;

/// A game looked through.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Analysis {
    /// Of the form of these data, [`ANALYSIS_VERSION`].
    pub version: u32,
    /// Simulations for a decision; with as many the same game gives the same analysis. 0 if it was
    /// limited by time.
    pub nodes: u32,
    /// Whether all words of the game were looked at.
    pub complete: bool,
    /// The points that each seat was expected to have at the end: before each word, and at last
    /// after all of them.
    pub expected: Vec<Vec<f64>>,
    /// How likely each seat wins at these moments, in thousandths.
    pub chances: Vec<Vec<u16>>,
    /// The draws, in their order.
    pub draws: Vec<AnalysedDraw>,
    /// The moves, in their order.
    pub moves: Vec<AnalysedMove>,
    /// What the seats did well, and what the draws brought them.
    pub seats: Vec<AnalysedSeat>,
    /// Where the game turned most, at most three, in the order of the game.
    pub turning: Vec<TurningPoint>,
}

/// A draw, and what it brought.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct AnalysedDraw {
    /// The number of its word.
    pub word: u32,
    /// The number of the turn.
    pub turn: u32,
    /// The tile.
    pub tile: String,
    /// How likely it was, in thousandths.
    pub likely: u16,
    /// What it brought to the margin of each seat; together they are nothing.
    pub luck: Vec<f64>,
}

/// What a seat decided from a draw to the next, or to another seat.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct AnalysedMove {
    /// The number of its first word.
    pub word: u32,
    /// The number of the turn.
    pub turn: u32,
    /// Whose it is.
    pub seat: u8,
    /// What was played.
    pub words: Vec<String>,
    /// How good it was.
    pub mark: Mark,
    /// What it cost, in points of the seat's margin.
    pub lost: f64,
    /// What the strong player would have played instead; left out if the move was as good.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "typescript", ts(as = "Option<Vec<String>>", optional))]
    pub better: Vec<String>,
    /// The best choices at the decision that mattered, at most three, the best first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "typescript", ts(as = "Option<Vec<AnalysedLine>>", optional))]
    pub best: Vec<AnalysedLine>,
}

/// A choice, and what is expected after it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct AnalysedLine {
    /// The whole move, with the words that were played before the decision.
    pub words: Vec<String>,
    /// The expected points of each seat.
    pub points: Vec<f64>,
    /// The expected margin of the seat: its points less the mean of the others'.
    pub margin: f64,
}

/// How good a move was.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum Mark {
    /// There was nothing to decide.
    Forced,
    /// The best, or as good: less than a quarter of a point was lost.
    Best,
    /// Less than a point.
    Good,
    /// Less than three points.
    Slip,
    /// Less than six points.
    Mistake,
    /// More.
    Blunder,
}

/// A seat in a game that was looked through.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct AnalysedSeat {
    /// How many moves there were in which something was to be decided.
    pub moves: u32,
    /// How many of them were the best, or as good.
    pub best: u32,
    /// From 0 to 100: the mean over the moves, four lost points halve it.
    pub accuracy: f64,
    /// The points of its margin that it lost by its moves.
    pub lost: f64,
    /// What the others lost on average, less what it lost itself.
    pub skill: f64,
    /// What all draws together brought to its margin.
    pub luck: f64,
    /// Its margin when the game began, as it was expected.
    pub before: f64,
    /// Its margin at the end. What neither skill nor luck explains is what the strong player
    /// judged wrong on the way.
    pub after: f64,
}

/// Where a game turned.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct TurningPoint {
    /// The number of the word: the draw, or the first of the move.
    pub word: u32,
    /// The number of the turn.
    pub turn: u32,
    /// Whose chances changed most.
    pub seat: u8,
    /// By how much, in thousandths: from -1000 to 1000.
    pub swing: i16,
    /// Whether a draw did it, not a move.
    pub draw: bool,
}

impl Analysis {
    /// The data of a report about a game that a teller is about to tell, with what was played.
    ///
    /// # Panics
    /// If the actions are not those of the report.
    pub fn new(mut teller: Teller, actions: &[Action], report: &Report, nodes: u32) -> Analysis {
        let seats = usize::from(report.seats);
        let all = actions.len();
        let mut words = Words { before: Vec::new(), said: Vec::new() };
        for action in &actions[..report.judged.len()] {
            words.before.push(teller.game().clone());
            words.said.push(teller.act(*action));
        }
        let rules = teller.rules();
        let draws = report.judged.iter().enumerate().filter_map(|(at, found)| match found {
            Judged::Drawn { luck, likely } => Some(AnalysedDraw {
                word: at as u32,
                turn: words.said[at].number,
                tile: words.said[at].text.clone(),
                likely: thousandths(*likely),
                luck: margins(luck, seats),
            }),
            Judged::Forced | Judged::Chosen(_) => None,
        });
        let moves = report.moves.iter().map(|played| words.of_move(rules, played, seats));
        let turning = report.turning.iter().map(|point| TurningPoint {
            word: point.action as u32,
            turn: words.said[point.action].number,
            seat: point.seat.0,
            swing: (1000.0 * point.swing) as i16,
            draw: point.by_draw,
        });
        let by_seat = report.by_seat.iter().map(|seat| AnalysedSeat {
            moves: seat.moves,
            best: seat.best,
            accuracy: rounded(seat.accuracy),
            lost: rounded(seat.lost),
            skill: rounded(seat.skill),
            luck: rounded(seat.luck),
            before: rounded(seat.before),
            after: rounded(seat.after),
        });
        let chances = report.expected.iter().zip(&report.time).map(|(points, time)| {
            let chances = ai::analysis::chances(points, report.seats, *time);
            chances[..seats].iter().map(|chance| thousandths(*chance)).collect()
        });
        Analysis {
            version: ANALYSIS_VERSION,
            nodes,
            complete: report.judged.len() == all,
            expected: report.expected.iter().map(|points| row(points, seats)).collect(),
            chances: chances.collect(),
            draws: draws.collect(),
            moves: moves.collect(),
            seats: by_seat.collect(),
            turning: turning.collect(),
        }
    }
}

/// What was said, and the game before each word.
struct Words {
    before: Vec<AnyGame>,
    said: Vec<Said>,
}

impl Words {
    fn of_move(&self, rules: &AnyRules, played: &MoveReport, seats: usize) -> AnalysedMove {
        let (first, end) = played.actions;
        let said = &self.said[first..end];
        let texts = |said: &[Said]| said.iter().map(|s| s.text.clone()).collect::<Vec<String>>();
        let same = texts(&said[..played.same]);
        let from = &self.before[first + played.same];
        let line = |line: &Line| AnalysedLine {
            words: same.iter().cloned().chain(spoken(rules, from, &line.actions)).collect(),
            points: row(&line.points, seats),
            margin: margins(&line.points, seats)[usize::from(played.seat.0)],
        };
        let best: Vec<AnalysedLine> = played.best.iter().map(line).collect();
        let is_worse = Mark::from(played.mark) > Mark::Best;
        let better = best.first().filter(|_| is_worse).map(|best| best.words.clone());
        AnalysedMove {
            word: first as u32,
            turn: said[0].number,
            seat: played.seat.0,
            words: texts(said),
            mark: played.mark.into(),
            lost: rounded(played.lost),
            better: better.unwrap_or_default(),
            best,
        }
    }
}

/// Actions as words, played one after another.
fn spoken(rules: &AnyRules, game: &AnyGame, actions: &[Action]) -> Vec<String> {
    let mut game = game.clone();
    let mut words = Vec::with_capacity(actions.len());
    for action in actions {
        words.push(game.word(rules, *action));
        game.play(rules, *action, &mut Quiet);
    }
    words
}

impl From<ai::analysis::Mark> for Mark {
    fn from(mark: ai::analysis::Mark) -> Mark {
        match mark {
            ai::analysis::Mark::Forced => Mark::Forced,
            ai::analysis::Mark::Best => Mark::Best,
            ai::analysis::Mark::Good => Mark::Good,
            ai::analysis::Mark::Slip => Mark::Slip,
            ai::analysis::Mark::Mistake => Mark::Mistake,
            ai::analysis::Mark::Blunder => Mark::Blunder,
        }
    }
}

/// To hundredths.
pub(crate) fn rounded(points: f32) -> f64 {
    // Without the sign of nothing.
    (f64::from(points) * 100.0).round() / 100.0 + 0.0
}

fn thousandths(part: f32) -> u16 {
    (1000.0 * part).round().clamp(0.0, 1000.0) as u16
}

/// The points of the seats, to hundredths.
pub(crate) fn row(points: &ai::Points, seats: usize) -> Vec<f64> {
    points[..seats].iter().map(|p| rounded(*p)).collect()
}

fn margins(points: &ai::Points, seats: usize) -> Vec<f64> {
    let margin = |seat| ai::analysis::margin_of(points, games::Seat(seat), seats as u8);
    (0..seats as u8).map(|seat| rounded(margin(seat))).collect()
}
