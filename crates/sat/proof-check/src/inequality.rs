//! Linear inequalities over literals: `Σ aᵢ·lᵢ ≥ b` with aᵢ > 0 and one literal a variable.
//!
//! Rules (cutting planes), each of which keeps every 0-1 solution:
//!
//! ```text
//! sum            (Σ aᵢ·lᵢ ≥ b) + (Σ cᵢ·lᵢ ≥ d)   with a·l + c·~l = min(a,c) + the rest
//! multiple       k·Σ aᵢ·lᵢ ≥ k·b                  k > 0
//! quotient       Σ ⌈aᵢ/k⌉·lᵢ ≥ ⌈b/k⌉              k > 0
//! saturation     Σ min(aᵢ, b)·lᵢ ≥ b
//! ```
//!
//! Numbers are of 128 bits, and what does not fit is refused.
//!
//! # References
//! - Cook, Coullard, Turán: On the Complexity of Cutting-Plane Proofs, Discrete Applied Mathematics
//!   18, 1987

use sat_format::Lit;
use std::collections::BTreeMap;

/// An inequality in its normal form.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct Inequality {
    /// By variable: the literal and its factor, which is above 0.
    terms: BTreeMap<u32, (Lit, i128)>,
    at_least: i128,
}

impl Inequality {
    /// At least one of the literals is true; a repeated one counts once.
    pub(crate) fn clause(clause: &[Lit]) -> Option<Self> {
        let mut sum = Self { terms: BTreeMap::new(), at_least: 1 };
        let mut lits = clause.to_vec();
        lits.sort_unstable();
        lits.dedup();
        for lit in lits {
            sum = sum.plus_term(lit, 1)?;
        }
        Some(sum)
    }

    /// `lit ≥ 0`.
    pub(crate) fn axiom(lit: Lit) -> Self {
        Self { terms: BTreeMap::from([(lit.var(), (lit, 1))]), at_least: 0 }
    }

    /// `factor·lit` more on the left side; `None` if a number is too large, as in all that follows.
    fn plus_term(mut self, lit: Lit, factor: i128) -> Option<Self> {
        let Some((other, other_factor)) = self.terms.remove(&lit.var()) else {
            self.terms.insert(lit.var(), (lit, factor));
            return Some(self);
        };
        if other == lit {
            self.terms.insert(lit.var(), (lit, factor.checked_add(other_factor)?));
            return Some(self);
        }
        // l + ~l = 1
        self.at_least = self.at_least.checked_sub(factor.min(other_factor))?;
        if factor > other_factor {
            self.terms.insert(lit.var(), (lit, factor - other_factor));
        } else if factor < other_factor {
            self.terms.insert(lit.var(), (other, other_factor - factor));
        }
        Some(self)
    }

    pub(crate) fn plus(mut self, other: &Self) -> Option<Self> {
        self.at_least = self.at_least.checked_add(other.at_least)?;
        for (lit, factor) in other.terms.values() {
            self = self.plus_term(*lit, *factor)?;
        }
        Some(self)
    }

    pub(crate) fn times(mut self, by: i128) -> Option<Self> {
        self.at_least = self.at_least.checked_mul(by)?;
        for (_, factor) in self.terms.values_mut() {
            *factor = factor.checked_mul(by)?;
        }
        Some(self)
    }

    pub(crate) fn divided(mut self, by: i128) -> Self {
        let up = |number: i128| number.div_euclid(by) + i128::from(number.rem_euclid(by) > 0);
        self.at_least = up(self.at_least);
        for (_, factor) in self.terms.values_mut() {
            *factor = up(*factor);
        }
        self
    }

    pub(crate) fn saturated(mut self) -> Self {
        let most = self.at_least.max(0);
        self.terms.retain(|_, (_, factor)| {
            *factor = most.min(*factor);
            *factor > 0
        });
        self
    }

    /// Whether it has no solution.
    pub(crate) fn is_contradiction(&self) -> bool {
        let most =
            self.terms.values().try_fold(0, |sum: i128, (_, factor)| sum.checked_add(*factor));
        most.is_some_and(|most| most < self.at_least)
    }

    /// The clause that it says, if it is no more and no less than one.
    pub(crate) fn as_clause(&self) -> Option<Vec<Lit>> {
        let is_clause =
            self.at_least > 0 && self.terms.values().all(|(_, factor)| *factor >= self.at_least);
        is_clause.then(|| self.terms.values().map(|(lit, _)| *lit).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn lits(numbers: &[i32]) -> Vec<Lit> {
        numbers.iter().map(|number| Lit::new(*number).unwrap()).collect()
    }

    impl Inequality {
        fn holds(&self, bits: u32) -> bool {
            let is_true = |lit: &Lit| (bits >> lit.var() & 1 == 1) == lit.is_positive();
            let trues = self.terms.values().filter(|(lit, _)| is_true(lit));
            trues.map(|(_, factor)| factor).sum::<i128>() >= self.at_least
        }
    }

    #[test]
    fn clauses_add_up_and_cancel() {
        let sum = |a: &[i32], b: &[i32]| {
            let b = Inequality::clause(&lits(b)).unwrap();
            Inequality::clause(&lits(a)).unwrap().plus(&b).unwrap()
        };
        // A resolvent, after division.
        assert_eq!(sum(&[1, 2], &[-1, 2]).divided(2).as_clause(), Some(lits(&[2])));
        assert_eq!(sum(&[1, 2], &[-1, 2]).saturated().as_clause(), Some(lits(&[2])));
        assert!(sum(&[1], &[-1]).is_contradiction());
        assert!(!sum(&[1], &[-1, 2]).is_contradiction());
        assert_eq!(sum(&[1, 2], &[1, 3]).as_clause(), None);
        assert_eq!(Inequality::clause(&lits(&[1, -1])).unwrap().at_least, 0);
        assert!(Inequality::clause(&[]).unwrap().is_contradiction());
        let large = Inequality::clause(&lits(&[1])).unwrap().times(i128::MAX).unwrap();
        assert_eq!(large.clone().times(2), None);
        assert_eq!(large.clone().plus(&large), None);
    }

    fn any_inequality() -> impl Strategy<Value = Inequality> {
        let term = (1..5_i32, any::<bool>(), 1..6_i128);
        (prop::collection::vec(term, 0..5), -2..9_i128).prop_map(|(terms, at_least)| {
            let start = Inequality { terms: BTreeMap::new(), at_least };
            terms.into_iter().fold(start, |sum, (var, sign, factor)| {
                let lit = Lit::new(if sign { var } else { -var }).unwrap();
                sum.plus_term(lit, factor).unwrap()
            })
        })
    }

    proptest! {
        #[test]
        fn rules_keep_every_solution(a in any_inequality(), b in any_inequality(), k in 1..7_i128) {
            let sum = a.clone().plus(&b).unwrap();
            let (times, divided) = (a.clone().times(k).unwrap(), a.clone().divided(k));
            for bits in 0..32 {
                prop_assert!(!(a.holds(bits) && b.holds(bits)) || sum.holds(bits));
                prop_assert_eq!(a.holds(bits), times.holds(bits));
                prop_assert!(!a.holds(bits) || divided.holds(bits));
                prop_assert_eq!(a.holds(bits), a.clone().saturated().holds(bits));
                prop_assert!(!a.is_contradiction() || !a.holds(bits));
                if let Some(clause) = a.as_clause() {
                    prop_assert_eq!(Inequality::clause(&clause).unwrap().holds(bits), a.holds(bits));
                }
            }
        }
    }
}
