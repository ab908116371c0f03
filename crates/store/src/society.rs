//! What people want of each other, and what moderators do: the part of the store that is about
//! people among people.
//!
//! Invariants: a block holds in both directions at once; whatever a moderator does is a line of a
//! log that only grows, written with the deed itself.

use protocol::{Announcement, ChallengeState, Deed, ReportKind, Role, Tie};

use super::{Person, Result, Void};

/// Challenges of one person that may wait for an answer at once.
pub const CHALLENGES_MAX: u32 = 5;

/// How often one asks somebody who does not follow it within a day, and is not accepted.
pub const ASKED_AGAIN: u32 = 3;

/// Challenges of people whom somebody does not follow that may wait for it at once.
pub const ASKED_MAX: u32 = 20;

/// People of whom one person may want something.
pub const TIES_MAX: u32 = 1_000;

/// Accounts for programs that one person may have.
pub const BOTS_MAX: u32 = 3;

/// For how long it is known who came from where, ms.
pub const TRACE_LIFE: u64 = 30 * 86_400_000;

/// For how long somebody seeks a game by days without saying so again, ms.
pub const SEEK_LIFE: u64 = 14 * 86_400_000;

/// What one person wants of another.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TieBetween {
    /// Who wants it.
    pub person: String,
    /// Of whom.
    pub other: String,
    /// What.
    pub tie: Tie,
}

/// Whether two people have nothing to do with each other, whoever of them wants it so.
pub fn blocked(ties: &[TieBetween], one: &str, two: &str) -> bool {
    ties.iter().any(|it| {
        it.tie == Tie::Block
            && ((it.person == one && it.other == two) || (it.person == two && it.other == one))
    })
}

/// Whether two people talk freely with each other: both want it.
pub fn open(ties: &[TieBetween], one: &str, two: &str) -> bool {
    let wants = |person: &str, other: &str| {
        ties.iter().any(|it| it.person == person && it.other == other && it.tie != Tie::Block)
    };
    wants(one, two) && wants(two, one)
}

/// Somebody of whom a person wants something.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TieRow {
    /// The public id.
    pub id: String,
    /// The name.
    pub name: String,
    /// Whether it has an account.
    pub account: bool,
    /// What the person wants.
    pub tie: Tie,
    /// What it wants in its turn.
    pub back: Option<Tie>,
}

/// A challenge.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ChallengeRow {
    /// Its id.
    pub id: String,
    /// Who asks: id and name.
    pub person: (String, String),
    /// Who is asked.
    pub rival: (String, String),
    /// What is to be played, as JSON.
    pub config: String,
    /// When it was made, ms since 1970.
    pub made: u64,
    /// Until when it can be accepted.
    pub expires: u64,
    /// What became of it; whether it has expired is seen by the time.
    pub state: ChallengeState,
    /// The table where it is played.
    pub table: Option<String>,
}

/// A report to be kept.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NewReport {
    /// Who reports.
    pub person: String,
    /// About whom.
    pub about: String,
    /// What is wrong.
    pub kind: ReportKind,
    /// In the reporter's words.
    pub words: String,
    /// At which table.
    pub table: Option<String>,
    /// The number of the line there.
    pub n: Option<u64>,
    /// When, ms since 1970.
    pub made: u64,
}

/// A report that waits.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ReportRow {
    /// Its number.
    pub id: u64,
    /// What it says.
    pub report: NewReport,
    /// How pressing it is.
    pub score: u64,
    /// The reporter's name.
    pub by: String,
    /// The name of whom it is about.
    pub about: String,
}

/// What changes with a deed, in the same transaction.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Act {
    /// Nothing: the line says all.
    Nothing,
    /// The person gets another name.
    Rename(String),
    /// It is shut out, or let in.
    Ban(bool),
    /// It gets a role, or none.
    Role(Option<Role>),
    /// A mute or a limit ends.
    Lift(u64),
    /// An appeal is answered.
    Answer(u64),
    /// Games count no more.
    Void(Void),
    /// Everybody is told something; its number is given to it.
    Announce(Announcement),
    /// What was announced ends now.
    Withdraw(u64),
}

/// How much is announced at the same time, at most.
pub const ANNOUNCED_MAX: i64 = 3;

/// A line of what moderators did, to be written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NewDeed {
    /// When, ms since 1970.
    pub at: u64,
    /// Who; empty for the command line.
    pub moderator: String,
    /// What.
    pub deed: Deed,
    /// About whom.
    pub person: String,
    /// Why.
    pub reason: String,
    /// What exactly.
    pub detail: String,
    /// Until when.
    pub until: Option<u64>,
    /// The report that is answered by it.
    pub report: Option<u64>,
    /// What changes.
    pub act: Act,
}

