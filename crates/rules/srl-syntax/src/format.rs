//! A document as text again, laid out in one way.
//!
//! ```text
//! RULE ex:nakedSingle { ?cell ex:hasValue ?digit }
//! WHERE {
//!   ?cell ex:hasCandidate ?digit .
//!   NOT {
//!     ?cell ex:hasCandidate ?other .
//!     FILTER (?other != ?digit)
//!   }
//! }
//! ```
//!
//! A statement takes one line where it fits; else each of its predicates takes one. Braces with at most one
//! statement take one line where that fits. Names, numbers and strings stay as they were written, and so do
//! parentheses; keywords are in capitals. A blank line between statements stays, several become one.
//!
//! A comment stays behind the statement whose line it ends; any other comes on a line of its own before the
//! statement that follows it, or that it stands in.
//!
//! **Laws:** the rule set of the new text is that of the old one, positions aside; formatting twice gives
//! what formatting once gives; the comments are the same, in the same order.

mod flat;
mod printer;

use crate::document::Document;
use crate::tree::{Declaration, Element, Group, Item, Object, Property, Rule, Tree, Triples};
use flat::Flat;
use printer::Printer;

/// The longest line, in characters, where there is a choice.
const WIDTH: usize = 100;

/// Lays a document out.
#[must_use]
pub fn format(document: &Document) -> String {
    let tree = document.tree();
    let mut layout = Layout { flat: Flat::new(&tree.source), printer: Printer::new(tree) };
    layout.items(tree);
    layout.printer.finish()
}

struct Layout<'a> {
    flat: Flat<'a>,
    printer: Printer<'a>,
}

impl<'a> Layout<'a> {
    fn items(&mut self, tree: &'a Tree) {
        let mut last_is_short = None;
        for item in &tree.items {
            let (start, short) = match item {
                Item::Declaration(declaration) => (declaration.span.start, None),
                Item::Rule(rule) => (rule.span.start, Some(self.short_rule(rule).is_some())),
                Item::Data { triples, span } => {
                    (span.start, Some(self.short_group("DATA", triples).is_some()))
                }
            };
            // Declarations stand together, and so do one-line rules where the text has them so.
            if last_is_short.is_some_and(|last| last != short || short == Some(false)) {
                self.printer.blank_line();
            }
            last_is_short = Some(short);
            self.printer.begin(start);
            match item {
                Item::Declaration(declaration) => self.declaration(declaration),
                Item::Rule(rule) => self.rule(rule),
                Item::Data { triples, .. } => self.group("DATA", triples),
            }
        }
    }

    fn declaration(&mut self, declaration: &Declaration) {
        self.printer.add(declaration.keyword);
        for &operand in &declaration.operands {
            self.printer.add(" ");
            self.printer.add(self.flat.slice(operand));
        }
        self.printer.end(declaration.span.end);
    }

    fn rule(&mut self, rule: &'a Rule) {
        if let Some(line) = self.short_rule(rule) {
            self.printer.add(&line);
            return self.printer.end(rule.span.end);
        }
        self.group(&self.head_keyword(rule), &rule.head);
        self.printer.begin(rule.head.span.end);
        self.group(if rule.data { "WHERE DATA" } else { "WHERE" }, &rule.body);
    }

    fn head_keyword(&self, rule: &Rule) -> String {
        match &rule.name {
            Some((_, at)) => format!("RULE {}", self.flat.slice(*at)),
            None => "RULE".to_owned(),
        }
    }

    /// The whole rule on one line, if that is to be.
    fn short_rule(&self, rule: &Rule) -> Option<String> {
        let head = self.short_group(&self.head_keyword(rule), &rule.head)?;
        let body = self.short_group(if rule.data { "WHERE DATA" } else { "WHERE" }, &rule.body)?;
        let line = format!("{head} {body}");
        // A comment before the head's brace goes before the rule in any case.
        let is_free = !self.printer.has_comments(rule.head.span.to(rule.body.span));
        (width(&line) <= WIDTH && is_free).then_some(line)
    }

