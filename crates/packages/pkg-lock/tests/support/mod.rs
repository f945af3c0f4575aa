//! Random small indexes with projects, and an oracle that shares no code with the resolver: its own
//! reading of versions and specifiers, and a search that tries everything.

#![allow(dead_code, reason = "each test uses a part")]
#![allow(clippy::unwrap_used, reason = "a test that goes wrong here should fail")]

pub(crate) mod installers;

use pkg_index::{MemoryIndex, Metadata, PackageName};
use std::collections::BTreeMap;
use std::fmt::Write;

/// SplitMix64: the same numbers on every machine.
pub(crate) struct Random(pub(crate) u64);

impl Random {
    pub(crate) fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ (z >> 31)) % n as u64) as usize
    }

    fn one_of<'a>(&mut self, all: &[&'a str]) -> &'a str {
        all[self.below(all.len())]
    }
}

/// Final versions and pre-releases, ascending.
const VERSIONS: [&str; 12] = [
    "0.9", "1.0", "1.0.1", "1.1", "1.2a1", "1.2", "1.10", "2.0rc1", "2.0", "2.0.1", "3.0.dev1",
    "3.0",
];

/// A requirement: package and clauses.
#[derive(Debug, Clone)]
pub(crate) struct Demand {
    pub(crate) package: usize,
    pub(crate) specifiers: String,
}

impl Demand {
    pub(crate) fn text(&self) -> String {
        format!("{}{}", name(self.package), self.specifiers)
    }
}

pub(crate) fn name(package: usize) -> String {
    format!("pkg-{}", (b'a' + package as u8) as char)
}

/// An index and a project over it.
#[derive(Debug)]
pub(crate) struct Case {
    /// For each package its versions with what they require.
    pub(crate) packages: Vec<Vec<(&'static str, Vec<Demand>)>>,
    pub(crate) roots: Vec<Demand>,
    pub(crate) choices: Vec<Vec<Demand>>,
}

impl Case {
    pub(crate) fn random(random: &mut Random, prereleases: bool, choices: bool) -> Self {
        let n = 2 + random.below(5);
        let demand = |random: &mut Random| Demand {
            // Now and then a package that the index does not have.
            package: if random.below(60) == 0 { n } else { random.below(n) },
            specifiers: specifiers(random, prereleases),
        };
        let packages = (0..n)
            .map(|_| {
                let mut versions = Vec::new();
                for version in VERSIONS {
                    if (prereleases || !is_prerelease(version)) && random.below(5) < 2 {
                        let n_demands = random.below(4);
                        let demands = (0..n_demands).map(|_| demand(random)).collect();
                        versions.push((version, demands));
                    }
                }
                versions
            })
            .collect();
        let roots = (0..=random.below(n)).map(|_| demand(random)).collect();
        let n_choices = if choices { random.below(3) } else { 0 };
        let choices = (0..n_choices)
            .map(|_| (0..=random.below(3)).map(|_| demand(random)).collect())
            .collect();
        Self { packages, roots, choices }
    }

    pub(crate) fn index(&self) -> MemoryIndex {
        let mut index = MemoryIndex::new();
        for (package, versions) in self.packages.iter().enumerate() {
            let name: PackageName = name(package).parse().unwrap();
            index.add_package(&name);
            for (version, demands) in versions {
                let requires_dist = demands.iter().map(Demand::text).collect();
                let version = (*version).to_owned();
                index.add(&name, Metadata { version, requires_dist, ..Metadata::default() });
            }
        }
        index
    }

    pub(crate) fn pyproject(&self) -> String {
        let list = |demands: &[Demand]| {
            demands
                .iter()
                .map(|demand| format!("{:?}", demand.text()))
                .collect::<Vec<_>>()
                .join(", ")
        };
        let mut text = format!(
            "[project]\nname = \"p\"\nversion = \"1\"\ndependencies = [{}]\n",
            list(&self.roots)
        );
        for choice in &self.choices {
            let _ = write!(text, "[[tool.pkg-lock.any-of]]\nrequirements = [{}]\n", list(choice));
        }
        text
    }

    /// Whether a choice of versions satisfies the demands at these places, roots before choices.
    pub(crate) fn has_solution(&self, active: &[usize]) -> bool {
        let roots: Vec<Demand> =
            active.iter().filter_map(|&place| self.roots.get(place).cloned()).collect();
        let choices: Vec<&Vec<Demand>> = active
            .iter()
            .filter_map(|&place| self.choices.get(place.checked_sub(self.roots.len())?))
            .collect();
        self.any_choice(&roots, &choices)
    }

