//! The worked example: a rule set and its data, round by round.
#![allow(clippy::unwrap_used, reason = "a test may fail")]

mod support;

use rdf_graph::graph::{Graph, Part};
use rdf_graph::io::{Format, read};
use rdf_graph::term::Term;
use srl::engine::{Engine, Options, Outcome};
use srl::repeat::repeat;
use support::{lines, rules, shared};

const EX: &str = "http://example.org/sudoku#";

fn ex(name: &str) -> Term {
    Term::iri(&format!("{EX}{name}"))
}

/// The rule set of that name and the graph of the puzzle; `None` where they are not at hand.
fn at_hand(file: &str) -> Option<(String, Graph)> {
    let Some(folder) = shared().map(|shared| shared.join("design/rules")) else {
        eprintln!("the worked example is not beside the workspace: not run");
        return None;
    };
    let text = std::fs::read_to_string(folder.join(file)).unwrap();
    let mut graph = Graph::new();
    let data = std::fs::read(folder.join("puzzle.ttl")).unwrap();
    read(&mut graph, &data[..], Format::Turtle, None).unwrap();
    Some((text, graph))
}

/// For each round the candidates, the new values and the cells that are filled after it; the solution.
fn rounds(text: &str, graph: &mut Graph) -> (Vec<[usize; 3]>, String) {
    let rules = rules(text);
    let engine = Engine::new(&rules).unwrap();
    let watched = [ex("hasValue")];
    let mut table = Vec::new();
    let given = graph.triples_of(&ex("hasValue"), Part::Ground).count();
    let mut filled = given;
    let repeated = repeat(&engine, graph, &watched, 100, &Options::default(), &mut |round| {
        let values = round.inferred_of[0];
        filled += values;
        table.push([round.inferred - values, values, filled]);
    });
    assert_eq!(repeated.outcome, Outcome::Complete);
    let mut grid = vec!['.'; 81];
    for [square, _, value] in graph.triples_of(&ex("hasValue"), Part::All) {
        let (Term::Iri(square), Term::Literal(value)) = (square, value) else { panic!() };
        let place: usize = square.strip_prefix("urn:square/").unwrap().parse().unwrap();
        grid[place - 1] = value.value.chars().next().unwrap();
    }
    (table, grid.into_iter().collect())
}

const SOLUTION: &str =
    "534678912672195348198342567859761423426853791713924856961537284287419635345286179";

#[test]
fn the_seed_runs_as_it_is_written() {
    let Some((text, mut graph)) = at_hand("seed.srl") else { return };
    let rule_set = rules(&text);
    let strata = Engine::new(&rule_set).unwrap().strata().clone();
    assert_eq!(strata.layers.len(), 2);
    assert_eq!((strata.layers[0].rules(true), strata.layers[0].rules(false)), (vec![0], vec![]));
    assert_eq!(
        (strata.layers[1].rules(true), strata.layers[1].rules(false)),
        (vec![], vec![1, 2, 3])
    );
    let (table, solution) = rounds(&text, &mut graph);
    let expected = [[153, 15, 45], [81, 22, 67], [25, 9, 76], [8, 4, 80], [1, 1, 81], [0, 0, 81]];
    assert_eq!(table, expected);
    assert_eq!(solution, SOLUTION);
}

#[test]
fn with_the_box_rule_the_first_round_finds_one_more() {
    let Some((text, mut graph)) = at_hand("seed+box.srl") else { return };
    let (table, solution) = rounds(&text, &mut graph);
    let expected = [[153, 16, 46], [77, 21, 67], [25, 9, 76], [8, 4, 80], [1, 1, 81], [0, 0, 81]];
    assert_eq!(table, expected);
    assert_eq!(solution, SOLUTION);
}

#[test]
fn the_rewrite_without_extensions_solves_it_too() {
    let Some((text, mut graph)) = at_hand("conformant.srl") else { return };
    assert_eq!(rounds(&text, &mut graph).1, SOLUTION);
}

#[test]
fn digits_of_a_data_block_are_no_ground_and_give_no_candidates() {
    let Some((text, _)) = at_hand("seed.srl") else { return };
    let Some(folder) = shared().map(|shared| shared.join("design/rules")) else { return };
    let data = std::fs::read_to_string(folder.join("puzzle.ttl")).unwrap();
    let (squares, digits) = data.split_once("ex:digits").unwrap();
    let mut graph = Graph::new();
    read(&mut graph, squares.as_bytes(), Format::Turtle, None).unwrap();
    let rule_set = rules(&format!("{text} DATA {{ ex:digits {digits} }}"));
    Engine::new(&rule_set).unwrap().infer(&mut graph, &Options::default());
    assert_eq!(lines(&graph, Part::Inferred).len(), 9);
}

#[test]
fn a_puzzle_that_needs_the_box_rule_stalls_without_it() {
    let puzzle =
        ".3467891.6.2..5...1.8..2.6...9..142.....5..9.7..9......6.5372.42.7...6....5......";
    let data = |puzzle: &str| {
        let mut graph = Graph::new();
        for (place, value) in puzzle.chars().enumerate() {
            let square = Term::iri(&format!("urn:square/{}", place + 1));
            let mut add =
                |name, value| graph.insert(&[square.clone(), ex(name), Term::integer(value)]);
            add("hasIndexI", place as i64 / 9 + 1);
            add("hasIndexJ", place as i64 % 9 + 1);
            value.to_digit(10).map(|value| add("hasValue", i64::from(value)));
        }
        for digit in 1..=9 {
            graph.insert(&[ex("digits"), ex("digit"), Term::integer(digit)]);
        }
        graph
    };
    let Some((seed, _)) = at_hand("seed.srl") else { return };
    let Some((with_box, _)) = at_hand("seed+box.srl") else { return };
    let (table, _) = rounds(&seed, &mut data(puzzle));
    assert_eq!(table.last().unwrap()[2], 39);
    let (table, solution) = rounds(&with_box, &mut data(puzzle));
    assert_eq!((table.len(), solution.as_str()), (12, SOLUTION));
}