/// A line of what moderators did.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DeedLine {
    /// Its number.
    pub id: u64,
    /// When, ms since 1970.
    pub at: u64,
    /// Who: id and name; both empty for the command line.
    pub moderator: (String, String),
    /// What.
    pub deed: Deed,
    /// About whom: id and name.
    pub person: (String, String),
    /// Why.
    pub reason: String,
    /// What exactly.
    pub detail: String,
    /// Until when.
    pub until: Option<u64>,
    /// What the person said against it: words, when, and the answer.
    pub appeal: Option<(String, u64, Option<String>)>,
}

/// Which lines of what moderators did.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct DeedQuery {
    /// Only those about this person.
    pub person: Option<String>,
    /// Only those whose appeal waits for an answer.
    pub appealed: bool,
    /// Only those before this number.
    pub before: Option<u64>,
    /// At most so many, the newest first.
    pub limit: u32,
}

/// A program that said what it plays.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OfferRow {
    /// Its account: id and name.
    pub bot: (String, String),
    /// Whose it is.
    pub owner: (String, String),
    /// What it plays, as JSON.
    pub offer: String,
}

/// Somebody who seeks a game by days, also while no page is open.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SeekRow {
    /// Who: the public id.
    pub person: String,
    /// In which pools, by name, the dearest first.
    pub pools: Vec<String>,
    /// Whether guests will do.
    pub guests: bool,
    /// Whether programs will do.
    pub bots: bool,
    /// How far a rival's rating may be, if less than usual.
    pub range: Option<u32>,
    /// Since when, ms since 1970.
    pub since: u64,
}

/// What somebody wants of its games and of this server, where it can be otherwise.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct ProfileRow {
    /// Decisions by days that have one answer are played.
    pub forced: bool,
    /// Followers are not told whether it is here.
    pub unseen: bool,
    /// Others see its name and ratings, and no games.
    pub hidden: bool,
}

/// A change.
#[derive(Clone, Debug)]
pub enum Change {
    /// Somebody wants something of another, or nothing more.
    Tie {
        /// Who.
        person: String,
        /// Of whom.
        other: String,
        /// What.
        tie: Option<Tie>,
        /// Now.
        now: u64,
    },
    /// Somebody asks another for a game.
    Challenge(ChallengeRow),
    /// A challenge is answered.
    Answer {
        /// Which.
        id: String,
        /// How.
        state: ChallengeState,
        /// The table where it is played.
        table: Option<String>,
        /// Now.
        now: u64,
    },
    /// Somebody reports another.
    Report(NewReport),
    /// A moderator does something.
    Deed(NewDeed),
    /// Somebody says that a deed was wrong.
    Appeal {
        /// Which.
        deed: u64,
        /// Who.
        person: String,
        /// Why.
        words: String,
        /// Now.
        now: u64,
    },
    /// The password was given again.
    Prove([u8; 32], u64),
    /// Somebody came from somewhere.
    Trace {
        /// The keyed hash of the place.
        hash: [u8; 32],
        /// Who.
        person: String,
        /// Now.
        now: u64,
    },
    /// A key for a month, if it has none.
    TraceKey(u64, [u8; 32]),
    /// What is old goes.
    Sweep(u64),
    /// An account for a program.
    Bot(Person),
    /// What a program plays, or that it does not.
    Offer {
        /// Which.
        person: String,
        /// What, as JSON.
        offer: Option<String>,
        /// Now.
        now: u64,
    },
    /// Somebody seeks a game by days.
    Seek(SeekRow),
    /// It seeks none any more.
    Unseek(String),
    /// A game by days was found for these, who sought this.
    Met(String, Vec<SeekRow>),
    /// What somebody wants.
    Profile(String, ProfileRow),
}

