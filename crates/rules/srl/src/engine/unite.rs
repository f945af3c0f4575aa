//! Unites the last pattern of a join with the head.
//!
//! In `RULE { ?x :pt ?p } WHERE { ?x :h ?o . ?o :field ?p }`, when `?x` and `?o` are known, all that is left to do is to add the
//! terms that stand with `?o` in one table to those that stand with `?x` in another. Where terms with near numbers stand together,
//! that is done 32 at a time ([`rdf_graph::graph::blocks`]), and single triples are looked at only if they are new.
//!
//! The blocks of a table hold what the round has added, too, so some conclusions are drawn a round earlier. Rules that depend on
//! each other only ever add, so they would be drawn anyway.

use super::Joins;
use super::machine::{HIDDEN, Machine};
use crate::plan::{Lowered, Position, Rows, Step, Steps, Template};
use rdf_graph::graph::blocks::missing;
use rdf_graph::graph::interner::Id;
use rdf_graph::graph::table::{Side, Table};

/// Fewer rows are not worth it.
const FEW: usize = 4096;

/// How many rows must stand with a key, on average.
const LONG: usize = 16;

/// A list of blocks is kept sorted; with more terms than that in the graph, it could be too long for it.
const MANY: usize = 1 << 17;

/// The last pattern of a plan and the head.
#[derive(Debug)]
pub(super) struct Unite {
    source: Rowset,
    target: Rowset,
}

/// The rows of a table with a term at one end.
#[derive(Debug, Clone, Copy)]
struct Rowset {
    table: usize,
    side: Side,
    key: Key,
}

#[derive(Debug, Clone, Copy)]
enum Key {
    Slot(usize),
    Constant(Id),
}

impl Unite {
    /// Takes the last step off a plan, if it can be united with the head and that pays.
    pub(super) fn take(
        lowered: &Lowered,
        steps: &mut Steps,
        machine: &mut Machine<'_>,
        joins: Joins,
    ) -> Option<Self> {
        if joins == Joins::Plain || machine.keep_rows {
            return None;
        }
        let unite = Self::find(lowered, steps, machine)?;
        if !unite.is_dense(machine) && joins != Joins::Eager {
            return None;
        }
        for Rowset { table, side, .. } in [unite.source, unite.target] {
            machine.table_mut(table).build_blocks(side);
        }
        steps.steps.pop();
        steps.back.pop();
        Some(unite)
    }

    /// The table whose rows are added.
    pub(super) fn source_table(&self) -> usize {
        self.source.table
    }

    fn find(lowered: &Lowered, steps: &Steps, machine: &mut Machine<'_>) -> Option<Self> {
        let Some(Step::Match(last)) = steps.steps.last() else { return None };
        let ([head], true) = (&lowered.head[..], lowered.wanted.is_some()) else { return None };
        if !matches!(last.rows, Rows::All | Rows::Old) {
            return None;
        }
        let (key, side, slot) = match &last.places {
            [key, _, Position::Bind(slot)] => (key, Side::Subject, *slot),
            [Position::Bind(slot), _, key] => (key, Side::Object, *slot),
            _ => return None,
        };
        let key = match key {
            Position::Constant(id) => Key::Constant(*id),
            Position::Bound(slot) => Key::Slot(*slot),
            _ => return None,
        };
        let table = machine.table_of(&last.places[1])?;
        let source = Rowset { table, side, key };
        let (key, side) = match head {
            [key, _, Template::Slot(bound)] if *bound == slot => (key, Side::Subject),
            [Template::Slot(bound), _, key] if *bound == slot => (key, Side::Object),
            _ => return None,
        };
        let key = match key {
            Template::Constant(id) => Key::Constant(*id),
            Template::Slot(bound) if *bound != slot => Key::Slot(*bound),
            _ => return None,
        };
        let table = match head[1] {
            Template::Constant(predicate) => machine.graph_mut().table_or_new(predicate),
            Template::Hidden(hidden) => HIDDEN + hidden,
            _ => return None,
        };
        Some(Self { source, target: Rowset { table, side, key } })
    }

    /// Whether there are many rows with a key, and they stand in few blocks.
    fn is_dense(&self, machine: &mut Machine<'_>) -> bool {
        if machine.graph().interner().len() > MANY {
            return false;
        }
        let Rowset { table, side, .. } = self.source;
        let table: &mut Table = machine.table_mut(table);
        if table.len() < FEW || table.len() < LONG * table.distinct(side) {
            return false;
        }
        let had_blocks = table.n_blocks(side) > 0;
        table.build_blocks(side);
        // Three rows in two blocks.
        let is_dense = 2 * table.len() >= 3 * table.n_blocks(side);
        if !is_dense && !had_blocks {
            table.drop_blocks(side);
        }
        is_dense
    }

    /// For one solution of the other steps: the pairs that the head lacks, into `pairs`; gives the table that they belong to.
    pub(super) fn missing(&self, machine: &mut Machine<'_>, pairs: &mut Vec<[Id; 2]>) -> usize {
        let blocks = |rows: Rowset| {
            let key = match rows.key {
                Key::Slot(slot) => machine.slots[slot],
                Key::Constant(id) => id,
            };
            (key, machine.table(rows.table).blocks(rows.side, key))
        };
        let ((_, source), (key, target)) = (blocks(self.source), blocks(self.target));
        let looked = source.len() as u64;
        missing(source, target, |term| {
            pairs.push(match self.target.side {
                Side::Subject => [key, term],
                Side::Object => [term, key],
            });
        });
        machine.watch.ticks += looked;
        self.target.table
    }
}
