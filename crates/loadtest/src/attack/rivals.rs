//! What a rival, a watcher or an owner may try at a table to spoil it for the others.

use std::time::{Duration, Instant};

use anyhow::{Result, anyhow, ensure};
use fair::{Commitment, Value as Share};
use protocol::{
    Cause, ClientMsg, Clock, Level, Made, OfferKind, SeatPlan, ServerMsg, Sitter, Status, Switch,
    TableConfig, Visibility,
};
use reqwest::Method;
use serde_json::{Value, json};

use super::Outcome;
use super::stranger::{Stranger, Target, refusal, seated};
use crate::load;
use crate::player::Player;
use crate::socket::Socket;
use crate::visitor::Visitor;

/// How long anything may take.
const PATIENCE: Duration = Duration::from_secs(10);

pub(super) async fn hear(socket: &mut Socket) -> Result<ServerMsg> {
    let heard = tokio::time::timeout(PATIENCE, socket.hear()).await;
    heard.map_err(|_| anyhow!("nothing is told"))?.map_err(|ended| anyhow!("{ended:?}"))
}

/// Makes one whole move as soon as it may.
pub(super) async fn move_once(socket: &mut Socket, player: &mut Player) -> Result<()> {
    let mut next = player.decide();
    loop {
        if let Some(message) = next.take() {
            socket.say(&message).await?;
        }
        let waited = player.is_waiting();
        let heard = hear(socket).await?;
        next = player.hear(&heard);
        if waited && !player.is_waiting() {
            return Ok(());
        }
        if !waited {
            next = next.or_else(|| player.decide());
        }
    }
}

/// Hears until something is refused: its kind.
async fn refused(socket: &mut Socket) -> Result<String> {
    loop {
        if let ServerMsg::Refused { problem, .. } = hear(socket).await? {
            return Ok(problem.kind);
        }
    }
}

pub(super) fn back(seat: u8, after: Option<u64>) -> ClientMsg {
    ClientMsg::Offer { seat, kind: OfferKind::Takeback, after }
}

/// A rival, a watcher and somebody alone who take moves back: doubled, for others, when it is over.
pub async fn take_backs(target: Target) -> Result<Outcome> {
    let stranger = target.stranger(0)?;
    let (mut sent, mut stopped) = alone(&target, &stranger).await?;
    let (ada, bob) = (stranger.guest("Mallory").await?, stranger.guest("Trudy").await?);
    let made = ada.make(TableConfig { takeback: Some(Switch::On), ..load::config() }).await?;
    bob.sit(&made, 1).await?;
    ada.start(&made.id).await?;
    let mut first = stranger.socket(&ada, &made.id).await?;
    let mut player = seated(&mut first, "m").await?;
    move_once(&mut first, &mut player).await?;
    let n = ada.look(&made.id).await?.n;
    let eve = target.stranger(1)?.guest("Eve").await?;
    let mut watcher = target.stranger(1)?.socket(&eve, &made.id).await?;
    let mut rival = stranger.socket(&bob, &made.id).await?;
    for (watches, seat) in [(true, 0), (false, 0), (false, 1), (false, 9)] {
        let socket = if watches { &mut watcher } else { &mut rival };
        socket.say(&back(seat, None)).await?;
        sent += 1;
        refused(socket).await?;
        stopped += 1;
    }
    ensure!(ada.look(&made.id).await?.n == n, "somebody else's move was taken back");
    rival.say(&ClientMsg::Resign { seat: 1 }).await?;
    // Two sockets are not heard in order: the end comes first.
    while !matches!(ada.look(&made.id).await?.table.status, Status::Over { .. }) {
        hear(&mut rival).await?;
    }
    first.say(&back(0, None)).await?;
    ensure!(refused(&mut first).await? == "over", "a move was taken back after the end");
    Ok(Outcome::new(sent + 1, stopped + 1, "one for each request, nobody else's"))
}

/// Against the computer, each request doubled over two sockets: one move is taken back.
async fn alone(target: &Target, stranger: &Stranger) -> Result<(usize, usize)> {
    let seats = vec![SeatPlan::Me, SeatPlan::Computer { level: Level::Random }];
    let me = stranger.guest("Undoer").await?;
    let made = me.make(TableConfig { seats, clock: Clock::None, ..load::config() }).await?;
    me.start(&made.id).await?;
    let mut socket = stranger.socket(&me, &made.id).await?;
    let mut other = stranger.socket(&me, &made.id).await?;
    let mut player = seated(&mut socket, "u").await?;
    let rounds = target.pick(3, 20);
    for round in 1..=rounds {
        move_once(&mut socket, &mut player).await?;
        let seen = Some(me.look(&made.id).await?.n);
        for socket in [&mut socket, &mut other] {
            socket.say(&back(0, seen)).await?;
            socket.say(&back(0, seen)).await?;
        }
        three_are_late((&mut socket, &mut other), &mut player).await?;
        let log = me.look(&made.id).await?.log;
        let times = log.iter().filter(|line| matches!(line.cause, Cause::TakenBack { .. })).count();
        ensure!(times == round, "{round} requests took {times} moves back");
        // Whoever sends as fast as it can is slowed down: not what is tried here.
        tokio::time::sleep(Duration::from_millis(200)).await;
    }
    Ok((4 * rounds, 3 * rounds))
}

