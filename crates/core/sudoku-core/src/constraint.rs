//! The constraints that a variant adds to the houses, one file a kind: what it says, its traps, and the
//! predicate that judges a filled grid.
//!
//! A kind is a struct of plain data with the setters' word for it, the cells it speaks of, and one
//! predicate over integers. The predicates are the independent check of every answer: they say each rule in the
//! most direct way, not the fastest. With the encoders they share the data alone and which cells a rule is about
//! (neighbours, moves, squares, what a digit names), and this is tested by itself.
//!
//! ```
//! use sudoku_core::{Cell, GridShape, constraint::{Cage, Constraint, Numbers}};
//!
//! let shape = GridShape::new(2, 2, 1, 2)?;
//! let cells = vec![Cell { row: 0, col: 0 }, Cell { row: 0, col: 1 }];
//! let cage = Constraint::from(Cage { cells, total: Some(3) });
//! let numbers = Numbers::new(shape, vec![Some(1), Some(2), None, None]);
//! assert_eq!(cage.is_satisfied(&numbers), Some(true));
//! assert_eq!(cage.to_string(), "cage of 3 at r1c1 r1c2");
//! # Ok::<(), sudoku_core::ShapeError>(())
//! ```
//!
//! Who adds a kind writes its file here and its line in the list below; the encoder, the readers and
//! the page then fail to compile, or say that they do not know it, until they do.

mod all_different;
mod anti_move;
mod any_of;
mod arrow;
mod automaton;
mod between;
mod cage;
mod candidates;
mod clone_region;
mod count_distinct;
mod counting_circles;
mod difference;
mod digital_root;
mod double_arrow;
mod entropic;
mod equal_sums;
mod equality_cage;
pub mod extremum;
pub mod full_rank;
pub mod global;
mod greater_than;
mod hidden_skyscraper;
mod indexing;
mod json;
mod little_killer;
mod lockout;
mod look_and_say;
mod modular;
mod nabner;
pub mod negative;
mod numbered_room;
mod numbers;
mod pair_relation;
mod palindrome;
mod parity;
mod quadruple;
mod ratio;
mod relation;
mod rellik;
mod renban;
mod same_values;
mod sandwich;
mod skyscraper;
mod slow_thermometer;
mod sum;
mod sum_line;
mod thermometer;
mod value_indexing;
mod whisper;
mod x_sum;
mod xv;
mod zipper;

use crate::{Cell, GridShape};
pub use numbers::Numbers;
use numbers::distinct;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use std::fmt;

/// What every kind says about itself.
trait Kind {
    /// The setters' word.
    const WORD: &'static str;

    /// Whether it may name a cell several times, as a line does that crosses itself: each time counts.
    const REPEATS: bool = true;

    /// Whether it may be about the whole grid, and so name no cell.
    const GLOBAL: bool = false;

    /// The cells it speaks of; none, if it is about the whole grid.
    fn cells(&self) -> Vec<Cell>;

    /// Further cells that it names without speaking of them.
    fn mentioned(&self) -> Vec<Cell> {
        Vec::new()
    }

    /// Whether all cells that [`Self::holds`] looks at are known.
    fn is_known(&self, numbers: &Numbers) -> bool {
        let cells = self.cells();
        if cells.is_empty() {
            return numbers.shape().cells().all(|cell| numbers.get(cell).is_some());
        }
        cells.iter().all(|cell| numbers.get(*cell).is_some())
    }

    /// The predicate; all its cells are known, and it is not [`Self::malformed`].
    fn holds(&self, numbers: &Numbers) -> bool;

    /// The predicate where its cells are known.
    fn verdict(&self, numbers: &Numbers) -> Option<bool> {
        self.is_known(numbers).then(|| self.holds(numbers))
    }

    /// The word with its number, without the cells: `cage of 15`.
    fn describe(&self) -> String {
        Self::WORD.to_owned()
    }

    /// Why it has no meaning on a grid of this shape, if so; its cells have been looked at.
    fn malformed(&self, _shape: GridShape) -> Option<String> {
        None
    }
}

