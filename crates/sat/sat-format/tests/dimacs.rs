//! The DIMACS reader and writer: laws, another reader, malformed files.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use proptest::prelude::*;
use sat_format::dimacs::{
    Cnf, Error, Header, ReadOptions, Summary, read, write_clause, write_header,
};
use sat_format::{Lit, Located};
use std::collections::BTreeMap;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

type Clauses = Vec<Vec<i32>>;

fn testdata(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../testdata").join(name)
}

fn parse_from(reader: impl Read) -> Result<(Clauses, Summary), Error> {
    let mut clauses = Vec::new();
    let summary = read(reader, ReadOptions::default(), |clause| {
        clauses.push(clause.iter().map(|lit| lit.number()).collect());
    })?;
    Ok((clauses, summary))
}

fn parse(text: impl AsRef<[u8]>) -> (Clauses, Summary) {
    parse_from(text.as_ref()).unwrap()
}

fn located(error: &Located) -> String {
    format!("{}:{}: {error}", error.line, error.column)
}

fn error_of(text: &[u8], options: ReadOptions) -> String {
    match read(text, options, |_| {}) {
        Ok(summary) => format!("none, but the warnings {:?}", summary.warnings),
        Err(Error::Malformed(error)) => located(&error),
        Err(error) => error.to_string(),
    }
}

fn write(header: Header, clauses: &Clauses) -> Vec<u8> {
    let mut text = Vec::new();
    write_header(&mut text, header).unwrap();
    for clause in clauses {
        let lits: Vec<Lit> = clause.iter().map(|number| Lit::new(*number).unwrap()).collect();
        write_clause(&mut text, &lits).unwrap();
    }
    text
}

/// Hands over a few bytes a read, and is interrupted before each.
struct Dribble<'t> {
    text: &'t [u8],
    size: usize,
    interrupted: bool,
}

impl<'t> Dribble<'t> {
    fn new(text: &'t [u8], size: usize) -> Self {
        Self { text, size, interrupted: false }
    }
}

impl Read for Dribble<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.interrupted = !self.interrupted;
        if self.interrupted {
            return Err(io::ErrorKind::Interrupted.into());
        }
        let size = self.size.min(buffer.len()).min(self.text.len());
        buffer[..size].copy_from_slice(&self.text[..size]);
        self.text = &self.text[size..];
        Ok(size)
    }
}

#[test]
fn layout_does_not_matter() {
    let expected = vec![vec![1, -2, 3], vec![-1, 2], vec![], vec![-3]];
    for text in [
        "p cnf 3 4\n1 -2 3 0\n-1 2 0\n0\n-3 0\n",
        "\u{FEFF}p cnf 3 4\r\n1 -2 3 0\r\n-1 2 0\r\n0\r\n-3 0",
        "c p cnf 9 9\n  p \t cnf  3   4  \n\n1 -2\n3\n0 -1 2 0 0 -3 0",
        "p cnf 3 4\n1 c one\n-2\ncomment\n3 0\tc\n-1\x0B2\x0C0 0 -3 0\nc the end",
        "p cnf 3 4\n+1 -02 0003 00 -1 +2 0 0 -3 0 c",
        "p cnf 3 4\n1 -2 3 0\n-1 2 0\n0\n-3 0\r\r\n\r\n",
    ] {
        let (clauses, summary) = parse(text);
        assert_eq!(clauses, expected, "{text:?}");
        assert_eq!(summary.warnings, [], "{text:?}");
        assert_eq!(summary.n_clauses, 4);
        assert_eq!(summary.max_var_used, 3);
    }
}

#[test]
fn malformed_files_are_refused_where_they_are_malformed() {
    let table = std::fs::read_to_string(testdata("invalid-cnf/expect.tsv")).unwrap();
    let mut expected: BTreeMap<&str, &str> =
        table.lines().map(|line| line.split_once('\t').unwrap()).collect();
    for entry in std::fs::read_dir(testdata("invalid-cnf")).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_str().unwrap();
        if path.extension().is_some_and(|extension| extension == "cnf") {
            let found = error_of(&std::fs::read(&path).unwrap(), ReadOptions::default());
            assert_eq!(expected.remove(name), Some(found.as_str()), "{name}");
        }
    }
    assert!(expected.is_empty(), "no such files: {expected:?}");
}

