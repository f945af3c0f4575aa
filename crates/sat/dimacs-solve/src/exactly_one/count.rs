//! A count of clauses against groups, and the check that it holds.
//!
//! All that is believed about a count is proved here, from clauses of the formula alone.

use crate::lists::Lists;
use crate::proof::{self, Proof};
use sat_format::Lit;
use sat_format::dimacs::Cnf;

/// For each literal those that exclude it, by a clause of two literals.
pub(super) struct Exclusions(Lists<Lit>);

impl Exclusions {
    /// The exclusions by clauses of the formula, among the literals in which `has_part` is true.
    pub(super) fn new(cnf: &Cnf, has_part: impl Fn(Lit) -> bool + Clone) -> Self {
        let pairs = cnf.clauses().filter_map(|clause| match *clause {
            [a, b] if has_part(-a) && has_part(-b) => Some([(-a, -b), (-b, -a)]),
            _ => None,
        });
        let n_literals = 2 * cnf.summary().max_var_used as usize + 2;
        let mut lists = Lists::new(n_literals, pairs.flatten().map(|(a, b)| (a.index(), b)));
        lists.sort();
        Self(lists)
    }

    /// How many there are, each counted for both of its literals.
    pub(super) fn len(&self) -> usize {
        self.0.items().len()
    }

    /// By [`Lit::index`], each list in order.
    pub(super) fn lists(&self) -> &Lists<Lit> {
        &self.0
    }

    fn has(&self, a: Lit, b: Lit) -> bool {
        self.0.of(a.index()).binary_search(&b).is_ok()
    }
}

/// Literals that are said to exclude one another.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Group {
    pub(super) lits: Vec<Lit>,
    /// Literals that are said to exclude each of the group.
    pub(super) outsiders: Vec<Lit>,
}

impl Group {
    fn holds(&self, exclusions: &Exclusions) -> bool {
        self.lits.iter().enumerate().all(|(at, &lit)| {
            let mut others = self.lits[at + 1..].iter().chain(&self.outsiders);
            others.all(|&other| exclusions.has(lit, other))
        })
    }
}

/// Clauses, by their places in the formula, against groups of the same literals.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Count {
    pub(super) clauses: Vec<u32>,
    pub(super) groups: Vec<Group>,
}

/// What follows from a count.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Conclusion {
    Nothing,
    /// The formula has no model.
    NoModel,
    /// These clauses follow from it.
    Clauses(Vec<Vec<Lit>>),
}

impl Count {
    /// The whole premise: no literal is twice in the clauses, the groups have the same literals as
    /// the clauses, each once, and each group is as it is said to be.
    fn holds(&self, cnf: &Cnf, exclusions: &Exclusions) -> bool {
        let clauses = self.clauses.iter().map(|&at| cnf.clause(at as usize));
        let mut of_clauses: Vec<Lit> = clauses.flatten().copied().collect();
        let groups = self.groups.iter().map(|group| &group.lits);
        let mut of_groups: Vec<Lit> = groups.flatten().copied().collect();
        of_clauses.sort_unstable();
        of_groups.sort_unstable();
        of_clauses.is_sorted_by(|a, b| a < b)
            && of_clauses == of_groups
            && self.groups.iter().all(|group| group.holds(exclusions))
    }

    /// What follows, which is nothing if the count does not hold.
    pub(super) fn conclude(&self, cnf: &Cnf, exclusions: &Exclusions) -> Conclusion {
        let (n_clauses, n_groups) = (self.clauses.len(), self.groups.len());
        if n_groups > n_clauses || !self.holds(cnf, exclusions) {
            return Conclusion::Nothing;
        }
        if n_groups < n_clauses {
            return Conclusion::NoModel;
        }
        let clauses = self.groups.iter().flat_map(|Group { lits, outsiders }| {
            outsiders.iter().map(|lit| vec![-*lit]).chain([lits.clone()])
        });
        Conclusion::Clauses(clauses.collect())
    }
}

