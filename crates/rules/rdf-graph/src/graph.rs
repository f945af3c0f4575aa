//! An RDF graph that rules read and add to.
//!
//! Terms are numbers (`interner`), triples are rows of their predicate's table (`table`). A graph has
//! two parts: the *ground graph*, which was read, and what was inferred from it; each table keeps the
//! first as a prefix of the second.
//!
//! # References
//! SPARQL 1.2 RL, editor's draft of August 2026, section "Evaluation": ground graph, evaluation graph,
//! inference graph.

pub mod blocks;
pub mod datatypes;
pub mod exact;
mod index;
pub mod interner;
pub mod number;
mod pairs;
pub mod table;

use rustc_hash::FxHashMap;

use self::interner::{Id, Interner, TermRef};
use self::table::Table;
use crate::term::Term;

/// A part of a [`Graph`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Part {
    /// The ground graph: what was read, and what [`Graph::fold`] put into it.
    Ground,
    /// What was folded into the ground graph.
    Folded,
    /// The inference graph: what the rules and DATA blocks added to the ground graph.
    Inferred,
    /// The evaluation graph: ground and inferred.
    All,
}

/// An RDF graph: a ground part and an inferred part.
#[derive(Debug, Clone, Default)]
pub struct Graph {
    pub(crate) interner: Interner,
    tables: Vec<Table>,
    predicates: Vec<Id>,
    by_predicate: FxHashMap<Id, usize>,
    /// Whether there may be inferred triples.
    inferred: bool,
}

impl Graph {
    /// An empty graph.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a triple to the ground graph and forgets what was inferred; says whether it was new.
    /// A triple term that nests deeper than 100 is not added.
    pub fn insert(&mut self, [s, p, o]: &[Term; 3]) -> bool {
        let interner = &mut self.interner;
        match (interner.intern(s), interner.intern(p), interner.intern(o)) {
            (Some(s), Some(p), Some(o)) => self.insert_ground([s, p, o]),
            _ => false,
        }
    }

    /// Adds a triple of terms of this graph to the ground graph; says whether it was new.
    pub fn insert_ground(&mut self, [s, p, o]: [Id; 3]) -> bool {
        if self.inferred {
            self.forget_inferred();
        }
        let table = self.table_or_new(p);
        self.tables[table].insert_ground([s, o])
    }

    /// Whether the triple is in the graph, ground or inferred.
    #[must_use]
    pub fn contains(&self, triple: &[Term; 3]) -> bool {
        self.locate(triple).is_some_and(|([s, p, o], _)| {
            self.table(p).is_some_and(|table| self.tables[table].contains([s, o], false))
        })
    }

    /// The numbers of a triple, and its table.
    #[must_use]
    pub fn locate(&self, [s, p, o]: &[Term; 3]) -> Option<([Id; 3], usize)> {
        let interner = &self.interner;
        let ids = [interner.find(s)?, interner.find(p)?, interner.find(o)?];
        Some((ids, self.table(ids[1])?))
    }

    /// The number of triples of a part, counting those that are not RDF too.
    #[must_use]
    pub fn len(&self, part: Part) -> usize {
        self.tables.iter().map(|table| range(table, part).len()).sum()
    }

    /// Whether a part has no triples.
    #[must_use]
    pub fn is_empty(&self, part: Part) -> bool {
        self.len(part) == 0
    }

    /// The triples of a part, predicate by predicate, in the order in which they came.
    ///
    /// Triples that are not RDF, such as those with a literal as subject, are left out: rules may infer
    /// them and use them, but no RDF syntax can say them.
    pub fn triples(&self, part: Part) -> impl Iterator<Item = [Term; 3]> {
        self.rdf_ids(part).map(|ids| ids.map(|id| self.interner.term(id)))
    }

    /// The same, of one predicate.
    pub fn triples_of(&self, predicate: &Term, part: Part) -> impl Iterator<Item = [Term; 3]> {
        let table = self.interner.find(predicate).and_then(|p| self.table(p));
        table.into_iter().flat_map(move |table| {
            self.ids_of(table, part)
                .filter(|&ids| self.is_rdf(ids))
                .map(|ids| ids.map(|id| self.interner.term(id)))
        })
    }

    /// Forgets what was inferred and lets rows beyond the ground graph be added to the tables.
    pub fn begin_inference(&mut self) {
        self.forget_inferred();
        self.inferred = true;
    }

    /// The terms.
    #[must_use]
    #[inline]
    pub fn interner(&self) -> &Interner {
        &self.interner
    }

    /// The terms, to add to.
    #[inline]
    pub fn interner_mut(&mut self) -> &mut Interner {
        &mut self.interner
    }

