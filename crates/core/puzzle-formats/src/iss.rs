//! The constraint strings of the Interactive Sudoku Solver.
//!
//! ```text
//! string     = item+
//! item       = "." name ("~" argument)*          blanks anywhere are passed over
//! name       = a kind of rule, or nothing for givens
//! composite  = ".Or" item* ".End" | ".And" item* ".End" | ".Replicate~" targets item* ".End"
//! cell       = "R" digit "C" digit                digits in base 17, from 1
//!            | "V" group [number]                 a cell outside the grid, of a group that ".Var" adds
//! given      = cell ("_" number)+
//! ```
//!
//! What has been decided:
//! - Rows and columns are houses, unless the type of the grid is `Raw`; the default blocks have as many cells as the
//!   larger side, or as `RegionSize` says, and there are none where no such rectangle tiles the grid.
//! - A mark on more than two cells (`WhiteDot`, `X`, …) is about all pairs of them that share a side.
//! - `Replicate` is expanded: its rules once for each target, shifted.
//!
//! # References
//! - S. Dasgupta (sigh), Interactive Sudoku Solver, whose strings these are

mod automata;
mod cells;
mod kinds;
mod names;
mod numbers;
mod regex;
#[cfg(test)]
mod tests;

use crate::Read;
use crate::fault::Fault;
use crate::link;
use cells::Cells;

/// More items than this after `Replicate` has been expanded are refused.
const MAX_ITEMS: usize = 200_000;
/// Deeper composites are refused.
const MAX_DEPTH: usize = 30;

/// One item with its arguments, and its children if it is a composite.
#[derive(Debug, Clone)]
struct Item {
    name: String,
    args: Vec<String>,
    children: Vec<Item>,
    /// The byte at which its name begins.
    offset: usize,
}

impl Item {
    fn fault(&self, what: impl std::fmt::Display) -> Fault {
        let name = if self.name.is_empty() { "given" } else { &self.name };
        Fault::at(self.offset, format!("{name}: {what}"))
    }

    fn no_surplus(&self) -> Result<(), Fault> {
        let most = names::most_arguments(&self.name);
        let mut surplus = self.args.iter().skip(most).filter(|arg| !arg.is_empty());
        let Some(found) = surplus.next().map(|arg| arg.escape_debug()) else { return Ok(()) };
        Err(match most {
            0 => self.fault(format_args!("expected no arguments, found '{found}'")),
            1 => self.fault(format_args!("expected 1 argument, found also '{found}'")),
            _ => self.fault(format_args!("expected {most} arguments, found also '{found}'")),
        })
    }

    fn is_composite(&self) -> bool {
        ["Or", "And", "Replicate"].contains(&self.name.as_str())
    }
}

/// Whether a text is one of these strings: a dot and a name, or a dot and an argument.
#[must_use]
pub(crate) fn is_constraint_string(text: &str) -> bool {
    let rest = text.strip_prefix('.').map(str::trim_start);
    rest.and_then(|rest| rest.chars().next()).is_some_and(|c| c == '~' || c.is_ascii_uppercase())
        && (text.contains('~')
            || text.split('.').any(|name| name.len() > 1 && names::is_known(name)))
}

/// Reads a string, or a link with one.
///
/// # Errors
/// What is not such a string, or has a rule that is not known.
pub(crate) fn read(text: &str) -> Result<Read, Fault> {
    match link::payload(text) {
        Some(payload) => payload.read(string),
        None => string(text),
    }
}

fn string(text: &str) -> Result<Read, Fault> {
    let items = tree(text)?;
    if items.is_empty() {
        return Err(Fault::at_start("expected rules, each after a dot"));
    }
    let mut unknown: Vec<&Item> = Vec::new();
    unknown_items(&items, &mut unknown);
    if let Some(first) = unknown.first() {
        let names: Vec<&str> = unknown.iter().map(|item| &*item.name).collect();
        return Err(Fault::at(first.offset, format!("unknown rules: {}", names.join(", "))));
    }
    surplus_arguments(&items)?;
    let cells = Cells::new(&items)?;
    let mut n_items = 0;
    let items = expanded(items, &cells, &mut n_items)?;
    let mut reader = kinds::Reader::new(cells, &items)?;
    for item in &items {
        reader.item(item)?;
    }
    reader.finish()
}

/// The first item of each name that is not known.
fn unknown_items<'a>(items: &'a [Item], unknown: &mut Vec<&'a Item>) {
    for item in items {
        let is_new = || unknown.iter().all(|other| other.name != item.name);
        if !item.is_composite() && !names::is_known(&item.name) && is_new() {
            unknown.push(item);
        }
        unknown_items(&item.children, unknown);
    }
}