#[test]
fn odd_files_are_read_with_a_warning_and_refused_by_a_strict_reader() {
    for (text, expected) in [
        ("1 2 0", "1:1: found no header, expected 'p cnf VARIABLES CLAUSES'"),
        (
            "\np cnf 2 3\n1 2 0\n",
            "2:1: found 1 as the number of clauses, expected 3 as in the header",
        ),
        (
            "p cnf 2 0\n1 2 0\n",
            "1:1: found 1 as the number of clauses, expected 0 as in the header",
        ),
        ("p cnf 2 1\n1 -3 4 0\n", "2:3: found variable 3, expected at most 2 as in the header"),
        ("p cnf 2 1\n1 2 0\n %\n0\n\n", "3:2: found '%', which ends the formula"),
    ] {
        let (_, summary) = parse(text);
        let warnings: Vec<String> = summary.warnings.iter().map(located).collect();
        assert_eq!(warnings, [expected], "{text:?}");
        let strict = ReadOptions { strict: true, ..ReadOptions::default() };
        assert_eq!(error_of(text.as_bytes(), strict), expected, "{text:?}");
    }
}

#[test]
fn the_percent_of_satlib_ends_the_formula_and_its_zero_is_no_clause() {
    let text = std::fs::read(testdata("cnf/satlib.cnf")).unwrap();
    assert_eq!(parse(text).0, [vec![1, -2, 3], vec![-1, 2], vec![2, -3], vec![-1, -3, 4]]);
}

#[test]
fn variables_are_those_of_the_header_or_of_the_clauses() {
    let n_vars = |text: &str| parse(text).1.n_vars();
    assert_eq!(n_vars("p cnf 5 1\n3 0\n"), 5);
    assert_eq!(n_vars("p cnf 2 1\n-3 0\n"), 3);
    assert_eq!(n_vars("p cnf 0 0\n"), 0);
    assert_eq!(n_vars("p cnf 134217728 9999999999999\n1 0\n"), 1 << 27);
}

#[test]
fn the_limit_of_variables_is_an_option() {
    let options = ReadOptions { max_var: 7, ..ReadOptions::default() };
    let expected = "1:3: found variable 8, expected at most 7";
    assert_eq!(error_of(b"7 8 0", options), expected);
    let expected = "1:1: found 8 variables, expected at most 7";
    assert_eq!(error_of(b"p cnf 8 0", options), expected);
    let all = ReadOptions { max_var: u32::MAX, ..ReadOptions::default() };
    let mut vars = Vec::new();
    read(&b"p cnf 2147483647 1\n-2147483647 0"[..], all, |clause| vars.push(clause[0].number()))
        .unwrap();
    assert_eq!(vars, [-i32::MAX]);
    let expected = "1:1: found variable 2147483648, expected at most 2147483647";
    assert_eq!(error_of(b"2147483648 0", all), expected);
}

#[test]
fn what_lies_on_the_border_of_two_blocks_is_read_whole() {
    for padding in (1 << 16) - 24..(1 << 16) + 2 {
        let mut text = vec![b' '; padding];
        text.extend(b"\np cnf 1234567 2\r\n-1234567 8 0\n9 0\n");
        assert_eq!(parse(&text).0, [vec![-1_234_567, 8], vec![9]]);
        text.extend(b"10 x");
        let found = error_of(&text, ReadOptions::default());
        assert_eq!(found, "5:4: found 'x', expected a literal, 0 or a comment");
    }
    let mut text = vec![b'c'; 200_000];
    text.extend(b"\np cnf 1 1\n");
    text.resize(text.len() + 200_000, b'0');
    text.extend(b"1");
    text.resize(text.len() + 200_000, b' ');
    text.extend(b"0");
    assert_eq!(parse(&text).0, [[1]]);
}

#[test]
fn texts_of_a_few_bytes_end_where_they_end() {
    let bytes = *b"c1-0p%\n x\0\xEF";
    let texts = bytes.iter().flat_map(|first| bytes.iter().map(|second| [*first, *second]));
    for text in texts {
        for text in [&text[..1], &text[..]] {
            let whole = parse_from(text);
            let with_blanks = parse_from(&[text, b"   "].concat()[..]);
            // The end is elsewhere, and all else the same.
            let told = |parsed: Result<(Clauses, Summary), Error>| parsed.map_err(|_| ());
            assert_eq!(told(whole), told(with_blanks), "{text:?}");
        }
    }
    let refused = error_of(b"c", ReadOptions::default());
    assert!(refused.starts_with("1:2: found neither a clause nor a header"), "{refused}");
}

