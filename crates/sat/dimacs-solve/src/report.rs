//! Prints answers: in the SAT competitions' convention or in z3's.
//!
//! ```text
//! competition                            z3 -dimacs
//! s SATISFIABLE | s UNSATISFIABLE        s SATISFIABLE | s UNSATISFIABLE
//! v 1 -2 3 … 0     wrapped               v 1 -2 3 … 0     one line
//! s UNKNOWN                              s UNKNOWN | timeout
//! exit 10, 20, 0                         exit 0
//! ```
//!
//! # References
//! - SAT Competition 2024: Output Format; the exit codes are those of the competitions 2002 to 2009

use crate::enumerate::End;
use crate::progress::Progress;
use crate::settings::Convention;
use crate::solve::Statistics;
use cdcl::Statistics as Searched;
use sat_format::dimacs::{Cnf, write_clause, write_lit};
use sat_format::{Lit, Model, Verdict};
use serde_json::{Value, json};
use std::io::{self, Write};
use std::process::ExitCode;
use std::time::Duration;

/// The longest line with literals, without its line end.
const WIDTH: usize = 78;

/// The exit code of a verdict.
pub(crate) fn exit_code(convention: Convention, verdict: Verdict) -> ExitCode {
    match (convention, verdict) {
        (Convention::Competition, Verdict::Sat) => ExitCode::from(10),
        (Convention::Competition, Verdict::Unsat) => ExitCode::from(20),
        (Convention::Competition, Verdict::Unknown) | (Convention::Z3, _) => ExitCode::SUCCESS,
    }
}

/// Writes the verdict.
pub(crate) fn write_verdict(out: &mut impl Write, verdict: Verdict) -> io::Result<()> {
    writeln!(out, "s {verdict}")
}

/// Writes the assumptions that failed.
pub(crate) fn write_failed(out: &mut impl Write, failed: &[Lit]) -> io::Result<()> {
    write!(out, "c failed")?;
    failed.iter().try_for_each(|lit| write!(out, " {lit}"))?;
    writeln!(out, " 0")
}

/// Writes how many models there were, and whether that is all.
pub(crate) fn write_count(out: &mut impl Write, n_models: u64, end: End) -> io::Result<()> {
    let s = if n_models == 1 { "" } else { "s" };
    let rest = match end {
        End::Complete => "there are no others",
        End::Enough | End::Limit => "there may be others",
    };
    writeln!(out, "c {n_models} model{s}; {rest}")
}

/// Writes a formula and its cubes as an incremental CNF.
pub(crate) fn write_cubes(out: &mut impl Write, cnf: &Cnf, cubes: &[Vec<Lit>]) -> io::Result<()> {
    writeln!(out, "p inccnf")?;
    cnf.clauses().try_for_each(|clause| write_clause(out, clause))?;
    cubes.iter().try_for_each(|cube| {
        out.write_all(b"a ")?;
        write_clause(out, cube)
    })
}

/// What the columns of [`progress`] are.
pub(crate) const PROGRESS: &str =
    "c  seconds  conflicts  conflicts/s   restarts     learnt   memory/MB";

/// How far a search is that began that long ago; of some engines only time and memory are known.
pub(crate) fn progress(time: Duration, searched: Option<Searched>) -> String {
    let columns = match searched {
        Some(Searched { conflicts, restarts, learnt_clauses, .. }) => {
            let rate = u128::from(conflicts) * 1000 / time.as_millis().max(1);
            format!("{conflicts:>11} {rate:>12} {restarts:>10} {learnt_clauses:>10}")
        }
        None => format!("{:>11} {:>12} {:>10} {:>10}", "-", "-", "-", "-"),
    };
    let memory =
        pipe_cli::resident_memory().map_or("-".to_owned(), |bytes| (bytes >> 20).to_string());
    format!("c {:>8.1}{columns} {memory:>11}", time.as_secs_f64())
}

/// Writes a model.
pub(crate) fn write_model(
    out: &mut impl Write,
    convention: Convention,
    model: &Model,
) -> io::Result<()> {
    let width = match convention {
        Convention::Competition => WIDTH,
        Convention::Z3 => usize::MAX,
    };
    write_literals(out, model.literals(), width)
}

/// Writes that there is no answer.
pub(crate) fn write_unknown(
    out: &mut impl Write,
    convention: Convention,
    time_is_over: bool,
) -> io::Result<()> {
    match convention {
        Convention::Z3 if time_is_over => writeln!(out, "timeout"),
        _ => writeln!(out, "s UNKNOWN"),
    }
}

/// Writes the literals and a 0 in lines that start with `v` and have at most `width` bytes.
fn write_literals(out: &mut impl Write, lits: &[Lit], width: usize) -> io::Result<()> {
    out.write_all(b"v")?;
    let mut length = 1;
    let mut text = [0; 12];
    for lit in lits.iter().map(|lit| Some(*lit)).chain([None]) {
        let word = word(&mut text, lit)?;
        if length + word.len() > width {
            out.write_all(b"\nv")?;
            length = 1;
        }
        out.write_all(word)?;
        length += word.len();
    }
    out.write_all(b"\n")
}

