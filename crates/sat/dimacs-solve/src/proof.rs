//! The proof of a verdict "unsatisfiable", step by step, as it is found.
//!
//! All that is concluded before and during the search goes to a [`Proof`], in the numbers of the
//! file's variables ([`Renumbered`]): failed literals as units, clauses that follow from a count by
//! the derivation in [`veripb`], what the search learns as it learns it. What unit propagation alone
//! finds needs no step, as each checker propagates.
//!
//! ```text
//! format   steps                                counts
//! drat     clauses, deleted clauses             no: a count is not a step of resolution
//! lrat     the same with reasons                no
//! veripb   rup, del, and pol for the counts     yes
//! ```
//!
//! The steps are written as they come; of the clauses that are there a [`Ledger`] is kept.
//!
//! # References
//! - Heule: The DRAT format and DRAT-trim checker, arXiv:1610.06229, 2016
//! - Gocht, Nordström: Certifying Parity Reasoning Efficiently Using Pseudo-Boolean Proofs, AAAI 2021
//! - `VeriPB` 3.0: Proof Format Overview

mod drat;
mod ledger;
mod lrat;
mod veripb;

use crate::numbering::Numbering;
use ledger::Ledger;
use lrat::Hints;
use sat_format::Lit;
use sat_format::dimacs::Cnf;
use sat_format::proof::ProofSink;
use std::fs::File;
use std::io::{self, BufWriter, Write};

/// How a proof is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub enum ProofFormat {
    /// For `VeriPB` and `proof-check`: all methods are used
    Veripb,
    /// For drat-trim and `proof-check`, as text: the search does without clauses from counts
    Drat,
    /// DRAT with the reasons of each step, for lrat-check and `proof-check`
    Lrat,
}

/// A count that holds: clauses of which no two share a literal, and groups of the same literals, each
/// of which has at most one true literal by the formula's clauses of two literals.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Count<'a> {
    pub(crate) clauses: &'a [Vec<Lit>],
    pub(crate) groups: &'a [Vec<Lit>],
}

/// A sink that may take counts, too.
pub(crate) trait Proof: ProofSink + Send {
    /// Whether a step may be a count.
    fn takes_counts(&self) -> bool {
        true
    }

    /// Whether the steps go to a file.
    fn is_written(&self) -> bool {
        false
    }

    /// Proves what follows from a count: a contradiction if there are less groups than clauses; if
    /// there are as many, each group as a clause.
    fn count(&mut self, _: Count<'_>) {}
}

impl Proof for () {}

/// A proof in other numbers: it takes the numbers of a [`Numbering`] and hands on the original ones.
pub(crate) struct Renumbered<'a> {
    pub(crate) proof: &'a mut dyn Proof,
    pub(crate) numbering: &'a Numbering,
}

impl Renumbered<'_> {
    fn original(&self, lits: &[Lit]) -> Vec<Lit> {
        lits.iter().map(|lit| self.numbering.original(*lit)).collect()
    }
}

impl ProofSink for Renumbered<'_> {
    fn add(&mut self, clause: &[Lit]) {
        let clause = self.original(clause);
        self.proof.add(&clause);
    }

    fn delete(&mut self, clause: &[Lit]) {
        let clause = self.original(clause);
        self.proof.delete(&clause);
    }
}

impl Proof for Renumbered<'_> {
    fn takes_counts(&self) -> bool {
        self.proof.takes_counts()
    }

    fn is_written(&self) -> bool {
        self.proof.is_written()
    }

    fn count(&mut self, count: Count<'_>) {
        let all = |lists: &[Vec<Lit>]| -> Vec<Vec<Lit>> {
            lists.iter().map(|lits| self.original(lits)).collect()
        };
        let (clauses, groups) = (all(count.clauses), all(count.groups));
        self.proof.count(Count { clauses: &clauses, groups: &groups });
    }
}

/// A proof that is written to a file.
pub(crate) struct Writer {
    format: ProofFormat,
    out: BufWriter<File>,
    ledger: Ledger,
    /// For LRAT.
    hints: Option<Hints>,
    /// The first error, after which nothing is written any more.
    error: Option<io::Error>,
}

impl Writer {
    /// The start of a proof about a formula.
    pub(crate) fn new(file: File, format: ProofFormat, cnf: &Cnf) -> Self {
        let out = BufWriter::with_capacity(1 << 16, file);
        let hints = (format == ProofFormat::Lrat).then(|| Hints::of(cnf));
        let mut writer = Self { format, out, ledger: Ledger::of(cnf), hints, error: None };
        match format {
            ProofFormat::Veripb => {
                writer.write(|out| veripb::write_start(out, cnf.clauses().len()));
            }
            ProofFormat::Lrat => {
                writer.copy_without_repetitions(cnf);
                writer.root();
            }
            ProofFormat::Drat => {}
        }
        writer
    }

