//! What the workspace knows of itself, once: its tools and who may depend on whom.

pub mod layers;
pub mod tools;
