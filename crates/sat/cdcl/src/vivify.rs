//! Vivification: a clause is tried literal by literal, and what is not needed goes.
//!
//! The literals of a clause are made false one after the other, those that occur most first. If that
//! contradicts the other clauses, or makes a literal of the clause true, the literals that led there
//! are a shorter clause; a literal that becomes false by the others' being false is not needed. Clauses
//! are tried in an order in which the next one shares the decisions of the one before.
//!
//! # References
//! - Piette, Hamadi, Saïs: Vivifying propositional clausal formulae, ECAI 2008
//! - Li, Xiao, Luo, Manyà, Lü, Li: Clause vivification by unit propagation in CDCL SAT solvers,
//!   Artificial Intelligence 279, 2020

use crate::analyze::TIER_2;
use crate::clauses::ClauseRef;
use crate::lit::Lit;
use crate::solver::Solver;

impl Solver<'_> {
    /// Shortens clauses until the clock says `deadline` in ticks: learnt ones worth keeping, or those
    /// of the formula.
    pub(crate) fn vivify(&mut self, of_learnt: bool, deadline: u64) {
        let mut schedule = self.vivification_schedule(of_learnt);
        if schedule.iter().all(|(at, _)| self.clauses.is_tried(*at)) {
            for (at, _) in &schedule {
                self.clauses.set_tried(*at, false);
            }
        }
        schedule.retain(|(at, _)| !self.clauses.is_tried(*at));
        for (at, sorted) in schedule {
            if self.is_inconsistent || self.ticks >= deadline {
                break;
            }
            self.clauses.set_tried(at, true);
            self.vivify_clause(at, &sorted);
        }
        self.ignored = ClauseRef::NONE;
        self.backtrack(0);
    }

    /// The candidates with their literals in the order in which they are tried, so that neighbours
    /// share their first ones.
    fn vivification_schedule(&mut self, of_learnt: bool) -> Vec<(ClauseRef, Vec<Lit>)> {
        let refs: Vec<ClauseRef> = self
            .clauses
            .refs()
            .filter(|at| {
                self.clauses.len(*at) > 2
                    && self.clauses.is_learnt(*at) == of_learnt
                    && (!of_learnt || self.clauses.glue(*at) <= TIER_2)
            })
            .collect();
        let mut counts = vec![0_u32; self.values.len()];
        for lit in refs.iter().flat_map(|at| self.clauses.lits(*at)) {
            counts[lit.index()] += 1;
        }
        let rank = |lit: Lit| (std::cmp::Reverse(counts[lit.index()]), lit);
        let mut schedule: Vec<(ClauseRef, Vec<Lit>)> = refs
            .into_iter()
            .map(|at| {
                let mut lits: Vec<Lit> = self.clauses.lits(at).collect();
                lits.sort_unstable_by_key(|lit| rank(*lit));
                (at, lits)
            })
            .collect();
        schedule.sort_by(|(_, a), (_, b)| {
            a.iter().map(|lit| rank(*lit)).cmp(b.iter().map(|lit| rank(*lit)))
        });
        schedule
    }

    fn vivify_clause(&mut self, at: ClauseRef, sorted: &[Lit]) {
        if sorted.iter().any(|lit| self.lit_value(*lit) > 0 && self.levels[lit.var()] == 0) {
            self.backtrack(0);
            self.remove(at);
            return;
        }
        self.go_to_shared_level(at, sorted);
        self.ignored = at;
        let Some(short) = self.shortened(sorted) else { return };
        if short.len() < sorted.len() {
            self.statistics.vivified += 1;
            self.backtrack(0);
            self.put_shorter(at, &short);
        }
    }

    /// Goes back to where the decisions are the first literals of the clause, and the clause is no
    /// reason of any of them.
    fn go_to_shared_level(&mut self, at: ClauseRef, sorted: &[Lit]) {
        let decisions = self.control.iter().map(|start| self.trail[*start]);
        let shared =
            decisions.zip(sorted).take_while(|(decision, lit)| *decision == !**lit).count();
        let of_reason =
            sorted.iter().filter(|lit| self.lit_value(**lit) > 0 && self.reasons[lit.var()] == at);
        let first_use = of_reason.map(|lit| self.levels[lit.var()] as usize).min();
        self.backtrack(first_use.map_or(shared, |level| shared.min(level.saturating_sub(1))));
    }

    /// The literals of the clause that do; `None` where nothing was found out.
    fn shortened(&mut self, sorted: &[Lit]) -> Option<Vec<Lit>> {
        for lit in sorted {
            match self.lit_value(*lit) {
                0 => {
                    self.open_level(!*lit);
                    if let Some(conflict) = self.propagate_without(self.ignored) {
                        return Some(self.decisions_behind(conflict, None));
                    }
                }
                value if value > 0 => {
                    let reason = self.reasons[lit.var()];
                    if reason == ClauseRef::NONE {
                        // A decision of a shared level: the clause holds both a literal and its negation.
                        return None;
                    }
                    return Some(self.decisions_behind(reason, Some(*lit)));
                }
                _ => {}
            }
        }
        // What is false without having been decided is not needed.
        let decided = sorted
            .iter()
            .filter(|lit| self.reasons[lit.var()] == ClauseRef::NONE && self.levels[lit.var()] > 0);
        Some(decided.copied().collect())
    }

    /// The negated decisions that lead to a conflict, or to a true literal by its reason.
    fn decisions_behind(&mut self, at: ClauseRef, implied: Option<Lit>) -> Vec<Lit> {
        let mut short: Vec<Lit> = implied.into_iter().collect();
        self.level_stamp += 1;
        let stamp = self.level_stamp;
        let mut is_seen = std::mem::take(&mut self.is_seen);
        is_seen.resize(self.n_vars(), 0);
        let mut open: Vec<Lit> =
            self.clauses.lits(at).filter(|lit| Some(*lit) != implied).collect();
        while let Some(lit) = open.pop() {
            let var = lit.var();
            if self.levels[var] == 0 || is_seen[var] == stamp {
                continue;
            }
            is_seen[var] = stamp;
            match self.reasons[var] {
                ClauseRef::NONE => short.push(lit),
                reason => open.extend(self.clauses.lits(reason).filter(|other| other.var() != var)),
            }
        }
        self.is_seen = is_seen;
        short
    }

    /// Puts a shorter clause in the place of one, at the root.
    fn put_shorter(&mut self, at: ClauseRef, short: &[Lit]) {
        match self.shorten(at, short) {
            Some(new) => {
                self.clauses.set_tried(new, true);
                self.watch(new);
            }
            None => self.propagate_root(),
        }
    }
}
