//! `VeriPB`: clauses as inequalities, and the derivation of what follows from a count.
//!
//! A clause is an inequality `Σ l ≥ 1` over its literals, where `~l` is `1 − l`. A count has k clauses
//! and g ≤ k groups of the same literals. From the pairs that exclude one another follows for each
//! group, of s literals, that all but one are false; it is folded, one literal after the other:
//!
//! ```text
//! A₂:    ~l₁ + ~l₂ ≥ 1                                    a clause of the formula
//! Aⱼ₊₁:  ((j−1)·Aⱼ + Σ (~lᵢ + ~lⱼ₊₁ ≥ 1 for i ≤ j)) / j    all have the factor j; of
//!                                                         (j−1)² + j = j(j−1) + 1 the j-th part,
//!                                                         rounded up, is j
//! A:     Σ ~l ≥ s − 1
//! ```
//!
//! The sum of the k clauses and of A for each group but one is, as `l + ~l = 1`, that the literals
//! of this one are at least k − (g − 1). With g = k that is the clause of the group; with g < k it is,
//! together with the group's own A, the contradiction `0 ≥ k − g`.
//!
//! # References
//! - Cook, Coullard, Turán: On the Complexity of Cutting-Plane Proofs, Discrete Applied Mathematics
//!   18, 1987 (pigeonholes in polynomial length)

use super::{Count, Writer};
use sat_format::Lit;
use std::io::{self, Write};

pub(super) fn write_start(out: &mut impl Write, n_clauses: usize) -> io::Result<()> {
    write!(out, "pseudo-Boolean proof version 3.0\nf {n_clauses};\n")
}

/// The end of a proof whose step `contradiction` is one.
pub(super) fn write_end(out: &mut impl Write, contradiction: u64) -> io::Result<()> {
    writeln!(out, "output NONE;")?;
    writeln!(out, "conclusion UNSAT : {contradiction};")?;
    writeln!(out, "end pseudo-Boolean proof;")
}

/// A clause that follows by unit propagation.
pub(super) fn write_rup(out: &mut impl Write, clause: &[Lit]) -> io::Result<()> {
    out.write_all(b"rup")?;
    for lit in clause {
        out.write_all(b" 1 ")?;
        write_lit(out, *lit)?;
    }
    out.write_all(b" >= 1;\n")
}

pub(super) fn write_deletion(out: &mut impl Write, ids: &[u64]) -> io::Result<()> {
    out.write_all(b"del id")?;
    ids.iter().try_for_each(|id| write!(out, " {id}"))?;
    out.write_all(b";\n")
}

fn write_lit(out: &mut impl Write, lit: Lit) -> io::Result<()> {
    write!(out, "{}x{}", if lit.is_positive() { "" } else { "~" }, lit.var())
}

/// Writes what follows from a count: with as many groups as clauses each group as a clause, and with
/// less a contradiction.
pub(super) fn derive(writer: &mut Writer, count: Count<'_>) {
    let (n_clauses, n_groups) = (count.clauses.len(), count.groups.len());
    if n_groups == n_clauses && count.groups.iter().all(|group| writer.ledger.id(group).is_some()) {
        return;
    }
    let clauses: Vec<u64> = count.clauses.iter().map(|clause| writer.id_of(clause)).collect();
    let mut helpers = vec![sum(writer, clauses.iter().map(|id| Term::Step(*id)))];
    let all_but_one: Vec<Vec<Term>> =
        count.groups.iter().map(|group| all_but_one_false(writer, group, &mut helpers)).collect();
    let total = helpers[0];
    if n_groups < n_clauses {
        let terms = all_but_one.iter().flatten().copied();
        sum(writer, [Term::Step(total)].into_iter().chain(terms));
        return;
    }
    for (at, group) in count.groups.iter().enumerate() {
        if writer.ledger.id(group).is_some() {
            continue;
        }
        let others = all_but_one.iter().enumerate().filter(|(other, _)| *other != at);
        let terms = others.flat_map(|(_, terms)| terms.iter().copied());
        write_sum(writer, [Term::Step(total)].into_iter().chain(terms));
        writer.ledger.added(group);
    }
    writer.write(|out| write_deletion(out, &helpers));
}

/// What a sum is made of.
#[derive(Debug, Clone, Copy)]
enum Term {
    /// An earlier step.
    Step(u64),
    /// The literal is not less than 0.
    Literal(Lit),
}

/// What says that all literals of a group but one are false; a step that it takes goes to `helpers`.
fn all_but_one_false(writer: &mut Writer, group: &[Lit], helpers: &mut Vec<u64>) -> Vec<Term> {
    match *group {
        [lit] => return vec![Term::Literal(-lit)],
        [a, b] => return vec![Term::Step(writer.id_of(&[-a, -b]))],
        _ => {}
    }
    let pairs: Vec<Vec<u64>> = (1..group.len())
        .map(|at| group[..at].iter().map(|lit| writer.id_of(&[-*lit, -group[at]])).collect())
        .collect();
    writer.write(|out| {
        write!(out, "pol {}", pairs[0][0])?;
        for (j, pairs) in (2..).zip(&pairs[1..]) {
            if j > 2 {
                write!(out, " {} *", j - 1)?;
            }
            pairs.iter().try_for_each(|pair| write!(out, " {pair} +"))?;
            write!(out, " {j} d")?;
        }
        out.write_all(b";\n")
    });
    let id = writer.ledger.next_id();
    helpers.push(id);
    vec![Term::Step(id)]
}

/// Writes the sum of the terms as a step, and gives its number.
fn sum(writer: &mut Writer, terms: impl Iterator<Item = Term>) -> u64 {
    write_sum(writer, terms);
    writer.ledger.next_id()
}

fn write_sum(writer: &mut Writer, terms: impl Iterator<Item = Term>) {
    writer.write(|out| {
        out.write_all(b"pol")?;
        for (at, term) in terms.enumerate() {
            out.write_all(b" ")?;
            match term {
                Term::Step(id) => write!(out, "{id}")?,
                Term::Literal(lit) => write_lit(out, lit)?,
            }
            if at > 0 {
                out.write_all(b" +")?;
            }
        }
        out.write_all(b";\n")
    });
}
