//! One table without I/O: the fold of its log. It runs in the server and may run in a browser.
//!
//! Invariants: [`Room::apply`] is the one way a table changes, live and when its log is read again;
//! the same entries give the same table. [`Room::decide`] is pure: it says which entries a request
//! would add, or why not. Time comes in as `now` (ms since 1970); there is no clock, no I/O and no
//! randomness. The seed is in a private field, in no message, no `Debug` and no record until the
//! game is over.
//!
//! How it is used: `decide` → append the entries to the store → `apply` each (or `apply_decided`,
//! which does not play a move twice) → tell the message.
//! [`Entry::Began`] and [`Entry::TakenBack`] are told as [`ServerMsg::Table`], which has no board:
//! every socket should be given a snapshot ([`Room::past`]) behind it, and nobody resumes across it
//! ([`shows_board`]).
// A refusal is handed to whoever asked, once: boxing it would only burden every caller.
#![allow(clippy::result_large_err)]

use std::fmt;
use std::sync::Arc;

use fair::{Commitment, Secret, Version};
use games::{AnyGame, AnyRules, Setup};
use protocol::log::{Entry, FORMAT, Logged, Who};
use protocol::{Course, EndReason, Made, Offer, Problem, SeatPlan, ServerMsg, Switch, TableConfig};

mod again;
mod chair;
mod change;
mod decide;
mod ending;
mod features;
mod hints;
mod index;
mod known;
mod ladder;
mod leave;
mod letters;
mod meeting;
mod menu;
pub mod names;
mod outcome;
mod people;
mod phrases;
mod plan;
mod play;
mod preparing;
mod presets;
mod problem;
mod record;
mod rulebook;
mod said;
mod shares;
mod sheet;
mod sitting;
mod takeback;
mod talk;
mod tell;
mod timer;

pub use again::{Again, begun};
pub use chair::Missed;
pub use decide::{Ahead, Decision, Request};
pub use hints::Pondered;
pub use index::{Boot, Index};
pub use ladder::ladder_of;
pub use leave::LeaveDue;
pub use menu::menu;
pub use outcome::{Finish, FinishedSeat};
pub use plan::{check_asked, check_own, rules};
pub use presets::presets;
pub use problem::{field, problem};
pub use rulebook::Rulebook;
pub use said::{changes_game, done, id_of};
pub use sheet::draw_sheet;
pub use sitting::computer as nobody;
pub use tell::{Presence, fill, shows_board};

use chair::{Chair, Comings};
use ending::Outcome;
use known::Known;
use leave::Respite;
use shares::Shares;
use takeback::Line;
use talk::Sayings;
use timer::Timer;

/// A log that cannot be folded: it is damaged, or a bug wrote it.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("entry {n} of the log: {why}")]
pub struct FoldError {
    /// The number of the entry.
    pub n: u64,
    /// What is wrong with it.
    pub why: String,
}

/// A table.
#[derive(Clone)]
pub struct Room {
    id: Box<str>,
    key: Box<str>,
    /// The format of its log.
    format: u32,
    /// The table's secret, and what the seats add to it.
    shares: Shares,
    /// Whether the server brought the players together.
    paired: bool,
    /// Until when they must sit, ms since 1970; until they do.
    seats_until: Option<u64>,
    apart: Apart,
    /// Its options are those that differ from the defaults of the game's revision.
    config: Arc<TableConfig>,
    /// Built from the revision and the options of the log.
    rules: Arc<AnyRules>,
    owner: Who,
    made: u64,
    /// In the order of the plan; from the beginning of the game on, in the order of play.
    chairs: Vec<Chair>,
    /// `order[i]` is the seat of the plan that plays as seat `i`; empty before the start.
    order: Vec<u8>,
    /// How many words of an earlier record the game began with.
    words_before: u32,
    /// The game, since it began.
    course: Option<Box<Course>>,
    /// How many decisions of chance the table has drawn.
    draws: u32,
    timer: Timer,
    /// The moves that stand.
    line: Line,
    /// What was done about the clock since the newest move.
    respite: Respite,
    offer: Option<Offer>,
    /// The number of the entry that made it.
    offer_n: u64,
    over: Option<EndReason>,
    /// The result, once the game is over: as the log has it.
    outcome: Option<Outcome>,
    rematch: Option<Box<str>>,
    /// The number of the newest entry, and of the newest that changed the game.
    n: u64,
    game_n: u64,
    changed: u64,
    /// How often each person has sat down, until the game begins.
    comings: Comings,
    /// How much was said.
    said: u32,
    sayings: Sayings,
    /// Whether those who watch may talk, and whether they did during the game.
    watcher_chat: Switch,
    overheard: bool,
    /// Who sat or spoke here.
    known: Known,
    /// The entries as JSON: small, and copied by counting only.
    log: Vec<Arc<str>>,
}

