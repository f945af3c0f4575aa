//! Rule sets in the page: what is wrong with one, and its rounds on the puzzle, one after the other.
//!
//! A round infers from the ground graph and then folds the inferred triples of some predicates into it, as
//! `srl-run --repeat --fold` does:
//!
//! ```text
//! G₀ = the puzzle      Gₖ₊₁ = Gₖ ∪ { t ∈ infer(Gₖ) : the predicate of t is to be folded }
//! ```

use crate::why::{Why, value_triple};
use page_board::{Board, json};
use rdf_graph::graph::{Graph, Part};
use rdf_graph::io;
use rdf_graph::term::Term;
use rdf2grid::facts::NAMESPACE;
use serde::Serialize;
use srl::engine::{Engine, Limits, Options, Outcome, Refused};
use srl_analysis::check::check;
use srl_analysis::strata::rule_name;
use srl_syntax::diagnostic::render::Source;
use srl_syntax::diagnostic::{Diagnostic, has_errors};
use srl_syntax::parser::ParseOptions;
use srl_syntax::rule::RuleSet;
use sudoku_core::Value;
use sudoku2rdf::graph::triples;
use sudoku2rdf::write;
use wasm_bindgen::prelude::wasm_bindgen;

/// What a round may infer at most.
const MAX_TRIPLES: usize = 2_000_000;

/// The rule sets that come with the page: name, what it is, what to fold, text.
const RULE_SETS: [(&str, &str, &[&str], &str); 3] = [
    (
        "sudoku",
        "singles, any side",
        &["ex:hasValue"],
        include_str!("../../../rules/rules/sudoku.srl"),
    ),
    (
        "advanced",
        "and locked candidates, pairs, triples, fish, wings, chains",
        &["ex:hasValue", "ex:cannotBe"],
        include_str!("../../../rules/rules/advanced.srl"),
    ),
    (
        "seed",
        "singles of rows and columns, 9×9",
        &["ex:hasValue"],
        include_str!("../../../rules/rules/seed.srl"),
    ),
];

#[derive(Debug, Serialize)]
struct Named {
    name: &'static str,
    about: &'static str,
    fold: String,
    text: &'static str,
}

/// Something to say about a text, at a place from 1.
#[derive(Debug, Serialize)]
struct Said {
    severity: &'static str,
    line: usize,
    column: usize,
    /// The place in UTF-16 units, as the page counts.
    start: usize,
    end: usize,
    message: String,
    help: Option<String>,
}

/// What a round found.
#[derive(Debug, Serialize)]
struct Round {
    number: usize,
    inferred: usize,
    /// Triples that were folded.
    folded: usize,
    /// Candidates of each cell, as bits.
    candidates: Vec<u32>,
    /// New values: cell, value from 1.
    values: Vec<(usize, Value)>,
    /// Why each new value holds.
    why: Vec<Why>,
    /// New triples of each rule.
    rules: Vec<(String, usize)>,
    /// Why it is not whole, if a limit ended it.
    stopped: Option<String>,
}

/// The rule sets that come with the page, as JSON.
///
/// # Errors
/// None.
#[wasm_bindgen]
pub fn rule_sets() -> Result<String, String> {
    let named = |&(name, about, fold, text): &(_, _, &[&str], _)| Named {
        name,
        about,
        fold: fold.join(" "),
        text,
    };
    json(&RULE_SETS.iter().map(named).collect::<Vec<_>>())
}

/// What there is to say about a rule set, as JSON: syntax, well-formedness, stratification.
///
/// # Errors
/// None.
#[wasm_bindgen]
pub fn check_rules(text: &str) -> Result<String, String> {
    let (_, diagnostics) = parse(text);
    let source = Source::new("rules", text);
    let utf16 = |byte: usize| text.get(..byte).unwrap_or(text).encode_utf16().count();
    let said = |diagnostic: &Diagnostic| {
        let span = diagnostic.span();
        let (line, column) = source.position(span.start);
        Said {
            severity: diagnostic.severity.name(),
            line,
            column,
            start: utf16(span.start),
            end: utf16(span.end),
            message: diagnostic.message.clone(),
            help: diagnostic.help.clone(),
        }
    };
    json(&diagnostics.iter().map(said).collect::<Vec<_>>())
}