/// What the server needs of a database for people among people.
#[async_trait::async_trait]
pub trait Society: Send + Sync + 'static {
    /// Somebody wants something of another, in place of what it wanted before; or nothing more.
    /// A block ends what the other wanted, and challenges between both.
    /// [`super::StoreError::Conflict`] if the other, or the person itself, has blocked,
    /// [`super::StoreError::Enough`] if the person wants something of [`TIES_MAX`] others already.
    async fn tie(&self, person: &str, other: &str, tie: Option<Tie>, now: u64) -> Result<()>;

    /// Of whom a person wants what, by name.
    async fn ties(&self, person: &str) -> Result<Vec<TieRow>>;

    /// What some people want of each other: to be asked with [`blocked`] and [`open`].
    async fn ties_among(&self, people: &[String]) -> Result<Vec<TieBetween>>;

    /// Keeps a challenge. [`super::StoreError::Enough`] if [`CHALLENGES_MAX`] of the person wait
    /// already, [`super::StoreError::Conflict`] if one of both has blocked the other. `false` if
    /// the rival is a person that does not follow this one and was asked enough: by this one
    /// ([`ASKED_AGAIN`]), or by others of that kind ([`ASKED_MAX`]).
    async fn challenge(&self, challenge: ChallengeRow) -> Result<bool>;

    /// A challenge.
    async fn challenge_of(&self, id: &str) -> Result<Option<ChallengeRow>>;

    /// The challenges from and to a person, the newest first.
    async fn challenges(&self, person: &str, limit: u32) -> Result<Vec<ChallengeRow>>;

    /// Answers a challenge; `false` if it does not wait any more.
    async fn answer_challenge(
        &self,
        id: &str,
        state: ChallengeState,
        table: Option<&str>,
        now: u64,
    ) -> Result<bool>;

    /// Keeps a report; its number. Who reports the same once more changes what it said.
    async fn report(&self, report: NewReport) -> Result<u64>;

    /// Reports that wait, the most pressing first.
    async fn reports(&self, limit: u32) -> Result<Vec<ReportRow>>;

    /// What a person has reported, the oldest first.
    async fn reported_by(&self, person: &str) -> Result<Vec<NewReport>>;

    /// How many reports and appeals wait.
    async fn waiting(&self) -> Result<(u64, u64)>;

    /// A moderator does something: the change and its line are one; the number of the line.
    /// [`super::StoreError::Enough`] if [`ANNOUNCED_MAX`] are announced already,
    /// [`super::StoreError::Conflict`] if what it is about was answered or ended meanwhile.
    async fn do_deed(&self, deed: NewDeed) -> Result<u64>;

    /// What is announced at a time, the newest first.
    async fn announcements(&self, now: u64) -> Result<Vec<Announcement>>;

    /// What moderators did, the newest first.
    async fn deeds(&self, query: DeedQuery) -> Result<Vec<DeedLine>>;

    /// What a person may not do for now: mutes and limits with their ends.
    async fn restraints(&self, person: &str, now: u64) -> Result<Vec<(Deed, u64)>>;

    /// Somebody says that a deed was wrong: once. `false` if it said so before, or the deed is of
    /// another.
    async fn appeal(&self, deed: u64, person: &str, words: &str, now: u64) -> Result<bool>;

    /// Notes that the password was given again in a session.
    async fn prove(&self, session: &[u8; 32], now: u64) -> Result<()>;

    /// The key for the places of a month; it is made if there is none.
    async fn trace_key(&self, month: u64) -> Result<[u8; 32]>;

    /// Notes that somebody came from a place.
    async fn trace(&self, hash: &[u8; 32], person: &str, now: u64) -> Result<()>;

    /// Who came from the same places as a person: ids and names.
    async fn sharing(&self, person: &str) -> Result<Vec<(String, String)>>;

    /// Keeps an account for a program of [`Person::owner`]. [`super::StoreError::Enough`] if that
    /// person has [`BOTS_MAX`] of them, [`super::StoreError::Conflict`] if it may have none.
    async fn add_bot(&self, bot: Person) -> Result<()>;

    /// The programs of a person: their ids, the oldest first.
    async fn bots_of(&self, owner: &str) -> Result<Vec<String>>;

    /// Keeps what a program plays, or that it does not play for now.
    async fn offer(&self, person: &str, offer: Option<&str>, now: u64) -> Result<()>;

    /// Programs that said what they play since a time, by name.
    async fn offers(&self, since: u64) -> Result<Vec<OfferRow>>;

    /// Keeps what somebody seeks, in place of what it sought before.
    async fn keep_seek(&self, seek: SeekRow) -> Result<()>;

    /// Somebody seeks nothing any more; whether it did. Of two who ask at once one is told so.
    async fn drop_seek(&self, person: &str) -> Result<bool>;

    /// What somebody seeks.
    async fn seek_of(&self, person: &str) -> Result<Option<SeekRow>>;

    /// Notes what those sought for whom a game by days was found: whoever comes while another does
    /// not seeks it again.
    async fn met(&self, table: &str, seeks: Vec<SeekRow>) -> Result<()>;

    /// What somebody wants; what is usual if it never said anything.
    async fn profile(&self, person: &str) -> Result<ProfileRow>;

    /// Keeps what somebody wants.
    async fn set_profile(&self, person: &str, profile: ProfileRow) -> Result<()>;

    /// How many people follow somebody.
    async fn followers(&self, person: &str) -> Result<u32>;

    /// Those who seek after one of them, by time and person, whoever sought first.
    async fn seeks(&self, after: &(u64, String), limit: u32) -> Result<Vec<SeekRow>>;

    /// Removes challenges that are over for a day, places after [`TRACE_LIFE`], and seeks after
    /// [`SEEK_LIFE`].
    async fn sweep_society(&self, now: u64) -> Result<()>;
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tie(person: &str, other: &str, tie: Tie) -> TieBetween {
        TieBetween { person: person.into(), other: other.into(), tie }
    }

    #[test]
    fn a_block_holds_in_both_directions_and_talk_needs_both() {
        let ties =
            [tie("a", "b", Tie::Block), tie("a", "c", Tie::Follow), tie("c", "a", Tie::Talk)];
        assert!(blocked(&ties, "a", "b") && blocked(&ties, "b", "a"));
        assert!(!blocked(&ties, "a", "c") && !blocked(&ties, "b", "c"));
        assert!(open(&ties, "a", "c") && open(&ties, "c", "a"));
        assert!(!open(&ties, "a", "b") && !open(&ties[..2], "a", "c"));
    }
}