#[test]
fn compressed_files_are_recognised() {
    let expected = parse(std::fs::read(testdata("cnf/sat.cnf")).unwrap());
    for name in ["cnf/sat.cnf.gz", "cnf/sat.cnf.xz"] {
        let file = std::fs::read(testdata(name)).unwrap();
        assert_eq!(parse(&file), expected, "{name}");
        assert_eq!(parse_from(Dribble::new(&file, 1)).unwrap(), expected, "{name}");
        for length in 6..file.len() {
            assert!(parse_from(&file[..length]).is_err(), "{name} cut at {length}");
        }
        let mut damaged = file.clone();
        damaged[file.len() / 2] ^= 0xFF;
        assert!(parse_from(&damaged[..]).is_err(), "{name}");
        let error = parse_from(&file[..file.len() - 1]).unwrap_err().to_string();
        assert!(error.starts_with("cannot decompress the "), "{name}: {error}");
    }
}

#[test]
fn a_gzip_file_may_have_several_members() {
    let mut file = Vec::new();
    for part in ["p cnf 12 2\n1 ", "2 0\n-1", "2 0\n"] {
        let mut encoder = flate2::write::GzEncoder::new(&mut file, flate2::Compression::default());
        encoder.write_all(part.as_bytes()).unwrap();
        encoder.finish().unwrap();
    }
    assert_eq!(parse(&file).0, [vec![1, 2], vec![-12]]);
    // Padding, as of a tape, and what only looks like it.
    let with = |tail: &[u8]| parse_from(&[&file, tail].concat()[..]);
    for n_zeros in [1, 511, 100_000] {
        assert_eq!(with(&vec![0; n_zeros]).unwrap().0, [vec![1, 2], vec![-12]]);
    }
    for tail in [&b"3 0\n"[..], b"\0\0x", &[&[0], &file[..]].concat()] {
        let error = with(tail).unwrap_err().to_string();
        assert_eq!(error, "cannot decompress the gzip: found data after its end");
    }
}

#[test]
fn a_claim_of_compressed_data_on_memory_is_refused() {
    // A small file whose header asks for a dictionary of 1.5 GiB.
    let file = XZ
        .as_bytes()
        .chunks(2)
        .map(|digits| u8::from_str_radix(std::str::from_utf8(digits).unwrap(), 16).unwrap());
    let error = parse_from(&file.collect::<Vec<u8>>()[..]).unwrap_err().to_string();
    let expected = "cannot decompress the xz: it needs more memory than the limit of 128 MiB";
    assert_eq!(error, expected);
}

const XZ: &str = "\
    fd377a585a0000016922de3602002101250000003b787b4101000d7020636e66203120310a3120300a0000003ad4c9c7\
    0001220e0cde8c609042990d010000000001595a";

#[test]
fn a_formula_in_memory_has_the_clauses_in_order() {
    let mut cnf = Cnf::read(&b"p cnf 4 3\n1 -2 0 0 3 0"[..], ReadOptions::default()).unwrap();
    let lits = |numbers: &[i32]| -> Vec<Lit> {
        numbers.iter().map(|number| Lit::new(*number).unwrap()).collect()
    };
    cnf.push(&lits(&[-9, 1]));
    cnf.push(&[]);
    let clauses: Vec<&[Lit]> = cnf.clauses().collect();
    assert_eq!(clauses, [&lits(&[1, -2])[..], &[], &lits(&[3]), &lits(&[-9, 1]), &[]]);
    assert_eq!((cnf.n_vars(), cnf.summary().n_clauses, cnf.lits().len()), (9, 5, 5));
}

fn any_clauses() -> impl Strategy<Value = Clauses> {
    let var = prop_oneof![1..9, 1..=1_i32 << 27];
    let lit =
        (var, any::<bool>()).prop_map(|(var, sign): (i32, bool)| if sign { var } else { -var });
    prop::collection::vec(prop::collection::vec(lit, 0..6), 0..20)
}

fn header_of(clauses: &Clauses) -> Header {
    let n_vars = clauses.iter().flatten().map(|lit| lit.unsigned_abs()).max().unwrap_or(0);
    Header { n_vars, n_clauses: clauses.len() as u64 }
}

/// What may stand between two numbers.
fn any_gap() -> impl Strategy<Value = &'static str> {
    prop::sample::select(vec![
        " ",
        "\t ",
        "\n",
        "\r\n",
        "\x0B\x0C",
        "\n\n",
        " c a comment: 1 0\n",
        "\ncomment 7 0\r\n",
        "\nc\n",
        "\nc p cnf 1 1\n ",
    ])
}