    /// The last step, the empty clause, and the end of the file; then it is whole.
    ///
    /// # Errors
    /// A part of it could not be written.
    pub(crate) fn finish(mut self) -> io::Result<()> {
        if !self.hints.as_ref().is_some_and(Hints::contradict) {
            self.clause(&[]);
        }
        let last = self.ledger.last_id();
        if self.format == ProofFormat::Veripb {
            self.write(|out| veripb::write_end(out, last));
        }
        self.write(BufWriter::flush);
        self.error.map_or(Ok(()), Err)
    }

    fn write(&mut self, line: impl FnOnce(&mut BufWriter<File>) -> io::Result<()>) {
        if self.error.is_none() {
            self.error = line(&mut self.out).err();
        }
    }

    /// Writes a clause that follows by unit propagation.
    fn clause(&mut self, clause: &[Lit]) {
        match (self.format, &mut self.hints) {
            (ProofFormat::Drat, _) => self.write(|out| drat::write_addition(out, clause)),
            (ProofFormat::Veripb, _) => self.write(|out| veripb::write_rup(out, clause)),
            // After a contradiction nothing is left to prove.
            (ProofFormat::Lrat, Some(hints)) if hints.contradict() => return,
            (ProofFormat::Lrat, hints) => {
                let why = hints.as_mut().and_then(|hints| hints.why(clause));
                let id = self.ledger.last_id() + 1;
                self.write(|out| {
                    let fault = "internal error: a step does not follow by propagation";
                    let why = why.ok_or_else(|| io::Error::other(fault))?;
                    lrat::write_addition(out, id, clause, &why)
                });
            }
        }
        self.ledger.added(clause);
        if let Some(hints) = &mut self.hints {
            hints.add(self.ledger.last_id(), clause);
            self.root();
        }
    }

    /// Replaces each clause with a repeated literal, for LRAT: lrat-check takes one for no unit.
    fn copy_without_repetitions(&mut self, cnf: &Cnf) {
        for (id, clause) in (1..).zip(cnf.clauses()) {
            let mut lits = clause.to_vec();
            lits.sort_unstable();
            lits.dedup();
            if let (true, Some(hints)) = (lits.len() < clause.len(), &mut self.hints) {
                let copy = self.ledger.last_id() + 1;
                hints.rename(id, copy);
                self.ledger.added(&lits);
                self.write(|out| lrat::write_addition(out, copy, &lits, &[id]));
            }
        }
    }

    /// Writes what follows from no assumption, for LRAT.
    fn root(&mut self) {
        loop {
            let id = self.ledger.last_id() + 1;
            let Some((lit, why)) = self.hints.as_mut().and_then(|hints| hints.next_root(id)) else {
                return;
            };
            self.write(|out| lrat::write_addition(out, id, lit.as_slice(), &why));
            match lit {
                Some(lit) => self.ledger.added(&[lit]),
                None => return,
            }
        }
    }

    /// The identifier of a clause, which is written if it is not there.
    fn id_of(&mut self, clause: &[Lit]) -> u64 {
        self.ledger.id(clause).unwrap_or_else(|| {
            self.clause(clause);
            self.ledger.last_id()
        })
    }
}

impl ProofSink for Writer {
    fn add(&mut self, clause: &[Lit]) {
        if !self.ledger.has_one_more(clause) {
            self.clause(clause);
        }
    }

    fn delete(&mut self, clause: &[Lit]) {
        let Some(id) = self.ledger.has_one_less(clause) else { return };
        match self.format {
            ProofFormat::Drat => self.write(|out| drat::write_deletion(out, clause)),
            ProofFormat::Lrat => {
                let last = self.ledger.last_id();
                // The contradiction is the last step.
                let deletes = |hints: &mut Hints| !hints.contradict() && hints.delete(id);
                if self.hints.as_mut().is_some_and(deletes) {
                    self.write(|out| lrat::write_deletion(out, last, id));
                }
            }
            // The formula stays: to delete from it has to be justified.
            ProofFormat::Veripb if self.ledger.is_of_formula(id) => {}
            ProofFormat::Veripb => self.write(|out| veripb::write_deletion(out, &[id])),
        }
    }
}

impl Proof for Writer {
    fn takes_counts(&self) -> bool {
        self.format == ProofFormat::Veripb
    }

    fn is_written(&self) -> bool {
        true
    }

    fn count(&mut self, count: Count<'_>) {
        veripb::derive(self, count);
    }
}
