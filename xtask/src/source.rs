//! A light reading of Rust source: what is code, comment or literal, where functions begin and end,
//! and what belongs to tests. It is no parser; it relies on the sources being compiled anyway.

use std::ops::Range;

/// What a byte of the source belongs to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// Code outside comments and literals.
    Code,
    /// A comment of any sort, its marks included.
    Comment,
    /// A string or character literal, its quotes included.
    Literal,
}

/// One source file, read once and asked many times.
pub struct Source {
    /// The text as it stands.
    pub text: String,
    /// The text with comments and literals blanked out; same length, same lines.
    pub code: String,
    kinds: Vec<Kind>,
    line_starts: Vec<usize>,
}

/// A function with a body.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Function {
    /// Its name.
    pub name: String,
    /// From the comments and attributes above it to its closing brace.
    pub whole: Range<usize>,
    /// Where the word `fn` stands.
    pub keyword: usize,
    /// It carries `#[test]`.
    pub is_test: bool,
    /// It carries `#[ignore]`.
    pub is_ignored: bool,
}

impl Source {
    /// Reads a file's text.
    pub fn new(text: String) -> Self {
        let kinds = classify(text.as_bytes());
        let blank = |(byte, kind): (u8, &Kind)| {
            if *kind == Kind::Code || byte == b'\n' { byte } else { b' ' }
        };
        let bytes: Vec<u8> = text.bytes().zip(&kinds).map(blank).collect();
        let code = String::from_utf8_lossy(&bytes).into_owned();
        let newlines = text.bytes().enumerate().filter(|(_, byte)| *byte == b'\n');
        let line_starts = std::iter::once(0).chain(newlines.map(|(at, _)| at + 1)).collect();
        Self { text, code, kinds, line_starts }
    }

    /// The line of a byte, counted from 1.
    pub fn line_of(&self, at: usize) -> usize {
        self.line_starts.partition_point(|start| *start <= at)
    }

    /// The bytes of each line, without the line ends.
    pub fn lines(&self) -> impl Iterator<Item = Range<usize>> + '_ {
        self.text.split('\n').scan(0, |start, line| {
            let range = *start..*start + line.len();
            *start = range.end + 1;
            Some(range)
        })
    }

    /// The line holds comment and nothing else.
    pub fn is_comment_only(&self, line: &Range<usize>) -> bool {
        let has_comment = self.kinds[line.clone()].contains(&Kind::Comment);
        let has_literal = self.kinds[line.clone()].contains(&Kind::Literal);
        has_comment && !has_literal && self.code[line.clone()].trim().is_empty()
    }

    /// The number of characters of a line that stand in literals.
    pub fn literal_columns(&self, line: &Range<usize>) -> usize {
        let characters = self.text[line.clone()].char_indices();
        characters.filter(|(at, _)| self.kinds[line.start + at] == Kind::Literal).count()
    }

    /// Places in the code (not in comments or literals) where the pattern stands.
    pub fn code_places(&self, pattern: &str) -> Vec<usize> {
        self.code.match_indices(pattern).map(|(at, _)| at).collect()
    }

    /// Places in the code where the pattern stands as a whole word or path.
    pub fn code_words(&self, pattern: &str) -> Vec<usize> {
        let is_word = |at: usize| is_whole_word(&self.code, at, pattern.len());
        self.code_places(pattern).into_iter().filter(|at| is_word(*at)).collect()
    }

    /// All functions with a body, in order.
    pub fn functions(&self) -> Vec<Function> {
        self.code_words("fn").into_iter().filter_map(|at| self.function_at(at)).collect()
    }

    fn function_at(&self, keyword: usize) -> Option<Function> {
        let after = &self.code[keyword + 2..];
        let spaces = after.len() - after.trim_start().len();
        let name: String =
            after.trim_start().chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
        if spaces == 0 || name.is_empty() {
            return None; // a type such as `fn(u8)`
        }
        let end = self.block_end(keyword + 2 + spaces + name.len())?;
        let start = self.start_with_attributes(keyword);
        let attributes = &self.code[start..keyword];
        let is_test = attributes.contains("#[test]") || attributes.contains("::test]");
        let is_ignored = attributes.contains("#[ignore");
        Some(Function { name, whole: start..end, keyword, is_test, is_ignored })
    }

    /// The end of the block that the item after `from` opens; `None` if it has no block.
    fn block_end(&self, from: usize) -> Option<usize> {
        let mut depth = 0_i32;
        for (at, byte) in self.code.bytes().enumerate().skip(from) {
            match byte {
                b'(' | b'[' => depth += 1,
                b')' | b']' => depth -= 1,
                b';' if depth == 0 => return None,
                b'{' if depth == 0 => return Some(self.closing_brace(at)),
                _ => {}
            }
        }
        None
    }

    fn closing_brace(&self, opening: usize) -> usize {
        let mut depth = 0_i32;
        for (at, byte) in self.code.bytes().enumerate().skip(opening) {
            match byte {
                b'{' => depth += 1,
                b'}' => depth -= 1,
                _ => {}
            }
            if depth == 0 {
                return at + 1;
            }
        }
        self.code.len()
    }

    /// The start of the comment and attribute lines directly above a place.
    fn start_with_attributes(&self, at: usize) -> usize {
        let mut line = self.line_of(at) - 1;
        while line > 0 {
            let above = self.line_starts[line - 1]..self.line_starts[line] - 1;
            let text = self.text[above.clone()].trim();
            let belongs = text.starts_with("#[") || self.is_comment_only(&above);
            if !belongs || text.starts_with("//!") {
                break;
            }
            line -= 1;
        }
        self.line_starts[line]
    }

    /// Everything compiled for tests only: test functions and items under `#[cfg(test)]`.
    pub fn test_spans(&self) -> Vec<Range<usize>> {
        let functions = self.functions().into_iter().filter(|f| f.is_test).map(|f| f.whole);
        let items = self.test_attributes().into_iter().filter_map(|attribute| {
            let end = self.block_end(attribute.end)?;
            Some(attribute.start..end)
        });
        functions.chain(items).collect()
    }

    /// Names of modules in files of their own that are declared under `#[cfg(test)]`.
    pub fn test_modules(&self) -> Vec<String> {
        let declared = |attribute: Range<usize>| {
            let item = self.code[attribute.end..].trim_start();
            let item = item.strip_prefix("pub ").unwrap_or(item);
            let name = item.strip_prefix("mod ")?.split([';', '{']).next()?.trim();
            let opens_here = item.find('{') < item.find(';') && item.contains('{');
            (!opens_here).then(|| name.to_owned())
        };
        self.test_attributes().into_iter().filter_map(declared).collect()
    }

    /// The whole file is compiled for tests only.
    pub fn is_test_only(&self) -> bool {
        self.code.contains("#![cfg(test)]")
    }

    fn test_attributes(&self) -> Vec<Range<usize>> {
        let whole = |start: usize| {
            let end = start + self.code[start..].find(']')? + 1;
            let condition = &self.code[start..end];
            let about_tests = condition.contains("(test") || condition.contains(" test");
            (about_tests && !condition.contains("not(test")).then_some(start..end)
        };
        self.code_places("#[cfg(").into_iter().filter_map(whole).collect()
    }
}

