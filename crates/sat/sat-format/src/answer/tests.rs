use super::*;

fn lits(numbers: &[i32]) -> Vec<Lit> {
    numbers.iter().map(|number| Lit::new(*number).unwrap()).collect()
}

/// The verdict and the model's numbers.
fn answer(output: &str) -> (Verdict, Vec<i32>) {
    let answer = read(output.as_bytes()).unwrap_or_else(|error| panic!("{output:?}: {error}"));
    assert_eq!(answer.warnings, [""; 0], "{output:?}");
    (answer.verdict, answer.model.literals().iter().map(|lit| lit.number()).collect())
}

/// `line:column: message`, or the message.
fn error(output: &str) -> String {
    let error = read(output.as_bytes()).expect_err(output);
    match error.position {
        Some(Position { line, column }) => format!("{line}:{column}: {}", error.message),
        None => error.message,
    }
}

#[test]
fn each_solvers_way_to_say_yes() {
    let three = (Verdict::Sat, vec![1, 2, -3]);
    for output in [
        "s SATISFIABLE\nv 1 2 -3 0\n", // z3 5, cadical, kissat, picosat
        "s SATISFIABLE\nv 1 2 -3 \n",  // z3 4.8.12
        "sat\n1 2 -3 \n",              // z3 4.8.10
        "SAT\n1 2 -3 0\n",             // minisat's file
        "c log\nc\ns SATISFIABLE\nv 1\nv 2\nv -3\nv 0\nc --- [ error ]\n",
        "v 1 2\nv -3 0\ns SATISFIABLE\n",
        "\u{feff}s SATISFIABLE\r\nv 1 2 -3 0\r\n",
        "  s \t SATISFIABLE  \n\n v\t-3  2 1",
        "s SATISFIABLE\nmodel validated\nv 1 2 -3 0\n(:sat-decisions 2\n :max-memory 16.2)\n",
    ] {
        assert_eq!(answer(output), three, "{output:?}");
    }
    assert_eq!(answer("s SATISFIABLE\nv 0\n"), (Verdict::Sat, vec![]));
    assert_eq!(answer("SAT\n 0\n"), (Verdict::Sat, vec![]));
    let largest = format!("s SATISFIABLE\nv {} -{0} 0", i32::MAX);
    assert!(error(&largest).contains("2147483647 is both true and false"), "{}", error(&largest));
}

#[test]
fn no_and_perhaps() {
    for output in
        ["s UNSATISFIABLE\n", "unsat", "UNSAT\n", "UNSATISFIABLE\n", "c s SATISFIABLE\nunsat"]
    {
        assert_eq!(answer(output), (Verdict::Unsat, vec![]), "{output:?}");
    }
    for output in [
        "s UNKNOWN",
        "s INDETERMINATE",
        "unknown",
        "timeout\n",
        "INDET\n",
        "INDETERMINATE\n",
        "c log\nc UNKNOWN\n",
        "v 1 2 0\ns UNKNOWN\n",
    ] {
        assert_eq!(answer(output), (Verdict::Unknown, vec![]), "{output:?}");
    }
    assert_eq!(answer("c UNKNOWN\ns UNSATISFIABLE\n").0, Verdict::Unsat);
}

#[test]
fn no_answer_at_all() {
    assert_eq!(error(""), "the output is empty, expected a solver's answer");
    assert_eq!(error(" \n\r\n"), error(""));
    assert_eq!(
        error("c only a log\n"),
        "no verdict, expected 's SATISFIABLE' or 's UNSATISFIABLE'"
    );
    assert_eq!(error("\nhello\n"), "2:1: found 'hello', expected a solver's verdict");
    assert_eq!(error("v 1 2 0\n"), error("c only a log\n"));
    assert_eq!(error("530070000\n"), "1:1: found '530070000', expected a verdict first");
    assert_eq!(error("c x\np cnf 3 2\n1 0\n"), "2:1: found a CNF, expected a solver's answer");
    assert!(error("s OPTIMUM FOUND\n").starts_with("1:3: found the verdict 'OPTIMUM FOUND'"));
    assert!(error("s\n").starts_with("1:2: found the verdict ''"));
    assert_eq!(
        read(b"\xff\xfes\0 \0S\0").unwrap_err().message,
        "found UTF-16 text, expected ASCII or UTF-8"
    );
}

#[test]
fn a_yes_needs_a_model_and_a_no_must_not_have_one() {
    for output in ["s SATISFIABLE\n", "s SATISFIABLE\nv \n", "s SATISFIABLE\nv\nv\n"] {
        assert!(error(output).contains("there is no model"), "{output:?}");
    }
    assert!(error("| table |\n\nSATISFIABLE\n").contains("minisat writes it to the result file"));
    assert_eq!(
        error("s UNSATISFIABLE\nv 1 0"),
        "2:3: found a model, but the verdict is UNSATISFIABLE"
    );
    assert_eq!(
        error("v 0\ns UNSATISFIABLE\n"),
        "1:3: found a model, but the verdict is UNSATISFIABLE"
    );
}

