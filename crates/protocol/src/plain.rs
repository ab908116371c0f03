//! Reads JSON in two steps: first as plain values, then what is expected out of them. It takes
//! longer than reading everything at once, and much less code (the engine for pages lost 100 kB by
//! it): for what runs in a page, and must be loaded first.
//!
//! Invariant: what is not of the expected kind is an error; numbers and texts are never taken for
//! each other but in keys, which are always texts.

use std::fmt;

use serde::de::value::StringDeserializer;
use serde::de::{DeserializeOwned, DeserializeSeed, EnumAccess, Error as _, Expected};
use serde::de::{IntoDeserializer, MapAccess, SeqAccess, Unexpected, VariantAccess, Visitor};
use serde::{Deserialize, Deserializer};
use serde_json::{Map, Number, Value};

/// Reads a JSON text.
///
/// # Errors
/// If it is none, or not of the expected form.
pub fn read<T: DeserializeOwned>(text: &[u8]) -> Result<T, Error> {
    T::deserialize(Plain(serde_json::from_slice(text).map_err(Error::custom)?))
}

/// Why something cannot be read.
#[derive(Debug)]
pub struct Error(Box<str>);

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Error {}

/// What was found instead is not told: serde would write numbers of every kind for it, and that is
/// six thousand bytes of code in a page.
impl serde::de::Error for Error {
    fn custom<T: fmt::Display>(message: T) -> Error {
        Error(message.to_string().into())
    }

    #[cold]
    fn invalid_type(_: Unexpected, expected: &dyn Expected) -> Error {
        Error::custom(format_args!("invalid type, expected {expected}"))
    }

    #[cold]
    fn invalid_value(_: Unexpected, expected: &dyn Expected) -> Error {
        Error::custom(format_args!("invalid value, expected {expected}"))
    }
}

/// A plain value that something is read out of.
pub struct Plain(Value);

#[cold]
fn wrong(expected: &str, found: &Value) -> Error {
    let found = match found {
        Value::Null => "null",
        Value::Bool(_) => "true or false",
        Value::Number(_) => "a number",
        Value::String(_) => "a text",
        Value::Array(_) => "a list",
        Value::Object(_) => "an object",
    };
    Error::custom(format_args!("expected {expected}, found {found}"))
}

fn number<'de, V: Visitor<'de>>(number: &Number, visitor: V) -> Result<V::Value, Error> {
    match (number.as_u64(), number.as_i64()) {
        (Some(number), _) => visitor.visit_u64(number),
        (None, Some(number)) => visitor.visit_i64(number),
        (None, None) => visitor.visit_f64(number.as_f64().unwrap_or_default()),
    }
}

/// Kinds of numbers, which are all read alike.
macro_rules! numbers {
    ($($name:ident)*) => {$(
        fn $name<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
            self.read_number(visitor)
        }
    )*};
}

impl Plain {
    fn read_number<'de, V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        match &self.0 {
            Value::Number(given) => number(given, visitor),
            other => Err(wrong("a number", other)),
        }
    }
}

impl<'de> Deserializer<'de> for Plain {
    type Error = Error;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        match self.0 {
            Value::Null => visitor.visit_unit(),
            Value::Bool(flag) => visitor.visit_bool(flag),
            Value::Number(given) => number(&given, visitor),
            Value::String(text) => visitor.visit_string(text),
            Value::Array(list) => visitor.visit_seq(Items(list.into_iter())),
            Value::Object(map) => visitor.visit_map(Members { rest: map.into_iter(), value: None }),
        }
    }

    numbers! {
        deserialize_u8 deserialize_u16 deserialize_u32 deserialize_u64
        deserialize_i8 deserialize_i16 deserialize_i32 deserialize_i64
        deserialize_f32 deserialize_f64
    }

    fn deserialize_bool<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        match self.0 {
            Value::Bool(flag) => visitor.visit_bool(flag),
            other => Err(wrong("true or false", &other)),
        }
    }

    fn deserialize_str<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        self.deserialize_string(visitor)
    }

    fn deserialize_string<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        match self.0 {
            Value::String(text) => visitor.visit_string(text),
            other => Err(wrong("a text", &other)),
        }
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        match self.0 {
            Value::Null => visitor.visit_none(),
            _ => visitor.visit_some(self),
        }
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _name: &'static str,
        visitor: V,
    ) -> Result<V::Value, Error> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        match self.0 {
            Value::Array(list) => visitor.visit_seq(Items(list.into_iter())),
            other => Err(wrong("a list", &other)),
        }
    }

    fn deserialize_map<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        match self.0 {
            Value::Object(map) => visitor.visit_map(Members { rest: map.into_iter(), value: None }),
            other => Err(wrong("an object", &other)),
        }
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _name: &'static str,
        _fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        self.deserialize_map(visitor)
    }

    /// What has a value of its own is told apart by a tag in everything that is read here.
    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _name: &'static str,
        _variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        match self.0 {
            Value::String(text) => {
                let text: StringDeserializer<Error> = text.into_deserializer();
                visitor.visit_enum(text)
            }
            other => Err(wrong("a text", &other)),
        }
    }

    fn deserialize_ignored_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_unit()
    }

    serde::forward_to_deserialize_any! {
        i128 u128 char bytes byte_buf unit unit_struct tuple tuple_struct identifier
    }
}

