//! Which file of a crate imports what: a small scanner of `use` and of paths, enough for rules about files.
//!
//! It reads text, not Rust: comments, strings and the tests at a file's end are left out, and what remains is searched for
//! `use` trees and for paths that begin with `crate`, `self`, `super` or the name of a child module. A name that a
//! file only re-exports counts as an import of the file that defines it.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// One name that a file imports.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Import {
    /// The file below the crate's `src`.
    pub file: String,
    /// The segments of the path, as written: `["crate", "grid", "Grid"]`.
    pub path: Vec<String>,
}

/// A module of a crate: its file and what is imported there.
#[derive(Debug, Default)]
struct Module {
    file: String,
    imports: Vec<Vec<String>>,
}

/// The modules of a crate by their paths from its root.
type Modules = BTreeMap<Vec<String>, Module>;

/// Everything that the files below a crate's `src` import.
///
/// # Panics
/// If they cannot be read.
#[must_use]
pub fn of_crate(folder: &Path) -> Vec<Import> {
    modules(&folder.join("src"))
        .into_values()
        .flat_map(|Module { file, imports }| {
            imports.into_iter().map(move |path| Import { file: file.clone(), path })
        })
        .collect()
}

/// The circles among the files of a crate: for each group of files that import one another, one way round, whose first
/// file is named again at the end. What a file imports from a module around it does not count.
///
/// # Panics
/// If the sources cannot be read.
#[must_use]
pub fn circles(folder: &Path) -> Vec<Vec<String>> {
    circles_of(&modules(&folder.join("src")))
}

fn circles_of(modules: &Modules) -> Vec<Vec<String>> {
    let mut edges: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for (place, module) in modules {
        for path in &module.imports {
            // A file may use what a module around it defines: that is one room.
            let target =
                resolve(modules, place, path, 0).filter(|target| !place.starts_with(target));
            if let Some(target) = target {
                edges.entry(&module.file).or_default().insert(&modules[&target].file);
            }
        }
    }
    let mut seen = BTreeSet::new();
    let mut circles = Vec::new();
    for &start in edges.keys() {
        if !seen.contains(start)
            && let Some(circle) = way(&edges, start, start)
        {
            seen.extend(circle.iter().copied());
            circles.push(circle.into_iter().map(str::to_owned).collect());
        }
    }
    circles
}

/// The shortest way along the edges, of one step at least, both ends included.
fn way<'a>(
    edges: &BTreeMap<&'a str, BTreeSet<&'a str>>,
    from: &'a str,
    to: &str,
) -> Option<Vec<&'a str>> {
    let mut ways = vec![vec![from]];
    let mut seen = BTreeSet::new();
    while !ways.is_empty() {
        let mut longer = Vec::new();
        for way in ways {
            for next in way.last().and_then(|last| edges.get(last)).into_iter().flatten() {
                let way = [way.as_slice(), &[*next]].concat();
                if *next == to {
                    return Some(way);
                }
                if seen.insert(*next) {
                    longer.push(way);
                }
            }
        }
        ways = longer;
    }
    None
}

/// The module in which what a path names is defined; `None` for another crate's.
fn resolve(
    modules: &Modules,
    place: &[String],
    path: &[String],
    depth: usize,
) -> Option<Vec<String>> {
    let mut here = place.to_vec();
    let mut rest = path;
    match rest.first()?.as_str() {
        "crate" => here.clear(),
        "self" => {}
        "super" => {
            while rest.first().is_some_and(|name| name == "super") {
                here.pop()?;
                rest = &rest[1..];
            }
            rest = &path[path.len() - rest.len() - 1..];
        }
        child => {
            here.push(child.to_owned());
            if !modules.contains_key(&here) {
                return None;
            }
        }
    }
    rest = &rest[1..];
    while let Some(name) = rest.first() {
        let inner = [here.as_slice(), std::slice::from_ref(name)].concat();
        if !modules.contains_key(&inner) {
            break;
        }
        here = inner;
        rest = &rest[1..];
    }
    // A name that this module only passes on.
    if let Some(name) = rest.first().filter(|_| depth < 8 && here != place) {
        let passed = modules[&here].imports.iter().find(|import| import.last() == Some(name));
        if let Some(passed) = passed {
            return resolve(modules, &here, passed, depth + 1).or(Some(here));
        }
    }
    modules.contains_key(&here).then_some(here)
}

/// The modules below a folder of sources; `main.rs` is a crate of its own and left out where there is a `lib.rs`.
fn modules(src: &Path) -> Modules {
    let mut modules = Modules::new();
    let mut open = vec![src.to_owned()];
    while let Some(folder) = open.pop() {
        for entry in std::fs::read_dir(&folder).expect("a folder of sources") {
            let path = entry.expect("an entry of it").path();
            if path.is_dir() {
                open.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                let file = path.strip_prefix(src).expect("it is below src").to_owned();
                let text = std::fs::read_to_string(&path).expect("a source is text");
                modules.insert(place_of(&file), Module::new(&file, &text));
            }
        }
    }
    modules
}

