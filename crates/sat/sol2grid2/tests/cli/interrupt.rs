//! A signal ends the tool, its solver and its files.
#![cfg(unix)]

use crate::Case;
use std::fs::File;
use std::io::Read;
use std::os::unix::process::ExitStatusExt;
use std::process::Command;

#[test]
fn a_signal_leaves_nothing_behind() {
    for signal in [2, 15] {
        let case = Case::new("................", "1324423124133142");
        let fifo = case.path("fifo");
        assert!(Command::new("mkfifo").arg(&fifo).status().unwrap().success());
        // The solver says that it runs and holds the pipe open until it ends.
        let solver = "sh -c 'exec 9> fifo; echo >&9; exec tail -f /dev/null'";
        let mut tool = Command::new(env!("CARGO_BIN_EXE_sol2grid2"))
            .args(["answer.txt", "--solver", solver])
            .current_dir(case.folder.path())
            .env("TMPDIR", case.folder.path())
            .spawn()
            .unwrap();
        let mut pipe = File::open(fifo).unwrap();
        pipe.read_exact(&mut [0]).unwrap();
        let kill =
            Command::new("kill").args([format!("-{signal}"), tool.id().to_string()]).status();
        assert!(kill.unwrap().success());
        assert_eq!(tool.wait().unwrap().signal(), Some(signal));
        assert_eq!(pipe.read_to_end(&mut Vec::new()).unwrap(), 0, "the solver has ended");
        let left = case.folder.path().read_dir().unwrap().map(|entry| entry.unwrap().file_name());
        let mut left: Vec<_> = left.collect();
        left.sort();
        assert_eq!(left, ["answer.txt", "fifo", "problem.cnf"]);
    }
}
