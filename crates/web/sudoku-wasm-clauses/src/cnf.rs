//! The puzzle as clauses, by the functions of the command line, and a solution as a model of them.

use crate::board::puzzle;
use page_board::{json, text};
use serde::Serialize;
use std::convert::Infallible;
use sudoku_core::{Alphabet, GridShape, Puzzle, VarMap};
use sudoku2cnf::{
    Annotator, ClauseSink, Counts, Encoding, Group, Refusal, encode, encode_into, explain,
};
use wasm_bindgen::prelude::wasm_bindgen;

/// How many clauses of a group are shown.
const SHOWN_CLAUSES: usize = 3;
/// How many literals of a clause are shown.
const SHOWN_LITERALS: usize = 32;

/// The width of the lines of a model.
const LINE: usize = 78;

/// The beginning of a CNF, group by group.
#[derive(Debug, Serialize)]
struct CnfView {
    n_vars: u32,
    n_clauses: u64,
    n_bytes: usize,
    lines: Vec<Line>,
}

/// A line of it, one of the three.
#[derive(Debug, Serialize)]
#[serde(rename_all = "lowercase")]
enum Line {
    /// The header, or a comment.
    Text(String),
    /// A clause, and how many of its literals are left out.
    Clause(Vec<Literal>, usize),
    /// So many clauses are left out.
    More(usize),
}

/// A literal and what it says: `r2c7=6`.
#[derive(Debug, Serialize)]
pub(crate) struct Literal {
    pub(crate) number: i64,
    pub(crate) name: String,
}

/// What `sudoku2cnf` prints.
///
/// # Errors
/// It is not a board, or the encoding is unknown.
#[wasm_bindgen]
pub fn cnf(board: &str, encoding: &str) -> Result<String, String> {
    let puzzle = puzzle(board)?;
    let mut out = Vec::new();
    encode(&puzzle, encoding_of(encoding)?, &mut out).map_err(|error| error.to_string())?;
    text(out)
}

/// The same to look at: its size, and of each group what it says and its first clauses, as JSON.
///
/// # Errors
/// As for [`cnf`].
#[wasm_bindgen]
pub fn cnf_view(board: &str, encoding: &str) -> Result<String, String> {
    let puzzle = puzzle(board)?;
    let encoding = encoding_of(encoding)?;
    let mut whole = Vec::new();
    encode(&puzzle, encoding, &mut whole).map_err(|error| error.to_string())?;
    let counts = encoding.counts(&puzzle).map_err(|error| error.to_string())?;
    let annotator = Annotator::new(&puzzle, encoding, &counts);
    let mut view = ViewSink {
        annotator,
        puzzle: &puzzle,
        lines: Vec::new(),
        n_hidden: 0,
        n_shown: 0,
        unexplained: None,
        last_var: VarMap::new(puzzle.grid.shape()).n_vars().cast_signed(),
    };
    view.lines.push(Line::Text(format!("p cnf {} {}", counts.n_vars, counts.n_clauses)));
    view.lines.extend(annotator.introduction().into_iter().map(Line::Text));
    write_to(&puzzle, encoding, &mut view)?;
    view.hide();
    let Counts { n_vars, n_clauses, .. } = counts;
    json(&CnfView { n_vars, n_clauses, n_bytes: whole.len(), lines: view.lines })
}

/// Writes the clauses of a puzzle to a sink. The encodings are compiled once for all sinks here, as they are large.
pub(crate) fn write_to(
    puzzle: &Puzzle,
    encoding: Encoding,
    sink: &mut dyn ClauseSink<Error = Infallible>,
) -> Result<(), String> {
    match encode_into(puzzle, encoding, &mut AnySink(sink)) {
        Ok(()) => Ok(()),
        Err(Refusal::Constraint(why)) => Err(why),
        Err(_) => Err("the clauses cannot be written".to_owned()),
    }
}

/// A sink of any kind.
struct AnySink<'a>(&'a mut dyn ClauseSink<Error = Infallible>);

impl ClauseSink for AnySink<'_> {
    type Error = Infallible;

    fn begin(&mut self, group: Group) -> Result<(), Infallible> {
        self.0.begin(group)
    }

    fn clause(&mut self, literals: &[i32]) -> Result<(), Infallible> {
        self.0.clause(literals)
    }

    fn fresh_var(&mut self) -> i32 {
        self.0.fresh_var()
    }
}

/// The lines of an annotated CNF, without most of the clauses.
struct ViewSink<'a> {
    annotator: Annotator<'a>,
    puzzle: &'a Puzzle,
    lines: Vec<Line>,
    /// Clauses of the group that is written.
    n_shown: usize,
    n_hidden: usize,
    unexplained: Option<Group>,
    last_var: i32,
}

impl ViewSink<'_> {
    /// Says how many clauses of a group are left out.
    fn hide(&mut self) {
        if self.n_hidden > 0 {
            self.lines.push(Line::More(self.n_hidden));
        }
        (self.n_shown, self.n_hidden) = (0, 0);
    }
}

