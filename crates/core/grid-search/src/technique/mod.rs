//! Techniques of a person, one a file, the easiest first:
//!
//! 1. hidden single: a value has one place in a house
//! 2. naked single: a cell has one candidate
//! 3. locked candidate: all places of a value in a house lie in a second one
//! 4. subset: two, three or four cells of a house have no more candidates than that
//!
//! The first two place a value, the others strike candidates. Hidden singles come first, as in Sudoku Explainer (ratings 1.2 and
//! 1.5 against 2.3): people see where a digit goes long before they have listed all that a cell can hold.
//!
//! # References
//! - N. Juillerat, *Sudoku Explainer*, 2006: the order of the techniques.

mod hidden_single;
mod locked_candidate;
mod naked_single;
mod subset;

use crate::Pencil;
use crate::step::{Step, Technique};
use sudoku_core::{Alphabet, Value};

/// Finds a step of one technique.
type Finder = fn(&Pencil) -> Option<Step>;

const FINDERS: [Finder; 4] =
    [hidden_single::find, naked_single::find, locked_candidate::find, subset::find];

impl Step {
    /// The step in words; `pencil` is the one in which it was found.
    #[must_use]
    pub fn describe(&self, pencil: &Pencil, alphabet: &Alphabet) -> String {
        match self.technique {
            Technique::HiddenSingle => hidden_single::describe(self, pencil, alphabet),
            Technique::NakedSingle => naked_single::describe(self, pencil, alphabet),
            Technique::LockedCandidate => locked_candidate::describe(self, pencil, alphabet),
            Technique::Subset => subset::describe(self, pencil, alphabet),
            Technique::Search => unreachable!("a search is not a step"),
        }
    }
}

/// What comes next.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Next {
    /// The easiest step.
    Step(Step),
    /// No cell is open.
    Full,
    /// A cell that can hold no value.
    NoValue(usize),
    /// A value that has no place in a house: the value, the house.
    NoPlace(Value, usize),
    /// No technique goes on: it takes harder steps, or a search.
    Stuck,
}

impl Next {
    /// It in words; `pencil` is the one in which it was found.
    #[must_use]
    pub fn describe(&self, pencil: &Pencil, alphabet: &Alphabet) -> String {
        let houses = pencil.houses();
        let nothing = "so the grid has no solution";
        match self {
            Self::Step(step) => step.describe(pencil, alphabet),
            Self::Full => "the grid is full".to_owned(),
            Self::NoValue(cell) => {
                format!("{} can hold no value, {nothing}", houses.cell_name(*cell))
            }
            Self::NoPlace(value, house) => {
                let symbol = alphabet.symbol(*value);
                format!("{symbol} has no place left in {}, {nothing}", houses.name(*house))
            }
            Self::Stuck => {
                "no single, locked candidate or subset is left: it takes harder steps, or a \
                search"
                    .to_owned()
            }
        }
    }
}

/// What comes next in a grid: a dead end if there is one, else the easiest step.
#[must_use]
pub fn next_step(pencil: &Pencil) -> Next {
    if pencil.is_full() {
        return Next::Full;
    }
    if let Some(dead_end) = dead_end(pencil) {
        return dead_end;
    }
    FINDERS.iter().find_map(|find| find(pencil)).map_or(Next::Stuck, Next::Step)
}

fn dead_end(pencil: &Pencil) -> Option<Next> {
    let values = pencil.values();
    let dead = |cell: &usize| values[*cell].is_none() && pencil.candidates()[*cell] == 0;
    if let Some(cell) = (0..values.len()).find(dead) {
        return Some(Next::NoValue(cell));
    }
    pencil.houses().holding_every_value().find_map(|house| {
        let cells = pencil.houses().cells(house);
        let placed = cells.iter().filter_map(|cell| values[*cell]);
        let possible = placed.fold(pencil.union(cells), |all, value| all | 1 << value);
        let missing = pencil.houses().all() & !possible;
        (missing != 0).then(|| Next::NoPlace(missing.trailing_zeros() as Value, house))
    })
}

/// `4`, `4 and 7`, `1, 4 and 7`: the symbols of values given as bits.
fn symbols(values: u64, alphabet: &Alphabet) -> String {
    let bits = (0..u64::BITS as Value).filter(|value| values >> value & 1 == 1);
    let symbols: Vec<String> = bits.map(|value| alphabet.symbol(value)).collect();
    match symbols.split_last() {
        Some((last, others)) if !others.is_empty() => format!("{} and {last}", others.join(", ")),
        Some((last, _)) => last.clone(),
        None => String::new(),
    }
}
