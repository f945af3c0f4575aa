//! A rule set as text: what a parse gives, and what can be had from it.
//!
//! # References
//! SPARQL 1.2 RL, sections "Shape Rules Language syntax" and "Abstract syntax".

use crate::diagnostic::{Diagnostic, has_errors};
use crate::lower;
use crate::parser::{ParseOptions, parse};
use crate::rule::{Rule, RuleSet};
use crate::tree::Tree;

/// A text that conforms to the grammar.
#[derive(Debug, Clone)]
pub struct Document {
    tree: Tree,
}

impl Document {
    /// Reads a text. There is a document if no diagnostic is an error.
    ///
    /// ```
    /// use srl_syntax::diagnostic::render::{Source, one_line};
    /// use srl_syntax::document::Document;
    /// use srl_syntax::parser::ParseOptions;
    ///
    /// let text = "PREFIX : <http://example/>\nRULE { ?x :r ?y } WHERE { ?x :p ?y OPTIONAL { ?y :q ?z } }";
    /// let (document, diagnostics) = Document::parse(text, &ParseOptions::default());
    /// assert!(document.is_none());
    /// assert_eq!(
    ///     one_line(&diagnostics[0], &Source::new("a.srl", text)),
    ///     "a.srl:2:36: error: a rule has no OPTIONAL [sparql-optional]",
    /// );
    /// ```
    #[must_use]
    pub fn parse(text: &str, options: &ParseOptions) -> (Option<Self>, Vec<Diagnostic>) {
        let (tree, diagnostics) = parse(text, options);
        ((!has_errors(&diagnostics)).then_some(Self { tree }), diagnostics)
    }

    /// The rule set that the text says, all sugar expanded.
    #[must_use]
    pub fn rule_set(&self) -> RuleSet {
        lower::rule_set(&self.tree)
    }

    /// The text that was parsed.
    #[must_use]
    pub fn source(&self) -> &str {
        &self.tree.source
    }

    pub(crate) fn tree(&self) -> &Tree {
        &self.tree
    }
}

/// The rules of a text that could be read, whether or not the others could.
#[must_use]
pub fn intact_rules(text: &str, options: &ParseOptions) -> Vec<Rule> {
    lower::intact_rules(&parse(text, options).0)
}
