//! A signal ends the tool, its solver and its files.
#![cfg(unix)]

use crate::{Case, four};
use rustix::process::{Pid, Signal, WaitOptions, kill_process, kill_process_group, waitpid};
use std::fs::{self, File};
use std::io::Read;
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::thread;

/// Says that it runs, and holds the pipe open until all of its processes have ended.
const WRAPPER: &str = "sh -c 'exec 9> fifo; echo >&9; tail -f /dev/null; exit 1'";

/// A case with a pipe for the solver.
fn case() -> Case {
    let case = Case::new("................", "1324423124133142");
    make_pipe(&case, "fifo");
    case
}

fn make_pipe(case: &Case, name: &str) {
    let status = Command::new("mkfifo").arg(case.path(name)).status().expect("mkfifo");
    assert!(status.success());
}

const ENDING: [Signal; 8] = [
    Signal::HUP,
    Signal::INT,
    Signal::QUIT,
    Signal::TERM,
    Signal::ALARM,
    Signal::USR1,
    Signal::USR2,
    Signal::XCPU,
];

/// Lets the programs that are started from here on have the default action for each of the signals.
///
/// A program inherits what is ignored: hangups under `nohup`, interrupts in the background of a
/// script. Neither it nor a shell can undo that. But a signal that is caught here has the default
/// action in the programs started here; that is how POSIX defines `exec`.
fn reset_signals() {
    for signal in ENDING {
        signal_hook::flag::register(signal.as_raw(), Arc::default()).expect("a signal handler");
    }
}

/// The tool, as a process group of its own; started by a shell that runs `before` first.
fn start(case: &Case, before: &str, args: &[&str]) -> Child {
    reset_signals();
    let script = format!("ulimit -c 0; {before} exec \"$0\" \"$@\"");
    let mut shell = Command::new("sh");
    shell.args(["-c", &script, env!("CARGO_BIN_EXE_sol2grid2"), "answer.txt"]).args(args);
    shell.current_dir(case.folder.path()).env("TMPDIR", case.folder.path()).process_group(0);
    shell.stdout(Stdio::null()).spawn().expect("a shell")
}

/// The pipe, as soon as the solver runs.
fn solver_runs(case: &Case) -> File {
    let mut pipe = File::open(case.path("fifo")).expect("a pipe");
    pipe.read_exact(&mut [0]).expect("the solver says that it runs");
    pipe
}

fn assert_nothing_is_left(case: &Case) {
    let entries = case.folder.path().read_dir().expect("a folder");
    let names = entries.map(|entry| entry.expect("an entry").file_name());
    let left: Vec<_> =
        names.filter(|name| name.as_encoded_bytes().starts_with(b"sol2grid2")).collect();
    assert_eq!(left, [""; 0]);
}

#[test]
fn a_signal_leaves_nothing_behind() {
    for signal in ENDING {
        for to_all in [false, true] {
            let case = case();
            let mut tool = start(&case, "", &["--solver", WRAPPER]);
            let mut pipe = solver_runs(&case);
            let pid = Pid::from_child(&tool);
            let send = if to_all { kill_process_group } else { kill_process };
            send(pid, signal).unwrap();
            assert_eq!(tool.wait().unwrap().signal(), Some(signal.as_raw()), "{signal:?}");
            assert_eq!(pipe.read_to_end(&mut Vec::new()).unwrap(), 0, "the solver has ended");
            assert_nothing_is_left(&case);
        }
    }
}

/// The signal comes at the worst time: the solver's end is near, and the next files are made.
#[test]
fn a_signal_between_two_questions_leaves_nothing_behind() {
    let case = case();
    let models = four::grids().iter().map(|grid| four::answer(grid)).collect::<String>();
    case.write("models.txt", &models.replace("s SATISFIABLE\n", ""));
    case.write(
        "solver",
        "n=$(wc -l < asked); echo >> asked; kill -TERM $PPID\n\
         echo s SATISFIABLE; sed -n \"$((n + 1))p\" models.txt\n",
    );
    case.write("answer.txt", &four::answer(four::grids().last().unwrap()));
    for _ in 0..20 {
        case.write("asked", "");
        let mut tool = start(&case, "", &["--count", "--solver", "sh solver"]);
        assert_eq!(tool.wait().unwrap().signal(), Some(Signal::TERM.as_raw()));
        assert_nothing_is_left(&case);
    }
}

/// As `nohup` has it.
#[cfg(target_os = "linux")]
#[test]
fn an_ignored_signal_stays_ignored() {
    let case = case();
    let solver = "sh -c 'exec 9> fifo; echo >&9; read go < go; echo unsat'";
    make_pipe(&case, "go");
    let mut tool = start(&case, "trap '' HUP;", &["--solver", solver]);
    drop(solver_runs(&case));
    kill_process(Pid::from_child(&tool), Signal::HUP).unwrap();
    fs::write(case.path("go"), "\n").unwrap();
    assert_eq!(tool.wait().unwrap().code(), Some(0));
    assert_nothing_is_left(&case);
}

#[cfg(target_os = "linux")]
#[test]
fn the_solver_halts_with_the_tool() {
    let case = case();
    let solver = "sh -c 'exec 9> fifo; echo >&9; echo $$ > pid; read go < go; echo unsat'";
    make_pipe(&case, "go");
    make_pipe(&case, "pid");
    let mut tool = start(&case, "", &["--solver", solver]);
    drop(solver_runs(&case));
    let solver = case.read("pid");
    let pid = Pid::from_child(&tool);
    kill_process(pid, Signal::TSTP).unwrap();
    let (_, status) = waitpid(Some(pid), WaitOptions::UNTRACED).unwrap().unwrap();
    assert!(status.stopped());
    // The signal was sent before the tool halted; when it takes effect is up to the system.
    let state = || fs::read_to_string(format!("/proc/{}/stat", solver.trim())).unwrap();
    let halts = |_| (thread::yield_now(), state().contains("(sh) T ")).1;
    assert!((0..100_000).any(halts), "{}", state());
    kill_process(pid, Signal::CONT).unwrap();
    fs::write(case.path("go"), "\n").unwrap();
    assert_eq!(tool.wait().unwrap().code(), Some(0));
}
