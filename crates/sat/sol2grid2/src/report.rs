//! What is printed, as text or as JSON.
//!
//! ```text
//! text   grid, then `Unique solution` or `Multiple solutions`; or `No solution`
//! JSON   {"grids":[GRID, …],"solutions":"none"|"unique"|"multiple"}
//!
//! of a certificate
//! text   the same with `, verified` at its end; or `Not verified: ` and why
//! JSON   {"grids":[GRID],"solutions":"none"|"unique","verified":true}; {"verified":false,"reason":TEXT}
//! ```
//!
//! [`Report::count`] and [`Report::all`] look for one solution beyond the limit, so that they can say
//! whether it was hit.

use grid_cli::Frame;
use pipe_cli::warning;
use serde::Serialize;
use serde::ser::{SerializeStruct, Serializer};
use serde_json::value::RawValue;
use std::io::Write;
use sudoku_core::format::Layout;
use sudoku_core::{Cell, Grid};

/// How to print.
#[derive(Debug)]
pub(crate) struct Report<'a> {
    pub(crate) frame: &'a Frame,
    pub(crate) layout: Layout,
}

impl Report<'_> {
    /// One solution and whether there are more.
    pub(crate) fn uniqueness(
        &self,
        out: &mut impl Write,
        solutions: impl Iterator<Item = anyhow::Result<Grid>>,
    ) -> anyhow::Result<()> {
        let grids: Vec<Grid> = solutions.take(2).collect::<anyhow::Result<_>>()?;
        let shown = &grids[..grids.len().min(1)];
        if self.layout == Layout::Json {
            let answer = Uniqueness { grids: self.json_list(shown)?, solutions: word(grids.len()) };
            return write_json(out, &answer);
        }
        for grid in shown {
            self.frame.write(out, grid)?;
        }
        Ok(writeln!(out, "{}", sentence(grids.len()))?)
    }

    /// What the check of a certificate has found: its solution, if there is one, or what does not hold.
    pub(crate) fn verification(
        &self,
        out: &mut impl Write,
        finding: &Result<Option<Grid>, String>,
    ) -> anyhow::Result<()> {
        let json = self.layout == Layout::Json;
        let grids = match finding {
            Ok(grid) => grid.as_slice(),
            Err(reason) if json => {
                return write_json(out, &Refused { verified: false, reason });
            }
            Err(reason) => return Ok(writeln!(out, "Not verified: {reason}")?),
        };
        if json {
            let (grids, solutions) = (self.json_list(grids)?, word(grids.len()));
            return write_json(out, &Certified { grids, solutions, verified: true });
        }
        for grid in grids {
            self.frame.write(out, grid)?;
        }
        Ok(writeln!(out, "{}, verified", sentence(grids.len()))?)
    }

    /// Two solutions and where they differ.
    pub(crate) fn difference(
        &self,
        out: &mut impl Write,
        solutions: impl Iterator<Item = anyhow::Result<Grid>>,
    ) -> anyhow::Result<()> {
        let grids: Vec<Grid> = solutions.take(2).collect::<anyhow::Result<_>>()?;
        let differences = match grids.as_slice() {
            [one, two] => self.differences(one, two),
            _ => Vec::new(),
        };
        if self.layout == Layout::Json {
            let (grids, solutions) = (self.json_list(&grids)?, word(grids.len()));
            return write_json(out, &Comparison { grids, differences, solutions });
        }
        for grid in &grids {
            self.frame.write(out, grid)?;
            if grids.len() > 1 {
                writeln!(out)?;
            }
        }
        for Difference { cell, symbols: [one, two] } in &differences {
            writeln!(out, "{cell}: {one} or {two}")?;
        }
        Ok(writeln!(out, "{}", sentence(grids.len()))?)
    }

    /// The number of solutions up to `limit`.
    pub(crate) fn count(
        &self,
        out: &mut impl Write,
        solutions: impl Iterator<Item = anyhow::Result<Grid>>,
        limit: u64,
    ) -> anyhow::Result<()> {
        let mut count = 0;
        for grid in solutions.take(limit.saturating_add(1) as usize) {
            grid?;
            count += 1;
        }
        let (count, limit_hit) = (count.min(limit), count > limit);
        if self.layout == Layout::Json {
            write_json(out, &Counted::new(count, limit_hit))?;
        } else {
            writeln!(out, "{}{count}", if limit_hit { "more than " } else { "" })?;
        }
        Ok(())
    }

    /// Every solution up to `limit`, each as soon as it is found.
    pub(crate) fn all(
        &self,
        out: &mut impl Write,
        solutions: impl Iterator<Item = anyhow::Result<Grid>>,
        limit: u64,
    ) -> anyhow::Result<()> {
        let json = self.layout == Layout::Json;
        let between = match self.layout {
            Layout::Json => ",",
            Layout::Line | Layout::Sdm => "",
            _ => "\n",
        };
        let mut count = 0;
        let mut limit_hit = false;
        write!(out, "{}", if json { "{\"grids\":[" } else { "" })?;
        for grid in solutions {
            let grid = grid?;
            if count == limit {
                limit_hit = true;
                break;
            }
            write!(out, "{}", if count > 0 { between } else { "" })?;
            let text = self.text(&grid)?;
            write!(out, "{}", if json { text.trim_end() } else { &text })?;
            out.flush()?;
            count += 1;
        }
        if json {
            // The members after the grids, which went out one by one.
            let rest = serde_json::to_string(&Counted::new(count, limit_hit))?;
            writeln!(out, "],{}", rest.trim_start_matches('{'))?;
        } else if count == 0 {
            writeln!(out, "{}", sentence(0))?;
        }
        if limit_hit {
            warning(format!("stopped at the limit of {limit} solutions, there are more"));
        }
        Ok(())
    }

    fn text(&self, grid: &Grid) -> anyhow::Result<String> {
        let mut text = Vec::new();
        self.frame.write(&mut text, grid)?;
        Ok(String::from_utf8(text)?)
    }

    fn json_list(&self, grids: &[Grid]) -> anyhow::Result<Vec<Box<RawValue>>> {
        let object = |grid| Ok(RawValue::from_string(self.text(grid)?.trim_end().to_owned())?);
        grids.iter().map(object).collect()
    }

    fn differences(&self, one: &Grid, two: &Grid) -> Vec<Difference> {
        let symbol = |value| self.frame.symbol(one.shape(), value);
        let pairs = one.filled().filter_map(|(cell, value)| Some((cell, value, two.get(cell)?)));
        pairs
            .filter(|(_, one, two)| one != two)
            .map(|(cell, one, two)| Difference { cell, symbols: [symbol(one), symbol(two)] })
            .collect()
    }
}