    /// The tables, each with the triples of one of [`Self::predicates`].
    #[must_use]
    #[inline]
    pub fn tables(&self) -> &[Table] {
        &self.tables
    }

    /// The tables, to add inferred rows to after [`Self::begin_inference`].
    #[inline]
    pub fn tables_mut(&mut self) -> &mut [Table] {
        &mut self.tables
    }

    /// For each table its predicate.
    #[must_use]
    #[inline]
    pub fn predicates(&self) -> &[Id] {
        &self.predicates
    }

    /// Forgets what was inferred.
    pub fn forget_inferred(&mut self) {
        self.tables.iter_mut().for_each(Table::truncate);
        self.inferred = false;
    }

    /// Forgets what was inferred and what was folded into the ground graph.
    pub fn reset(&mut self) {
        self.tables.iter_mut().for_each(Table::reset);
        self.inferred = false;
    }

    /// Adds a triple of terms of this graph to what was folded into the ground graph, and forgets what was inferred;
    /// says whether it was new.
    pub fn insert_folded(&mut self, [s, p, o]: [Id; 3]) -> bool {
        if self.inferred {
            self.forget_inferred();
        }
        let table = self.table_or_new(p);
        self.tables[table].insert_folded([s, o])
    }

    /// How far the ground graph reaches now, for [`Self::rewind`].
    #[must_use]
    pub fn ground_mark(&self) -> Vec<usize> {
        self.tables.iter().map(Table::ground).collect()
    }

    /// Forgets what was inferred, and what became ground since the mark was taken.
    pub fn rewind(&mut self, mark: &[usize]) {
        for (place, table) in self.tables.iter_mut().enumerate() {
            table.rewind(mark.get(place).copied().unwrap_or(0));
        }
        self.inferred = false;
    }

    /// The number of inferred triples of a predicate.
    #[must_use]
    pub fn inferred_of(&self, predicate: &Term) -> usize {
        let table = self.interner.find(predicate).and_then(|p| self.table(p));
        table.map_or(0, |table| range(&self.tables[table], Part::Inferred).len())
    }

    /// Makes the inferred triples of these predicates part of the ground graph and forgets the other
    /// inferred ones; says how many became ground.
    pub fn fold(&mut self, predicates: &[Term]) -> usize {
        let mut folded = 0;
        for predicate in predicates {
            let table = self.interner.find(predicate).and_then(|p| self.table(p));
            folded += table.map_or(0, |table| self.tables[table].fold());
        }
        self.forget_inferred();
        folded
    }

    /// The triples of a part that are RDF, as numbers.
    pub fn rdf_ids(&self, part: Part) -> impl Iterator<Item = [Id; 3]> {
        self.ids(part).filter(|&ids| self.is_rdf(ids))
    }

    /// The triples of a part, as numbers.
    pub fn ids(&self, part: Part) -> impl Iterator<Item = [Id; 3]> {
        (0..self.tables.len()).flat_map(move |table| self.ids_of(table, part))
    }

    fn ids_of(&self, table: usize, part: Part) -> impl Iterator<Item = [Id; 3]> {
        let p = self.predicates[table];
        let table = &self.tables[table];
        table.rows()[range(table, part)].iter().map(move |&[s, o]| [s, p, o])
    }

    /// Whether RDF 1.2 has this triple: an IRI as predicate, an IRI or blank node as subject, also
    /// inside triple terms.
    #[must_use]
    pub fn is_rdf(&self, [s, p, o]: [Id; 3]) -> bool {
        matches!(self.interner.get(p), TermRef::Iri(_))
            && matches!(self.interner.get(s), TermRef::Iri(_) | TermRef::Blank(_))
            && match self.interner.get(o) {
                TermRef::Triple(parts) => self.is_rdf(parts),
                _ => true,
            }
    }

    /// The place of a predicate's table in [`Self::tables`].
    #[must_use]
    #[inline]
    pub fn table(&self, predicate: Id) -> Option<usize> {
        self.by_predicate.get(&predicate).copied()
    }

    /// The same; there is one afterwards.
    pub fn table_or_new(&mut self, predicate: Id) -> usize {
        *self.by_predicate.entry(predicate).or_insert_with(|| {
            self.predicates.push(predicate);
            self.tables.push(Table::default());
            self.tables.len() - 1
        })
    }
}

fn range(table: &Table, part: Part) -> std::ops::Range<usize> {
    match part {
        Part::Ground => 0..table.ground(),
        Part::Folded => table.given()..table.ground(),
        Part::Inferred => table.ground()..table.len(),
        Part::All => 0..table.len(),
    }
}
