//! Guesses sets of clauses for which a count may be tight.
//!
//! A set starts with the clauses that one clique touches, the widest clique first, as it points most
//! clearly to where it belongs. Each literal of the set joins the clique that touches most of the set; a
//! literal without such company is a group of its own. If there are no more groups than clauses,
//! that is a guess. Then the set is widened by the clauses of which the largest share lies in the
//! cliques in use, and so on, until no clause has half of its literals there.

use super::cliques::DisjointClauses;
use super::count::{Count, Group};
use crate::effort::Effort;
use crate::lists::Lists;
use sat_format::Lit;
use sat_format::dimacs::Cnf;
use std::cmp::Reverse;

/// A set of more clauses is not widened any further.
const MAX_CLAUSES: usize = 300;

/// The cliques, and the set of clauses that grows.
pub(super) struct Search<'f> {
    cnf: &'f Cnf,
    choice: &'f DisjointClauses,
    cliques: Lists<Lit>,
    /// The cliques of each literal, by [`Lit::index`].
    of_lit: Lists<u32>,
    /// The chosen clauses that each clique touches, and the other way round.
    touches: Lists<u32>,
    of_clause: Lists<u32>,
    /// The cliques that may start a set, the next one last.
    seeds: Vec<u32>,
    /// Cliques that need not start a set any more.
    is_settled: Vec<bool>,
    /// The set, by place in the formula, and whether each clause is in it.
    set: Vec<u32>,
    is_in_set: Vec<bool>,
    /// How many clauses of the set each clique touches.
    n_touched: Vec<u32>,
    /// The literals of the set, each after the clique that it joins.
    joined: Vec<(Option<u32>, Lit)>,
    /// How many literals of each clause are in the cliques in use; 0 between uses.
    n_shared: Vec<u32>,
}

impl<'f> Search<'f> {
    pub(super) fn new(cnf: &'f Cnf, choice: &'f DisjointClauses, cliques: Lists<Lit>) -> Self {
        let (n_clauses, n_cliques) = (cnf.clauses().len(), cliques.len());
        let mut touches = Lists::empty();
        let mut clauses = Vec::new();
        for clique in 0..n_cliques {
            clauses.clear();
            clauses.extend(cliques.of(clique).iter().map(|lit| choice.clause_of(*lit)));
            clauses.sort_unstable();
            clauses.dedup();
            touches.push(&clauses);
        }
        let n_literals = 2 * cnf.summary().max_var_used as usize + 2;
        let of_lit = cliques.pairs().map(|(clique, lit)| (lit.index(), clique as u32));
        let of_clause = touches.pairs().map(|(clique, clause)| (clause as usize, clique as u32));
        let mut seeds: Vec<u32> = (0..n_cliques as u32).collect();
        seeds.sort_by_key(|clique| (touches.of(*clique as usize).len(), Reverse(*clique)));
        Self {
            cnf,
            choice,
            of_lit: Lists::new(n_literals, of_lit),
            of_clause: Lists::new(n_clauses, of_clause),
            cliques,
            touches,
            seeds,
            is_settled: vec![false; n_cliques],
            set: Vec::new(),
            is_in_set: vec![false; n_clauses],
            n_touched: vec![0; n_cliques],
            joined: Vec::new(),
            n_shared: vec![0; n_clauses],
        }
    }

    /// The next guess; `None` if there is none, or the effort is spent.
    pub(super) fn next(&mut self, effort: &mut Effort) -> Option<Count> {
        while !effort.is_spent() && (self.widen(effort) || self.start()) {
            self.join(effort);
            if self.groups().count() <= self.set.len() {
                return Some(self.guess(effort));
            }
        }
        None
    }

    /// Starts no further set within this one: its clauses are known to be tight.
    pub(super) fn settle(&mut self) {
        for &clause in &self.set {
            for &clique in self.of_clause.of(clause as usize) {
                let clique = clique as usize;
                let is_inside = self.touches.of(clique).len() == self.n_touched[clique] as usize;
                self.is_settled[clique] |= is_inside;
            }
        }
    }

