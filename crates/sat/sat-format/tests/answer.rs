//! Laws of the reader of answers: layout makes no difference, and nothing makes it panic.

use proptest::prelude::*;
use sat_format::answer::{Answer, read};
use sat_format::{Position, Verdict};
use std::collections::BTreeMap;

/// How a solver lays out its answer.
#[derive(Debug, Clone)]
struct Form {
    literals_a_line: usize,
    values_first: bool,
    closed: bool,
    blank: &'static str,
    line_end: &'static str,
    comment: String,
}

fn forms() -> impl Strategy<Value = Form> {
    let blanks = prop_oneof![Just(" "), Just("\t"), Just("  ")];
    let line_ends = prop_oneof![Just("\n"), Just("\r\n"), Just(" \n\n")];
    (1..30_usize, any::<bool>(), any::<bool>(), blanks, line_ends, "c( [ -~]{0,30})?").prop_map(
        |(literals_a_line, values_first, closed, blank, line_end, comment)| Form {
            literals_a_line,
            values_first,
            closed,
            blank,
            line_end,
            comment,
        },
    )
}

impl Form {
    fn answer(&self, literals: &[i32]) -> String {
        let Self { blank, line_end, comment, .. } = self;
        let line = |chunk: &[i32]| {
            let words: Vec<String> = chunk.iter().map(ToString::to_string).collect();
            format!("v{blank}{}{line_end}{comment}{line_end}", words.join(blank))
        };
        let lines: Vec<String> = literals.chunks(self.literals_a_line).map(line).collect();
        let closed = self.closed || literals.is_empty();
        let end = if closed { format!("v{blank}0{line_end}") } else { String::new() };
        let values = lines.concat() + &end;
        let verdict = format!("s{blank}SATISFIABLE{line_end}");
        if self.values_first { values + &verdict } else { verdict + &values }
    }
}

/// Literals of distinct variables, in any order.
fn models() -> impl Strategy<Value = Vec<i32>> {
    let literals = prop::collection::btree_map(1..=i32::MAX, any::<bool>(), 0..60);
    let signed = |map: BTreeMap<i32, bool>| {
        map.into_iter().map(|(var, positive)| if positive { var } else { -var }).collect()
    };
    literals.prop_map(signed).prop_flat_map(|literals: Vec<i32>| Just(literals).prop_shuffle())
}

fn numbers(answer: &Answer) -> Vec<i32> {
    answer.model.literals().iter().map(|lit| lit.number()).collect()
}

fn is_model(answer: &Answer, literals: &[i32]) -> bool {
    let mut sorted = literals.to_vec();
    sorted.sort_by_key(|literal| literal.abs());
    answer.verdict == Verdict::Sat && numbers(answer) == sorted && answer.warnings.is_empty()
}

proptest! {
    #[test]
    fn layout_makes_no_difference(literals in models(), form in forms()) {
        let answer = read(form.answer(&literals).as_bytes()).unwrap();
        prop_assert!(is_model(&answer, &literals), "{answer:?}");
    }

    /// The forms without letters before the literals: minisat's file, and z3 up to 4.8.10.
    #[test]
    fn bare_forms(literals in models(), word in prop_oneof![Just("SAT"), Just("sat")]) {
        let words: Vec<String> = literals.iter().map(ToString::to_string).collect();
        let answer = read(format!("{word}\n{} 0\n", words.join(" ")).as_bytes()).unwrap();
        prop_assert!(is_model(&answer, &literals), "{answer:?}");
    }

    #[test]
    fn a_literal_with_both_signs_is_refused_where_it_stands(
        literals in models(), form in forms(), which in any::<prop::sample::Index>(),
    ) {
        prop_assume!(!literals.is_empty());
        let doubled = -*which.get(&literals);
        let answer = form.answer(&[&literals[..], &[doubled]].concat());
        let error = read(answer.as_bytes()).unwrap_err();
        prop_assert_eq!(error.contradiction.map(|found| found.var), Some(doubled.unsigned_abs()));
        let Position { line, column } = error.position.unwrap();
        let line = answer.split('\n').nth(line as usize - 1).unwrap();
        let token = line[column as usize - 1..].split_whitespace().next();
        prop_assert_eq!(token.map(str::to_owned), Some(doubled.to_string()));
    }

    /// An answer that was cut off is refused, or still says yes: a cut never turns it into a no.
    #[test]
    fn a_cut_makes_no_no(literals in models(), form in forms(), cut in any::<prop::sample::Index>()) {
        let answer = form.answer(&literals);
        if let Ok(answer) = read(&answer.as_bytes()[..cut.index(answer.len())]) {
            prop_assert_eq!(answer.verdict, Verdict::Sat);
        }
    }

    #[test]
    fn no_bytes_make_it_panic(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        let _ = read(&bytes);
    }

    /// Bytes that look like answers, so that the reader gets further; a comment in front of them
    /// moves the lines and changes nothing else.
    #[test]
    fn a_comment_in_front_changes_nothing(
        words in prop::collection::vec(
            prop_oneof![
                Just("s "), Just("v "), Just("c "), Just("\n"), Just("\r\n"), Just(" "), Just("0 "),
                Just("-"), Just("1 "), Just("-2 "), Just("2147483648"), Just("SATISFIABLE"),
                Just("UNSATISFIABLE\n"), Just("UNKNOWN\n"), Just("sat\n"), Just("\nSAT\n"),
                Just("error"), Just("(:x 1)"), Just("\u{feff}"), Just("\0"), Just("p cnf "),
            ],
            0..20,
        ),
    ) {
        let text = words.concat();
        prop_assume!(!text.starts_with('\u{feff}') && !text.trim().is_empty());
        match (read(text.as_bytes()), read(format!("c x\n{text}").as_bytes())) {
            (Ok(one), Ok(two)) => {
                prop_assert_eq!((one.verdict, numbers(&one)), (two.verdict, numbers(&two)));
            }
            (Err(one), Err(two)) => {
                prop_assert_eq!(one.message, two.message);
                let moved = one.position.map(|at| Position { line: at.line + 1, ..at });
                prop_assert_eq!(moved, two.position);
            }
            (one, two) => prop_assert!(false, "{one:?} and {two:?}"),
        }
    }
}
