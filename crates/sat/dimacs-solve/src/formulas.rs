//! Small formulas and all their models, for the tests.

use proptest::prelude::*;
use sat_format::Lit;
use sat_format::dimacs::Cnf;

/// The formula of these clauses.
pub(crate) fn cnf(clauses: &[Vec<i32>]) -> Cnf {
    let mut formula = Cnf::default();
    for clause in clauses {
        let lits: Vec<Lit> = clause.iter().filter_map(|number| Lit::new(*number)).collect();
        formula.push(&lits);
    }
    formula
}

/// The models over the variables 1 to `n_vars`, each as a number with a bit a variable.
pub(crate) fn models(cnf: &Cnf, n_vars: u32) -> impl Iterator<Item = u32> {
    let is_true = |lit: &Lit, bits: u32| (bits >> (lit.var() - 1) & 1 == 1) == lit.is_positive();
    (0..1 << n_vars).filter(move |bits| {
        cnf.clauses().all(|clause| clause.iter().any(|lit| is_true(lit, *bits)))
    })
}

/// Clauses of 0 to 5 literals over 8 variables, with repeated literals and tautologies.
pub(crate) fn any_formula() -> impl Strategy<Value = Vec<Vec<i32>>> {
    let lit =
        (1..9, any::<bool>()).prop_map(|(var, sign): (i32, bool)| if sign { var } else { -var });
    let length = prop_oneof![1 => Just(0..1_usize), 20 => Just(1..2), 100 => Just(2..6)];
    let clause = length.prop_flat_map(move |length| prop::collection::vec(lit.clone(), length));
    prop::collection::vec(clause, 0..32)
}

/// Formulas over 10 variables in which counts may be tight and literals fail: cliques of exclusion
/// and disjunctions, of the variables or of literals, and few clauses of another kind.
pub(crate) fn structured_formula() -> impl Strategy<Value = Vec<Vec<i32>>> {
    let subsets = |sizes| prop::sample::subsequence((1..11).collect::<Vec<i32>>(), sizes);
    let clique = subsets(2..6_usize).prop_map(|vars| exclusions(&vars));
    let disjunction = subsets(1..5_usize).prop_map(|vars| vec![vars]);
    let lit =
        (1..11, any::<bool>()).prop_map(|(var, sign): (i32, bool)| if sign { var } else { -var });
    let any_clause = prop::collection::vec(lit, 2..4).prop_map(|clause| vec![clause]);
    let part = prop_oneof![4 => clique, 4 => disjunction, 2 => any_clause];
    let random = prop::collection::vec(part, 0..12).prop_map(|parts| parts.concat());
    // Almost a pigeonhole formula of up to 3 clauses against 3 groups.
    let near = (table(), prop::collection::vec(any::<prop::sample::Index>(), 0..3));
    let near = near.prop_map(|(mut clauses, dropped)| {
        for at in &dropped {
            clauses.swap_remove(at.index(clauses.len()));
        }
        clauses
    });
    (prop_oneof![random, near], 0..1_u32 << 10).prop_map(|(mut clauses, negated)| {
        let flip =
            |lit: &mut i32| *lit *= 1 - 2 * (negated >> lit.unsigned_abs().min(9) & 1) as i32;
        clauses.iter_mut().flatten().for_each(flip);
        clauses
    })
}

/// Clauses that no two of the literals are true.
pub(crate) fn exclusions(lits: &[i32]) -> Vec<Vec<i32>> {
    let pairs = (0..lits.len()).flat_map(|b| (0..b).map(move |a| (a, b)));
    pairs.map(|(a, b)| vec![-lits[a], -lits[b]]).collect()
}

/// Clauses for the rows of a table of 2 to 3 by 1 to 3 variables, exclusions for its columns.
fn table() -> impl Strategy<Value = Vec<Vec<i32>>> {
    (2..4_i32, 1..4_i32).prop_map(|(n_rows, n_columns)| pigeonhole(n_rows, n_columns))
}

/// Each pigeon has a hole, and no two have the same.
pub(crate) fn pigeonhole(n_pigeons: i32, n_holes: i32) -> Vec<Vec<i32>> {
    let var = |pigeon, hole| n_holes * pigeon + hole + 1;
    let has_hole = |pigeon| (0..n_holes).map(|hole| var(pigeon, hole)).collect();
    let in_hole = |hole| (0..n_pigeons).map(|pigeon| var(pigeon, hole)).collect::<Vec<_>>();
    let holes = (0..n_holes).flat_map(|hole| exclusions(&in_hole(hole)));
    (0..n_pigeons).map(has_hole).chain(holes).collect()
}

/// A family of formulas: the clauses by a number of variables, or about so many.
type Family = dyn Fn(i32) -> Vec<Vec<i32>>;

/// What is counted in a formula of each of several families, and in one that is twice as large.
pub(crate) fn counted(count: impl Fn(&[Vec<i32>]) -> usize) -> Vec<(&'static str, [usize; 2])> {
    let wide = |n: i32| vec![(1..=n).collect(), (1..=n).map(|var| -var).collect()];
    let chain = |n: i32| (1..n).map(|var| vec![-var, var + 1]).collect::<Vec<_>>();
    let wide_chain = |n: i32| {
        let chain = (1..n).map(|var| vec![-var, var + 1]);
        chain.chain([(1..=n).map(|var| -var).collect()]).collect::<Vec<_>>()
    };
    // All pairs of so many variables that there are n pairs.
    let dense = |n: i32| {
        let root = f64::from(n).sqrt() as i32;
        (1..root).flat_map(|a| (a + 1..root).map(move |b| vec![-a, -b])).collect::<Vec<_>>()
    };
    let sparse = |n: i32| (0..n).map(|at| vec![2 * at + 1, 2 * at + 2]).collect::<Vec<_>>();
    // One variable of each third of them.
    let three = |n: i32| {
        let third = n / 3;
        let lit = |at: i32, part: i32, factor: i32| {
            let var = part * third + at % third * factor % third + 1;
            if (at + part) % 3 == 0 { -var } else { var }
        };
        let clause = |at| vec![lit(at, 0, 1), lit(at, 1, 7), lit(at, 2, 113)];
        (0..2 * n).map(clause).collect::<Vec<_>>()
    };
    // Tables of three rows and columns, each value once in both.
    let tables = |n: i32| {
        let table = |at: i32| {
            pigeonhole(3, 3).into_iter().map(move |clause| {
                clause.into_iter().map(|lit| lit + lit.signum() * 9 * at).collect::<Vec<i32>>()
            })
        };
        (0..n / 9).flat_map(table).collect::<Vec<_>>()
    };
    let families: [(&str, &Family); 7] = [
        ("wide", &wide),
        ("chain", &chain),
        ("chain with a wide clause", &wide_chain),
        ("dense", &dense),
        ("sparse", &sparse),
        ("three a clause", &three),
        ("tables", &tables),
    ];
    let twice = |family: &Family| [6000, 12_000].map(|n| count(&family(n)));
    families.map(|(name, family)| (name, twice(family))).to_vec()
}
