//! A message as it is sent: made once, told to many.

use std::ops::Deref;
use std::sync::Arc;

/// A text that many share. Cloning is cheap.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Text(Arc<str>);

impl Deref for Text {
    type Target = str;

    fn deref(&self) -> &str {
        &self.0
    }
}

impl From<String> for Text {
    fn from(text: String) -> Text {
        Text(text.into())
    }
}

impl From<&str> for Text {
    fn from(text: &str) -> Text {
        Text(text.into())
    }
}
