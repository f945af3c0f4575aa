//! Triples of DATA blocks, heads and bodies, productions \[25\] to \[83\]: one code with a [`Mode`].

use super::term::RDF;
use super::{Mode, Parsed, Parser};
use crate::diagnostic::Diagnostic;
use crate::lexer::token::{Kind, Punct};
use crate::span::Span;
use crate::tree::{Annotation, Node, NodeKind, Object, Property, Reifier, Triples, Verb};
use rdf_graph::term::Term;
use std::sync::Arc;

impl Parser<'_> {
    /// `TriplesSameSubject…`
    pub(super) fn triples(&mut self, mode: Mode) -> Parsed<Triples> {
        let start = self.token().span;
        let subject = self.node(mode)?;
        let alone = matches!(
            subject.kind,
            NodeKind::Reified(_) | NodeKind::Collection(_) | NodeKind::Properties(_)
        );
        let ends = matches!(self.kind(), Kind::Punct(Punct::Dot | Punct::CloseBrace) | Kind::End);
        let element = ["FILTER", "NOT", "SET"].iter().any(|word| self.is_word(word));
        let properties =
            if alone && (ends || element) { Vec::new() } else { self.properties(mode)? };
        Ok(Triples { subject, properties, span: self.since(start) })
    }

    /// `PropertyListNotEmpty…`: `verb objects ( ';' ( verb objects )? )*`
    pub(super) fn properties(&mut self, mode: Mode) -> Parsed<Vec<Property>> {
        let mut properties = vec![self.property(mode)?];
        while self.eat(Punct::Semicolon).is_some() {
            if self.at_verb() {
                properties.push(self.property(mode)?);
            }
        }
        Ok(properties)
    }

    fn property(&mut self, mode: Mode) -> Parsed<Property> {
        let verb = self.verb(mode)?;
        let mut objects = vec![self.object(mode)?];
        while let Some(comma) = self.eat(Punct::Comma) {
            if mode == Mode::Body && self.at_element() {
                self.comma_before_element(comma);
                break;
            }
            objects.push(self.object(mode)?);
        }
        if verb_is_path(&verb) {
            self.refuse_annotated_path(&verb, &objects);
        }
        Ok(Property { verb, objects })
    }

    fn comma_before_element(&mut self, comma: Span) {
        let word = self.slice(self.token().span).to_uppercase();
        let message = format!("found ',' before {word}, expected '.' or nothing");
        self.report(
            Diagnostic::error("missing-dot", comma, message)
                .label("a comma announces a further object")
                .fix(comma, " ."),
        );
    }

    fn refuse_annotated_path(&mut self, verb: &Verb, objects: &[Object]) {
        if let Some(annotation) = objects.iter().find_map(|object| object.annotations.first()) {
            self.report(
                Diagnostic::error(
                    "annotated-path",
                    annotation.span(),
                    "a path cannot be annotated",
                )
                .label("an annotation speaks of one triple")
                .also(verb.span(), "and this path stands for others")
                .help("write the steps of the path as triples, and annotate one of them"),
            );
        }
    }

    fn object(&mut self, mode: Mode) -> Parsed<Object> {
        let node = self.node(mode)?;
        let mut annotations = Vec::new();
        loop {
            if self.is(Punct::Tilde) {
                annotations.push(Annotation::Reifier(self.reifier(mode)?));
            } else if self.is(Punct::OpenAnnotation) {
                annotations.push(self.annotation_block(mode)?);
            } else {
                return Ok(Object { node, annotations });
            }
        }
    }

    /// `'{|' PropertyListNotEmpty '|}'`
    fn annotation_block(&mut self, mode: Mode) -> Parsed<Annotation> {
        let open = self.advance().span;
        if self.is(Punct::CloseAnnotation) {
            let span = open.to(self.token().span);
            return Err(self.fail(
                Diagnostic::error("empty-annotation", span, "an annotation block cannot be empty")
                    .label("expected a predicate and an object")
                    .help("a reifier without a block, as in ~ ex:r, needs no braces"),
            ));
        }
        let properties = self.nested(|parser| parser.properties(mode))?;
        self.expect(Punct::CloseAnnotation, "to end the annotation block")?;
        Ok(Annotation::Block { properties, span: self.since(open) })
    }

    /// `'~' ( Var | iri | BlankNode )?`
    fn reifier(&mut self, mode: Mode) -> Parsed<Reifier> {
        let start = self.advance().span;
        let named = matches!(
            self.kind(),
            Kind::Var
                | Kind::IriRef
                | Kind::PnameNs
                | Kind::PnameLn
                | Kind::BlankLabel
                | Kind::Anon
        );
        let id = if named { Some(self.node(mode)?) } else { None };
        Ok(Reifier { id, span: self.since(start) })
    }

    /// Whether a term, and so a triple, may begin here.
    pub(super) fn at_node(&self) -> bool {
        match self.kind() {
            Kind::IriRef
            | Kind::PnameNs
            | Kind::PnameLn
            | Kind::BlankLabel
            | Kind::Var
            | Kind::Integer
            | Kind::Decimal
            | Kind::Double
            | Kind::String
            | Kind::Nil
            | Kind::Anon => true,
            Kind::Punct(punct) => matches!(
                punct,
                Punct::OpenTerm
                    | Punct::OpenReified
                    | Punct::OpenParen
                    | Punct::OpenBracket
                    | Punct::Less
            ),
            Kind::Word => {
                self.is_word("true")
                    || self.is_word("false")
                    || self.slice(self.token().span) == "a"
            }
            Kind::LangDir | Kind::Bad | Kind::End => false,
        }
    }

    /// `GraphNode…`: any term, a list, a property list or a reified triple.
    fn node(&mut self, mode: Mode) -> Parsed<Node> {
        let span = self.token().span;
        if let Some((iri, span)) = self.try_iri() {
            return Ok(Node { kind: NodeKind::Term(Term::Iri(iri)), span });
        }
        if let Some(literal) = self.try_literal() {
            let (term, span) = literal?;
            return Ok(Node { kind: NodeKind::Term(term), span });
        }
        let kind = match self.kind() {
            Kind::Var => {
                self.refuse_variable(mode);
                self.advance();
                NodeKind::Var
            }
            Kind::BlankLabel => {
                self.advance();
                NodeKind::Blank
            }
            Kind::Anon => {
                self.advance();
                NodeKind::Anon
            }
            Kind::Nil => {
                self.advance();
                NodeKind::Term(Term::Iri(Arc::from(format!("{RDF}nil"))))
            }
            Kind::Punct(Punct::OpenTerm) => self.triple_term(mode)?,
            Kind::Punct(Punct::OpenReified) => self.reified(mode)?,
            Kind::Punct(Punct::OpenParen) => self.collection(mode)?,
            Kind::Punct(Punct::OpenBracket) => self.property_list(mode)?,
            _ => return Err(self.no_node()),
        };
        Ok(Node { kind, span: self.since(span) })
    }

    /// Says why no term begins here.
    fn no_node(&mut self) -> super::Failed {
        let token = self.token();
        let text = self.slice(token.span);
        if self.is(Punct::Less) {
            return self.broken_iri(token);
        }
        if token.kind == Kind::Word && text == "a" {
            return self.fail(
                Diagnostic::error(
                    "a-as-term",
                    token.span,
                    "'a' stands only between subject and object",
                )
                .label("not a subject or an object")
                .help("it abbreviates the predicate rdf:type: write rdf:type to speak of it"),
            );
        }
        if token.kind == Kind::Word && !self.at_foreign_element() {
            let message = format!("found the bare word '{text}', expected a term");
            return self.fail(
                Diagnostic::error("bare-word", token.span, message)
                    .label("a name needs a prefix, a string quotes, a variable '?'")
                    .help(format!("write :{text}, \"{text}\" or ?{text}")),
            );
        }
        self.unexpected("a term")
    }

    pub(super) fn refuse_variable(&mut self, mode: Mode) {
        if mode == Mode::Data {
            let token = self.token();
            let name = self.slice(token.span);
            self.report(
                Diagnostic::error(
                    "variable-in-data",
                    token.span,
                    format!("the variable {name} in a DATA block"),
                )
                .label("DATA holds triples without variables")
                .help("what holds for all values of a variable is a rule: RULE { … } WHERE { … }"),
            );
        }
    }

    fn collection(&mut self, mode: Mode) -> Parsed<NodeKind> {
        self.advance();
        let members = self.nested(|parser| {
            let mut members = vec![parser.node(mode)?];
            while parser.at_node() {
                members.push(parser.node(mode)?);
            }
            Ok(members)
        })?;
        self.expect(Punct::CloseParen, "or a further member to end the list")?;
        Ok(NodeKind::Collection(members))
    }

    fn property_list(&mut self, mode: Mode) -> Parsed<NodeKind> {
        self.advance();
        let properties = self.nested(|parser| parser.properties(mode))?;
        self.expect(Punct::CloseBracket, "to end the property list")?;
        Ok(NodeKind::Properties(properties))
    }

    /// `'<<(' s p o ')>>'`
    fn triple_term(&mut self, mode: Mode) -> Parsed<NodeKind> {
        self.advance();
        let triple = self.nested(|parser| parser.parts(mode, "triple term"))?;
        self.expect(Punct::CloseTerm, "to end the triple term")?;
        Ok(NodeKind::Triple(Box::new(triple)))
    }

    /// `'<<' s p o Reifier? '>>'`
    fn reified(&mut self, mode: Mode) -> Parsed<NodeKind> {
        self.advance();
        let triple = self.nested(|parser| parser.parts(mode, "reified triple"))?;
        let reifier = if self.is(Punct::Tilde) { Some(self.reifier(mode)?) } else { None };
        self.expect(Punct::CloseReified, "to end the reified triple")?;
        Ok(NodeKind::Reified(Box::new((triple, reifier))))
    }

    /// Subject, predicate and object of a triple term or a reified triple: no lists, no paths.
    fn parts(&mut self, mode: Mode, of: &str) -> Parsed<[Node; 3]> {
        let subject = self.part(mode, of)?;
        let predicate = self.plain_verb(mode)?;
        let object = self.part(mode, of)?;
        Ok([subject, predicate, object])
    }

    fn part(&mut self, mode: Mode, of: &str) -> Parsed<Node> {
        let node = self.node(mode)?;
        let what = match &node.kind {
            NodeKind::Collection(_) => "a list",
            NodeKind::Properties(_) => "a property list",
            NodeKind::Term(Term::Iri(_)) if self.slice(node.span).starts_with('(') => {
                "an empty list"
            }
            NodeKind::Reified(_) if of == "triple term" => "a reified triple",
            _ => return Ok(node),
        };
        self.report(
            Diagnostic::error("part-of-triple", node.span, format!("{what} inside a {of}"))
                .label("expected an IRI, a literal, a blank node, a variable or a triple term"),
        );
        Ok(node)
    }
}

fn verb_is_path(verb: &Verb) -> bool {
    matches!(verb, Verb::Path(path) if path.iri().is_none())
}