proptest! {
    #[test]
    fn what_is_written_is_read(clauses in any_clauses()) {
        let header = header_of(&clauses);
        let (found, summary) = parse(write(header, &clauses));
        prop_assert_eq!(found, clauses);
        prop_assert_eq!(summary.header, Some(header));
        prop_assert_eq!(summary.warnings, []);
    }

    #[test]
    fn layout_and_blocks_do_not_matter(
        clauses in any_clauses(),
        gaps in prop::collection::vec(any_gap(), 1..40),
        size in 1_usize..8,
    ) {
        let Header { n_vars, n_clauses } = header_of(&clauses);
        let mut gaps = gaps.iter().cycle();
        let mut text = format!("p cnf {n_vars} {n_clauses}\n");
        for number in clauses.iter().flat_map(|clause| clause.iter().chain([&0])) {
            text += &number.to_string();
            text += gaps.next().unwrap();
        }
        let (found, summary) = parse_from(Dribble::new(text.as_bytes(), size)).unwrap();
        prop_assert_eq!(found, clauses);
        prop_assert_eq!(summary.warnings, []);
    }

    #[test]
    fn errors_name_the_place(
        clauses in any_clauses(),
        gaps in prop::collection::vec(any_gap(), 1..40),
        size in 1_usize..8,
        at in any::<prop::sample::Index>(),
    ) {
        let mut gaps = gaps.iter().cycle();
        let numbers: Vec<&i32> =
            clauses.iter().flat_map(|clause| clause.iter().chain([&0])).collect();
        let at = if numbers.is_empty() { 0 } else { at.index(numbers.len()) };
        let mut text = "p cnf 134217728 20\n".to_owned();
        for number in &numbers[..at] {
            text += &number.to_string();
            text += gaps.next().unwrap();
        }
        let line = text.matches('\n').count() as u64 + 1;
        let column = (text.len() - text.rfind('\n').unwrap()) as u64;
        text += "x 1 0\n";
        match parse_from(Dribble::new(text.as_bytes(), size)) {
            Err(Error::Malformed(error)) => {
                prop_assert_eq!((error.line, error.column), (line, column));
            }
            other => prop_assert!(false, "{:?}", other),
        }
    }

    #[test]
    fn another_reader_reads_the_same(clauses in any_clauses()) {
        // It knows neither a formula without clauses nor a clause without literals.
        let clauses: Clauses = clauses.into_iter().filter(|clause| !clause.is_empty()).collect();
        prop_assume!(!clauses.is_empty());
        let text = String::from_utf8(write(header_of(&clauses), &clauses)).unwrap();
        let dimacs::Instance::Cnf { clauses: others, .. } = dimacs::parse_dimacs(&text).unwrap()
        else {
            panic!("it reads another format");
        };
        let number = |lit: &dimacs::Lit| {
            let var = lit.var().to_u64() as i32;
            if lit.sign() == dimacs::Sign::Neg { -var } else { var }
        };
        let others: Clauses =
            others.iter().map(|clause| clause.lits().iter().map(number).collect()).collect();
        prop_assert_eq!(parse(&text).0, others);
    }

    #[test]
    fn clauses_are_dropped_and_renamed_in_place(
        clauses in any_clauses(),
        is_kept in prop::collection::vec(any::<bool>(), 64),
    ) {
        let kept = |at: usize| is_kept[at % is_kept.len()];
        let (mut changed, mut expected) = (Cnf::default(), Cnf::default());
        for (at, clause) in clauses.iter().enumerate() {
            let lits: Vec<Lit> = clause.iter().map(|number| Lit::new(*number).unwrap()).collect();
            changed.push(&lits);
            if kept(at) {
                let negated: Vec<Lit> = lits.iter().map(|lit| -*lit).collect();
                expected.push(&negated);
            }
        }
        changed.retain(kept);
        prop_assert_eq!(changed.with_lits(|lit| -lit), expected);
    }

    #[test]
    fn no_bytes_panic_and_blocks_do_not_matter(
        bytes in prop_oneof![
            prop::collection::vec(any::<u8>(), 0..60),
            prop::collection::vec(prop::sample::select(&b"pcnfdw 0123-+%\r\n\t.x\0"[..]), 0..60),
            "p cnf [0-3] [0-3]\n([-+]?[0-3] ?[ \r\nc%]){0,9}".prop_map(String::into_bytes),
        ],
        size in 1_usize..8,
    ) {
        let whole = parse_from(&bytes[..]);
        let pieces = parse_from(Dribble::new(&bytes, size));
        prop_assert_eq!(format!("{whole:?}"), format!("{pieces:?}"));
    }
}
