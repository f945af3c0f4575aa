//! The ways back through a plan: see [`super`].

use std::collections::BTreeSet;

use rustc_hash::FxHashMap;

use super::{Step, Steps};

/// A step, the slots that it reads and those that it binds.
#[derive(Debug)]
pub(super) struct Linked {
    pub(super) step: Step,
    pub(super) uses: Vec<usize>,
    pub(super) binds: Vec<usize>,
}

/// Links steps so that each place goes back to what can change the steps from there on, or the slots of
/// `wanted`, which the end uses.
pub(super) fn link(linked: Vec<Linked>, wanted: &[usize]) -> Steps {
    let mut bound_by = FxHashMap::default();
    for (place, Linked { binds, .. }) in linked.iter().enumerate() {
        bound_by.extend(binds.iter().map(|&slot| (slot, place)));
    }
    let binder = |slot: &usize| bound_by.get(slot).copied();
    // The steps that bind what is used from the place at hand on.
    let mut binders: BTreeSet<usize> = wanted.iter().filter_map(binder).collect();
    let mut back = vec![0; linked.len() + 1];
    for place in (0..=linked.len()).rev() {
        if let Some(Linked { uses, .. }) = linked.get(place) {
            binders.extend(uses.iter().filter_map(binder));
        }
        back[place] = binders.range(..place).next_back().map_or(0, |step| step + 1);
    }
    Steps { steps: linked.into_iter().map(|Linked { step, .. }| step).collect(), back }
}

/// Steps that go back one by one, so that each solution is found.
pub(super) fn one_by_one(linked: Vec<Linked>) -> Steps {
    let back = (0..=linked.len()).collect();
    Steps { steps: linked.into_iter().map(|Linked { step, .. }| step).collect(), back }
}

#[cfg(test)]
mod tests {
    use super::{Linked, link};
    use crate::expr::Code;
    use crate::plan::Step;

    /// For steps by what each uses and binds.
    fn back(steps: &[(&[usize], &[usize])], wanted: &[usize]) -> Vec<usize> {
        let linked = steps.iter().map(|(uses, binds)| Linked {
            step: Step::Filter(Code::Error, 0),
            uses: uses.to_vec(),
            binds: binds.to_vec(),
        });
        link(linked.collect(), wanted).back
    }

    #[test]
    fn what_is_used_later_is_gone_back_to() {
        // A chain of which the head wants both ends, and one of which it wants the first.
        let chain: [(&[usize], &[usize]); 3] = [(&[], &[0, 1]), (&[1], &[2]), (&[2], &[3])];
        assert_eq!(back(&chain, &[0, 3]), [0, 1, 2, 3]);
        assert_eq!(back(&chain, &[0]), [0, 1, 2, 1]);
        // Patterns that share nothing, and a star.
        let apart: [(&[usize], &[usize]); 3] = [(&[], &[0, 1]), (&[], &[2, 3]), (&[], &[4])];
        assert_eq!(back(&apart, &[]), [0, 0, 0, 0]);
        assert_eq!(back(&apart, &[3]), [0, 0, 2, 2]);
        let star: [(&[usize], &[usize]); 3] = [(&[], &[0, 1]), (&[0], &[2]), (&[0], &[3])];
        assert_eq!(back(&star, &[0]), [0, 1, 1, 1]);
        // What is bound outside is gone back to by nobody.
        assert_eq!(back(&[(&[7], &[0]), (&[7], &[1])], &[]), [0, 0, 0]);
    }
}
