//! The second WebAssembly module of the grid editor: what `sudoku-wasm-clauses` exports, and nothing else.

pub use sudoku_wasm_clauses::*;
