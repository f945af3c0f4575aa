//! Any text: no panic; the grid of a lock, locked again in the simplest format, is the same grid.
#![no_main]

use libfuzzer_sys::fuzz_target;
use lock2grid::decode::{decode, packages_of};
use lock2grid::explain::explain;
use sudoku_core::Grid;
use sudoku_packages::version;

fuzz_target!(|bytes: &[u8]| {
    let told = explain(&String::from_utf8_lossy(bytes), |_, value| value.to_string());
    assert!(told.is_empty() == bytes.is_empty());
    let read = match py_locks::read(bytes) {
        Ok(read) => read.packages(),
        Err(error) => {
            let lines = 1 + bytes.iter().filter(|&&byte| byte == b'\n').count() as u64;
            assert!(error.position.is_none_or(|place| (1..=lines).contains(&place.line) && place.column > 0));
            return;
        }
    };
    let Ok(packages) = packages_of(&read, None) else { return };
    // A name of many digits is a large grid; it would be missing most of its cells.
    if packages.geometry().n_cells() > read.len() {
        return;
    }
    let blank = Grid::blank(packages.geometry());
    let Ok(grid) = decode(&read, &packages, &blank) else { return };
    let mut text = String::new();
    for (index, value) in grid.cells().iter().enumerate() {
        let name = packages.name(packages.geometry().cell(index));
        text += &format!("{name}=={}\n", version(value.expect("a decoded grid is whole")));
    }
    let again = py_locks::read(text.as_bytes()).expect("requirements are a lock").packages();
    assert_eq!(decode(&again, &packages, &blank).as_ref(), Ok(&grid));
});
