#![doc = include_str!("../README.md")]

pub mod check;
pub mod dependency;
mod functions;
pub mod lint;
pub mod strata;
pub mod unify;

pub use functions::functions;

use srl_syntax::diagnostic::Diagnostic;
use srl_syntax::document::{Document, intact_rules};
use srl_syntax::parser::ParseOptions;

/// Reads a text. There is a document if no diagnostic is an error.
///
/// Where there is none, the diagnostics also say what [`check`](crate::check::check) finds in the rules
/// that could be read, so that one run tells all.
#[must_use]
pub fn read(text: &str, options: &ParseOptions) -> (Option<Document>, Vec<Diagnostic>) {
    let (document, mut diagnostics) = Document::parse(text, options);
    if document.is_none() {
        diagnostics.extend(intact_rules(text, options).iter().flat_map(check::check_rule));
        diagnostics.sort_by_key(|diagnostic| diagnostic.span().start);
    }
    (document, diagnostics)
}
