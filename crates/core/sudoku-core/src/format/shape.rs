//! Which lines of a text are the next grid.
//!
//! With `w` the number of cells in a row, the next `w` rows of `w` cells are a grid. Otherwise, and
//! where more such lines follow and all would do as grids of `√w`, a line is a grid by itself. A line
//! may hold more fields, of which one is the grid.

use super::source_rows::SourceRows;
use super::symbols::{Cells, Kind, Spot, may_stand};
use super::tokens::{self, Row, Token};
use super::{ReadError, ReadOptions, pencil_marks};
use crate::{Alphabet, Geometry};

/// What a column of puzzles is called in the header of a CSV file, in lower case.
pub const PUZZLE_COLUMNS: [&str; 12] = [
    "puzzle", "puzzles", "quiz", "quizzes", "sudoku", "grid", "question", "board", "problem",
    "input", "unsolved", "clues",
];

/// Finds the next grid among the rows of a text.
#[derive(Debug)]
pub(super) struct GridFinder<'a> {
    pub(super) rows: SourceRows<'a>,
    pub(super) options: &'a ReadOptions,
    /// How many puzzles came before.
    pub(super) n_read: usize,
    /// The shape of the puzzle before: a list of lines stays one.
    pub(super) last: Option<Shape>,
    /// Where a header says that the puzzles are.
    pub(super) column: Option<NamedColumn>,
    /// The lines of a list that are left out before the next puzzle.
    pub(super) left_out: Vec<usize>,
}

/// The column of a CSV file that its header calls the puzzle's.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct NamedColumn {
    pub(super) delimiter: char,
    /// From 0.
    pub(super) index: usize,
}

impl NamedColumn {
    /// The column that a header names.
    pub(super) fn of_header(header: &str) -> Option<Self> {
        let delimiter = [',', ';', '\t'].into_iter().find(|c| header.contains(*c))?;
        let is_puzzle =
            |name: &Token<'_>| PUZZLE_COLUMNS.contains(&name.text.to_ascii_lowercase().as_str());
        let index = tokens::csv_fields(header, delimiter).iter().position(is_puzzle)?;
        Some(Self { delimiter, index })
    }

    /// The grid in this column of a row.
    fn shape(self, row: &Row<'_>, options: &ReadOptions) -> Result<Shape, ReadError> {
        let fields = tokens::csv_fields(row.content, self.delimiter);
        let Some(field) = fields.get(self.index) else {
            let message = format!("no column {}, where the header has the puzzles", self.index + 1);
            return Err(ReadError::new(row.line, row.end, message));
        };
        let n_cells = field.text.chars().count();
        let side = line_side(n_cells, options).filter(|side| *side > 1).ok_or_else(|| {
            let message = format!("found {n_cells} cells, expected a square number, such as 81");
            ReadError::new(row.line, field.column, message)
        })?;
        Ok(Shape::Field { side, column: field.column })
    }
}

/// The rows of a grid: the next `n` or one alone.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Shape {
    Rows {
        side: usize,
    },
    Line {
        side: usize,
    },
    /// Rows of another number of cells than there are rows.
    Oblong {
        rows: usize,
        cols: usize,
        in_a_line: bool,
    },
    /// A field of a line with others.
    Field {
        side: usize,
        column: usize,
    },
}

impl Shape {
    pub(super) fn side(self) -> usize {
        match self {
            Self::Rows { side } | Self::Line { side } | Self::Field { side, .. } => side,
            Self::Oblong { cols, .. } => cols,
        }
    }
}

impl<'a> GridFinder<'a> {
    /// The grid, if one starts at the row `at` from here.
    pub(super) fn shape(&mut self, at: usize) -> Result<Option<Shape>, ReadError> {
        let Some(first) = self.rows.peek(at)? else { return Ok(None) };
        if let Some(shape) = self.options.oblong() {
            return self.oblong(at, shape.rows(), shape.cols());
        }
        if let Some(column) = self.column {
            return column.shape(first, self.options).map(Some);
        }
        if let Some(field) = field(first, self.options)? {
            return Ok(Some(field));
        }
        let numbers = self.is_numbers(at)?;
        let Some(first) = self.rows.peek(at)? else { return Ok(None) };
        let width = width(first, numbers);
        let needs_numbers = first.n_chars > 36 && kind(first, numbers) == Kind::Characters;
        let line = line_side(width, self.options).map(|side| Shape::Line { side });
        if line.is_some() && line == self.last {
            return Ok(line);
        }
        if needs_numbers || width > Geometry::MAX_SIDE {
            return Ok(line);
        }
        let is_side = self.options.side().is_none_or(|side| side == width);
        let found = self.count(at, width, numbers)?;
        let is_one_cell = width == 1
            && (self.last.is_some_and(|last| last.side() > 1) || self.is_followed(at)?);
        let is_whole = is_side && found >= width && !is_one_cell;
        let Some(line) = line.filter(|line| line.side() < width) else {
            return Ok(is_whole.then_some(Shape::Rows { side: width }));
        };
        let as_lines = || self.all_may_stand(at, found, line.side(), numbers);
        Ok(match is_whole {
            _ if !is_side => Some(line),
            true if self.last == Some(Shape::Rows { side: width }) => self.last,
            true if found > width && as_lines() => Some(line),
            true => Some(Shape::Rows { side: width }),
            false if found == 1 && self.last.is_none() || as_lines() => Some(line),
            false => None,
        })
    }

