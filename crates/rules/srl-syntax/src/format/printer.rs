//! Lines, indentation, blank lines and comments.

use crate::span::Span;
use crate::tree::Tree;

/// Collects lines; places are given as offsets in the source, so that comments find their lines.
pub(super) struct Printer<'a> {
    source: &'a str,
    comments: &'a [Span],
    /// How many comments have been printed.
    printed: usize,
    out: String,
    /// The line that is being made, without its indentation.
    line: String,
    indent: usize,
    /// Up to where the source has been dealt with.
    seen: usize,
    /// Whether a blank line is due, or must not be.
    blank: Blank,
}

#[derive(PartialEq)]
enum Blank {
    AsWritten,
    Due,
    Never,
}

impl<'a> Printer<'a> {
    pub(super) fn new(tree: &'a Tree) -> Self {
        Self {
            source: &tree.source,
            comments: &tree.comments,
            printed: 0,
            out: String::new(),
            line: String::new(),
            indent: 0,
            seen: 0,
            blank: Blank::Never,
        }
    }

    pub(super) fn indent(&self) -> usize {
        self.indent
    }

    pub(super) fn indent_more(&mut self) {
        self.indent += 2;
        self.blank = Blank::Never;
    }

    /// How long the line is by now.
    pub(super) fn column(&self) -> usize {
        self.indent + self.line.chars().count()
    }

    pub(super) fn add(&mut self, text: &str) {
        self.line.push_str(text);
    }

    /// The next line is to have a blank line before it.
    pub(super) fn blank_line(&mut self) {
        if self.blank == Blank::AsWritten {
            self.blank = Blank::Due;
        }
    }

    /// Whether a comment stands in that part of the source.
    pub(super) fn has_comments(&self, span: Span) -> bool {
        let first = self.comments.partition_point(|comment| comment.start < span.start);
        self.comments.get(first).is_some_and(|comment| comment.start < span.end)
    }

    /// A statement begins that stands at `start` in the source.
    pub(super) fn begin(&mut self, start: usize) {
        self.comments_before(start);
        self.space_before(start);
    }

    /// A statement is left out that ends at `end` in the source.
    pub(super) fn leave_out(&mut self, end: usize) {
        self.seen = self.seen.max(end);
    }

    /// The statements of a brace end, whose `}` stands at `at`.
    pub(super) fn close(&mut self, at: usize) {
        self.comments_before(at);
        self.indent -= 2;
        self.blank = Blank::Never;
    }

    /// The line ends whose last token ends at `end` in the source.
    pub(super) fn end(&mut self, end: usize) {
        let line = std::mem::take(&mut self.line);
        while let Some(comment) = self.next_comment().filter(|comment| comment.start < end) {
            self.comment_line(comment);
        }
        self.push_line(&line);
        self.seen = self.seen.max(end);
        let Some(comment) = self.next_comment() else { return };
        let between = self.source.get(end..comment.start).unwrap_or("\n");
        if between.chars().all(|c| matches!(c, ' ' | '\t' | '.' | ';' | ',')) {
            self.out.pop();
            self.out.push(' ');
            self.out.push_str(self.text(comment));
            self.out.push('\n');
            self.pass(comment);
        }
    }

    pub(super) fn finish(mut self) -> String {
        self.comments_before(self.source.len());
        self.out
    }

    fn next_comment(&self) -> Option<Span> {
        self.comments.get(self.printed).copied()
    }

    fn text(&self, comment: Span) -> &'a str {
        self.source.get(comment.start..comment.end).unwrap_or_default().trim_end()
    }

    fn pass(&mut self, comment: Span) {
        self.printed += 1;
        self.seen = self.seen.max(comment.end);
    }

    fn comments_before(&mut self, at: usize) {
        while let Some(comment) = self.next_comment().filter(|comment| comment.start < at) {
            self.space_before(comment.start);
            self.comment_line(comment);
        }
    }

    fn comment_line(&mut self, comment: Span) {
        self.push_line(self.text(comment));
        self.pass(comment);
    }

    /// A blank line, if one is due or stands in the source.
    fn space_before(&mut self, at: usize) {
        let between = self.source.get(self.seen..at).unwrap_or_default();
        let written = between.bytes().filter(|&byte| byte == b'\n').count() > 1;
        if self.blank == Blank::Due || (self.blank == Blank::AsWritten && written) {
            self.out.push('\n');
        }
        self.blank = Blank::Never;
    }

    fn push_line(&mut self, line: &str) {
        self.out.extend(std::iter::repeat_n(' ', self.indent));
        self.out.push_str(line.trim_end());
        self.out.push('\n');
        self.blank = Blank::AsWritten;
    }
}
