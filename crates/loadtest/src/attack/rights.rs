//! Rights that are over, too small, or somebody else's.

use std::time::{Duration, Instant};

use anyhow::{Result, anyhow, ensure};
use protocol::{ClientMsg, Token};
use reqwest::header::{AUTHORIZATION, COOKIE, ORIGIN};
use reqwest::{Method, StatusCode};
use serde_json::json;

use super::Outcome;
use super::stranger::{Target, refusal};
use crate::load;
use crate::socket::Socket;
use crate::visitor;

/// How soon a right that has ended is of no use any more.
const AT_ONCE: Duration = Duration::from_secs(3);

/// A thief with somebody's cookie, who keeps what is open when its owner logs out everywhere.
pub async fn stolen_sessions(target: Target) -> Result<Outcome> {
    let home = target.stranger(0)?;
    let thief = target.stranger(1)?;
    let many = target.pick(1, 5);
    let mut refused = 0;
    for _ in 0..many {
        let (made, ada, bob) = home.pair().await?;
        let mut rival = home.socket(&bob, &made.id).await?;
        let mut stolen = thief.socket(&ada, &made.id).await?;
        let lobby = format!("{}/api/lobby", target.url);
        let mut feed = thief.http.get(lobby).header(COOKIE, ada.cookie()).send().await?;
        let out = ada.request(Method::POST, "/api/logout/everywhere").send().await?;
        ensure!(out.status().is_success(), "no log-out: {}", out.status());
        let ended = async {
            while stolen.hear().await.is_ok() {}
            while let Ok(Some(_)) = feed.chunk().await {}
        };
        let ended = tokio::time::timeout(AT_ONCE, ended).await;
        ensure!(ended.is_ok(), "a stolen socket outlives its session");
        let path = format!("{}/api/tables", target.url);
        let made_by =
            thief.http.post(path).header(COOKIE, ada.cookie()).header(ORIGIN, &target.url);
        let tried = made_by.json(&json!({ "config": load::config() })).send().await?;
        ensure!(tried.status() == StatusCode::UNAUTHORIZED, "a dead cookie: {}", tried.status());
        refused += 3;
        rival.say(&ClientMsg::Ping { at: 1 }).await?;
        let heard = tokio::time::timeout(AT_ONCE, rival.hear()).await;
        ensure!(matches!(heard, Ok(Ok(_))), "the rival's socket ended, too");
    }
    Ok(Outcome::new(3 * many, refused, "all of it ends at once, nobody else's"))
}

/// A program whose token may read, and tries to do more.
pub async fn scopes(target: Target) -> Result<Outcome> {
    let stranger = target.stranger(0)?;
    let (made, ada, _) = stranger.pair().await?;
    let body = json!({ "name": "reader", "scopes": ["read"] });
    let token = ada.request(Method::POST, "/api/me/tokens").json(&body).send().await?;
    let token: Token = visitor::read(token).await?;
    let bearer = format!("Bearer {}", token.token);
    let (mut sent, mut refused) = (0, 0);
    let table = format!("/api/tables/{}", made.id);
    for (method, path, body) in [
        (Method::POST, "/api/tables".to_string(), json!({ "config": load::config() })),
        (Method::POST, format!("{table}/start"), json!({})),
        (Method::POST, format!("{table}/seats/1"), json!({})),
        (Method::PUT, format!("{table}/plan"), json!({ "name": "x" })),
        (Method::POST, "/api/guest".to_string(), json!({ "name": "Other" })),
        (
            Method::POST,
            "/api/me/tokens".to_string(),
            json!({ "name": "more", "scopes": ["account"] }),
        ),
        (Method::POST, "/api/logout/everywhere".to_string(), json!({})),
        (Method::DELETE, "/api/me".to_string(), json!({})),
        (Method::GET, "/api/me/export".to_string(), json!({})),
    ] {
        let url = format!("{}{path}", target.url);
        let request = stranger.http.request(method, url).header(AUTHORIZATION, &bearer);
        sent += 1;
        let kind = refusal(request.json(&body).send().await?).await?;
        ensure!(kind.as_deref() == Some("scope"), "{path} was answered {kind:?}");
        refused += 1;
    }
    let url = format!("{}{table}/socket", target.url);
    let headers = [("authorization".to_string(), bearer)];
    let mut socket = Socket::open_on(stranger.connect().await?, &url, &headers).await?;
    let n = ada.look(&made.id).await?.n;
    socket.say(&ClientMsg::Resign { seat: 0 }).await?;
    socket.say(&ClientMsg::Chat { id: "1".into(), text: "hello".into() }).await?;
    let mut told = 0;
    while told < 2 {
        let heard = tokio::time::timeout(AT_ONCE, socket.hear()).await?;
        let heard = heard.map_err(|ended| anyhow!("{ended:?}"))?;
        told += usize::from(matches!(heard, protocol::ServerMsg::Refused { .. }));
    }
    ensure!(ada.look(&made.id).await?.n == n, "a token that reads has acted");
    Ok(Outcome::new(sent + 2, refused + 2, "a token that reads does nothing else"))
}

