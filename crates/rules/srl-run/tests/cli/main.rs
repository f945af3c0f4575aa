//! The tool as people run it.

mod choose;
mod common;
mod each_graph;
mod errors;
mod hostile;
mod infer;
mod subcommands;
mod watch;
