//! Requests that a tag tells apart: what is written is read again.

use protocol::client::{Claim, ClientMsg};
use protocol::{Clock, OfferKind, SeatPlan, Start, Switch};
use serde::Serialize;
use serde::de::DeserializeOwned;

fn again<T: Serialize + DeserializeOwned + PartialEq + std::fmt::Debug>(all: &[T]) {
    for one in all {
        let text = serde_json::to_string(one).unwrap();
        assert_eq!(serde_json::from_str::<T>(&text).unwrap(), *one, "{text}");
        assert_eq!(protocol::plain::read::<T>(text.as_bytes()).unwrap(), *one, "{text}");
        let more = text.replacen('{', "{\"more\":1,", 1);
        let has_fields = text.contains(',');
        assert_eq!(serde_json::from_str::<T>(&more).is_err(), has_fields, "{more}");
    }
}

#[test]
fn plans_are_read_as_they_are_written() {
    let name = || "Anna".to_string();
    let kept = SeatPlan::Kept { person: "p1".into(), name: name(), screen: true };
    let computer = SeatPlan::Computer { level: protocol::Level::Greedy };
    let screen = SeatPlan::Screen { name: name() };
    again(&[SeatPlan::Me, screen, SeatPlan::Anyone, SeatPlan::Link, computer, kept]);
    again(&[Start::Owner, Start::Full { within: 30 }]);
    again(&[Clock::None, Clock::Total { seconds: 60, increment: 2 }, Clock::Days { days: 3 }]);
}

#[test]
fn messages_are_read_as_they_are_written() {
    let (seat, after, words) = (1, 7, vec!["0,1 r2".to_string()]);
    let id = || "m1".to_string();
    again(&[
        ClientMsg::Draft { seat, after, words: words.clone() },
        ClientMsg::Play { seat, after, id: id(), words: words.clone() },
        ClientMsg::Hint { seat, after, words: words.clone() },
        ClientMsg::Unhint,
        ClientMsg::Chat { id: id(), text: "Hello".into() },
        ClientMsg::Phrase { id: id(), phrase: "hello".into() },
        ClientMsg::Watchers { chat: Switch::Off },
        ClientMsg::Resign { seat },
        ClientMsg::Offer { seat, kind: OfferKind::Draw, after: Some(after) },
        ClientMsg::Offer { seat, kind: OfferKind::Draw, after: None },
        ClientMsg::Decline { seat },
        ClientMsg::Claim { seat, away: 0, want: Claim::Win },
        ClientMsg::Return { seat },
        ClientMsg::Give { seat, to: 0 },
        ClientMsg::Thinks { on: true },
        ClientMsg::Thought { seat, after, words },
        ClientMsg::Ping { at: 9 },
    ]);
    for wrong in ["{}", r#"{"t":"nothing"}"#, r#"{"t":"resign"}"#, r#"{"t":"resign","seat":"1"}"#] {
        assert!(serde_json::from_str::<ClientMsg>(wrong).is_err(), "{wrong}");
    }
}