/// What sets a game apart from those that say something about their players.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct Apart {
    /// It was played in a page without a server.
    local: bool,
    /// A computer's move was thought in a page.
    paged: bool,
}

/// The table's id and how far it is: nothing of its secrets.
impl fmt::Debug for Room {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut room = f.debug_struct("Room");
        room.field("id", &self.id).field("n", &self.n).field("over", &self.over).finish()
    }
}

impl Room {
    /// Makes a table: the room, and its first entries for the store. The creator sits down on its
    /// own seats at once; shares in the draws are given later, when the commitment is known. At a
    /// table that nobody makes (`by` is [`nobody`]) the server has brought the players together.
    ///
    /// # Errors
    /// Names the field of the plan that cannot be used.
    pub fn make(
        book: &Rulebook,
        id: &str,
        key: &str,
        secret: [u8; 32],
        config: TableConfig,
        by: &Who,
        now: u64,
    ) -> Result<(Room, Vec<Logged>), Problem> {
        let config = plan::checked(book, config)?;
        let seed = Secret::new(secret).seed(Version::NEWEST, 1);
        let mut entries = vec![Entry::Made {
            format: FORMAT,
            revision: games::REVISION,
            config: plan::with_every_option(&config, games::REVISION),
            by: by.clone(),
            commitment: seed.commitment().to_string(),
            fair: Version::NEWEST.number(),
            paired: by.id.is_empty() && !config.start.is_owners(),
            local: false,
        }];
        for (seat, plan) in (0u8..).zip(&config.seats) {
            let who = match plan {
                SeatPlan::Me => by.clone(),
                SeatPlan::Screen { name } => Who { name: name.clone(), ..by.clone() },
                SeatPlan::Computer { .. } => sitting::computer(),
                SeatPlan::Anyone | SeatPlan::Link | SeatPlan::Kept { .. } => continue,
            };
            entries.push(Entry::Sat { seat, who, value: String::new(), hash: String::new() });
        }
        let entries: Vec<Logged> =
            (1..).zip(entries).map(|(n, entry)| Logged { n, at: now, entry }).collect();
        let room = Room::fold(book, id, key, secret, &entries);
        Ok((room.expect("a table that was just checked"), entries))
    }

    /// The table that a log tells of.
    ///
    /// # Errors
    /// If the log is damaged.
    pub fn fold(
        book: &Rulebook,
        id: &str,
        key: &str,
        seed: [u8; 32],
        entries: &[Logged],
    ) -> Result<Room, FoldError> {
        let Some((first, others)) = entries.split_first() else {
            return Err(FoldError { n: 1, why: "the log is empty".to_string() });
        };
        let rules = |setup: &Setup| plan::build(book, setup);
        let mut room = Room::begin(rules, id, key, seed, first)?;
        for logged in others {
            room.change(logged, None)?;
            if let Entry::Changed { .. } = logged.entry
                && let Ok(shared) = plan::build(book, room.rules.setup())
            {
                room.rules = shared;
            }
        }
        Ok(room)
    }

