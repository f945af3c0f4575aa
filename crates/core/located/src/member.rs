//! The place of a member in a text of JSON, found by its path.
//!
//! A reader that keeps values, and not where they stood, can still say which of them is wrong. Its place is looked for anew
//! in the text, which has been read before. Names and texts may also be bare or in single quotes, and an
//! empty object may be written as nothing, as some programs shorten their JSON.

use std::fmt;

/// The way from the whole of a JSON text to a part of it.
///
/// ```
/// use located::{Path, Position};
///
/// let text = "{\"cages\": [{},\n {\"total\": \"x\"}]}";
/// let path = Path::default().member("cages").item(1).member("total");
/// assert_eq!(path.to_string(), "cage 2, total");
/// let offset = path.offset(text, |found, name| found == name);
/// assert_eq!(Position::of_char(text, offset).to_string(), "2:3");
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub struct Path(Vec<Step>);

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
enum Step {
    Member(String),
    Item(usize),
}

impl Path {
    /// The member of this name of the object at this path.
    #[must_use]
    pub fn member(&self, name: impl Into<String>) -> Self {
        self.and(Step::Member(name.into()))
    }

    /// The item at this index, from 0, of the list at this path.
    #[must_use]
    pub fn item(&self, index: usize) -> Self {
        self.and(Step::Item(index))
    }

    fn and(&self, step: Step) -> Self {
        Self(self.0.iter().cloned().chain([step]).collect())
    }

    /// The byte at which the part begins: the name of a member, the value of an item; if it is not
    /// there, its nearest ancestor that is. Of several members of one name it is the last.
    ///
    /// `is_same` compares a name as it stands in the text, without its quotes, with one of the path.
    #[must_use]
    pub fn offset(&self, text: &str, is_same: impl Fn(&str, &str) -> bool) -> usize {
        let mut finder = Finder { text, at: 0 };
        finder.skip_blanks();
        let mut found = finder.at;
        for step in &self.0 {
            let next = match step {
                Step::Member(name) => finder.member(|found| is_same(found, name)),
                Step::Item(index) => finder.item(*index),
            };
            let Some((start, value)) = next else { break };
            (found, finder.at) = (start, value);
        }
        found
    }
}

impl fmt::Display for Path {
    /// In words, items counted from 1: `cage 2, total`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, step) in self.0.iter().enumerate() {
            let is_list = matches!(self.0.get(index + 1), Some(Step::Item(_)));
            match step {
                Step::Member(name) => {
                    f.write_str(if index > 0 { ", " } else { "" })?;
                    f.write_str(name.strip_suffix('s').filter(|_| is_list).unwrap_or(name))?;
                }
                Step::Item(item) => {
                    f.write_str(if index > 0 { " " } else { "item " })?;
                    write!(f, "{}", item + 1)?;
                }
            }
        }
        Ok(())
    }
}

/// A place in a text of JSON, before a value.
struct Finder<'a> {
    text: &'a str,
    at: usize,
}

