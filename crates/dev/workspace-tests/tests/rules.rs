//! Sudoku through rules: the worked example, the stall, the same grids as through a SAT solver.

use std::path::PathBuf;
use std::process::Output;
use workspace_tests::{Checkout, root, shown};

const EXAMPLE: &str =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
const NEEDS_BLOCKS: &str =
    ".3467891.6.2..5...1.8..2.6...9..142.....5..9.7..9......6.5372.42.7...6....5......";
const SOLUTION: &str =
    "534678912672195348198342567859761423426853791713924856961537284287419635345286179";

const SEED: &str = "crates/rules/rules/seed.srl";
const SUDOKU: &str = "crates/rules/rules/sudoku.srl";
const ADVANCED: &str = "crates/rules/rules/advanced.srl";
const CHOOSE: &str = "crates/rules/rules/choose.srl";

/// Runs a line of shell that is to succeed; gives its standard output.
fn sh(here: &Checkout, line: &str) -> String {
    text(&run(here, line).stdout)
}

fn run(here: &Checkout, line: &str) -> Output {
    let done = here.sh(line);
    assert!(done.status.success(), "{line}: {}", shown(&done));
    done
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// What lies beside the workspace for the tests, with a line where it is not there.
fn shared(name: &str) -> Option<PathBuf> {
    let beside = root().join("../shared");
    let folder = std::env::var_os("SUDOKU_SHARED").map_or(beside, PathBuf::from);
    let path = folder.join(name);
    if !path.exists() {
        eprintln!("not run with {name}: it is not beside this checkout");
        return None;
    }
    Some(path)
}

/// For each round the new values and the cells that are filled after it, and the last grid.
fn rounds(here: &Checkout, puzzle: &str, rules: &str) -> (Vec<[usize; 2]>, String) {
    here.write("puzzle.txt", puzzle);
    let line = format!(
        "sudoku2rdf puzzle.txt | srl-run --merge --repeat --fold ex:hasValue --json {rules} - > last.nt"
    );
    let mut filled = puzzle.chars().filter(char::is_ascii_digit).count();
    let mut table = Vec::new();
    for line in text(&run(here, &line).stderr).lines() {
        let values = line.split("\"ex:hasValue\":").nth(1).and_then(|rest| rest.split('}').next());
        let values: usize = values.expect("a round").parse().expect("a number");
        filled += values;
        table.push([values, filled]);
    }
    let decode = "rdf2grid --partial --format line --puzzle puzzle.txt last.nt";
    (table, sh(here, decode).trim_end().to_owned())
}

#[test]
fn the_seed_is_as_it_was_written() {
    let Some(seed) = shared("seeds/rules-srl.txt") else { return };
    let seed = std::fs::read_to_string(seed).expect("the seed");
    let rules = std::fs::read_to_string(root().join(SEED)).expect("the rule set");
    assert!(rules.len() > 1000 && seed.contains(rules.trim_end()));
}

#[test]
fn the_worked_example_round_by_round() {
    let here = Checkout::new();
    let strata = sh(&here, &format!("srl-run strata {SEED}"));
    assert_eq!(strata.lines().filter(|line| line.starts_with("stratum")).count(), 2);
    let first = |rules: &str, name: &str| {
        here.write("puzzle.txt", EXAMPLE);
        sh(&here, &format!("sudoku2rdf puzzle.txt | srl-run --only {name} {rules} - | wc -l"))
            .trim()
            .to_owned()
    };
    assert_eq!(first(SEED, "ex:hasCandidate"), "153");
    assert_eq!(first(SUDOKU, "ex:hasCandidate"), "153");
    let (table, grid) = rounds(&here, EXAMPLE, SEED);
    assert_eq!(table, [[15, 45], [22, 67], [9, 76], [4, 80], [1, 81], [0, 81]]);
    assert_eq!(grid, SOLUTION);
    let (table, grid) = rounds(&here, EXAMPLE, SUDOKU);
    assert_eq!(table, [[16, 46], [21, 67], [9, 76], [4, 80], [1, 81], [0, 81]]);
    assert_eq!(grid, SOLUTION);
}

#[test]
fn digits_of_a_data_block_give_no_candidates_and_check_says_why() {
    let here = Checkout::new();
    here.write("puzzle.txt", EXAMPLE);
    sh(&here, "sudoku2rdf puzzle.txt | grep -v ex:digits > puzzle.ttl");
    let seed = here.read(SEED);
    here.write(
        "data.srl",
        &format!("{seed}DATA {{ ex:digits ex:digit 1, 2, 3, 4, 5, 6, 7, 8, 9 }}\n"),
    );
    assert_eq!(sh(&here, "srl-run --only ex:hasCandidate data.srl puzzle.ttl"), "");
    for arguments in ["data.srl", "data.srl puzzle.ttl"] {
        let said = sh(&here, &format!("srl-run check {arguments}"));
        assert!(said.contains("warning[data-block-not-read]"), "{said}");
        assert!(said.contains("WHERE DATA does not see the ex:digit of a DATA block"), "{said}");
    }
}

#[test]
fn without_blocks_it_stalls_and_with_them_it_is_solved() {
    let here = Checkout::new();
    let (table, _) = rounds(&here, NEEDS_BLOCKS, SEED);
    assert_eq!(table.last(), Some(&[0, 39]));
    let (table, grid) = rounds(&here, NEEDS_BLOCKS, SUDOKU);
    assert_eq!((table.len(), grid.as_str()), (12, SOLUTION));
    here.write("stall.txt", NEEDS_BLOCKS);
    let made = here.make(&format!("-f Makefile.rules run INPUT=stall.txt RULES={SEED}"));
    assert!(made.status.success(), "{}", shown(&made));
    assert!(text(&made.stderr).contains("rdf2grid: note: 42 of 81 cells are open\n"));
    assert_eq!(here.read("output.txt").matches('.').count(), 42);
    let checked = here.make(&format!("-f Makefile.rules check INPUT=stall.txt RULES={SEED}"));
    assert!(!checked.status.success(), "a partial grid is not a solution");
}

#[test]
fn the_pipeline_gives_the_same_file_as_the_sat_pipeline() {
    let here = Checkout::new();
    let made = here.make("run check");
    assert!(made.status.success(), "{}", shown(&made));
    let expected = here.read("output.txt");
    for rules in [SEED, SUDOKU, ADVANCED] {
        let made = here.make(&format!("-f Makefile.rules run check RULES={rules}"));
        assert!(made.status.success(), "{rules}: {}", shown(&made));
        assert_eq!(here.read("output.txt"), expected, "{rules}");
    }
    let again = here.make(&format!("-f Makefile.rules run RULES={ADVANCED}"));
    assert!(!text(&again.stdout).contains("srl-run"), "{}", shown(&again));
    let touched = here.sh(&format!("touch {ADVANCED}"));
    assert!(touched.status.success());
    let again = here.make(&format!("-f Makefile.rules run RULES={ADVANCED}"));
    assert!(text(&again.stdout).contains("srl-run"), "{}", shown(&again));
    assert!(here.make("-f Makefile.rules clean").status.success());
    assert!(!here.path().join("problem.ttl").exists() && !here.path().join("inferred.nt").exists());
}

/// Ten puzzles: each is solved as the SAT pipeline solves it, or stalls without a wrong value.
#[test]
fn ten_puzzles_are_solved_alike_or_stall() {
    let here = Checkout::new();
    let solve =
        "sudoku2cnf --nth $n testdata/rules/ten.sdm | dimacs-solve | sol2grid --format line";
    let solutions = sh(&here, &format!("for n in 1 2 3 4 5 6 7 8 9 10; do {solve}; done"));
    let solutions: Vec<&str> = solutions.lines().collect();
    assert_eq!(solutions.len(), 10);
    for (rules, expected) in [(SEED, 2), (SUDOKU, 6), (ADVANCED, 9)] {
        let grids = sh(
            &here,
            &format!(
                "sudoku2rdf --all testdata/rules/ten.sdm | srl-run --each-graph --merge --repeat \
                 --fold ex:hasValue --fold ex:cannotBe {rules} - | rdf2grid --all --partial --format line"
            ),
        );
        let grids: Vec<&str> = grids.lines().collect();
        assert_eq!(grids.len(), 10, "{rules}");
        for (grid, solution) in grids.iter().zip(&solutions) {
            let agrees = |(found, right): (char, char)| found == '.' || found == right;
            assert!(grid.chars().zip(solution.chars()).all(agrees), "{rules}: {grid}\n{solution}");
        }
        let solved = grids.iter().filter(|grid| !grid.contains('.')).count();
        assert_eq!(solved, expected, "{rules}");
    }
}

/// The techniques beyond pairs, each with a puzzle that locked candidates and pairs do not solve and that it does.
#[test]
fn each_technique_has_a_puzzle_that_needs_it() {
    let here = Checkout::new();
    let table = here.read("testdata/rules/techniques.tsv");
    let rows: Vec<(&str, &str)> = table.lines().filter_map(|line| line.split_once('\t')).collect();
    let names: Vec<&str> = rows.iter().map(|(name, _)| *name).collect();
    let advanced = here.read(ADVANCED);
    // The rules stand apart by empty lines.
    let with = |kept: &str| {
        let is_other = |block: &&str| {
            names.iter().any(|&name| name != kept && block.contains(&format!("RULE ex:{name} {{")))
        };
        advanced.split("\n\n").filter(|block| !is_other(block)).collect::<Vec<_>>().join("\n\n")
    };
    let n_open = |rules: String, puzzle: &str| {
        here.write("some.srl", &rules);
        here.write("puzzle.txt", puzzle);
        let line = "sudoku2rdf puzzle.txt | srl-run --merge --repeat --fold ex:hasValue --fold ex:cannotBe \
                    some.srl - 2> rounds.txt | rdf2grid --partial --format line --puzzle puzzle.txt";
        sh(&here, line).matches('.').count()
    };
    for (name, puzzle) in &rows {
        assert!(n_open(with(""), puzzle) > 0, "{puzzle} needs no {name}");
        assert_eq!(n_open(with(name), puzzle), 0, "{name} does not solve {puzzle}");
    }
    assert!(rows.len() >= 8);
}

/// What the techniques exclude and find, compared with solutions by another program.
#[test]
fn no_cell_is_wrong() {
    let here = Checkout::new();
    let mut puzzles = here.read("testdata/rules/ten.sdm");
    if let Some(path) = shared("data/random_minimal_50k.txt") {
        let all = std::fs::read_to_string(path).expect("puzzles");
        let some = all.lines().filter(|line| !line.starts_with('#')).skip(2000).take(12);
        some.for_each(|line| puzzles.extend([&line[..81], "\n"]));
    }
    here.write("puzzles.sdm", &puzzles);
    let solutions = sh(&here, "grid-solve puzzles.sdm");
    let solutions: Vec<&str> = solutions.lines().collect();
    let quads = sh(
        &here,
        &format!(
            "sudoku2rdf --all puzzles.sdm | srl-run --each-graph --repeat --fold ex:hasValue --fold ex:cannotBe {ADVANCED} -"
        ),
    );
    let mut n_excluded = 0;
    for quad in quads.lines() {
        let parts: Vec<&str> = quad.split(' ').collect();
        let number = |text: &str, before: &str| {
            let (_, rest) = text.split_once(before).expect("a number");
            rest.split(['>', '"'])
                .next()
                .and_then(|digits| digits.parse::<usize>().ok())
                .expect("a number")
        };
        let [square, _, value, graph, _] = parts[..] else { panic!("{quad}") };
        let solution = solutions[number(graph, "urn:puzzle/") - 1];
        let right = &solution[number(square, "urn:square/") - 1..][..1];
        let says = value.starts_with(&format!("\"{right}\""));
        assert_eq!(says, quad.contains("#hasValue>"), "{quad}\n{solution}");
        n_excluded += usize::from(quad.contains("#cannotBe>"));
    }
    assert!(n_excluded > 500, "{n_excluded}");
}

/// Puzzles on which the rules stall are solved by choosing, and it is said so.
#[test]
fn choosing_solves_what_rules_do_not() {
    let here = Checkout::new();
    let solutions = sh(&here, "grid-solve testdata/rules/hard.sdm");
    let choose = |options: &str, rules: &str| {
        let line = format!(
            "sudoku2rdf --all testdata/rules/hard.sdm | srl-run --each-graph --choose --unique --merge {options} {rules} - | \
             rdf2grid --all --format line"
        );
        let done = run(&here, &line);
        assert_eq!(text(&done.stdout), solutions, "{rules}");
        text(&done.stderr)
    };
    let said = choose("", CHOOSE);
    assert!(said.contains("6 graphs have an answer, 0 of them without a choice: "), "{said}");
    let said = choose("--repeat --fold ex:hasValue --fold ex:cannotBe", ADVANCED);
    assert!(said.contains("6 graphs have an answer, 0 of them without a choice: "), "{said}");
}

#[test]
fn the_pipeline_says_whether_there_is_one_solution_several_or_none() {
    let here = Checkout::new();
    let hard = here.read("testdata/rules/hard.sdm");
    let hard = hard.lines().next().expect("a puzzle");
    let run = |puzzle: &str| {
        here.write("some.txt", puzzle);
        here.make("-f Makefile.rules run check INPUT=some.txt")
    };
    let made = run(hard);
    assert!(made.status.success(), "{}", shown(&made));
    let said = text(&made.stderr);
    assert!(said.contains("srl-run: note: 1 answer, and there is no other: "), "{said}");
    assert!(!said.contains("nothing had to be chosen"), "{said}");
    let made = run(EXAMPLE);
    assert!(text(&made.stderr).contains("and there is no other: nothing had to be chosen"));
    let several =
        "53...........9.....98......8...6...34..8.3..17...2...6.6....2.....419.......8....";
    let made = run(several);
    assert!(made.status.success(), "{}", shown(&made));
    assert!(text(&made.stderr).contains("there are several answers; the first is printed"));
    // No rule of Sudoku is broken, but the first cell has nothing left.
    let made =
        run(&".234.....1........5........6........7........8........9..........................."
            [..81]);
    assert!(!made.status.success());
    assert!(text(&made.stderr).contains("there is no answer: "), "{}", shown(&made));
    assert!(!here.path().join("output.txt").exists());
}

#[test]
fn other_sides_and_blocks() {
    let here = Checkout::new();
    let solve = |puzzle: &str, options: &str| {
        sh(
            &here,
            &format!(
                "sudoku2rdf {options} {puzzle} | srl-run --merge --repeat --fold ex:hasValue --fold \
                 ex:cannotBe {ADVANCED} - | rdf2grid --partial {options} --puzzle {puzzle}"
            ),
        )
    };
    for name in ["4x4", "6x6", "8x8", "10x10", "12x12", "16x16-0F", "16x16-AP"] {
        let puzzle = format!("testdata/grids/{name}.txt");
        let found = solve(&puzzle, "");
        let right =
            sh(&here, &format!("sudoku2cnf {puzzle} | dimacs-solve | sol2grid --puzzle {puzzle}"));
        let agrees = |(found, right): (char, char)| found == '.' || found == right;
        assert!(found.chars().zip(right.chars()).all(agrees), "{name}:\n{found}\n{right}");
    }
    // 3×2 blocks: upright, which only the graph can tell the rules.
    here.write("upright.txt", "1.....\n.3....\n..5...\n...2..\n....4.\n.....6\n");
    let found = solve("upright.txt", "--block 3x2");
    assert_eq!(found.lines().count(), 6, "{found}");
}

#[test]
fn the_rule_sets_are_as_they_say() {
    let here = Checkout::new();
    for rules in [SUDOKU, ADVANCED, CHOOSE] {
        let said = sh(&here, &format!("srl-run check --strict {rules}"));
        assert_eq!(said.lines().count(), 1, "no errors, warnings or notes: {said}");
        sh(&here, &format!("srl-run fmt --check {rules}"));
    }
    let said = sh(&here, &format!("srl-run check {SEED}"));
    assert!(said.contains("note[set-in-not]") && !said.contains("warning"), "{said}");
    assert!(!here.sh(&format!("srl-run check --strict {SEED}")).status.success());
    // What the two have in common is the same text but for what earlier rounds have excluded.
    let (sudoku, advanced) = (here.read(SUDOKU), here.read(ADVANCED));
    let houses = |text: &str| {
        let (_, rest) = text.split_once("# The side n").expect("a rule");
        rest.split_once("# An open cell can be").expect("a rule").0.to_owned()
    };
    assert_eq!(houses(&sudoku), houses(&advanced));
    let until_given =
        |text: String| text.split_once("# The values that").expect("a rule").0.to_owned();
    let choose = here.read(CHOOSE);
    let (_, choose) = choose.split_once("# The side n").expect("a rule");
    let choose = choose.split_once("# Two cells that share").expect("a rule").0.to_owned();
    assert_eq!(until_given(houses(&sudoku)), choose);
}

#[test]
fn why_explains_a_value_down_to_the_givens() {
    let here = Checkout::new();
    here.write("puzzle.txt", EXAMPLE);
    sh(&here, "sudoku2rdf puzzle.txt > puzzle.ttl");
    let last = format!(
        "srl-run why --repeat --fold ex:hasValue {SEED} puzzle.ttl '<urn:square/3> ex:hasValue ?v'"
    );
    let said = sh(&here, &last);
    assert!(said.contains("<urn:square/3> <http://example.org/sudoku#hasValue> \"4\""), "{said}");
    assert!(said.contains("# given") && said.starts_with("# round "), "{said}");
}
