//! What a socket may carry, and what it should not.

use std::time::{Duration, Instant};

use anyhow::{Result, anyhow, bail, ensure};
use protocol::client::Claim;
use protocol::{ClientMsg, OfferKind, ServerMsg};
use table::Dice;
use tokio::io::{AsyncReadExt, AsyncWriteExt};

use super::Outcome;
use super::stranger::{Target, seated};
use crate::socket::{Ended, Socket};

/// How long an answer may take.
const PATIENCE: Duration = Duration::from_secs(10);

const PIECES: &[&str] = &[
    "null",
    "-1",
    "256",
    "1e308",
    "18446744073709551616",
    "\"\"",
    "{}",
    "[]",
    "[[[[[[",
    "\\u0000",
    "\u{202e}",
    "0,-1 r9",
    "99999,99999 r1",
    "follower@",
    "follower>0,0",
    "gate@0,0:N",
    "tower:left",
    "\"t\":\"play\",",
    "é",
    "🏰",
    ",",
    "\"",
    "}",
    "\"t\":\"admin\"",
    "\"seat\":0,",
];

fn samples() -> Vec<String> {
    let words = || vec!["0,-1 r2".to_string(), "follower@city:S".to_string()];
    let messages = [
        ClientMsg::Draft { seat: 0, after: 5, words: words() },
        ClientMsg::Play { seat: 0, after: 5, id: "a-1".into(), words: words() },
        ClientMsg::Play { seat: 255, after: u64::MAX, id: "x".repeat(5000), words: vec![] },
        ClientMsg::Draft { seat: 0, after: 0, words: vec!["x".into(); 1000] },
        ClientMsg::Offer { seat: 1, kind: OfferKind::Draw, after: None },
        ClientMsg::Claim { seat: 0, away: 1, want: Claim::Win },
        ClientMsg::Return { seat: 0 },
        ClientMsg::Ping { at: 1 },
    ];
    let mut all: Vec<String> =
        messages.iter().filter_map(|message| serde_json::to_string(message).ok()).collect();
    all.push("[".repeat(10_000));
    all.push("{\"t\":".repeat(2000));
    all.push("{\"t\":\"play\",\"t\":\"chat\"}".to_string());
    all
}

async fn refused_or_end(socket: &mut Socket) -> Result<Option<String>> {
    loop {
        let heard = tokio::time::timeout(PATIENCE, socket.hear()).await;
        match heard.map_err(|_| anyhow!("no answer within {} s", PATIENCE.as_secs()))? {
            Ok(ServerMsg::Refused { problem, .. }) => return Ok(Some(problem.kind)),
            Ok(ServerMsg::Pong { .. } | ServerMsg::Draft(_)) => return Ok(None),
            Ok(_) => {}
            Err(Ended::Closed(Some(1008 | 1009))) => return Ok(Some("closed".into())),
            Err(ended) => bail!("the socket ended: {ended:?}"),
        }
    }
}

/// Broken messages at a table of one's own; each is answered, and the table plays on.
pub async fn words(target: Target) -> Result<Outcome> {
    let stranger = target.stranger(0)?;
    let (made, ada, bob) = stranger.pair().await?;
    let mut socket = stranger.socket(&ada, &made.id).await?;
    let (samples, mut dice) = (samples(), target.dice());
    let (mut sent, mut refused) = (0, 0);
    for _ in 0..target.pick(60, 400) {
        let sample = &samples[dice.below(samples.len() as u32) as usize];
        let mut letters: Vec<char> = sample.chars().collect();
        for _ in 0..=dice.below(3) {
            let at = dice.below(letters.len() as u32 + 1) as usize;
            let piece = PIECES[dice.below(PIECES.len() as u32) as usize];
            letters.splice(at..at, piece.chars());
        }
        let text: String = letters.into_iter().take(12_000).collect();
        socket.say_text(text).await?;
        // A question in between, for messages that need no answer.
        socket.say(&ClientMsg::Ping { at: 1 }).await?;
        sent += 2;
        for _ in 0..2 {
            match refused_or_end(&mut socket).await?.as_deref() {
                Some("closed") => socket = stranger.socket(&ada, &made.id).await?,
                Some(_) => refused += 1,
                None => {}
            }
            // Whoever sends as fast as it can is slowed down: not what is tried here.
            tokio::time::sleep(Duration::from_millis(30)).await;
        }
    }
    let mut other = stranger.socket(&bob, &made.id).await?;
    seated(&mut other, "t").await?;
    Ok(Outcome::new(sent, refused, "each answered, the table plays on"))
}

