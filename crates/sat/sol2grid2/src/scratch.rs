//! A temporary folder and the processes that work in it; neither outlives the tool.
//!
//! The folder is removed when it is dropped. A signal drops nothing, so a thread waits for those that
//! end a process: it kills the processes, removes the folder and lets the signal do what it does by
//! default.
//!
//! Both threads keep a rule: files are made and opened, processes started and reaped, under one lock,
//! and the thread that was woken by a signal never gives it back. So nothing appears behind its back,
//! and nobody takes the process that it killed, or the file that it removed, for a failure. Until it
//! has woken up, a flag that the signal's handler sets keeps the others from going on: a signal for
//! all can hit a process that has not left our group yet.
//!
//! What a process prints goes to files and not through pipes: a pipe ends when the last process that
//! holds it does, and a solver may leave one behind.

use crate::group::Group;
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;
use tempfile::TempDir;

/// The file for the standard output of a process.
pub(crate) const STDOUT: &str = "stdout";
/// The file for its standard error.
pub(crate) const STDERR: &str = "stderr";

/// How often the size of what a process has printed is polled.
const TICK: Duration = Duration::from_millis(100);

/// A folder for the files of processes.
#[derive(Debug)]
pub(crate) struct Scratch {
    folder: PathBuf,
    shared: Arc<Mutex<Shared>>,
    /// A signal came that ends the tool.
    ending: Arc<AtomicBool>,
}

/// What must end with the tool.
#[derive(Debug, Default)]
struct Shared {
    folder: Option<TempDir>,
    running: Option<Group>,
}

impl Scratch {
    /// A new folder, in `parent` or, for `None`, where the system has its temporary files.
    pub(crate) fn new(parent: Option<&Path>) -> io::Result<Self> {
        let (shared, ending) = (Arc::default(), Arc::default());
        end_with_signals(&shared, &ending)?;
        let folder = {
            let mut shared = lock(&shared);
            let mut builder = tempfile::Builder::new();
            let folder = match parent {
                Some(parent) => builder.prefix(".sol2grid2-").tempdir_in(parent)?,
                None => builder.prefix("sol2grid2-").tempdir()?,
            };
            shared.folder.insert(folder).path().to_owned()
        };
        Ok(Self { folder, shared, ending })
    }

    /// The path of a file of the folder.
    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.folder.join(name)
    }

    /// Makes a file of the folder, or empties it.
    pub(crate) fn create(&self, name: &str) -> io::Result<File> {
        let _shared = self.lock();
        File::create(self.path(name))
    }

    /// Makes a folder in the folder.
    pub(crate) fn create_folder(&self, name: &str) -> io::Result<()> {
        let _shared = self.lock();
        fs::create_dir(self.path(name))
    }

    /// Moves what has this name out of the folder.
    pub(crate) fn give(&self, name: &str, to: &Path) -> io::Result<()> {
        let _shared = self.lock();
        fs::rename(self.path(name), to)
    }

    /// Opens a file of the folder for reading.
    pub(crate) fn open(&self, name: &str) -> io::Result<File> {
        let _shared = self.lock();
        File::open(self.path(name))
    }

    /// Runs a command to its end, without standard input; what it prints is in [`STDOUT`] and
    /// [`STDERR`]. It is killed when one of them is longer than `limit` bytes, and what it has left
    /// running at its end is killed too.
    pub(crate) fn run(&self, command: &mut Command, limit: u64) -> io::Result<ExitStatus> {
        let (group, mut child) = {
            let mut shared = self.lock();
            command.stdin(Stdio::null());
            command.stdout(File::create(self.path(STDOUT))?);
            command.stderr(File::create(self.path(STDERR))?);
            let (group, child) = Group::spawn(command)?;
            shared.running = Some(group);
            (group, child)
        };
        self.wait(group, limit);
        let mut shared = self.lock();
        group.kill();
        shared.running = None;
        child.wait()
    }

    /// Never comes back when the tool is about to end.
    fn lock(&self) -> MutexGuard<'_, Shared> {
        let shared = lock(&self.shared);
        if self.ending.load(Ordering::SeqCst) {
            drop(shared);
            loop {
                thread::park();
            }
        }
        shared
    }

    fn wait(&self, group: Group, limit: u64) {
        let is_too_long = |name| fs::metadata(self.path(name)).is_ok_and(|file| file.len() > limit);
        let (ended, end) = mpsc::channel::<()>();
        thread::scope(|scope| {
            scope.spawn(move || {
                while end.recv_timeout(TICK) == Err(RecvTimeoutError::Timeout) {
                    if [STDOUT, STDERR].into_iter().any(is_too_long) {
                        group.kill();
                    }
                }
            });
            group.wait();
            drop(ended);
        });
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        drop(self.lock().folder.take());
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(unix)]
fn end_with_signals(shared: &Arc<Mutex<Shared>>, ending: &Arc<AtomicBool>) -> io::Result<()> {
    use signal_hook::consts::{
        SIGALRM, SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGTSTP, SIGUSR1, SIGUSR2, SIGXCPU,
    };
    const ENDING: [i32; 8] = [SIGALRM, SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGUSR1, SIGUSR2, SIGXCPU];

    let ignored = pipe_cli::ignored_signals();
    let mut signals = signal_hook::iterator::Signals::new([0; 0])?;
    for signal in ENDING.into_iter().chain([SIGTSTP]) {
        if ignored >> (signal - 1) & 1 == 1 {
            continue;
        }
        signals.add_signal(signal)?;
        if signal != SIGTSTP {
            signal_hook::flag::register(signal, Arc::clone(ending))?;
        }
    }
    let shared = Arc::clone(shared);
    thread::spawn(move || {
        for signal in signals.forever() {
            let mut shared = lock(&shared);
            let running = shared.running;
            if signal == SIGTSTP {
                running.inspect(|group| group.halt());
                let _ = signal_hook::low_level::emulate_default_handler(signal);
                running.inspect(|group| group.go_on());
            } else {
                running.inspect(|group| group.kill());
                // A process that was killed may still be making its last file.
                running.inspect(|group| group.wait());
                drop(shared.folder.take());
                let _ = signal_hook::low_level::emulate_default_handler(signal);
            }
        }
    });
    Ok(())
}

#[cfg(not(unix))]
fn end_with_signals(_: &Arc<Mutex<Shared>>, _: &Arc<AtomicBool>) -> io::Result<()> {
    Ok(())
}
