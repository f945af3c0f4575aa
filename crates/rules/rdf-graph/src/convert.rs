//! Our terms and those of `oxrdf`.

use crate::term::{Direction, Literal, LiteralKind, Term, vocab};

/// The term there, unless it is a triple term that is not RDF.
#[must_use]
pub fn to_oxrdf(term: &Term) -> Option<oxrdf::Term> {
    Some(match term {
        Term::Iri(iri) => oxrdf::NamedNode::new_unchecked(&**iri).into(),
        Term::Blank(label) => oxrdf::BlankNode::new_unchecked(&**label).into(),
        Term::Literal(literal) => literal_to_oxrdf(literal).into(),
        Term::Triple(parts) => {
            let [s, p, o] = &**parts;
            let [s, p, o] = [to_oxrdf(s)?, to_oxrdf(p)?, to_oxrdf(o)?];
            oxrdf::Triple::from_terms(s, p, o).ok()?.into()
        }
    })
}

fn literal_to_oxrdf(Literal { value, kind }: &Literal) -> oxrdf::Literal {
    use oxrdf::Literal as L;
    match kind {
        LiteralKind::Typed(datatype) if &**datatype == vocab::XSD_STRING => {
            L::new_simple_literal(&**value)
        }
        LiteralKind::Typed(datatype) => {
            L::new_typed_literal(&**value, oxrdf::NamedNode::new_unchecked(&**datatype))
        }
        LiteralKind::Lang(tag) => L::new_language_tagged_literal_unchecked(&**value, &**tag),
        LiteralKind::DirLang(tag, direction) => {
            let direction = match direction {
                Direction::Ltr => oxrdf::BaseDirection::Ltr,
                Direction::Rtl => oxrdf::BaseDirection::Rtl,
            };
            L::new_directional_language_tagged_literal_unchecked(&**value, &**tag, direction)
        }
    }
}

/// The term here.
#[must_use]
pub fn from_oxrdf(term: oxrdf::TermRef<'_>) -> Term {
    match term {
        oxrdf::TermRef::NamedNode(iri) => Term::iri(iri.as_str()),
        oxrdf::TermRef::BlankNode(blank) => Term::blank(blank.as_str()),
        oxrdf::TermRef::Literal(literal) => {
            Term::Literal(Literal { value: literal.value().into(), kind: literal_kind(literal) })
        }
        oxrdf::TermRef::Triple(triple) => Term::triple(
            from_oxrdf(triple.subject.as_ref().into()),
            Term::iri(triple.predicate.as_str()),
            from_oxrdf(triple.object.as_ref()),
        ),
    }
}

fn literal_kind(literal: oxrdf::LiteralRef<'_>) -> LiteralKind {
    match (literal.language(), direction(literal)) {
        (None, _) => LiteralKind::Typed(literal.datatype().as_str().into()),
        (Some(tag), None) => LiteralKind::Lang(tag.into()),
        (Some(tag), Some(direction)) => LiteralKind::DirLang(tag.into(), direction),
    }
}

/// The direction of a literal.
#[must_use]
pub fn direction(literal: oxrdf::LiteralRef<'_>) -> Option<Direction> {
    literal.direction().map(|direction| match direction {
        oxrdf::BaseDirection::Ltr => Direction::Ltr,
        oxrdf::BaseDirection::Rtl => Direction::Rtl,
    })
}
