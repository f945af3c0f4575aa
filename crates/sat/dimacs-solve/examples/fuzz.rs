//! Random formulas against two other solvers, every refutation against the proof checker:
//! `cargo run --release -p dimacs-solve --example fuzz -- COUNT FIRST_SEED [CADICAL_EVERY]`.
//!
//! Each seed is one formula and one set of techniques of `cdcl`: in turn each technique alone, pairs that meet, none
//! and all, at intervals so short that they run on small formulas. The verdict is compared with splr's, in the same
//! process, and for each `CADICAL_EVERY`-th seed (1, unless said otherwise; 0 for never) with that of the command
//! `cadical`. A model is checked against the clauses as they were drawn; the steps of a refutation go to
//! `proof-check`. At the first difference the formula is written to a file, and the exit code is 1.
//!
//! The seeds are independent of each other, so a long run is done in parts.

use cdcl::{Options, Outcome, Solver, Statistics, Techniques};
use proof_check::{Verdict, check};
use sat_format::Lit;
use splr::{Certificate, SolverError};
use std::fmt::Write as _;
use std::io::{Error, Write as _};
use std::process::{Command, Stdio};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

type Clauses = Vec<Vec<i32>>;

/// A small generator: the sequence of xorshift64*.
struct Random(u64);

impl Random {
    fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1)
    }

    fn below(&mut self, end: u64) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        (self.0.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 33) % end
    }

    fn var(&mut self, n_vars: u64) -> i32 {
        1 + self.below(n_vars) as i32
    }

    fn lit(&mut self, n_vars: u64) -> i32 {
        let var = self.var(n_vars);
        if self.below(2) == 0 { var } else { -var }
    }
}

/// Clauses of mixed lengths, with repeated literals and tautologies, and gates as encodings have them.
fn mixed(random: &mut Random) -> Clauses {
    let n_vars = 10 + random.below(90);
    let ratio = 20 + random.below(35);
    let share_of_pairs = random.below(4);
    let mut clauses = Clauses::new();
    for _ in 0..n_vars * ratio / 10 {
        let len = match random.below(12) {
            0 => 4 + random.below(4),
            k if k <= share_of_pairs => 2,
            _ => 3,
        };
        clauses.push((0..len).map(|_| random.lit(n_vars)).collect());
    }
    for _ in 0..random.below(n_vars) {
        let [a, b, c] = [0; 3].map(|_| random.var(n_vars));
        clauses.extend([vec![-a, b, c], vec![a, -b], vec![a, -c]]);
    }
    clauses
}

/// Clauses of three literals where they are hardest.
fn threes(random: &mut Random) -> Clauses {
    let n_vars = 40 + random.below(100);
    let n_clauses = n_vars * (410 + random.below(30)) / 100;
    (0..n_clauses).map(|_| (0..3).map(|_| random.lit(n_vars)).collect()).collect()
}

/// Objects that each take one of some places, where neighbours differ: colours, pigeons, boards.
fn places(random: &mut Random) -> Clauses {
    let (n_objects, n_places) = (5 + random.below(12), 3 + random.below(3));
    let var = |object: u64, place: u64| (object * n_places + place + 1) as i32;
    let share = 20 + random.below(70);
    let mut clauses: Clauses = (0..n_objects)
        .map(|object| (0..n_places).map(|place| var(object, place)).collect())
        .collect();
    for object in 0..n_objects {
        for place in 0..n_places {
            clauses.extend((0..place).map(|other| vec![-var(object, place), -var(object, other)]));
        }
        for other in 0..object {
            if random.below(100) < share {
                clauses.extend((0..n_places).map(|at| vec![-var(object, at), -var(other, at)]));
            }
        }
    }
    clauses
}

/// Sums modulo 2 of three variables, about as many as there are variables.
fn parities(random: &mut Random) -> Clauses {
    let n_vars = 8 + random.below(22);
    let mut clauses = Clauses::new();
    for _ in 0..n_vars * (8 + random.below(5)) / 10 {
        let [a, b] = [0; 2].map(|_| random.var(n_vars));
        let c = random.lit(n_vars);
        clauses.extend([vec![a, b, c], vec![a, -b, -c], vec![-a, b, -c], vec![-a, -b, c]]);
    }
    clauses
}

fn formula(random: &mut Random) -> Clauses {
    match random.below(6) {
        0 => threes(random),
        1 => places(random),
        2 => parities(random),
        _ => mixed(random),
    }
}

