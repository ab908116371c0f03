//! The form of lessons: what directives become, and where broken ones are told to be wrong.

use protocol::{Lesson, Texts};

/// A small lesson that is right, line by line.
const SMALL: [&str; 16] = [
    "[Trencavel \"1\"]",
    "[Seats \"2\"]",
    "[Lesson \"small\"]",
    "[Order \"7\"]",
    "[TitleEn \"Small\"]",
    "[TitleFr \"Petit\"]",
    "[AboutEn \"A small lesson.\"]",
    "[AboutFr \"Une petite leçon.\"]",
    "{say.en: Close it.} {say.fr: Fermez-la !}",
    "{hint.en: Above.} {hint.fr: Au-dessus.} {point: 0,-1 | 0,0:city:N | hand}",
    "{accept: follower@field:NL} {else.en: Well.} {else.fr: Soit.}",
    "1. base/E 0,-1 r2 follower@city:S ; a remark of the author",
    "{why.en: 4 points.} {why.fr: 4 points.}",
    "2. base/U 1,0 r0 - {why.en: Raimon waits.} {why.fr: Raimon attend.}",
    "{say.en: Well done.}",
    "{say.fr: Bravo.}",
];

#[test]
fn a_lesson_becomes_steps() {
    let lesson = Lesson::parse(&SMALL.join("\n")).unwrap();
    assert_eq!((lesson.row.name.as_str(), lesson.row.order), ("small", 7));
    assert_eq!((lesson.row.steps, lesson.row.minutes), (1, 1));
    let steps: Vec<(usize, bool, usize)> =
        lesson.steps.iter().map(|s| (s.before, s.yours, s.words.len())).collect();
    assert_eq!(steps, [(0, false, 1), (1, true, 2), (3, false, 3)]);
    let mine = &lesson.steps[1];
    assert_eq!(mine.words, ["0,-1 r2", "follower@city:S"]);
    assert_eq!(mine.accept, ["follower@field:NL.NR.EL.ER.WL.WR"]);
    assert_eq!(mine.point, ["0,-1", "0,0:city:N", "hand"]);
    assert_eq!(mine.say.as_ref().unwrap().fr, "Fermez-la\u{202f}!");
    assert_eq!(mine.otherwise.as_ref().unwrap().en, "Well.");
    assert_eq!(mine.why.as_ref().unwrap().en, "4 points.");
    assert_eq!(lesson.steps[2].why.as_ref().unwrap().fr, "Raimon attend.");
    assert_eq!(lesson.closing, Texts { en: "Well done.".into(), fr: "Bravo.".into() });
    let printed = "1. base/E 0,-1 r2 follower@city:S 2. base/U 1,0 r0 -\n";
    assert!(lesson.record.ends_with(printed), "{}", lesson.record);
}

/// Blanks and apostrophes are printed as each language prints them.
#[test]
fn french_blanks_do_not_break() {
    let said = |en: &str, fr: &str| {
        let said = format!("{{say.en: {en}}} {{say.fr: {fr}}}");
        let text = SMALL.join("\n").replace("{say.en: Close it.} {say.fr: Fermez-la !}", &said);
        Lesson::parse(&text).unwrap().steps[1].say.clone().unwrap()
    };
    let french = |text: &str| said("Yes.", text).fr;
    assert_eq!(french("Bravo !  Et l'abbé ?"), "Bravo\u{202f}! Et l’abbé\u{202f}?");
    assert_eq!(french("ainsi : « oui » ; non"), "ainsi\u{a0}: «\u{202f}oui\u{202f}»\u{202f}; non");
    assert_eq!(french("déjà\u{202f}! fait\u{a0}: ici"), "déjà\u{202f}! fait\u{a0}: ici");
    assert_eq!(said("it's : so !", "Oui.").en, "it’s : so !");
}

/// Words are cut into steps where the learner is told something new.
#[test]
fn directives_between_words_of_the_learner_make_steps() {
    let again = "0,-1 r2 {say.en: Now he.} {say.fr: Lui.} {hint.en: In.} {hint.fr: Là.} follower";
    let text = SMALL.join("\n").replace("0,-1 r2 follower", again);
    let text = text.replace("{accept: follower@field:NL} {else.en: Well.} {else.fr: Soit.}", "");
    let lesson = Lesson::parse(&text).unwrap();
    let words: Vec<&[String]> =
        lesson.steps.iter().filter(|s| s.yours).map(|s| s.words.as_slice()).collect();
    assert_eq!(words, [["0,-1 r2"], ["follower@city:S"]]);
}

