//! Many identities, and people who use what they may use until others cannot.

use std::time::{Duration, Instant};

use anyhow::{Result, anyhow, ensure};
use protocol::{ServerMsg, Status};
use reqwest::header::ORIGIN;
use reqwest::{Method, StatusCode};
use serde_json::json;
use tokio::task::JoinSet;

use super::Outcome;
use super::stranger::{Target, refusal, register};
use crate::load;
use crate::socket::Socket;
use crate::visitor::Visitor;

/// A crowd of guests from one address: bounded, and the next address gets in.
pub async fn guests(target: Target) -> Result<Outcome> {
    let stranger = target.stranger(0)?;
    let most = target.pick(400, 3000);
    let mut refused = 0;
    for number in 0..most {
        refused += usize::from(stranger.guest(&format!("Clone {number}")).await.is_err());
        if refused >= 20 {
            target.stranger(1)?.guest("Neighbour").await?;
            return Ok(Outcome::new(number + 1, refused, "bounded by address"));
        }
    }
    Err(anyhow!("{most} guests came from one address, {refused} were refused"))
}

/// A crowd of tables from one address under many names.
pub async fn tables(target: Target) -> Result<Outcome> {
    let stranger = target.stranger(0)?;
    let mut guests = Vec::new();
    while let Ok(guest) = stranger.guest(&format!("Maker {}", guests.len())).await {
        guests.push(guest);
        if guests.len() >= 30 {
            break;
        }
    }
    let most = target.pick(1500, 4000);
    let mut refused = 0;
    for number in 0..most {
        refused += usize::from(guests[number % guests.len()].make(load::config()).await.is_err());
        if refused >= 20 {
            let other = target.stranger(1)?.guest("Neighbour").await?;
            other.make(load::config()).await?;
            refused_tables_do_not_exist(&guests[0]).await?;
            return Ok(Outcome::new(number + 1, refused, "bounded by address"));
        }
    }
    Err(anyhow!("{most} tables were made from one address, {refused} were refused"))
}

/// A table that was refused is nowhere: asked for by its own id, there is none. As time goes by one
/// may be made now and then.
async fn refused_tables_do_not_exist(guest: &Visitor) -> Result<()> {
    for number in 10..40 {
        let id = format!("aTableThatIsRefuse{number}");
        let body = json!({ "config": load::config(), "id": id });
        let answer = guest.request(Method::POST, "/api/tables").json(&body).send().await?;
        if refusal(answer).await?.is_some() {
            let looked = guest.request(Method::GET, &format!("/api/tables/{id}")).send().await?;
            ensure!(
                looked.status() == StatusCode::NOT_FOUND,
                "a refused table: {}",
                looked.status()
            );
            return Ok(());
        }
    }
    Err(anyhow!("thirty more tables were made"))
}

/// Guessing a password from many addresses; its owner stays in, and comes in again.
pub async fn log_ins(target: Target) -> Result<Outcome> {
    let home = target.stranger(0)?;
    let name = format!("Owner {}", target.seed % 1000);
    let owner = register(&home.guest("Owner").await?, &name, "a long password").await?;
    let (mut sent, mut refused) = (0, 0);
    let mut guessing = JoinSet::new();
    for number in 0..target.pick(40, 200) {
        let stranger = target.stranger(1 + number % 20)?;
        let (url, origin) = (format!("{}/api/login", target.url), target.url.clone());
        let guess = json!({ "name": name, "password": format!("guess {number}") });
        sent += 1;
        guessing.spawn(async move {
            let request = stranger.http.post(url).header(ORIGIN, origin).json(&guess);
            refusal(request.send().await?).await
        });
    }
    let mut slowed = 0;
    while let Some(done) = guessing.join_next().await {
        let kind = done??.ok_or_else(|| anyhow!("a guess was right"))?;
        refused += 1;
        slowed += usize::from(kind != "wrong-password");
    }
    ensure!(slowed > 0, "{sent} guesses at one account were all tried");
    let me = owner.request(Method::GET, "/api/me").send().await?;
    ensure!(me.status() == StatusCode::OK, "the owner was logged out");
    let again = home.http.post(format!("{}/api/login", target.url)).header(ORIGIN, &target.url);
    let again = again.json(&json!({ "name": name, "password": "a long password" })).send().await?;
    ensure!(again.status().is_success(), "the owner cannot log in: {}", again.status());
    Ok(Outcome::new(sent, refused, format!("{slowed} not even tried; the owner gets in")))
}

/// Tokens for programs do not throw out a browser.
pub async fn tokens(target: Target) -> Result<Outcome> {
    let guest = target.stranger(0)?.guest("Collector").await?;
    let mut refused = 0;
    let most = 60;
    for number in 0..most {
        let token = json!({ "name": format!("bot {number}"), "scopes": ["read"] });
        let request = guest.request(Method::POST, "/api/me/tokens").json(&token);
        refused += usize::from(refusal(request.send().await?).await?.is_some());
    }
    let me = guest.request(Method::GET, "/api/me").send().await?;
    ensure!(me.status() == StatusCode::OK, "the browser was thrown out: {}", me.status());
    Ok(Outcome::new(most, refused, "the browser stays in"))
}

/// Hears for a while; an error if the socket ends.
async fn stays(socket: &mut Socket, length: Duration) -> Result<()> {
    let until = tokio::time::Instant::now() + length;
    loop {
        match tokio::time::timeout_at(until, socket.hear()).await {
            Err(_) => return Ok(()),
            Ok(Ok(ServerMsg::Bye { why, .. })) => return Err(anyhow!("told to go: {why}")),
            Ok(Ok(_)) => {}
            Ok(Err(ended)) => return Err(anyhow!("the socket ended: {ended:?}")),
        }
    }
}