/// A cell and its symbols in two solutions.
struct Difference {
    cell: Cell,
    symbols: [String; 2],
}

impl Serialize for Difference {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut object = serializer.serialize_struct("Difference", 3)?;
        object.serialize_field("row", &(self.cell.row + 1))?;
        object.serialize_field("column", &(self.cell.col + 1))?;
        object.serialize_field("symbols", &self.symbols)?;
        object.end()
    }
}

#[derive(Serialize)]
struct Uniqueness {
    grids: Vec<Box<RawValue>>,
    solutions: &'static str,
}

#[derive(Serialize)]
struct Comparison {
    grids: Vec<Box<RawValue>>,
    differences: Vec<Difference>,
    solutions: &'static str,
}

#[derive(Serialize)]
struct Counted {
    count: u64,
    limit_hit: bool,
    solutions: &'static str,
}

impl Counted {
    fn new(count: u64, limit_hit: bool) -> Self {
        Self { count, limit_hit, solutions: word(count as usize + usize::from(limit_hit)) }
    }
}

/// A certificate that holds.
#[derive(Serialize)]
struct Certified {
    grids: Vec<Box<RawValue>>,
    solutions: &'static str,
    verified: bool,
}

/// A certificate that does not hold.
#[derive(Serialize)]
struct Refused<'a> {
    verified: bool,
    reason: &'a str,
}

fn write_json(out: &mut impl Write, answer: &impl Serialize) -> anyhow::Result<()> {
    serde_json::to_writer(&mut *out, answer)?;
    Ok(writeln!(out)?)
}

fn sentence(count: usize) -> &'static str {
    match count {
        0 => "No solution",
        1 => "Unique solution",
        _ => "Multiple solutions",
    }
}

fn word(count: usize) -> &'static str {
    match count {
        0 => "none",
        1 => "unique",
        _ => "multiple",
    }
}