/// The small lesson with one thing wrong: what is replaced, by what, where the error is told, and
/// what it says.
const BROKEN: &[(&str, &str, (u32, u32), &str)] = &[
    ("[TitleFr \"Petit\"]", "", (1, 1), "the tag [TitleFr"),
    ("[Order \"7\"]", "[Order \"x\"]", (4, 9), "a number"),
    ("[Lesson \"small\"]", "[Lesson \"So big\"]", (3, 10), "a name of small letters"),
    ("[AboutEn \"A small lesson.\"]", "[AboutEn \"\"]", (7, 11), "a text"),
    (" {say.fr: Fermez-la !}", "", (9, 1), "say.fr beside this text"),
    ("{hint.en: Above.} ", "", (10, 1), "hint.en beside this text"),
    ("{hint.en: Above.} {hint.fr: Au-dessus.} ", "", (12, 11), "a hint before these words"),
    ("{say.en: Close it.} {say.fr: Fermez-la !}", "", (12, 11), "a say before these words"),
    ("{hint.en: Above.}", "{tip.en: Above.}", (10, 1), "a directive: say.en"),
    ("{hint.en: Above.}", "{hint.de: Oben.}", (10, 1), "a directive: say.en"),
    ("{hint.en: Above.}", "{above}", (10, 1), "a directive: say.en"),
    ("{hint.en: Above.}", "{hint.en: }", (10, 1), "a text behind the colon"),
    ("{say.en: Close it.}", "{say.en: A.} {say.en: B.}", (9, 14), "one say.en for a step"),
    ("follower@field:NL}", "follower@road:N}", (11, 1), "words that are legal here"),
    ("follower@field:NL}", "0,-1 r0}", (11, 1), "BASE-18"),
    ("follower@field:NL}", "follower@city:S}", (11, 1), "other words than follower@city:S"),
    ("follower@field:NL}", "follower@field:NL | }", (11, 1), "something before, between"),
    ("{accept: follower@field:NL} ", "", (11, 1), "accept beside this else"),
    ("0,0:city:N |", "0,0:city:S |", (10, 41), "a place on a tile that lies there"),
    ("| hand", "| foot", (10, 41), "x,y or x,y:place"),
    ("{say.en: Close it.}", "{why.en: So.}", (9, 1), "a word of play before this why"),
    ("{why.fr: 4 points.}", "", (13, 1), "why.fr beside this text"),
    ("{say.fr: Bravo.}", "{say.fr: Bravo.} {point: hand}", (16, 18), "words of the learner after"),
    ("{say.en: Well done.}\n{say.fr: Bravo.}", "", (1, 1), "closing words"),
    ("0,-1 r2 follower@city:S", "0,-1 r0 follower@city:S", (12, 11), "a legal word"),
    ("follower@city:S ;", "follower@town ;", (12, 28), ""),
    ("[Seats \"2\"]", "[Seats \"two\"]", (2, 9), "number"),
];

#[test]
fn broken_lessons_say_where_and_what() {
    let whole = SMALL.join("\n");
    for (old, new, (line, column), expected) in BROKEN {
        assert_eq!(whole.matches(old).count(), 1, "{old} must be in the lesson once");
        let error = Lesson::parse(&whole.replace(old, new)).unwrap_err();
        let told = (error.line, error.column);
        assert_eq!(told, (*line, *column), "{new} for {old}: {error}");
        assert!(error.expected.contains(expected), "{new} for {old}: {error}");
    }
    let long = whole.replace("Close it.", &"word ".repeat(61));
    let error = Lesson::parse(&long).unwrap_err();
    assert_eq!((error.line, error.column), (9, 1));
    assert_eq!(error.expected, "a text of at most 300 characters, not 304");
}

/// Whatever is missing or doubled, the answer is a lesson or an error within the text.
#[test]
fn damaged_lessons_are_refused_in_their_text() {
    let whole = SMALL.join("\n");
    let mut refused = 0;
    for (at, letter) in whole.char_indices() {
        let (head, tail) = whole.split_at(at);
        let shorter = format!("{head}{}", &tail[letter.len_utf8()..]);
        for text in [head.to_string(), shorter, format!("{head}{letter}{tail}")] {
            if let Err(error) = Lesson::parse(&text) {
                refused += 1;
                let lines = text.lines().count().max(1) as u32;
                assert!((1..=lines + 1).contains(&error.line), "{error} in\n{text}");
                assert!(error.column > 0 && !error.expected.is_empty(), "{error} in\n{text}");
            }
        }
    }
    assert!(refused > whole.len(), "{refused}");
}
