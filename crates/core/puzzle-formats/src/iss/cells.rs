//! The cells of a constraint string: their names, their neighbours, and the lines of clues outside.
//!
//! Cells outside the grid come in groups, sorted by name; a group is itself a grid of as many columns as it says, or as the puzzle has.

use super::{Item, only};
use crate::fault::Fault;
use crate::link::base64_digits;
use std::collections::BTreeSet;
use sudoku_core::{Cell, GridShape, PuzzleSpec};

/// Cells that form a grid: the puzzle's own, or a group outside it.
struct Group {
    /// `V` and the name; empty for the grid itself.
    prefix: String,
    first: usize,
    count: usize,
    columns: usize,
}

impl Group {
    fn holds(&self, index: usize) -> bool {
        (self.first..self.first + self.count).contains(&index)
    }

    /// The row and the column of one of its cells.
    fn place(&self, index: usize) -> (usize, usize) {
        ((index - self.first) / self.columns, (index - self.first) % self.columns)
    }
}

/// The grid and all groups.
pub(super) struct Cells {
    pub(super) shape: GridShape,
    /// Whether the rows and columns are not houses.
    pub(super) is_raw: bool,
    groups: Vec<Group>,
}

impl Cells {
    pub(super) fn new(items: &[Item]) -> Result<Self, Fault> {
        let (shape, is_raw) = shape(items)?;
        let grid = Group {
            prefix: String::new(),
            first: 0,
            count: shape.n_cells(),
            columns: shape.cols(),
        };
        let mut groups = vec![grid];
        let mut vars: Vec<&Item> = items.iter().filter(|item| item.name == "Var").collect();
        vars.sort_by_key(|item| item.args.first());
        let mut first = shape.n_cells();
        for item in vars {
            let name = item.args.first().filter(|name| !name.is_empty());
            let name = name.ok_or_else(|| item.fault("expected a name"))?;
            let (count, columns) = group_size(item)?;
            if groups.iter().any(|group| group.prefix[..].strip_prefix('V') == Some(name)) {
                return Err(item.fault(format_args!("{name} is added twice")));
            }
            let columns = columns.unwrap_or(shape.cols());
            groups.push(Group { prefix: format!("V{name}"), first, count, columns });
            first += count;
            if first - shape.n_cells() > PuzzleSpec::MAX_OUTSIDE {
                return Err(item.fault("too many cells outside the grid"));
            }
        }
        let shape = shape
            .with_outside(first - shape.n_cells())
            .map_err(|error| Fault::at_start(error.to_string()))?;
        Ok(Self { shape, is_raw, groups })
    }

    /// The index of a cell by its name.
    pub(super) fn index(&self, id: &str) -> Option<usize> {
        if let [b'R' | b'r', row, b'C' | b'c', col] = id.as_bytes() {
            let digit = |byte: &u8| char::from(*byte).to_digit(17).filter(|digit| *digit > 0);
            let (row, col) = (digit(row)? as usize - 1, digit(col)? as usize - 1);
            let cell = Cell { row, col };
            return self.shape.contains(cell).then(|| self.shape.index(cell));
        }
        self.groups[1..].iter().find_map(|group| {
            let number = id.strip_prefix(&group.prefix)?;
            if group.count == 1 {
                return number.is_empty().then_some(group.first);
            }
            let number = number.parse::<usize>().ok().filter(|k| (1..=group.count).contains(k))?;
            Some(group.first + number - 1)
        })
    }

    /// The name of the cell at an index.
    pub(super) fn id(&self, index: usize) -> String {
        let group = self.group(index);
        let place = index - group.first;
        if group.prefix.is_empty() {
            let digit = |k: usize| char::from_digit(k as u32 + 1, 17).unwrap_or('?');
            format!("R{}C{}", digit(place / group.columns), digit(place % group.columns))
        } else if group.count == 1 {
            group.prefix.clone()
        } else {
            format!("{}{}", group.prefix, place + 1)
        }
    }

    /// The cell of a name.
    pub(super) fn cell(&self, item: &Item, id: &str) -> Result<Cell, Fault> {
        let index = self.index(id);
        let what = || item.fault(format_args!("there is no cell '{}'", id.escape_debug()));
        index.map(|index| self.shape.cell(index)).ok_or_else(what)
    }

