#![doc = include_str!("../README.md")]

pub mod constraint;
pub mod format;

mod alphabet;
mod cell;
mod cell_fault;
mod conflict;
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
pub use cell::{Cell, Value};
pub use cell_fault::CellFault;
pub use conflict::Candidate;
pub use geometry::{Geometry, GeometryError};
pub use grid::Grid;
pub use house::{House, HouseKind, HouseName};
pub use puzzle::Puzzle;
pub use puzzle_json::{Diagonal, Given, PuzzleSpec, SpecError, SpecPart};
pub use regions::Regions;
pub use rules::{Rules, RulesError};
pub use shape::{GridShape, ShapeError};
pub use var_map::{VarMap, VarMapError};
pub use variant::{Variant, VariantError};
pub use violation::{Violation, changed_givens};
