//! What is in the outbox is told: first it is made into a line of the bell and a message for each
//! channel, then each message is sent, and again later if nobody took it.

use std::time::Duration;

use axum::http::StatusCode;
use futures_util::{StreamExt as _, stream};
use protocol::{Channel, NoticeKind, PushMessage, TableRow};

use super::mail::{MailError, Mailer};
use super::push::{Answer, Letter, Receiver, Sender, Urgency, VapidKey};
use super::secrets::{LinkSecret, Purpose};
use super::texts;
use crate::config::Telling;
use crate::http::language::Language;
use crate::live::Hub;
use crate::live::janitor::repeat;
use store::post::{Channels, Claiming, Contact, Mailed, Outgoing};
use store::{AnyStore, Result};

/// How often the outbox is looked at.
const LOOKING: Duration = Duration::from_secs(1);
/// How often digests are looked for, and old lines forgotten.
const DIGESTING: Duration = Duration::from_mins(1);
/// How long whoever claims something has to tell it, ms.
const CLAIM: u64 = 300_000;
/// How much is claimed at once, and told at the same time.
const CLAIMED: u32 = 100;
const TOGETHER: usize = 8;
/// How often a message is tried.
const TRIES: u32 = 7;
/// How long messages are worth showing that have no end of their own, seconds.
const LIFE: u64 = 3 * 86_400;
/// How long lines of the bell are kept, ms.
const KEPT: u64 = 90 * 86_400_000;
/// How many games a digest names.
const DIGEST_MAX: u32 = 30;

/// Tells people what happened while they were away.
#[derive(Clone)]
pub struct Notifier {
    store: AnyStore,
    telling: Telling,
    sender: Option<Sender>,
    mailer: Option<Mailer>,
}

impl Notifier {
    /// As it is set. The key of messages is made once for a store, at the first start.
    ///
    /// # Errors
    /// If the store fails.
    pub async fn new(store: AnyStore, telling: &Telling) -> Result<Notifier> {
        let sender = if telling.push {
            let fresh = VapidKey::make();
            let kept = store.post().server_key("vapid", &fresh.to_bytes()).await?;
            let key = VapidKey::read(&kept);
            if key.is_none() {
                tracing::error!("the key of messages to browsers cannot be read: none are sent");
            }
            key.map(|key| Sender::new(key, telling.contact.clone()))
        } else {
            None
        };
        let mailer = telling.mail.as_ref().and_then(Mailer::new);
        Ok(Notifier { store, telling: telling.clone(), sender, mailer })
    }

    /// The key with which browsers subscribe, if messages are sent.
    pub fn push_key(&self) -> Option<&str> {
        self.sender.as_ref().map(Sender::public_key)
    }

    /// Who sends mail, if somebody does.
    pub fn mailer(&self) -> Option<&Mailer> {
        self.mailer.as_ref()
    }

    /// Tells what is due on a channel; how much it was.
    ///
    /// # Errors
    /// If the store fails.
    pub async fn tell(&self, hub: &Hub, channel: &'static str) -> Result<usize> {
        let now = hub.now();
        let claiming = Claiming {
            channel,
            mark: rand::random::<u64>() >> 2 | 1,
            now,
            delay: u64::try_from(self.telling.after.as_millis()).unwrap_or(u64::MAX),
            until: now + CLAIM,
            limit: CLAIMED,
        };
        let claimed = self.store.post().claim(claiming).await?;
        let count = claimed.len();
        let telling = stream::iter(claimed).map(|one| async move {
            let id = one.id;
            if let Err(error) = self.tell_one(hub, one).await {
                // The claim ends by itself, and it is told then.
                tracing::error!(id, %error, "a notice could not be told");
            }
        });
        telling.buffer_unordered(TOGETHER).collect::<()>().await;
        Ok(count)
    }

    /// Tells all that is due on a channel: more than is claimed at once is told at once, too.
    async fn tell_all(&self, hub: &Hub, channel: &'static str) {
        loop {
            match self.tell(hub, channel).await {
                Ok(told) if told == CLAIMED as usize && !*hub.stopping().borrow() => {}
                Ok(_) => return,
                Err(error) => {
                    tracing::error!(%error, "the outbox cannot be read");
                    return;
                }
            }
        }
    }

    async fn tell_one(&self, hub: &Hub, one: Outgoing) -> Result<()> {
        let post = self.store.post();
        let now = hub.now();
        let kind = NoticeKind::named(&one.news.kind);
        let Some(kind) = kind.filter(|_| one.news.until.is_none_or(|until| until > now)) else {
            return post.told(one.id).await;
        };
        match one.channel.as_str() {
            "push" => self.push(&one, kind, now).await,
            "mail" => self.mail(&one, kind, now).await,
            _ => self.spread(hub, &one, kind, now).await,
        }
    }

