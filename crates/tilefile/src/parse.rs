//! The part of TOML that tile files use.

use alloc::borrow::Cow;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

/// How many keys a table may have: each is looked for among all.
const KEYS_MAX: usize = 64;
/// How deep lists and tables may stand in each other.
const DEPTH_MAX: u8 = 8;

/// A value of a file.
#[derive(Debug)]
pub enum Value<'a> {
    Text(Cow<'a, str>),
    Number(i64),
    Flag(bool),
    List(Vec<Value<'a>>),
    Table(Keys<'a>),
}

/// A table: its keys as they stand in the file.
#[derive(Debug, Default)]
pub struct Keys<'a>(Vec<(Cow<'a, str>, Value<'a>)>);

/// What is wrong, and at which byte.
pub struct Fault {
    pub at: usize,
    pub reason: String,
}

impl Value<'_> {
    pub fn text(&self) -> Option<&str> {
        if let Value::Text(text) = self { Some(text) } else { None }
    }

    pub fn number(&self) -> Option<i64> {
        if let Value::Number(number) = self { Some(*number) } else { None }
    }
}

impl<'a> Keys<'a> {
    pub fn get(&self, key: &str) -> Option<&Value<'a>> {
        self.0.iter().find(|(name, _)| name == key).map(|(_, value)| value)
    }

    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.0.iter().map(|(name, _)| name.as_ref())
    }

    fn get_mut(&mut self, key: &str) -> Option<&mut Value<'a>> {
        self.0.iter_mut().find(|(name, _)| name == key).map(|(_, value)| value)
    }

    fn put(&mut self, key: Cow<'a, str>, value: Value<'a>, at: usize) -> Result<(), Fault> {
        if self.get(&key).is_some() {
            return Err(Fault { at, reason: format!("the key {key:?} is there twice") });
        }
        if self.0.len() == KEYS_MAX {
            return Err(Fault { at, reason: format!("a table has more than {KEYS_MAX} keys") });
        }
        self.0.push((key, value));
        Ok(())
    }
}

/// Reads a whole file.
pub fn table(text: &str) -> Result<Keys<'_>, Fault> {
    let mut reader = Reader { text, at: 0 };
    let mut whole = Keys::default();
    // Where lines without brackets belong.
    let mut open: Option<Open> = None;
    loop {
        reader.skip_lines();
        if reader.rest().is_empty() {
            return Ok(whole);
        }
        if reader.rest().starts_with('[') {
            open = Some(reader.header(&mut whole)?);
        } else {
            let into = match &open {
                None => Some(&mut whole),
                Some(open) => open.find(&mut whole),
            };
            let into = into.ok_or_else(|| reader.fault("expected a [[table]] above"))?;
            reader.pair(into, 0)?;
        }
        reader.end_of_line()?;
    }
}

/// A table that a header began: that of a key of the file, or the last of its list.
struct Open<'a> {
    key: Cow<'a, str>,
    listed: bool,
}

impl Open<'_> {
    fn find<'k, 'a>(&self, whole: &'k mut Keys<'a>) -> Option<&'k mut Keys<'a>> {
        match whole.get_mut(&self.key)? {
            Value::Table(keys) if !self.listed => Some(keys),
            Value::List(list) if self.listed => match list.last_mut() {
                Some(Value::Table(keys)) => Some(keys),
                _ => None,
            },
            _ => None,
        }
    }
}

