//! JSON whose objects name no member twice: of two, only one could be read.

use crate::fault::Fault;
use located::Located;
use serde::de::{DeserializeSeed, Error, MapAccess, SeqAccess, Visitor};
use serde_json::{Deserializer, Map, Number, Value};
use std::fmt;

/// Reads a text that is one value.
///
/// # Errors
/// It is not JSON, or an object names a member twice.
pub(crate) fn read(text: &str) -> Result<Value, Fault> {
    value(text).map_err(|error| {
        let located = Located::of_json(&error, error.line(), error.column());
        Fault::at(located.position().byte(text), located.message)
    })
}

fn value(text: &str) -> serde_json::Result<Value> {
    let mut source = Deserializer::from_str(text);
    let value = Once.deserialize(&mut source)?;
    source.end()?;
    Ok(value)
}

/// A value whose objects name each member once.
struct Once;

impl<'de> DeserializeSeed<'de> for Once {
    type Value = Value;

    fn deserialize<D: serde::Deserializer<'de>>(self, source: D) -> Result<Value, D::Error> {
        source.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Once {
    type Value = Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a JSON value")
    }

    fn visit_unit<E>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_bool<E>(self, value: bool) -> Result<Value, E> {
        Ok(Value::Bool(value))
    }

    fn visit_i64<E>(self, value: i64) -> Result<Value, E> {
        Ok(Value::Number(value.into()))
    }

    fn visit_u64<E>(self, value: u64) -> Result<Value, E> {
        Ok(Value::Number(value.into()))
    }

    fn visit_f64<E: Error>(self, value: f64) -> Result<Value, E> {
        let number = Number::from_f64(value).map(Value::Number);
        number.ok_or_else(|| E::custom("a number that is not finite"))
    }

    fn visit_str<E>(self, value: &str) -> Result<Value, E> {
        Ok(Value::String(value.to_owned()))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Value, A::Error> {
        let mut list = Vec::new();
        while let Some(item) = items.next_element_seed(Once)? {
            list.push(item);
        }
        Ok(Value::Array(list))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut members: A) -> Result<Value, A::Error> {
        let mut object = Map::new();
        while let Some(name) = members.next_key::<String>()? {
            if object.contains_key(&name) {
                return Err(A::Error::custom(format_args!("a second member \"{name}\"")));
            }
            object.insert(name, members.next_value_seed(Once)?);
        }
        Ok(Value::Object(object))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_read() {
        let text = r#" {"a":[1,-2,0.5,"x",null,true],"b":{"a":{}}} "#;
        assert_eq!(read(text).expect("JSON"), serde_json::from_str::<Value>(text).expect("JSON"));
    }

    #[test]
    fn what_cannot_be_read_whole_is_refused() {
        for (text, expected) in [
            (r#"{"a":1,"b":{"c":2,"c":3}}"#, "1:21: a second member \"c\""),
            ("{} {}", "1:4: trailing characters"),
            ("[1,", "1:3: EOF while parsing a value"),
            ("[\"ä\",\n x]", "2:2: expected value"),
            ("1e999", "1:5: number out of range"),
        ] {
            let error = read(text).expect_err(text).located(text);
            assert_eq!(format!("{}: {error}", error.position()), expected);
        }
        assert!(read(&"[".repeat(10_000)).is_err());
    }
}
