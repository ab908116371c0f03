//! Strangers who only read, and read, and read.

use std::time::{Duration, Instant};

use anyhow::{Result, ensure};
use reqwest::header::ACCEPT_ENCODING;
use table::Dice;
use tokio::task::JoinSet;

use super::Outcome;
use super::stranger::{Target, refusal};

/// Asks for paths from many addresses, so many at once; how many were refused.
async fn ask(target: &Target, paths: Vec<String>, addresses: usize) -> Result<(usize, usize)> {
    let sent = paths.len();
    let mut asking = JoinSet::new();
    let strangers: Vec<_> =
        (0..addresses).map(|number| target.stranger(number)).collect::<Result<_>>()?;
    let mut refused = 0;
    for (number, path) in paths.into_iter().enumerate() {
        let stranger = strangers[number % addresses].clone();
        asking.spawn(async move { refusal(stranger.get(&path).await?).await });
        if asking.len() >= 64
            && let Some(done) = asking.join_next().await
        {
            refused += usize::from(done??.is_some());
        }
    }
    while let Some(done) = asking.join_next().await {
        refused += usize::from(done??.is_some());
    }
    Ok((sent, refused))
}

/// Reads of a table that is being played: its players notice nothing.
pub async fn reads(target: Target) -> Result<Outcome> {
    let table = &target.table;
    let kinds = ["", "/record", "/replay", "/survey", "/picture.svg"];
    let many = target.pick(150, 1200);
    let paths: Vec<String> =
        (0..many).map(|n| format!("/api/tables/{table}{}", kinds[n % kinds.len()])).collect();
    let (sent, refused) = ask(&target, paths, 40).await?;
    Ok(Outcome::new(sent, refused, "from 40 addresses"))
}

/// One address asks for everything that is expensive; another one still gets its picture.
pub async fn pictures(target: Target) -> Result<Outcome> {
    let table = target.table.clone();
    let many = target.pick(24, 80);
    let paths: Vec<String> =
        (0..many).map(|n| format!("/api/tables/{table}/picture.png?night={}", n % 2)).collect();
    let flood = tokio::spawn({
        let target = target.clone();
        async move { ask(&target, paths, 1).await }
    });
    tokio::time::sleep(Duration::from_millis(100)).await;
    let begun = Instant::now();
    let other = target.stranger(300)?.get(&format!("/api/tables/{table}/picture.svg")).await?;
    let took = begun.elapsed();
    ensure!(other.status().is_success(), "another address got {}", other.status());
    ensure!(took < Duration::from_secs(10), "another address waited {took:?}");
    let (sent, refused) = flood.await??;
    Ok(Outcome::new(sent, refused, format!("another address waited {} ms", took.as_millis())))
}

/// Drawings with ever new parameters.
pub async fn drawings(target: Target) -> Result<Outcome> {
    let mut dice = target.dice();
    let paths: Vec<String> = (0..target.pick(200, 2000))
        .map(|n| {
            let (x, y, r) = (dice.below(40), dice.below(40), dice.below(4));
            match n % 5 {
                0 => format!("/art/tile/base/nothing/{r}/{x}/{y}?v={n}"),
                1 => format!("/art/walls.svg?v={n}&posts={x},{y}"),
                2 => format!("/art/tile/base/A/{r}/{x}/-{y}?v={n}&night=1"),
                3 => format!("/art/figure/follower/{}?v={n}", dice.below(9)),
                _ => format!("/art/tile/base/E/{r}/{x}/{y}?v={n}"),
            }
        })
        .collect();
    let (sent, refused) = ask(&target, paths, 10).await?;
    Ok(Outcome::new(sent, refused, "from 10 addresses"))
}

/// All records, packed and not: whole answers.
pub async fn records(target: Target) -> Result<Outcome> {
    let (mut sent, mut refused) = (0, 0);
    for number in 0..target.pick(20, 120) {
        let stranger = target.stranger(number % 6)?;
        let limit = [1, 100, 1000, 1_000_000][number % 4];
        let url = format!("{}/api/records?limit={limit}", target.url);
        let packed = if number % 2 == 0 { "gzip" } else { "identity" };
        let response = stranger.http.get(url).header(ACCEPT_ENCODING, packed).send().await?;
        sent += 1;
        if response.status().is_success() {
            // An answer that is cut off is an error here.
            response.bytes().await?;
        } else {
            refused += usize::from(refusal(response).await?.is_some());
        }
    }
    Ok(Outcome::new(sent, refused, "whole answers"))
}