    /// Makes it into a line of the bell and messages, as its person wants.
    async fn spread(&self, hub: &Hub, one: &Outgoing, kind: NoticeKind, now: u64) -> Result<()> {
        let (post, news) = (self.store.post(), &one.news);
        // Whoever looks at the table sees it there.
        let looks = news.table.as_ref().is_some_and(|table| hub.is_at(&news.person, table));
        let seen = [NoticeKind::Turn, NoticeKind::Over, NoticeKind::Deadline, NoticeKind::Paired];
        if looks && seen.contains(&kind) {
            return post.told(one.id).await;
        }
        // Whoever said to be away is not disturbed about moves.
        let leave = post.leave(&news.person).await?;
        let away = leave.and_then(|leave| leave.away);
        if let Some((from, to)) = away
            && (from..to).contains(&now)
            && matches!(kind, NoticeKind::Turn | NoticeKind::Deadline)
        {
            return post.put_off(one.id, to).await;
        }
        let wants = self.wanted(&news.person, kind).await?;
        let push = self.sender.is_some() && wants.contains(&Channel::Push);
        let mail = match kind {
            _ if self.mailer.is_none() || !wants.contains(&Channel::Mail) => Mailed::No,
            NoticeKind::Moderation => Mailed::Yes,
            _ if push => Mailed::WithoutPush,
            _ => Mailed::Yes,
        };
        let channels = Channels { bell: wants.contains(&Channel::Bell), push, mail };
        post.spread(one.id, channels, now).await
    }

    /// On which channels a person wants to hear of something.
    async fn wanted(&self, person: &str, kind: NoticeKind) -> Result<Vec<Channel>> {
        let wants = self.store.post().wants(person).await?;
        let said = wants.iter().find(|(of, _)| of == kind.name());
        Ok(said.map_or_else(
            || kind.usual().to_vec(),
            |(_, channels)| channels.split_whitespace().filter_map(Channel::named).collect(),
        ))
    }

    /// The table that something is about, as lists have it.
    async fn row(&self, one: &Outgoing) -> Result<Option<TableRow>> {
        let Some(table) = &one.news.table else { return Ok(None) };
        let row = self.store.post().table_row(table).await?;
        Ok(row.and_then(|row| serde_json::from_str(&row).ok()))
    }

    async fn push(&self, one: &Outgoing, kind: NoticeKind, now: u64) -> Result<()> {
        let post = self.store.post();
        let found = post.subscription(&one.target).await?;
        // Somebody else may have taken the browser over meanwhile.
        let found = found.filter(|to| to.person == one.news.person);
        let (Some(sender), Some(to)) = (&self.sender, found) else {
            return post.told(one.id).await;
        };
        let endpoint = self.telling.push_hosts.check(&to.endpoint);
        let keys = Receiver::new(&to.p256dh, &to.auth);
        let (Ok(endpoint), Some(keys)) = (endpoint, keys) else {
            post.unsubscribe(&to.endpoint, None).await?;
            return post.told(one.id).await;
        };
        let language = Language::named(&to.language).unwrap_or_default();
        let row = self.row(one).await?;
        let letter = letter(one, kind, row.as_ref(), now, language);
        let answer = sender.send(&endpoint, &keys, &letter, now / 1000).await;
        metrics::counter!("trencavel_push_total", "answer" => name_of(answer)).increment(1);
        match answer {
            Answer::Taken => post.told(one.id).await,
            Answer::Gone => {
                post.unsubscribe(&to.endpoint, None).await?;
                post.told(one.id).await
            }
            Answer::Refused(status) => {
                tracing::warn!(host = endpoint.host(), %status, "a push service refused a message");
                // It does not take our key for this browser: the page asks for another one.
                if matches!(status, StatusCode::UNAUTHORIZED | StatusCode::FORBIDDEN) {
                    post.unsubscribe(&to.endpoint, None).await?;
                }
                post.told(one.id).await
            }
            Answer::Later(seconds) => self.later(one, now + seconds * 1000).await,
            Answer::Silent => self.later(one, now + wait(one.tries)).await,
        }
    }

    /// Once more, unless it was tried often enough.
    async fn later(&self, one: &Outgoing, due: u64) -> Result<()> {
        if one.tries >= TRIES {
            return self.store.post().told(one.id).await;
        }
        self.store.post().put_off(one.id, due).await
    }

    async fn mail(&self, one: &Outgoing, kind: NoticeKind, now: u64) -> Result<()> {
        let post = self.store.post();
        let contact = post.contact(&one.news.person).await?;
        let (Some(mailer), Some(contact)) = (&self.mailer, contact.filter(|to| to.confirmed))
        else {
            return post.told(one.id).await;
        };
        let language = Language::named(&contact.language).unwrap_or_default();
        let row = self.row(one).await?;
        let letter = letter(one, kind, row.as_ref(), now, language);
        let Ok(message) = serde_json::from_str::<PushMessage>(&letter.text) else {
            return post.told(one.id).await;
        };
        let text = format!("{}\n\n{}", message.body, mailer.link(&message.path));
        let mail = texts::Mail { subject: message.title, text };
        match self.mail_with_end(mailer, &contact, mail, kind.name(), language, now).await? {
            Ok(()) | Err(MailError::Never(_)) => post.told(one.id).await,
            Err(MailError::Now(_)) => self.later(one, now + wait(one.tries)).await,
        }
    }

