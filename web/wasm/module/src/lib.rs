//! The WebAssembly module of the grid editor: what `sudoku-wasm` exports, and nothing else.

pub use sudoku_wasm::*;
