//! Splits a formula into cubes, sets of literals of which every model has one as a whole.
//!
//! A cube is split into two by a variable that is true in one and false in the other. Which variable, is decided by
//! looking ahead: each candidate is made true and false, and what follows by units is counted; the best one does much
//! on both sides, so that the two halves are both much smaller. The cube that leaves most open is split first, until
//! there are as many as were asked for. Clauses that follow from counts are among those that propagate.
//!
//! # References
//! - Heule, van Maaren: Look-Ahead Based SAT Solvers, Handbook of Satisfiability, second edition, 2021, chapter 5
//! - Heule, Kullmann, Wieringa, Biere: Cube and Conquer: Guiding CDCL SAT Solvers by Lookaheads, HVC 2011

use crate::numbering::occurring;
use crate::propagator::Propagator;
use sat_format::Lit;
use sat_format::dimacs::Cnf;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// Variables that are looked at for one split.
const CANDIDATES: usize = 64;

/// What a clause of two open literals counts more than one of three: five times as much.
const DECAY: f64 = 0.2;

/// Cubes of a formula with dense variables whose clauses have two literals or more: at most `most`, in the order of the
/// tree of splits, and none if there is nothing to split.
pub(crate) fn cubes(cnf: &Cnf, most: usize) -> Vec<Vec<Lit>> {
    let mut lookahead = Lookahead {
        propagator: Propagator::new(cnf),
        vars: occurring(cnf),
        weights: vec![0.0; 2 * cnf.summary().max_var_used as usize + 2],
        cnf,
    };
    let mut open = BinaryHeap::from([(Reverse(0), Reverse(Vec::new()), Vec::new())]);
    let mut done: Vec<(Vec<bool>, Vec<Lit>)> = Vec::new();
    while open.len() + done.len() < most {
        let Some((_, Reverse(path), cube)) = open.pop() else { break };
        let Some(lit) = lookahead.split(&cube) else {
            done.push((path, cube));
            continue;
        };
        for (is_second, lit) in [(false, lit), (true, -lit)] {
            let cube = [&cube[..], &[lit]].concat();
            let path = [&path[..], &[is_second]].concat();
            match lookahead.n_assigned(&cube) {
                Some(n_assigned) => open.push((Reverse(n_assigned), Reverse(path), cube)),
                None => done.push((path, cube)),
            }
        }
    }
    done.extend(open.into_iter().map(|(_, Reverse(path), cube)| (path, cube)));
    done.sort_unstable();
    done.into_iter().map(|(_, cube)| cube).filter(|cube| !cube.is_empty()).collect()
}

struct Lookahead<'f> {
    cnf: &'f Cnf,
    propagator: Propagator<'f>,
    vars: Vec<u32>,
    /// By [`Lit::index`], how much a literal occurs in the clauses that are open.
    weights: Vec<f64>,
}

impl Lookahead<'_> {
    /// Makes the literals of a cube true; false if they contradict the clauses by units.
    fn enter(&mut self, cube: &[Lit]) -> bool {
        self.propagator.go_back(0);
        cube.iter().all(|lit| match self.propagator.value(*lit) {
            Some(is_true) => is_true,
            None => self.propagator.assume(*lit).is_ok(),
        })
    }

    /// How many literals are true under a cube; `None` if it is refuted by units.
    fn n_assigned(&mut self, cube: &[Lit]) -> Option<usize> {
        self.enter(cube).then(|| self.propagator.trail().len())
    }

    /// The literal by which a cube is split best; `None` if it is refuted or leaves nothing open.
    fn split(&mut self, cube: &[Lit]) -> Option<Lit> {
        if !self.enter(cube) {
            return None;
        }
        loop {
            let mut best = None;
            let mut has_failed = false;
            for var in self.candidates() {
                let lit = Lit::positive(var);
                if self.propagator.value(lit).is_some() {
                    continue;
                }
                match (self.gain(lit), self.gain(-lit)) {
                    (None, None) => return None,
                    // What follows goes on counting for the cube, of which it is not a part.
                    (None, Some(_)) => {
                        has_failed = true;
                        self.propagator.assume(-lit).ok()?;
                    }
                    (Some(_), None) => {
                        has_failed = true;
                        self.propagator.assume(lit).ok()?;
                    }
                    (Some(a), Some(b)) => {
                        best = best.max(Some((1024 * a * b + a + b, Reverse(var))));
                    }
                }
            }
            match best {
                Some((_, Reverse(var))) if self.propagator.value(Lit::positive(var)).is_none() => {
                    return Some(Lit::positive(var));
                }
                None if !has_failed => return None,
                _ => {}
            }
        }
    }

    /// How many literals become true with this one; `None` if it fails.
    fn gain(&mut self, lit: Lit) -> Option<usize> {
        let before = self.propagator.trail().len();
        let gain = self.propagator.assume(lit).ok();
        let gain = gain.map(|()| self.propagator.trail().len() - before);
        self.propagator.go_back(before);
        gain
    }

    /// The open variables whose literals both occur most in short clauses.
    fn candidates(&mut self) -> Vec<u32> {
        self.weights.fill(0.0);
        for clause in self.cnf.clauses() {
            if clause.iter().any(|lit| self.propagator.value(*lit) == Some(true)) {
                continue;
            }
            let open = || clause.iter().filter(|lit| self.propagator.value(**lit).is_none());
            let weight = DECAY.powi(open().count() as i32);
            for lit in open() {
                self.weights[lit.index()] += weight;
            }
        }
        let weight = |var: u32| {
            let lit = Lit::positive(var);
            let (a, b) = (self.weights[lit.index()], self.weights[(-lit).index()]);
            1024.0 * a * b + a + b
        };
        let vars = self.vars.iter().copied();
        let mut vars: Vec<u32> =
            vars.filter(|var| self.propagator.value(Lit::positive(*var)).is_none()).collect();
        vars.sort_by(|a, b| weight(*b).total_cmp(&weight(*a)).then(a.cmp(b)));
        vars.truncate(CANDIDATES);
        vars
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formulas::{any_formula, cnf, models, pigeonhole};
    use crate::simplify::simplify;
    use proptest::prelude::*;

    #[test]
    fn there_are_as_many_cubes_as_asked_for() {
        let formula = cnf(&pigeonhole(7, 6));
        for most in [2, 3, 10, 40] {
            assert_eq!(cubes(&formula, most).len(), most);
        }
        assert_eq!(cubes(&formula, 1), Vec::<Vec<Lit>>::new());
        assert_eq!(cubes(&cnf(&[]), 10), Vec::<Vec<Lit>>::new());
    }

    proptest! {
        #[test]
        fn each_assignment_is_in_one_cube(clauses in any_formula(), most in 1_usize..12) {
            let Ok(simplified) = simplify(&cnf(&clauses)) else { return Ok(()) };
            let found = cubes(&simplified.open, most);
            prop_assert!(found.len() <= most);
            let n_vars = simplified.open.n_vars().max(1);
            for model in models(&cnf(&[]), n_vars) {
                let holds = |cube: &&Vec<Lit>| cube.iter().all(|lit| {
                    (model >> (lit.var() - 1) & 1 == 1) == lit.is_positive()
                });
                prop_assert!(found.is_empty() || found.iter().filter(holds).count() == 1);
            }
        }
    }
}
