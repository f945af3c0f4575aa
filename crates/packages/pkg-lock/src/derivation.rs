//! Why there is no solution: facts, each from the index, from the project, or from two earlier ones.
//!
//! A fact says that some choices cannot hold together. It is put into a sentence:
//!
//! ```text
//! 1. a 2.0 requires b >=1 and b 1.0 requires c ==3, so a 2.0 excludes c 1.0.
//! 2. …
//! ```
//!
//! A derivation shares facts, as a proof shares lemmas: written out as a tree it may be of any size.
//! It is a list here, causes before consequences, and is written from the list, one fact a line.
//!
//! # References
//! - N. Weizenbaum, "PubGrub: Next-Generation Version Solving", 2018: "Error reporting"

use crate::dependency::PackageId;
use crate::problem::{Demand, Problem};
use crate::project::Project;
use crate::version_set::VersionSet;
use std::fmt;
use std::io::{self, Write};

/// What facts speak of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Node {
    /// The project.
    Project,
    /// The demand at this place, which is a choice.
    Choice(usize),
    /// A package.
    Package(PackageId),
}

/// For debugging; messages use the package's name.
impl fmt::Display for Node {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self, f)
    }
}

/// Facts, causes before consequences; the last says that there is no solution.
#[derive(Debug, Default)]
pub(crate) struct Derivation {
    facts: Vec<Fact>,
}

/// What cannot be, or must be.
#[derive(Debug, Clone)]
pub(crate) enum Fact {
    /// The project is to be installed.
    Goal,
    /// There are no versions in this set.
    NoVersions { node: Node, versions: VersionSet },
    /// These versions require one of the admitted versions of another package.
    Requires { node: Node, versions: VersionSet, on: Node, admitted: VersionSet },
    /// These versions cannot be installed at all.
    Impossible { node: Node, versions: VersionSet, why: String },
    /// These do not hold together.
    Derived { sides: Vec<Side>, causes: [usize; 2] },
}

/// A choice in a derived fact.
#[derive(Debug, Clone)]
pub(crate) struct Side {
    pub(crate) node: Node,
    pub(crate) versions: VersionSet,
    /// False if the fact speaks of choices outside of `versions`.
    pub(crate) holds: bool,
}

impl Derivation {
    /// Adds a fact; its number.
    pub(crate) fn push(&mut self, fact: Fact) -> usize {
        self.facts.push(fact);
        self.facts.len() - 1
    }

    /// How many sentences tell it.
    pub(crate) fn n_lines(&self) -> usize {
        self.facts.iter().filter(|fact| matches!(fact, Fact::Derived { .. })).count().max(1)
    }

    /// Writes a sentence a line.
    pub(crate) fn write(&self, out: &mut dyn Write, words: &Words) -> io::Result<()> {
        let mut numbers: Vec<usize> = vec![0; self.facts.len()];
        let mut n_lines = 0;
        for (i, fact) in self.facts.iter().enumerate() {
            if let Fact::Derived { sides, causes } = fact {
                n_lines += 1;
                numbers[i] = n_lines;
                let [first, second] = causes.map(|cause| self.cause(cause, &numbers, words));
                let is_end = i + 1 == self.facts.len();
                let end =
                    if is_end { "there is no solution".to_owned() } else { words.sides(sides) };
                let because = match (first, second) {
                    (Some(first), Some(second)) => format!("{first} and {second}"),
                    (Some(one), None) | (None, Some(one)) => one,
                    (None, None) => "the project is to be installed".to_owned(),
                };
                writeln!(out, "{n_lines}. {because}, so {end}.")?;
            }
        }
        if n_lines == 0
            && let Some(fact) = self.facts.last()
        {
            writeln!(out, "1. {}, so there is no solution.", words.fact(fact).unwrap_or_default())?;
        }
        Ok(())
    }

    fn cause(&self, cause: usize, numbers: &[usize], words: &Words) -> Option<String> {
        match &self.facts[cause] {
            Fact::Derived { sides, .. } => {
                Some(format!("{} ({})", words.sides(sides), numbers[cause]))
            }
            fact => words.fact(fact),
        }
    }
}

