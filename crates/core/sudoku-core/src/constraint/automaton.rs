//! The digits along a line are a word that a finite automaton accepts: whatever rule of lines has no name.
//!
//! The automaton may be nondeterministic. It begins in all its start states at once, and each digit leads from a state to any states whose transition names it; the line is accepted if
//! one of the states reached in the end is accepting. Several segments are one word, with a *separator* symbol between them.
//!
//! Traps: a state without a transition for a digit is a dead end, not a loop. An automaton without states accepts nothing.
//!
//! # References
//! - M. O. Rabin, D. Scott, Finite automata and their decision problems, IBM Journal 3(2), 1959.
//! - G. Pesant, A regular language membership constraint for finite sequences of variables, CP 2004.
//! - Interactive Sudoku Solver `NFA`, `Regex`.

use super::{Kind, Numbers};
use crate::{Cell, GridShape};
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

/// One step of an automaton.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Transition {
    /// The state before.
    pub from: usize,
    /// The digits that lead on.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[serde(deserialize_with = "super::json::bounded")]
    pub on: Vec<i64>,
    /// Whether the end of a segment leads on.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub on_separator: bool,
    /// The state after.
    pub to: usize,
}

/// A line whose digits an automaton accepts.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Automaton {
    /// The stretches of the line; most have one.
    pub segments: Vec<Vec<Cell>>,
    /// The states to begin in.
    pub start: Vec<usize>,
    /// The states to end in.
    pub accept: Vec<usize>,
    /// The steps.
    pub transitions: Vec<Transition>,
}

impl Automaton {
    /// States are numbered below this.
    pub const MAX_STATES: usize = 1 << 16;

    /// The word's symbols in order: a cell, or `None` for a separator.
    pub fn symbols(&self) -> impl Iterator<Item = Option<Cell>> {
        self.segments.iter().enumerate().flat_map(|(index, segment)| {
            let separator = (index > 0).then_some(None);
            separator.into_iter().chain(segment.iter().map(|cell| Some(*cell)))
        })
    }

    /// The states after one more symbol, a digit or a separator.
    #[must_use]
    pub fn step(&self, states: &BTreeSet<usize>, symbol: Option<i64>) -> BTreeSet<usize> {
        let leads_on = |transition: &&Transition| {
            states.contains(&transition.from)
                && symbol.map_or(transition.on_separator, |number| transition.on.contains(&number))
        };
        self.transitions.iter().filter(leads_on).map(|transition| transition.to).collect()
    }
}

impl Kind for Automaton {
    const WORD: &'static str = "automaton";

    fn cells(&self) -> Vec<Cell> {
        self.segments.concat()
    }

    fn holds(&self, numbers: &Numbers) -> bool {
        let start: BTreeSet<usize> = self.start.iter().copied().collect();
        let reached = self
            .symbols()
            .fold(start, |states, symbol| self.step(&states, symbol.map(|cell| numbers.at(cell))));
        self.accept.iter().any(|state| reached.contains(state))
    }

    fn malformed(&self, _shape: GridShape) -> Option<String> {
        let steps = self.transitions.iter().flat_map(|step| [&step.from, &step.to]);
        let state = steps.chain(&self.start).chain(&self.accept).max()?;
        let max = Self::MAX_STATES;
        (*state >= max).then(|| format!("state {state} is beyond {}, the last one", max - 1))
    }
}
