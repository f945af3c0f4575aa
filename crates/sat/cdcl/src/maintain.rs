//! What is done between conflicts, and when: restarts, changes of mode, new phases, reductions and
//! the rounds that make the clauses simpler.
//!
//! All is counted in conflicts and in [ticks](crate::Statistics::ticks), never in seconds: the same
//! clauses give the same run.
//!
//! # References
//! - Audemard, Simon: Refining restarts strategies for SAT and UNSAT, CP 2012 (restarts by glue)
//! - Luby, Sinclair, Zuckerman: Optimal speedup of Las Vegas algorithms, 1993
//! - van der Tak, Ramos, Heule: Reusing the assignment trail in CDCL solvers, JSAT 7, 2011
//! - Biere, Fazekas, Fleury, Heisinger: `CaDiCaL`, Kissat, Paracooba, Plingeling and Treengeling entering
//!   the SAT competition 2020 (the schedule of the modes)

use crate::lit::Lit;
use crate::options::Techniques;
use crate::schedule::{
    Luby, REDUCE_INTERVAL, REPHASE_INTERVAL, RESTART_INTERVAL, SIMPLIFY_INTERVAL, STABLE_SHARE,
};
use crate::solver::{Mode, Solver};

/// A restart in focused mode waits until recent glues are above the others' by this.
const RESTART_MARGIN: f64 = 1.10;

/// Conflicts in stable mode that one step of Luby's sequence stands for.
const STABLE_INTERVAL: u64 = 1024;

impl Solver<'_> {
    /// Simplifies before the first search of a call.
    pub(crate) fn schedule_run(&mut self) {
        self.propagate_root();
        if self.options.techniques.preprocessing && !self.is_simplified {
            self.is_simplified = true;
            self.simplify();
        }
    }

    /// Does one thing that is due; whether anything was.
    pub(crate) fn maintain(&mut self) -> bool {
        let conflicts = self.statistics.conflicts;
        let Techniques { mode_switching, rephasing, .. } = self.options.techniques;
        if self.is_restart_due() {
            self.restart();
        } else if mode_switching && self.is_mode_due() {
            self.switch_mode();
        } else if rephasing && conflicts >= self.schedule.rephase {
            self.schedule.n_rephased += 1;
            self.schedule.rephase =
                conflicts + self.options.every(REPHASE_INTERVAL) * (self.schedule.n_rephased + 1);
            self.rephase();
        } else if conflicts >= self.schedule.reduce {
            self.statistics.reductions += 1;
            self.schedule.reduce = conflicts + self.reduce_interval();
            self.reduce();
        } else if conflicts >= self.schedule.simplify {
            self.schedule.n_simplified += 1;
            let n_times = self.schedule.n_simplified + 1;
            self.schedule.simplify = conflicts + self.options.every(SIMPLIFY_INTERVAL) * n_times;
            self.simplify();
        } else {
            return false;
        }
        true
    }

    /// Conflicts up to the next reduction. They grow with the square root of the number of reductions, so that after
    /// n conflicts the learnt clauses are about n^⅓ times as many as after the first: few enough for propagation
    /// to stay fast where hardly any clause is of use twice.
    fn reduce_interval(&self) -> u64 {
        let n_times = self.statistics.reductions + 1;
        let interval = self.options.every(REDUCE_INTERVAL);
        (interval * interval * n_times).isqrt()
    }

    fn is_restart_due(&mut self) -> bool {
        let conflicts = self.statistics.conflicts;
        if self.level() <= self.assumptions.len() {
            return false;
        }
        match self.mode {
            Mode::Focused => {
                conflicts >= self.schedule.restart
                    && self.glues.fast.value() > RESTART_MARGIN * self.glues.slow.value()
            }
            Mode::Stable => conflicts >= self.schedule.restart,
        }
    }

    fn restart(&mut self) {
        self.statistics.restarts += 1;
        let level = self.reused_level();
        self.backtrack(level);
        self.schedule_restart();
    }

    fn schedule_restart(&mut self) {
        let wait = match self.mode {
            Mode::Focused => RESTART_INTERVAL,
            Mode::Stable => self.options.every(STABLE_INTERVAL) * self.schedule.luby.next(),
        };
        self.schedule.restart = self.statistics.conflicts + wait;
    }

    /// The level up to which the decisions would be the same again.
    fn reused_level(&mut self) -> usize {
        let fixed = self.assumptions.len().min(self.level());
        let Some(next) = self.next_var() else { return fixed };
        let is_before = |decision: Lit| match self.mode {
            Mode::Focused => self.queue.stamp(decision.var()) > self.queue.stamp(next),
            Mode::Stable => self.heap.score(decision.var()) > self.heap.score(next),
        };
        let same = self.control[fixed..].iter().take_while(|start| is_before(self.trail[**start]));
        fixed + same.count()
    }

    fn is_mode_due(&self) -> bool {
        match self.schedule.first_mode_ticks {
            0 => self.statistics.conflicts >= self.schedule.mode_conflicts,
            _ => self.ticks >= self.schedule.mode_ticks,
        }
    }

    /// Changes the mode, for a number of ticks that grows with the square of the stretches so far.
    fn switch_mode(&mut self) {
        self.statistics.mode_switches += 1;
        if self.schedule.first_mode_ticks == 0 {
            self.schedule.first_mode_ticks = self.ticks.max(1);
        }
        let n_phases = self.statistics.mode_switches.div_ceil(2);
        let ticks = self.schedule.first_mode_ticks * n_phases * n_phases;
        self.backtrack(0);
        let share;
        (self.mode, share) = match self.mode {
            Mode::Focused => {
                self.schedule.luby = Luby::default();
                (Mode::Stable, STABLE_SHARE)
            }
            Mode::Stable => (Mode::Focused, 1),
        };
        self.schedule.mode_ticks = self.ticks + ticks * share;
        self.schedule_restart();
    }
}