    /// The table after its first entry.
    fn begin(
        rules: impl FnOnce(&Setup) -> Result<Arc<AnyRules>, Problem>,
        id: &str,
        key: &str,
        secret: [u8; 32],
        first: &Logged,
    ) -> Result<Room, FoldError> {
        let broken = |why: &str| FoldError { n: first.n, why: why.to_string() };
        let Entry::Made { format, revision, config, by, commitment, fair, paired, local } =
            &first.entry
        else {
            return Err(broken("a log begins with the making of its table"));
        };
        if *format > FORMAT || *revision > games::REVISION {
            return Err(broken(&format!(
                "a newer version wrote it (log format {format}, rules revision {revision}); this \
                 one knows format {FORMAT} and revision {}",
                games::REVISION
            )));
        }
        let Some(version) = Version::from_number(*fair) else {
            return Err(broken("it draws by a version that this program does not know"));
        };
        let seats = config.seats.len();
        let shares = Shares::new(version, secret, seats);
        if shares.commitment().to_string() != *commitment || first.n != 1 {
            return Err(broken("the seed is not the one that was committed to"));
        }
        let unfit = |problem: Problem| broken(&problem.detail);
        let setup = plan::setup(&config.plan, *revision, seats).map_err(unfit)?.tidy();
        let rules = rules(&setup).map_err(unfit)?;
        let mut config = config.clone();
        config.plan.options = setup.options;
        Ok(Room {
            id: id.into(),
            key: key.into(),
            format: *format,
            shares,
            paired: *paired,
            seats_until: meeting::seats_until(*paired, config.start, first.at),
            apart: Apart { local: *local, paged: false },
            rules,
            owner: by.clone(),
            made: first.at,
            chairs: config.seats.iter().map(Chair::planned).collect(),
            order: Vec::new(),
            words_before: 0,
            course: None,
            draws: 0,
            timer: Timer::new(config.clock, seats),
            line: Line::default(),
            watcher_chat: config.watcher_chat,
            config: Arc::new(config),
            respite: Respite::default(),
            offer: None,
            offer_n: 0,
            over: None,
            outcome: None,
            rematch: None,
            n: 1,
            game_n: 1,
            changed: first.at,
            comings: Comings::default(),
            said: 0,
            sayings: Sayings::default(),
            overheard: false,
            known: Known::default(),
            log: vec![change::text(first)],
        })
    }

    /// Adds an entry that follows the newest one, and says what everybody is told.
    ///
    /// # Errors
    /// If the entry cannot follow: then the table must be read again from the store.
    pub fn apply(&mut self, logged: &Logged) -> Result<ServerMsg, FoldError> {
        self.apply_decided(logged, &mut None)
    }

    /// The same for an entry that this room has just decided: what was played then is not played
    /// again. `ahead` is that of the [`Decision`]; the entry that it belongs to takes it.
    ///
    /// # Errors
    /// As [`Room::apply`].
    pub fn apply_decided(
        &mut self,
        logged: &Logged,
        ahead: &mut Option<Ahead>,
    ) -> Result<ServerMsg, FoldError> {
        let name = self.name_before(&logged.entry);
        let told = self.change(logged, ahead.take_if(|ahead| ahead.n == logged.n))?;
        Ok(self.message(logged, told, name))
    }

    /// The number of the newest entry.
    pub fn newest(&self) -> u64 {
        self.n
    }

    /// The number of the newest entry that changed the game.
    pub fn game_newest(&self) -> u64 {
        self.game_n
    }

    /// Whether its result says anything about its players: the server drew every tile, and thought
    /// for every computer's seat.
    pub fn counts(&self) -> bool {
        self.apart == Apart::default()
    }

    /// The table's id.
    pub fn id(&self) -> &str {
        &self.id
    }

    /// The key of the table's link.
    pub fn key(&self) -> &str {
        &self.key
    }

    /// When something happened last, ms since 1970.
    pub fn changed(&self) -> u64 {
        self.changed
    }

    /// What was chosen.
    pub fn config(&self) -> &TableConfig {
        &self.config
    }

    /// Who made it: the public id.
    pub fn owner(&self) -> &str {
        &self.owner.id
    }

    /// Whether the server brought its players together.
    pub fn is_paired(&self) -> bool {
        self.paired
    }

    /// What whoever makes the table is answered.
    pub fn made(&self) -> Made {
        let (id, key) = (self.id.to_string(), self.key.to_string());
        Made { id, key, commitment: self.commitment().to_string() }
    }

    /// What the server has committed to in this round.
    pub fn commitment(&self) -> Commitment {
        self.shares.commitment()
    }

    /// Whether the game is over.
    pub fn is_over(&self) -> bool {
        self.over.is_some()
    }

    /// Whether the game has begun and is not over.
    pub fn is_playing(&self) -> bool {
        self.course.is_some() && self.over.is_none()
    }

    /// The course of the game, since it began; there is no secret in it.
    pub fn course(&self) -> Option<&Course> {
        self.course.as_deref()
    }

    /// The game, since it began; there is no secret in it.
    pub fn game(&self) -> Option<(&Arc<AnyRules>, &AnyGame)> {
        self.course.as_ref().map(|course| (course.rules(), course.game()))
    }
}
