//! JSON as SudokuPad shortens it: names without quotes, single quotes, `t` and `f`, colours without their sign, and
//! nothing at all for an empty object.
//!
//! Whatever is plain JSON is read as that.

use crate::fault::Fault;
use crate::json;
use serde_json::{Map, Value};

/// Deeper texts are refused.
const MAX_DEPTH: usize = 60;

/// The short names of members, and what they stand for.
const NAMES: [(&str, &str); 26] = [
    ("a", "arrows"),
    ("c", "color"),
    ("c1", "borderColor"),
    ("c2", "backgroundColor"),
    ("ca", "cages"),
    ("ce", "cells"),
    ("cs", "cellSize"),
    ("ct", "center"),
    ("d", "duration"),
    ("fs", "fontSize"),
    ("h", "height"),
    ("hl", "headLength"),
    ("l", "lines"),
    ("o", "overlays"),
    ("r", "rounded"),
    ("re", "regions"),
    ("t", "title"),
    ("te", "text"),
    ("th", "thickness"),
    ("u", "underlays"),
    ("v", "value"),
    ("vd", "videos"),
    ("w", "width"),
    ("wp", "wayPoints"),
    ("md", "metadata"),
    ("s", "settings"),
];

/// Reads a text in either form.
pub(crate) fn read(text: &str) -> Result<Value, Fault> {
    match json::read(text) {
        Ok(value) => Ok(value),
        Err(fault) => {
            let mut reader = Reader { text, place: 0 };
            let value = reader.value(0).filter(|_| reader.place == text.len());
            // A name in double quotes, and a blank before it, are JSON's.
            let is_json = text
                .strip_prefix('{')
                .is_some_and(|rest| rest.trim_start().starts_with(['"', '}']));
            value.ok_or_else(|| {
                if is_json {
                    return fault;
                }
                Fault::at(reader.place, "expected SudokuPad's shortened JSON, or JSON")
            })
        }
    }
}

/// Whether a name in the text stands for a member's.
pub(crate) fn is_same(found: &str, name: &str) -> bool {
    found == name || NAMES.contains(&(found, name))
}

struct Reader<'a> {
    text: &'a str,
    place: usize,
}

impl Reader<'_> {
    fn peek(&self) -> Option<char> {
        self.text[self.place..].chars().next()
    }

    fn take(&mut self, c: char) -> bool {
        let is_next = self.peek() == Some(c);
        self.place += if is_next { c.len_utf8() } else { 0 };
        is_next
    }

    fn value(&mut self, depth: usize) -> Option<Value> {
        if depth > MAX_DEPTH {
            return None;
        }
        match self.peek() {
            Some('{') => self.object(depth),
            Some('[') => self.array(depth),
            Some(quote @ ('\'' | '"')) => self.quoted(quote).map(Value::String),
            // An empty object is written as nothing.
            Some(',' | ']' | '}') => Some(Value::Object(Map::new())),
            _ => Some(word(&self.bare()?)),
        }
    }

    fn object(&mut self, depth: usize) -> Option<Value> {
        let mut members = Map::new();
        self.place += 1;
        if self.take('}') {
            return Some(Value::Object(members));
        }
        loop {
            let name = match self.peek()? {
                quote @ ('\'' | '"') => self.quoted(quote)?,
                _ => self.bare()?,
            };
            if !self.take(':') {
                return None;
            }
            let full = NAMES.iter().find(|(short, _)| *short == name).map(|(_, full)| *full);
            let name = full.map_or(name, str::to_owned);
            if members.contains_key(&name) {
                return None;
            }
            members.insert(name, self.value(depth + 1)?);
            if self.take('}') {
                return Some(Value::Object(members));
            }
            if !self.take(',') {
                return None;
            }
        }
    }

    fn array(&mut self, depth: usize) -> Option<Value> {
        self.place += 1;
        let mut list = Vec::new();
        if self.take(']') {
            return Some(Value::Array(list));
        }
        loop {
            list.push(self.value(depth + 1)?);
            if self.take(']') {
                return Some(Value::Array(list));
            }
            if !self.take(',') {
                return None;
            }
        }
    }

    fn quoted(&mut self, quote: char) -> Option<String> {
        self.place += 1;
        let mut text = String::new();
        loop {
            let c = self.peek()?;
            self.place += c.len_utf8();
            match c {
                '\\' => {
                    let escaped = self.peek()?;
                    self.place += escaped.len_utf8();
                    text.push(match escaped {
                        'n' => '\n',
                        't' => '\t',
                        other => other,
                    });
                }
                c if c == quote => return Some(text),
                c => text.push(c),
            }
        }
    }

    fn bare(&mut self) -> Option<String> {
        let start = self.place;
        while let Some(c) = self.peek().filter(|c| !",:{}[]'\"".contains(*c)) {
            self.place += c.len_utf8();
        }
        (self.place > start).then(|| self.text[start..self.place].to_owned())
    }
}

/// A word without quotes: a constant, a number or a colour.
fn word(text: &str) -> Value {
    match text {
        "t" | "true" => Value::Bool(true),
        "f" | "false" => Value::Bool(false),
        "null" => Value::Null,
        "#0" => Value::String("#000000".to_owned()),
        "#F" => Value::String("#FFFFFF".to_owned()),
        _ => {
            let is_colour = text.len() == 6 && text.bytes().all(|b| b.is_ascii_hexdigit());
            let number = serde_json::from_str::<serde_json::Number>(text).ok();
            match number.filter(|_| !is_colour) {
                Some(number) => Value::Number(number),
                None if is_colour => Value::String(format!("#{text}")),
                None => Value::String(text.to_owned()),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json as value;

    #[test]
    fn shortened_texts_are_read() {
        let text = "{ce:[[{v:5},,],[,]],l:[{c:FF0000,th:2.5,wp:[[0.5,1.5]]}],x:t,n:'it\\'s',k:#0}";
        let expected = value!({
            "cells": [[{"value": 5}, {}, {}], [{}, {}]],
            "lines": [{"color": "#FF0000", "thickness": 2.5, "wayPoints": [[0.5, 1.5]]}],
            "x": true, "n": "it's", "k": "#000000",
        });
        assert_eq!(read(text).unwrap(), expected);
        assert_eq!(read("{\"a\": [1]}").unwrap(), value!({"a": [1]}));
    }

    #[test]
    fn what_is_meant_as_json_has_the_fault_of_json() {
        for (text, expected) in [
            ("{\n  \"cells\": [[{},x]]\n}", "2:17: expected value"),
            ("{ \"a\": 1}}", "1:10: trailing characters"),
            ("{ce:[[,}", "1:8: expected SudokuPad's shortened JSON, or JSON"),
        ] {
            let error = read(text).expect_err(text).located(text);
            assert_eq!(format!("{}: {error}", error.position()), expected);
        }
    }

    #[test]
    fn broken_texts_are_refused() {
        for text in
            ["{", "{a}", "[1", "{a:'x}", "{a:1}}", "{a:1,a:2}", "{ce:1,cells:2}", &"[".repeat(1000)]
        {
            assert!(read(text).is_err(), "{text}");
        }
    }
}
