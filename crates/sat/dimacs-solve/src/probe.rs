//! Finds failed literals: a literal from which a contradiction follows by units alone is false.
//!
//! Each open literal in turn is taken to be true and propagated: pairs by lists of what each literal
//! implies, longer clauses by two watched literals. What failed is fixed as false, with all that
//! follows, and the round goes on until a whole one finds nothing, or the budget is spent.
//!
//! # References
//! - Freeman: Improvements to Propositional Satisfiability Search Algorithms, thesis, University of
//!   Pennsylvania, 1995
//! - Lynce, Marques-Silva: Probing-Based Preprocessing Techniques for Propositional Satisfiability,
//!   ICTAI 2003

use crate::effort::Effort;
use crate::lists::Lists;
use crate::numbering::occurring;
use sat_format::Lit;
use sat_format::dimacs::Cnf;

/// Literals of clauses that may be looked at.
const STEPS: usize = 20_000_000;

/// Literals that are true in every model, of a formula with dense variables whose clauses have two
/// literals or more; `None` if it has no model.
pub(crate) fn failed_literals(cnf: &Cnf) -> Option<Vec<Lit>> {
    let mut prober = Prober::new(cnf);
    let lits: Vec<Lit> = occurring(cnf)
        .into_iter()
        .filter_map(|var| Lit::new(var as i32))
        .flat_map(|lit| [lit, -lit])
        .collect();
    // How many literals in a row did not fail.
    let mut n_passed = 0;
    for &lit in lits.iter().cycle() {
        if n_passed == lits.len() || prober.effort.is_spent() {
            break;
        }
        n_passed += 1;
        if prober.value(lit).is_none() && prober.fails(lit) {
            n_passed = 0;
            prober.set(-lit);
            prober.propagate()?;
        }
    }
    Some(prober.trail)
}

/// A propagator that can go back.
struct Prober<'f> {
    cnf: &'f Cnf,
    /// What each literal makes true by a pair, by [`Lit::index`].
    implied: Lists<Lit>,
    /// The longer clauses to look at when a literal becomes false, by [`Lit::index`].
    watchers: Vec<Vec<u32>>,
    /// The two watched literals of each clause.
    watched: Vec<[Lit; 2]>,
    /// By [`Lit::index`].
    values: Vec<Option<bool>>,
    /// The true literals; those up to `next` are propagated.
    trail: Vec<Lit>,
    next: usize,
    effort: Effort,
}

impl<'f> Prober<'f> {
    fn new(cnf: &'f Cnf) -> Self {
        let n_literals = 2 * cnf.summary().max_var_used as usize + 2;
        let implied = cnf.clauses().filter_map(|clause| match *clause {
            [a, b] => Some([((-a).index(), b), ((-b).index(), a)]),
            _ => None,
        });
        let mut watchers = vec![Vec::new(); n_literals];
        let mut watched = Vec::new();
        for (at, clause) in (0..).zip(cnf.clauses()) {
            watched.push([clause[0], clause[1]]);
            if clause.len() > 2 {
                watchers[clause[0].index()].push(at);
                watchers[clause[1].index()].push(at);
            }
        }
        Self {
            cnf,
            implied: Lists::new(n_literals, implied.flatten()),
            watchers,
            watched,
            values: vec![None; n_literals],
            trail: Vec::new(),
            next: 0,
            effort: Effort::new(STEPS),
        }
    }

    fn value(&self, lit: Lit) -> Option<bool> {
        self.values[lit.index()]
    }

    fn set(&mut self, lit: Lit) {
        self.values[lit.index()] = Some(true);
        self.values[(-lit).index()] = Some(false);
        self.trail.push(lit);
    }

    /// Whether a contradiction follows from an open literal; leaves everything as it was.
    fn fails(&mut self, lit: Lit) -> bool {
        let start = self.trail.len();
        self.set(lit);
        let fails = self.propagate().is_none();
        for lit in self.trail.drain(start..) {
            self.values[lit.index()] = None;
            self.values[(-lit).index()] = None;
        }
        self.next = start;
        fails
    }