/// Refuses arguments that nothing would read.
fn surplus_arguments(items: &[Item]) -> Result<(), Fault> {
    for item in items {
        item.no_surplus()?;
        surplus_arguments(&item.children)?;
    }
    Ok(())
}

/// The item of a name that may stand once.
fn only<'a>(items: &'a [Item], name: &str) -> Result<Option<&'a Item>, Fault> {
    let mut named = items.iter().filter(|item| item.name == name);
    let first = named.next();
    match named.next() {
        Some(second) => Err(second.fault("it is named twice")),
        None => Ok(first),
    }
}

/// The items as a tree.
fn tree(text: &str) -> Result<Vec<Item>, Fault> {
    let mut open: Vec<Item> = Vec::new();
    let mut items = Vec::new();
    let mut end = 0;
    for part in text.split('.') {
        let offset = end;
        end += part.len() + 1;
        if offset == 0 {
            if !part.trim().is_empty() {
                return Err(Fault::at_start("expected a string that begins with a dot"));
            }
            continue;
        }
        let part: String = part.chars().filter(|c| !c.is_whitespace()).collect();
        let mut args = part.split('~').map(str::to_owned);
        let name = args.next().unwrap_or_default();
        let mut item = Item { name, args: args.collect(), children: Vec::new(), offset };
        if item.is_composite() {
            if open.len() == MAX_DEPTH {
                return Err(
                    item.fault(format_args!("composites are nested more than {MAX_DEPTH} deep"))
                );
            }
            open.push(item);
            continue;
        }
        if item.name == "End" {
            item.no_surplus()?;
            item = open.pop().ok_or_else(|| item.fault("there is nothing to end"))?;
            if item.children.is_empty() {
                return Err(item.fault("expected rules before .End"));
            }
        }
        if item.name.is_empty() && item.args.is_empty() {
            return Err(item.fault("expected a rule after the dot"));
        }
        match open.last_mut() {
            Some(parent) => parent.children.push(item),
            None => items.push(item),
        }
    }
    match open.pop() {
        Some(item) => Err(item.fault("expected .End")),
        None => Ok(items),
    }
}

/// The items with each `Replicate` replaced by what it stands for.
fn expanded(items: Vec<Item>, cells: &Cells, n: &mut usize) -> Result<Vec<Item>, Fault> {
    let mut all = Vec::new();
    for mut item in items {
        item.children = expanded(item.children, cells, n)?;
        let copies = if item.name == "Replicate" {
            let targets = cells.targets(&item)?;
            let mut copies = Vec::new();
            for (origin, target) in targets {
                for child in &item.children {
                    copies.push(shifted(child, cells, origin, target)?);
                    *n += 1;
                    if *n > MAX_ITEMS {
                        return Err(item.fault(format_args!("more than {MAX_ITEMS} rules")));
                    }
                }
            }
            copies
        } else {
            *n += 1;
            vec![item]
        };
        all.extend(copies);
    }
    Ok(all)
}

/// The item with all its cells shifted as `origin` is to `target`.
fn shifted(item: &Item, cells: &Cells, origin: usize, target: usize) -> Result<Item, Fault> {
    let shift = |arg: &String| {
        let (id, rest) = arg.split_once('_').map_or((&**arg, None), |(id, rest)| (id, Some(rest)));
        let Some(index) = cells.index(id) else { return Ok(arg.clone()) };
        let place = cells.shift(index, origin, target);
        let id = place
            .map(|index| cells.id(index))
            .ok_or_else(|| item.fault("shifted out of the grid"))?;
        Ok(rest.map_or_else(|| id.clone(), |rest| format!("{id}_{rest}")))
    };
    let args: Result<Vec<String>, Fault> = item.args.iter().map(shift).collect();
    let children: Result<Vec<Item>, Fault> =
        item.children.iter().map(|child| shifted(child, cells, origin, target)).collect();
    Ok(Item { name: item.name.clone(), args: args?, children: children?, offset: item.offset })
}

/// The usual blocks of this size: the squarest rectangle that tiles the grid.
fn block_shape(rows: usize, cols: usize, size: usize) -> Option<[usize; 2]> {
    (2..=size.isqrt()).rev().filter(|small| size.is_multiple_of(*small)).find_map(|small| {
        let large = size / small;
        let tiles = |height, width| rows.is_multiple_of(height) && cols.is_multiple_of(width);
        if tiles(small, large) {
            Some([small, large])
        } else {
            tiles(large, small).then_some([large, small])
        }
    })
}
