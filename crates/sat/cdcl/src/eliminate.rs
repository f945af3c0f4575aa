//! Bounded variable elimination: a variable is resolved away where that makes no more clauses.
//!
//! The clauses with a variable are replaced by all their resolvents on it. Those that went are kept
//! aside, so that a model can be extended to the variable, and so that the variable can come back.
//!
//! # References
//! - Subbarayan, Pradhan: `NiVER`: non-increasing variable elimination resolution, SAT 2004
//! - Eén, Biere: Effective preprocessing in SAT through variable and clause elimination, SAT 2005

use crate::clauses::ClauseRef;
use crate::lit::Lit;
use crate::phases::sign;
use crate::simplify::{LITERALS_A_TICK, MAX_LENGTH};
use crate::solver::Solver;

/// Variables with more clauses of one sign are left alone.
const MAX_OCCURRENCES: usize = 100;

/// The clauses of the formula by literal.
type Occurrences = Vec<Vec<ClauseRef>>;

impl Solver<'_> {
    /// Eliminates variables until the clock says `deadline` in ticks; at the root. The watches must be
    /// rebuilt after it.
    pub(crate) fn eliminate(&mut self, deadline: u64) {
        let mut occurrences: Occurrences = vec![Vec::new(); self.values.len()];
        for at in self.clauses.refs().filter(|at| !self.clauses.is_learnt(*at)) {
            for lit in self.clauses.lits(at) {
                occurrences[lit.index()].push(at);
            }
        }
        let mut is_frozen = vec![false; self.n_vars()];
        for assumption in &self.assumptions {
            is_frozen[assumption.var()] = true;
        }
        let n_clauses = |var: usize| occurrences[2 * var].len() + occurrences[2 * var + 1].len();
        let mut vars: Vec<(usize, usize)> = (0..self.n_vars())
            .filter(|var| !is_frozen[*var])
            .map(|var| (n_clauses(var), var))
            .collect();
        vars.sort_unstable();
        let mut n_eliminated = 0;
        for (_, var) in vars {
            if self.is_inconsistent || self.ticks >= deadline {
                break;
            }
            if self.values[2 * var] == 0 && !self.is_removed[var] {
                n_eliminated += u64::from(self.try_to_eliminate(var, &mut occurrences));
            }
        }
        self.statistics.eliminated += n_eliminated;
        if n_eliminated > 0 {
            self.forget_learnt_of_removed();
        }
    }

    fn try_to_eliminate(&mut self, var: usize, occurrences: &mut Occurrences) -> bool {
        let (positive, negative) = (Lit::new(var, false), Lit::new(var, true));
        for lit in [positive, negative] {
            let mut list = std::mem::take(&mut occurrences[lit.index()]);
            list.retain(|at| !self.is_dead(*at));
            occurrences[lit.index()] = list;
        }
        let (with, without) = (&occurrences[positive.index()], &occurrences[negative.index()]);
        if with.len() > MAX_OCCURRENCES || without.len() > MAX_OCCURRENCES {
            return false;
        }
        let Some(resolvents) = self.resolvents(positive, with, without) else { return false };
        for resolvent in &resolvents {
            self.trace_add(resolvent);
        }
        let gone: Vec<ClauseRef> = with.iter().chain(without).copied().collect();
        let n_with = with.len();
        for (k, at) in gone.into_iter().enumerate() {
            let witness = if k < n_with { positive } else { negative };
            self.extension.push(witness, self.clauses.lits(at));
            // A proof keeps the clause: it may come back.
            self.clauses.make_garbage(at);
        }
        self.is_removed[var] = true;
        self.n_removed += 1;
        for resolvent in resolvents {
            self.add_resolvent(&resolvent, occurrences);
        }
        true
    }

    /// Whether a clause is gone or true at the root.
    fn is_dead(&self, at: ClauseRef) -> bool {
        self.clauses.is_garbage(at) || self.clauses.lits(at).any(|lit| self.lit_value(lit) > 0)
    }

    /// All resolvents on a literal that are not tautologies; `None` where they are too many or too long.
    fn resolvents(
        &mut self,
        lit: Lit,
        with: &[ClauseRef],
        without: &[ClauseRef],
    ) -> Option<Vec<Vec<Lit>>> {
        let most = with.len() + without.len();
        let mut resolvents = Vec::new();
        let mut sign_in = std::mem::take(&mut self.signs);
        sign_in.resize(self.n_vars(), 0);
        let mut n_read = 0;
        let mut is_bounded = true;
        for a in with {
            for other in self.clauses.lits(*a) {
                sign_in[other.var()] = sign(other);
            }
            for b in without {
                n_read += self.clauses.len(*b);
                if let Some(resolvent) = self.resolvent(lit, *a, *b, &sign_in) {
                    is_bounded = resolvents.len() < most && resolvent.len() <= MAX_LENGTH;
                    resolvents.push(resolvent);
                }
                if !is_bounded {
                    break;
                }
            }
            for other in self.clauses.lits(*a) {
                sign_in[other.var()] = 0;
            }
            if !is_bounded {
                break;
            }
        }
        self.signs = sign_in;
        self.ticks += 1 + (n_read / LITERALS_A_TICK) as u64;
        is_bounded.then_some(resolvents)
    }

    /// The resolvent of two clauses on a literal, without what is false at the root; `sign_in` has the
    /// signs of the first one's.
    fn resolvent(&self, lit: Lit, a: ClauseRef, b: ClauseRef, sign_in: &[i8]) -> Option<Vec<Lit>> {
        let mut resolvent = Vec::new();
        for other in self.clauses.lits(b).filter(|other| other.var() != lit.var()) {
            match (sign_in[other.var()], other.is_negated()) {
                (0, _) if self.lit_value(other) == 0 => resolvent.push(other),
                (1, true) | (-1, false) => return None,
                _ => {}
            }
        }
        let first = self.clauses.lits(a);
        resolvent.extend(first.filter(|other| *other != lit && self.lit_value(*other) == 0));
        Some(resolvent)
    }

    fn add_resolvent(&mut self, lits: &[Lit], occurrences: &mut Occurrences) {
        // An earlier one may have assigned some of them.
        if self.is_inconsistent || lits.iter().any(|lit| self.lit_value(*lit) > 0) {
            return;
        }
        let open: Vec<Lit> = lits.iter().copied().filter(|lit| self.lit_value(*lit) == 0).collect();
        if open.len() < lits.len() {
            self.trace_add(&open);
        }
        match open[..] {
            [] => self.is_inconsistent = true,
            [unit] => self.assign(unit, ClauseRef::NONE),
            _ => {
                let at = self.clauses.push(&open, false, 0);
                for lit in &open {
                    occurrences[lit.index()].push(at);
                }
            }
        }
    }

    fn forget_learnt_of_removed(&mut self) {
        let refs: Vec<ClauseRef> =
            self.clauses.refs().filter(|at| self.clauses.is_learnt(*at)).collect();
        for at in refs {
            if self.clauses.lits(at).any(|lit| self.is_removed[lit.var()]) {
                self.remove(at);
            }
        }
    }
}
