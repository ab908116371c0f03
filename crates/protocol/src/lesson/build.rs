//! From the words and directives of a record to the steps of a lesson.

use games::record::LineColumn;
use games::{Record, Scribe, Seat, Teller, Turn};

use super::directive::{self, Directive, Role, Said};
use super::scan::{BlamePlace, Scan};
use super::typeset::Language;
use super::{Lesson, LessonError, LessonRow, LessonStep, Texts, check};

pub use super::directive::TEXT_MAX;

type Result<T> = std::result::Result<T, LessonError>;

/// The learner's seat.
const LEARNER: Turn = Turn::Player(Seat(0));
/// Tags that only lessons have. They are no part of the record that is played.
const TAGS: [&str; 6] = ["Lesson", "Order", "TitleEn", "TitleFr", "AboutEn", "AboutFr"];

pub(super) fn lesson(text: &str) -> Result<Lesson> {
    let record = Record::parse(text)?;
    let scan = Scan::of(text);
    let row = head(&record, &scan)?;
    let played = play(&record, &Record::parse(&plain(text, &scan))?)?;
    let (mut drafts, closing) = drafts(&played.words, &scan)?;
    check::check(&played.before, &mut drafts)?;
    let steps: Vec<LessonStep> = drafts.into_iter().map(|draft| draft.step).collect();
    let (names, yours) = (record.names(), steps.iter().filter(|step| step.yours).count());
    let mut lesson = Lesson { row, names, record: played.printed, steps, closing };
    lesson.row.minutes = lesson.seconds().div_ceil(60);
    lesson.row.steps = yours as u32;
    Ok(lesson)
}

/// The game of a lesson.
struct Played {
    words: Vec<Word>,
    /// The game before each word.
    before: Vec<Teller>,
    /// The record in its printed form.
    printed: String,
}

/// Plays the words, once, and writes them down in `plain`, the record without directives.
fn play(record: &Record, plain: &Record) -> Result<Played> {
    let mut teller = record.begin()?;
    let mut scribe = Scribe::again(plain, &teller);
    let (mut words, mut before) = (Vec::new(), Vec::new());
    for (index, (word, bare)) in record.words().iter().zip(plain.words()).enumerate() {
        before.push(teller.clone());
        let said = record.play_word(index, &mut teller)?;
        scribe.copy(bare, &said, &teller);
        words.push(Word { text: said.text, yours: said.by == LEARNER, place: word.place() });
    }
    record.check_end(&teller)?;
    Ok(Played { words, before, printed: scribe.into_record().print() })
}

/// What the tags say.
fn head(record: &Record, scan: &Scan) -> Result<LessonRow> {
    let start = LineColumn::START;
    let tag = |name: &str| -> Result<(&str, LineColumn)> {
        let place = scan.tags.iter().find(|tag| tag.name == name).map_or(start, |tag| tag.place);
        let missing = || start.expected(format!("the tag [{name} \"…\"]"));
        Ok((record.tag(name).ok_or_else(missing)?, place))
    };
    let (name, at) = tag("Lesson")?;
    let plain = |b: u8| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-';
    if name.is_empty() || !name.bytes().all(plain) {
        return Err(at.expected("a name of small letters, digits and -"));
    }
    let (order, at) = tag("Order")?;
    let order = order.parse().map_err(|_| at.expected("a number"))?;
    let texts = |title: &str| -> Result<Texts> {
        let mut texts = Texts::default();
        for (language, ending) in Language::ALL.into_iter().zip(["En", "Fr"]) {
            let (text, at) = tag(&format!("{title}{ending}"))?;
            *language.of(&mut texts) = directive::text(text, language, at)?;
        }
        Ok(texts)
    };
    Ok(LessonRow {
        name: name.to_string(),
        order,
        title: texts("Title")?,
        about: texts("About")?,
        family: record.setup.family.name().to_string(),
        expansions: record.setup.expansions.clone(),
        ..LessonRow::default()
    })
}

/// The record alone.
fn plain(text: &str, scan: &Scan) -> String {
    let tags = scan.tags.iter().filter(|tag| TAGS.contains(&tag.name)).map(|tag| &tag.range);
    let mut cuts: Vec<_> = tags.chain(scan.comments.iter().map(|c| &c.range)).collect();
    cuts.sort_by_key(|range| range.start);
    let (mut kept, mut at) = (String::new(), 0);
    for cut in cuts {
        kept.push_str(&text[at..cut.start]);
        kept.push(' ');
        at = cut.end;
    }
    kept + &text[at..]
}

/// A word of the record.
struct Word {
    text: String,
    yours: bool,
    place: LineColumn,
}

/// A step in the making, with the places of what is still to be checked.
#[derive(Default)]
pub(super) struct StepDraft {
    pub step: LessonStep,
    pub accept: Option<LineColumn>,
    pub point: Option<LineColumn>,
}

fn drafts(words: &[Word], scan: &Scan) -> Result<(Vec<StepDraft>, Texts)> {
    let mut builder = Builder::default();
    let mut comments = scan.comments.iter().filter(|c| c.braces).peekable();
    for word in words {
        while let Some(comment) = comments.next_if(|comment| comment.place < word.place) {
            builder.hear(Directive::read(comment)?)?;
        }
        builder.word(word)?;
    }
    for comment in comments {
        builder.hear(Directive::read(comment)?)?;
    }
    builder.finish()
}

/// A text that comes language by language.
#[derive(Default)]
struct Pair {
    texts: Texts,
    place: Option<LineColumn>,
}