    /// Sets all that follows from the trail; `None` at a contradiction.
    fn propagate(&mut self) -> Option<()> {
        while let Some(&lit) = self.trail.get(self.next) {
            self.next += 1;
            let implied = self.implied.range(lit.index());
            self.effort.take(1 + implied.len());
            for at in implied {
                self.require(self.implied.items()[at])?;
            }
            let mut watchers = std::mem::take(&mut self.watchers[(-lit).index()]);
            let result = self.visit(&mut watchers, -lit);
            self.watchers[(-lit).index()] = watchers;
            result?;
        }
        Some(())
    }

    /// Makes a literal true; `None` if it is false.
    fn require(&mut self, lit: Lit) -> Option<()> {
        match self.value(lit) {
            Some(true) => Some(()),
            Some(false) => None,
            None => {
                self.set(lit);
                Some(())
            }
        }
    }

    /// Looks at the clauses that watch a literal which became false: keeps in the list those that
    /// still do.
    fn visit(&mut self, watchers: &mut Vec<u32>, lit: Lit) -> Option<()> {
        let mut result = Some(());
        watchers.retain(|&at| {
            let [a, b] = self.watched[at as usize];
            let other = if a == lit { b } else { a };
            if result.is_none() || self.value(other) == Some(true) {
                return true;
            }
            let clause = self.cnf.clause(at as usize);
            self.effort.take(clause.len());
            let may_be_true = |next: &Lit| {
                *next != other && *next != lit && self.values[next.index()] != Some(false)
            };
            if let Some(next) = clause.iter().copied().find(may_be_true) {
                self.watched[at as usize] = [other, next];
                self.watchers[next.index()].push(at);
                return false;
            }
            result = self.require(other);
            true
        });
        result
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formulas::{cnf, models, structured_formula};
    use crate::simplify::simplify;
    use proptest::prelude::*;

    fn failed(clauses: &[Vec<i32>]) -> Option<Vec<i32>> {
        Some(failed_literals(&cnf(clauses))?.iter().map(|lit| lit.number()).collect())
    }

    fn with_units(formula: &Cnf, lits: &[Lit]) -> Cnf {
        let mut more = formula.clone();
        for lit in lits {
            more.push(&[*lit]);
        }
        more
    }

    #[test]
    fn literals_fail_by_pairs_and_by_longer_clauses() {
        assert_eq!(failed(&[vec![1, 2], vec![1, -2]]), Some(vec![1]));
        let longer = [vec![-1, 2], vec![-1, 3], vec![-2, -3, 4], vec![-2, -3, -4], vec![1, 5, 6]];
        assert_eq!(failed(&longer), Some(vec![-1]));
        // 4 fails only once 3 is known to be false, and then 5 is true.
        let twice = [vec![-4, 3, 6], vec![-4, 3, -6], vec![4, 5], vec![-3, 7], vec![-3, -7]];
        assert_eq!(failed(&twice), Some(vec![-3, -4, 5]));
    }

    #[test]
    fn a_contradiction_and_its_absence() {
        assert_eq!(failed(&[vec![1, 2], vec![-1, 2], vec![1, -2], vec![-1, -2]]), None);
        assert_eq!(failed(&[vec![1, 2, 3], vec![-1, -2], vec![-2, -3]]), Some(vec![]));
        assert_eq!(failed(&[]), Some(vec![]));
    }

    proptest! {
        #[test]
        fn what_failed_is_false_in_every_model(clauses in structured_formula()) {
            let Some(simplified) = simplify(&cnf(&clauses)) else { return Ok(()) };
            let formula = simplified.open;
            let n_vars = formula.n_vars();
            let Some(found) = failed_literals(&formula) else {
                prop_assert_eq!(models(&formula, n_vars).next(), None);
                return Ok(());
            };
            let more = with_units(&formula, &found);
            prop_assert!(models(&formula, n_vars).eq(models(&more, n_vars)));
        }

        #[test]
        fn a_literal_fails_exactly_if_units_contradict_it(clauses in structured_formula()) {
            let Some(simplified) = simplify(&cnf(&clauses)) else { return Ok(()) };
            let Some(found) = failed_literals(&simplified.open) else { return Ok(()) };
            let rest = with_units(&simplified.open, &found);
            for lit in (1..=rest.n_vars() as i32).flat_map(|var| [Lit::new(var), Lit::new(-var)]) {
                let lit = lit.unwrap();
                prop_assert_eq!(simplify(&with_units(&rest, &[lit])).is_none(), found.contains(&-lit), "{}", lit);
            }
        }
    }
}
