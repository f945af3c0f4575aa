//! The arguments of an item that are numbers.

use super::Item;
use crate::fault::Fault;
use sudoku_core::GridShape;

/// The number of an argument.
pub(super) fn number(item: &Item, index: usize) -> Result<i64, Fault> {
    let text = item.args.get(index).map_or("", |text| text);
    parsed(item, text)
}

/// The argument as a number from 0.
pub(super) fn count(item: &Item, index: usize) -> Result<usize, Fault> {
    usize::try_from(number(item, index)?).map_err(|_| item.fault("expected a number from 0"))
}

fn parsed(item: &Item, text: &str) -> Result<i64, Fault> {
    let number = text.parse::<i64>().ok().filter(|number| number.abs() <= GridShape::MAX_NUMBER);
    number.ok_or_else(|| {
        item.fault(format_args!("expected an integer, found '{}'", text.escape_debug()))
    })
}

/// The numbers of the first argument, between `_`.
pub(super) fn list(item: &Item) -> Result<Vec<i64>, Fault> {
    let text = item.args.first().map_or("", |text| text);
    text.split('_').map(|part| parsed(item, part)).collect()
}

/// A total, and coefficients where it is followed by them: `5_=_1_-1`.
pub(super) fn coefficients(item: &Item) -> Result<(i64, Vec<i64>), Fault> {
    let text = item.args.first().map_or("", |text| text);
    let (total, rest) = match text.split_once("_=_") {
        Some((total, rest)) => (total, Some(rest)),
        None => (text, None),
    };
    let numbers: Option<Result<Vec<i64>, _>> =
        rest.map(|rest| rest.split('_').map(|part| parsed(item, part)).collect());
    Ok((parsed(item, total)?, numbers.transpose()?.unwrap_or_default()))
}

/// The pairs of digits of a look-and-say clue.
pub(super) fn said(item: &Item) -> Result<Vec<[i64; 2]>, Fault> {
    let text = item.args.first().map_or("", |text| text);
    let digits: Option<Vec<i64>> = text.chars().map(|c| c.to_digit(10).map(i64::from)).collect();
    match digits {
        Some(digits) if !digits.is_empty() && digits.len() % 2 == 0 => {
            Ok(digits.chunks(2).map(|pair| [pair[0], pair[1]]).collect())
        }
        _ => Err(item.fault("expected pairs of digits, a count and a value")),
    }
}
