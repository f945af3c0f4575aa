//! What the modules answer, as the page reads it.

use crate::Board;
use located::Located;
use serde::Serialize;
use sudoku_core::Value;

/// So many puzzles of a text are in the page's list.
pub const MAX_BOARDS: usize = 1000;

/// What a text is.
#[derive(Debug, Default, Serialize)]
pub struct Reading {
    /// The puzzles, at most [`MAX_BOARDS`] of them.
    pub boards: Vec<Board>,
    /// How many more there are.
    pub more: usize,
    /// What the reader took for granted or passed over, and the title.
    pub notes: Vec<String>,
    /// Why there are no boards.
    pub error: Option<Fault>,
}

impl Reading {
    /// Adds a puzzle to the list, or counts it.
    pub fn push(&mut self, board: Board) {
        if self.boards.len() < MAX_BOARDS {
            self.boards.push(board);
        } else {
            self.more += 1;
        }
    }
}

impl From<Fault> for Reading {
    fn from(error: Fault) -> Self {
        Self { error: Some(error), ..Self::default() }
    }
}

/// What is wrong with a text, and where, from 1.
#[derive(Debug, PartialEq, Eq, Serialize)]
pub struct Fault {
    /// The line.
    pub line: usize,
    /// The column in it.
    pub column: usize,
    /// What was found, and what was expected.
    pub message: String,
}

impl Fault {
    /// One of the whole text.
    #[must_use]
    pub fn at_start(message: &str) -> Self {
        Self { line: 1, column: 1, message: message.to_owned() }
    }
}

impl From<Located> for Fault {
    fn from(error: Located) -> Self {
        let Located { line, column, message } = error;
        Self { line: line as usize, column: column as usize, message }
    }
}

/// The solutions of a board.
#[derive(Debug, Default, Serialize)]
pub struct Found {
    /// Each as values from 1: none, one or two.
    pub solutions: Vec<Vec<Value>>,
    /// Cells in which the second differs from the first.
    pub differences: Vec<usize>,
    /// The hardest technique that the only solution needs; none is known for constraints.
    pub technique: Option<String>,
    /// Where there is no solution: the cells of what has none together, of which none can be left out.
    pub clash: Vec<usize>,
    /// The same in words.
    pub reason: Option<String>,
}

/// How many solutions there are.
#[derive(Debug, Serialize)]
pub struct Counted {
    /// So many.
    pub count: usize,
    /// Whether these are all.
    pub is_all: bool,
}
