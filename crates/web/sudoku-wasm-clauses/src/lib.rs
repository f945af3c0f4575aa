//! What the grid editor asks about clauses, and about puzzles with constraints, as WebAssembly.
//!
//! A module of its own, which the page loads when it first shows clauses or reads a link: the one that solves plain grids
//! stays small. Boards are those of [`page_board`]; here their `spec` is read. Functions of the same name as in `sudoku-wasm` answer in
//! the same form.
//!
//! - [`board`] boards with constraints, and what is to be seen on them; [`read`] links and texts of other programs
//! - [`links`] the way out: f-puzzles, SudokuPad, our JSON, the page's own address
//! - [`solve`] solutions, by the engine of `puzzle-solve`
//! - [`cnf`] the clauses and the model; [`cell`] the clauses of one cell; [`story`] how a search goes on, step by step

pub mod board;
pub mod cell;
pub mod cnf;
pub mod links;
pub mod read;
pub mod solve;
pub mod story;
