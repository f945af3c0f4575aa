//! Triples, lists, property lists, paths, reified triples and annotations.

use super::Scope;
use crate::rule::{PatternTerm, TriplePattern};
use crate::span::Span;
use crate::tree::{Annotation, Node, NodeKind, Path, PathKind, Property, Reifier, Triples, Verb};
use rdf_graph::term::Term;
use std::sync::Arc;

const RDF: &str = "http://www.w3.org/1999/02/22-rdf-syntax-ns#";

/// Joined to a span, it gives that span.
const NOWHERE: Span = Span { start: usize::MAX, end: 0 };

/// A term and where it was written.
type Placed = (PatternTerm, Span);

impl<'a> Scope<'a> {
    pub(super) fn triples(&mut self, triples: &'a Triples) {
        let subject = (self.term(&triples.subject), triples.subject.span);
        self.expand(&triples.subject, &subject.0);
        self.properties(&subject, &triples.properties);
    }

    fn properties(&mut self, subject: &Placed, properties: &'a [Property]) {
        let mut lead = subject.1;
        for property in properties {
            lead = lead.to(property.verb.span());
            for object in &property.objects {
                let placed = (self.term(&object.node), object.node.span);
                self.statement(subject, &property.verb, &placed, lead.to(placed.1));
                self.expand(&object.node, &placed.0);
                self.annotations(subject, &property.verb, &placed, &object.annotations);
                lead = NOWHERE;
            }
            lead = NOWHERE;
        }
    }

    fn emit(&mut self, [s, p, o]: [&Placed; 3], span: Span) {
        let terms = [s.0.clone(), p.0.clone(), o.0.clone()];
        self.out.push(TriplePattern { terms, at: [s.1, p.1, o.1], span });
    }

    fn statement(&mut self, subject: &Placed, verb: &'a Verb, object: &Placed, span: Span) {
        match verb {
            Verb::Var(at) => {
                let predicate = (PatternTerm::Var(self.variable(*at)), *at);
                self.emit([subject, &predicate, object], span);
            }
            Verb::Path(path) => self.path(subject, path, object, span),
        }
    }

    fn path(&mut self, from: &Placed, path: &'a Path, to: &Placed, span: Span) {
        match &path.kind {
            PathKind::Iri(iri) => {
                self.emit([from, &(PatternTerm::Term(iri.clone()), path.span), to], span);
            }
            PathKind::Inverse(inner) => self.path(to, inner, from, span),
            PathKind::Parenthesised(inner) => self.path(from, inner, to, span),
            PathKind::Sequence(steps) => {
                let mut here = from.clone();
                for (index, step) in steps.iter().enumerate() {
                    let next = if index + 1 == steps.len() {
                        to.clone()
                    } else {
                        (self.anonymous("path"), step.span)
                    };
                    self.path(&here, step, &next, span);
                    here = next;
                }
            }
        }
    }

    /// The term that a node is; the triples that it implies come with [`Self::expand`].
    fn term(&mut self, node: &'a Node) -> PatternTerm {
        match &node.kind {
            NodeKind::Term(term) => PatternTerm::Term(term.clone()),
            NodeKind::Var => PatternTerm::Var(self.variable(node.span)),
            NodeKind::Blank => self.blank(node.span),
            NodeKind::Anon | NodeKind::Properties(_) => self.anonymous("anon"),
            NodeKind::Collection(_) => self.anonymous("list"),
            NodeKind::Triple(parts) => {
                let [s, p, o] = parts.as_ref();
                triple_term([self.term(s), self.term(p), self.term(o)])
            }
            NodeKind::Reified(reified) => self.reifier(reified.1.as_ref()),
        }
    }

    fn reifier(&mut self, reifier: Option<&'a Reifier>) -> PatternTerm {
        match reifier.and_then(|reifier| reifier.id.as_ref()) {
            Some(id) => self.term(id),
            None => self.anonymous("reifier"),
        }
    }

    /// The triples that a node implies beside the one it stands in.
    fn expand(&mut self, node: &'a Node, term: &PatternTerm) {
        let subject = (term.clone(), node.span);
        match &node.kind {
            NodeKind::Properties(properties) => self.properties(&subject, properties),
            NodeKind::Collection(members) => self.collection(subject, members),
            NodeKind::Reified(reified) => {
                let parts = &reified.0;
                let [s, p, o] = parts;
                let terms = [self.term(s), self.term(p), self.term(o)];
                self.reify(&subject, terms.clone(), node.span);
                for (part, term) in parts.iter().zip(&terms) {
                    self.expand(part, term);
                }
            }
            NodeKind::Term(_)
            | NodeKind::Var
            | NodeKind::Blank
            | NodeKind::Anon
            | NodeKind::Triple(_) => {}
        }
    }

    fn reify(&mut self, reifier: &Placed, triple: [PatternTerm; 3], span: Span) {
        let object = (triple_term(triple), span);
        self.emit([reifier, &rdf("reifies", span), &object], span);
    }

    fn collection(&mut self, mut cell: Placed, members: &'a [Node]) {
        for (index, member) in members.iter().enumerate() {
            let item = (self.term(member), member.span);
            self.emit([&cell, &rdf("first", member.span), &item], member.span);
            self.expand(member, &item.0);
            let rest = if index + 1 == members.len() {
                rdf("nil", member.span)
            } else {
                (self.anonymous("list"), member.span)
            };
            self.emit([&cell, &rdf("rest", member.span), &rest], member.span);
            cell = rest;
        }
    }

    /// A block speaks of the reifier just before it, or else of one of its own.
    fn annotations(
        &mut self,
        subject: &Placed,
        verb: &'a Verb,
        object: &Placed,
        annotations: &'a [Annotation],
    ) {
        if annotations.is_empty() {
            return;
        }
        let predicate = match verb {
            Verb::Var(at) => PatternTerm::Var(self.variable(*at)),
            Verb::Path(path) => match path.iri() {
                Some(iri) => PatternTerm::Term(iri.clone()),
                None => return,
            },
        };
        let triple = [subject.0.clone(), predicate, object.0.clone()];
        let mut current: Option<Placed> = None;
        for annotation in annotations {
            match annotation {
                Annotation::Reifier(reifier) => {
                    let placed = (self.reifier(Some(reifier)), reifier.span);
                    self.reify(&placed, triple.clone(), reifier.span);
                    current = Some(placed);
                }
                Annotation::Block { properties, span } => {
                    let reifier = current.take().unwrap_or_else(|| {
                        let placed = (self.anonymous("reifier"), *span);
                        self.reify(&placed, triple.clone(), *span);
                        placed
                    });
                    self.properties(&reifier, properties);
                }
            }
        }
    }
}

fn rdf(name: &str, at: Span) -> Placed {
    (PatternTerm::Term(Term::Iri(Arc::from(format!("{RDF}{name}")))), at)
}

/// A triple term, as a constant where nothing in it varies.
pub(super) fn triple_term(parts: [PatternTerm; 3]) -> PatternTerm {
    let constant = |part: &PatternTerm| match part {
        PatternTerm::Term(term) => Some(term.clone()),
        _ => None,
    };
    let [s, p, o] = &parts;
    match (constant(s), constant(p), constant(o)) {
        (Some(s), Some(p), Some(o)) => PatternTerm::Term(Term::Triple(Arc::new([s, p, o]))),
        _ => PatternTerm::Triple(Box::new(parts)),
    }
}
