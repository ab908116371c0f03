//! Strangers who ask for what costs the server most: films, thoughts, folds of long games.

use std::time::{Duration, Instant};

use anyhow::{Result, ensure};
use protocol::{Cause, ClientMsg, Clock, Made, SeatPlan, ServerMsg, Switch, TableConfig};
use reqwest::Method;
use serde_json::{Value, json};
use tokio::task::JoinSet;

use super::Outcome;
use super::rivals::{back, hear, move_once};
use super::stranger::{Stranger, Target, refusal, seated};
use crate::load;
use crate::visitor::Visitor;

/// Tables of one person each, who moves and takes back as fast as it is answered.
const UNDOERS: usize = 4;

/// Pages of tables that do not exist: whoever comes to make one finds the door open.
pub async fn wanderers(target: Target) -> Result<Outcome> {
    let many = target.pick(200, 3000);
    let mut asking = JoinSet::new();
    let strangers: Vec<Stranger> = (0..8).map(|one| target.stranger(one)).collect::<Result<_>>()?;
    let mut refused = 0;
    for number in 0..many {
        let stranger = strangers[number % strangers.len()].clone();
        let kind = ["/t/", "/api/tables/"][number % 2];
        let path = format!("{kind}nowhere{number:08}");
        asking.spawn(async move { refusal(stranger.get(&path).await?).await });
        if asking.len() >= 128
            && let Some(done) = asking.join_next().await
        {
            refused += usize::from(done??.is_some());
        }
    }
    while let Some(done) = asking.join_next().await {
        refused += usize::from(done??.is_some());
    }
    Ok(Outcome::new(many, refused, "from 8 addresses"))
}

/// A game of a few moves that is over.
async fn finished(stranger: &Stranger) -> Result<(Made, Visitor)> {
    let seats = vec![SeatPlan::Me, SeatPlan::Screen { name: "Other".into() }];
    let me = stranger.guest("Filmer").await?;
    let made = me.make(TableConfig { seats, clock: Clock::None, ..load::config() }).await?;
    me.start(&made.id).await?;
    let mut socket = stranger.socket(&me, &made.id).await?;
    let mut player = seated(&mut socket, "f").await?;
    for _ in 0..4 {
        move_once(&mut socket, &mut player).await?;
    }
    socket.say(&ClientMsg::Resign { seat: 0 }).await?;
    while !player.over {
        let heard = hear(&mut socket).await?;
        player.hear(&heard);
    }
    Ok((made, me))
}

/// Films of a finished game for one address; another one gets its own.
pub async fn films(target: Target) -> Result<Outcome> {
    let (one, other) = (target.stranger(0)?, target.stranger(300)?);
    let (long, _) = finished(&one).await?;
    let (own, _) = finished(&other).await?;
    let many = target.pick(8, 40);
    let mut asking = JoinSet::new();
    for number in 0..many {
        let path = format!("/api/tables/{}/picture.gif?night={}", long.id, number % 2);
        let stranger = one.clone();
        asking.spawn(async move { refusal(stranger.get(&path).await?).await });
    }
    let begun = Instant::now();
    let film = other.get(&format!("/api/tables/{}/picture.gif", own.id)).await?;
    ensure!(film.status().is_success(), "another address got {}", film.status());
    let waited = begun.elapsed();
    let mut refused = 0;
    while let Some(done) = asking.join_next().await {
        refused += usize::from(done??.is_some());
    }
    Ok(Outcome::new(many, refused, format!("another address waited {} ms", waited.as_millis())))
}

