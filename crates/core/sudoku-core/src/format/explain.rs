//! Why the next rows are not a grid, in words and with a place.
//!
//! The intended side is the one given, or that of the grid before, or that of the second and third row
//! where only the first differs. The error is the first symbol that no such grid has, or else the first
//! row of another length, or else the number of rows. After a complete grid, a line of another length
//! with such a symbol is not a row at all.

use super::shape::{self, GridFinder};
use super::symbols::{may_stand, unexpected};
use super::tokens::{Row, Token};
use super::{ReadError, ReadOptions};
use crate::{Alphabet, Geometry};

/// The error of a text at whose next row there is no grid; `Err` where reading on failed.
pub(super) fn explain(finder: &mut GridFinder<'_>) -> Result<ReadError, ReadError> {
    let numbers = finder.is_numbers(0)?;
    if let Some(shape) = finder.options.oblong() {
        return not_oblong(finder, shape.rows(), shape.cols(), numbers);
    }
    if let Some(error) = no_row(finder, numbers)? {
        return Ok(error);
    }
    if let (Some(side), Some(row)) = (finder.side_of_lines(), finder.peek(0)?) {
        return Ok(wrong_line(row, side * side, numbers));
    }
    let side = meant_side(finder, numbers)?;
    let options = finder.options;
    if let Some(error) = too_wide(finder, side, numbers)? {
        return Ok(error);
    }
    let mut last = (1, 1);
    let mut first = None;
    for count in 0..side {
        let Some(row) = finder.peek(count)? else {
            return Ok(too_few_rows(count, side, last, finder.n_read));
        };
        last = (row.line, row.tokens.first().map_or(1, |token| token.column));
        first = first.or(Some(last));
        if let Some(error) = wrong_symbol(row, side, options, numbers) {
            return Ok(error);
        }
        if shape::width(row, numbers) != side {
            return Ok(wrong_width(row, count, side, numbers));
        }
    }
    let message = format!("rows of {side} cells need numbers with blanks between them");
    let (line, column) = first.unwrap_or(last);
    Ok(ReadError::new(line, column, message))
}

/// Why the next rows are not a grid of a named shape.
fn not_oblong(
    finder: &mut GridFinder<'_>,
    rows: usize,
    cols: usize,
    numbers: bool,
) -> Result<ReadError, ReadError> {
    let mut last = (1, 1);
    for count in 0..rows {
        let Some(row) = finder.peek(count)? else {
            let message = format!("found {count} rows of {cols} cells, expected {rows}");
            return Ok(ReadError::new(last.0, last.1, message));
        };
        last = (row.line, row.tokens.first().map_or(1, |token| token.column));
        let width = shape::width(row, numbers);
        if width != cols {
            let message = format!("row {} has {width} cells, expected {cols}", count + 1);
            return Ok(ReadError::new(last.0, last.1, message));
        }
    }
    Ok(ReadError::new(last.0, last.1, format!("found no grid of {rows} rows of {cols} cells")))
}

/// A line after a whole grid that does not begin another one: neither its length nor its symbols fit.
fn no_row(finder: &mut GridFinder<'_>, numbers: bool) -> Result<Option<ReadError>, ReadError> {
    let (side, width) = match (finder.side_of_rows(), finder.side_of_lines()) {
        (Some(side), _) => (side, side),
        (_, Some(side)) => (side, side * side),
        _ => return Ok(None),
    };
    let options = finder.options;
    let Some(row) = finder.peek(0)?.filter(|row| shape::width(row, numbers) != width) else {
        return Ok(None);
    };
    let wrong =
        shape::cells(row, numbers).find(|spot| !may_stand(spot.token, side, options, numbers));
    Ok(wrong.map(|spot| unexpected(&spot, "nothing more or another grid")))
}

/// The first of several rows that are longer than those of any grid.
fn too_wide(
    finder: &mut GridFinder<'_>,
    side: usize,
    numbers: bool,
) -> Result<Option<ReadError>, ReadError> {
    let is_wide = |row: Option<&Row<'_>>| row.is_some_and(|row| shape::width(row, numbers) == side);
    if side <= Geometry::MAX_SIDE || !is_wide(finder.peek(1)?) {
        return Ok(None);
    }
    let row = finder.peek(0)?;
    Ok(row.map(|row| {
        let surplus = shape::cells(row, numbers).nth(Geometry::MAX_SIDE);
        let column = surplus.map_or(row.end, |spot| spot.token.column);
        let message = format!("row 1 has {side} cells, expected at most {}", Geometry::MAX_SIDE);
        ReadError::new(row.line, column, message)
    }))
}

fn meant_side(finder: &mut GridFinder<'_>, numbers: bool) -> Result<usize, ReadError> {
    if let Some(side) = finder.options.side() {
        return Ok(side);
    }
    if let Some(side) = finder.side_of_rows() {
        return Ok(side);
    }
    let mut widths = [0; 3];
    for (index, width) in widths.iter_mut().enumerate() {
        *width = finder.peek(index)?.map_or(0, |row| shape::width(row, numbers));
    }
    let [first, second, third] = widths;
    Ok(if second == third && second > 1 { second } else { first })
}

/// A symbol that no grid of `side` has in any alphabet, where the side is one that symbols can tell.
fn wrong_symbol(
    row: &Row<'_>,
    side: usize,
    options: &ReadOptions,
    numbers: bool,
) -> Option<ReadError> {
    let has_characters = numbers || side <= 36;
    let stands = |token: Token<'_>| {
        if has_characters {
            may_stand(token, side, options, numbers)
        } else {
            token.is_blank() || token.text.chars().all(|c| c.is_ascii_alphanumeric())
        }
    };
    let wrong = shape::cells(row, numbers).find(|spot| !stands(spot.token))?;
    let alphabet = match &options.alphabet {
        Some(alphabet) => alphabet.of_side(side)?,
        None if numbers => Alphabet::numbers(),
        None => Alphabet::default_unspaced(side),
    };
    let expected =
        if has_characters { alphabet.expected(side) } else { "a symbol or '.'".to_owned() };
    Some(unexpected(&wrong, &expected))
}

fn wrong_width(row: &Row<'_>, index: usize, side: usize, numbers: bool) -> ReadError {
    let width = shape::width(row, numbers);
    let surplus = shape::cells(row, numbers).nth(side).map(|spot| spot.token.column);
    let message =
        format!("row {} has {}, expected {side}", index + 1, counted(width, "cell", "cells"));
    ReadError::new(row.line, surplus.unwrap_or(row.end), message)
}

/// Of a list of puzzles, one a line.
fn wrong_line(row: &Row<'_>, expected: usize, numbers: bool) -> ReadError {
    let found = counted(shape::width(row, numbers), "cell", "cells");
    let message = format!("found {found} in one line, expected {expected}");
    ReadError::new(row.line, row.tokens.first().map_or(1, |token| token.column), message)
}

fn too_few_rows(found: usize, side: usize, place: (usize, usize), n_read: usize) -> ReadError {
    let rows = counted(found, "row", "rows");
    let cells = counted(side, "cell", "cells");
    let message = match n_read {
        _ if found == 1 && side > 36 => {
            format!("found {cells} in one line, expected a square number, such as 81 cells")
        }
        0 => format!("found {rows} of {cells}, expected {}", counted(side, "row", "rows")),
        _ => format!("found {rows} of {cells} after a whole grid, expected none or {side}"),
    };
    ReadError::new(place.0, place.1, message)
}

fn counted(number: usize, one: &str, many: &str) -> String {
    format!("{number} {}", if number == 1 { one } else { many })
}
