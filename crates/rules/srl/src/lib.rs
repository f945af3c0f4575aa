//! SPARQL-RL, the rule language that was called SHACL rules (SRL): parser, checks, stratification and
//! execution.
//!
//! ```text
//! text --parse--> Document --lower--> RuleSet --check, stratify--> Strata --infer--> inference graph
//! ```
//!
//! It knows RDF and rules, and no problem that is stated in them.

pub mod builtin;
pub mod diagnostic;
pub mod rule;
pub mod span;
pub mod term;
