//! What the grid editor asks about graphs and rules, as WebAssembly.
//!
//! A module of its own, which the page loads when its tab of rules is first shown or when it first reads a graph. Boards are those of
//! [`page_board`].
//!
//! - [`graph`] boards from Turtle and N-Triples
//! - [`rules`] rule sets, round by round; [`why`] the reasons for their values

pub mod graph;
pub mod rules;
pub mod why;
