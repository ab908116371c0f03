//! Colours on a terminal; plain text elsewhere, or if `NO_COLOR` is set.

use std::io::IsTerminal;

/// Whether and how to colour.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Style {
    on: bool,
}

/// Text colours of the seats, told apart on light and dark terminals; the number is shown too.
pub const SEATS: [&str; 6] = ["30;107", "97;40", "30;106", "30;103", "97;41", "97;45"];

impl Style {
    /// For standard output.
    pub fn stdout() -> Style {
        Style::for_terminal(std::io::stdout().is_terminal())
    }

    /// For a stream that is a terminal or not.
    pub fn for_terminal(terminal: bool) -> Style {
        let refused = std::env::var_os("NO_COLOR").is_some_and(|v| !v.is_empty());
        let dumb = std::env::var_os("TERM").is_some_and(|t| t == "dumb");
        Style { on: terminal && !refused && !dumb }
    }

    /// Text with an SGR code.
    pub fn paint(self, code: &str, text: &str) -> String {
        if self.on { format!("\x1b[{code}m{text}\x1b[0m") } else { text.to_owned() }
    }

    /// Strong text.
    pub fn strong(self, text: &str) -> String {
        self.paint("1", text)
    }

    /// Text in the background.
    pub fn faint(self, text: &str) -> String {
        self.paint("2", text)
    }

    /// An error.
    pub fn error(self, text: &str) -> String {
        self.paint("1;31", text)
    }

    /// Points.
    pub fn points(self, text: &str) -> String {
        self.paint("1;32", text)
    }

    /// Something of a seat.
    pub fn seat(self, seat: usize, text: &str) -> String {
        self.paint(SEATS[seat % SEATS.len()], text)
    }
}