/// The rule set if it can run, and what there is to say about it.
fn parse(text: &str) -> (Option<RuleSet>, Vec<Diagnostic>) {
    let (document, mut diagnostics) = srl_analysis::read(text, &ParseOptions::default());
    let Some(rules) = document.map(|document| document.rule_set()) else {
        return (None, diagnostics);
    };
    diagnostics.extend(check(&rules));
    if !has_errors(&diagnostics)
        && let Err(refused) = Engine::new(&rules)
    {
        diagnostics.push(match refused {
            Refused::NotStratifiable(cycle) => cycle.diagnostic(),
            Refused::Import(import) => {
                Diagnostic::error("import-refused", import.span, "the page follows no IMPORTS")
            }
            Refused::TooDeep(span) => {
                Diagnostic::error("too-deep", span, "the expression nests too deep")
            }
            other => {
                Diagnostic::error("refused", srl_syntax::span::Span::default(), other.to_string())
            }
        });
    }
    let ready = (!has_errors(&diagnostics)).then_some(rules);
    (ready, diagnostics)
}

/// A rule set at work on a puzzle.
#[derive(Debug)]
#[wasm_bindgen]
pub struct RuleRun {
    rules: RuleSet,
    graph: Graph,
    fold: Vec<Term>,
    n_cells: usize,
    side: usize,
    n_rounds: usize,
}

#[wasm_bindgen]
impl RuleRun {
    /// Prepares a run; `fold` are names such as `ex:hasValue` with blanks between them.
    ///
    /// # Errors
    /// It is not a board, the rule set cannot run, or a prefix is unknown.
    #[wasm_bindgen(constructor)]
    pub fn new(board: &str, rules: &str, fold: &str) -> Result<RuleRun, String> {
        let puzzle = Board::parse(board)?;
        let triples = triples(&puzzle).map_err(|error| error.to_string())?;
        let rules = parse(rules).0.ok_or("the rule set has errors")?;
        let fold = fold
            .split_whitespace()
            .map(|name| predicate(name, &rules))
            .collect::<Result<_, _>>()?;
        let mut turtle = Vec::new();
        write::turtle(&triples, &mut turtle).map_err(|error| error.to_string())?;
        let mut graph = Graph::new();
        io::read(&mut graph, &turtle[..], io::Format::Turtle, None)
            .map_err(|error| error.to_string())?;
        let (n_cells, side) = (puzzle.grid.shape().n_cells(), puzzle.grid.shape().n_values());
        Ok(Self { rules, graph, fold, n_cells, side, n_rounds: 0 })
    }

    /// Runs a round, as JSON. The last one folds nothing.
    ///
    /// # Errors
    /// The engine refuses the rule set.
    pub fn round(&mut self) -> Result<String, String> {
        let engine = Engine::new(&self.rules).map_err(|refused| refused.to_string())?;
        let limits = Limits { max_triples: Some(MAX_TRIPLES), ..Limits::default() };
        let options = Options { limits, provenance: true, ..Options::default() };
        let inference = engine.infer(&mut self.graph, &options);
        self.n_rounds += 1;
        let stopped = match inference.outcome {
            Outcome::Complete => None,
            Outcome::Stopped(limit) => Some(limit.to_string()),
        };
        let may_be = self.cells_of("mayBe");
        let possible = if may_be.is_empty() { self.cells_of("hasCandidate") } else { may_be };
        let mut candidates = vec![0; self.n_cells];
        for (cell, value) in possible {
            candidates[cell] |= 1 << (value - 1);
        }
        let counts = inference.stats.rules.iter().enumerate();
        let rules = counts.map(|(rule, stats)| (rule_name(&self.rules, rule), stats.new));
        let mut round = Round {
            number: self.n_rounds,
            inferred: inference.stats.inferred,
            folded: 0,
            candidates,
            why: Vec::new(),
            values: self.cells_of("hasValue"),
            rules: rules.filter(|(_, new)| *new > 0).collect(),
            stopped,
        };
        let explained = round.values.iter().filter_map(|(cell, value)| {
            let triple = value_triple(*cell, *value);
            Why::new(*cell, &inference.why(&self.graph, &triple)?, self.side)
        });
        round.why = explained.collect();
        if round.stopped.is_none() {
            round.folded = self.fold();
        }
        json(&round)
    }
}

impl RuleRun {
    /// Makes inferred triples ground: how many.
    fn fold(&mut self) -> usize {
        let of = |predicate| self.graph.triples_of(predicate, Part::Inferred);
        let new: Vec<[Term; 3]> = self.fold.iter().flat_map(of).collect();
        new.iter().filter(|triple| self.graph.insert(triple)).count()
    }

    /// The inferred triples of a predicate that are about a cell of the puzzle: cell, value from 1.
    fn cells_of(&self, predicate: &str) -> Vec<(usize, Value)> {
        let predicate = Term::iri(&format!("{NAMESPACE}{predicate}"));
        let triples = self.graph.triples_of(&predicate, Part::Inferred);
        let cells = triples.filter_map(|[subject, _, object]| {
            let Term::Iri(iri) = subject else { return None };
            let number: usize = iri.strip_prefix("urn:square/")?.parse().ok()?;
            let Term::Literal(literal) = object else { return None };
            let value: Value = literal.value.parse().ok()?;
            let cell = number.checked_sub(1).filter(|cell| *cell < self.n_cells)?;
            (1..=self.side).contains(&usize::from(value)).then_some((cell, value))
        });
        let mut cells: Vec<_> = cells.collect();
        cells.sort_unstable();
        cells
    }
}

