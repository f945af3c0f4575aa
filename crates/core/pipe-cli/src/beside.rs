//! The programs that stand beside this one.

use std::env::{self, consts::EXE_SUFFIX};
use std::path::PathBuf;

/// The program of this name in this program's folder; the bare name, to be looked for on `PATH`, if there is none.
#[must_use]
pub fn beside(name: &str) -> PathBuf {
    let name = format!("{name}{EXE_SUFFIX}");
    // Where the system does not tell this program's own path, `PATH` is what is left.
    let here = env::current_exe().ok().map(|tool| tool.with_file_name(&name));
    here.filter(|path| path.is_file()).unwrap_or_else(|| name.into())
}