impl ClauseSink for ViewSink<'_> {
    type Error = Infallible;

    fn begin(&mut self, group: Group) -> Result<(), Infallible> {
        self.unexplained = Some(group);
        Ok(())
    }

    fn clause(&mut self, literals: &[i32]) -> Result<(), Infallible> {
        if let Some(group) = self.unexplained.take() {
            self.hide();
            let lines = self.annotator.explanation(group, literals);
            self.lines.extend(lines.into_iter().map(Line::Text));
        }
        if self.n_shown == SHOWN_CLAUSES {
            self.n_hidden += 1;
            return Ok(());
        }
        self.n_shown += 1;
        let (shape, alphabet) = (self.puzzle.grid.shape(), &self.puzzle.alphabet);
        let shown = literals.iter().take(SHOWN_LITERALS);
        let shown = shown.map(|number| literal(shape, alphabet, i64::from(*number)));
        let n_hidden = literals.len().saturating_sub(SHOWN_LITERALS);
        self.lines.push(Line::Clause(shown.collect(), n_hidden));
        Ok(())
    }

    fn fresh_var(&mut self) -> i32 {
        self.last_var += 1;
        self.last_var
    }
}

pub(crate) fn literal(shape: GridShape, alphabet: &Alphabet, number: i64) -> Literal {
    // All that it does not know are the encoding's own variables, which are beyond those of the cells.
    let own =
        || format!("{}variable {}", if number < 0 { "not " } else { "" }, number.unsigned_abs());
    let name = explain(shape, alphabet, number).map_or_else(
        |_| own(),
        |said| {
            let is = if said.positive { "=" } else { "≠" };
            format!("r{}c{}{is}{}", said.cell.row + 1, said.cell.col + 1, said.symbol)
        },
    );
    Literal { number, name }
}

/// A full board as the answer of a SAT solver, which `sol2grid` reads.
///
/// # Errors
/// It is not a board, or has blanks.
#[wasm_bindgen]
pub fn model(board: &str) -> Result<String, String> {
    let Puzzle { grid, .. } = puzzle(board)?;
    if !grid.is_full() {
        return Err("the board has blanks".to_owned());
    }
    let vars = VarMap::new(grid.shape());
    let mut is_true = vec![false; vars.n_vars() as usize];
    for (cell, value) in grid.givens() {
        is_true[vars.var(cell, value) as usize - 1] = true;
    }
    let literals =
        is_true.iter().zip(1_i64..).map(|(is_true, var)| if *is_true { var } else { -var });
    let mut text = "s SATISFIABLE\nv".to_owned();
    let mut width = 1;
    for word in literals.map(|literal| format!(" {literal}")) {
        if width + word.len() > LINE {
            text.push_str("\nv");
            width = 1;
        }
        width += word.len();
        text.push_str(&word);
    }
    Ok(text + " 0\n")
}

pub(crate) fn encoding_of(name: &str) -> Result<Encoding, String> {
    let is_named = |encoding: &Encoding| encoding.name() == name;
    Encoding::ALL.into_iter().find(is_named).ok_or_else(|| format!("unknown encoding {name}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use page_board::board_of as board;

    const EXAMPLE: &str =
        "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

    #[test]
    fn the_view_names_variables_and_counts_what_it_hides() {
        let view: serde_json::Value =
            serde_json::from_str(&cnf_view(&board(EXAMPLE), "natural").unwrap()).unwrap();
        assert_eq!((&view["n_vars"], &view["n_clauses"]), (&729.into(), &11775.into()));
        assert_eq!(view["n_bytes"], cnf(&board(EXAMPLE), "natural").unwrap().len());
        let lines = view["lines"].as_array().unwrap();
        let shown = lines.iter().filter(|line| line.get("clause").is_some()).count() as u64;
        let hidden: u64 = lines.iter().filter_map(|line| line["more"].as_u64()).sum();
        assert_eq!(shown + hidden, 11775);
        let first = lines.iter().find(|line| line.get("clause").is_some()).unwrap();
        let expected = serde_json::json!([[{ "number": 325, "name": "r1c1=5" }], 0]);
        assert_eq!(first["clause"], expected);
    }

    #[test]
    fn a_model_has_every_variable_once() {
        let board = board("1234\n3412\n2143\n4321\n");
        let text = model(&board).unwrap();
        let numbers = text.split_whitespace().filter_map(|word| word.parse::<i64>().ok());
        let numbers: Vec<i64> = numbers.collect();
        assert_eq!(numbers.len(), 65);
        assert_eq!((numbers[0], numbers[1], numbers[64]), (1, -2, 0));
        assert_eq!(numbers.iter().filter(|number| **number > 0).count(), 16);
        assert!(text.lines().all(|line| line.len() <= LINE + 2));
        assert!(model(&board.replace("[1,", "[0,")).is_err());
    }

    #[test]
    fn names_of_encodings() {
        for name in ["natural", "extended", "reduced"] {
            assert!(cnf(&board(EXAMPLE), name).unwrap().starts_with("p cnf 729 "));
        }
        assert!(cnf(&board(EXAMPLE), "other").is_err());
    }
}
