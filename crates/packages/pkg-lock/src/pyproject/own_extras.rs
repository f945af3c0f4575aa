//! A project may name its own extras: `all = ["project[fast,nice]"]` asks for what they hold.

use super::Reader;
use crate::error::Error;
use crate::project::{Group, Project, Root};
use crate::requirement::{Marker, Requirement};
use pkg_index::PackageName;
use std::collections::BTreeSet;
use std::rc::Rc;

impl Reader<'_> {
    /// Puts the requirements of the extras in the place of each requirement on the project itself.
    pub(super) fn expand_own_extras(&self, project: &mut Project) -> Result<(), Error> {
        let Some(name) = project.name.clone() else { return Ok(()) };
        let is_own = |root: &Root| root.requirement.name == name;
        if !project.roots.iter().any(is_own) {
            return Ok(());
        }
        let declared = project.roots.clone();
        project.roots.clear();
        for root in &declared {
            if is_own(root) {
                let mut seen = BTreeSet::new();
                self.expand(
                    &declared,
                    root,
                    &root.group,
                    &root.requirement.marker,
                    &mut seen,
                    project,
                )?;
                project.replaced.extend(Some(root.clone()).filter(|root| root.is_declared));
            } else {
                project.roots.push(root.clone());
            }
        }
        Ok(())
    }

    /// Adds what a requirement on the project's own extras asks for to a group.
    fn expand(
        &self,
        declared: &[Root],
        own: &Root,
        group: &Group,
        marker: &Marker,
        seen: &mut BTreeSet<PackageName>,
        project: &mut Project,
    ) -> Result<(), Error> {
        let version = project.version.as_ref().and_then(|version| version.parse().ok());
        if version.is_some_and(|version| !own.requirement.specifiers.contains(&version)) {
            let reason =
                format!("the project requires another version of itself: {}", own.requirement);
            return Err(self.error_at(own.offset, reason));
        }
        for extra in &own.requirement.extras {
            let wanted: PackageName = extra.parse().map_err(|_| {
                self.error_at(own.offset, format!("'{extra}' is not a name of an extra"))
            })?;
            let of_extra = |root: &&Root| matches!(&root.group, Group::Extra(name) if name.parse().ok().as_ref() == Some(&wanted));
            let members: Vec<&Root> = declared.iter().filter(of_extra).collect();
            if !project.extras.contains(&wanted) {
                return Err(
                    self.error_at(own.offset, format!("the project has no extra '{extra}'"))
                );
            }
            // Extras may name each other; each is followed once.
            if !seen.insert(wanted) {
                continue;
            }
            for member in members {
                let both = marker.and(&member.requirement.marker);
                if member.requirement.name == own.requirement.name {
                    self.expand(declared, member, group, &both, seen, project)?;
                    continue;
                }
                let requirement = Requirement { marker: both, ..(*member.requirement).clone() };
                let (requirement, group) = (Rc::new(requirement), group.clone());
                let root = Root { requirement, group, offset: member.offset, is_declared: false };
                project.roots.push(root);
            }
        }
        Ok(())
    }
}
