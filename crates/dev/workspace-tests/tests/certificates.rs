//! Certificates: what is made is verified, what was changed is not, and a folder is whole or absent.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use workspace_tests::{Checkout, have, shown};

const DIAGONALS: &str =
    "6......4....3...1......9..5..7435.818..1....33...2.4..79..8......1.9.83..8..1..5.";
/// Only a search shows that its solution is the only one.
const HARD: &str =
    "1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3..";
const CAGES: &str = "{\"rows\": 4, \"cols\": 4, \"givens\": {\"r4c4\": 1}, \"constraints\": [
  {\"cage\": {\"cells\": [\"r2c1\", \"r2c2\"], \"total\": 7}},
  {\"thermometer\": [[\"r1c1\", \"r1c2\", \"r1c3\", \"r1c4\"]]},
  {\"thermometer\": [[\"r2c1\", \"r2c2\"]]},
  {\"thermometer\": [[\"r3c1\", \"r4c1\"]]}]}\n";
const REGIONS: &str = "aaab\nabbb\nccdd\nccdd\n";
const IRREGULAR: &str = "1.3.\n....\n....\n.2.4\n";

/// Encodes, solves and runs `sol2grid2` with these words; `folder` is where the certificate goes.
fn prove(here: &Checkout, puzzle: &str, options: &str, encoding: &str, words: &str) -> String {
    let line = format!(
        "rm -rf cert; sudoku2cnf --encoding {encoding} {options} {puzzle} > problem.cnf && \
         {{ dimacs-solve problem.cnf > answer.txt; \
         sol2grid2 {options} --puzzle {puzzle} --proof cert {words} answer.txt; }}"
    );
    let done = here.sh(&line);
    assert!(done.status.success(), "{line}: {}", shown(&done));
    String::from_utf8_lossy(&done.stdout).into_owned()
}

fn last_line(text: &str) -> &str {
    text.lines().last().unwrap_or_default()
}

fn exists(here: &Checkout, name: &str) -> bool {
    here.path().join(name).exists()
}

fn with_puzzles() -> Checkout {
    let here = Checkout::new();
    here.write("x.txt", DIAGONALS);
    here.write("hard.txt", HARD);
    here.write("cages.json", CAGES);
    here.write("areas.txt", REGIONS);
    here.write("irregular.txt", IRREGULAR);
    here.write("none.txt", &format!("1.....1..{}\n", ".".repeat(72)));
    here
}

#[test]
fn every_kind_of_puzzle_has_a_certificate() {
    let here = with_puzzles();
    for (puzzle, options) in [
        ("input.txt", ""),
        ("x.txt", "--variant diagonals"),
        ("cages.json", ""),
        ("irregular.txt", "--regions areas.txt"),
        ("none.txt", "--block 3x3 --alphabet 1-9"),
    ] {
        for encoding in ["natural", "extended", "reduced"] {
            let said = prove(&here, puzzle, options, encoding, "");
            let claim = if puzzle == "none.txt" { "No solution" } else { "Unique solution" };
            assert_eq!(last_line(&said), claim, "{puzzle} {encoding}");
            for words in ["cert", &format!("cert {options} --puzzle {puzzle}")] {
                let done = here.sh(&format!("sol2grid2 --verify {words}"));
                let text = String::from_utf8_lossy(&done.stdout).into_owned();
                assert!(done.status.success(), "{words}: {}", shown(&done));
                assert_eq!(text, said.replace(claim, &format!("{claim}, verified")));
            }
        }
    }
    let other = here.sh("sol2grid2 --verify cert --puzzle input.txt");
    let text = String::from_utf8_lossy(&other.stdout).into_owned();
    assert_eq!(other.status.code(), Some(1), "{}", shown(&other));
    assert!(text.starts_with("Not verified: problem.cnf:"), "{text}");
}

#[test]
fn proofs_of_other_solvers_are_checked_in_the_same_way() {
    let here = with_puzzles();
    // cryptominisat writes FRAT, which is not checked here.
    for solver in ["cadical -q", "cadical", "kissat -q", "dimacs-solve -dimacs"] {
        if !solver.starts_with("dimacs-solve") && !have(solver.split(' ').next().unwrap_or(solver))
        {
            continue;
        }
        for puzzle in ["input.txt", "none.txt", "cages.json"] {
            let words = format!("--solver '{solver}'");
            prove(&here, puzzle, "", "reduced", &words);
            let done = here.sh("sol2grid2 --verify cert");
            assert!(done.status.success(), "{solver}, {puzzle}: {}", shown(&done));
        }
    }
    for (solver, message) in [
        ("minisat", "solver 'minisat' writes no proofs, expected a solver that does"),
        ("sh -c 'echo s UNSATISFIABLE'", "wrote no proof"),
        (
            "sh -c 'echo 1 0 > \"$1\"; echo s UNSATISFIABLE'",
            "no certificate, for it does not hold: proof: ",
        ),
        ("sh -c 'echo x > \"$1\"; echo s UNSATISFIABLE'", "found 'x', expected a literal or 0"),
        ("sh -c 'echo s UNKNOWN'", "gave no answer"),
    ] {
        here.write("solver", solver);
        let line = "rm -rf cert; sudoku2cnf hard.txt > problem.cnf; dimacs-solve problem.cnf > answer.txt; \
                    sol2grid2 --puzzle hard.txt --proof cert --solver \"$(cat solver)\" answer.txt";
        let done = here.sh(line);
        let said = String::from_utf8_lossy(&done.stderr).into_owned();
        assert!(done.status.code() == Some(2) && done.stdout.is_empty(), "{}", shown(&done));
        assert!(said.contains(message), "{solver}: {said}");
        assert!(!exists(&here, "cert"), "{solver}");
    }
}

/// Each file changed in many places: no folder is taken for a certificate of anything else.
#[test]
fn what_was_changed_is_not_verified() {
    let here = with_puzzles();
    prove(&here, "hard.txt", "--block 3x3", "reduced", "");
    let names = ["certificate.json", "puzzle.txt", "solution.txt", "problem.cnf", "proof"];
    for name in names {
        let whole = here.read(&format!("cert/{name}"));
        let lines: Vec<&str> = whole.lines().collect();
        for place in 0..lines.len().min(4) {
            let place = place * lines.len() / lines.len().min(4);
            let changed = match name {
                "certificate.json" => {
                    lines[place].replace("uni", "no").replace("red", "nat").replace("3x", "2x")
                }
                "proof" | "problem.cnf" if lines[place].contains(' ') => {
                    lines[place].replacen(' ', " 1", 1)
                }
                _ => lines[place].replace(['1', '2', '3'], "4"),
            };
            if changed == lines[place] {
                continue;
            }
            let mut copy = lines.clone();
            copy[place] = &changed;
            here.write(&format!("cert/{name}"), &(copy.join("\n") + "\n"));
            let done = here.sh("sol2grid2 --verify cert");
            assert!(
                matches!(done.status.code(), Some(1 | 2)),
                "{name}: {changed}: {}",
                shown(&done)
            );
            assert!(!String::from_utf8_lossy(&done.stdout).contains(", verified"));
        }
        for text in ["", &whole[..whole.len() / 2]] {
            here.write(&format!("cert/{name}"), text);
            assert!(!here.sh("sol2grid2 --verify cert").status.success(), "half of {name}");
        }
        fs::remove_file(here.path().join("cert").join(name)).expect("a file to remove");
        let done = here.sh("sol2grid2 --verify cert");
        assert!(
            done.status.code() == Some(2) && done.stdout.is_empty(),
            "{name}: {}",
            shown(&done)
        );
        here.write(&format!("cert/{name}"), &whole);
        assert!(here.sh("sol2grid2 --verify cert").status.success());
    }
    // A wrong claim with a right proof of another one.
    let description = here.read("cert/certificate.json").replace("unique", "none");
    here.write("cert/certificate.json", &description);
    assert_eq!(here.sh("sol2grid2 --verify cert").status.code(), Some(1));
    for (from, to) in [("3x3", "3"), ("block=3x3", "regions=../x.txt"), ("block=", "proof=")] {
        here.write("cert/certificate.json", &description.replace(from, to));
        let done = here.sh("sol2grid2 --verify cert");
        assert_eq!(done.status.code(), Some(2), "{to}: {}", shown(&done));
    }
}

#[test]
fn where_there_are_several_solutions_there_is_no_folder() {
    let here = Checkout::new();
    here.write("empty.txt", &format!("{}\n", ".".repeat(16)));
    let line = "sudoku2cnf empty.txt > problem.cnf; dimacs-solve problem.cnf > answer.txt; \
                sol2grid2 --puzzle empty.txt --proof cert answer.txt";
    let done = here.sh(line);
    assert!(done.status.code() == Some(1) && !exists(&here, "cert"), "{}", shown(&done));
    assert!(String::from_utf8_lossy(&done.stdout).ends_with("\nMultiple solutions\n"));
    assert!(String::from_utf8_lossy(&done.stderr).contains("so there is no certificate"));
}

#[test]
fn nothing_of_anyones_is_replaced_and_the_formula_is_that_of_the_puzzle() {
    let here = with_puzzles();
    prove(&here, "input.txt", "", "natural", "");
    let refused = |line: &str, message: &str| {
        let done = here.sh(line);
        let said = String::from_utf8_lossy(&done.stderr).into_owned();
        assert!(done.status.code() == Some(2) && done.stdout.is_empty(), "{}", shown(&done));
        assert!(said.contains(message), "{said}");
    };
    let again = "sol2grid2 --puzzle input.txt --proof";
    refused(&format!("{again} cert answer.txt"), "cert: found a folder with files in it");
    refused(&format!("{again} input.txt answer.txt"), "input.txt: Not a directory");
    refused(&format!("{again} no/where answer.txt"), "no/where: No such file or directory");
    refused("sol2grid2 --proof new answer.txt", "--puzzle");
    refused("sol2grid2 --verify cert answer.txt", "cannot be used with");
    // One clause more that the solution satisfies.
    let more = "sed '1s/11775/11776/' problem.cnf > more.cnf; tail -1 problem.cnf >> more.cnf; ";
    refused(
        &format!("{more} {again} new --cnf more.cnf answer.txt"),
        "more.cnf is in no encoding what sudoku2cnf writes for input.txt",
    );
    assert!(!exists(&here, "new"));
    let commented = "sudoku2cnf --annotate input.txt > said.cnf; ";
    let done = here.sh(&format!("{commented} {again} new --cnf said.cnf answer.txt"));
    assert!(done.status.success() && exists(&here, "new/proof"), "{}", shown(&done));
}

/// Killed, out of room, with nobody to read: in no case is there a folder that looks whole.
#[cfg(unix)]
#[test]
fn a_folder_is_whole_or_absent() {
    let here = with_puzzles();
    prove(&here, "input.txt", "", "natural", "");
    fs::remove_dir_all(here.path().join("cert")).expect("a folder to remove");
    here.write("slow.sh", "cp half \"$2\"; echo $$ > started; exec sleep 600\n");
    here.write("half", "1 0\n");
    let mut command = Command::new(workspace_tests::bin().join("sol2grid2"));
    command.args([
        "--puzzle",
        "input.txt",
        "--proof",
        "cert",
        "--solver",
        "sh slow.sh",
        "answer.txt",
    ]);
    for signal in ["KILL", "TERM"] {
        let mut tool =
            command.current_dir(here.path()).stdout(Stdio::null()).spawn().expect("the tool");
        while fs::read(here.path().join("started")).map_or(true, |text| text.is_empty()) {
            std::thread::yield_now();
        }
        let hidden = hidden_folder(here.path()).expect("the folder that it works in");
        assert!(!exists(&here, "cert"));
        let kill = format!("kill -{signal} {}; ", tool.id());
        assert!(here.sh(&kill).status.success());
        assert!(!tool.wait().expect("its end").success());
        assert!(!exists(&here, "cert"), "{signal}");
        if signal == "KILL" {
            // The solver has lost its parent.
            let line = format!("kill $(cat started); rm -r {hidden:?}");
            assert!(here.sh(&line).status.success());
        } else {
            assert_eq!(hidden_folder(here.path()), None, "{signal}");
        }
        fs::remove_file(here.path().join("started")).expect("a file to remove");
    }
    let again = "sol2grid2 --puzzle input.txt --proof cert answer.txt";
    // Files end at 8 blocks: the formula has more.
    let done = here.sh(&format!("trap '' XFSZ; ulimit -f 8; {again}"));
    assert!(done.status.code() == Some(2) && done.stdout.is_empty(), "{}", shown(&done));
    assert!(
        String::from_utf8_lossy(&done.stderr).contains("cert: File too large"),
        "{}",
        shown(&done)
    );
    assert!(!exists(&here, "cert") && hidden_folder(here.path()).is_none());
    // Whoever does not read what is printed has a certificate all the same.
    let done = here.sh(&format!("{again} | true; sol2grid2 --verify cert"));
    assert!(done.status.success(), "{}", shown(&done));
    let done = here.sh("sol2grid2 --verify cert > /dev/full");
    assert_eq!(done.status.code(), Some(2), "{}", shown(&done));
}

#[cfg(unix)]
fn hidden_folder(folder: &Path) -> Option<String> {
    let entries = fs::read_dir(folder).expect("a folder");
    let names =
        entries.map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned());
    names.into_iter().find(|name| name.starts_with(".sol2grid2-"))
}

#[test]
fn make_proves() {
    let here = with_puzzles();
    for words in ["", "INPUT=x.txt VARIANT=diagonals ENCODING=reduced", "INPUT=none.txt"] {
        // The second time replaces what the first one made.
        for _ in 0..2 {
            let made = here.make(&format!("-f Makefile.multi prove {words}"));
            assert!(made.status.success(), "{words}: {}", shown(&made));
            assert!(String::from_utf8_lossy(&made.stdout).contains(" solution, verified\n"));
        }
    }
    assert!(here.make("-f Makefile.multi clean").status.success() && !exists(&here, "certificate"));
}

/// The decoder hands the question on, with all that is known of the puzzle.
#[test]
fn sol2grid_tells_why() {
    let here = with_puzzles();
    for (words, start) in [
        (
            "--puzzle none.txt",
            "No solution: 2 givens clash, and none of them can be left out\n1.....1..\n",
        ),
        ("--variant diagonals --puzzle x.txt", "Unique solution: "),
        ("--smallest --puzzle cages.json", "Unique solution: "),
        ("--puzzle x.txt", "Multiple solutions: besides the givens "),
        ("--regions areas.txt --puzzle irregular.txt", "Unique solution: "),
    ] {
        let done = here.sh(&format!("sol2grid --why {words}"));
        let text = String::from_utf8_lossy(&done.stdout).into_owned();
        assert!(done.status.success() && text.starts_with(start), "{words}: {}", shown(&done));
    }
    let allowed = here.sh("sol2grid --why --timeout 1000 --puzzle none.txt");
    assert!(allowed.status.success(), "{}", shown(&allowed));
    let over = here.sh("sol2grid --why --timeout 0 --puzzle x.txt");
    let message = String::from_utf8_lossy(&over.stderr).into_owned();
    assert!(over.status.code() == Some(2) && over.stdout.is_empty(), "{}", shown(&over));
    assert!(message.contains("the time was over") && message.contains("--timeout"), "{message}");
    for words in
        ["", "--puzzle none.txt answer.txt", "--puzzle nowhere.txt", "--timeout x --puzzle x.txt"]
    {
        let done = here.sh(&format!("sol2grid --why {words}"));
        assert!(done.status.code() == Some(2) && done.stdout.is_empty(), "{}", shown(&done));
    }
}
