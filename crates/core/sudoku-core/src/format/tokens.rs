//! A line of a text cut into tokens: the symbols of a row and what separates them.
//!
//! A line is blank or has separators alone, a comment (`#` first), the start of a section (`[Name]`),
//! a rule (frame characters alone, one of `-`, `=`, `+` among them), or a row. A row is cut into tokens at blanks,
//! `|` and `!`, and, where each field is a cell, at `,` or `;`.

use super::ReadError;
use std::borrow::Cow;

/// The longest line that a grid can have, in symbols: the largest one in one line.
const MAX_SYMBOLS: usize = crate::Geometry::MAX_SIDE * crate::Geometry::MAX_SIDE;

/// A piece of a row between separators; empty for an empty field.
#[derive(Debug, Clone, Copy)]
pub(super) struct Token<'a> {
    pub(super) text: &'a str,
    /// In characters, from 1.
    pub(super) column: usize,
}

impl<'a> Token<'a> {
    /// Its characters, each with its column.
    pub(super) fn chars(self) -> impl Iterator<Item = (Token<'a>, char)> {
        self.text.char_indices().enumerate().map(move |(count, (start, c))| {
            let text = &self.text[start..start + c.len_utf8()];
            (Token { text, column: self.column + count }, c)
        })
    }

    pub(super) fn is_digits(self) -> bool {
        !self.text.is_empty() && self.text.bytes().all(|byte| byte.is_ascii_digit())
    }

    /// Whether it may be a cell with a number in it.
    pub(super) fn is_numeric(self) -> bool {
        self.is_blank() || self.is_digits() && self.text.len() <= 4
    }

    pub(super) fn is_blank(self) -> bool {
        matches!(self.text, "" | "." | "_" | "*")
    }
}

/// A line that holds cells, or might.
#[derive(Debug, Clone)]
pub(super) struct Row<'a> {
    /// Where its line starts in the text, in bytes.
    pub(super) start: usize,
    /// From 1.
    pub(super) line: usize,
    /// The whole line, without blanks at its end.
    pub(super) content: &'a str,
    pub(super) tokens: Vec<Token<'a>>,
    /// Each token may be a cell with a number, and one has two digits or more.
    pub(super) has_numbers: bool,
    /// Some token has two digits or more.
    pub(super) has_digit_pairs: bool,
    /// Its tokens are the fields of a CSV row, each a cell.
    pub(super) fields: bool,
    /// Characters in all tokens; an empty field counts as one.
    pub(super) n_chars: usize,
    /// The column after the last character that is not a blank.
    pub(super) end: usize,
}

/// What a line of the text is.
#[derive(Debug, Clone)]
pub(super) enum SourceLine<'a> {
    /// Blank, separators alone, a comment or a rule.
    Ornament,
    /// `[Name]`, in lower case.
    Section(String),
    Row(Row<'a>),
}

/// Cuts line number `number` of a text.
pub(super) fn cut(content: &str, number: usize) -> Result<SourceLine<'_>, ReadError> {
    let content = content.trim_end();
    let start = content.trim_start();
    if start.is_empty() || start.starts_with('#') || is_rule(start) {
        return Ok(SourceLine::Ornament);
    }
    if let Some(name) = section(start) {
        return Ok(SourceLine::Section(name));
    }
    let fields = fields(content);
    let is_fields = fields.is_some();
    let tokens = fields.unwrap_or_else(|| tokens(content, |_| false));
    if tokens.is_empty() {
        return Ok(SourceLine::Ornament);
    }
    let n_chars = tokens.iter().map(|token| token.text.chars().count().max(1)).sum();
    if tokens.len() > MAX_SYMBOLS || n_chars > 4 * MAX_SYMBOLS {
        let message = format!("more than {MAX_SYMBOLS} cells in a line, too many for any grid");
        return Err(ReadError::new(number, tokens[0].column, message));
    }
    let has_digit_pairs = tokens.iter().any(|token| token.text.len() > 1 && token.is_digits());
    Ok(SourceLine::Row(Row {
        start: 0,
        line: number,
        content,
        has_numbers: has_digit_pairs && tokens.iter().all(|token| token.is_numeric()),
        has_digit_pairs,
        fields: is_fields,
        n_chars,
        end: content.chars().count() + 1,
        tokens,
    }))
}

