//! What may stand before a grid: its title, the names of its columns, its side.
//!
//! A line is a title by its words, two letters side by side, where it cannot be a row of the grid that
//! follows: no alphabet has all its symbols, or it is at most half as long and has no blank cell. So
//! `Grid 01` is one before any grid, and `Facade` before a grid in `0-9A-F`. A *heading* happens to be as
//! long as a grid in a line; it has more letters and signs than digits and blank cells, and some
//! that no such grid has: `puzzle,solutions` is not a grid of side 4. Nothing is dropped unless a grid
//! follows.

use super::shape::{GridFinder, NamedColumn, Shape};
use super::symbols::may_all_stand;
use super::tokens::{Row, Token};
use super::{ReadError, ReadOptions};
use crate::Alphabet;

/// Lines that may stand before a grid without being part of it.
const MAX_TITLES: usize = 5;

impl GridFinder<'_> {
    /// Drops the lines before a grid that are a title, or the side of the grid or of its blocks.
    pub(super) fn skip_titles(&mut self) -> Result<(), ReadError> {
        for count in 0..=MAX_TITLES {
            let shape = self.shape(count)?;
            if let Some(shape) = shape.filter(|shape| !self.is_heading(count, *shape)) {
                return self.drop_titles(count, shape);
            }
            let is_before =
                |row: &Row<'_>| has_word(row) || row.tokens.iter().all(|token| token.is_digits());
            if !self.peek(count)?.is_some_and(is_before) {
                return Ok(());
            }
        }
        Ok(())
    }

    /// Drops `count` rows before a grid, and perhaps its first one, if they are titles.
    fn drop_titles(&mut self, count: usize, shape: Shape) -> Result<(), ReadError> {
        let side = shape.side();
        let numbers = self.is_numbers(count)?;
        let is_title = |row: &Row<'_>| is_title(row, side, numbers, self.options);
        let before = &mut self.rows.ahead.range(..count);
        // In a list of lines a long one is a puzzle that is damaged.
        let is_list = matches!(self.last, Some(Shape::Line { .. } | Shape::Field { .. }));
        let is_damaged = |row: &Row<'_>| is_list && 2 * row.n_chars > side * side;
        if before.all(|row| (is_title(row) || is_size(row, side)) && !is_damaged(row)) {
            let titles = self.rows.ahead.drain(..count);
            let last = titles.map(|row| (row.line, row.content)).collect::<Vec<_>>();
            if is_list {
                self.left_out = last.iter().map(|(line, _)| *line).collect();
            }
            if let (Shape::Field { .. }, Some((_, header))) = (shape, last.last()) {
                self.column = NamedColumn::of_header(header);
            }
            if shape == (Shape::Rows { side }) && self.starts_with_wide_title(side)? {
                self.rows.ahead.pop_front();
            }
        }
        Ok(())
    }

    /// Whether the row that looks like a grid in a line is words.
    fn is_heading(&self, at: usize, shape: Shape) -> bool {
        let Shape::Line { side } = shape else { return false };
        self.rows.ahead.get(at).is_some_and(is_prose) && !self.all_may_stand(at, 1, side, false)
    }

    /// Whether the next row is a title that happens to have as many characters as the rows of the
    /// grid after it: words, or else the only row too many.
    fn starts_with_wide_title(&mut self, side: usize) -> Result<bool, ReadError> {
        let options = self.options;
        let Some(first) = self.peek(0)? else { return Ok(false) };
        let is_title = is_title(first, side, false, options);
        let is_prose = is_prose(first);
        let has_side = |row: Option<&Row<'_>>| row.is_some_and(|row| row.n_chars == side);
        Ok(is_title && has_side(self.peek(side)?) && (is_prose || !has_side(self.peek(side + 1)?)))
    }
}

fn chars<'r, 'a>(row: &'r Row<'a>) -> impl Iterator<Item = Token<'a>> + use<'r, 'a> {
    row.tokens.iter().flat_map(|token| token.chars()).map(|(token, _)| token)
}

/// Whether two letters stand side by side.
fn has_word(row: &Row<'_>) -> bool {
    row.tokens.iter().any(|token| {
        let mut last = false;
        token.text.chars().any(|c| std::mem::replace(&mut last, c.is_alphabetic()) && last)
    })
}

/// Whether a line has words, and no more digits and blank cells than other characters.
fn is_prose(row: &Row<'_>) -> bool {
    let is_cell = |token: &Token<'_>| token.is_blank() || token.is_digits();
    has_word(row) && 2 * chars(row).filter(is_cell).count() <= row.n_chars
}

/// Whether a line is words and cannot be a row of the grid of `side` that follows it.
fn is_title(row: &Row<'_>, side: usize, numbers: bool, options: &ReadOptions) -> bool {
    let known = match &options.alphabet {
        Some(alphabet) => vec![alphabet.clone()],
        None if numbers => Vec::new(),
        None => Alphabet::known(side),
    };
    let is_row = known.iter().any(|alphabet| may_all_stand(chars(row), alphabet));
    let is_short = 2 * row.n_chars <= side && !chars(row).any(Token::is_blank);
    has_word(row) && (!is_row || is_short)
}

/// Whether a line is the side of the grid, or that of its square blocks.
fn is_size(row: &Row<'_>, side: usize) -> bool {
    let [token] = row.tokens[..] else { return false };
    token.text.parse().is_ok_and(|size: usize| size == side || size.checked_mul(size) == Some(side))
}
