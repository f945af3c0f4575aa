//! Opens what the command line names: the project and the index.

use crate::Project;
use pipe_cli::{Failure, Input};
use pkg_index::StaticIndex;
use std::path::Path;
use std::time::Duration;

/// The longest `pyproject.toml` that is read. The reader of TOML takes sixty times as much memory.
const LONGEST: u64 = 16 << 20;

/// A project and its text.
pub(crate) fn read_project(file: &Path) -> anyhow::Result<(Project, String)> {
    let mut input = Input::open(Some(file))?;
    let bytes = input.read_up_to(LONGEST)?;
    let text = String::from_utf8(bytes).map_err(|error| {
        let valid = &error.as_bytes()[..error.utf8_error().valid_up_to()];
        let line = valid.split(|&byte| byte == b'\n').count();
        anyhow::anyhow!("{}:{line}: the file is not UTF-8", input.name())
    })?;
    let project =
        Project::parse(&text).map_err(|error| anyhow::anyhow!("{}:{error}", file.display()))?;
    Ok((project, text))
}

/// The index that is named, or the project's first; it waits at most `patience` for an answer.
pub(crate) fn open_index(
    named: Option<&str>,
    project: &Project,
    patience: Option<Duration>,
) -> anyhow::Result<StaticIndex> {
    let address = named.or(project.index()).ok_or_else(|| {
        Failure::new("no package index: neither --index nor the project names one")
            .help("--index names a folder, file:// or http://")
    })?;
    let index = StaticIndex::open(address)
        .map_err(|error| Failure::new(error).help("--index names a folder, file:// or http://"))?;
    Ok(match patience {
        Some(left) => index.with_patience(left),
        None => index,
    })
}
