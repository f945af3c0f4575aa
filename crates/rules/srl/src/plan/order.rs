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

use super::back::{Linked, link, one_by_one};
use super::lower::has_volatile;
use super::{Item, Lowered, Match, Operand, Pattern, Position, Rows, Step, Steps, Tables};
use rdf_graph::graph::table::{Side, Table};
use std::collections::VecDeque;

/// The search is quadratic: a body with more patterns left than this goes on as it was written.
pub(super) const LONG: usize = 64;

/// Which rows the patterns of a rule see.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Visible<'a> {
    /// All rows.
    Full,
    /// The pattern with this origin sees the news; of the other `recursive` ones, those before it see
    /// everything and those after it what was there before the news, so that no solution comes twice.
    News { origin: usize, recursive: &'a [usize] },
}

impl Visible<'_> {
    fn rows(self, pattern: &Pattern) -> Rows {
        match self {
            _ if pattern.ground => Rows::Ground,
            Self::News { origin, .. } if pattern.origin == origin => Rows::News,
            Self::News { origin, recursive }
                if pattern.origin > origin && recursive.contains(&pattern.origin) =>
            {
                Rows::Old
            }
            _ => Rows::All,
        }
    }
}

/// The steps of a rule's body.
pub(crate) fn order(lowered: &Lowered, choice: Visible<'_>, tables: Tables<'_>) -> Steps {
    let mut ordering = Ordering { choice, tables, bound: vec![false; lowered.n_slots] };
    ordering.body(&lowered.body, lowered.wanted.as_deref())
}

struct Ordering<'a> {
    choice: Visible<'a>,
    tables: Tables<'a>,
    bound: Vec<bool>,
}

impl Ordering<'_> {
    /// The steps; if `wanted` is there, only solutions that differ in these slots need be found.
    fn body(&mut self, body: &[Item], wanted: Option<&[usize]>) -> Steps {
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
        match wanted {
            Some(wanted) => link(steps, wanted),
            None => one_by_one(steps),
        }
    }

    /// Elements that may stand in any order in which each finds what it uses.
    fn segment(&mut self, items: &[Item], steps: &mut Vec<Linked>) {
        let is_pattern = |item: &&Item| matches!(item, Item::Pattern(_));
        // The first of many is taken again and again.
        let (mut patterns, mut others): (VecDeque<&Item>, Vec<&Item>) =
            (items.iter().filter(is_pattern).collect(), Vec::new());
        others.extend(items.iter().filter(|item| !is_pattern(item)));
        if let Visible::News { origin, .. } = self.choice {
            let news = |item: &&Item| matches!(item, Item::Pattern(p) if p.origin == origin);
            if let Some(place) = patterns.iter().position(news) {
                steps.extend(patterns.remove(place).and_then(|item| self.ready(item)));
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
                Some(place) => {
                    steps.extend(patterns.remove(place).and_then(|item| self.ready(item)));
                }
                None => break,
            }
        }
    }

    /// The pattern to take next, by its place.
    fn cheapest(&self, patterns: &VecDeque<&Item>, others: &[&Item]) -> Option<usize> {
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
    fn ready(&mut self, item: &Item) -> Option<Linked> {
        let bound = |uses: &[usize]| uses.iter().all(|&slot| self.bound[slot]);
        let (step, uses, binds) = match item {
            Item::Pattern(pattern) => return Some(self.pattern(pattern)),
            Item::Filter { uses, .. } | Item::Set { uses, .. } | Item::Not { uses, .. }
                if !bound(uses) =>
            {
                return None;
            }
            Item::Filter { code, site, uses, .. } => {
                (Step::Filter(code.clone(), *site), uses, Vec::new())
            }
            Item::Set { slot, code, site, uses, .. } => {
                self.bound[*slot] = true;
                (Step::Set(*slot, code.clone(), *site), uses, vec![*slot])
            }
            Item::Not { body, uses } => {
                // What is bound now but not shared is out of reach inside, so it does no harm there.
                let before = self.bound.clone();
                let wanted = (!has_volatile(body)).then_some(&[][..]);
                let steps = self.body(body, wanted);
                self.bound = before;
                (Step::Not(steps), uses, Vec::new())
            }
        };
        Some(Linked { step, uses: uses.clone(), binds })
    }

    fn pattern(&mut self, pattern: &Pattern) -> Linked {
        let mut binds = Vec::new();
        let places = pattern.places.each_ref().map(|place| self.position(place, &mut binds));
        let mut uses = Vec::new();
        pattern.places.iter().for_each(|place| self.bound_slots(place, &mut uses));
        for &slot in &binds {
            self.bound[slot] = true;
        }
        let rows = self.choice.rows(pattern);
        Linked { step: Step::Match(Match { places, rows, origin: pattern.origin }), uses, binds }
    }

    /// The slots of a place that are bound already.
    fn bound_slots(&self, place: &Operand, slots: &mut Vec<usize>) {
        match place {
            Operand::Constant(_) | Operand::Hidden(_) => {}
            Operand::Slot(slot) => slots.extend(self.bound[*slot].then_some(*slot)),
            Operand::Triple(parts) => parts.iter().for_each(|part| self.bound_slots(part, slots)),
        }
    }

    fn position(&self, place: &Operand, here: &mut Vec<usize>) -> Position {
        match place {
            Operand::Constant(id) => Position::Constant(*id),
            Operand::Hidden(hidden) => Position::Hidden(*hidden),
            Operand::Slot(slot) if self.bound[*slot] => Position::Bound(*slot),
            Operand::Slot(slot) if here.contains(slot) => Position::Repeat(*slot),
            Operand::Slot(slot) => {
                here.push(*slot);
                Position::Bind(*slot)
            }
            Operand::Triple(parts) => {
                let parts = parts.each_ref().map(|part| self.position(part, here));
                let known = parts.iter().all(Position::is_known);
                Position::Triple(Box::new(parts), known)
            }
        }
    }

    fn is_known(&self, place: &Operand) -> bool {
        match place {
            Operand::Constant(_) | Operand::Hidden(_) => true,
            Operand::Slot(slot) => self.bound[*slot],
            Operand::Triple(parts) => parts.iter().all(|part| self.is_known(part)),
        }
    }

    /// How many rows to expect for each solution so far.
    #[expect(clippy::cast_precision_loss, reason = "an estimate")]
    fn expected(&self, pattern: &Pattern) -> f64 {
        let [s, p, o] = &pattern.places;
        let (s, o) = (self.is_known(s), self.is_known(o));
        if matches!(p, Operand::Slot(_) | Operand::Triple(_)) {
            let rows = self.tables.graph.tables().iter().map(Table::len).sum::<usize>() as f64;
            let sides = i32::from(s) + i32::from(o) + i32::from(self.is_known(p));
            return rows / (rows.sqrt() + 1.0).powi(sides);
        }
        let Some(table) = self.tables.of(p) else { return 0.0 };
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

pub(super) fn mentions(place: &Operand, slot: usize) -> bool {
    match place {
        Operand::Constant(_) | Operand::Hidden(_) => false,
        Operand::Slot(other) => *other == slot,
        Operand::Triple(parts) => parts.iter().any(|part| mentions(part, slot)),
    }
}