    /// Keyword and braces on one line, if that is to be.
    fn short_group(&self, keyword: &str, group: &Group) -> Option<String> {
        if self.printer.has_comments(group.span) {
            return None;
        }
        let line = match group.elements.as_slice() {
            [] => format!("{keyword} {{}}"),
            [element] => format!("{keyword} {{ {} }}", self.short_element(element)?),
            _ => return None,
        };
        (width(&line) + self.printer.indent() <= WIDTH).then_some(line)
    }

    fn short_element(&self, element: &Element) -> Option<String> {
        match element {
            Element::Triples(triples) => {
                (triples.properties.len() <= 2).then(|| self.flat.triples(triples))
            }
            Element::Filter { expr, .. } => Some(self.flat.filter(expr)),
            Element::Set { var, expr, .. } => Some(self.flat.set(*var, expr)),
            Element::Not { data, body, .. } => self.short_group(not(*data), body),
        }
    }

    /// Keyword and braces, over as many lines as it takes.
    fn group(&mut self, keyword: &str, group: &'a Group) {
        if let Some(line) = self.short_group(keyword, group) {
            self.printer.add(&line);
            return self.printer.end(group.span.end);
        }
        self.printer.add(keyword);
        self.printer.add(" {");
        self.printer.end(group.span.start + 1);
        self.printer.indent_more();
        for element in &group.elements {
            self.printer.begin(element.span().start);
            self.element(element);
        }
        self.printer.close(group.span.end - 1);
        self.printer.add("}");
        self.printer.end(group.span.end);
    }

    fn element(&mut self, element: &'a Element) {
        match element {
            Element::Triples(triples) => return self.triples(triples),
            Element::Not { data, body, .. } => return self.group(not(*data), body),
            Element::Filter { expr, .. } => self.printer.add(&self.flat.filter(expr)),
            Element::Set { var, expr, .. } => self.printer.add(&self.flat.set(*var, expr)),
        }
        self.printer.end(element.span().end);
    }

    fn triples(&mut self, triples: &'a Triples) {
        let line = self.flat.triples(triples);
        let fits = width(&line) + 2 + self.printer.indent() <= WIDTH;
        if triples.properties.is_empty() || (triples.properties.len() == 1 && fits) {
            self.printer.add(&line);
            self.printer.add(" .");
            return self.printer.end(triples.span.end);
        }
        let subject = self.flat.node(&triples.subject) + " ";
        let hanging = if width(&subject) <= 20 { width(&subject) } else { 4 };
        self.printer.add(&subject);
        for (index, property) in triples.properties.iter().enumerate() {
            let is_last = index + 1 == triples.properties.len();
            if index > 0 {
                let indent = " ".repeat(hanging);
                self.printer.add(&indent);
            }
            self.property(property, hanging, if is_last { " ." } else { " ;" });
        }
    }

    /// A predicate with its objects, as many on a line as fit.
    fn property(&mut self, property: &'a Property, hanging: usize, end: &str) {
        let verb = self.flat.verb(&property.verb);
        self.printer.add(&verb);
        for (index, object) in property.objects.iter().enumerate() {
            let is_last = index + 1 == property.objects.len();
            let text = self.flat.object(object) + if is_last { end } else { "," };
            if index > 0 && self.printer.column() + width(&text) >= WIDTH {
                let before = property.objects[index - 1].span().end;
                self.printer.end(before);
                let indent = " ".repeat(hanging + 2);
                self.printer.add(&indent);
            } else {
                self.printer.add(" ");
            }
            self.printer.add(&text);
        }
        let last = property.objects.last().map_or(property.verb.span(), Object::span);
        self.printer.end(last.end);
    }
}

fn not(data: bool) -> &'static str {
    if data { "NOT DATA" } else { "NOT" }
}

fn width(text: &str) -> usize {
    text.chars().count()
}