/// Puts facts into words.
#[derive(Debug)]
pub(crate) struct Words<'a> {
    pub(crate) problem: &'a Problem<'a>,
    pub(crate) project: &'a Project,
}

impl Words<'_> {
    fn fact(&self, fact: &Fact) -> Option<String> {
        Some(match fact {
            Fact::Goal => return None,
            Fact::NoVersions { node, versions } => {
                format!("the index has no {}", self.versions_in_words(*node, versions))
            }
            Fact::Impossible { node, versions, why } => {
                format!("{} {why}", self.versions_in_words(*node, versions))
            }
            Fact::Requires { node, versions, on, admitted } => {
                let subject = self.versions_in_words(*node, versions);
                let object = self.object(*node, versions, *on, admitted);
                format!("{subject} requires {object}")
            }
            Fact::Derived { sides, .. } => self.sides(sides),
        })
    }

    /// What a derived fact excludes or demands.
    fn sides(&self, sides: &[Side]) -> String {
        let told = sides.iter().filter(|side| side.node != Node::Project);
        let (given, wanted): (Vec<&Side>, Vec<&Side>) = told.partition(|side| side.holds);
        let join = |sides: &[&Side], word: &str| {
            let all = sides.iter().map(|side| self.versions_in_words(side.node, &side.versions));
            all.collect::<Vec<_>>().join(word)
        };
        match (&given[..], &wanted[..]) {
            ([], []) => "there is no solution".to_owned(),
            ([], wanted) => format!("the project needs {}", join(wanted, " or ")),
            ([one], []) => format!("{} cannot be", self.versions_in_words(one.node, &one.versions)),
            ([first, rest @ ..], []) => {
                format!(
                    "{} excludes {}",
                    self.versions_in_words(first.node, &first.versions),
                    join(rest, " with ")
                )
            }
            (given, wanted) => format!("{} needs {}", join(given, " with "), join(wanted, " or ")),
        }
    }

    /// What a requirement asks for; in its own words if nothing satisfies it.
    fn object(&self, node: Node, versions: &VersionSet, on: Node, admitted: &VersionSet) -> String {
        let Node::Package(package) = on else { return self.versions_in_words(on, admitted) };
        if !admitted.is_empty() {
            return self.versions_in_words(on, admitted);
        }
        let releases = &self.problem.catalogue.package(package).releases;
        let asked = self.requirements(node, versions, package).join(" and ");
        if !releases.exists {
            return format!("{asked}, which the index does not have");
        }
        let near: Vec<String> = releases
            .excluded
            .iter()
            .rev()
            .take(3)
            .map(|(version, why)| format!("{version} {why}"))
            .collect();
        let why = if near.is_empty() { String::new() } else { format!(" ({})", near.join(", ")) };
        format!("{asked}, which no version satisfies{why}")
    }

    fn requirements(&self, node: Node, versions: &VersionSet, on: PackageId) -> Vec<String> {
        let names_it = |dependencies: &[crate::dependency::Dependency]| -> Vec<String> {
            let all = dependencies.iter().filter(|one| one.package == on);
            all.map(|one| one.requirement.with_marker()).collect()
        };
        let mut found: Vec<String> = match node {
            Node::Project => self
                .problem
                .demands
                .iter()
                .flat_map(|demand| match demand {
                    Demand::All(dependencies) => names_it(dependencies),
                    Demand::OneOf(_) => Vec::new(),
                })
                .collect(),
            Node::Choice(demand) => match &self.problem.demands[demand] {
                Demand::OneOf(alternatives) | Demand::All(alternatives) => names_it(alternatives),
            },
            Node::Package(package) => {
                let n = self.problem.catalogue.package(package).releases.versions.len();
                let first = versions.iter_below(n).next();
                let known = first.map(|one| self.problem.catalogue.dependencies(package, one));
                match known {
                    Some(Ok(crate::dependency::Dependencies::Known(all))) => names_it(&all),
                    _ => Vec::new(),
                }
            }
        };
        if found.is_empty() {
            found.push(self.problem.catalogue.package(on).to_string());
        }
        found
    }

    /// Some versions of a package in words.
    fn versions_in_words(&self, node: Node, versions: &VersionSet) -> String {
        match node {
            Node::Project => "the project".to_owned(),
            Node::Choice(demand) => self.alternatives(demand, versions),
            Node::Package(id) => {
                let package = self.problem.catalogue.package(id);
                let names: Vec<String> =
                    package.releases.versions.iter().map(|r| r.version.to_string()).collect();
                let is_ordered = package.releases.n_last == 0;
                format!("{package}{}", in_words(versions, &names, is_ordered))
            }
        }
    }

    fn alternatives(&self, demand: usize, versions: &VersionSet) -> String {
        let name = self.project.demand_name(demand);
        let Demand::OneOf(all) = &self.problem.demands[demand] else { return name };
        let left: Vec<usize> = versions.iter_below(all.len()).collect();
        match &left[..] {
            [one] => format!("\"{name}\" by {}", all[*one].requirement),
            left if left.len() < all.len() => {
                let texts = left.iter().map(|&one| all[one].requirement.to_string());
                format!("\"{name}\" by {}", texts.collect::<Vec<_>>().join(" | "))
            }
            _ => format!("\"{name}\""),
        }
    }
}

