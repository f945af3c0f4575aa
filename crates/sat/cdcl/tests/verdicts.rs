//! Verdicts against trying all assignments, and every derived clause against a checker of its own.

use cdcl::{Limits, Options, Outcome, Proof, Solver, Techniques};
use proptest::prelude::*;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, MutexGuard};

type Clauses = Vec<Vec<i32>>;

/// Clauses of mixed lengths over few variables, about as many as make it hard.
fn formula() -> impl Strategy<Value = Clauses> {
    (3..=10_i32).prop_flat_map(|n_vars| {
        let literal =
            (1..=n_vars, any::<bool>()).prop_map(|(var, sign)| if sign { var } else { -var });
        let clause = prop_oneof![
            1 => prop::collection::vec(literal.clone(), 0..=1),
            6 => prop::collection::vec(literal.clone(), 2..=2),
            12 => prop::collection::vec(literal.clone(), 3..=3),
            2 => prop::collection::vec(literal, 4..=8),
        ];
        prop::collection::vec(clause, 0..=6 * n_vars as usize)
    })
}

/// Each technique alone, all, and none.
fn techniques() -> impl Strategy<Value = Techniques> {
    let none = Techniques::NONE;
    prop_oneof![
        Just(none),
        Just(Techniques::default()),
        Just(Techniques { mode_switching: true, rephasing: true, ..none }),
        Just(Techniques { vivification: true, ..none }),
        Just(Techniques { shrinking: true, ..none }),
        Just(Techniques { probing: true, ..none }),
        Just(Techniques { subsumption: true, ..none }),
        Just(Techniques { elimination: true, ..none }),
        Just(Techniques { preprocessing: true, elimination: true, subsumption: true, ..none }),
        Just(Techniques { preprocessing: false, ..Techniques::default() }),
    ]
}

fn has_model(clauses: &Clauses, assumptions: &[i32]) -> bool {
    let holds = |model: u32, number: i32| (model >> number.unsigned_abs() & 1 == 1) == (number > 0);
    (0..1 << 11).any(|model| {
        assumptions.iter().all(|number| holds(model, *number))
            && clauses.iter().all(|clause| clause.iter().any(|number| holds(model, *number)))
    })
}

fn satisfies(solver: &Solver<'_>, clauses: &Clauses) -> bool {
    let is_true = |number: &i32| solver.value(number.unsigned_abs()) == Some(*number > 0);
    clauses.iter().all(|clause| clause.iter().any(is_true))
}

/// Checks each line as it comes, by propagation over all clauses; slow and plain.
#[derive(Default)]
struct Checker {
    clauses: Clauses,
    faults: Vec<String>,
    has_ended: bool,
}

impl Checker {
    fn is_implied(&self, clause: &[i32]) -> bool {
        let mut is_true: Vec<i32> = clause.iter().map(|number| -number).collect();
        loop {
            let mut is_done = true;
            for other in &self.clauses {
                if other.iter().any(|number| is_true.contains(number)) {
                    continue;
                }
                let mut open = other.iter().filter(|number| !is_true.contains(&-**number));
                match (open.next(), open.next()) {
                    (None, _) => return true,
                    (Some(unit), None) => {
                        is_true.push(*unit);
                        is_done = false;
                    }
                    _ => {}
                }
            }
            if is_done {
                return false;
            }
        }
    }
}

#[derive(Clone, Default)]
struct Shared(Arc<Mutex<Checker>>);

impl Shared {
    fn checker(&self) -> MutexGuard<'_, Checker> {
        self.0.lock().expect("no thread panics while it holds the checker")
    }
}

impl Proof for Shared {
    fn add(&mut self, clause: &[i32]) {
        let mut checker = self.checker();
        if !checker.is_implied(clause) {
            checker.faults.push(format!("{clause:?} does not follow"));
        }
        checker.has_ended |= clause.is_empty();
        checker.clauses.push(clause.to_vec());
    }

