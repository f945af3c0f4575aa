//! The tool as people run it.

mod common;
mod hostile;
mod infer;
mod subcommands;
