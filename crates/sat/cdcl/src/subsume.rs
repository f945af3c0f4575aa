//! Subsumption: a clause that contains another one goes, and one that does but for a negated literal
//! loses that literal.
//!
//! Each clause, shorter ones first, is looked for among those before it, which are listed under one
//! literal each, that with the fewest entries.
//!
//! # References
//! - Eén, Biere: Effective preprocessing in SAT through variable and clause elimination, SAT 2005
//! - Bayardo, Panda: Fast algorithms for finding extremal sets, SDM 2011 (one entry a clause)

use crate::analyze::TIER_2;
use crate::clauses::ClauseRef;
use crate::lit::Lit;
use crate::simplify::{LITERALS_A_TICK, MAX_LENGTH};
use crate::solver::Solver;

/// What one clause does to another.
enum Hit {
    /// Contains it.
    Subsumes(ClauseRef),
    /// Would, were this literal of the other negated.
    Strengthens(Lit),
}

impl Solver<'_> {
    /// Drops and shortens clauses until the clock says `deadline` in ticks; at the root. The watches
    /// must be rebuilt after it.
    pub(crate) fn subsume(&mut self, deadline: u64) {
        let mut refs: Vec<ClauseRef> = self
            .clauses
            .refs()
            .filter(|at| {
                self.clauses.len(*at) <= MAX_LENGTH
                    && (!self.clauses.is_learnt(*at) || self.clauses.glue(*at) <= TIER_2)
            })
            .collect();
        refs.sort_by_key(|at| self.clauses.len(*at));
        let mut entries: Vec<Vec<ClauseRef>> = vec![Vec::new(); self.values.len()];
        let mut is_in = vec![false; self.values.len()];
        for mut at in refs {
            if self.ticks >= deadline || self.is_inconsistent {
                return;
            }
            if self.clauses.is_garbage(at)
                || self.clauses.lits(at).any(|lit| self.lit_value(lit) != 0)
            {
                continue;
            }
            for lit in self.clauses.lits(at) {
                is_in[lit.index()] = true;
            }
            let hit = self.find_hit(at, &entries, &is_in);
            for lit in self.clauses.lits(at) {
                is_in[lit.index()] = false;
            }
            match hit {
                Some(Hit::Subsumes(by)) => {
                    self.statistics.subsumed += 1;
                    if !self.clauses.is_learnt(at) {
                        self.clauses.make_irredundant(by);
                    }
                    self.remove(at);
                    continue;
                }
                Some(Hit::Strengthens(lit)) => {
                    self.statistics.subsumed += 1;
                    let shorter: Vec<Lit> =
                        self.clauses.lits(at).filter(|other| *other != lit).collect();
                    match self.shorten(at, &shorter) {
                        Some(new) => at = new,
                        None => continue,
                    }
                }
                None => {}
            }
            if let Some(lit) = self.clauses.lits(at).min_by_key(|lit| entries[lit.index()].len()) {
                entries[lit.index()].push(at);
            }
        }
    }

    /// [`Self::replace`] that takes a unit too; `None` where no clause is left.
    pub(crate) fn shorten(&mut self, at: ClauseRef, lits: &[Lit]) -> Option<ClauseRef> {
        match *lits {
            [] => {
                self.derive_contradiction();
                None
            }
            [unit] => {
                self.trace_add(lits);
                self.remove(at);
                match self.lit_value(unit) {
                    0 => self.assign(unit, ClauseRef::NONE),
                    value if value < 0 => self.derive_contradiction(),
                    _ => {}
                }
                None
            }
            _ => Some(self.replace(at, lits)),
        }
    }

    fn find_hit(
        &mut self,
        at: ClauseRef,
        entries: &[Vec<ClauseRef>],
        is_in: &[bool],
    ) -> Option<Hit> {
        let mut n_read = 0;
        let clauses = &self.clauses;
        let hit = clauses.lits(at).flat_map(|lit| [lit, !lit]).find_map(|listed| {
            entries[listed.index()].iter().find_map(|by| {
                if clauses.is_garbage(*by) {
                    return None;
                }
                let mut negated = None;
                for lit in clauses.lits(*by) {
                    n_read += 1;
                    if is_in[lit.index()] {
                        continue;
                    }
                    if negated.is_some() || !is_in[(!lit).index()] {
                        return None;
                    }
                    negated = Some(!lit);
                }
                Some(negated.map_or(Hit::Subsumes(*by), Hit::Strengthens))
            })
        });
        self.ticks += 1 + (n_read / LITERALS_A_TICK) as u64;
        hit
    }
}