struct Reader<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Reader<'a> {
    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    fn fault(&self, reason: impl Into<String>) -> Fault {
        Fault { at: self.at, reason: reason.into() }
    }

    fn expected(&self, what: &str) -> Fault {
        match self.rest().chars().next() {
            None => self.fault(format!("expected {what} instead of the end")),
            Some('\n' | '\r') => self.fault(format!("expected {what} instead of a new line")),
            Some(other) => self.fault(format!("expected {what} instead of {other:?}")),
        }
    }

    fn take(&mut self, what: &str) -> bool {
        let found = self.rest().starts_with(what);
        self.at += if found { what.len() } else { 0 };
        found
    }

    fn must(&mut self, what: &str) -> Result<(), Fault> {
        self.skip_blanks();
        if self.take(what) { Ok(()) } else { Err(self.expected(what)) }
    }

    fn take_while(&mut self, is: impl Fn(char) -> bool) -> &'a str {
        let rest = self.rest();
        let length = rest.find(|c| !is(c)).unwrap_or(rest.len());
        self.at += length;
        &rest[..length]
    }

    fn skip_blanks(&mut self) {
        self.take_while(|c| c == ' ' || c == '\t');
    }

    /// Skips blanks, comments and empty lines.
    fn skip_lines(&mut self) {
        loop {
            self.take_while(|c| matches!(c, ' ' | '\t' | '\n' | '\r'));
            if !self.rest().starts_with('#') {
                return;
            }
            self.take_while(|c| c != '\n');
        }
    }

    fn end_of_line(&mut self) -> Result<(), Fault> {
        self.skip_blanks();
        if self.rest().starts_with('#') {
            self.take_while(|c| c != '\n');
        }
        if self.rest().is_empty() || self.take("\n") || self.take("\r\n") {
            return Ok(());
        }
        Err(self.expected("the end of the line"))
    }

    /// `[key]` or `[[key]]`.
    fn header(&mut self, whole: &mut Keys<'a>) -> Result<Open<'a>, Fault> {
        self.take("[");
        let listed = self.take("[");
        let at = self.at;
        let key = self.key()?;
        self.must(if listed { "]]" } else { "]" })?;
        let table = Value::Table(Keys::default());
        match whole.get_mut(&key) {
            Some(Value::List(list)) if listed => list.push(table),
            _ if listed => whole.put(key.clone(), Value::List(Vec::from([table])), at)?,
            _ => whole.put(key.clone(), table, at)?,
        }
        Ok(Open { key, listed })
    }

    /// `key = value`.
    fn pair(&mut self, into: &mut Keys<'a>, depth: u8) -> Result<(), Fault> {
        let at = self.at;
        let key = self.key()?;
        self.must("=")?;
        self.skip_blanks();
        let value = self.value(depth)?;
        into.put(key, value, at)
    }

    fn key(&mut self) -> Result<Cow<'a, str>, Fault> {
        self.skip_blanks();
        let key = match self.rest().chars().next() {
            Some('"' | '\'') => self.string()?,
            _ => self.take_while(|c| c.is_ascii_alphanumeric() || c == '_' || c == '-').into(),
        };
        self.skip_blanks();
        if self.rest().starts_with('.') {
            return Err(self.fault("keys with dots have no meaning in a tile file"));
        }
        if key.is_empty() { Err(self.expected("a key")) } else { Ok(key) }
    }

    fn value(&mut self, depth: u8) -> Result<Value<'a>, Fault> {
        if depth > DEPTH_MAX {
            return Err(self.fault(format!("more than {DEPTH_MAX} lists in each other")));
        }
        match self.rest().chars().next() {
            Some('"' | '\'') => self.string().map(Value::Text),
            Some('[') => self.list(depth).map(Value::List),
            Some('{') => self.inline_table(depth).map(Value::Table),
            Some('+' | '-' | '0'..='9') => self.number().map(Value::Number),
            _ if self.take("true") => Ok(Value::Flag(true)),
            _ if self.take("false") => Ok(Value::Flag(false)),
            _ => Err(self.expected("a value")),
        }
    }

    fn number(&mut self) -> Result<i64, Fault> {
        let at = self.at;
        let text = self.take_while(|c| c.is_ascii_alphanumeric() || "+-_.:".contains(c));
        let number = text.replace('_', "").parse();
        let reason = || format!("expected a whole number instead of {text}");
        number.map_err(|_| Fault { at, reason: reason() })
    }

    fn list(&mut self, depth: u8) -> Result<Vec<Value<'a>>, Fault> {
        self.take("[");
        let mut list = Vec::new();
        loop {
            self.skip_lines();
            if self.take("]") {
                return Ok(list);
            }
            list.push(self.value(depth + 1)?);
            self.skip_lines();
            if !self.take(",") && !self.rest().starts_with(']') {
                return Err(self.expected(", or ]"));
            }
        }
    }

    fn inline_table(&mut self, depth: u8) -> Result<Keys<'a>, Fault> {
        self.take("{");
        let mut keys = Keys::default();
        loop {
            self.skip_lines();
            if self.take("}") {
                return Ok(keys);
            }
            self.pair(&mut keys, depth + 1)?;
            self.skip_lines();
            if !self.take(",") && !self.rest().starts_with('}') {
                return Err(self.expected(", or }"));
            }
        }
    }

    /// A text in one line: between `"` with escapes, between `'` as it stands.
    fn string(&mut self) -> Result<Cow<'a, str>, Fault> {
        if self.rest().starts_with("\"\"\"") || self.rest().starts_with("'''") {
            return Err(self.fault("a text stands in one line, between \" and \""));
        }
        let escapes = self.take("\"");
        let end = if escapes { "\"" } else { "'" };
        if !escapes {
            self.take(end);
        }
        let mut whole = Cow::Borrowed("");
        loop {
            let stops = |c: char| c.is_control() || end.starts_with(c) || escapes && c == '\\';
            let piece = self.take_while(|c| !stops(c));
            if whole.is_empty() {
                whole = piece.into();
            } else {
                whole.to_mut().push_str(piece);
            }
            if self.take(end) {
                return Ok(whole);
            }
            if !(escapes && self.take("\\")) {
                return Err(self.expected(end));
            }
            whole.to_mut().push(self.escaped()?);
        }
    }

    fn escaped(&mut self) -> Result<char, Fault> {
        let plain = [("\"", '"'), ("\\", '\\'), ("n", '\n'), ("t", '\t'), ("r", '\r')];
        if let Some((_, c)) = plain.into_iter().find(|(name, _)| self.take(name)) {
            return Ok(c);
        }
        let at = self.at;
        let digits = [("u", 4), ("U", 8)].into_iter().find(|(name, _)| self.take(name));
        let number = digits.and_then(|(_, count)| {
            let digits = self.rest().get(..count)?;
            self.at += count;
            u32::from_str_radix(digits, 16).ok()
        });
        let unknown = || Fault { at, reason: "unknown escape behind \\".into() };
        number.and_then(char::from_u32).ok_or_else(unknown)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn refused(text: &str, reason: &str) {
        assert_eq!(table(text).err().map(|fault| fault.reason).as_deref(), Some(reason), "{text}");
    }

    #[test]
    fn what_tile_files_use_is_read() {
        let text = "# first\r\nset = \"a \\\"b\\\" \\u00e9\" # why\r\n'q k' = 'c:\\d'\nempty = \"\"\n\
                    [part]\nn = -1_000\n[[tile]]\nlist = [1, # one\n  [2, 3],\n]\n\
                    [[tile]]\nin = { a = true, b = [\"x\"] }\n";
        let whole = table(text).unwrap_or_else(|fault| panic!("{}", fault.reason));
        let told = |value: Option<&Value>| format!("{value:?}");
        assert_eq!(told(whole.get("set")), "Some(Text(\"a \\\"b\\\" é\"))");
        assert_eq!(told(whole.get("q k")), "Some(Text(\"c:\\\\d\"))");
        assert_eq!(told(whole.get("empty")), "Some(Text(\"\"))");
        assert_eq!(told(whole.get("part")), "Some(Table(Keys([(\"n\", Number(-1000))])))");
        let tiles = told(whole.get("tile"));
        assert!(tiles.contains("(\"list\", List([Number(1), List([Number(2), Number(3)])]))"));
        assert!(tiles.contains("(\"in\", Table(Keys([(\"a\", Flag(true)), (\"b\", List("));
    }

    #[test]
    fn anything_else_is_refused_with_a_reason() {
        refused("a = 1\na = 2", "the key \"a\" is there twice");
        refused("a = 1.5", "expected a whole number instead of 1.5");
        refused("a = 1979-05-27", "expected a whole number instead of 1979-05-27");
        refused("a.b = 1", "keys with dots have no meaning in a tile file");
        refused("a = \"\"\"x\"\"\"", "a text stands in one line, between \" and \"");
        refused("a = \"x\n\"", "expected \" instead of a new line");
        refused("a = \"\\q\"", "unknown escape behind \\");
        refused("a = 1 b = 2", "expected the end of the line instead of 'b'");
        refused("a = [1 2]", "expected , or ] instead of '2'");
        refused("a = [1", "expected , or ] instead of the end");
        refused("a = { b = 1", "expected , or } instead of the end");
        refused("= 1", "expected a key instead of '='");
        refused("a = maybe", "expected a value instead of 'm'");
        refused("a = 1\n[[a]]", "the key \"a\" is there twice");
        refused("[a", "expected ] instead of the end");
        refused(&format!("a = {}", "[".repeat(100_000)), "more than 8 lists in each other");
        let many: String = (0..65).map(|n| format!("k{n} = 1\n")).collect();
        refused(&many, "a table has more than 64 keys");
    }
}
