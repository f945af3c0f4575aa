//! The houses of a puzzle from the short forms of its JSON.

use super::{Diagonal, PuzzleSpec, SpecError, SpecPart};
use crate::house::{self, rectangle};
use crate::{Cell, GridShape, HouseKind, HouseName};
use std::collections::{BTreeMap, BTreeSet};

/// The region of each cell from a text for each row.
pub(super) fn letters(rows: &[String], shape: GridShape) -> Result<Vec<Option<char>>, SpecError> {
    if rows.is_empty() {
        return Ok(Vec::new());
    }
    if rows.len() != shape.rows() {
        let what = format!("{} rows, expected {}", rows.len(), shape.rows());
        return Err(SpecPart::Member("regions").fault(what));
    }
    let mut regions = Vec::with_capacity(shape.n_cells());
    for (index, row) in rows.iter().enumerate() {
        if let Some(letter) = row.chars().find(|c| *c != '.' && !c.is_alphanumeric()) {
            let what =
                format!("found '{}', expected letters, digits and dots", letter.escape_debug());
            return Err(SpecPart::RegionRow(index).fault(what));
        }
        let before = regions.len();
        regions.extend(row.chars().map(|letter| (letter != '.').then_some(letter)));
        let found = regions.len() - before;
        if found != shape.cols() {
            let expected = shape.cols();
            let what = format!("{found} letters, expected {expected}");
            return Err(SpecPart::RegionRow(index).fault(what));
        }
    }
    Ok(regions)
}

impl PuzzleSpec {
    /// The cells of each row and each column, if their digits differ.
    #[must_use]
    pub fn lines(&self) -> [Vec<Vec<Cell>>; 2] {
        if !self.rows_and_columns {
            return [Vec::new(), Vec::new()];
        }
        let (rows, cols) = (self.shape.rows(), self.shape.cols());
        let row = |row| (0..cols).map(|col| Cell { row, col }).collect();
        let col = |col| (0..rows).map(|row| Cell { row, col }).collect();
        [(0..rows).map(row).collect(), (0..cols).map(col).collect()]
    }

    /// The cells of each block, row-major; none without [`Self::blocks`].
    #[must_use]
    pub fn block_cells(&self) -> Vec<Vec<Cell>> {
        let Some([height, width]) = self.blocks else { return Vec::new() };
        let corners = (0..self.shape.rows()).step_by(height).flat_map(|row| {
            (0..self.shape.cols()).step_by(width).map(move |col| Cell { row, col })
        });
        corners.map(|corner| rectangle(corner, height, width)).collect()
    }

    /// The cells of each region in reading order, by the first cell.
    #[must_use]
    pub fn region_cells(&self) -> Vec<Vec<Cell>> {
        let mut regions: BTreeMap<char, Vec<Cell>> = BTreeMap::new();
        for (index, letter) in self.regions.iter().enumerate() {
            if let Some(letter) = letter {
                regions.entry(*letter).or_default().push(self.shape.cell(index));
            }
        }
        let mut regions: Vec<Vec<Cell>> = regions.into_values().collect();
        regions.sort_unstable();
        regions
    }

    /// The cells of each diagonal that is a house.
    #[must_use]
    pub fn diagonal_cells(&self) -> Vec<Vec<Cell>> {
        let side = self.shape.rows();
        let cells = |diagonal: &Diagonal| {
            let row = |col| if *diagonal == Diagonal::Down { col } else { side - 1 - col };
            (0..side).map(|col| Cell { row: row(col), col }).collect()
        };
        self.diagonals.iter().map(cells).collect()
    }

    /// The cells of each window, if these are houses: blocks that begin a cell further in, a cell apart.
    #[must_use]
    pub fn window_cells(&self) -> Vec<Vec<Cell>> {
        let Some([height, width]) = self.window_shape().filter(|_| self.windows) else {
            return Vec::new();
        };
        house::windows(self.shape, [height, width])
    }