    /// A new set with the clauses that the next clique touches; false if there is none.
    fn start(&mut self) -> bool {
        for clause in self.set.drain(..) {
            self.is_in_set[clause as usize] = false;
            for &clique in self.of_clause.of(clause as usize) {
                self.n_touched[clique as usize] = 0;
            }
        }
        while let Some(clique) = self.seeds.pop() {
            if !self.is_settled[clique as usize] {
                for at in self.touches.range(clique as usize) {
                    self.include(self.touches.items()[at]);
                }
                return true;
            }
        }
        false
    }

    fn include(&mut self, clause: u32) {
        self.set.push(clause);
        self.is_in_set[clause as usize] = true;
        for &clique in self.of_clause.of(clause as usize) {
            self.n_touched[clique as usize] += 1;
        }
    }

    /// Lets each literal of the set join a clique: that which touches most of the set and, among
    /// such, least of all else.
    fn join(&mut self, effort: &mut Effort) {
        self.joined.clear();
        for &clause in &self.set {
            for &lit in self.cnf.clause(clause as usize) {
                let cliques = self.of_lit.of(lit.index());
                effort.take(8 + cliques.len());
                let best = cliques.iter().copied().max_by_key(|&clique| {
                    let n_touched = self.touches.of(clique as usize).len();
                    (self.n_touched[clique as usize], Reverse((n_touched, clique)))
                });
                let in_company = best.filter(|clique| self.n_touched[*clique as usize] > 1);
                self.joined.push((in_company, lit));
            }
        }
        self.joined.sort_unstable();
    }

    /// The literals that joined the same clique, and those that joined none one by one.
    fn groups(&self) -> impl Iterator<Item = &[(Option<u32>, Lit)]> {
        self.joined.chunk_by(|(a, _), (b, _)| a.is_some() && a == b)
    }

    fn guess(&self, effort: &mut Effort) -> Count {
        let groups = self.groups().map(|joined| {
            let lits: Vec<Lit> = joined.iter().map(|(_, lit)| *lit).collect();
            let clique = joined[0].0.map_or(&[][..], |clique| self.cliques.of(clique as usize));
            let outsiders = clique.iter().copied().filter(|lit| !lits.contains(lit)).collect();
            // To be looked up in pairs.
            effort.take(8 * lits.len() * clique.len());
            Group { lits, outsiders }
        });
        Count { groups: groups.collect(), clauses: self.set.clone() }
    }

    /// Adds the clauses with the largest share of literals in the cliques in use, if that is half
    /// or more; false if there are none.
    fn widen(&mut self, effort: &mut Effort) -> bool {
        if self.set.len() > MAX_CLAUSES {
            return false;
        }
        let mut near = Vec::new();
        for clique in self.joined.chunk_by(|(a, _), (b, _)| a == b).filter_map(|group| group[0].0) {
            let lits = self.cliques.of(clique as usize);
            effort.take(lits.len());
            for clause in lits.iter().map(|lit| self.choice.clause_of(*lit)) {
                if !self.is_in_set[clause as usize] {
                    if self.n_shared[clause as usize] == 0 {
                        near.push(clause);
                    }
                    self.n_shared[clause as usize] += 1;
                }
            }
        }
        // In 1024ths, so that equal shares are equal.
        let share = |clause: u32| {
            let n_shared = u64::from(self.n_shared[clause as usize]);
            n_shared * 1024 / self.cnf.clause(clause as usize).len() as u64
        };
        let largest = near.iter().map(|clause| share(*clause)).max().unwrap_or(0);
        let joining: Vec<u32> = near.iter().copied().filter(|at| share(*at) == largest).collect();
        for clause in near {
            self.n_shared[clause as usize] = 0;
        }
        if largest < 512 {
            return false;
        }
        for clause in joining {
            self.include(clause);
        }
        true
    }
}