/// Of four requests one is followed, and three are late.
async fn three_are_late(
    (socket, other): (&mut Socket, &mut Socket),
    player: &mut Player,
) -> Result<()> {
    let (mut late, mut back, mut ready) = (0, false, false);
    while late < 3 || !ready {
        let (heard, own) = tokio::select! {
            heard = hear(socket) => (heard?, true),
            heard = hear(other) => (heard?, false),
        };
        if own {
            player.hear(&heard);
            back |= matches!(&heard, ServerMsg::Table { cause: Cause::TakenBack { .. }, .. });
            ready |= back && matches!(&heard, ServerMsg::Choices(_));
        }
        if let ServerMsg::Refused { problem, .. } = heard {
            ensure!(problem.kind == "late", "{problem:?}");
            late += 1;
        }
    }
    Ok(())
}

async fn put(who: &Visitor, made: &Made, path: &str, body: &Value) -> Result<Option<String>> {
    let request = who.request(Method::PUT, &format!("/api/tables/{}{path}", made.id));
    refusal(request.json(body).send().await?).await
}

/// Changing somebody's waiting room, and one's own again and again.
pub async fn waiting_room(target: Target) -> Result<Outcome> {
    let owner = target.stranger(0)?.guest("Host").await?;
    let made = owner.make(load::config()).await?;
    let nuisance = target.stranger(1)?.guest("Nuisance").await?;
    let before = owner.look(&made.id).await?.n;
    let tries = [
        ("/plan", json!({ "name": "Mine" })),
        ("/plan", json!({ "plan": { "family": "city" } })),
        ("/seats/0", json!({ "kind": "computer", "level": "random" })),
        ("/seats/1", json!({ "kind": "link" })),
        ("/seats/0/colour", json!({ "colour": 1 })),
        ("/seats/1/colour", json!({ "colour": 1 })),
        ("/seats/0/colour", json!({ "colour": 99 })),
    ];
    let (mut sent, mut stopped) = (0, 0);
    for (path, body) in &tries {
        sent += 1;
        ensure!(put(&nuisance, &made, path, body).await?.is_some(), "{path} was taken");
        stopped += 1;
    }
    ensure!(owner.look(&made.id).await?.n == before, "the table has changed");
    let many = target.pick(60, 300);
    let mut bounded = 0;
    for number in 0..many {
        let name = json!({ "name": format!("Table {number}") });
        bounded += usize::from(put(&owner, &made, "/plan", &name).await?.is_some());
    }
    ensure!(bounded * 3 > many, "a waiting room was changed {} times", many - bounded);
    let friend = target.stranger(2)?.guest("Friend").await?;
    friend.sit(&made, 1).await?;
    owner.start(&made.id).await?;
    Ok(Outcome::new(sent + many, stopped + bounded, "the owner's alone, and bounded"))
}

/// The value of a seat that is sealed, for a round's commitment.
fn sealed(commitment: &str, seat: u8, number: u32) -> Result<(String, String)> {
    let text = format!("{number:032x}");
    let value = Share::parse(&text).ok_or_else(|| anyhow!("no value"))?;
    let commitment = Commitment::parse(commitment).ok_or_else(|| anyhow!("no commitment"))?;
    Ok((text, value.seal(commitment, seat).to_string()))
}

