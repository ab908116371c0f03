//! Rated games over real sockets: what is told at the end, and the pages of people.

use loadtest::visitor::{Visitor, read};
use protocol::{
    Board, Clock, Ladder, Order, PersonStats, PlayedGames, Problem, Profile, RatingHistory,
    SeatPlan, ServerMsg, TableConfig,
};
use reqwest::Method;
use serde_json::json;
use store::sqlite::SqliteStore;
use store::{Results, Store};

use super::kit::{Client, Site, config, country};

fn rated() -> TableConfig {
    TableConfig {
        rated: true,
        order: Order::Random,
        clock: Clock::Total { seconds: 600, increment: 10 },
        ..config(country(&[]), vec![SeatPlan::Me, SeatPlan::Anyone])
    }
}

async fn account(site: &Site, name: &str) -> Visitor {
    let guest = site.guest("Somebody").await;
    let body = json!({ "name": name, "password": "a good password" });
    let answer = guest.request(Method::POST, "/api/accounts").json(&body).send().await.unwrap();
    assert!(answer.status().is_success(), "{answer:?}");
    guest.with_cookie_of(&answer).unwrap()
}

async fn get<T: serde::de::DeserializeOwned>(visitor: &Visitor, path: &str) -> T {
    read(visitor.request(Method::GET, path).send().await.unwrap()).await.unwrap()
}

async fn refused(visitor: &Visitor, path: &str) -> (u16, String) {
    let answer = visitor.request(Method::GET, path).send().await.unwrap();
    let status = answer.status().as_u16();
    (status, answer.json::<Problem>().await.unwrap().kind)
}

