//! What is wrong with a text, and where in it.
//!
//! A reader knows a member of the JSON or a byte of its own text, which may be a part of another text, or packed in it. Each
//! layer says how its text lies in the next one, and only the whole text has lines and columns.

use located::{Located, Path, Position};

/// What is wrong, and where in the text that a reader was given.
#[derive(Debug)]
pub(crate) struct Fault {
    place: Place,
    pub(crate) message: String,
}

#[derive(Debug)]
enum Place {
    /// The byte at this offset.
    Byte(usize),
    /// A part of the JSON that the text is or unpacks to.
    Part(Path),
}

impl Fault {
    /// What is wrong with the text as a whole.
    pub(crate) fn at_start(message: impl Into<String>) -> Self {
        Self::at(0, message)
    }

    /// What is wrong at a byte.
    pub(crate) fn at(offset: usize, message: impl Into<String>) -> Self {
        Self { place: Place::Byte(offset), message: message.into() }
    }

    /// What is wrong with a part of JSON; the message begins with its path.
    pub(crate) fn of(path: &Path, what: impl std::fmt::Display) -> Self {
        Self::named(path, path, what)
    }

    /// The same with another name for the part.
    pub(crate) fn named(
        path: &Path,
        name: impl std::fmt::Display,
        what: impl std::fmt::Display,
    ) -> Self {
        Self { place: Place::Part(path.clone()), message: format!("{name}: {what}") }
    }

    /// Of members that are not known, at the first.
    pub(crate) fn unknown_rules(names: &[&str]) -> Self {
        let path = names.first().map_or_else(Path::default, |name| Path::default().member(*name));
        Self { place: Place::Part(path), message: format!("unknown rules: {}", names.join(", ")) }
    }

    /// In the text that is the JSON itself, in which names may be shortened.
    pub(crate) fn in_json(self, text: &str, is_same: impl Fn(&str, &str) -> bool) -> Self {
        match &self.place {
            Place::Byte(_) => self,
            Place::Part(path) => Self::at(path.offset(text, is_same), self.message),
        }
    }

    /// In the text that holds the reader's text packed: it has no place for its parts.
    pub(crate) fn packed(self) -> Self {
        Self::at_start(self.message)
    }

    /// In the text in which a byte lies elsewhere.
    pub(crate) fn moved(self, place: impl Fn(usize) -> usize) -> Self {
        match self.place {
            Place::Byte(offset) => Self::at(place(offset), self.message),
            Place::Part(_) => Self::at(place(0), self.message),
        }
    }

    /// In the whole text.
    pub(crate) fn located(self, text: &str) -> Located {
        let offset = match self.place {
            Place::Byte(offset) => offset,
            Place::Part(_) => 0,
        };
        Located::new(Position::of_char(text, offset), self.message)
    }
}
