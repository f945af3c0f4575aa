//! Regular expressions: those of `XPath`, which REGEX and REPLACE take, to those of Rust, which are at hand.
//!
//! The two look alike and differ in places, so each construct is read here and written anew:
//!
//! | `XPath` | Rust |
//! |---|---|
//! | `.` without the flag `s` | `[^\n\r]` |
//! | `\s` | four characters, not all of Unicode's white space |
//! | `\w` | all but punctuation, separators and control characters |
//! | `\i` `\c` | the characters of XML names |
//! | `[^a-z-[b]]` | `[[^a-z]--[b]]` |
//! | the flag `x` | white space outside classes is dropped; `#` begins no comment |
//! | in a replacement: `$12` with two groups, `\$`, `\\` | `${1}2`, `$$`, `\` |
//!
//! What only Rust knows is an error, and so is what Rust lacks: back-references, blocks such as
//! `\p{IsGreek}`, and `\p{Lu}` or `\p{Ll}` beside the flag `i`.
//!
//! # References
//! `XPath` and `XQuery` Functions and Operators 3.1, sections 5.6.1 (syntax, flags) and 5.6.4 (`fn:replace`); XML
//! Schema 1.1, part 2, appendix G.

use std::iter::Peekable;
use std::str::Chars;

use super::Context;
use super::bridge::{REGEX, REPLACE};
use super::value::{Value, View};

/// How deep `[a-[b-[c]]]` may nest.
const MAX_NESTING: usize = 32;

const NAME_START: &str = r":A-Z_a-z\xC0-\xD6\xD8-\xF6\xF8-\x{2FF}\x{370}-\x{37D}\x{37F}-\x{1FFF}\x{200C}-\x{200D}\x{2070}-\x{218F}\x{2C00}-\x{2FEF}\x{3001}-\x{D7FF}\x{F900}-\x{FDCF}\x{FDF0}-\x{FFFD}\x{10000}-\x{EFFFF}";
const NAME_MORE: &str = r"\-.0-9\xB7\x{300}-\x{36F}\x{203F}-\x{2040}";

impl Context<'_> {
    /// `REGEX`, with flags or without.
    pub(super) fn regex(&mut self, text: &Value, pattern: &[Value]) -> Option<Value> {
        let [pattern, flags] = self.pattern(pattern)?.arguments();
        self.bridged(&REGEX, &[text.clone(), pattern, flags])
    }

    /// `REPLACE`, with flags or without.
    pub(super) fn replace(
        &mut self,
        text: &Value,
        pattern: &[Value],
        replacement: &Value,
    ) -> Option<Value> {
        let pattern = self.pattern(pattern)?;
        let View::Text(replacement) = self.view(replacement) else { return None };
        let replacement = Value::Text(pattern.replacement(replacement)?);
        let [pattern, flags] = pattern.arguments();
        let empty = Value::Text(String::new());
        match self.bridged(&REGEX, &[empty, pattern.clone(), flags.clone()])? {
            Value::Bool(false) => {
                self.bridged(&REPLACE, &[text.clone(), pattern, replacement, flags])
            }
            // An empty match is an error.
            _ => None,
        }
    }

    /// The pattern and the flags, if they are texts and lawful.
    fn pattern(&self, arguments: &[Value]) -> Option<Pattern> {
        let text = |value| match self.view(value) {
            View::Text(text) => Some(text),
            _ => None,
        };
        let (pattern, flags) = arguments.split_first()?;
        Pattern::read(text(pattern)?, flags.first().map_or(Some(""), text)?)
    }
}

/// A regular expression in Rust's syntax.
#[derive(Debug, PartialEq, Eq)]
struct Pattern {
    text: String,
    flags: String,
    /// How many groups capture.
    groups: usize,
}

impl Pattern {
    /// Translates; `None` if it is not of `XPath`, or not among what is known here.
    fn read(text: &str, flags: &str) -> Option<Self> {
        if flags.contains(|flag| !"smixq".contains(flag)) {
            return None;
        }
        if flags.contains('q') {
            let flags = flags.replace(['s', 'm', 'x'], "");
            return Some(Self { text: text.to_owned(), flags, groups: 0 });
        }
        let mut reader = Reader { rest: text.chars().peekable(), flags, groups: 0 };
        let text = reader.read()?;
        Some(Self { text, flags: flags.replace('x', ""), groups: reader.groups })
    }

    fn arguments(self) -> [Value; 2] {
        [Value::Text(self.text), Value::Text(self.flags)]
    }

