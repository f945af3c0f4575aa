//! `srl-run watch`: what makes it run again, and what ends it.

use crate::common::{DATA, FAMILY, Folder, INFERRED};
use std::fs;
use std::io::{BufRead, BufReader, Read};
use std::process::{Child, Command, Stdio};

fn watch(here: &Folder) -> Child {
    Command::new(env!("CARGO_BIN_EXE_srl-run"))
        .args(["watch", "rules.srl", "data.ttl"])
        .current_dir(here.path(""))
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("it starts")
}

/// The next lines, for which it waits.
fn lines(from: &mut impl BufRead, n: usize) -> String {
    let mut text = String::new();
    (0..n).for_each(|_| assert_ne!(from.read_line(&mut text).expect("text"), 0, "{text}"));
    text
}

#[test]
fn it_runs_again_when_a_file_is_written_replaced_or_mended() {
    let here = Folder::family();
    let mut child = watch(&here);
    let mut out = BufReader::new(child.stdout.take().expect("a pipe"));
    let mut err = BufReader::new(child.stderr.take().expect("a pipe"));
    assert_eq!(lines(&mut out, 3), INFERRED);
    // Written.
    here.write("data.ttl", DATA.replace("ex:ben ex:parent ex:cleo .", "").as_bytes());
    assert_eq!(lines(&mut out, 1), INFERRED.lines().next().expect("a line").to_owned() + "\n");
    assert!(lines(&mut err, 1).contains("note: a file has changed"));
    // Replaced by renaming.
    here.write("new.ttl", DATA.as_bytes());
    fs::rename(here.path("new.ttl"), here.path("data.ttl")).expect("it is there");
    assert_eq!(lines(&mut out, 3), INFERRED);
    assert!(lines(&mut err, 1).contains("note: a file has changed"));
    // A syntax error does not end it.
    here.write("rules.srl", b"RULE {");
    assert!(lines(&mut err, 2).contains("error"));
    here.write("rules.srl", FAMILY.as_bytes());
    assert_eq!(lines(&mut out, 3), INFERRED);
    // Gone, and back.
    fs::rename(here.path("data.ttl"), here.path("away.ttl")).expect("it is there");
    fs::rename(here.path("away.ttl"), here.path("data.ttl")).expect("it is there");
    here.write("data.ttl", DATA.as_bytes());
    assert_eq!(lines(&mut out, 3), INFERRED);
    child.kill().expect("a signal ends it");
    assert!(!child.wait().expect("it ends").success());
}

#[test]
fn it_ends_when_nobody_reads() {
    let here = Folder::family();
    let mut child = watch(&here);
    let mut out = BufReader::new(child.stdout.take().expect("a pipe"));
    assert_eq!(lines(&mut out, 3), INFERRED);
    drop(out);
    let mut said = String::new();
    child.stderr.take().expect("a pipe").read_to_string(&mut said).expect("text");
    assert!(child.wait().expect("it ends").success(), "{said}");
    assert_eq!(said, "");
}

#[test]
fn it_takes_files_alone() {
    let here = Folder::family();
    for arguments in [&["watch", "rules.srl"][..], &["watch", "rules.srl", "-"]] {
        here.run(arguments).assert().code(2).stdout("");
    }
}