    fn group(&self, index: usize) -> &Group {
        self.groups.iter().find(|group| group.holds(index)).unwrap_or(&self.groups[0])
    }

    /// Where a cell comes to lie when `origin` is shifted to `target`.
    pub(super) fn shift(&self, index: usize, origin: usize, target: usize) -> Option<usize> {
        let group = self.group(origin);
        if !group.holds(index) || !group.holds(target) {
            return None;
        }
        let (from, to, at) = (group.place(origin), group.place(target), group.place(index));
        let col = (at.1 + to.1).checked_sub(from.1).filter(|col| *col < group.columns)?;
        let k = (at.0 + to.0).checked_sub(from.0)? * group.columns + col;
        (k < group.count).then_some(group.first + k)
    }

    /// The origin of a `Replicate` and each of its targets.
    pub(super) fn targets(&self, item: &Item) -> Result<Vec<(usize, usize)>, Fault> {
        let origin = item.args.get(1).map_or("R1C1", |origin| &**origin);
        let origin = self.index(origin).ok_or_else(|| item.fault("there is no such origin"))?;
        let digits = base64_digits(item.args.first().map_or("", |digits| digits))
            .map_err(|error| item.fault(error.message))?;
        let n_cells = self.shape.n_cells() + self.shape.n_outside();
        let bits = digits.iter().enumerate().flat_map(|(k, digit)| {
            (0..6).filter(move |bit| digit >> bit & 1 == 1).map(move |bit| origin + 6 * k + bit)
        });
        let targets: Vec<usize> = bits.collect();
        match targets.iter().find(|target| **target >= n_cells) {
            Some(_) => Err(item.fault("a target is not in the grid")),
            None => Ok(targets.into_iter().map(|target| (origin, target)).collect()),
        }
    }

    /// The pairs of these cells that share a side, the one that is named first first.
    pub(super) fn adjacent_pairs(&self, cells: &[Cell]) -> Vec<[Cell; 2]> {
        let indices: Vec<usize> = cells.iter().map(|cell| self.shape.index(*cell)).collect();
        let mut pairs = Vec::new();
        let mut seen = BTreeSet::new();
        for (k, a) in indices.iter().enumerate() {
            seen.insert(*a);
            let later = indices[k + 1..].iter().filter(|b| !seen.contains(b));
            let later: BTreeSet<usize> = later.copied().collect();
            pairs.extend(
                later
                    .into_iter()
                    .filter(|b| self.touch(*a, *b))
                    .map(|b| [self.shape.cell(*a), self.shape.cell(b)]),
            );
        }
        pairs
    }

    fn touch(&self, a: usize, b: usize) -> bool {
        let group = self.group(a);
        if !group.holds(b) {
            return false;
        }
        let (a, b) = (group.place(a), group.place(b));
        a.0.abs_diff(b.0) + a.1.abs_diff(b.1) == 1
    }

    /// The cells of a row or column by its name, `R3` or `C3`, from its first cell on.
    pub(super) fn line(&self, item: &Item, id: &str) -> Result<Vec<Cell>, Fault> {
        let (rows, cols) = (self.shape.rows(), self.shape.cols());
        let number = |size: usize| {
            let number = id.get(1..).and_then(|digits| digits.parse::<usize>().ok());
            number.filter(|number| (1..=size).contains(number)).map(|number| number - 1)
        };
        let cells: Option<Vec<Cell>> = match id.as_bytes().first() {
            Some(b'R') => number(rows).map(|row| (0..cols).map(|col| Cell { row, col }).collect()),
            Some(b'C') => number(cols).map(|col| (0..rows).map(|row| Cell { row, col }).collect()),
            _ => None,
        };
        cells.ok_or_else(|| item.fault(format_args!("there is no line '{}'", id.escape_debug())))
    }