impl Finder<'_> {
    fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    fn take(&mut self, byte: u8) -> bool {
        let is_next = self.peek() == Some(byte);
        self.at += usize::from(is_next);
        is_next
    }

    fn skip_blanks(&mut self) {
        while self.peek().is_some_and(|byte| byte.is_ascii_whitespace()) {
            self.at += 1;
        }
    }

    /// The last member whose name `is`, as the places of its name and of its value.
    fn member(&mut self, is: impl Fn(&str) -> bool) -> Option<(usize, usize)> {
        if !self.take(b'{') {
            return None;
        }
        let mut found = None;
        loop {
            self.skip_blanks();
            let start = self.at;
            self.skip_scalar();
            let name = self.text[start..self.at].trim();
            let name = name.trim_matches(['"', '\'']);
            self.skip_blanks();
            if !self.take(b':') {
                return found;
            }
            self.skip_blanks();
            if is(name) {
                found = Some((start, self.at));
            }
            self.skip_value();
            if !self.take(b',') {
                return found;
            }
        }
    }

    /// The item at an index; it begins where its value does.
    fn item(&mut self, index: usize) -> Option<(usize, usize)> {
        if !self.take(b'[') {
            return None;
        }
        for _ in 0..index {
            self.skip_value();
            if !self.take(b',') {
                return None;
            }
        }
        self.skip_blanks();
        Some((self.at, self.at)).filter(|_| index > 0 || self.peek() != Some(b']'))
    }

    /// Goes to the comma or bracket behind a value.
    fn skip_value(&mut self) {
        let mut depth = 0_usize;
        while let Some(byte) = self.peek() {
            match byte {
                b'{' | b'[' => depth += 1,
                b'}' | b']' | b',' if depth == 0 => return,
                b'}' | b']' => depth -= 1,
                b',' | b':' => {}
                _ => {
                    self.skip_scalar();
                    continue;
                }
            }
            self.at += 1;
        }
    }

    /// Goes to the end of a text in quotes, or of a bare word with the blanks around it.
    fn skip_scalar(&mut self) {
        let Some(quote @ (b'"' | b'\'')) = self.peek() else {
            while self.peek().is_some_and(|byte| !b",:{}[]'\"".contains(&byte)) {
                self.at += 1;
            }
            return;
        };
        self.at += 1;
        while let Some(byte) = self.peek() {
            self.at += 1;
            match byte {
                b'\\' => self.at += usize::from(self.peek().is_some()),
                byte if byte == quote => return,
                _ => {}
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rest<'a>(path: &Path, text: &'a str) -> &'a str {
        &text[path.offset(text, |found, name| found == name)..]
    }

    fn path(steps: &str) -> Path {
        steps.split(' ').filter(|step| !step.is_empty()).fold(Path::default(), |path, step| {
            step.parse().map_or_else(|_| path.member(step), |index| path.item(index))
        })
    }

    #[test]
    fn members_and_items_are_found() {
        let text = r#" {"a": [1, {"b": [[], "}\"]", 3]}], "c" : {}, "a": [7, -8.5]} "#;
        for (steps, expected) in [
            ("", r#"{"a": [1"#),
            ("c", r#""c" : {}"#),
            ("a", r#""a": [7"#),
            ("a 1", "-8.5"),
            ("c x", r#""c" : {}"#),
            ("a 2", r#""a": [7"#),
            ("a 0 x", "7, -8"),
        ] {
            assert!(rest(&path(steps), text).starts_with(expected), "{steps}");
        }
        let nested = r#"{"a":[1,{"b":[[],"}\"]",3]}]}"#;
        assert_eq!(rest(&path("a 1 b 1"), nested), r#""}\"]",3]}]}"#);
        assert_eq!(rest(&path("a 1 b 2"), nested), "3]}]}");
        assert_eq!(rest(&path("a 1 b 0 0"), nested), r#"[],"}\"]",3]}]}"#);
    }

    #[test]
    fn shortened_objects_are_searched() {
        let text = "{ce:[[{v:5},,'it\\'s'],[,]],l:[{c:FF0000}]}";
        assert_eq!(rest(&path("ce 0 2"), text), "'it\\'s'],[,]],l:[{c:FF0000}]}");
        assert_eq!(rest(&path("ce 0 1"), text), ",'it\\'s'],[,]],l:[{c:FF0000}]}");
        assert_eq!(rest(&path("l 0 c"), text), "c:FF0000}]}");
    }

    #[test]
    fn what_is_cut_short_has_a_place() {
        let text = r#"{"a":[{"b\"":'x"#;
        for end in 0..=text.len() {
            for steps in ["a 0 b", "a 1", "x", "0", "a 0 b\\\""] {
                assert!(path(steps).offset(&text[..end], |a, b| a == b) <= end);
            }
        }
    }

    #[test]
    fn paths_are_words() {
        assert_eq!(
            path("constraints 0 renban cells 1").to_string(),
            "constraint 1, renban, cell 2"
        );
        assert_eq!(path("givens r1c1").to_string(), "givens, r1c1");
        assert_eq!(
            (path("0 1").to_string(), path("").to_string()),
            ("item 1 2".into(), String::new())
        );
    }
}
