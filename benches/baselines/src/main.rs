//! The transitive closure of a file of edges, `from to` a line, by compiled Datalog:
//! `baselines datafrog|ascent FILE` prints the number of pairs.

use std::error::Error;

type Edge = (u32, u32);

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [engine, file] = &arguments[..] else { return Err("expected an engine and a file".into()) };
    let edges = std::fs::read_to_string(file)?
        .lines()
        .map(|line| {
            let (from, to) = line.split_once(' ').ok_or("expected two numbers")?;
            Ok((from.parse()?, to.parse()?))
        })
        .collect::<Result<Vec<Edge>, Box<dyn Error>>>()?;
    let pairs = match &**engine {
        "datafrog" => with_datafrog(edges),
        "ascent" => with_ascent(edges),
        other => return Err(format!("no engine {other}").into()),
    };
    println!("{pairs}");
    Ok(())
}

fn with_datafrog(edges: Vec<Edge>) -> usize {
    let edge: datafrog::Relation<Edge> = edges.into();
    let mut iteration = datafrog::Iteration::new();
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
