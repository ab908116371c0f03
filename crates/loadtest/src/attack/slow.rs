//! Strangers who take their time, and those who do not wait for the answer.

use std::time::{Duration, Instant};

use anyhow::{Result, ensure};
use reqwest::Method;
use serde_json::json;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::task::JoinSet;

use super::Outcome;
use super::stranger::Target;

/// By when a connection that does not get on with its request is closed.
const CLOSED_BY: Duration = Duration::from_secs(25);

/// Feeds a connection letter by letter until the server closes it; `false` if it never does.
async fn feed(mut stream: TcpStream, head: String, drip: &'static [u8]) -> bool {
    let begun = Instant::now();
    if stream.write_all(head.as_bytes()).await.is_err() {
        return true;
    }
    let mut heard = [0; 512];
    while begun.elapsed() < CLOSED_BY {
        tokio::select! {
            read = stream.read(&mut heard) => match read {
                Ok(0) | Err(_) => return true,
                Ok(_) => {}
            },
            () = tokio::time::sleep(Duration::from_millis(400)) => {
                if stream.write_all(drip).await.is_err() {
                    return true;
                }
            }
        }
    }
    false
}

async fn feed_many(target: &Target, head: &str, drip: &'static [u8]) -> Result<Outcome> {
    let many = target.pick(30, 400);
    let mut feeding = JoinSet::new();
    let mut refused = 0;
    for number in 0..many {
        match target.stranger(number % 4)?.connect().await {
            Ok(stream) => drop(feeding.spawn(feed(stream, head.to_string(), drip))),
            Err(_) => refused += 1,
        }
    }
    while let Some(closed) = feeding.join_next().await {
        ensure!(closed?, "a connection was kept for {} s", CLOSED_BY.as_secs());
        refused += 1;
    }
    Ok(Outcome::new(many, refused, "all closed in time"))
}

/// Headers that never end.
pub async fn headers(target: Target) -> Result<Outcome> {
    let head = format!("GET / HTTP/1.1\r\nHost: {}\r\nX-Slow: ", target.host());
    feed_many(&target, &head, b"a").await
}

/// Bodies that never end.
pub async fn bodies(target: Target) -> Result<Outcome> {
    let host = target.host();
    let head = format!(
        "POST /api/guest HTTP/1.1\r\nHost: {host}\r\nOrigin: http://{host}\r\n\
         Content-Type: application/json\r\nContent-Length: 60000\r\n\r\n{{\"name\": \""
    );
    feed_many(&target, &head, b"a").await
}

/// Connections that say nothing: there is room for others all the same.
pub async fn silence(target: Target) -> Result<Outcome> {
    let many = target.pick(300, 3000);
    let mut kept = Vec::new();
    let mut refused = 0;
    for number in 0..many {
        match target.stranger(number / 100)?.connect().await {
            Ok(stream) => kept.push(stream),
            Err(_) => refused += 1,
        }
    }
    let late = target.stranger(400)?.get("/api/menu").await?;
    ensure!(late.status().is_success(), "nobody gets in beside silent connections");
    for stream in &mut kept {
        let mut heard = [0; 1];
        let closed = tokio::time::timeout(Duration::from_millis(1), stream.read(&mut heard)).await;
        refused += usize::from(matches!(closed, Ok(Ok(0) | Err(_))));
    }
    Ok(Outcome::new(many, refused, "others get in"))
}

/// Expensive requests whose sender hangs up at once: the work they began stays bounded.
pub async fn hang_ups(target: Target) -> Result<Outcome> {
    let many = target.pick(60, 600);
    let mut sent = 0;
    for number in 0..many {
        let stranger = target.stranger(number % 20)?;
        let (host, table) = (target.host(), &target.table);
        let body = json!({ "name": "nobody", "password": "wrong password" }).to_string();
        let request = match number % 4 {
            0 => format!("GET /api/tables/{table}/picture.png HTTP/1.1\r\nHost: {host}\r\n\r\n"),
            1 => format!("GET /api/tables/{table}/picture.gif HTTP/1.1\r\nHost: {host}\r\n\r\n"),
            2 => format!("GET /api/tables/{table}/replay HTTP/1.1\r\nHost: {host}\r\n\r\n"),
            _ => format!(
                "{} /api/login HTTP/1.1\r\nHost: {host}\r\nOrigin: http://{host}\r\n\
                 Content-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
                Method::POST,
                body.len()
            ),
        };
        if let Ok(mut stream) = stranger.connect().await {
            // It is gone as soon as it has spoken.
            let _ = stream.write_all(request.as_bytes()).await;
            sent += 1;
        }
    }
    let begun = Instant::now();
    let picture = format!("/api/tables/{}/picture.svg", target.table);
    let picture = target.stranger(400)?.get(&picture).await?;
    ensure!(picture.status().is_success(), "no picture after hang-ups: {}", picture.status());
    ensure!(begun.elapsed() < Duration::from_secs(15), "a picture took {:?}", begun.elapsed());
    Ok(Outcome::new(sent, 0, format!("a picture after {} ms", begun.elapsed().as_millis())))
}
