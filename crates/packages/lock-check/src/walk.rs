//! The walk through a lock in one environment, from what the project requires on.

use crate::entry::{Condition, Entries, Entry};
use crate::environment::Environment;
use crate::fault::Fault;
use crate::project::{Project, Root, Selection};
use crate::requirement::Requirement;
use std::collections::BTreeSet;

/// One environment and one selection.
pub(crate) struct Walk<'w> {
    pub(crate) project: &'w Project,
    pub(crate) entries: &'w Entries,
    pub(crate) environment: &'w Environment,
    pub(crate) selection: &'w Selection,
}

impl<'w> Walk<'w> {
    pub(crate) fn run(&self, roots: &[Root<'w>], faults: &mut BTreeSet<Fault>) {
        let mut seen: BTreeSet<(&str, Option<&str>)> = BTreeSet::new();
        let mut open: Vec<(&Requirement, String)> = Vec::new();
        let own = || "the project".to_owned();
        for (one, extra) in roots {
            let asked = extra.iter().map(|extra| (*extra).clone()).collect();
            open.extend(self.in_effect(one, &asked).into_iter().map(|one| (one, own())));
        }
        for choice in &self.project.choices {
            let kept = choice.iter().find(|one| {
                self.locked(one, "").is_ok_and(|entry| one.specifiers.contains(&entry.version))
            });
            open.extend(kept.or(choice.first()).map(|one| (one, own())));
        }
        while let Some((requirement, by)) = open.pop() {
            if self.project.name.as_ref() == Some(&requirement.name) {
                let named = requirement
                    .extras
                    .iter()
                    .filter_map(|extra| self.project.extras.get_key_value(extra));
                for (extra, more) in
                    named.filter(|(extra, _)| seen.insert(("", Some(extra.as_str()))))
                {
                    let asked = BTreeSet::from([extra.clone()]);
                    let here = more.iter().flat_map(|one| self.in_effect(one, &asked));
                    open.extend(here.map(|one| (one, own())));
                }
                continue;
            }
            let entry = match self.locked(requirement, &by) {
                Ok(entry) => entry,
                Err(fault) => {
                    faults.insert(fault);
                    continue;
                }
            };
            self.visit(entry, requirement, &by, faults);
            for again in self.others(entry).filter(|other| other.version == entry.version) {
                again.reached.set(true);
                faults.insert(Fault::Twice { locked: entry.to_string() });
            }
            let asked = requirement.extras.iter().map(|extra| Some(extra.as_str()));
            for extra in std::iter::once(None).chain(asked) {
                if !seen.insert((&entry.name, extra)) {
                    continue;
                }
                let extras: BTreeSet<String> = extra.into_iter().map(str::to_owned).collect();
                let here = entry.requirements.iter().flat_map(|one| self.in_effect(one, &extras));
                open.extend(here.map(|one| (one, entry.to_string())));
            }
        }
    }

    /// What a requirement demands here: itself where its marker holds, or the overrides of its package where theirs do.
    fn in_effect(&self, one: &'w Requirement, extras: &BTreeSet<String>) -> Vec<&'w Requirement> {
        let nothing = BTreeSet::new();
        let holds = |one: &&Requirement| one.marker.holds(self.environment, &nothing);
        match self.project.overrides.get(&one.name) {
            None if one.marker.holds(self.environment, extras) => vec![one],
            Some(all) if one.marker.admits_extras(extras) => all.iter().filter(holds).collect(),
            None | Some(_) => Vec::new(),
        }
    }

    /// The entry of a package here, or what is wrong.
    fn locked(&self, requirement: &Requirement, by: &str) -> Result<&'w Entry, Fault> {
        let all = self.entries.get(&requirement.name).map_or(&[][..], Vec::as_slice);
        let mut here = all.iter().filter(|entry| self.is_here(entry));
        let (name, place) = (requirement.name.clone(), self.place());
        match (here.next(), here.next()) {
            (Some(one), None) => Ok(one),
            (Some(a), Some(b)) if a.version == b.version => Ok(a),
            (Some(a), Some(b)) => {
                let versions = [a.text.clone(), b.text.clone()];
                Err(Fault::TwoVersions { name, versions, place })
            }
            (None, _) => Err(Fault::Missing { name, by: by.to_owned(), place }),
        }
    }

    /// The other entries of a package here.
    fn others(&self, entry: &'w Entry) -> impl Iterator<Item = &'w Entry> {
        let all = self.entries.get(&entry.name).map_or(&[][..], Vec::as_slice);
        all.iter().filter(move |other| !std::ptr::eq(*other, entry) && self.is_here(other))
    }

    fn is_here(&self, entry: &Entry) -> bool {
        let extras = match self.selection {
            Selection::Extra(extra) => BTreeSet::from([extra.clone()]),
            Selection::Main | Selection::Group(_) => BTreeSet::new(),
        };
        match &entry.condition {
            Condition::Marker(marker) => marker.holds(self.environment, &extras),
            Condition::Groups(groups) => {
                let group = match self.selection {
                    Selection::Group(group) => group,
                    Selection::Main | Selection::Extra(_) => "main",
                };
                groups.get(group).is_some_and(|marker| marker.holds(self.environment, &extras))
            }
        }
    }

    fn visit(
        &self,
        entry: &Entry,
        requirement: &Requirement,
        by: &str,
        faults: &mut BTreeSet<Fault>,
    ) {
        entry.reached.set(true);
        if entry.said.is_optional && *self.selection == Selection::Main {
            faults.insert(Fault::Optional { locked: entry.to_string(), by: by.to_owned() });
        }
        let constraints = self.project.constraints.get(&entry.name).into_iter().flatten();
        let nothing = BTreeSet::new();
        let here = constraints.filter(|one| one.marker.holds(self.environment, &nothing));
        let constrained = here.map(|one| (one, "a constraint of the project"));
        for (requirement, by) in constrained.chain([(requirement, by)]) {
            if !requirement.specifiers.contains(&entry.version) {
                faults.insert(Fault::NotAdmitted {
                    locked: entry.to_string(),
                    requirement: requirement.to_string(),
                    by: by.to_owned(),
                    place: self.place(),
                });
            }
        }
        // A project that names no Python leaves it to those who install.
        if self.project.requires_python.is_some() {
            entry.check_python(self.environment.python(), faults);
        }
    }

    /// Where this is, for messages.
    fn place(&self) -> String {
        let part = match self.selection {
            Selection::Main => String::new(),
            Selection::Extra(extra) => format!(", with the extra {extra}"),
            Selection::Group(group) => format!(", in the group {group}"),
        };
        let (python, system) = (self.environment.python(), self.environment.value("sys_platform"));
        format!("{part} (Python {python}, {system})")
    }
}