/// Where the module of a file is: `a/b.rs` and `a/b/mod.rs` are `["a", "b"]`.
fn place_of(file: &Path) -> Vec<String> {
    let mut place: Vec<String> =
        file.with_extension("").iter().map(|name| name.to_string_lossy().into_owned()).collect();
    if place.last().is_some_and(|name| ["mod", "lib"].contains(&name.as_str())) {
        place.pop();
    }
    place
}

impl Module {
    fn new(file: &Path, text: &str) -> Self {
        let text = code(text);
        let mut imports = Vec::new();
        let mut rest = text.as_str();
        let mut children = vec!["crate", "self", "super"];
        for line in text.lines() {
            let declared = line.trim_start_matches("pub").trim_start_matches("(crate)");
            children.extend(
                declared
                    .trim_start()
                    .strip_prefix("mod ")
                    .and_then(|name| name.trim_end().strip_suffix(';')),
            );
        }
        while let Some(at) = rest.find(|c: char| c.is_alphabetic() || c == '_') {
            let word = &rest[at..];
            let end = word
                .find(|c: char| !c.is_alphanumeric() && c != '_' && c != ':')
                .unwrap_or(word.len());
            let (path, after) = word.split_at(end);
            rest = after;
            if path == "use" {
                let (tree, after) = rest.split_once(';').unwrap_or((rest, ""));
                expand(&[], tree, &mut imports);
                rest = after;
            } else if path.split_once("::").is_some_and(|(first, _)| children.contains(&first)) {
                imports.push(path.split("::").map(str::to_owned).collect());
            }
        }
        Self { file: file.display().to_string(), imports }
    }
}

/// The paths of a `use` tree: `a::{b, c::{d, e}}` is `a::b`, `a::c::d` and `a::c::e`.
fn expand(prefix: &[String], tree: &str, paths: &mut Vec<Vec<String>>) {
    let tree = tree.trim();
    let (head, group) =
        tree.split_once('{').map_or((tree, None), |(head, group)| (head, Some(group)));
    let head = head.split(" as ").next().unwrap_or(head);
    let names = head.split("::").map(str::trim).filter(|name| !name.is_empty()).map(str::to_owned);
    let path: Vec<String> = prefix.iter().cloned().chain(names).collect();
    let Some(group) = group.and_then(|group| group.trim_end().strip_suffix('}')) else {
        paths.push(path);
        return;
    };
    let mut depth = 0;
    let branches = group.split(|c: char| {
        match c {
            '{' => depth += 1,
            '}' => depth -= 1,
            _ => {}
        }
        c == ',' && depth == 0
    });
    for branch in branches.filter(|branch| !branch.trim().is_empty()) {
        expand(&path, branch, paths);
    }
}

/// A source without its comments, its strings and the tests at its end.
fn code(text: &str) -> String {
    let text = text.split("#[cfg(test)]\nmod tests {").next().unwrap_or(text);
    let mut code = String::new();
    for line in text.lines() {
        let mut in_string = false;
        let mut before = ' ';
        let mut letters = line.chars().peekable();
        while let Some(letter) = letters.next() {
            if letter == '"' && before != '\\' && before != '\'' {
                in_string = !in_string;
            } else if letter == '/' && letters.peek() == Some(&'/') && !in_string {
                break;
            } else if !in_string {
                code.push(letter);
            }
            before = letter;
        }
        code.push('\n');
    }
    code
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tree(files: &[(&str, &str)]) -> Modules {
        files
            .iter()
            .map(|(file, text)| {
                let file = Path::new(file);
                (place_of(file), Module::new(file, text))
            })
            .collect()
    }

    #[test]
    fn a_circle_is_found_however_it_is_written() {
        for (one, other) in [
            ("use crate::b::B;", "use crate::a::A;"),
            ("use super::b;\n", "fn f() { crate::a::g() }"),
            ("use crate::{\n    b::{B, C},\n};", "use crate::A;"),
        ] {
            let lib = ("lib.rs", "mod a;\nmod b;\npub use a::A;\npub use b::{B, C};\n");
            let circles = circles_of(&tree(&[lib, ("a.rs", one), ("b.rs", other)]));
            assert_eq!(circles, [["a.rs", "b.rs", "a.rs"]], "{one} {other}");
        }
    }

    #[test]
    fn one_direction_is_no_circle() {
        let lib = ("lib.rs", "mod a;\nmod b;\npub use a::A;\npub use b::B;\n");
        for other in [
            "// use crate::a::A;\nlet text = \"crate::a::A\";",
            "use other::a::A;",
            "#[cfg(test)]\nmod tests {\n    use crate::a::A;\n}\n",
        ] {
            let files = [lib, ("a.rs", "use crate::b::B;"), ("b.rs", other)];
            assert!(circles_of(&tree(&files)).is_empty(), "{other}");
        }
        let room = ("a.rs", "mod inner;\nfn f() { inner::g() }");
        let inner = ("a/inner.rs", "use super::F;");
        assert!(circles_of(&tree(&[("lib.rs", ""), room, inner])).is_empty());
    }
}