impl Count {
    /// Hands the count to a proof, and after it what follows from it by unit propagation: that a
    /// literal is false which excludes a full group.
    pub(super) fn prove(&self, cnf: &Cnf, proof: &mut dyn Proof) {
        let clauses: Vec<Vec<Lit>> =
            self.clauses.iter().map(|&at| cnf.clause(at as usize).to_vec()).collect();
        let groups: Vec<Vec<Lit>> = self.groups.iter().map(|group| group.lits.clone()).collect();
        proof.count(proof::Count { clauses: &clauses, groups: &groups });
        if groups.len() == clauses.len() {
            for outsider in self.groups.iter().flat_map(|group| &group.outsiders) {
                proof.add(&[-*outsider]);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formulas::{cnf, pigeonhole};

    fn lits(numbers: &[i32]) -> Vec<Lit> {
        numbers.iter().map(|number| Lit::new(*number).unwrap()).collect()
    }

    fn conclude(formula: &[Vec<i32>], clauses: &[u32], groups: &[(&[i32], &[i32])]) -> Conclusion {
        let formula = cnf(formula);
        let groups = groups
            .iter()
            .map(|(group, outsiders)| Group { lits: lits(group), outsiders: lits(outsiders) });
        let count = Count { clauses: clauses.to_vec(), groups: groups.collect() };
        count.conclude(&formula, &Exclusions::new(&formula, |_| true))
    }

    #[test]
    fn a_count_says_what_follows() {
        let mut formula = pigeonhole(3, 2);
        formula.push(vec![-7, -1]);
        formula.push(vec![-3, -7]);
        let three: [(&[i32], &[i32]); 2] = [(&[1, 3, 5], &[]), (&[2, 4, 6], &[])];
        assert_eq!(conclude(&formula, &[0, 1, 2], &three), Conclusion::NoModel);
        let two: [(&[i32], &[i32]); 2] = [(&[3, 1], &[5, 7]), (&[2, 4], &[6])];
        let expected = [&[-5][..], &[-7], &[3, 1], &[-6], &[2, 4]].map(lits).to_vec();
        assert_eq!(conclude(&formula, &[0, 1], &two), Conclusion::Clauses(expected));
        let loose: [(&[i32], &[i32]); 3] = [(&[3, 1], &[]), (&[2], &[]), (&[4], &[])];
        assert_eq!(conclude(&formula, &[0, 1], &loose), Conclusion::Nothing);
    }

    #[test]
    fn a_count_that_does_not_hold_says_nothing() {
        let mut formula = pigeonhole(2, 2);
        formula.extend([vec![-5, -1], vec![1, 2, 6]]);
        for (clauses, groups) in [
            // 5 excludes 1 and not 3.
            (&[0, 1][..], &[(&[1, 3][..], &[5][..]), (&[2, 4], &[])][..]),
            // A member is its own outsider.
            (&[0, 1], &[(&[1, 3], &[1]), (&[2, 4], &[])]),
            // 1 and 4 may both be true.
            (&[0, 1], &[(&[1, 4], &[]), (&[2, 3], &[])]),
            // A literal is left out, is in two groups, is twice in one, is from elsewhere.
            (&[0, 1], &[(&[1, 3], &[]), (&[2], &[])]),
            (&[0, 1], &[(&[1, 3], &[]), (&[2, 4], &[]), (&[4], &[])]),
            (&[0, 1], &[(&[1, 3, 3], &[]), (&[2, 4], &[])]),
            (&[0, 1], &[(&[1, 3, 5], &[]), (&[2, 4], &[])]),
            // A clause twice, and clauses that share literals.
            (&[0, 0], &[(&[1], &[]), (&[2], &[])]),
            (&[0, 1, 5], &[(&[1, 3], &[]), (&[2, 4], &[]), (&[6], &[])]),
        ] {
            let found = conclude(&formula, clauses, groups);
            assert_eq!(found, Conclusion::Nothing, "{clauses:?} {groups:?}");
        }
    }
}
