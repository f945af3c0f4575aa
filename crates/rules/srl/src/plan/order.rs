//! Chooses the order of a body.
//!
//! Greedy: of the patterns left, take the one with the fewest expected rows per solution so far, then
//! everything that it makes ready. With `n` rows in the table, `d` different keys on the known side:
//!
//! ```text
//! nothing known: n      one side known: n / d      both known: n / (d₁ · d₂)
//! ```
//!
//! A SET or FILTER whose value differs from one evaluation to the next, such as `BNODE()`, keeps its place:
//! it is evaluated once for each solution of what stands before it.

use super::{Item, Lowered, Match, Pattern, Place, Position, Step, View};
use crate::graph::Graph;
use crate::graph::table::{Side, Table};

/// The search is quadratic: a body with more patterns left than this goes on as it was written.
const LONG: usize = 64;

/// Which rows the patterns of a rule see.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Choice<'a> {
    /// All rows.
    Full,
    /// The pattern with this origin sees the news; of the other `recursive` ones, those before it see
    /// everything and those after it what was there before the news, so that no solution comes twice.
    News { origin: usize, recursive: &'a [usize] },
}

impl Choice<'_> {
    fn view(self, pattern: &Pattern) -> View {
        match self {
            _ if pattern.ground => View::Ground,
            Self::News { origin, .. } if pattern.origin == origin => View::News,
            Self::News { origin, recursive }
                if pattern.origin > origin && recursive.contains(&pattern.origin) =>
            {
                View::Old
            }
            _ => View::All,
        }
    }
}

/// The steps of a rule's body.
pub(crate) fn order(lowered: &Lowered, choice: Choice<'_>, graph: &Graph) -> Vec<Step> {
    Ordering { choice, graph, bound: vec![false; lowered.n_slots] }.body(&lowered.body)
}

struct Ordering<'a> {
    choice: Choice<'a>,
    graph: &'a Graph,
    bound: Vec<bool>,
}

