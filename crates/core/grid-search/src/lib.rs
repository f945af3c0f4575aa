//! Searches grids of any side up to [`MAX_SIDE`] and gives the next step of a person, with its reason.
//!
//! Everything here works over the houses of the puzzle's rules, so diagonals, windows or irregular regions
//! need no code of their own.
//!
//! - [`Houses`] the houses as indices, prepared once for a set of rules
//! - [`Pencil`] the candidates of each cell
//! - [`technique`] what a person deduces, one technique a file; [`next_step`] the easiest
//! - [`rate`] the hardest technique that a puzzle needs, and the steps of each
//! - [`Solutions`] all solutions, one after the other

mod houses;
mod pencil;
mod rate;
mod search;
mod step;
pub mod technique;

pub use houses::{Houses, MAX_SIDE, Unsupported};
pub use pencil::Pencil;
pub use rate::{Rating, rate};
pub use search::Solutions;
pub use step::{Step, Technique};
pub use technique::{Next, next_step};
