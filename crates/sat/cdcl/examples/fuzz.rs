//! Random formulas against a judge that runs as a command:
//! `cargo run --release -p cdcl --example fuzz -- COUNT FIRST_SEED 'cadical -q -n' [drat-checker]`.
//!
//! Every technique is forced on in turn, all intervals are short, and each verdict is compared with the
//! judge's exit code (10 satisfiable, 20 unsatisfiable). With a checker, `CHECKER FILE.cnf FILE.drat` must
//! succeed for every refutation.

use cdcl::{Options, Outcome, Proof, Solver, Techniques};
use std::fmt::Write as _;
use std::io::{Error, Write as _};
use std::path::Path;
use std::process::{Command, ExitStatus, Stdio};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// A small generator of its own: the sequence of xorshift64*.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: u64) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        (self.0.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 33) % bound
    }
}

#[derive(Clone, Default)]
struct Text(Arc<Mutex<String>>);

impl Text {
    fn text(&self) -> MutexGuard<'_, String> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn line(&self, start: &str, clause: &[i32]) {
        let mut text = self.text();
        text.push_str(start);
        for number in clause {
            let _ = write!(text, "{number} ");
        }
        text.push_str("0\n");
    }
}

impl Proof for Text {
    fn add(&mut self, clause: &[i32]) {
        self.line("", clause);
    }

    fn delete(&mut self, clause: &[i32]) {
        self.line("d ", clause);
    }
}

fn formula(random: &mut Random) -> (usize, Vec<Vec<i32>>) {
    let n_vars = 10 + random.below(90);
    let ratio = 20 + random.below(35);
    let share_of_pairs = random.below(4);
    let n_clauses = n_vars * ratio / 10;
    let mut clauses = Vec::new();
    for _ in 0..n_clauses {
        let len = match random.below(12) {
            0 => 4 + random.below(4),
            k if k <= share_of_pairs => 2,
            _ => 3,
        };
        clauses.push(
            (0..len)
                .map(|_| {
                    let var = 1 + random.below(n_vars) as i32;
                    if random.below(2) == 0 { var } else { -var }
                })
                .collect(),
        );
    }
    // Equations and implications, as encodings have them.
    for _ in 0..random.below(n_vars) {
        let [a, b, c] = [0; 3].map(|_| 1 + random.below(n_vars) as i32);
        clauses.extend([vec![-a, b, c], vec![a, -b], vec![a, -c]]);
    }
    (n_vars as usize, clauses)
}

fn techniques(case: u64) -> Techniques {
    let none = Techniques::NONE;
    match case % 8 {
        0 => Techniques { vivification: true, ..none },
        1 => Techniques { probing: true, ..none },
        2 => Techniques { subsumption: true, ..none },
        3 => Techniques { elimination: true, ..none },
        4 => Techniques { mode_switching: true, rephasing: true, ..none },
        5 => Techniques { shrinking: true, ..none },
        6 => none,
        _ => Techniques::default(),
    }
}

/// What became of a formula.
struct Case {
    outcome: Outcome,
    has_model: bool,
    proof: Text,
}

/// Makes the formula of a seed and solves it; the formula as a file and what became of it.
fn solve(seed: u64) -> (String, Case) {
    let mut random = Random(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1);
    let (n_vars, clauses) = formula(&mut random);
    let mut solver = Solver::new(Options {
        techniques: techniques(seed),
        eagerness: 1 + 100 * random.below(10),
    });
    let proof = Text::default();
    solver.set_proof(Box::new(proof.clone()));
    let text = Text::default();
    for clause in &clauses {
        solver.add_clause(clause);
        text.line("", clause);
    }
    let cnf = format!("p cnf {n_vars} {}\n{}", clauses.len(), text.text());
    let outcome = solver.solve(&[]);
    let is_true = |number: &i32| solver.value(number.unsigned_abs()) == Some(*number > 0);
    let has_model = clauses.iter().all(|clause| clause.iter().any(is_true));
    (cnf, Case { outcome, has_model, proof })
}

/// How a command ends on these files.
fn run(command: &str, files: &[&Path]) -> Result<ExitStatus, Error> {
    let line = format!("{command} \"$@\"");
    Command::new("sh").args(["-c", &line, "sh"]).args(files).stdout(Stdio::null()).status()
}

fn main() -> Result<(), Error> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [count, first, judge, checker @ ..] = &arguments[..] else {
        return Err(Error::other("usage: fuzz COUNT FIRST_SEED JUDGE [CHECKER]"));
    };
    let count: u64 = count.parse().map_err(Error::other)?;
    let first: u64 = first.parse().map_err(Error::other)?;
    let folder = std::env::temp_dir().join(format!("cdcl-fuzz-{}", std::process::id()));
    std::fs::create_dir_all(&folder)?;
    let (cnf, drat) = (folder.join("formula.cnf"), folder.join("proof.drat"));
    let fault = |seed: u64, what: String| {
        Err(Error::other(format!("seed {seed}: {what}, in {}", folder.display())))
    };
    let mut n_unsat = 0;
    for seed in first..first + count {
        let (text, Case { outcome, has_model, proof }) = solve(seed);
        std::fs::write(&cnf, text)?;
        let status = run(judge, &[&cnf])?;
        let is_right = match outcome {
            Outcome::Sat => status.code() == Some(10) && has_model,
            Outcome::Unsat => status.code() == Some(20),
            Outcome::Unknown => false,
        };
        if !is_right {
            return fault(seed, format!("{outcome:?}, the judge {status}"));
        }
        if outcome == Outcome::Unsat {
            n_unsat += 1;
            if let [checker] = checker {
                std::fs::write(&drat, &*proof.text())?;
                if !run(checker, &[&cnf, &drat])?.success() {
                    return fault(seed, "the proof is refused".to_owned());
                }
            }
        }
    }
    std::fs::remove_dir_all(&folder)?;
    writeln!(std::io::stdout(), "{count} formulas, {n_unsat} unsatisfiable: no difference")
}