/// Acting for others, too early, too late and twice, at a table of one's own.
pub async fn turns(target: Target) -> Result<Outcome> {
    let stranger = target.stranger(0)?;
    let (made, ada, bob) = stranger.pair().await?;
    let mut watcher = target.stranger(1)?.watch(&target.table).await?;
    let mut rival = stranger.socket(&bob, &made.id).await?;
    let n = ada.look(&made.id).await?.n;
    let words = vec!["0,1 r0".to_string()];
    let tries = [
        ClientMsg::Play { seat: 0, after: n, id: "x".into(), words: words.clone() },
        ClientMsg::Play { seat: 0, after: 0, id: "x".into(), words: words.clone() },
        ClientMsg::Play { seat: 9, after: n, id: "x".into(), words: words.clone() },
        ClientMsg::Draft { seat: 0, after: n, words },
        ClientMsg::Resign { seat: 0 },
        ClientMsg::Offer { seat: 0, kind: OfferKind::Abort, after: None },
        ClientMsg::Decline { seat: 0 },
        ClientMsg::Claim { seat: 0, away: 1, want: Claim::Win },
        ClientMsg::Return { seat: 0 },
    ];
    let (mut sent, mut refused) = (0, 0);
    for message in tries.iter().cycle().take(target.pick(18, 90)) {
        for socket in [&mut watcher, &mut rival] {
            socket.say(message).await?;
            sent += 1;
            ensure!(refused_or_end(socket).await?.is_some(), "{message:?} was taken");
            refused += 1;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    ensure!(ada.look(&made.id).await?.n == n, "the table has changed");
    sent += doubled(&target, &made.id, &ada).await?;
    Ok(Outcome::new(sent, refused, "nothing changed; a doubled move is played once"))
}

/// The same move many times over two sockets: played once.
async fn doubled(target: &Target, table: &str, ada: &crate::Visitor) -> Result<usize> {
    let stranger = target.stranger(0)?;
    let before = ada.look(table).await?.n;
    let mut sockets = [stranger.socket(ada, table).await?, stranger.socket(ada, table).await?];
    let mut player = seated(&mut sockets[0], "a").await?;
    let mut message = None;
    while message.is_none() {
        let heard = sockets[0].hear().await.map_err(|ended| anyhow!("{ended:?}"))?;
        player.hear(&heard);
        message = player.decide();
    }
    while let Some(next) = message.take() {
        for socket in &mut sockets {
            for _ in 0..4 {
                socket.say(&next).await?;
            }
        }
        loop {
            let heard = sockets[0].hear().await.map_err(|ended| anyhow!("{ended:?}"))?;
            message = player.hear(&heard);
            if message.is_some() || !player.is_waiting() {
                break;
            }
        }
    }
    let played = ada.look(table).await?.n - before;
    ensure!(played == 1, "one move made {played} entries");
    Ok(16)
}

/// As many messages as the line carries: slowed down, then ended.
pub async fn flood(target: Target) -> Result<Outcome> {
    let stranger = target.stranger(0)?;
    let (made, ada, _) = stranger.pair().await?;
    let rounds = target.pick(2, 8);
    let (mut sent, mut ended) = (0, 0);
    for _ in 0..rounds {
        let mut socket = stranger.socket(&ada, &made.id).await?;
        let draft = ClientMsg::Draft { seat: 0, after: 0, words: vec![] };
        for _ in 0..5000 {
            sent += 1;
            if socket.say(&draft).await.is_err() {
                break;
            }
        }
        let closed = async { while socket.hear().await.is_ok() {} };
        ended += usize::from(tokio::time::timeout(PATIENCE, closed).await.is_ok());
    }
    ensure!(ended == rounds, "only {ended} of {rounds} floods were ended");
    Ok(Outcome::new(sent, ended, "each flood was ended"))
}

/// Watchers of the honest table who ask and never read.
pub async fn deaf(target: Target) -> Result<Outcome> {
    let many = target.pick(10, 60);
    let mut deaf = Vec::new();
    for number in 0..many {
        let stranger = target.stranger(number)?;
        let guest = stranger.guest("Deaf").await?;
        deaf.push(stranger.socket(&guest, &target.table).await?);
    }
    let begun = Instant::now();
    let (mut sent, mut refused) = (0, 0);
    while begun.elapsed() < Duration::from_secs(target.pick(1, 6) as u64) {
        for socket in &mut deaf {
            let ping = ClientMsg::Ping { at: 1 };
            let said = tokio::time::timeout(Duration::from_millis(5), socket.say(&ping)).await;
            sent += 1;
            refused += usize::from(!matches!(said, Ok(Ok(()))));
        }
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    Ok(Outcome::new(sent, refused, format!("{many} watchers who do not read")))
}

/// Frames that no client sends.
pub async fn frames(target: Target) -> Result<Outcome> {
    let stranger = target.stranger(0)?;
    let host = target.host();
    let hello = format!(
        "GET /api/tables/{}/socket HTTP/1.1\r\nHost: {host}\r\nOrigin: {}\r\nUpgrade: websocket\r\n\
         Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n\
         Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n",
        target.table, target.url
    );
    // A frame that is merely cut off is waited for, as long as for any sign of life.
    let frames: [&[u8]; 6] = [
        &[0x81, 0x05, b'h', b'e', b'l', b'l', b'o'],
        &[0x81, 0xff, 0x7f, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0, 0, 0, 0],
        &[0x01, 0x81, 0, 0, 0, 0, b'a', 0x81, 0x81, 0, 0, 0, 0, b'b'],
        &[0x80, 0x80, 0, 0, 0, 0],
        &[0x88, 0x81, 0, 0, 0, 0, 1],
        &[0x81, 0x82, 0, 0, 0, 0, 0xc3, 0x28],
    ];
    let (mut sent, mut refused, mut kept) = (0, 0, Vec::new());
    for (number, frame) in frames.iter().cycle().take(target.pick(6, 48)).enumerate() {
        let mut stream = stranger.connect().await?;
        stream.write_all(hello.as_bytes()).await?;
        stream.write_all(frame).await?;
        sent += 1;
        let ended = async {
            let mut heard = [0; 4096];
            while let Ok(size) = stream.read(&mut heard).await {
                if size == 0 {
                    break;
                }
            }
        };
        match tokio::time::timeout(PATIENCE, ended).await {
            Ok(()) => refused += 1,
            Err(_) => kept.push(number % frames.len()),
        }
    }
    ensure!(kept.is_empty(), "sockets with the broken frames {kept:?} were kept");
    Ok(Outcome::new(sent, refused, "each ended"))
}

/// Watchers who talk: players hear nothing of it before the end, and a flood is stopped.
pub async fn chatter(target: Target) -> Result<Outcome> {
    let many = target.pick(4, 20);
    let mut sockets = Vec::new();
    for number in 0..many {
        let stranger = target.stranger(number)?;
        let guest = stranger.guest("Chatty").await?;
        sockets.push(stranger.socket(&guest, &target.table).await?);
    }
    let (mut sent, mut refused) = (0, 0);
    for round in 0..target.pick(12, 25) {
        for socket in &mut sockets {
            let id = format!("{round}");
            let chat = ClientMsg::Chat { id: id.clone(), text: "spam".repeat(100) };
            socket.say(&chat).await?;
            sent += 1;
            loop {
                let heard = tokio::time::timeout(PATIENCE, socket.hear()).await?;
                match heard.map_err(|ended| anyhow!("{ended:?}"))? {
                    ServerMsg::Refused { .. } => {
                        refused += 1;
                        break;
                    }
                    ServerMsg::Done { id: done, .. } if done == id => break,
                    _ => {}
                }
            }
        }
    }
    ensure!(refused * 2 > sent, "only {refused} of {sent} were stopped");
    Ok(Outcome::new(sent, refused, "a flood of talk is stopped"))
}