/// Everything that lets the server think or play a game again, from one address.
pub async fn thoughts(target: Target) -> Result<Outcome> {
    let stranger = target.stranger(0)?;
    let (made, me) = finished(&stranger).await?;
    let record = stranger.get(&format!("/api/tables/{}/record", made.id)).await?.text().await?;
    let evaluate = json!({ "at": { "record": record }, "nodes": 200 });
    let tries: Vec<Vec<String>> = (0..20).map(|n| vec![format!("{n},{n} r1")]).collect();
    let why = json!({ "tries": tries });
    let report = json!({ "table": made.id, "n": 1, "difference": "x".repeat(500) });
    let kept = json!({ "log": [], "secret": "00" });
    let asks: [(Method, String, Value); 6] = [
        (Method::POST, "/api/evaluate".into(), evaluate),
        (Method::POST, format!("/api/tables/{}/why", target.table), why),
        (Method::POST, "/api/shadow".into(), report),
        (Method::POST, "/api/games".into(), kept),
        (Method::POST, format!("/api/tables/{}/analysis", made.id), json!({})),
        (Method::GET, format!("/api/tables/{}/analysis", made.id), json!({})),
    ];
    let many = target.pick(60, 600);
    let (mut asking, mut refused) = (JoinSet::new(), 0);
    for number in 0..many {
        let (method, path, body) = &asks[number % asks.len()];
        let request = me.request(method.clone(), path).json(body);
        asking.spawn(async move { refusal(request.send().await?).await });
        if asking.len() >= 24
            && let Some(done) = asking.join_next().await
        {
            refused += usize::from(done??.is_some());
        }
    }
    while let Some(done) = asking.join_next().await {
        refused += usize::from(done??.is_some());
    }
    let talked = talk(&target, &stranger).await?;
    Ok(Outcome::new(many + talked.0, refused + talked.1, "thoughts for one address"))
}

/// Hints and thoughts over the socket of a table that is being played by others.
async fn talk(target: &Target, stranger: &Stranger) -> Result<(usize, usize)> {
    let watcher = stranger.guest("Asker").await?;
    let mut socket = stranger.socket(&watcher, &target.table).await?;
    let (words, after) = (vec!["0,1 r0".to_string()], 1);
    let messages = [
        ClientMsg::Hint { seat: 0, after, words: vec![] },
        ClientMsg::Thinks { on: true },
        ClientMsg::Thought { seat: 0, after, words },
    ];
    let many = target.pick(9, 60);
    let mut refused = 0;
    for number in 0..many {
        socket.say(&messages[number % messages.len()]).await?;
        if number % messages.len() == 0 {
            while !matches!(hear(&mut socket).await?, ServerMsg::Refused { .. }) {}
            refused += 1;
        }
        // Whoever sends as fast as it can is slowed down: not what is tried here.
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    Ok((many, refused))
}

/// Long games that are folded again and again, because moves are taken back.
pub async fn undo_flood(target: Target) -> Result<Outcome> {
    let mut undoing = JoinSet::new();
    for number in 0..UNDOERS {
        let stranger = target.stranger(number)?;
        undoing.spawn(undo(stranger, target.pick(15, 230)));
    }
    let (mut sent, mut refused) = (0, 0);
    while let Some(done) = undoing.join_next().await {
        let (own, stopped) = done??;
        sent += own;
        refused += stopped;
    }
    Ok(Outcome::new(sent, refused, format!("at {UNDOERS} tables")))
}

/// Three messages a round: as fast as a socket's credit lasts, for what is refused costs nothing,
/// and a move that was refused is not asked for again.
const ROUND: Duration = Duration::from_millis(160);

async fn undo(stranger: Stranger, times: usize) -> Result<(usize, usize)> {
    let seats = vec![SeatPlan::Me, SeatPlan::Screen { name: "Other".into() }];
    let me = stranger.guest("Undoer").await?;
    let takeback = Some(Switch::On);
    let config = TableConfig { seats, clock: Clock::None, takeback, ..load::config() };
    let made = me.make(config).await?;
    me.start(&made.id).await?;
    let mut socket = stranger.socket(&me, &made.id).await?;
    let mut player = seated(&mut socket, "u").await?;
    for _ in 0..10 {
        move_once(&mut socket, &mut player).await?;
    }
    let mut refused = 0;
    let mut rounds = tokio::time::interval(ROUND);
    for _ in 0..times {
        rounds.tick().await;
        move_once(&mut socket, &mut player).await?;
        socket.say(&back(0, None)).await?;
        let mut taken_back = false;
        loop {
            let heard = hear(&mut socket).await?;
            player.hear(&heard);
            match heard {
                ServerMsg::Table { cause: Cause::TakenBack { .. }, .. } => taken_back = true,
                ServerMsg::Choices(_) if taken_back => break,
                ServerMsg::Refused { .. } => {
                    refused += 1;
                    break;
                }
                _ => {}
            }
        }
    }
    Ok((times, refused))
}
