//! What the grid editor asks of the workspace's libraries, as WebAssembly.
//!
//! ```text
//! page (TypeScript) ──► worker ──► these functions ──► sudoku-core, grid-engine, sudoku2cnf, srl …
//! ```
//!
//! Arguments and results are texts, structured ones JSON: a board is
//! `{"block": [3, 3], "alphabet": "1-9", "cells": [5, 3, 0, …]}` with values from 1 and 0 for a blank. No
//! function knows a clock or keeps anything: who waits too long ends the worker.
//!
//! The texts are those of the command line, made by the same functions: `sudoku2cnf`, `sudoku2rdf`,
//! `sudoku2pkg problem`.
//!
//! - [`board`] boards and their texts; [`read`] any layout and RDF
//! - [`solve`] solutions; [`hint`] the next step of a person; [`generate`] new puzzles
//! - [`texts`] CNF, RDF, project and lock; [`rules`] rule sets, round by round

pub mod board;
pub mod generate;
pub mod hint;
pub mod read;
pub mod rules;
pub mod solve;
pub mod texts;

use serde::Serialize;

/// A result as JSON.
fn json(value: &impl Serialize) -> Result<String, String> {
    serde_json::to_string(value).map_err(|error| error.to_string())
}