/// The word at this place neither begins nor ends inside a longer one.
fn is_whole_word(text: &str, at: usize, length: usize) -> bool {
    let is_part = |c: char| c.is_alphanumeric() || c == '_';
    let before = text[..at].chars().next_back();
    let after = text[at + length..].chars().next();
    !before.is_some_and(is_part) && !after.is_some_and(is_part)
}

/// Says for each byte what it belongs to.
fn classify(bytes: &[u8]) -> Vec<Kind> {
    let mut kinds = Vec::with_capacity(bytes.len());
    while kinds.len() < bytes.len() {
        let at = kinds.len();
        let (kind, length) = next_piece(bytes, at);
        kinds.resize((at + length.max(1)).min(bytes.len()), kind);
    }
    kinds
}

fn next_piece(bytes: &[u8], at: usize) -> (Kind, usize) {
    let rest = &bytes[at..];
    let after_word = at > 0 && (bytes[at - 1].is_ascii_alphanumeric() || bytes[at - 1] == b'_');
    match rest[0] {
        b'/' if rest.starts_with(b"//") => {
            (Kind::Comment, rest.iter().position(|b| *b == b'\n').unwrap_or(rest.len()))
        }
        b'/' if rest.starts_with(b"/*") => (Kind::Comment, block_comment_length(rest)),
        b'"' => (Kind::Literal, quoted_length(rest, b'"')),
        b'\'' => match character_length(rest) {
            Some(length) => (Kind::Literal, length),
            None => (Kind::Code, 1), // a lifetime
        },
        b'r' | b'b' | b'c' if !after_word => match prefixed_length(rest) {
            Some(length) => (Kind::Literal, length),
            None => (Kind::Code, 1),
        },
        _ => (Kind::Code, 1),
    }
}

fn block_comment_length(rest: &[u8]) -> usize {
    let (mut depth, mut at) = (0_u32, 0);
    while at < rest.len() {
        if rest[at..].starts_with(b"/*") {
            depth += 1;
            at += 2;
        } else if rest[at..].starts_with(b"*/") {
            depth -= 1;
            at += 2;
            if depth == 0 {
                return at;
            }
        } else {
            at += 1;
        }
    }
    rest.len()
}

/// The length of a literal with escapes, its quotes included.
fn quoted_length(rest: &[u8], quote: u8) -> usize {
    let mut at = 1;
    while at < rest.len() {
        match rest[at] {
            b'\\' => at += 2,
            byte if byte == quote => return at + 1,
            _ => at += 1,
        }
    }
    rest.len()
}

