#![doc = include_str!("../README.md")]

pub mod builtin;
pub mod diagnostic;
pub mod document;
pub mod format;
mod lexer;
mod lower;
pub mod parser;
pub mod rule;
pub mod span;
mod spans;
mod tree;
mod variables;