/// A rival who changes its name, or the same name, all the time: nobody is kicked.
pub async fn renames(target: Target) -> Result<Outcome> {
    let stranger = target.stranger(0)?;
    let (made, ada, bob) = stranger.pair().await?;
    let mut victim = stranger.socket(&ada, &made.id).await?;
    let many = target.pick(30, 150);
    let renaming = async {
        let mut refused = 0;
        for number in 0..many {
            let name = if number % 2 == 0 { "Trudy".to_string() } else { format!("T {number}") };
            let request = bob.request(Method::POST, "/api/guest").json(&json!({ "name": name }));
            refused += usize::from(refusal(request.send().await?).await?.is_some());
        }
        Ok::<usize, anyhow::Error>(refused)
    };
    let (refused, stayed) =
        tokio::join!(renaming, stays(&mut victim, Duration::from_secs(target.pick(1, 5) as u64)));
    stayed?;
    Ok(Outcome::new(many, refused?, "the rival's socket stays"))
}

/// Sitting down and standing up at somebody's open table: it stays usable.
pub async fn chairs(target: Target) -> Result<Outcome> {
    let owner = target.stranger(0)?.guest("Host").await?;
    let made = owner.make(load::config()).await?;
    let nuisance = target.stranger(1)?.guest("Nuisance").await?;
    let path = format!("/api/tables/{}/seats/1", made.id);
    let many = target.pick(300, 700);
    let (mut sent, mut refused) = (0, 0);
    for number in 0..many {
        let request = if number % 2 == 0 {
            nuisance.request(Method::POST, &path).json(&json!({}))
        } else {
            nuisance.request(Method::DELETE, &path)
        };
        sent += 1;
        refused += usize::from(refusal(request.send().await?).await?.is_some());
    }
    // It may sit there now; the owner may free the seat.
    let _ = owner.request(Method::DELETE, &path).send().await?;
    let friend = target.stranger(2)?.guest("Friend").await?;
    friend.sit(&made, 1).await?;
    owner.start(&made.id).await?;
    Ok(Outcome::new(sent, refused, "a friend sits down and the game begins"))
}

/// A rival who seals a value and never shows it: it is stood up, the others keep their table.
pub async fn no_reveal(target: Target) -> Result<Outcome> {
    let owner = target.stranger(0)?.guest("Host").await?;
    let made = owner.make(load::config()).await?;
    let rival = target.stranger(1)?.guest("Secretive").await?;
    let path = format!("/api/tables/{}/seats/1", made.id);
    let sealed = rival.request(Method::POST, &path).json(&json!({ "hash": "ab".repeat(32) }));
    ensure!(refusal(sealed.send().await?).await?.is_none(), "a sealed value was refused");
    let start = owner.request(Method::POST, &format!("/api/tables/{}/start", made.id));
    ensure!(refusal(start.json(&json!({})).send().await?).await?.is_none(), "no start");
    let begun = Instant::now();
    loop {
        let past = owner.look(&made.id).await?;
        let stood = matches!(past.table.seats[1].sitter, protocol::Sitter::Nobody { .. });
        if stood && past.table.status == Status::Open {
            break;
        }
        ensure!(begun.elapsed() < Duration::from_secs(20), "the rival still sits there");
        tokio::time::sleep(Duration::from_millis(200)).await;
    }
    let friend = target.stranger(2)?.guest("Friend").await?;
    friend.sit(&made, 1).await?;
    owner.start(&made.id).await?;
    Ok(Outcome::new(1, 1, format!("stood up after {:.1} s", begun.elapsed().as_secs_f64())))
}

/// Thousands of watchers who stay: players still come in.
pub async fn idle_sockets(target: Target) -> Result<Outcome> {
    let many = target.pick(400, 4000);
    let mut kept = Vec::new();
    let mut opening = JoinSet::new();
    let mut refused = 0;
    for number in 0..many {
        let (stranger, table) = (target.stranger(number / 40)?, target.table.clone());
        opening.spawn(async move { stranger.watch(&table).await });
        if opening.len() >= 50
            && let Some(opened) = opening.join_next().await
        {
            match opened? {
                Ok(socket) => kept.push(socket),
                Err(_) => refused += 1,
            }
        }
    }
    while let Some(opened) = opening.join_next().await {
        match opened? {
            Ok(socket) => kept.push(socket),
            Err(_) => refused += 1,
        }
    }
    let newcomer = target.stranger(600)?;
    let (made, ada, _) = newcomer.pair().await?;
    let mut socket = newcomer.socket(&ada, &made.id).await?;
    // They do nothing for a while, but are told every move.
    stays(&mut socket, Duration::from_secs(target.pick(1, 8) as u64)).await?;
    Ok(Outcome::new(many, refused, format!("{} watchers at once; players come in", kept.len())))
}

/// Sockets that come and go without a word.
pub async fn comings(target: Target) -> Result<Outcome> {
    let many = target.pick(200, 2000);
    let mut coming = JoinSet::new();
    let (mut sent, mut refused) = (0, 0);
    for number in 0..many {
        let (stranger, table) = (target.stranger(number % 20)?, target.table.clone());
        sent += 1;
        coming.spawn(async move { stranger.watch(&table).await.map(Socket::cut) });
        if coming.len() >= 40
            && let Some(came) = coming.join_next().await
        {
            refused += usize::from(came?.is_err());
        }
    }
    while let Some(came) = coming.join_next().await {
        refused += usize::from(came?.is_err());
    }
    Ok(Outcome::new(sent, refused, "from 20 addresses"))
}