    /// The grid of a named shape that is not a square.
    fn oblong(&mut self, at: usize, rows: usize, cols: usize) -> Result<Option<Shape>, ReadError> {
        let numbers = self.is_numbers(at)?;
        let Some(first) = self.rows.peek(at)? else { return Ok(None) };
        if width(first, numbers) == rows * cols {
            return Ok(Some(Shape::Oblong { rows, cols, in_a_line: true }));
        }
        for ahead in at..at + rows {
            match self.rows.peek(ahead)? {
                Some(row) if width(row, numbers) == cols => {}
                _ => return Ok(None),
            }
        }
        Ok(Some(Shape::Oblong { rows, cols, in_a_line: false }))
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
    pub(super) fn all_may_stand(
        &self,
        at: usize,
        count: usize,
        side: usize,
        numbers: bool,
    ) -> bool {
        let rows = self.rows.ahead.range(at..at + count);
        let cells = || rows.clone().flat_map(|row| cells(row, numbers));
        cells().any(|spot| !spot.token.is_blank())
            && cells().all(|spot| may_stand(spot.token, side, self.options, numbers))
    }

    /// The cells of the grid of this shape, which starts at the next row.
    pub(super) fn take(&mut self, shape: Shape) -> Cells<'a> {
        let (side, count) = match shape {
            Shape::Rows { side } => (side, side),
            Shape::Line { side } | Shape::Field { side, .. } => (side, 1),
            Shape::Oblong { cols, in_a_line: true, .. } => (cols, 1),
            Shape::Oblong { rows, cols, .. } => (cols, rows),
        };
        let n_values = self.options.like.as_ref().map_or(side, |like| like.shape().n_values());
        // `shape` has looked at these rows, so that nothing new is read and nothing can fail.
        let numbers = self.is_numbers(0).unwrap_or(false);
        let rows: Vec<Row<'a>> = self.rows.ahead.drain(..count).collect();
        let symbols = rows.iter().map(|row| kind(row, numbers)).max_by_key(|kind| *kind as u8);
        let spots = match shape {
            Shape::Field { column, .. } => field_cells(&rows[0], column, self.column),
            _ => rows.iter().flat_map(|row| cells(row, numbers)).collect(),
        };
        let symbols = match shape {
            Shape::Field { .. } => Kind::Characters,
            _ => symbols.unwrap_or(Kind::Characters),
        };
        Cells { side: n_values, spots, symbols }
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
    let has_blocks = match options.side() {
        Some(_) if width == pencil_marks::N_SYMBOLS && pencil_marks::are_named(options) => true,
        Some(named) => named == side,
        None => Geometry::of_side(side).is_ok(),
    };
    (side * side == width && has_blocks).then_some(side)
}

/// The field of a line with several that is a grid: of the largest whose characters all may stand in one, the first;
/// else the first that is too long to be anything else.
///
/// # Errors
/// A field before it is meant to be a grid: a damaged puzzle beside its solution.
fn field(row: &Row<'_>, options: &ReadOptions) -> Result<Option<Shape>, ReadError> {
    let is_row = options.side() == Some(row.n_chars);
    if row.fields || is_row {
        return Ok(None);
    }
    let pieces = tokens::loose_fields(row);
    if pieces.len() < 2 {
        return Ok(None);
    }
    let squares = pieces.iter().filter_map(|piece| {
        let side = line_side(piece.text.chars().count(), options)?;
        (side >= 4).then_some((side, *piece))
    });
    let fits = |side: usize, piece: Token<'_>| {
        piece.chars().all(|(token, _)| may_stand(token, side, options, false))
    };
    let fitting = squares.clone().filter(|(side, piece)| fits(*side, *piece));
    let first = fitting.rev().max_by_key(|(side, _)| *side);
    let Some((side, piece)) = first.or_else(|| squares.clone().find(|(side, _)| *side > 6)) else {
        return Ok(None);
    };
    let is_meant = |other: &&Token<'_>| {
        let cells = other.chars().filter(|(token, _)| token.is_blank() || token.is_digits());
        let n_chars = other.text.chars().count();
        2 * n_chars > side * side && 2 * cells.count() > n_chars
    };
    let before = pieces.iter().take_while(|other| other.column < piece.column);
    if let Some(damaged) = before.clone().find(is_meant) {
        let n_cells = damaged.text.chars().count();
        let message =
            format!("found {n_cells} cells before a grid of {0}, expected {0}", side * side);
        return Err(ReadError::new(row.line, damaged.column, message));
    }
    Ok(Some(Shape::Field { side, column: piece.column }))
}

fn field_cells<'a>(row: &Row<'a>, column: usize, named: Option<NamedColumn>) -> Vec<Spot<'a>> {
    let fields = match named {
        Some(named) => tokens::csv_fields(row.content, named.delimiter),
        None => tokens::loose_fields(row),
    };
    let piece = fields.into_iter().find(|piece| piece.column == column);
    let tokens = piece.into_iter().flat_map(|piece| piece.chars().map(|(token, _)| token));
    tokens.map(|token| Spot { line: row.line, token }).collect()
}