/// What a tag tells apart: the tag, and what stands beside it.
pub struct Tagged {
    name: String,
    rest: Map<String, Value>,
}

impl Tagged {
    /// Takes the tag out of an object.
    ///
    /// # Errors
    /// If it is no object, or has no such tag.
    pub fn of<'de, D: Deserializer<'de>>(from: D, tag: &str) -> Result<Tagged, D::Error> {
        let mut rest = Map::deserialize(from)?;
        match rest.remove(tag) {
            Some(Value::String(name)) => Ok(Tagged { name, rest }),
            _ => Err(D::Error::custom(format_args!("missing field `{tag}`"))),
        }
    }

    /// Reads it by a function that takes the tag for the name of a variant.
    ///
    /// # Errors
    /// If it is not of the expected form.
    pub fn read<T, E: serde::de::Error>(
        self,
        read: impl FnOnce(Tagged) -> Result<T, Error>,
    ) -> Result<T, E> {
        read(self).map_err(E::custom)
    }
}

impl<'de> Deserializer<'de> for Tagged {
    type Error = Error;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_enum(self)
    }

    serde::forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf option
        unit unit_struct newtype_struct seq tuple tuple_struct map struct enum identifier
        ignored_any
    }
}

impl<'de> EnumAccess<'de> for Tagged {
    type Error = Error;
    type Variant = Plain;

    fn variant_seed<V: DeserializeSeed<'de>>(self, seed: V) -> Result<(V::Value, Plain), Error> {
        Ok((seed.deserialize(Key(self.name))?, Plain(Value::Object(self.rest))))
    }
}

impl<'de> VariantAccess<'de> for Plain {
    type Error = Error;

    fn unit_variant(self) -> Result<(), Error> {
        Ok(())
    }

    fn newtype_variant_seed<T: DeserializeSeed<'de>>(self, seed: T) -> Result<T::Value, Error> {
        seed.deserialize(self)
    }

    fn tuple_variant<V: Visitor<'de>>(
        self,
        _length: usize,
        _visitor: V,
    ) -> Result<V::Value, Error> {
        Err(wrong("an object", &Value::Array(Vec::new())))
    }

    fn struct_variant<V: Visitor<'de>>(
        self,
        _fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        self.deserialize_map(visitor)
    }
}

struct Items(std::vec::IntoIter<Value>);

impl<'de> SeqAccess<'de> for Items {
    type Error = Error;

    fn next_element_seed<T: DeserializeSeed<'de>>(
        &mut self,
        seed: T,
    ) -> Result<Option<T::Value>, Error> {
        self.0.next().map(|value| seed.deserialize(Plain(value))).transpose()
    }
}

struct Members {
    rest: serde_json::map::IntoIter,
    value: Option<Value>,
}

impl<'de> MapAccess<'de> for Members {
    type Error = Error;

    fn next_key_seed<K: DeserializeSeed<'de>>(
        &mut self,
        seed: K,
    ) -> Result<Option<K::Value>, Error> {
        let Some((key, value)) = self.rest.next() else { return Ok(None) };
        self.value = Some(value);
        seed.deserialize(Key(key)).map(Some)
    }

    fn next_value_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<T::Value, Error> {
        seed.deserialize(Plain(self.value.take().unwrap_or_default()))
    }
}

/// A key: a text, or a number that is written as one.
struct Key(String);

impl<'de> Deserializer<'de> for Key {
    type Error = Error;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_string(self.0)
    }

    fn deserialize_u8<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        match self.0.parse() {
            Ok(number) => visitor.visit_u8(number),
            Err(_) => {
                Err(Error::custom(format_args!("expected a small number, found {:?}", self.0)))
            }
        }
    }

    serde::forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf option unit
        unit_struct newtype_struct seq tuple tuple_struct map struct enum identifier
        ignored_any
    }
}
