//! Compiled Datalog: `baselines PROGRAM FILE` prints the number of pairs that the program infers.
//!
//! `datafrog` and `ascent`: the transitive closure of edges, `from to` a line. `points-to`: the points-to analysis of Andersen by
//! datafrog, from facts `predicate from to` a line.

use std::collections::HashMap;
use std::error::Error;

use datafrog::{Iteration, Relation, Variable};

type Edge = (u32, u32);

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [program, file] = &arguments[..] else { return Err("expected a program and a file".into()) };
    let text = std::fs::read_to_string(file)?;
    let pairs = match &**program {
        "datafrog" => with_datafrog(edges(&text)?),
        "ascent" => with_ascent(edges(&text)?),
        "points-to" => points_to(&facts(&text)?),
        other => return Err(format!("no program {other}").into()),
    };
    println!("{pairs}");
    Ok(())
}

fn edge(from: &str, to: &str) -> Result<Edge, Box<dyn Error>> {
    Ok((from.parse()?, to.parse()?))
}

fn edges(text: &str) -> Result<Vec<Edge>, Box<dyn Error>> {
    let line = |line: &str| {
        let (from, to) = line.split_once(' ').ok_or("expected two numbers")?;
        edge(from, to)
    };
    text.lines().map(line).collect()
}

/// Pairs by their predicate.
type Facts<'a> = HashMap<&'a str, Vec<Edge>>;

fn facts(text: &str) -> Result<Facts<'_>, Box<dyn Error>> {
    let mut facts = Facts::new();
    for line in text.lines() {
        let words: Vec<&str> = line.split(' ').collect();
        let [predicate, from, to] = words[..] else { return Err("expected a fact".into()) };
        facts.entry(predicate).or_default().push(edge(from, to)?);
    }
    Ok(facts)
}

/// The joins of three are split by hand: datafrog joins two.
fn points_to(facts: &Facts<'_>) -> usize {
    let of = |name: String| facts.get(&*name).cloned().unwrap_or_default();
    let turned = |name: String| -> Relation<Edge> {
        of(name).into_iter().map(|(x, y)| (y, x)).collect::<Vec<_>>().into()
    };
    let mut iteration = Iteration::new();
    let pt: Variable<Edge> = iteration.variable("pt");
    pt.extend(of("new".to_owned()));
    let assign = turned("assign".to_owned());
    let fields: Vec<_> = (0..5)
        .map(|field| {
            let load = turned(format!("load{field}"));
            let store: Relation<Edge> = of(format!("store{field}")).into();
            let [stored, loaded, held]: [Variable<Edge>; 3] =
                ["stored", "loaded", "held"].map(|name| iteration.variable(name));
            (load, store, stored, loaded, held)
        })
        .collect();
    while iteration.changed() {
        pt.from_join(&pt, &assign, |_, &o, &x| (x, o));
        for (load, store, stored, loaded, held) in &fields {
            stored.from_join(&pt, store, |_, &o, &y| (y, o));
            held.from_join(stored, &pt, |_, &o, &p| (o, p));
            loaded.from_join(&pt, load, |_, &o, &x| (o, x));
            pt.from_join(loaded, held, |_, &x, &p| (x, p));
        }
    }
    pt.complete().len()
}

fn with_datafrog(edges: Vec<Edge>) -> usize {
    let edge: Relation<Edge> = edges.into();
    let mut iteration = Iteration::new();
    // Paths by their end, so that they join with edges by their start.
    let path = iteration.variable::<Edge>("path");
    path.extend(edge.iter().map(|&(from, to)| (to, from)));
    while iteration.changed() {
        path.from_join(&path, &edge, |_, &from, &to| (to, from));
    }
    path.complete().len()
}

fn with_ascent(edges: Vec<Edge>) -> usize {
    ascent::ascent! {
        relation edge(u32, u32);
        relation path(u32, u32);
        path(x, y) <-- edge(x, y);
        path(x, z) <-- path(x, y), edge(y, z);
    }
    let mut program = AscentProgram { edge: edges, ..Default::default() };
    program.run();
    program.path.len()
}