#[test]
fn verdicts_must_agree() {
    assert_eq!(
        error("s SATISFIABLE\nv 1 0\ns UNSATISFIABLE\n"),
        "3:1: found UNSATISFIABLE, but an earlier line says SATISFIABLE"
    );
    assert!(error("unsat\ntimeout").contains("found UNKNOWN"));
    let twice = read(b"s UNSATISFIABLE\ns UNSATISFIABLE\n").unwrap();
    assert_eq!(twice.warnings, ["line 2 repeats the verdict UNSATISFIABLE"]);
    // minisat's standard output and its result file, one after the other
    assert_eq!(answer("SATISFIABLE\nSAT\n1 0\n"), (Verdict::Sat, vec![1]));
}

#[test]
fn literals_are_taken_strictly() {
    let sat = |values: &str| error(&format!("s SATISFIABLE\nv 1 2\nv {values}"));
    assert_eq!(sat("3 1O1 4 0"), "3:5: found '1O1', expected a literal or the closing 0");
    for garbage in ["--3", "-", "-0", "+4", "1.5", "0x1", "core", "1\u{a0}2"] {
        assert!(sat(garbage).starts_with("3:3: found '"), "{garbage}");
    }
    assert_eq!(
        sat("3 \x1b[2J\0 0"),
        "3:5: found '\\u{1b}[2J\\0', expected a literal or the closing 0"
    );
    for huge in ["2147483648", "-2147483648", "4294967297", "99999999999999999999999999"] {
        assert_eq!(
            sat(huge),
            format!("3:3: literal {huge} is out of range: variables go up to 2147483647")
        );
    }
    assert_eq!(sat("3 0 4"), "3:7: found '4' after the 0 that ends the model");
    assert_eq!(sat("3 0\nv 0"), "4:3: found '0' after the 0 that ends the model");
    assert_eq!(error("s SATISFIABLE\n1 2 0\n"), "2:1: found '1', expected 'v' first");
    assert_eq!(error("unsat\n1 2 0\n"), "2:1: found '1', expected 'v' first");
    let long = format!("s SATISFIABLE\nv {} 0", "x".repeat(1000));
    assert_eq!(error(&long).len(), error("s SATISFIABLE\nv x 0").len() + 79 + 2);
}

#[test]
fn a_contradiction_is_found_where_it_arises() {
    let error = read(b"c 2 -2\ns SATISFIABLE\nv 1 -2 3\nv 4 2 0\n").unwrap_err();
    assert_eq!(error.position, Some(Position { line: 4, column: 5 }));
    assert_eq!(error.contradiction, Some(Contradiction { var: 2, largest_var: 4 }));
    assert_eq!(error.message, "contradictory model: variable 2 is both true and false");
    assert_eq!(answer("s SATISFIABLE\nv 2 2 1 0").1, [1, 2]);
}

#[test]
fn complaints_are_no_answers() {
    for complaint in [
        "(error, \"unexpected char: % line: 3\")",
        "ERROR: out of memory",
        "Error: invalid command line option: -",
        "ERROR: max. memory exceeded",
        "PARSE ERROR! Unexpected char: x",
        "sh: 1: nosuch: not found",
        "Segmentation fault (core dumped)",
        "terminate called after throwing an instance of 'std::bad_alloc'",
        "terminate called without an active exception",
        "*** INTERRUPTED ***",
        "Terminated",
        "Floating point exception",
        "Bus error (core dumped)",
        "cpu time limit exceeded",
        "prog: caught signal 15",
        "dimacs-solve: error: x",
    ] {
        let answer = "s SATISFIABLE\nv 1 0";
        let before = error(&format!("c x\n{complaint}\n{answer}"));
        assert_eq!(before, format!("2:1: the solver reports an error: {complaint}"));
        let after = error(&format!("{answer}\n{complaint}\n"));
        assert_eq!(after, format!("3:1: the solver reports an error: {complaint}"));
    }
}

#[test]
fn what_cannot_be_placed_is_a_warning() {
    let warnings = |output: &str| read(output.as_bytes()).unwrap().warnings;
    assert_eq!(
        warnings("WARNING: input file was already specified.\nunsat\n"),
        ["line 1 is not part of an answer: WARNING: input file was already specified."]
    );
    assert_eq!(
        warnings("o 1\no 2\no 3\nunsat\n"),
        ["line 1 is not part of an answer: o 1, and 2 more such lines"]
    );
}

#[test]
fn labelled_messages() {
    let note = "dimacs-solve: note: 64 variables, 449 clauses, 12 MB of memory\n";
    assert_eq!(answer(&format!("{note}unsat\n{note}")).0, Verdict::Unsat);
    let text = "dimacs-solve: warning: a memory limit cannot be watched";
    let warnings = read(format!("{text}\nunsat\n").as_bytes()).unwrap().warnings;
    assert_eq!(warnings, [format!("line 1 is not part of an answer: {text}")]);
}

#[test]
fn a_text_has_a_largest_length() {
    let error = read(&vec![0; MAX_BYTES as usize + 1]).unwrap_err();
    assert_eq!(error.message, "found more than 256 MiB, expected an answer");
}

#[test]
fn the_model_is_a_set() {
    let model = read(b"s SATISFIABLE\nv 3 -1 0\n").unwrap().model;
    assert_eq!(model.literals(), lits(&[-1, 3]));
}
