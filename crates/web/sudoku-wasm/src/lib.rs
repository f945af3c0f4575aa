//! What the grid editor asks of the workspace's libraries, as WebAssembly.
//!
//! ```text
//! page (TypeScript) ──► worker ──► these functions ──► sudoku-core, grid-engine, grid-search …
//! ```
//!
//! Arguments and results are texts, structured ones JSON: a board is
//! `{"block": [3, 3], "alphabet": "1-9", "cells": [5, 3, 0, …]}` with values from 1 and 0 for a blank. No
//! function knows a clock or keeps anything: who waits too long ends the worker.
//!
//! The texts are those of the command line, made by the same functions: `sudoku2rdf`, `sudoku2pkg problem`. The first
//! screen waits for this module, so it has only what plain grids need. Clauses, and puzzles with constraints, are in
//! `sudoku-wasm-clauses`; rules, and graphs that are read, in `sudoku-wasm-rules`.
//!
//! - [`board`] boards and their texts; [`read`] any layout
//! - [`solve`] solutions; [`hint`] the next step of a person; [`generate`] new puzzles
//! - [`cell`] the package of one cell; [`texts`] RDF, project and lock

pub mod board;
pub mod cell;
pub mod generate;
pub mod hint;
pub mod read;
pub mod solve;
pub mod texts;
