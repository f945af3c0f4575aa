//! Each operation, at each level of this machine, against what its documentation says of a single lane.

use proptest::prelude::*;
use simd_lanes::{Kernel, Lanes, Level, Portable, Simd};

/// The lanes that a test fills; wider levels repeat them.
type Row = [u16; 4];

/// Runs every operation on three rows and gives the first four lanes of each result.
struct Every {
    rows: [Row; 3],
}

/// The result of each operation, and the lanes in which the first two rows are equal.
type Results = (Vec<(&'static str, Row)>, u32);

impl Kernel for Every {
    type Output = Results;

    fn run<const W: usize, S: Simd<W>>(self, simd: S) -> Results {
        let [_, b, c] = self.rows;
        let equal = std::array::from_fn(|lane| if b[lane] == c[lane] { u16::MAX } else { 0 });
        let rows = [self.rows[0], b, c, equal];
        let [a, b, c, mask] = rows.map(|row| simd.load(&std::array::from_fn(|lane| row[lane % 4])));
        let results = [
            ("or", a.or(b)),
            ("and", a.and(b)),
            ("or3", a.or3(b, c)),
            ("majority", a.majority(b, c)),
            ("and_not", a.and_not(b)),
            ("and_not2", a.and_not2(b, c)),
            ("or_and", a.or_and(b, c)),
            ("and_not_or", a.and_not_or(b, c)),
            ("add", a.add(b)),
            ("min", a.min(b)),
            ("and_nonzero", a.and(simd.splat(1)).and_nonzero(b)),
            ("count_ones", a.count_ones()),
            ("single", a.single()),
            ("where_up_to_three", a.where_up_to_three(b)),
            ("where_three_or_more", a.where_three_or_more(b)),
            ("or_else", a.or_else(b)),
            ("where_equal", a.where_equal(b, c)),
            ("where_less", a.where_less(b, c, c)),
            ("with", a.with(mask, b)),
        ];
        let lanes = results.map(|(name, lanes)| {
            let mut row = [0; W];
            simd.store(lanes, &mut row);
            (name, std::array::from_fn(|lane| row[lane]))
        });
        (lanes.to_vec(), a.equal(b) & 0b1111)
    }
}

/// The same, by the definitions.
fn expected(name: &str, a: u16, b: u16, c: u16) -> u16 {
    match name {
        "or" => a | b,
        "and" => a & b,
        "or3" => a | b | c,
        "majority" => a & b | a & c | b & c,
        "and_not" => a & !b,
        "and_not2" => a & !(b | c),
        "or_and" => a | b & c,
        "and_not_or" => a & !b | c,
        "add" => a + b,
        "min" => a.min(b),
        "and_nonzero" => a & u16::from(b != 0),
        "count_ones" => a.count_ones() as u16,
        "single" => {
            if a.count_ones() <= 1 {
                a
            } else {
                0
            }
        }
        "where_up_to_three" => {
            if b.count_ones() <= 3 {
                a
            } else {
                0
            }
        }
        "where_three_or_more" => {
            if b.count_ones() >= 3 {
                a
            } else {
                0
            }
        }
        "or_else" => {
            if a == 0 {
                b
            } else {
                a
            }
        }
        "where_equal" => {
            if b == c {
                a
            } else {
                0
            }
        }
        "where_less" => {
            if b < c {
                a
            } else {
                c
            }
        }
        "with" => {
            if b == c {
                b
            } else {
                a
            }
        }
        other => panic!("{other} is not defined"),
    }
}

/// Lanes below 2¹⁵, often equal, zero or with few bits.
fn lane() -> impl Strategy<Value = u16> {
    prop_oneof![0_u16..4, (0_u16..15).prop_map(|bit| 1 << bit), 0_u16..0x8000, 0_u16..0x200]
}

proptest! {
    #[test]
    fn every_level_does_what_is_documented(rows: [[u16; 4]; 3]) {
        check(rows.map(|row| row.map(|lane| lane & 0x7fff)))?;
    }

    #[test]
    fn every_level_agrees_on_special_lanes(
        a in proptest::array::uniform4(lane()),
        b in proptest::array::uniform4(lane()),
        c in proptest::array::uniform4(lane()),
    ) {
        check([a, b, c])?;
        check([a, a, b])?;
        check([a, b, b])?;
    }
}

fn check(rows: [Row; 3]) -> Result<(), TestCaseError> {
    for level in Level::ALL.into_iter().filter(|level| level.is_available()) {
        check_results(rows, level.run(Every { rows }), &format!("{level:?}"))?;
    }
    // Not a level of its own where there is a better one for every machine.
    check_results(rows, Every { rows }.run(Portable), "plain integers")
}

fn check_results(rows: [Row; 3], found: Results, level: &str) -> Result<(), TestCaseError> {
    let ((results, equal), [a, b, c]) = (found, rows);
    for (name, found) in results {
        let wanted: Row = std::array::from_fn(|lane| expected(name, a[lane], b[lane], c[lane]));
        prop_assert_eq!(found, wanted, "{} with {}", name, level);
    }
    let wanted = (0..4).map(|lane| u32::from(a[lane] == b[lane]) << lane).sum::<u32>();
    prop_assert_eq!(equal, wanted, "equal with {}", level);
    Ok(())
}

#[test]
fn the_best_level_is_available_and_none_above_it() {
    let best = Level::best();
    assert!(best.is_available());
    assert!(Level::ALL.into_iter().all(|level| level <= best || !level.is_available()));
}