    /// The cells of each disjoint group, if these are houses: the k-th cell of each block or region.
    #[must_use]
    pub fn group_cells(&self) -> Vec<Vec<Cell>> {
        if !self.groups {
            return Vec::new();
        }
        let blocks = if self.regions.is_empty() { self.block_cells() } else { self.region_cells() };
        let size = blocks.iter().map(Vec::len).max().unwrap_or(0);
        (0..size)
            .map(|k| blocks.iter().filter_map(|block| block.get(k).copied()).collect())
            .collect()
    }

    /// The stretches of a line within one block, or region where there are no blocks: each entry
    /// begins a new one, and cells outside all of them belong to none.
    #[must_use]
    pub fn cut_by_regions(&self, line: &[Cell]) -> Vec<Vec<Cell>> {
        let blocks = if self.blocks.is_some() { self.block_cells() } else { self.region_cells() };
        let region = |cell: &Cell| blocks.iter().position(|cells| cells.contains(cell));
        let mut segments: Vec<Vec<Cell>> = Vec::new();
        let mut last = None;
        for cell in line {
            let region = region(cell);
            match segments.last_mut() {
                Some(segment) if region.is_some() && region == last => segment.push(*cell),
                _ if region.is_some() => segments.push(vec![*cell]),
                _ => {}
            }
            last = region;
        }
        segments
    }

    fn window_shape(&self) -> Option<[usize; 2]> {
        self.blocks.or_else(|| super::usual_blocks(self.shape))
    }

    /// What is wrong with the houses, if anything.
    pub(super) fn check_houses(&self) -> Result<(), SpecError> {
        let fault = |member, what: &str| Err(SpecPart::Member(member).fault(what));
        let (rows, cols) = (self.shape.rows(), self.shape.cols());
        if let Some([height, width]) = self.blocks {
            let tiles = |size: usize, part: usize| part > 0 && size.is_multiple_of(part);
            if !tiles(rows, height) || !tiles(cols, width) {
                return fault("blocks", &format!("{height}×{width} does not tile {rows}×{cols}"));
            }
        }
        if !self.diagonals.is_empty() && rows != cols {
            return fault("diagonals", &format!("a grid of {rows}×{cols} has none"));
        }
        let seen: BTreeSet<bool> = self.diagonals.iter().map(|d| *d == Diagonal::Up).collect();
        if seen.len() < self.diagonals.len() {
            return fault("diagonals", "one is named twice");
        }
        if self.windows && self.window_shape().is_none() {
            return fault("windows", "a grid without blocks has none");
        }
        if self.windows && self.window_cells().is_empty() {
            return fault("windows", "none fits into the grid");
        }
        if self.groups && self.blocks.is_none() && self.regions.is_empty() {
            return fault("groups", "a grid without blocks has none");
        }
        self.check_sizes()
    }

    /// Whether every house has room for its cells: more cells than values never differ.
    fn check_sizes(&self) -> Result<(), SpecError> {
        let n_values = self.shape.n_values();
        for (kind, houses) in [
            (HouseKind::Row, &self.lines()[0]),
            (HouseKind::Col, &self.lines()[1]),
            (HouseKind::Block, &self.block_cells()),
            (HouseKind::Region, &self.region_cells()),
            (HouseKind::Group, &self.group_cells()),
            (HouseKind::ExtraRegion, &self.extra_regions),
        ] {
            for (index, cells) in houses.iter().enumerate() {
                let part = SpecPart::House(HouseName { kind, index });
                let fault = |what: String| Err(part.fault(what));
                if cells.is_empty() {
                    return fault("it names no cell".to_owned());
                }
                let different: BTreeSet<Cell> = cells.iter().copied().collect();
                if let Some(cell) = cells.iter().find(|cell| !self.shape.contains(**cell)) {
                    return fault(format!("{} is not in the grid", cell.short()));
                }
                if different.len() < cells.len() {
                    return fault("it names a cell twice".to_owned());
                }
                if cells.len() > n_values {
                    return fault(format!("{} cells cannot hold {n_values} values", cells.len()));
                }
            }
        }
        Ok(())
    }
}
