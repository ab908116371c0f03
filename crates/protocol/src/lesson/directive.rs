//! What a comment of a lesson says: `say.en: …`, `accept: …`, `point: …`.

use games::record::LineColumn;

use super::LessonError;
use super::scan::{BlamePlace, Comment};
use super::typeset::{self, Language};

/// Which text of a step.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Role {
    Say,
    Hint,
    Why,
    Else,
}

impl Role {
    const ALL: [Role; 4] = [Role::Say, Role::Hint, Role::Why, Role::Else];

    pub fn name(self) -> &'static str {
        match self {
            Role::Say => "say",
            Role::Hint => "hint",
            Role::Why => "why",
            Role::Else => "else",
        }
    }
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Said {
    Text(Role, Language, String),
    Accept(Vec<String>),
    Point(Vec<String>),
}

/// A directive and where it stands.
pub(super) struct Directive {
    pub place: LineColumn,
    pub said: Said,
}

/// The most characters of a text: nobody reads more in a bubble.
pub const TEXT_MAX: usize = 300;

const KNOWN: &str = "a directive: say.en, say.fr, hint.en, hint.fr, why.en, why.fr, else.en, \
                     else.fr, accept or point, then a colon";

impl Directive {
    pub fn read(comment: &Comment) -> Result<Directive, LessonError> {
        let place = comment.place;
        let unknown = || place.expected(KNOWN);
        let (key, value) = comment.text.split_once(':').ok_or_else(unknown)?;
        let list = || -> Vec<String> {
            let parts = value.split('|').map(str::split_whitespace);
            parts.map(|words| words.collect::<Vec<_>>().join(" ")).collect()
        };
        let said = match key.trim() {
            "accept" => Said::Accept(list()),
            "point" => Said::Point(list()),
            key => {
                let (role, code) = key.split_once('.').ok_or_else(unknown)?;
                let role = Role::ALL.into_iter().find(|r| r.name() == role).ok_or_else(unknown)?;
                let language = Language::ALL.into_iter().find(|l| l.code() == code);
                let language = language.ok_or_else(unknown)?;
                Said::Text(role, language, text(value, language, place)?)
            }
        };
        match &said {
            Said::Accept(parts) | Said::Point(parts) if parts.iter().any(String::is_empty) => {
                Err(place.expected("something before, between and behind each |"))
            }
            _ => Ok(Directive { place, said }),
        }
    }
}

/// A text in its printed form; neither empty nor too long.
pub(super) fn text(text: &str, language: Language, at: LineColumn) -> Result<String, LessonError> {
    let text = typeset::set(text, language);
    match text.chars().count() {
        0 => Err(at.expected("a text behind the colon")),
        long if long > TEXT_MAX => {
            Err(at.expected(format!("a text of at most {TEXT_MAX} characters, not {long}")))
        }
        _ => Ok(text),
    }
}
