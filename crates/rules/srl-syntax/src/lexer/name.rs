//! Names, variables, IRIs, language tags and numbers.

use super::token::{Kind, Punct};
use super::{Lexer, chars};
use crate::diagnostic::Diagnostic;
use crate::span::Span;

impl Lexer<'_> {
    /// `IRIREF` where one can be read; else an operator that begins with `<`.
    pub(super) fn iri_or_less(&mut self) {
        let mut end = self.at + 1;
        loop {
            end = self.run(end, chars::is_iri);
            match escape_length(&self.text[end..]) {
                Some(length) => end += length,
                None => break,
            }
        }
        if self.text[end..].starts_with('>') {
            self.token(Kind::IriRef, end + 1);
        } else {
            self.punct();
        }
    }

    /// `VAR1` or `VAR2`; a lone `?` is punctuation, which the parser takes for an operator of paths.
    pub(super) fn variable(&mut self) {
        let end = self.run(self.at + 1, chars::is_var);
        if self.text[self.at + 1..end].starts_with(chars::is_var_start) {
            self.token(Kind::Var, end);
        } else if self.rest().starts_with('?') {
            self.token(Kind::Punct(Punct::Question), self.at + 1);
        } else {
            self.bad(1, "a variable needs a name after '$'");
        }
    }

    /// `LANG_DIR`.
    pub(super) fn language(&mut self) {
        let letters = |c: char| c.is_ascii_alphabetic();
        let start = self.at + 1;
        let mut end = self.run(start, letters);
        if end == start {
            return self.bad(1, "a language tag needs letters after '@'");
        }
        loop {
            let next = self.run(end + usize::from(self.text[end..].starts_with('-')), |c| {
                c.is_ascii_alphanumeric()
            });
            if next <= end + 1 {
                break;
            }
            end = next;
        }
        if self.text[end..].starts_with("--") {
            let from = end + 2;
            end = self.run(from, letters);
            let direction = &self.text[from..end];
            if direction != "ltr" && direction != "rtl" {
                let span = Span { start: from - 2, end };
                self.report(
                    Diagnostic::error(
                        "direction",
                        span,
                        format!("unknown base direction '{direction}'"),
                    )
                    .label("expected --ltr or --rtl, in lower case"),
                );
            }
        }
        self.token(Kind::LangDir, end);
    }

    /// `INTEGER`, `DECIMAL`, `DOUBLE`, with or without a sign; else `+`, `-` or `.`.
    pub(super) fn number_or_punct(&mut self) {
        let bytes = self.text.as_bytes();
        let digits = |from: usize| self.run(from, |c| c.is_ascii_digit());
        let exponent = |from: usize| {
            let signed = usize::from(matches!(bytes.get(from + 1), Some(b'+' | b'-')));
            let start = from + 1 + signed;
            let end = matches!(bytes.get(from), Some(b'e' | b'E')).then(|| digits(start));
            end.filter(|&end| end > start)
        };
        let start = self.at + usize::from(matches!(bytes[self.at], b'+' | b'-'));
        let whole = digits(start);
        let fraction = if bytes.get(whole) == Some(&b'.') { digits(whole + 1) } else { whole };
        let has_digits = whole > start || fraction > whole + 1;

        let (kind, end) = match exponent(fraction).filter(|_| has_digits) {
            Some(end) => (Kind::Double, end),
            None if fraction > whole + 1 => (Kind::Decimal, fraction),
            None if whole > start => (Kind::Integer, whole),
            None => return self.punct(),
        };
        self.token(kind, end);
    }

    /// `PNAME_NS` or `PNAME_LN`, whose `:` is at `colon`.
    pub(super) fn prefixed(&mut self, colon: usize) {
        let start = colon + 1;
        let mut end = start;
        let mut at = start;
        while let Some(c) = self.text[at..].chars().next() {
            let is_in =
                c == ':' || if at == start { chars::is_var_start(c) } else { chars::is_name(c) };
            let length = if is_in { c.len_utf8() } else { local_escape_length(&self.text[at..]) };
            if length > 0 {
                at += length;
                end = at;
            } else if c == '.' && at > start {
                at += 1;
            } else {
                break;
            }
        }
        self.token(if end > start { Kind::PnameLn } else { Kind::PnameNs }, end);
    }

    /// `BLANK_NODE_LABEL`.
    pub(super) fn blank(&mut self) {
        let start = self.at + 2;
        let run = self.run(start, |c| chars::is_name(c) || c == '.');
        let label = self.text[start..run].trim_end_matches('.');
        if label.starts_with(chars::is_var_start) {
            self.token(Kind::BlankLabel, start + label.len());
        } else {
            self.bad(2, "a blank node needs a label after '_:'");
        }
    }

    /// A keyword, or a prefixed name.
    pub(super) fn word_or_prefix(&mut self) {
        if self.at >= self.run_end {
            self.run_end = self.run(self.at, |c| chars::is_name(c) || c == '.');
            let run = &self.text[self.at..self.run_end];
            self.run_is_prefix = self.text[self.run_end..].starts_with(':')
                && !run.ends_with('.')
                && run.starts_with(chars::is_base);
        }
        if self.run_is_prefix {
            self.prefixed(self.run_end);
        } else {
            self.token(Kind::Word, self.run(self.at, chars::is_var));
        }
    }

    /// A piece of that many bytes that is not a token.
    fn bad(&mut self, length: usize, message: &str) {
        let span = Span { start: self.at, end: self.at + length };
        self.token(Kind::Bad, span.end);
        self.report(Diagnostic::error("unfinished-token", span, message));
    }
}

/// The length of `PLX`, `%41` or `\~`, that the text begins with; else 0.
fn local_escape_length(text: &str) -> usize {
    let mut chars = text.chars();
    match (chars.next(), chars.next(), chars.next()) {
        (Some('%'), Some(a), Some(b)) if a.is_ascii_hexdigit() && b.is_ascii_hexdigit() => 3,
        (Some('\\'), Some(c), _) if chars::is_local_escape(c) => 2,
        _ => 0,
    }
}

/// The length of `UCHAR`, `\u0041` or `\U00000041`, that the text begins with.
pub(super) fn escape_length(text: &str) -> Option<usize> {
    let digits = match text.as_bytes() {
        [b'\\', b'u', ..] => 4,
        [b'\\', b'U', ..] => 8,
        _ => return None,
    };
    let hex = text.get(2..2 + digits)?;
    let code = u32::from_str_radix(hex, 16).ok().filter(|_| !hex.starts_with('+'))?;
    char::from_u32(code).map(|_| 2 + digits)
}
