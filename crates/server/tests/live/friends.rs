//! People at one table over real sockets: taking moves back, the watchers' chat, floods, rematches.

use protocol::{Cause, ClientMsg, Made, OfferKind, Rows, SeatPlan, ServerMsg, Sitter, Switch};
use reqwest::Method;

use loadtest::visitor::{Visitor, read};

use super::kit::{Client, Site, computer, config, country, two};

fn back(seat: u8) -> ClientMsg {
    ClientMsg::Offer { seat, kind: OfferKind::Takeback, after: None }
}

fn chat(id: &str, text: &str) -> ClientMsg {
    ClientMsg::Chat { id: id.into(), text: text.into() }
}

fn is_back(message: &ServerMsg) -> bool {
    matches!(message, ServerMsg::Table { cause: Cause::TakenBack { .. }, .. })
}

fn said(text: &str) -> impl FnMut(&ServerMsg) -> bool {
    move |message| matches!(message, ServerMsg::Chat { text: heard, .. } if heard == text)
}

#[tokio::test(flavor = "multi_thread")]
async fn two_agree_to_take_a_move_back_and_play_on() {
    let site = Site::start(&[]).await;
    let (made, ada, bob) = site.pair(two()).await;
    let mut first = Client::open(&ada, &made.id, "ada", 1).await;
    let mut second = Client::open(&bob, &made.id, "bob", 2).await;
    first.make_move().await;
    second.until_my_turn().await;
    let late = second.player.n;
    first.socket.say(&back(0)).await.unwrap();
    second.until(|m| matches!(m, ServerMsg::Table { table, .. } if table.offer.is_some())).await;
    second.socket.say(&back(1)).await.unwrap();
    for client in [&mut first, &mut second] {
        client.until(is_back).await;
        let told = client.until(|m| matches!(m, ServerMsg::Snapshot(_))).await;
        let ServerMsg::Snapshot(past) = told else { unreachable!() };
        let view = past.view.unwrap();
        assert_eq!((view.tiles.len(), view.now.to_act), (1, Some(0)));
        assert_eq!(past.log.iter().filter(|line| line.undone).count(), 1);
    }
    // Somebody who comes back from before it gets the board, not the gap.
    let mut old = second.player;
    old.n = late;
    second.socket.close().await;
    let mut second = Client::resume(&bob, &made.id, old).await;
    assert!(second.heard[0].contains("\"t\":\"snapshot\""), "{}", second.heard[0]);
    first.make_move().await;
    second.make_move().await;
    let record = bob.request(Method::GET, &format!("/api/tables/{}/record", made.id));
    let record = record.send().await.unwrap().text().await.unwrap();
    assert!(record.contains("[TakenBack \"1\"]"), "{record}");
    site.server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_move_against_the_computer_is_taken_back_while_it_thinks() {
    let site = Site::start(&[("bot-pause-ms", "10000")]).await;
    let ada = site.guest("Ada").await;
    let made = site.begun(config(country(&[]), vec![SeatPlan::Me, computer()]), &[&ada]).await;
    let mut client = Client::open(&ada, &made.id, "ada", 5).await;
    for _ in 0..3 {
        client.make_move().await;
        client.socket.say(&back(0)).await.unwrap();
        client.until(is_back).await;
        client.until(|m| matches!(m, ServerMsg::Choices(choices) if choices.ask == "lay")).await;
    }
    site.server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn players_do_not_hear_the_watchers_before_the_end() {
    let site = Site::start(&[]).await;
    let (made, ada, bob) = site.pair(two()).await;
    let (eve, joe) = (site.guest("Eve").await, site.guest("Joe").await);
    let mut player = Client::open(&ada, &made.id, "ada", 1).await;
    let mut rival = Client::open(&bob, &made.id, "bob", 2).await;
    let mut one = Client::open(&eve, &made.id, "eve", 3).await;
    let mut two = Client::open(&joe, &made.id, "joe", 4).await;
    one.socket.say(&chat("1", "the secret")).await.unwrap();
    two.until(said("the secret")).await;
    player.until(|m| matches!(m, ServerMsg::Unseen { .. })).await;
    player.socket.say(&chat("1", "to everybody")).await.unwrap();
    for client in [&mut two, &mut rival] {
        client.until(said("to everybody")).await;
    }
    // Nor by coming back, nor by asking for the table.
    rival.player.n = rival.player.n.map(|n| n - 2);
    let again = rival.player;
    rival.socket.close().await;
    let mut rival = Client::resume(&bob, &made.id, again).await;
    rival.sync().await;
    let past = serde_json::to_string(&bob.look(&made.id).await.unwrap()).unwrap();
    for heard in player.heard.iter().chain(&rival.heard).chain([&past]) {
        assert!(!heard.contains("the secret"), "{heard}");
    }
    player.socket.say(&ClientMsg::Resign { seat: 0 }).await.unwrap();
    for client in [&mut player, &mut rival] {
        let told = client.until(|m| matches!(m, ServerMsg::Overheard { .. })).await;
        assert!(serde_json::to_string(&told).unwrap().contains("the secret"));
    }
    let past = serde_json::to_string(&bob.look(&made.id).await.unwrap()).unwrap();
    assert!(past.contains("the secret"));
    site.server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn talk_is_switched_off_by_the_owner_and_by_the_hoster() {
    let site = Site::start(&[("watcher-chat", "off")]).await;
    let (made, ada, _bob) = site.pair(two()).await;
    let eve = site.guest("Eve").await;
    let mut player = Client::open(&ada, &made.id, "ada", 1).await;
    let mut watcher = Client::open(&eve, &made.id, "eve", 3).await;
    assert_eq!(watcher.refusal(&chat("1", "hello")).await.kind, "watchers-silent");
    player.socket.say(&chat("1", "players talk")).await.unwrap();
    watcher.until(said("players talk")).await;
    site.server.stop().await;

    let site = Site::start(&[("chat", "off")]).await;
    let (made, ada, _bob) = site.pair(two()).await;
    let mut player = Client::open(&ada, &made.id, "ada", 1).await;
    assert_eq!(player.refusal(&chat("1", "hello")).await.kind, "chat-off");
    site.server.stop().await;

    let site = Site::start(&[]).await;
    let (made, ada, _bob) = site.pair(two()).await;
    let eve = site.guest("Eve").await;
    let mut player = Client::open(&ada, &made.id, "ada", 1).await;
    let mut watcher = Client::open(&eve, &made.id, "eve", 3).await;
    player.socket.say(&ClientMsg::Watchers { chat: Switch::Off }).await.unwrap();
    let off = |m: &ServerMsg| matches!(m, ServerMsg::Table { cause: Cause::Watchers { .. }, .. });
    watcher.until(off).await;
    assert_eq!(watcher.refusal(&chat("1", "hello")).await.kind, "watchers-silent");
    site.server.stop().await;
}

/// One message in two seconds with a small burst, at all tables together.
#[tokio::test(flavor = "multi_thread")]
async fn a_flood_is_stopped_across_tables() {
    let site = Site::start(&[]).await;
    let (one, ada, bob) = site.pair(two()).await;
    let other = site.begun(two(), &[&ada, &bob]).await;
    let mut here = Client::open(&ada, &one.id, "ada", 1).await;
    let mut there = Client::open(&ada, &other.id, "ada", 1).await;
    let mut rival = Client::open(&bob, &one.id, "bob", 2).await;
    for number in 0..5 {
        here.socket.say(&chat(&number.to_string(), "flood")).await.unwrap();
        here.until(|m| matches!(m, ServerMsg::Done { .. })).await;
    }
    let problem = there.refusal(&chat("6", "flood")).await;
    assert_eq!((problem.kind.as_str(), problem.status), ("too-many-requests", 429));
    assert_eq!(problem.retry, Some(2));
    // What was said is answered again for nothing, and another person may talk.
    here.socket.say(&chat("4", "flood")).await.unwrap();
    here.until(|m| matches!(m, ServerMsg::Done { .. })).await;
    rival.socket.say(&chat("1", "I may")).await.unwrap();
    here.until(said("I may")).await;
    site.server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_watcher_does_not_sit_down_at_a_rematch() {
    let site = Site::start(&[("tables-per-hour", "1")]).await;
    let (made, ada, bob) = site.pair(two()).await;
    let eve = site.guest("Bob").await;
    let mut first = Client::open(&ada, &made.id, "ada", 1).await;
    first.socket.say(&ClientMsg::Resign { seat: 0 }).await.unwrap();
    first.until(|m| matches!(m, ServerMsg::Table { cause: Cause::Ended { .. }, .. })).await;
    // Ada has made the one table of her hour: a rematch does not count.
    let path = format!("/api/tables/{}/rematch", made.id);
    let again: Made = read(ada.request(Method::POST, &path).send().await.unwrap()).await.unwrap();
    let info = ada.look(&again.id).await.unwrap().table;
    let free = info.seats.iter().position(|seat| matches!(seat.sitter, Sitter::Nobody { .. }));
    let free = u8::try_from(free.unwrap()).unwrap();
    let refused = eve.sit(&again, free).await.unwrap_err().to_string();
    assert!(refused.starts_with("403"), "{refused}");
    bob.sit(&again, free).await.unwrap();
    ada.start(&again.id).await.unwrap();
    // And nobody makes a table with kept seats.
    let kept = SeatPlan::Kept { person: "x".into(), name: "X".into(), screen: false };
    let wrong = bob.make(config(country(&[]), vec![SeatPlan::Me, kept])).await.unwrap_err();
    assert!(wrong.to_string().starts_with("422"), "{wrong}");
    site.server.stop().await;
}

/// Both press the button when the game is over: one table is made, not two.
#[tokio::test(flavor = "multi_thread")]
async fn two_who_ask_for_a_rematch_at_once_get_one_table() {
    let site = Site::start(&[]).await;
    let (made, ada, bob) = site.pair(two()).await;
    let mut first = Client::open(&ada, &made.id, "ada", 1).await;
    first.socket.say(&ClientMsg::Resign { seat: 0 }).await.unwrap();
    first.until(|m| matches!(m, ServerMsg::Table { cause: Cause::Ended { .. }, .. })).await;
    let path = format!("/api/tables/{}/rematch", made.id);
    let ask = async |person: &Visitor| -> Made {
        read(person.request(Method::POST, &path).send().await.unwrap()).await.unwrap()
    };
    let (a, b) = tokio::join!(ask(&ada), ask(&bob));
    assert_eq!(a.id, b.id);
    let tables = async |person: &Visitor| -> usize {
        let mine = person.request(Method::GET, "/api/me/tables").send().await.unwrap();
        read::<Rows>(mine).await.unwrap().tables.len()
    };
    // The game that is over for both, and the rematch for the one who made it.
    assert_eq!(tables(&ada).await + tables(&bob).await, 3);
    site.server.stop().await;
}

/// A rematch whose table was made and never noted is found by whoever tries again.
#[tokio::test(flavor = "multi_thread")]
async fn a_rematch_that_was_half_made_is_finished() {
    let site = Site::start(&[]).await;
    let (made, ada, bob) = site.pair(two()).await;
    let mut first = Client::open(&ada, &made.id, "ada", 1).await;
    first.socket.say(&ClientMsg::Resign { seat: 0 }).await.unwrap();
    first.until(|m| matches!(m, ServerMsg::Table { cause: Cause::Ended { .. }, .. })).await;
    let hub = site.server.server().app().hub.clone();
    let old = hub.table(&made.id).await.unwrap().seen().room;
    let who = protocol::log::Who { id: ada.me.id.clone(), name: "Ada".into(), account: false };
    let half = hub.make_rematch(old.rematch_plan(&who.id).unwrap(), &who, &old).await.unwrap();
    assert!(hub.table(&made.id).await.unwrap().seen().info().rematch.is_none());
    for player in [&bob, &ada] {
        let path = format!("/api/tables/{}/rematch", made.id);
        let asked = player.request(Method::POST, &path).send().await.unwrap();
        let again: Made = read(asked).await.unwrap();
        assert_eq!(again, half, "no table is left that nobody knows of");
    }
    site.server.stop().await;
}
