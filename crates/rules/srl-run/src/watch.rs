//! `srl-run watch`: infers again whenever the rules or the data change.
//!
//! The files are looked at again and again, by name: so a file that an editor replaces by renaming another is seen, and one
//! that is gone for a moment is waited for. When something has changed, the next look must find it the same before there is a run, so
//! that no half-written file is read. A rule set with errors is reported and ends the run, not the watch. The watch ends when nobody reads
//! standard output any more, and with a signal.

use crate::infer::{self, InferArgs};
use clap::Args as ClapArgs;
use pipe_cli::Failure;
use std::fs;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::thread;
use std::time::{Duration, SystemTime};

/// How long to wait between looks.
const PAUSE: Duration = Duration::from_millis(100);

#[derive(Debug, ClapArgs)]
pub(crate) struct Args {
    #[command(flatten)]
    infer: InferArgs,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let files = args.infer.files();
    if files.len() < 2 || files.contains(&PathBuf::from("-")) {
        return Err(Failure::new("watch takes files: rules and data").into());
    }
    let folder = args.infer.import_folder();
    let look = || look(&files, folder);
    let mut seen = look();
    loop {
        if let Err(error) = infer::run(&args.infer) {
            if is_closed_pipe(&error) {
                return Ok(ExitCode::SUCCESS);
            }
            // Says what is wrong; the code is for a run that ends.
            let _ = pipe_cli::exit_code(Err(error));
        }
        let mut before = seen.clone();
        loop {
            if nobody_reads() {
                return Ok(ExitCode::SUCCESS);
            }
            thread::sleep(PAUSE);
            let now = look();
            let is_whole = now.iter().take(files.len()).all(|(_, state)| state.is_some());
            if now != seen && now == before && is_whole {
                seen = now;
                break;
            }
            before = now;
        }
        pipe_cli::note("a file has changed; inferring again");
    }
}

/// What tells whether a file is the same: when it was written, its length, and which file it is.
type State = Option<(Option<SystemTime>, u64, u64)>;

/// The states of the files, and of the rule sets in the folder for imports.
fn look(files: &[PathBuf], folder: Option<&Path>) -> Vec<(PathBuf, State)> {
    let mut all: Vec<PathBuf> = files.to_vec();
    let mut imports: Vec<PathBuf> = folder
        .and_then(|folder| fs::read_dir(folder).ok()) // A folder that is gone is one that has changed.
        .map_or_else(Vec::new, |entries| entries.flatten().map(|entry| entry.path()).collect());
    imports.sort();
    all.extend(imports);
    all.into_iter().map(|path| (path.clone(), state(&path))).collect()
}

fn state(path: &Path) -> State {
    // Whatever keeps it from being read, it is not there for us; the run says why.
    let metadata = fs::metadata(path).ok()?;
    Some((metadata.modified().ok(), metadata.len(), number(&metadata)))
}

#[cfg(unix)]
fn number(metadata: &fs::Metadata) -> u64 {
    std::os::unix::fs::MetadataExt::ino(metadata)
}

#[cfg(not(unix))]
fn number(_: &fs::Metadata) -> u64 {
    0
}

fn is_closed_pipe(error: &anyhow::Error) -> bool {
    let mut causes = error.chain().filter_map(|cause| cause.downcast_ref::<io::Error>());
    causes.any(|cause| cause.kind() == ErrorKind::BrokenPipe)
}

/// Whether standard output is a pipe whose other end is closed.
#[cfg(unix)]
fn nobody_reads() -> bool {
    use rustix::event::{PollFd, PollFlags, poll};
    let stdout = io::stdout();
    let mut fds = [PollFd::new(&stdout, PollFlags::empty())];
    let now = rustix::event::Timespec { tv_sec: 0, tv_nsec: 0 };
    // Where that cannot be asked, the next write tells.
    poll(&mut fds, Some(&now)).is_ok() && fds[0].revents().contains(PollFlags::ERR)
}

/// Elsewhere the next write tells.
#[cfg(not(unix))]
fn nobody_reads() -> bool {
    false
}
