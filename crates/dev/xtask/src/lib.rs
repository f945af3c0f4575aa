//! What the workspace knows about itself, in one place: its tools, and who may depend on whom.

pub mod layers;
pub mod tools;
