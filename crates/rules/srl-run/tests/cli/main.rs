//! The tool as people run it.

mod common;
mod each_graph;
mod hostile;
mod infer;
mod subcommands;
