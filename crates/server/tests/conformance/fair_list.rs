//! The public list of commitments.

use store::{AnyStore, Expiry, Index, NewTable, Removal};

use super::{Database, index, log, played, table, who};

fn with(commitment: Option<&str>, outcome: &'static str, index: Index) -> Index {
    Index { commitment: commitment.map(str::to_owned), outcome, ..index }
}

fn new(id: &str, commitment: &str) -> NewTable {
    let made = table(id, &who("p1", "Anna"));
    NewTable { index: with(Some(commitment), "void", made.index.clone()), ..made }
}

async fn list(store: &AnyStore) -> Vec<String> {
    while store.chain_fair_list().await.unwrap() > 0 {}
    let lines = store.fair_list(0, 1000).await.unwrap();
    let pairs = lines.iter().map(|(line, hash)| (line, hash));
    fair::list::verify((0, fair::list::START), pairs).expect("a chain");
    lines.iter().map(|(line, _)| format!("{} {}", line.kind.name(), line.commitment)).collect()
}

pub async fn commitments_are_listed_with_their_outcome(place: &impl Database) {
    let store = place.open().await;
    let anna = who("p1", "Anna");
    let [c1, c2, c3, c4] = ["c1", "c2", "c3", "c4"].map(|c| c.repeat(32));
    store.make_table(new("t1", &c1)).await.unwrap();
    assert!(store.fair_list(0, 10).await.unwrap().is_empty(), "it is chained later");
    assert_eq!(list(&store).await, [format!("shown {c1}")]);
    let playing = |status| index("t1", status, 200, &[&anna]);
    let moved = with(Some(&c1), "void", playing("playing"));
    store.append("t1", log(3, [played("a")]), moved).await.unwrap();
    assert_eq!(list(&store).await.len(), 1, "a move is no news");
    store
        .append("t1", log(4, [played("b")]), with(Some(&c2), "void", playing("open")))
        .await
        .unwrap();
    store.append("t1", log(5, [played("c")]), with(None, "ended", playing("over"))).await.unwrap();
    store.append("t1", log(6, [played("d")]), with(None, "ended", playing("over"))).await.unwrap();
    store.make_table(new("t2", &c3)).await.unwrap();
    assert!(store.remove_table("t2", Removal::Removed).await.unwrap());
    assert!(store.remove_table("t1", Removal::Removed).await.unwrap());
    store.make_table(new("t4", &c4)).await.unwrap();
    let why = Removal::Expired { since: Expiry { open: u64::MAX, slow: u64::MAX }, now: 60 };
    assert!(store.remove_table("t4", why).await.unwrap());
    let all = [
        format!("shown {c1}"),
        format!("void {c1}"),
        format!("shown {c2}"),
        format!("ended {c2}"),
        format!("shown {c3}"),
        format!("removed {c3}"),
        format!("shown {c4}"),
        format!("expired {c4}"),
    ];
    assert_eq!(list(&store).await, all);
    let of: Vec<u64> = store.fair_lines(&c2).await.unwrap().iter().map(|(l, _)| l.n).collect();
    assert_eq!(of, [3, 4]);
    let page: Vec<u64> = store.fair_list(2, 3).await.unwrap().iter().map(|(l, _)| l.n).collect();
    assert_eq!(page, [3, 4, 5]);
    store.close().await;
    let store = place.open().await;
    assert_eq!(list(&store).await, all);
    store.close().await;
}

/// What failed is not listed, and what is refused leaves no trace.
pub async fn a_refused_append_lists_nothing(place: &impl Database) {
    let store = place.open().await;
    let commitment = "c1".repeat(32);
    store.make_table(new("t1", &commitment)).await.unwrap();
    let late = with(None, "ended", index("t1", "over", 200, &[&who("p1", "Anna")]));
    assert!(store.append("t1", log(9, [played("a")]), late).await.is_err());
    assert_eq!(list(&store).await, [format!("shown {commitment}")]);
    store.close().await;
}