/// The length of a character literal, or `None` for a lifetime.
fn character_length(rest: &[u8]) -> Option<usize> {
    if rest.get(1) == Some(&b'\\') {
        return Some(quoted_length(rest, b'\''));
    }
    let first = *rest.get(1)?;
    let width = match first {
        0xF0.. => 4,
        0xE0.. => 3,
        0xC0.. => 2,
        _ => 1,
    };
    (rest.get(1 + width) == Some(&b'\'')).then_some(width + 2)
}

/// The length of a literal that begins with letters: `r"…"`, `br#"…"#`, `b'x'`, `c"…"`.
fn prefixed_length(rest: &[u8]) -> Option<usize> {
    let letters = rest.iter().take_while(|byte| b"rbc".contains(byte)).count().min(2);
    let hashes = rest[letters..].iter().take_while(|byte| **byte == b'#').count();
    let raw = rest[..letters].contains(&b'r');
    let body = letters + hashes;
    match rest.get(body)? {
        b'"' if raw => {
            let close: Vec<u8> = [b"\"".as_slice(), &vec![b'#'; hashes]].concat();
            let inside = rest[body + 1..].windows(close.len()).position(|part| part == close);
            Some(inside.map_or(rest.len(), |length| body + 1 + length + close.len()))
        }
        b'"' if hashes == 0 => Some(body + quoted_length(&rest[body..], b'"')),
        b'\'' if rest[..letters] == *b"b" && hashes == 0 => {
            character_length(&rest[body..]).map(|length| body + length)
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    //! The light reader of sources.
    use super::*;

    fn code(text: &str) -> String {
        Source::new(text.to_owned()).code
    }

    #[test]
    fn comments_and_literals_are_blanked() {
        assert_eq!(code("a // b\nc"), "a     \nc");
        assert_eq!(code("a /* b /* c */ d */ e"), "a                   e");
        assert_eq!(code(r#"f("x\"y") + 1"#), "f(      ) + 1");
        assert_eq!(code("r#\"a\"b\"# + br\"c\" + d"), "         +       + d");
        assert_eq!(code("'{' b'}' '\\'' 'ä' <'a>").trim_start(), "<'a>");
        assert_eq!(code("number\"x\""), "number   ");
    }

    #[test]
    fn blanking_keeps_length_and_lines() {
        let text = "let s = \"ä\nb\"; // é\n";
        let source = Source::new(text.to_owned());
        assert_eq!(source.code.len(), text.len());
        assert_eq!(source.code.matches('\n').count(), 2);
    }

    #[test]
    fn functions_have_names_and_ends() {
        let text = "\
/// Doc.
fn one(x: [u8; 2]) -> fn(u8) {
    let s = \"}\";
    { inner() }
}
trait T { fn none(&self); fn two() {} }
";
        let source = Source::new(text.to_owned());
        let functions = source.functions();
        let names: Vec<&str> = functions.iter().map(|f| f.name.as_str()).collect();
        assert_eq!(names, ["one", "two"]);
        assert_eq!(source.line_of(functions[0].whole.start), 1);
        assert_eq!(source.line_of(functions[0].whole.end), 5);
    }

    #[test]
    fn test_functions_carry_their_comments() {
        let text = "\
// Far away.

/// BASE-01
#[test]
// BASE-02
fn good() {}

#[test]
#[ignore = \"slow\"]
fn later() {}
// not a test: #[test]
fn plain() {}
";
        let source = Source::new(text.to_owned());
        let functions = source.functions();
        let flags: Vec<_> = functions.iter().map(|f| (f.is_test, f.is_ignored)).collect();
        assert_eq!(flags, [(true, false), (true, true), (false, false)]);
        assert!(source.text[functions[0].whole.clone()].starts_with("/// BASE-01"));
    }

    #[test]
    fn test_spans_cover_modules_and_items() {
        let text = "\
fn live() {}
#[cfg(test)]
mod tests { fn helper() {} }
#[cfg(not(test))]
fn also_live() {}
#[cfg(test)]
pub mod fixtures;
#[cfg(all(test, feature = \"x\"))]
fn third() {}
";
        let source = Source::new(text.to_owned());
        let spans: Vec<&str> =
            source.test_spans().into_iter().map(|span| &source.text[span]).collect();
        assert_eq!(spans.len(), 2);
        assert!(spans[0].contains("helper") && spans[1].contains("third"));
        assert_eq!(source.test_modules(), ["fixtures"]);
    }

    #[test]
    fn words_are_whole() {
        let source =
            Source::new("slots.inns slots.inns_old my_slots.inns \"slots.inns\"".to_owned());
        assert_eq!(source.code_words("slots.inns"), [0]);
    }
}
