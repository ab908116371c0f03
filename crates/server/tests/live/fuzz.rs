//! Every message that a client can send, mutated thousands of times: no panic, no growth, and a
//! refusal that says why.

use ai::Wyrand;
use protocol::client::Claim;
use protocol::{ClientMsg, OfferKind, ServerMsg};
use table::Dice;

use super::kit::{Client, Site, two};

const ROUNDS: usize = 4000;

fn samples() -> Vec<String> {
    let words = || vec!["0,-1 r2".to_string(), "follower@city:S".to_string()];
    let messages = [
        ClientMsg::Draft { seat: 0, after: 5, words: words() },
        ClientMsg::Play { seat: 0, after: 5, id: "a-1".into(), words: words() },
        ClientMsg::Play { seat: 1, after: 5, id: "a-2".into(), words: vec![] },
        ClientMsg::Chat { id: "c1".into(), text: "Hello".into() },
        ClientMsg::Resign { seat: 1 },
        ClientMsg::Offer { seat: 1, kind: OfferKind::Draw, after: None },
        ClientMsg::Decline { seat: 0 },
        ClientMsg::Claim { seat: 0, away: 1, want: Claim::Win },
        ClientMsg::Return { seat: 0 },
        ClientMsg::Ping { at: 1 },
    ];
    messages.iter().map(|message| serde_json::to_string(message).unwrap()).collect()
}

const PIECES: &[&str] = &[
    "null",
    "-1",
    "255",
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
    "-32769,0 r0",
    "follower@",
    "recall@0,0",
    "second",
    "count@castle",
    "gate@0,0:N",
    "tower:left",
    "x",
    "\"t\":\"play\",",
    "é",
    "🏰",
    ",",
    "\"",
    "}",
];

fn mutated(text: &str, dice: &mut Wyrand) -> String {
    let mut letters: Vec<char> = text.chars().collect();
    for _ in 0..=dice.below(3) {
        let at = dice.below(letters.len() as u32 + 1) as usize;
        let piece: Vec<char> = PIECES[dice.below(PIECES.len() as u32) as usize].chars().collect();
        match dice.below(5) {
            0 => drop(letters.splice(at..at, piece)),
            1 => drop(letters.splice(at..(at + piece.len()).min(letters.len()), piece)),
            2 => letters.truncate(at),
            3 if at < letters.len() => letters[at] = char::from(b' ' + dice.below(95) as u8),
            _ => {
                let end = (at + dice.below(6) as usize).min(letters.len());
                let copy: Vec<char> = letters[at..end].to_vec();
                let many = copy.repeat(dice.below(40) as usize);
                drop(letters.splice(at..at, many));
            }
        }
    }
    letters.into_iter().take(12_000).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn whatever_is_said_is_answered() {
    let site = Site::start(&[]).await;
    let (made, ada, bob) = site.pair(two()).await;
    let mut client = Client::open(&ada, &made.id, "ada", 1).await;
    let mut dice = Wyrand::new(20_260_101);
    let samples = samples();
    let (mut refused, mut reasons) = (0, std::collections::BTreeSet::new());
    for round in 0..ROUNDS {
        let sample = &samples[dice.below(samples.len() as u32) as usize];
        client.socket.say_text(mutated(sample, &mut dice)).await.unwrap();
        if round % 50 == 49 {
            client.socket.say(&ClientMsg::Ping { at: round as u64 }).await.unwrap();
            loop {
                match client.hear().await.unwrap() {
                    ServerMsg::Pong { at, .. } if at == round as u64 => break,
                    ServerMsg::Refused { problem, .. } => {
                        assert!(!problem.detail.is_empty() && problem.status >= 400);
                        assert!(problem.detail.len() < 1000, "{}", problem.detail);
                        reasons.insert(problem.kind);
                        refused += 1;
                    }
                    _ => {}
                }
            }
            client.heard.clear();
        }
    }
    assert!(refused > ROUNDS / 2, "{refused} refusals");
    assert!(reasons.len() >= 6, "many kinds of refusals: {reasons:?}");
    client.socket.say_bytes(vec![0, 159, 146, 150]).await.unwrap();
    client
        .until(|m| matches!(m, ServerMsg::Refused { problem, .. } if problem.kind == "message"))
        .await;

    // Nothing but what was legitimately said has been added, and the table plays on.
    let past = bob.look(&made.id).await.unwrap();
    assert!(past.log.len() < 600, "{} lines", past.log.len());
    assert_eq!(site.server.server().app().hub.loaded(), 1);
    assert_eq!(site.server.server().app().hub.sockets(), 1);
    let fresh = Client::open(&ada, &made.id, "fresh", 3).await;
    assert!(fresh.player.n == Some(past.n) || fresh.player.n > Some(past.n));
    site.server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn bodies_of_requests_are_checked_too() {
    let site = Site::start(&[]).await;
    let (made, ada, _bob) = site.pair(two()).await;
    let new = serde_json::json!({ "config": two() }).to_string();
    let mut dice = Wyrand::new(7);
    let paths = [
        "/api/tables".to_string(),
        format!("/api/tables/{}/seats/1", made.id),
        "/api/moment".to_string(),
        "/api/replay".to_string(),
        "/api/why".to_string(),
        format!("/api/tables/{}/why", made.id),
    ];
    for round in 0..400 {
        let body = mutated(&new, &mut dice);
        let request = ada.request(reqwest::Method::POST, &paths[round % paths.len()]);
        let request = request.header("content-type", "application/json").body(body.clone());
        let answer = request.send().await.unwrap();
        let status = answer.status().as_u16();
        assert!(status < 500, "{status} for {body}");
        if status >= 400 {
            let kind = answer.headers()["content-type"].to_str().unwrap().to_string();
            assert_eq!(kind, "application/problem+json", "{body}");
        }
    }
    site.server.stop().await;
}
