//! What is made of what solvers say, with shell scripts in their place.
#![cfg(unix)]

use crate::{Case, four, rows};
use predicates::prelude::*;
use predicates::str::{contains, is_empty};
use std::fs;

const GRID: &str = "1324423124133142";
const PUZZLE: &str = "1.....3..4.....2";
const OTHER: &str = "1423324141322314";

#[test]
fn no_other_model_means_unique() {
    let case = Case::new(PUZZLE, GRID);
    let unique = format!("{}Unique solution\n", rows(GRID));
    for script in ["echo s UNSATISFIABLE", "echo unsat", "echo s UNSATISFIABLE; exit 20"] {
        let run = case.with_script(script).assert();
        run.success().stdout(unique.clone()).stderr(is_empty());
    }
    let json = case.with_script("echo unsat").args(["--format", "json"]).assert().success();
    json.stdout(
        contains("\"solutions\":\"unique\"}").and(contains("[\"1\", \"3\", \"2\", \"4\"]")),
    );
}

#[test]
fn the_solver_gets_every_clause_and_one_more() {
    let case = Case::new(PUZZLE, GRID);
    let before = case.read("problem.cnf");
    case.with_script("cp \"$0\" seen.cnf; echo unsat").assert().success();
    let header = format!("p cnf 64 {}", before.lines().count() - 1);
    let more = format!("p cnf 64 {}", before.lines().count());
    let seen = before.replace(&header, &more) + &four::blocking_clause(GRID) + "\n";
    assert_eq!(case.read("seen.cnf"), seen);
    assert_eq!(case.read("problem.cnf"), before, "the user's file stays as it is");
    assert_eq!(fs::read_dir(case.folder.path()).unwrap().count(), 3, "no temporary file is left");
}

#[test]
fn another_model_means_multiple() {
    let case = Case::new("................", GRID);
    case.write("other.txt", &four::answer(OTHER));
    let run = case.with_script("cat other.txt; exit 10").assert().success();
    run.stdout(format!("{}Multiple solutions\n", rows(GRID))).stderr(is_empty());
    let run = case.with_script("cat other.txt").arg("--show-difference").assert().success();
    let start = format!(
        "{}\n{}\nrow 1, column 2: 3 or 4\nrow 1, column 4: 4 or 3\n",
        rows(GRID),
        rows(OTHER)
    );
    let end = "row 4, column 4: 2 or 4\nMultiple solutions\n";
    run.stdout(predicate::str::starts_with(start).and(predicate::str::ends_with(end)));
}

#[test]
fn no_solution_where_the_solver_confirms_it() {
    let case = Case::new("11..............", GRID);
    case.write("answer.txt", "s UNSATISFIABLE\n");
    let says = |args: &[&str], text: &'static str| {
        let run =
            case.with_script("cmp problem.cnf \"$0\" || exit 1; echo unsat").args(args).assert();
        run.success().stdout(text).stderr(is_empty());
    };
    says(&[], "No solution\n");
    says(&["--all"], "No solution\n");
    says(&["--count"], "0\n");
    says(&["--show-difference"], "No solution\n");
    says(&["--format", "json"], "{\"grids\":[],\"solutions\":\"none\"}\n");
    says(
        &["--format", "json", "--all"],
        "{\"grids\":[],\"count\":0,\"limit_hit\":false,\"solutions\":\"none\"}\n",
    );
    says(
        &["--format", "json", "--count"],
        "{\"count\":0,\"limit_hit\":false,\"solutions\":\"none\"}\n",
    );
}

#[test]
fn a_no_to_another_cnf_is_refused() {
    let case = Case::new(PUZZLE, GRID);
    case.write("model.txt", &case.read("answer.txt"));
    case.write("answer.txt", "s UNSATISFIABLE\n");
    let refuses = |script: &str, message: &str| {
        let run = case.with_script(script).assert().code(2).stdout(is_empty());
        run.stderr(contains(message.to_owned()));
    };
    refuses(
        "cat model.txt",
        "error: the answer is that there is no solution, but problem.cnf has one\n\
         help: the CNF and the answer do not belong together",
    );
    // true literals are enough, and a model need not be a grid
    refuses("echo sat; grep -o \" [0-9]*\" model.txt", "but problem.cnf has one");
    refuses(
        "echo SAT 1 0 | tr \" \" \"\\n\"",
        "the model makes clause 2 of problem.cnf false: 39 0",
    );
    refuses("echo timeout", "gave no answer: whether there is a solution is unknown");
    refuses("exit 1", "the output is empty");
    let run = case.tool().args(["--cnf", "none.cnf"]).assert().code(2).stdout(is_empty());
    run.stderr("sol2grid2: error: none.cnf: No such file or directory\n");
    case.write("problem.cnf", "p cnf 2 2\n-1 2 0\n1 0\n");
    refuses("echo s SATISFIABLE; echo v 1 2 0", "but problem.cnf has one");
}

#[test]
fn no_second_answer_is_an_error() {
    let case = Case::new(PUZZLE, GRID);
    let refuses = |script: &str, message: &str| {
        let run = case.with_script(script).assert().code(2).stdout(is_empty());
        run.stderr(contains(message.to_owned()).and(contains("solver 'sh -c ")));
    };
    refuses("echo s UNKNOWN", "gave no answer: whether there is another solution is unknown");
    refuses("echo timeout", "gave no answer");
    refuses("echo c nothing", "no verdict");
    refuses("exit 0", "the output is empty");
    refuses("kill -9 $$", "was killed");
    refuses("echo unsat; kill -9 $$", "was killed");
    refuses("echo unsat; echo ERROR: out of memory >&2", "reports an error: ERROR: out of memory");
    refuses("echo unsat; echo terminate called >&2", "reports an error: terminate called");
    refuses("echo s SATISFIABLE", "there is no model");
    refuses("cat answer.txt", "the model is a solution that was found before");
    refuses("echo s SATISFIABLE; echo v 1 17 0", "row 1, column 1 has two values, 1 and 2");
    case.write("other.txt", &four::answer(OTHER));
    refuses("cat other.txt", "the model makes clause 2 of problem.cnf false: 39 0");
}

