//! Sudoku grids of any side: their geometry, their text formats, the rules, and the numbering of the
//! SAT variables.
//!
//! A grid of side `n` has `n` rows, `n` columns and `n` blocks of `height × width = n` cells; each of
//! these *houses* holds each of `n` values once. Inside the program rows, columns and values count
//! from 0; a person sees them from 1 and values as symbols of an [`Alphabet`].
//!
//! - [`Geometry`] side and block shape; the cells of every house
//! - [`GridShape`] rows, columns and numbers of any grid
//! - [`constraint`] what variants add: one file a kind, with its predicate
//! - [`Grid`] values and blanks in row-major order
//! - [`Alphabet`] which symbol stands for which value
//! - [`mod@format`] reading and writing text layouts
//! - [`Rules`] the houses of a puzzle, and what is wrong with a grid; [`Violation`] in words
//! - [`Variant`], [`Regions`] further houses by name, irregular ones from a text
//! - [`Puzzle`] all of that in one
//! - [`CellFault`] why an answer is no grid
//! - [`VarMap`] the numbering of the SAT variables

pub mod constraint;
pub mod format;

mod alphabet;
mod cell_fault;
mod geometry;
mod grid;
mod house;
mod puzzle;
mod puzzle_json;
mod regions;
mod rules;
mod shape;
mod var_map;
mod variant;
mod violation;

pub use alphabet::{Alphabet, UnknownAlphabet};
pub use cell_fault::CellFault;
pub use geometry::{Cell, Geometry, GeometryError};
pub use grid::{Grid, Value};
pub use house::{House, HouseKind, HouseName};
pub use puzzle::Puzzle;
pub use puzzle_json::{Diagonal, Given, JsonError, PuzzleSpec, SpecError};
pub use regions::{Regions, RegionsError};
pub use rules::{Rules, RulesError};
pub use shape::{GridShape, ShapeError};
pub use var_map::{VarMap, VarMapError};
pub use variant::{Variant, VariantError};
pub use violation::{Violation, changed_givens};
