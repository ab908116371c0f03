//! The command of a program, as it is typed: words, with quotes around those that hold blanks.

use std::fmt;
use std::str::FromStr;

/// A program and its arguments. No shell has a part in it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CommandLine {
    text: String,
    words: Vec<String>,
}

impl CommandLine {
    /// The program.
    pub fn program(&self) -> &str {
        &self.words[0]
    }

    /// Its arguments.
    pub fn arguments(&self) -> &[String] {
        &self.words[1..]
    }

    /// From words.
    ///
    /// # Panics
    /// If there is none.
    pub fn new(words: &[&str]) -> CommandLine {
        assert!(!words.is_empty(), "a command has a program");
        let quoted = |word: &&str| {
            if word.contains([' ', '\'', '"']) {
                format!("\"{}\"", word.replace('\\', "\\\\").replace('"', "\\\""))
            } else {
                (*word).to_owned()
            }
        };
        let text: Vec<String> = words.iter().map(quoted).collect();
        CommandLine { text: text.join(" "), words: words.iter().map(|w| (*w).to_owned()).collect() }
    }
}

impl FromStr for CommandLine {
    type Err = String;

    fn from_str(text: &str) -> Result<CommandLine, String> {
        let mut words = Vec::new();
        let mut word: Option<String> = None;
        let mut quote: Option<char> = None;
        let mut letters = text.trim().chars();
        while let Some(letter) = letters.next() {
            match (letter, quote) {
                (c, Some(open)) if c == open => quote = None,
                ('\\', None | Some('"')) => {
                    let escaped = letters.next().ok_or("a command does not end with \\")?;
                    word.get_or_insert_default().push(escaped);
                }
                (c @ ('"' | '\''), None) => {
                    quote = Some(c);
                    word.get_or_insert_default();
                }
                (c, None) if c.is_whitespace() => words.extend(word.take()),
                (c, _) => word.get_or_insert_default().push(c),
            }
        }
        if let Some(open) = quote {
            return Err(format!("expected another {open} in the command"));
        }
        words.extend(word);
        if words.first().is_none_or(String::is_empty) {
            return Err("expected a command".to_owned());
        }
        Ok(CommandLine { text: text.trim().to_owned(), words })
    }
}

impl fmt::Display for CommandLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> Vec<String> {
        text.parse::<CommandLine>().unwrap().words
    }

    #[test]
    fn words_are_split_as_a_shell_would() {
        assert_eq!(words(" python3  my.py -x"), ["python3", "my.py", "-x"]);
        assert_eq!(
            words("'my engine' --name \"a 'b' \\\"c\\\"\" ''"),
            ["my engine", "--name", "a 'b' \"c\"", ""]
        );
        assert_eq!(words("a\\ b 'c\\d'"), ["a b", "c\\d"]);
    }

    #[test]
    fn what_is_wrong_with_a_command_is_told() {
        let wrong = |text: &str| text.parse::<CommandLine>().unwrap_err();
        assert_eq!(wrong("  "), "expected a command");
        assert_eq!(wrong("python 'x"), "expected another ' in the command");
        assert_eq!(wrong("x \\"), "a command does not end with \\");
    }

    #[test]
    fn words_make_a_command_that_reads_the_same() {
        let command = CommandLine::new(&["my engine", "it's", "plain", "a\"b\\"]);
        assert_eq!(command.to_string().parse::<CommandLine>().unwrap().words, command.words);
    }
}