    fn delete(&mut self, clause: &[i32]) {
        let sorted = |clause: &[i32]| {
            let mut sorted = clause.to_vec();
            sorted.sort_unstable();
            sorted.dedup();
            sorted
        };
        let mut checker = self.checker();
        let place = checker.clauses.iter().position(|other| sorted(other) == sorted(clause));
        match place {
            Some(place) => drop(checker.clauses.swap_remove(place)),
            None => checker.faults.push(format!("{clause:?} is not there to delete")),
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1500))]

    #[test]
    fn verdicts_models_and_proofs(
        clauses in formula(),
        techniques in techniques(),
        eagerness in prop_oneof![Just(1_u64), Just(1000)],
    ) {
        let proof = Shared::default();
        proof.checker().clauses.clone_from(&clauses);
        let mut solver = Solver::new(Options { techniques, eagerness });
        solver.set_proof(Box::new(proof.clone()));
        for clause in &clauses {
            solver.add_clause(clause);
        }
        let outcome = solver.solve(&[]);
        prop_assert_eq!(outcome == Outcome::Sat, has_model(&clauses, &[]));
        prop_assert!(outcome == Outcome::Unsat || satisfies(&solver, &clauses));
        let checker = proof.checker();
        prop_assert_eq!(&checker.faults, &Vec::<String>::new());
        let is_empty_given = clauses.iter().any(Vec::is_empty);
        prop_assert!(outcome == Outcome::Sat || checker.has_ended || is_empty_given);
    }

    #[test]
    fn a_solver_answers_again_and_again(
        clauses in formula(),
        more in formula(),
        techniques in techniques(),
        eagerness in prop_oneof![Just(1_u64), Just(1000)],
        questions in prop::collection::vec(prop::collection::vec((1..=10_i32, any::<bool>()), 0..=4), 1..=4),
    ) {
        let mut solver = Solver::new(Options { techniques, eagerness });
        let mut known = Clauses::new();
        let mut coming = clauses.iter().chain(&more);
        let share = (clauses.len() + more.len()).div_ceil(questions.len());
        for question in &questions {
            for clause in coming.by_ref().take(share) {
                solver.add_clause(clause);
                known.push(clause.clone());
            }
            let assumptions: Vec<i32> =
                question.iter().map(|(var, sign)| if *sign { *var } else { -var }).collect();
            let outcome = solver.solve(&assumptions);
            prop_assert_eq!(outcome == Outcome::Sat, has_model(&known, &assumptions));
            if outcome == Outcome::Sat {
                prop_assert!(satisfies(&solver, &known));
                prop_assert!(assumptions.iter().all(|number|
                    solver.value(number.unsigned_abs()) == Some(*number > 0)));
            } else {
                let failed = solver.failed();
                prop_assert!(failed.iter().all(|number| assumptions.contains(number)));
                prop_assert!(!has_model(&known, &failed));
            }
        }
    }
}

/// So many pigeons and one hole less: hard to refute by resolution.
fn pigeons(n: i32) -> Clauses {
    let var = |pigeon: i32, hole: i32| pigeon * (n - 1) + hole + 1;
    let holes = 0..n - 1;
    let mut clauses: Clauses =
        (0..n).map(|pigeon| holes.clone().map(|hole| var(pigeon, hole)).collect()).collect();
    for hole in holes {
        for a in 0..n {
            clauses.extend((a + 1..n).map(|b| vec![-var(a, hole), -var(b, hole)]));
        }
    }
    clauses
}

#[test]
fn each_limit_ends_a_search_and_the_next_one_goes_on() {
    let mut solver = Solver::default();
    for clause in pigeons(7) {
        solver.add_clause(&clause);
    }
    for limits in [
        Limits { conflicts: Some(1), ..Limits::default() },
        Limits { propagations: Some(1), ..Limits::default() },
        Limits { interrupt: Some(Arc::new(AtomicBool::new(true))), ..Limits::default() },
    ] {
        solver.set_limits(limits);
        assert_eq!(solver.solve(&[]), Outcome::Unknown);
    }
    solver.set_limits(Limits::default());
    assert_eq!(solver.solve(&[]), Outcome::Unsat);
}
