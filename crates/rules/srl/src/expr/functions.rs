//! The functions that need a term's kind and no more, and those that make terms of their own.
//!
//! # References
//! SPARQL 1.2 Query Language, sections "Functions on RDF Terms" and "Functions on Numerics".

use super::Context;
use super::value::{Value, View};
use rdf_graph::graph::interner::{Id, TermRef};
use rdf_graph::graph::number::Number;
use rdf_graph::term::{Direction, LiteralKind, Term, vocab};
use srl_syntax::rule::Builtin;

impl Context<'_> {
    /// A built-in function that is not bridged; `None` for an error.
    pub(super) fn call(&mut self, builtin: Builtin, arguments: &[Value]) -> Option<Value> {
        use Builtin as B;
        match (builtin, arguments) {
            (B::Now, []) => Some(Value::Term(self.scope.now.clone())),
            (B::BNode, []) => Some(Value::Id(self.interner.fresh_blank())),
            (B::BNode, [label]) => self.labelled_blank(label),
            (B::SameTerm, [a, b]) => self.same_term(a, b).map(Value::Bool),
            (B::Iri | B::Uri, [of]) => self.iri(of),
            (B::Datatype, [of]) => self.datatype(of),
            (B::Str, [Value::Id(id)]) => self.str(*id),
            (B::StrDt, [text, datatype]) => self.str_dt(text, datatype),
            (B::Regex, [text, pattern @ ..]) => self.regex(text, pattern),
            (B::Replace, [text, pattern, replacement]) => {
                self.replace(text, std::slice::from_ref(pattern), replacement)
            }
            (B::Replace, [text, pattern, replacement, flags]) => {
                self.replace(text, &[pattern.clone(), flags.clone()], replacement)
            }
            (B::Abs, [of]) => self.number(of)?.abs().map(Value::Number),
            (B::Ceil, [of]) => self.number(of)?.ceil().map(Value::Number),
            (B::Floor, [of]) => self.number(of)?.floor().map(Value::Number),
            (B::Round, [of]) => self.number(of)?.round().map(Value::Number),
            (B::Subject | B::Predicate | B::Object, [of]) => match self.view(of) {
                View::Triple([s, p, o]) => Some(Value::Id(match builtin {
                    B::Subject => s,
                    B::Predicate => p,
                    _ => o,
                })),
                _ => None,
            },
            (_, [of]) => {
                let view = self.view(of);
                is_kind(builtin, view)
                    .map(Value::Bool)
                    .or_else(|| text_of(builtin, view).map(Value::Text))
            }
            _ => None,
        }
    }

    /// A triple term; its subject an IRI or blank node, its predicate an IRI.
    pub(super) fn triple(&mut self, parts: &[Value; 3]) -> Option<Value> {
        let [s, p, _] = parts;
        let lawful = matches!(self.view(s), View::Iri(_) | View::Blank(_))
            && matches!(self.view(p), View::Iri(_));
        if !lawful {
            return None;
        }
        let mut ids = [Id::default(); 3];
        for (id, part) in ids.iter_mut().zip(parts) {
            *id = part.clone().intern(self.interner)?;
        }
        self.interner.intern_triple(ids).map(Value::Id)
    }

    fn same_term(&mut self, a: &Value, b: &Value) -> Option<bool> {
        match (a, b) {
            (Value::Id(a), Value::Id(b)) => Some(a == b),
            _ => Some(self.term(a)? == self.term(b)?),
        }
    }

    /// `STR`: an IRI, or the lexical form of a literal as it was written.
    fn str(&self, id: Id) -> Option<Value> {
        match self.interner.get(id) {
            TermRef::Iri(text) | TermRef::Typed(text, _) | TermRef::Lang(text, ..) => {
                Some(Value::Text(text.to_owned()))
            }
            TermRef::Blank(_) | TermRef::Triple(_) => None,
        }
    }

    /// `STRDT`: a literal with that lexical form, whether or not the datatype has it.
    fn str_dt(&mut self, text: &Value, datatype: &Value) -> Option<Value> {
        let (View::Text(text), View::Iri(datatype)) = (self.view(text), self.view(datatype)) else {
            return None;
        };
        if [vocab::RDF_LANG_STRING, vocab::RDF_DIR_LANG_STRING].contains(&datatype) {
            return None;
        }
        let literal = Term::typed(text, datatype);
        self.interner.intern(&literal).map(Value::Id)
    }

    /// `IRI`: an IRI is itself, a string is resolved against the base.
    fn iri(&mut self, of: &Value) -> Option<Value> {
        let iri = match self.view(of) {
            View::Iri(_) => return Some(of.clone()),
            View::Text(text) => match &self.scope.base {
                Some(base) => base.resolve(text).ok()?.into_inner(),
                None => oxiri::Iri::parse(text.to_owned()).ok()?.into_inner(),
            },
            _ => return None,
        };
        Some(Value::Term(Term::iri(&iri)))
    }

    /// `BNODE("a")`: the same node for the same string in one solution.
    fn labelled_blank(&mut self, label: &Value) -> Option<Value> {
        let View::Text(text) = self.view(label) else { return None };
        let text = text.to_owned();
        let scope = &mut *self.scope;
        if scope.labels_of != scope.solution {
            scope.labels.clear();
            scope.labels_of = scope.solution;
        }
        let interner = &mut *self.interner;
        Some(Value::Id(*scope.labels.entry(text).or_insert_with(|| interner.fresh_blank())))
    }

    fn datatype(&self, of: &Value) -> Option<Value> {
        let iri = match of {
            Value::Id(id) => match self.interner.get(*id) {
                TermRef::Typed(_, datatype) => return Some(Value::Id(datatype)),
                TermRef::Lang(_, _, None) => vocab::RDF_LANG_STRING,
                TermRef::Lang(_, _, Some(_)) => vocab::RDF_DIR_LANG_STRING,
                _ => return None,
            },
            Value::Bool(_) => vocab::XSD_BOOLEAN,
            Value::Text(_) => vocab::XSD_STRING,
            Value::Number(Number::Integer(_)) => vocab::XSD_INTEGER,
            Value::Number(Number::Decimal(_)) => vocab::XSD_DECIMAL,
            Value::Number(Number::Float(_)) => vocab::XSD_FLOAT,
            Value::Number(Number::Double(_)) => vocab::XSD_DOUBLE,
            Value::Term(Term::Literal(literal)) => match &literal.kind {
                LiteralKind::Typed(datatype) => datatype,
                LiteralKind::Lang(_) => vocab::RDF_LANG_STRING,
                LiteralKind::DirLang(..) => vocab::RDF_DIR_LANG_STRING,
            },
            Value::Term(_) => return None,
        };
        Some(Value::Term(Term::iri(iri)))
    }
}

