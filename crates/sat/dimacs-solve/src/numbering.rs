//! Numbers the variables that occur from 1 on, so that tables are as large as the content.

use crate::split_mix;
use sat_format::Lit;
use sat_format::dimacs::Cnf;

/// The variables of a formula under new numbers, from 1 on without a gap.
pub(crate) struct Numbering {
    /// The variable of each number, less one.
    vars: Vec<u32>,
    /// The number of each variable: by variable if the formula is dense, else by place in the sorted
    /// list of variables.
    numbers: Numbers,
}

enum Numbers {
    ByVariable(Vec<u32>),
    BySearch(Vec<(u32, u32)>),
}

/// Whether a table of all variables up to the largest would be much larger than the formula.
pub(crate) fn is_sparse(cnf: &Cnf) -> bool {
    cnf.summary().max_var_used as usize > 8 * cnf.lits().len() + 1024
}

impl Numbering {
    /// In ascending order for seed 0, shuffled for another.
    pub(crate) fn new(cnf: &Cnf, seed: u64) -> Self {
        let mut vars = occurring(cnf);
        if seed != 0 {
            shuffle(&mut vars, seed);
        }
        Self::of(vars, is_sparse(cnf))
    }

    /// Of these variables, each once, in this order; `is_sparse` if a table up to the largest would be too
    /// large.
    pub(crate) fn of(vars: Vec<u32>, is_sparse: bool) -> Self {
        let numbered = vars.iter().copied().zip(1..);
        let numbers = if is_sparse {
            let mut pairs: Vec<_> = numbered.collect();
            pairs.sort_unstable();
            Numbers::BySearch(pairs)
        } else {
            let mut table = vec![0; vars.iter().max().map_or(0, |var| *var as usize + 1)];
            for (var, number) in numbered {
                table[var as usize] = number;
            }
            Numbers::ByVariable(table)
        };
        Self { vars, numbers }
    }

    /// How many variables occur.
    pub(crate) fn len(&self) -> usize {
        self.vars.len()
    }

    /// The formula under the new numbers.
    pub(crate) fn renumber(&self, cnf: Cnf) -> Cnf {
        cnf.with_lits(|lit| self.dense(lit))
    }

    /// The formula under the original numbers.
    pub(crate) fn restore(&self, cnf: Cnf) -> Cnf {
        cnf.with_lits(|lit| self.original(lit))
    }

    /// The literal of the formula that `lit` is under the new numbers.
    pub(crate) fn original(&self, lit: Lit) -> Lit {
        lit.with_var(self.vars[lit.var() as usize - 1])
    }

    /// A literal of the formula under the new numbers.
    pub(crate) fn dense(&self, lit: Lit) -> Lit {
        lit.with_var(self.number(lit.var()))
    }

    /// The variables, in the order of their numbers.
    pub(crate) fn vars(&self) -> &[u32] {
        &self.vars
    }

    /// The number of a variable that has one.
    pub(crate) fn number(&self, var: u32) -> u32 {
        match &self.numbers {
            Numbers::ByVariable(table) => table[var as usize],
            Numbers::BySearch(pairs) => pairs[pairs.partition_point(|(other, _)| *other < var)].1,
        }
    }
}

/// The variables that occur, ascending.
pub(crate) fn occurring(cnf: &Cnf) -> Vec<u32> {
    if is_sparse(cnf) {
        let mut vars: Vec<u32> = cnf.lits().iter().map(|lit| lit.var()).collect();
        vars.sort_unstable();
        vars.dedup();
        return vars;
    }
    let mut occurs = vec![false; cnf.summary().max_var_used as usize + 1];
    for lit in cnf.lits() {
        occurs[lit.var() as usize] = true;
    }
    (0..).zip(occurs).filter_map(|(var, occurs)| occurs.then_some(var)).collect()
}

/// Fisher and Yates' shuffle over the generator splitmix64.
pub(crate) fn shuffle(vars: &mut [u32], seed: u64) {
    for (place, end) in (1..).zip((1..vars.len()).rev()) {
        vars.swap(end, (split_mix::number(seed, place) % (end as u64 + 1)) as usize);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formulas::cnf;

    #[test]
    fn numbers_have_no_gaps_and_lead_back() {
        for clauses in [
            vec![vec![3, -9, 4], vec![], vec![-4, 9]],
            vec![vec![1 << 27, -5], vec![70_000, 1 << 27]],
        ] {
            let formula = cnf(&clauses);
            for seed in 0..20 {
                let numbering = Numbering::new(&formula, seed);
                let renumbered = numbering.renumber(formula.clone());
                assert_eq!(numbering.len(), 3);
                assert_eq!(occurring(&renumbered), [1, 2, 3]);
                let back: Vec<Vec<i32>> = renumbered
                    .clauses()
                    .map(|clause| {
                        clause.iter().map(|lit| numbering.original(*lit).number()).collect()
                    })
                    .collect();
                assert_eq!(back, clauses, "seed {seed}");
            }
        }
    }

    #[test]
    fn the_seed_decides_the_order() {
        let formula = cnf(&[(1..100).collect()]);
        let order = |seed| Numbering::new(&formula, seed).vars;
        assert!(order(0).is_sorted());
        assert_eq!(order(7), order(7));
        assert_ne!(order(7), order(8));
    }
}
