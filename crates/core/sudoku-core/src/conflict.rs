//! What a puzzle's relations of two cells forbid, candidate by candidate.
//!
//! An engine that knows neither sums nor counts can be told these: "not both of the two".

use crate::constraint::Constraint;
use crate::{Cell, Rules, Value};
use std::collections::BTreeSet;

/// A value in a cell.
pub type Candidate = (Cell, Value);

impl Rules {
    /// The pairs of candidates that a constraint forbids, the smaller one first; both are the same where a
    /// candidate is impossible by itself. What the houses say is not among them.
    ///
    /// # Errors
    /// The first constraint that is more than relations of two cells.
    pub fn conflicts(&self) -> Result<BTreeSet<[Candidate; 2]>, &Constraint> {
        let shape = self.shape();
        let mut conflicts = BTreeSet::new();
        for constraint in self.constraints() {
            for relation in constraint.relations(shape).ok_or(constraint)? {
                let [first, second] = relation.cells();
                for u in shape.values() {
                    let others = shape.values().filter(|v| first != second || *v == u);
                    for v in others.filter(|v| !relation.allows(shape.number(u), shape.number(*v)))
                    {
                        let mut pair = [(first, u), (second, v)];
                        pair.sort_unstable();
                        conflicts.insert(pair);
                    }
                }
            }
        }
        Ok(conflicts)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::PuzzleSpec;

    fn rules(constraints: &str) -> Rules {
        let text =
            format!(r#"{{"rows": 2, "cols": 2, "blocks": null, "constraints": [{constraints}]}}"#);
        PuzzleSpec::from_json(&text).unwrap().puzzle().unwrap().rules
    }

    fn names(rules: &Rules) -> Vec<String> {
        let name = |(cell, value): &Candidate| format!("{}={}", cell.short(), value + 1);
        let conflicts = rules.conflicts().unwrap();
        conflicts.iter().map(|[a, b]| format!("{} {}", name(a), name(b))).collect()
    }

    #[test]
    fn pairs_and_single_candidates() {
        let greater = r#"{"greater-than": {"cells": ["r1c2", "r1c1"]}}"#;
        assert_eq!(names(&rules(greater)), ["r1c1=1 r1c2=1", "r1c1=2 r1c2=1", "r1c1=2 r1c2=2"]);
        let both = r#"{"odd": {"cells": ["r2c2"]}}, {"odd": {"cells": ["r2c2"]}}"#;
        assert_eq!(names(&rules(both)), ["r2c2=2 r2c2=2"]);
        assert_eq!(names(&rules("")), [""; 0]);
    }

    #[test]
    fn sums_are_not_said() {
        let both = rules(r#"{"anti-king": {}}, {"cage": {"cells": ["r1c1", "r1c2"], "total": 3}}"#);
        assert_eq!(both.conflicts().unwrap_err().to_string(), "cage of 3 at r1c1 r1c2");
    }
}
