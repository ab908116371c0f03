//! Every lesson of the house: it parses, plays as a client would play it, teaches in both
//! languages, and scores.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use protocol::lesson::TEXT_MAX;
use protocol::{Event, Lesson, LessonStep, Moment, RecordText, Texts};

fn home(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(path)
}

fn files() -> Vec<(String, String)> {
    let files = std::fs::read_dir(home("content/lessons")).unwrap();
    let mut files: Vec<(String, String)> = files
        .map(|entry| entry.unwrap().path())
        .map(|path| {
            let text = std::fs::read_to_string(&path).unwrap();
            (path.file_name().unwrap().to_string_lossy().into_owned(), text)
        })
        .collect();
    files.sort();
    files
}

fn lessons() -> Vec<Lesson> {
    let parse = |(file, text): (String, String)| {
        Lesson::parse(&text).unwrap_or_else(|error| panic!("{file}: {error}"))
    };
    files().into_iter().map(parse).collect()
}

/// What a client is told after `before` words of the lesson and the words it tries.
fn moment(lesson: &Lesson, before: usize, then: &[String]) -> Moment {
    let text =
        RecordText { record: lesson.record.clone(), words: Some(before), then: then.to_vec() };
    Moment::of(&text).unwrap()
}

fn texts(lesson: &Lesson) -> Vec<&Texts> {
    let steps = lesson.steps.iter();
    let shown = steps.flat_map(|s| [&s.say, &s.hint, &s.why, &s.otherwise]).flatten();
    shown.chain([&lesson.row.title, &lesson.row.about, &lesson.closing]).collect()
}

#[test]
fn files_are_named_and_sorted_as_their_lessons() {
    let mut orders = BTreeSet::new();
    for ((file, text), lesson) in files().into_iter().zip(lessons()) {
        assert_eq!(file, format!("{:03}-{}.lesson", lesson.row.order, lesson.row.name));
        assert!(orders.insert(lesson.row.order), "{file}: two lessons have this order");
        assert_eq!(lesson.names[1], "Raimon", "{file}");
        assert!(!lesson.record.contains(['{', '}']), "{file}: directives in the record");
        assert!(!lesson.record.contains("[Title"), "{file}");
        let minutes = lesson.seconds().div_ceil(60);
        assert_eq!((lesson.row.minutes, minutes <= 3), (minutes, true), "{file}");
        assert!(text.contains("{say.en:") && lesson.row.steps >= 2, "{file}");
    }
}

#[test]
fn base_each_expansion_and_the_city_are_taught() {
    let lessons = lessons();
    let has = |family: &str, expansions: &[&str]| {
        lessons.iter().filter(|l| l.row.family == family && l.row.expansions == expansions).count()
    };
    assert!(has("country", &[]) >= 6 && has("city", &[]) >= 2);
    for info in games::registry::expansions() {
        assert_eq!(has("country", &[info.name]), 1, "{}", info.name);
    }
    let base = lessons.iter().filter(|l| l.row.family == "country" && l.row.expansions.is_empty());
    let seconds: u32 = base.map(Lesson::seconds).sum();
    assert!((240..600).contains(&seconds), "the base game takes {seconds} s");
}

/// Exactly what a client does: ask for the moment before a step, try each word there.
#[test]
fn a_client_plays_every_lesson_to_its_end() {
    for lesson in lessons() {
        let name = &lesson.row.name;
        let mut before = 0;
        for step in &lesson.steps {
            assert_eq!(step.before, before, "{name}");
            before += step.words.len();
            let mut open: BTreeSet<&String> = step.accept.iter().collect();
            for (said, word) in step.words.iter().enumerate() {
                let now = moment(&lesson, step.before, &step.words[..said]);
                let legal = &now.choices.legal;
                assert_eq!(now.refused, None, "{name}");
                assert!(legal.contains(word), "{name}: {word} not in {legal:?}");
                if step.yours {
                    assert_eq!((now.choices.seat, now.view.now.to_act), (0, Some(0)), "{name}");
                    open.retain(|word| !legal.contains(word));
                } else {
                    assert_ne!(now.view.now.to_act, Some(0), "{name}: {word} is the learner's");
                }
                let same = step.same.iter().filter(|_| said == 0);
                for twin in same {
                    assert!(legal.contains(twin) && twin != word, "{name}: {twin}");
                }
            }
            assert!(open.is_empty(), "{name}: {open:?} can never be said");
        }
        let end = moment(&lesson, before, &[]);
        let whole = RecordText { record: lesson.record.clone(), words: None, then: Vec::new() };
        assert_eq!(end, Moment::of(&whole).unwrap(), "{name}");
    }
}

