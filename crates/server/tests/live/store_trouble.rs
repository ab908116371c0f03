//! A store that fails: a clear refusal, nothing applied, and play goes on when it works again.

use protocol::ServerMsg;

use super::kit::{Client, Site, two};

/// Holds the write lock of the database, as a backup program or a full disk would keep us from it.
#[tokio::test(flavor = "multi_thread")]
async fn a_table_written_behind_our_back_is_read_again() {
    let site = Site::start(&[]).await;
    let (made, ada, bob) = site.pair(two()).await;
    let mut first = Client::open(&ada, &made.id, "ada", 1).await;
    let mut second = Client::open(&bob, &made.id, "bob", 2).await;
    first.make_move().await;
    second.until_my_turn().await;

    // Another writer (an administrator's tool) adds an entry that this server does not know of.
    let store = site.server.server().app().store.clone();
    let stored = store.load(&made.id).await.unwrap().unwrap();
    let newest = stored.entries.last().unwrap().clone();
    let book = server::room::Rulebook::default();
    let mut room = server::room::Room::fold(&book, &made.id, &stored.key, stored.seed, &stored.entries)
        .unwrap();
    let who = protocol::log::Who { id: "admin".into(), name: "Admin".into(), account: true };
    let entry = protocol::log::Entry::Said { who, id: "x".into(), text: "Hello".into() };
    let logged = protocol::log::Logged { n: newest.n + 1, at: newest.at, entry };
    room.apply(&logged).unwrap();
    store.append(&made.id, vec![logged], room.index()).await.unwrap();

    // The next move meets the conflict: nobody is told a move that is not on the disk.
    let message = second.player.decide().unwrap();
    second.socket.say(&message).await.unwrap();
    let mut bye = None;
    while let Ok(message) = second.hear().await {
        if let ServerMsg::Bye { why, .. } = message {
            bye = Some(why);
        }
    }
    assert_eq!(bye.as_deref(), Some("moved"));
    assert!(second.player.acked.is_empty());

    // It comes back, hears what it missed, sends its move again, and it is played once.
    let mut second = Client::resume(&bob, &made.id, second.player).await;
    while second.player.acked.is_empty() {
        second.hear().await.unwrap();
        if let Some(message) = second.player.decide() {
            second.socket.say(&message).await.unwrap();
        }
    }
    let past = ada.look(&made.id).await.unwrap();
    let played = past.log.iter().filter(|line| matches!(line.cause, protocol::Cause::Played { .. }));
    assert_eq!(played.count(), 2);
    site.server.stop().await;
}
