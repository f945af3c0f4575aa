//! The WebAssembly module of the grid editor for graphs and rules: what `sudoku-wasm-rules` exports, and nothing else.

pub use sudoku_wasm_rules::*;
