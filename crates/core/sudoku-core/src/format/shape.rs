//! Which lines of a text are the next grid.
//!
//! With `w` the number of cells in a row, the next `w` rows of `w` cells are a grid. Otherwise, and
//! where more such lines follow and all would do as grids of `√w`, a line is a grid by itself. A line
//! may hold more fields, of which one is the grid. A line of words before a grid is its title.

use super::lines::Rows;
use super::symbols::{Cells, Kind, Spot, may_stand};
use super::text::{self, Row, Token};
use super::{Puzzle, ReadError, ReadOptions, explain, json};
use crate::{Alphabet, Geometry};

/// Lines that may stand before a grid without being part of it.
const MAX_TITLES: usize = 5;

/// The puzzles of a text, one after the other; ends after the first error.
#[derive(Debug)]
pub struct Puzzles<'a> {
    rows: Rows<'a>,
    pub(super) options: &'a ReadOptions,
    n_read: usize,
    is_done: bool,
    /// The shape of the puzzle before: a list of lines stays one.
    last: Option<Shape>,
}

/// The puzzles of a text, read as they are asked for; there is at least one, or an error.
#[must_use]
pub fn puzzles<'a>(text: &'a [u8], options: &'a ReadOptions) -> Puzzles<'a> {
    Puzzles { rows: Rows::new(text), options, n_read: 0, is_done: false, last: None }
}

impl Iterator for Puzzles<'_> {
    type Item = Result<Puzzle, ReadError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.is_done {
            return None;
        }
        let next = self.read().transpose();
        self.n_read += 1;
        self.is_done = !matches!(next, Some(Ok(_)));
        next
    }
}

/// The rows of a grid: the next `n` or one alone.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Shape {
    Rows {
        side: usize,
    },
    Line {
        side: usize,
    },
    /// A field of a line with others.
    Field {
        side: usize,
        column: usize,
    },
}

impl<'a> Puzzles<'a> {
    fn read(&mut self) -> Result<Option<Puzzle>, ReadError> {
        if let Some(text) = self.rows.json() {
            return json::read(text, self.options).map(Some);
        }
        self.skip_titles()?;
        match self.shape(0)? {
            Some(shape) => {
                self.last = Some(shape);
                self.take(shape).into_puzzle(self.options).map(Some)
            }
            None if self.rows.peek(0)?.is_some() => Err(explain::explain(self)?),
            None if self.n_read == 0 => Err(self.rows.no_cells()),
            None => Ok(None),
        }
    }

    /// The grid, if one starts at the row `at` from here.
    fn shape(&mut self, at: usize) -> Result<Option<Shape>, ReadError> {
        let Some(first) = self.rows.peek(at)? else { return Ok(None) };
        if let Some(field) = field(first, self.options) {
            return Ok(Some(field));
        }
        let numbers = self.is_numbers(at)?;
        let Some(first) = self.rows.peek(at)? else { return Ok(None) };
        let width = width(first, numbers);
        let needs_numbers = first.n_chars > 36 && kind(first, numbers) == Kind::Characters;
        let line = line_side(width, self.options);
        if needs_numbers || width > Geometry::MAX_SIDE {
            return Ok(line.map(|side| Shape::Line { side }));
        }
        let is_side = self.options.geometry.is_none_or(|geometry| geometry.side() == width);
        let found = self.count(at, width, numbers)?;
        let is_whole = is_side && found >= width && !(width == 1 && self.is_followed(at)?);
        let Some(side) = line.filter(|side| *side < width) else {
            return Ok(is_whole.then_some(Shape::Rows { side: width }));
        };
        let as_lines = || self.all_may_stand(at, found, side, numbers);
        Ok(match is_whole {
            _ if !is_side || self.last == Some(Shape::Line { side }) => Some(Shape::Line { side }),
            true if self.last == Some(Shape::Rows { side: width }) => self.last,
            true if found > width && as_lines() => Some(Shape::Line { side }),
            true => Some(Shape::Rows { side: width }),
            false if found == 1 || as_lines() => Some(Shape::Line { side }),
            false => None,
        })
    }