impl Ordering<'_> {
    fn body(&mut self, body: &[Item]) -> Vec<Step> {
        let mut steps = Vec::with_capacity(body.len());
        let volatile = |item: &Item| {
            matches!(item, Item::Set { volatile: true, .. } | Item::Filter { volatile: true, .. })
        };
        for segment in body.split_inclusive(volatile) {
            let (last, before) = match segment.split_last() {
                Some((last, before)) if volatile(last) => (Some(last), before),
                _ => (None, segment),
            };
            self.segment(before, &mut steps);
            steps.extend(last.and_then(|item| self.ready(item)));
        }
        steps
    }

    /// Elements that may stand in any order in which each finds what it uses.
    fn segment(&mut self, items: &[Item], steps: &mut Vec<Step>) {
        let is_pattern = |item: &&Item| matches!(item, Item::Pattern(_));
        let (mut patterns, mut others): (Vec<&Item>, Vec<&Item>) =
            items.iter().partition(is_pattern);
        if let Choice::News { origin, .. } = self.choice {
            let news = |item: &&Item| matches!(item, Item::Pattern(p) if p.origin == origin);
            if let Some(place) = patterns.iter().position(news) {
                steps.extend(self.ready(patterns.remove(place)));
            }
        }
        loop {
            others.retain(|item| {
                let step = self.ready(item);
                let wait = step.is_none();
                steps.extend(step);
                wait
            });
            match self.cheapest(&patterns, &others) {
                Some(place) => steps.extend(self.ready(patterns.remove(place))),
                None => break,
            }
        }
    }

    /// The pattern to take next, by its place.
    fn cheapest(&self, patterns: &[&Item], others: &[&Item]) -> Option<usize> {
        let mut candidates = patterns.iter().enumerate().filter_map(|(place, item)| match item {
            Item::Pattern(pattern) if !waits_for_set(pattern, others) => Some((place, pattern)),
            _ => None,
        });
        if patterns.len() > LONG {
            return candidates.next().map(|(place, _)| place);
        }
        let expected = candidates.map(|(place, pattern)| (place, self.expected(pattern)));
        expected.min_by(|(_, a), (_, b)| a.total_cmp(b)).map(|(place, _)| place)
    }

    /// The step of an element if all that it uses is bound.
    fn ready(&mut self, item: &Item) -> Option<Step> {
        let bound = |uses: &[usize]| uses.iter().all(|&slot| self.bound[slot]);
        match item {
            Item::Pattern(pattern) => Some(Step::Match(self.pattern(pattern))),
            Item::Filter { code, uses, .. } => bound(uses).then(|| Step::Filter(code.clone())),
            Item::Set { slot, code, uses, .. } => bound(uses).then(|| {
                self.bound[*slot] = true;
                Step::Set(*slot, code.clone())
            }),
            Item::Not { body, uses } => bound(uses).then(|| {
                // What is bound now but not shared is out of reach inside, so it does no harm there.
                let before = self.bound.clone();
                let steps = self.body(body);
                self.bound = before;
                Step::Not(steps)
            }),
        }
    }

    fn pattern(&mut self, pattern: &Pattern) -> Match {
        let mut here = Vec::new();
        let places = pattern.places.each_ref().map(|place| self.position(place, &mut here));
        for slot in here {
            self.bound[slot] = true;
        }
        Match { places, view: self.choice.view(pattern), origin: pattern.origin }
    }

    fn position(&self, place: &Place, here: &mut Vec<usize>) -> Position {
        match place {
            Place::Constant(id) => Position::Constant(*id),
            Place::Slot(slot) if self.bound[*slot] => Position::Bound(*slot),
            Place::Slot(slot) if here.contains(slot) => Position::Repeat(*slot),
            Place::Slot(slot) => {
                here.push(*slot);
                Position::Bind(*slot)
            }
            Place::Triple(parts) => {
                let parts = parts.each_ref().map(|part| self.position(part, here));
                let known = parts.iter().all(Position::is_known);
                Position::Triple(Box::new(parts), known)
            }
        }
    }

    fn is_known(&self, place: &Place) -> bool {
        match place {
            Place::Constant(_) => true,
            Place::Slot(slot) => self.bound[*slot],
            Place::Triple(parts) => parts.iter().all(|part| self.is_known(part)),
        }
    }

    /// How many rows to expect for each solution so far.
    #[expect(clippy::cast_precision_loss, reason = "an estimate")]
    fn expected(&self, pattern: &Pattern) -> f64 {
        let [s, p, o] = &pattern.places;
        let (s, o) = (self.is_known(s), self.is_known(o));
        let Place::Constant(predicate) = p else {
            let rows = self.graph.tables.iter().map(Table::len).sum::<usize>() as f64;
            let sides = i32::from(s) + i32::from(o) + i32::from(self.is_known(p));
            return rows / (rows.sqrt() + 1.0).powi(sides);
        };
        let Some(table) = self.graph.table(*predicate).map(|table| &self.graph.tables[table])
        else {
            return 0.0;
        };
        let rows = if pattern.ground { table.ground() } else { table.len() } as f64;
        let keys = |known, side| if known { table.distinct(side).max(1) as f64 } else { 1.0 };
        rows / (keys(s, Side::Subject) * keys(o, Side::Object))
    }
}

/// Whether a slot of the pattern is one that a SET to come binds.
fn waits_for_set(pattern: &Pattern, others: &[&Item]) -> bool {
    others.iter().any(|item| match item {
        Item::Set { slot, .. } => pattern.places.iter().any(|place| mentions(place, *slot)),
        _ => false,
    })
}

fn mentions(place: &Place, slot: usize) -> bool {
    match place {
        Place::Constant(_) => false,
        Place::Slot(other) => *other == slot,
        Place::Triple(parts) => parts.iter().any(|part| mentions(part, slot)),
    }
}
