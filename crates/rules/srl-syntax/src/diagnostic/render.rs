//! Diagnostics as text: for people, for `grep`, and as JSON.
//!
//! ```text
//! error[bind]: BIND is SPARQL; a rule assigns with SET
//!  --> rules.srl:7:3
//!   |
//! 7 |   BIND(?x + 1 AS ?y)
//!   |   ^^^^ not an element of a rule body
//!   |
//!   = help: write SET ( ?y := ?x + 1 )
//! ```
//!
//! A label is drawn under the first line that it covers. Columns count characters from 1. A line is cut
//! to a window about the caret, so a rule set on a single line of ten megabytes is shown in a screenful.

use super::{Diagnostic, Label};
use crate::span::Span;
use std::fmt::Write as _;

/// The longest piece of a source line that is shown, in characters.
const WINDOW: usize = 100;

/// A text with its name, and where its lines begin.
#[derive(Debug)]
pub struct Source<'a> {
    name: &'a str,
    text: &'a str,
    lines: Vec<usize>,
}

impl<'a> Source<'a> {
    /// Finds the lines of a text; `name` is shown before each position.
    #[must_use]
    pub fn new(name: &'a str, text: &'a str) -> Self {
        let starts =
            text.bytes().enumerate().filter(|&(_, byte)| byte == b'\n').map(|(at, _)| at + 1);
        Self { name, text, lines: std::iter::once(0).chain(starts).collect() }
    }

    /// The place of a byte, with the column in characters.
    #[must_use]
    pub fn position(&self, byte: usize) -> (usize, usize) {
        let line = self.lines.partition_point(|&start| start <= byte).max(1);
        let start = self.lines[line - 1];
        let before = self.text.get(start..byte.min(self.text.len())).unwrap_or_default();
        (line, before.chars().count() + 1)
    }

    /// A line without its end, counted from 1.
    fn line(&self, line: usize) -> &'a str {
        let end = self.lines.get(line).map_or(self.text.len(), |&next| next - 1);
        self.text[self.lines[line - 1]..end].trim_end_matches('\r')
    }
}

/// The diagnostic for people: message, source lines with carets, help.
#[must_use]
pub fn human(diagnostic: &Diagnostic, source: &Source<'_>) -> String {
    let mut out = String::new();
    let (severity, code) = (diagnostic.severity.name(), diagnostic.code);
    let _ = writeln!(out, "{severity}[{code}]: {}", diagnostic.message);

    let (line, column) = source.position(diagnostic.span().start);
    let last = diagnostic.labels.iter().map(|label| source.position(label.span.start).0).max();
    let gutter = last.unwrap_or(line).to_string().len();
    let _ = writeln!(out, "{:gutter$}--> {}:{line}:{column}", "", source.name);
    let _ = writeln!(out, "{:gutter$} |", "");

    let mut labels: Vec<(usize, &Label)> = diagnostic.labels.iter().enumerate().collect();
    labels.sort_by_key(|(_, label)| label.span.start);
    let mut shown = None;
    for (index, label) in labels {
        let (line, column) = source.position(label.span.start);
        let skipped = if column > WINDOW { column - WINDOW / 2 } else { 0 };
        if shown.is_some_and(|(shown, _)| shown + 1 < line) {
            let _ = writeln!(out, "{:gutter$} ...", "");
        }
        if shown != Some((line, skipped)) {
            draw_line(&mut out, source.line(line), (line, gutter), skipped);
        }
        let mark = if index == 0 { '^' } else { '-' };
        let indent = column - 1 - skipped + usize::from(skipped > 0);
        let marks: String = std::iter::repeat_n(mark, width(source, label.span)).collect();
        let marked = format!("{:gutter$} | {:indent$}{marks} {}", "", "", label.text);
        let _ = writeln!(out, "{}", marked.trim_end());
        shown = Some((line, skipped));
    }
    if let Some(help) = &diagnostic.help {
        let _ = writeln!(out, "{:gutter$} |", "");
        for (index, line) in help.lines().enumerate() {
            let lead = if index == 0 { "= help: " } else { "        " };
            let _ = writeln!(out, "{:gutter$} {lead}{line}", "");
        }
    }
    out
}

/// One source line, or the window of it that begins after the `skipped` first characters.
fn draw_line(out: &mut String, text: &str, (line, gutter): (usize, usize), skipped: usize) {
    let shown: String = text.chars().skip(skipped).take(WINDOW).map(printable).collect();
    let more = text.chars().nth(skipped + WINDOW).is_some();
    let (left, right) = (if skipped > 0 { "…" } else { "" }, if more { "…" } else { "" });
    let numbered = format!("{line:gutter$} | {left}{shown}{right}");
    let _ = writeln!(out, "{}", numbered.trim_end());
}

/// How many characters are marked: what the span covers of its first line, and at least one.
fn width(source: &Source<'_>, span: Span) -> usize {
    let covered = source.text.get(span.start..span.end).unwrap_or_default();
    let line = covered.lines().next().unwrap_or_default().trim_end();
    line.chars().take(WINDOW / 2).count().max(1)
}

