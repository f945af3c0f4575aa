//! Strings, and what the escapes in strings, IRIs and names stand for.

use super::Lexer;
use super::name::escape_length;
use super::token::Kind;
use crate::diagnostic::Diagnostic;
use crate::span::Span;
use std::borrow::Cow;

impl Lexer<'_> {
    /// `STRING_LITERAL1`, `2`, `LONG1` or `LONG2`, which begins with `quote`.
    pub(super) fn string(&mut self, quote: char) {
        let long: String = std::iter::repeat_n(quote, 3).collect();
        let is_long = self.rest().starts_with(&long);
        let close = if is_long { long.as_str() } else { &long[..1] };
        let special = |c: char| c == quote || c == '\\' || (!is_long && (c == '\n' || c == '\r'));
        let start = self.at;
        let mut end = start + close.len();
        loop {
            end = self.run(end, |c| !special(c));
            let rest = &self.text[end..];
            if rest.starts_with(close) {
                return self.token(Kind::String, end + close.len());
            } else if rest.starts_with('\\') {
                end = self.escape(end);
            } else if rest.starts_with(quote) {
                end += 1;
            } else {
                return self.unfinished(start, end, close);
            }
        }
    }

    /// Checks the escape at `at` and returns where it ends.
    fn escape(&mut self, at: usize) -> usize {
        let rest = &self.text[at..];
        let next = rest.chars().nth(1);
        let length = match next {
            Some('t' | 'b' | 'n' | 'r' | 'f' | '"' | '\'' | '\\') => Some(2),
            _ => escape_length(rest),
        };
        length.map_or_else(|| self.bad_escape(at, next), |length| at + length)
    }

    fn bad_escape(&mut self, at: usize, next: Option<char>) -> usize {
        let end = at + 1 + next.filter(|&c| c != '\n' && c != '\r').map_or(0, char::len_utf8);
        let escape = &self.text[at..end];
        let label = match next {
            Some('u') => "expected four hexadecimal digits of a character",
            Some('U') => "expected eight hexadecimal digits of a character",
            _ => r#"expected one of \t \b \n \r \f \" \' \\ \uXXXX \UXXXXXXXX"#,
        };
        self.report(
            Diagnostic::error(
                "escape",
                Span { start: at, end },
                format!("unknown escape '{escape}'"),
            )
            .label(label)
            .help(r"a backslash itself is written \\"),
        );
        end
    }

    fn unfinished(&mut self, start: usize, end: usize, close: &str) {
        self.token(Kind::Bad, end);
        let span = Span { start, end: start + close.len() };
        let end = if close.len() == 1 { "the line" } else { "the text" };
        let diagnostic = Diagnostic::error(
            "unfinished-string",
            span,
            format!("string without an end: no {close} before {end} ends"),
        )
        .label("it begins here");
        self.report(if close.len() == 1 {
            diagnostic.help(format!("a string of several lines stands between {close}{close}{close} and {close}{close}{close}"))
        } else {
            diagnostic
        });
    }
}

/// The characters that a string or an IRI stands for, its delimiters removed; unknown escapes stay.
pub(crate) fn unescape(raw: &str) -> Cow<'_, str> {
    if !raw.contains('\\') {
        return Cow::Borrowed(raw);
    }
    let mut out = String::with_capacity(raw.len());
    let mut rest = raw;
    while let Some(at) = rest.find('\\') {
        out.push_str(&rest[..at]);
        rest = &rest[at..];
        let length = if let Some(length) = escape_length(rest) {
            let code = u32::from_str_radix(&rest[2..length], 16).ok().and_then(char::from_u32);
            out.extend(code);
            length
        } else {
            let next = rest.chars().nth(1);
            out.push(match next {
                Some('t') => '\t',
                Some('b') => '\u{8}',
                Some('n') => '\n',
                Some('r') => '\r',
                Some('f') => '\u{C}',
                Some(c) => c,
                None => '\\',
            });
            1 + next.map_or(0, char::len_utf8)
        };
        rest = &rest[length..];
    }
    out.push_str(rest);
    Cow::Owned(out)
}

/// The local part of a prefixed name with its `\` removed; `%41` stays as it is.
pub(crate) fn unescape_local(raw: &str) -> Cow<'_, str> {
    if raw.contains('\\') { Cow::Owned(raw.replace('\\', "")) } else { Cow::Borrowed(raw) }
}