/// A blank and the literal, or the 0 that ends them.
fn word(text: &mut [u8; 12], lit: Option<Lit>) -> io::Result<&[u8]> {
    // A blank, a sign and ten digits always fit.
    let mut rest = &mut text[..];
    rest.write_all(b" ")?;
    match lit {
        Some(lit) => write_lit(&mut rest, lit)?,
        None => rest.write_all(b"0")?,
    }
    let left = rest.len();
    Ok(&text[..12 - left])
}

/// Writes what the work was.
pub(crate) fn write_statistics(
    out: &mut impl Write,
    convention: Convention,
    statistics: &Statistics,
    time: Duration,
) -> io::Result<()> {
    let mut entries = vec![
        ("variables", statistics.n_vars.to_string()),
        ("clauses", statistics.n_clauses.to_string()),
        ("fixed-variables", statistics.n_fixed.to_string()),
        ("counted-clauses", statistics.n_counted.to_string()),
        ("failed-literals", statistics.n_failed.to_string()),
        ("searched-variables", statistics.n_open_vars.to_string()),
        ("searched-clauses", statistics.n_open_clauses.to_string()),
    ];
    if let Some(searched) = statistics.searched {
        entries.extend([
            ("conflicts", searched.conflicts.to_string()),
            ("decisions", searched.decisions.to_string()),
            ("propagations", searched.propagations.to_string()),
            ("restarts", searched.restarts.to_string()),
            ("learnt-clauses", searched.learnt_clauses.to_string()),
        ]);
    }
    if let Some(bytes) = pipe_cli::resident_memory() {
        entries.push(("memory-megabytes", (bytes >> 20).to_string()));
    }
    entries.push(("total-time", format!("{:.2}", time.as_secs_f64())));
    match convention {
        Convention::Competition => {
            entries.iter().try_for_each(|(name, value)| writeln!(out, "c {name:<20}{value:>12}"))
        }
        Convention::Z3 => {
            let lines: Vec<String> =
                entries.iter().map(|(name, value)| format!(":{name:<20} {value}")).collect();
            writeln!(out, "({})", lines.join("\n "))
        }
    }
}

/// Writes what the work was, and the course of the search, as JSON in a line.
pub(crate) fn write_json(
    out: &mut impl Write,
    statistics: &Statistics,
    progress: &Progress,
    time: Duration,
) -> io::Result<()> {
    let course: Vec<Value> = progress.points().iter().map(point).collect();
    let json = json!({
        "variables": statistics.n_vars,
        "clauses": statistics.n_clauses,
        "fixed_variables": statistics.n_fixed,
        "counted_clauses": statistics.n_counted,
        "failed_literals": statistics.n_failed,
        "searched_variables": statistics.n_open_vars,
        "searched_clauses": statistics.n_open_clauses,
        "search": statistics.searched.as_ref().map(point),
        "course": course,
        "memory_bytes": pipe_cli::resident_memory(),
        "seconds": time.as_secs_f64(),
    });
    writeln!(out, "c {json}")
}

/// What a search had done at a point of it.
fn point(searched: &Searched) -> Value {
    json!({
        "conflicts": searched.conflicts,
        "decisions": searched.decisions,
        "propagations": searched.propagations,
        "restarts": searched.restarts,
        "glues": searched.glues,
        "learnt_literals": searched.learnt_literals,
        "learnt_clauses": searched.learnt_clauses,
        "reductions": searched.reductions,
        "mode_switches": searched.mode_switches,
        "ticks": searched.ticks,
        "failed_literals": searched.failed_literals,
        "subsumed": searched.subsumed,
        "eliminated": searched.eliminated,
        "vivified": searched.vivified,
        "mode": if searched.mode_switches.is_multiple_of(2) { "focused" } else { "stable" },
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn model(lits: &[Lit], width: usize) -> String {
        let mut out = Vec::new();
        write_literals(&mut out, lits, width).unwrap();
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn models_are_wrapped_and_closed() {
        assert_eq!(model(&[], WIDTH), "v 0\n");
        let lits: Vec<Lit> =
            (1..200).chain([i32::MAX, -i32::MAX]).filter_map(Lit::new).map(|lit| -lit).collect();
        let wrapped = model(&lits, WIDTH);
        let numbers = |text: &str| -> Vec<i32> {
            let words = text.lines().flat_map(|line| line.strip_prefix("v ").unwrap().split(' '));
            words.map(|word| word.parse().unwrap()).collect()
        };
        let expected: Vec<i32> = lits.iter().map(|lit| lit.number()).chain([0]).collect();
        assert_eq!(numbers(&wrapped), expected);
        assert!(wrapped.lines().all(|line| line.len() <= WIDTH));
        // As full as can be: the next word would not have fitted.
        let lines: Vec<&str> = wrapped.lines().collect();
        for pair in lines.windows(2) {
            let next = pair[1].split(' ').nth(1).unwrap();
            assert!(pair[0].len() + 1 + next.len() > WIDTH);
        }
        let line = model(&lits, usize::MAX);
        assert_eq!(line.lines().count(), 1);
        assert_eq!(numbers(&line), expected);
    }
}
