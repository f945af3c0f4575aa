//! A temporary folder and the process that works in it; neither outlives the tool.
//!
//! The folder is removed when it is dropped. A signal drops nothing, so a thread waits for the usual
//! ones, ends the process, removes the folder and lets the signal do what it does by default.

use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use tempfile::TempDir;

/// A folder for the files of a process.
#[derive(Debug)]
pub(crate) struct Scratch {
    folder: TempDir,
    running: Arc<Mutex<Option<Child>>>,
}

impl Scratch {
    pub(crate) fn new() -> io::Result<Self> {
        let folder = tempfile::Builder::new().prefix("sol2grid2-").tempdir()?;
        let running = Arc::new(Mutex::new(None));
        end_with_signals(folder.path(), &running)?;
        Ok(Self { folder, running })
    }

    /// A file of the folder.
    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// Runs a command to its end, without standard input, and collects what it prints.
    pub(crate) fn run(&self, command: &mut Command) -> io::Result<Output> {
        let mut child =
            command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn()?;
        let (stdout, stderr) = (child.stdout.take(), child.stderr.take());
        *lock(&self.running) = Some(child);
        let (stdout, stderr) = thread::scope(|scope| {
            let stderr = scope.spawn(|| read_all(stderr));
            (read_all(stdout), stderr.join())
        });
        let child = lock(&self.running).take();
        let status = child.ok_or_else(|| io::Error::other("the process is gone"))?.wait()?;
        let stderr = stderr.map_err(|_| io::Error::other("standard error was not read"))??;
        Ok(Output { status, stdout: stdout?, stderr })
    }
}

fn read_all(stream: Option<impl Read>) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    if let Some(mut stream) = stream {
        stream.read_to_end(&mut bytes)?;
    }
    Ok(bytes)
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(unix)]
fn end_with_signals(folder: &Path, running: &Arc<Mutex<Option<Child>>>) -> io::Result<()> {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};

    let mut signals = signal_hook::iterator::Signals::new([SIGHUP, SIGINT, SIGTERM])?;
    let (folder, running) = (folder.to_owned(), Arc::clone(running));
    thread::spawn(move || {
        if let Some(signal) = signals.forever().next() {
            // Held to the end, so that nobody reports that the process was killed.
            let mut running = lock(&running);
            // It may have ended by itself, and the folder may be gone.
            let _ = running.as_mut().map(Child::kill);
            let _ = std::fs::remove_dir_all(folder);
            let _ = signal_hook::low_level::emulate_default_handler(signal);
        }
    });
    Ok(())
}

#[cfg(not(unix))]
fn end_with_signals(_: &Path, _: &Arc<Mutex<Option<Child>>>) -> io::Result<()> {
    Ok(())
}
