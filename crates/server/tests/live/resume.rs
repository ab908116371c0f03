//! Connections that break, messages that come late or twice, servers that stop.

use std::time::Duration;

use loadtest::proxy::{Proxy, Weather};
use loadtest::{Ended, Player, Socket, Visitor};
use protocol::{Cause, ClientMsg, Clock, Past, ServerMsg, TableConfig};

use super::kit::{Client, SOON, Site, two};

fn play(seat: u8, after: u64, id: &str, words: &[&str]) -> ClientMsg {
    let words = words.iter().map(ToString::to_string).collect();
    ClientMsg::Play { seat, after, id: id.into(), words }
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_comes_back_is_told_exactly_the_gap() {
    let site = Site::start(&[]).await;
    let (made, ada, bob) = site.pair(two()).await;
    let mut first = Client::open(&ada, &made.id, "ada", 1).await;
    let mut second = Client::open(&bob, &made.id, "bob", 2).await;
    let mut eve = Client::open(&site.guest("Eve").await, &made.id, "eve", 3).await;
    first.make_move().await;
    second.make_move().await;
    eve.until(|m| matches!(m, ServerMsg::Step(s) if Some(s.n) == second.player.n)).await;
    let (seen, steps) = (eve.player.n, eve.heard.len());
    second.socket.cut();
    first.make_move().await;
    let is_third = |m: &ServerMsg| matches!(m, ServerMsg::Step(s) if Some(s.n) == first.player.n);
    eve.until(is_third).await;
    let missed = eve.heard[steps..].iter().find(|text| text.contains("\"t\":\"step\"")).unwrap();

    let mut back = Socket::open(&bob, &made.id, seen).await.unwrap();
    let told = back.hear().await.unwrap();
    assert!(matches!(told, ServerMsg::Resumed { n, .. } if Some(n) == first.player.n), "{told:?}");
    assert_eq!(back.hear_text().await.unwrap(), *missed, "byte for byte what the others heard");
    assert!(matches!(back.hear().await.unwrap(), ServerMsg::Choices(_)));
    site.server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn too_large_a_gap_is_a_snapshot() {
    let site = Site::start(&[]).await;
    let (made, ada, bob) = site.pair(two()).await;
    let mut first = Client::open(&ada, &made.id, "ada", 1).await;
    let mut second = Client::open(&bob, &made.id, "bob", 2).await;
    for _ in 0..12 {
        first.make_move().await;
        second.make_move().await;
    }
    for since in [0, 1, 1_000_000, u64::MAX] {
        let mut back = Socket::open(&bob, &made.id, Some(since)).await.unwrap();
        let told = back.hear().await.unwrap();
        let ServerMsg::Snapshot(past) = told else { panic!("{since}: {told:?}") };
        assert_eq!(Some(past.n), second.player.n);
    }
    site.server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_repeated_move_is_answered_and_never_played_twice() {
    let site = Site::start(&[]).await;
    let (made, ada, bob) = site.pair(two()).await;
    let mut first = Client::open(&ada, &made.id, "ada", 1).await;
    first.make_move().await;
    let ack = first.player.acked[0].clone();
    let words: Vec<&str> = ack.words.iter().map(String::as_str).collect();
    // The same again, by the number that it had then; and once more from another socket.
    let again = play(0, ack.n - 1, &ack.id, &words);
    let mut other = Client::open(&ada, &made.id, "other", 9).await;
    for client in [&mut first, &mut other] {
        client.socket.say(&again).await.unwrap();
        let done = client.until(|m| matches!(m, ServerMsg::Done { .. })).await;
        assert_eq!(done, ServerMsg::Done { id: ack.id.clone(), n: ack.n });
    }
    let past = bob.look(&made.id).await.unwrap();
    assert_eq!(past.n, ack.n, "nothing was added");
    site.server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_late_move_is_refused() {
    let site = Site::start(&[]).await;
    let (made, ada, bob) = site.pair(two()).await;
    let mut first = Client::open(&ada, &made.id, "ada", 1).await;
    let mut second = Client::open(&bob, &made.id, "bob", 2).await;
    let before = first.player.n.unwrap();
    first.make_move().await;
    second.make_move().await;
    first.until_my_turn().await;
    // A click that was meant for the position two moves ago.
    let problem = first.refusal(&play(0, before, "old", &["0,1 r0", "-"])).await;
    assert_eq!((problem.kind.as_str(), problem.status), ("late", 409));
    first.make_move().await;
    site.server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_draft_survives_a_broken_connection_and_can_be_taken_back() {
    let site = Site::start(&[]).await;
    let (made, ada, _bob) = site.pair(two()).await;
    let mut socket = Socket::open(&ada, &made.id, None).await.unwrap();
    let choices = loop {
        if let ServerMsg::Choices(choices) = socket.hear().await.unwrap() {
            break choices;
        }
    };
    let words = vec![choices.legal[0].clone()];
    let draft = |words| ClientMsg::Draft { seat: 0, after: choices.n, words };
    socket.say(&draft(words.clone())).await.unwrap();
    let told = next_draft(&mut socket).await;
    assert_eq!(told.choices.words, words);
    assert!(!told.complete && !told.choices.legal.is_empty());
    socket.cut();

    let mut socket = Socket::open(&ada, &made.id, None).await.unwrap();
    assert_eq!(next_draft(&mut socket).await.choices.words, words, "told again");
    // Undo: fewer words. Nothing was revealed meanwhile.
    socket.say(&draft(vec![])).await.unwrap();
    let undone = next_draft(&mut socket).await;
    assert_eq!((undone.choices.legal, undone.choices.words), (choices.legal, vec![]));
    assert_eq!(ada.look(&made.id).await.unwrap().n, choices.n);
    site.server.stop().await;
}

async fn next_draft(socket: &mut Socket) -> protocol::Draft {
    loop {
        let message = tokio::time::timeout(SOON, socket.hear()).await.unwrap().unwrap();
        if let ServerMsg::Draft(draft) = message {
            return *draft;
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_stopping_server_says_when_to_come_back_and_no_clock_runs() {
    let site = Site::start(&[]).await;
    let clock = Clock::Total { seconds: 600, increment: 0 };
    let (made, ada, bob) = site.pair(TableConfig { clock, ..two() }).await;
    let mut first = Client::open(&ada, &made.id, "ada", 1).await;
    first.make_move().await;
    let mut second = Client::open(&bob, &made.id, "bob", 2).await;
    let left = first.player.clocks.clone().unwrap().1;
    let pause = Duration::from_secs(3);
    let (site, ()) = tokio::join!(site.restart(pause), async {
        let bye = second.until(|m| matches!(m, ServerMsg::Bye { .. })).await;
        assert!(matches!(bye, ServerMsg::Bye { why, retry } if why == "restart" && retry > 0));
        let ended = second.hear().await.unwrap_err();
        assert_eq!(ended, Ended::Closed(Some(1012)));
    });
    let mut second = Client::resume(&bob, &made.id, second.player).await;
    let (_, now, running) = second.player.clocks.clone().unwrap();
    assert_eq!(running, Some(1));
    assert!(now[1] > left[1] - 2_500, "three seconds away cost {} ms", left[1] - now[1]);
    second.make_move().await;
    let mut first = Client::resume(&ada, &made.id, first.player).await;
    first.make_move().await;
    site.server.stop().await;
}

/// Plays a game to its end over a network that delays everything and cuts connections.
async fn through_bad_weather(visitor: &Visitor, table: &str, name: &str, seed: u64) -> Player {
    let mut player = Player::new(name, seed);
    while !player.is_finished() {
        let Ok(mut socket) = Socket::open(visitor, table, player.n).await else { continue };
        loop {
            if let Some(message) = player.decide()
                && socket.say(&message).await.is_err()
            {
                break;
            }
            if player.is_finished() {
                break;
            }
            // Behind a cut the answer may never come: then the connection is made anew.
            let Ok(Ok(message)) = tokio::time::timeout(Duration::from_secs(5), socket.hear()).await
            else {
                break;
            };
            if let Some(answer) = player.hear(&message)
                && socket.say(&answer).await.is_err()
            {
                break;
            }
        }
    }
    player
}

fn played(past: &Past) -> Vec<(u64, String, Vec<String>)> {
    let mut list = Vec::new();
    for line in &past.log {
        if let Cause::Played { id, words, .. } = &line.cause {
            list.push((line.n, id.clone(), words.clone()));
        }
    }
    list
}

#[tokio::test(flavor = "multi_thread")]
async fn cut_and_delayed_connections_lose_nothing() {
    let site = Site::start(&[]).await;
    let (made, ada, bob) = site.pair(two()).await;
    let address = site.url().trim_start_matches("http://").parse().unwrap();
    let weather = Weather { delay_ms: 6, cut_one_in: 25 };
    let proxy = Proxy::start(address, weather, 42).await.unwrap();
    // The browser still says the origin of the page.
    let (far_ada, far_bob) = (ada.through(&proxy.url), bob.through(&proxy.url));
    let (first, second) = tokio::join!(
        through_bad_weather(&far_ada, &made.id, "ada", 1),
        through_bad_weather(&far_bob, &made.id, "bob", 2),
    );
    assert!(proxy.cuts() > 10, "{} cuts", proxy.cuts());
    let log = played(&ada.look(&made.id).await.unwrap());
    let mut acked: Vec<_> = [first, second]
        .into_iter()
        .flat_map(|player| player.acked)
        .map(|ack| (ack.n, ack.id, ack.words))
        .collect();
    acked.sort();
    assert_eq!(log, acked);
    site.server.stop().await;
}
