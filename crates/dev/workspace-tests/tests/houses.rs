//! Puzzles with further houses, through the pipelines: what they add decides, and the checker names it.

use workspace_tests::{Checkout, shown};

/// 28 givens; 107 solutions without the diagonals, one with them.
const X: &str = "6......4....3...1......9..5..7435.818..1....33...2.4..79..8......1.9.83..8..1..5.";
const X_SOLUTION: &str =
    "639251748458367912172849365967435281824176593315928476796583124541692837283714659";

fn here() -> Checkout {
    let here = Checkout::new();
    here.write("x.txt", X);
    here.write("wanted.txt", X_SOLUTION);
    here
}

fn stdout(here: &Checkout, line: &str) -> String {
    let done = here.sh(line);
    assert!(done.status.success(), "{line}: {}", shown(&done));
    String::from_utf8_lossy(&done.stdout).into_owned()
}

#[test]
fn a_sat_solver_finds_the_one_grid_with_diagonals() {
    let here = here();
    let encode = "sudoku2cnf --variant diagonals x.txt > x.cnf; dimacs-solve x.cnf > x.out";
    let unique = "sol2grid2 --cnf x.cnf --variant diagonals --puzzle x.txt --format line x.out";
    let found = stdout(&here, &format!("{encode}; {unique}"));
    assert_eq!(found, format!("{X_SOLUTION}\nUnique solution\n"));
    let classic =
        "sudoku2cnf x.txt > c.cnf; dimacs-solve c.cnf > c.out; sol2grid2 --cnf c.cnf --count c.out";
    assert_eq!(stdout(&here, classic), "107\n");
}

#[test]
fn rules_solve_with_diagonals_what_they_leave_open_without() {
    let here = here();
    let rules = "srl-run --merge --repeat --fold ex:hasValue crates/rules/rules/sudoku.srl -";
    let with = format!(
        "sudoku2rdf --variant diagonals x.txt | {rules} | rdf2grid --variant diagonals --format line"
    );
    assert_eq!(stdout(&here, &with).trim_end(), X_SOLUTION);
    let without = format!("sudoku2rdf x.txt | {rules} | rdf2grid --partial --format line");
    assert!(stdout(&here, &without).contains('.'));
}

#[test]
fn the_checker_names_a_broken_diagonal() {
    let here = here();
    let classic = "sudoku2cnf x.txt > c.cnf; dimacs-solve c.cnf | sol2grid --format line > c.txt";
    stdout(&here, classic);
    stdout(&here, "grid-check x.txt c.txt");
    let done = here.sh("grid-check --variant diagonals x.txt c.txt");
    let said = String::from_utf8_lossy(&done.stdout).into_owned();
    assert!(done.status.code() == Some(1) && said.starts_with("diagonal "), "{}", shown(&done));
    let fine = stdout(&here, "grid-check --variant diagonals x.txt wanted.txt");
    assert_eq!(fine, "valid solution of the puzzle\n");
}

#[test]
fn make_passes_the_variant_on() {
    let here = here();
    let done = here.make("check INPUT=x.txt VARIANT=diagonals");
    assert!(done.status.success(), "{}", shown(&done));
    let grid = here.read("output.txt").replace('\n', "");
    assert_eq!(grid, X_SOLUTION);
}

#[test]
fn irregular_regions_of_a_prime_side() {
    let here = Checkout::new();
    here.write("blank.txt", &".......\n".repeat(7));
    let regions = "AAAAABB\nAACCCBB\nDDCCCBB\nDDCEEEB\nDDDEEEE\nFFFFFGG\nFFGGGGG\n";
    here.write("regions.txt", regions);
    let solve = "sudoku2cnf --regions regions.txt blank.txt > j.cnf; dimacs-solve j.cnf | \
                 sol2grid --regions regions.txt > j.txt";
    stdout(&here, solve);
    assert_eq!(
        stdout(&here, "grid-check --regions regions.txt blank.txt j.txt"),
        "valid solution of the puzzle\n"
    );
}

/// Solutions are grids: what stands outside makes no further one, whoever counts.
#[test]
fn cells_outside_make_no_further_solutions() {
    let here = Checkout::new();
    here.write("x.json", r#"{"rows": 4, "cols": 4, "outside": 2, "givens": {"x1": 3}}"#);
    let count = "sudoku2cnf x.json > x.cnf; dimacs-solve x.cnf > x.out; sol2grid2 --cnf x.cnf --puzzle x.json --count x.out";
    assert_eq!(stdout(&here, count), "288\n");
    assert!(stdout(&here, "puzzle-solve --count x.json").contains("\"count\":288"));
}
