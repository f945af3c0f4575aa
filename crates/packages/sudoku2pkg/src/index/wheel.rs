//! One wheel: version `v` of a cell's package, that is "this cell holds `v`".
//!
//! It has an empty module and requires each peer of the cell, in the order of their names, to be any
//! version but `v`:
//!
//! ```text
//! cell holds v  ->  each peer  != v          20 requirements at side 9
//! ```
//!
//! A relation of two cells adds what the other cell cannot hold then: of a whisper of 5, a 6 requires its neighbour to be
//! `!=2.0.0,!=3.0.0` and so on. A version that a constraint makes impossible requires itself to be another.
//!
//! The archive stores its members uncompressed, in a fixed order, with the earliest date that the
//! format has, so that a wheel is the same bytes on every run and machine.
//!
//! # References
//! - A. Iskovs: Solving Sudoku with Poetry's dependency resolver, 2022: the encoding
//! - PEP 427, PEP 376: wheels and their `RECORD`; PEP 566: metadata 2.1

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use pkg_index::Sha256;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::io::{self, Cursor, Write as _};
use sudoku_core::{Candidate, Cell, Rules, Value};
use sudoku_packages::{CellPackages, version};
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, DateTime, ZipWriter};

/// The Pythons on which a version may be installed: those of the original encoding.
pub const REQUIRES_PYTHON: &str = ">=3.6";

/// A wheel, and what stands beside it in an index.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Wheel {
    /// `sudoku_cell25-3.0.0-py3-none-any.whl`.
    pub filename: String,
    /// Its version, `3.0.0`.
    pub version: String,
    /// The archive.
    pub bytes: Vec<u8>,
    /// The member `METADATA`, which indexes serve alone (PEP 658).
    pub metadata: String,
}

/// What a version requires: the cells, and the values that each of them does not hold.
type Excluded = BTreeMap<Cell, BTreeSet<Value>>;

/// Builds the wheels of the versions of a cell's package, one for each value in order; `conflicts` are those of
/// the constraints.
///
/// # Errors
/// The archive cannot hold them, which no geometry comes near.
pub fn wheels_of(
    packages: &CellPackages,
    rules: &Rules,
    conflicts: &BTreeSet<[Candidate; 2]>,
    cell: Cell,
) -> io::Result<Vec<Wheel>> {
    let peers = rules.peers(cell);
    let of_value = |value: Value| -> Excluded {
        let by_houses = peers.iter().map(|peer| (*peer, value));
        let own = (cell, value);
        let by_constraints = conflicts.iter().filter_map(|[a, b]| match (*a == own, *b == own) {
            (true, _) => Some(*b),
            (_, true) => Some(*a),
            _ => None,
        });
        let mut excluded = Excluded::new();
        for (other, value) in by_houses.chain(by_constraints) {
            excluded.entry(other).or_default().insert(value);
        }
        excluded
    };
    rules.shape().values().map(|value| wheel(packages, cell, value, &of_value(value))).collect()
}

fn wheel(
    packages: &CellPackages,
    cell: Cell,
    value: Value,
    excluded: &Excluded,
) -> io::Result<Wheel> {
    let name = packages.name(cell);
    let version = version(value);
    let module = name.replace('-', "_");
    let metadata = metadata(packages, cell, value, excluded);
    let tags =
        "Wheel-Version: 1.0\nGenerator: sudoku2pkg\nRoot-Is-Purelib: true\nTag: py3-none-any\n";
    let info = format!("{module}-{version}.dist-info");
    let members = [
        (format!("{module}.py"), ""),
        (format!("{info}/METADATA"), metadata.as_str()),
        (format!("{info}/WHEEL"), tags),
    ];
    let record_name = format!("{info}/RECORD");
    let record = record(&members, &record_name);
    let bytes = archive(members.into_iter().chain([(record_name, record.as_str())]))?;
    let filename = format!("{module}-{version}-py3-none-any.whl");
    Ok(Wheel { filename, version, bytes, metadata })
}

