//! Pages of other sites, hosts of other names, people of other people's names.

use anyhow::{Result, ensure};
use reqwest::header::{COOKIE, HOST, ORIGIN};
use reqwest::{Method, StatusCode};
use serde_json::json;

use super::Outcome;
use super::stranger::{Target, refusal, register};
use crate::socket::Socket;

/// A page of another site, in a browser that has our cookie; or a name that points to us.
pub async fn foreign(target: Target) -> Result<Outcome> {
    let stranger = target.stranger(0)?;
    let guest = stranger.guest("Victim").await?;
    let evil = "http://evil.example";
    let port = target.host().rsplit(':').next().unwrap_or("80").to_string();
    let rebound = format!("evil.example:{port}");
    let (mut sent, mut refused) = (0, 0);
    for path in ["/api/guest", "/api/tables", "/api/logout/everywhere", "/api/me/tokens"] {
        let url = format!("{}{path}", target.url);
        let plain = || stranger.http.post(&url).header(COOKIE, guest.cookie()).json(&json!({}));
        let tries = [
            plain().header(ORIGIN, evil),
            plain().header(ORIGIN, "null"),
            plain().header("sec-fetch-site", "cross-site"),
            // DNS rebinding: to the browser the page and the server are the same site.
            plain().header(HOST, &rebound).header("sec-fetch-site", "same-origin"),
            plain().header(HOST, &rebound).header(ORIGIN, format!("http://{rebound}")),
        ];
        for request in tries {
            sent += 1;
            let response = request.send().await?;
            let status = response.status();
            let kind = refusal(response).await?;
            ensure!(
                kind.is_some() && status != StatusCode::UNAUTHORIZED,
                "{path} was taken: {status}"
            );
            refused += 1;
        }
    }
    for (host, origin) in [(target.host(), evil), (rebound.as_str(), target.url.as_str())] {
        let headers = [
            ("host".to_string(), host.to_string()),
            ("origin".to_string(), origin.to_string()),
            ("cookie".to_string(), guest.cookie().to_string()),
        ];
        let url = format!("{}/api/tables/{}/socket", target.url, target.table);
        let opened = Socket::open_on(stranger.connect().await?, &url, &headers).await;
        sent += 1;
        ensure!(opened.is_err(), "a socket from {origin} to {host} was let in");
        refused += 1;
    }
    let me = guest.request(Method::GET, "/api/me").send().await?;
    ensure!(me.status() == StatusCode::OK, "the victim was logged out: {}", me.status());
    // What is for this machine alone is not told through a proxy.
    let numbers = stranger.http.get(format!("{}/metrics", target.url));
    let numbers = numbers.header("x-forwarded-for", "192.0.2.7").send().await?;
    ensure!(refusal(numbers).await?.is_some(), "/metrics was told through a proxy");
    sent += 1 + forged_addresses(&target).await?;
    Ok(Outcome::new(sent, refused, "no foreign page acts, no forged address counts"))
}

/// Addresses in headers that only a proxy of ours may set do not lift the limits.
async fn forged_addresses(target: &Target) -> Result<usize> {
    let stranger = target.stranger(1)?;
    let most = 20_000;
    for number in 0..most {
        let forged = format!("10.{}.{}.{}", number / 65_536, number / 256 % 256, number % 256);
        let url = format!("{}/api/guest", target.url);
        let request = stranger.http.post(url).header(ORIGIN, &target.url);
        let request = request.header("x-forwarded-for", &forged).header("forwarded", forged);
        let response = request.json(&json!({ "name": "Mallory" })).send().await?;
        if response.status() == StatusCode::TOO_MANY_REQUESTS {
            return Ok(number + 1);
        }
    }
    anyhow::bail!("{most} guests came from one address under forged ones")
}

/// Names that pass for the name of an account.
pub async fn names(target: Target) -> Result<Outcome> {
    let stranger = target.stranger(0)?;
    let guest = stranger.guest("Somebody").await?;
    let name = format!("Paolo {}", target.seed % 1000);
    let account = register(&guest, &name, "a long password").await?;
    let digits = name.trim_start_matches("Paolo ").to_string();
    let twins = [
        format!("paolo {digits}"),
        format!("Ｐaolo {digits}"),
        format!("Pаolo {digits}"),
        format!("Раolo {digits}"),
        format!("Paoⅼo {digits}"),
        format!("Pa\u{200b}olo {digits}"),
        format!("\u{202e}Paolo {digits}"),
        format!("Paolo\u{00a0}{digits}"),
        format!("Paolo {digits}\u{fe0f}"),
        format!("𝐏aolo {digits}"),
    ];
    let mut refused = 0;
    for (number, twin) in twins.iter().enumerate() {
        let twin_guest = target.stranger(1 + number % 3)?.guest(twin).await;
        ensure!(twin_guest.is_err(), "{twin:?} passes for {name}");
        refused += 1;
    }
    let me = account.request(Method::GET, "/api/me").send().await?;
    ensure!(me.status() == StatusCode::OK, "the account was logged out");
    Ok(Outcome::new(twins.len(), refused, "nobody passes for an account"))
}
