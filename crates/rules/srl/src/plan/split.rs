//! Splits a join of three patterns or more by a projection.
//!
//! In `RULE { ?x :pt ?p } WHERE { ?x :load ?y . ?y :pt ?o . ?o :field ?p }` nothing but the join of the first two patterns uses
//! `?y`. Where many `?y` lead from one `?x` to the same `?o`, each pair of `?x` and `?o` is joined with the third pattern as
//! often. Joined apart, into a hidden table `h`, it is joined once:
//!
//! ```text
//! h(x, o)  ←  load(x, y), pt(y, o)          pt(x, p)  ←  h(x, o), field(o, p)
//! ```
//!
//! A new row of the third pattern then meets the pairs of `h` at once, and not the rows of `pt` of which few have a `load`.
//! Any two patterns can be joined apart that share a variable of which nothing else knows, and of whose other variables one
//! or two are used elsewhere. The cheapest such pair is taken, by the rows expected of it:
//!
//! ```text
//! |a ⋈ b|  ≈  |a| · |b| / max(dᵥ(a), dᵥ(b))          dᵥ: the different values of the shared variable
//! ```
//!
//! # References
//! F. Bancilhon, R. Ramakrishnan, "An amateur's introduction to recursive query processing strategies", 1986, on pushing
//! projections into a recursion; H. Garcia-Molina, J. Ullman, J. Widom, "Database Systems: The Complete Book", 2nd edition,
//! 2008, sections 16.2.3 and 16.4.4 (projections before joins, the size of a join).

use super::order::{LONG, mentions};
use super::{Item, Lowered, Operand, Pattern, Tables, Template};
use rdf_graph::graph::table::Side;

/// A rule in two.
#[derive(Debug)]
pub(crate) struct Split {
    /// Fills the hidden table.
    pub(crate) part: Lowered,
    /// The rule, with the hidden table in the place of the two patterns.
    pub(crate) rest: Lowered,
    /// The two patterns. The hidden table stands in the place of the first.
    pub(crate) origins: [usize; 2],
    /// The predicates that they name: terms, or other hidden tables.
    pub(crate) predicates: [Operand; 2],
    /// How many solutions to expect of the part.
    pub(crate) expected: f64,
}

/// Splits a rule, with the hidden table of this number, if there is a way.
pub(crate) fn split(lowered: &Lowered, hidden: usize, tables: Tables<'_>) -> Option<Split> {
    let wanted = lowered.wanted.as_deref()?;
    let patterns: Vec<&Pattern> = lowered.body.iter().filter_map(simple).collect();
    let n_patterns = lowered.body.iter().filter(|item| matches!(item, Item::Pattern(_))).count();
    if !(3..=LONG).contains(&n_patterns) {
        return None;
    }
    let mut best: Option<([&Pattern; 2], Vec<usize>, f64)> = None;
    for (place, a) in patterns.iter().enumerate() {
        for b in &patterns[place + 1..] {
            let Some((kept, shared)) = projection(lowered, wanted, [a, b]) else { continue };
            let expected = size(a, b, shared, tables);
            if best.as_ref().is_none_or(|(.., least)| expected < *least) {
                best = Some(([a, b], kept, expected));
            }
        }
    }
    let (pair, kept, expected) = best?;
    let [from, to] = [*kept.first()?, *kept.last()?];
    let origins = pair.map(|pattern| pattern.origin);
    let predicates = pair.map(|pattern| pattern.places[1].clone());
    let part = Lowered {
        body: pair.iter().map(|&pattern| Item::Pattern(pattern.clone())).collect(),
        head: vec![[Template::Slot(from), Template::Hidden(hidden), Template::Slot(to)]],
        fresh: Vec::new(),
        sites: Vec::new(),
        wanted: Some(kept),
        n_slots: lowered.n_slots,
    };
    let mut rest = lowered.clone();
    rest.body
        .retain(|item| !matches!(item, Item::Pattern(pattern) if pattern.origin == origins[1]));
    for item in &mut rest.body {
        if let Item::Pattern(pattern) = item
            && pattern.origin == origins[0]
        {
            pattern.places = [Operand::Slot(from), Operand::Hidden(hidden), Operand::Slot(to)];
        }
    }
    Some(Split { part, rest, origins, predicates, expected })
}

/// The pattern, if its predicate is known and its ends are not triple terms.
fn simple(item: &Item) -> Option<&Pattern> {
    let Item::Pattern(pattern) = item else { return None };
    let [s, p, o] = &pattern.places;
    let is_end = |place: &Operand| matches!(place, Operand::Constant(_) | Operand::Slot(_));
    let is_table = matches!(p, Operand::Constant(_) | Operand::Hidden(_));
    (is_table && is_end(s) && is_end(o)).then_some(pattern)
}

/// The slots of two patterns that are used elsewhere, if they are one or two, and one that the patterns share and nothing else
/// uses.
fn projection(
    lowered: &Lowered,
    wanted: &[usize],
    pair: [&Pattern; 2],
) -> Option<(Vec<usize>, usize)> {
    let slots = |pattern: &Pattern| {
        let slot = |place: &Operand| match place {
            Operand::Slot(slot) => Some(*slot),
            _ => None,
        };
        pattern.places.iter().filter_map(slot).collect::<Vec<usize>>()
    };
    let used_elsewhere = |slot: usize| {
        wanted.contains(&slot)
            || lowered.body.iter().any(|item| match item {
                Item::Pattern(pattern) => {
                    pair.iter().all(|one| one.origin != pattern.origin)
                        && pattern.places.iter().any(|place| mentions(place, slot))
                }
                Item::Filter { uses, .. } | Item::Not { uses, .. } => uses.contains(&slot),
                Item::Set { slot: set, uses, .. } => *set == slot || uses.contains(&slot),
            })
    };
    let [a, b] = pair.map(slots);
    let shared = a.iter().copied().find(|&slot| b.contains(&slot) && !used_elsewhere(slot))?;
    let mut kept: Vec<usize> =
        a.iter().chain(&b).copied().filter(|&slot| used_elsewhere(slot)).collect();
    kept.sort_unstable();
    kept.dedup();
    (1..=2).contains(&kept.len()).then_some((kept, shared))
}

/// How many rows to expect of a join on a slot.
#[expect(clippy::cast_precision_loss, reason = "an estimate")]
fn size(a: &Pattern, b: &Pattern, slot: usize, tables: Tables<'_>) -> f64 {
    let rows_and_keys = |pattern: &Pattern| {
        let Some(table) = tables.of(&pattern.places[1]) else { return (0.0, 1.0) };
        let [s, _, o] = &pattern.places;
        let keys = |side| table.distinct(side).max(1) as f64;
        // A constant at an end leaves the rows of one key.
        let selected = |place: &Operand, side| match place {
            Operand::Constant(_) => keys(side),
            _ => 1.0,
        };
        let rows = table.len() as f64 / (selected(s, Side::Subject) * selected(o, Side::Object));
        (rows, keys(if mentions(s, slot) { Side::Subject } else { Side::Object }))
    };
    let ((rows_a, keys_a), (rows_b, keys_b)) = (rows_and_keys(a), rows_and_keys(b));
    rows_a * rows_b / keys_a.max(keys_b)
}