fn section(line: &str) -> Option<String> {
    let name = line.strip_prefix('[')?.strip_suffix(']')?.trim();
    name.starts_with(char::is_alphabetic).then(|| name.to_lowercase())
}

/// A line of a frame or between the blocks: `-------|-------`, `*---*`, `+===+`, `├───┼───┤`.
fn is_rule(line: &str) -> bool {
    let is_stroke = |c: char| matches!(c, '-' | '=' | '+') || is_box_drawing(c) && !is_upright(c);
    line.contains(is_stroke)
        && line.chars().all(|c| is_stroke(c) || is_separator(c) || matches!(c, '*' | ':'))
}

fn is_box_drawing(c: char) -> bool {
    ('\u{2500}'..='\u{257F}').contains(&c)
}

fn is_upright(c: char) -> bool {
    matches!(c, '│' | '┃' | '║')
}

fn is_separator(c: char) -> bool {
    c.is_whitespace() || matches!(c, '|' | '!') || is_upright(c)
}

/// The pieces between separators; at most one more than a grid can have.
fn tokens(content: &str, also: impl Fn(char) -> bool) -> Vec<Token<'_>> {
    let mut tokens = Vec::new();
    let mut open: Option<(usize, usize)> = None;
    for (count, (index, c)) in content.char_indices().enumerate() {
        if !(is_separator(c) || also(c)) {
            open.get_or_insert((index, count + 1));
        } else if let Some((start, column)) = open.take() {
            tokens.push(Token { text: &content[start..index], column });
            if tokens.len() > MAX_SYMBOLS {
                return tokens;
            }
        }
    }
    if let Some((start, column)) = open {
        tokens.push(Token { text: &content[start..], column });
    }
    tokens
}

/// The fields of a line that has commas or semicolons between its cells; `None` for any other line.
fn fields(content: &str) -> Option<Vec<Token<'_>>> {
    let separator = [',', ';'].into_iter().find(|separator| content.contains(*separator))?;
    let mut fields = Vec::new();
    let mut column = 1;
    for field in content.split(separator).take(MAX_SYMBOLS + 1) {
        let lead = field.chars().take_while(|c| c.is_whitespace()).count();
        let text = field.trim();
        let quoted = text.strip_prefix('"').and_then(|rest| rest.strip_suffix('"'));
        let token = Token {
            text: quoted.unwrap_or(text),
            column: column + lead + usize::from(quoted.is_some()),
        };
        if !(token.is_numeric() || token.text.chars().nth(1).is_none()) {
            return None;
        }
        fields.push(token);
        column += field.chars().count() + 1;
    }
    Some(fields)
}

/// The tokens of a line of fields that are not cells: a list of puzzles with titles, ratings, answers.
pub(super) fn loose_fields<'a>(row: &Row<'a>) -> Vec<Token<'a>> {
    let split = |token: &Token<'a>| {
        let (text, column) = (token.text, token.column);
        tokens(text, |c| matches!(c, ',' | ';' | '"'))
            .into_iter()
            .map(move |piece| Token { text: piece.text, column: column + piece.column - 1 })
    };
    row.tokens.iter().flat_map(split).collect()
}

/// The contents of the fields of a line of CSV, each with its column; without quotes around it.
pub(super) fn csv_fields(content: &str, delimiter: char) -> Vec<Token<'_>> {
    let mut is_quoted = false;
    let is_end = |c: char| {
        is_quoted ^= c == '"';
        c == delimiter && !is_quoted
    };
    let mut column = 1;
    let mut fields = Vec::new();
    for field in content.split(is_end) {
        let lead = field.chars().take_while(|c| c.is_whitespace() || *c == '"').count();
        let text = field.trim().trim_matches('"').trim();
        fields.push(Token { text, column: column + lead });
        column += field.chars().count() + 1;
    }
    fields
}

/// A character as a message shows it: what cannot be seen is escaped.
pub(super) fn shown(c: char) -> Cow<'static, str> {
    match c {
        '\'' | '"' | '\\' => c.to_string().into(),
        // As every other tool of the pipe shows it.
        '\0' => "\\u{0}".into(),
        _ => c.escape_debug().to_string().into(),
    }
}

/// A token as a message shows it, cut to a dozen characters.
pub(crate) fn shown_token(text: &str) -> String {
    let mut shown: String = text.chars().take(12).map(self::shown).collect();
    if text.chars().nth(12).is_some() {
        shown.push('…');
    }
    shown
}