impl Pair {
    fn put(&mut self, language: Language, text: String, at: LineColumn, role: Role) -> Result<()> {
        let place = language.of(&mut self.texts);
        if !place.is_empty() {
            let code = language.code();
            return Err(at.expected(format!("one {}.{code} for a step, not two", role.name())));
        }
        *place = text;
        self.place.get_or_insert(at);
        Ok(())
    }

    /// Both languages or, if nothing was said, none.
    fn take(&mut self, role: Role) -> Result<Option<Texts>> {
        let Some(at) = self.place.take() else { return Ok(None) };
        let mut texts = std::mem::take(&mut self.texts);
        match Language::ALL.into_iter().find(|language| language.of(&mut texts).is_empty()) {
            Some(language) => {
                Err(at.expected(format!("{}.{} beside this text", role.name(), language.code())))
            }
            None => Ok(Some(texts)),
        }
    }
}

#[derive(Default)]
struct Builder {
    drafts: Vec<StepDraft>,
    /// For the learner's next words.
    say: Pair,
    hint: Pair,
    otherwise: Pair,
    accept: Option<(LineColumn, Vec<String>)>,
    point: Option<(LineColumn, Vec<String>)>,
    /// For the words before.
    why: Pair,
    /// Whether a directive was heard since the last word.
    heard: bool,
}

impl Builder {
    fn hear(&mut self, Directive { place, said }: Directive) -> Result<()> {
        let twice = |what| place.expected(format!("one {what} for a step, not two"));
        self.heard = true;
        match said {
            Said::Text(Role::Why, ..) if self.drafts.is_empty() => {
                Err(place.expected("a word of play before this why"))
            }
            Said::Text(role, language, text) => {
                let pair = match role {
                    Role::Say => &mut self.say,
                    Role::Hint => &mut self.hint,
                    Role::Why => &mut self.why,
                    Role::Else => &mut self.otherwise,
                };
                pair.put(language, text, place, role)
            }
            Said::Accept(_) if self.accept.is_some() => Err(twice("accept")),
            Said::Point(_) if self.point.is_some() => Err(twice("point")),
            Said::Accept(words) => {
                self.accept = Some((place, words));
                Ok(())
            }
            Said::Point(places) => {
                self.point = Some((place, places));
                Ok(())
            }
        }
    }

    /// A step ends where somebody else goes on, behind a `why`, and, if it is the learner's,
    /// before any directive.
    fn word(&mut self, word: &Word) -> Result<()> {
        let explained = self.explain()?;
        let heard = std::mem::take(&mut self.heard);
        let before = self.drafts.iter().map(|draft| draft.step.words.len()).sum();
        match self.drafts.last_mut() {
            Some(StepDraft { step, .. })
                if step.yours == word.yours && !explained && !(word.yours && heard) =>
            {
                step.words.push(word.text.clone());
            }
            _ => {
                let mut draft =
                    if word.yours { self.task(word.place)? } else { StepDraft::default() };
                draft.step.before = before;
                draft.step.words.push(word.text.clone());
                self.drafts.push(draft);
            }
        }
        Ok(())
    }

    /// Gives the last step its `why`; tells whether there was one.
    fn explain(&mut self) -> Result<bool> {
        let why = self.why.take(Role::Why)?;
        let explained = why.is_some();
        if let Some(draft) = self.drafts.last_mut().filter(|_| explained) {
            draft.step.why = why;
        }
        Ok(explained)
    }

    /// Something to do for the learner, from what was heard before its first word.
    fn task(&mut self, at: LineColumn) -> Result<StepDraft> {
        let need = |texts: Option<Texts>, role: Role| {
            let expected = format!("a {} before these words of the learner", role.name());
            texts.ok_or_else(|| at.expected(expected)).map(Some)
        };
        let (say, hint) = (self.say.take(Role::Say)?, self.hint.take(Role::Hint)?);
        let (accept, point) = (self.accept.take(), self.point.take());
        if let Some(at) = self.otherwise.place.filter(|_| accept.is_none()) {
            return Err(at.expected("accept beside this else"));
        }
        let places = (accept.as_ref().map(|a| a.0), point.as_ref().map(|p| p.0));
        let step = LessonStep {
            yours: true,
            say: need(say, Role::Say)?,
            hint: need(hint, Role::Hint)?,
            otherwise: self.otherwise.take(Role::Else)?,
            accept: accept.map(|a| a.1).unwrap_or_default(),
            point: point.map(|p| p.1).unwrap_or_default(),
            ..LessonStep::default()
        };
        Ok(StepDraft { step, accept: places.0, point: places.1 })
    }

    /// What was said behind the last words of the learner closes the lesson.
    fn finish(mut self) -> Result<(Vec<StepDraft>, Texts)> {
        self.explain()?;
        let rest = [
            self.hint.place,
            self.otherwise.place,
            self.accept.map(|a| a.0),
            self.point.map(|p| p.0),
        ];
        if let Some(at) = rest.into_iter().flatten().min() {
            return Err(at.expected("words of the learner after this directive"));
        }
        let start = LineColumn::START;
        if !self.drafts.iter().any(|draft| draft.step.yours) {
            return Err(start.expected("words of the first seat, which the learner plays"));
        }
        let missing =
            || start.expected("closing words: a say behind the last words of the learner");
        let closing = self.say.take(Role::Say)?.ok_or_else(missing)?;
        Ok((self.drafts, closing))
    }
}
