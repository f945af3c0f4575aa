//! Irregular regions, as a text of symbols: cells with the same symbol are a region.
//!
//! ```text
//! AAABB
//! ACABB       a row a line: a character for each cell, or words with blanks between them;
//! CCDBE       . and - are in no region; # starts a comment
//! CDDDE
//! CDEEE
//! ```
//!
//! Regions are numbered in the order in which they come, row by row.

use crate::{Cell, Geometry, House, HouseKind};
use located::{Located, Position};
use std::collections::HashMap;

/// The regions of a square grid.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Regions {
    side: usize,
    houses: Vec<House>,
}

impl Regions {
    /// Reads regions.
    ///
    /// # Errors
    /// The rows are not as many as each has cells, or a region has more cells than that.
    pub fn parse(text: &str) -> Result<Self, Located> {
        let mut rows: Vec<(u64, Vec<&str>)> = Vec::new();
        for (number, line) in (1..).zip(text.lines()) {
            let line = line.split('#').next().unwrap_or(line).trim();
            let words: Vec<&str> = line.split_whitespace().collect();
            let cells = match words[..] {
                [] => continue,
                [word] => word.split("").filter(|symbol| !symbol.is_empty()).collect(),
                _ => words,
            };
            rows.push((number, cells));
        }
        let side = rows.len();
        let last = rows.last().map_or(1, |(number, _)| *number);
        let error =
            |line, message: String| Err(Located::new(Position { line, column: 1 }, message));
        if side == 0 {
            return error(last, "found no rows of region symbols".to_owned());
        }
        if side > Geometry::MAX_SIDE {
            return error(
                last,
                format!("found {side} rows, expected at most {}", Geometry::MAX_SIDE),
            );
        }
        if let Some((line, row)) = rows.iter().find(|(_, row)| row.len() != side) {
            let n_cells = row.len();
            return error(
                *line,
                format!(
                    "found {n_cells} cells in a row, expected {side}, as there are {side} rows"
                ),
            );
        }
        let houses = houses(rows.iter().map(|(_, row)| row.as_slice()));
        match houses.iter().find(|house| house.cells.len() > side) {
            Some(House { name, cells }) => error(
                rows[cells[0].row].0,
                format!("{name} has {} cells, expected at most {side}", cells.len()),
            ),
            None => Ok(Self { side, houses }),
        }
    }

    /// The side of the grid.
    #[must_use]
    pub fn side(&self) -> usize {
        self.side
    }

    /// The regions, cells row-major.
    #[must_use]
    pub fn houses(&self) -> &[House] {
        &self.houses
    }
}

fn houses<'a>(rows: impl Iterator<Item = &'a [&'a str]>) -> Vec<House> {
    let mut houses: Vec<House> = Vec::new();
    let mut numbers: HashMap<&str, usize> = HashMap::new();
    for (row, symbols) in rows.enumerate() {
        for (col, symbol) in symbols.iter().enumerate() {
            if matches!(*symbol, "." | "-") {
                continue;
            }
            let index = *numbers.entry(symbol).or_insert_with(|| {
                houses.push(House::new(HouseKind::Region, houses.len(), Vec::new()));
                houses.len() - 1
            });
            houses[index].cells.push(Cell { row, col });
        }
    }
    houses
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn characters_or_words_name_regions() {
        let regions = Regions::parse("# jigsaw\nAAB\n\nABB # two\nCCC\n").unwrap();
        assert_eq!((regions.side(), regions.houses().len()), (3, 3));
        assert_eq!(
            Regions::parse("10 10 2\n10 2 2\n.. .. ..\n").unwrap().houses()[0],
            regions.houses()[0]
        );
        assert_eq!(Regions::parse("AA\n.-\n").unwrap().houses().len(), 1);
    }

    #[test]
    fn faults_have_their_line() {
        let error = |text| Regions::parse(text).map(|_| ()).unwrap_err();
        assert_eq!(error(""), Located::new(Position::START, "found no rows of region symbols"));
        assert_eq!(error("AB\n\nABC\n").line, 3);
        let large = error("AAB\nAAB\nCCC\n");
        assert_eq!(
            (large.line, large.message.as_str()),
            (1, "region 1 has 4 cells, expected at most 3")
        );
    }
}