/// A rival who throws rounds away: it seals, hears the others' values, and shows nothing or
/// something else. It is stood up each time, sees another seed, and can change nothing meanwhile.
pub async fn grinding(target: Target) -> Result<Outcome> {
    let owner = target.stranger(0)?.guest("Host").await?;
    let made = owner.make(load::config()).await?;
    let rival = target.stranger(1)?.guest("Grinder").await?;
    let post = async |who: &Visitor, path: &str, body: Value| -> Result<Option<String>> {
        let request = who.request(Method::POST, &format!("/api/tables/{}{path}", made.id));
        refusal(request.json(&body).send().await?).await
    };
    let (mut sent, mut stopped, mut seeds) = (0, 0, Vec::new());
    for round in 1..=target.pick(1, 2) as u32 {
        let commitment = owner.look(&made.id).await?.table.draws.commitment;
        ensure!(!seeds.contains(&commitment), "the same seed came again");
        seeds.push(commitment.clone());
        let (own, hash) = sealed(&commitment, 0, round)?;
        post(&owner, "/seats/0", json!({ "hash": hash })).await?;
        let mut changes = 0;
        for number in 0..40 {
            let (_, hash) = sealed(&commitment, 1, 1000 + number)?;
            let taken = post(&rival, "/seats/1", json!({ "hash": hash })).await?.is_none();
            changes += usize::from(taken);
        }
        ensure!(changes < 30, "a share was changed {changes} times");
        ensure!(post(&owner, "/start", json!({})).await?.is_none(), "no start");
        ensure!(post(&owner, "/reveal", json!({ "values": { "0": own } })).await?.is_none(), "no");
        let other = json!({ "hash": "ab".repeat(32) });
        let wrong = json!({ "values": { "1": format!("{:032x}", 7) } });
        for (path, body) in [
            ("/seats/1", other),
            ("/seats/1", json!({ "value": format!("{:032x}", 7) })),
            ("/reveal", wrong),
            ("/reveal", json!({ "values": { "0": format!("{:032x}", 7) } })),
            ("/start", json!({})),
        ] {
            sent += 1;
            ensure!(post(&rival, path, body.clone()).await?.is_some(), "{path} {body} was taken");
            stopped += 1;
        }
        until_stood_up(&owner, &made).await?;
        sent += 40;
        stopped += 40 - changes;
    }
    ensure!(owner.look(&made.id).await?.you.seats == [0], "the owner lost its seat");
    let friend = target.stranger(2)?.guest("Friend").await?;
    friend.sit(&made, 1).await?;
    owner.start(&made.id).await?;
    Ok(Outcome::new(
        sent,
        stopped,
        format!("{} seeds, none chosen; the table begins", seeds.len() + 1),
    ))
}

async fn until_stood_up(owner: &Visitor, made: &Made) -> Result<()> {
    let begun = Instant::now();
    loop {
        let table = owner.look(&made.id).await?.table;
        let free = matches!(table.seats[1].sitter, Sitter::Nobody { .. });
        if free && table.status == Status::Open && table.draws.reveal_until.is_none() {
            return Ok(());
        }
        ensure!(begun.elapsed() < Duration::from_secs(25), "the rival still sits there");
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
}

/// A rival who leaves for good in the middle of a game: its name goes, the game stays.
pub async fn leaving(target: Target) -> Result<Outcome> {
    let stranger = target.stranger(0)?;
    let many = target.pick(2, 12);
    for number in 0..many {
        let name = format!("Runaway {number}");
        let (ada, bob) = (stranger.guest("Mallory").await?, stranger.guest(&name).await?);
        // At a table that is listed strangers talk in phrases.
        let found_by_link = TableConfig { visibility: Visibility::Link, ..load::config() };
        let made = ada.make(found_by_link).await?;
        bob.sit(&made, 1).await?;
        ada.start(&made.id).await?;
        let mut victim = stranger.socket(&ada, &made.id).await?;
        let mut player = seated(&mut victim, "v").await?;
        let mut gone = stranger.socket(&bob, &made.id).await?;
        gone.say(&ClientMsg::Chat { id: "1".into(), text: format!("{name} was here") }).await?;
        while !matches!(hear(&mut gone).await?, ServerMsg::Done { .. }) {}
        let left = bob.request(Method::DELETE, "/api/me").send().await?;
        ensure!(left.status().is_success(), "nobody may leave: {}", left.status());
        let told = serde_json::to_string(&ada.look(&made.id).await?)?;
        ensure!(!told.contains(&name), "the name of somebody who left is told");
        let ended = async { while gone.hear().await.is_ok() {} };
        ensure!(tokio::time::timeout(PATIENCE, ended).await.is_ok(), "it still listens");
        move_once(&mut victim, &mut player).await?;
    }
    Ok(Outcome::new(many, 0, "names go, the rivals' sockets and games stay"))
}

/// A watcher of the same name who wants the seat of a player in the next game.
pub async fn rematches(target: Target) -> Result<Outcome> {
    let stranger = target.stranger(0)?;
    let (made, ada, bob) = stranger.pair().await?;
    let eve = target.stranger(1)?.guest("Trudy").await?;
    let mut socket = stranger.socket(&bob, &made.id).await?;
    socket.say(&ClientMsg::Resign { seat: 1 }).await?;
    while ada.look(&made.id).await?.table.draws.seed.is_none() {
        hear(&mut socket).await?;
    }
    let path = format!("/api/tables/{}/rematch", made.id);
    let early = eve.request(Method::POST, &path).send().await?;
    ensure!(refusal(early).await?.is_some(), "a watcher asked for a rematch");
    let again = ada.request(Method::POST, &path).send().await?;
    let again: Made = crate::visitor::read(again).await?;
    let seats = ada.look(&again.id).await?.table.seats;
    let free = seats.iter().position(|seat| matches!(seat.sitter, Sitter::Nobody { .. }));
    let free = u8::try_from(free.ok_or_else(|| anyhow!("no seat is kept"))?)?;
    ensure!(eve.sit(&again, free).await.is_err(), "a watcher took a player's seat");
    bob.sit(&again, free).await?;
    ada.start(&again.id).await?;
    Ok(Outcome::new(2, 2, "seats are kept by identity, not by name"))
}
