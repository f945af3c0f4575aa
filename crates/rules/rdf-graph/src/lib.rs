#![doc = include_str!("../README.md")]

pub mod convert;
pub mod graph;
pub mod io;
pub mod term;
