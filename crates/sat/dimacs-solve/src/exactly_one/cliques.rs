//! Chooses disjoint clauses, and finds cliques of mutual exclusion among their literals.
//!
//! Both greedily: any choice does, a better one only finds more.

use super::count::Exclusions;
use crate::effort::Effort;
use crate::lists::Lists;
use sat_format::Lit;
use sat_format::dimacs::Cnf;

/// In place of a clause, where there is none.
const NONE: u32 = u32::MAX;

/// Clauses of which no two share a literal.
pub(super) struct DisjointClauses {
    /// The place of the chosen clause of each literal, by [`Lit::index`].
    clauses: Vec<u32>,
}

impl DisjointClauses {
    /// Clauses of three literals or more before pairs, otherwise in the order of the formula.
    pub(super) fn new(cnf: &Cnf) -> Self {
        let mut clauses = vec![NONE; 2 * cnf.summary().max_var_used as usize + 2];
        for is_pair in [false, true] {
            for (at, clause) in (0..).zip(cnf.clauses()) {
                let is_free = |lit: &Lit| clauses[lit.index()] == NONE;
                if (clause.len() == 2) == is_pair && clause.iter().all(is_free) {
                    for lit in clause {
                        clauses[lit.index()] = at;
                    }
                }
            }
        }
        Self { clauses }
    }

    /// Whether the literal is in a chosen clause.
    pub(super) fn has(&self, lit: Lit) -> bool {
        self.clauses[lit.index()] != NONE
    }

    /// The place of the chosen clause of a literal that has one.
    pub(super) fn clause_of(&self, lit: Lit) -> u32 {
        self.clauses[lit.index()]
    }
}

/// Maximal cliques such that each exclusion between two chosen clauses lies in one of them.
pub(super) fn cliques(
    exclusions: &Exclusions,
    choice: &DisjointClauses,
    effort: &mut Effort,
) -> Lists<Lit> {
    let lists = exclusions.lists();
    let mut covered = vec![false; lists.items().len()];
    let mut cliques = Lists::empty();
    let (mut clique, mut candidates) = (Vec::new(), Vec::new());
    for first in (0..lists.len()).filter_map(Lit::from_index) {
        for place in lists.range(first.index()) {
            let second = lists.items()[place];
            let same_clause = choice.clause_of(first) == choice.clause_of(second);
            // Each pair is met in both orders.
            if covered[place] || second < first || same_clause || effort.is_spent() {
                continue;
            }
            grow(&mut clique, &mut candidates, lists, [first, second], effort);
            cover(&mut covered, lists, &clique, effort);
            cliques.push(&clique);
        }
    }
    cliques
}

/// Makes the clique of two literals maximal: the least literal that all members exclude joins.
fn grow(
    clique: &mut Vec<Lit>,
    candidates: &mut Vec<Lit>,
    lists: &Lists<Lit>,
    [first, second]: [Lit; 2],
    effort: &mut Effort,
) {
    clique.clear();
    clique.push(first);
    candidates.clear();
    candidates.extend_from_slice(lists.of(first.index()));
    let mut next = Some(second);
    while let Some(lit) = next {
        clique.push(lit);
        let list = lists.of(lit.index());
        effort.take(candidates.len() + list.len());
        keep_common(candidates, list);
        next = candidates.first().copied();
    }
    clique.sort_unstable();
}

/// Marks the exclusions between members.
fn cover(covered: &mut [bool], lists: &Lists<Lit>, clique: &[Lit], effort: &mut Effort) {
    for (at, lit) in clique.iter().enumerate() {
        let range = lists.range(lit.index());
        effort.take(range.len());
        let mut rest = &clique[at + 1..];
        for place in range {
            let other = lists.items()[place];
            while rest.first().is_some_and(|member| *member < other) {
                rest = &rest[1..];
            }
            covered[place] |= rest.first() == Some(&other);
        }
    }
}

/// Keeps what is in both sorted lists.
fn keep_common(list: &mut Vec<Lit>, mut other: &[Lit]) {
    list.retain(|lit| {
        while other.first().is_some_and(|first| first < lit) {
            other = &other[1..];
        }
        other.first() == Some(lit)
    });
}