    /// Translates what is put in for a match.
    fn replacement(&self, text: &str) -> Option<String> {
        if self.flags.contains('q') {
            return Some(text.replace('$', "$$"));
        }
        let mut out = String::new();
        let mut rest = text.chars().peekable();
        while let Some(c) = rest.next() {
            match c {
                '\\' => match rest.next()? {
                    '$' => out.push_str("$$"),
                    '\\' => out.push('\\'),
                    _ => return None,
                },
                '$' => {
                    let mut group = rest.next()?.to_digit(10)? as usize;
                    // As many digits as still name a group; the others are text.
                    while let Some(digit) = rest.peek().and_then(|c| c.to_digit(10))
                        && group * 10 + digit as usize <= self.groups
                    {
                        group = group * 10 + digit as usize;
                        rest.next();
                    }
                    if group <= self.groups {
                        out.extend(["${", &group.to_string(), "}"]);
                    }
                }
                c => out.push(c),
            }
        }
        Some(out)
    }
}

/// What was read last, for what may follow.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Last {
    Atom,
    Quantifier,
    Lazy,
}

struct Reader<'a> {
    rest: Peekable<Chars<'a>>,
    flags: &'a str,
    groups: usize,
}

impl Reader<'_> {
    fn read(&mut self) -> Option<String> {
        let mut out = String::new();
        let mut last = Last::Atom;
        while let Some(c) = self.rest.next() {
            if self.flags.contains('x') && is_white(c) {
                continue;
            }
            last = match (c, last) {
                ('?', Last::Quantifier) => Last::Lazy,
                ('*' | '+' | '?' | '{', Last::Atom) => Last::Quantifier,
                ('*' | '+' | '?' | '{' | '}' | ']', _) => return None,
                _ => Last::Atom,
            };
            match c {
                '\\' => out.push_str(&self.escape()?.0),
                '[' => out.push_str(&self.class(0)?),
                '{' => out.push_str(&self.counts()?),
                '.' if !self.flags.contains('s') => out.push_str(r"[^\n\r]"),
                '(' => {
                    out.push('(');
                    if self.rest.next_if_eq(&'?').is_some() {
                        self.rest.next_if_eq(&':')?;
                        out.push_str("?:");
                    } else {
                        self.groups += 1;
                    }
                }
                c => out.push(c),
            }
        }
        Some(out)
    }

    /// What follows `{`: `{2}`, `{2,}` or `{2,3}`.
    fn counts(&mut self) -> Option<String> {
        let mut out = String::from('{');
        loop {
            match self.rest.next()? {
                '}' if out.len() > 1 => break,
                ',' if out.len() > 1 && !out.contains(',') => out.push(','),
                digit @ '0'..='9' => out.push(digit),
                _ => return None,
            }
        }
        out.push('}');
        Some(out)
    }

    /// What follows a backslash, and whether it is a single character.
    fn escape(&mut self) -> Option<(String, bool)> {
        let c = self.rest.next()?;
        let class = match c {
            'n' | 'r' | 't' | '\\' | '|' | '.' | '?' | '*' | '+' | '(' | ')' | '{' | '}' | '-'
            | '[' | ']' | '^' | '$' => return Some((format!("\\{c}"), true)),
            'd' | 'D' => format!("\\{c}"),
            's' => r"[\x20\t\n\r]".to_owned(),
            'S' => r"[^\x20\t\n\r]".to_owned(),
            'w' => r"[^\p{P}\p{Z}\p{C}]".to_owned(),
            'W' => r"[\p{P}\p{Z}\p{C}]".to_owned(),
            'i' => format!("[{NAME_START}]"),
            'I' => format!("[^{NAME_START}]"),
            'c' => format!("[{NAME_START}{NAME_MORE}]"),
            'C' => format!("[^{NAME_START}{NAME_MORE}]"),
            'p' | 'P' => format!("\\{c}{{{}}}", self.category()?),
            _ => return None,
        };
        Some((class, false))
    }

    /// What follows `\p`: a general category.
    fn category(&mut self) -> Option<String> {
        self.rest.next_if_eq(&'{')?;
        let mut name = String::new();
        name.push(self.rest.next().filter(|c| "LMNPZSC".contains(*c))?);
        name.extend(self.rest.next_if(char::is_ascii_lowercase));
        self.rest.next_if_eq(&'}')?;
        let has_case = matches!(&*name, "Lu" | "Ll" | "Lt") && self.flags.contains('i');
        (!has_case).then_some(name)
    }

    /// What follows `[`.
    fn class(&mut self, nesting: usize) -> Option<String> {
        let mut out = String::from('[');
        if self.rest.next_if_eq(&'^').is_some() {
            out.push('^');
        }
        let mut is_first = true;
        loop {
            let c = self.rest.next()?;
            let follows = self.rest.peek().copied();
            match c {
                ']' if !is_first => break,
                '[' | ']' => return None,
                '-' if !is_first && follows == Some('[') && nesting < MAX_NESTING => {
                    self.rest.next();
                    let without = self.class(nesting + 1)?;
                    self.rest.next_if_eq(&']')?;
                    return Some(format!("[{out}]--{without}]"));
                }
                '-' if !is_first && follows != Some(']') => return None,
                c => self.class_item(c, &mut out)?,
            }
            is_first = false;
        }
        out.push(']');
        Some(out)
    }

    /// A character of a class, a range, or an escape.
    fn class_item(&mut self, c: char, out: &mut String) -> Option<()> {
        let (start, is_single) = if c == '\\' { self.escape()? } else { (quoted(c), true) };
        out.push_str(&start);
        let mut ahead = self.rest.clone();
        let is_range = is_single
            && ahead.next() == Some('-')
            && !matches!(ahead.next(), None | Some('[' | ']'));
        if is_range {
            self.rest.next();
            let (end, is_single) = match self.rest.next()? {
                '\\' => self.escape()?,
                c => (quoted(c), true),
            };
            out.extend(["-", &is_single.then_some(end)?]);
        }
        Some(())
    }
}

