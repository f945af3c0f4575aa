//! The file that `--output` names: whole or absent, compressed by the ending of its name.

use crate::compression::{Compression, Encoder};
use anyhow::{Context, ensure};
use std::io::BufWriter;
use std::path::{Path, PathBuf};
use tempfile::NamedTempFile;

/// Gives `body` a file beside `path`, which becomes `path` when all is written.
///
/// # Errors
/// Those of `body` and of writing; `path` is one of the `inputs`, or no file. What is there is then as it was.
pub(crate) fn with_file(
    path: &Path,
    inputs: &[PathBuf],
    body: impl FnOnce(&mut Encoder<BufWriter<NamedTempFile>>) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    let name = || path.display().to_string();
    // A file that is not there yet has no other name.
    if let Ok(whole) = path.canonicalize() {
        let is_input = inputs.iter().any(|input| input.canonicalize().is_ok_and(|it| it == whole));
        ensure!(!is_input, "{}: the output is an input", name());
        // A pipe or a device would be lost under the new file.
        ensure!(whole.is_file(), "{}: found something else than a file", name());
    }
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    let mut builder = tempfile::Builder::new();
    builder.prefix(".grid-solve-");
    // As any new file; a temporary one would be the owner's alone.
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    let file = builder.tempfile_in(folder.unwrap_or(Path::new("."))).with_context(name)?;
    let out = BufWriter::with_capacity(1 << 16, file);
    let mut encoder = Encoder::new(Compression::of_name(path), out).with_context(name)?;
    body(&mut encoder)?;
    let out = encoder.finish().with_context(name)?;
    let file = out.into_inner().map_err(std::io::IntoInnerError::into_error).with_context(name)?;
    file.persist(path).with_context(name)?;
    Ok(())
}
