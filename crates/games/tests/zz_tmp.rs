mod common;
use common::*;
use games::*;
fn find(name: &str, setup: Setup, want: &[&str], seeds: u64, more: usize, cap: usize) {
    let mut best: Option<(usize, Record, String)> = None;
    let mut cap = cap;
    for seed in 0..seeds {
        let mut rng = Rng(seed);
        let mut r = Recorder::new(&setup, &["Alice", "Bob"]).unwrap();
        let mut seen = vec![false; want.len()];
        for _ in 0..cap {
            let by = r.game().turn();
            if by == Turn::Over { break; }
            let mut a = r.game().pick(r.rules(), &mut rng);
            // prefer wanted
            let mut legal = Actions::new();
            r.game().legal(r.rules(), &mut legal);
            if matches!(by, Turn::Player(_)) && legal.len() < 40 {
                for x in legal.iter() {
                    let w = r.game().word(r.rules(), *x);
                    if want.iter().enumerate().any(|(i, p)| !seen[i] && w.contains(p)) { a = *x; }
                }
            }
            r.submit(by, a).unwrap();
            let w = r.record().words().last().unwrap().text().to_string();
            for (i, p) in want.iter().enumerate() { if w.contains(p) { seen[i] = true; } }
            if seen.iter().all(|s| *s) {
                let n = r.record().words().len();
                if n < cap { 
                    cap = n;
                    for _ in 0..more { let by = r.game().turn(); let a = r.game().pick(r.rules(), &mut rng); r.submit(by, a).unwrap(); }
                    best = Some((n, r.record().clone(), position::print(r.rules(), r.game())));
                }
                break;
            }
        }
    }
    match best { Some((n, rec, pos)) => {
        println!("=== {name} {n}\n{}\n{pos}", rec.print());
        rec.replay(|s| for e in s.events { println!("   {}: {}", s.text, tell::sentence(s.rules, s.game, &rec.names(), e)); }).unwrap();
    }, None => println!("=== {name} none") }
}
#[test]
fn dump() {
    find("traders", Setup::country(2).with(&["inns","traders"]), &["builder@","second","pig@","large@"], 20000, 3, 90);
    find("count", Setup::country(2).with(&["count"]), &["@castle","count@",">"], 20000, 3, 200);
    find("count2", Setup::country(2).with(&["count"]), &["follower@market","count@"], 20000, 3, 200);
    find("abbot", Setup::country(2).with(&["abbot"]), &["abbot@","recall@"], 3000, 3, 60);
    find("gone", Setup::country(2), &[" x"], 6000, 3, 200);
    find("cult", Setup::country(2).with(&["cult", "river"]), &["follower@shrine","follower@monastery"], 6000, 3, 200);
    find("city", Setup::city(2), &["gate@","wall:left","wall:right","guard","tower:"], 3000, 3, 300);
}