    /// Whether the symbols are numbers: such an alphabet is named, or there are ten cells in a row
    /// and two digits in one of them.
    pub(super) fn is_numbers(&mut self, at: usize) -> Result<bool, ReadError> {
        let named = self.options.alphabet.as_ref().map(Alphabet::is_numbers);
        let Some(first) = self.rows.peek(at)? else { return Ok(false) };
        let n_tokens = first.tokens.len();
        match named {
            Some(false) => return Ok(false),
            Some(true) => return Ok(n_tokens > 1),
            None if n_tokens < 10 => return Ok(false),
            None => {}
        }
        for ahead in at..at + n_tokens {
            match self.rows.peek(ahead)? {
                Some(row) if row.tokens.len() != n_tokens => break,
                Some(row) if row.has_digit_pairs => return Ok(row.has_numbers),
                Some(_) => {}
                None => break,
            }
        }
        Ok(false)
    }

    /// The rows of `width` cells from the row `at` on, up to one more than make a grid.
    fn count(&mut self, at: usize, width: usize, numbers: bool) -> Result<usize, ReadError> {
        for count in 0..=width {
            match self.rows.peek(at + count)? {
                Some(row) if self::width(row, numbers) == width => {}
                _ => return Ok(count),
            }
        }
        Ok(width + 1)
    }

    /// Whether a row of several cells comes after this one of one cell.
    fn is_followed(&mut self, at: usize) -> Result<bool, ReadError> {
        Ok(self.rows.peek(at + 1)?.is_some_and(|row| row.n_chars > 1))
    }

    /// Whether each of `count` rows may be a grid of `side` in a line, and they are not all blank.
    fn all_may_stand(&self, at: usize, count: usize, side: usize, numbers: bool) -> bool {
        let rows = self.rows.ahead.range(at..at + count);
        let cells = || rows.clone().flat_map(|row| cells(row, numbers));
        cells().any(|spot| !spot.token.is_blank())
            && cells().all(|spot| may_stand(spot.token, side, self.options, numbers))
    }

    /// Drops the lines before a grid that are a title, or the side of the grid or of its blocks.
    fn skip_titles(&mut self) -> Result<(), ReadError> {
        for count in 0..MAX_TITLES {
            if let Some(shape) = self.shape(count)? {
                let (Shape::Rows { side } | Shape::Line { side } | Shape::Field { side, .. }) =
                    shape;
                let rows = self.rows.ahead.range(..count);
                if rows.clone().all(|row| is_title(row, side) || is_size(row, side)) {
                    self.rows.ahead.drain(..count);
                    if shape == (Shape::Rows { side }) && self.starts_with_wide_title(side)? {
                        self.rows.ahead.pop_front();
                    }
                }
                return Ok(());
            }
            let is_before =
                |row: &Row<'_>| has_word(row) || row.tokens.iter().all(|t| t.is_digits());
            if !self.rows.peek(count)?.is_some_and(is_before) {
                return Ok(());
            }
        }
        Ok(())
    }

    /// Whether the next row is a title that happens to have as many characters as the rows of the
    /// one grid after it.
    fn starts_with_wide_title(&mut self, side: usize) -> Result<bool, ReadError> {
        let is_title = self.rows.peek(0)?.is_some_and(|row| is_title(row, side));
        let has_side = |row: Option<&Row<'_>>| row.is_some_and(|row| row.n_chars == side);
        Ok(is_title && has_side(self.rows.peek(side)?) && !has_side(self.rows.peek(side + 1)?))
    }

    fn take(&mut self, shape: Shape) -> Cells<'a> {
        let (side, count) = match shape {
            Shape::Rows { side } => (side, side),
            Shape::Line { side } | Shape::Field { side, .. } => (side, 1),
        };
        // `shape` has looked at these rows, so that nothing new is read and nothing can fail.
        let numbers = self.is_numbers(0).unwrap_or(false);
        let rows: Vec<Row<'a>> = self.rows.ahead.drain(..count).collect();
        let symbols = rows.iter().map(|row| kind(row, numbers)).max_by_key(|kind| *kind as u8);
        let spots = match shape {
            Shape::Field { column, .. } => field_cells(&rows[0], column),
            _ => rows.iter().flat_map(|row| cells(row, numbers)).collect(),
        };
        let symbols = match shape {
            Shape::Field { .. } => Kind::Characters,
            _ => symbols.unwrap_or(Kind::Characters),
        };
        Cells { side, spots, symbols }
    }

    pub(super) fn peek(&mut self, at: usize) -> Result<Option<&Row<'a>>, ReadError> {
        self.rows.peek(at)
    }

    /// The side of the puzzle before, if it was rows.
    pub(super) fn side_of_rows(&self) -> Option<usize> {
        match self.last {
            Some(Shape::Rows { side }) => Some(side),
            _ => None,
        }
    }

    /// The side of the puzzle before, if it was a line.
    pub(super) fn side_of_lines(&self) -> Option<usize> {
        match self.last {
            Some(Shape::Line { side } | Shape::Field { side, .. }) => Some(side),
            _ => None,
        }
    }

    /// How many puzzles came before.
    pub(super) fn n_read(&self) -> usize {
        self.n_read
    }
}

