//! What the reader takes and refuses.

use super::*;

fn one(text: &str) -> Puzzle {
    let mut puzzles = read(text.as_bytes(), &ReadOptions::default()).unwrap();
    assert_eq!(puzzles.len(), 1, "{text}");
    puzzles.remove(0)
}

#[test]
fn smoke() {
    let text = "53..7....\n6..195...\n.98....6.\n8...6...3\n4..8.3..1\n7...2...6\n.6....28.\n...419..5\n....8..79\n";
    assert_eq!(Layout::Rows.write(&one(text).grid, &Alphabet::default_of(9)), text);
}