    fn any_choice(&self, demands: &[Demand], choices: &[&Vec<Demand>]) -> bool {
        match choices.split_first() {
            None => self.search(&mut BTreeMap::new(), demands.to_vec(), &mut demands.to_vec()),
            Some((first, rest)) => first.iter().any(|one| {
                let mut more = demands.to_vec();
                more.push(one.clone());
                self.any_choice(&more, rest)
            }),
        }
    }

    /// `known` are all demands so far.
    fn search(
        &self,
        chosen: &mut BTreeMap<usize, usize>,
        mut open: Vec<Demand>,
        known: &mut Vec<Demand>,
    ) -> bool {
        let Some(demand) = open.pop() else {
            let all: Vec<&Demand> = known.iter().collect();
            return chosen.iter().all(|(&package, &version)| self.may_be(package, version, &all));
        };
        let package = demand.package;
        if let Some(&version) = chosen.get(&package) {
            return self.admits(&demand, version) && self.search(chosen, open, known);
        }
        (0..self.packages.get(package).map_or(0, Vec::len)).any(|version| {
            if !self.admits(&demand, version) {
                return false;
            }
            let (mut more, n_known) = (open.clone(), known.len());
            more.extend(self.packages[package][version].1.iter().cloned());
            // What a version requires of its own package speaks for nobody.
            let others = self.packages[package][version].1.iter();
            known.extend(others.filter(|demand| demand.package != package).cloned());
            chosen.insert(package, version);
            let found = self.search(chosen, more, known);
            chosen.remove(&package);
            known.truncate(n_known);
            found
        })
    }

    /// Whether every demand of the project and of the chosen versions holds, and nothing is superfluous.
    pub(crate) fn is_satisfied_by(&self, versions: &BTreeMap<String, String>) -> bool {
        let place = |package: usize| {
            let version = versions.get(&name(package))?;
            self.packages.get(package)?.iter().position(|(known, _)| known == version)
        };
        let holds =
            |demand: &Demand| place(demand.package).is_some_and(|at| self.admits(demand, at));
        let chosen =
            (0..self.packages.len()).filter_map(|package| Some((package, place(package)?)));
        let demands: Vec<&Demand> =
            chosen.clone().flat_map(|(package, at)| &self.packages[package][at].1).collect();
        let choices = self.choices.iter().flatten();
        let all: Vec<&Demand> =
            self.roots.iter().chain(choices).chain(demands.iter().copied()).collect();
        let is_wanted = |package: usize| all.iter().any(|demand| demand.package == package);
        let others = chosen.clone().flat_map(|(package, at)| {
            let demands = self.packages[package][at].1.iter();
            demands.filter(move |demand| demand.package != package)
        });
        let active: Vec<&Demand> =
            self.roots.iter().chain(self.choices.iter().flatten()).chain(others).collect();
        let is_allowed = |package: usize| {
            place(package).is_none_or(|version| self.may_be(package, version, &active))
        };
        self.roots.iter().all(holds)
            && (0..self.packages.len()).all(is_allowed)
            && self.choices.iter().all(|choice| choice.iter().any(holds))
            && demands.iter().all(|demand| holds(demand))
            && (0..self.packages.len())
                .all(|package| place(package).is_none() || is_wanted(package))
    }

    /// Whether a demand admits a version of its package.
    pub(crate) fn admits(&self, demand: &Demand, version: usize) -> bool {
        contains(&demand.specifiers, self.packages[demand.package][version].0)
    }

    /// Whether a root is a package that the index does not have.
    pub(crate) fn requires_absent_package(&self) -> bool {
        self.roots.iter().any(|root| root.package >= self.packages.len())
    }

    /// Whether some package has pre-releases and nothing else.
    pub(crate) fn has_only_prereleases(&self) -> bool {
        let all = |versions: &[(&str, _)]| versions.iter().all(|(one, _)| is_prerelease(one));
        self.packages.iter().any(|versions| !versions.is_empty() && all(versions))
    }

    /// Whether some package has a pre-release.
    pub(crate) fn has_prereleases(&self) -> bool {
        self.packages.iter().flatten().any(|(version, _)| is_prerelease(version))
    }