/// The list of kinds: the module, the type.
macro_rules! kinds {
    ($($module:ident :: $name:ident),* $(,)?) => {
        $(pub use $module::$name;)*

        /// A constraint of any kind.
        ///
        /// As JSON it is an object with one member, the kind: `{"cage": {"cells": ["r1c1", "r1c2"], "total": 15}}`.
        #[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
        #[serde(rename_all = "kebab-case")]
        pub enum Constraint {
            $(#[doc = concat!("See [`", stringify!($name), "`].")] $name($name),)*
        }

        $(impl From<$name> for Constraint {
            fn from(constraint: $name) -> Self {
                Self::$name(constraint)
            }
        })*

        impl Constraint {
            /// The setters' words for all kinds, in alphabetical order of their types.
            pub const KINDS: &'static [&'static str] = &[$(<$name as Kind>::WORD),*];

            /// The setters' word for its kind.
            #[must_use]
            pub fn kind(&self) -> &'static str {
                match self { $(Self::$name(_) => <$name as Kind>::WORD,)* }
            }

            /// The cells it speaks of, as often as it names them; none, if it is about the whole grid.
            #[must_use]
            pub fn cells(&self) -> Vec<Cell> {
                match self { $(Self::$name(constraint) => constraint.cells(),)* }
            }

            /// Its kind with its number, without its cells: `cage of 15`.
            #[must_use]
            pub fn describe(&self) -> String {
                match self { $(Self::$name(constraint) => constraint.describe(),)* }
            }

            fn may_repeat(&self) -> bool {
                match self { $(Self::$name(_) => <$name as Kind>::REPEATS,)* }
            }

            fn may_be_global(&self) -> bool {
                match self { $(Self::$name(_) => <$name as Kind>::GLOBAL,)* }
            }

            fn mentioned(&self) -> Vec<Cell> {
                match self { $(Self::$name(constraint) => constraint.mentioned(),)* }
            }

            fn malformed(&self, shape: GridShape) -> Option<String> {
                match self { $(Self::$name(constraint) => constraint.malformed(shape),)* }
            }

            /// Whether it holds; `None` where a cell that matters has no number yet.
            ///
            /// # Panics
            /// If it has a [`Self::fault`] on this shape.
            #[must_use]
            pub fn is_satisfied(&self, numbers: &Numbers) -> Option<bool> {
                match self { $(Self::$name(constraint) => constraint.verdict(numbers),)* }
            }
        }
    };
}

kinds! {
    all_different::AllDifferent, anti_move::AntiKing, anti_move::AntiKnight, global::AntiTaxicab,
    any_of::AnyOf, arrow::Arrow, automaton::Automaton, between::Between, cage::Cage,
    candidates::Candidates, clone_region::CloneRegion, count_distinct::CountDistinct,
    counting_circles::CountingCircles, difference::Difference, digital_root::DigitalRoot,
    double_arrow::DoubleArrow, global::DutchFlatmates, entropic::Entropic,
    equal_sums::EqualSums, equality_cage::EqualityCage, parity::Even, full_rank::FullRank,
    global::GlobalEntropy, global::GlobalModular, greater_than::GreaterThan,
    hidden_skyscraper::HiddenSkyscraper, indexing::Indexing, little_killer::LittleKiller,
    lockout::Lockout, look_and_say::LookAndSay, extremum::Maximum, extremum::Minimum,
    modular::Modular, nabner::Nabner, negative::NegativeRatio, negative::NegativeSum,
    full_rank::NoTies, negative::Nonconsecutive, numbered_room::NumberedRoom, parity::Odd,
    pair_relation::PairRelation, palindrome::Palindrome, quadruple::Quadruple, ratio::Ratio,
    rellik::Rellik, renban::Renban, same_values::SameValues, sandwich::Sandwich,
    skyscraper::Skyscraper, slow_thermometer::SlowThermometer, sum::Sum, sum_line::SumLine,
    thermometer::Thermometer, value_indexing::ValueIndexing, whisper::Whisper, x_sum::XSum,
    xv::Xv, zipper::Zipper,
}

pub use automaton::Transition;
pub use full_rank::Ties;
pub use indexing::Line;
pub use relation::Relation;

impl Constraint {
    /// Why it has no meaning on a grid of this shape: no cell, a cell that is not there, one that
    /// is named twice by a kind that takes each once, a count that does not fit.
    #[must_use]
    pub fn fault(&self, shape: GridShape) -> Option<String> {
        let cells = self.cells();
        if cells.is_empty() && !self.may_be_global() {
            return Some(format!("{} names no cell", self.kind()));
        }
        let mut named = cells.iter().copied().chain(self.mentioned());
        if let Some(cell) = named.find(|cell| !shape.contains(*cell)) {
            return Some(format!(
                "{} names {}, which is not in the grid",
                self.kind(),
                cell.short()
            ));
        }
        if let Some(cell) = repeated(&cells).filter(|_| !self.may_repeat()) {
            return Some(format!("{} names {} twice", self.kind(), cell.short()));
        }
        self.malformed(shape).map(|fault| format!("{}: {fault}", self.kind()))
    }
}

impl fmt::Display for Constraint {
    /// `cage of 15 at r1c1 r1c2`
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.describe())?;
        let cells: Vec<String> = self.cells().iter().map(|cell| cell.short()).collect();
        if cells.is_empty() { Ok(()) } else { write!(f, " at {}", cells.join(" ")) }
    }
}

/// The first cell that is named twice.
fn repeated(cells: &[Cell]) -> Option<Cell> {
    let mut seen = BTreeSet::new();
    cells.iter().copied().find(|cell| !seen.insert(*cell))
}

/// `1 4 5`
fn list(numbers: &[i64]) -> String {
    numbers.iter().map(i64::to_string).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests;
