//! Follows IMPORTS to files of one folder.
//!
//! An IRI is not fetched: its last part is the name of a file in the folder that `--allow-import` names, so
//! that `<http://example.org/rules/common.srl>` and `<common.srl>` are both `DIR/common.srl`, and nothing
//! outside the folder is read. Each file is taken once, however many import it, and the first one never again. Rules and DATA blocks are
//! put behind those of the importing rule set; blank nodes of different texts are different nodes.
//!
//! # References
//! SPARQL 1.2 RL, section "Imports".

use crate::rule_file::{RuleFile, RuleOptions};
use pipe_cli::Failure;
use rdf_graph::term::Term;
use srl_syntax::rule::{Import, RuleSet};
use std::collections::HashSet;
use std::path::{Component, Path, PathBuf};

/// The rule set of a file with its imports.
///
/// # Errors
/// It is not well-formed, or an import is refused.
pub(crate) fn rule_set(file: &RuleFile, options: &RuleOptions) -> anyhow::Result<RuleSet> {
    let mut rules = file.document(options)?.rule_set();
    follow(&mut rules, &file.path, options)?;
    Ok(rules)
}

/// Puts what is imported, directly or not, into the rule set that was read from `root`, where that is allowed.
///
/// # Errors
/// An IRI names no file of the folder, or the file has errors.
pub(crate) fn follow(
    rules: &mut RuleSet,
    root: &Path,
    options: &RuleOptions,
) -> anyhow::Result<()> {
    let Some(folder) = &options.allow_import else { return Ok(()) };
    let mut seen: HashSet<PathBuf> = root.canonicalize().into_iter().collect();
    let mut waiting = std::mem::take(&mut rules.imports);
    waiting.reverse();
    while let Some(import) = waiting.pop() {
        let path = path_of(&import, folder)?;
        let canonical = path.canonicalize().unwrap_or_else(|_| path.clone());
        if !seen.insert(canonical) {
            continue;
        }
        let file = RuleFile::read(&path, options)?;
        let imported = file.document(options)?.rule_set();
        waiting.extend(imported.imports.iter().rev().cloned());
        append(rules, imported, seen.len());
    }
    Ok(())
}

fn path_of(import: &Import, folder: &Path) -> Result<PathBuf, Failure> {
    let iri = &import.iri;
    let end = iri.find(['?', '#']).unwrap_or(iri.len());
    let name = iri[..end].rsplit('/').next().unwrap_or_default();
    let is_plain = matches!(
        Path::new(name).components().collect::<Vec<_>>()[..],
        [Component::Normal(only)] if only == name
    );
    if !is_plain {
        return Err(Failure::new(format!("IMPORTS <{iri}> does not end in the name of a file")));
    }
    Ok(folder.join(name))
}

fn append(rules: &mut RuleSet, imported: RuleSet, number: usize) {
    rules.rules.extend(imported.rules);
    rules
        .data
        .extend(imported.data.into_iter().map(|triple| triple.map(|term| apart(term, number))));
    rules.data_spans.extend(imported.data_spans);
    for (name, namespace) in imported.prefixes {
        if rules.prefixes.iter().all(|(known, _)| *known != name) {
            rules.prefixes.push((name, namespace));
        }
    }
}

/// The term with blank nodes that no other text has.
fn apart(term: Term, number: usize) -> Term {
    match term {
        Term::Blank(label) => Term::blank(&format!("import{number}.{label}")),
        Term::Triple(parts) => {
            let [s, p, o] = (*parts).clone().map(|part| apart(part, number));
            Term::triple(s, p, o)
        }
        other => other,
    }
}
