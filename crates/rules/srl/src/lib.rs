#![doc = include_str!("../README.md")]

pub mod choose;
pub mod engine;
pub mod expr;
mod plan;
pub mod provenance;
pub mod repeat;
pub mod why_not;
