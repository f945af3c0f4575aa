//! The cells of a grid as texts, which every layout starts from.

use crate::{Alphabet, Grid};

/// The symbol of each cell in row-major order, `blank` for a blank.
pub(super) fn symbols<'a>(
    grid: &'a Grid,
    alphabet: &'a Alphabet,
    blank: &'a str,
) -> impl Iterator<Item = String> + 'a {
    grid.cells()
        .iter()
        .take(grid.shape().n_cells())
        .map(move |value| value.map_or_else(|| blank.to_owned(), |value| alphabet.symbol(value)))
}

/// The characters that the widest symbol takes.
pub(super) fn width(grid: &Grid, alphabet: &Alphabet) -> usize {
    let last = grid.shape().n_values() - 1;
    let widths = [0, last].map(|value| alphabet.symbol(value as crate::Value).chars().count());
    widths[0].max(widths[1])
}
