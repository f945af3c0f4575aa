//! Sets of versions, as bits.
//!
//! The versions of a package are enumerated once, oldest first; version `i` is bit `i`. A specifier
//! becomes a set when it is first met, and from then on every step of a resolver is a few operations
//! on machine words. A set does not know how many versions its package has, so that it can have a
//! complement: all bits beyond the stored words are equal, and `tail` says what they are.
//!
//! The form is canonical, so that equal sets are equal values: the last stored word differs from the
//! tail, but for the first word, which is always there.

use std::fmt;

/// A set of the versions of one package.
#[derive(Clone, PartialEq, Eq, Hash)]
pub(crate) struct VersionSet {
    first: u64,
    more: Vec<u64>,
    tail: bool,
}

impl VersionSet {
    pub(crate) const EMPTY: Self = Self { first: 0, more: Vec::new(), tail: false };

    /// The versions below `n`: all that a package with `n` versions has.
    pub(crate) fn below(n: usize) -> Self {
        (0..n).collect()
    }

    /// The set of one version.
    pub(crate) fn single(version: usize) -> Self {
        std::iter::once(version).collect()
    }

    pub(crate) fn contains(&self, version: usize) -> bool {
        self.word(version / 64) >> (version % 64) & 1 == 1
    }

    pub(crate) fn complement(&self) -> Self {
        self.map(|word| !word)
    }

    pub(crate) fn intersection(&self, other: &Self) -> Self {
        self.combine(other, |a, b| a & b)
    }

    pub(crate) fn union(&self, other: &Self) -> Self {
        self.combine(other, |a, b| a | b)
    }

    pub(crate) fn is_subset(&self, other: &Self) -> bool {
        self.all_words(other, |a, b| a & !b == 0)
    }

    pub(crate) fn is_disjoint(&self, other: &Self) -> bool {
        self.all_words(other, |a, b| a & b == 0)
    }

    pub(crate) fn is_empty(&self) -> bool {
        *self == Self::EMPTY
    }

    /// How many versions; a set without end has more than any other.
    pub(crate) fn len(&self) -> usize {
        if self.tail {
            return usize::MAX;
        }
        let ones = |word: &u64| word.count_ones() as usize;
        ones(&self.first) + self.more.iter().map(ones).sum::<usize>()
    }

    /// The newest version; `None` for an empty set and for one without end.
    pub(crate) fn newest(&self) -> Option<usize> {
        if self.tail {
            return None;
        }
        let word = (0..self.n_words()).rev().find(|&i| self.word(i) != 0)?;
        Some(64 * word + 63 - self.word(word).leading_zeros() as usize)
    }

    /// The versions below `n` that are in the set, oldest first.
    pub(crate) fn iter_below(&self, n: usize) -> impl DoubleEndedIterator<Item = usize> {
        (0..n).filter(|&version| self.contains(version))
    }

    fn n_words(&self) -> usize {
        1 + self.more.len()
    }

    fn word(&self, i: usize) -> u64 {
        match i {
            0 => self.first,
            _ => self.more.get(i - 1).copied().unwrap_or(self.beyond()),
        }
    }

    /// Any word behind the stored ones.
    fn beyond(&self) -> u64 {
        if self.tail { !0 } else { 0 }
    }

    fn map(&self, f: impl Fn(u64) -> u64) -> Self {
        Self {
            first: f(self.first),
            more: self.more.iter().map(|&word| f(word)).collect(),
            tail: f(self.beyond()) != 0,
        }
    }

    fn combine(&self, other: &Self, f: impl Fn(u64, u64) -> u64) -> Self {
        let n_words = self.n_words().max(other.n_words());
        let mut set = Self {
            first: f(self.first, other.first),
            more: (1..n_words).map(|i| f(self.word(i), other.word(i))).collect(),
            tail: f(self.beyond(), other.beyond()) != 0,
        };
        set.trim();
        set
    }

    fn all_words(&self, other: &Self, holds: impl Fn(u64, u64) -> bool) -> bool {
        holds(self.beyond(), other.beyond())
            && (0..self.n_words().max(other.n_words())).all(|i| holds(self.word(i), other.word(i)))
    }

    fn trim(&mut self) {
        let beyond = self.beyond();
        while self.more.last() == Some(&beyond) {
            self.more.pop();
        }
    }
}

impl FromIterator<usize> for VersionSet {
    fn from_iter<I: IntoIterator<Item = usize>>(versions: I) -> Self {
        let mut set = Self::EMPTY;
        for version in versions {
            let bit = 1 << (version % 64);
            match version / 64 {
                0 => set.first |= bit,
                word => {
                    if set.more.len() < word {
                        set.more.resize(word, 0);
                    }
                    set.more[word - 1] |= bit;
                }
            }
        }
        set
    }
}

impl fmt::Debug for VersionSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let n_bits = 64 * self.n_words();
        f.debug_set().entries(self.iter_below(n_bits)).finish()?;
        if self.tail { write!(f, " and all from {n_bits} on") } else { Ok(()) }
    }
}

impl fmt::Display for VersionSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self, f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::collection::btree_set;
    use proptest::prelude::*;
    use std::collections::BTreeSet;

    /// Wide enough for three words and the tail behind them.
    const N: usize = 200;

    fn sets() -> impl Strategy<Value = (VersionSet, BTreeSet<usize>)> {
        (btree_set(0..150_usize, 0..20), any::<bool>()).prop_map(|(versions, inverted)| {
            let set: VersionSet = versions.iter().copied().collect();
            if inverted {
                (set.complement(), (0..N).filter(|v| !versions.contains(v)).collect())
            } else {
                (set, versions)
            }
        })
    }

    fn members(set: &VersionSet) -> BTreeSet<usize> {
        set.iter_below(N).collect()
    }

    proptest! {
        #[test]
        fn operations_are_those_of_sets((a, in_a) in sets(), (b, in_b) in sets()) {
            prop_assert_eq!(members(&a), in_a.clone());
            prop_assert_eq!(members(&a.intersection(&b)), &in_a & &in_b);
            prop_assert_eq!(members(&a.union(&b)), &in_a | &in_b);
            prop_assert_eq!(a.is_subset(&b), in_a.is_subset(&in_b));
            prop_assert_eq!(a.is_disjoint(&b), in_a.is_disjoint(&in_b));
            prop_assert_eq!(a == b, in_a == in_b);
            prop_assert_eq!(a.is_empty(), in_a.is_empty());
        }

        #[test]
        fn equal_sets_are_equal_values((a, _) in sets(), (b, _) in sets()) {
            prop_assert_eq!(a.complement().complement(), a.clone());
            let by_de_morgan = a.complement().union(&b.complement()).complement();
            prop_assert_eq!(by_de_morgan, a.intersection(&b));
        }

        #[test]
        fn counted_and_found(versions in btree_set(0..150_usize, 0..20)) {
            let set: VersionSet = versions.iter().copied().collect();
            prop_assert_eq!(set.len(), versions.len());
            prop_assert_eq!(set.newest(), versions.last().copied());
            prop_assert_eq!(set.complement().newest(), None);
        }
    }
}
