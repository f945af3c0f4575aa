//! Why a rule set put a value into a cell: the derivation, step by step, with the cells of each step.
//!
//! Of the facts that were there from the start only the values are steps, and of what was inferred only what is about a
//! cell: that a cell is in a row, and how high a block is, needs no saying.

use rdf_graph::term::Term;
use rdf2grid::facts::NAMESPACE;
use serde::Serialize;
use srl::provenance::{Derivation, DerivationStep, Reason};
use sudoku_core::Value;

/// The reasons for a value of a cell, the last step the value itself.
#[derive(Debug, Serialize)]
pub struct Why {
    cell: usize,
    steps: Vec<Step>,
}

/// A step, with the numbers from 0 of the steps that it stands on.
#[derive(Debug, Serialize)]
struct Step {
    text: String,
    /// The rule; none for a given and for what an earlier round found.
    rule: Option<String>,
    cells: Vec<usize>,
    from: Vec<usize>,
}

impl Why {
    /// The steps of a derivation on a grid of this side; nothing if it has none.
    #[must_use]
    pub fn new(cell: usize, derivation: &Derivation, side: usize) -> Option<Self> {
        // Which of our steps stands for each of the derivation's.
        let mut number = vec![None; derivation.steps.len()];
        let mut steps = Vec::new();
        for (index, step) in derivation.steps.iter().enumerate() {
            let is_value = step.triple[1] == predicate("hasValue");
            let is_inferred = matches!(step.reason, Reason::Rule { .. });
            let has_cell = step.triple.iter().any(|term| cell_of(term).is_some());
            let is_shown = is_value || (is_inferred && has_cell);
            if !is_shown {
                continue;
            }
            number[index] = Some(steps.len());
            steps.push(Step::new(step, side, &number));
        }
        (!steps.is_empty()).then_some(Self { cell, steps })
    }
}

impl Step {
    fn new(step: &DerivationStep, side: usize, number: &[Option<usize>]) -> Self {
        let [subject, predicate, object] = &step.triple;
        let cells = [subject, object].into_iter().filter_map(cell_of).collect();
        let verb = match predicate {
            Term::Iri(iri) => iri.rsplit(['#', '/']).next().unwrap_or(iri).to_owned(),
            other => other.to_string(),
        };
        let text = format!("{} {verb} {}", name(subject, side), name(object, side));
        match &step.reason {
            Reason::Rule { name, body, .. } => {
                let from = body.iter().filter_map(|step| number[*step]).collect();
                Self { text, rule: Some(name.clone()), cells, from }
            }
            Reason::Folded => {
                Self { text: format!("{text}, found before"), rule: None, cells, from: Vec::new() }
            }
            _ => Self { text: format!("{text}, given"), rule: None, cells, from: Vec::new() },
        }
    }
}

/// The triple that says a value, from 1, of a cell.
pub(crate) fn value_triple(cell: usize, value: Value) -> [Term; 3] {
    let subject = Term::iri(&format!("urn:square/{}", cell + 1));
    [subject, predicate("hasValue"), Term::integer(value.into())]
}

fn predicate(name: &str) -> Term {
    Term::iri(&format!("{NAMESPACE}{name}"))
}

/// The cell that a resource is.
fn cell_of(term: &Term) -> Option<usize> {
    let Term::Iri(iri) = term else { return None };
    iri.strip_prefix("urn:square/")?.parse::<usize>().ok()?.checked_sub(1)
}

/// `row 1, column 3` for a cell, the text of a literal, the last part of a name.
fn name(term: &Term, side: usize) -> String {
    if let Some(cell) = cell_of(term) {
        return format!("row {}, column {}", cell / side + 1, cell % side + 1);
    }
    match term {
        Term::Iri(iri) => iri.rsplit(['#', '/']).next().unwrap_or(iri).to_owned(),
        Term::Literal(literal) => literal.value.to_string(),
        other => other.to_string(),
    }
}