/// The functions `is…` and `has…`.
fn is_kind(builtin: Builtin, view: View<'_>) -> Option<bool> {
    let resource = matches!(view, View::Iri(_) | View::Blank(_) | View::Triple(_));
    Some(match builtin {
        Builtin::IsIri | Builtin::IsUri => matches!(view, View::Iri(_)),
        Builtin::IsBlank => matches!(view, View::Blank(_)),
        Builtin::IsLiteral => !resource,
        Builtin::IsNumeric => matches!(view, View::Number(_) | View::Exact(..)),
        Builtin::IsTriple => matches!(view, View::Triple(_)),
        Builtin::HasLang => matches!(view, View::Lang(..)),
        Builtin::HasLangDir => matches!(view, View::Lang(_, _, Some(_))),
        _ => return None,
    })
}

/// `STR`, `LANG` and `LANGDIR`.
fn text_of(builtin: Builtin, view: View<'_>) -> Option<String> {
    if matches!(view, View::Blank(_) | View::Triple(_)) {
        return None;
    }
    match builtin {
        Builtin::Str => Some(match view {
            View::Iri(text)
            | View::Text(text)
            | View::Lang(text, ..)
            | View::Exact(_, text)
            | View::Other(text) => text.to_owned(),
            View::Bool(truth) => truth.to_string(),
            View::Number(number) => number.to_string(),
            View::Blank(_) | View::Triple(_) => return None,
        }),
        _ if matches!(view, View::Iri(_)) => None,
        Builtin::Lang => Some(match view {
            View::Lang(_, tag, _) => tag.to_owned(),
            _ => String::new(),
        }),
        Builtin::LangDir => Some(match view {
            View::Lang(_, _, Some(direction)) => Direction::as_str(direction).to_owned(),
            _ => String::new(),
        }),
        _ => None,
    }
}
