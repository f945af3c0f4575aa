//! Writing a grid as a graph and reading it back is the identity, in every syntax.

use proptest::prelude::*;
use rdf_graph::io::Format;
use rdf2grid::decode::decode;
use rdf2grid::read::graphs;
use std::io::Cursor;
use sudoku_core::{Geometry, Grid};
use sudoku2rdf::write;

fn grids() -> impl Strategy<Value = Grid> {
    (1_usize..4, 1_usize..4, prop::collection::vec(prop::option::of(0_u16..9), 81)).prop_map(
        |(height, width, values)| {
            let geometry = Geometry::new(height, width).expect("a small one");
            let side = geometry.side() as u16;
            let cells = values[..geometry.n_cells()].iter();
            Grid::new(geometry, cells.map(|value| value.map(|value| value % side)).collect())
        },
    )
}

/// The only grid of a text, its shape from the text alone.
fn read(text: Vec<u8>, format: Format) -> Grid {
    let mut all = graphs(Cursor::new(text), format);
    let (_, facts) = all.next().expect("a graph").expect("a lawful text");
    assert!(all.next().is_none());
    let side = facts.side().expect("digits");
    let geometry = facts
        .block()
        .expect("both measures")
        .unwrap_or_else(|| Geometry::of_side(side).expect("usual blocks"));
    decode(&facts, geometry).expect("a grid")
}

proptest! {
    #[test]
    fn decode_inverts_encode(grid in grids()) {
        let (mut turtle, mut ntriples, mut quads) = (Vec::new(), Vec::new(), Vec::new());
        write::turtle(&grid, &mut turtle).unwrap();
        write::ntriples(&grid, None, &mut ntriples).unwrap();
        write::ntriples(&grid, Some("<urn:puzzle/1>"), &mut quads).unwrap();
        prop_assert_eq!(&read(turtle, Format::TriG), &grid);
        prop_assert_eq!(&read(ntriples.clone(), Format::TriG), &grid);
        prop_assert_eq!(&read(ntriples, Format::NQuads), &grid);
        prop_assert_eq!(&read(quads, Format::NQuads), &grid);
    }
}