    /// The diagonal of a little killer by the name of its first cell.
    ///
    /// From the left edge it runs down, from the right edge up, from the top to the left, from the bottom to the left
    /// edge's opposite; of two that are the same cells only the first one counts.
    pub(super) fn diagonal(&self, item: &Item, id: &str) -> Result<Vec<Cell>, Fault> {
        let start = self.cell(item, id)?;
        let (rows, cols) = (self.shape.rows(), self.shape.cols());
        let run = |down, right| {
            let next = |cell: &Cell| self.shape.offset(*cell, down, right);
            std::iter::successors(Some(start), next).collect::<Vec<Cell>>()
        };
        let (row, col) = (start.row, start.col);
        // Later edges replace earlier ones unless their diagonal has been named from its other end.
        let mut found = None;
        if col == 0 && row + 1 < rows {
            found = Some(run(1, 1));
        }
        if col + 1 == cols && row >= 1 && row + 1 < rows {
            found = Some(run(-1, -1)).filter(|cells| !named_from_left(cells, rows)).or(found);
        }
        if row == 0 && col >= 1 {
            found = Some(run(1, -1)).or(found);
        }
        if row + 1 == rows && col >= 1 && col + 1 < cols {
            found = Some(run(-1, 1)).filter(|cells| !named_from_top(cells)).or(found);
        }
        found.filter(|cells| cells.len() > 1).ok_or_else(|| item.fault("there is no such diagonal"))
    }
}

/// Whether a diagonal up from the right edge ends where one down from the left edge begins.
fn named_from_left(cells: &[Cell], rows: usize) -> bool {
    cells.last().is_some_and(|end| end.col == 0 && end.row + 1 < rows)
}

/// Whether a diagonal up from the bottom ends where one down from the top begins.
fn named_from_top(cells: &[Cell]) -> bool {
    cells.last().is_some_and(|end| end.row == 0 && end.col >= 1)
}

/// The shape of the grid, and whether its type is `Raw`.
fn shape(items: &[Item]) -> Result<(GridShape, bool), Fault> {
    let Some(item) = only(items, "Shape")? else {
        let shape = GridShape::new(9, 9, 1, 9).map_err(|e| Fault::at_start(e.to_string()))?;
        return Ok((shape, false));
    };
    let arg = |k: usize| item.args.get(k).map_or("", |arg| &**arg);
    let pair = |text: &str, by: char| {
        let (a, b) = text.split_once(by)?;
        Some((a.parse::<u16>().ok()?, b.parse::<u16>().ok()?))
    };
    let size = pair(arg(0), 'x').ok_or_else(|| item.fault("expected rows and columns as 6x9"))?;
    let (rows, cols) = (usize::from(size.0), usize::from(size.1));
    if rows > PuzzleSpec::MAX_SIDE || cols > PuzzleSpec::MAX_SIDE {
        return Err(item.fault("too many cells"));
    }
    let range = || item.fault("expected the values as 9 or 0-8");
    let (first, n_values) = match arg(1) {
        "" => (1, rows.max(cols)),
        text => match pair(text, '-') {
            Some((first, last)) if first <= last => (first, usize::from(last - first) + 1),
            Some(_) => return Err(range()),
            None => (1, text.parse::<u16>().map_err(|_| range())?.into()),
        },
    };
    let is_raw = match arg(2) {
        "" | "Sudoku" => false,
        "Raw" => true,
        other => {
            return Err(item.fault(format_args!("unknown type '{}'", other.escape_debug())));
        }
    };
    let shape = GridShape::new(rows, cols, first.into(), n_values);
    Ok((shape.map_err(|error| item.fault(error))?, is_raw))
}

/// How many cells a group has, and in how many columns if it says so.
fn group_size(item: &Item) -> Result<(usize, Option<usize>), Fault> {
    let text = item.args.get(2).map_or("", |size| size);
    let fault = || item.fault("expected a size as 5 or 3x4");
    let number = |digits: &str| digits.parse::<u16>().ok().filter(|n| *n > 0).map(usize::from);
    match text.split_once('x') {
        _ if text.is_empty() => Ok((1, None)),
        None => Ok((number(text).ok_or_else(fault)?, None)),
        Some((rows, cols)) => {
            let (rows, cols) = number(rows).zip(number(cols)).ok_or_else(fault)?;
            Ok((rows * cols, Some(cols)))
        }
    }
}
