//! Prints a record: one form only, so that equal records are equal texts.

use alloc::format;
use alloc::string::{String, ToString};

use super::{Note, Record};
use crate::revision::FIRST_REVISION;
use crate::setup;

/// Where lines of words are broken.
const WIDTH: usize = 100;

impl Record {
    /// The record as text, ending with a line break. Parsing it gives an equal record.
    pub fn print(&self) -> String {
        let mut text = String::new();
        let mut tag = |name: &str, value: &str| {
            let value = value.replace('\\', "\\\\").replace('"', "\\\"");
            text.extend(["[", name, " \"", &value, "\"]\n"]);
        };
        tag("Trencavel", "1");
        if self.setup.revision != FIRST_REVISION {
            tag("Revision", &self.setup.revision.to_string());
        }
        tag("Family", self.setup.family.name());
        if !self.setup.expansions.is_empty() {
            tag("Expansions", &self.setup.expansions.join(" "));
        }
        if !self.setup.options.is_empty() {
            tag("Options", &setup::options_text(&self.setup, " ", "="));
        }
        if let Some((name, _)) = &self.setup.tiles {
            tag("Tiles", name);
        }
        tag("Seats", &self.setup.seats.to_string());
        for (number, name) in (1..).zip(&self.names) {
            if let Some(name) = name {
                tag(&format!("Seat{number}"), name);
            }
        }
        if let Some(position) = &self.position {
            tag("Position", position);
        }
        if let Some(outcome) = &self.outcome {
            tag("Result", &outcome.to_string());
        }
        for (name, value) in &self.tags {
            tag(name, value);
        }
        text.push('\n');
        self.print_words(&mut text);
        text
    }

    fn print_words(&self, text: &mut String) {
        let mut line = Line { text, used: 0 };
        self.opening.iter().for_each(|note| line.note(note));
        for word in &self.words {
            match word.number {
                Some(number) => line.put(&format!("{number}. {}", word.text)),
                None => line.put(&word.text),
            }
            word.notes.iter().for_each(|note| line.note(note));
        }
        line.end();
    }
}

/// A line in the making.
struct Line<'a> {
    text: &'a mut String,
    used: usize,
}

impl Line<'_> {
    fn put(&mut self, word: &str) {
        let len = word.chars().count();
        if self.used > 0 && self.used + 1 + len > WIDTH {
            self.end();
        }
        if self.used > 0 {
            self.text.push(' ');
            self.used += 1;
        }
        self.text.push_str(word);
        self.used += len;
    }

    fn end(&mut self) {
        if self.used > 0 {
            self.text.push('\n');
            self.used = 0;
        }
    }

    fn note(&mut self, note: &Note) {
        match note {
            Note::Clock(seconds) => {
                let (hours, rest) = (seconds / 3600, seconds % 3600);
                self.put(&format!("{{[%clk {hours}:{:02}:{:02}]}}", rest / 60, rest % 60));
            }
            // Braces cannot stand in braces; the other kind of comment ends with the line.
            Note::Text(comment) if comment.contains(['{', '}']) => {
                self.put(&format!("; {comment}"));
                self.end();
            }
            Note::Text(comment) => self.put(&format!("{{{comment}}}")),
        }
    }
}
