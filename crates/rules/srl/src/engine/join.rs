//! The solutions of a rule's body by the steps of a plan, and what the head makes of them.

use super::head::Head;
use super::machine::Machine;
use super::unite::Unite;
use crate::plan::Steps;
use std::ops::Range;

/// The steps of a plan.
pub(super) struct Join {
    /// The last step, if it is united with the head.
    pub(super) unite: Option<Unite>,
    /// The other steps.
    pub(super) steps: Steps,
}

impl Join {
    /// Finds the solutions, or those with certain rows of a table for the first pattern, and adds what they say; gives their
    /// number.
    pub(super) fn solve(
        &self,
        (machine, head): (&mut Machine<'_>, &mut Head<'_>),
        is_hidden: bool,
        within: Option<(usize, Range<usize>)>,
    ) -> u64 {
        let (mut solutions, mut pairs) = (0, Vec::new());
        let mut found = |machine: &mut Machine<'_>| {
            if let Some(unite) = &self.unite {
                let table = unite.missing(machine, &mut pairs);
                solutions += pairs.len() as u64;
                head.insert_all(&mut pairs, table, machine);
            } else {
                solutions += 1;
                head.add(machine);
            }
            machine.watch.reached.is_none() && !(is_hidden && head.room == 0)
        };
        match within {
            None => machine.solve(&self.steps, &mut found),
            Some(within) => machine.solve_within(&self.steps, within, &mut found),
        };
        solutions
    }
}