/// An IRI from `ex:name`, by the prefixes of the rule set.
fn predicate(name: &str, rules: &RuleSet) -> Result<Term, String> {
    let (prefix, local) = name.split_once(':').ok_or_else(|| unknown(name))?;
    let found = rules.prefixes.iter().find(|(known, _)| known == prefix);
    let (_, namespace) = found.ok_or_else(|| unknown(name))?;
    Ok(Term::iri(&format!("{namespace}{local}")))
}

fn unknown(name: &str) -> String {
    format!("found '{name}' to fold, expected a name with a prefix of the rule set")
}

#[cfg(test)]
mod tests {
    use super::*;
    use page_board::board_of as board;
    use serde_json::Value as Json;

    const EXAMPLE: &str =
        "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

    /// Runs to the end: how many rounds, and how many values came.
    fn run(puzzle: &str, set: usize) -> (u64, usize) {
        let (_, _, fold, text) = RULE_SETS[set];
        let mut run = RuleRun::new(&board(puzzle), text, &fold.join(" ")).unwrap();
        let mut n_values = 0;
        loop {
            let round: Json = serde_json::from_str(&run.round().unwrap()).unwrap();
            n_values += round["values"].as_array().unwrap().len();
            if round["folded"] == 0 {
                return (round["number"].as_u64().unwrap(), n_values);
            }
        }
    }

    #[test]
    fn rounds_end_with_the_solution_or_a_stall() {
        let (n_rounds, n_values) = run(EXAMPLE, 0);
        assert!(n_rounds > 2 && n_values == 51, "{n_rounds} rounds, {n_values} values");
        let hard =
            "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";
        let (_, n_values) = run(hard, 0);
        assert!(n_values < 60, "{n_values}");
    }

    #[test]
    fn every_new_value_has_its_reasons() {
        let (_, _, fold, text) = RULE_SETS[0];
        let mut run = RuleRun::new(&board(EXAMPLE), text, &fold.join(" ")).unwrap();
        for _ in 0..2 {
            let round: Json = serde_json::from_str(&run.round().unwrap()).unwrap();
            let (why, values) =
                (round["why"].as_array().unwrap(), round["values"].as_array().unwrap());
            assert!(!values.is_empty() && why.len() == values.len());
            for (why, value) in why.iter().zip(values) {
                assert_eq!(why["cell"], value[0]);
                let steps = why["steps"].as_array().unwrap();
                let last = steps.last().unwrap();
                assert!(last["text"].as_str().unwrap().contains(" hasValue "), "{last}");
                assert!(last["rule"].is_string() && last["cells"][0] == value[0], "{last}");
                for (number, step) in steps.iter().enumerate() {
                    let from = step["from"].as_array().unwrap();
                    assert!(from.iter().all(|from| (from.as_u64().unwrap() as usize) < number));
                }
            }
        }
    }

    #[test]
    fn rule_sets_have_no_errors() {
        for (name, _, _, text) in RULE_SETS {
            assert!(parse(text).0.is_some(), "{name}");
        }
    }

    #[test]
    fn errors_have_their_place() {
        let said =
            |text: &str| -> Json { serde_json::from_str(&check_rules(text).unwrap()).unwrap() };
        let text = "PREFIX : <http://e/> # ä𝄞\nRULE { ?x :r ?y } WHERE { ?x :p ?y OPTIONAL { } }";
        let first = &said(text)[0];
        assert_eq!((&first["line"], &first["column"]), (&2.into(), &36.into()));
        let start = first["start"].as_u64().unwrap() as usize;
        let units: Vec<u16> = text.encode_utf16().collect();
        assert_eq!(String::from_utf16_lossy(&units[start..start + 8]), "OPTIONAL");
        let cycle = "PREFIX : <http://e/>\nRULE { ?x :r ?y } WHERE { ?x :p ?y NOT { ?x :r ?z } }";
        assert_eq!(said(cycle)[0]["severity"], "error");
        assert!(RuleRun::new(&board(EXAMPLE), cycle, "").is_err());
    }

    #[test]
    fn what_to_fold_has_a_known_prefix() {
        let text = RULE_SETS[0].3;
        for fold in ["hasValue", "no:hasValue"] {
            assert!(RuleRun::new(&board(EXAMPLE), text, fold).is_err(), "{fold}");
        }
    }
}
