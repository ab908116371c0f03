//! Revisions of the rules: what an older one did by itself is still done in its games.

use crate::common::{Rng, any_setup, rules_of};
use games::revision::{FIRST_REVISION, default_of};
use games::{AnyRules, Game, REVISION, Record, Recorder, Setup, position, registry};

/// DX-CULT-05 as a record: by the first revision the heretic stays, by the second he loses.
const CHALLENGE: &str = r#"[Trencavel "1"]
[Family "country"]
[Expansions "cult"]
[Seats "2"]
[Position "base/D@0,0r0 base/U@-1,0r0 base/U@1,0r0 base/U@2,0r0 base/B@0,1r0 base/E@-1,1r3 base/U@0,2r0 base/U@1,2r0 base/U@-1,2r0 base/U@2,2r0; figures 2:follower@0,1:monastery; score 0 0; turn 1 part 1 step draw"]
[Result "*"]

1. cult/shrine 1,1 r0 follower@shrine
"#;

fn figures(record: &str) -> String {
    let record = Record::parse(record).unwrap();
    let played = record.replay(|_| {}).unwrap();
    assert_eq!(played.game.scores()[..2], [0, 9]);
    assert_eq!(Record::parse(&record.print()).unwrap(), record);
    played.game.position(&played.rules)
}

#[test]
fn a_record_without_a_revision_is_of_the_first() {
    assert_eq!(Record::parse(CHALLENGE).unwrap().setup.revision, FIRST_REVISION);
    assert_eq!(Record::parse(CHALLENGE).unwrap().print(), CHALLENGE);
    assert!(figures(CHALLENGE).contains("1:follower@1,1:shrine"));
    let tag = "[Trencavel \"1\"]\n[Revision \"2\"]";
    let second = CHALLENGE.replacen("[Trencavel \"1\"]", tag, 1);
    assert!(!figures(&second).contains("follower"));
    let option = "[Expansions \"cult\"]\n[Options \"OPT-CULT-CHALLENGE=both-unfinished\"]";
    let chosen = second.replacen("[Expansions \"cult\"]", option, 1);
    assert!(figures(&chosen).contains("1:follower@1,1:shrine"));
}

#[test]
fn an_unknown_revision_is_refused_at_its_place() {
    let newer = CHALLENGE.replacen("[Family", "[Revision \"99\"]\n[Family", 1);
    let error = Record::parse(&newer).unwrap().replay(|_| {}).unwrap_err();
    assert_eq!((error.line, error.column), (2, 12), "{error}");
    assert!(error.to_string().contains("revision 99 of the rules"), "{error}");
    for wrong in ["0", "two", "", "00000002"] {
        let text = newer.replace("99", wrong);
        assert!(Record::parse(&text).is_err(), "{wrong}");
    }
    assert!(AnyRules::new(&Setup::country(2).revision(REVISION + 1)).is_err());
}

#[test]
fn a_position_names_its_revision() {
    let setup = Setup::country(2).with(&["cult"]);
    let text = position::print_setup(&setup);
    assert_eq!(text, format!("country seats=2 revision={REVISION} expansions=cult"));
    assert_eq!(position::parse_setup(&text).unwrap(), setup);
    let first = setup.revision(FIRST_REVISION);
    assert_eq!(position::print_setup(&first), "country seats=2 expansions=cult");
    assert_eq!(position::parse_setup("country seats=2 expansions=cult").unwrap(), first);
}

#[test]
fn every_option_says_all_and_tidy_takes_it_back() {
    for seed in 0..200 {
        let mut rng = Rng(seed);
        for revision in FIRST_REVISION..=REVISION {
            let setup = any_setup(&mut rng).revision(revision);
            let every = Setup { options: setup.every_option(), ..setup.clone() };
            rules_of(&every);
            let plain = setup.clone().tidy();
            assert_eq!(every.clone().tidy().every_option(), setup.every_option());
            assert!(plain.options.len() <= setup.options.len());
            // The same game as a new one: every option has the same value.
            let today = setup.today();
            assert_eq!((today.revision, today.every_option()), (REVISION, setup.every_option()));
            assert_eq!(today.today(), today);
        }
    }
}

/// The defaults of a revision never change again. A line is added for each new revision.
#[test]
fn defaults_of_a_revision_are_fixed() {
    let then = |key: &str, revision| {
        let option = registry::options().into_iter().find(|o| o.decl.key == key).unwrap();
        default_of(&option, revision)
    };
    assert_eq!(then("OPT-CULT-CHALLENGE", 1), "both-unfinished");
    assert_eq!(then("OPT-CULT-CHALLENGE", 2), "occupied");
    let all = |revision| {
        let options = registry::options();
        let mut texts: Vec<String> = options
            .iter()
            .map(|o| format!("{}.{}={}", o.family, o.decl.key, default_of(o, revision)))
            .collect();
        texts.sort();
        texts.join("\n") + "\n"
    };
    for revision in FIRST_REVISION..=REVISION {
        let file = format!("tests/golden/defaults-{revision}.txt");
        let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join(file);
        // A new option needs a default in every revision: what was done before there was one.
        let kept = std::fs::read_to_string(&path).unwrap_or_default();
        let now = all(revision);
        if std::env::var("BLESS").is_ok() && kept.lines().all(|line| now.contains(line)) {
            std::fs::write(&path, &now).unwrap();
            continue;
        }
        assert_eq!(now, kept, "revision {revision}");
    }
}

#[test]
fn new_games_are_of_the_newest_revision() {
    let recorder = Recorder::new(&Setup::city(2), &[]).unwrap();
    let text = recorder.record().print();
    assert!(text.starts_with(&format!("[Trencavel \"1\"]\n[Revision \"{REVISION}\"]\n")), "{text}");
}
