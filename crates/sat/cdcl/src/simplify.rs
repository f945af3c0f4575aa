//! One round of making the clauses simpler.

use crate::solver::Solver;

impl Solver {
    /// Goes back to the root and runs the techniques that are on, each within its budget.
    pub(crate) fn simplify(&mut self) {
        self.backtrack(0);
        self.propagate_root();
        if self.is_inconsistent {
            return;
        }
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
