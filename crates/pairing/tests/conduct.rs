//! Play limits follow from what somebody did, and from nothing else.

use pairing::{Conduct, Limit, Past, leaves_often, limit};

const MINUTE: u64 = 60_000;
const DAY: u64 = 86_400_000;

/// Games an hour apart, the first one `after` ms.
fn games(after: u64, ends: &[Conduct]) -> Vec<Past> {
    let each = (0u64..).zip(ends);
    each.map(|(n, conduct)| Past { at: after + n * 60 * MINUTE, conduct: *conduct }).collect()
}

#[test]
fn four_of_twenty_are_enough_and_three_are_not() {
    use Conduct::{Good, Left, NoShow, Stalled};
    let long_ago = 10 * DAY;
    let mut ends = vec![Good; 16];
    ends.extend([NoShow, Left, Stalled]);
    assert_eq!(limit(0, &games(long_ago, &ends)), None);
    ends.push(NoShow);
    let past = games(long_ago, &ends);
    let at = past[19].at;
    assert_eq!(limit(0, &past), Some(Limit { since: at, until: at + 10 * MINUTE }));
    // Good games wear it off.
    ends.extend([Good; 17]);
    ends.push(NoShow);
    let newest = limit(0, &games(long_ago, &ends)).unwrap();
    assert_eq!(newest.since, at, "the last one weighs too little");
}

#[test]
fn lighter_ones_need_more() {
    use Conduct::{Abort, Sandbag};
    assert_eq!(limit(0, &games(10 * DAY, &[Abort; 4])), None);
    assert!(limit(0, &games(10 * DAY, &[Abort; 5])).is_some());
    assert_eq!(limit(0, &games(10 * DAY, &[Sandbag; 5])), None);
    assert!(limit(0, &games(10 * DAY, &[Sandbag; 6])).is_some());
}

#[test]
fn two_are_enough_for_somebody_new() {
    use Conduct::{Good, NoShow};
    let came = 10 * DAY;
    assert_eq!(limit(came, &games(came, &[NoShow])), None);
    assert!(limit(came, &games(came, &[NoShow, NoShow])).is_some());
    assert_eq!(limit(came, &games(came, &[NoShow, Good, NoShow])), None);
    assert_eq!(limit(came, &games(came + DAY, &[NoShow, NoShow])), None, "it knows the house");
}

#[test]
fn each_is_three_times_as_long_until_three_days() {
    let mut past = games(10 * DAY, &[Conduct::NoShow; 4]);
    let mut long = Vec::new();
    for _ in 0..8 {
        let newest = limit(0, &past).unwrap();
        long.push((newest.until - newest.since) / MINUTE);
        past.push(Past { at: newest.until, conduct: Conduct::NoShow });
    }
    assert_eq!(long, [10, 30, 90, 270, 810, 2430, 4320, 4320]);
    let later = past.last().unwrap().at + 10 * DAY;
    past.push(Past { at: later, conduct: Conduct::NoShow });
    let newest = limit(0, &past).unwrap();
    assert_eq!(newest.until - newest.since, 10 * MINUTE, "it begins anew after some quiet days");
}

#[test]
fn two_whole_ones_are_often() {
    assert!(!leaves_often(&games(0, &[Conduct::Left])));
    assert!(leaves_often(&games(0, &[Conduct::Left, Conduct::NoShow])));
}