/// A character that means itself in a class.
fn quoted(c: char) -> String {
    let is_special = c.is_ascii_punctuation() && !matches!(c, '<' | '>');
    if is_special { format!("\\{c}") } else { c.to_string() }
}

fn is_white(c: char) -> bool {
    matches!(c, ' ' | '\t' | '\r' | '\n')
}

#[cfg(test)]
mod tests {
    use super::Pattern;

    fn read(text: &str, flags: &str) -> Option<String> {
        Pattern::read(text, flags).map(|pattern| pattern.text)
    }

    #[test]
    fn what_both_know_stays() {
        for text in ["", "abc", "^(a|b)*?c{2,3}$", r"\.\\\d", "[a-z]", "[^a]", "(?:a)+", "#~&<"] {
            assert_eq!(read(text, "").as_deref(), Some(text));
        }
    }

    #[test]
    fn what_differs_is_translated() {
        let pairs = [
            ("a.", r"a[^\n\r]"),
            ("[a-z-[b]]", "[[a-z]--[b]]"),
            ("[^a-z-[b-[c]]]", "[[^a-z]--[[b]--[c]]]"),
            ("[-a&&~-]", r"[\-a\&\&\~\-]"),
            ("[+--]", r"[\+-\-]"),
            (r"[\s\-<]", r"[[\x20\t\n\r]\-<]"),
            (r"\p{Lu}\P{N}", r"\p{Lu}\P{N}"),
        ];
        for (text, expected) in pairs {
            assert_eq!(read(text, "").as_deref(), Some(expected), "{text}");
        }
        assert_eq!(read("a. [ b]#", "xs").as_deref(), Some("a.[ b]#"));
        assert_eq!(read("a.[", "qx").as_deref(), Some("a.["));
    }

    #[test]
    fn what_only_one_knows_is_an_error() {
        for text in [
            r"\b",
            r"\x41",
            r"\1",
            r"\p{IsGreek}",
            r"\p{Greek}",
            r"\pL",
            "(?i)a",
            "(?P<a>b)",
            "a**",
            "a*+",
            "a*??",
            "a{,3}",
            "a{x}",
            "{",
            "}",
            "]",
            "[]",
            "[]a]",
            "[a",
            "[a[b]]",
            "[a-b-c]",
            r"[a-\d]",
            "[[:alpha:]]",
            "\\",
        ] {
            assert_eq!(read(text, ""), None, "{text}");
        }
        assert_eq!(read("a", "u"), None);
        assert_eq!(read(r"\p{Lu}", "i"), None);
        assert_eq!(read(&"[a-".repeat(100_000), ""), None);
    }

    #[test]
    fn replacements() {
        let two = Pattern::read("(a)(?:b)(c)", "").unwrap();
        let pairs = [
            ("$1x", Some("${1}x")),
            ("$12", Some("${1}2")),
            ("$3", Some("")),
            ("$0", Some("${0}")),
            (r"\$1\\", Some(r"$$1\")),
            ("$", None),
            ("${1}", None),
            (r"\n", None),
            (r"\", None),
        ];
        for (text, expected) in pairs {
            assert_eq!(two.replacement(text).as_deref(), expected, "{text}");
        }
        assert_eq!(Pattern::read("a", "q").unwrap().replacement(r"$\").as_deref(), Some(r"$$\"));
        let eleven = Pattern::read(&"(a)".repeat(11), "").unwrap();
        assert_eq!(eleven.replacement("$112").as_deref(), Some("${11}2"));
    }
}