/// A set as specifiers, as ranges only if the names ascend; with the blank before them, nothing for all versions.
fn in_words(versions: &VersionSet, names: &[String], is_ordered: bool) -> String {
    const MOST: usize = 6;
    let inside: Vec<usize> = versions.iter_below(names.len()).collect();
    let outside: Vec<usize> = versions.complement().iter_below(names.len()).collect();
    let is_run = |places: &[usize]| places.windows(2).all(|pair| pair[1] == pair[0] + 1);
    match (&inside[..], &outside[..]) {
        (_, []) => String::new(),
        ([], _) => " in no version".to_owned(),
        ([one], _) => format!(" {}", names[*one]),
        (_, [one]) => format!(" !={}", names[*one]),
        ([first, .., last], _) if is_ordered && is_run(&inside) => {
            match (*first, *last + 1 == names.len()) {
                (0, _) => format!(" <={}", names[*last]),
                (_, true) => format!(" >={}", names[*first]),
                _ => format!(" >={},<={}", names[*first], names[*last]),
            }
        }
        (inside, _) if inside.len() <= MOST => {
            format!(
                " {}",
                inside.iter().map(|&i| names[i].as_str()).collect::<Vec<_>>().join(" | ")
            )
        }
        (_, outside) if outside.len() <= MOST => {
            let all: Vec<String> = outside.iter().map(|&i| format!("!={}", names[i])).collect();
            format!(" {}", all.join(","))
        }
        ([first, .., last], _) => {
            format!(" in {} versions from {} to {}", inside.len(), names[*first], names[*last])
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_are_told_as_specifiers() {
        let names: Vec<String> = (1..=20).map(|v| format!("{v}.0")).collect();
        let told = |versions: &[usize]| in_words(&versions.iter().copied().collect(), &names, true);
        assert_eq!(told(&[]), " in no version");
        assert_eq!(told(&[4]), " 5.0");
        assert_eq!(told(&[0, 1, 2]), " <=3.0");
        assert_eq!(told(&[18, 19]), " >=19.0");
        assert_eq!(told(&[3, 4]), " >=4.0,<=5.0");
        assert_eq!(told(&[3, 5]), " 4.0 | 6.0");
        assert_eq!(in_words(&VersionSet::EMPTY.complement(), &names, true), "");
        assert_eq!(in_words(&VersionSet::single(2).complement(), &names, true), " !=3.0");
        assert_eq!(
            told(&(0..20).step_by(2).collect::<Vec<_>>()),
            " in 10 versions from 1.0 to 19.0"
        );
    }
}
