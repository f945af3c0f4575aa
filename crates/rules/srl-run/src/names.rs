//! What the command line says in the language of the rule set: names, and triples with variables.

use pipe_cli::Failure;
use rdf_graph::term::Term;
use srl_syntax::parser::ParseOptions;
use srl_syntax::rule::{Element, PatternTerm, RuleSet, TriplePattern};
use std::fmt::Write as _;

/// Reads `ex:name`, by the prefixes of the rule set, or an IRI with or without `<>`.
pub(crate) fn iri(text: &str, rules: &RuleSet) -> Result<Term, Failure> {
    let forms = [text.to_owned(), format!("<{text}>")];
    let found = forms.iter().find_map(|form| {
        let pattern = pattern(&format!("{form} {form} {form}"), rules).ok()?;
        match pattern.terms {
            [PatternTerm::Term(iri @ Term::Iri(_)), ..] => Some(iri),
            _ => None,
        }
    });
    found.ok_or_else(|| {
        let names: Vec<String> =
            rules.prefixes.iter().map(|(name, _)| format!("{name}:")).collect();
        let failure = Failure::new(format!("found '{text}', expected an IRI or a prefixed name"));
        if names.is_empty() {
            failure
        } else {
            failure.help(format!("the rule set has {}", names.join(", ")))
        }
    })
}

/// Warns of the predicates, named by an option, of which there can be no inferred triple.
pub(crate) fn warn_of_what_nobody_infers(option: &str, predicates: &[Term], rules: &RuleSet) {
    let templates = || rules.rules.iter().flat_map(|rule| &rule.head).map(|head| &head.terms[1]);
    for predicate in predicates {
        let is_inferred = templates().any(|place| match place {
            PatternTerm::Term(term) => term == predicate,
            PatternTerm::Var(_) => true,
            PatternTerm::Fresh(_) | PatternTerm::Triple(_) => false,
        });
        if !is_inferred && rules.data.iter().all(|[_, p, _]| p != predicate) {
            pipe_cli::warning(format!("no rule infers {predicate}, which {option} names"));
        }
    }
}

/// Reads a triple, in which variables stand for anything.
pub(crate) fn triple(text: &str, rules: &RuleSet) -> Result<TriplePattern, Failure> {
    pattern(text, rules).map_err(|message| {
        Failure::new(format!("'{text}': {message}, expected a triple such as 'ex:a ex:b ?c'"))
    })
}

/// The only pattern of a rule body that consists of this text.
fn pattern(text: &str, rules: &RuleSet) -> Result<TriplePattern, String> {
    let mut document = String::new();
    for (name, namespace) in &rules.prefixes {
        let _ = writeln!(document, "PREFIX {name}: <{namespace}>");
    }
    let _ = writeln!(document, "RULE {{}} WHERE {{ {text}\n}}");
    let options = ParseOptions { base: rules.base.clone(), ..ParseOptions::default() };
    let (parsed, diagnostics) = srl_analysis::read(&document, &options);
    let Some(parsed) = parsed else {
        return Err(diagnostics.first().map_or_else(String::new, |one| one.message.clone()));
    };
    let mut parsed = parsed.rule_set().rules;
    match (parsed.pop(), parsed.is_empty()) {
        (Some(mut rule), true) => match (rule.body.pop(), rule.body.is_empty()) {
            (Some(Element::Pattern(pattern)), true) => Ok(pattern),
            _ => Err("this is not one triple".to_owned()),
        },
        _ => Err("this is not one triple".to_owned()),
    }
}

/// Whether a triple is of a pattern; a variable that comes twice is the same term twice.
pub(crate) fn matches(pattern: &TriplePattern, triple: &[Term; 3]) -> bool {
    let mut bound = Vec::new();
    pattern.terms.iter().zip(triple).all(|(place, term)| fits(place, term, &mut bound))
}

fn fits(place: &PatternTerm, term: &Term, bound: &mut Vec<(srl_syntax::rule::Var, Term)>) -> bool {
    match (place, term) {
        (PatternTerm::Var(var), _) => {
            let known = bound.iter().find(|(other, _)| other == var).map(|(_, term)| term.clone());
            if known.is_none() {
                bound.push((*var, term.clone()));
            }
            known.is_none_or(|known| known == *term)
        }
        (PatternTerm::Term(expected), _) => expected == term,
        (PatternTerm::Triple(places), Term::Triple(terms)) => {
            places.iter().zip(terms.iter()).all(|(place, term)| fits(place, term, bound))
        }
        (PatternTerm::Triple(_) | PatternTerm::Fresh(_), _) => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rules() -> RuleSet {
        let prefixes = vec![("ex".to_owned(), "http://e/".to_owned())];
        RuleSet { prefixes, ..RuleSet::default() }
    }

    #[test]
    fn names_are_prefixed_or_whole() {
        let rules = rules();
        for text in ["ex:a", "http://e/a", "<http://e/a>"] {
            assert_eq!(iri(text, &rules).unwrap(), Term::iri("http://e/a"), "{text}");
        }
        assert_eq!(iri("urn:x:y", &rules).unwrap(), Term::iri("urn:x:y"));
        for text in ["", "a", "?x", "5", "ex:a } WHERE", "<a", "\"ex:a\"", "other"] {
            assert!(iri(text, &rules).is_err(), "{text}");
        }
    }

    #[test]
    fn a_pattern_matches_what_it_says() {
        let [a, b] = ["http://e/a", "http://e/b"].map(Term::iri);
        let says = |text: &str, triple: [&Term; 3]| {
            matches(&super::triple(text, &rules()).unwrap(), &triple.map(Clone::clone))
        };
        assert!(says("ex:a ex:b ?c", [&a, &b, &Term::integer(5)]));
        assert!(says("ex:a ex:b 5 .", [&a, &b, &Term::integer(5)]));
        assert!(!says("ex:a ex:b 5", [&a, &b, &Term::integer(6)]));
        assert!(says("?x ex:b ?x", [&a, &b, &a]));
        assert!(!says("?x ex:b ?x", [&a, &b, &b]));
        assert!(triple("ex:a ex:b", &rules()).is_err());
        assert!(triple("ex:a ex:b 1, 2", &rules()).is_err());
    }
}
