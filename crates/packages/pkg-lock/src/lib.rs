//! A resolver for Python projects: `pyproject.toml` and a package index in, a lock file out.
//!
//! The way of a project: its requirements are read (`project`, `pyproject`), looked up in the index
//! (`catalogue`, which reads metadata when it is first needed) and put as a question in numbers
//! (`problem`): packages are numbers, versions bits. One of two engines answers (`engine`), and a
//! solution is checked against the index before it is written (`lock`). Where one version cannot serve all
//! environments, they are split, and each part has a question of its own (`environments`). Where there is no solution, the
//! project's requirements are shrunk to a smallest set that has none (`shrink`), and its derivation is
//! told (`derivation`).
//!
//! # References
//! - Python Packaging User Guide: PEP 440, 508, 503, 621, 658, 735, 751
//! - N. Weizenbaum, "PubGrub: Next-Generation Version Solving", 2018
//! - F. Mancinelli et al., "Managing the Complexity of Large Free and Open Source Package-Based
//!   Software Distributions", ASE 2006: that resolution is satisfiability

mod catalogue;
mod check;
mod cli;
mod content_hash;
mod dependency;
mod derivation;
mod engine;
mod engine_pubgrub;
mod engine_resolvo;
mod environments;
mod error;
mod folder;
mod formula;
mod limits;
mod lock;
mod open;
mod origin;
mod outcome;
mod preferences;
mod problem;
mod project;
mod pyproject;
mod releases;
mod requirement;
mod resolver;
mod shrink;
mod specifiers;
mod tool;
mod version_fault;
mod version_set;

pub use cli::{Args, CheckArgs, Command, DetailName, EngineName, FormatName, SourceArgs};
pub use engine::Engine;
pub use error::{Error, Interrupt, Stopped};
pub use lock::Lock;
pub use origin::Origin;
pub use preferences::Preferences;
pub use project::Project;
pub use py_locks::LockFormat;
pub use resolver::{Detail, MOST_LINES, Resolver, Statistics, Verdict};
pub use tool::run;
