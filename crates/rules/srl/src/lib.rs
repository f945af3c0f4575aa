#![doc = include_str!("../README.md")]

pub mod engine;
pub mod expr;
mod plan;
pub mod provenance;
pub mod repeat;