    /// Whether a version may be chosen where these demands hold: a pre-release is where one of them or the
    /// project names one, or nothing else fits.
    fn may_be(&self, package: usize, version: usize, known: &[&Demand]) -> bool {
        let on_it = || known.iter().filter(|demand| demand.package == package);
        let names_one = |demand: &&&Demand| {
            clauses(&demand.specifiers)
                .any(|(operator, version)| operator != "!=" && is_prerelease(version))
        };
        let versions = &self.packages[package];
        let fits = |other: usize| on_it().all(|demand| self.admits(demand, other));
        self.may_be_chosen(package, versions[version].0)
            || on_it().any(|demand| names_one(&demand))
            || !(0..versions.len()).any(|other| !is_prerelease(versions[other].0) && fits(other))
    }

    fn may_be_chosen(&self, package: usize, version: &str) -> bool {
        let of_project = self.roots.iter().chain(self.choices.iter().flatten());
        let named = of_project.filter(|demand| demand.package == package).any(|demand| {
            clauses(&demand.specifiers)
                .any(|(operator, version)| operator != "!=" && is_prerelease(version))
        });
        let nothing_else = self.packages[package].iter().all(|(version, _)| is_prerelease(version));
        !is_prerelease(version) || named || nothing_else
    }
}

fn specifiers(random: &mut Random, prereleases: bool) -> String {
    let version = |random: &mut Random| loop {
        let version = random.one_of(&VERSIONS);
        if !is_prerelease(version) || prereleases && random.below(2) == 0 {
            break version;
        }
    };
    match random.below(9) {
        0 => String::new(),
        1 => format!("=={}", version(random)),
        2 => format!("!={}", version(random)),
        3 => format!(">={},<{}", version(random), version(random)),
        4 => format!("~={}", random.one_of(&["1.0", "1.0.1", "1.2", "2.0", "0.9"])),
        5 => format!("=={}.*", random.one_of(&["1", "2", "1.0", "1.2", "3"])),
        6 => format!("!={}.*", random.one_of(&["1", "2", "1.0"])),
        7 => format!("{}{}", random.one_of(&["<", "<=", ">", ">="]), version(random)),
        _ => format!(">={},!={}", version(random), version(random)),
    }
}

fn is_prerelease(version: &str) -> bool {
    version.contains(|c: char| c.is_ascii_alphabetic())
}

fn clauses(specifiers: &str) -> impl Iterator<Item = (&str, &str)> {
    specifiers
        .split(',')
        .filter(|clause| !clause.is_empty())
        .map(|clause| clause.split_at(clause.find(|c: char| c.is_ascii_digit()).unwrap()))
}

/// PEP 440 for the versions above: release, then dev < a < rc < final.
fn key(version: &str) -> (Vec<u32>, u32, u32) {
    let letters = version.find(|c: char| c.is_ascii_alphabetic()).unwrap_or(version.len());
    let (release, suffix) = version.split_at(letters);
    let release = release.trim_end_matches('.').split('.').map(|part| part.parse().unwrap());
    let mut release: Vec<u32> = release.collect();
    release.resize(3, 0);
    let number = suffix.trim_start_matches(|c: char| c.is_ascii_alphabetic()).parse().unwrap_or(0);
    let kind = match suffix.trim_end_matches(|c: char| c.is_ascii_digit()) {
        "dev" => 0,
        "a" => 1,
        "rc" => 2,
        _ => 3,
    };
    (release, kind, number)
}

fn has_prefix(version: &str, prefix: &str) -> bool {
    let parts: Vec<u32> = prefix.split('.').map(|part| part.parse().unwrap()).collect();
    key(version).0[..parts.len()] == parts
}

fn contains(specifiers: &str, version: &str) -> bool {
    let v = key(version);
    clauses(specifiers).all(|(operator, text)| {
        if let Some(prefix) = text.strip_suffix(".*") {
            return has_prefix(version, prefix) == (operator == "==");
        }
        let bound = key(text);
        match operator {
            "==" => v == bound,
            "!=" => v != bound,
            ">=" => v >= bound,
            "<=" => v <= bound,
            ">" => v > bound,
            // `<2.0` leaves out the pre-releases of 2.0 as well.
            "<" => v < bound && (is_prerelease(text) || !is_prerelease(version) || v.0 != bound.0),
            "~=" => v >= bound && has_prefix(version, text.rsplit_once('.').unwrap().0),
            _ => unreachable!("{operator}"),
        }
    })
}