/// The points that the learner gets in a step, one number for each thing scored.
fn points(lesson: &Lesson, step: &LessonStep) -> Vec<u16> {
    let log = moment(lesson, step.before, &step.words).log;
    let before = moment(lesson, step.before, &[]).log;
    let events = |log: Vec<protocol::LogLine>| -> Vec<Event> {
        log.into_iter().flat_map(|line| line.events).collect()
    };
    // The log may begin with what the step before it did.
    let (events, old) = (events(log), events(before));
    let fresh = events.strip_prefix(old.as_slice()).unwrap_or(&events);
    let scored = fresh.iter().filter_map(|event| match event {
        Event::Scored { points, .. } => Some(points[0]).filter(|points| *points > 0),
        _ => None,
    });
    scored.collect()
}

#[test]
fn learners_score_and_are_told_why() {
    for lesson in lessons() {
        let name = &lesson.row.name;
        let mut scores = 0;
        for step in &lesson.steps {
            let points = points(&lesson, step);
            scores += points.len();
            assert!(points.is_empty() || step.why.is_some(), "{name}: no why for {:?}", step.words);
            for (points, why) in points.iter().zip(std::iter::repeat(step.why.as_ref())) {
                let Texts { en, fr } = why.unwrap();
                for text in [en, fr] {
                    let mut numbers = text.split(|c: char| !c.is_ascii_digit());
                    let told = numbers.any(|number| number == points.to_string());
                    assert!(told, "{name}: {points} points are not in “{text}”");
                }
            }
        }
        assert!(scores > 0, "{name}: the learner never scores");
    }
}

#[test]
fn every_step_of_the_learner_has_a_goal_and_a_hint() {
    for lesson in lessons() {
        for step in &lesson.steps {
            let complete = step.say.is_some() && step.hint.is_some();
            assert_eq!(complete, step.yours, "{}: {:?}", lesson.row.name, step.words);
            assert!(step.yours || step.accept.is_empty() && step.point.is_empty());
        }
    }
}

#[test]
fn texts_are_short_and_in_both_languages() {
    for lesson in lessons() {
        for Texts { en, fr } in texts(&lesson) {
            assert!(!en.is_empty() && !fr.is_empty());
            assert_ne!(en, fr, "{}", lesson.row.name);
            for text in [en, fr] {
                assert!(text.chars().count() < TEXT_MAX, "too long: {text}");
                assert!(!text.contains(['\'', '"', '*', '_', '<']), "plain text only: {text}");
                assert!(!text.to_lowercase().contains("meep"), "{text}");
                assert!(!text.contains("  ") && !text.contains("..."), "{text}");
                assert!(
                    text.ends_with(['.', '!', '?', '…']) || text.chars().count() < 40,
                    "{text}"
                );
            }
        }
    }
}

#[test]
fn french_is_set_as_french() {
    for lesson in lessons() {
        for Texts { fr, .. } in texts(&lesson) {
            let letters: Vec<char> = std::iter::once(' ').chain(fr.chars()).collect();
            for pair in letters.windows(2) {
                let right = match pair {
                    [before, ';' | '!' | '?' | '»'] => *before == '\u{202f}',
                    [before, ':'] => *before == '\u{a0}',
                    ['«', after] => *after == '\u{202f}',
                    _ => true,
                };
                assert!(right, "{pair:?} in “{fr}”");
            }
            assert!(!fr.contains(['“', '”']), "{fr}");
        }
    }
}

#[test]
fn the_example_of_the_manual_is_a_lesson() {
    let page = std::fs::read_to_string(home("docs/lessons.md")).unwrap();
    let blocks: Vec<&str> = page.split("```lesson\n").skip(1).collect();
    assert!(!blocks.is_empty(), "docs/lessons.md has no example");
    for block in blocks {
        let text = block.split("```").next().unwrap();
        let lesson = Lesson::parse(text).unwrap_or_else(|error| panic!("{error}\n{text}"));
        assert!(lesson.steps.iter().any(|step| !points(&lesson, step).is_empty()));
    }
}