/// What is forced on, in turn.
fn techniques() -> [(&'static str, Techniques); 11] {
    let none = Techniques::NONE;
    [
        ("none", none),
        ("mode switching", Techniques { mode_switching: true, ..none }),
        ("rephasing", Techniques { mode_switching: true, rephasing: true, ..none }),
        ("shrinking", Techniques { shrinking: true, ..none }),
        ("vivification", Techniques { vivification: true, ..none }),
        ("probing", Techniques { probing: true, ..none }),
        ("subsumption", Techniques { subsumption: true, ..none }),
        ("elimination", Techniques { elimination: true, ..none }),
        (
            "preprocessing",
            Techniques { preprocessing: true, subsumption: true, elimination: true, ..none },
        ),
        ("all in the search", Techniques { preprocessing: false, ..Techniques::ALL }),
        ("all", Techniques::ALL),
    ]
}

#[derive(Clone, Default)]
struct Steps(Arc<Mutex<String>>);

impl Steps {
    fn text(&self) -> MutexGuard<'_, String> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl cdcl::Proof for Steps {
    fn add(&mut self, clause: &[i32]) {
        write_line(&mut self.text(), "", clause);
    }

    fn delete(&mut self, clause: &[i32]) {
        write_line(&mut self.text(), "d ", clause);
    }
}

fn write_line(text: &mut String, start: &str, clause: &[i32]) {
    text.push_str(start);
    for number in clause {
        let _ = write!(text, "{number} ");
    }
    text.push_str("0\n");
}

fn cnf(clauses: &Clauses) -> String {
    let n_vars = clauses.iter().flatten().map(|lit| lit.unsigned_abs()).max().unwrap_or(0);
    let mut text = format!("p cnf {n_vars} {}\n", clauses.len());
    for clause in clauses {
        write_line(&mut text, "", clause);
    }
    text
}

/// splr's verdict: `None` where it fails.
fn by_splr(clauses: &Clauses) -> Option<bool> {
    // Without what it does not expect: repeated literals and tautologies.
    let plain = |clause: &Vec<i32>| {
        let mut lits = clause.clone();
        lits.sort_unstable();
        lits.dedup();
        (!lits.iter().any(|lit| lits.binary_search(&-lit).is_ok())).then_some(lits)
    };
    let plain: Clauses = clauses.iter().filter_map(plain).collect();
    if plain.is_empty() {
        return Some(true);
    }
    match Certificate::try_from(plain) {
        Ok(Certificate::SAT(_)) => Some(true),
        Ok(Certificate::UNSAT)
        | Err(SolverError::EmptyClause | SolverError::RootLevelConflict(_)) => Some(false),
        Err(_) => None,
    }
}

/// cadical's verdict: `None` where it has none.
fn by_cadical(cnf: &str) -> Result<Option<bool>, Error> {
    let mut command = Command::new("cadical");
    command.args(["-q", "-n"]).stdin(Stdio::piped()).stdout(Stdio::null());
    let mut child = command.spawn()?;
    if let Some(mut stdin) = child.stdin.take() {
        stdin.write_all(cnf.as_bytes())?;
    }
    Ok(match child.wait()?.code() {
        Some(10) => Some(true),
        Some(20) => Some(false),
        _ => None,
    })
}

/// What was found out about all formulas so far.
#[derive(Default)]
struct Totals {
    n_unsat: u64,
    n_by_splr: u64,
    n_by_cadical: u64,
    /// By the place in [`techniques`].
    work: [Statistics; 11],
}

impl Totals {
    fn add(&mut self, at: usize, done: Statistics) {
        let sum = &mut self.work[at];
        sum.conflicts += done.conflicts;
        sum.restarts += done.restarts;
        sum.reductions += done.reductions;
        sum.mode_switches += done.mode_switches;
        sum.vivified += done.vivified;
        sum.failed_literals += done.failed_literals;
        sum.subsumed += done.subsumed;
        sum.eliminated += done.eliminated;
    }

    fn write(&self, out: &mut impl std::io::Write) -> Result<(), Error> {
        writeln!(
            out,
            "{:<18} {:>9} {:>9} {:>8} {:>8} {:>8} {:>8} {:>8} {:>10}",
            "forced on",
            "conflicts",
            "restarts",
            "reduced",
            "modes",
            "vivified",
            "failed",
            "subsumed",
            "eliminated"
        )?;
        for ((name, _), done) in techniques().iter().zip(&self.work) {
            writeln!(
                out,
                "{name:<18} {:>9} {:>9} {:>8} {:>8} {:>8} {:>8} {:>8} {:>10}",
                done.conflicts,
                done.restarts,
                done.reductions,
                done.mode_switches,
                done.vivified,
                done.failed_literals,
                done.subsumed,
                done.eliminated
            )?;
        }
        Ok(())
    }
}

/// Solves the formula of a seed; what is wrong, if something is.
fn try_seed(
    seed: u64,
    clauses: &Clauses,
    asks_cadical: bool,
    totals: &mut Totals,
) -> Result<Option<String>, Error> {
    let mut random = Random::new(!seed);
    let techniques = techniques();
    let at = usize::try_from(seed).map_err(Error::other)? % techniques.len();
    let options = Options { techniques: techniques[at].1, eagerness: 1 + 100 * random.below(10) };
    let mut solver = Solver::new(options);
    let steps = Steps::default();
    solver.set_proof(Box::new(steps.clone()));
    for clause in clauses {
        solver.add_clause(clause);
    }
    let outcome = solver.solve(&[]);
    totals.add(at, solver.statistics());
    let is_sat = match outcome {
        Outcome::Sat => true,
        Outcome::Unsat => false,
        Outcome::Unknown => return Ok(Some("no verdict without a limit".to_owned())),
    };
    let is_true = |number: &i32| solver.value(number.unsigned_abs()) == Some(*number > 0);
    if is_sat && !clauses.iter().all(|clause| clause.iter().any(is_true)) {
        return Ok(Some("the model is none".to_owned()));
    }
    let splr = by_splr(clauses);
    let cadical = if asks_cadical { by_cadical(&cnf(clauses))? } else { None };
    totals.n_by_splr += u64::from(splr.is_some());
    totals.n_by_cadical += u64::from(cadical.is_some());
    for (name, judged) in [("splr", splr), ("cadical", cadical)] {
        if judged.is_some_and(|judged| judged != is_sat) {
            return Ok(Some(format!("{outcome:?}, {name} says the contrary")));
        }
    }
    if splr.is_none() && cadical.is_none() {
        return Ok(Some("neither splr nor cadical has a verdict".to_owned()));
    }
    if !is_sat {
        totals.n_unsat += 1;
        let lits = |clause: &Vec<i32>| clause.iter().filter_map(|lit| Lit::new(*lit)).collect();
        let formula: Vec<Vec<Lit>> = clauses.iter().map(lits).collect();
        match check(&formula, steps.text().as_bytes()).map_err(Error::other)? {
            Verdict::Verified => {}
            Verdict::NotVerified(place) => {
                return Ok(Some(format!("the proof is refused: {place}")));
            }
        }
    }
    Ok(None)
}

fn main() -> Result<(), Error> {
    let numbers: Result<Vec<u64>, _> = std::env::args().skip(1).map(|word| word.parse()).collect();
    let numbers = numbers.map_err(Error::other)?;
    let (count, first, cadical_every) = match numbers[..] {
        [count, first] => (count, first, 1),
        [count, first, every] => (count, first, every),
        _ => return Err(Error::other("usage: fuzz COUNT FIRST_SEED [CADICAL_EVERY]")),
    };
    let mut totals = Totals::default();
    for seed in first..first + count {
        let clauses = formula(&mut Random::new(seed));
        let asks_cadical = cadical_every > 0 && seed % cadical_every == 0;
        if let Some(wrong) = try_seed(seed, &clauses, asks_cadical, &mut totals)? {
            let path = std::env::temp_dir().join(format!("fuzz-{seed}.cnf"));
            std::fs::write(&path, cnf(&clauses))?;
            let (name, _) = techniques()[seed as usize % techniques().len()];
            return Err(Error::other(format!("seed {seed}, {name}: {wrong}: {}", path.display())));
        }
    }
    let mut out = std::io::stdout().lock();
    totals.write(&mut out)?;
    let Totals { n_unsat, n_by_splr, n_by_cadical, .. } = totals;
    writeln!(
        out,
        "{count} formulas from seed {first}, {n_unsat} unsatisfiable, each proof verified; \
         judged by splr {n_by_splr}, by cadical {n_by_cadical}: no difference"
    )
}
