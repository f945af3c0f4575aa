//! Counts and verdicts with every solver at hand, against brute force.

use crate::{Case, bin_folder, four, rows};
use predicates::str::is_empty;
use std::env;

/// The solvers that are there; the others are named in a line.
fn solvers() -> Vec<String> {
    let bundled = bin_folder().join("dimacs-solve").display().to_string();
    let known =
        [&bundled, "z3 -dimacs", "cadical", "kissat", "minisat", "picosat", "cryptominisat5"];
    let path = env::var_os("PATH").unwrap_or_default();
    let is_there = |command: &&str| {
        let program = command.split(' ').next().unwrap_or_default();
        env::split_paths(&path).any(|folder| folder.join(program).is_file())
    };
    let (there, missing): (Vec<&str>, Vec<&str>) = known.into_iter().partition(is_there);
    eprintln!("not run, because they are not here: {missing:?}");
    there.into_iter().map(str::to_owned).collect()
}

/// Grids and holes without a random device: each a different mix of the other two.
fn puzzles() -> impl Iterator<Item = (String, String)> {
    let grids = four::grids();
    (0_usize..12).map(move |k| {
        let grid = grids[k * 97 % grids.len()].clone();
        let hole = |cell: usize| (cell * 7 + k * 5) % 16 < 5 + k % 6;
        let puzzle = grid.char_indices().map(|(cell, value)| if hole(cell) { '.' } else { value });
        (puzzle.collect(), grid)
    })
}

#[test]
fn counts_agree_with_brute_force() {
    let grids = four::grids();
    let count = |puzzle: &str| grids.iter().filter(|grid| four::solves(grid, puzzle)).count();
    let counts: Vec<usize> = puzzles().map(|(puzzle, _)| count(&puzzle)).collect();
    assert!(counts.contains(&1) && counts.iter().any(|count| *count > 5), "{counts:?}");
    for solver in solvers() {
        for (puzzle, grid) in puzzles() {
            let expected: Vec<&String> =
                grids.iter().filter(|grid| four::solves(grid, &puzzle)).collect();
            let case = Case::new(&puzzle, &grid);
            let run = |args: &[&str]| {
                case.tool().args(["--solver", &solver]).args(args).assert().success()
            };
            let count =
                run(&["--count"]).stdout(format!("{}\n", expected.len())).stderr(is_empty());
            drop(count);
            let all = run(&["--all", "--format", "line"]);
            let text = String::from_utf8_lossy(&all.get_output().stdout).into_owned();
            let mut found: Vec<&str> = text.lines().collect();
            assert_eq!(found.first(), Some(&grid.as_str()), "the user's answer comes first");
            found.sort_unstable();
            assert_eq!(found, expected, "{solver}: {puzzle}");
            let verdict =
                if expected.len() == 1 { "Unique solution" } else { "Multiple solutions" };
            run(&[]).stdout(format!("{}{verdict}\n", rows(&grid)));
        }
    }
}

#[test]
fn a_free_variable_makes_no_second_solution() {
    for solver in solvers() {
        let case = Case::new("1.....3..4.....2", "1324423124133142");
        let cnf = case.read("problem.cnf").replace("p cnf 64", "p cnf 66") + "65 66 0\n";
        let n_clauses = cnf.lines().count() - 1;
        let header = cnf.lines().next().unwrap().to_owned();
        case.write("problem.cnf", &cnf.replace(&header, &format!("p cnf 66 {n_clauses}")));
        case.write("answer.txt", &case.read("answer.txt").replace(" 0\n", " 65 -66 0\n"));
        let run = case.tool().args(["--solver", &solver]).assert().success();
        run.stdout("1324\n4231\n2413\n3142\nUnique solution\n").stderr(is_empty());
    }
}

#[test]
fn an_empty_board_ends_at_the_limit() {
    let Some(solver) = solvers().into_iter().next() else { return };
    let case = Case::new("................", "1324423124133142");
    let run = case.tool().args(["--solver", &solver, "--count", "--limit", "20"]).assert();
    run.success().stdout("more than 20\n");
    let case = Case::new("13..............", "1324423124133142");
    let run = case.tool().args(["--solver", &solver, "--count"]).assert();
    run.success().stdout("24\n");
}
