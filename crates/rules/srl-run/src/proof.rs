//! Proofs as text, as JSON and as a graph. `docs/formats/proof.md` says what stands in them.

use crate::report::{list, quoted};
use rdf_graph::graph::{Graph, Part};
use rdf_graph::io::write_turtle;
use rdf_graph::term::Term;
use srl::choose::ConflictKind;
use srl::provenance::{DerivationStep, Proof, Reason};
use srl_syntax::rule::RuleSet;

/// The namespace of the vocabulary.
const NAMESPACE: &str = "http://example.org/proof#";
const TYPE: &str = "http://www.w3.org/1999/02/22-rdf-syntax-ns#type";

/// Trees; behind what is wrong where there is no answer.
pub(crate) fn text(proof: &Proof, conflict: Option<&ConflictKind>) -> String {
    match conflict {
        Some(conflict) => format!("# no answer: {conflict}\n{proof}"),
        None => proof.to_string(),
    }
}

/// An object with a list of steps, which point at earlier ones by their number from 0.
pub(crate) fn json(proof: &Proof, conflict: Option<&ConflictKind>) -> String {
    let numbers = |numbers: &[usize]| list(numbers.iter().map(usize::to_string));
    let step = |DerivationStep { triple, reason }: &DerivationStep| {
        let triple = list(triple.iter().map(|term| quoted(&term.to_string())));
        let mut more = String::new();
        match reason {
            Reason::Rule { name, .. } => more.extend([r#","rule":"#, &quoted(name)]),
            Reason::OnlyOption { question, .. } => {
                more.extend([r#","question":"#, &quoted(&question.to_string())]);
            }
            Reason::Refuted { assumed, conflict, .. } => {
                more.extend([r#","assumed":"#, &assumed.to_string(), &conflict_json(conflict)]);
            }
            _ => {}
        }
        let body = reason.body();
        if !body.is_empty() {
            more.extend([r#","from":"#, &numbers(body)]);
        }
        format!(r#"{{"triple":{triple},"by":"{}"{more}}}"#, kind(reason))
    };
    let steps: Vec<String> = proof.steps.iter().map(step).collect();
    let (steps, roots) = (steps.join(",\n"), numbers(&proof.roots));
    match conflict {
        Some(conflict) => {
            let conflict = conflict_json(conflict);
            format!("{{\"answer\":false{conflict},\"steps\":[\n{steps}],\n\"from\":{roots}}}\n")
        }
        None => format!("{{\"steps\":[\n{steps}],\n\"proves\":{roots}}}\n"),
    }
}

fn conflict_json(conflict: &ConflictKind) -> String {
    let mut text = format!(r#","conflict":"{}""#, conflict_name(conflict));
    if let ConflictKind::NoOption(question) = conflict {
        text.extend([r#","question":"#, &quoted(&question.to_string())]);
    }
    text
}

fn kind(reason: &Reason) -> &'static str {
    match reason {
        Reason::Ground => "given",
        Reason::Folded => "round",
        Reason::Data => "data-block",
        Reason::Rule { .. } => "rule",
        Reason::Assumed => "assumed",
        Reason::Chosen => "chosen",
        Reason::OnlyOption { .. } => "only-option",
        Reason::Refuted { .. } => "refuted",
    }
}

fn conflict_name(conflict: &ConflictKind) -> &'static str {
    match conflict {
        ConflictKind::Contradiction => "contradiction",
        ConflictKind::Clash => "clash",
        ConflictKind::NoOption(_) => "no-option",
    }
}

/// A graph in which each step is a node.
pub(crate) fn turtle(proof: &Proof, conflict: Option<&ConflictKind>, rules: &RuleSet) -> String {
    let mut writing = Writing { graph: Graph::new() };
    // No blank nodes: those of the triples keep their labels.
    let root = Term::iri("urn:proof");
    let is_answer = conflict.is_none();
    writing.say(&root, "type", &word(if is_answer { "Proof" } else { "NoAnswer" }));
    for &step in &proof.roots {
        writing.say(&root, if is_answer { "proves" } else { "from" }, &node(step));
    }
    if let Some(conflict) = conflict {
        writing.conflict(&root, conflict);
    }
    for (number, step) in proof.steps.iter().enumerate() {
        writing.step(&node(number), step, rules);
    }
    let mut prefixes = rules.prefixes.clone();
    if prefixes.iter().all(|(name, _)| name != "proof") {
        prefixes.push(("proof".to_owned(), NAMESPACE.to_owned()));
    }
    let mut text = Vec::new();
    write_turtle(&writing.graph, Part::Ground, &prefixes, &mut text)
        .expect("writing to memory does not fail");
    String::from_utf8(text).expect("Turtle is UTF-8")
}

struct Writing {
    graph: Graph,
}

impl Writing {
    /// Adds a triple; `type` is RDF's, other names are of the vocabulary.
    fn say(&mut self, subject: &Term, predicate: &str, object: &Term) {
        let predicate = match predicate {
            "type" => Term::iri(TYPE),
            name => word(name),
        };
        self.graph.insert(&[subject.clone(), predicate, object.clone()]);
    }

    fn step(&mut self, node: &Term, step: &DerivationStep, rules: &RuleSet) {
        let DerivationStep { triple, reason } = step;
        let class = match reason {
            Reason::Ground => "Given",
            Reason::Folded => "Round",
            Reason::Data => "DataBlock",
            Reason::Rule { .. } => "Inferred",
            Reason::Assumed => "Assumed",
            Reason::Chosen => "Chosen",
            Reason::OnlyOption { .. } => "OnlyOption",
            Reason::Refuted { .. } => "Refuted",
        };
        self.say(node, "type", &word(class));
        let [s, p, o] = triple;
        if matches!((s, p), (Term::Iri(_) | Term::Blank(_), Term::Iri(_))) {
            self.say(node, "says", &Term::triple(s.clone(), p.clone(), o.clone()));
        } else {
            // No RDF has such a triple.
            self.say(node, "text", &Term::string(&format!("{s} {p} {o}")));
        }
        match reason {
            Reason::Rule { rule, name, .. } => {
                let iri = rules.rules.get(*rule).and_then(|rule| rule.name.clone());
                self.say(node, "rule", &iri.unwrap_or_else(|| Term::string(name)));
            }
            Reason::OnlyOption { question, .. } => self.say(node, "question", question),
            Reason::Refuted { assumed, conflict, .. } => {
                self.say(node, "assumed", &self::node(*assumed));
                self.conflict(node, conflict);
            }
            _ => {}
        }
        for &from in reason.body() {
            self.say(node, "from", &self::node(from));
        }
    }

    fn conflict(&mut self, node: &Term, conflict: &ConflictKind) {
        let class = match conflict {
            ConflictKind::Contradiction => "Contradiction",
            ConflictKind::Clash => "Clash",
            ConflictKind::NoOption(question) => {
                self.say(node, "question", question);
                "NoOption"
            }
        };
        self.say(node, "conflict", &word(class));
    }
}

fn word(name: &str) -> Term {
    Term::iri(&format!("{NAMESPACE}{name}"))
}

fn node(step: usize) -> Term {
    Term::iri(&format!("urn:proof/step/{step}"))
}
