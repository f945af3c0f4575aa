//! `[dependency-groups]`: lists of requirements that may include each other.
//!
//! Names are compared as names of packages are: `My-Dev` is `my_dev`.
//!
//! # References
//! - Python Packaging User Guide, "Dependency Groups" (PEP 735)

use super::{Reader, offset_of};
use crate::error::Error;
use crate::project::{Group, Project, Root};
use pkg_index::PackageName;
use std::collections::BTreeMap;
use toml_edit::{Item, TableLike, Value};

/// Each group by its normalised name: the name as written, and the list.
type Groups<'d> = BTreeMap<PackageName, (&'d str, &'d Item)>;

impl Reader<'_> {
    pub(super) fn dependency_groups(
        &self,
        table: &dyn TableLike,
        project: &mut Project,
    ) -> Result<(), Error> {
        let mut groups = Groups::new();
        for (name, item) in table.iter() {
            let normal = self.group_name(name, item.span().map_or(0, |span| span.start))?;
            project.groups.insert(normal.clone());
            if let Some((other, _)) = groups.insert(normal, (name, item)) {
                return Err(self.error(item, format!("'{other}' and '{name}' are one group")));
            }
        }
        for (normal, (name, _)) in &groups {
            let target = Group::Named((*name).to_owned());
            self.dependency_group(&groups, normal, &mut Vec::new(), &target, project)?;
        }
        Ok(())
    }

    /// Adds what a group has and includes to `target`; `path` is the way from there to here.
    fn dependency_group<'g>(
        &self,
        groups: &'g Groups,
        name: &'g PackageName,
        path: &mut Vec<&'g PackageName>,
        target: &Group,
        project: &mut Project,
    ) -> Result<(), Error> {
        let (_, item) = groups[name];
        path.push(name);
        let array = item.as_array().ok_or_else(|| self.expected(item, "a list of requirements"))?;
        for value in array {
            let offset = offset_of(value);
            let Some(table) = value.as_inline_table() else {
                let (requirement, group) = (self.requirement(value)?, target.clone());
                self.add(Root { requirement, group, offset, is_declared: true }, project)?;
                continue;
            };
            let included = table.get("include-group").and_then(Value::as_str);
            let included = included
                .filter(|_| table.len() == 1)
                .ok_or_else(|| self.error_at(offset, "expected {include-group = \"…\"}"))?;
            let normal = self.group_name(included, offset)?;
            let Some((normal, _)) = groups.get_key_value(&normal) else {
                return Err(self.error_at(offset, format!("there is no group '{included}'")));
            };
            if path.contains(&normal) {
                let way: Vec<&str> = path.iter().map(|name| name.as_str()).collect();
                let reason = format!("groups include each other: {} → {normal}", way.join(" → "));
                return Err(self.error_at(offset, reason));
            }
            self.dependency_group(groups, normal, path, target, project)?;
        }
        path.pop();
        Ok(())
    }

    pub(super) fn group_name(&self, name: &str, offset: usize) -> Result<PackageName, Error> {
        name.parse()
            .map_err(|_| self.error_at(offset, format!("'{name}' is not a name of a group")))
    }
}