    /// Sends a mail that its reader can end by one click.
    async fn mail_with_end(
        &self,
        mailer: &Mailer,
        contact: &Contact,
        mut mail: texts::Mail,
        what: &str,
        language: Language,
        now: u64,
    ) -> Result<std::result::Result<(), MailError>> {
        let secret = LinkSecret::random();
        let kept = secret.kept(Purpose::End, Some(&contact.person), what, now);
        self.store.post().keep_secret(kept, false).await?;
        let path = format!("/api/mail/end/{}", secret.reveal());
        mail.text += &texts::ending(&mailer.link(&format!("/end/{}", secret.reveal())), language);
        let sent = mailer.send(&contact.address, &mail, Some(&path)).await;
        let result = if sent.is_ok() { "sent" } else { "failed" };
        metrics::counter!("trencavel_mail_total", "result" => result).increment(1);
        if let Err(error) = &sent {
            tracing::warn!(%error, "a mail was not sent");
        }
        Ok(sent)
    }

    /// Sends the digests whose hour has come, to whoever has games that wait.
    ///
    /// # Errors
    /// If the store fails.
    pub async fn digest(&self, hub: &Hub) -> Result<()> {
        let Some(mailer) = &self.mailer else { return Ok(()) };
        let now = hub.now();
        // What is set is also what is read back: it must be this claim's own.
        let mark = now - rand::random::<u64>() % 60_000;
        for contact in self.store.post().claim_digests(now, mark, CLAIMED).await? {
            let language = Language::named(&contact.language).unwrap_or_default();
            let waiting = self.store.post().turns(&contact.person, DIGEST_MAX).await?;
            let line = |waiting: &store::post::Waiting| {
                let row: TableRow = serde_json::from_str(&waiting.row).ok()?;
                let left = waiting.due.map(|due| due.saturating_sub(now));
                let rivals = texts::rivals(&row, &contact.person, language);
                let link = mailer.link(&format!("/t/{}", row.id));
                Some(texts::game_line(&rivals, left, &link, language))
            };
            let games: Vec<String> = waiting.iter().filter_map(line).collect();
            if games.is_empty() {
                continue;
            }
            let mail = texts::digest(&games, &mailer.link("/turns"), language);
            // One that is not taken is not tried again: there is another tomorrow.
            let _ = self.mail_with_end(mailer, &contact, mail, "digest", language, now).await?;
        }
        Ok(())
    }
}

/// What a browser shows.
fn letter(
    one: &Outgoing,
    kind: NoticeKind,
    row: Option<&TableRow>,
    now: u64,
    language: Language,
) -> Letter {
    let news = &one.news;
    // Whoever challenges is at no table yet.
    let rivals =
        row.map_or_else(|| news.about.clone(), |row| texts::rivals(row, &news.person, language));
    let name = row.map_or("", |row| row.name.as_str());
    let left = news.until.map(|until| until.saturating_sub(now));
    let lines = texts::lines(kind, &rivals, name, left, language);
    let path = match (&news.table, kind) {
        (Some(table), _) => format!("/t/{table}"),
        (None, NoticeKind::Challenge) => "/people".to_owned(),
        (None, _) => "/notices".to_owned(),
    };
    let tag = news.table.clone().unwrap_or_else(|| kind.name().to_owned());
    let (title, body) = (lines.title, lines.body);
    let message = PushMessage { kind, title, body, path, tag: tag.clone() };
    let text = serde_json::to_string(&message).expect("a message is JSON");
    // A topic has 32 letters at most; ids of tables have twelve.
    let topic: String = tag.chars().filter(char::is_ascii_alphanumeric).take(32).collect();
    let life = left.map_or(LIFE, |left| (left / 1000).clamp(60, LIFE));
    let urgency = if kind == NoticeKind::Over { Urgency::Normal } else { Urgency::High };
    Letter { text, topic, life, urgency }
}

/// How long to wait after so many tries, ms: half a minute, and twice as long each time.
fn wait(tries: u32) -> u64 {
    30_000 << tries.min(8)
}

fn name_of(answer: Answer) -> &'static str {
    match answer {
        Answer::Taken => "taken",
        Answer::Gone => "gone",
        Answer::Later(_) => "later",
        Answer::Refused(_) => "refused",
        Answer::Silent => "silent",
    }
}

/// Starts the work; it ends when the hub stops.
pub fn start(hub: &Hub, notifier: &Notifier) {
    super::before::start(hub);
    // Each by itself: a mail server that does not answer holds no bell up.
    for channel in ["", "push", "mail"] {
        let teller = notifier.clone();
        repeat(hub, LOOKING, move |hub| {
            let teller = teller.clone();
            async move { teller.tell_all(&hub, channel).await }
        });
    }
    let teller = notifier.clone();
    repeat(hub, DIGESTING, move |hub| {
        let teller = teller.clone();
        async move {
            let now = hub.now();
            let swept = teller.store.post().sweep_post(now.saturating_sub(KEPT), now).await;
            if let Err(error) = swept.and(teller.digest(&hub).await) {
                tracing::error!(%error, "digests cannot be sent");
            }
        }
    });
}