fn metadata(packages: &CellPackages, cell: Cell, value: Value, excluded: &Excluded) -> String {
    let (name, own_version) = (packages.name(cell), version(value));
    let number = value + 1;
    let mut text = format!(
        "Metadata-Version: 2.1\nName: {name}\nVersion: {own_version}\nSummary: The cell in {cell} holds {number}\n\
         Description-Content-Type: text/plain\nRequires-Python: {REQUIRES_PYTHON}\n"
    );
    for (other, values) in excluded {
        let versions = values.iter().map(|value| format!("!={}", version(*value)));
        let versions = versions.collect::<Vec<_>>().join(",");
        let _ = writeln!(text, "Requires-Dist: {} {versions}", packages.name(*other));
    }
    let _ = write!(
        text,
        "\nA package is a cell of a Sudoku grid, a version is a value. If the cell in {cell} holds {number},\n\
         no other cell of its row, column and block does.\n"
    );
    text
}

/// The list of the members with digest and length; its own line has neither.
fn record(members: &[(String, &str)], own_name: &str) -> String {
    let mut record = String::new();
    for (name, content) in members {
        let digest = URL_SAFE_NO_PAD.encode(Sha256::of(content.as_bytes()).as_bytes());
        let _ = writeln!(record, "{name},sha256={digest},{}", content.len());
    }
    let _ = writeln!(record, "{own_name},,");
    record
}

fn archive<'a>(members: impl Iterator<Item = (String, &'a str)>) -> io::Result<Vec<u8>> {
    let options = SimpleFileOptions::default()
        .compression_method(CompressionMethod::Stored)
        .last_modified_time(DateTime::default())
        .unix_permissions(0o644);
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, content) in members {
        zip.start_file(name, options)?;
        zip.write_all(content.as_bytes())?;
    }
    Ok(zip.finish()?.into_inner())
}

#[cfg(test)]
mod tests {
    use super::*;
    use sudoku_core::Geometry;

    fn nine(row: usize, col: usize, value: Value) -> Wheel {
        let geometry = Geometry::new(3, 3).unwrap();
        let (packages, rules) = (CellPackages::new(geometry), Rules::classic(geometry));
        wheels_of(&packages, &rules, &BTreeSet::new(), Cell { row, col })
            .unwrap()
            .swap_remove(usize::from(value))
    }

    #[test]
    fn the_requirements_are_those_of_the_original_encoding() {
        let wheel = nine(1, 4, 2);
        assert_eq!(wheel.filename, "sudoku_cell25-3.0.0-py3-none-any.whl");
        let required: Vec<&str> = wheel
            .metadata
            .lines()
            .filter_map(|line| line.strip_prefix("Requires-Dist: "))
            .collect();
        let peers = "14 15 16 21 22 23 24 26 27 28 29 34 35 36 45 55 65 75 85 95";
        let expected: Vec<String> =
            peers.split(' ').map(|peer| format!("sudoku-cell{peer} !=3.0.0")).collect();
        assert_eq!(required, expected);
    }

    /// What Python's `zipfile`, `wheel` and `pip` make of it is tested over the pipeline; here that
    /// the record is right, read with the archive's own directory.
    #[test]
    fn the_record_lists_every_member_with_its_digest() {
        let wheel = nine(0, 0, 8);
        let mut zip = zip::ZipArchive::new(Cursor::new(&wheel.bytes)).unwrap();
        let read = |zip: &mut zip::ZipArchive<_>, name: &str| {
            io::read_to_string(zip.by_name(name).unwrap()).unwrap()
        };
        let names: Vec<String> = zip.file_names().map(|name| name.unwrap().into_owned()).collect();
        assert_eq!(names[0], "sudoku_cell11.py");
        let record = read(&mut zip, "sudoku_cell11-9.0.0.dist-info/RECORD");
        assert_eq!(record.lines().count(), names.len());
        for line in record.lines() {
            let [name, digest, length] = line.split(',').collect::<Vec<_>>()[..] else { panic!() };
            if name.ends_with("RECORD") {
                continue;
            }
            let content = read(&mut zip, name);
            let expected = URL_SAFE_NO_PAD.encode(Sha256::of(content.as_bytes()).as_bytes());
            assert_eq!(
                (digest, length),
                (&*format!("sha256={expected}"), &*content.len().to_string())
            );
        }
        assert_eq!(read(&mut zip, "sudoku_cell11-9.0.0.dist-info/METADATA"), wheel.metadata);
    }

    #[test]
    fn the_bytes_never_change() {
        let digest = Sha256::of(&nine(1, 4, 2).bytes).to_string();
        assert_eq!(digest, "82023e0d6145d6008385bb1b4dc22ca9612518ef1abee12195e245659590bfcc");
    }
}