/// Tabs as spaces and control characters visible, each one column wide.
fn printable(c: char) -> char {
    match c {
        '\t' => ' ',
        c if c.is_control() => '\u{FFFD}',
        c => c,
    }
}

/// The diagnostic on one line: `file:line:column: severity: message [code]`.
#[must_use]
pub fn one_line(diagnostic: &Diagnostic, source: &Source<'_>) -> String {
    let (line, column) = source.position(diagnostic.span().start);
    let (severity, code) = (diagnostic.severity.name(), diagnostic.code);
    format!("{}:{line}:{column}: {severity}: {} [{code}]", source.name, diagnostic.message)
}

/// The diagnostic as a JSON object on one line; offsets are bytes, lines and columns count from 1.
#[must_use]
pub fn json(diagnostic: &Diagnostic, source: &Source<'_>) -> String {
    let mut out = String::new();
    let (line, column) = source.position(diagnostic.span().start);
    let _ = write!(
        out,
        r#"{{"code":{},"severity":{},"message":{},"file":{},"line":{line},"column":{column},"labels":["#,
        quoted(diagnostic.code),
        quoted(diagnostic.severity.name()),
        quoted(&diagnostic.message),
        quoted(source.name),
    );
    for (index, label) in diagnostic.labels.iter().enumerate() {
        let comma = if index > 0 { "," } else { "" };
        let _ = write!(
            out,
            r#"{comma}{{{},"text":{}}}"#,
            place(label.span, source),
            quoted(&label.text)
        );
    }
    let help = diagnostic.help.as_deref().map_or_else(|| "null".to_owned(), quoted);
    let _ = write!(out, r#"],"help":{help},"fix":"#);
    match &diagnostic.fix {
        None => out.push_str("null"),
        Some(fix) => {
            let (place, text) = (place(fix.span, source), quoted(&fix.replacement));
            let _ = write!(out, r#"{{{place},"replacement":{text}}}"#);
        }
    }
    out.push('}');
    out
}

/// The members that say where a span is.
fn place(span: Span, source: &Source<'_>) -> String {
    let ((line, column), (end_line, end_column)) =
        (source.position(span.start), source.position(span.end));
    format!(
        r#""start":{},"end":{},"line":{line},"column":{column},"end_line":{end_line},"end_column":{end_column}"#,
        span.start, span.end
    )
}

/// A JSON string.
fn quoted(text: &str) -> String {
    let mut out = String::from('"');
    for c in text.chars() {
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            c if c.is_control() => {
                let _ = write!(out, "\\u{:04x}", u32::from(c));
            }
            c => out.push(c),
        }
    }
    out.push('"');
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "RULE { }\nWHERE {\n\tBIND(1 AS ?y)\n}";

    fn diagnostic() -> Diagnostic {
        Diagnostic::error("bind", Span { start: 18, end: 22 }, "no \"BIND\"")
            .label("here")
            .also(Span { start: 0, end: 4 }, "this rule")
            .help("write SET\nas below")
    }

    #[test]
    fn people_see_the_lines_in_order() {
        let expected = "error[bind]: no \"BIND\"
 --> a.srl:3:2
  |
1 | RULE { }
  | ---- this rule
  ...
3 |  BIND(1 AS ?y)
  |  ^^^^ here
  |
  = help: write SET
          as below
";
        assert_eq!(human(&diagnostic(), &Source::new("a.srl", TEXT)), expected);
    }

    #[test]
    fn one_line_and_json() {
        let source = Source::new("a.srl", TEXT);
        assert_eq!(one_line(&diagnostic(), &source), "a.srl:3:2: error: no \"BIND\" [bind]");
        let json = json(&diagnostic(), &source);
        assert!(
            json.starts_with(r#"{"code":"bind","severity":"error","message":"no \"BIND\"","#),
            "{json}"
        );
        assert!(
            json.contains(r#""start":0,"end":4,"line":1,"column":1,"end_line":1,"end_column":5"#)
        );
        assert!(json.ends_with(r#""help":"write SET\nas below","fix":null}"#), "{json}");
    }

    #[test]
    fn a_long_line_is_cut_about_the_caret() {
        let text = format!("{}ß?{}", " x".repeat(10_000), "y ".repeat(10_000));
        let at = text.find('?').unwrap();
        let diagnostic = Diagnostic::error("x", Span { start: at, end: at + 1 }, "x").label("here");
        let shown = human(&diagnostic, &Source::new("f", &text));
        assert!(shown.len() < 500, "{shown}");
        let lines: Vec<&str> = shown.lines().collect();
        let column = |line: &str, c| line.chars().position(|other| other == c).unwrap();
        assert_eq!(column(lines[3], '?'), column(lines[4], '^'));
        assert!(lines[1].ends_with("f:1:20002"), "{shown}");
    }

    #[test]
    fn the_end_of_the_text_has_a_position() {
        let source = Source::new("f", "a\n");
        assert_eq!(source.position(2), (2, 1));
        assert_eq!(source.position(99), (2, 1));
        let diagnostic = Diagnostic::error("x", Span { start: 2, end: 2 }, "x").label("here");
        assert!(human(&diagnostic, &source).contains("2 |\n  | ^ here\n"));
    }
}
