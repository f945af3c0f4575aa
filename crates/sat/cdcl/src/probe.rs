//! Failed literals: what contradicts the clauses by propagation alone is false.
//!
//! Only the roots of the graph of pairs are tried, literals that imply something and that no pair
//! implies: what fails beyond a root makes the root fail too.
//!
//! # References
//! - Lynce, Marques-Silva: Probing-based preprocessing techniques for propositional satisfiability,
//!   ICTAI 2003

use crate::clauses::ClauseRef;
use crate::lit::Lit;
use crate::solver::Solver;

impl Solver {
    /// Tries literals at the root until the clock says `deadline` in ticks.
    pub(crate) fn probe(&mut self, deadline: u64) {
        let n_literals = self.values.len();
        for _ in 0..n_literals {
            if self.is_inconsistent || self.ticks >= deadline {
                return;
            }
            let lit = Lit::of_word(self.next_probe as u32 % n_literals as u32);
            self.next_probe = (lit.index() + 1) % n_literals;
            if self.lit_value(lit) == 0 && !self.is_removed[lit.var()] && self.is_root(lit) {
                self.try_literal(lit);
            }
        }
    }

    /// Whether a literal implies others by pairs, and none implies it.
    fn is_root(&self, lit: Lit) -> bool {
        let is_in_pair = |lit: Lit| self.watches[lit.index()].iter().any(|watch| watch.is_binary());
        !is_in_pair(lit) && is_in_pair(!lit)
    }

    fn try_literal(&mut self, lit: Lit) {
        self.open_level(lit);
        let fails = self.propagate().is_some();
        self.backtrack(0);
        if fails {
            self.statistics.failed_literals += 1;
            self.trace_add(&[!lit]);
            self.assign(!lit, ClauseRef::NONE);
            self.propagate_root();
        }
    }
}
