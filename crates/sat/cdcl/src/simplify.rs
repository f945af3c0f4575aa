//! One round of making the clauses simpler.
//!
//! Each technique may take a share of what the search has taken since the last round, in ticks, and
//! something at least; before the search as much as reading the clauses a few times.

use crate::options::Techniques;
use crate::solver::Solver;

/// The share of each technique, in thousandths of the search.
const PROBING_SHARE: u64 = 10;
const SUBSUMPTION_SHARE: u64 = 50;
const ELIMINATION_SHARE: u64 = 50;
const LEARNT_VIVIFICATION_SHARE: u64 = 120;
const FORMULA_VIVIFICATION_SHARE: u64 = 40;

/// Subsumption looks at no longer clauses, and elimination makes no longer ones.
pub(crate) const MAX_LENGTH: usize = 100;

/// Literals that these two read in a tick, about.
pub(crate) const LITERALS_A_TICK: usize = 4;

/// The least that a technique may take, in ticks.
const LEAST: u64 = 10_000;

impl Solver<'_> {
    /// Goes back to the root and runs the techniques that are on, each within its budget.
    pub(crate) fn simplify(&mut self) {
        self.backtrack(0);
        self.propagate_root();
        if self.is_inconsistent {
            return;
        }
        self.clean();
        let searched = self.ticks - self.ticks_at_simplify;
        let n_words = self.clauses.n_words() as u64;
        let is_first = self.statistics.conflicts == 0;
        let budget = |share: u64| {
            if is_first { LEAST + 2 * n_words } else { LEAST + searched / 1000 * share }
        };
        let techniques = self.options.techniques;
        if techniques.probing && !is_first {
            self.probe(self.ticks + budget(PROBING_SHARE));
            self.clean();
        }
        self.resolve_round(techniques, budget(SUBSUMPTION_SHARE), budget(ELIMINATION_SHARE));
        if techniques.vivification && !is_first {
            self.vivify(true, self.ticks + budget(LEARNT_VIVIFICATION_SHARE));
            self.vivify(false, self.ticks + budget(FORMULA_VIVIFICATION_SHARE));
            self.clean();
        }
        self.collect();
        self.ticks_at_simplify = self.ticks;
    }

    /// Subsumption and elimination, which work on clauses that are not watched.
    fn resolve_round(&mut self, techniques: Techniques, subsumption: u64, elimination: u64) {
        if self.is_inconsistent || !techniques.subsumption && !techniques.elimination {
            return;
        }
        // Rebuilt below: meanwhile their memory is what the lists of occurrences take.
        self.watches.fill_with(Vec::new);
        if techniques.subsumption {
            self.subsume(self.ticks + subsumption);
        }
        if techniques.elimination {
            self.eliminate(self.ticks + elimination);
        }
        self.rebuild_watches();
        self.propagate_root();
        self.clean();
    }

    /// Takes the clauses of an eliminated variable back in.
    pub(crate) fn restore(&mut self, var: usize) {
        if !self.is_removed[var] {
            return;
        }
        self.is_removed[var] = false;
        self.n_removed -= 1;
        for clause in self.extension.take(var) {
            for lit in &clause {
                self.restore(lit.var());
            }
            let numbers: Vec<i32> = clause.iter().map(|lit| lit.number()).collect();
            self.trace_add(&clause);
            self.add_clause(&numbers);
        }
        self.queue.reopen(var);
        self.heap.insert(var);
    }
}
