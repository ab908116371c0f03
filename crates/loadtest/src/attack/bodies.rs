//! Requests that are well-formed HTTP and nothing else.

use anyhow::{Context, Result};
use reqwest::Method;
use reqwest::header::{CONTENT_TYPE, ORIGIN};
use serde_json::Value;
use table::Dice;

use super::Outcome;
use super::stranger::{Stranger, Target, refusal};

/// The paths of the server's own description, with something in the place of each parameter.
async fn paths(stranger: &Stranger, table: &str) -> Result<Vec<(String, Vec<String>)>> {
    let api: Value = stranger.get("/api/openapi.json").await?.json().await?;
    let paths = api["paths"].as_object().context("the description has paths")?;
    let told = paths.iter().map(|(path, methods)| {
        let methods = methods.as_object().map(|m| m.keys().cloned().collect()).unwrap_or_default();
        (path.replace("{id}", table), methods)
    });
    Ok(told.collect())
}

/// Every route with every method, and nonsense in the place of ids and parameters.
pub async fn routes(target: Target) -> Result<Outcome> {
    let stranger = target.stranger(0)?;
    let (mut sent, mut refused) = (0, 0);
    let nonsense = ["abc", "-1", "99999999999999999999", "%00", "%F0%9F%8F%B0"];
    for (path, known) in paths(&stranger, &target.table).await? {
        for method in [Method::GET, Method::POST, Method::PUT, Method::DELETE, Method::PATCH] {
            let filled = nonsense.iter().take(target.pick(2, 5));
            for (number, nonsense) in filled.enumerate() {
                let path = fill(&path, nonsense);
                let from = target.stranger(1 + number)?;
                let url = format!("{}{path}?limit={nonsense}&since={nonsense}", target.url);
                let request = from.http.request(method.clone(), url).header(ORIGIN, &target.url);
                let response = request.send().await?;
                sent += 1;
                let is_known =
                    known.iter().any(|known| method.as_str().eq_ignore_ascii_case(known));
                let kind = refusal(response).await?;
                anyhow::ensure!(kind.is_some() || is_known, "{method} {path} was taken");
                refused += usize::from(kind.is_some());
            }
        }
    }
    Ok(Outcome::new(sent, refused, "all refusals are problem documents"))
}

fn fill(path: &str, nonsense: &str) -> String {
    let mut filled = String::new();
    let mut rest = path;
    while let Some((before, after)) = rest.split_once('{') {
        filled.push_str(before);
        filled.push_str(nonsense);
        rest = after.split_once('}').map_or("", |(_, rest)| rest);
    }
    filled + rest
}

fn nasty() -> Vec<String> {
    let deep = |open: &str, close: &str, n: usize| open.repeat(n) + &close.repeat(n);
    let mut all = vec![
        String::new(),
        "null".into(),
        "{".into(),
        "\"".into(),
        "[]".into(),
        "{}".into(),
        "{\"name\":1}".into(),
        "{\"name\":\"a\",\"name\":\"b\"}".into(),
        "{\"name\":\"\\ud800\"}".into(),
        "{\"name\":\"a\",\"admin\":true}".into(),
        "{\"config\":null}".into(),
        "{\"record\":\"[Trencavel \\\"1\\\"]\\n[Seats \\\"99999999999\\\"]\\n\"}".into(),
        "{\"record\":\"\",\"words\":-1,\"then\":[]}".into(),
        "1e999".into(),
        deep("[", "]", 5000),
        deep("{\"a\":", "}", 5000),
        format!("{{\"name\":\"{}\"}}", "x".repeat(60_000)),
        format!("{{\"record\":\"{}\"}}", "[Family \\\"country\\\"]\\n".repeat(2000)),
    ];
    let seats = format!("[{}]", vec!["{\"kind\":\"me\"}"; 2000].join(","));
    all.push(format!("{{\"config\":{{\"plan\":{{\"family\":\"country\"}},\"seats\":{seats}}}}}"));
    let options = vec!["[\"OPT-FARMERS\",\"off\"]"; 2000].join(",");
    all.push(format!(
        "{{\"config\":{{\"plan\":{{\"family\":\"country\",\"options\":[{options}]}},\"seats\":[]}}}}"
    ));
    all
}

/// Nonsense to every route that takes a body.
pub async fn bodies(target: Target) -> Result<Outcome> {
    let stranger = target.stranger(0)?;
    let guest = stranger.guest("Mallory").await?;
    let (nasty, mut dice) = (nasty(), target.dice());
    let (mut sent, mut refused) = (0, 0);
    for (path, methods) in paths(&stranger, &target.table).await? {
        let posts = methods.iter().any(|method| method == "post");
        // Leaving would end the guest, and the limits on tries are another attack's business.
        if !posts || path.contains("logout") {
            continue;
        }
        let path = fill(&path, "1");
        for _ in 0..target.pick(5, 25) {
            let body = nasty[dice.below(nasty.len() as u32) as usize].clone();
            let request = guest.request(Method::POST, &path);
            let request = request.header(CONTENT_TYPE, "application/json").body(body);
            sent += 1;
            refused += usize::from(refusal(request.send().await?).await?.is_some());
        }
    }
    let huge = guest.request(Method::POST, "/api/tables").header(CONTENT_TYPE, "application/json");
    let huge = huge.body(vec![b'['; 8 << 20]).send().await;
    // The server may hang up before it has read eight megabytes: that is a refusal, too.
    let kind = match huge {
        Ok(response) => refusal(response).await?,
        Err(_) => Some("cut".into()),
    };
    anyhow::ensure!(kind.is_some(), "eight megabytes were taken");
    Ok(Outcome::new(sent + 1, refused + 1, "all refusals are problem documents"))
}
