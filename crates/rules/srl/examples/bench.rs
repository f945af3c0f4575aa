//! The engine on generated graphs: `bench closure NODES EDGES`, `bench chains CHAINS LENGTH`,
//! `bench text FILE`, `bench repeat RULES DATA PREDICATE`.
//!
//! `closure` and `chains` infer the transitive closure; `chains` also writes the graph as N-Triples, reads
//! it back and writes what was inferred, all in memory. What happened goes to standard error.

use std::error::Error;
use std::fmt::Write as _;
use std::fs;
use std::time::Instant;

use rdf_graph::graph::{Graph, Part};
use rdf_graph::io::{Format, read, write_ntriples};
use rdf_graph::term::Term;
use srl::engine::{Engine, Options};
use srl::repeat::repeat;
use srl_syntax::document::Document;
use srl_syntax::parser::ParseOptions;
use srl_syntax::rule::RuleSet;

const CLOSURE: &str = "PREFIX : <http://example/>
    RULE { ?x :t ?y } WHERE { ?x :e ?y }
    RULE { ?x :t ?z } WHERE { ?x :t ?y . ?y :e ?z }";

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match arguments[..] {
        ["closure", nodes, edges] => infer(&random(nodes.parse()?, edges.parse()?)),
        ["chains", chains, length] => infer(&chained(chains.parse()?, length.parse()?)),
        ["infer", rules, data] => run(&rules_of(&fs::read_to_string(rules)?)?, &fs::read(data)?),
        ["repeat", rules, data, predicate] => rounds(rules, data, predicate),
        _ => Err("usage: bench closure|chains|infer|repeat …".into()),
    }
}

fn rules_of(text: &str) -> Result<RuleSet, Box<dyn Error>> {
    let (document, diagnostics) = Document::parse(text, &ParseOptions::default());
    Ok(document.ok_or_else(|| format!("{diagnostics:?}"))?.rule_set())
}

/// Random edges; the generator is splitmix64.
fn random(nodes: u64, edges: u64) -> String {
    let (mut text, mut state) = (String::new(), 42_u64);
    let mut next = || {
        state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = state;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (z ^ (z >> 31)) % nodes
    };
    for _ in 0..edges {
        let _ = writeln!(
            text,
            "<http://example/n{}> <http://example/e> <http://example/n{}> .",
            next(),
            next()
        );
    }
    text
}

fn chained(chains: u64, length: u64) -> String {
    let mut text = String::new();
    for chain in 0..chains {
        for link in 0..length {
            let _ = writeln!(
                text,
                "<http://example/c{chain}n{link}> <http://example/e> <http://example/c{chain}n{}> .",
                link + 1
            );
        }
    }
    text
}

fn infer(data: &str) -> Result<(), Box<dyn Error>> {
    run(&rules_of(CLOSURE)?, data.as_bytes())
}

fn run(rules: &RuleSet, data: &[u8]) -> Result<(), Box<dyn Error>> {
    let engine = Engine::new(rules)?;
    let mut graph = Graph::new();
    let started = Instant::now();
    read(&mut graph, data, Format::NTriples, None)?;
    eprintln!("read {} triples in {:?}", graph.len(Part::Ground), started.elapsed());
    let inference = engine.infer(&mut graph, &Options::default());
    eprintln!("{:?}\n{:#?}", inference.outcome, inference.stats);
    let started = Instant::now();
    let mut written = Counter(0);
    write_ntriples(&graph, Part::Inferred, &mut written)?;
    eprintln!("wrote {} bytes in {:?}", written.0, started.elapsed());
    Ok(())
}

fn rounds(rules: &str, data: &str, predicate: &str) -> Result<(), Box<dyn Error>> {
    let rules = rules_of(&fs::read_to_string(rules)?)?;
    let engine = Engine::new(&rules)?;
    let mut graph = Graph::new();
    read(&mut graph, fs::File::open(data)?, Format::Turtle, None)?;
    let fold = [Term::iri(predicate)];
    repeat(&engine, &mut graph, &fold, 1000, &Options::default(), &mut |round| {
        eprintln!("{round:?}");
    });
    Ok(())
}

/// Counts what is written.
struct Counter(usize);

impl std::io::Write for Counter {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0 += bytes.len();
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}