/// The number of tables in memory, as the server counts them.
async fn tables_in_memory(target: &Target) -> Result<usize> {
    let text = target.stranger(9)?.get("/metrics").await?.text().await?;
    let line = text.lines().find_map(|line| line.strip_prefix("trencavel_tables "));
    let number = line.ok_or_else(|| anyhow!("no trencavel_tables in {text}"))?;
    Ok(number.trim().parse::<f64>()? as usize)
}

/// Tables that nobody uses, and strangers who look at them all the time: they rest all the same.
pub async fn insomnia(target: Target) -> Result<Outcome> {
    let maker = target.stranger(0)?.guest("Maker").await?;
    let many = target.pick(10, 100);
    let before = tables_in_memory(&target).await?;
    let mut tables = Vec::new();
    for _ in 0..many {
        tables.push(maker.make(load::config()).await?);
    }
    let stranger = target.stranger(1)?;
    let nobody = stranger.guest("Restless").await?;
    let (mut sent, mut refused, begun) = (0, 0, Instant::now());
    loop {
        for made in &tables {
            let path = format!("/api/tables/{}", made.id);
            stranger.get(&path).await?;
            stranger.get(&format!("{path}/record")).await?;
            // Refused: neither the seat nor the table is its own.
            let sit = nobody.request(Method::POST, &format!("{path}/seats/0")).json(&json!({}));
            refused += usize::from(refusal(sit.send().await?).await?.is_some());
            sent += 3;
        }
        let rename =
            nobody.request(Method::POST, "/api/guest").json(&json!({ "name": "Restless" }));
        rename.send().await?;
        if tables_in_memory(&target).await? < before + many / 2 {
            return Ok(Outcome::new(
                sent,
                refused,
                format!("at rest after {} s", begun.elapsed().as_secs()),
            ));
        }
        ensure!(begun.elapsed() < Duration::from_secs(45), "tables that nobody uses stay awake");
    }
}

/// Records to begin from that are too long, of another game, or no records.
pub async fn openings(target: Target) -> Result<Outcome> {
    let guest = target.stranger(0)?.guest("Opener").await?;
    let head = "[Trencavel \"1\"]\n[Family \"country\"]\n[Seats \"2\"]\n\n";
    let tries = [
        format!("{head}{}", "1. base/D 0,-1 r0 none ".repeat(3000)),
        format!("{head}{{{}", "comment ".repeat(5000)),
        format!("{head}{}", "{".repeat(3000)),
        "[Trencavel \"1\"]\n[Family \"city\"]\n[Seats \"2\"]\n\n".to_string(),
        "[Trencavel \"1\"]\n[Family \"country\"]\n[Seats \"6\"]\n\n".to_string(),
        format!("{head}1. base/Z"),
        "\u{0}".repeat(1000),
    ];
    let mut refused = 0;
    let rounds = target.pick(1, 10);
    for text in tries.iter().cycle().take(rounds * tries.len()) {
        let mut config = serde_json::to_value(load::config())?;
        config["from"] = text.as_str().into();
        let request = guest.request(Method::POST, "/api/tables").json(&json!({ "config": config }));
        let kind = refusal(request.send().await?).await?;
        ensure!(kind.is_some(), "a table began from {} bytes", text.len());
        refused += 1;
    }
    Ok(Outcome::new(refused, refused, "none begins a table"))
}
