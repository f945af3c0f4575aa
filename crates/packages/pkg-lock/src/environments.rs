//! The environments that a lock is for, and the parts into which they are split.
//!
//! A project is locked for all environments that its `requires-python` admits. Where a version requires two
//! things of one package in different environments, or does not run on all Pythons, the environments
//! are split in two, and each part is locked by itself: with the marker, and without.

use crate::requirement::Marker;
use crate::specifiers::Specifiers;
use pep440_rs::{Version, release_specifiers_to_ranges};
use pubgrub::Ranges;
use std::ops::Bound;

/// Environments of a project.
#[derive(Debug, Clone)]
pub(crate) struct Environments {
    /// Which they are, the project's Pythons included.
    marker: Marker,
    /// What the project restricts itself to.
    within: Marker,
    /// What splits them off from the others; always true for all of the project's.
    part: Marker,
    pythons: Ranges<Version>,
    /// Those of the whole project.
    all_pythons: Ranges<Version>,
    /// The project says which Pythons it is for.
    names_pythons: bool,
}

/// Where a file runs, by its `Requires-Python`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum RunsOn {
    /// On every Python of the environments.
    All,
    /// On those from this version on.
    From(Version),
    /// On too few.
    Few,
}

impl Environments {
    /// All of a project's: on its Pythons, and of those that it restricts itself to.
    pub(crate) fn of(python: Option<&Specifiers>, within: &Marker) -> Self {
        let pythons = python.map_or_else(Ranges::full, ranges).intersection(&within.pythons());
        Self {
            marker: python.map_or(Marker::ALWAYS, Marker::of_python).and(within),
            part: Marker::ALWAYS,
            within: within.clone(),
            all_pythons: pythons.clone(),
            pythons,
            names_pythons: python.is_some(),
        }
    }

    /// Those that fulfil the marker, and the others.
    pub(crate) fn split(&self, by: &Marker) -> [Self; 2] {
        [by.clone(), by.not()].map(|by| Self {
            marker: self.marker.and(&by),
            within: self.within.clone(),
            part: self.part.and(&by),
            pythons: self.pythons.intersection(&by.pythons()),
            all_pythons: self.all_pythons.clone(),
            names_pythons: self.names_pythons,
        })
    }

    /// Whether there is none.
    pub(crate) fn are_none(&self) -> bool {
        self.pythons.is_empty() || self.marker.is_never()
    }

    /// Which they are.
    pub(crate) fn marker(&self) -> &Marker {
        &self.marker
    }

    /// What splits them off from the project's others.
    pub(crate) fn part(&self) -> &Marker {
        &self.part
    }

    /// Whether some fulfil the marker and others do not.
    pub(crate) fn are_split_by(&self, marker: &Marker) -> bool {
        marker.overlaps(&self.marker) && marker.not().overlaps(&self.marker)
    }

    /// Whether their oldest Python is newer than that of others.
    pub(crate) fn begin_after(&self, other: &Self) -> bool {
        let is_after = |(first, _): (Bound<&Version>, Bound<&Version>)| match first {
            Bound::Included(first) | Bound::Excluded(first) => {
                !other.pythons.contains(first)
                    && other.pythons.intersection(&Ranges::lower_than(first.clone()))
                        == other.pythons
            }
            Bound::Unbounded => false,
        };
        self.pythons.bounding_range().is_some_and(is_after)
    }

    /// Whether some of the project's environments are of this `sys_platform`.
    pub(crate) fn have_system(&self, system: &str) -> bool {
        self.within.is_always() || self.within.overlaps(&Marker::of_system(system))
    }

    /// Where a file with these Pythons runs.
    pub(crate) fn run(&self, offered: &Specifiers) -> RunsOn {
        let offered = ranges(offered);
        if self.pythons.is_disjoint(&offered) {
            return RunsOn::Few;
        }
        if !self.names_pythons || self.pythons.subset_of(&offered) {
            return RunsOn::All;
        }
        // From the beginning of one of its ranges on, up to the last Python of the project.
        let begins = |(first, _): (&Bound<Version>, &Bound<Version>)| match first {
            Bound::Included(first) => Some(first.clone()),
            Bound::Excluded(_) | Bound::Unbounded => None,
        };
        let suffices = |first: &Version| {
            let later = self.pythons.intersection(&Ranges::higher_than(first.clone()));
            !later.is_empty() && later.subset_of(&offered)
        };
        offered.iter().filter_map(begins).find(suffices).map_or(RunsOn::Few, RunsOn::From)
    }

    /// Whether some of these Pythons are among the project's, split or not: so a choice that serves all
    /// serves each part.
    pub(crate) fn have_some_of(&self, pythons: &Ranges<Version>) -> bool {
        !self.all_pythons.is_disjoint(pythons)
    }
}

/// The Pythons that specifiers admit; releases alone, as `Requires-Python` has it.
fn ranges(specifiers: &Specifiers) -> Ranges<Version> {
    let alternatives = specifiers.alternatives().iter().cloned();
    let each = alternatives.map(release_specifiers_to_ranges);
    each.fold(Ranges::empty(), |all, one| all.union(&one))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn specifiers(text: &str) -> Specifiers {
        Specifiers::parse(text).unwrap()
    }

    #[test]
    fn files_run_on_all_pythons_or_on_the_later_ones() {
        let environments = Environments::of(Some(&specifiers(">=3.9,<3.14")), &Marker::ALWAYS);
        let run = |text: &str| environments.run(&specifiers(text));
        let from = |text: &str| RunsOn::From(text.parse().unwrap());
        assert_eq!(run(">=3.8"), RunsOn::All);
        assert_eq!(run(">=3.12"), from("3.12"));
        assert_eq!(run("!=3.11.*,>=3.8"), from("3.12"));
        assert_eq!(run(">=3.8,<3.12"), RunsOn::Few);
        assert_eq!(run("<3.9"), RunsOn::Few);
        assert_eq!(run(">=3.14"), RunsOn::Few);
        let any = Environments::of(None, &Marker::ALWAYS);
        assert_eq!(any.run(&specifiers(">=3.12")), RunsOn::All);
    }

    #[test]
    fn parts_are_disjoint_and_know_their_pythons() {
        let all = Environments::of(Some(&specifiers(">=3.9")), &Marker::ALWAYS);
        let by = Marker::parse("python_version >= '3.12' and sys_platform == 'win32'").unwrap();
        assert!(all.are_split_by(&by));
        assert!(!all.are_split_by(&Marker::parse("python_version >= '3.9'").unwrap()));
        assert!(!all.are_split_by(&Marker::parse("python_version < '3.9'").unwrap()));
        let [inside, outside] = all.split(&by);
        assert!(!inside.marker().overlaps(outside.marker()));
        assert!(inside.part().or(outside.part()).is_always());
        assert_eq!(inside.run(&specifiers(">=3.12")), RunsOn::All);
        assert_eq!(outside.run(&specifiers(">=3.12")), RunsOn::From("3.12".parse().unwrap()));
        let [later, earlier] = all.split(&Marker::of_python(&specifiers(">=3.12")));
        assert!(later.begin_after(&earlier) && !earlier.begin_after(&later));
        assert_eq!(earlier.run(&specifiers(">=3.12")), RunsOn::Few);
    }
}
