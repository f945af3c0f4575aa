//! SPARQL-RL, the rule language that was called SHACL rules (SRL): parser, checks, stratification and
//! execution.
//!
//! ```text
//! text --parse--> Document --lower--> RuleSet --check, stratify--> Strata --infer--> inference graph
//! ```
//!
//! It knows RDF and rules, and no problem that is stated in them.

pub mod builtin;
pub mod check;
mod convert;
pub mod dependency;
pub mod diagnostic;
pub mod document;
pub mod engine;
pub mod expr;
pub mod format;
pub mod graph;
mod lexer;
pub mod lint;
mod lower;
pub mod parser;
mod plan;
pub mod provenance;
pub mod rdf_io;
pub mod repeat;
pub mod rule;
pub mod span;
mod spans;
pub mod strata;
mod syntax;
pub mod term;
mod unify;
mod variables;