#[test]
fn the_solver_may_chatter() {
    let case = Case::new(PUZZLE, GRID);
    let run = case.with_script("echo hello >&2; echo unsat").assert().success();
    run.stderr(contains("is not part of an answer: hello"));
    let run = case.with_script("echo dimacs-solve: note: 64 variables >&2; echo unsat").assert();
    run.success().stderr(is_empty());
}

#[test]
fn the_solver_may_leave_a_process_behind() {
    let case = Case::new(PUZZLE, GRID);
    // It holds the output open, and a second one has gone to a session of its own.
    for script in
        ["tail -f /dev/null & echo unsat", "setsid tail -f /dev/null & echo $! > pid; echo unsat"]
    {
        case.with_script(script).assert().success().stdout(contains("Unique solution"));
    }
    let pid = case.read("pid");
    let _ = std::process::Command::new("kill").arg(pid.trim()).status();
}

#[cfg(target_os = "linux")]
#[test]
fn a_solver_that_prints_without_end_is_stopped() {
    let case = Case::new(PUZZLE, GRID);
    for stream in ["stdout", "stderr"] {
        let script = format!("truncate -s 300M /dev/{stream}; exec tail -f /dev/null");
        let run = case.with_script(&script).assert().code(2).stdout(is_empty());
        run.stderr(contains("': found more than 256 MiB, expected an answer\n"));
    }
}

#[test]
fn a_minisat_gets_a_result_file() {
    use std::os::unix::fs::PermissionsExt;
    let case = Case::new(PUZZLE, GRID);
    let other = four::answer(OTHER).replace("s SATISFIABLE\nv", "SAT\n");
    case.write("minisat", &format!("#!/bin/sh\necho SATISFIABLE\necho '{other}' > \"$2\"\n"));
    let double = case.path("minisat");
    fs::set_permissions(&double, fs::Permissions::from_mode(0o755)).unwrap();
    case.write("problem.cnf", &four::cnf("................"));
    let run = case.tool().arg("--solver").arg(&double).assert().success();
    run.stdout(format!("{}Multiple solutions\n", rows(GRID))).stderr(is_empty());
}

#[test]
fn where_the_solver_comes_from() {
    let case = Case::new(PUZZLE, GRID);
    let unsat = "sh -c \"echo unsat\"";
    case.tool().env("SOLVER", unsat).assert().success();
    let run =
        case.tool().env("SOLVER", unsat).args(["--solver", "nosuchsolver -x"]).assert().code(2);
    run.stdout(is_empty())
        .stderr("sol2grid2: error: solver 'nosuchsolver -x': No such file or directory\n");
    let run = case.tool().args(["--solver", "sh 'x"]).assert().code(2);
    run.stderr(contains("a quote is not closed"));
    case.tool()
        .env("SOLVER", format!("ANSWER=unsat {}", "sh -c 'echo $ANSWER'"))
        .assert()
        .success();
    let run = case.tool().args(["--solver", "cadical -q 2>/dev/null"]).assert().code(2);
    run.stdout(is_empty()).stderr(
        "sol2grid2: error: solver 'cadical -q 2>/dev/null': found '>', expected words without it\n\
         help: no shell reads this: quote it, or write sh -c '..' with \"$0\" for the CNF\n",
    );
}

#[test]
fn all_and_count_say_when_the_limit_was_hit() {
    let case = Case::new("................", GRID);
    case.write("other.txt", &four::answer(OTHER));
    // one more solution, then none
    let script = "if test -e once; then echo unsat; else touch once; cat other.txt; fi";
    let run = |args: &[&str]| {
        let _ = fs::remove_file(case.path("once"));
        case.with_script(script).args(args).assert().success()
    };
    run(&["--count"]).stdout("2\n");
    run(&["--count", "--limit", "2"]).stdout("2\n");
    run(&["--count", "--limit", "1"]).stdout("more than 1\n");
    let both = format!("{}\n{}", rows(GRID), rows(OTHER));
    run(&["--all"]).stdout(both).stderr(is_empty());
    let warning = "sol2grid2: warning: stopped at the limit of 1 solutions, there are more\n";
    run(&["--all", "--limit", "1"]).stdout(rows(GRID)).stderr(warning);
    run(&["--all", "--format", "line"]).stdout(format!("{GRID}\n{OTHER}\n"));
    let json = run(&["--all", "--limit", "1", "--format", "json"]);
    json.stdout(contains("],\"count\":1,\"limit_hit\":true,\"solutions\":\"multiple\"}\n"));
    case.tool().args(["--all", "--count"]).assert().code(2).stdout(is_empty());
    case.tool().args(["--all", "--limit", "0"]).assert().code(2).stdout(is_empty());
    for args in [&["--limit", "5"][..], &["--show-difference", "--limit", "5"]] {
        let run = case.with_script("echo unsat").args(args).assert().code(2);
        run.stdout(is_empty()).stderr(contains("<--all|--count>"));
    }
}