/// The number of cells in a row.
pub(super) fn width(row: &Row<'_>, numbers: bool) -> usize {
    if numbers || row.fields { row.tokens.len() } else { row.n_chars }
}

/// The cells of a row.
pub(super) fn cells<'r, 'a>(
    row: &'r Row<'a>,
    numbers: bool,
) -> impl Iterator<Item = Spot<'a>> + use<'r, 'a> {
    let whole = numbers || row.fields;
    let line = row.line;
    let pieces = row.tokens.iter().flat_map(move |token| {
        let one = whole.then_some(*token);
        let each = (!whole).then(|| token.chars().map(|(token, _)| token));
        one.into_iter().chain(each.into_iter().flatten())
    });
    pieces.map(move |token| Spot { line, token })
}

fn kind(row: &Row<'_>, numbers: bool) -> Kind {
    match row.tokens.len() {
        _ if numbers => Kind::Numbers,
        n_tokens if row.fields || n_tokens == row.n_chars => Kind::Single,
        _ => Kind::Characters,
    }
}

/// The side of the grid that a line of `width` cells is, if it can be one.
fn line_side(width: usize, options: &ReadOptions) -> Option<usize> {
    let side = width.isqrt();
    let has_blocks = match options.geometry {
        Some(geometry) => geometry.side() == side,
        None => Geometry::of_side(side).is_ok(),
    };
    (side * side == width && has_blocks).then_some(side)
}

/// The field of a line with several that is a grid: the first whose characters all may stand in one,
/// or that is too long to be anything else.
fn field(row: &Row<'_>, options: &ReadOptions) -> Option<Shape> {
    let is_row = options.geometry.is_some_and(|geometry| geometry.side() == row.n_chars);
    if row.fields || is_row {
        return None;
    }
    let pieces = text::loose_fields(row);
    if pieces.len() < 2 {
        return None;
    }
    let squares = pieces.iter().filter_map(|piece| {
        let side = line_side(piece.text.chars().count(), options)?;
        (side >= 4).then_some((side, *piece))
    });
    let fits = |side: usize, piece: Token<'_>| {
        piece.chars().all(|(token, _)| may_stand(token, side, options, false))
    };
    let first = squares.clone().find(|(side, piece)| fits(*side, *piece));
    let (side, piece) = first.or_else(|| squares.clone().find(|(side, _)| *side > 6))?;
    Some(Shape::Field { side, column: piece.column })
}

fn field_cells<'a>(row: &Row<'a>, column: usize) -> Vec<Spot<'a>> {
    let piece = text::loose_fields(row).into_iter().find(|piece| piece.column == column);
    let tokens = piece.into_iter().flat_map(|piece| piece.chars().map(|(token, _)| token));
    tokens.map(|token| Spot { line: row.line, token }).collect()
}

/// Whether two letters stand side by side.
fn has_word(row: &Row<'_>) -> bool {
    row.tokens.iter().any(|token| {
        let mut last = false;
        token.text.chars().any(|c| std::mem::replace(&mut last, c.is_alphabetic()) && last)
    })
}

/// Whether a line is words and cannot be a row of the grid of `side` that follows it.
fn is_title(row: &Row<'_>, side: usize) -> bool {
    let stands = |token| may_stand(token, side, &ReadOptions::default(), false);
    has_word(row) && row.tokens.iter().flat_map(|token| token.chars()).any(|(c, _)| !stands(c))
}

/// Whether a line is the side of the grid, or that of its square blocks.
fn is_size(row: &Row<'_>, side: usize) -> bool {
    let [token] = row.tokens[..] else { return false };
    token.text.parse().is_ok_and(|size: usize| size == side || size.checked_mul(size) == Some(side))
}
