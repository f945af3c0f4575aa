//! What a graph says about a grid, as it says it.

use std::collections::{BTreeSet, HashMap};
use sudoku_core::{Geometry, GeometryError};
use thiserror::Error;

/// The namespace of the vocabulary, `ex:`.
pub const NAMESPACE: &str = "http://example.org/sudoku#";

/// The predicates that are about a grid, without their namespace.
pub const PREDICATES: [&str; 6] =
    ["hasIndexI", "hasIndexJ", "hasValue", "digit", "hasHeight", "hasWidth"];

/// What a graph says about a cell. Each list has no entry twice.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Square {
    /// The objects of `ex:hasIndexI`, rows from 1.
    pub rows: Vec<Number>,
    /// The objects of `ex:hasIndexJ`, columns from 1.
    pub cols: Vec<Number>,
    /// The objects of `ex:hasValue`, values from 1.
    pub values: Vec<Number>,
}

/// An object where a number belongs: the number, or the term that is not one.
pub type Number = Result<usize, String>;

/// What a graph says about a grid.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Facts {
    /// The cells by the term that stands for each, in the order of their first mention.
    pub squares: Vec<(String, Square)>,
    by_term: HashMap<String, usize>,
    digits: BTreeSet<usize>,
    /// The first object of `ex:digit` that is not a number.
    no_digit: Option<String>,
    heights: Vec<Number>,
    widths: Vec<Number>,
}

/// Why the size of a grid is not known.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum SizeError {
    /// The graph mentions neither cells nor digits.
    #[error("there is no grid in the graph: no ex:hasIndexI, ex:hasIndexJ or ex:digit")]
    Nothing,
    /// The digits are not the numbers from 1 to their number.
    #[error("ex:digits has {count} digits up to {last}, expected all from 1 on")]
    Digits {
        /// How many there are.
        count: usize,
        /// The largest.
        last: usize,
    },
    /// One of the digits is not a number.
    #[error("ex:digits has {0}, expected numbers from 1 on")]
    NoDigit(String),
    /// A measure of `ex:block` is not a number, or is two.
    #[error("ex:block has {predicate} {found}, expected one number")]
    Measure {
        /// `ex:hasHeight` or `ex:hasWidth`.
        predicate: &'static str,
        /// What it is.
        found: String,
    },
    /// `ex:block` has one of its measures only.
    #[error("ex:block has not both ex:hasHeight and ex:hasWidth")]
    HalfBlock,
    /// `ex:block` has a shape that no grid has.
    #[error("ex:block: {0}")]
    Block(#[from] GeometryError),
}

impl Facts {
    /// Takes a triple in: the subject as it is to be named in messages, one of [`PREDICATES`], and the
    /// object. What is not about a grid is passed over.
    pub fn add(&mut self, subject: &str, predicate: &str, object: Number) {
        let list = match predicate {
            "digit" => {
                match object {
                    Ok(digit) => {
                        self.digits.insert(digit);
                    }
                    Err(term) => {
                        self.no_digit.get_or_insert(term);
                    }
                }
                return;
            }
            "hasHeight" => &mut self.heights,
            "hasWidth" => &mut self.widths,
            "hasIndexI" => &mut self.square(subject).rows,
            "hasIndexJ" => &mut self.square(subject).cols,
            "hasValue" => &mut self.square(subject).values,
            _ => return,
        };
        if !list.contains(&object) {
            list.push(object);
        }
    }

    fn square(&mut self, term: &str) -> &mut Square {
        let index = *self.by_term.entry(term.to_owned()).or_insert_with(|| {
            self.squares.push((term.to_owned(), Square::default()));
            self.squares.len() - 1
        });
        &mut self.squares[index].1
    }

    /// The shape that the graph states.
    ///
    /// # Errors
    /// Half a shape, a measure that is not one number, or a shape that no grid has.
    pub fn block(&self) -> Result<Option<Geometry>, SizeError> {
        let height = measure("ex:hasHeight", &self.heights)?;
        let width = measure("ex:hasWidth", &self.widths)?;
        match (height, width) {
            (None, None) => Ok(None),
            (Some(height), Some(width)) => Ok(Some(Geometry::new(height, width)?)),
            _ => Err(SizeError::HalfBlock),
        }
    }

    /// The side: the number of digits, or the largest index where there are no digits.
    ///
    /// # Errors
    /// The digits have a gap, one of them is not a number, or there is nothing to tell from.
    pub fn side(&self) -> Result<usize, SizeError> {
        if let Some(term) = &self.no_digit {
            return Err(SizeError::NoDigit(term.clone()));
        }
        if let Some(&last) = self.digits.last() {
            let count = self.digits.len();
            let is_whole = last == count && !self.digits.contains(&0);
            return if is_whole { Ok(count) } else { Err(SizeError::Digits { count, last }) };
        }
        let indices =
            self.squares.iter().flat_map(|(_, square)| square.rows.iter().chain(&square.cols));
        indices.flatten().max().copied().filter(|&side| side > 0).ok_or(SizeError::Nothing)
    }
}

/// The only number of a list, if there is one.
fn measure(predicate: &'static str, numbers: &[Number]) -> Result<Option<usize>, SizeError> {
    match numbers {
        [] => Ok(None),
        [Ok(number)] => Ok(Some(*number)),
        _ => {
            let shown = |number: &Number| match number {
                Ok(number) => number.to_string(),
                Err(term) => term.clone(),
            };
            let found = numbers.iter().map(shown).collect::<Vec<_>>().join(" and ");
            Err(SizeError::Measure { predicate, found })
        }
    }
}
