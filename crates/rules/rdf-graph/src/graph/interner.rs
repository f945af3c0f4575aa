//! Gives each term a small number.
//!
//! All text lies in one string; an entry says where a term's text begins, how long it is and what it
//! means. A datatype or language tag is itself an entry, so `"1"^^xsd:integer` costs one byte of text
//! and 24 bytes of entry. Literals of the numeric datatypes are decoded once, when they enter; after
//! that arithmetic never sees text again.

use std::fmt::Write as _;
use std::hash::{Hash as _, Hasher as _};
use std::ops::Range;

use hashbrown::HashTable;
use rustc_hash::FxHasher;

use super::datatypes::{self, DATATYPES};
use super::exact::Exact;
use super::number::Number;
use crate::term::{Direction, Literal, LiteralKind, Term, write_quoted};

/// A term, as a number. Two terms of one [`Interner`] are the same RDF term exactly if their numbers are.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Id(pub(crate) u32);

/// How deep triple terms may nest; deeper ones are refused, so that walking a term needs little stack.
pub const MAX_NESTING: u16 = 100;

/// A term seen through its interner.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum TermRef<'a> {
    /// An absolute IRI.
    Iri(&'a str),
    /// The label of a blank node.
    Blank(&'a str),
    /// The value and the datatype.
    Typed(&'a str, Id),
    /// The value, the tag (a plain literal) and the direction.
    Lang(&'a str, Id, Option<Direction>),
    /// A triple term.
    Triple([Id; 3]),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Iri,
    Blank,
    Typed,
    Lang(Option<Direction>),
    Triple,
}

#[derive(Debug, Clone, Copy)]
struct Entry {
    start: usize,
    len: u32,
    /// The datatype, the tag, or the place in `triples`.
    extra: u32,
    /// The place in `numbers`, or [`NOT_A_NUMBER`].
    number: u32,
    kind: Kind,
}

const NOT_A_NUMBER: u32 = u32::MAX;

impl Id {
    /// `xsd:string`
    pub const XSD_STRING: Self = Self(16);
    /// `xsd:boolean`
    pub const XSD_BOOLEAN: Self = Self(17);
}

/// The terms of one graph.
#[derive(Debug, Clone)]
pub struct Interner {
    text: String,
    entries: Vec<Entry>,
    triples: Vec<([Id; 3], u16)>,
    numbers: Vec<Number>,
    lookup: HashTable<u32>,
    /// The last label tried for a fresh blank node.
    fresh: u64,
    /// Which graph of a text of many it is for, from 1; 0 if it stands alone.
    pub(crate) graph_number: u64,
}

impl Default for Interner {
    fn default() -> Self {
        let mut new = Self {
            text: String::new(),
            entries: Vec::new(),
            triples: Vec::new(),
            numbers: Vec::new(),
            lookup: HashTable::new(),
            fresh: 0,
            graph_number: 0,
        };
        for iri in DATATYPES {
            new.intern_ref(TermRef::Iri(iri));
        }
        new
    }
}

impl Interner {
    /// Whether there are none; there always are some.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// How many terms there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// About how many bytes the terms take: text, entry and place in the lookup.
    #[must_use]
    #[inline]
    pub fn bytes(&self) -> usize {
        self.text.len() + 64 * self.entries.len()
    }

    /// What a number stands for.
    #[must_use]
    #[inline]
    pub fn get(&self, id: Id) -> TermRef<'_> {
        self.view(&self.entries[id.0 as usize])
    }

    /// The value of a literal of a numeric datatype, unless its form is wrong.
    #[must_use]
    #[inline]
    pub fn number(&self, id: Id) -> Option<Number> {
        self.numbers.get(self.entries[id.0 as usize].number as usize).copied()
    }

    /// The value of a literal of an exact numeric datatype that is beyond what [`Self::number`] holds.
    #[must_use]
    pub fn exact(&self, id: Id) -> Option<Exact<'_>> {
        let Entry { kind, extra, number, .. } = self.entries[id.0 as usize];
        let is_beyond = kind == Kind::Typed && number == NOT_A_NUMBER;
        is_beyond.then(|| datatypes::beyond(self.text(id), extra))?
    }

    /// Whether the term is a literal of a numeric datatype whose form is wrong.
    #[must_use]
    pub fn is_ill_typed_number(&self, id: Id) -> bool {
        let Entry { kind, extra, number, .. } = self.entries[id.0 as usize];
        kind == Kind::Typed
            && extra <= datatypes::DOUBLE
            && number == NOT_A_NUMBER
            && self.exact(id).is_none()
    }

    #[inline]
    fn view(&self, entry: &Entry) -> TermRef<'_> {
        let text = &self.text[entry.start..entry.start + entry.len as usize];
        match entry.kind {
            Kind::Iri => TermRef::Iri(text),
            Kind::Blank => TermRef::Blank(text),
            Kind::Typed => TermRef::Typed(text, Id(entry.extra)),
            Kind::Lang(direction) => TermRef::Lang(text, Id(entry.extra), direction),
            Kind::Triple => TermRef::Triple(self.triples[entry.extra as usize].0),
        }
    }

    /// The number of a term, if it has one.
    #[must_use]
    #[inline]
    pub fn find_ref(&self, term: TermRef<'_>) -> Option<Id> {
        let same = |&i: &u32| self.get(Id(i)) == term;
        self.lookup.find(hash(term), same).map(|&i| Id(i))
    }

    /// The number of a term, a new one if it has none; `None` if it is a triple term that nests deeper
    /// than [`MAX_NESTING`].
    pub fn intern_triple(&mut self, parts: [Id; 3]) -> Option<Id> {
        let depth = 1 + parts.iter().map(|&part| self.nesting(part)).max().unwrap_or(0);
        (depth <= MAX_NESTING).then(|| self.intern_at(TermRef::Triple(parts), depth))
    }

    fn nesting(&self, id: Id) -> u16 {
        match self.entries[id.0 as usize] {
            Entry { kind: Kind::Triple, extra, .. } => self.triples[extra as usize].1,
            _ => 0,
        }
    }

    /// The number of a term that is not a triple term.
    pub fn intern_ref(&mut self, term: TermRef<'_>) -> Id {
        self.intern_at(term, 0)
    }

    fn intern_at(&mut self, term: TermRef<'_>, nesting: u16) -> Id {
        let hash = hash(term);
        if let Some(&found) = self.lookup.find(hash, |&i| self.get(Id(i)) == term) {
            return Id(found);
        }
        let (kind, text, extra) = match term {
            TermRef::Iri(text) => (Kind::Iri, text, 0),
            TermRef::Blank(text) => (Kind::Blank, text, 0),
            TermRef::Typed(text, datatype) => (Kind::Typed, text, datatype.0),
            TermRef::Lang(text, tag, direction) => (Kind::Lang(direction), text, tag.0),
            TermRef::Triple(parts) => {
                self.triples.push((parts, nesting));
                (Kind::Triple, "", self.triples.len() as u32 - 1)
            }
        };
        let number = match term {
            TermRef::Typed(text, datatype) => self.decode(text, datatype),
            _ => NOT_A_NUMBER,
        };
        let Range { start, end } = self.text.len()..self.text.len() + text.len();
        self.text.push_str(text);
        let id = self.entries.len() as u32;
        self.entries.push(Entry { start, len: (end - start) as u32, extra, number, kind });
        let Self { lookup, entries, text, triples, .. } = self;
        lookup.insert_unique(hash, id, |&i| hash_of_entry(&entries[i as usize], text, triples));
        Id(id)
    }

    fn decode(&mut self, text: &str, datatype: Id) -> u32 {
        let Some(number) = datatypes::decode(text, datatype.0) else { return NOT_A_NUMBER };
        self.numbers.push(number);
        self.numbers.len() as u32 - 1
    }

    /// The canonical literal of a number.
    pub fn intern_number(&mut self, number: Number) -> Id {
        let datatype = datatypes::of(number);
        self.intern_ref(TermRef::Typed(&number.to_string(), Id(datatype)))
    }

    /// A blank node that occurs nowhere else: `b1` and so on, and `g2b1` in the second graph of a text.
    pub fn fresh_blank(&mut self) -> Id {
        let mut label = String::new();
        loop {
            self.fresh += 1;
            label.clear();
            // Writing to a string cannot fail.
            let _ = match self.graph_number {
                0 => write!(label, "b{}", self.fresh),
                graph => write!(label, "g{graph}b{}", self.fresh),
            };
            let before = self.len();
            let id = self.intern_ref(TermRef::Blank(&label));
            if self.len() > before {
                return id;
            }
        }
    }

    /// The number of a term from outside; `None` if triple terms nest too deep.
    pub fn intern(&mut self, term: &Term) -> Option<Id> {
        match term {
            Term::Iri(iri) => Some(self.intern_ref(TermRef::Iri(iri))),
            Term::Blank(label) => Some(self.intern_ref(TermRef::Blank(label))),
            Term::Literal(literal) => Some(self.intern_literal(literal)),
            Term::Triple(terms) => {
                if nests_too_deep(term) {
                    return None;
                }
                let [s, p, o] = &**terms;
                let parts = [self.intern(s)?, self.intern(p)?, self.intern(o)?];
                self.intern_triple(parts)
            }
        }
    }

    fn intern_literal(&mut self, literal: &Literal) -> Id {
        match &literal.kind {
            LiteralKind::Typed(datatype) => {
                let datatype = self.intern_ref(TermRef::Iri(datatype));
                self.intern_ref(TermRef::Typed(&literal.value, datatype))
            }
            LiteralKind::Lang(tag) => self.intern_lang(&literal.value, tag, None),
            LiteralKind::DirLang(tag, direction) => {
                self.intern_lang(&literal.value, tag, Some(*direction))
            }
        }
    }

    /// The number of a literal with a language, and maybe a direction.
    pub fn intern_lang(&mut self, text: &str, tag: &str, dir: Option<Direction>) -> Id {
        let tag = self.intern_ref(TermRef::Typed(tag, Id::XSD_STRING));
        self.intern_ref(TermRef::Lang(text, tag, dir))
    }

    /// The number of a term from outside, if it has one.
    #[must_use]
    pub fn find(&self, term: &Term) -> Option<Id> {
        let term = match term {
            Term::Iri(iri) => TermRef::Iri(iri),
            Term::Blank(label) => TermRef::Blank(label),
            Term::Literal(Literal { value, kind }) => match kind {
                LiteralKind::Typed(datatype) => {
                    TermRef::Typed(value, self.find_ref(TermRef::Iri(datatype))?)
                }
                LiteralKind::Lang(tag) => TermRef::Lang(value, self.find_tag(tag)?, None),
                LiteralKind::DirLang(tag, dir) => {
                    TermRef::Lang(value, self.find_tag(tag)?, Some(*dir))
                }
            },
            Term::Triple(_) if nests_too_deep(term) => return None,
            Term::Triple(terms) => {
                let [s, p, o] = &**terms;
                TermRef::Triple([self.find(s)?, self.find(p)?, self.find(o)?])
            }
        };
        self.find_ref(term)
    }

    fn find_tag(&self, tag: &str) -> Option<Id> {
        self.find_ref(TermRef::Typed(tag, Id::XSD_STRING))
    }

    /// The text of an IRI or of the value of a literal.
    #[must_use]
    #[inline]
    pub fn text(&self, id: Id) -> &str {
        let entry = &self.entries[id.0 as usize];
        &self.text[entry.start..entry.start + entry.len as usize]
    }

    /// The term as a value that stands on its own.
    #[must_use]
    pub fn term(&self, id: Id) -> Term {
        match self.get(id) {
            TermRef::Iri(iri) => Term::iri(iri),
            TermRef::Blank(label) => Term::blank(label),
            TermRef::Typed(value, datatype) => Term::typed(value, self.text(datatype)),
            TermRef::Lang(value, tag, direction) => {
                let tag = self.text(tag).into();
                let kind = match direction {
                    None => LiteralKind::Lang(tag),
                    Some(direction) => LiteralKind::DirLang(tag, direction),
                };
                Term::Literal(Literal { value: value.into(), kind })
            }
            TermRef::Triple([s, p, o]) => Term::triple(self.term(s), self.term(p), self.term(o)),
        }
    }

    /// Adds the term to a text, as N-Triples.
    pub fn write(&self, out: &mut String, id: Id) {
        // Writing to a string cannot fail.
        let _ = match self.get(id) {
            TermRef::Iri(iri) => {
                out.push('<');
                out.push_str(iri);
                out.push('>');
                Ok(())
            }
            TermRef::Blank(label) => write!(out, "_:{label}"),
            TermRef::Typed(value, Id::XSD_STRING) => write_quoted(out, value),
            TermRef::Typed(value, datatype) => {
                write_quoted(out, value).and_then(|()| write!(out, "^^<{}>", self.text(datatype)))
            }
            TermRef::Lang(value, tag, direction) => write_quoted(out, value).and_then(|()| {
                let (mark, direction) = direction.map_or(("", ""), |d| ("--", d.as_str()));
                write!(out, "@{}{mark}{direction}", self.text(tag))
            }),
            TermRef::Triple(parts) => {
                out.push_str("<<(");
                for part in parts {
                    out.push(' ');
                    self.write(out, part);
                }
                out.push_str(" )>>");
                Ok(())
            }
        };
    }
}

/// Whether a term nests deeper than [`MAX_NESTING`], found without walking deeper than that.
fn nests_too_deep(term: &Term) -> bool {
    fn within(term: &Term, left: u16) -> bool {
        match term {
            Term::Triple(parts) => left > 0 && parts.iter().all(|part| within(part, left - 1)),
            _ => true,
        }
    }
    !within(term, MAX_NESTING)
}

fn hash(term: TermRef<'_>) -> u64 {
    let mut hasher = FxHasher::default();
    term.hash(&mut hasher);
    hasher.finish()
}

/// The same as [`hash`] of the entry's view.
fn hash_of_entry(entry: &Entry, text: &str, triples: &[([Id; 3], u16)]) -> u64 {
    let text = &text[entry.start..entry.start + entry.len as usize];
    hash(match entry.kind {
        Kind::Iri => TermRef::Iri(text),
        Kind::Blank => TermRef::Blank(text),
        Kind::Typed => TermRef::Typed(text, Id(entry.extra)),
        Kind::Lang(direction) => TermRef::Lang(text, Id(entry.extra), direction),
        Kind::Triple => TermRef::Triple(triples[entry.extra as usize].0),
    })
}
