//! What there is to say about a rule set: errors, warnings and notes, as data.
//!
//! A diagnostic names the places it speaks of by [`Span`], so it can be shown in a terminal, sent as JSON
//! or drawn by an editor; [`render`] does the first two. The parser and the checks never stop at the
//! first: they return all that they find.

pub mod render;

use crate::span::Span;

/// How bad it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Severity {
    /// Worth knowing: an extension of the language is used.
    Note,
    /// Lawful, and probably not what was meant.
    Warning,
    /// The rule set is refused.
    Error,
}

impl Severity {
    /// `note`, `warning` or `error`.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Note => "note",
            Self::Warning => "warning",
            Self::Error => "error",
        }
    }
}

/// One thing to say about a rule set.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Diagnostic {
    /// A name that stays the same while texts are polished, such as `unbound-head-variable`.
    pub code: &'static str,
    /// How bad it is.
    pub severity: Severity,
    /// One sentence, lower case, without a full stop.
    pub message: String,
    /// The places it is about, the main one first.
    pub labels: Vec<Label>,
    /// What to do about it.
    pub help: Option<String>,
    /// A change of the text that cures it.
    pub fix: Option<Fix>,
}

/// A place and what is to be seen there.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Label {
    /// Where.
    pub span: Span,
    /// What; may be empty.
    pub text: String,
}

/// A replacement of a part of the text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fix {
    /// What to replace; empty for an insertion.
    pub span: Span,
    /// What to put there.
    pub replacement: String,
}

impl Diagnostic {
    /// An error at a place.
    #[must_use]
    pub fn error(code: &'static str, span: Span, message: impl Into<String>) -> Self {
        Self::new(code, Severity::Error, span, message.into())
    }

    /// A warning at a place.
    #[must_use]
    pub fn warning(code: &'static str, span: Span, message: impl Into<String>) -> Self {
        Self::new(code, Severity::Warning, span, message.into())
    }

    /// A note at a place.
    #[must_use]
    pub fn note(code: &'static str, span: Span, message: impl Into<String>) -> Self {
        Self::new(code, Severity::Note, span, message.into())
    }

    fn new(code: &'static str, severity: Severity, span: Span, message: String) -> Self {
        let labels = vec![Label { span, text: String::new() }];
        Self { code, severity, message, labels, help: None, fix: None }
    }

    /// Says what is to be seen at the main place.
    #[must_use]
    pub fn label(mut self, text: impl Into<String>) -> Self {
        if let Some(main) = self.labels.first_mut() {
            main.text = text.into();
        }
        self
    }

    /// Adds a further place.
    #[must_use]
    pub fn also(mut self, span: Span, text: impl Into<String>) -> Self {
        self.labels.push(Label { span, text: text.into() });
        self
    }

    /// Says what to do about it.
    #[must_use]
    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    /// Proposes a replacement.
    #[must_use]
    pub fn fix(mut self, span: Span, replacement: impl Into<String>) -> Self {
        self.fix = Some(Fix { span, replacement: replacement.into() });
        self
    }

    /// The main place.
    #[must_use]
    pub fn span(&self) -> Span {
        self.labels.first().map_or_else(Span::default, |label| label.span)
    }
}

/// Whether one of them refuses the rule set.
#[must_use]
pub fn has_errors(diagnostics: &[Diagnostic]) -> bool {
    diagnostics.iter().any(|diagnostic| diagnostic.severity == Severity::Error)
}

/// The name among `known` that is nearest to `name`, where a slip of the keyboard may have made one of
/// the other: at most a third of the letters differ, and at most three; or only the case differs.
#[must_use]
pub fn nearest<'a>(name: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let most = (name.chars().count() / 3).min(3);
    known
        .into_iter()
        .filter(|other| *other != name && other.len() < 100)
        .map(|other| (distance(name, other), other))
        .filter(|&(distance, _)| distance <= most)
        .min()
        .map(|(_, other)| other)
}

/// The edit distance of Damerau and Levenshtein (insert, delete, replace, swap neighbours), ignoring case.
fn distance(a: &str, b: &str) -> usize {
    let a: Vec<char> = a.chars().take(100).flat_map(char::to_lowercase).collect();
    let b: Vec<char> = b.chars().flat_map(char::to_lowercase).collect();
    // The rows of the table for the last letter but one and for the last letter of `a` so far.
    let mut older: Vec<usize> = Vec::new();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for i in 1..=a.len() {
        let mut next = vec![i];
        for j in 1..=b.len() {
            let replaced = row[j - 1] + usize::from(a[i - 1] != b[j - 1]);
            let mut fewest = replaced.min(row[j] + 1).min(next[j - 1] + 1);
            if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                fewest = fewest.min(older[j - 2] + 1);
            }
            next.push(fewest);
        }
        older = std::mem::replace(&mut row, next);
    }
    row[b.len()]
}

#[cfg(test)]
mod tests {
    use super::{distance, nearest};

    #[test]
    fn distances() {
        assert_eq!(distance("digit", "digit"), 0);
        assert_eq!(distance("digit", "idgit"), 1);
        assert_eq!(distance("", "abc"), 3);
        assert_eq!(distance("kitten", "sitting"), 3);
    }

    #[test]
    fn the_nearest_name_is_a_slip_away_or_none() {
        assert_eq!(nearest("digt", ["cell", "digit"]), Some("digit"));
        assert_eq!(nearest("x", ["y", "digit"]), None);
        assert_eq!(nearest("Digit", ["digit"]), Some("digit"));
    }
}
