//! The file that `--output` names: compressed by the ending of its name.

use crate::compression::{Compression, Encoder};
use anyhow::{Context, ensure};
use pipe_cli::WholeFile;
use std::io::{self, BufWriter};
use std::path::{Path, PathBuf};

/// Gives `body` a file, which becomes `path` when all is written.
///
/// # Errors
/// Those of `body` and of writing; `path` is one of the `inputs`, or no file. What is there is then as it was.
pub(crate) fn with_file(
    path: &Path,
    inputs: &[PathBuf],
    body: impl FnOnce(&mut Encoder<BufWriter<WholeFile>>) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    let name = || path.display().to_string();
    // A file that is not there yet has no other name.
    if let Ok(whole) = path.canonicalize() {
        let is_input = inputs.iter().any(|input| input.canonicalize().is_ok_and(|it| it == whole));
        ensure!(!is_input, "{}: the output is an input", name());
    }
    let out = BufWriter::with_capacity(1 << 16, WholeFile::create(path)?);
    let end = remove_when_ended(path).with_context(name)?;
    let mut encoder = Encoder::new(Compression::of_name(path), out).with_context(name)?;
    body(&mut encoder)?;
    let out = encoder.finish().with_context(name)?;
    let file = out.into_inner().map_err(std::io::IntoInnerError::into_error).with_context(name)?;
    file.keep()?;
    drop(end);
    Ok(())
}

/// Ends the watch for signals when it is dropped.
struct Watch(#[cfg(unix)] signal_hook::iterator::Handle);

impl Drop for Watch {
    fn drop(&mut self) {
        #[cfg(unix)]
        self.0.close();
    }
}

/// Has a signal that ends the tool remove the half-written file beside `path` first.
#[cfg(unix)]
fn remove_when_ended(path: &Path) -> io::Result<Watch> {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    use signal_hook::low_level::emulate_default_handler;

    // Where a link leads to.
    let path = if path.exists() { path.canonicalize()? } else { path.to_owned() };
    let ignored = pipe_cli::ignored_signals();
    let watched = [SIGHUP, SIGINT, SIGTERM].into_iter().filter(|it| ignored >> (it - 1) & 1 == 0);
    let mut signals = signal_hook::iterator::Signals::new(watched)?;
    let watch = Watch(signals.handle());
    std::thread::spawn(move || {
        for signal in signals.forever() {
            let removed = pipe_cli::remove_left(&path, std::process::id());
            if let Err(error) = removed {
                pipe_cli::warning(format!("{}: {error}", path.display()));
            }
            // The signal is one of the three, of which each ends the process.
            let _ = emulate_default_handler(signal);
        }
    });
    Ok(watch)
}

#[cfg(not(unix))]
fn remove_when_ended(_: &Path) -> io::Result<Watch> {
    Ok(Watch())
}