#[tokio::test(flavor = "multi_thread")]
async fn a_rated_game_moves_both_players_and_fills_their_pages() {
    let site = Site::start(&[]).await;
    let (ada, bob) = (account(&site, "Ada").await, account(&site, "Bob").await);
    let made = site.begun(rated(), &[&ada, &bob]).await;
    let mut first = Client::open(&ada, &made.id, "ada", 1).await;
    let mut second = Client::open(&bob, &made.id, "bob", 2).await;
    let (mut one, mut two) = tokio::join!(
        async {
            first.play_on().await;
            first
        },
        async {
            second.play_on().await;
            second
        }
    );
    for client in [&mut one, &mut two] {
        let heard = client.heard.iter().any(|text| text.contains("\"t\":\"rated\""));
        if !heard {
            client.until(|message| matches!(message, ServerMsg::Rated { .. })).await;
        }
    }
    // Whoever comes later hears it as well.
    let mut late = Client::open(&ada, &made.id, "late", 3).await;
    let told = late.until(|message| matches!(message, ServerMsg::Rated { .. })).await;
    let ServerMsg::Rated { seats } = told else { unreachable!() };
    let moves: Vec<i32> =
        seats.iter().flatten().map(|seat| seat.after.points - seat.before.points).collect();
    // Half a point is rounded up for both.
    assert!(moves.len() == 2 && (0..=1).contains(&(moves[0] + moves[1])), "{seats:?}");

    let ada_page: Profile = get(&bob, "/api/people/ada").await;
    assert_eq!((ada_page.name.as_str(), ada_page.games), ("Ada", 1));
    let rating = &ada_page.ratings[0];
    assert_eq!((rating.ladder, rating.games), (Ladder::Duel, 1));
    assert!(rating.rating.provisional && rating.peak.is_none());
    let games: PlayedGames = get(&bob, "/api/people/Ada/games").await;
    let game = &games.games[0];
    assert_eq!((game.table.as_str(), game.rated, games.more), (made.id.as_str(), true, None));
    let own = &game.seats[usize::from(game.own)];
    assert_eq!(own.name, "Ada");
    assert_eq!(own.rated.unwrap().after.points, rating.rating.points);
    let history: RatingHistory = get(&bob, "/api/people/Ada/ratings/duel").await;
    assert_eq!(history.days.len(), 1);
    assert_eq!(history.days[0].rating.points, rating.rating.points);
    let won = if own.rank == 1 { "won" } else { "lost" };
    let found: PlayedGames = get(&bob, &format!("/api/people/Ada/games?result={won}")).await;
    assert_eq!(found.games.len(), usize::from(game.seats[0].rank != game.seats[1].rank));
    let tiles = game.tiles[..2].join("%20");
    let found: PlayedGames = get(&bob, &format!("/api/people/Ada/games?tiles={tiles}")).await;
    assert_eq!(found.games.len(), 1);

    // Where the points came from is worked out in the background.
    let stats = loop {
        let stats: PersonStats = get(&bob, "/api/people/Ada/stats").await;
        if stats.replayed > 0 {
            break stats;
        }
        tokio::time::sleep(std::time::Duration::from_millis(100)).await;
    };
    assert_eq!((stats.games, stats.points), (1, u32::from(own.points)));
    let sum: u32 = stats.features.iter().map(|feature| feature.points).sum();
    assert_eq!(sum, stats.points, "{stats:?}");
    // Its record says so, as soon as the game is over and for ever; readers keep what they find.
    let app = site.server.server().app().clone();
    let path = format!("{}/api/tables/{}/record", site.url(), made.id);
    let text = site.http.get(&path).send().await.unwrap().text().await.unwrap();
    let record = games::Record::parse(&text).unwrap();
    assert_eq!(record.tag("Rated"), Some("duel"));
    for seat in ["Rating1", "Rating2"] {
        assert_eq!(record.tag(seat), Some("1500?"), "{text}");
    }
    assert_eq!(record.print(), text);
    let address = std::net::IpAddr::from([192, 0, 2, 1]);
    let kept = server::archive::fill(&app, &made.id, address.into()).await.unwrap();
    assert_eq!(kept.as_ref(), Some(&text));
    let board: Board = get(&bob, "/api/boards/duel").await;
    assert_eq!((board.people.len(), board.computers.len()), (0, 5), "one game is not enough");
    site.server.stop().await;

    let store = SqliteStore::open(&site.data.path().join("trencavel.sqlite")).await.unwrap();
    let told = store.refold(false).await.unwrap();
    assert!(told.is_right() && told.games == 1, "{told:?}");
    store.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_asked_wrongly_is_refused() {
    let site = Site::start(&[]).await;
    let ada = account(&site, "Ada").await;
    let gus = site.guest("Gus").await;
    assert_eq!(refused(&gus, "/api/people/Nobody").await, (404, "no-such-person".into()));
    assert_eq!(refused(&gus, "/api/people/Gus").await, (404, "no-such-person".into()));
    assert_eq!(refused(&gus, "/api/boards/chess").await, (404, "no-such-ladder".into()));
    let wrong = ["result=maybe", "reason=bored", "ladder=x", "rival=Nobody"];
    for (query, status) in wrong.into_iter().zip([400, 400, 404, 404]) {
        let (told, _) = refused(&gus, &format!("/api/people/Ada/games?{query}")).await;
        assert_eq!(told, status, "{query}");
    }
    let long = "x".repeat(201);
    assert_eq!(refused(&gus, &format!("/api/people/Ada/games?tiles={long}")).await.0, 400);
    let empty: PlayedGames = get(&gus, "/api/people/Ada/games?rated=true&seats=2").await;
    assert_eq!(empty, PlayedGames { games: Vec::new(), more: None });

    let menu: protocol::Menu = get(&gus, "/api/menu").await;
    let ratings: Vec<Option<i32>> = menu.levels.iter().map(|choice| choice.rating).collect();
    assert_eq!(ratings, [1055, 1285, 1500, 1620, 1730].map(Some));

    // A guest makes no rated table, and sits at none.
    let body = json!({ "config": rated() });
    let answer = gus.request(Method::POST, "/api/tables").json(&body).send().await.unwrap();
    assert_eq!(answer.json::<Problem>().await.unwrap().kind, "account-needed");
    let pool = json!({ "config": TableConfig { pool: Some("duel".into()), ..rated() } });
    let answer = ada.request(Method::POST, "/api/tables").json(&pool).send().await.unwrap();
    assert_eq!(answer.json::<Problem>().await.unwrap().at.as_deref(), Some("pool"));
    let made = ada.make(rated()).await.unwrap();
    assert!(gus.sit(&made, 1).await.is_err());
    site.server.stop().await;
}
